"""Write the layouts of structs for pages: ``python scripts/build_layouts.py`` writes ``layouts.js``.

Where fields stand, the numbers of enums and the limits are those that the installed core has from its headers
(solver/kr.h). The structs hold no pointers, so that they are the same in WebAssembly. ``--check`` writes
nothing and fails if the file differs.
"""

from __future__ import annotations

import argparse
import re
from operator import itemgetter
from pathlib import Path

from kranalyze._core import ffi, lib

OUT = Path(__file__).resolve().parent.parent / "kranalyze" / "show" / "pages" / "js" / "layouts.js"

STRUCTS = (
    "task", "position", "row", "game_row", "contract_row", "question", "record", "record_call", "record_word",
    "facts", "fact_call", "fact_card", "fact_marriage", "problem",
)  # fmt: skip
ENUMS = (
    "goal", "flag", "marriage", "announcement", "status", "row_flag", "call", "word_kind", "ill",
    "record_flag", "place", "problem_code", "severity", "order", "stake",
)  # fmt: skip
LIMITS = (
    "SEATS", "HAND", "NO_TRUMP", "NONE", "UNKNOWN", "UNSAID", "EMPTY", "ILL", "ABSENT", "NO_CARD", "BAD_CARD",
    "NO_LEAST",
)  # fmt: skip

HEAD = """\
// Written by scripts/build_layouts.py from the headers of the core: change those, and this by the script.

// Bytes of structs, and where their fields stand.
"""


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name.lower())


def _constant(name: str, numbers: dict[str, int]) -> str:
    """An object of numbers, in lines of 110 characters at the most."""
    lines, line = [f"export const {name} = {{"], " "
    for key, number in numbers.items():
        entry = f" {_camel(key)}: {number},"
        if len(line + entry) > 110:
            lines.append(line)
            line = " "
        line += entry
    return "\n".join([*lines, line, "};\n"])


def module() -> str:
    """Return the text of the module."""
    sizes = {name: ffi.sizeof(f"kr_{name}") for name in STRUCTS}
    text = HEAD + _constant("KR_SIZE", sizes)
    for name in STRUCTS:
        places = {field: place.offset for field, place in ffi.typeof(f"kr_{name}").fields}
        text += _constant(f"KR_{name.upper()}", places)
    text += "// Numbers of enums, and limits.\n"
    for name in ENUMS:
        numbers = sorted(ffi.typeof(f"enum kr_{name}").relements.items(), key=itemgetter(1))
        text += _constant(f"KR_{name.upper()}", {key.removeprefix("KR_"): number for key, number in numbers})
    return text + _constant("KR_LIMIT", {name: getattr(lib, f"KR_{name}") for name in LIMITS})


def main() -> None:
    parser = argparse.ArgumentParser(description="Write what pages know of the core's memory.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file differs")
    text = module()
    if parser.parse_args().check:
        if OUT.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{OUT.name} is not what the headers say: run scripts/build_layouts.py")
        return
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
