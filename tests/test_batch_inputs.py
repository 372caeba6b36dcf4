"""Files with tables of deals give the same deals, errors and places if they are read in pieces."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kranalyze
from batches import deals, log, rows
from kranalyze.batches import read_batch
from kranalyze.kpn import KpnError
from kranalyze.read import Columns, Piece, join_columns
from kranalyze.read.pieces import cut_stream, input_pieces
from running import run

GOOD = "KJ.J.9.QT,9.QT.Q.A9,A.K9.AJ.J,QT.A.KT.K"

#: Good and bad rows of a CSV of deals with the header ``board,n,e,s,w,game``. One row has two lines.
LINES = (
    f"1,{GOOD},graden\n",
    f"2,{GOOD},\r\n",
    f'"a ""quoted"" board\non two lines",{GOOD},graden\n',
    "\n",
    " , , , , ,\n",
    f"3,{GOOD},bridge\n",
    f"4,{GOOD.replace('KJ', 'KX')},graden\n",
    f"5,{GOOD.replace('KJ', 'KT')},graden\n",
    f"6,{GOOD},graden,more\n",
    "7\n",
    "8,-,9.QT.Q.A9,A.K9.AJ.J,QT.A.KT.K,graden\n",
)
HEADS = ("board,n,e,s,w,game\n", "﻿Board, N ,E,S,W,Game\r\n", '"board",n,e,s,w,game,remark\n')


def cut_as(form: str, data: bytes, size: int | None, game: str | None = None) -> list[Piece]:
    return list(cut_stream(io.BytesIO(data), form, f"deals.{form}", size, game))


def together(pieces: list[Piece]) -> Columns:
    """Return the joined columns of the pieces. Pieces are pickled first, as if sent to another process."""
    return join_columns(pickle.loads(pickle.dumps(piece)).columns() for piece in pieces)


def same(found: Columns, wanted: Columns) -> None:
    assert found.frame.rows() == wanted.frame.rows()
    assert found.frame.schema == wanted.frame.schema
    assert [str(p) for p in found.problems] == [str(p) for p in wanted.problems]
    assert [p.record for p in found.problems] == [p.record for p in wanted.problems]


@settings(max_examples=40)
@given(
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(LINES), max_size=10).filter(
        lambda found: any(line.strip(" ,\n") for line in found)
    ),
    st.integers(1, 4),
    st.sampled_from([None, "graden"]),
)
def test_pieces_of_a_csv_are_the_file(head: str, lines: list[str], size: int, game: str | None) -> None:
    data = (head + "".join(lines)).encode()
    pieces = cut_as("csv", data, size, game)
    same(together(pieces), together(cut_as("csv", data, None, game)))
    assert [p.records for p in pieces[:-1]] == [size] * (len(pieces) - 1)


@pytest.mark.parametrize("size", [1, 2, 10])
def test_rows_of_a_csv_that_are_none_harm_no_other(size: int) -> None:
    data = HEADS[0].encode() + b"".join(
        [LINES[0].encode(), b'9,"KJ"x,,,\n', LINES[0].encode(), b"\xff,,,,\n", LINES[0].encode(), b'10,"KJ\n']
    )
    found = together(cut_as("csv", data, size))
    assert found.frame.select("deal", "line", "board").rows() == [(0, 2, "1"), (2, 4, "1"), (4, 6, "1")]
    assert [(p.line, p.column) for p in found.problems] == [(3, 1), (5, 1), (7, 1)]
    assert "0xff" in found.problems[1].message


@pytest.mark.parametrize(
    "data", [b"", b"n,e,s\n1,2,3\n", b"n,e,s,w\n", b"n,e,s,w", b"n,e,s,w\n\n \n", b"\xff\xfe\n1\n"]
)
def test_a_csv_without_deals_is_one_error(data: bytes) -> None:
    (problem,) = together(cut_as("csv", data, 5)).problems
    assert (problem.severity, problem.line) == ("error", 1)


def table(count: int, groups: int) -> bytes:
    """Return a Parquet file of deals, some of them wrong, with a column ``remark`` that has no meaning."""
    frame = deals(count).with_columns(
        remark=pl.lit("x"),
        dealer=pl.Series(["N", "?", None, "Q"] * count).head(count),
        n=pl.when(pl.int_range(pl.len()) % 5 == 3).then(pl.col("e")).otherwise(pl.col("n")),
    )
    out = io.BytesIO()
    names = [name for name in frame.columns if name not in ("remark", "dealer")]
    pq.write_table(frame.select("remark", *names, "dealer").to_arrow(), out, row_group_size=groups)
    return out.getvalue()


@pytest.mark.parametrize("groups", [3, 7, 1000])
@pytest.mark.parametrize("size", [1, 7, 10, 40])
def test_pieces_of_a_parquet_are_the_file(groups: int, size: int) -> None:
    data = table(23, groups)
    found = cut_as("parquet", data, size)
    whole = together(cut_as("parquet", data, None))
    same(together(found), whole)
    assert {p.column for p in whole.problems} == {1, 7}, "columns are those of the file"
    assert [piece.records for piece in found] == [size] * (23 // size) + [23 % size] * (23 % size > 0)
    assert sum(piece.size for piece in found) == pytest.approx(len(data))


def test_how_rows_are_stored_is_not_what_they_are() -> None:
    """Files with equal rows make the same shards, whatever the size of their row groups."""
    one, other = (
        [piece.content_hash for piece in cut_as("parquet", table(23, groups), 10)]
        for groups in (3, 1000)
    )
    assert one == other
    assert len(set(one)) == 3


def test_the_names_of_shards_stay_what_they_were() -> None:
    """The hash of a piece is fixed, so that a batch can continue a directory of an older build.

    The hash also depends on the errors in the rows.
    """
    (piece,) = cut_as("csv", b"n,e,s,w\nSA,HA,DA,CA,x\n", None)
    assert piece.content_hash.hex() == "c025bb823c1001a63eb30028116961da6c1ef32b3d135ac4c98276999bd08900"


def test_what_is_no_parquet_is_one_error() -> None:
    data = table(23, 5)
    for bad in (b"", b"PAR1", data[: len(data) // 2], b"PAR1" + data[4:-8] + b"\0\0\0\0PAR1"):
        (problem,) = together(cut_as("parquet", bad, 10)).problems
        assert problem.message.startswith("not a Parquet file: ")


def test_a_parquet_that_is_damaged_within_is_read_up_to_there() -> None:
    data = table(2000, 1000)
    start = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(1).column(1).data_page_offset
    damaged = data[:start] + b"\xff" * 64 + data[start + 64 :]
    pieces = cut_as("parquet", damaged, 500)
    assert [p.records for p in pieces[:2]] == [500, 500]
    assert isinstance(pieces[-1].data, KpnError)
    assert pieces[-1].data.message.startswith("not a Parquet file: ")


@pytest.mark.parametrize("form", ["kpn", "csv", "parquet"])
def test_standard_input_is_a_file_like_others(form: str, tmp_path: Path) -> None:
    source = tmp_path / f"deals.{form}"
    assert run("convert", log(tmp_path / "log.kpn", 30), source).status == 0
    out = tmp_path / "out"
    options = ["-o", out, "--task", "table", "--shard-size", "7"]
    said = run("batch", "-", *options, stdin=source.read_bytes())
    assert (said.status, said.err) == (0, f"{out}: 30 of 30 records in 5 shards\n")
    wanted = kranalyze.batch(source, tmp_path / "wanted")
    assert [r[1:] for r in rows(read_batch(out))] == [r[1:] for r in rows(wanted)]


def test_how_far_the_inputs_are_cut(tmp_path: Path) -> None:
    one = log(tmp_path / "one.kpn", 50)
    two = tmp_path / "two.parquet"
    assert run("convert", one, two).status == 0
    for source, near in ((one, 0.03), (two, 1e-9)):
        shares = [piece.size / source.stat().st_size for piece in input_pieces(str(source), 10)]
        assert shares == pytest.approx([0.2] * 5, abs=near)


def test_the_progress_is_told_to_a_function(tmp_path: Path) -> None:
    source, out = log(tmp_path / "log.kpn", 30), tmp_path / "out"
    calls: list[tuple[int, int | None]] = []
    for _ in range(2):  # the second run reuses all shards
        kranalyze.batch(source, out, shard_size=10, progress=lambda done, total: calls.append((done, total)))
    assert [done for done, _ in calls] == [10] * 6
    assert calls[2][1] == calls[5][1] == 30
