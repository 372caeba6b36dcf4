"""Games of careful players by the core (solver/careful.h): records or contracts, played to their end."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from kranalyze import parallel
from kranalyze._core import ffi, lib
from kranalyze.core import numbers
from kranalyze.core.calls import lent_context, new_shelf
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.judging import JudgedRecords, WordNumbers, row_table
from kranalyze.core.memory import Shelf, array_type, copied, size_of, unsigned
from kranalyze.core.positionborder import engine
from kranalyze.games import Game, Question
from kranalyze.parallel import Pace, Progress

#: The names of what can come of a game, by number: ``played``, ``no_contract`` ...
STATES: dict[int, str] = {
    number: name.removeprefix("KR_CAREFUL_").lower()
    for number, name in ffi.typeof("enum kr_careful_state").elements.items()
}

#: Layouts that a seat looks at, unless told otherwise (RULINGS: at the table).
LOOK = 256

#: Games of the first piece, of the largest, and how long a piece should take, in seconds.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: Positions that the calls of a run share, as a power of two.
_SHELF_BITS = 18

_MASKS = array_type("uint32_t")
_BITS = (1 << 64) - 1

#: Letters of ``struct`` by the types of the columns.
_LETTERS: dict[str, Literal["b", "B", "i", "I"]] = {
    "int8_t": "b", "uint8_t": "B", "int32_t": "i", "uint32_t": "I",
}  # fmt: skip

#: Numbers of a game in the columns that have more than one.
_WIDTHS = {
    **dict.fromkeys(("seat", "card"), lib.KR_MAX_CARDS),
    **dict.fromkeys(("settlement", "tricks", "suits", "laid"), lib.KR_SEATS),
}

#: The columns of games: name, letter of its type, numbers a game.
COLUMNS: tuple[tuple[str, Literal["b", "B", "i", "I"], int], ...] = tuple(
    (name, _LETTERS[field.type.item.cname], _WIDTHS.get(name, 1))
    for name, field in ffi.typeof("kr_careful_columns").fields
)


@dataclass(frozen=True, slots=True)
class Put:
    """A contract put to seats, and what has happened since.

    Attributes:
        called: the called card, if one is called.
        forehand: left of the dealer; needed where the contract does not tell it.
        calls: of the auction, a seat and the number of a contract each: bids show what their seats held.
        contra: number of Contra calls.
        seen: hands, talon and discard as far as they are known, declared marriages, and the cards played. If
            it is there, it has the calls.
        words: of trick 1.
        laid: the cards laid face down, each with its seat.
    """

    game: Game
    question: Question
    called: int | None = None
    forehand: int | None = None
    calls: tuple[tuple[int, int], ...] = ()
    contra: int = 0
    seen: FactNumbers | None = None
    words: tuple[WordNumbers, ...] = ()
    laid: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CarefulGames:
    """Games that careful players played, as columns.

    What they mean is said of ``kr_careful_columns`` in solver/careful.h.

    Attributes:
        columns: by name; a game has as many numbers in each as ``COLUMNS`` says.
    """

    count: int
    columns: dict[str, array[int]]

    def of(self, name: str, game: int) -> Sequence[int]:
        """Return the numbers of a game in a column."""
        width = _WIDTHS.get(name, 1)
        return self.columns[name][width * game : width * (game + 1)]

    def played(self, game: int) -> list[tuple[int, int]]:
        """Return the cards of a game in playing order, each with its seat."""
        cards = self.columns["cards"][game]
        pairs = zip(self.of("seat", game), self.of("card", game), strict=True)
        return list(pairs)[:cards]


def records_of(puts: Sequence[Put]) -> JudgedRecords:
    """Return contracts put to seats as records, for ``play_careful``."""
    rows: dict[Game, int] = {}
    words: list[WordNumbers] = []
    records, facts = ffi.new("kr_record[]", len(puts)), ffi.new("kr_facts[]", len(puts))
    for i, put in enumerate(puts):
        record, laid = records[i], dict(put.laid)
        record.game = rows.setdefault(put.game, len(rows))
        record.laid = [laid.get(seat, numbers.ABSENT) for seat in range(lib.KR_SEATS)]
        record.first_word, record.words = len(words), len(put.words)
        words += put.words
        if put.seen is not None:
            ffi.memmove(facts + i, packed_facts(put.seen), ffi.sizeof("kr_facts"))
        _fill_facts(facts[i], put)
    columns = ffi.new("kr_record_word[]", words)
    return JudgedRecords(row_table(rows), records, columns, facts, ffi.NULL, ffi.NULL)


def _fill_facts(fact: Any, put: Put) -> None:
    question = put.question
    fact.contract = put.game.contracts.index(question.contract)
    for name in ("declarer", "second", "partner", "leader", "trump"):
        value = getattr(question, name)
        setattr(fact, name, numbers.UNSAID if value is None else int(value))
    fact.order = getattr(numbers, f"ORDER_{question.order}")
    fact.called = numbers.UNSAID if put.called is None else put.called
    fact.forehand = numbers.UNSAID if put.forehand is None else put.forehand
    fact.raised, fact.raised_by, fact.contra_by = numbers.NONE, numbers.UNSAID, numbers.UNSAID
    fact.contra, fact.complete, fact.partner_known = put.contra, 1, 1
    if put.seen is not None:
        return
    fact.calls = len(put.calls)
    for call, (seat, contract) in zip(fact.call, put.calls, strict=False):
        call.seat, call.call, call.suit = seat, contract, numbers.UNSAID


def play_careful(
    records: JudgedRecords | Sequence[Put], count: int, *, hands: Sequence[array[int]] | None = None,
    talon: array[int] | None = None, discard: array[int] | None = None, which: array[int] | None = None,
    after: Sequence[int] | None = None, look: int | Sequence[int] = LOOK,
    slips: float | Sequence[float] = 0.0,
    seed: int = 0, first: int = 0, doubles: bool = True, to_the_end: bool = False,
    workers: int | None = None, progress: Progress | None = None,
) -> CarefulGames:  # fmt: skip
    """Play games of careful players (RULINGS: at the table); the GIL is released while the core plays.

    A game depends on the seed and its number, and on nothing else: not on the others, nor on the workers.

    Args:
        records: where games begin: contracts put to seats, or judged records without errors.
        count: number of games.
        hands: four columns of dealt hands (``I``); default those of the records.
        talon, discard: columns of masks, in the game that has them.
        which: of each game the place of its record (``I``); default all go on from the first one.
        after: of each record the number of its cards that were played; default all.
        look: layouts that a player looks at at each turn, or one number for each seat.
        slips: the share of turns at which a player plays any legal card, or one for each seat.
        seed: of the series; ``first``: the number of the first game in it.
        doubles: Contra may be called before the first card, in the game where it doubles the stake.
        to_the_end: games are played on when they are decided, unless their rules stop them.
        workers: threads, default all cores.
        progress: called as games are done.

    Raises:
        ValueError: numbers that cannot be. A game that cannot be played has a ``state`` that says why.
    """
    given = records if isinstance(records, JudgedRecords) else records_of(records)
    games, places = size_of(count), len(given.records)
    played = [facts.cards for facts in given.facts] if after is None else list(after)
    if len(played) != places:
        raise ValueError(f"after: {places} numbers are needed, not {len(played)}")
    columns = {
        name: array(letter, bytes(array(letter).itemsize * width * games)) for name, letter, width in COLUMNS
    }
    asked = _Asked(
        given, ffi.new("uint8_t[]", played), _column(which, games, "which"),
        [_column(column, games, "hands") for column in hands or (None,) * 4],
        _column(talon, games, "talon"), _column(discard, games, "discard"), seed & _BITS, first & _BITS,
        [unsigned(number) for number in _by_seat(look)], [_turns(share) for share in _by_seat(slips)],
        doubles * lib.KR_CAREFUL_DOUBLES | to_the_end * lib.KR_CAREFUL_TO_THE_END,
        {name: ffi.from_buffer(array_type(_type(name)), column) for name, column in columns.items()},
        ffi.new("uint8_t[]", 1), _shelf(),
    )  # fmt: skip
    _run(asked, games, workers, progress)
    return CarefulGames(games, columns)


@cache
def _shelf() -> Shelf:
    """The shelf of all runs: what it remembers holds for every deal, and making one takes time."""
    return new_shelf(_SHELF_BITS)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What every call of a run has alike: the fields of ``kr_careful``, and the shelf."""

    records: JudgedRecords
    after: Any
    which: Any
    hands: list[Any]
    talon: Any
    discard: Any
    seed: int
    first: int
    look: list[int]
    slips: list[int]
    flags: int
    out: dict[str, Any]
    stop: Any
    shelf: Shelf

    def play(self, at: int, count: int) -> None:
        """Play the games of some places."""
        given = self.records
        careful = ffi.new("kr_careful *", {
            "rules": len(given.rows), "records": len(given.records), "words": len(given.words),
            "game": given.rows, "record": given.records, "word": given.words, "facts": given.facts,
            "after": self.after, "count": count, "which": _from(self.which, at),
            "hands": [_from(column, at) for column in self.hands], "talon": _from(self.talon, at),
            "discard": _from(self.discard, at), "seed": self.seed, "first": self.first + at & _BITS,
            "look": self.look, "slips": self.slips, "flags": self.flags, "stop": self.stop,
            "out": {name: _from(column, at * _WIDTHS.get(name, 1)) for name, column in self.out.items()},
        })  # fmt: skip
        bad = ffi.new("size_t *")
        with lent_context() as context, context as address:
            status = lib.kr_careful_play(address, self.shelf.at, engine, careful, bad)
        if status:
            raise ValueError(f"number {bad[0]}: {ffi.string(lib.kr_status_text(status)).decode()}")


def _run(asked: _Asked, games: int, workers: int | None, progress: Progress | None) -> None:
    """Play all games piece by piece, by threads."""
    pace, count = Pace(_FIRST, _LARGEST, _SECONDS), workers or parallel.default_workers()

    def piece(part: tuple[int, int]) -> None:
        with pace.timed(part[1]):
            asked.play(*part)

    # In threads, so that Ctrl-C is heard meanwhile.
    pool = replace(parallel.threads(count), stop=lambda _: asked.stop.__setitem__(0, 1))
    for (_, size), _ in parallel.run(piece, pace.cut(games, count), pool):
        if progress is not None:
            progress(size, games)


def _column(column: array[int] | None, count: int, name: str) -> Any:
    """A copy of a column of masks or numbers, NULL without one."""
    return ffi.NULL if column is None else copied(_MASKS, column, count, name)


def _from(column: Any, at: int) -> Any:
    return column if column == ffi.NULL else column + at


def _type(name: str) -> str:
    """The C type of the numbers of a column."""
    kind: str = dict(ffi.typeof("kr_careful_columns").fields)[name].type.item.cname
    return kind


def _by_seat(amount: Any) -> list[Any]:
    """A number for each seat."""
    if isinstance(amount, int | float):
        return [amount] * lib.KR_SEATS
    if len(amount) != lib.KR_SEATS:
        raise ValueError(f"a number for each of {lib.KR_SEATS} seats is needed, not {len(amount)}")
    return list(amount)


def _turns(share: float) -> int:
    """A share of turns as the core counts it."""
    if not 0 <= share <= 1:
        raise ValueError(f"a share of turns lies between 0 and 1: {share}")
    every_turn: int = lib.KR_EVERY_TURN
    return round(share * every_turn)
