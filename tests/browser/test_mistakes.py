"""The list of a player's mistakes: its order, its sums, the text of a row, and taking back an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from test_trainer import CARDS, OFFERED, advised, choose_and_wait, forget

from kranalyze import read_kpn
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Script: returns the data attributes of each row of the list, and the number that the row shows.
ROWS = """[...document.querySelectorAll(".lesson-row")].map((row) =>
  ({ ...row.dataset, shown: row.querySelector(".sum").textContent }))"""


def open_list(page: Any, name: str) -> None:
    """Open the list of a player, and wait until all cards and bids are judged."""
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, name)


def test_mistakes_are_ordered_by_what_the_player_could_know(visit: Visit, evening: Path) -> None:
    """Each row shows the loss that ``advise`` computes for the mistake. The greatest loss comes first."""
    games = read_kpn(EVENING).records
    page = visit(evening, lang="de-AT", **PHONE)
    open_list(page, "Dora")
    losses, is_small = list[float](), Counter[bool]()
    for row in page.locator(f"{CARDS}[data-verdict=mistake]").all():
        record, at = games[int(row.get_attribute("data-game"))], int(row.get_attribute("data-at"))
        means = {str(one.card): one.mean for one in advised(record, at).cards}
        loss = max(means.values()) - means[str(record.play[at].card)]
        assert float(row.get_attribute("data-loss")) == pytest.approx(loss)
        shown = row.locator(".sum").inner_text().replace("\u2212", "").replace(",", ".")
        assert float(shown) == pytest.approx(loss, abs=0.051)
        cost = row.get_attribute("data-cost")
        assert f"bei offenen Karten \u2212{cost}" in row.inner_text()
        assert record.contract_row is not None
        small = loss < record.contract_row.value / 10
        assert ("ein kleiner Fehler" in row.inner_text()) == small
        is_small[small] += 1
        losses.append(loss)
    assert all(a >= b for a, b in pairwise(losses)) and len(losses) > 2
    assert is_small[False]


def test_a_row_does_not_tell_the_card(visit: Visit, judged_evening: Path) -> None:
    """A row names the contract, the role and the trick, but neither a card nor a call."""
    page = visit(judged_evening, lang="de-AT", **PHONE)
    open_list(page, "Dora")
    texts = page.locator(CARDS).all_inner_texts()
    assert texts and all(re.search(r"Stich \d", text) for text in texts)
    assert page.locator(".lesson-row .card-sign, .lesson-row svg").count() == 0
    assert not any(re.search("[♠♥♦♣]|Pik|Herz|Karo|Treff", text) for text in texts)


def test_sums_are_those_of_the_rows(visit: Visit, some_games: Path) -> None:
    """Above the list, each group shows how many rows it has, and the sum of their amounts in each unit.

    The amount of a mistake or a lucky choice is its mean loss. Any other amount is the cost with open cards.
    """
    games = read_kpn(some_games.with_suffix(".kpn")).records
    page = visit(some_games, lang="en-GB", **PHONE)
    open_list(page, "Cilli")
    numbers, sums = Counter[str](), dict[str, dict[str, float]]()
    for row in page.evaluate(ROWS):
        standing = row["verdict"] or ("close" if "loss" in row else "open")
        numbers[standing] += 1
        unit = games[int(row["game"])].game_row.unit.rstrip("s")
        amount = row["loss"] if standing in ("mistake", "lucky") else row["cost"]
        of_standing = sums.setdefault(standing, {})
        of_standing[unit] = of_standing.get(unit, 0) + float(amount)
    groups = page.locator("#progress [data-standing]")
    assert {groups.nth(i).get_attribute("data-standing") for i in range(groups.count())} == set(numbers)
    for group in groups.all():
        standing, text = group.get_attribute("data-standing"), group.inner_text()
        assert text.startswith(f"{numbers[standing]} \u00d7 ")
        in_units = page.locator(f"[data-sum-of={standing}]").all_inner_texts()
        amounts = re.findall(r"([\d,.]+) ([a-z ]+?)(?:, | in all)", "".join(in_units))
        found = {unit.rstrip("s"): float(amount.replace(",", "")) for amount, unit in amounts}
        expected = {unit: amount for unit, amount in sums[standing].items() if amount}
        assert found == {unit: pytest.approx(amount, abs=0.051) for unit, amount in expected.items()}
        assert ("on average" in "".join(in_units)) == (standing in ("mistake", "lucky"))
    assert f"{numbers.total()} questions" in page.locator("#progress").inner_text()


def test_a_kind_of_game_is_chosen(visit: Visit, some_games: Path) -> None:
    """The list can be limited to one kind of game. Without a choice it shows all games again."""
    games = read_kpn(some_games.with_suffix(".kpn")).records
    page = visit(some_games, lang="de-AT", **PHONE)
    open_list(page, "Cilli")
    rows = Counter(games[int(row["game"])].game for row in page.evaluate(ROWS))
    assert len(rows) > 1
    for kind, number in rows.items():
        page.locator("#lesson-kind").select_option(kind)
        assert [games[int(row["game"])].game for row in page.evaluate(ROWS)] == [kind] * number
    page.locator("#lesson-kind").select_option("")
    assert len(page.evaluate(ROWS)) == rows.total()


def test_a_mistyped_answer_does_not_count(visit: Visit, judged_evening: Path) -> None:
    """After an answer is taken back, the progress is as before the answer.

    The page asks the question again, and the next answer counts.
    """
    page = visit(judged_evening, lang="de-AT", **PHONE)
    open_list(page, "Dora")
    page.locator("#train").tap()
    page.locator(OFFERED).first.tap(timeout=60_000)
    page.locator("#next-lesson").tap()
    page.locator(OFFERED).first.wait_for(timeout=60_000)
    stored = "JSON.stringify(Object.entries(localStorage).sort())"
    before, title = page.evaluate(stored), page.locator("h1").inner_text()
    page.locator(OFFERED).first.tap()
    page.locator("#verdict").wait_for()
    after = page.evaluate(stored)
    assert after != before
    page.locator("#mis-tap").tap()
    page.locator(OFFERED).first.wait_for()
    assert page.locator("h1").inner_text() == title and page.locator("#verdict, #reason").count() == 0
    assert page.evaluate(stored) == before
    page.wait_for_timeout(2_000)  # the reason for the answer may be on its way; the page must drop it
    assert page.locator("#verdict, #reason").count() == 0
    page.locator(OFFERED).first.tap()
    page.locator("#verdict").wait_for()
    assert page.evaluate(stored) == after


def test_roles_are_in_words(visit: Visit, some_games: Path) -> None:
    """A row states the player's role in words: declarer, holder of the called card, or other side."""
    games = read_kpn(some_games.with_suffix(".kpn")).records
    words = {"Declarer": "du sagst an", "Partner": "du bist der Partner", "Defender": "du spielst dagegen"}
    seen = set[str]()
    for name in ("Dora", "Emil"):
        page = visit(some_games, lang="de-AT", **PHONE)
        open_list(page, name)
        for row in page.locator(CARDS).all():
            record, at = games[int(row.get_attribute("data-game"))], int(row.get_attribute("data-at"))
            role, contract = row.get_attribute("data-role"), record.contract_row
            assert contract is not None
            if role is None:
                is_alone = record.declarer is None or record.second is not None
                assert is_alone or contract.goal.last_winner_becomes_partner or contract.goal.each_for_himself
                continue
            seat = record.play[at].seat
            holds = record.called in {move.card for move in record.play if move.seat == seat}
            assert (role == "Declarer") == (seat == record.declarer)
            if contract.party == "called" and seat != record.declarer:
                assert role == ("Partner" if holds else "Defender")
            assert words[role] in row.inner_text()
            seen.add(role)
    assert seen == set(words)
    page.locator(f"{CARDS}[data-role=Defender]").first.tap()
    page.locator("#lesson-board").wait_for()
    assert "du spielst dagegen" in page.locator(".lead").inner_text()


@pytest.mark.parametrize(
    ("lang", "words"), [("de-AT", "Simulierter Abend"), ("en-GB", "Simulated evening")]
)
def test_rows_of_games_have_unit_and_evening(visit: Visit, evening: Path, lang: str, words: str) -> None:
    """The list of games shows amounts with units, and names simulated evenings in the page's language."""
    page = visit(evening, lang=lang, **PHONE)
    rows = page.locator("#games .game-row").all()
    games = read_kpn(EVENING).records
    assert len(rows) == len(games)
    named = Counter[bool]()
    assert page.locator("h1").inner_text() == words
    for row, record in zip(rows, games, strict=True):
        amount = row.locator(".sum")
        if amount.inner_text():
            unit = amount.get_attribute("data-unit")
            shown = amount.evaluate("cell => getComputedStyle(cell, '::after').content")
            assert unit and unit in shown
            if lang == "en-GB":
                assert record.game_row.unit.rstrip("s") == unit.rstrip("s")
        if record.tags.get("Event", "").startswith("Simulated evening"):
            assert words in row.inner_text()
            named[True] += 1
    assert named[True]
