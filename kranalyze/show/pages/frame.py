"""The frame of a report: one HTML file with its style inside, for light and dark, wide and narrow screens."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

#: No address is ever asked for: the page is what it holds, and a browser holds it to that.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def style() -> str:
    """The style sheet, which travels inside every page."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def text(words: object) -> str:
    """Words as they may stand in HTML."""
    return escape(str(words))


def section(heading: str, intro: str, *parts: str) -> str:
    """A part of a page under its heading; ``intro`` is plain text."""
    said = f"<p class=soft>{text(intro)}</p>" if intro else ""
    return f"<section><h2>{text(heading)}</h2>{said}{''.join(parts)}</section>"


def page(heading: str, lead: str, parts: Iterable[str], notes: Iterable[str]) -> str:
    """A whole page.

    Args:
        heading, lead: plain text.
        parts: HTML.
        notes: lines at the end, plain text.
    """
    from kranalyze import __version__

    told = "".join(f"<p>{text(note)}</p>" for note in notes if note)
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{text(heading)}</title>\n<style>\n{style()}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{text(heading)}</h1>\n<p class=lead>{text(lead)}</p>\n"
        + "\n".join(parts)
        + f"\n<footer>{told}<p>kranalyze {text(__version__)}</p></footer>\n</main>\n</body>\n</html>\n"
    )
