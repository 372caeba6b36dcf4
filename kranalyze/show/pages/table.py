"""The page with the table on it: one file that holds games, their questions and the solver."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from kranalyze.games import GAMES
from kranalyze.show.pages.frame import style, text
from kranalyze.show.pages.rows import Questions, game_facts

_HERE = Path(__file__).parent

#: ``import { a, b } from "./module.js";`` at the beginning of a line.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
#: Indentation and lines that are comments, which travel in no page.
_ASIDE = re.compile(r"^[ \t]+|^[ \t]*//.*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)


def table_page(
    title: str,
    *,
    games: Sequence[Mapping[str, Any]] = (),
    start: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (),
    lang: str | None = None,
    deck: str | None = None,
) -> str:
    """A page with a table; without games and start an empty one.

    Args:
        title: of the page.
        games: analysed games, as ``evening.evening`` gives them.
        start: a record to begin with, as ``evening.record_row`` gives it.
        notes: lines about what was left out.
        lang: ``en`` or ``de``; None leaves it to the browser.
        deck: ``french`` or ``german``; None follows the records.
    """
    from kranalyze import __version__

    data = {
        "version": __version__, "title": title, "lang": lang, "deck": deck, "start": start,
        "evening": _packed(json.dumps(list(games)).encode()) if games else "",
        "notes": list(notes), "games": [game_facts(game) for game in GAMES.values()],
    }  # fmt: skip
    script, css = bundle("main"), style() + _source("table.css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval'; style-src {_hash(css)}; "
        "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    return (
        "<!doctype html>\n"
        f'<html lang="{lang or "en"}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{text(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n"
        '<main id="page"><noscript>kranalyze: this page needs scripts.</noscript></main>\n'
        f'<script type="application/json" id="data">{_json(data)}</script>\n'
        f'<script type="application/json" id="solver">{_json(_solver())}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


@cache
def bundle(entry: str) -> str:
    """A module with all that it imports, as one text without imports and exports.

    Modules come after those they import; the names at their top level are different from each other.
    """
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in done:
            return
        source = _source(f"js/{name}.js")
        for needed in _IMPORT.findall(source):
            add(needed)
        done[name] = _EXPORT.sub("", _IMPORT.sub("", source))

    add(entry)
    joined = _ASIDE.sub("", '"use strict";\n' + "\n".join(done.values()))
    if "</script" in joined or "<!--" in joined:
        raise ValueError("a module must not end its own element")
    return joined


def _source(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(words: str) -> str:
    return f"'sha256-{b64encode(sha256(words.encode()).digest()).decode()}'"


def _json(data: Any) -> str:
    """JSON in which nothing can be taken for markup."""
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        dumped = dumped.replace(sign, f"\\u{ord(sign):04x}")
    return dumped


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()


@cache
def _solver() -> dict[str, str]:
    """The core, the questions and the worker that brings them together, each compressed."""
    rows = json.dumps(Questions().packed(), separators=(",", ":"))
    core = (_HERE / "kr.wasm").read_bytes()
    parts = {"wasm": core, "questions": rows.encode(), "worker": bundle("worker").encode()}
    return {name: _packed(part) for name, part in parts.items()}
