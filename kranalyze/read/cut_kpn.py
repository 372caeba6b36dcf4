"""Cutting KPN into pieces of some games each, so that one can be read without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO

from kranalyze.cards import Deck
from kranalyze.kpn.lexer import Block
from kranalyze.kpn.reader import Reader, Start


@dataclass(frozen=True, slots=True)
class KpnPiece:
    """Games that follow one another in a file.

    ``parse_kpn(piece.text, name, game, rules, piece.start)`` says of them, places included, what it says
    when it reads the whole file.

    Attributes:
        text: the games as written, each where it stands in its line.
        games: how many there are; what has errors counts.
        start: the place of the text, and what it takes from the games before.
    """

    text: str
    games: int
    start: Start


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
    return _Cutter(source, "", game, rules).pieces(size)


class _Cutter(Reader):
    """Reads blocks and no more of them than ``#`` asks for."""

    def pieces(self, size: int) -> Iterator[KpnPiece]:
        """The pieces in their order."""
        piece, some = _Open(Start()), False
        for block in self._blocks():
            self.first = False
            self._begin(block.start)
            if piece.games >= size:
                yield piece.close()
                start = Start(self.line, self.index, evening=dict(self.evening), began=self.began)
                piece, some = _Open(start), True
            self._add(piece, block)
            if block.is_evening:
                self.evening |= block.tags
                continue
            if block.is_game:
                self._note(piece, block)
            piece.games += block.is_game or bool(block.problems)
        if piece.games or not some:
            yield piece.close()

    def _add(self, piece: _Open, block: Block) -> None:
        """Put the text of a block into its place."""
        column = block.start - (self.text.rfind("\n", 0, block.start) + 1)
        # A source that is no text has no block of its own: its first byte says so again.
        body = self.text[block.start : block.end] if block.end else "\0"
        piece.put(self.line, column, body)

    def _note(self, piece: _Open, block: Block) -> None:
        """What the next game may copy; for the first game of a piece, what it copies itself."""
        if not block.is_part:
            self.began = self.line + self.text.count("\n", block.start, block.tag_start)
        self._inherit(block)
        tags, names = self._copy(block)
        if not piece.begun:
            piece.before = {name: self.before[name] for name in sorted(names) if name in self.before}
            piece.deck = self.deck_before
        piece.begun = True
        self._override(block, tags)
        self.before = tags
        self.deck_before = "german" if tags.get("Deck", "").strip().lower() == "german" else "french"
        self.index += 1


class _Open:
    """A piece that is being filled; ``line`` and ``column`` are where its text ends."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.line, self.column = start.line, 0
        self.text: list[str] = []
        self.games = 0
        self.begun = False  # whether its first game has come
        self.before: Mapping[str, str] = {}
        self.deck: Deck = "french"

    def put(self, line: int, column: int, body: str) -> None:
        """Add what stands at a place; only space is between it and what came before."""
        if line > self.line:
            self.text.append("\n" * (line - self.line))
            self.column = 0
        self.text += (" " * (column - self.column), body)
        lines = body.count("\n")
        self.line = line + lines
        self.column = len(body) - body.rfind("\n") - 1 if lines else column + len(body)

    def close(self) -> KpnPiece:
        """The piece."""
        start = replace(self.start, before=self.before, deck=self.deck)
        return KpnPiece("".join(self.text), self.games, start)
