"""The core's evaluation of records: every card, word and deal of every game, against the analysis in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import kranalyze._core as core

if not hasattr(core, "ffi"):
    pytest.skip("the judge is not part of this build", allow_module_level=True)

from kpn_games import random_game
from kranalyze._core import lib
from kranalyze.analysis.game import Analysed, Judged, analysed
from kranalyze.bundled import path_of
from kranalyze.core.evaluate import evaluate
from kranalyze.games import GAMES
from kranalyze.kpn import Record, read_kpn

from evaluating import by_game, judged_records, some

MARKS = ("", "?", "??")
VERDICTS = ("made", "gift", "lost", "hopeless")
LOGS = ("lessons.kpn", "simulated-log.kpn", "recorded-deals-24.kpn", "recorded-deals-32.kpn", "single-dummy.kpn")
VALID = sorted((Path(__file__).parent / "data" / "valid").glob("*.kpn"))


def expected_card(card: Judged) -> dict[str, Any]:
    """What the analysis in Python says of a card."""
    judged = card.point is not None
    return {
        "seat": int(card.move.seat), "card": card.move.card, "trick": card.move.trick, "turn": card.move.turn,
        "judged": int(judged), "before": card.before, "after": card.after, "mark": card.mark,
        "words_cost": card.cost_announce, "words_gain": card.gain_announce,
        "choice": list(card.worths), "worth": list(card.worths.values()), "best": sum(1 << c for c in card.best),
    }  # fmt: skip


def found_card(row: dict[str, Any]) -> dict[str, Any]:
    amounts = {name: some(row[name]) for name in ("before", "after", "words_cost", "words_gain")}
    kept = {name: row[name] for name in ("seat", "card", "trick", "turn", "judged", "choice", "worth", "best")}
    return {**kept, **amounts, "mark": MARKS[row["mark"]]}


def expected_game(game: Analysed) -> dict[str, Any]:
    """What the analysis in Python says of a game."""
    seats = game.record.game_row.seats
    given = None if game.replay is None else game.given_away
    return {
        "tricks": game.tricks, "points": game.points, "value": game.value, "makeable": game.makeable,
        "made": game.made, "verdict": game.verdict, "guarantee": game.guarantee, "payoff": game.payoff,
        "discard_cost": game.cost_discard, "cost": tuple(None if given is None or s >= seats else given[s] for s in range(4)),
    }  # fmt: skip


def found_game(row: dict[str, Any], seats: int) -> dict[str, Any]:
    def four(name: str, nothing: int = lib.KR_NO_AMOUNT) -> tuple[int | None, ...]:
        return tuple(some(amount, nothing) for amount in row[name])

    def flag(name: str) -> bool | None:
        return None if row[name] < 0 else bool(row[name])

    return {
        "tricks": four("tricks", -1), "points": four("points", lib.KR_UNKNOWN), "value": some(row["value"], lib.KR_UNKNOWN),
        "makeable": flag("makeable"), "made": flag("made"),
        "verdict": None if row["verdict"] < 0 else VERDICTS[row["verdict"]],
        "guarantee": four("guarantee"), "payoff": four("payoff"), "discard_cost": some(row["discard_cost"]),
        "cost": four("cost"),
    }  # fmt: skip


def differences(records: Sequence[Record]) -> list[str]:
    """Where the core's evaluation and the analysis in Python differ."""
    found = by_game(evaluate(judged_records(records)))
    lines = []
    for record, game, (row, cards) in zip(records, analysed(records, best=False), found, strict=True):
        expected, seen = expected_game(game), found_game(row, record.game_row.seats)
        listed = [name for name in expected if expected[name] != seen[name]]
        lines += [f"{record!r}: {name}: {expected[name]} is {seen[name]}" for name in listed]
        if len(game.cards) != len(cards):
            lines.append(f"{record!r}: {len(game.cards)} cards are {len(cards)}")
            continue
        for card, one in zip(game.cards, cards, strict=True):
            wanted, got = expected_card(card), found_card(one)
            listed = [name for name in wanted if wanted[name] != got[name]]
            lines += [f"{record!r}: card {wanted['trick']}.{wanted['turn']}: {name}: {wanted[name]} is {got[name]}" for name in listed]
    return lines


@pytest.mark.parametrize("log", LOGS)
def test_bundled_logs(log: str) -> None:
    assert not differences(read_kpn(path_of(log)).records)


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
def test_files_of_every_kind(file: Path) -> None:
    assert not differences(read_kpn(file).records)


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str) -> None:
    rng = random.Random(f"evaluate {game}")
    assert not differences([random_game(rng, game) for _ in range(25)])
