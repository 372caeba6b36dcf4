"""Cutting KPN into pieces of some games each, so that one can be read without the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import IO

from kranalyze.kpn.reader import Reader, Start


def cut_kpn(
    source: IO[bytes], size: int, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[tuple[Start, str, int]]:
    """Cut a file into pieces of ``size`` games, the last one of fewer; memory does not grow with the file.

    A piece is the place of its text, with what it takes from the games before; the text, each game where it
    stands in its line; and the number of games, where what has errors counts. Then
    ``parse_kpn(text, name, game, rules, start)`` says of them, places included, what it says when it reads
    the whole file. A file without any game is one piece without games. Comments after the last game are
    left out.

    Args:
        source: the file; ``read(n)`` gives fewer than n bytes only at its end.
        size: games of a piece.
        game, rules: as for ``parse_kpn``; what ``#`` copies can hang on them.
    """
    reader = Reader(source, "", game, rules)
    start, parts, games, some, begun = reader.place, list[str](), 0, False, False
    line, column = start.line, 0  # where the text ends
    for block in reader.blocks():
        reader.first = False
        reader.go_to(block.start)
        if games >= size:
            yield start, "".join(parts), games
            start = replace(reader.place, line=reader.line, before={}, deck="french")
            parts, games, some, begun = [], 0, True, False
            line, column = start.line, 0
        # A source that is no text has no block of its own: its first byte says so again.
        body = reader.text[block.start : block.end] if block.end else "\0"
        indent = block.start - (reader.text.rfind("\n", 0, block.start) + 1)
        column = 0 if reader.line > line else column
        # Only space is between it and what came before.
        parts += ("\n" * (reader.line - line), " " * (indent - column), body)
        lines = body.count("\n")
        line, column = reader.line + lines, len(body) - body.rfind("\n") - 1 + (0 if lines else indent)
        if block.is_evening:
            reader.add_evening(block)
        elif block.tag_start >= 0:
            before = reader.place
            reader.enter(block)
            if not begun:  # what the first game of a piece copies itself
                kept = {name: before.before[name] for name in sorted(block.copied) if name in before.before}
                start, begun = replace(start, before=kept, deck=before.deck), True
            games += 1
        else:
            games += bool(block.problems)
    if games or not some:
        yield start, "".join(parts), games
