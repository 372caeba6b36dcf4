"""A played game for the oracle: its deal, its cards, and the announcements of trick 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kranalyze.cards import number_of_suit
from kranalyze.deal import Deal, Seat
from oracle.asked import Asked
from oracle.settling import marriages

#: For each level, the levels to which the declarer's partner may raise it (RULINGS: anrufen).
_RAISES = {
    "simple": ("hundred", "all_tricks", "all_hundred"),
    "hundred": ("all_hundred",),
    "all_tricks": ("all_hundred",),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One announcement in trick 1, at the speaker's turn and before his card.

    Attributes:
        seat: the player who made it.
        what: a declared ``marriage``, an announced ``hundred`` or ``all_tricks`` (Rußbach), a ``raise``
            or ``contra`` (Anrufen).
        suit: the suit of a marriage.
        level: the level to which a partner raised.
    """

    seat: int
    what: Literal["marriage", "hundred", "all_tricks", "raise", "contra"]
    suit: int | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played.

    Attributes:
        deal: the cards as dealt, before the declarer takes a talon.
        cards: the cards played, in playing order.
        said: the announcements, in the order in which they were made.
        discard: mask of the discard (Anrufen for three); None before the declarer has discarded.
        face_down: (seat, card) for the cards that two Bettlers laid face down. If this is empty, their
            cards of trick 1 are used.
        contra: number of doublings (Bauernschnapsen).
    """

    deal: Deal
    cards: tuple[int, ...] = ()
    said: tuple[Said, ...] = ()
    discard: int | None = None
    face_down: tuple[tuple[int, int], ...] = ()
    contra: int = 0


def check_said(asked: Asked, played: Played) -> None:
    """Check that every player could make the announcements of the record.

    Raises:
        ValueError: a player could not make an announcement. The message says what is wrong.
    """
    contra = False
    level = asked.id
    if played.contra and asked.game.id != "bauernschnapsen":
        raise ValueError("doublings belong to bauernschnapsen; a contra in anrufen is said in trick 1")
    for i, said in enumerate(played.said):
        who = Seat(said.seat).title
        if said in played.said[:i]:
            raise ValueError(f"{who} says the same twice")
        if said.what == "marriage" and asked.game.id in ("russbach", "rufmariasch"):
            if said.suit not in marriages(played.deal.mask(said.seat), number_of_suit(asked.question.trump)):
                raise ValueError(f"{who} does not hold the marriage")
        elif said.what in ("hundred", "all_tricks") and asked.game.id == "russbach":
            pass
        elif said.what == "raise" and asked.game.id == "anrufen":
            if said.seat != asked.question.partner or said.level not in _RAISES.get(level, ()):
                raise ValueError(f"{who} cannot raise {level} to {said.level}")
            level = said.level
        elif said.what == "contra" and asked.game.id in ("anrufen", "anrufen3"):
            if said.seat in asked.side or contra:
                raise ValueError(f"{who} cannot say contra")
            contra = True
        else:
            raise ValueError(f"nobody says {said.what} in {asked.game.id}")


def in_force(asked: Asked, played: Played, heard: set[int]) -> Asked:
    """Return the question after the raises and Contra of the seats heard so far."""
    if asked.game.id == "bauernschnapsen":
        return replace(asked, contra=played.contra)
    for said in played.said:
        if said.seat in heard and said.what == "raise" and said.level is not None:
            asked = replace(asked, level=said.level)
        if said.seat in heard and said.what == "contra":
            asked = replace(asked, contra=1)
    return asked
