"""Hands to be asked about: written in a line each, or those of one seat in a file of deals."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path

from kranalyze.cards import Deck, parse_hand
from kranalyze.deal import Seat
from kranalyze.files import name_text
from kranalyze.frozen import frozen
from kranalyze.kpn.record import KpnError
from kranalyze.read.columns import joined
from kranalyze.read.pieces import cut_stream
from kranalyze.read.sources import format_of, opened, unreadable


@frozen
class ListedHand:
    """A hand, its place, and its game where the file names it."""

    file: str
    line: int
    hand: int
    game: str | None = None


def is_list(source: str) -> bool:
    """Whether an argument is a file of hands or deals and not a hand."""
    return source == "-" or format_of(source) is not None or Path(source).exists()


def listed_hands(
    source: str, deck: Deck, game: str | None, seat: Seat
) -> tuple[list[ListedHand], list[KpnError]]:
    """The hands of a file, and what is wrong with the others.

    Args:
        source: deals or records, of which the hand of ``seat`` is taken, or a text with a hand a line, where
            blank lines and what follows ``#`` are passed over; ``-`` is standard input.
        deck: letters of the hands of a text.
        game: id of the game that deals are taken to be of, whatever they name.
    """
    name = name_text(source)
    try:
        with ExitStack() as stack:
            file, form = opened(source, stack)
            if format_of(source) is None and form == "kpn" and isinstance(file, io.BufferedReader):
                first = file.peek().lstrip(b"\xef\xbb\xbf \t\r\n")
                if not first.startswith((b"[", b"%")):
                    return _lines(file.read().decode("utf-8", "replace"), name, deck)
            columns = joined(piece.columns() for piece in cut_stream(file, form, name, None, game))
    except OSError as error:
        return [], [unreadable(name, error)]
    found, problems = [], columns.problems
    for line, hand, named in columns.frame.select("line", seat.name.lower(), "game").iter_rows():
        if hand is None:
            problems.append(KpnError(name, line, 1, "error", f"the hand of {seat.title} is not known"))
        else:
            found.append(ListedHand(name, line, hand, named))
    return found, problems


def _lines(text: str, name: str, deck: Deck) -> tuple[list[ListedHand], list[KpnError]]:
    found, problems = [], []
    for number, written in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = written.partition("#")[0]
        if not line.strip():
            continue
        try:
            found.append(ListedHand(name, number, parse_hand(line, deck)))
        except ValueError as error:
            column = len(line) - len(line.lstrip()) + 1
            problems.append(KpnError(name, number, column, "error", str(error)))
    return found, problems
