"""``stats --where`` and ``--by`` with SQL give the same figures as a plain count of the chosen hands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import kranalyze
from counting import Plain, found
from kranalyze import stats
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from plain_features import plain_columns
from running import TOPS, run

Row = dict[str, Any]


@pytest.mark.parametrize(
    ("game", "count", "where", "plain"),
    [
        ("graden", 60, "bidder = 1 AND ace_king >= 1", lambda r: r["bidder"] == 1 and r["ace_king"] >= 1),
        ("graden", 60, "seat IN ('N', 'W') OR left_SA", lambda r: r["seat"] in "NW" or r["left_SA"]),
        ("graden", 40, "voids > 0 AND dealer IS NULL", lambda r: r["voids"] > 0 and r["dealer"] is None),
        ("bauernschnapsen", 30, "points >= 35", lambda r: r["points"] >= 35),
        ("bauernschnapsen", 30, "bidder <> 1", lambda r: r["bidder"] not in (None, 1)),
        ("anrufen3", 2, "right_aces = 1 OR across_aces > 0", lambda r: r["right_aces"] == 1),
    ],
)
def test_only_hands_that_fulfil_the_condition_are_counted(
    game: str, count: int, where: str, plain: Callable[[Row], bool]
) -> None:
    deals = random_deals(GAMES[game], count, seed=3)
    dealers = list(islice(cycle(["N", "E", None, "S", *("W" * (GAMES[game].seats == 4)), None]), count))
    expected = Plain(game)
    expected.where = plain
    expected.add(deals, dealers)
    frame = deals.with_columns(pl.Series("dealer", dealers, dtype=pl.String))
    got = found(stats(frame, game=game, where=where))
    assert got == expected.expected()
    assert got


@pytest.mark.parametrize(
    ("by", "names", "groups"),
    [
        (["aces + tens"], ["aces + tens"], lambda r: (r["aces"] + r["tens"],)),
        (["Aces", "SA AS ace"], ["aces", "ace"], lambda r: (r["aces"], r["SA"])),
        (["dealer", "points / 20 as p"], ["dealer", "p"], lambda r: (r["dealer"], r["points"] / 20)),
        (["CASE WHEN across_aces > 1 THEN 'many' END AS other"], ["other"],
         lambda r: ("many" if r["across_aces"] > 1 else None,)),
    ],
)  # fmt: skip
def test_hands_are_grouped_by_expressions(
    by: list[str], names: list[str], groups: Callable[[Row], tuple[Any, ...]]
) -> None:
    deals = random_deals(GAMES["graden"], 60, seed=5)
    dealers = list(islice(cycle(["N", "E", None]), 60))
    expected = Plain("graden", names)
    expected.where = lambda r: r["longest"] < 5
    expected.groups = groups
    expected.add(deals, dealers)
    frame = deals.with_columns(pl.Series("dealer", dealers, dtype=pl.String))
    figures = stats(frame, by=by, where="longest < 5")
    assert found(figures, names) == expected.expected()


def test_a_condition_on_seats_chooses_deals() -> None:
    deals = kranalyze.deals(300, seed=2)
    rows = deals.to_dicts()
    aces = [plain_columns([d[s] for s in "nesw"], "graden", 4, d["dealer"])["n_aces"] for d in rows]
    chosen = deals.filter(pl.Series(aces) >= 2, pl.col("dealer") == "E")
    assert 5 < chosen.height < 100
    got = stats(deals, where="n_aces >= 2 AND dealer = 'E'")
    assert got.equals(stats(chosen))
    assert got.filter(who="some", figure="units")["count"].item() == chosen.height


def test_logged_games_are_counted_by_the_declarers_hand() -> None:
    games = kranalyze.analyze("simulated-log.kpn").games.filter(game="graden")
    log = [r for r in kranalyze.read_kpn("simulated-log.kpn").records if r.game == "graden"]
    figures = stats(log, where="aces >= 2 AND bidder <= 2", by=["aces + tens AS a", "bidder"])
    expected: dict[tuple[str, int, int], int] = {}
    for row in games.to_dicts():
        if row["declarer"] is None:
            continue
        hands = [row[s] for s in "nesw"]
        hand = plain_columns(hands, "graden", 4, row["dealer"], row["declarer"])
        if hand["aces"] >= 2 and hand["bidder"] <= 2:
            key = row["contract"], hand["aces"] + hand["tens"], hand["bidder"]
            expected[key] = expected.get(key, 0) + 1
    played = figures.filter(pl.col("figure") == "played", pl.col("count") > 0)
    got = {(r["contract"], r["a"], r["bidder"]): r["count"] for r in played.to_dicts()}
    assert got == expected and len(expected) > 3


def test_the_command_says_what_was_counted() -> None:
    where = "bidder = 1 AND\n  ace_king >= 1"
    text = run("stats", "--random", 400, "--seed", 1, "--contract", "durchmarsch", "--where", where)
    assert text.status == 0
    hands = kranalyze.features(kranalyze.deals(400, seed=1), seat="N")
    counted = 0
    for seat in "NESW":
        hands = kranalyze.features(kranalyze.deals(400, seed=1), seat=seat)
        counted += hands.filter(pl.col("bidder") == 1, pl.col("ace_king") >= 1).height
    head = f"{counted} hands of {counted} deals, where bidder = 1 AND ace_king >= 1"
    assert text.out.startswith(f"Königrufen (Graden): {head}\n")
    grouped = run("stats", "--random", 400, "--seed", 1, "--where", where, "--by", "SA, least(aces, 3) AS a")
    assert grouped.status == 0 and "hands by SA, a, where bidder = 1 AND ace_king >= 1\n" in grouped.out
    [first, *_] = grouped.out.split("share of hands\n")[1].splitlines()[1:]
    assert first.split()[:2] == ["no", "1"]


def test_rows_and_files_have_the_groups_as_columns(tmp_path: Any) -> None:
    args = ("stats", TOPS, "--by", "aces + tens AS honours,SA", "--where", "tens >= 0")
    rows = run(*args, "--json").rows
    assert {(row["honours"], row["SA"]) for row in rows} == {(2, True), (2, False)}
    assert list(rows[0])[6:10] == ["voids", "honours", "SA", "figure"] and rows[0]["aces"] is None
    out = tmp_path / "x.parquet"
    assert run(*args, "-o", out).status == 0
    written = pq.read_table(out)
    assert written.to_pylist() == rows
    assert written.schema.metadata[b"kranalyze.where"] == b"tens >= 0"


def test_nothing_that_fits_is_said_and_no_error() -> None:
    none = run("stats", "--random", 50, "--seed", 1, "--where", "aces > 4")
    assert (none.status, none.out, none.err) == (0, "", "no hand fulfils the condition\n")
    none = run("stats", "--random", 50, "--seed", 1, "--where", "n_aces > 4", "--json")
    assert (none.status, none.out, none.err) == (0, "", "no deal fulfils the condition\n")
    assert stats(TOPS, where="aces > 4").is_empty()


def test_the_number_of_threads_changes_nothing() -> None:
    where = "aces >= 2 AND left_aces = 0"
    args = ("stats", "--random", 3000, "--seed", 4, "--where", where, "--by", "tens", "--contract", "bettler")
    one = run(*args, "--json", "--workers", 1)
    assert one.out == run(*args, "--json", "--workers", 3).out
    assert all(json.loads(line)["tens"] is not None for line in one.out.splitlines())


@pytest.mark.parametrize(
    ("where", "titles"),
    [
        ("bidder = 1", ["first bidder", "95%", "mean"]),
        ("bidder = 2", ["each seat", "95%", "mean"]),
        ("seat = 'N'", ["each seat", "95%", "first bidder", "mean"]),
        ("aces >= 1", ["some seat", "95%", "first bidder", "each seat", "mean"]),
        ("n_aces >= 1", ["some seat", "95%", "first bidder", "each seat", "mean"]),
    ],
)
def test_no_two_columns_are_equal_because_of_the_condition(where: str, titles: list[str]) -> None:
    """If the condition chooses one seat per deal, a share of deals equals a share of hands.

    The seat is, for example, the first bidder or North. The table leaves out columns that would be equal.
    """
    asked = ("--random", 40, "--seed", 1, "--contract", "bettler", "--where", where)
    lines = run("stats", *asked).out.splitlines()
    head = next(line for line in lines if line.split()[:1] == ["contract"])
    assert re.split(r"\s{2,}", head.strip()) == ["contract", *titles]
    grouped = run("stats", *asked, "--by", "aces").out
    assert ("by each seat" in grouped) == (where != "bidder = 1")
    assert ("by the first bidder" in grouped) == (where != "bidder = 2")


def test_a_report_shows_the_first_bidder_alone(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = run("stats", "--random", 40, "--seed", 1, "--where", "bidder = 1", "--report", out)
    assert done.status == 0
    main = out.read_text().partition("<main")[2].partition("</main>")[0]
    assert "hands of the first bidder" in main and "some seat" not in main
