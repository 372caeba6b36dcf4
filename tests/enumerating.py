"""Layouts the plain way, from RULINGS alone: place the cards in every way, replay the record in each.

Nothing here knows the code that it is held against (kranalyze.known).
"""
# mypy: no-strict-optional

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kranalyze.cards import card, cards_of, mask_of, pack_mask, suit_of
from kranalyze.kpn import Record
from kranalyze.play import play_rules
from oracle.table import IllegalPlay, replay

#: A layout: the cards still held by N E S W, and those laid away if the seat does not know them.
Layout = tuple[int, int, int, int, int]

_K, _Q = 6, 5
_NEED_MARRIAGE = ("hundert", "hundert_letzten", "hundertermord")
_REGISTER = ("rufer", "schnapser", "kontraschnapser")


def hands_before_play(record: Record) -> list[int]:
    """The hands of the record's own deal, the talon taken and the discard laid away."""
    hands = list(record.deal.masks)
    if record.game == "anrufen3":
        hands[record.declarer] = (hands[record.declarer] | record.deal.talon) & ~record.discard
    return hands


def all_layouts(record: Record, after: int, seat: int, pack: int | None = None) -> Iterator[Layout]:
    """Every possible layout as a seat sees it after so many cards; the record must know all hands."""
    true = hands_before_play(record)
    moves = record.play[:after]
    played = [mask_of(m.card for m in moves if m.seat == s) for s in range(4)]
    own_discard = record.discard or 0 if seat == record.declarer else 0
    known = true[seat] | own_discard | mask_of(m.card for m in moves)
    if pack is None:
        pack = sum(true) if record.game == "whist" else pack_mask(record.game_row.pack)
    hidden = list(cards_of(pack & ~known))
    seats = [s for s in range(record.game_row.seats) if s != seat]
    rooms = [(true[s] & ~played[s]).bit_count() for s in seats]
    if record.game == "anrufen3" and seat != record.declarer:
        seats, rooms = [*seats, 4], [*rooms, 3]
    for parts in _parts(hidden, rooms):
        places = [0, 0, 0, 0, 0]
        places[seat] = true[seat] & ~played[seat]
        for place, part in zip(seats, parts, strict=True):
            places[place] = part
        before = [places[s] | played[s] for s in range(4)]
        if possible(record, after, before):
            yield tuple(places)  # type: ignore[misc]


def _parts(cards: list[int], rooms: list[int]) -> Iterator[tuple[int, ...]]:
    if len(rooms) == 1:
        yield (mask_of(cards),)
        return
    for some in combinations(cards, rooms[0]):
        rest = [c for c in cards if c not in some]
        for others in _parts(rest, rooms[1:]):
            yield (mask_of(some), *others)


def possible(record: Record, after: int, hands: list[int]) -> bool:
    """Whether all that happened in the first ``after`` cards could have happened with these hands."""
    return (
        _bids(record, hands)
        and _called(record, hands)
        and _declared(record, after, hands)
        and _legal(record, after, hands)
        and _registered(record, after, hands) == _registered(record, after, hands_before_play(record))
    )


def _couple(hand: int, suit: int) -> bool:
    return bool(hand >> card(suit, _K) & 1 and hand >> card(suit, _Q) & 1)


def _bids(record: Record, hands: list[int]) -> bool:
    """RULINGS, layouts, 2."""
    bids = [(c.seat, c.call) for c in record.auction] + [(record.declarer, record.contract)]
    for seat, contract in bids:
        if contract in _NEED_MARRIAGE and not any(_couple(hands[seat], s) for s in range(4)):
            return False
        if contract == "herrengang" and len({suit_of(c) for c in cards_of(hands[seat])}) > 1:
            return False
        if contract == "herrenschnapser" and {suit_of(c) for c in cards_of(hands[seat])} != {record.trump}:
            return False
    if record.game == "bauernschnapsen" and record.trump is not None:
        forehand = record.leader if record.dealer is None else (record.dealer + 1) % 4
        return any(suit_of(c) == record.trump for c in cards_of(hands[forehand]))
    return True


def _called(record: Record, hands: list[int]) -> bool:
    """RULINGS, layouts, 4."""
    if record.called is None or record.game != "graden" or record.rules["call_own"] == "yes":
        return True
    return not hands[record.declarer] >> record.called & 1


def _declared(record: Record, after: int, hands: list[int]) -> bool:
    """RULINGS, layouts, 3: marriages declared at the own turn of trick 1."""
    spoken = {m.seat for m in record.play[:after]}
    return all(
        _couple(hands[a.seat], a.suit) for a in record.announce if a.what == "marriage" and a.seat in spoken
    )


def _legal(record: Record, after: int, hands: list[int]) -> bool:
    """RULINGS, layouts, 1."""
    face_down = {}
    if record.second is not None:
        bidders = (record.declarer, record.second)
        face_down = {m.seat: m.card for m in record.play[:after] if m.trick == 1 and m.seat in bidders}
    rules = play_rules(record.game_row.under(record.rules), record.question)
    try:
        replay(hands, record.leader, [m.card for m in record.play[:after]], rules, face_down)  # type: ignore[arg-type]
    except IllegalPlay:
        return False
    return True


def _registered(record: Record, after: int, hands: list[int]) -> list[tuple[int, int]]:
    """The marriages registered by leading King or Queen: the number of the card, and its suit."""
    if record.game in ("anrufen", "anrufen3"):
        if record.contract == "no_tricks":
            return []
    elif record.contract not in _REGISTER:
        return []
    held, found = list(hands), []
    for i, move in enumerate(record.play[:after]):
        leads = move.turn == 1 and move.card % 8 in (_K, _Q)
        if record.game == "bauernschnapsen":
            leads = leads and (move.trick > 1 or record.rules["opening_marriage"] == "pending")
            leads = leads and (record.contract == "rufer" or move.seat == record.declarer)
        if leads and _couple(held[move.seat], suit_of(move.card)):
            found.append((i, suit_of(move.card)))
        held[move.seat] &= ~(1 << move.card)
    return found
