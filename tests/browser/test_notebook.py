"""A notebook displays live boards in frames that run scripts but cannot reach the notebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kranalyze import Deal, Position, read_kpn, solve
from kranalyze.analysis import analyze_records
from running import EVENING

Visit = Callable[..., Any]
DEAL = Deal.parse("N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A")


def notebook(visit: Visit, folder: Path, *shown: Any) -> Any:
    """Open and return a page that displays objects one below the other, as a notebook does."""
    outer = folder / "notebook.html"
    inside = "".join(f"<div>{one._repr_html_()}</div>" for one in shown)
    outer.write_text(f"<!doctype html><html data-ready><body>{inside}</body></html>", encoding="utf-8")
    return visit(outer)


def framed(visit: Visit, folder: Path, shown: Any) -> Any:
    """Return the frame in which a notebook's page displays an object."""
    page = notebook(visit, folder, shown)
    inside = page.frame_locator("iframe")
    inside.locator("html[data-ready]").wait_for(state="attached")
    return inside


def test_a_deal(visit: Visit, tmp_path: Path) -> None:
    inside = framed(visit, tmp_path, DEAL.board(contract="Königmord", declarer="S"))
    inside.locator("#card-SQ").click()
    inside.locator("html:not([data-busy])").wait_for(state="attached")
    assert inside.locator("#at").get_attribute("data-at") == "1"
    assert inside.locator("#answer").get_attribute("data-makeable") == "true"


def test_a_record_and_an_analysis(visit: Visit, tmp_path: Path) -> None:
    records = read_kpn(EVENING).records[:3]
    inside = framed(visit, tmp_path, records[1].live_board())
    assert inside.locator("#at").get_attribute("data-of") == "24"
    inside = framed(visit, tmp_path, analyze_records(records).live_board())
    assert inside.locator(".game-row").count() == 3


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="unknown contract"):
        DEAL.board(contract="grand")
    with pytest.raises(ValueError, match="pack of 20"):
        DEAL.board(game="bauernschnapsen")
    assert 'sandbox="allow-scripts"' in DEAL.board()._repr_html_()


@pytest.fixture(scope="module")
def pictured() -> dict[str, Any]:
    """Return objects that a notebook displays without a call of ``live_board``."""
    records = read_kpn(EVENING).records[:3]
    return {
        "record": records[1], "analysis": analyze_records(records),
        "answer": solve(DEAL, contract="koenigmord", declarer="S"),
        "position": Position.of_record(records[1], 4),
    }  # fmt: skip


def test_displays_are_small(pictured: dict[str, Any]) -> None:
    """A live board is a page of about 300 kB. A picture with its link and its data is a fiftieth of that."""
    sizes = {name: len(one._repr_html_()) for name, one in pictured.items()}
    assert max(sizes.values()) < 10_000, sizes
    assert min(len(one.live_board()._repr_html_()) for one in pictured.values()) > 200_000
    for name, cards in {"record": 24, "answer": 24, "position": 20}.items():
        assert pictured[name]._repr_html_().count('rx="5"') == cards


def test_a_link_opens_the_live_board(visit: Visit, tmp_path: Path, pictured: dict[str, Any]) -> None:
    """If the notebook shows one live board, the link of each object opens a board of this object."""
    page = notebook(visit, tmp_path, DEAL.board(), *pictured.values())
    wanted = {"record": "#at[data-of='24']", "analysis": "#game-2", "answer": "#at", "position": "#at"}
    for number, (name, element) in enumerate(wanted.items()):
        box = page.locator("[data-kranalyze]").nth(number)
        assert box.locator("svg, pre").count() == 1
        box.locator("a").press("Enter")
        inside = box.frame_locator("iframe[sandbox=allow-scripts]")
        inside.locator(element).wait_for(state="attached")
        if name == "answer":
            tiles = inside.locator(".hand[aria-label=South] .tile")
            assert set(tiles.evaluate_all("all => all.map((one) => one.dataset.card)")) == {
                "SA", "SK", "SQ", "HA", "HK", "DA",
            }  # fmt: skip


def test_a_link_without_a_live_board_tells_what_to_do(
    visit: Visit, tmp_path: Path, pictured: dict[str, Any]
) -> None:
    page = notebook(visit, tmp_path, pictured["record"])
    page.click("[data-kranalyze] a")
    assert "live_board()" in page.locator("output").inner_text()
    assert page.locator("iframe").count() == 0
