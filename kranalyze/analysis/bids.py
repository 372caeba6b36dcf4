"""Judge bids by the bidder's hand alone (RULINGS: single dummy), and find the bid that pays most on average.

A layout is a way to deal the other cards to the other seats. A mean payment is the mean over layouts.
"At the table" means that each layout is played by careful players, who know only what their seats can see.
"With open cards" means that all players see all cards. The book of hands is a bundled file of mean payments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from kranalyze.answers.best import forehand_of
from kranalyze.cards import SUITS, Card, number_of_suit
from kranalyze.core.bidding import PASS, SECOND, CalledAuction, replay_auction
from kranalyze.core.questionborder import bidding_seats
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn import Call, Record
from kranalyze.parallel import Stop, Stopped

if TYPE_CHECKING:
    from kranalyze.hand import Odds

#: How many layouts are sampled for a hand. ``_SAMPLES`` is the number of layouts if each layout needs a
#: search. ``_WALKED`` is the number of layouts if the core judges them without searches
#: (``count_made_layouts_by_contract``).
_SAMPLES, _WALKED = 200, 4_096


#: The contracts that a seat can bid, for each trump. A key is the letter of the trump suit that the bidder
#: names. A value is a set of indexes into the game's contracts. The value at the key None is for all other
#: bids: bids without a trump, and bids with a trump that is not a key.
OpenBids = Mapping[str | None, set[int]]


#: A mean payment is a mean over layouts. The kind says who plays the layouts. ``table``: careful players, who
#: know only what their seats can see. ``open``: players who see all cards.
MeanKind: TypeAlias = Literal["table", "open"]


class JudgedBid(NamedTuple):
    """A possible bid, and the mean payment to the bidder."""

    contract: Contract
    trump: str | None  # letter of the trump suit; None: no trump
    calls: tuple[Card] | None  # a tuple with the called card; None: no card is called
    mean: float  # mean payment to the bidder


class JudgedTurn(NamedTuple):
    """A seat's turn in an auction that took place, and the bids that were possible at this turn.

    Attributes:
        seat: the declarer, or a seat that passed.
        call: index of the seat's call in the auction, from 0.
        bids: for each possible contract and trump, the bid with the best called card. The bid with the
            greatest mean payment comes first. Bids whose mean is unknown are left out.
        may_pass: whether the seat could pass without becoming the declarer. False: the seat becomes the
            declarer if it passes and all later seats pass, too.
    """

    seat: Seat
    call: int
    bids: tuple[JudgedBid, ...]
    may_pass: bool


class Bids(NamedTuple):
    """The judgement of the bids of a game. A mean is a mean payment to the bidder, in the game's unit.

    Attributes:
        mean: mean payment to the declarer for the contract played, with its called card and trump. None: the
            mean is unknown, for example because the contract has a second declarer.
        best: the bid with the greatest mean among the bids that the declarer could have made. If another seat
            joined the declarer's bid before the declarer's last turn, only higher bids were possible. None:
            no bid has a known mean.
        passed: for each of the four seats, the best bid that the seat could have made instead of its last
            pass. None: the seat did not pass, or no possible bid has a mean above 0.
        kind: ``table`` if all means are for play at the table, ``open`` if all means are for play with open
            cards (``MeanKind``). None: no bid was judged.
        turns: the judged turns of the auction. Empty if the auction is not recorded.
    """

    mean: float | None = None
    best: JudgedBid | None = None
    passed: tuple[JudgedBid | None, ...] = (None, None, None, None)
    kind: MeanKind | None = None
    turns: tuple[JudgedTurn, ...] = ()

    @property
    def cost(self) -> float | None:
        """Mean payment for the best bid minus mean payment for the contract played, or None if unknown."""
        return None if self.mean is None or self.best is None else self.best.mean - self.mean


def judge_bids(record: Record, stop: Stop | None = None) -> Bids:
    """Judge the bids of a record. A bid is not judged if the bidder's hand or the contract is unknown.

    ``kind_of_means`` decides whether the compared means are for play at the table (by careful players) or
    with open cards. The means of the game Graden come from the book of hands, a bundled file. The means of
    other games are found by counting or sampling layouts. Every run samples the same layouts.

    Raises:
        Stopped: ``stop`` was set.
    """
    contract, declarer = record.contract_row, record.declarer
    if contract is None or record.deal is None:
        return Bids()
    auctions = _auction_states(record)
    passers = {
        seat: open_bids
        for seat, open_bids in _open_to_passers(record, auctions).items()
        if seat not in (declarer, record.second)
    }
    kind = kind_of_means(record, [*passers, *(() if declarer is None else (declarer,))])
    if kind is None:
        return Bids()
    passed: list[JudgedBid | None] = [None] * 4
    turns = list[JudgedTurn]()
    for seat, open_bids in passers.items():
        possible = list(_possible_bids(record, seat, open_bids, kind, stop))
        best = _best(possible)
        passed[seat] = best if best is not None and best.mean > 0 else None
        turns += _judged_turn_if_any(record, seat, _last_pass(record, seat), possible, auctions)
    if declarer is None or _hand(record, declarer) is None or contract.makeable_at is None:
        return Bids(passed=tuple(passed), kind=kind, turns=tuple(turns))
    open_bids = _open_to_declarer(record, declarer, auctions)
    bids = list(_possible_bids(record, declarer, open_bids, kind, stop))
    turn = _index_of_declarers_judged_call(record, declarer, auctions)
    turns += _judged_turn_if_any(record, declarer, turn, bids, auctions)
    mean = _mean_of_played(record, declarer, bids, kind)
    return Bids(mean, _best(bids), tuple(passed), kind, tuple(turns))


def kind_of_means(record: Record, seats: Iterable[Seat]) -> MeanKind | None:
    """Decide whether the bids of a record are judged by means at the table or with open cards.

    At the table, the layouts are played by careful players, who know only what their seats can see. Return
    ``table`` if the book of hands (a bundled file) has means at the table for all contracts that the hands
    may bid, and for the contract that was played with the card that was called. Otherwise return ``open``:
    then all bids are judged with open cards, because the two kinds of means cannot be compared. Return None
    if no seat's hand is fully known, or if no contract of the game has a declarer.

    Args:
        record: the record.
        seats: the seats whose bids are judged.
    """
    hands = [hand for seat in seats if (hand := _hand(record, seat)) is not None]
    if not hands or not _ids_of_declarer_contracts(record.game_row):
        return None
    has_book = _hand_book_has_all_contracts(record.game_row)
    if not has_book or not all(_has_table_means(*hand) for hand in hands):
        return "open"
    called = record.called
    hand = None if record.declarer is None else _hand(record, record.declarer)
    contract = record.contract_row
    if called is None or hand is None or contract is None or contract.party != "called":
        return "table"
    [answer] = _odds(*hand, (contract.id,))
    calls = [choice.call for choice in answer.choices]
    return "table" if all(_is_like_call(hand[1], called, call) for call in calls) else "open"


def _ids_of_declarer_contracts(game: Game) -> tuple[str, ...]:
    """Return the ids of all contracts of a game except contracts without a declarer."""
    return tuple(contract.id for contract in game.contracts if contract.makeable_at is not None)


def _hand_book_has_all_contracts(game: Game) -> bool:
    """Return whether the book of hands has odds for all contracts of a game that have a declarer."""
    from kranalyze.hand import book

    return set(_ids_of_declarer_contracts(game)) == {contract.id for contract in book.contracts_in_book(game)}


@lru_cache(maxsize=4096)
def _has_table_means(game: Game, hand: int, seat: Seat, forehand: Seat) -> bool:
    """Return whether the book of hands has means at the table for the contracts that a hand may bid.

    The means at the table come from games of careful players, who know only what their seats can see.

    Args:
        game: the game.
        hand: mask of the hand.
        seat: the seat that has the hand.
        forehand: the seat left of the dealer.
    """
    from kranalyze.hand import book
    from kranalyze.hand.asking import HandQuery

    dealer = Seat((forehand - 1) % game.seats)
    return bool(book.table_figures_in_book(HandQuery(game, hand, seat=seat, dealer=dealer)))


def _is_like_call(hand: int, card: Card, other: Card | None) -> bool:
    """Return whether calling one card is as good as calling another, because the caller's suits are alike.

    The calls are equally good if both cards have the same rank, and the hand has the same ranks in the suits
    of both cards.

    Args:
        hand: mask of the caller's hand.
        card: the first card.
        other: the second card. None: no card is called, so the result is False.
    """
    if other is None or card.rank != other.rank:
        return False
    first, second = (hand >> 8 * (call.number // 8) & 0xFF for call in (card, other))
    return first == second


def _mean_of_played(
    record: Record, declarer: Seat, bids: Sequence[JudgedBid], kind: MeanKind
) -> float | None:
    """Return the mean payment to the declarer for the contract played. Return None if the mean is not known.

    Args:
        record: the record.
        declarer: the declarer of the record. The declarer's hand is known.
        bids: the bids that the declarer could have made, with their means.
        kind: whether the means of ``bids`` are at the table or with open cards.
    """
    contract, hand = record.contract_row, _hand(record, declarer)
    assert contract is not None and hand is not None
    same_bids = [b for b in bids if b.contract.id == contract.id and b.trump in (None, record.trump)]
    called = record.called if contract.party == "called" else None
    if kind == "table":
        return max((b.mean for b in same_bids), default=None)
    played_calls = None if called is None else (called,)
    mean = next((b.mean for b in same_bids if b.calls == played_calls), None)
    if mean is None and same_bids:
        # `bids` has the contract that was played, but not with the card that was called. Sample layouts to
        # find the mean with this card.
        sampled = _odds(*hand, (contract.id,), _WALKED)[0].choices
        call_means = (c.mean for c in sampled if c.call == called and c.mean is not None)
        mean = min((*call_means, max(b.mean for b in same_bids)), default=None)
    return mean


def _judged_turn_if_any(
    record: Record, seat: Seat, turn: int | None, bids: Iterable[JudgedBid],
    auctions: Sequence[CalledAuction],
) -> Iterator[JudgedTurn]:  # fmt: skip
    """Yield the judgement of a seat's turn in the auction. Yield nothing if the seat had no possible bid.

    Args:
        record: the record.
        seat: the seat.
        turn: index of the seat's call among the bids and passes, from 0. None: the auction is not recorded,
            or the seat made no call. In this case nothing is yielded.
        bids: the possible bids of the seat at this turn, in any order.
        auctions: the states of the auction, from ``_auction_states``.
    """
    best_calls = dict[tuple[str, str | None], JudgedBid]()
    for bid in sorted(bids, key=lambda b: (-b.mean, b.contract.rank or 0)):
        best_calls.setdefault((bid.contract.id, bid.trump), bid)
    if turn is not None and best_calls:
        call = _bids_and_passes(record)[turn]
        number = next(i for i, other in enumerate(record.auction) if other is call)
        may_pass = auctions[turn].contract_if_rest_pass(seat) is None
        yield JudgedTurn(seat, number, tuple(best_calls.values()), may_pass)


def _auction_states(record: Record) -> list[CalledAuction]:
    """Return the states of a record's auction: one before each bid or pass, and one after the last.

    If the record has no auction, assume a short auction: the declarer bids the contract at once. If there is
    a second declarer, the second declarer then joins this bid.
    """
    game, forehand, declarer = record.game_row, forehand_of(record), record.declarer
    calls = _bids_and_passes(record)
    numbered = _numbered_calls(game, calls)
    contract = record.contract_row
    if not calls and contract is not None and contract.rank is not None and declarer is not None:
        # If forehand is unknown, assume a forehand with which the declarer may bid the contract.
        seats = [Seat(seat) for seat in range(game.seats)] if forehand is None else [forehand]
        possible = [seat for seat in seats if declarer in bidding_seats(game, contract, seat)]
        if possible:
            forehand = possible[0]
            numbered = [(declarer, game.contracts.index(contract), number_of_suit(record.trump))]
            numbered += [] if record.second is None else [(record.second, SECOND, None)]
    return replay_auction(game, forehand or 0, numbered)


def _numbered_calls(game: Game, calls: Sequence[Call]) -> list[tuple[int, int, int | None]]:
    """Return calls in the form that ``replay_auction`` takes."""
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    numbers |= {"gut": PASS, "mit": SECOND}
    return [(call.seat, numbers[call.call], number_of_suit(call.trump)) for call in calls]


def number_of_bidding_calls(record: Record) -> int:
    """Return how many calls of a record's auction belong to the bidding. Later calls are about Contra."""
    return len(_bids_and_passes(record))


def _bids_and_passes(record: Record) -> list[Call]:
    """Return the calls of a record's auction up to the end of the bidding.

    Later calls are left out. They are Contra calls, and passes of seats that could have called Contra.
    """
    game = record.game_row
    bids = {contract.id for contract in game.contracts}
    calls = [call for call in record.auction if call.call in bids or call.call in ("gut", "mit")]
    auctions = replay_auction(game, forehand_of(record) or 0, _numbered_calls(game, calls))
    return [call for call, auction in zip(calls, auctions[:-1], strict=True) if not auction.is_over]


def _open_to_passers(record: Record, auctions: Sequence[CalledAuction]) -> dict[Seat, OpenBids]:
    """Return the contracts that each seat could have bid instead of its last pass.

    The result has only seats that passed. For a seat that becomes the declarer if all later seats pass, too,
    the result lacks the contract that the seat must then play. If the record has no auction, every seat
    counts as a seat that passed after the declarer's bid.
    """
    calls = _bids_and_passes(record)
    passers = {call.seat for call in calls if call.call == "gut"}
    last = {seat: auctions[turn] for seat in passers if (turn := _last_pass(record, seat)) is not None}
    if not calls:
        last = {Seat(seat): auctions[-1] for seat in range(record.game_row.seats)}
    bids = {
        seat: auction.possible_highest_bids(seat) - {auction.contract_if_rest_pass(seat)}
        for seat, auction in last.items()
    }
    return {seat: {None: contracts} for seat, contracts in bids.items()}


def _open_to_declarer(record: Record, declarer: Seat, auctions: Sequence[CalledAuction]) -> OpenBids:
    """Return the contracts that the declarer could have bid instead of the declarer's last bid.

    If another seat joined the declarer's bid before the declarer's last turn, only higher bids were possible.
    """
    turn = _index_of_declarers_judged_call(record, declarer, auctions)
    if not _bids_and_passes(record):
        turn = -1 if record.second is not None else 0
    auction = auctions[turn or 0]
    suits = enumerate(SUITS) if record.game_row.bidding.ties else ()
    return {
        None: auction.possible_highest_bids(declarer),
        **{letter: auction.possible_highest_bids(declarer, suit) for suit, letter in suits},
    }


def _last_pass(record: Record, seat: Seat) -> int | None:
    """Return the index of a seat's last pass among all bids and passes, from 0.

    Return None if the seat did not pass.
    """
    calls = _bids_and_passes(record)
    passes = [i for i, call in enumerate(calls) if call.seat == seat and call.call == "gut"]
    return passes[-1] if passes else None


def _index_of_declarers_judged_call(
    record: Record, declarer: Seat, auctions: Sequence[CalledAuction]
) -> int | None:
    """Find the declarer's last bid, and return the index of this bid among all bids and passes, from 0.

    If another seat joined this bid before the declarer's last turn, return the index of the declarer's
    last call instead. If the declarer only passed, return the index of the declarer's last pass. Return None
    if the declarer did not call.
    """
    calls = _bids_and_passes(record)
    turns = [i for i, call in enumerate(calls) if call.seat == declarer]
    bids = [i for i in turns if calls[i].call != "gut"]
    if turns and auctions[turns[-1]].has_highest_bid_joined_by_another(declarer):
        return turns[-1]
    return max(bids or turns, default=None)


def _hand(record: Record, seat: Seat) -> tuple[Game, int, Seat, Seat] | None:
    """Return four facts: the game, the mask of a seat's hand as dealt, the seat, and forehand's seat.

    Return None if the hand is not fully known. If forehand is unknown, assume that the seat itself is
    forehand.
    """
    game, forehand = record.game_row, forehand_of(record)
    hand = None if record.deal is None else record.deal.hand_masks[seat]
    if hand is None or hand.bit_count() != game.size:
        return None
    return game, hand, seat, seat if forehand is None else forehand


def _possible_bids(
    record: Record, seat: Seat, open_bids: OpenBids, kind: MeanKind, stop: Stop | None
) -> Iterator[JudgedBid]:
    """Yield each bid of known mean that a seat can make, with each possible called card and trump.

    Args:
        record: the record.
        seat: the seat.
        open_bids: for each trump suit, the contracts that the seat can bid with this trump (``OpenBids``).
        kind: whether means are at the table or with open cards. At the table, only one called card is
            possible for each contract: the card that the book of hands names.
        stop: event that stops the work.
    """
    if stop is not None and stop.is_set():
        raise Stopped
    if (asked := _hand(record, seat)) is None:
        return
    game = asked[0]
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    with_any_trump = set[int]().union(*open_bids.values())
    ids = [name for name in _ids_of_declarer_contracts(game) if numbers[name] in with_any_trump]
    from kranalyze.hand import book

    in_book = {contract.id for contract in book.contracts_in_book(game)}
    booked = tuple(i for i in ids if i in in_book)
    others = tuple(i for i in ids if i not in in_book)
    for answer in (*_odds(*asked, booked), *_odds(*asked, others, _SAMPLES)):
        for choice in answer.choices:
            named = game.bidding.trump and choice.trump is not None
            stands = numbers[answer.contract.id] in open_bids.get(choice.trump, open_bids[None])
            mean = answer.bid_mean if kind == "table" else choice.mean
            if mean is not None and stands and not (named and choice.trump != record.trump):
                calls = None if choice.call is None else (choice.call,)
                yield JudgedBid(answer.contract, choice.trump, calls, mean)


def _best(bids: Iterable[JudgedBid]) -> JudgedBid | None:
    """Return the bid with the greatest mean, or None if there are no bids.

    Among equally good bids, return the bid with the lowest contract.
    """
    return max(bids, key=lambda b: (b.mean, -(b.contract.rank or 0)), default=None)


@lru_cache(maxsize=4096)
def _odds(
    game: Game, hand: int, seat: Seat, forehand: Seat, contracts: tuple[str, ...], samples: int | None = None
) -> tuple[Odds, ...]:
    """Return the odds of contracts for a hand: how often each contract is made, and what it pays on average.

    The odds for play at the table (by careful players) come from the book of hands. The odds for play with
    open cards come from the book or from an exact count if possible, else from sampled layouts.

    Args:
        game: the game.
        hand: mask of the hand.
        seat: the seat that has the hand.
        forehand: the seat left of the dealer.
        contracts: ids of the contracts.
        samples: number of layouts to sample. None: the default of ``odds``.
    """
    if not contracts:
        return ()
    from kranalyze.hand import book, odds
    from kranalyze.hand.asking import HandQuery

    dealer = Seat((forehand - 1) % game.seats)
    answers = odds(
        hand, game=game, contracts=contracts, samples=samples, seat=seat, dealer=dealer, games=0, workers=1
    )
    figures = book.table_figures_in_book(HandQuery(game, hand, contracts=contracts, seat=seat, dealer=dealer))
    return tuple(replace(answer, careful=figures.get(answer.contract)) for answer in answers)
