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
from kranalyze.version import version

_HERE = Path(__file__).parent

#: ``import { a, b } from "./module.js";`` at the beginning of a line.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
#: Indentation and lines that are comments, which travel in no page.
_ASIDE = re.compile(r"^[ \t]+|^[ \t]*//.*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)

_GERMAN = {
    "Anrufen for three": "Anrufen zu dritt", "Whist (calibration)": "Whist (zum Vergleich)",
    "Simple game": "Einfaches Spiel", "Hundred": "Hundert", "All tricks": "Alle Stiche",
    "No tricks": "Kein Stich", "All tricks and hundred": "Alle Stiche und Hundert", "Tricks": "Stiche",
    "chips": "Chips", "stakes": "Einsätze", "units": "Einheiten", "tokens": "Marken",
    "game points": "Punkte", "tricks": "Stiche",
    "chip": "Chip", "stake": "Einsatz", "unit": "Einheit", "token": "Marke",
    "game point": "Punkt", "trick": "Stich",
    "an own card may be called: 1 v 3 at the same value":
        "eine eigene Karte darf gerufen werden: einer gegen drei zum selben Wert",
    "who pays when one of two Bettlers succeeds; as_printed follows a slip of the description":
        "wer zahlt, wenn von zwei Bettlern einer gelingt; „wie gedruckt“ folgt einem Versehen des Textes",
    "units paid for every 10 points of difference": "Einheiten für je 10 Punkte Unterschied",
    "trump and called card are named apart": "Trumpf und gerufene Karte werden getrennt genannt",
    "whether a player who can beat the trick so far must": "ob stechen muss, wer stechen kann",
    "what follows when all have passed twice: a new deal, or the dealer must bid":
        "was folgt, wenn alle zweimal gepasst haben: neu geben, oder der Geber muss ansagen",
    "game points of a Bettler": "Punkte eines Bettlers",
    "whether a marriage may be registered on the opening lead; "
    "pending: it counts once the side takes a trick":
        "ob zum ersten Stich angesagt werden darf; „zählt später“: sobald die Seite einen Stich hat",
}  # fmt: skip

#: Rule options in German: the label, and how their values are called; numbers stay.
_GERMAN_OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "call_own": ("eigene Karte rufen", {"no": "nein", "yes": "ja"}),
    "mitbettler": ("Mitbettler", {"loser_pays": "Verlierer zahlt", "as_printed": "wie gedruckt"}),
    "unit": ("Einheit", {}),
    "free_call": ("Trumpf und Ruf getrennt", {"no": "nein", "yes": "ja"}),
    "beat": ("Stechzwang", {"all": "ja", "none": "nein"}),
    "bettler_value": ("Wert des Bettlers", {}),
    "opening_marriage": ("Ansage zum ersten Stich", {"no": "nein", "pending": "zählt später"}),
    "all_pass": ("wenn alle passen", {"new_deal": "neu geben", "dealer": "Geber muss ansagen"}),
}


def text(words: object) -> str:
    """Words as they may stand in HTML."""
    return escape(str(words))


def german(words: str) -> list[str]:
    """A text in English and in German; a name that is German stays as it is."""
    return [words, _GERMAN.get(words, words)]


def source(name: str) -> str:
    """A file beside this one, a script or a style."""
    return (_HERE / name).read_text(encoding="utf-8")


def german_option(option: Option) -> tuple[list[str], list[list[str]]]:
    """The label of a rule option and its values, each in English (as commands take it) and in German."""
    label, values = _GERMAN_OPTIONS.get(option.name, (option.name, {}))
    return [option.name, label], [[value, values.get(value, value)] for value in option.values]


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
