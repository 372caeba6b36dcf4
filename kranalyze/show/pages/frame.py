"""Build a page: a single HTML file with its style, its scripts and its texts in English and German."""

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
from kranalyze.show.text import game_name_and_changed_rules
from kranalyze.texts.names import german_names
from kranalyze.version import VERSION

_HERE = Path(__file__).parent

#: Pattern of ``import { a, b } from "./module.js";`` at the beginning of a line.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
#: Pattern of indentation and of comment lines in scripts. Both are removed from pages.
_ASIDE = re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.MULTILINE)
#: Patterns of text that is removed from style sheets: comments, and blanks around ``{``, ``}``, ``;``, ``,``.
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_BLANKS = re.compile(r"\s*([{};,])\s*")
_EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)


def escape_html(words: object) -> str:
    """Escape a text for HTML."""
    return escape(str(words))


def english_and_german(words: str) -> list[str]:
    """Return an English name and its German translation. Without a translation, return the name twice."""
    return [words, german_names()["names"].get(words, words)]


def read_page_file(name: str) -> str:
    """Return the text of a script, style or text file of this directory."""
    return (_HERE / name).read_text(encoding="utf-8")


def read_style(name: str) -> str:
    """Return the text of a style sheet of this directory, without comments and needless blanks."""
    return _STYLE_BLANKS.sub(r"\1", _STYLE_COMMENT.sub("", read_page_file(name))).strip()


def bilingual_option_and_value_labels(rule_option: Option) -> tuple[list[str], list[list[str]]]:
    """Return the label of a rule option and the labels of its values, each in English and in German.

    The commands print the same English texts.
    """
    row = german_names()["options"].get(rule_option.name, {})
    values = row.get("values", {})
    labels = [rule_option.name, row.get("label", rule_option.name)]
    return labels, [[v, values.get(v, v)] for v in rule_option.values]


def game_title_in_both_languages(game: Game) -> list[str]:
    """Return the name of a game and the rule options that differ from the default, in English and German."""
    options = list[str]()
    for option in game.options:
        if (value := option.value_in(game)) != option.default_value:
            (_, label), values = bilingual_option_and_value_labels(option)
            options.append(f"{label} = {dict(values).get(value, value)}")
    name = english_and_german(game.name)[1]
    return [game_name_and_changed_rules(game), f"{name} ({', '.join(options)})" if options else name]


#: Pattern of a constant in the module ``layouts``, after the word ``export`` was removed. The first group is
#: the name of the constant.
_CONSTANT = re.compile(r"^const (\w+) = \{\n.*?^\};\n", re.MULTILINE | re.DOTALL)


def _module_and_its_imports(entry: str) -> dict[str, str]:
    """Return the scripts of a JavaScript module and of all modules that it imports, by name of the module.

    Each module follows the modules that it imports.
    """
    scripts: dict[str, str] = {}

    def add(name: str) -> None:
        """Add a module to ``scripts``, after all modules that it imports."""
        script = read_page_file(f"js/{name}.js")
        for needed in _IMPORT.findall(script):
            if needed not in scripts:
                add(needed)
        scripts[name] = _EXPORT.sub("", _IMPORT.sub("", script))

    add(entry)
    return scripts


def _joined(scripts: Iterable[str]) -> str:
    """Join scripts. Remove indentation and comments."""
    joined = _ASIDE.sub("", "\n".join(scripts))
    if "</script" in joined or "<!--" in joined:
        raise ValueError("a module must not end its own element")
    return joined


@cache
def bundle(entry: str) -> str:
    """Join a JavaScript module and all modules that it imports into a single script without imports.

    Each module follows the modules that it imports. No two modules may define the same name at top level.
    Standard bundlers (esbuild, rollup) are not used, because they come from npm: neither pip nor a build
    without a network can install them.
    """
    return _joined(['"use strict";', *_module_and_its_imports(entry).values()])


@cache
def bundles_with_common_part(*entries: str) -> tuple[str, ...]:
    """Join several modules, each with all modules that it imports, as ``bundle`` does.

    The module ``layouts`` has the layouts of all structs of the core. Its unused constants are left out.

    Returns:
        First the common script, with the modules that all entries need. Then a script for each entry, with
        its other modules. In a page this script must follow the common script.
    """
    programs = [_module_and_its_imports(entry) for entry in entries]
    scripts = {name: script for program in programs for name, script in program.items()}
    others = "\n".join(script for name, script in scripts.items() if name != "layouts")
    used = set(re.findall(r"\w+", others))
    scripts["layouts"] = _CONSTANT.sub(lambda m: m[0] if m[1] in used else "", scripts["layouts"])
    common = [name for name in programs[0] if all(name in program for program in programs)]
    parts = [common, *([name for name in program if name not in common] for program in programs)]
    texts = [_joined(scripts[name] for name in part) for part in parts]
    return '"use strict";\n' + texts[0], *texts[1:]


def script_digest(words: str) -> str:
    """Return the hash of a script in the form that a content security policy expects."""
    return f"'sha256-{b64encode(sha256(words.encode()).digest()).decode()}'"


def document(
    title: str, metas: Iterable[str], css: str, body: str, data: Mapping[str, Any], script: str,
    lang: str | None = None,
) -> str:  # fmt: skip
    """Build the text of an HTML file.

    Args:
        title: title of the page.
        metas: for each ``meta`` element its attributes, as HTML.
        css: style of the page.
        body: HTML of the body.
        data: values for the script, by the id of the element that holds the value as JSON.
        script: script of the page.
        lang: language of the page, ``en`` or ``de``. None: English.
    """
    blocks = ""
    for name, value in data.items():
        dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for sign in "<>&\u2028\u2029":  # escape the characters that could end the script element
            dumped = dumped.replace(sign, f"\\u{ord(sign):04x}")
        blocks += f'<script type="application/json" id="{name}">{dumped}</script>\n'
    heads = "".join(f"<meta {meta}>\n" for meta in ('charset="utf-8"', *metas))
    return (
        f'<!doctype html>\n<html lang="{lang or "en"}">\n<head>\n{heads}<link rel="icon" href="data:,">\n'
        f"<title>{escape_html(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n{body}\n{blocks}"
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def page(
    heading: str, lead: str, parts: Iterable[str], notes: Iterable[str], games: Iterable[Game],
    lang: str | None = None, deck: str | None = None,
) -> str:  # fmt: skip
    """Build a report that can switch between English and German.

    Args:
        heading: title at the top.
        lead: text below the title.
        parts: sections of the page, as HTML.
        notes: footnotes at the end of the page.
        games: games that the page mentions, with their rule options.
        lang: language of the page, ``en`` or ``de``. None: the language of the browser.
        deck: deck whose suits and card letters the page shows, ``french`` or ``german``. None: ``french``.
    """
    script = bundle("report")
    # The page must load nothing from other addresses. A content security policy enforces this.
    policy = (
        f"default-src 'none'; script-src {script_digest(script)}; style-src 'unsafe-inline'; img-src data:"
    )
    metas = (
        'name="viewport" content="width=device-width, initial-scale=1"',
        f'http-equiv="Content-Security-Policy" content="{policy}"',
    )
    footnotes = "".join(f"<p>{escape_html(note)}</p>" for note in notes if note)
    head = f"<main>\n<h1>{escape_html(heading)}</h1>\n<p class=lead>{escape_html(lead)}</p>"
    foot = f"<footer>{footnotes}<p>kranalyze {escape_html(VERSION)}</p></footer>\n</main>"
    # The page gets pairs of English and German texts: names of games, contracts and units, and the sentences
    # of phrases.txt.
    names = [name for game in GAMES.values() for name in (game.name, game.unit)]
    names += [contract.name for game in GAMES.values() for contract in game.contracts]
    sentences = [block.split("\n") for block in read_page_file("phrases.txt").strip().split("\n\n")[1:]]
    phrases = [
        *map(english_and_german, dict.fromkeys(names)),
        *map(game_title_in_both_languages, games),
        *sentences,
    ]
    words = json.loads(read_page_file("words.json"))
    data = {"data": {"phrases": phrases, "lang": lang, "deck": deck, "words": words}}
    body = "\n".join([head, *parts, foot])
    return document(heading, metas, f"\n{read_style('style.css')}", body, data, script)


def section(heading: str, intro: str, *parts: str) -> str:
    """Make a section of a page. ``heading`` and ``intro`` are plain texts, ``parts`` are HTML."""
    head = f"<h2>{escape_html(heading)}</h2><p class=soft>{escape_html(intro)}</p>"
    return f"<section>{head}{''.join(parts)}</section>"


def fact_boxes(boxes: Iterable[str]) -> str:
    """Put the main results of a report into boxes. Each of ``boxes`` is HTML."""
    return f"<div class=facts>{''.join(f'<div class=fact>{box}</div>' for box in boxes)}</div>"
