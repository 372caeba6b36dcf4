"""Call the core's function that reads deals in KPN (solver/scan.h), with checked arguments.

``positionborder`` describes the checks and their exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    MOST_ITEMS,
    check_count,
    check_size_t,
    output_pointers,
    raise_for_status,
    structs_of,
)
from kranalyze.core.scan import cannot_continue_scan_error, scan_place_fields

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: The columns that follow the four hands in a scan. They are fields of ``kr_scan``.
COLUMNS = ("talon", "line_of", "index_of", "game_of", "dealer")

#: The result of reading deals, as six numbers. The first number says how many rows of the columns are used.
#: The second is the offset of the last kept game. The next two are the offset and the line number behind this
#: game. If the columns have room for more deals, the core also skips the text up to the next plain deal. The
#: last two numbers are the offset and the line number behind all text that was kept or skipped.
Scanned = tuple[int, int, int, int, int, int]


@lru_cache(maxsize=16)
def _checked_scan_game_structs(data: bytes) -> Any:
    """Check the card games that a text may name (bytes of ``kr_scan_game``), and return their structs.

    The result is cached, because a text is read in many calls with the same card games.
    """
    games = structs_of(data, "kr_scan_game")
    for number, game in enumerate(games):
        pack = game.pack
        sizes = 3 <= pack.seats <= lib.KR_SEATS and 1 <= pack.size <= lib.KR_HAND and pack.talon <= 32
        if not sizes or b"\0" not in ffi.buffer(game.id)[:]:
            raise ValueError(f"game {number} cannot be")
    return games


def scan_kpn(
    text: Buffer, at: int, line: int, index: int, games: bytes, forced: int, row: int, room: int,
    columns: Sequence[Buffer], ends: Buffer, boards: Buffer,
) -> Scanned:  # fmt: skip
    """Read plain games of KPN and write them into columns (``kr_scan``).

    Args:
        text: the text.
        at: offset in bytes of the line with which the scan begins.
        line: number of this line.
        index: index of the next game in the text.
        games: bytes of the ``kr_scan_game`` of all games that the text may name.
        forced: index of a card game. All records are read as records of this card game. -1: each record names
            its card game.
        row: index of the first row to write, that is, how many rows are already used.
        room: how many rows the columns have.
        columns: the four hands, then ``COLUMNS``.
        ends: for each row the offset (int32) at which the text of its board ends in ``boards``.
        boards: the texts of all boards, joined together.

    Returns:
        Six numbers, which ``Scanned`` explains.
    """
    taken, most, game = check_size_t(row), check_size_t(room), _checked_scan_game_structs(games)
    if taken > most or most > MOST_ITEMS // lib.KR_SCAN_BOARD:
        raise_for_status(lib.KR_BAD_BUFFER)
    number = len(game) if forced < 0 else check_size_t(forced)
    if number > len(game) or (forced >= 0 and number == len(game)):
        raise cannot_continue_scan_error()
    n, e, s, w, *plain = check_count(columns, 4 + len(COLUMNS))
    fields: dict[str, Any] = output_pointers("kr_scan", most, hands=(n, e, s, w), board_end=ends)
    fields |= output_pointers("kr_scan", most, **dict(zip(COLUMNS, plain, strict=True)))
    fields |= output_pointers("kr_scan", most * lib.KR_SCAN_BOARD, boards=boards)
    board_bytes = fields["board_end"][taken - 1] if taken else 0
    if not 0 <= board_bytes <= taken * lib.KR_SCAN_BOARD:
        raise cannot_continue_scan_error()
    place = scan_place_fields(ffi.from_buffer(text), at, line, index)
    fields |= {
        "place": place, "games": len(game), "forced": number, "game": game, "count": taken, "room": most,
        "board_bytes": board_bytes,
    }  # fmt: skip
    scan = ffi.new("kr_scan *", fields)
    lib.kr_scan_deals(scan)
    last, end, end_line = scan.place.last, scan.place.at, scan.place.line
    if scan.count < most:
        lib.kr_scan_past_deals(scan)
    return scan.count, last, end, end_line, scan.place.at, scan.place.line
