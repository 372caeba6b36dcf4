"""Every code of the judge has a message in both languages, and its arguments fill the message's gaps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import kranalyze
from kranalyze.core import knowledge
from kranalyze.core.numbers import PROBLEM_CODES
from kranalyze.games import GAMES, get_game
from kranalyze.texts.problems import Place, judged_gaps, problem_text, problem_texts_by_code

#: Codes without a message. ``good`` and ``know_good``: there is no problem. ``problem_codes`` and
#: ``know_codes``: the number of codes. ``know_not_legal``: another code, with a message, says what is wrong.
NO_PROBLEM = ("good", "problem_codes", "know_good", "know_codes", "know_not_legal")
CODES = {*PROBLEM_CODES.values(), *knowledge.CODES.values()} - {*NO_PROBLEM}
TEXTS = {name: row for name, row in problem_texts_by_code().items() if name != "words"}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_code_of_the_judge_has_a_text_and_every_text_with_arguments_a_code() -> None:
    assert {name for name, row in TEXTS.items() if "args" in row} == CODES


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_name_the_same_facts(name: str) -> None:
    english, german = gaps(TEXTS[name]["en"]), gaps(TEXTS[name]["de"])
    # One language may show a number with its noun, the other language the number alone.
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
    words = problem_texts_by_code()["words"]
    assert words["en"].keys() == words["de"].keys()
    for name, word in words["en"].items():
        assert isinstance(word, str) or len(word) == len(words["de"][name])


@pytest.mark.parametrize(
    ("code", "refuse", "gaps_of_code"),
    [
        ("game_unknown", lambda: get_game("gradne"), {"text", "hint"}),
        ("contract_unknown", lambda: GAMES["graden"].contract("xy"), {"text", "game", "hint"}),
        ("rule_unknown", lambda: GAMES["graden"].under({"xy": "1"}), {"text", "game", "hint"}),
        (
            "rule_value", lambda: GAMES["graden"].under({"call_own": "xy"}),
            {"option", "game", "text", "known"},
        ),
    ],
)  # fmt: skip
def test_unknown_names_are_refused_in_the_words_of_the_table(
    code: str, refuse: Callable[[], object], gaps_of_code: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the text in the table changes, the message changes too: the table is the only source of the text."""
    assert gaps(TEXTS[code]["en"]) == gaps(TEXTS[code]["de"]) == gaps_of_code
    monkeypatch.setitem(TEXTS[code], "en", "nobody knows {text}")
    with pytest.raises(ValueError, match=r"^nobody knows '(xy|gradne)'$"):
        refuse()


def test_the_page_has_no_texts_of_unknown_names_of_its_own() -> None:
    page = json.loads((Path(kranalyze.__file__).parent / "show/pages/messages.json").read_text("utf-8"))
    assert not [key for key, (english, _) in page.items() if english.startswith(("unknown ", "did you mean"))]
