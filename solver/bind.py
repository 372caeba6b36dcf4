"""Write the C source of the module ``kranalyze._core`` from the core's headers: python bind.py OUT HEADER...

Only the headers declare the structs, enums, limits and functions of the core. The library cffi generates the
module from these declarations. The parser of cffi cannot read comments, directives and bodies of inline
functions, so this program removes them. A macro that stands for a number becomes a constant of the module.
The C compiler fills in the value of the constant.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from cffi import FFI

MODULE = "kranalyze._core"

#: Pattern of the definition of a macro that has a value and takes no arguments.
_MACRO = re.compile(r"#define[ \t]+([A-Z]\w*)[ \t]+(\S.*)")


def macros(headers: Iterable[Path]) -> dict[str, str]:
    """Return the text of every macro that stands for a number, by name."""
    return {
        match[1]: match[2].strip()
        for header in headers
        for match in _MACRO.finditer(_without_comments(header.read_text(encoding="utf-8")))
    }


def declarations(headers: Iterable[Path]) -> str:
    """Return the declarations in headers as a text that cffi can read.

    Each header must follow the headers that it includes.
    """
    listed = list(headers)
    numbers = macros(listed)
    text = "\n".join(_declared(header.read_text(encoding="utf-8")) for header in listed)
    word = re.compile(r"\b[A-Z]\w*\b")
    # cffi needs numbers as array sizes, so replace macros by their values. A value may contain other macros,
    # so repeat this until no macro is left.
    while (replaced := word.sub(lambda m: f"({numbers[m[0]]})" if m[0] in numbers else m[0], text)) != text:
        text = replaced
    return "".join(f"#define {name} ...\n" for name in numbers) + text


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL).replace("\\\n", " ")


def _declared(text: str) -> str:
    """Return the declarations of a header, without comments, directives and bodies of inline functions."""
    text = re.sub(r"^[ \t]*#.*$", "", _without_comments(text), flags=re.MULTILINE)
    while (start := text.find("static inline ")) >= 0:
        brace = text.index("{", start)
        head = text[start:brace].removeprefix("static inline ").rstrip()
        text = f"{text[:start]}{head};{text[_end_of_block(text, brace) :]}"
    return text


def _end_of_block(text: str, brace: int) -> int:
    """Return the index after the brace that closes the block. ``brace`` is the index of the opening brace."""
    end, depth = brace + 1, 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return end


def main() -> None:
    """Write the C source of the module to a file. The command line names this file and the headers."""
    out, *names = sys.argv[1:]
    headers = [Path(name) for name in names]
    ffi = FFI()
    ffi.cdef(declarations(headers))
    includes = "".join(f'#include "{header.name}"\n' for header in headers)
    ffi.set_source(MODULE, includes)
    ffi.emit_c_code(out)


if __name__ == "__main__":
    main()
