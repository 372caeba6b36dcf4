"""A position as the core sees it: what is held, the trick in progress, what has happened so far."""

from __future__ import annotations

import struct
from collections.abc import Container
from dataclasses import replace

from kranalyze.core.task import NONE
from kranalyze.frozen import frozen

_LAYOUT = struct.Struct("4I8B4B4B4B2B2B")

#: Bits of ``CorePosition.announced``.
SIDE_HUNDRED, SIDE_ALL, OTHERS_HUNDRED, OTHERS_ALL = 1, 2, 4, 8


@frozen
class CorePosition:
    """``kr_position`` of the core (solver/kr.h): cards are numbers, seats 0-3, NONE is nobody.

    Attributes:
        hands: cards still held.
        leader: seat that leads, or led, the trick in progress.
        played: the cards of that trick in order of play, 0 to 3.
        tricks_done: tricks finished.
        took: mask of the seats that have taken a trick.
        announced: Rußbach, bits of what was announced by the declarer's side and the others.
        declared: by suit the seat whose marriage was declared.
        forced: by seat the card laid face down and not yet played.
        points: so far, [side, others], by seat in Schurln; registered marriages included.
        pending: marriages registered on the opening lead that do not count yet, [side, others].
        declaring: mask of the seats that may still declare and announce.
    """

    hands: tuple[int, ...]
    leader: int
    played: tuple[int, ...] = ()
    tricks_done: int = 0
    took: int = 0
    announced: int = 0
    declared: tuple[int, ...] = (NONE,) * 4
    forced: tuple[int, ...] = (NONE,) * 4
    points: tuple[int, ...] = (0,) * 4
    pending: tuple[int, ...] = (0,) * 2
    declaring: int = 0

    def pack(self) -> bytes:
        """The bytes of the C structure."""
        trick = len(self.played), *(*self.played, 0, 0, 0)[:3]
        return _LAYOUT.pack(
            *self.hands, self.leader, *trick, self.tricks_done, self.took, self.announced, *self.declared,
            *self.forced, *self.points, *self.pending, self.declaring, 0,
        )  # fmt: skip

    @classmethod
    def unpack(cls, data: bytes) -> CorePosition:
        """The position of the bytes of the C structure."""
        f = _LAYOUT.unpack(data)
        return cls(
            hands=f[0:4], leader=f[4], played=f[6 : 6 + f[5]], tricks_done=f[9], took=f[10],
            announced=f[11], declared=f[12:16], forced=f[16:20], points=f[20:24], pending=f[24:26],
            declaring=f[26],
        )  # fmt: skip

    def laid(self, seat: int, card: int) -> CorePosition:
        """The position once a seat has laid a card face down."""
        return replace(self, forced=tuple(card if s == seat else c for s, c in enumerate(self.forced)))

    def spoken(self, seat: int, suits: Container[int | None], said: int) -> CorePosition:
        """The position once a seat has declared marriages in trick 1 and announced ``said``."""
        declared = tuple(seat if suit in suits else other for suit, other in enumerate(self.declared))
        left = self.declaring & ~(1 << seat)
        return replace(self, declared=declared, announced=self.announced | said, declaring=left)

    def to_play(self, seats: int) -> int | None:
        """The seat to play when the seats of the mask take part; None at the end."""
        seat = self.leader
        for _ in self.played:
            seat = (seat + 1) % 4
            while not seats >> seat & 1:
                seat = (seat + 1) % 4
        return seat if self.hands[seat] else None
