"""Compare conditions, hands and features in tables with rows of ``table`` that plain Python chooses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import kranalyze
from kranalyze import table
from kranalyze.cards import hand_text
from kranalyze.games import GAMES
from plain_features import plain_columns
from running import TOPS, run

Row = dict[str, Any]


def described(rows: pl.DataFrame, deals: pl.DataFrame) -> list[Row]:
    """Return the rows of a table. Each row also has all features as seen by its declarer."""
    listed = deals.to_dicts()
    found = []
    for row in rows.to_dicts():
        deal = listed[row["deal"]]
        game = GAMES[row["game"]]
        columns = plain_columns(
            [deal[s] for s in "nesw"], game.id, game.seats, deal["dealer"], row["declarer"]
        )
        found.append({**columns, **row})
    return found


@pytest.mark.parametrize(
    ("game", "where", "fits"),
    [
        ("graden", "makeable AND aces >= 2", lambda r: r["makeable"] and r["aces"] >= 2),
        ("graden", "aces >= 2", lambda r: r["aces"] >= 2),
        ("graden", "n_aces >= 2 AND dealer = 'S'", lambda r: r["n_aces"] >= 2 and r["dealer"] == "S"),
        ("graden", "payoff_n < 0 AND left_SA", lambda r: r["payoff_n"] is not None and (
            r["payoff_n"] < 0 and r["left_SA"])),
        ("graden", "order = 'T' AND partner IS NULL", lambda r: r["order"] == "T" and r["partner"] is None),
        ("graden", "value / 2 > 0.2 OR bidder = 4", lambda r: (r["value"] or 0) > 0.4 or r["bidder"] == 4),
        ("graden", "seat = declarer AND deal < 3", lambda r: r["deal"] < 3),
        ("bauernschnapsen", "trump = 'H' AND hearts >= 3", lambda r: r["trump"] == "H" and r["hearts"] >= 3),
        ("anrufen3", "across_aces IS NULL AND right_aces > 1", lambda r: r["right_aces"] > 1),
    ],
)  # fmt: skip
def test_rows_are_those_that_fulfil_the_condition(
    game: str, where: str, fits: Callable[[Row], bool]
) -> None:
    deals = kranalyze.deals({"anrufen3": 2}.get(game, 30), game=game, seed=4)
    contracts = ["no_tricks"] if game == "anrufen3" else None
    every = table(deals, contracts=contracts)
    places = [number for number, row in enumerate(described(every, deals)) if fits(row)]
    rows = table(deals, contracts=contracts, where=where)
    assert rows.equals(every[places]) and places and len(places) < every.height


def test_rows_have_hands_and_features() -> None:
    for game, count in (("graden", 20), ("anrufen3", 1)):
        deals = kranalyze.deals(count, game=game, seed=7)
        plain = table(deals)
        rows = table(deals, hands=True, features=True)
        assert rows.select(plain.columns).equals(plain)
        added = rows.drop(plain.columns)
        assert added.columns[:8] == [*"nesw", "talon", "dealer", "bidder", "aces"]
        for row, expected in zip(added.to_dicts(), described(plain, deals), strict=True):
            deal = deals.row(expected["deal"], named=True)
            expected |= {name: deal[name] for name in (*"nesw", "talon", "dealer")}
            assert row == {name: expected[name] for name in row}
    chosen = table(deals, features=["left_SA", "Bidder"], where="makeable")
    assert chosen.columns[-2:] == ["left_SA", "bidder"]
    assert chosen.height == plain.filter("makeable").height


def test_rows_without_a_declarer_have_no_features() -> None:
    deals = kranalyze.deals(2, seed=1)
    rows = table(deals, contracts=["schurln"], selfish=True, features=["aces", "n_aces", "SA"])
    assert rows["declarer"].is_null().all() and rows.height == 8
    assert rows.select("aces", "n_aces", "SA").null_count().row(0) == (8, 8, 8)
    assert table(deals, contracts=["schurln"], selfish=True, where="aces >= 0").is_empty()
    assert table(deals, contracts=["schurln"], selfish=True, where="leader = 'E'").height == 2


def test_deals_of_several_games_have_their_own_features() -> None:
    deals = pl.concat(kranalyze.deals(2, game=game, seed=1) for game in ("graden", "bauernschnapsen"))
    rows = table(deals, contracts=["bettler"], features=["points"], where="points >= 20")
    every = table(deals, contracts=["bettler"])
    expected = [
        (row["game"], row["deal"], row["declarer"], row["points"])
        for row in described(every, deals)
        if row["points"] >= 20
    ]
    assert rows.select("game", "deal", "declarer", "points").rows() == expected


def test_an_empty_table_has_all_columns() -> None:
    deals = kranalyze.deals(3, seed=1)
    full = table(deals, hands=True, features=True)
    for empty in (
        table(deals[:0], hands=True, features=True),
        table(deals, hands=True, features=True, where="aces > 6"),
        table(deals, hands=True, features=True, where="value > 99"),
    ):
        assert empty.schema == full.schema and empty.is_empty()


def test_files_have_the_rows_of_python(tmp_path: Path) -> None:
    deals = kranalyze.deals(50, seed=3)
    source, out = tmp_path / "deals.parquet", tmp_path / "table.parquet"
    deals.write_parquet(source)
    where = "makeable AND contract LIKE 'durch%' AND aces >= 2"
    done = run("table", source, "--where", where, "--features", "-o", out)
    assert (done.status, done.err) == (0, "")
    written = pl.read_parquet(out)
    expected = table(deals, where=where, hands=True, features=True)
    assert written.drop("file").equals(expected.drop("file"))
    metadata = pq.read_schema(out)
    assert metadata.metadata[b"kranalyze.where"] == where.encode()
    assert metadata.field("aces").metadata[b"meaning"] == b"number of Aces, of the declarer"
    # Printed rows have the hands as text.
    [first, *_] = run("table", source, "--where", where, "--features", "--json").rows
    row = expected.row(0, named=True)
    assert (first["n"], first["aces"], first["SA"]) == (hand_text(row["n"]), row["aces"], row["SA"])


def test_grids_have_only_cells_that_fulfil_the_condition() -> None:
    done = run("table", TOPS, "--contract", "koenigmord", "--where", "aces = 2")
    assert done.status == 0
    assert [line.split() for line in done.out.splitlines()[1:3]] == [
        ["North", "East", "South", "West"], ["Königmord", "yes", "yes"],
    ]  # fmt: skip
    none = run("table", TOPS, "--where", "aces > 4")
    assert (none.status, none.out, none.err) == (0, "", "no row fulfils the condition\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--features"], "--features adds columns: give -o OUT.parquet or --format"),
        (["--where", "calls = 'SA'"], "unknown column 'calls'"),
        (["--where", "foo"], "known columns: file, deal, board, game, contract, declarer"),
        (["--where", "value"], "'value' is a number, no condition"),
    ],
)
def test_wrong_conditions_are_wrong_usage(arguments: list[str], message: str) -> None:
    done = run("table", TOPS, *arguments)
    assert done.status == 2 and message in done.err


@pytest.mark.parametrize("form", ["parquet", "csv"])
@pytest.mark.parametrize("command", ["stats", "table", "check", "convert", "par", "odds", "batch"])
def test_a_table_of_results_is_not_read_as_deals(form: str, command: str, tmp_path: Path) -> None:
    """Every command rejects a table of results.

    A table of results has a row for each contract and declarer, so each deal would count several times.
    """
    file = tmp_path / f"results.{form}"
    assert run("table", TOPS, "--contract", "bettler", "--features", "-o", file).status == 0
    more = {
        "convert": (tmp_path / "deals.kpn",), "batch": ("-o", tmp_path / "out", "--task", "table"),
        "odds": ("--seat", "N"),
    }  # fmt: skip
    done = run(command, file, *more.get(command, ()))
    assert done.status in (1, 3)
    assert (done.out + done.err).count("is a table of results of `kranalyze table`, not of deals: each") == 1


def test_a_frame_of_results_is_not_read_as_deals() -> None:
    rows = kranalyze.table(TOPS, contracts=["bettler"], hands=True)
    readers: list[Callable[[pl.DataFrame], object]] = [kranalyze.stats, kranalyze.table, kranalyze.par]
    for read in readers:
        with pytest.raises(ValueError, match="a table of results of `kranalyze table`, not of deals"):
            read(rows)
    assert kranalyze.features(rows, seat="N").height == rows.height  # each row is kept
