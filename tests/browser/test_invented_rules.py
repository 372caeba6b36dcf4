"""The page obeys invented rule options and contracts, which no real game has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pages import settle

from kranalyze.games import GAMES, Contract, Goal, Option
from kranalyze.show.pages import table
from running import run

Visit = Callable[..., Any]
TOPS = "N:AKQJT9..._.AKQJT9.._..AKQJT9._...AKQJT9"
ASKED = f"#game=anrufen&deal={TOPS}&contract=all_tricks&declarer=N&trump=S&called=HA"


@pytest.fixture(autouse=True)
def fresh_games() -> Iterator[None]:
    """Clear the page's cache of rules before and after a test, so that the page reads the invented rules."""
    table._fixed.cache_clear()
    yield
    table._fixed.cache_clear()


def test_an_option_that_knows_no_contra(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a rule forbids Contra, the page offers no choice of Contra and rejects an address with Contra."""
    silent = Option("no_contra", ("no", "yes"), "whether nobody may say Contra", "contra", ("token", None))
    monkeypatch.setitem(GAMES, "anrufen", replace(GAMES["anrufen"], options=(silent,)))
    out = tmp_path / "table.html"
    assert run("page", "-o", out).status == 0
    for rule, choices in (("no", 1), ("yes", 0)):
        page = visit(out, f"{ASKED}&rules=no_contra:{rule}")
        assert page.locator("#ask-contract").input_value() == "all_tricks"
        assert page.locator("#ask-contra").count() == choices
        assert page.locator(".panel.error").count() == 0
        page = visit(out, f"{ASKED}&rules=no_contra:{rule}&contra=1")
        settle(page)
        assert page.locator(".panel.error").count() == 1 - choices
        if not choices:
            assert "anrufen has no Contra, here are 1" in page.locator(".panel.error").inner_text()


def test_a_contract_to_take_exactly_one_trick(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page solves an invented contract: the declarer must take exactly one trick."""
    row = Contract("no_such_yet", "Noch keiner", 90, Goal("exactly", tricks=1), 90, "K")
    *bids, schurln = GAMES["graden"].contracts
    monkeypatch.setitem(GAMES, "graden", replace(GAMES["graden"], contracts=(*bids, row, schurln)))
    deal = "N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A"
    log, out = tmp_path / "one.kpn", tmp_path / "one.html"
    log.write_text(
        f'[Game "graden"]\n[North "Anna"]\n[Dealer "W"]\n[Deal "{deal}"]\n[Contract "no_such_yet"]\n'
        '[Declarer "N"]\n[Play "N"]\nCK C9 D A\n*\n'.replace("D A", "HA CA"),
        encoding="utf-8",
    )
    assert run("analyze", log, "--report", out).status == 0
    page = visit(out, "#g=1", lang="de-AT")
    assert "Noch keiner" in page.locator("#title").inner_text()
    answer = run("solve", deal, "--contract", "no_such_yet", "--declarer", "N", "--json").rows[0]
    worths = page.locator("button.tile").evaluate_all("all => all.map((one) => Number(one.dataset.worth))")
    assert max(worths) == answer["payoff"]["N"]
