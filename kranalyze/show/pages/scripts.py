"""Modules made one script: what travels inside a page, and how the page's policy knows it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent

#: ``import { a, b } from "./module.js";`` at the beginning of a line.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
#: Indentation and lines that are comments, which travel in no page.
_ASIDE = re.compile(r"^[ \t]+|^[ \t]*//.*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)


@cache
def bundle(entry: str) -> str:
    """A module with all that it imports, as one text without imports and exports.

    Modules come after those they import; the names at their top level are different from each other.
    """
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in done:
            return
        text = source(f"js/{name}.js")
        for needed in _IMPORT.findall(text):
            add(needed)
        done[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(entry)
    joined = _ASIDE.sub("", '"use strict";\n' + "\n".join(done.values()))
    if "</script" in joined or "<!--" in joined:
        raise ValueError("a module must not end its own element")
    return joined


def source(name: str) -> str:
    """A file beside this one, a script or a style."""
    return (_HERE / name).read_text(encoding="utf-8")


def digest(words: str) -> str:
    """The source of a policy that allows these words."""
    return f"'sha256-{b64encode(sha256(words.encode()).digest()).decode()}'"


def inert(data: Any) -> str:
    """JSON in which nothing can be taken for markup."""
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        dumped = dumped.replace(sign, f"\\u{ord(sign):04x}")
    return dumped
