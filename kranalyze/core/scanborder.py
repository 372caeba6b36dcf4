"""Checked call of the core's function that scans deals in KPN (solver/scan.h). No argument can crash it.

``positionborder`` describes the checks and their exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.memory import MOST_ITEMS, ended, listed, size_of, structs_of, write
from kranalyze.core.scan import cannot_go_on, start_of

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: The columns of a scan after the four hands: fields of ``kr_scan``.
COLUMNS = ("talon", "line_of", "index_of", "game_of", "dealer")

#: The end of a scan: number of rows taken and beginning of the last game; place and line after that game;
#: place and line after the text that is not plain.
Scanned = tuple[int, int, int, int, int, int]


@lru_cache(maxsize=16)
def _scan_games(data: bytes) -> Any:
    """Check the games that a scan may meet, and return their structs. Cached, as a text has many pieces."""
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
    """Write plain games of KPN into rows (``kr_scan``).

    Args:
        text: the text.
        at, line, index: beginning of a line in bytes, its line number, and the number of the next game.
        games: the ``kr_scan_game`` of all games that may occur.
        forced: index of the game that all records are taken for. -1: each record names its game.
        row, room: number of rows already taken, and the largest number of rows.
        columns: the four hands, then ``COLUMNS``.
        ends, boards: the end of each board's text, and the texts joined together.
    """
    taken, most, game = size_of(row), size_of(room), _scan_games(games)
    if taken > most or most > MOST_ITEMS // lib.KR_SCAN_BOARD:
        ended(lib.KR_BAD_BUFFER)
    number = len(game) if forced < 0 else size_of(forced)
    if number > len(game) or (forced >= 0 and number == len(game)):
        raise cannot_go_on()
    n, e, s, w, *plain = listed(columns, 4 + len(COLUMNS))
    fields: dict[str, Any] = write("kr_scan", most, hands=(n, e, s, w), board_end=ends)
    fields |= write("kr_scan", most, **dict(zip(COLUMNS, plain, strict=True)))
    fields |= write("kr_scan", most * lib.KR_SCAN_BOARD, boards=boards)
    board_bytes = fields["board_end"][taken - 1] if taken else 0
    if not 0 <= board_bytes <= taken * lib.KR_SCAN_BOARD:
        raise cannot_go_on()
    place = start_of(ffi.from_buffer(text), at, line, index)
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
