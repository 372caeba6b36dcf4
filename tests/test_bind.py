"""Python reads the layouts of structs from the headers of the core."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from cffi import FFI

import kranalyze
from kranalyze._core import ffi, lib
from kranalyze.core.structs import Layout, field_letter, pack_struct, unpack_fields

ROOT = Path(__file__).resolve().parents[1]

#: Headers whose functions and macros must all be in the module ``kranalyze._core``.
FACES = ("kr.h", "batch.h", "tally.h", "layouts.h", "engine.h", "scan.h", "scan_record.h")

HEADER = """/* wide.h - what a new header may have. */
#ifndef WIDE_H
#define WIDE_H
#include "kr.h"
#define KR_WIDTH 3 /* of a row */
#define KR_WIDER (KR_WIDTH * 2)
enum kr_kind { KR_FIRST = 4, KR_NEXT, KR_KINDS };
typedef struct kr_wide { /* a row; */ uint8_t one[KR_WIDER + KR_KINDS]; // and a column
    const int32_t *column; } kr_wide;
static inline int kr_double(int x)
{
    if (x) { return 2 * x; }
    return 0;
}
static inline int kr_same(int x) { return x; }
size_t kr_judge(const kr_wide *rows, size_t count,
                int32_t out[KR_WIDTH]);
#endif
"""


@pytest.fixture(scope="module")
def bind() -> Any:
    spec = importlib.util.spec_from_file_location("bind", ROOT / "solver" / "bind.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_header_needs_nothing_but_its_declarations(bind: Any, tmp_path: Path) -> None:
    (tmp_path / "wide.h").write_text(HEADER)
    text = bind.declarations([tmp_path / "wide.h"])
    assert "KR_WIDE_H" not in text and "return" not in text and "column; }" in text
    other = FFI()
    other.cdef(text)
    # KR_WIDER is 6. KR_KINDS is 6, too, since it follows 4 and 5. So ``one`` has 12 bytes. The pointer
    # ``column`` stands at the next multiple of 8.
    assert other.sizeof("kr_wide") == 24 and other.offsetof("kr_wide", "column") == 16
    assert "int kr_double(int x);" in text and "int kr_same(int x);" in text
    assert "#define KR_WIDTH ..." in text and "#define WIDE_H" not in text


def test_everything_that_the_headers_declare_is_there() -> None:
    text = "".join((ROOT / "solver" / name).read_text() for name in FACES)
    functions = set(re.findall(r"^[a-z][\w *]*\b(kr_\w+)\(", text, re.MULTILINE))
    macros = set(re.findall(r"^#define (KR_\w+) \S", text, re.MULTILINE))
    assert {"kr_solve_batch", "kr_scan_deals", "kr_scan_records"} <= functions and "KR_SCAN_TEXTS" in macros
    assert functions | macros <= set(dir(lib))


def test_numbers_of_the_headers() -> None:
    """Some constants and sizes of structs have the values that the headers define."""
    assert (lib.KR_UNKNOWN, lib.KR_TALLY_NO_PAY, lib.KR_NONE) == (-(1 << 15), -(1 << 31), 255)
    assert lib.KR_MANY_PARTIES == 1 << lib.KR_LAST | 1 << lib.KR_DOUBLE | 1 << lib.KR_MOST
    assert (lib.KR_SCAN_TEXTS, lib.KR_ACTS, lib.KR_TALLY_SUMS) == (8, 34, 7)
    assert [ffi.sizeof(name) for name in ("kr_task", "kr_position", "kr_row", "kr_act")] == [36, 40, 24, 8]


def test_structs_as_bytes() -> None:
    task = Layout("kr_task")
    assert task.fields[:3] == ("goal", "flags", "seats") and task.size == 36
    data = task.pack(*range(36))
    contract = pack_struct("kr_contract_row", value=-5, goal=data[:12], rank=3)
    assert len(contract) == 56 and contract[:4] == b"\xfb\xff\xff\xff" and contract[20] == 3
    assert contract[32:44] == data[:12] and contract[44:] == bytes(12)
    record = pack_struct("kr_record", score=(1, -1, 2, -2), dealer=-4)
    assert record[24:40] == b"\1\0\0\0\xff\xff\xff\xff\2\0\0\0\xfe\xff\xff\xff"
    assert unpack_fields("kr_record", record, "score", "dealer", "talon") == [(1, -1, 2, -2), -4, 0]
    assert task.getter("trump", "points")(task.unpack(data)) == (4, tuple(range(28, 36)))
    assert [field_letter("kr_scan", name) for name in ("hands", "talon", "dealer")] == ["I", "I", "b"]
    for wrong in ({"goal": data[:11]}, {"value": 1 << 31}, {"nothing": 1}):
        with pytest.raises((ValueError, OverflowError, IndexError, KeyError)):
            pack_struct("kr_contract_row", **wrong)
    with pytest.raises(IndexError):
        pack_struct("kr_record", score=(1,) * 5)


def test_no_layout_is_typed_again() -> None:
    typed = re.compile(r"struct\.(un)?pack|Struct\(\s*f?[\"']|\bcalcsize\([\"']")
    modules = Path(kranalyze.__file__).parent.rglob("*.py")
    found = [path.name for path in modules if typed.search(path.read_text())]
    assert found == ["structs.py"]  # this module gets the layouts from the headers
