"""Bid as careful players do: the contract with the greatest mean for the own hand (RULINGS: at the table)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kranalyze.cards import cards_of, mask_of, suit_of
from kranalyze.core.bidding import PASS, SECOND, OpenAuction
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn import Call
from kranalyze.simulation.handmeans import BidMean, MeanSource, double_mean, hand_means

#: Most layouts that a seat samples for a bid. It chooses trump and call with its whole look.
MOST_AUCTION_LOOK = 64


@dataclass(frozen=True, slots=True)
class BidGame:
    """The result of an auction: the contract to be played, with its seats, trump and called card.

    Attributes:
        calls: the calls in order. Empty if the game has no auction.
        contract: number of the contract in the game; None if all have passed and nothing is played.
        declarer: the declarer, or the leader where there is no declarer; None in ``schurln``.
        second: the second Bettler or Plauderer, or None.
        trump: the trump suit, None without trump.
        called: the called card, None if no card is called.
        sources: where the means came from that the bids were judged by.
    """

    calls: tuple[Call, ...]
    contract: int | None
    declarer: Seat | None = None
    second: Seat | None = None
    trump: int | None = None
    called: int | None = None
    sources: frozenset[MeanSource] = frozenset()


class CarefulBidders:
    """Careful players of a deal before the first card. Each knows its own hand and the calls.

    The means are those of open cards (``handmeans``).
    """

    def __init__(
        self, game: Game, hands: Sequence[int], forehand: Seat, look: Sequence[int], seen: int | None = None
    ) -> None:
        """Seat the players.

        Args:
            game: the game under its rule options.
            hands: masks of the hands by seat.
            forehand: the seat left of the dealer.
            look: for each seat the number of layouts that it samples.
            seen: mask of the cards that forehand has seen when it names trump or calls. None: its hand.
        """
        self.game = game
        self.hands = hands
        self.forehand = forehand
        self.look = look
        self.seen = hands[forehand] if seen is None else seen
        self.sources: set[MeanSource] = set()
        bids = [contract for contract in game.contracts if contract.rank is not None]
        self._only_contract = (bids or game.contracts)[0] if len(bids) < 2 else None

    def bid(self) -> BidGame:
        """Bid until the auction ends, then choose trump and called card."""
        if self._only_contract is not None:
            return self._chosen(self._only_contract, self.forehand, self.seen)
        named = self.named_trump() if self.game.bidding.trump else None
        auction = OpenAuction(self.game, self.forehand, self.hands, named)
        calls: list[Call] = []
        while not auction.is_over:
            self._call(auction, calls, named)
        return self.finished(auction, calls, named)

    def named_trump(self) -> int:
        """Return the trump that forehand names before the auction, of the suits that it has seen.

        It is the trump with the greatest mean in the game's first contract.
        """
        means = self._means(self.forehand, self.seen, self.look[self.forehand], None, self.game.contracts[0])
        held = {suit_of(card) for card in cards_of(self.seen)}
        best = max((m for m in means if m.trump in held), key=lambda m: m.mean)
        return int(best.trump or 0)

    def finished(self, auction: OpenAuction, calls: Sequence[Call], named: int | None) -> BidGame:
        """Return the outcome of an auction that is over. The declarer chooses trump and called card.

        Args:
            auction: the auction.
            calls: its calls, with the suits that were stated.
            named: the trump that forehand has named, or None.
        """
        auction.close()
        if auction.contract is None:
            return BidGame(tuple(calls), None, sources=frozenset(self.sources))
        contract = self.game.contracts[auction.contract]
        if auction.declarer is None:
            return BidGame(tuple(calls), auction.contract, sources=frozenset(self.sources))
        declarer = Seat(auction.declarer)
        own_bids = [call for call in calls if call.seat == declarer and call.call == contract.id]
        stated = own_bids[-1].trump if own_bids else None
        chosen = self._chosen(contract, declarer, self.hands[declarer], named, stated)
        second = None if auction.second is None else Seat(auction.second)
        return BidGame(
            tuple(calls), chosen.contract, declarer, second, chosen.trump, chosen.called, chosen.sources
        )

    def _call(self, auction: OpenAuction, calls: list[Call], named: int | None) -> None:
        """Let the seat to call make its call, and write it down."""
        seat = Seat(auction.turn)
        call, suit = self._best_call(auction, seat, named)
        standing = auction.contract
        is_tie = standing is not None and call == standing
        if is_tie and suit is not None:  # equal bids: both seats state their trumps
            last = max(i for i, made in enumerate(calls) if made.seat == auction.declarer)
            calls[last] = Call(calls[last].seat, calls[last].call, auction.trump)
        auction.take(call, suit)
        text = {PASS: "gut", SECOND: "mit"}.get(call)
        calls.append(Call(seat, text or self.game.contracts[call].id, suit if is_tie else None))

    def _best_call(self, auction: OpenAuction, seat: Seat, named: int | None) -> tuple[int, int | None]:
        """Return the call of a seat, and the trump that it would name with its bid."""
        must_bid = not auction.allows(PASS)
        look = min(self.look[seat], MOST_AUCTION_LOOK)
        best_mean = None if must_bid else self._mean_if_passed(auction, seat, look)
        best: tuple[int, int | None] = PASS, None
        for mean in self._means(seat, self.hands[seat], look, named):
            suit = mean.trump if self.game.bidding.ties else None
            is_better = best_mean is None or mean.mean > best_mean
            if is_better and auction.allows(mean.contract, suit):
                best = mean.contract, suit
                best_mean = mean.mean
        if auction.allows(SECOND) and auction.contract is not None and auction.declarer is not None:
            contract = self.game.contracts[auction.contract]
            steps = (auction.declarer - seat) % self.game.seats
            self.sources.add("sample")
            mean_of_both = double_mean(self.game, self.hands[seat], look, contract, first=steps)
            if best_mean is None or mean_of_both > best_mean:
                best = SECOND, None
        return best

    def _mean_if_passed(self, auction: OpenAuction, seat: Seat, look: int) -> float:
        """Return the mean of a pass: that of the own bid if it stands, else 0."""
        if auction.declarer != seat or auction.contract is None:
            return 0.0
        contract = self.game.contracts[auction.contract]
        if auction.second is not None:
            steps = (auction.second - seat) % self.game.seats
            return double_mean(self.game, self.hands[seat], look, contract, second=steps)
        means = self._means(seat, self.hands[seat], look, None)
        return max((m.mean for m in means if m.contract == auction.contract), default=0.0)

    def _chosen(
        self, contract: Contract, declarer: Seat, hand: int, named: int | None = None,
        stated: int | None = None,
    ) -> BidGame:  # fmt: skip
        """Return a contract with the trump and the called card that have the greatest mean.

        Args:
            contract: the contract.
            declarer: the seat that chooses.
            hand: the cards that it has seen.
            named: the trump that forehand has named, or None.
            stated: the trump that the declarer has stated in the auction, or None.
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
        place = (seat - self.forehand) % self.game.seats
        means = hand_means(self.game, hand, look, place=place, trump=named, contract=contract)
        self.sources |= {mean.source for mean in means}
        return means


def first_cards(hand: int, count: int, chances: Sequence[int]) -> int:
    """Return the mask of the first ``count`` cards of a hand.

    Args:
        hand: mask of the hand.
        count: number of cards.
        chances: for each of them a number below the number of cards that are left.
    """
    left = sorted(cards_of(hand))
    return mask_of([left.pop(chance) for chance, _ in zip(chances, range(count), strict=False)])
