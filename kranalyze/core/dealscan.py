"""Read plain games in KPN, the text format of hand records, as columns, with the core.

A plain game has a complete deal and little else. solver/scan.c has the exact definition.
"""

from __future__ import annotations

from kranalyze._core import lib
from kranalyze.core import scanborder
from kranalyze.core.calls import encode_card_pack
from kranalyze.core.scan import Scan
from kranalyze.core.structs import field_letter, pack_struct
from kranalyze.games import Game


def scan_game(game: Game) -> bytes:
    """Return the bytes of a ``kr_scan_game``: the id of a game, its pack and the sizes of its hands."""
    return pack_struct("kr_scan_game", id=game.id.encode(), pack=encode_card_pack(game))


class DealScan(Scan):
    """Plain games of KPN as columns: the four hands and the talon as masks, and facts about each game.

    ``line`` is the number of the line where the game begins. ``index`` is the index of the game in the text.
    ``game`` is the index of its kind of game in ``games``. ``dealer`` is a seat; -1: unknown. Of all texts
    only the board is kept. An unknown board is empty.
    """

    kinds = (
        *((seat, field_letter("kr_scan", "hands"), 1) for seat in "nesw"),
        *((name.removesuffix("_of"), field_letter("kr_scan", name), 1) for name in scanborder.COLUMNS),
    )

    def __init__(self, room: int, games: bytes) -> None:
        """Allocate room for games.

        Args:
            room: largest number of games that the columns can hold.
            games: bytes of the ``kr_scan_game`` (see ``scan_game``) of all games that the text may name.
        """
        super().__init__(room, 1, lib.KR_SCAN_BOARD)
        self.games = games

    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        columns = tuple(self.columns.values())
        return scanborder.scan_kpn(
            *place, self.games, forced, self.count, self.room, columns, self.ends[0], self.texts[0]
        )
