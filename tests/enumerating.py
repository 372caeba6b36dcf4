"""Enumerate the possible layouts of a situation, as RULINGS (single dummy) defines them.

The cards that a seat does not see are put in every way into the places that the seat cannot see. Then the
record is replayed. A layout is kept if it breaks none of the six clauses of RULINGS and fits the hands that
lie open. The program deduces nothing.
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

#: The cards that N, E, S and W still hold, and the discard (0 if the seat sees the discard or there is none).
Layout = tuple[int, int, int, int, int]

_HIDDEN = 4

#: King and Queen of each suit.
_COUPLE = [1 << card(s, 5) | 1 << card(s, 6) for s in range(4)]

#: Bids that need King and Queen of a suit.
_NEEDS_COUPLE = ("hundert", "hundert_letzten", "hundertermord")

_allowed = lru_cache(1 << 16)(legal)


def laid_away(record: Record) -> int:
    """Return the discarded cards as a mask; 0: no discarded cards are known."""
    return 0 if record.discard is None else record.discard.mask


def laid_face_down(record: Record) -> tuple[tuple[int, int], ...]:
    """Return the cards laid face down, each as a pair: the seat and the number of the card."""
    return tuple((int(seat), card.number) for seat, card in record.face_down)


def hands_before_play(record: Record) -> list[int]:
    """Return the true hands N E S W just before the first card: talon taken, discard laid away."""
    hands = list(record.deal.masks)
    if record.discard:
        hands[record.declarer] = (hands[record.declarer] | record.deal.talon_mask) & ~laid_away(record)
    return hands


def rooms_of(record: Record, after: int, seat: int) -> dict[int, int]:
    """Return, for each place that a seat cannot see, the number of cards in the place."""
    left = left_after(record, after, hands_before_play(record))
    rooms = {s: hand.bit_count() for s, hand in enumerate(left) if s != seat and hand}
    if record.discard and seat != record.declarer:
        rooms[_HIDDEN] = len(record.discard)
    return rooms


def placements(record: Record, after: int, seat: int) -> int:
    """Return the number of ways to place the unseen cards, whether these layouts are possible or not."""
    rooms = rooms_of(record, after, seat).values()
    return factorial(sum(rooms)) // prod(factorial(n) for n in rooms)


def left_after(record: Record, after: int, hands: list[int]) -> list[int]:
    """Return the cards that the hands still hold after the first ``after`` cards."""
    return [
        hand & ~mask_of(m.number for m in record.play[:after] if m.seat == s) for s, hand in enumerate(hands)
    ]


def all_layouts(record: Record, after: int, seat: int) -> Iterator[Layout]:
    """Yield the layouts that a seat must consider possible after the first ``after`` cards of a record."""
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
    """Return whether hands that everybody sees are the true ones.

    In Plauderer, from trick 2 on, everybody sees the hands of the players who did not bid it.
    """
    if record.contract != "plauderer" or after < 4:
        return True
    true = hands_before_play(record)
    return all(hands[s] == true[s] for s in range(4) if s not in (record.declarer, record.second))


def _every_card_was_legal(record: Record, after: int, hands: list[int]) -> bool:
    """Return whether clause 1 holds: every card played was legal for the hand it came from."""
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
    """Return whether clause 2 holds: bidders held the cards that their bids need, forehand held a trump."""
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
            forehand = record.leader  # forehand leads every contract that has a trump
        if forehand is not None and not hands[forehand] & suit_mask(SUITS.index(record.trump)):
            return False
    return True


def _declared_marriages_were_held(record: Record, after: int, hands: list[int]) -> bool:
    """Return whether the first half of clause 3 holds: players held the marriages that they declared.

    Only players who have already played to trick 1 have declared anything.
    """
    heard = {move.seat for move in record.play[:after]}
    return all(
        hands[said.seat] & _COUPLE[SUITS.index(said.suit)] == _COUPLE[SUITS.index(said.suit)]
        for said in record.announce
        if said.what == "marriage" and said.seat in heard
    )


def _words_were_allowed(record: Record, after: int, hands: list[int]) -> bool:
    """Return whether clause 5 holds: each raiser has the called card, and no seat that said Contra has it.

    Only players who have already played to trick 1 have said anything.
    """
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
    """Return for each led King or Queen that may register a marriage, whether it registers one.

    The checks of the second half of clause 3 and of clause 6 use the result.
    """
    return [
        left_after(record, i, hands)[move.seat] & _COUPLE[move.number // 8] == _COUPLE[move.number // 8]
        for i, move in enumerate(record.play[:after])
        if move.turn == 1
        and move.number % 8 in (5, 6)
        and _may_register(record, move.seat, move.trick)
        and not rufer_is_over(record, i)
    ]


def rufer_is_over(record: Record, after: int) -> bool:
    """Return whether a side has 66 points in a Rufer after the first ``after`` cards.

    The function uses the true hands. This is allowed, because everybody has seen all points that count.
    """
    if record.contract != "rufer":
        return False
    rules = play_rules(record.game_row, record.question)
    values = (0, 0, 0, 10, 2, 3, 4, 11)  # the points of 7 8 9 T J Q K A
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
    """Return whether clause 4 holds: the declarer lacks the called card, unless he may call an own card."""
    own_may_be_called = record.game != "graden" or record.rules.get("call_own") == "yes"
    if record.called is None or own_may_be_called:
        return True
    return not hands[record.declarer] >> record.called.number & 1
