"""Cut a KPN file into pieces of a fixed number of games, for workers that each read a piece.

The C core skips plain games, which it can read itself. ``kpn.reader.Reader`` finds the blocks of all other
text. A block is a part of the text between blank lines, and usually a game.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import IO

from kranalyze.core.logscan import LogScan
from kranalyze.core.scan import LineStart
from kranalyze.kpn.outcome import Start
from kranalyze.kpn.reader import Reader
from kranalyze.read.scanning import apply_rules_to_games_having_them, vocabulary_of_game_names

#: Largest number of plain games that one call of the core skips.
_ROOM = 1024

#: A piece of a KPN file, as three values. The first is the state of the reader at the start of the piece. The
#: second is the text of the piece in UTF-8. The third is the number of its games, with or without errors.
Cut = tuple[Start, bytes, int]


def cut_kpn(
    source: IO[bytes], games_per_piece: int, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[Cut]:
    """Cut a KPN file into pieces of ``games_per_piece`` games. Memory does not grow with the file.

    Read a piece with ``Reader(text, name, game, rules, start)``. The games, and the lines and columns in
    messages, are then the same as for a reader of the whole file. A file without games is a single piece.
    Comments after the last game are left out.

    A file on disk is mapped into memory, so that the core can skip plain games. Measured: cutting a log of
    plain games then takes a tenth of the time.

    Args:
        source: the file.
        games_per_piece: number of games per piece.
        game: as for ``Piece``. The ``Start`` of a piece has the values that a ``#`` in its text copies from
            earlier games. These values can depend on ``game`` and ``rules``.
        rules: as for ``Piece``.

    Yields:
        The pieces in order.
    """
    cutter = _Cutter(games_per_piece, game, rules or {})
    text = _mapped(source)
    if text is None:
        yield from cutter.cut_blocks(Reader(source, "", game, rules))
    else:
        yield from cutter.cut_text(text, source)
    if cutter.games or not cutter.has_pieces:
        yield cutter.piece()


def _mapped(source: IO[bytes]) -> bytes | None:
    """Map a file into memory. Return None if it cannot be mapped, or if the core cannot read its text."""
    with suppress(OSError, ValueError):  # a pipe or an empty file cannot be mapped
        text = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        if source.tell() == 0 and text.find(b"\r") < 0 and text.find(b"\0", 0, 4096) < 0:
            return text  # type: ignore[return-value]
    return None


class _Cutter:
    """Collects games for the next piece, and cuts the piece off when it has enough games.

    Attributes:
        games_per_piece: number of games per piece.
        game: as for ``Piece``.
        rules: as for ``Piece``.
        start: the state of the reader at the start of the piece.
        parts: the text of the piece so far.
        games: number of games in the piece so far.
        begun: whether the piece already has its first game. If so, ``start`` has all values that this game
            copies from earlier games.
        line: line of the file at which the text of the piece ends, from 1.
        column: number of characters between the start of this line and the end of the text.
        has_pieces: whether a piece was cut off before.
        is_over: whether a game of bridge was found. The rest of the file is then not read.
    """

    def __init__(self, games_per_piece: int, game: str | None, rules: Mapping[str, str]) -> None:
        self.games_per_piece = games_per_piece
        self.game = game
        self.rules = rules
        self.has_pieces = False
        self.is_over = False
        self._begin_piece(Start())

    def _begin_piece(self, start: Start) -> None:
        """Begin a new piece without text."""
        self.start = start
        self.parts: list[bytes] = []
        self.games = 0
        self.begun = False
        self.line = start.line
        self.column = 0

    def piece(self) -> Cut:
        """Return the piece that was collected."""
        self.has_pieces = True
        return self.start, b"".join(self.parts), self.games

    def cut_text(self, text: bytes, source: IO[bytes]) -> Iterator[Cut]:
        """Yield the complete pieces of a text. The last games of the text may stay in an incomplete piece.

        Args:
            text: the text of the whole file.
            source: the file.
        """
        vocabulary = vocabulary_of_game_names(self.rules)
        ids = [row.id for row in apply_rules_to_games_having_them(self.rules)]
        if self.game is not None and self.game not in ids:
            yield from self.cut_blocks(Reader(source, "", self.game, self.rules))
            return
        forced = -1 if self.game is None else ids.index(self.game)
        at, place = LineStart(0, 1), Start()
        last = -1  # offset of the previous game; -1: there is none, or it is not plain
        scan: LogScan | None = None  # a buffer for plain games, used until it is full
        while at.offset < len(text) and not self.is_over:
            if self.games >= self.games_per_piece:
                yield self.piece()
                self._begin_piece(place._replace(line=at.line, before={}, deck="french"))
                scan = None
            left = self.games_per_piece - self.games
            if scan is None or scan.count == scan.room:
                scan = LogScan(vocabulary, min(left, _ROOM))
            scan.lower_room(scan.count + left)
            before = scan.count
            end, past, last_plain = scan.keep_games_and_skip_unreadable(text, at, place.game, forced)
            if kept := scan.count - before:
                self._add_plain_games(text[at.offset : end.offset], kept, at.line, end.line)
                began = memoryview(scan.columns["line"]).cast("I")[scan.count - 1]
                place, last = Start(end.line, place.game + kept, began=began), last_plain
            if scan.count == scan.room:
                at = end
                continue
            other = text[end.offset : past.offset]
            if last >= 0 and b'"#"' in other:
                place = self._with_tags_of_game(text[last : end.offset], place)
            reader = Reader(other, "", self.game, self.rules, place._replace(line=end.line))
            yield from self.cut_blocks(reader)
            at, place, last = past, reader.place, -1
            if place.evening:  # read the rest without the core, which cannot add evening tags to games
                source.seek(at.offset)
                place = place._replace(line=at.line)
                yield from self.cut_blocks(Reader(source, "", self.game, self.rules, place))
                return

    def _add_plain_games(self, text: bytes, games: int, begin: int, end: int) -> None:
        """Add plain games to the piece. Their text goes from line ``begin`` of the file to line ``end``."""
        self.parts += (b"\n" * (begin - self.line), text)
        self.games += games
        self.begun = True  # plain games copy no values from earlier games
        self.line = end
        self.column = 0

    def _with_tags_of_game(self, text: bytes, place: Start) -> Start:
        """Return the state of the reader after a plain game, with the tags that the next game can copy."""
        reader = Reader(text, "", self.game, self.rules, Start(2))
        for block in reader.blocks(with_entries=False):
            if block.tag_start >= 0:
                reader.complete_game_tags_from_evening(block)
        return place._replace(before=reader.place.before, deck=reader.place.deck)

    def cut_blocks(self, reader: Reader) -> Iterator[Cut]:
        """Yield the complete pieces of a reader's text.

        The last games of the text may stay in an incomplete piece.
        """
        for block in reader.blocks(with_entries=False):
            reader.first = False
            here, indent = reader.line_and_column(block.start)
            if self.games >= self.games_per_piece:
                yield self.piece()
                self._begin_piece(reader.place._replace(line=here, before={}, deck="french"))
            # An empty block means that the file is not text. Add a null byte to the piece, so that a reader
            # of the piece reports the same error.
            body = reader.text_in_memory[block.start : block.end] if block.end else "\0"
            column = 0 if here > self.line else self.column
            # Between blocks there are only line breaks and blanks. Insert the same number of line breaks and
            # blanks into the piece. So errors have the same lines and columns as in the file.
            blanks = "\n" * (here - self.line) + " " * (indent - 1 - column)
            self.parts.append((blanks + body).encode("utf-8", "surrogateescape"))
            lines = body.count("\n")
            self.line = here + lines
            self.column = len(body) - body.rfind("\n") - 1 + (0 if lines else indent - 1)
            if block.is_evening:
                reader.remember_evening_tags(block)
            elif block.tag_start >= 0:
                self.is_over = reader.is_file_of_bridge(block)
                before = reader.place
                reader.complete_game_tags_from_evening(block)
                if not self.begun:  # keep only those values that the first game of the piece copies
                    kept = {
                        name: before.before[name] for name in sorted(block.copied) if name in before.before
                    }
                    self.start = self.start._replace(before=kept, deck=before.deck)
                    self.begun = True
                self.games += 1
                if self.is_over:
                    return
            else:
                self.games += bool(block.problems)
