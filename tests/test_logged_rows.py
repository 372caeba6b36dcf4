"""Logged games as rows: a row keeps everything of its record, through Parquet and CSV."""

from __future__ import annotations

import datetime as dt
import io
import random
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpn_games import random_game
from kranalyze.bundled import bundled_directory
from kranalyze.games import GAMES
from kranalyze.kpn import Record, add_notes_and_marks, parse_kpn, record_text, write_kpn
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.read import Format
from kranalyze.read.loggedrows import TAGS, log_schema
from kranalyze.read.logpieces import log_pieces
from kranalyze.read.pieces import cut_stream
from kranalyze.read.writing import write_records
from running import run

LOG = bundled_directory() / "simulated-log.kpn"


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a log with a few games of each kind."""
    records = parse_kpn(LOG.read_bytes()).records
    file = tmp_path_factory.mktemp("log") / "some.kpn"
    file.write_bytes(write_kpn(records[::6]).encode())
    return file


def written(records: list[Record], form: Format) -> bytes:
    out = io.BytesIO()
    if form == "kpn":
        return write_kpn(records).encode()
    write_records(records, out, form)
    return out.getvalue()


def again(data: bytes, form: str, **more: Any) -> tuple[list[Record], list[str]]:
    """Return the records that are read from a file's bytes, and the texts of all problems."""
    records, problems = list[Record](), list[str]()
    for piece in cut_stream(io.BytesIO(data), form, f"x.{form}", **more):
        for outcome in piece.outcomes():
            problems += map(str, outcome.problems)
            records += [] if outcome.record is None else [outcome.record]
    return records, problems


def facts(record: Record) -> dict[str, Any]:
    """Return the contents of a record, without the details of how the record was written."""
    apart = {"items", "notes", "preamble", "line", "index", "file", "play"}
    found = {one.name: getattr(record, one.name) for one in fields(Record) if one.name not in apart}
    section = record.section("Play")
    entries = [] if section is None else [section.entries[move.entry] for move in record.play]
    texts = {f"={n.number}=": n.text for n in record.notes if n.section == "Play"}
    found["play"] = [(move.seat, move.number, move.trick, move.turn) for move in record.play]
    found["marks"] = [[m for m in entry.marks if m[0] != "="] for entry in entries]
    found["notes"] = [[texts[m] for m in entry.marks if m in texts] for entry in entries]
    given = ("Event", "Site", "Date", "Board", "North", "East", "South", "West", "Source")
    return found | {name: record.tag(name) for name in given}


@st.composite
def games(draw: st.DrawFn) -> Record:
    """Draw a random game. Some games have marks and notes, and some have further tags."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    record = random_game(rng, draw(st.sampled_from(list(GAMES))))
    if record.play and rng.random() < 0.4:
        at = rng.randrange(len(record.play))
        record = add_notes_and_marks(record, {at: 'cost 20; "best" ST, \\'}, {at: "??", 0: "!"})
    if rng.random() < 0.3:
        tags = r'''[Event "Cup, round 1; final"] [Date "2024.11.21"] [Source "a \"b\", {c}"]'''
        [record] = parse_kpn(f"{tags}\n{record_text(record)}").records
    return record


@settings(max_examples=60)
@given(st.lists(games(), min_size=1, max_size=4))
def test_what_a_record_holds_comes_back(records: list[Record]) -> None:
    """Records keep their contents from one format to the next: Parquet, KPN, CSV, KPN, Parquet, CSV."""
    wanted = [facts(record) for record in records]
    for form in ("parquet", "kpn", "csv", "kpn", "parquet", "csv"):
        records, problems = again(written(records, form), form)
        assert [facts(record) for record in records] == wanted
        assert not [p for p in problems if ": error: " in p]


def test_rows_as_kpn_have_their_tags_in_the_order_of_new_games() -> None:
    assert list(TAGS.values()) == [tag for tag in KNOWN_TAGS if tag in TAGS.values()]
    text = (
        '% KPN 1.0\n\n[Board "1"]\n[East "Resi"]\n[Game "anrufen3"]\n[Deck "german"]\n[Dealer "N"]\n'
        '[Deal "N:AK9.U9.U.K U.KO.K.AOT OT.T.AO9.U"]\n[Talon "HA ST E9"]\n[Discard "LU ST SK"]\n'
        '[Contract "hundred"]\n[Declarer "E"]\n[Trump "E"]\n[Announce "S contra"]\n[Contra "1"]\n'
        '[Score "N:-4 E:8 S:-4"]\n\n'
        '[Event "Cup"]\n[Game "graden"]\n[Rules "call_own=yes"]\n[Dealer "W"]\n'
        '[Deal "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"]\n'
        '[Contract "durchmarsch"]\n[Declarer "N"]\n[Called "HA"]\n[Room "2"]\n\n'
    )
    records = list(parse_kpn(text).records)
    for form in ("parquet", "csv"):
        found, problems = again(written(records, form), form)
        assert write_kpn(found) == text
        assert not [p for p in problems if ": error: " in p]


def test_games_of_unknown_hands_come_back() -> None:
    text = (
        '[Game "graden"]\n[Dealer "W"]\n[Deal "S:AKQ.AK.A. - T.T.JT.KQ -"]\n[Contract "koenigmord"]\n'
        '[Declarer "S"]\n[Auction "N"]\ngut gut koenigmord gut\n[Play "S"]\nSA SJ ST S9\nSK - - -\n+\n\n'
        '[Game "graden"]\n[Deal "?"]\n[Contract "koenigmord"]\n[Declarer "S"]\n\n'
        '[Game "whist"]\n[Deck "german"]\n[Deal "N:A.K.. .A.K. ..A.K K...A"]\n[Trump ""]\n[Play "E"]\n\n'
    )
    records = list(parse_kpn(text).records)
    assert len(records) == 3
    for form in ("parquet", "csv"):
        found, problems = again(written(records, form), form)
        assert problems == []
        assert [facts(r) for r in found] == [facts(r) for r in records]


def test_what_no_other_column_tells_comes_back() -> None:
    """Contra comes back without an auction. An auction that was broken off comes back, too."""
    deal = '[Deal "N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT"]'
    text = (
        f'[Game "bauernschnapsen"]\n[Dealer "W"]\n{deal}\n[Contract "gang"]\n[Declarer "N"]\n[Contra "2"]\n\n'
        f'[Game "bauernschnapsen"]\n[Dealer "W"]\n{deal}\n[Auction "N"]\ngang +\n\n'
    )
    records = list(parse_kpn(text).records)
    assert [r.contra for r in records] == [2, 0] and records[1].contract is None
    for form in ("parquet", "csv"):
        found, problems = again(written(records, form), form)
        assert problems == []
        assert [facts(r) for r in found] == [facts(r) for r in records]


def test_a_called_card_alone_says_what_is_trump() -> None:
    """A called heart makes hearts trump: the Ace of hearts takes trick 1, and its holder leads to trick 2."""
    row = {
        "game": "russbach", "dealer": "W", "n": "AKQJT987...", "e": ".7.AKQJT98.", "s": ".AKQJT98.7.",
        "w": "...AKQJT987", "called": "HA", "play": "SA H7 HA C7 HK",
    }  # fmt: skip
    records, problems = again(_parquet(pl.DataFrame([row])), "parquet")
    assert [p for p in problems if "warning" not in p] == []
    assert [move.seat.name for move in records[0].play] == ["N", "E", "S", "W", "S"]


def test_a_declarer_leads_what_he_took_up_also_where_no_leader_is_named() -> None:
    """In ``anrufen3`` the declarer takes the talon. So whoever leads a talon card is the declarer."""
    rng, leads = random.Random(25), 0
    for record in (random_game(rng, "anrufen3") for _ in range(60)):
        if not record.play or record.deal is None or not record.deal.talon_mask >> record.play[0].number & 1:
            continue
        leads += 1
        assert record.play[0].seat == record.declarer
        frame = pl.read_parquet(io.BytesIO(written([record], "parquet"))).drop("leader")
        (back,), problems = again(_parquet(frame), "parquet")
        assert [(m.seat, m.number) for m in back.play] == [(m.seat, m.number) for m in record.play]
        assert problems == []
    assert leads >= 3


def test_rows_in_pieces_are_the_rows() -> None:
    records = list(parse_kpn(LOG.read_bytes()).records)
    for form in ("parquet", "csv"):
        data = written(records, form)
        found, problems = again(data, form, size=7)
        assert problems == []
        assert [r.index for r in found] == list(range(len(records)))
        assert [r.line for r in found] == [i + (2 if form == "csv" else 1) for i in range(len(records))]
        assert [facts(r) for r in found] == [facts(r) for r in records]


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_log_says_the_same_in_every_format(form: str, some: Path, tmp_path: Path) -> None:
    log = tmp_path / f"log.{form}"
    assert run("convert", some, log).status == 0
    checked = run("check", log)
    assert (checked.status, checked.err) == (0, "")
    apart = ("file", "line", "record")
    for more in (["analyze", "--no-best", "--json"], ["stats", "--json"], ["table", "--json"]):
        one, other = run(*more, some), run(*more, log)
        assert one.status == other.status == 0
        rows = [[{k: v for k, v in r.items() if k not in apart} for r in said.rows] for said in (one, other)]
        for found in rows:
            # The output alternates between tables, piece by piece. So sort the rows by table.
            found.sort(key=lambda row: row.get("table", ""))
        different = [(a, b) for a, b in zip(*rows, strict=True) if a != b]
        assert different == [] and rows[0]
    for command in ("annotate", "batch"):
        out = [tmp_path / f"{command}{i}" for i in range(2)]
        for source, target in zip((some, log), out, strict=True):
            more = ["--task", "analyze", "--no-best"] if command == "batch" else []
            assert run(command, source, "-o", target, *more).status == 0
        if command == "annotate":
            one, other = (parse_kpn(path.read_bytes()) for path in out)  # type: ignore[assignment]
            assert [facts(r) for r in one.records] == [facts(r) for r in other.records]  # type: ignore[attr-defined]
        else:
            tables = [pl.read_parquet(path / "games" / "*.parquet") for path in out]
            assert tables[0].drop(apart).equals(tables[1].drop(apart))
    board = str(parse_kpn(some.read_bytes()).records[2].board)
    solved = [run("solve", source, "--board", board, "--after", 4).out for source in (some, log)]
    assert solved[0] == solved[1] != ""


def test_an_annotated_log_may_be_a_table(some: Path, tmp_path: Path) -> None:
    kpn, table = tmp_path / "a.kpn", tmp_path / "a.parquet"
    assert run("annotate", some, "-o", kpn).status == run("annotate", some, "-o", table).status == 0
    one, (other, problems) = parse_kpn(kpn.read_bytes()), again(table.read_bytes(), "parquet")
    assert problems == []
    assert [facts(r) for r in one.records] == [facts(r) for r in other]
    frame = pl.read_parquet(table)
    costly = frame.filter(pl.col("notes").is_not_null()).explode("play", "marks", "notes")
    costly = costly.filter(pl.col("marks") != "")
    assert costly.height > 3
    assert costly["notes"].str.contains("^kranalyze: .*cost ").all()


GOOD = {
    "game": "graden", "dealer": "W", "n": "J.QJ.KQ.A", "e": "T.T.JT.KQ", "s": "9.9.9.JT9",
    "w": "AKQ.AK.A.", "contract": "koenigmord", "declarer": "W", "auction": "gut gut gut koenigmord",
    "play": "SA SJ ST S9 HA HJ HT H9",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"play": "SA SJ ST H9"}, "play: South must follow spades with the S9"),
        ({"play": "SA SJ ST SX"}, "play: unknown card 'SX'"),
        ({"play": "SA ST SJ S9"}, "play: North does not hold the ST"),
        ({"auction": "gut gut bettler koenigmord durchmarsch"}, "auction: "),
        ({"contract": "grand"}, "contract: unknown contract 'grand'"),
        ({"declarer": "X"}, "declarer: unknown seat 'X': N, E, S or W"),
        ({"n": "J.QX.KQ.A"}, "n: unknown rank 'X'"),
        ({"n": "J.QA.KQ.A"}, "n: West holds HA, which is held by North too"),
        ({"game": "skat"}, "game: unknown game 'skat'"),
        ({"called": "D"}, "called: "),
        ({"face_down": "ST"}, "face_down: a card laid face down is written E:HA, not 'ST'"),
        ({"contra": "many"}, "contra: "),
        ({"trump": "H"}, "trump: "),
        ({"tags": "no"}, "tags: not JSON: 'no'"),
        ({"finished": "false", "leader": "N"}, "leader: West, the declarer, leads to trick 1, not North"),
    ],
)
@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_what_is_wrong_names_row_and_column(changed: dict[str, str], error: str, form: str) -> None:
    rows = [GOOD, GOOD | changed, GOOD]
    names = list(dict.fromkeys(name for row in rows for name in row))
    frame = pl.DataFrame([{name: row.get(name) for name in names} for row in rows], infer_schema_length=None)
    out = io.BytesIO()
    if form == "csv":
        frame.write_csv(out)
    else:
        frame.write_parquet(out)
    records, problems = again(out.getvalue(), form)
    assert [r.index for r in records] == [0, 2]
    assert records[0].settlement is None and len(records[0].play) == 8
    column = error.partition(":")[0]
    cells = names.index(column)
    place = cells + 1
    if form == "csv":
        place = sum(len(str(frame[name][1] or "")) + 1 for name in names[:cells]) + 1
    assert problems[0].startswith(f"x.{form}:{2 + (form == 'csv')}:{place}: error: {error}")


@pytest.mark.parametrize("changed", [
    {"play": "SA { SJ ST"}, {"auction": "gut [ gut"}, {"play": '[Deal "N:..."]'}, {"marks": "1"},
    {"notes": '{"a": 1}'}, {"tags": '["a"]'},
])  # fmt: skip
def test_what_is_wrong_in_a_row_harms_no_other(changed: dict[str, str]) -> None:
    """Only the faulty row has problems.

    An open brace does not reach the next row. JSON that is no list is reported as an error of its column.
    """
    rows = [GOOD, GOOD | changed, GOOD]
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.BytesIO()
    pl.DataFrame([{name: row.get(name) for name in names} for row in rows]).write_csv(out)
    records, problems = again(out.getvalue(), "csv")
    assert [r.index for r in records] == [0, 2]
    assert any(p.startswith("x.csv:3:") and f": error: {next(iter(changed))}: " in p for p in problems)
    assert all(p.startswith("x.csv:3:") for p in problems)


def test_hands_of_a_parquet_may_be_masks_or_text_and_lists_may_be_text() -> None:
    frame = pl.DataFrame([GOOD])
    records, problems = again(_parquet(frame), "parquet")
    assert (problems, len(records[0].play)) == ([], 8)
    lists = frame.with_columns(pl.col("play", "auction").str.split(" "))
    for name in "nesw":
        assert records[0].deal is not None
        mask = records[0].deal.hand_masks["nesw".index(name)]
        lists = lists.with_columns(pl.lit(mask, pl.Int64).alias(name))
    found, problems = again(_parquet(lists), "parquet")
    assert (problems, facts(found[0])) == ([], facts(records[0]))


@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
@pytest.mark.parametrize("at", [
    dt.datetime(2024, 1, 2), dt.datetime(2024, 1, 2, 20, 15, 1, 5),
    dt.datetime(2024, 1, 2, 20, tzinfo=dt.UTC),
])  # fmt: skip
def test_a_time_is_read_as_its_date(at: dt.datetime, unit: Literal["ms", "us", "ns"]) -> None:
    """Databases keep dates as times. The time of day is dropped."""
    frame = pl.DataFrame([GOOD | {"date": at}]).with_columns(pl.col("date").dt.cast_time_unit(unit))
    records, problems = again(_parquet(frame), "parquet")
    assert (problems, records[0].tag("Date")) == ([], "2024-01-02")


OTHER: tuple[object, ...] = (
    7, 1.5, True, b"\xff", [], [3], [None], {"a": 1}, dt.date(2024, 1, 1), "x", "0", "true",
)  # fmt: skip


@pytest.mark.parametrize("value", OTHER, ids=repr)
def test_a_column_of_another_type_is_read_or_named(value: object, tmp_path: Path) -> None:
    """No type of a column raises an exception, whether games are read as columns or one by one.

    Values that cannot be read are reported.
    """
    path = tmp_path / "log.parquet"
    log = pl.read_parquet(io.BytesIO(written(list(parse_kpn(LOG.read_bytes()).records[:2]), "parquet")))
    for name in log_schema().names:
        changed = log.with_columns(pl.Series(name, [value] * log.height))
        path.write_bytes(_parquet(changed))
        _, problems = again(path.read_bytes(), "parquet")
        others = [one for piece in log_pieces(str(path), None, {}) for one in piece.judged().others]
        found = [str(p) for one in others for p in one.problems]
        assert found == [p.replace("x.parquet", str(path)) for p in problems] or all_are_columns(path)
        if isinstance(value, dict):
            place = changed.columns.index(name) + 1
            assert [p.partition(" cannot")[0].partition(" is")[0] for p in problems] == [
                f"x.parquet:1:{place}: error: column {name}"
            ]


def all_are_columns(path: Path) -> bool:
    """Return whether all games of a file are read as columns.

    If a game has a problem, it is not read as columns. Problems of the file's header do not matter.
    """
    return all(piece.judged().log is not None for piece in log_pieces(str(path), None, {}))


def test_columns_that_are_missing_or_text_say_what_they_would_say(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    log = pl.read_parquet(io.BytesIO(written(list(parse_kpn(LOG.read_bytes()).records[:9]), "parquet")))
    wanted = None
    nothing = ("announce", "face_down", "marks", "notes", "tags", "discard", "contra", "finished", "second")
    # In files of pandas, a column without values has the type float.
    empty = log.with_columns(pl.lit(None, pl.Float64).alias(name) for name in nothing)
    text = log.with_columns(contra=pl.lit("0"), finished=pl.lit("true"))
    counted = log.with_columns(contra=pl.lit(0.0), finished=pl.lit(Decimal(1)))
    tables = [frame.to_arrow() for frame in (log, log.drop("dealer"), text, empty, counted)]
    views = pl.DataFrame(log.with_columns(pl.col("play", "auction").list.join(" "))).to_arrow()
    for name in ("play", "auction", "contract"):
        place = views.column_names.index(name)
        views = views.set_column(place, name, views.column(name).cast(pa.string_view()))
    for table in (*tables, views):
        pq.write_table(table, path)
        said = run("analyze", path, "--no-best", "--json", "--games")
        assert (said.status, said.err.count("error")) == (0, 0)
        rows = [{k: v for k, v in row.items() if k not in ("dealer", "auction")} for row in said.rows]
        wanted = wanted or rows
        assert rows == wanted
    path.write_bytes(_parquet(log.with_columns(discard=pl.lit("0"))))
    said = run("analyze", path, "--no-best", "--json", "--games")
    assert (said.status, said.err.count("error: discard: unknown card '0'")) == (3, log.height)
    path.write_bytes(_parquet(log.with_columns(play=pl.lit(["SA", None, "SJ"]))))
    assert "error: play: there is null in the list" in run("check", path).err


def _parquet(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def test_the_schema_is_told_and_documented() -> None:
    records = list(parse_kpn(LOG.read_bytes()).records)
    schema = pq.read_schema(io.BytesIO(written(records, "parquet")))
    assert schema.metadata[b"kranalyze.log"] == b"1"
    assert [name for name in log_schema().names if name in schema.names] == schema.names
    text = (Path(__file__).parent.parent / "datasets" / "FORMAT.md").read_text(encoding="utf-8")
    for name in log_schema().names:
        assert f"`{name}`" in text, name


def test_a_query_makes_a_log_of_a_database(tmp_path: Path) -> None:
    """The queries in FORMAT.md make a log without errors from a database."""
    duckdb = pytest.importorskip("duckdb")
    text = (Path(__file__).parent.parent / "datasets" / "FORMAT.md").read_text(encoding="utf-8")
    queries = [part.partition("```")[0] for part in text.split("```sql\n")[1:]]
    assert len(queries) == 2
    base = duckdb.connect(str(tmp_path / "club.db"))
    base.execute(queries[0])
    base.execute(queries[1].replace("log.parquet", str(tmp_path / "log.parquet")))
    base.close()
    said = run("check", tmp_path / "log.parquet")
    assert (said.status, said.err) == (0, "")
    records, _ = again((tmp_path / "log.parquet").read_bytes(), "parquet")
    assert [(r.board, r.contract, len(r.play), r.settlement) for r in records] == [
        ("1", "koenigmord", 24, (-70, -70, 210, -70))
    ]
    assert write_kpn(records)


def test_games_with_errors_stay_in_kpn_made_of_rows_if_their_hands_can_be_read(tmp_path: Path) -> None:
    rows, wrong, out = (tmp_path / name for name in ("rows.csv", "wrong.csv", "out.kpn"))
    assert run("convert", LOG, rows).status == 0
    frame = pl.read_csv(rows, infer_schema=False).head(3).with_row_index("i")
    first, second = (pl.col("i") == number for number in (0, 1))
    frame.select(
        pl.when(first).then(pl.col("play").str.replace(r"\w+", "S7")).otherwise("play"),
        pl.when(second).then(pl.lit("ZZ...")).otherwise("n").alias("n"), pl.exclude("i", "play", "n"),
    ).write_csv(wrong)  # fmt: skip
    done = run("convert", wrong, out)
    assert done.status == 123 and "S7 is not in the 24 cards" in done.err and "unknown rank" in done.err
    text = out.read_text()
    assert [f'[Board "{number}"]' in text for number in (1, 2, 3)] == [True, False, True] and "\nS7 " in text
