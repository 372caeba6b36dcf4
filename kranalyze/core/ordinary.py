"""KPN as columns: plain deals, and ordinary games of a log, their rules and what their cards were worth."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from struct import calcsize
from typing import TYPE_CHECKING

from kranalyze._core import lib
from kranalyze.core import logborder
from kranalyze.core.calls import lent_context, pack_of
from kranalyze.core.logborder import LogRules
from kranalyze.core.structs import letter, packed
from kranalyze.core.task import NONE, played_task, task_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, bidding_seats, questions
from kranalyze.games.questions import requirement, vector

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: A column: name, type by its letter in ``struct``, numbers a row.
Kind = tuple[str, str, int]


def _kinds(struct: str, fields: Mapping[str, int]) -> tuple[Kind, ...]:
    """Columns by the fields of a struct that lead to them; ``game_of`` leads to the column ``game``."""
    return tuple((name.removesuffix("_of"), letter(struct, name), each) for name, each in fields.items())


#: The columns of ``kr_scan`` and of ``kr_scan_log``.
PLAIN = (*((seat, letter("kr_scan", "hands"), 1) for seat in "nesw"), *_kinds("kr_scan", logborder.PLAIN))
WHOLE = _kinds("kr_scan_log", logborder.WHOLE)

#: Those of ``kr_log_judging`` by card and by game.
BY_CARD = _kinds("kr_log_judging", logborder.BY_CARD)
BY_GAME = _kinds("kr_log_judging", logborder.BY_GAME)

#: Tags of a record whose text is kept, in the core's order.
TEXTS = ("board", "event", "site", "date", "west", "north", "east", "south")


class Rules:
    """What the core is told of games by the rules in force.

    Attributes:
        games: the rows, in the order of the numbers in columns.
        shapes: the questions of all games, as numbered in the column ``shape``.
    """

    def __init__(self, games: tuple[Game, ...]) -> None:
        self.games = games
        self.shapes: list[Question] = []
        rows, contracts, shapes = list[bytes](), list[bytes](), list[bytes]()
        places = array("h")
        for game in games:
            rows.append(_game_bytes(game, len(contracts), len(places)))
            first = len(places)
            places.extend([-1] * (len(game.contracts) * lib.KR_LOG_PLACES))
            ordinary = [c for c in game.contracts if _is_ordinary(game, c)]
            for question in questions(game, ordinary, selfish=True) if ordinary else ():
                places[first + _place(game, question)] = len(self.shapes)
                self.shapes.append(question)
                shapes.append(_shape_bytes(game, question))
            contracts += [_contract_bytes(game, contract) for contract in game.contracts]
        self.scanned = b"".join(map(scan_game, games))
        self.packed = (b"".join(rows), b"".join(contracts), b"".join(shapes), places.tobytes())
        self.checked = LogRules(*self.packed)


#: The rules of some games, made once.
rules_of = lru_cache(maxsize=8)(Rules)


def _is_ordinary(game: Game, contract: Contract) -> bool:
    """Whether games of a contract can be followed in columns: see ``solver/log.h``."""
    goal = contract.settles or contract.goal
    rare = (
        game.talon or game.contra or game.calibration or contract.raises or contract.sits_out
        or contract.stake == "none" or contract.party == "opposite" or contract.requires == "trumps"
        or goal.ends_early or goal.as_dealt or goal.marriages == "lead"
    )  # fmt: skip
    return not rare


def _place(game: Game, question: Question) -> int:
    """Where the number of a question stands: see ``KR_LOG_PLACES``."""
    place = game.contracts.index(question.contract)
    for size, number, none in (
        (5, question.declarer, 4),
        (4, question.leader, 0),
        (5, question.trump, 4),
        (5, question.partner if question.second is None else question.second, 4),
        (2, question.contract.order.index(question.order), 0),
    ):
        place = place * size + (none if number is None else number)
    return place


def _game_bytes(game: Game, contract: int, place: int) -> bytes:
    goals, bidding = game.goals, game.bidding
    passed = 0 if game.passed_out is None else 1 + game.contracts.index(game.passed_out)
    plain = not (bidding.once or bidding.ties or bidding.trump or bidding.rounds > 1)
    declared, announced = any(g.marriages == "declared" for g in goals), any(g.announced for g in goals)
    return packed(
        "kr_log_game", points=game.points, marriage=game.marriage, last=game.last,
        contracts=len(game.contracts), declares=declared, announces=announced, call_own=game.call_own,
        called_trump=game.called_trump,
        bids=plain, passed_out=passed, contract=contract, place=place,
    )  # fmt: skip


def _contract_bytes(game: Game, contract: Contract) -> bytes:
    ordinary = _is_ordinary(game, contract)
    question = Question(contract, Seat.N, Seat.N, contract.order)
    return packed(
        "kr_log_contract", id=contract.id.encode(), required=requirement(question, game) if ordinary else (),
        ordinary=ordinary, rank=contract.rank or 0,
        bidders=sum(1 << seat for seat in bidding_seats(game, contract, Seat.N)),
        declared=contract.makeable_at is not None, called=contract.party == "called", trump=contract.trump,
        led_by_forehand=contract.leads == "forehand", tens=contract.order == "KT", second=contract.second > 0,
    )  # fmt: skip


def _shape_bytes(game: Game, question: Question) -> bytes:
    contract, declarer, shares = question.contract, question.declarer, vector(game, question)
    task = played_task(game, question)
    value = None if contract.settles is None else task_of(game, question)
    made, least, times, per, forcing = 0, 0, 1, 1, 0
    if question.many_parties:
        shares, times = (1, 1, 1, 1), question.unit
        bidders = (declarer, question.second)
        forcing = sum(1 << seat for seat in bidders if seat is not None) or task.seats
    elif contract.stake == "fixed":
        made, least = contract.value, contract.makeable_at or 0
    elif contract.stake == "value":
        times, per = contract.value, contract.per
    return packed(
        "kr_log_shape", task=task.pack(), value=(value or task).pack(), other_value=value is not None,
        forcing=forcing, wins=contract.makeable_at is not None,
        declarer=NONE if declarer is None else declarer, share=shares, made=made, least=least,
        times=times, per=per,
    )  # fmt: skip


def _columns(kinds: Iterable[Kind], rows: int) -> dict[str, Buffer]:
    return {name: bytearray(calcsize(code) * each * rows) for name, code, each in kinds}


def scan_game(game: Game) -> bytes:
    """What the scanner must know of a game."""
    return packed("kr_scan_game", id=game.id.encode(), pack=pack_of(game))


@dataclass(frozen=True, slots=True)
class LineStart:
    """Where a line begins: bytes before it, and its number from 1."""

    offset: int
    line: int


class Scan:
    """Plain games of KPN (see ``solver/scan.c``) as columns, as many as there is room for.

    Attributes:
        columns: by name the numbers of ``PLAIN``; -1: not said.
        ends, texts: where each board ends in the text of all boards; an unknown one is empty.
        count, room: rows taken, and how many there may be.
    """

    kinds: tuple[Kind, ...] = PLAIN

    def __init__(self, room: int, games: bytes, texts: int = 1, longest: int = lib.KR_SCAN_BOARD) -> None:
        """Columns with room for ``games`` (see ``scan_game``) and texts of so many bytes at the longest."""
        self.room, self.count, self.games = room, 0, games
        self.columns = _columns(self.kinds, room)
        self.ends = tuple(bytearray(4 * room) for _ in range(texts))
        self.texts = tuple(bytearray(longest * room) for _ in range(texts))

    def go_on(
        self, text: bytes, at: LineStart, index: int, forced: int
    ) -> tuple[LineStart, LineStart, int]:
        """Take the games from a place on.

        Args:
            text: lines that end with a newline alone.
            at: where a line begins.
            index: number of the next game.
            forced: the place among the games of the one that every record is taken to be of, -1: none.

        Returns:
            Where they end; where what follows, and is not taken, ends; where the last one begins.
        """
        self.count, last, *ends = self._scanned((text, at.offset, at.line, index), forced)
        return LineStart(*ends[:2]), LineStart(*ends[2:]), last

    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        columns = tuple(self.columns.values())
        return logborder.scan_kpn(
            *place, self.games, forced, self.count, self.room, columns, self.ends[0], self.texts[0]
        )


class Ordinary(Scan):
    """Ordinary games of KPN (see ``solver/log.h``) as columns, as many as there is room for.

    Attributes:
        columns: by name the numbers of ``PLAIN`` and ``WHOLE``; -1: not said.
        ends, texts: of each of ``TEXTS``.
    """

    kinds = (*PLAIN, *WHOLE)

    def __init__(self, rules: Rules, room: int, as_played: bool = False) -> None:
        """Columns with room; ``as_played``: the text has the cards of a trick in that order, not by seats."""
        super().__init__(room, rules.scanned, len(TEXTS), lib.KR_LOG_TEXT)
        self.rules, self.as_played = rules, as_played

    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        columns = tuple(self.columns.values())
        plain, whole = columns[: len(PLAIN)], columns[len(PLAIN) :]
        with lent_context() as context:
            return logborder.scan_log(
                context, *place, self.games, self.rules.checked, forced, self.count, self.room,
                self.as_played, plain, whole, self.ends, self.texts,
            )  # fmt: skip

    @property
    def cards(self) -> int:
        """Cards of all rows."""
        return memoryview(self.columns["card_end"]).cast("i")[self.count - 1] if self.count else 0


def judged(games: Ordinary) -> tuple[dict[str, Buffer], dict[str, Buffer]]:
    """Follow games card by card and solve every position of them; the GIL is released meanwhile.

    Returns:
        What every card (``BY_CARD``), and every game (``BY_GAME``), was worth, as columns by name.
    """
    by_card, by_game = _columns(BY_CARD, games.cards), _columns(BY_GAME, games.count)
    given = tuple(games.columns[name] for name in ("n", "e", "s", "w", "shape", "says", "card_end"))
    with lent_context() as context:
        done = logborder.judge_log(
            context, games.rules.checked, games.count, games.cards, given, games.columns["card"],
            tuple(by_card.values()), tuple(by_game.values()),
        )  # fmt: skip
    assert done == games.count
    return by_card, by_game
