"""Test texts for people: payments, lists, grids."""

from __future__ import annotations

from dataclasses import fields

import pytest

from kranalyze.answers.answer import Answer, OtherAction, solve
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.show.text import (
    answer_row,
    answer_text,
    contracts_by_declarer_grid,
    join_words,
    legend,
    payment,
    verdict_sentence,
)


@pytest.mark.parametrize(
    ("payoff", "unit", "text"),
    [
        ((-70, -70, 210, -70), "chips", "North, East and West pay South 70 chips each"),
        ((90, -270, 90, 90), "chips", "East pays North, South and West 90 chips each"),
        ((40, -40, 40, -40), "chips", "East and West pay 40 chips each, North and South get 40 each"),
        ((1, -1, 1, -1), "stakes", "East and West pay 1 stake each, North and South get 1 each"),
        ((0, 150, -150, 0), "chips", "South pays East 150 chips"),
        ((0, 0, 0, 0), "chips", "nobody pays"),
        ((-1, 2, -1, None), "tokens", "North and South pay East 1 token each"),
        ((-2, 1, 1, None), "tokens", "North pays East and South 1 token each"),
        ((-10, 30, -20, 0), "units", "North pays 10 units and South pays 20 units, East gets 30"),
    ],
)
def test_who_pays_whom(payoff: tuple[int | None, ...], unit: str, text: str) -> None:
    assert payment(payoff, unit) == text


def test_lists_of_words() -> None:
    assert (join_words([]), join_words(["a"]), join_words(["a", "b"])) == ("", "a", "a and b")
    assert join_words(["a", "b", "c"], "or") == "a, b or c"


#: South holds the Ace of every suit, and in clubs the King and the Queen, too.
ALL_SOUTH = "N:KQ.KQ.KQ. JT.JT.JT. A.A.A.AKQ 9.9.9.JT9"


def test_words_for_points() -> None:
    # South and North get 70 points in tricks. South registers 40 for King and Queen of clubs, the trumps.
    answer = solve(ALL_SOUTH, game="anrufen", contract="hundred", declarer="S", call="HK", trump="C")
    value = answer.value
    assert value is not None
    assert value >= 90
    assert verdict_sentence(answer).startswith(
        f"Hundred by South: can be made ({value} points), trump ♣, calling "
    )
    lost = solve(ALL_SOUTH, game="anrufen", contract="hundred", declarer="W", partner="E", trump="H")
    assert f"cannot be made ({lost.value} points, needs 100), trump ♥, calling " in verdict_sentence(lost)


def test_notes_are_shown_in_the_letters_of_the_deck() -> None:
    # The declarer holds King and Queen of clubs, his trumps, and leads one of them sooner or later.
    answer = solve(ALL_SOUTH, game="anrufen", contract="simple", declarer="S", call="HK", trump="C")
    assert OtherAction(Seat.S, "registers", "C", 40) in answer.notes
    assert "South registers 40 in C" in answer_row(answer)["notes"]
    assert "Note: South registers 40 in ♣" in answer_text(answer)
    assert "Note: South registers 40 in E" in answer_text(answer, "german")


def test_a_grid_counts_choices_it_has_no_room_for() -> None:
    row = {"contract": "all_tricks", "declarer": "N", "second": None, "leader": "N", "order": None}
    more = {"biddable": True, "makeable": True, "value": 1}
    choices = [(trump, partner) for trump in "SHDC" for partner in ("E", "S", None)]
    rows = [{**row, **more, "trump": trump, "partner": partner} for trump, partner in choices]
    text = contracts_by_declarer_grid(rows, GAMES["anrufen"])
    assert text.splitlines()[1] == "All tricks  ♠E ♠S ♠= ♥E ♥S +7"
    text = contracts_by_declarer_grid(rows[:6], GAMES["anrufen"])
    assert text.splitlines()[1] == "All tricks  ♠E ♠S ♠= ♥E ♥S ♥="


def test_a_legend_explains_only_what_is_there() -> None:
    assert legend({"yes", "no"}, called=True) == ""
    assert legend({"·"}, called=False) == "·: cannot be bid"
    assert legend({"N", "E*"}, called=True) == "N E S W: the partner; *: calling a Ten"
    assert legend({"five"}, called=False) == "five, six: tricks taken"


def test_an_object_of_a_subclass_prints_and_displays_like_its_class() -> None:
    class NamedAnswer(Answer):
        """A subclass of ``Answer``, as a user may define it."""

    answer = solve(ALL_SOUTH, game="anrufen", contract="simple", declarer="S", call="HK", trump="C")
    named = NamedAnswer(**{field.name: getattr(answer, field.name) for field in fields(answer)})
    assert str(named) == str(answer) == answer_text(answer)
    assert named._repr_html_() == answer._repr_html_()
