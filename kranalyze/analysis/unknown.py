"""Explain why games cannot be analysed, and name the missing facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kranalyze.core.evaluate import Evaluated, EvaluatedState
from kranalyze.core.memory import status_text
from kranalyze.kpn import KpnError
from kranalyze.kpn.kpnerror import Severity
from kranalyze.read.judgedlog import JudgedLog


def reasons_not_analysed(log: JudgedLog, evaluated: Evaluated) -> Iterator[tuple[int, KpnError]]:
    """Yield a pair for each game that cannot be analysed: the game's index in the log, and the reason."""
    states, status = (memoryview(evaluated.by_game[name]).cast("B") for name in ("state", "status"))
    for place, state in enumerate(states):
        severity: Severity = "warning"
        if state == EvaluatedState.INCOMPLETE:
            reason = _missing_facts_text(log, place)
        elif state == EvaluatedState.HAND_UNKNOWN:
            reason = "a hand of the deal is not known: not analysed"
        elif state == EvaluatedState.DISCARD_UNKNOWN:
            reason = "the discard is not known: not analysed"
        elif state == EvaluatedState.NOT_SOLVED:
            reason = f"cannot be solved: {status_text(status[place])}"
            severity = "error"
        else:
            continue
        file, line, index = (column[place].as_py() for column in (log.file, log.line, log.index))
        yield place, KpnError(file, line, 1, severity, reason, index)


def _missing_facts_text(log: JudgedLog, game_index: int) -> str:
    """Return a text that lists the missing facts of a game whose contract or seats are not fully known."""
    facts: Any = log.judged.facts[game_index]
    game = log.games[log.judged.records[game_index].game]
    contract = game.contracts[facts.contract]
    missing = list[str]()
    if contract.makeable_at is not None and facts.declarer < 0:
        missing.append("the declarer")
    if contract.party == "called" and facts.called < 0:
        missing.append("the called card")
    if contract.trump and facts.trump < 0 and not game.calibration:
        missing.append("the trump")
    if not facts.has_deal:
        missing.append("the deal")
    elif facts.known != 0b1111:
        missing.append("a hand of the deal")
    if not missing:  # the facts checked above are known, so the missing fact is the leader
        missing.append("the leader to trick 1")
    *others, last = missing
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"{listed} {'are' if others else 'is'} not known: not analysed"
