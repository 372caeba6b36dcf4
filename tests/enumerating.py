"""The possible layouts of a situation, from the words of RULINGS (single dummy): place, replay, keep.

Each card that a seat does not see is put into each place that the seat cannot see. Then the record is
replayed. A layout is kept if it breaks none of the six clauses and fits the open hands. Nothing is deduced.
"""
# mypy: no-strict-optional

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import factorial, prod

from kranalyze.cards import SUITS, card, cards_of, mask_of, number_of_suit, suit_mask
from kranalyze.kpn import Record
from oracle.asked import NO_TRUMP
from oracle.play import legal, play_rules, winner

#: What N E S W still hold, and the discard where the seat does not see it (else 0).
Layout = tuple[int, int, int, int, int]

_HIDDEN = 4

#: King and Queen of each suit.
_COUPLE = [1 << card(s, 5) | 1 << card(s, 6) for s in range(4)]

#: Bids that need King and Queen of a suit.
_NEEDS_COUPLE = ("hundert", "hundert_letzten", "hundertermord")

_allowed = lru_cache(1 << 16)(legal)


def laid_away(record: Record) -> int:
    """The cards laid away as a mask; 0: none are known."""
    return 0 if record.discard is None else record.discard.mask


def laid_face_down(record: Record) -> tuple[tuple[int, int], ...]:
    """The cards laid face down, as numbers, each with its seat."""
    return tuple((int(seat), card.number) for seat, card in record.face_down)


def hands_before_play(record: Record) -> list[int]:
    """The true hands N E S W when the first card was played: after talon and discard."""
    hands = list(record.deal.masks)
    if record.discard:
        hands[record.declarer] = (hands[record.declarer] | record.deal.talon_mask) & ~laid_away(record)
    return hands


def rooms_of(record: Record, after: int, seat: int) -> dict[int, int]:
    """The places that a seat cannot see, each with the number of its cards."""
    left = left_after(record, after, hands_before_play(record))
    rooms = {s: hand.bit_count() for s, hand in enumerate(left) if s != seat and hand}
    if record.discard and seat != record.declarer:
        rooms[_HIDDEN] = len(record.discard)
    return rooms


def placements(record: Record, after: int, seat: int) -> int:
    """In how many ways the unseen cards can be placed, possible or not."""
    rooms = rooms_of(record, after, seat).values()
    return factorial(sum(rooms)) // prod(factorial(n) for n in rooms)


def left_after(record: Record, after: int, hands: list[int]) -> list[int]:
    """Return the cards that the hands still hold after the first ``after`` cards."""
    return [
        hand & ~mask_of(m.number for m in record.play[:after] if m.seat == s) for s, hand in enumerate(hands)
    ]


def all_layouts(record: Record, after: int, seat: int) -> Iterator[Layout]:
    """The possible layouts of a record after some cards, as a seat sees it."""
    true = hands_before_play(record)
    left = left_after(record, after, true)
    gone = [hand & ~rest for hand, rest in zip(true, left, strict=True)]
    rooms = rooms_of(record, after, seat)
    unseen = mask_of(c for place in rooms for c in cards_of([*left, laid_away(record)][place]))
    for placed in _place(unseen, list(rooms.items())):
        layout = [left[s] if s == seat else placed.get(s, 0) for s in range(4)]
        before = [hand | cards for hand, cards in zip(layout, gone, strict=True)]
        if possible(record, after, before) and _open_hands_are_as_seen(record, after, before):
            n, e, s, w = layout
            yield n, e, s, w, placed.get(_HIDDEN, 0)


def _place(cards: int, rooms: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    if not rooms:
        yield {}
        return
    (place, size), *others = rooms
    for chosen in combinations(cards_of(cards), size):
        mask = mask_of(chosen)
        for rest in _place(cards & ~mask, others):
            yield {place: mask, **rest}


def possible(record: Record, after: int, hands: list[int]) -> bool:
    """Return whether bids, words and the first ``after`` cards are possible with these hands before play."""
    return (
        _bids_were_held(record, hands)
        and _called_card_is_elsewhere(record, hands)
        and _declared_marriages_were_held(record, after, hands)
        and _words_were_allowed(record, after, hands)
        and _every_card_was_legal(record, after, hands)
        and _registered(record, after, hands) == _registered(record, after, hands_before_play(record))
    )


def _open_hands_are_as_seen(record: Record, after: int, hands: list[int]) -> bool:
    """Plauderer: from trick 2 on everybody knows the hands of those who did not bid it."""
    if record.contract != "plauderer" or after < 4:
        return True
    true = hands_before_play(record)
    return all(hands[s] == true[s] for s in range(4) if s not in (record.declarer, record.second))


def _every_card_was_legal(record: Record, after: int, hands: list[int]) -> bool:
    """Clause 1."""
    rules = play_rules(record.game_row, record.question)
    laid = () if record.second is None else (record.declarer, record.second)
    held = list(hands)
    trick: list[int] = []
    for move in record.play[:after]:
        if move.turn == 1:
            trick = []
        free = move.trick == 1 and move.seat in laid
        may = held[move.seat] if free else _allowed(held[move.seat], tuple(trick), rules)
        if not may >> move.number & 1:
            return False
        held[move.seat] &= ~(1 << move.number)
        trick.append(move.number)
    return True


def _bids_were_held(record: Record, hands: list[int]) -> bool:
    """Clause 2."""
    bids = [(record.declarer, record.contract), *((call.seat, call.call) for call in record.auction)]
    for seat, bid in bids:
        if bid in _NEEDS_COUPLE and all(hands[seat] & both != both for both in _COUPLE):
            return False
        if bid == "herrengang" and not any((hands[seat] & suit_mask(s)).bit_count() == 5 for s in range(4)):
            return False
        if bid == "herrenschnapser":
            trumps = hands[seat] & suit_mask(SUITS.index(record.trump))
            if trumps.bit_count() != 5:
                return False
    if record.game == "bauernschnapsen" and record.trump is not None:
        forehand = record.forehand
        if forehand is None and record.question.trump is not None:
            forehand = record.leader  # in every contract with a trump forehand leads
        if forehand is not None and not hands[forehand] & suit_mask(SUITS.index(record.trump)):
            return False
    return True


def _declared_marriages_were_held(record: Record, after: int, hands: list[int]) -> bool:
    """Clause 3, its first half: who has played to trick 1 has spoken, the others have not."""
    heard = {move.seat for move in record.play[:after]}
    return all(
        hands[said.seat] & _COUPLE[SUITS.index(said.suit)] == _COUPLE[SUITS.index(said.suit)]
        for said in record.announce
        if said.what == "marriage" and said.seat in heard
    )


def _words_were_allowed(record: Record, after: int, hands: list[int]) -> bool:
    """Clause 5: who raised holds the called card, who said Contra does not; both have played to trick 1."""
    heard = {move.seat for move in record.play[:after]}
    words = [said for said in record.announce if said.seat in heard and said.what in ("raise", "contra")]
    if record.game != "anrufen" or record.called is None:
        return True
    return all(
        said.seat != record.declarer
        and (hands[said.seat] >> record.called.number & 1) == (said.what == "raise")
        for said in words
    )


def _registered(record: Record, after: int, hands: list[int]) -> list[bool]:
    """Clauses 3 (its second half) and 6: for each King or Queen led, whether it registers a marriage."""
    return [
        left_after(record, i, hands)[move.seat] & _COUPLE[move.number // 8] == _COUPLE[move.number // 8]
        for i, move in enumerate(record.play[:after])
        if move.turn == 1
        and move.number % 8 in (5, 6)
        and _may_register(record, move.seat, move.trick)
        and not rufer_is_over(record, i)
    ]


def rufer_is_over(record: Record, after: int) -> bool:
    """Whether a side has 66 in a Rufer after so many cards, by the true hands: what counts all have seen."""
    if record.contract != "rufer":
        return False
    rules = play_rules(record.game_row, record.question)
    values = (0, 0, 0, 10, 2, 3, 4, 11)  # of 7 8 9 T J Q K A
    points, pending, taken = [0, 0], [0, 0], [False, False]
    for i in range(0, after, 4):
        trick, side = record.play[i : i + 4], record.play[i].seat % 2
        led, held = trick[0].number, left_after(record, i, hands_before_play(record))[trick[0].seat]
        couple = _COUPLE[led // 8]
        if couple >> led & 1 and held & couple == couple and _may_register(record, trick[0].seat, i // 4 + 1):
            worth = 40 if led // 8 == number_of_suit(record.trump) else 20
            counted = points if taken[side] else pending
            counted[side] += worth
        if max(points) >= 66:
            return True
        if i + 4 > after:
            break
        best = winner([move.number for move in trick], rules)
        side = trick[best].seat % 2
        taken[side] = True
        points[side] += sum(values[move.number % 8] for move in trick) + pending[side]
        pending[side] = 0
        if max(points) >= 66:
            return True
    return False


def _may_register(record: Record, seat: int, trick: int) -> bool:
    if record.game in ("anrufen", "anrufen3"):
        return (record.game, record.contract) not in NO_TRUMP
    if record.game != "bauernschnapsen" or (trick == 1 and record.rules.get("opening_marriage") != "pending"):
        return False
    if record.contract in ("schnapser", "kontraschnapser"):
        return seat == record.declarer
    return record.contract == "rufer"


def _called_card_is_elsewhere(record: Record, hands: list[int]) -> bool:
    """Clause 4."""
    own_may_be_called = record.game != "graden" or record.rules.get("call_own") == "yes"
    if record.called is None or own_may_be_called:
        return True
    return not hands[record.declarer] >> record.called.number & 1
