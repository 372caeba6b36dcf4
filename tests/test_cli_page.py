"""The pages of ``kranalyze page`` and ``--report`` contain the deals and the questions about them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kranalyze import read_kpn
from packed import unpack
from running import EVENING, run

DEAL = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
#: The greatest size of a page with 40 games, in bytes.
MOST = 300_000


def data_of(path: Path) -> dict[str, Any]:
    """Return the data of a page."""
    found = re.search(r'id="data">(.*?)</script>', path.read_text(), re.DOTALL)
    assert found is not None
    held: dict[str, Any] = json.loads(found[1])
    packed = held["evening"]
    held["evening"] = json.loads(unpack(packed)) if packed else []
    return held


def test_an_empty_table(tmp_path: Path) -> None:
    out = tmp_path / "table.html"
    assert run("page", "-o", out, "--lang", "de").status == 0
    held = data_of(out)
    assert held["evening"] == [] and held["start"] is None and held["lang"] == "de"
    assert out.read_bytes() == (run("page", "-o", out, "--lang", "de"), out.read_bytes())[1]


def test_a_deal_given_in_place(tmp_path: Path) -> None:
    out = tmp_path / "deal.html"
    assert run("page", DEAL, "-o", out, "--deck", "german").status == 0
    held = data_of(out)
    assert held["start"]["game"] == "graden" and held["deck"] == "german"
    assert held["start"]["hands"][2] == 0b10000000_11000000_11100000  # South: SAKQ HAK DA


def test_several_deals_are_listed(tmp_path: Path) -> None:
    out = tmp_path / "lessons.html"
    assert run("page", "lessons.kpn", "-o", out).status == 0
    assert [game["board"] for game in data_of(out)["evening"]] == [str(n) for n in range(1, 11)]


def test_errors_are_said_and_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "broken.html"
    result = run("page", "N:AKQ... .AKX.. ... ...", "-o", out)
    assert result.status != 0 and not out.exists()


def test_solve_gives_the_deal_with_its_question(tmp_path: Path) -> None:
    out = tmp_path / "deal.html"
    said = run("solve", DEAL, "--contract", "koenigmord", "--declarer", "S", "--report", out)
    assert said.status == 0 and "can be made" in said.out
    start = data_of(out)["start"]
    assert (start["contract"], start["declarer"]) == ("koenigmord", 2)


def test_another_contract_than_that_of_the_record(tmp_path: Path) -> None:
    out = tmp_path / "deal.html"
    asked = ("--contract", "bettler", "--declarer", "N")
    assert run("solve", EVENING, "--board", "2", *asked, "--report", out).status == 0
    start = data_of(out)["start"]
    assert (start["contract"], start["declarer"], start["board"]) == ("bettler", 0, "2")
    assert "play" not in start and "called" not in start


def test_an_evening(tmp_path: Path) -> None:
    records = read_kpn(EVENING).records
    out = tmp_path / "evening.html"
    assert run("analyze", EVENING, "--report", out).status == 0
    held = data_of(out)
    assert len(held["evening"]) == len(records)
    for game, record in zip(held["evening"], records, strict=True):
        assert game["play"] == [move.number for move in record.play]
        assert len(game["cards"]) == len(record.play)


def test_forty_long_games_are_small(tmp_path: Path) -> None:
    log, out = tmp_path / "log.kpn", tmp_path / "evening.html"
    text = (EVENING).read_text()
    games = [block for block in text.split("\n\n") if '[Game "russbach"]' in block]
    log.write_text("\n\n".join((games * 40)[:40]))
    assert run("analyze", log, "--report", out, "--no-best").status == 0
    assert len(data_of(out)["evening"]) == 40
    assert out.stat().st_size < MOST


def test_what_was_left_out_is_said_on_the_page(tmp_path: Path) -> None:
    log, out = tmp_path / "log.kpn", tmp_path / "evening.html"
    good = '[Board "1"]\n[Game "graden"]\n[Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]\n'
    log.write_text(good + '[Contract "koenigmord"] [Declarer "N"]\n\n' + good.replace("AKQ", "AKX"))
    assert run("analyze", log, "--report", out).status == 123
    [note] = data_of(out)["notes"]
    assert note.startswith(f"{log}:8:") and "unknown card 'SX'" in note


def test_a_position_has_its_page_too(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert run("solve", EVENING, "--board", "63", "--after", 5, "--report", out).status == 0
    assert data_of(out)["start"]["board"] == "63"
