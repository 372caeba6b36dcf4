"""The simulated log: its header, its contents, and that the same seed makes the same log again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import kranalyze
from analysing import analysed
from kranalyze.analysis.game import Analysed
from kranalyze.cards import ranks_mask, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.kpn import Record, read_kpn

ROOT = Path(__file__).parents[1]
LOG = ROOT / "datasets" / "simulated-log.kpn"


def simulated(*args: str) -> subprocess.CompletedProcess[str]:
    package = str(Path(kranalyze.__file__).parents[1])
    command = [sys.executable, str(ROOT / "scripts" / "simulate_log.py"), *args]
    there = os.environ | {"PYTHONPATH": package}
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, env=there)


@cache
def games() -> tuple[Analysed, ...]:
    return tuple(analysed(read_kpn(LOG).records, best=False))


def test_the_script_makes_the_bundled_log() -> None:
    assert simulated().stdout == LOG.read_text(encoding="utf-8")


def test_another_seed_makes_another_log_and_the_same_the_same() -> None:
    some = ("--games", "graden=3", "--seed")
    first, again, other = (simulated(*some, seed).stdout for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.parametrize("wanted", ["graden", "graden=x", "bridge=3", ""])
def test_wrong_usage(wanted: str) -> None:
    done = simulated("--games", wanted)
    assert done.returncode == 2 and "is no GAME=N" in done.stderr and "Traceback" not in done.stderr


def test_it_is_in_order_and_says_that_it_is_simulated() -> None:
    # A reader's warning would say that a score is not the settlement, or a contract not that of the auction.
    assert read_kpn(LOG).problems == ()
    text = LOG.read_text(encoding="utf-8")
    assert "; Simulated games:" in text.split("\n\n")[0]
    assert all((game.record.tag("Event") or "").startswith("Simulated") for game in games())


def test_there_are_games_of_every_kind_with_all_that_a_log_has() -> None:
    counts = Counter(game.record.game for game in games())
    assert counts["graden"] >= 24 and all(counts[name] >= 2 for name in GAMES)
    for game in games():
        record, seats = game.record, GAMES[game.record.game].seats
        assert all(record.names[:seats]) and record.deal is not None and record.contract is not None
        if game.record.game != "whist":
            assert record.score is not None and record.score == record.settlement
        if any(c.rank and c.bidders != "forehand" for c in GAMES[record.game].contracts):
            assert record.auction
        assert record.play and record.finished


def leads_from_couple(record: Record, seat: Seat) -> bool:
    """Whether a seat leads a King or a Queen while it holds the other one."""
    assert record.deal is not None
    held = record.deal.mask(seat)
    for move in record.play:
        couple = ranks_mask("KQ") & suit_mask(suit_of(move.number))
        if move.seat == seat:
            if move.turn == 1 and couple >> move.number & 1 and held & couple == couple:
                return True
            held &= ~(1 << move.number)
    return False


def test_it_contains_what_it_is_to_show() -> None:
    graden = [g for g in games() if g.record.game == "graden"]
    assert {g.verdict for g in graden} == {"made", "gift", "lost", "hopeless", None}
    assert any(g.record.second is not None and g.record.face_down for g in graden)
    assert any(g.record.contract == "schurln" for g in graden)
    assert {m.mark for g in graden for m in g.cards} == {"", "?", "??"}
    said = Counter((g.record.game, a.what) for g in games() for a in g.record.announce)
    for wanted in (
        ("russbach", "marriage"), ("russbach", "hundred"), ("russbach", "all"), ("rufmariasch", "marriage"),
        ("anrufen", "raise"), ("anrufen", "contra"), ("anrufen3", "contra"),
    ):  # fmt: skip
        assert said[wanted], wanted
    assert any(g.record.game == "bauernschnapsen" and g.record.contra for g in games())
    assert any(call.trump is not None for g in games() for call in g.record.auction), "no equal bids"
    bauern = [g.record for g in games() if g.record.game == "bauernschnapsen"]
    # In a Schnapser only the declarer registers: East leads from King and Queen, and nothing counts.
    schnapsers = [record for record in bauern if record.contract in ("schnapser", "kontraschnapser")]
    assert any(leads_from_couple(record, Seat.E) for record in schnapsers if record.declarer is Seat.W)
    assert all(record.facts is not None and not record.facts.marriages for record in schnapsers)
    assert {"rufer", "bettler"} < {record.contract for record in bauern}
