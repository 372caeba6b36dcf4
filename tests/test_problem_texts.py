"""The table of texts: every code of the judge has one in both languages, with gaps its arguments fill."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from kranalyze.core import knowledge
from kranalyze.core.numbers import PROBLEM_CODES
from kranalyze.games import GAMES
from kranalyze.texts.problems import Place, judged_gaps, problem_table, problem_text

#: Codes without a text: nothing is wrong, the number of codes, and a code that carries one of the judge's.
NO_PROBLEM = ("good", "problem_codes", "know_good", "know_codes", "know_not_legal")
CODES = {*PROBLEM_CODES.values(), *knowledge.CODES.values()} - {*NO_PROBLEM}
TEXTS = {name: row for name, row in problem_table().items() if name != "words"}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_code_of_the_judge_has_a_text_and_every_text_with_arguments_a_code() -> None:
    assert {name for name, row in TEXTS.items() if "args" in row} == CODES


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_name_the_same_facts(name: str) -> None:
    english, german = gaps(TEXTS[name]["en"]), gaps(TEXTS[name]["de"])
    # A count may be shown with its noun in one language and alone in the other.
    assert {re.sub("^count_.*", "count", gap) for gap in english} == {
        re.sub("^count_.*", "count", gap) for gap in german
    }


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("code", sorted(CODES))
def test_a_text_can_be_filled_from_the_arguments_of_its_code(code: str, language: str) -> None:
    for game in GAMES.values():
        for deck in ("french", "german"):
            arguments = judged_gaps(code, (0, 0, 0, 0)) | {"columns": 3, "after": 1}
            text = problem_text(code, arguments, Place(game, deck, "word"), language)  # type: ignore[arg-type]
            assert text and "{" not in text


def test_words_stand_in_both_languages() -> None:
    words = problem_table()["words"]
    assert words["en"].keys() == words["de"].keys()
    for name, word in words["en"].items():
        assert isinstance(word, str) or len(word) == len(words["de"][name])
