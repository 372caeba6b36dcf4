"""``kranalyze table``: the grid, the rows in every format, errors among many deals."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

import kranalyze
from kranalyze.bundled import bundled_directory
from kranalyze.games import GAMES
from running import PROGRAM, TOPS, run

COLUMNS = [
    "file", "deal", "board", "game", "contract", "declarer", "second", "leader", "trump", "partner", "order",
    "calls", "discard", "biddable", "makeable", "value",
    *(f"guarantee_{seat}" for seat in "nesw"), *(f"payoff_{seat}" for seat in "nesw"),
]  # fmt: skip


@pytest.mark.usefixtures("argued")
def test_the_grid_of_a_deal_that_can_be_argued() -> None:
    # South and North hold the spades and hearts, West and East the diamonds and clubs. S and W hold A K Q.
    # Bettler: N and E always play below S or W, and take no trick. S and W must beat, and take tricks.
    # Durchmarsch: partners with the same suits take every trick: N with S, E with W. In the K-order, S and W
    # make it with any partner. A called Ten gives the T-order, in which the Tens of N and E beat Kings. Then
    # S makes it only with N, and W only with E.
    # Alone, S and W take six tricks in the K-order. In the T-order, the Tens of N and E stop them.
    # Hundert is played in the T-order. It needs King and Queen of one suit, which only S and W hold.
    lines = run("table", TOPS).out.splitlines()
    assert lines[0] == f"{TOPS}  Königrufen (Graden)"
    assert [line.split() for line in lines[1:11]] == [
        ["North", "East", "South", "West"],
        ["Bettler", "yes", "yes", "no", "no"],
        ["Durchmarsch", "S", "W", "W", "N", "N*", "E", "N", "E", "E*", "S"],
        ["Durchmarsch", "am", "letzten", "no", "no", "six", "six"],
        ["Plauderer", "yes", "yes", "no", "no"],
        ["Hundert", "·", "·", "N", "E"],
        ["Hundert", "am", "letzten", "·", "·", "no", "no"],
        ["Zehnermord", "no", "no", "no", "no"],
        ["Königmord", "no", "no", "yes", "yes"],
        ["Hundertermord", "·", "·", "no", "no"],
    ]
    assert lines[-1] == "·: cannot be bid; N E S W: the partner; *: calling a Ten; five, six: tricks taken"


def test_rows_have_the_columns_of_the_format() -> None:
    rows = run("table", TOPS, "--json").rows
    assert all(list(row) == COLUMNS for row in rows)
    # Each declarer has one row for each contract played alone, and three for the partners of a Hundert. The
    # Durchmarsch has three rows for the partners in the K-order, and one for each partner with a Ten. Only N
    # and E hold Tens: S and W have two such partners, N and E have one.
    alone = [c for c in GAMES["graden"].contracts if c.party == "alone" and c.goal.kind != "most"]
    assert len(rows) == 4 * (len(alone) + 3) + (4 + 4 + 5 + 5)
    made = [row for row in rows if row["contract"] == "koenigmord" and row["declarer"] == "S"]
    assert made == [
        {
            "file": None, "deal": 0, "board": None, "game": "graden", "contract": "koenigmord",
            "declarer": "S", "second": None, "leader": "S", "trump": None, "partner": None, "order": "K",
            "calls": None, "discard": None, "biddable": True, "makeable": True, "value": 1,
            "guarantee_n": -70,
            "guarantee_e": -70, "guarantee_s": 210, "guarantee_w": -70, "payoff_n": -70, "payoff_e": -70,
            "payoff_s": 210, "payoff_w": -70,
        }
    ]  # fmt: skip
    called = [row for row in rows if row["contract"] == "durchmarsch" and row["declarer"] == "S"]
    assert [row["calls"] for row in called if row["order"] == "T"] == [["ST", "HT"], ["DT", "CT"]]
    unbid = next(row for row in rows if row["contract"] == "hundertermord" and row["declarer"] == "N")
    assert [unbid[c] for c in COLUMNS[13:]] == [False] + 10 * [None]


def test_every_format_has_the_same_rows(tmp_path: Path) -> None:
    source = bundled_directory() / "recorded-deals-24.kpn"
    rows = run("table", source, "--json").rows
    assert [row["board"] for row in rows[:: len(rows) // 12]]
    assert {row["file"] for row in rows} == {str(source)}
    assert sorted({row["deal"] for row in rows}) == list(range(13))
    for form in ("parquet", "csv", "json"):
        assert run("table", source, "-o", tmp_path / f"x.{form}").out == ""
    frame = pl.read_parquet(tmp_path / "x.parquet")
    assert frame.columns == COLUMNS
    assert frame.to_dicts() == rows
    assert [json.loads(line) for line in (tmp_path / "x.json").read_text().splitlines()] == rows
    written = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text())))

    def as_text(value: object) -> str:
        if isinstance(value, list):
            return " ".join(value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    for plain, row in zip(written, rows, strict=True):
        assert plain == {name: "" if v is None else as_text(v) for name, v in row.items()}


def test_parquet_says_what_it_is(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    assert run("table", TOPS, "-o", out, "--rule", "call_own=yes").status == 0
    schema = pq.read_schema(out)
    assert str(schema.field("contract").type).startswith("dictionary<values=string")
    assert str(schema.field("value").type) == "int16"
    amounts = [f"{role}_{s}" for role in ("guarantee", "payoff") for s in "nesw"]
    assert {str(schema.field(name).type) for name in amounts} == {"int32"}
    assert str(schema.field("calls").type).startswith("list<")
    assert schema.metadata[b"kranalyze.game"] == b"graden"
    row = GAMES["graden"].under({"call_own": "yes"})
    assert json.loads(schema.metadata[b"kranalyze.rules"]) == row.in_force
    assert set(schema.metadata) >= {b"kranalyze.format", b"kranalyze.version"}


def test_only_some_contracts_and_declarers() -> None:
    rows = run(
        "table", TOPS, "--contract", "Königmord", "--contract", "bettler",
        "--declarer", "S", "--declarer", "west", "--json",
    ).rows  # fmt: skip
    asked = [(row["contract"], row["declarer"]) for row in rows]
    assert asked == [("bettler", "S"), ("bettler", "W"), ("koenigmord", "S"), ("koenigmord", "W")]


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_changes_nothing(workers: int) -> None:
    args = ("table", "lessons.kpn", "--json")
    assert run(*args, "--workers", workers).out == run(*args).out


def test_rules_change_rows() -> None:
    args = ("table", TOPS, "--contract", "durchmarsch", "--declarer", "S", "--json")
    assert None not in {row["partner"] for row in run(*args).rows}
    alone = [row for row in run(*args, "--rule", "call_own=yes").rows if row["partner"] is None]
    # South holds no Ten. So South calls an own card only in the K-order, and makes the contract alone.
    assert [(row["order"], row["makeable"], row["payoff_s"]) for row in alone] == [("K", True, 120)]
    assert "=" in run("table", TOPS, "--contract", "durchmarsch", "--rule", "call_own=yes").out


def test_rules_of_records_hold_for_their_own_deals(tmp_path: Path) -> None:
    file, out = tmp_path / "x.kpn", tmp_path / "x.parquet"
    plain = f'[Game "graden"]\n[Deal "{TOPS}"]\n'
    file.write_text(f'{plain}\n[Rules "call_own=yes"]\n{plain}\n{plain}')
    rows = run("table", file, "--contract", "durchmarsch", "--json").rows
    # A seat that calls an own card has no partner. Every seat can do so in the K-order (4 rows). North and
    # East can also call an own Ten (2 rows).
    assert [row["deal"] for row in rows if row["partner"] is None] == [1] * 6
    assert [row["deal"] for row in rows] == sorted(row["deal"] for row in rows)
    run("table", file, "-o", out)
    about = json.loads(pq.read_schema(out).metadata[b"kranalyze.rules"])
    assert [entry["rules"]["call_own"] for entry in about] == ["no", "yes"]


def test_several_files_and_games_at_once(tmp_path: Path) -> None:
    for game in ("anrufen", "bauernschnapsen"):
        assert run("deal", "-n", 2, "--seed", 1, "--game", game, "-o", tmp_path / f"{game}.csv").status == 0
    files = [tmp_path / "anrufen.csv", tmp_path / "bauernschnapsen.csv", TOPS]
    rows = run("table", *files, "--json").rows
    places = ((row["file"] and Path(row["file"]).name, row["deal"], row["game"]) for row in rows)
    assert list(dict.fromkeys(places)) == [
        ("anrufen.csv", 0, "anrufen"), ("anrufen.csv", 1, "anrufen"),
        ("bauernschnapsen.csv", 0, "bauernschnapsen"), ("bauernschnapsen.csv", 1, "bauernschnapsen"),
        (None, 0, "graden"),
    ]  # fmt: skip
    out = tmp_path / "x.parquet"
    assert run("table", *files, "-o", out).status == 0
    assert pl.read_parquet(out).height == len(rows)
    assert pq.read_schema(out).metadata[b"kranalyze.game"] == b"anrufen bauernschnapsen graden"
    some = run("table", *files, "--contract", "bettler", "--json")
    assert (some.status, some.err) == (0, "left out: anrufen, without such a contract\n")
    assert {row["game"] for row in some.rows} == {"bauernschnapsen", "graden"}


def test_selfish_adds_what_has_more_than_two_parties() -> None:
    args = ("table", "N:A... K... Q... J...", "--game", "graden", "--json")
    refused = run(*args)
    assert refused.status == 3
    assert "hands of 1 cards, the game has 6" in refused.err
    plain = run("table", TOPS, "--json", "--contract", "bettler").rows
    assert {row["second"] for row in plain} == {None}
    more = run("table", TOPS, "--json", "--contract", "bettler", "--contract", "schurln", "--selfish").rows
    pairs = {(row["declarer"], row["second"]) for row in more if row["second"]}
    assert len(pairs) == 12
    assert [row["leader"] for row in more if row["contract"] == "schurln"] == [*"NESW"]
    grid = run("table", TOPS, "--contract", "bettler", "--contract", "schurln", "--selfish").out
    assert "Bettler with East" in grid
    assert "\nSchurln " in grid


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("russbach", ["Simple game", "Hundred", "All tricks"]),
        ("rufmariasch", ["Simple game"]),
        ("anrufen", ["No tricks", "All tricks and hundred"]),
        ("anrufen3", ["Simple game", "No tricks"]),
        ("bauernschnapsen", ["Rufer", "Schnapser, N leads", "Kontraschnapser, W leads", "Herrenschnapser"]),
        ("whist", ["Tricks, no trump", "Tricks, ♣"]),
    ],
)
def test_the_grid_of_every_other_game(tmp_path: Path, game: str, words: list[str]) -> None:
    file = tmp_path / "x.csv"
    assert run("deal", "-n", 1, "--seed", 2, "--game", game, "-o", file).status == 0
    result = run("table", file)
    assert result.status == 0
    for word in words:
        assert f"\n{word} " in result.out
    assert result.out.startswith("Board 1: N:")


def test_german_letters_are_for_people_only() -> None:
    assert "N:UT9.UT9.." in run("table", TOPS, "--deck", "german").out
    assert run("table", TOPS, "--deck", "german", "--json").out == run("table", TOPS, "--json").out


def test_bad_deals_are_told_and_the_others_done(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text(
        "n,e,s,w\n"
        "JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AKQ\n"
        "JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AKJ\n"
        "JT9.JT9..,..JT9.JT9,-,-\n"
        "..AKQ.AKQ,JT9.JT9..,..JT9.JT9,AKQ.AKQ..\n"
    )
    result = run("table", file, "--contract", "koenigmord", "--json")
    assert result.status == 123
    assert [(row["deal"], row["declarer"]) for row in result.rows if row["makeable"]] == [
        (0, "S"), (0, "W"), (3, "N"), (3, "W"),
    ]  # fmt: skip
    assert result.err == (
        f"{file}:3:1: error: card CJ is held twice\n{file}:4:1: error: a hand of the deal is not known\n"
    )


def test_a_file_that_cannot_be_read_among_others_is_123_and_alone_3() -> None:
    both = run("table", "no/such.kpn", TOPS, "--contract", "koenigmord", "--json")
    assert (both.status, len(both.rows)) == (123, 4)
    alone = run("table", "no/such.kpn")
    assert (alone.status, alone.out) == (3, "")
    message = "no/such.kpn:1:1: error: the file cannot be read: No such file or directory\n"
    assert both.err == alone.err == message


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-o", "x.foo"], "the ending names no format"),
        (["--contract", "nosuch"], "unknown contract 'nosuch', known:"),
        (["--contract", "rufer"], "unknown contract 'rufer' of graden"),
        (["--declarer", "Q"], "unknown seat 'Q'"),
        (["--workers", "0"], "'--workers'"),
        (["--rule", "unit=5"], "unknown rule option 'unit' of graden"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--json", "--format", "csv"], "exclude each other"),
    ],
)
def test_wrong_arguments(args: list[str], words: str) -> None:
    result = run("table", TOPS, *args)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


def test_deals_of_games_without_the_contract_are_left_out(tmp_path: Path) -> None:
    deal = '[Deal "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"]\n'
    file = tmp_path / "mixed.kpn"
    file.write_text(f'[Game "whist"]\n{deal}\n[Game "graden"]\n{deal}', encoding="utf-8")
    result = run("table", file, "--contract", "koenigmord", "--json")
    assert (result.status, result.err) == (0, "left out: whist, without such a contract\n")
    assert {(row["game"], row["deal"]) for row in result.rows} == {("graden", 1)}
    assert {row["contract"] for row in result.rows} == {"koenigmord"}
    both = run("table", file, "--contract", "koenigmord", "--contract", "tricks", "--json")
    assert (both.status, both.err) == (0, "")
    assert {row["game"] for row in both.rows} == {"whist", "graden"}
    neither = run("table", file, "--contract", "rufer")
    assert (neither.status, neither.out) == (2, "") and "unknown contract 'rufer' of whist" in neither.err


def test_a_format_may_differ_from_the_ending(tmp_path: Path) -> None:
    out = tmp_path / "x.dat"
    assert run("table", TOPS, "--format", "parquet", "-o", out).status == 0
    assert pl.read_parquet(out).height == len(run("table", TOPS, "--json").rows)
    grid = tmp_path / "grid"
    assert run("table", TOPS, "-o", grid).status == 0
    assert grid.read_text(encoding="utf-8") == run("table", TOPS).out


def test_parquet_on_standard_output() -> None:
    done = subprocess.run([*PROGRAM, "table", TOPS, "--format", "parquet"], capture_output=True, check=True)
    assert pl.read_parquet(io.BytesIO(done.stdout)).height == len(run("table", TOPS, "--json").rows)


def test_a_game_without_such_a_declarer_has_no_rows(tmp_path: Path) -> None:
    log = run("table", "simulated-log.kpn", "--declarer", "W", "--format", "csv")
    games = {line.split(",")[3] for line in log.out.splitlines()[1:]}
    assert (log.status, log.err) == (0, "")
    # anrufen3 has three players: North, East and South.
    played = {record.game for record in kranalyze.read_kpn(bundled_directory() / "simulated-log.kpn").records}
    assert "anrufen3" in played
    assert games == played - {"anrufen3"}
    batch = run("batch", "simulated-log.kpn", "--declarer", "W", "--task", "table", "-o", tmp_path / "b")
    assert (batch.status, batch.err) == (0, f"{tmp_path / 'b'}: 76 of 76 records in 1 shard\n")
    rows = pl.scan_parquet(tmp_path / "b" / "table" / "*.parquet").collect()
    assert rows.height == len(log.out.splitlines()) - 1


def test_no_contracts_are_no_rows() -> None:
    empty, whole = kranalyze.table(TOPS, contracts=[]), kranalyze.table(TOPS)
    assert (empty.height, empty.schema) == (0, whole.schema)
    with pytest.raises(ValueError, match="C9"):
        kranalyze.table(TOPS.replace(".AKQ.AKQ", ".AKQ.AK9"), contracts=[])


def test_parquet_is_the_same_however_the_rows_come(monkeypatch: pytest.MonkeyPatch) -> None:
    from kranalyze.answers.gathering import answer_table
    from kranalyze.answers.plan import Plan
    from kranalyze.answers.tables import deal_frame
    from kranalyze.cli import sinks
    from kranalyze.dealing import random_deals

    monkeypatch.setattr(sinks, "GROUP", 100)
    plans = [Plan("graden"), Plan("russbach", ["simple"])]
    tables = [
        answer_table(
            plan,
            deal_frame(random_deals(plan.game, 10, seed=seed).with_columns(file=pl.lit(file))).to_arrow(),
        ).table
        for seed, (plan, file) in enumerate(zip([*plans, *plans], ["a", "b", None, "a"], strict=True))
    ]

    def written(size: int) -> bytes:
        out = io.BytesIO()
        with sinks.parquet_sink(out, plans) as write:
            for table in tables:
                for start in range(0, table.num_rows, size):
                    write(table.slice(start, size))
        return out.getvalue()

    wanted = written(10_000)
    assert [written(size) == wanted for size in (17, 100, 101, 999)] == [True] * 4
    rows = pq.read_table(io.BytesIO(wanted))
    assert rows.num_rows == sum(table.num_rows for table in tables)
    assert pq.ParquetFile(io.BytesIO(wanted)).num_row_groups == -(-rows.num_rows // 100)
    assert rows.column("file").to_pylist() == [f for t in tables for f in t.column("file").to_pylist()]


def test_parquet_does_not_hang_on_the_number_of_workers(tmp_path: Path) -> None:
    run("deal", "-n", 3000, "--seed", 1, "-o", tmp_path / "deals.parquet")
    written = set()
    for workers in (1, 2, 5):
        run("table", tmp_path / "deals.parquet", "--workers", workers, "-o", tmp_path / "rows.parquet")
        written.add((tmp_path / "rows.parquet").read_bytes())
    assert len(written) == 1
