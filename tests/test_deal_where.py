"""``deal --where`` and ``--makes`` choose the same deals of a series as a check of each single deal."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze import dealing, deals, feature
from kranalyze.dealing import NoMatchError
from kranalyze.games import GAMES
from plain_features import plain_columns
from running import run

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def fitting(game: str, count: int, seed: int, fits: Any) -> list[str]:
    """Return the boards of the deals that fit (``fits`` is true) among the first ``count`` of a series."""
    boards = []
    for deal in deals(count, game=game, seed=seed).to_dicts():
        columns = plain_columns([deal[s] for s in "nesw"], game, GAMES[game].seats, deal["dealer"])
        if fits(columns):
            boards.append(deal["board"])
    return boards


@pytest.mark.parametrize(
    ("game", "where", "fits"),
    [
        ("graden", "s_aces >= 2 AND n_longest <= 2", lambda c: c["s_aces"] >= 2 and c["n_longest"] <= 2),
        ("graden", "dealer = 'E' AND w_SA", lambda c: c["dealer"] == "E" and c["w_SA"]),
        ("anrufen3", "n_points > e_points + s_points", lambda c: (
            c["n_points"] > c["e_points"] + c["s_points"])),
        ("anrufen3", "w_aces IS NULL AND dealer <> 'N'", lambda c: c["dealer"] != "N"),
        ("bauernschnapsen", "e_points >= 40", lambda c: c["e_points"] >= 40),
    ],
)
def test_the_first_deals_that_fit_are_found(game: str, where: str, fits: Any) -> None:
    expected = fitting(game, 600, 6, fits)[:5]
    assert len(expected) == 5
    frame = deals(5, game=game, seed=6, where=where)
    assert frame["board"].to_list() == expected
    # In the series without a condition, the same board numbers have the same deals.
    for row in frame.to_dicts():
        [same] = deals(1, game=game, seed=6, first=int(row["board"]) - 1).to_dicts()
        assert row == same


def test_the_deals_do_not_depend_on_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "s_aces >= 3 OR n_voids = 2"
    expected = deals(30, seed=4, where=where)
    for first, most in ((1, 1), (7, 20), (5000, 5000)):
        monkeypatch.setattr(dealing, "_FIRST_BATCH", first)
        monkeypatch.setattr(dealing, "_MOST_BATCH", most)
        assert deals(30, seed=4, where=where).equals(expected)
    # A search can go on where another one ended.
    middle = int(expected["board"][9])
    rest = deals(20, seed=4, first=middle, where=where)
    assert pl.concat([expected[:10], rest]).equals(expected)


def test_a_search_ends_after_as_many_deals_as_may_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [0, *(int(board) for board in fitting("graden", 400, 2, lambda c: c["s_aces"] >= 3))]
    assert len(boards) > 3
    gaps = [later - earlier for earlier, later in pairwise(boards)]
    for batch in (1, 64, 4096):
        monkeypatch.setattr(dealing, "_FIRST_BATCH", batch)
        found = deals(len(gaps), seed=2, where="s_aces >= 3", tries=max(gaps))
        assert found["board"].cast(int).to_list() == boards[1:]
        with pytest.raises(NoMatchError) as error:
            deals(len(gaps), seed=2, where="s_aces >= 3", tries=max(gaps) - 1)
        longest = gaps.index(max(gaps))
        assert (error.value.chosen, error.value.tried) == (longest, boards[longest] + max(gaps) - 1)
    with pytest.raises(NoMatchError, match="none of 5,000 deals fulfils the conditions"):
        deals(1, seed=2, where="s_aces = 5", tries=5000)


@pytest.mark.parametrize("where", ["'/etc/passwd' = 'x'", "NULL", "1 = 2", "999999999999999 * 9 = 1"])
def test_a_condition_that_names_no_column_and_is_not_true_is_refused_at_once(where: str) -> None:
    with pytest.raises(ValueError, match="names no column and is true of no deal"):
        deals(1, seed=1, where=where)
    done = run("deal", "-n", 1, "--seed", 1, "--where", where)
    assert done.status == 2 and "names no column and is true of no deal" in done.err
    assert deals(3, seed=1, where="1 < 2").height == 3


def test_cards_that_are_held_and_conditions_go_together() -> None:
    frame = deals(5, seed=1, known={"S": "SA HA"}, where="s_aces = 3 AND NOT s_CA")
    ace_of_diamonds = 1 << (2 * 8 + 7)
    assert all(mask & ace_of_diamonds for mask in frame["s"])


@pytest.mark.parametrize(
    ("game", "makes"),
    [
        ("graden", {"E": "koenigmord"}),
        ("graden", {"N": "bettler", "S": "bettler"}),
        ("graden", {"W": "durchmarsch"}),
        ("anrufen3", {"N": "no_tricks"}),
        ("bauernschnapsen", {"E": "rufer"}),
    ],
)
def test_deals_are_chosen_by_what_seats_make(game: str, makes: dict[str, str], tmp_path: Path) -> None:
    count = {"anrufen3": 40}.get(game, 1500)
    frame = deals(count, game=game, seed=9)
    rows = kranalyze.table(frame, contracts=list(makes.values())).filter("makeable")
    if game == "bauernschnapsen":  # only forehand plays a Rufer
        forehand = {seat: "NESW"[("NESW".index(seat) + 1) % 4] for seat in "NESW"}
        number = pl.int_range(pl.len(), dtype=pl.UInt32)
        facts = frame.select("e", deal=number, leads=pl.col("dealer").replace(forehand))
        rows = rows.join(facts, on="deal").filter(pl.col("leader").cast(pl.String) == pl.col("leads"))
        trump = pl.col("trump").cast(pl.String)
        holds = [(trump == suit) & (feature(f"e_{name}") > 0) for suit, name in SUITS.items()]
        rows = rows.filter(pl.any_horizontal(holds))  # forehand must hold a card of the trump
    fits = [
        str(number + 1)
        for number in range(count)
        if all(not rows.filter(deal=number, contract=c, declarer=s).is_empty() for s, c in makes.items())
    ]
    assert len(fits) >= 3
    wanted = [word for seat, contract in makes.items() for word in ("--makes", f"{seat}={contract}")]
    out = tmp_path / "deals.csv"
    done = run("deal", "-n", 3, "--game", game, "--seed", 9, *wanted, "-o", out)
    assert done.status == 0
    assert pl.read_csv(out)["board"].cast(str).to_list() == fits[:3]
    assert f"3 of {int(fits[2]):,} deals fit" in done.err
    chosen = deals(3, game=game, seed=9, makes=makes)
    assert chosen["board"].to_list() == fits[:3]
    assert chosen.equals(deals(3, game=game, seed=9, where="TRUE", makes={s: [c] for s, c in makes.items()}))


def test_a_seat_can_be_asked_for_several_contracts_and_a_condition() -> None:
    contracts: list[str | kranalyze.Contract] = [GAMES["graden"].contract("bettler"), "durchmarsch"]
    both = deals(2, seed=9, where="s_aces >= 1", makes={"S": contracts})
    boards = [int(board) for board in both["board"]]
    frame = deals(boards[-1], seed=9)
    rows = kranalyze.table(frame, contracts=["bettler", "durchmarsch"], declarers=["S"], where="makeable")
    made = rows.group_by("deal").agg(pl.col("contract").n_unique()).filter(pl.col("contract") == 2)["deal"]
    assert [b - 1 for b in boards] == [d for d in sorted(made) if frame.select(feature("s_aces")).item(d, 0)]


@pytest.mark.parametrize(
    ("makes", "message"),
    [
        ({"X": "bettler"}, "unknown seat 'X'"), ({"S": "bettl"}, "did you mean bettler"),
        ({"S": "schurln"}, "neither made nor lost"), ("S=bettler", "makes: a mapping of seats to contracts"),
    ],
)  # fmt: skip
def test_wrong_wishes_of_contracts_are_refused(makes: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        deals(1, seed=1, makes=makes)


def test_the_command_says_what_it_tried(tmp_path: Path) -> None:
    out = tmp_path / "deals.kpn"
    where = "s_aces = 3 AND\ndealer = 'N'"
    done = run("deal", "-n", 2, "--seed", 3, "--where", where, "-o", out)
    assert done.status == 0
    boards = fitting("graden", 400, 3, lambda c: c["s_aces"] == 3 and c["dealer"] == "N")[:2]
    text = out.read_text()
    assert re.findall(r'\[Board "(\d+)"\]', text) == boards
    assert f"2 of {int(boards[1]):,} deals fit" in done.err
    # The file says how it was made, in a line that a shell can repeat.
    assert """--game graden --where 's_aces = 3 AND dealer = '"'"'N'"'"''\n""" in text
    assert run("check", out).status == 0


def test_a_search_without_a_result_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "deals.kpn"
    done = run("deal", "-n", 2, "--seed", 3, "--where", "s_aces = 5", "--tries", 3000, "-o", out)
    assert done.status == 3 and not out.exists()
    assert done.err == "error: none of 3,000 deals fulfils the conditions (seed 3); --tries N tries more\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--where", "aces > 1"], "write n_aces, e_aces, s_aces, w_aces"),
        (["--where", "s_acez > 1"], "unknown column 's_acez', did you mean s_aces?"),
        (["--where", "foo > 1"], "known columns: dealer; of each seat with n_, e_, s_ or w_"),
        (["--where", "s_aces"], "is a number, no condition"),
        (["--where", ""], "the expression is empty"),
        (["--tries", "5"], "--tries goes with --where or --makes"),
        (["--makes", "bettler"], "write SEAT=CONTRACT, as in S=bettler"),
        (["--makes", "S=bettl"], "did you mean bettler?"),
        (["--makes", "S=schurln"], "Schurln is neither made nor lost"),
        (["--makes", "W=simple", "--game", "anrufen3"], "West has no hand in anrufen3"),
    ],
)
def test_wrong_conditions_are_wrong_usage(arguments: list[str], message: str) -> None:
    done = run("deal", "-n", 1, "--seed", 1, *arguments)
    assert done.status == 2 and message in done.err
