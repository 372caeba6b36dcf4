"""Report files without games, and games without a deal, as problems.

An outcome is the result of reading a game: a record and its warnings, or errors.
"""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.outcome import Outcome
from kranalyze.kpn.record import Record


def records_with_deal_and_problems(outcomes: Iterable[Outcome]) -> tuple[list[Record], list[KpnError]]:
    """Return the records that have a deal, and all problems.

    A record without a deal is left out, and one of the problems reports this.
    """
    records, problems = list[Record](), list[KpnError]()
    for outcome in outcomes:
        problems += problems_or_missing_deal(outcome)
        if outcome.record is not None and outcome.record.deal is not None:
            records.append(outcome.record)
    return records, problems


def problems_or_missing_deal(outcome: Outcome) -> tuple[KpnError, ...]:
    """Return the problems of a game. If its record lacks a deal, add an error that says so."""
    record = outcome.record
    if record is None or record.deal is not None:
        return outcome.problems
    lacking = KpnError(record.file, record.line, 1, "error", "the game has no Deal", record.index)
    return (*outcome.problems, lacking)


def no_games_error(file: str) -> KpnError:
    """Return the error that reports a file without games."""
    return KpnError(file, 1, 1, "error", "there is no game in the file")
