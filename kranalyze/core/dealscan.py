"""Scan plain deals of KPN with the core into columns."""

from __future__ import annotations

from kranalyze._core import lib
from kranalyze.core import scanborder
from kranalyze.core.calls import pack_of
from kranalyze.core.scan import Scan
from kranalyze.core.structs import letter, packed
from kranalyze.games import Game


def scan_game(game: Game) -> bytes:
    """Return the packed struct with the facts about a game that the scanner needs."""
    return packed("kr_scan_game", id=game.id.encode(), pack=pack_of(game))


class DealScan(Scan):
    """Plain games of KPN (see ``solver/scan.c``): hands, talon and the other columns of a table of deals.

    A number that the text does not mention is -1. The board is the only text that is kept. An unknown board
    is empty.
    """

    kinds = (
        *((seat, letter("kr_scan", "hands"), 1) for seat in "nesw"),
        *((name.removesuffix("_of"), letter("kr_scan", name), 1) for name in scanborder.COLUMNS),
    )

    def __init__(self, room: int, games: bytes) -> None:
        """Allocate room for games. ``games`` are the packed games that may occur (``scan_game``)."""
        super().__init__(room, 1, lib.KR_SCAN_BOARD)
        self.games = games

    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        columns = tuple(self.columns.values())
        return scanborder.scan_kpn(
            *place, self.games, forced, self.count, self.room, columns, self.ends[0], self.texts[0]
        )
