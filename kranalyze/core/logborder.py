"""The functions of the core for logs (solver/scan.h, log.h): whatever is handed over, no call crashes.

What is checked, and by which exceptions, is said in ``positionborder``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    MOST_ITEMS,
    Context,
    copy,
    ended,
    listed,
    pointer_types,
    read,
    size_of,
    structs_of,
    unsigned,
    writable,
    write,
)
from kranalyze.core.positionborder import engine

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: The columns of a scan behind the four hands: the field of ``kr_scan``, and how many numbers a row has.
PLAIN = {"talon": 1, "line_of": 1, "index_of": 1, "game_of": 1, "dealer": 1}

#: The columns of whole games: the same of ``kr_scan_log``.
WHOLE = {
    "contract": 1, "second": 1, "called": 1, "opener": 1, "call_end": 1, "card_end": 1,
    "call": lib.KR_LOG_CALLS, "card": lib.KR_LOG_CARDS, "says": 4, "scored": 1, "shape": 1,
    "declarer": 1, "leader": 1, "trump": 1, "partner": 1, "tricks": 4, "points": 4, "settlement": 4,
}  # fmt: skip

#: What ``judge_log`` writes of every card, and of every game: the same of ``kr_log_judging``.
BY_CARD = {
    "seat": 1, "trick": 1, "turn": 1, "before": 1, "after": 1, "said": 1, "gained": 1, "mark": 1, "best": 1,
    "choice_end": 1, "choice": lib.KR_HAND, "worth": lib.KR_HAND,
}  # fmt: skip
BY_GAME = {"value": 1, "makeable": 1, "guarantee": 4, "payoff": 4, "cost": 4}

#: What stakes, and what amounts that are fixed, may be at the most.
_MOST_TIMES, _MOST_AMOUNT = 4_000_000, 100_000_000

#: Where a scan ended: the row behind the last one, and where the last game begins; place and line behind it;
#: place and line behind what is not plain.
Scanned = tuple[int, int, int, int, int, int]


class LogRules:
    """The rules of the games of a log (``kr_log_rules``), checked once; they never change."""

    __slots__ = ("_kept", "at")

    def __init__(self, games: bytes, contracts: bytes, shapes: bytes, places: bytes) -> None:
        """Check the bytes of rows of games, contracts and shapes, and the numbers of shapes by place (int16).

        Raises:
            ValueError: a row that cannot be.
        """
        game, contract = structs_of(games, "kr_log_game"), structs_of(contracts, "kr_log_contract")
        shape, place = structs_of(shapes, "kr_log_shape"), structs_of(places, "int16_t")
        for number, row in enumerate(game):
            _require(_is_game(row, len(contract), len(place)), "game", number)
        for number, row in enumerate(contract):
            _require(b"\0" in ffi.buffer(row.id)[:], "contract", number)
        for number, row in enumerate(shape):
            _require(_is_shape(row, shape + number), "shape", number)
        numbers = array("h", bytes(ffi.buffer(place)))
        if numbers and not -1 <= min(numbers) <= max(numbers) < len(shape):
            raise ValueError("a place of the rules of logs cannot be")
        self._kept = game, contract, shape, place, games, contracts, shapes, places
        counts = {"games": len(game), "contracts": len(contract), "shapes": len(shape), "places": len(place)}
        rows = {"game": game, "contract": contract, "shape": shape, "place": place}
        self.at = ffi.new("kr_log_rules *", counts | rows)


def _require(good: bool, kind: str, number: int) -> None:
    if not good:
        raise ValueError(f"{kind} {number} of the rules of logs cannot be")


def _is_game(game: Any, contracts: int, places: int) -> bool:
    """Whether the contracts and places of a game are there."""
    return bool(
        game.contract + game.contracts <= contracts
        and game.passed_out <= game.contracts
        and game.place + game.contracts * lib.KR_LOG_PLACES <= places
    )


def _is_shape(shape: Any, address: Any) -> bool:
    """Whether the tasks, seats and amounts of a shape can be."""
    task, value = ffi.addressof(address[0], "task"), ffi.addressof(address[0], "value")
    return bool(
        not lib.kr_check_task(task)
        and not (shape.other_value and (lib.kr_check_task(value) or lib.kr_many_parties(task)))
        and shape.task.seek == lib.KR_NONE
        and not shape.forcing & ~shape.task.seats
        and (shape.declarer == lib.KR_NONE or shape.declarer < lib.KR_SEATS)
        and shape.per >= 1
        and abs(shape.times) <= _MOST_TIMES
        and abs(shape.made) <= _MOST_AMOUNT
    )


@lru_cache(maxsize=16)
def _scan_games(data: bytes) -> Any:
    """The games that a scan may meet, checked; a text is scanned in many pieces."""
    games = structs_of(data, "kr_scan_game")
    for number, game in enumerate(games):
        pack = game.pack
        sizes = 3 <= pack.seats <= lib.KR_SEATS and 1 <= pack.size <= lib.KR_HAND and pack.talon <= 32
        if not sizes or b"\0" not in ffi.buffer(game.id)[:]:
            raise ValueError(f"game {number} cannot be")
    return games


def _cannot_go_on() -> ValueError:
    return ValueError("a scan cannot go on from there")


def _end_of(ends: Any, rows: int, most: int) -> int:
    """Where the last of some rows ends, each of ``most`` items at the most."""
    end: int = ends[rows - 1] if rows else 0
    if not 0 <= end <= rows * most:
        raise _cannot_go_on()
    return end


def _begin(
    text: Buffer, at: int, line: int, index: int, games: bytes, forced: int, columns: Sequence[Buffer],
    room: int,
) -> dict[str, Any]:  # fmt: skip
    """The fields of a scan that goes on from a place."""
    letters, game, place = ffi.from_buffer(text), _scan_games(games), size_of(at)
    number = len(game) if forced < 0 else size_of(forced)
    if place > len(letters) or number > len(game) or (forced >= 0 and number == len(game)):
        raise _cannot_go_on()
    n, e, s, w, *plain = listed(columns, 4 + len(PLAIN))
    scan = {
        "text": letters, "size": len(letters), "at": place, "line": unsigned(line), "index": unsigned(index),
        "games": len(game), "forced": number, "game": game,
    }  # fmt: skip
    return scan | write("kr_scan", room, hands=(n, e, s, w)) | _columns("kr_scan", PLAIN, plain, room)


def _rows(row: int, room: int, longest: int) -> tuple[int, int]:
    """How many rows are taken and how many there may be."""
    taken, most = size_of(row), size_of(room)
    if taken > most or most > MOST_ITEMS // longest:
        ended(lib.KR_BAD_BUFFER)
    return taken, most


def _scanned(scan: Any, rows: int, room: int) -> Scanned:
    """Scan, and say where it ended."""
    rows = lib.kr_scan_plain(scan, rows, room)
    end, line = scan.at, scan.line
    if rows < room:
        lib.kr_scan_other(scan)
    return rows, scan.last, end, line, scan.at, scan.line


def _columns(struct: str, kinds: dict[str, int], columns: Sequence[Buffer], rows: int) -> dict[str, Any]:
    """Fields that lead to columns which the core writes, in the order of their kinds."""
    types, checked = pointer_types(struct), listed(columns, len(kinds))
    return {
        name: writable(types[name][0], column, rows * each, name)
        for (name, each), column in zip(kinds.items(), checked, strict=True)
    }


def scan_kpn(
    text: Buffer, at: int, line: int, index: int, games: bytes, forced: int, row: int, room: int,
    columns: Sequence[Buffer], ends: Buffer, boards: Buffer,
) -> Scanned:  # fmt: skip
    """Write plain games of KPN into rows (``kr_scan``).

    Args:
        at, line, index: where a line begins, its number, and the number of the next game.
        games: ``kr_scan_game`` of each.
        forced: the game of every record, whatever it names; -1: none.
        row, room: rows that are taken, and how many there may be.
        columns: four hands, then ``PLAIN``.
        ends, boards: the texts of the boards, and where each ends.
    """
    taken, most = _rows(row, room, lib.KR_SCAN_BOARD)
    scan = _begin(text, at, line, index, games, forced, columns, most)
    scan |= write("kr_scan", most, board_end=ends) | write("kr_scan", most * lib.KR_SCAN_BOARD, boards=boards)
    scan["boarded"] = _end_of(scan["board_end"], taken, lib.KR_SCAN_BOARD)
    return _scanned(ffi.new("kr_scan *", scan), taken, most)


def scan_log(
    context: Context, text: Buffer, at: int, line: int, index: int, games: bytes, rules: LogRules,
    forced: int, row: int, room: int, as_played: bool, columns: Sequence[Buffer], whole: Sequence[Buffer],
    ends: Sequence[Buffer], texts: Sequence[Buffer],
) -> Scanned:  # fmt: skip
    """Write whole games of KPN that are ordinary into rows (``kr_scan_log``).

    Args:
        as_played: a line of the Play has its cards in playing order, not by seats.
        whole: the columns of ``WHOLE``.
        ends, texts: of each tag that is kept its texts, and where each ends.
        Others: as of ``scan_kpn``.
    """
    taken, most = _rows(row, room, lib.KR_LOG_TEXT)
    scan = _begin(text, at, line, index, games, forced, columns, most)
    log = {"rules": _rules(rules)[0], "as_played": bool(as_played)}
    log |= _columns("kr_scan_log", WHOLE, whole, most)
    log |= write("kr_scan_log", most, text_end=ends)
    log |= write("kr_scan_log", most * lib.KR_LOG_TEXT, text=texts)
    if log["rules"].games != scan["games"]:
        raise _cannot_go_on()
    log["calls"] = _end_of(log["call_end"], taken, lib.KR_LOG_CALLS)
    log["cards"] = _end_of(log["card_end"], taken, lib.KR_LOG_CARDS)
    log["texts"] = [_end_of(end, taken, lib.KR_LOG_TEXT) for end in log["text_end"]]
    with context as address:
        games_log = ffi.new("kr_scan_log *", log | {"ctx": address})
        return _scanned(ffi.new("kr_scan *", scan | {"log": games_log}), taken, most)


def _rules(rules: LogRules) -> Any:
    if not isinstance(rules, LogRules):
        raise TypeError(f"rules of logs are needed, not a {type(rules).__name__}")
    return rules.at


def judge_log(
    context: Context, rules: LogRules, rows: int, cards: int, games: Sequence[Buffer], card: Buffer,
    by_card: Sequence[Buffer], by_game: Sequence[Buffer],
) -> int:  # fmt: skip
    """Write what every card of checked games was worth; return the row at which it stopped.

    Args:
        games: the columns ``n e s w shape says card_end``.
        card: the cards of all games; where those of each end is in ``card_end``.
        by_card, by_game: the columns of ``BY_CARD`` and ``BY_GAME``.
    """
    count, most = size_of(rows), size_of(cards)
    if count > MOST_ITEMS // lib.KR_LOG_CARDS or most > MOST_ITEMS:
        ended(lib.KR_BAD_BUFFER)
    checked, (n, e, s, w, shape, says, ends) = _rules(rules), listed(games, 7)
    judging = {"rows": count, "shapes": checked.shapes, "shape_of": checked.shape}
    judging |= read("kr_log_judging", count, hands=(n, e, s, w))
    judging |= copy("kr_log_judging", count, shape=shape, card_end=ends)
    judging |= read("kr_log_judging", 4 * count, says=says)
    in_order = ffi.unpack(judging["card_end"], count) if count else []
    if in_order != sorted(in_order) or (count and not 0 <= in_order[0] <= in_order[-1] <= most):
        raise ValueError("the cards of games must end one behind the other")
    judging |= read("kr_log_judging", most, card=card)
    judging |= _columns("kr_log_judging", BY_CARD, by_card, most)
    judging |= _columns("kr_log_judging", BY_GAME, by_game, count)
    with context as address:
        return int(engine.log_judge(address, ffi.new("kr_log_judging *", judging)))
