"""The page with the table on it: one file that holds games, their questions and the solver."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kranalyze.games import GAMES
from kranalyze.show.pages.frame import text
from kranalyze.show.pages.rows import Questions, game_facts
from kranalyze.show.pages.scripts import bundle, digest, inert, source


def table_page(
    title: str, *, games: Sequence[Mapping[str, Any]] = (), start: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None,
) -> str:  # fmt: skip
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
        "notes": list(notes), "games": _facts(),
    }  # fmt: skip
    script, css = bundle("main"), source("style.css") + source("table.css")
    policy = (
        f"default-src 'none'; script-src {digest(script)} 'wasm-unsafe-eval'; style-src {digest(css)}; "
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
        f'<script type="application/json" id="data">{inert(data)}</script>\n'
        f'<script type="application/json" id="solver">{inert(_solver())}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def deals_page(rows: Sequence[Mapping[str, Any]], file: str, lang: str | None, deck: str | None) -> str:
    """The page of some deals of a file (``records.case_row``): one lies on the table, several are listed."""
    if len(rows) > 1:
        return table_page(Path(file).stem, games=rows, lang=lang, deck=deck)
    return table_page("kranalyze", start=rows[0] if rows else None, lang=lang, deck=deck)


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()


@cache
def _facts() -> str:
    return _packed(json.dumps([game_facts(game) for game in GAMES.values()], separators=(",", ":")).encode())


@cache
def _solver() -> dict[str, str]:
    """The core, the questions and the worker that brings them together, each compressed."""
    rows = json.dumps(Questions().packed(), separators=(",", ":"))
    core = Path(__file__).with_name("kr.wasm").read_bytes()
    parts = {"wasm": core, "questions": rows.encode(), "worker": bundle("worker").encode()}
    return {name: _packed(part) for name, part in parts.items()}
