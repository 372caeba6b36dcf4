"""The core for pages: the shipped binary is the one built from the C sources."""
# mypy: no-strict-optional

import hashlib
import importlib.util
import json
import re
from pathlib import Path
from typing import Any

from kranalyze.show.pages import table

ROOT = Path(__file__).resolve().parent.parent
BINARY = Path(table.__file__).with_name("kr.wasm")


def builder(name: str = "build_wasm") -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_not_older_than_the_sources() -> None:
    facts = json.loads(BINARY.with_suffix(".json").read_text())
    assert facts["sources"] == builder().digest(), "run: python scripts/build_wasm.py"
    assert facts["sha256"] == hashlib.sha256(BINARY.read_bytes()).hexdigest()


def test_the_compiler_is_pinned() -> None:
    facts = json.loads(BINARY.with_suffix(".json").read_text())
    assert f'wasm = ["ziglang=={facts["ziglang"]}"]' in (ROOT / "pyproject.toml").read_text()


def test_the_sources_are_those_of_the_core() -> None:
    names = builder().sources()
    assert "wasm.c" in names and "solve.c" in names and "tricks.c" in names
    assert "_core.c" not in names  # pages do not need the interface between Python and the core


def test_what_pages_know_of_the_memory_is_what_the_headers_say() -> None:
    layouts = builder("build_layouts")
    assert layouts.OUT.read_text(encoding="utf-8") == layouts.module(), "run: python scripts/build_layouts.py"
    assert "KR_TASK" in layouts.module() and "loserPays: 32" in layouts.module()
    # core.js, which calls the core, does not repeat these numbers.
    core = layouts.OUT.with_name("core.js").read_text(encoding="utf-8")
    assert not re.search(r"(goal|leader|declarer|stop|none): \d", core, re.IGNORECASE)


def sections(binary: bytes) -> Any:
    """Yield the number of each section of a module (WebAssembly core specification, binary format)."""
    assert binary[:8] == b"\0asm\1\0\0\0"
    at = 8
    while at < len(binary):
        number, size, shift = binary[at], 0, 0
        at += 1
        while True:
            byte = binary[at]
            at, size, shift = at + 1, size | (byte & 127) << shift, shift + 7
            if byte < 128:
                break
        yield number
        at += size


def test_it_needs_nothing_from_outside() -> None:
    found = list(sections(BINARY.read_bytes()))
    assert 2 not in found  # no imports
    assert 0 not in found  # no custom sections: their names and paths could differ between machines
    assert {1, 3, 5, 7, 10} <= set(found)
