"""Write the C of the module ``kranalyze._core`` from the headers of the core: python bind.py OUT HEADER...

The headers are the only place where structs, enums, limits and functions are declared. cffi makes the module
from them. Its parser cannot read comments, directives and bodies of inline functions: they are left out here.
A macro that stands for a number becomes a constant, whose value the C compiler fills in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from cffi import FFI

MODULE = "kranalyze._core"

#: A macro without arguments that stands for something.
_MACRO = re.compile(r"#define[ \t]+([A-Z]\w*)[ \t]+(\S.*)")


def macros(headers: Iterable[Path]) -> dict[str, str]:
    """Return the text of every macro that stands for a number, by name."""
    return {
        match[1]: match[2].strip()
        for header in headers
        for match in _MACRO.finditer(_without_comments(header.read_text(encoding="utf-8")))
    }


def declarations(headers: Iterable[Path]) -> str:
    """Return what headers declare as cffi reads it; a header comes behind those that it includes."""
    listed = list(headers)
    numbers = macros(listed)
    text = "\n".join(_declared(header.read_text(encoding="utf-8")) for header in listed)
    word = re.compile(r"\b[A-Z]\w*\b")
    # Sizes of arrays must be numbers; a macro may be made of others.
    while (replaced := word.sub(lambda m: f"({numbers[m[0]]})" if m[0] in numbers else m[0], text)) != text:
        text = replaced
    return "".join(f"#define {name} ...\n" for name in numbers) + text


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL).replace("\\\n", " ")


def _declared(text: str) -> str:
    """The declarations of a header."""
    text = re.sub(r"^[ \t]*#.*$", "", _without_comments(text), flags=re.MULTILINE)
    while (start := text.find("static inline ")) >= 0:
        brace = text.index("{", start)
        head = text[start:brace].removeprefix("static inline ").rstrip()
        text = f"{text[:start]}{head};{text[_end_of_block(text, brace) :]}"
    return text


def _end_of_block(text: str, brace: int) -> int:
    """The place behind the brace that closes an open one."""
    end, depth = brace + 1, 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return end


def main() -> None:
    """Write the module's source."""
    out, *names = sys.argv[1:]
    headers = [Path(name) for name in names]
    ffi = FFI()
    ffi.cdef(declarations(headers))
    includes = "".join(f'#include "{header.name}"\n' for header in headers)
    ffi.set_source(MODULE, includes)
    ffi.emit_c_code(out)


if __name__ == "__main__":
    main()
