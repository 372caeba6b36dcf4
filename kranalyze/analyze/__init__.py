"""Logged games analysed: what was made, what could have been made, and what every card cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze.analyze.schema import CARDS_SCHEMA, GAMES_SCHEMA, PLAYERS_SCHEMA
from kranalyze.kpn import KpnError, Record

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "CARDS_SCHEMA",
    "GAMES_SCHEMA",
    "PLAYERS_SCHEMA",
    "Analysis",
    "aggregate_players",
    "analyze_records",
]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What came of some records.

    Attributes:
        games: a row for each record (``GAMES_SCHEMA``).
        cards: a row for each card played (``CARDS_SCHEMA``).
        problems: what is wrong with records, or why they are not analysed, with its place.
    """

    games: pa.Table
    cards: pa.Table
    problems: tuple[KpnError, ...] = ()


def analyze_records(
    records: Sequence[Record],
    *,
    rules: Mapping[str, str] | None = None,
    game: str | None = None,
) -> Analysis:
    """Analyse records; all their positions go to the core together.

    Args:
        records: as read, of any games and files.
        rules: rule options over those of the records.
        game: taken for the game of every record, whatever its tag says.
    """
    return Analysis(GAMES_SCHEMA.empty_table(), CARDS_SCHEMA.empty_table())


def aggregate_players(games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> pa.Table:
    """The players of analysed games (``PLAYERS_SCHEMA``): a row for each name and game."""
    return PLAYERS_SCHEMA.empty_table()
