"""The frame of a page: one HTML file with its style, its scripts and its words in both languages inside."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from kranalyze.games import GAMES, Game, Option
from kranalyze.show.text import game_title
from kranalyze.texts.names import german_names
from kranalyze.version import version

_HERE = Path(__file__).parent

#: ``import { a, b } from "./module.js";`` at the beginning of a line.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
#: Indentation and lines that are comments, which travel in no page.
_ASIDE = re.compile(r"^[ \t]+|^[ \t]*//.*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)



def text(words: object) -> str:
    """Words as they may stand in HTML."""
    return escape(str(words))


def german(words: str) -> list[str]:
    """A text in English and in German; a name that is German stays as it is."""
    return [words, german_names()["names"].get(words, words)]


def source(name: str) -> str:
    """A file beside this one, a script or a style."""
    return (_HERE / name).read_text(encoding="utf-8")


def german_option(option: Option) -> tuple[list[str], list[list[str]]]:
    """The label of a rule option and its values, each in English (as commands take it) and in German."""
    row = german_names()["options"].get(option.name, {})
    values = row.get("values", {})
    return [option.name, row.get("label", option.name)], [[v, values.get(v, v)] for v in option.values]


def german_title(game: Game) -> list[str]:
    """The name of a game with the rule options that are not the defaults, in English and in German."""
    options = list[str]()
    for option in game.options:
        if (value := option.of(game)) != option.initial:
            (_, label), values = german_option(option)
            options.append(f"{label} = {dict(values).get(value, value)}")
    name = german(game.name)[1]
    return [game_title(game), f"{name} ({', '.join(options)})" if options else name]


@cache
def bundle(entry: str) -> str:
    """A module with all that it imports, as one text without imports and exports.

    Modules come after those they import; the names at their top level are different from each other.
    Standard bundlers (esbuild, rollup) come from npm: neither pip nor a build without a network has them.
    """
    done: dict[str, str] = {}

    def add(name: str) -> None:
        script = source(f"js/{name}.js")
        for needed in _IMPORT.findall(script):
            if needed not in done:
                add(needed)
        done[name] = _EXPORT.sub("", _IMPORT.sub("", script))

    add(entry)
    joined = _ASIDE.sub("", '"use strict";\n' + "\n".join(done.values()))
    if "</script" in joined or "<!--" in joined:
        raise ValueError("a module must not end its own element")
    return joined


def digest(words: str) -> str:
    """The source of a policy that allows these words."""
    return f"'sha256-{b64encode(sha256(words.encode()).digest()).decode()}'"


def document(
    title: str, metas: Iterable[str], css: str, body: str, data: Mapping[str, Any], script: str,
    lang: str | None = None,
) -> str:  # fmt: skip
    """A whole file: attributes of its ``meta`` elements, HTML, and by ids what the script finds as JSON."""
    blocks = ""
    for name, value in data.items():
        dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for sign in "<>&\u2028\u2029":  # so that nothing in it can be taken for markup
            dumped = dumped.replace(sign, f"\\u{ord(sign):04x}")
        blocks += f'<script type="application/json" id="{name}">{dumped}</script>\n'
    heads = "".join(f"<meta {meta}>\n" for meta in ('charset="utf-8"', *metas))
    return (
        f'<!doctype html>\n<html lang="{lang or "en"}">\n<head>\n{heads}<link rel="icon" href="data:,">\n'
        f"<title>{text(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n{body}\n{blocks}"
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def page(
    heading: str, lead: str, parts: Iterable[str], notes: Iterable[str], games: Iterable[Game],
    lang: str | None = None, deck: str | None = None,
) -> str:  # fmt: skip
    """A report, for light and dark, wide and narrow screens; what it says in English it can say in German.

    Only ``parts`` are HTML; ``games`` are those it speaks of, by their rules; ``lang`` is ``en``, ``de`` or
    None: as the browser has it.
    """
    script = bundle("report")
    # No address is ever asked for: the page is what it holds, and a browser holds it to that.
    policy = f"default-src 'none'; script-src {digest(script)}; style-src 'unsafe-inline'; img-src data:"
    metas = (
        'name="viewport" content="width=device-width, initial-scale=1"',
        f'http-equiv="Content-Security-Policy" content="{policy}"',
    )
    told = "".join(f"<p>{text(note)}</p>" for note in notes if note)
    head = f"<main>\n<h1>{text(heading)}</h1>\n<p class=lead>{text(lead)}</p>"
    foot = f"<footer>{told}<p>kranalyze {text(version())}</p></footer>\n</main>"
    # English and German: names of games, contracts and units, then the sentences of phrases.txt.
    names = [name for game in GAMES.values() for name in (game.name, game.unit)]
    names += [contract.name for game in GAMES.values() for contract in game.contracts]
    sentences = [block.split("\n") for block in source("phrases.txt").strip().split("\n\n")[1:]]
    phrases = [*map(german, dict.fromkeys(names)), *map(german_title, games), *sentences]
    words = json.loads(source("words.json"))
    data = {"data": {"phrases": phrases, "lang": lang, "deck": deck, "words": words}}
    body = "\n".join([head, *parts, foot])
    return document(heading, metas, f"\n{source('style.css')}", body, data, script)


def section(heading: str, intro: str, *parts: str) -> str:
    """A part of a page under its heading; ``intro`` is plain text."""
    return f"<section><h2>{text(heading)}</h2><p class=soft>{text(intro)}</p>{''.join(parts)}</section>"


def facts(boxes: Iterable[str]) -> str:
    """What is to be seen first, HTML, each in a box."""
    return f"<div class=facts>{''.join(f'<div class=fact>{box}</div>' for box in boxes)}</div>"
