"""Texts in tables of games: all readers keep or refuse the same texts, and rows do not affect each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kranalyze import analyze
from kranalyze.kpn import parse_kpn, write_kpn
from kranalyze.read import read_games
from kranalyze.read.logpieces import log_pieces
from running import run

#: A game of six tricks, with nothing rare in it.
PLAY = "SA S9 SJ ST SK C9 DQ CQ SQ CT CA CK HA H9 HJ HT HK CJ HQ DT DA D9 DK DJ"
GAME: dict[str, Any] = {
    "game": "graden", "dealer": "W", "n": "J.QJ.KQ.A", "e": "T.T.JT.KQ", "s": "AKQ.AK.A.",
    "w": "9.9.9.JT9", "contract": "koenigmord", "declarer": "S",
    "auction": ["gut", "gut", "koenigmord", "gut"], "leader": "S",
    "play": PLAY.split(),
}  # fmt: skip

#: Characters other than LF and CR at which Python's ``splitlines`` breaks a text.
BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"

COPIES = "# copies from the game before in KPN alone, rows of tables do not"

#: Columns of free text.
FREE = ("event", "site", "date", "board", "player_n", "player_e", "player_s", "player_w")


def parquet(path: Path, *rows: dict[str, Any]) -> Path:
    """Write a Parquet table of games. Hands become masks, so that the games can be read as columns (fast)."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    masks = [{**row, **{seat: _mask(row[seat]) for seat in "nesw"}} for row in rows]
    columns = {name: [row.get(name) for row in masks] for name in names}
    kinds = {
        **dict.fromkeys(("auction", "play"), pa.list_(pa.string())), **dict.fromkeys("nesw", pa.uint32()),
        "tags": pa.map_(pa.string(), pa.string()),
    }  # fmt: skip
    pq.write_table(pa.table({n: pa.array(c, kinds.get(n)) for n, c in columns.items()}), path)
    return path


def comma_separated(path: Path, *rows: dict[str, Any]) -> Path:
    """Write a CSV table of games."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [{name: _cell(name, row.get(name)) for name in names} for row in rows]
    pl.DataFrame(cells, schema=dict.fromkeys(names, pl.String)).write_csv(path, quote_style="non_numeric")
    return path


def _mask(hand: str) -> int:
    ranks = "789TJQKA"
    return sum(1 << (8 * suit + ranks.index(rank)) for suit, s in enumerate(hand.split(".")) for rank in s)


def _cell(name: str, value: Any) -> str | None:
    if name == "tags" and value is not None:
        return json.dumps(dict(value))
    return " ".join(value) if isinstance(value, list) else value


FORMS = {"parquet": parquet, "csv": comma_separated}


def roads(path: Path, tmp: Path) -> dict[str, list[str]]:
    """Return the errors of a table for each road: a command or function that reads the table.

    The name of the file is removed from the errors.
    """
    met = {}
    batch = ("batch", path, "-o", tmp / "one", "--task", "analyze", "--no-best", "--shard-size", 1)
    for name, arguments in {
        "check": ("check", path), "convert": ("convert", path, tmp / "x.kpn"), "analyze": ("analyze", path),
        "analyze -o": ("analyze", path, "--no-best", "-o", tmp / "tables"), "stats": ("stats", path),
        "table": ("table", path, "-o", tmp / "t.csv"),
        "annotate": ("annotate", path, "-o", tmp / "y.kpn"), "batch 1": batch,
    }.items():  # fmt: skip
        said = run(*arguments)
        assert said.status in (0, 3, 123), (name, said)
        if name == "batch 1":
            rows = pl.read_parquet(tmp / "one" / "errors.parquet").rows(named=True)
            met[name] = [f"{r['line']}:{r['column']}: {r['severity']}: {r['message']}" for r in rows]
            continue
        lines = [line for line in said.err.splitlines() if line.startswith(f"{path}:")]
        met[name] = [line.removeprefix(f"{path}:") for line in lines]
    outcomes = list(read_games(str(path)))
    met["records"] = [str(p).removeprefix(f"{path}:") for one in outcomes for p in one.problems]
    found = analyze(path, best=False).problems
    met["analyze()"] = [str(p).removeprefix(f"{path}:") for p in found]
    others = [one for piece in log_pieces(str(path), None, {}) for one in piece.judged().others]
    met["columns"] = [str(p).removeprefix(f"{path}:") for one in others for p in one.problems]
    return met


def errors(path: Path, tmp: Path) -> list[str]:
    """Return the errors of a table, after a check that every road reports the same errors.

    Warnings about players are left out, because only the command ``check`` compares the names of players.
    """
    met = roads(path, tmp)
    met["check"] = [line for line in met["check"] if "warning: player" not in line]
    wanted = met["records"]
    for road, lines in met.items():
        assert lines == wanted, road
    return wanted


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("column", [*FREE, "contra", "leader", "opener", "trump"])
def test_a_row_copies_nothing_of_another(form: str, column: str, tmp_path: Path) -> None:
    """A ``#`` in a row is an error, and does not copy the value of an earlier row.

    A test for a former bug: ``#`` was read as Berta, as Anna or as an error. The first row had Anna.
    The second row had Berta, and a text in quotes.
    """
    rows = [GAME | {column: "Anna"}, GAME | {column: "Berta"}, GAME | {column: "#"}]
    if column not in FREE:
        rows = [GAME, GAME, GAME | {column: "#"}]
    rows[1] = rows[1] | {"site": 'a "rare" text'} if column != "site" else rows[1]
    path = FORMS[form](tmp_path / f"log.{form}", *rows)
    (error,) = errors(path, tmp_path)
    place = list(dict.fromkeys(name for row in rows for name in row)).index(column) + 1
    row = f"3:{place}: " if form == "parquet" else "4:"
    assert error.startswith(row)
    assert error.endswith(f"error: {column}: {COPIES}")


@pytest.mark.parametrize("form", FORMS)
def test_a_board_of_deals_may_be_any_text(form: str, tmp_path: Path) -> None:
    hands = {seat: GAME[seat] for seat in "nesw"}
    path = FORMS[form](tmp_path / f"deals.{form}", hands | {"board": "Anna"}, hands | {"board": "#"})
    batch = ("batch", path, "-o", tmp_path / "one", "--task", "table", "--shard-size", 1)
    for arguments in (("table", path), batch):
        assert run(*arguments).status == 0
    other = tmp_path / ("x.csv" if form == "parquet" else "x.parquet")
    assert run("convert", path, other).status == 0
    frame = pl.read_csv(other) if form == "parquet" else pl.read_parquet(other)
    assert frame["board"].to_list() == ["Anna", "#"]


@pytest.mark.parametrize("form", ["kpn", *FORMS])
def test_what_breaks_lines_elsewhere_is_kept(form: str, tmp_path: Path) -> None:
    texts = {column: f"{mark}a{mark}1{mark}" for column, mark in zip(FREE, BREAKS, strict=True)}
    rows = [GAME | texts, GAME | texts | {"tags": [("Room", f"{BREAKS}1{BREAKS}")]}]
    path = parquet(tmp_path / "log.parquet", *rows)
    if form == "csv":
        path = comma_separated(tmp_path / "log.csv", *rows)
    if form == "kpn":
        assert run("convert", path, tmp_path / "log.kpn").status == 0
        path = tmp_path / "log.kpn"
    assert errors(path, tmp_path) == []
    wanted = [texts[column] for column in FREE]
    tables = tmp_path / "tables" / "games.parquet"
    kept = ("event", "date", "board", "player_n", "player_e", "player_s", "player_w")
    assert pl.read_parquet(tables).select(kept).rows() == [tuple(texts[c] for c in kept)] * 2
    for other in ("kpn", "csv", "parquet"):
        again = tmp_path / f"again.{other}"
        assert run("convert", path, again).status == 0
        outcomes = list(read_games(str(again)))
        records = [one.record for one in outcomes if one.record is not None]
        assert len(records) == 2
        for record in records:
            tags = [record.tag(name) for name in ("Event", "Site", "Date", "Board")]
            assert [*tags, *record.names] == wanted
        assert records[1].tag("Room") == f"{BREAKS}1{BREAKS}"


@pytest.mark.parametrize("form", FORMS)
def test_boards_of_deals_are_kept_as_they_are(form: str, tmp_path: Path) -> None:
    boards = [f"{mark}a{mark}  b{mark}" for mark in BREAKS]
    hands = {seat: GAME[seat] for seat in "nesw"}
    path = FORMS[form](tmp_path / f"deals.{form}", *(hands | {"board": board} for board in boards))
    for other in ("kpn", "csv", "parquet"):
        assert run("convert", path, tmp_path / f"again.{other}").status == 0
        assert run("convert", tmp_path / f"again.{other}", tmp_path / "last.parquet").status == 0
        assert pl.read_parquet(tmp_path / "last.parquet")["board"].to_list() == boards


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("logged", [True, False])
def test_a_line_break_is_a_blank(logged: bool, form: str, tmp_path: Path) -> None:
    """A line break in a text becomes a blank in every format, because values in KPN have no line breaks.

    A test for a former bug: the result depended on the format of the table.
    """
    row = GAME if logged else {seat: GAME[seat] for seat in "nesw"}
    texts = [f"a{mark}b{mark}{mark}" for mark in ("\n", "\r", "\r\n")]
    path = FORMS[form](tmp_path / f"log.{form}", *(row | {"board": text} for text in texts))
    if logged:
        assert errors(path, tmp_path) == []
        assert pl.read_parquet(tmp_path / "tables" / "games.parquet")["board"].to_list() == ["a b  "] * 3
    for other in ("kpn", "csv", "parquet"):
        assert run("convert", path, tmp_path / f"again.{other}").status == 0
        assert run("table", tmp_path / f"again.{other}", "-o", tmp_path / "t.parquet").status == 0
        boards = pl.read_parquet(tmp_path / "t.parquet")["board"].unique().to_list()
        assert [board.strip() for board in boards] == ["a b"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("logged", [True, False])
def test_what_kpn_cannot_hold_is_refused(logged: bool, form: str, tmp_path: Path) -> None:
    row = GAME if logged else {seat: GAME[seat] for seat in "nesw"}
    path = FORMS[form](tmp_path / f"log.{form}", row | {"board": "a\0b"}, row | {"board": "c"})
    said = run("check", path)
    assert said.status == 123 and said.out.startswith(f"{path}: 1 good ")
    (line,) = said.err.splitlines()
    assert line.endswith(f"error: {'board: ' * logged}a text of a table cannot have a null character")
    if logged:
        assert errors(path, tmp_path) == [line.removeprefix(f"{path}:")]


@pytest.mark.parametrize(
    ("column", "value", "error"),
    [
        ("play", ["SA S9 SJ ST", *GAME["play"][4:]], "'SA S9 SJ ST' is not one card"),
        ("play", ["SA S9", *GAME["play"][2:]], "'SA S9' is not one card"),
        ("play", ["SA ", *GAME["play"][1:]], "'SA ' is not one card"),
        ("play", ["", *GAME["play"]], "'' is not one card"),
        ("play", ["SA;x", *GAME["play"][1:]], "'SA;x' is not one card"),
        ("play", ["SA{x}", *GAME["play"][1:]], "'SA{x}' is not one card"),
        ("play", ["SA=1=", *GAME["play"][1:]], "'SA=1=' is not one card"),
        ("play", ["%SA", *GAME["play"][1:]], "'%SA' is not one card"),
        ("auction", ["gut gut", "koenigmord", "gut"], "'gut gut' is not one call"),
        ("auction", ["gut", "gut", "koenigmord", "gut\n[Play"], "'gut\\n[Play' is not one call"),
        ("announce", ["N 40 H; S all"], "'N 40 H; S all' is not one announcement"),
        ("announce", ["#"], COPIES),
        ("face_down", ["E:HA N:C9"], "'E:HA N:C9' is not one card"),
        ("face_down", ["#"], COPIES),
        ("marks", ["SJ"], "'SJ' is no mark: !, ?, two of them, or $ and a number"),
        ("marks", ["=1="], "'=1=' is no mark: !, ?, two of them, or $ and a number"),
        ("notes", ["a\0b"], "a text of a table cannot have a null character"),
    ],
)
def test_an_element_of_a_list_is_one_thing(column: str, value: list[str], error: str, tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    rows = [GAME, GAME | {column: value}]
    parquet(path, *rows)
    place = list(dict.fromkeys(name for row in rows for name in row)).index(column) + 1
    assert errors(path, tmp_path) == [f"2:{place}: error: {column}: {error}"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("key", "error"),
    [
        ('x"] [Deal', """'x"] [Deal' is no name of a tag: letters, digits and _"""),
        ("a\nb", "'a\\nb' is no name of a tag: letters, digits and _"),
        ("a\u2028b", "'a\\u2028b' is no name of a tag: letters, digits and _"),
        ("", "'' is no name of a tag: letters, digits and _"),
        ("Zwei Wörter", "'Zwei Wörter' is no name of a tag: letters, digits and _"),
        ("Contract", "Contract is no other tag: KPN knows it"),
    ],
)
def test_a_tag_has_a_name(key: str, error: str, form: str, tmp_path: Path) -> None:
    rows = [GAME, GAME | {"tags": [(key, "1")]}, GAME]
    path = FORMS[form](tmp_path / f"log.{form}", *rows)
    (met,) = errors(path, tmp_path)
    assert met.startswith("2:" if form == "parquet" else "3:")
    assert met.endswith(f": error: tags: {error}")


@pytest.mark.parametrize("value", ["#", "\0"])
@pytest.mark.parametrize("form", FORMS)
def test_values_of_other_tags_are_held_against_the_same(value: str, form: str, tmp_path: Path) -> None:
    path = FORMS[form](tmp_path / f"log.{form}", GAME, GAME | {"tags": [("Room", value)]})
    (met,) = errors(path, tmp_path)
    assert ": error: tags: " in met


def test_a_tag_stands_once(tmp_path: Path) -> None:
    path = parquet(tmp_path / "log.parquet", GAME | {"tags": [("Room", "1"), ("Room", "2")]})
    (met,) = errors(path, tmp_path)
    assert met.endswith("error: tags: the tag Room is given twice")
    path = tmp_path / "log.csv"
    comma_separated(path, GAME | {"tags": [("Room", "1")]})
    path.write_text(path.read_text().replace('{""Room"": ""1""}', '{""Room"": ""1"", ""Room"": ""2""}'))
    (met,) = errors(path, tmp_path)
    assert met.endswith("error: tags: the tag Room is given twice")


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("tags", '{"Room": "\\ud800"}'), ("notes", '["\\udc80"]'), ("tags", "[" * 3000),
        ("notes", '[{"a": 1}]'), ("tags", '{"Room": {"a": 1}}'), ("notes", "[1]"),
    ],
)  # fmt: skip
def test_json_that_holds_no_texts_is_an_error(column: str, cell: str, tmp_path: Path) -> None:
    path = comma_separated(tmp_path / "log.csv", GAME | {"tags": [("Room", "1")]})
    frame = pl.read_csv(path, infer_schema=False).with_columns(pl.lit(cell).alias(column))
    frame.write_csv(path)
    (met,) = errors(path, tmp_path)
    assert f" error: {column}: " in met


@pytest.mark.parametrize("column", ["opener", "leader", "score_n", "contra", "dealer", "contract"])
def test_nothing_in_a_cell_becomes_a_tag(column: str, tmp_path: Path) -> None:
    """A test for a former bug: text that looks like a tag was not escaped, and so was read as a tag."""
    injected = 'S"]\n\n[Event "injected'
    score = {"score_n": "-70", "score_e": "-70", "score_s": "210", "score_w": "-70"}
    path = parquet(tmp_path / "log.parquet", GAME | score, GAME | score | {column: injected})
    met = errors(path, tmp_path)
    assert met and all(line.startswith("2:") for line in met)


def test_the_deck_of_a_row_is_read_as_in_kpn(tmp_path: Path) -> None:
    """A test for a former bug: ``German`` meant a German deck, but the cards were left in French letters."""
    path = parquet(tmp_path / "log.parquet", GAME | {"deck": "German"})
    assert errors(path, tmp_path) == []
    (one,) = read_games(str(path))
    assert one.record is not None and one.record.settlement == (-70, -70, 210, -70)


def test_a_file_of_hands_has_the_lines_that_an_editor_shows(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("AKQ.AKQ.. # a\x0cb\u2028c\nnonsense\n", encoding="utf-8")
    assert f"{path}:2:1: error" in run("odds", path, "--game", "graden").err


def test_spaces_around_texts_do_not_change_on_the_way(tmp_path: Path) -> None:
    """Tables drop spaces around texts, because a CSV cannot distinguish them from spaces after its commas."""
    file = parse_kpn('[West " Anna "] [Game "graden"] [Deal "?"] [Play "N"]')
    path = tmp_path / "x.kpn"
    path.write_text(write_kpn(file))
    for form in FORMS:
        assert run("convert", path, tmp_path / f"x.{form}").status == 0
        (one,) = read_games(str(tmp_path / f"x.{form}"))
        assert one.record is not None and one.record.tag("West") == "Anna"
