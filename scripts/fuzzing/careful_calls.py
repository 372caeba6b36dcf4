"""Make random calls of the core's function that lets careful players continue games of bundled records."""

from __future__ import annotations

import random
from array import array
from functools import cache
from typing import Any

from knowledge_calls import cards_face_down, words
from values import buffer, edge

from kranalyze import read_kpn
from kranalyze._core import ffi, lib
from kranalyze.core.careful import StartingPoint, play_careful, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import fact_numbers

Args = list[Any]

#: Games begin at most this many cards before the end of the record. In a build with sanitizers, games that
#: begin earlier take seconds.
_MOST_LEFT = 9


@cache
def _records() -> list[Record]:
    records = (*read_kpn("simulated-log.kpn").records, *read_kpn("lessons.kpn").records)
    return [record for record in records if record.question is not None and record.play]


def spoilt(rng: random.Random, structs: Any) -> Any:
    """Return a copy of an array of structs. Sometimes a few of its bytes are changed."""
    copy = ffi.new(ffi.typeof(structs), len(structs))
    ffi.memmove(copy, structs, ffi.sizeof(structs))
    data = ffi.buffer(copy)
    if len(data) and rng.random() < 0.4:
        for _ in range(rng.randrange(1, 5)):
            place = rng.randrange(min(len(data), rng.choice((200, len(data)))))
            data[place] = bytes([rng.choice((0, 1, 3, 4, 31, 127, 128, 255, rng.randrange(256)))])
    return copy


def _put(record: Record, rng: random.Random) -> StartingPoint:
    """Return a starting point from a record, with random announcements and, at times, face-down cards."""
    laid = [(seat, card) for seat, card in enumerate(cards_face_down(rng)) if card >= 0]
    question = record.question
    called = None if record.called is None else record.called.number
    assert question is not None
    return StartingPoint(
        record.game_row, question, called, record.forehand, contra=record.contra,
        seen=fact_numbers(record), words=tuple(words(rng)), laid=tuple(laid) if rng.random() < 0.2 else (),
    )  # fmt: skip


def careful_games(
    records: Any, count: Any, hands: Any, talon: Any, discard: Any, which: Any, after: Any, look: Any,
    slips: Any, seed: Any, first: Any,
) -> None:  # fmt: skip
    """Play games in one thread. With an odd seed, players may call Contra, and play on in decided games.

    ``records`` must be structs made by ``records_of``. Some bytes of the structs may have been changed.
    """
    if not isinstance(records, JudgedRecords):
        raise TypeError("records are needed")
    is_odd = seed % 2 == 1
    play_careful(
        records, count, hands=hands, talon=talon, discard=discard, which=which, after=after, look=look,
        slips=slips, seed=seed, first=first, doubles=is_odd, to_the_end=is_odd, workers=1,
    )  # fmt: skip


def drawn_games(rng: random.Random) -> Args:
    """Draw arguments for games that begin late in a record."""
    chosen = [rng.choice(_records()) for _ in range(rng.randrange(1, 3))]
    made = records_of([_put(record, rng) for record in chosen])
    records = JudgedRecords(
        spoilt(rng, made.rows), spoilt(rng, made.records), spoilt(rng, made.words), spoilt(rng, made.facts),
        ffi.NULL, ffi.NULL,
    )  # fmt: skip
    count = rng.randrange(4)
    after = [max(0, len(record.play) - rng.randrange(_MOST_LEFT + 1)) for record in chosen]
    if rng.random() < 0.1:
        after[0] = rng.choice((len(chosen[0].play) + 1, lib.KR_MAX_CARDS, 255))
    masks = [None, None, None, buffer(rng, "I", count)]
    hands = rng.choice((None, None, None, [buffer(rng, "I", count) for _ in range(4)]))
    which = rng.choice((None, array("I", [rng.randrange(len(chosen)) for _ in range(count)]), *masks[2:]))
    return [
        records, count, hands, rng.choice(masks), rng.choice(masks), which, rng.choice((after, None)),
        rng.choice((1, 2, [1, 2, 3, 1])), rng.choice((0.0, 0.5, 1.0)), rng.choice((0, 1, edge(rng))),
        rng.choice((0, 5, edge(rng))),
    ]  # fmt: skip
