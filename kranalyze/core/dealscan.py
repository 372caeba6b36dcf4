"""Let the core read plain games into columns, from texts in KPN (the format of hand records).

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
    """Return what the core must know to read deals of a game, as bytes of its struct ``kr_scan_game``.

    The struct has the id of the game, its cards and the sizes of its hands.
    """
    return pack_struct("kr_scan_game", id=game.id.encode(), pack=encode_card_pack(game))


class DealScan(Scan):
    """Deals that the core has read from a KPN text, as columns.

    There are columns for the four hands and the talon (masks). The column ``line`` has the number of the line
    where the record begins. ``index`` is the index of the record in the text. ``game`` is the index of the
    card game in ``games``. ``dealer`` is the seat of the dealer (-1: unknown). The name of the board is kept
    as a text, which is empty if the record names no board.
    """

    kinds = (
        *((seat, field_letter("kr_scan", "hands"), 1) for seat in "nesw"),
        *((name.removesuffix("_of"), field_letter("kr_scan", name), 1) for name in scanborder.COLUMNS),
    )

    def __init__(self, room: int, games: bytes) -> None:
        """Allocate memory for the columns.

        Args:
            room: how many records the columns can hold.
            games: the card games that the text may name, as bytes of ``kr_scan_game`` (see ``scan_game``).
        """
        super().__init__(room, 1, lib.KR_SCAN_BOARD)
        self.games = games

    def _keep_games_then_skip_unreadable(
        self, place: tuple[bytes, int, int, int], forced: int
    ) -> tuple[int, ...]:
        columns = tuple(self.columns.values())
        return scanborder.scan_kpn(
            *place, self.games, forced, self.count, self.room, columns, self.ends[0], self.texts[0]
        )
