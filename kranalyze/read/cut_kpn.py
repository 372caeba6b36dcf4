"""Cutting KPN into pieces of some games each, so that one can be read without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import IO

from kranalyze.kpn.reader import Reader, Start, deck_of


@dataclass(slots=True)
class KpnPiece:
    """Games that follow one another in a file.

    ``parse_kpn(piece.text, name, game, rules, piece.start)`` says of them, places included, what it says
    when it reads the whole file.

    Attributes:
        start: the place of the text, and what it takes from the games before.
        games: how many there are; what has errors counts.
        line, column: where the text ends.
    """

    start: Start
    parts: list[str] = field(default_factory=list)
    games: int = 0
    line: int = field(init=False)
    column: int = 0

    def __post_init__(self) -> None:
        self.line = self.start.line

    @property
    def text(self) -> str:
        """The games as written, each where it stands in its line."""
        return "".join(self.parts)

    def put(self, line: int, column: int, body: str) -> None:
        """Add what stands at a place; only space is between it and what came before."""
        if line > self.line:
            self.column = 0
        self.parts += ("\n" * (line - self.line), " " * (column - self.column), body)
        lines = body.count("\n")
        self.line = line + lines
        self.column = len(body) - body.rfind("\n") - 1 if lines else column + len(body)


def cut_kpn(
    source: IO[bytes], size: int, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[KpnPiece]:
    """Cut a file into pieces of ``size`` games, the last one of fewer; memory does not grow with the file.

    A file without any game is one piece without games. Comments after the last game are left out.

    Args:
        source: the file; ``read(n)`` gives fewer than n bytes only at its end.
        size: games of a piece.
        game, rules: as for ``parse_kpn``; what ``#`` copies can hang on them.
    """
    reader = Reader(source, "", game, rules)
    piece, some, begun = KpnPiece(reader.place), False, False
    for block in reader.blocks():
        reader.first = False
        reader.go_to(block.start)
        if piece.games >= size:
            yield piece
            piece, some, begun = KpnPiece(replace(reader.place, before={}, deck="french")), True, False
        column = block.start - (reader.text.rfind("\n", 0, block.start) + 1)
        # A source that is no text has no block of its own: its first byte says so again.
        piece.put(reader.place.line, column, reader.text[block.start : block.end] if block.end else "\0")
        if block.is_evening:
            reader.add_evening(block)
        elif block.is_game:
            before = reader.place
            began = before.began if block.is_part else reader.line_of(block)
            reader.inherit(block)
            tags, names = reader.copied(block)
            if not begun:  # what the first game of a piece copies itself
                kept = {name: before.before[name] for name in sorted(names) if name in before.before}
                piece.start = replace(piece.start, before=kept, deck=before.deck)
            begun = True
            reader.pass_game(began, tags, deck_of(tags))
            piece.games += 1
        else:
            piece.games += bool(block.problems)
    if piece.games or not some:
        yield piece
