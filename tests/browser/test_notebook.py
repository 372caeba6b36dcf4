"""Output in notebooks: a frame that runs its scripts and cannot reach the notebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kranalyze import Deal, read_kpn
from kranalyze.analysis import analyze_records
from running import EVENING

Visit = Callable[..., Any]
DEAL = Deal.parse("N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A")


def framed(visit: Visit, folder: Path, shown: Any) -> Any:
    """The frame, as a notebook puts it into its own page."""
    outer = folder / "notebook.html"
    outer.write_text(f"<!doctype html><html data-ready><body>{shown._repr_html_()}</body></html>")
    page = visit(outer)
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
    inside = framed(visit, tmp_path, records[1])
    assert inside.locator("#at").get_attribute("data-of") == "24"
    inside = framed(visit, tmp_path, analyze_records(records))
    assert inside.locator(".game-row").count() == 3


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="unknown contract"):
        DEAL.board(contract="grand")
    with pytest.raises(ValueError, match="pack of 20"):
        DEAL.board(game="bauernschnapsen")
    assert 'sandbox="allow-scripts"' in DEAL.board()._repr_html_()
