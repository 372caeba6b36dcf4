"""Bid as careful players do: each seat bids the contract with the greatest mean payment.

RULINGS states this rule in the section "At the table". The mean is over deals in which the seat has the same
hand. If the bundled book of hands has means of games at the table for all bids that are compared, the seat
compares these means. Otherwise the seat compares means of play with open cards (``handmeans``). In Anrufen a
bid may equal the last bid. In this case both bidders state their trumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from kranalyze.cards import cards_of, letter_of_suit, mask_of, number_of_suit, suit_of
from kranalyze.core.bidding import PASS, SECOND, OpenAuction
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn.actions import Call
from kranalyze.kpn.recordfacts import call_number
from kranalyze.simulation.handmeans import (
    BidMean,
    MeanSource,
    hand_means,
    mean_if_two_declare_alone,
    means_at_the_table,
)

#: To judge a bid, a seat samples at most this many layouts of the unseen cards. To choose trump and called
#: card, a seat samples ``look`` layouts. ``look`` may be a larger number.
MOST_AUCTION_LOOK = 64

#: Kind of mean payments by which players bid. ``table``: means of games at the table if the book of hands has
#: them, otherwise means of play with open cards. ``open``: always means of play with open cards.
BidKind: TypeAlias = Literal["table", "open"]

#: Calls that double the stake, in the order in which they can follow each other.
DOUBLES = ("contra", "recontra", "subcontra")


@dataclass(frozen=True, slots=True)
class BidGame:
    """The result of an auction: the contract to be played, with its seats, trump and called card.

    Attributes:
        calls: the calls in order. Empty if the game has no auction.
        contract: index of the contract in the contracts of the game. None: all passed, so nothing is played.
        declarer: the declarer, or the leader of a contract without declarer. None in ``schurln``.
        second: the second declarer (Mitbettler or Mitplauderer). None: there is no second declarer.
        trump: the trump suit, 0-3. None: no trump.
        called: the called card. None: no card is called.
        sources: sources of the mean payments that the players have compared, such as the book of hands.
        contra: number of doubling calls (Contra, Recontra, Subcontra) so far.
        doubling: a mask of the seats that may make the next doubling call (bit 0 is North), and the number of
            the seat that is asked first. Other seats follow clockwise. None: the game has no doubling calls.
    """

    calls: tuple[Call, ...]
    contract: int | None
    declarer: Seat | None = None
    second: Seat | None = None
    trump: int | None = None
    called: int | None = None
    sources: frozenset[MeanSource] = frozenset()
    contra: int = 0
    doubling: tuple[int, int] | None = None


class JudgedHand(NamedTuple):
    """A hand for which a player has computed mean payments in the auction.

    Attributes:
        hand: mask of the hand's cards.
        contract: the contract for which the hand was judged. None: all contracts.
        look: number of layouts of the unseen cards that were sampled.
        is_double: whether two seats play the contract, each alone against all other seats.
    """

    hand: int
    contract: Contract | None
    look: int
    is_double: bool


class CarefulBidders:
    """The careful players of a deal during the auction. Each player knows only its hand and the calls.

    Attributes:
        game: the card game with its rule options.
        hands: mask of each seat's hand.
        forehand: the seat left of the dealer.
        look: for each seat the number of layouts that it samples.
        seen: mask of the cards that forehand has seen when it names trump or calls a card.
        bids: kind of mean payments by which the players bid.
        sources: sources of the mean payments that were used so far.
        judged: the hands for which means have been computed so far.
    """

    def __init__(
        self, game: Game, hands: Sequence[int], forehand: Seat, look: Sequence[int],
        seen: int | None = None, bids: BidKind = "table",
    ) -> None:  # fmt: skip
        """Make the players of a deal.

        Args:
            game: the card game with its rule options.
            hands: mask of each seat's hand.
            forehand: the seat left of the dealer.
            look: for each seat the number of layouts that it samples.
            seen: mask of the cards that forehand has seen when it names trump or calls a card. None: its
                whole hand.
            bids: kind of mean payments by which the players bid.
        """
        self.game = game
        self.hands = hands
        self.forehand = forehand
        self.look = look
        self.seen = hands[forehand] if seen is None else seen
        self.bids = bids
        self.sources: set[MeanSource] = set()
        self.judged: set[JudgedHand] = set()
        biddable = [contract for contract in game.contracts if contract.rank is not None]
        self._only_contract = (biddable or game.contracts)[0] if len(biddable) < 2 else None

    def bid(self) -> BidGame:
        """Bid until the auction ends. Then let the declarer choose trump and called card. Return the result.

        If no more than one contract can be bid, there is no auction, and forehand is the declarer.
        """
        if self._only_contract is not None:
            return self._chosen(self._only_contract, self.forehand, self.seen)
        named = self.trump_forehand_names() if self.game.bidding.trump else None
        return self.finish_auction(OpenAuction(self.game, self.forehand, self.hands, named), [], named)

    def finish_auction(
        self, auction: OpenAuction, calls_made: Sequence[Call], trump_named_by_forehand: int | None
    ) -> BidGame:
        """Continue an auction until it ends. Then let the declarer choose trump and called card.

        Return the result.

        Args:
            auction: the state of the auction. This method changes it.
            calls_made: the calls that have been made.
            trump_named_by_forehand: the trump that forehand has named. None: forehand names no trump.
        """
        all_calls = list(calls_made)
        while not auction.is_over:
            self._call(auction, all_calls, trump_named_by_forehand)
        return self.choose_trump_and_called_card(auction, all_calls, trump_named_by_forehand)

    def auction_after(self, calls: Sequence[Call], named: int | None) -> OpenAuction:
        """Return the state of the auction after calls.

        If equal bids are allowed, the highest bid must have a trump, so that an equal bid can be compared
        with it. If the highest bidder has not stated a trump, take the trump with the greatest mean.

        Args:
            calls: the calls in order, from the first call on.
            named: the trump that forehand has named. None: forehand names no trump.

        Raises:
            ValueError: a call is not allowed.
        """
        auction = OpenAuction(self.game, self.forehand, self.hands, named)
        ids = [contract.id for contract in self.game.contracts]
        bids = [i for i, call in enumerate(calls) if call.call in ids]
        for i, call in enumerate(calls):
            suit = number_of_suit(call.trump)
            if suit is None and self.game.bidding.ties and bids[-1:] == [i]:
                suit = self.best_trump(call.seat, self.game.contract(call.call))
            auction.take(call_number(self.game, call), suit)
        return auction

    def make_call(self, auction: OpenAuction, calls: Sequence[Call], call: Call) -> list[Call]:
        """Make a call in an auction. Return all calls, with the trumps that seats state for equal bids.

        Args:
            auction: the state of the auction. This method changes it.
            calls: the calls so far.
            call: the call. If the game allows equal bids, a bid without a trump gets the trump with the
                greatest mean payment.

        Raises:
            ValueError: the call is not allowed.
        """
        made = list(calls)
        while auction.is_over and call.call == "gut" and auction.turn != call.seat:
            auction.take(PASS)  # each seat that has its turn earlier passes
        contract = None if auction.contract is None else self.game.contracts[auction.contract]
        suit = number_of_suit(call.trump)
        if suit is not None and contract is not None and contract.id == call.call:
            last = max(i for i, earlier in enumerate(made) if earlier.seat == auction.declarer)
            made[last] = Call(made[last].seat, made[last].call, letter_of_suit(auction.trump))
        elif self.game.bidding.ties and call.call in (row.id for row in self.game.contracts):
            suit = self.best_trump(call.seat, self.game.contract(call.call))
        auction.take(call_number(self.game, call), suit)
        return [*made, call]

    def best_trump(self, seat: Seat, contract: Contract) -> int | None:
        """Return the trump with which a contract has the greatest mean payment for a seat.

        Return None if the contract is played without trump.
        """
        number = self.game.contracts.index(contract)
        means = self._means(seat, self.hands[seat], min(self.look[seat], MOST_AUCTION_LOOK), None)
        return max((m for m in means if m.contract == number), key=lambda m: m.mean).trump

    def trump_forehand_names(self) -> int:
        """Return the trump that forehand names before the auction.

        Forehand may name any suit of which it has seen a card. It names the suit in which the first contract
        of the game has the greatest mean payment.
        """
        means = self._means(self.forehand, self.seen, self.look[self.forehand], None, self.game.contracts[0])
        held = {suit_of(card) for card in cards_of(self.seen)}
        best = max((m for m in means if m.trump in held), key=lambda m: m.mean)
        return int(best.trump or 0)

    def choose_trump_and_called_card(
        self, auction: OpenAuction, calls: Sequence[Call], forehands_trump: int | None
    ) -> BidGame:
        """Let the declarer choose trump and called card after the auction. Return the result.

        Args:
            auction: the state of the auction after the last call.
            calls: the calls of the auction. If two seats have made equal bids, each of these bids must name
                the trump that its bidder would choose.
            forehands_trump: the trump that forehand has named. None: forehand names no trump.
        """
        auction.end_auction()
        if auction.contract is None:
            return BidGame(tuple(calls), None, sources=frozenset(self.sources))
        contract = self.game.contracts[auction.contract]
        if auction.declarer is None:
            return BidGame(tuple(calls), auction.contract, sources=frozenset(self.sources))
        declarer = Seat(auction.declarer)
        own_bids = [call for call in calls if call.seat == declarer and call.call == contract.id]
        stated = number_of_suit(own_bids[-1].trump) if own_bids else None
        chosen = self._chosen(contract, declarer, self.hands[declarer], forehands_trump, stated)
        second = None if auction.second is None else Seat(auction.second)
        doubling = (auction.doublers, auction.turn) if self.game.contra == "doubles" else None
        return BidGame(
            tuple(calls), chosen.contract, declarer, second, chosen.trump, chosen.called, chosen.sources,
            auction.contra, doubling,
        )  # fmt: skip

    def _call(self, auction: OpenAuction, calls: list[Call], named: int | None) -> None:
        """Let the seat whose turn it is make its best call, and append the call to ``calls``."""
        seat = Seat(auction.turn)
        call, suit = self._best_call(auction, seat, named)
        is_tie = auction.contract is not None and call == auction.contract
        if is_tie and suit is not None:  # an equal bid: the seat that bid first now states its trump
            last = max(i for i, made in enumerate(calls) if made.seat == auction.declarer)
            calls[last] = Call(calls[last].seat, calls[last].call, letter_of_suit(auction.trump))
        auction.take(call, suit)
        text = {PASS: "gut", SECOND: "mit"}.get(call)
        stated = letter_of_suit(suit) if is_tie else None
        calls.append(Call(seat, text or self.game.contracts[call].id, stated))

    def _best_call(self, auction: OpenAuction, seat: Seat, named: int | None) -> tuple[int, int | None]:
        """Return the best call of a seat, and the trump that the call names, if any."""
        must_bid = not auction.allows(PASS)
        look = min(self.look[seat], MOST_AUCTION_LOOK)
        means = self._means_of_bids(auction, seat, look, named)
        best_mean = None if must_bid else self._mean_if_passed(auction, seat, look, means)
        best: tuple[int, int | None] = PASS, None
        for mean in means:
            suit = mean.trump if self.game.bidding.ties else None
            is_better = best_mean is None or mean.mean > best_mean
            if is_better and auction.allows(mean.contract, suit):
                best = mean.contract, suit
                best_mean = mean.mean
        if auction.allows(SECOND) and auction.contract is not None and auction.declarer is not None:
            contract = self.game.contracts[auction.contract]
            steps = (auction.declarer - seat) % self.game.seats
            mean_of_both = self._mean_if_two_declare_alone(seat, look, contract, first_bidder_steps=steps)
            if best_mean is None or mean_of_both > best_mean:
                best = SECOND, None
        return best

    def _means_of_bids(
        self, auction: OpenAuction, seat: Seat, look: int, named: int | None
    ) -> list[BidMean]:
        """Return the mean payment of each bid that a seat may make.

        All means are of the same kind: of games at the table, or with open cards. The book of hands has no
        means at the table for contracts of two declarers. So if a bid is compared with such a contract, all
        means are with open cards.
        """
        has_two_bidders = auction.second is not None and seat in (auction.declarer, auction.second)
        if self.bids == "table" and not has_two_bidders and not auction.allows(SECOND):
            means = means_at_the_table(self.game, self.hands[seat])
            self.sources |= {mean.source for mean in means}
            if means:
                return means
        return self._means(seat, self.hands[seat], look, named)

    def _mean_if_passed(
        self, auction: OpenAuction, seat: Seat, look: int, means: Sequence[BidMean]
    ) -> float:
        """Return the mean payment that a seat expects if it passes.

        If the seat has made the highest bid so far, this is the mean of that bid. Otherwise the mean is 0.

        Args:
            auction: the auction.
            seat: the seat.
            look: number of layouts of the unseen cards that the seat samples.
            means: the mean payments of the seat's bids.
        """
        if auction.declarer != seat or auction.contract is None:
            return 0.0
        contract = self.game.contracts[auction.contract]
        if auction.second is not None:
            steps = (auction.second - seat) % self.game.seats
            return self._mean_if_two_declare_alone(seat, look, contract, second_bidder_steps=steps)
        return max((m.mean for m in means if m.contract == auction.contract), default=0.0)

    def _chosen(
        self, contract: Contract, declarer: Seat, hand: int, named: int | None = None,
        stated: int | None = None,
    ) -> BidGame:  # fmt: skip
        """Choose the trump and the called card that have the greatest mean payment. Return the result.

        Args:
            contract: the contract.
            declarer: the seat that chooses.
            hand: mask of the cards that the declarer has seen.
            named: the trump that forehand has named. None: forehand has named no trump.
            stated: the trump that the declarer has stated in the auction. None: no trump was stated.
        """
        number = self.game.contracts.index(contract)
        trump = named if named is not None else stated if contract.trump else None
        called = None
        if (contract.trump and named is None) or contract.party == "called":
            means = self._means(declarer, hand, self.look[declarer], named, contract)
            best = max((m for m in means if stated in (None, m.trump)), key=lambda m: m.mean)
            called = best.called
            trump = best.trump
        return BidGame((), number, declarer, None, trump, called, frozenset(self.sources))

    def _means(
        self, seat: Seat, hand: int, look: int, named: int | None, contract: Contract | None = None
    ) -> list[BidMean]:
        """Return the mean payments of a seat's hand in contracts, from ``hand_means``.

        Add the sources of the means to ``sources``.
        """
        place = (seat - self.forehand) % self.game.seats
        means = hand_means(self.game, hand, look, place=place, trump=named, contract=contract)
        self.sources |= {mean.source for mean in means}
        self.judged.add(JudgedHand(hand, contract, look, False))
        return means

    def _mean_if_two_declare_alone(
        self, seat: Seat, look: int, contract: Contract, *, first_bidder_steps: int | None = None,
        second_bidder_steps: int | None = None,
    ) -> float:  # fmt: skip
        """Return the mean payment of a seat's hand in a contract that two seats declare, each alone.

        The function ``mean_if_two_declare_alone`` explains the arguments.
        """
        self.sources.add("sample")
        self.judged.add(JudgedHand(self.hands[seat], contract, look, True))
        return mean_if_two_declare_alone(
            self.game, self.hands[seat], look, contract, first_bidder_steps=first_bidder_steps,
            second_bidder_steps=second_bidder_steps,
        )  # fmt: skip


def first_cards(hand: int, count: int, drawn_indexes: Sequence[int]) -> int:
    """Return a mask of the cards that a seat sees first: cards drawn from its hand.

    Args:
        hand: mask of the hand.
        count: number of cards to draw.
        drawn_indexes: for each draw the index of the card to draw. The index refers to the cards that are
            left in the hand, sorted by card number.
    """
    left = sorted(cards_of(hand))
    return mask_of([left.pop(chance) for chance, _ in zip(drawn_indexes, range(count), strict=False)])
