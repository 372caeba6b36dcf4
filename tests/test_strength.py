"""Test the plot of how often players of different strengths make the contracts of Graden at the table."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.etree import ElementTree

import plot_strength
import pytest

from kranalyze.bundled import bundled_directory
from kranalyze.games import GAMES, Contract

DATA = Path(bundled_directory())


def rows() -> list[dict[str, str]]:
    with (DATA / "strength.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_plot_is_drawn_from_the_measured_rows() -> None:
    text = (DATA / "strength.svg").read_text(encoding="utf-8")
    assert text == plot_strength.drawn(rows())
    circles = [node for node in ElementTree.fromstring(text).iter() if node.tag.endswith("circle")]
    assert len(circles) == len(rows()) == 45


def test_every_contract_is_measured_at_every_strength() -> None:
    declared = [contract.id for contract in GAMES["graden"].contracts if contract.makeable_at is not None]
    measured = [(row["contract"], int(row["look"])) for row in rows()]
    assert measured == [(contract, look) for contract in declared for look in plot_strength.STRENGTHS]
    for row in rows():
        assert 0 <= int(row["won"]) <= int(row["games"]) == 10 * int(row["hands"])
        assert 0.25 <= float(row["open"]) <= 0.75


def test_the_rows_can_be_measured_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two measurements with few games play the same games, and give equal rows."""
    monkeypatch.setattr(plot_strength, "STRENGTHS", (2,))
    measured = plot_strength.measure(2, tmp_path / "first.csv")
    assert measured == plot_strength.measure(2, tmp_path / "second.csv") and len(measured) == 9
    assert all(row["games"] == "20" for row in measured)


def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plot_strength, "STRENGTHS", (2, 3))
    work, row = tmp_path / "work.csv", dict.fromkeys(plot_strength.COLUMNS, "7")
    played: list[tuple[str, int]] = []

    def stop_at_the_third(contract: Contract, look: int, chosen: list[object]) -> dict[str, str]:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append((contract.id, look))
        return row | {"contract": contract.id, "look": str(look), "hands": "5"}

    monkeypatch.setattr(plot_strength, "measured_row", stop_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        plot_strength.measure(5, work)
    assert played == [("bettler", 2), ("bettler", 3)]
    played.clear()
    with pytest.raises(KeyboardInterrupt):
        plot_strength.measure(5, work)
    assert played == [("durchmarsch", 2), ("durchmarsch", 3)]
    played.clear()
    with pytest.raises(KeyboardInterrupt):
        plot_strength.measure(6, work)  # the finished rows are for 5 hands, so they do not count
    assert played == [("bettler", 2), ("bettler", 3)]
