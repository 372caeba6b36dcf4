"""Define records as plain numbers for the judge's oracle, with their problems and facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

UNSAID, EMPTY, ILL, ABSENT = -1, -2, -3, -4
PASS, SECOND, ALL_PASS, CONTRA, RECONTRA, SUBCONTRA = -1, -2, -3, -4, -5, -6
MARRIAGE, HUNDRED, ALL, RAISE, SAID_CONTRA = range(5)
NO_CARD, BAD_CARD = -1, -3
NOBODY = 255

ILL_TAGS, ILL_CALLS, ILL_AUCTION, ILL_PLAY, ILL_WORDS, ILL_LINES, ILL_TALON, ILL_DISCARD, ILL_SCORE = (
    1 << bit for bit in range(9)
)
ILL_CELLS, ILL_DEAL, ILL_BLOCK = 512, 1024, 2048
ONLY_DEAL, AUCTION_OPEN, AS_PLAYED, PLAY_OPEN = 1, 2, 4, 8


@dataclass
class Written:
    """A record: the fields of ``kr_record`` in solver/judge.h, and its calls, words and cells."""

    game: str
    rules: dict[str, str] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    known: int = 0
    ill_hands: int = 0
    deal: int = ABSENT
    has_talon: int = ABSENT
    talon: int = 0
    has_discard: int = ABSENT
    discard: int = 0
    dealer: int = ABSENT
    contract: int = ABSENT
    declarer: int = ABSENT
    second: int = ABSENT
    called: int = ABSENT
    trump: int = ABSENT
    auction: int = ABSENT
    play: int = ABSENT
    laid: list[int] = field(default_factory=lambda: [ABSENT] * 4)
    score: list[int] = field(default_factory=lambda: [0] * 4)
    scored: int = 0
    contra: int = ABSENT
    ill: int = 0
    flags: int = 0
    calls: list[tuple[int, int]] = field(default_factory=list)
    words: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Problem:
    """A problem of a record (``kr_problem`` in solver/judge.h).

    Attributes:
        code: the name of the code.
        place: the name of the part of the record that has the problem.
        index: the index of this part, for example a seat or a call.
        args: the numbers that belong to the code.
        warning: whether the problem is a warning, and no error.
        hint: whether the play is legal if its cells are read in playing order.
    """

    code: str
    place: str
    index: int = 0
    args: tuple[int, ...] = ()
    warning: bool = False
    hint: bool = False


@dataclass
class Judged:
    """The oracle's result for a record: facts by the names of ``kr_facts``, and problems."""

    facts: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
