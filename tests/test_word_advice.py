"""Advice on words of trick 1 agrees with exact chances from plain enumeration (RULINGS: at the table)."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

import kranalyze
from careful_games import Comparison, deviations, short_record
from kranalyze.cards import number_of_suit
from kranalyze.known.layouts import knowledge_of
from kranalyze.known.wordgames import Words, word_figures, words_allowed
from kranalyze.kpn import Record
from oracle.careful import (
    CarefulOracle,
    Choice,
    TooLongError,
    after_choice,
    best,
    options_of,
    turn,
    undiscarded,
)
from oracle.careful import words_of as oracle_words
from oracle.said import Said
from oracle.verdict import Seats
from running import run
from test_card_games import in_layouts, known_of

#: Number of games after each choice of words, and a number larger than that of the possible layouts.
PLAYED, ALL = 3000, 100_000


def as_said(words: Words) -> frozenset[Said]:
    """Return words of the program in the form of the oracle."""
    return frozenset(
        Said(
            int(word.seat), "all_tricks" if word.what == "all" else word.what, number_of_suit(word.suit),
            word.level,
        )
        for word in words
    )


def sayings(record: Record, seat: int) -> list[tuple[Said, ...]]:
    """Return all sets of words that a seat may say. In Rufmariasch it may also keep a marriage to itself."""
    listed = list(oracle_words(record, seat))
    if record.game != "rufmariasch":
        return listed
    return [words for size in range(len(listed[0]) + 1) for words in combinations(listed[0], size)]


def expected(record: Record, seat: int, words: tuple[Said, ...], most: int) -> dict[Seats, Fraction]:
    """Return chances of settlements if a seat says words and plays the card with the best mean settlement."""
    oracle = CarefulOracle(most=most)
    cards = dict.fromkeys(option.card for option in options_of(record, seat))
    options = [Choice(words, card) for card in cards]
    choices = best(oracle.means(record, seat, options))
    layouts = list(in_layouts(record, seat))
    total: dict[Seats, Fraction] = {}
    for layout in layouts:
        for choice, chance in choices.items():
            for pays, share in oracle.settlements(after_choice(layout, seat, choice)).items():
                total[pays] = total.get(pays, Fraction(0)) + chance * share / len(layouts)
    assert sum(total.values()) == 1
    return total


def compare(record: Record, most: int = 2500, layouts: int = 60) -> Comparison | None:
    """Check for all words of the seat to move that their figures agree with exact chances.

    Return None if the seat has no choice of words, or the comparison would take too long.
    """
    if undiscarded(record) or turn(record) is None:
        return None
    seats = 3 if record.game == "anrufen3" else 4
    if len(record.play) >= seats:
        return None
    known = known_of(record)
    if known is None or known.count > layouts:
        return None
    seat = int(known.seat)
    wanted = sayings(record, seat)
    allowed = words_allowed(known)
    listed = {frozenset(words) for words in wanted} if len(wanted) > 1 else set()
    assert {as_said(words) for words in allowed} == listed
    if not allowed:
        return None
    try:
        chances = {frozenset(words): expected(record, seat, words, most) for words in wanted}
    except TooLongError:
        return None
    found = word_figures(known, games=PLAYED, look=ALL, seed=1, workers=1)
    distances: list[float] = []
    for words, figures in found.items():
        assert (figures.games, figures.look) == (PLAYED, ALL)
        distances += deviations(figures, chances[as_said(words)], seat)
        assert max(distances) <= 4.5, (record, record.play, words, figures, chances[as_said(words)])
    return Comparison("words", tuple(distances))


@pytest.mark.parametrize(("game", "size", "count"), [
    ("russbach", 2, 2), ("rufmariasch", 2, 2), ("anrufen", 2, 5), ("anrufen3", 2, 4),
    pytest.param("russbach", 2, 20, marks=pytest.mark.long),
    pytest.param("anrufen", 3, 10, marks=pytest.mark.long),
])  # fmt: skip
def test_figures_of_words_are_those_of_plain_enumeration(game: str, size: int, count: int) -> None:
    rng = random.Random(f"words {game} {size}")
    compared = 0
    while compared < count:
        record = short_record(rng, game, size)
        compared += record is not None and compare(record) is not None


def test_partners_raise_and_opponents_say_contra() -> None:
    record = kranalyze.read_kpn("simulated-log.kpn").records[51]
    assert record.game == "anrufen" and record.contract == "simple"
    declarer, partner = record.declarer, record.deal.holder(record.called)
    for after, move in enumerate(record.play[:4]):
        allowed = words_allowed(knowledge_of(record, after, move.seat))
        texts = {", ".join(word.what for word in words) for words in allowed}
        if move.seat == declarer:
            assert texts == set()
        elif move.seat == partner:
            assert texts == {"", "raise"}
        else:
            assert texts in ({"", "contra"}, set())


def test_the_words_of_a_seat_do_not_depend_on_workers_or_on_hidden_cards() -> None:
    record = kranalyze.read_kpn("simulated-log.kpn").records[44]
    seat = record.play[0].seat
    known = knowledge_of(record, 0, seat)
    figures = [word_figures(known, games=3, look=3, seed=4, workers=n) for n in (1, 3)]
    assert figures[0] == figures[1] and len(figures[0]) == 8
    other = next(deal for deal in known.sample(5) if deal != record.deal)
    hidden = kranalyze.new_record(
        game="russbach", deal=other, contract="simple", declarer=record.declarer,
        call=record.called, leader=seat,
    )  # fmt: skip
    assert word_figures(knowledge_of(hidden, 0, seat), games=3, look=3, seed=4) == figures[0]


def test_rows_and_text_show_words_beside_the_cards() -> None:
    asked = ("advise", "simulated-log.kpn", "--board", "45", "--after", "0", "--games", "2", "--look", "2")
    rows = run(*asked, "--json").rows
    words = [row["words"] for row in rows if row["card"] is None]
    assert words[0] == "nothing" and "40 C, 100" in words and len(words) == 8
    assert all(row["words"] is None for row in rows[:-8])
    assert all(row["share"] is None and row["careful_games"] == 2 for row in rows[-8:])
    text = run(*asked).out
    assert "What West may say now" in text and "40 C, 100" in text
    later = run("advise", "simulated-log.kpn", "--board", "45", "--after", "4", *asked[6:], "--json").rows
    assert all(row["card"] for row in later)
    none = run(*asked[:6], "--games", "0", "--json").rows
    assert all(row["card"] for row in none)
