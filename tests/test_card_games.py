"""If games go on after a certain card, their results are close to exact expectations by enumeration.

RULINGS defines the games in the section "At the table".
"""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from careful_games import Comparison, deviations, short_record
from enumerating import all_layouts, laid_away
from kranalyze.answers.attable import TableFigures
from kranalyze.cards import CARDS, cards_of, mask_of
from kranalyze.deal import Deal, Seat
from kranalyze.hands import Hand
from kranalyze.known.advice import advice
from kranalyze.known.cardgames import card_figures, card_figures_within
from kranalyze.known.layouts import Knowledge, knowledge_of
from kranalyze.kpn import Record, read_kpn
from oracle.careful import (
    CarefulOracle,
    Choice,
    TooLongError,
    after_choice,
    lying,
    to_lay,
    turn,
    undiscarded,
)
from oracle.verdict import Seats

#: PLAYED: number of games after each card. ALL: more layouts than any short game has.
PLAYED, ALL = 4000, 100_000


def known_of(record: Record) -> Knowledge | None:
    """Return the knowledge of the seat to move in a short game. None: the program refuses the question."""
    seat = turn(record)
    if seat is None or undiscarded(record):
        return None
    after = len(record.play)
    pack = sum(record.deal.masks) | record.deal.talon.mask
    return knowledge_of(record, after, seat, cards_in_play=pack)


def in_layouts(record: Record, seat: int) -> Iterator[Record]:
    """Yield a record for each possible layout and, within a layout, for each card that may lie face down."""
    after = len(record.play)
    gone = [mask_of(m.number for m in record.play if m.seat == s) for s in range(4)]
    for *left, hidden in all_layouts(record, after, seat):
        n, e, s, w = hands = tuple(hand | cards for hand, cards in zip(left, gone, strict=True))
        away = hidden or laid_away(record)
        for laid in lying(record, seat, hands):
            pairs = tuple((Seat(who), CARDS[card]) for who, card in laid.items())
            discard = Hand(away) if away else None
            yield replace(record, deal=Deal((n, e, s, w), away), discard=discard, face_down=pairs)


def expected(record: Record, seat: int, card: int, most: int) -> dict[Seats, Fraction]:
    """Return the exact chance of each settlement after a card. All layouts are equally likely."""
    oracle = CarefulOracle(most=most)
    total: dict[Seats, Fraction] = {}
    layouts = list(in_layouts(record, seat))
    for layout in layouts:
        for pays, chance in oracle.settlements(after_choice(layout, seat, Choice((), card))).items():
            total[pays] = total.get(pays, Fraction(0)) + chance / len(layouts)
    assert sum(total.values()) == 1
    return total


def agrees(found: TableFigures, chances: dict[Seats, Fraction], seat: int) -> bool:
    """Return whether share and mean lie within 4.5 standard errors of their exact expectations."""
    return max(deviations(found, chances, seat)) <= 4.5


def compare(record: Record, most: int = 1500, layouts: int = 60) -> Comparison | None:
    """Compare figures with exact expectations, for each card of the seat to move.

    Return None if the question is refused, has more than ``layouts`` layouts, or takes the oracle too long.
    """
    known = known_of(record)
    if known is None or known.count > layouts:
        return None
    seat = int(known.seat)
    cards = [one.card.number for one in advice(known, workers=1).cards]
    try:
        chances = {card: expected(record, seat, card, most) for card in cards}
    except TooLongError:
        return None
    found = card_figures(known, cards, games=PLAYED, look=ALL, seed=1, workers=1)
    assert list(found) == cards
    distances: list[float] = []
    for card in cards:
        assert (found[card].games, found[card].look) == (PLAYED, ALL)
        distances += deviations(found[card], chances[card], seat)
        assert max(distances) <= 4.5, (record, record.play, card, found[card], chances[card])
    is_sure = all(len(amounts) == 1 for amounts in chances.values())
    kind = "laying" if to_lay(record) is not None else "sure" if is_sure else "open"
    return Comparison(kind, tuple(distances))


QUICK = [
    ("graden", 2, 10), ("graden", 3, 3), ("russbach", 2, 3), ("rufmariasch", 2, 5), ("anrufen", 2, 8),
    ("anrufen", 3, 2), ("anrufen3", 2, 8), ("anrufen3", 3, 2), ("bauernschnapsen", 2, 6),
    ("bauernschnapsen", 3, 1), ("whist", 2, 5),
]  # fmt: skip
RARE = [("graden", 4, 1), ("anrufen", 4, 1), ("anrufen3", 4, 1), ("bauernschnapsen", 4, 1), ("whist", 3, 1)]
LONG = [pytest.param(game, size, 20 * count, marks=pytest.mark.long) for game, size, count in [*QUICK, *RARE]]


@pytest.mark.parametrize(("game", "size", "count"), [*QUICK, *LONG])
def test_figures_of_cards_are_those_of_plain_enumeration(game: str, size: int, count: int) -> None:
    rng = random.Random(f"cards {game} {size} {count}")
    compared = Counter[str]()
    while sum(compared.values()) < count:
        record = short_record(rng, game, size)
        outcome = None if record is None else compare(record)
        compared.update([outcome.kind] if outcome else [])
    assert count < 8 or compared["open"]


@pytest.mark.parametrize(
    "who",
    [pytest.param("first", marks=pytest.mark.long), pytest.param("second", marks=pytest.mark.long), "third"],
)
def test_two_bettlers_and_their_cards_that_lie_face_down(who: str) -> None:
    """The first bidder lays a card face down before the second does. The second bidder does not see it.

    The other players do not see the card of the second bidder.
    """
    rng = random.Random(f"laid {who}")
    compared = 0
    while compared < 2:
        record = short_record(rng, "graden", 2, rng.choice(("bettler", "plauderer")))
        if record is None or record.second is None:
            continue
        first = int(record.declarer)
        if who == "third":
            seat = turn(record)
            if not 0 < len(record.play) < 4 or seat in (first, record.second):
                continue
            if record.second in {move.seat for move in record.play}:
                continue
        else:
            own = rng.choice(list(cards_of(record.deal.mask(first))))
            laid = () if who == "first" else ((Seat(first), CARDS[own]),)
            record = replace(record, play=(), face_down=laid)
        outcome = compare(record, 20_000, layouts=90)
        compared += outcome is not None and outcome.kind in ("laying", "open")


def test_with_one_layout_left_the_table_is_double_dummy() -> None:
    """If only one layout is possible, the figures of a card are those of play with open cards.

    In a Plauderer all hands lie open from trick 2 on. In other games one layout is left near the end.
    """
    rng = random.Random("one layout")
    compared = Counter[str]()
    while min(compared["plauderer"], compared["last"]) < 10:
        last = rng.random() < 0.7
        record = short_record(rng, rng.choice(("graden", "anrufen", "bauernschnapsen")), 3) if last else None
        record = record if last else short_record(rng, "graden", 3, "plauderer")
        if record is None or turn(record) is None or undiscarded(record):
            continue
        known = known_of(record)
        if known is None or known.count != 1 or (not last and len(record.play) < 4):
            continue
        found = card_figures(known, legal_cards(known), games=20, look=3, workers=1)
        for one in advice(known, workers=1).cards:
            figures = found[one.card.number]
            assert (figures.share, figures.mean) == (one.share, one.mean), (record, record.play, one)
        compared["last" if last else "plauderer"] += 1


def legal_cards(known: Knowledge) -> list[int]:
    return [one.card.number for one in advice(known, floor=False, workers=1).cards]


def test_the_words_of_the_record_are_said_with_the_card() -> None:
    """In Rußbach, a seat makes its recorded announcements with whichever card it plays."""
    rng = random.Random("words")
    compared = 0
    while compared < 3:
        record = short_record(rng, "russbach", 2)
        if record is None or not 0 < len(record.play) < 4 or turn(record) is None:
            continue
        speaker = record.play[-1].seat
        before = replace(record, play=record.play[:-1])
        if not any(word.seat == speaker for word in record.announce) or turn(before) != speaker:
            continue
        pack = sum(record.deal.masks)
        known = knowledge_of(record, len(before.play), speaker, cards_in_play=pack)
        if known.count > 20:
            continue
        card = record.play[-1].number
        said = tuple(word for word in record.announce if word.seat == speaker)
        total: dict[Seats, Fraction] = {}
        layouts = list(in_layouts(before, speaker))
        try:
            for layout in layouts:
                spoken = replace(layout, play=record.play, announce=record.announce)
                for pays, chance in CarefulOracle(most=2500).settlements(spoken).items():
                    total[pays] = total.get(pays, Fraction(0)) + chance / len(layouts)
        except TooLongError:
            continue
        found = card_figures(known, [card], games=PLAYED, look=ALL, workers=1)[card]
        assert said and agrees(found, total, speaker), (record, record.play, found, total)
        compared += 1


def test_figures_do_not_depend_on_workers_or_on_the_other_cards() -> None:
    record = read_kpn("single-dummy.kpn").records[0]
    known = knowledge_of(record, 4, record.play[4].seat)
    cards = legal_cards(known)
    assert len(cards) > 1
    whole = card_figures(known, cards, games=60, look=9, seed=7, workers=1)
    assert card_figures(known, cards, games=60, look=9, seed=7, workers=3) == whole
    assert card_figures(known, cards[1:2], games=60, look=9, seed=7)[cards[1]] == whole[cards[1]]
    assert card_figures(known, cards, games=60, look=9, seed=8, workers=3) != whole


def test_a_time_limit_gives_as_many_games_as_it_allows() -> None:
    record = read_kpn("single-dummy.kpn").records[0]
    known = knowledge_of(record, 4, record.play[4].seat)
    cards = legal_cards(known)
    few, more, same = (
        card_figures_within(known, cards, estimated_core_milliseconds=ms, look=16, workers=n)
        for ms, n in ((5, 1), (60, 1), (60, 2))
    )
    assert 1 <= few[cards[0]].games < more[cards[0]].games and more == same
    assert len({figures.games for figures in more.values()}) == 1
