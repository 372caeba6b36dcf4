"""Build the core for pages: compile it to WebAssembly, as ``kranalyze/show/pages/kr.wasm``.

    python scripts/build_wasm.py [--check]

The compiler is ``ziglang`` from PyPI (``pip install --group wasm``). Its version is pinned, so that the same
sources give the same bytes. The file ``kr.json`` beside the binary has a digest of the sources. A test
compares this digest with a digest of the present sources. With ``--check`` the script writes nothing, and
fails if a new build has other bytes than the binary.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOLVER = ROOT / "solver"
BINARY = ROOT / "kranalyze" / "show" / "pages" / "kr.wasm"
COMPANION = BINARY.with_suffix(".json")

#: The C file with all functions that pages call. The linker leaves out functions that this file does not use.
FACE = "wasm.c"


def sources() -> list[str]:
    """Return the names of the C files: those of the core, as CMake lists them, and ``FACE``."""
    text = (SOLVER / "CMakeLists.txt").read_text()
    search = re.search(r"set\(search ([^)]*)\)", text)
    core = re.search(r"add_library\(kr STATIC ([^)]*)\)", text)
    if search is None or core is None:
        raise SystemExit("solver/CMakeLists.txt does not list the core as expected")
    named = (search[1] + " " + core[1]).split()
    return sorted({name for name in named if name.endswith(".c")} | {FACE})


def digest() -> str:
    """Return a digest of all sources of the binary: the names and contents of C files and headers."""
    names = [*sources(), *(path.name for path in SOLVER.glob("*.h"))]
    total = hashlib.sha256()
    for name in sorted(names):
        total.update(f"{name}\n".encode() + hashlib.sha256((SOLVER / name).read_bytes()).digest())
    return total.hexdigest()


def build() -> bytes:
    """Compile the sources and return the binary.

    The compiler runs in ``solver/`` and gets names without folders, so that the binary contains no paths.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "kr.wasm"
        command = [
            sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", "-mexec-model=reactor",
            "-std=c17", "-O3", "-DNDEBUG", "-Wl,--strip-all", "-Wl,--export=__heap_base",
            "-o", str(out), *sources(),
        ]  # fmt: skip
        subprocess.run(command, cwd=SOLVER, check=True)
        return out.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the core for pages.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a new build differs from kr.wasm"
    )
    check = parser.parse_args().check
    made = build()
    if check:
        if made != BINARY.read_bytes():
            name = BINARY.relative_to(ROOT)
            raise SystemExit(f"{name} is not what the sources give: run scripts/build_wasm.py")
        print(f"{BINARY.relative_to(ROOT)}: {len(made)} bytes, those of the sources")
        return
    BINARY.write_bytes(made)
    facts = {"sources": digest(), "sha256": hashlib.sha256(made).hexdigest(), "ziglang": version("ziglang")}
    COMPANION.write_text(json.dumps(facts, indent=1) + "\n")
    print(f"{BINARY.relative_to(ROOT)}: {len(made)} bytes")


if __name__ == "__main__":
    main()
