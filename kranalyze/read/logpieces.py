"""The games of a log in pieces: the ordinary ones as columns, all others as the reader has them.

Rows of a table are written as KPN all at once, for the scanner of the core; a rare one is left over.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import hand_text
from kranalyze.core.ordinary import LineStart, Ordinary, Rules, rules_of
from kranalyze.deal import Seat
from kranalyze.kpn import Outcome
from kranalyze.parallel import Pace
from kranalyze.read.cells import Rows
from kranalyze.read.columns import LOGGED
from kranalyze.read.loggedrows import TAGS, outcomes_of
from kranalyze.read.pieces import Piece, cut
from kranalyze.read.scanning import knowing, no_game, walked

#: Records that the reader reads for one piece at most; rows that a piece of a table has at least.
_OTHERS, _LEAST = 64, 512

_SEATS = "nesw"

#: Columns that say something rare where they say anything, or anything but this; those of lists, and how
#: the elements of ordinary games are written; those of text, and their tags.
_RARE = ("rules", "deck", "marks", "notes", "tags")
_USUAL = {"talon": "0", "discard": "0", "contra": "0", "finished": "true"}
_WORDS = {
    **dict.fromkeys(("auction", "play", "face_down"), "^[A-Za-z0-9_:]+$"),
    "announce": "^[A-Za-z0-9_: ]+$",
}
_TAGS = {name: tag for name, tag in TAGS.items() if LOGGED[name] in ("text", "few") and name not in _RARE}

#: Columns whose values stand in quotes.
_QUOTED = (*_TAGS, "opener", "leader", *(f"score_{seat}" for seat in _SEATS))

#: The text of a suit by the eight bits of its ranks.
_SUITS = pa.array([hand_text(bits).partition(".")[0] for bits in range(256)])


class LogPiece:
    """Games that follow one another in a file; those of a table are read by who first looks at them."""

    def __init__(self, file: str, read: Callable[[], tuple[Ordinary, list[Outcome]]]) -> None:
        self.file = file
        self._found = lru_cache(read)

    @property
    def ordinary(self) -> Ordinary:
        """Those that are ordinary."""
        return self._found()[0]

    @property
    def others(self) -> list[Outcome]:
        """What the reader says of the others, comments after the last game apart."""
        return self._found()[1]


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], pace: Pace | None = None, workers: int = 0
) -> Iterator[LogPiece]:
    """The games of a FILE argument, piece by piece; nothing wrong is left out, as by ``read_games``.

    A piece has as many ordinary games as ``pace`` says at most; for ``workers`` those of a table get smaller
    towards its end (`Pace.cut`).
    """
    pace = pace or Pace(1024, 1024)
    known = rules_of(tuple(knowing(rules)))
    ids = [row.id for row in known.games]

    def fresh() -> Ordinary:
        return Ordinary(known, pace.size)

    def read(ordinary: Ordinary, others: list[Outcome]) -> LogPiece:
        return LogPiece(part.file, lambda: (ordinary, others))

    for part, more in _ahead(cut(source, None, game, rules)):
        rows = part.data
        if isinstance(rows, Rows) and rows.logged and rows.starts is None:
            for at, size in pace.cut(rows.cells.height, 0 if more else workers, _LEAST):
                yield LogPiece(part.file, partial(_of_rows, part, rows, rows.cells[at : at + size], known))
            continue
        text, outcomes, some = part.text(), part.outcomes(), False
        while not text and (others := list(islice(outcomes, _OTHERS))):
            yield read(Ordinary(known, 0), others)
        for columns, others in walked(text, part.file, game, rules, None, ids, fresh, _OTHERS):
            some = some or columns.count > 0 or any(one.record or one.problems for one in others)
            yield read(columns, others)
        if text and not some:
            yield read(Ordinary(known, 0), [Outcome(None, (no_game(part.file),))])


def _ahead(parts: Iterator[Piece]) -> Iterator[tuple[Piece, bool]]:
    """The parts of a table, and whether others follow; what is no table is read before there is a next."""
    for part in parts:
        while isinstance(part.data, Rows) and (after := next(parts, None)) is not None:
            yield part, True
            part = after
        yield part, False


def _of_rows(part: Piece, rows: Rows, some: pl.DataFrame, known: Rules) -> tuple[Ordinary, list[Outcome]]:
    """Some rows of a table of games."""
    found, ids = Ordinary(known, some.height, as_played=True), [row.id for row in known.games]
    kinds = dict.fromkeys(_SEATS, pl.UInt32) | dict.fromkeys(_WORDS, pl.List(pl.String))
    typed = all(some[name].dtype == kind for name, kind in kinds.items() if name in some.columns)
    if typed and part.game in (None, *ids):
        texts, row = _texts(some), 0
        starts = [0, *texts.str.len_bytes().cum_sum()]
        text, forced = "".join(texts).encode(), -1 if part.game is None else ids.index(part.game)
        while row < some.height:
            _, past, _ = found.go_on(text, LineStart(starts[row], 1), row, forced)
            row = some.height if found.count == found.room else bisect_right(starts, past.offset) - 1
    taken = memoryview(found.columns["index"]).cast("I")[: found.count].tolist()
    for name, column in (("index", "deal"), ("line", "line")):
        found.columns[name] = array("I", some[column].gather(taken)).tobytes()
    left = sorted(set(range(some.height)) - set(taken))
    rest = replace(rows, cells=some[left])
    return found, list(outcomes_of(rest, part.file, part.game, part.rules)) if left else []


def _texts(rows: pl.DataFrame) -> pl.Series:
    """Each row as KPN, its tricks in playing order; of a row that says something rare nothing that is one."""
    kinds = {name: pl.List(pl.String) if kind == "words" else pl.String for name, kind in LOGGED.items()}
    absent = {name: pl.lit(None, kind) for name, kind in kinds.items() if name not in rows.columns}
    hands = {f"hand_{seat}": pl.Series(hand_texts(rows[seat].to_arrow())) for seat in _SEATS}
    frame = rows.with_columns(**absent, **hands, cards=rows["play"].list.join(" "))
    tags = {tag: pl.col(name).cast(pl.String) for name, tag in _TAGS.items()}
    tags["Deal"] = pl.format("N:{} {} {} {}", *hands)
    tags["Announce"] = pl.col("announce").list.join("; ")
    tags["FaceDown"] = pl.col("face_down").list.join(" ")
    tags["Score"] = pl.format("N:{} E:{} S:{} W:{}", *(f"score_{seat}" for seat in _SEATS))
    parts = [pl.format(f'[{tag} "{{}}"]\n', value) for tag, value in tags.items()]
    left = {seat.name: Seat((seat + 1) % 4).name for seat in Seat}
    opener = pl.coalesce("opener", pl.col("dealer").cast(pl.String).replace_strict(left, default=None))
    parts.append(pl.format('[Auction "{}"]\n{}\n', opener, pl.col("auction").list.join(" ")))
    # The cards, four to a line; nothing where a card is none or there are no four.
    cards, card = pl.col("cards"), "[SHDC][789TJQKA]"
    tricks = cards.str.replace_all(r"((?:\w\w ){3}\w\w)(?: |$)", "$1\n")
    whole = cards.str.contains(f"^(?:{card} {card} {card} {card}(?: |$))+$")
    parts.append(pl.when(whole).then(pl.format('[Play "{}"]\n{}', "leader", tricks)))
    text = pl.concat_str(*(part.fill_null("") for part in parts), pl.lit("\n"))
    # What KPN would have to escape, what is not one word or one announcement, and what is rare.
    said = {name: pl.col(name).cast(pl.String) for name in (*_QUOTED, *_USUAL) if name in rows.columns}
    strange = [said[name].str.contains(r'["\\\x00-\x1f]') for name in _QUOTED if name in said]
    for name, one in _WORDS.items():
        if name in rows.columns:
            words = pl.col(name).list
            plain = words.eval(pl.element().str.contains(one).fill_null(False)).list.all()
            strange.append(plain & (words.len() > 0) == False)  # noqa: E712
    texts = [name for name in ("talon", "discard") if frame.schema[name] == pl.String]  # where 0 is no card
    strange += [pl.col(name).is_not_null() for name in (*_RARE, *texts)]
    strange += [said[name] != usual for name, usual in _USUAL.items() if name in said]
    rare = pl.any_horizontal(strange).fill_null(False)
    return frame.select(text=pl.when(rare).then(pl.lit("?\n\n")).otherwise(text))["text"]


def hand_texts(masks: pa.Array) -> pa.Array:
    """Hands as text, all at once."""
    suits = (pc.bit_wise_and(pc.shift_right(masks, pa.scalar(8 * s, pa.uint32())), 255) for s in range(4))
    return pc.binary_join_element_wise(*(_SUITS.take(bits) for bits in suits), ".")
