"""A log of judged games as columns: facts that the C core has found, and texts such as names of players.

To judge a game means to check it against the rules, and to derive facts such as the result.
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

#: The text columns of a log, each with the KPN tag from which its values come.
TAGS = {
    "board": "Board", "event": "Event", "date": "Date", "player_n": "North", "player_e": "East",
    "player_s": "South", "player_w": "West",
}  # fmt: skip

_DECKS: tuple[Deck, ...] = get_args(Deck)

#: The French deck as an index into ``_DECKS``. Most games are written with French card letters.
FRENCH = pa.scalar(_DECKS.index("french"), pa.int8())


@dataclass(frozen=True, slots=True)
class JudgedLog:
    """Judged games without errors, in the order of the log. A column has a value for each game.

    Attributes:
        games: the card games that were played, with their rule options. Each record in ``judged`` has the
            index of its card game in this tuple.
        judged: the judged games as arrays of the C core.
        file: a column with the name of the file.
        index: a column with the index of the game in its file, from 0.
        line: a column with the line of the file at which the game begins, from 1.
        deck: a column with the deck whose card letters the game uses, as an index into ``cards.Deck``.
        texts: the columns with texts. The keys are those of ``TAGS``.
        facts: the array ``judged.facts``, each of its fields as an Arrow column.
        records: the array ``judged.records``, each of its fields as an Arrow column.
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
    """Convert records to a log in columns."""
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
