"""Texts of the page have the same gaps in both languages, and the German is that of Austrian card players."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import kranalyze

HOME = Path(kranalyze.__file__).parent
PAGES = HOME / "show" / "pages"

#: Patterns of German words that no Austrian card player says, with what the players say instead.
STIFF = {
    r"\bkostete\b": "hat gekostet", r"\bpasste\b": "hat gepasst", r"\blagen\b": "sind gelegen",
    r"\blegte\b": "hat gelegt", r"\bgeschah\b": "war", r"Mittelwert": "im Schnitt",
    r"\bHänden?\b": "Blätter (what a player holds)", r"\b(eine|die|der|jeder) Hand\b": "Blatt",
    r"[Kk]lick": "antippen (phones have no mouse)",
}  # fmt: skip


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield the name of every text of the page, the text in English, and the text in German."""
    for file in ("words.json", "messages.json"):
        for name, (english, german) in json.loads((PAGES / file).read_text(encoding="utf-8")).items():
            yield name, english, german
    problems = tomllib.loads((HOME / "texts" / "problems.toml").read_text(encoding="utf-8"))
    for name, text in problems.items():
        if name != "words":
            yield name, text["en"], text["de"]


def gaps(text: str) -> set[str]:
    """Return the names of the gaps of a text, which are written ``{name}``."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_words_have_the_same_gaps_in_both_languages() -> None:
    for file in ("words.json", "messages.json"):
        for name, (english, german) in json.loads((PAGES / file).read_text(encoding="utf-8")).items():
            assert gaps(english) == gaps(german), name


@pytest.mark.parametrize("file", ["words.json", "messages.json"])
def test_no_name_of_a_text_is_used_twice(file: str) -> None:
    """The later text would silently replace the earlier one."""
    pairs = json.loads((PAGES / file).read_text(encoding="utf-8"), object_pairs_hook=list)
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("form", STIFF)
def test_german_is_that_of_the_table(form: str) -> None:
    assert [(name, german) for name, _, german in texts() if re.search(form, german)] == []
