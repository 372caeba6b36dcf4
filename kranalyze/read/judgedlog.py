"""A log of judged games as columns: facts found by the C core, and texts such as names of players.

To judge a game means to check it against the rules and to derive facts such as the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

import pyarrow as pa

from kranalyze.cards import Deck
from kranalyze.core import compute
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.structcolumns import Structs
from kranalyze.games import Game
from kranalyze.kpn import Record

#: The text columns of a log. Each column has the values of a KPN tag.
TAGS = {
    "board": "Board", "event": "Event", "date": "Date", "player_n": "North", "player_e": "East",
    "player_s": "South", "player_w": "West",
}  # fmt: skip

_DECKS: tuple[Deck, ...] = get_args(Deck)

#: The index of the French deck, as a scalar. Most games are written in French card letters.
FRENCH = pa.scalar(_DECKS.index("french"), pa.int8())


@dataclass(frozen=True, slots=True)
class JudgedLog:
    """Judged games without errors, in the order of the log. Every column has one row per game.

    Attributes:
        games: the card games that were played, with their rule options. A record in ``judged`` has an index
            into this list.
        judged: the judged records, as arrays of the core.
        file: column with the name of each record's file.
        index: column with the index of each record in its file, from 0.
        line: column with the first line of each record, from 1.
        deck: column with the deck in whose card letters each record is written, as index into ``cards.Deck``.
        texts: text columns by the names in ``TAGS``.
        facts: the fields of ``judged.facts``, readable as Arrow columns.
        records: the fields of ``judged.records``, readable as Arrow columns.
    """

    games: tuple[Game, ...]
    judged: JudgedRecords
    file: pa.Array
    index: pa.Array
    line: pa.Array
    deck: pa.Array
    texts: Mapping[str, pa.Array]
    facts: Structs = field(init=False)
    records: Structs = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", Structs(self.judged.facts))
        object.__setattr__(self, "records", Structs(self.judged.records))

    def __len__(self) -> int:
        return len(self.index)


def log_of_records(records: Sequence[Record]) -> JudgedLog:
    """Convert records to a log."""
    from kranalyze.kpn.recordcolumns import record_columns

    games = dict.fromkeys(record.game_row for record in records)
    texts = {
        name: pa.array([record.tag(tag) for record in records], pa.string()) for name, tag in TAGS.items()
    }
    return JudgedLog(
        tuple(games),
        record_columns(records),
        compute.dictionary_encode(pa.array([record.file for record in records], pa.string())),
        pa.array([record.index for record in records], pa.uint32()),
        pa.array([record.line for record in records], pa.uint32()),
        pa.array([_DECKS.index(record.deck) for record in records], pa.int8()),
        texts,
    )
