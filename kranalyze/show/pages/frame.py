"""The frame of a report: one HTML file with its style inside, for light and dark, wide and narrow screens."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kranalyze.show.pages.scripts import bundle, digest, inert, source
from kranalyze.show.pages.words import phrases


def text(words: object) -> str:
    """Words as they may stand in HTML."""
    return escape(str(words))


def section(heading: str, intro: str, *parts: str) -> str:
    """A part of a page under its heading; ``intro`` is plain text."""
    said = f"<p class=soft>{text(intro)}</p>" if intro else ""
    return f"<section><h2>{text(heading)}</h2>{said}{''.join(parts)}</section>"


def facts(boxes: Iterable[str]) -> str:
    """What is to be seen first, HTML, each in a box."""
    return f"<div class=facts>{''.join(f'<div class=fact>{box}</div>' for box in boxes)}</div>"


def page(
    heading: str, lead: str, parts: Iterable[str], notes: Iterable[str], lang: str | None = None,
    deck: str | None = None,
) -> str:  # fmt: skip
    """A whole page; what it says in English it can say in German (``phrases``).

    Args:
        heading, lead: plain text.
        parts: HTML.
        notes: lines at the end, plain text.
        lang: ``en`` or ``de``; None leaves it to the browser.
        deck: ``french`` (None too) or ``german``.
    """
    from kranalyze import __version__

    script = bundle("report")
    data = inert({"phrases": phrases(), "lang": lang, "deck": deck})
    # No address is ever asked for: the page is what it holds, and a browser holds it to that.
    policy = f"default-src 'none'; script-src {digest(script)}; style-src 'unsafe-inline'; img-src data:"
    told = "".join(f"<p>{text(note)}</p>" for note in notes if note)
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{text(heading)}</title>\n<style>\n{source('style.css')}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{text(heading)}</h1>\n<p class=lead>{text(lead)}</p>\n"
        + "\n".join(parts)
        + f"\n<footer>{told}<p>kranalyze {text(__version__)}</p></footer>\n</main>\n"
        + f'<script type="application/json" id="data">{data}</script>\n'
        + f'<script type="module">{script}</script>\n'
        + "</body>\n</html>\n"
    )
