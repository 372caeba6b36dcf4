"""The reports of ``stats`` and ``odds`` in both languages and with both decks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from running import run

Visit = Callable[..., Any]

#: English words that no German page may have. File names and texts quoted from files are not checked.
ENGLISH = re.compile(
    r"\b(the|of|by|can|deals?|hands?|some|seat|interval|bidder|layouts|with|North|East|South|held|made|share|mean)\b"
)
#: SQL conditions of the reports below. German pages may have them, because SQL is the same in both languages.
CONDITION = re.compile(r"\bbidder = \d")
SEEN = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [...document.querySelectorAll("main [title]")].map((one) => one.title);
  while (walker.nextNode()) found.push(walker.currentNode.data.trim());
  return [...new Set(found)].filter((text) => text && !/ sagt: |^Aus .*kpn/.test(text));
}"""

REPORTS = {
    "log": ("stats", "simulated-log.kpn"),
    "par": ("stats", "--random", 40, "--seed", 1, "--par"),
    "by": ("stats", "recorded-deals-24.kpn", "--by", "aces,tens"),
    "first": ("stats", "--random", 60, "--seed", 1, "--where", "bidder = 1", "--by", "aces, voids"),
    "one": ("stats", "--random", 60, "--seed", 1, "--where", "bidder = 2", "--by", "longest"),
    "three": ("stats", "--random", 60, "--seed", 1, "--where", "aces > 0", "--by", "aces, tens, voids"),
    "hand": ("odds", "AKQ.AK.A.", "--play", "--samples", 40, "--known", "E=HQ"),
    "book": ("odds", "AKQ.AK.A."),
    "booked": ("odds", "AKJ.AQ.T."),
    "called": ("odds", "AT.KQ..", "--game", "russbach", "--contract", "simple", "--samples", 40),
}


@pytest.fixture(scope="module", params=REPORTS)
def report(request: pytest.FixtureRequest, folder: Path) -> Path:
    out = folder / f"report-{request.param}.html"
    assert run(*REPORTS[request.param], "--report", out).status == 0
    return out


def test_all_of_it_is_german(visit: Visit, report: Path) -> None:
    page = visit(report, lang="de-AT", width=360)
    left = [text for text in page.evaluate(SEEN) if ENGLISH.search(CONDITION.sub("", text))]
    assert left == []
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#language")
    assert any(ENGLISH.search(text) for text in page.evaluate(SEEN))
    assert not any("Blätter" in text for text in page.evaluate(SEEN))


def test_german_cards(visit: Visit, report: Path) -> None:
    page = visit(report, lang="en-US")
    french = page.locator("main").inner_text()
    page.click("#deck")
    german = page.locator("main").inner_text()
    assert not re.search("[♠♥♦♣]", german)
    page.click("#deck")
    assert page.locator("main").inner_text() == french


def test_lang_and_deck_of_the_command(visit: Visit, folder: Path) -> None:
    out = folder / "odds-german.html"
    assert run("odds", "AKO.AK.A.", "--deck", "german", "--lang", "de", "--report", out).status == 0
    page = visit(out, lang="en-US")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert "A K O" in page.locator(".fact").first.inner_text()


def test_rule_options_and_many_files_are_german(visit: Visit, folder: Path) -> None:
    deal = '[Game "graden"]\n[Dealer "N"]\n[Deal "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"]\n'
    files = [folder / f"many-{number}.kpn" for number in range(12)]
    for file in files:
        file.write_text(deal, encoding="utf-8")
    out = folder / "many.html"
    rules = ("--rule", "call_own=yes", "--rule", "mitbettler=as_printed")
    assert run("stats", *files, *rules, "--report", out).status == 0
    page = visit(out, lang="de-AT")
    wanted = "Königrufen (Graden) (eigene Karte rufen = ja, Mitbettler = wie gedruckt): was zu gewinnen ist"
    assert page.locator("h1").inner_text() == wanted
    lead = page.locator("p.lead").inner_text()
    assert lead.startswith("Aus ") and lead.endswith(" weiteren.") and " more" not in lead
    page.click("#language")
    assert page.locator("h1").inner_text().endswith("(call_own=yes mitbettler=as_printed): what can be made")
    assert re.search(r" and \d more\.$", page.locator("p.lead").inner_text())


def test_a_unit_is_named_in_german(visit: Visit, folder: Path) -> None:
    out = folder / "unit.html"
    asked = ("odds", "AT87.K8.T.Q", "--game", "rufmariasch", "--samples", 5, "--rule", "unit=7")
    assert run(*asked, "--report", out).status == 0
    lead = visit(out, lang="de-AT").locator("p.lead").inner_text()
    assert lead == "Rufmariasch (Einheit = 7): was dieses Blatt für den Ansager wert ist."
