"""Files of deals: accepted formats, errors with their places, round trips."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kranalyze.cards import parse_hand
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn
from kranalyze.read import Columns, join_columns, read_deal_columns, read_deals
from kranalyze.read.columns import MASKS, TEXTS, frame_schema
from kranalyze.read.pieces import cut_stream, input_pieces
from kranalyze.read.sources import guess_format, is_typed_deal
from kranalyze.read.writing import write_deals

HANDS = "JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AKQ"
DEAL = Deal.parse("N:" + HANDS.replace(",", " "))


def csv_of(*lines: str, head: str = "n,e,s,w") -> Columns:
    return read_as("csv", "\n".join([head, *lines]).encode(), "x.csv")


def told(columns: Columns) -> list[str]:
    return [str(problem) for problem in columns.problems]


def read_as(form: str, data: bytes, name: str = "x", game: str | None = None) -> Columns:
    return join_columns(piece.columns() for piece in cut_stream(io.BytesIO(data), form, name, None, game))


@st.composite
def frames(draw: st.DrawFn) -> pl.DataFrame:
    """Draw deals of several games, some with unknown hands. Board names are any text that a cell can hold."""
    parts = []
    for game in draw(st.lists(st.sampled_from(list(GAMES)), min_size=1, max_size=4)):
        count = draw(st.integers(1, 3))
        board = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
        board = board.filter(lambda text: text not in ("?", "#"))
        part = random_deals(GAMES[game], count, seed=draw(st.integers(0, 99)))
        if game != "anrufen3":  # in anrufen3 an unknown hand would make the talon unknown, too
            # Two hands are unknown, or none. A single unknown hand would follow from the other three.
            unknown = draw(st.sampled_from(["", "ne", "es", "sw", "wn"]))
            part = part.with_columns(pl.lit(None, pl.UInt32).alias(name) for name in unknown)
        seats = ["N", "E", "S"] if game == "anrufen3" else ["N", "E", "S", "W"]
        boards = draw(st.lists(st.none() | board, min_size=count, max_size=count))
        parts.append(
            part.select(MASKS).with_columns(
                pl.Series("board", boards, pl.String),
                pl.lit(draw(st.sampled_from([None, *seats])), pl.String).alias("dealer"),
                pl.lit(game).alias("game"),
            )
        )
    return pl.concat(parts).with_columns(
        pl.lit(None, pl.String).alias("rules"),
        pl.lit("x").alias("file"),
        pl.int_range(pl.len(), dtype=pl.UInt32).alias("deal"),
        pl.lit(0, pl.UInt32).alias("line"),
    )


@settings(max_examples=40)
@given(frames())
def test_deals_come_back_as_they_were_written(frame: pl.DataFrame) -> None:
    for form in ("csv", "parquet"):
        out = io.BytesIO()
        write_deals(frame, out, form)
        read = read_as(form, out.getvalue())
        assert told(read) == []
        assert read.frame.columns == list(frame_schema())
        assert read.frame.drop("line").equals(frame.drop("line"))
    out = io.BytesIO()
    write_deals(frame, out, "kpn")
    file = parse_kpn(out.getvalue())
    assert not file.errors
    rows = [
        (*r.deal.hand_masks, r.deal.talon_mask, r.board, None if r.dealer is None else r.dealer.name, r.game)
        for r in file.records
        if r.deal is not None
    ]
    assert rows == frame.select(*MASKS, *TEXTS).rows()


def test_boards_that_kpn_would_read_as_something_else() -> None:
    frame = csv_of(f"#,{HANDS}", f"?,{HANDS}", f'" a ""b\\ ",{HANDS}', head="board,n,e,s,w").frame
    out = io.BytesIO()
    write_deals(frame, out, "kpn")
    file = parse_kpn(out.getvalue())
    assert (file.problems, [r.board for r in file.records]) == ((), [None, None, 'a "b\\'])


@given(st.binary(max_size=200))
def test_no_bytes_are_more_than_an_error(data: bytes) -> None:
    assert read_as("csv", data).frame.is_empty()
    assert read_as("csv", b"n,e,s,w\n" + data).frame.is_empty()
    assert read_as("parquet", data).frame.is_empty()
    assert read_as("parquet", b"PAR1" + data + b"PAR1").frame.is_empty()


@pytest.mark.parametrize("form", ["csv", "parquet", "kpn"])
@given(data=st.data())
def test_a_damaged_file_is_read_as_far_as_it_goes(form: str, data: st.DataObject) -> None:
    frame = random_deals(GAMES["graden"], 3, seed=1).with_columns(
        board=pl.lit("1"), dealer=pl.lit("N"), game=pl.lit("graden")
    )
    out = io.BytesIO()
    write_deals(frame, out, form)  # type: ignore[arg-type]
    whole = bytearray(out.getvalue())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    if form == "kpn":
        assert len(parse_kpn(bytes(whole)).records) <= 4
        return
    for row in read_as(form, bytes(whole)).frame.iter_rows(named=True):
        game = GAMES[row["game"]]
        deal = Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"])
        deal.check(game.pack, game.size, game.seats, game.talon, endings=game.endings)


def test_a_csv_may_have_its_columns_in_any_order_and_others_beside_them() -> None:
    n, e, s, w = HANDS.split(",")
    read = read_as("csv", f"\ufeffW; n ;Board;E;note;S\r\n{w};{n};7;{e};hello;{s}\r\n\r\n".encode(), "x.csv")
    assert told(read) == ["x.csv:1:1: warning: columns left aside: note"]
    (row,) = read.frame.rows(named=True)
    assert (row["n"], row["e"], row["s"], row["w"]) == DEAL.masks
    assert (row["board"], row["dealer"], row["game"], row["deal"], row["line"]) == ("7", None, "graden", 0, 2)


def test_quotes_in_a_csv() -> None:
    read = csv_of(f'"a, ""b""",{HANDS}', head="board,n,e,s,w")
    assert read.frame["board"].to_list() == ['a, "b"']
    bad = csv_of('"a, b",JT9.JT9..,..JT9.JT9,AKX.AKQ..,..AKQ.AKQ', head="board,n,e,s,w")
    assert told(bad) == ["x.csv:2:28: error: unknown rank 'X'"]
    torn = csv_of('"a', head="board,n,e,s,w")
    assert [p.severity for p in torn.problems] == ["error"]
    assert "not a table of comma-separated values" in told(torn)[0]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AKJ", "2:1: error: card CJ is held twice"),
        ("JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AK", "2:1: error: hands of unequal size: North 6, "),
        ("JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AK8", "2:1: error: West holds C8, which is not in the pack"),
        ("JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQAKQ", "2:31: error: a hand has four suits divided by dots, "),
        ("JT9.JT9..,..JT9.JT9,AAQ.AKQ..,..AKQ.AKQ", "2:21: error: card SA twice in hand 'AAQ.AKQ..'"),
        ("JT9.JT9..,..JT9.JT9,AKQ.AKQ..,..AKQ.AKQ,1", "2:41: error: 5 values, the header has 4 columns"),
        ("JT9...,..J9.,AKQ...,..AKQ.", "2:1: error: the deal names no game"),
        ("AKQ...,..AKQ.,.AKQ..,...AKQ", "2:1: error: the deal names no game"),
    ],
)
def test_errors_of_a_csv_have_their_place(line: str, error: str) -> None:
    read = csv_of(line, HANDS)
    assert len(told(read)) == 1
    assert told(read)[0].startswith(f"x.csv:{error}")
    assert read.frame["deal"].to_list() == [1]
    assert read.frame["line"].to_list() == [3]


def test_every_error_of_a_line_is_told() -> None:
    read = csv_of(f"{HANDS},Q,skat", head="n,e,s,w,dealer,game")
    assert told(read) == [
        "x.csv:2:41: error: unknown seat 'Q': N, E, S or W",
        f"x.csv:2:43: error: unknown game 'skat', known: {', '.join(GAMES)}",
    ]
    cards = csv_of(".AKJ.AJT.T,AT.Q..AKQ9,KQJ9.T.Q9.,...,H9 H9 CJ", head="n,e,s,w,talon")
    assert told(cards) == ["x.csv:2:38: error: card H9 twice in 'H9 H9 CJ'"]


def test_the_game_of_a_deal() -> None:
    assert csv_of(HANDS).frame["game"].to_list() == ["graden"]
    assert csv_of(f"{HANDS},Anrufen", head="n,e,s,w,game").frame["game"].to_list() == ["anrufen"]
    given = read_as("csv", f"n,e,s,w,game\n{HANDS},graden\n".encode(), "x.csv", "anrufen")
    assert given.frame["game"].to_list() == ["anrufen"]
    wrong = read_as("csv", f"n,e,s,w\n{HANDS}\n".encode(), "x.csv", "russbach")
    assert told(wrong) == ["x.csv:2:1: error: hands of 6 cards, the game has 8"]
    five = csv_of("AKQJT...,.AKQJT..,..AKQJT.,...AKQJT")
    assert five.frame["game"].to_list() == ["bauernschnapsen"]


def test_the_talon_that_is_left_over() -> None:
    read = csv_of(".AKJ.AJT.T,AT.Q..AKQ9,KQJ9.T.Q9.,...")
    assert told(read) == []
    assert read.frame.select("game", "talon").rows() == [("anrufen3", parse_hand(".9.K.J"))]


@pytest.mark.parametrize(
    ("columns", "error"),
    [
        ({"n": [1], "e": [2], "s": [3]}, "1:1: error: a Parquet of deals has columns n, e, s and w, "),
        ({"n": [["A..."]], "e": [1], "s": [2], "w": [3]}, "1:1: error: column n cannot be read: type list"),
        ({"n": [-1], "e": [1], "s": [2], "w": [3]}, "1:1: error: -1 is no mask of 32 cards"),
        ({"n": [1], "e": [2**33], "s": [2], "w": [3]}, "1:2: error: 8589934592 is no mask of 32 cards"),
        ({"n": [1.5], "e": [1], "s": [2], "w": [3]}, "1:1: error: column n cannot be read: type double"),
    ],
)
def test_a_parquet_of_other_columns(columns: dict[str, list[object]], error: str) -> None:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    (problem,) = told(read_as("parquet", out.getvalue()))
    assert problem.startswith(f"x:{error}")


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("n", 1.5, "1:1: error: column n cannot be read: type double"),
        ("board", {"a": 1}, "1:5: error: column board cannot be read: "),
    ],
)
def test_a_column_of_another_type_is_one_error_for_a_file_of_any_length(
    name: str, value: object, error: str
) -> None:
    out, n = io.BytesIO(), 40_000
    columns = dict(zip("nesw", ([mask] * n for mask in DEAL.masks), strict=True))
    pq.write_table(pa.table({**columns, name: [value] * n}), out)
    (problem,) = told(read_as("parquet", out.getvalue()))
    assert problem.startswith(f"x:{error}")


def test_masks_may_be_whole_numbers_with_a_point() -> None:
    """Other programs write whole numbers as floats if a value of the column is missing."""
    out = io.BytesIO()
    n, e, s, w = DEAL.masks
    pq.write_table(pa.table({"n": [float(n), None], "e": [e, e], "s": [s, s], "w": [float(w)] * 2}), out)
    read = read_as("parquet", out.getvalue())
    assert (read.problems, read.frame.select("n", "w").rows()) == ([], [(n, w), (n, w)])


def test_a_text_in_a_parquet_that_is_not_utf8() -> None:
    out = io.BytesIO()
    n, e, s, w = DEAL.masks
    table = pa.table({"n": [n], "e": [e], "s": [s], "w": [w], "board": ["MARK"]})
    pq.write_table(table, out, compression="none", use_dictionary=False, write_statistics=False)
    (problem,) = told(read_as("parquet", out.getvalue().replace(b"MARK", b"M\xff\xfeK")))
    assert problem.startswith("x:1:5: error: column board cannot be read: ")


def test_rows_of_a_parquet_that_are_wrong() -> None:
    n, e, s, w = DEAL.masks
    columns = {
        "w": [w, w | 1, w, w, None], "n": [n] * 5, "e": [e] * 5, "s": pa.array([s] * 5, pa.int64()),
        "game": ["graden", "graden", "skat", " Anrufen", None], "dealer": ["N", None, "west", "Q", "?"],
    }  # fmt: skip
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    read = read_as("parquet", out.getvalue())
    assert [str(p).split(": error: ") for p in read.problems] == [
        ["x:2:1", "West holds S7, which is not in the pack of 24"],
        ["x:3:5", f"unknown game 'skat', known: {', '.join(GAMES)}"],
        ["x:4:6", "unknown seat 'Q': N, E, S or W"],
    ]
    assert read.frame.select("deal", "game", "dealer", "w").rows() == [
        (0, "graden", "N", w), (4, "graden", None, w),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("argument", "deal"),
    [
        ("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", True),
        ("n: - - - -", True),
        (" W:a... k... q... j...", True),
        ("S:hello", False),
        ("N:\\deals\\x.kpn", False),
        ("N:/x.kpn", False),
        ("deals.kpn", False),
        ("-", False),
    ],
)
def test_what_is_a_deal_and_what_a_name(argument: str, deal: bool) -> None:
    assert is_typed_deal(argument) is deal


def test_a_file_that_is_called_like_a_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "N:A... K... Q... J..."
    assert is_typed_deal(name)
    Path(name).write_text("")
    assert not is_typed_deal(name)


def test_the_format_of_what_has_no_ending(tmp_path: Path) -> None:
    assert guess_format(b"PAR1....") == "parquet"
    assert guess_format(b'\xef\xbb\xbf"n","e","s","w"\n') == "csv"
    assert guess_format(b"board;N;E;S;W\r\n") == "csv"
    assert guess_format(b'[Board "1"]\n') == "kpn"
    assert guess_format(b"") == "kpn"
    file = tmp_path / "deals"
    file.write_text(f"n,e,s,w\n{HANDS}\n")
    assert read_deal_columns(str(file)).frame.height == 1


def test_a_deal_in_place_has_no_file_in_tables() -> None:
    columns = read_deal_columns(str(DEAL))
    assert columns.frame.select(*MASKS[:4], "file", "game").rows() == [(*DEAL.masks, None, "graden")]
    (case,), problems = read_deals(str(DEAL))
    assert (case.deal, case.file, problems) == (DEAL, "<deal>", [])
    assert (case.items, case.contract) == ((), None)


def test_cases_and_columns_of_records_agree(tmp_path: Path) -> None:
    file = tmp_path / "x.kpn"
    text = f'[Board "7"]\n[Game "graden"]\n[Rules "call_own=yes"]\n[Dealer "E"]\n[Deal "{DEAL}"]\n'
    file.write_text(f'{text}\n[Game "graden"]\n[Deal "?"]\n\n{text}')
    cases, problems = read_deals(str(file))
    columns = read_deal_columns(str(file))
    assert [str(p) for p in problems] == told(columns) == [f"{file}:7:1: error: the game has no Deal"]
    assert [(c.board, c.dealer, c.index) for c in cases] == [("7", Seat.E, 0), ("7", Seat.E, 2)]
    assert [c.line for c in cases] == [1, 10]
    assert cases[0].rules == GAMES["graden"].under({"call_own": "yes"}).in_force
    assert columns.frame.select("board", "dealer", "deal", "line", "rules").rows() == [
        ("7", "E", 0, 1, "call_own=yes"), ("7", "E", 2, 10, "call_own=yes"),
    ]  # fmt: skip
    assert [piece.checked()[0] for piece in input_pieces(str(file))] == [3]


def test_a_long_csv_is_not_held_as_objects() -> None:
    rows = random_deals(GAMES["graden"], 100, seed=1).rows()
    lines = "".join(",".join(Deal(row[:4]).text().removeprefix("N:").split()) + "\n" for row in rows)
    data = b"n,e,s,w\n" + lines.encode() * 200
    tracemalloc.start()
    try:
        columns = read_as("csv", data, "x.csv")
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data)  # formerly ten times
    finally:
        tracemalloc.stop()
    assert (columns.frame.height, columns.problems) == (20_000, [])
    assert columns.frame["deal"].to_list() == list(range(20_000))
    assert columns.frame["line"].to_list() == list(range(2, 20_002))
