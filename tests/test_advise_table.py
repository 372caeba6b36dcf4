"""Advice has two answers for each card: play with open cards, and play of careful players at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import kranalyze
from kranalyze.analysis.board import Position
from kranalyze.answers.attable import CAREFUL_COLUMNS, TableFigures
from kranalyze.arguments import ArgumentError
from kranalyze.show.advicetext import advice_text
from running import run

DEAL = "N:- - AKJ.AQ.T. -"
MARCH: tuple[Any, ...] = ("advise", DEAL, "--contract", "durchmarsch", "--declarer", "S", "--call", "DA")
SENTENCE = "At the table careful players see only what their seats can know; with open cards everybody sees"


def test_every_card_has_both_answers() -> None:
    rows = run(*MARCH, "--games", 30, "--look", 5, "--json").rows
    assert len(rows) == 6 and all(list(row)[-8:] == list(CAREFUL_COLUMNS) for row in rows)
    for row in rows:
        assert (row["careful_games"], row["careful_look"]) == (30, 5)
        assert row["careful_low"] <= row["careful_share"] <= row["careful_high"]
        # 40 chips are won or lost.
        assert row["careful_mean"] == pytest.approx(80 * row["careful_share"] - 40)
        assert row["careful_mean_low"] == pytest.approx(80 * row["careful_low"] - 40)
    cells = run(*MARCH, "--games", 30, "--look", 5, "--format", "csv").out.splitlines()
    assert cells[0].endswith(",".join(CAREFUL_COLUMNS)) and len(cells) == 7


def test_no_games_leave_open_cards_alone() -> None:
    rows = run(*MARCH, "--games", 0, "--json").rows
    assert all(row[name] is None for row in rows for name in CAREFUL_COLUMNS)
    text = run(*MARCH, "--games", 0).out
    assert "at table" not in text and SENTENCE not in text and "wins" in text


def test_the_text_says_how_the_answers_differ() -> None:
    for more in ((), ("--exact", "--play", "SA S9 ST CQ HA H9 HT HJ")):
        text = run(*MARCH, *more, "--games", 40, "--look", 6).out
        assert text.count(SENTENCE) == 1 and "40 games were played after each card" in text.replace("\n", " ")
        head = next(line for line in text.splitlines() if "at table" in line)
        assert head.split()[:3] == ["card", "at", "table"] and "open cards" in head
        assert max(map(len, text.splitlines())) <= 100


def test_rows_name_file_and_board_of_their_game() -> None:
    """Each row names its file and board. A test for a former bug: the rows did not name them."""
    asked = ("advise", "single-dummy.kpn", "--after", 20, "--games", 0)
    rows = run(*asked, "--json").rows
    boards = [row["board"] for row in rows]
    # A seat holds at most two cards after 20 cards.
    assert set(boards) == {"1", "2", "3", "4"} and max(map(boards.count, boards)) <= 2
    assert [*rows[0]][:3] == ["file", "board", "game"] and rows[0]["file"] == "single-dummy.kpn"
    head, *lines = run(*asked, "--format", "csv").out.splitlines()
    assert head.startswith("file,board,game,") and len(lines) == len(rows)
    [typed] = {(row["file"], row["board"]) for row in run(*MARCH, "--games", 0, "--json").rows}
    assert typed == ("<deal>", None)


def with_games(open_means: list[float], won: list[int]) -> str:
    """Return the text of advice on three cards.

    Args:
        open_means: mean payment of each card if all hands are open.
        won: how many of 100 games each card wins at the table. A game wins or loses 40 chips.
    """
    found = kranalyze.advise(DEAL, contract="durchmarsch", declarer="S", call="DA", limit=1, games=0)
    shown = []
    best = max(open_means)
    for choice, mean, games in zip(found.cards, open_means, won, strict=False):
        careful = TableFigures(256, 100, games, (2 * games - 100) * 40, 100 * 40**2, (-40, 40))
        shown.append(choice._replace(mean=mean, best=mean == best, careful=careful))
    return " ".join(advice_text(replace(found, cards=tuple(shown))).split())


def test_the_best_cards_of_both_answers_are_marked() -> None:
    """The text marks the best card of each answer. The three cards are the Jack, King and Ace of spades."""
    same = with_games([10.0, 20.0, 5.0], [20, 90, 10])
    assert "♠K best 90.0%" in same and "♠J 20.0%" in same
    assert "best: the greatest mean, with open cards and at the table." in same
    other = with_games([10.0, 20.0, 5.0], [90, 20, 10])
    assert "♠K best open 20.0%" in other and "♠J best table 90.0%" in other
    assert (
        "best open: the greatest mean with open cards, by which careful players choose. best table: the "
        "greatest mean at the table." in other
    )
    assert "not clearly worse" not in other and "--games N" not in other
    close = with_games([10.0, 20.0, 5.0], [90, 88, 10])
    assert "At the table ♠K is not clearly worse; --games N plays more." in close


def test_the_python_functions_play_the_same_games() -> None:
    asked: dict[str, Any] = {"contract": "durchmarsch", "declarer": "S", "call": "DA"}
    found = kranalyze.advise(DEAL, **asked, games=20, look=4, seed=3, workers=1)
    again = kranalyze.advise(DEAL, **asked, games=20, look=4, seed=3, workers=3)
    assert found.cards == again.cards
    careful = [choice.careful for choice in found.cards]
    assert all(figures is not None and figures.games == 20 for figures in careful)
    record = kranalyze.read_kpn("simulated-log.kpn").records[1]
    at = Position.of_record(record, 20)
    assert at.advise(games=7, look=3).cards == kranalyze.advise(record, after=20, games=7, look=3).cards


def test_by_default_there_are_as_many_games_as_some_time_allows() -> None:
    record = kranalyze.read_kpn("simulated-log.kpn").records[1]
    for choice in kranalyze.advise(record, after=20).cards:
        assert choice.careful is not None and 100 < choice.careful.games <= 2000
        assert choice.careful.look == 256


def test_the_advised_card_is_the_best_one_at_the_table_too() -> None:
    """In this Durchmarsch with A K J of spades, the King is better at the table than the bare Ten."""
    asked: dict[str, Any] = {"contract": "durchmarsch", "declarer": "S", "call": "DA"}
    found = kranalyze.advise(DEAL, **asked, games=400, look=30)
    careful = {str(choice.card): choice.careful for choice in found.cards}
    king, ten = careful["SK"], careful["DT"]
    assert king is not None and ten is not None and king.mean_interval[0] > ten.mean_interval[1]


@pytest.mark.parametrize("argument", ["games", "look"])
def test_wrong_numbers_are_refused(argument: str) -> None:
    with pytest.raises(ArgumentError, match=f"{argument}: a whole number from"):
        kranalyze.advise(DEAL, contract="koenigmord", declarer="S", **{argument: -1})  # type: ignore[arg-type]
    refused = run(*MARCH, f"--{argument}", "-1")
    assert refused.status == 2 and f"--{argument}" in refused.err
