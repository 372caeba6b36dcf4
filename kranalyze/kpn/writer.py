"""Writing KPN: records as they were written, one tag a line, four calls or cards a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import BinaryIO

from kranalyze.arguments import ArgumentError, checked
from kranalyze.files import replacing
from kranalyze.games import get_game
from kranalyze.kpn.items import Comment, Data, Entry, Item, Section, Tag
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.reader import VERSION_LINE, KpnFile
from kranalyze.kpn.record import Broken, Record

#: Calls in a line; cards in one but for games of three.
_COLUMNS = 4


@checked
def write_kpn(
    records: Iterable[Record | Broken] | KpnFile, path: str | os.PathLike[str] | None = None
) -> str:
    """The text of a KPN file with the version line first; ``parse_kpn`` reads the same records from it.

    A ``KpnFile`` is written with its broken games and all its comments: nothing is lost. Records that
    come one by one bring the comments before them along.

    Args:
        records: one, some, or what ``read_kpn`` gives.
        path: a file that is written too, whole or not at all; ``-`` is standard output.

    Raises:
        OSError: the file cannot be written; an old one stays as it was.
        ValueError: what is no record.

    >>> from kranalyze.kpn import parse_kpn
    >>> print(write_kpn(parse_kpn('[Game "whist"] [Deal "N:A... K... Q... J..."]')), end="")
    % KPN 1.0
    <BLANKLINE>
    [Game "whist"]
    [Deal "N:A... K... Q... J..."]
    <BLANKLINE>
    """
    given = [records] if isinstance(records, Record) else records
    if not isinstance(given, KpnFile):
        if not isinstance(given, Iterable):
            raise ArgumentError("records", "what read_kpn gives, or a list of records,", given)
        given = list(given)
        for one in given:
            if not isinstance(one, Record | Broken):
                raise ArgumentError("records", "a list of records", one)
    text = "".join(_parts(given))
    if path is not None:
        dump(given, path)
    return text


def dump(records: Iterable[Record | Broken] | KpnFile, path: str | os.PathLike[str] | BinaryIO) -> None:
    """Write a KPN file, whole or not at all; ``-`` is standard output, and an open file is written to.

    Raises:
        OSError: the file cannot be written; an old one stays as it was.
    """
    if isinstance(path, (str, os.PathLike)):
        if os.fspath(path) == "-":
            dump(records, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        with replacing(path) as out:
            dump(records, out)
        return
    for part in _parts(records):
        path.write(part.encode("utf-8", errors="surrogateescape"))


def _parts(records: Iterable[Record | Broken] | KpnFile) -> Iterable[str]:
    games: Iterable[Record | Broken] = records if not isinstance(records, KpnFile) else _all(records)
    trailing = records.trailing if isinstance(records, KpnFile) else ()
    head = f"{VERSION_LINE}\n"
    alone = True
    for game in games:
        for block in game.preamble:
            text = _block(block)
            if text:
                yield head + text
                head, alone = "", False
        if head:
            yield head + "\n"
            head, alone = "", False
        yield record_text(game) if isinstance(game, Record) else f"{game.text}\n\n"
    for block in trailing:
        text = _block(block)
        if text:
            yield head + text
            head, alone = "", False
    if alone:
        yield head


def _all(file: KpnFile) -> list[Record | Broken]:
    """The games of a file, broken ones too, in their order; records keep theirs."""
    games: list[Record | Broken] = []
    broken = [b for b in file.broken if b.text]  # nothing is kept of what is no text
    for record in file.records:
        while broken and broken[0].index <= record.index:
            games.append(broken.pop(0))
        games.append(record)
    return games + broken


def _block(comments: tuple[Comment, ...]) -> str:
    """A block of comments that is no game, with the blank line after it."""
    if not comments:
        return ""
    return "\n".join(_items(comments)) + "\n\n"


def record_text(record: Record) -> str:
    """One game, with the blank line after it."""
    return items_text(record.items)


def items_text(items: Iterable[Item]) -> str:
    """The items of a game, with the blank line after them."""
    return "\n".join(_items(items)) + "\n\n"


def _items(items: Iterable[Item]) -> list[str]:
    lines: list[str] = []
    open_line = False  # whether something may follow on the line
    columns = _COLUMNS
    for item in items:
        if isinstance(item, Tag):
            lines.append(_tag(item.name, item.value))
            open_line = True
            if item.name == "Game":
                columns = _columns(item.value)
        elif isinstance(item, Section):
            open_line = _section(lines, item, columns if item.name == "Play" else _COLUMNS)
        elif isinstance(item, Comment):
            _put(lines, str(item), item.own_line or not open_line)
            open_line = item.mark == "{"
        elif isinstance(item, Data):
            _put(lines, item.text, item.own_line or not open_line)
            open_line = False
    return lines


def _columns(game: str) -> int:
    """How many cards make a line of the Play section."""
    try:
        return get_game(game).seats
    except ValueError:
        return _COLUMNS


def _tag(name: str, value: str) -> str:
    return f'[{name} "{escape(value)}"]'


def _put(lines: list[str], text: str, own_line: bool) -> None:
    """Text on a line of its own or after what stands on the last one."""
    if own_line:
        lines.append(text)
    else:
        lines[-1] += f" {text}"


def _section(lines: list[str], section: Section, columns: int) -> bool:
    """A section: its seat, then its entries in lines; a comment to the end of the line breaks one.

    Returns whether something may follow on the last line.
    """
    lines.append(_tag(section.name, section.value))
    open_line = True
    for comment in section.comments:
        _put(lines, str(comment), comment.own_line or not open_line)
        open_line = comment.mark == "{"
    for i, entry in enumerate(section.entries):
        _put(lines, _entry(entry), i % columns == 0 or not open_line)
        open_line = True
        for comment in entry.comments:
            _put(lines, str(comment), comment.own_line or not open_line)
            open_line = comment.mark == "{"
    return open_line


def _entry(entry: Entry) -> str:
    """A call or card with its marks, the first suffix beside it."""
    if entry.marks and entry.marks[0][0] in "!?":
        return " ".join((entry.text + entry.marks[0], *entry.marks[1:]))
    return " ".join((entry.text, *entry.marks))
