"""The rules of play for simulated players, as the core has them."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze._core import ffi, lib
from kranalyze.core.questionborder import question_struct
from kranalyze.core.rules import row_address
from kranalyze.games import Game, Question


class CardRules:
    """How the cards of a question are played."""

    def __init__(self, game: Game, question: Question) -> None:
        self._row = row_address(game)
        self._question = question_struct(game, question)
        self._seats = lib.kr_playing_seats(self._row, self._question)

    def order(self, leader: int) -> tuple[int, ...]:
        """The seats in playing order when one leads."""
        return tuple(seat for i in range(4) if self._seats >> (seat := (leader + i) % 4) & 1)

    def legal(self, hand: int, trick: Sequence[int], laid: int | None = None) -> int:
        """Mask of the cards that may be played; ``laid`` is the one the player laid face down."""
        return hand & 1 << laid if laid is not None else self._looked_up(hand, trick)[0]

    def winner(self, trick: Sequence[int]) -> int:
        """Index of the card that takes a trick so far."""
        return self._looked_up(0, trick)[1]

    def beats(self, new: int, best: int) -> bool:
        """Whether a card beats the best card so far."""
        return self.winner((best, new)) == 1

    def _looked_up(self, hand: int, trick: Sequence[int]) -> tuple[int, int]:
        """The legal cards of a hand, and the index of the card that takes the trick so far."""
        best = ffi.new("int *")
        cards = lib.kr_legal_cards(self._row, self._question, hand, bytes(trick), len(trick), best)
        return int(cards), int(best[0])
