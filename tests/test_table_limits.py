"""A small Parquet file can stand for a huge table: the size of a table is checked before it is expanded."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kranalyze.read.limits import LARGEST_LIST, LARGEST_TEXT
from kranalyze.read.parquetfooter import read_footer_leaves
from kranalyze.read.parquetpages import TooLargeError, paths_readable_as_dictionaries, rows_at_once
from running import run, spawn
from test_table_texts import FORMS, GAME, comma_separated, errors, parquet

#: Number of elements of a list, and number of rows, that take gigabytes when they are expanded.
MANY, ROWS = 20_000_000, 2_000_000

MASKS = {"n": 0x02060A04, "e": 0x60100808, "s": 0x0000C0E0, "w": 0x04040404}

#: Script that runs every command that reads a file of deals or games. It prints the peak of memory in kB, the
#: exit statuses, and the first error message. The peak comes from /proc, because the module ``resource`` may
#: return the peak of the process that started this one.
MEASURE = """
import json, pathlib, re, sys
from click.testing import CliRunner
from kranalyze.cli import cli
path, folder = sys.argv[1:]
statuses, said = {}, ""
for words in (
    "check {}", "convert {} {folder}/x.kpn", "convert {} {folder}/x.csv", "analyze {}",
    "analyze {} --no-best -o {folder}/t", "annotate {} -o {folder}/y.kpn", "stats {}", "table {}", "par {}",
    "odds {} --game graden --samples 10", "batch {} -o {folder}/b --task table --shard-size 1",
    "batch {} -o {folder}/c --task analyze --no-best", "solve {} --board 1 --game graden",
    "page {} -o {folder}/p.html",
):
    result = CliRunner().invoke(cli, words.format(path, folder=folder).split(), prog_name="kranalyze")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    statuses[words.replace("{}", "FILE")] = result.exit_code
    said = said or result.stderr
peak = int(re.search(r"VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
print(json.dumps({"peak": peak, "statuses": statuses, "said": said}))
"""


def measured(path: Path, folder: Path) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-P", "-c", MEASURE, str(path), str(folder)]
    # Use jemalloc: the default allocator of pyarrow 21 keeps much memory that the program has released.
    variables = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "jemalloc"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=variables)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


def hands(rows: int) -> dict[str, pa.Array]:
    return {seat: pa.array([mask] * rows, pa.uint32()) for seat, mask in MASKS.items()}


def repeated(value: Any, rows: int) -> pa.Array:
    """Return a column that has the same value in each row. Its dictionary stores the value only once."""
    zeros = pa.Array.from_buffers(pa.int8(), rows, [None, pa.py_buffer(bytes(rows))])
    return pa.DictionaryArray.from_arrays(zeros, pa.array([value]))


def one_list(value: str, elements: int) -> pa.Array:
    """Return a column of one row: a list that has the same value ``elements`` times."""
    return pa.ListArray.from_arrays(pa.array([0, elements], pa.int32()), repeated(value, elements))


def tags_of(elements: int) -> pa.Array:
    offsets, texts = pa.array([0, elements], pa.int32()), repeated("a", elements)
    pairs = pa.StructArray.from_arrays([texts, texts], fields=[
        pa.field("key", texts.type, nullable=False), pa.field("value", texts.type),
    ])  # fmt: skip
    return pa.ListArray.from_arrays(offsets, pairs)


NO_PLAY = pa.list_(pa.string())

#: Tables that are small as files and huge when they are expanded. A key says what becomes huge. A value has a
#: function that makes the columns, options of the writer, and the column that the first error message names.
BOMBS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a play": (lambda: {**hands(1), "play": one_list("SA", MANY)}, {}, "play"),
    "a play of many bits": (
        lambda: {**hands(1), "play": one_list("SA", MANY)}, {"data_page_version": "2.0"}, "play",
    ),
    "tags": (lambda: {**hands(1), "play": pa.nulls(1, NO_PLAY), "tags": tags_of(MANY // 4)}, {}, "tags"),
    "boards": (lambda: {**hands(ROWS), "board": repeated("x" * 100_000, ROWS)}, {}, "board"),
    "names": (
        lambda: {**hands(ROWS), "play": pa.nulls(ROWS, NO_PLAY), "player_n": repeated("x" * 100_000, ROWS)},
        {}, "player_n",
    ),
    "hands": (lambda: hands(ROWS) | {"n": repeated("A" * 100_000, ROWS)}, {}, "n"),
    "boards that share their beginning": (
        lambda: {**hands(1_000), "board": ["x" * 300_000] * 1_000},
        {"use_dictionary": False, "column_encoding": {"board": "DELTA_BYTE_ARRAY"}}, "board",
    ),
    "boards of long bytes": (
        lambda: {**hands(600), "board": pa.array([b"x" * 500_000] * 600, pa.binary(500_000))},
        {"use_dictionary": ["board"]}, "board",
    ),
    "boards that compress well": (
        lambda: {**hands(6_000), "board": [f"{i:06}" + "x" * 50_000 for i in range(6_000)]},
        {"use_dictionary": False}, "board",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> int:
    """Return the peak of memory, in kB, of all commands on a small table."""
    folder = tmp_path_factory.mktemp("small")
    path = folder / "small.parquet"
    pq.write_table(pa.table({**hands(1), "play": pa.array([["SA"]])}), path)
    return int(measured(path, folder / "out")["peak"])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is not told")
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_takes_little_memory(name: str, small: int, tmp_path: Path) -> None:
    make, options, column = BOMBS[name]
    path = tmp_path / "bomb.parquet"
    pq.write_table(pa.table(make()), path, compression="zstd", **options)
    assert path.stat().st_size < 3_000_000
    found = measured(path, tmp_path / "out")
    assert found["peak"] < 2.2 * small, (found["peak"], small)
    place = list(make()).index(column) + 1
    assert found["said"].startswith(f"{path}:1:{place}: error: ")
    assert column in found["said"].splitlines()[0]
    assert set(found["statuses"].values()) <= {2, 3, 123}
    assert found["statuses"]["check FILE"] in (3, 123)


def test_what_is_too_large_in_a_row_harms_no_other(tmp_path: Path) -> None:
    rows = [GAME, GAME | {"player_n": "x" * (LARGEST_TEXT + 1)}, GAME | {"player_n": "ö" * LARGEST_TEXT}]
    for form in FORMS:
        path = FORMS[form](tmp_path / f"log.{form}", *rows)
        (error,) = errors(path, tmp_path)
        assert error.endswith("error: player_n: the value has 10,001 characters, more than 10,000")
    path = parquet(tmp_path / "log.parquet", GAME, GAME | {"play": ["SA"] * (LARGEST_LIST + 1)}, GAME)
    assert errors(path, tmp_path) == ["2:11: error: play: the list has 1,001 elements, more than 1,000"]


def test_boards_of_deals_have_the_limit_too(tmp_path: Path) -> None:
    deal = {seat: GAME[seat] for seat in "nesw"}
    rows = [deal | {"board": "x" * length} for length in (LARGEST_TEXT, LARGEST_TEXT + 1, 1)]
    path = comma_separated(tmp_path / "x.csv", *rows)
    too_long = "error: the value has 10,001 characters, more than 10,000"
    assert run("check", path).err == f"{path}:3:{_column(deal)}: {too_long}\n"
    assert run("convert", path, tmp_path / "x.parquet").status == 123
    assert pl.read_parquet(tmp_path / "x.parquet")["board"].str.len_chars().to_list() == [LARGEST_TEXT, 1]


def _column(deal: dict[str, str]) -> int:
    return sum(len(hand) + 3 for hand in deal.values()) + 1


def test_many_rows_that_are_too_large_end_a_table(tmp_path: Path) -> None:
    """After 100 rows that are too large neither ``check`` nor ``batch`` reads on.

    A few bytes can stand for millions of such rows. The rows before them are kept.
    """
    deal = {seat: GAME[seat] for seat in "nesw"}
    path = parquet(tmp_path / "x.parquet", deal, *[deal | {"board": "x" * 10_001}] * 200, deal)
    said = run("check", path)
    assert said.out.startswith(f"{path}: 1 good record, 100 errors")
    assert said.err.splitlines()[-1].endswith("; after 100 such rows the table is not read on")
    run("batch", path, "-o", tmp_path / "b", "--task", "table", "--shard-size", 1)
    assert pl.read_parquet(tmp_path / "b" / "errors.parquet").height == 100


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "brotli", "zstd", "lz4"])
@pytest.mark.parametrize("dictionary", [True, False])
def test_lists_are_measured_in_every_kind_of_page(codec: str, version: str, dictionary: bool) -> None:
    """The longest list determines how many rows are decoded at a time.

    Here the longest list has 300 elements. The other lists are short, empty or null.
    """
    lengths = [0, 1, 24, 24, 7, 24] * 4_000 + [300, 24]
    lists = [None if n == 7 else ["SA"] * n for n in lengths]
    out = io.BytesIO()
    pq.write_table(
        pa.table({"play": pa.array(lists, NO_PLAY), "board": ["1"] * len(lists)}), out, compression=codec,
        data_page_version=version, use_dictionary=dictionary, data_page_size=1 << 14,
    )  # fmt: skip
    metadata = pq.read_metadata(out)
    names = ["play", "board"]
    groups = read_footer_leaves(out, metadata.num_columns)
    kept = paths_readable_as_dictionaries(metadata, groups, names)
    assert kept == ["play.list.element", "board"]
    assert rows_at_once(out, metadata, groups[0], names, kept) == (1 << 18) // 300


def test_a_list_that_is_too_long_is_met_at_its_row() -> None:
    out = io.BytesIO()
    lists = pa.ListArray.from_arrays(pa.array([0, 3, 3, 300_003], pa.int32()), repeated("SA", 300_003))
    pq.write_table(pa.table({"play": lists}), out)
    with pytest.raises(TooLargeError, match="262,144") as error:
        rows_at_once(out, pq.read_metadata(out), read_footer_leaves(out, 1)[0], ["play"], [])
    assert (error.value.column, error.value.row) == ("play.list.element", 2)


def test_a_footer_that_says_less_is_not_believed() -> None:
    """The test changes the number of values in the footer from 20 million to 20. The pages stay unchanged."""
    out = io.BytesIO()
    pq.write_table(pa.table({"play": one_list("SA", MANY)}), out, write_statistics=False)
    data = bytearray(out.getvalue())
    length = int.from_bytes(data[-8:-4], "little")
    footer = bytes(data[-8 - length : -8])
    many, few = _zigzag(MANY), _zigzag(20, len(_zigzag(MANY)))
    place = footer.index(many)  # later occurrences are in the histograms of levels
    data[-8 - length : -8] = footer[:place] + few + footer[place + len(few) :]
    metadata = pq.read_metadata(io.BytesIO(data))
    assert metadata.row_group(0).column(0).num_values == 20
    with pytest.raises(TooLargeError):
        source = io.BytesIO(data)
        rows_at_once(source, metadata, read_footer_leaves(source, 1)[0], ["play"], ["play.list.element"])


@pytest.mark.parametrize("codec", ["none", "snappy", "zstd"])
def test_a_footer_is_read_as_pyarrow_reads_it(codec: str) -> None:
    """The footer has two row groups with numbers, texts with and without a dictionary, and lists."""
    out = io.BytesIO()
    table = pa.table({"n": [1, 2, 3], "board": ["a", "b", "a"], "play": [["SA"], [], None]})
    pq.write_table(table, out, row_group_size=2, compression=codec, use_dictionary=["board"])
    metadata = pq.read_metadata(out)
    codecs = {"UNCOMPRESSED": 0, "SNAPPY": 1, "ZSTD": 6}
    encodings = {"PLAIN": 0, "RLE": 3, "RLE_DICTIONARY": 8}
    groups = read_footer_leaves(out, metadata.num_columns)
    assert len(groups) == metadata.num_row_groups == 2
    for number, group in enumerate(groups):
        for place, leaf in enumerate(group):
            told = metadata.row_group(number).column(place)
            assert set(leaf.encodings) == {encodings[name] for name in told.encodings}
            assert (leaf.codec, leaf.values) == (codecs[told.compression], told.num_values)
            assert leaf.size == told.total_compressed_size
            assert leaf.first_page == told.data_page_offset
            assert leaf.dictionary_page == (told.dictionary_page_offset or 0)


def test_a_damaged_footer_is_an_error_and_no_abort(tmp_path: Path) -> None:
    """The changed footer says that no board can be missing, but the page has levels for missing boards.

    pyarrow would end the process when it reads this file.
    """
    out = io.BytesIO()
    pq.write_table(pa.table({**hands(1), "board": ["1"]}), out)
    data = out.getvalue()
    optional, required = b"\x25\x02\x18\x05board", b"\x25\x00\x18\x05board"  # field 3: optional, required
    assert data.count(optional) == 1
    path = tmp_path / "deals.parquet"
    path.write_bytes(data.replace(optional, required))
    result = spawn("check", path)
    assert result.status == 3
    assert result.err.startswith(f"{path}:1:1: error: not a Parquet file: ")


def test_a_damaged_footer_ends_no_process(tmp_path: Path) -> None:
    """Each file has one changed bit, in another byte of the footer. One process reads all these files."""
    out = io.BytesIO()
    pq.write_table(pa.table({**hands(1), "play": one_list("SA", 2)}), out)
    data = out.getvalue()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    for at in range(start, len(data) - 8, 7):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        (tmp_path / f"{at}.parquet").write_bytes(changed)
    result = spawn("check", *sorted(tmp_path.glob("*.parquet")))
    assert result.status in (3, 123), result.err[-1000:]
    assert "Traceback" not in result.err
    assert "not a Parquet file" in result.err


def _zigzag(number: int, width: int = 0) -> bytes:
    """Return a number in Thrift's compact encoding, in at least ``width`` bytes."""
    number *= 2
    parts = list[int]()
    while number or len(parts) < width or not parts:
        parts.append(number & 127)
        number >>= 7
    return bytes(part | 128 * (at + 1 < len(parts)) for at, part in enumerate(parts))
