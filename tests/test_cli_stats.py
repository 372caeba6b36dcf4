"""Test ``kranalyze stats``: sources, formats, notes, errors, and the page it writes."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.survey.counting import stats
from kranalyze.survey.figurecolumns import FIGURE_COLUMNS
from running import TOPS, run

NAMES = [name for name, _, _ in FIGURE_COLUMNS]


def test_random_deals_are_those_of_deal(tmp_path: Path) -> None:
    file = tmp_path / "d.parquet"
    assert run("deal", "-n", 30, "--seed", 5, "-o", file).status == 0
    random = run("stats", "--random", 30, "--seed", 5, "--json")
    assert random.status == 0
    assert random.rows == run("stats", file, "--json", "--workers", 1).rows
    deals = random_deals(GAMES["graden"], 30, seed=5).with_columns(
        dealer=pl.Series([*"NESW"] * 7 + ["N", "E"])
    )
    assert random.rows == stats(deals).to_dicts()
    assert random.err == ""


def test_the_formats_hold_the_same(tmp_path: Path) -> None:
    asked = ["stats", "--random", 20, "--seed", 1, "--by", "longest,aces", "--contract", "bettler"]
    rows = run(*asked, "--json").rows
    assert list(rows[0]) == NAMES
    assert run(*asked, "-o", tmp_path / "s.parquet").status == 0
    table = pq.read_table(tmp_path / "s.parquet")
    assert table.to_pylist() == rows
    assert table.schema.metadata[b"kranalyze.format"] == b"1"
    source = table.schema.metadata[b"kranalyze.source"].decode()
    assert source.startswith("20 random deals of Königrufen (Graden), seed 1")
    assert all(field.metadata[b"meaning"] for field in table.schema)
    written = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").out)))
    assert [{k: v or None for k, v in row.items()} for row in written] == [
        {k: None if v is None else str(v) for k, v in row.items()} for row in rows
    ]


def test_the_text_of_a_deal_that_can_be_argued() -> None:
    said = run("stats", TOPS, "--dealer", "W", "--contract", "koenigmord", "--contract", "plauderer")
    lines = [" ".join(line.split()) for line in said.out.splitlines()]
    assert lines[0] == "Königrufen (Graden): 1 deal"
    assert "Königmord 100% 20.7%–100% 0% 50.0% +0.0" in lines
    # The best contract of the deal is Königmord. The best contract of North, who bids first, is Plauderer.
    assert "Plauderer 0% 100% 50.0% 0% 100% 50.0%" in lines
    assert "+210 100% 0% 50.0%" in lines
    assert "From <deal>." in lines


@pytest.mark.usefixtures("argued")
def test_perfect_bidders_in_the_text() -> None:
    lines = [" ".join(line.split()) for line in run("stats", TOPS, "--dealer", "W", "--par").out.splitlines()]
    at = lines.index("What four perfect bidders end in, deals of 1")
    assert lines[at + 2] == "Königmord 1 100%"
    seats = ["first 0% -70.0", "second 0% -70.0", "third 100% +210.0", "last 0% -70.0"]
    assert lines[at + 6 : at + 10] == seats


def test_a_random_seed_is_told() -> None:
    said = run("stats", "--random", 3, "--contract", "bettler", "--json")
    seed = said.err.removeprefix("seed ").strip()
    assert run("stats", "--random", 3, "--seed", seed, "--contract", "bettler", "--json").rows == said.rows


def test_what_files_say_of_themselves_is_told() -> None:
    recorded = run("stats", "recorded-deals-24.kpn", "--contract", "koenigmord")
    assert "hands of another game, Schafkopf" in recorded.out
    assert "nobody bid or played Graden with them" in recorded.out
    simulated = run("stats", "simulated-log.kpn", "--contract", "bettler", "--game", "graden")
    assert "Nobody played them" in simulated.out


def test_a_deal_without_a_dealer() -> None:
    said = run("stats", TOPS, "--contract", "koenigmord")
    assert "1 deal names no dealer: it says nothing of the first bidder" in said.out
    assert "names no dealer" not in run("stats", TOPS, "--contract", "koenigmord", "--dealer", "N").out


def test_deals_that_are_wrong_are_reported_and_the_others_counted(tmp_path: Path) -> None:
    good = run("deal", "-n", 3, "--seed", 1).out
    (tmp_path / "x.kpn").write_text(
        good + '\n[Board "8"]\n[Game "graden"]\n[Deal "N:AKQ... - - -"]\n\n[Board "9"]\n[Game "graden"]\n'
        '[Deal "N:AKQJT9... .AKQJT9.. - -"]\n'
    )
    said = run("stats", tmp_path / "x.kpn", "--json", "--contract", "bettler")
    assert said.status == 123
    assert {row["count"] for row in said.rows if (row["figure"], row["who"]) == ("units", "some")} == {3}
    assert len(said.err.splitlines()) == 2
    assert run("stats", tmp_path / "none.kpn").status == 3


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Give either FILE or --random N"),
        ((TOPS, "--random", 3), "Give either FILE or --random N"),
        ((TOPS, "--par", "--by", "aces"), "--par counts deals"),
        ((TOPS, "--seed", 3), "--seed goes with --random"),
        ((TOPS, "--by", "kinks"), "unknown column 'kinks', did you mean kings?"),
        ((TOPS, "--by", "aces,"), "an expression of the list 'aces,' is empty"),
        ((TOPS, "--where", "foo = 1"), "known columns: seat, bidder, dealer; aces, tens"),
        ((TOPS, "--where", "aces > 1", "--par"), "this --where chooses hands: name features of seats"),
        ((TOPS, "--contract", "rufer"), "unknown contract 'rufer' of graden"),
        (("--random", 2, "--seed", 1, "--game", "whist"), "nothing is made or lost"),
        ((TOPS, "-o", "x.html"), "the ending names no format"),
        (("--random", 2, "--game", "graden", "--rule", "unit=2"), "unknown rule option"),
    ],
)
def test_wrong_usage(args: tuple[object, ...], message: str) -> None:
    said = run("stats", *args)
    assert said.status == 2
    assert message in said.err


def test_deals_of_games_without_the_contract_are_left_out(tmp_path: Path) -> None:
    deal = '[Deal "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"]\n'
    file = tmp_path / "mixed.kpn"
    file.write_text(f'[Game "whist"]\n{deal}\n[Game "graden"]\n{deal}', encoding="utf-8")
    said = run("stats", file, "--contract", "bettler", "--json")
    assert (said.status, said.err) == (0, "left out: whist, without such a contract\n")
    assert {row["game"] for row in said.rows} == {"graden"}
    neither = run("stats", file, "--contract", "rufer")
    assert neither.status == 2 and "unknown contract 'rufer' of whist" in neither.err


def test_a_report_stands_beside_the_figures(tmp_path: Path) -> None:
    asked = ["stats", "--random", 20, "--seed", 1, "--json"]
    said = run(*asked, "--report", tmp_path / "r.html")
    assert said.rows == run(*asked).rows
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    missing = run(*asked, "--report", tmp_path / "no" / "r.html")
    assert missing.status == 3
    assert "No such file or directory" in missing.err


def test_the_lowest_of_equal_contracts_pays_most_and_the_heading_says_so() -> None:
    """South takes five tricks with Aces and Kings and loses the last with a Nine. West has the high clubs.

    So two contracts pay 40: Durchmarsch am letzten, and Durchmarsch if South calls a club that West holds.
    """
    asked = ("stats", "S:AK.AK.A.9 ..9.AKQJT JT9.QJ.K. Q.T9.QJT.", "--where", "seat = 'S'")
    rows = {
        (row["figure"], row["contract"]): row for row in run(*asked, "--json").rows if row["who"] == "seat"
    }
    assert rows["makeable", "durchmarsch"]["share"] == rows["makeable", "durchmarsch_letzten"]["share"] == 1
    assert rows["best_rank", "durchmarsch_letzten"]["share"] == 1
    assert rows["best_settlement", "durchmarsch"]["share"] == 1
    assert rows["best_settlement", "durchmarsch"]["amount"] == 40
    assert "the one that pays most (of equal ones the lowest)" in run(*asked).out
