"""Play games between careful players to their end, with the core (solver/careful.h).

A careful player uses only what its seat can know. At each turn it samples layouts (ways to distribute the
cards that it cannot see), and plays the card with the best mean settlement over these layouts.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from kranalyze import parallel
from kranalyze._core import ffi, lib
from kranalyze.cards import number_of_suit
from kranalyze.core import numbers
from kranalyze.core.calls import lent_context
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.judging import JudgedRecords, WordNumbers, row_table
from kranalyze.core.memory import (
    TranspositionTable,
    c_array_type,
    check_size_t,
    check_unsigned,
    copy_of_buffer,
)
from kranalyze.core.positionborder import engine
from kranalyze.core.walking import new_shelf
from kranalyze.games import Game, Question
from kranalyze.parallel import Pace, Progress

#: What became of a game: ``played``, or the reason why the core could not play it, such as ``no_contract``.
#: The key is the number that stands for this outcome in the column ``state``.
STATES: dict[int, str] = {
    number: name.removeprefix("KR_CAREFUL_").lower()
    for number, name in ffi.typeof("enum kr_careful_state").elements.items()
}

#: Default number of layouts that a seat samples at each turn (RULINGS, section "At the table").
LOOK = 256

#: Each call of the core plays a batch of games. The first batches have ``_FIRST`` games each. A batch has at
#: most ``_LARGEST`` games, and should take ``_SECONDS`` seconds.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: The shared transposition table has 2**_SHELF_BITS entries.
_SHELF_BITS = 18

_MASKS = c_array_type("uint32_t")
_BITS = (1 << 64) - 1

#: The key is the C type of the numbers in a column. The value is the type letter for this C type in Python's
#: module ``array``.
_LETTERS: dict[str, Literal["b", "B", "i", "I"]] = {
    "int8_t": "b", "uint8_t": "B", "int32_t": "i", "uint32_t": "I",
}  # fmt: skip

#: How many numbers a column has for each game, by the name of the column. For example, ``tricks`` has four: a
#: number for each seat. Columns that are not listed have one number for each game.
_WIDTHS = {
    **dict.fromkeys(("seat", "card"), lib.KR_MAX_CARDS),
    **dict.fromkeys(("settlement", "tricks", "suits", "laid"), lib.KR_SEATS),
}

#: The columns of games: name, type letter of the module ``array``, and how many numbers the column has for
#: each game.
COLUMNS: tuple[tuple[str, Literal["b", "B", "i", "I"], int], ...] = tuple(
    (name, _LETTERS[field.type.item.cname], _WIDTHS.get(name, 1))
    for name, field in ffi.typeof("kr_careful_columns").fields
)


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """The situation from which careful players play on: a contract with its seats, and the game so far.

    Attributes:
        game: the game under its rule options.
        question: the contract with its seats, trump and order of ranks.
        called: the called card (0-31). None: no card is called.
        forehand: the seat left of the dealer. None: unknown. If forehand is unknown in a contract in which
            forehand leads, the core takes the leader as forehand.
        calls: bids of the auction. Each bid is a seat and the index of a contract. Players draw conclusions
            from bids, because a bid can show cards of the bidder.
        contra: how many doubling calls have been made: 1 after Contra, 2 after Recontra.
        seen: facts about the game so far: known hands, talon and discard, the auction, declared marriages,
            and the cards played. If there are such facts, ``calls`` is ignored. None: nothing but ``calls``
            is known, and no card has been played.
        words: declarations, announcements, raises and Contra of trick 1 so far.
        laid: cards laid face down. Each item is a seat and its card.
        doubling: a pair. The first item is the mask of the seats that must still decide whether to make the
            next doubling call (Contra, Recontra ...). The second item is the seat that decides first. The
            other seats follow clockwise. None: all seats that may call Contra must decide, unless Contra has
            already been called.
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
    doubling: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CarefulGames:
    """Games that careful players played, as columns.

    The comments of ``kr_careful_columns`` in solver/careful.h explain the columns.

    Attributes:
        count: how many games were played.
        columns: the columns by name. ``COLUMNS`` says how many numbers a column has for each game.
    """

    count: int
    columns: dict[str, array[int]]

    def of(self, name: str, game: int) -> Sequence[int]:
        """Return the numbers in the column ``name`` for the game with the index ``game``."""
        width = _WIDTHS.get(name, 1)
        return self.columns[name][width * game : width * (game + 1)]

    def seats_and_cards_played(self, game: int) -> list[tuple[int, int]]:
        """Return the play of a game as pairs of a seat and its card, in playing order."""
        cards = self.columns["cards"][game]
        pairs = zip(self.of("seat", game), self.of("card", game), strict=True)
        return list(pairs)[:cards]


def records_of(starting_points: Sequence[StartingPoint]) -> JudgedRecords:
    """Convert starting points of games to records in the form of the core, as ``play_careful`` needs them."""
    rows: dict[Game, int] = {}
    words: list[WordNumbers] = []
    records, facts = ffi.new("kr_record[]", len(starting_points)), ffi.new("kr_facts[]", len(starting_points))
    for i, point in enumerate(starting_points):
        record, laid = records[i], dict(point.laid)
        record.game = rows.setdefault(point.game, len(rows))
        record.laid = [laid.get(seat, numbers.ABSENT) for seat in range(lib.KR_SEATS)]
        record.first_word, record.words = len(words), len(point.words)
        words += point.words
        if point.seen is not None:
            ffi.memmove(facts + i, packed_facts(point.seen), ffi.sizeof("kr_facts"))
        _fill_facts(facts[i], point)
    columns = ffi.new("kr_record_word[]", words)
    return JudgedRecords(row_table(rows), records, columns, facts, ffi.NULL, ffi.NULL)


def _fill_facts(fact: Any, point: StartingPoint) -> None:
    """Write the contract and the auction of a starting point to the core's struct ``kr_facts``."""
    question = point.question
    fact.contract = point.game.contracts.index(question.contract)
    for name in ("declarer", "second", "partner", "leader"):
        seat = getattr(question, name)
        setattr(fact, name, numbers.UNSAID if seat is None else int(seat))
    trump = number_of_suit(question.trump)
    fact.trump = numbers.UNSAID if trump is None else trump
    fact.order = getattr(numbers, f"ORDER_{question.order}")
    fact.called = numbers.UNSAID if point.called is None else point.called
    fact.forehand = numbers.UNSAID if point.forehand is None else point.forehand
    fact.raised, fact.raised_by, fact.contra_by = numbers.NONE, numbers.UNSAID, numbers.UNSAID
    fact.contra, fact.complete, fact.partner_known = point.contra, 1, 1
    if point.seen is not None:
        return
    fact.calls = len(point.calls)
    for call, (seat, contract) in zip(fact.call, point.calls, strict=False):
        call.seat, call.call, call.suit = seat, contract, numbers.UNSAID


def play_careful(
    records: JudgedRecords | Sequence[StartingPoint], count: int, *,
    hands: Sequence[array[int]] | None = None,
    talon: array[int] | None = None, discard: array[int] | None = None, which: array[int] | None = None,
    after: Sequence[int] | None = None, spoken: Sequence[int] | None = None,
    look: int | Sequence[int] = LOOK,
    slips: float | Sequence[float] = 0.0,
    seed: int = 0, first: int = 0, doubles: bool = True, to_the_end: bool = False,
    workers: int | None = None, progress: Progress | None = None,
) -> CarefulGames:  # fmt: skip
    """Play games of careful players. The GIL is released while the core plays.

    RULINGS has the rules for these players, in the section "At the table".

    A game depends only on its record and hands, on the options, on the seed, and on the index of the game in
    the series. A game depends neither on the other games nor on the number of workers.

    Args:
        records: starting points of the games: a list of ``StartingPoint``, or judged records without errors.
        count: how many games to play.
        hands: four columns of dealt hands (masks, type ``I``). None: the hands of the records.
        talon: column of masks of the talons. None: the talons of the records.
        discard: column of masks of the discards. None: the discards of the records.
        which: column with the index of the record for each game (type ``I``). None: all games start from the
            first record.
        after: for each record how many of its played cards are kept. The players play on after these cards.
            None: all played cards of the record are kept.
        spoken: for each record a mask of seats. These seats have already said their words of trick 1 (such as
            announcements) but not yet played their first card. None: there are no such seats.
        look: how many layouts a player samples at each turn: a number for all seats, or four numbers by seat.
        slips: share of turns (0 to 1) at which a player plays a random legal card: a share for all seats, or
            four shares by seat.
        seed: seed of the series of games.
        first: index of the first game in the series.
        doubles: whether players may call Contra before the first card, in games where Contra doubles the
            stake.
        to_the_end: whether players go on after a game is decided. Some contracts end early in any case.
        workers: how many threads play. None: one for each core of the machine.
        progress: function that is called when games are finished.

    Raises:
        ValueError: a number is out of range. A game that cannot be played raises no error: the column
            ``state`` has the reason.
    """
    given = records if isinstance(records, JudgedRecords) else records_of(records)
    games, places = check_size_t(count), len(given.records)
    played = [facts.cards for facts in given.facts] if after is None else list(after)
    if len(played) != places:
        raise ValueError(f"after: {places} numbers are needed, not {len(played)}")
    if spoken is not None and len(spoken) != places:
        raise ValueError(f"spoken: {places} masks are needed, not {len(spoken)}")
    columns = {
        name: array(letter, bytes(array(letter).itemsize * width * games)) for name, letter, width in COLUMNS
    }
    asked = _Asked(
        given, ffi.new("uint8_t[]", played), _doubling_of_starting_points(records),
        ffi.NULL if spoken is None else ffi.new("uint8_t[]", list(spoken)),
        _checked_copy_or_null(which, games, "which"),
        [_checked_copy_or_null(column, games, "hands") for column in hands or (None,) * 4],
        _checked_copy_or_null(talon, games, "talon"), _checked_copy_or_null(discard, games, "discard"),
        seed & _BITS, first & _BITS,
        [check_unsigned(number) for number in _broadcast_to_seats(look)],
        [_core_share_of_turns(share) for share in _broadcast_to_seats(slips)],
        doubles * lib.KR_CAREFUL_DOUBLES | to_the_end * lib.KR_CAREFUL_TO_THE_END,
        {
            name: ffi.from_buffer(c_array_type(_c_type_of_column(name)), column)
            for name, column in columns.items()
        },
        ffi.new("uint8_t[]", 1), _shared_transposition_table(),
    )  # fmt: skip
    _run(asked, games, workers, progress)
    return CarefulGames(games, columns)


@cache
def _shared_transposition_table() -> TranspositionTable:
    """Return the transposition table that all calls of ``play_careful`` share.

    The table can be shared because its entries are valid for every deal.
    """
    return new_shelf(_SHELF_BITS)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The arguments of ``play_careful`` in the form of the core. All batches of games use them.

    All attributes except ``shelf`` become fields of ``kr_careful``. ``shelf`` is the transposition table that
    all searches share.
    """

    records: JudgedRecords
    after: Any
    doubling: Any
    spoken: Any
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
    shelf: TranspositionTable

    def play_games(self, start: int, count: int) -> None:
        """Play ``count`` games, beginning with the game that has the index ``start``."""
        given = self.records
        careful = ffi.new("kr_careful *", {
            "rules": len(given.rows), "records": len(given.records), "words": len(given.words),
            "game": given.rows, "record": given.records, "word": given.words, "facts": given.facts,
            "after": self.after, "doubling": self.doubling, "spoken": self.spoken, "count": count,
            "which": _pointer_to_item(self.which, start),
            "hands": [_pointer_to_item(column, start) for column in self.hands],
            "talon": _pointer_to_item(self.talon, start), "discard": _pointer_to_item(self.discard, start),
            "seed": self.seed, "first": self.first + start & _BITS,
            "look": self.look, "slips": self.slips, "flags": self.flags, "stop": self.stop,
            "out": {
                name: _pointer_to_item(column, start * _WIDTHS.get(name, 1))
                for name, column in self.out.items()
            },
        })  # fmt: skip
        bad = ffi.new("size_t *")
        with lent_context() as context, context as address:
            status = lib.kr_careful_play(address, self.shelf.at, engine, careful, bad)
        if status:
            raise ValueError(f"number {bad[0]}: {ffi.string(lib.kr_status_text(status)).decode()}")


def _doubling_of_starting_points(records: JudgedRecords | Sequence[StartingPoint]) -> Any:
    """Return an array with the attribute ``doubling`` of each starting point, as the core's ``kr_doubling``.

    Return NULL if ``doubling`` is None for all starting points, or if ``records`` are judged records. The
    core then finds the seats that may call Contra.
    """
    if isinstance(records, JudgedRecords) or all(point.doubling is None for point in records):
        return ffi.NULL
    return ffi.new("kr_doubling[]", [point.doubling or (0, numbers.UNSAID) for point in records])


def _run(asked: _Asked, games: int, workers: int | None, progress: Progress | None) -> None:
    """Play all games in batches. Several threads play different batches at the same time."""
    pace, count = Pace(_FIRST, _LARGEST, _SECONDS), workers or parallel.default_workers()

    def play_piece(part: tuple[int, int]) -> None:
        """Play a batch of games and measure the time.

        ``part`` has two numbers: the index of the first game of the batch, and how many games to play.
        """
        with pace.timed(part[1]):
            asked.play_games(*part)

    # Play in other threads, so that the main thread can handle Ctrl-C.
    pool = parallel.thread_pool(count)._replace(stop=lambda _executor, _futures: asked.stop.__setitem__(0, 1))
    for (_, size), _ in parallel.run(play_piece, pace.cut_starts_and_lengths(games, count), pool):
        if progress is not None:
            progress(size, games)


def _checked_copy_or_null(column: array[int] | None, count: int, name: str) -> Any:
    """Check that a column has ``count`` numbers, and return a copy of the column. For None, return NULL."""
    return ffi.NULL if column is None else copy_of_buffer(_MASKS, column, count, name)


def _pointer_to_item(column: Any, index: int) -> Any:
    """Return a pointer to the item of a column at an index. For NULL, return NULL."""
    return column if column == ffi.NULL else column + index


def _c_type_of_column(name: str) -> str:
    """Return the name of the C type of a column's numbers."""
    kind: str = dict(ffi.typeof("kr_careful_columns").fields)[name].type.item.cname
    return kind


def _broadcast_to_seats(amount: Any) -> list[Any]:
    """Return a list of four numbers by seat. If ``amount`` is a single number, all seats get it."""
    if isinstance(amount, int | float):
        return [amount] * lib.KR_SEATS
    if len(amount) != lib.KR_SEATS:
        raise ValueError(f"a number for each of {lib.KR_SEATS} seats is needed, not {len(amount)}")
    return list(amount)


def _core_share_of_turns(share: float) -> int:
    """Convert a share of turns (0 to 1) to the core's integer (0 to KR_EVERY_TURN)."""
    if not 0 <= share <= 1:
        raise ValueError(f"a share of turns lies between 0 and 1: {share}")
    every_turn: int = lib.KR_EVERY_TURN
    return round(share * every_turn)
