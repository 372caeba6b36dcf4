"""Write KPN: records, games with errors, and comments. Add notes to records. Write forms to fill in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from heapq import merge
from itertools import takewhile
from typing import BinaryIO

from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.deal import Seat
from kranalyze.files import name_text, replacing, standard_stream
from kranalyze.games import Game, get_game
from kranalyze.games.question import seats_of
from kranalyze.kpn.composing import composed_items
from kranalyze.kpn.items import Comment, Data, Item, Section, Tag
from kranalyze.kpn.kpnfile import KpnFile, parse_kpn
from kranalyze.kpn.lexer import escape_tag_value
from kranalyze.kpn.outcome import Broken
from kranalyze.kpn.reader import VERSION_LINE
from kranalyze.kpn.record import Record

#: Number of calls in a line of the section Auction. If the card game is unknown, it is also the number of
#: cards in a line of the section Play.
_COLUMNS = 4

_SUFFIX = re.compile(r"[!?]{1,2}\Z")
_LINE_BREAK = re.compile(r"[\n\r]")


@checked(path=Expected.FILE)
def write_kpn(
    records: Record | Iterable[Record | Broken] | KpnFile, path: str | os.PathLike[str] | None = None
) -> str:
    """Return the text of a KPN file with some records. ``parse_kpn`` reads the same records from this text.

    If ``records`` is a ``KpnFile``, the text also has the file's games with errors and all the file's
    comments, so that nothing is lost. Otherwise each record is written with the comments that precede it.

    Args:
        records: a record, several records, or the result of ``read_kpn``.
        path: a file to which the text is written, or ``-`` for standard output. None: the text is only
            returned.

    Raises:
        OSError: the file cannot be written. If ``path`` existed before, this file stays unchanged.
        ValueError: a value in ``records`` is not a record, or the name ``path`` ends in ``.csv`` or
            ``.parquet``.
        KpnError: a record that a program made cannot be written as KPN, for example a deal with
            short hands (an ending).

    >>> from kranalyze.kpn import parse_kpn
    >>> print(write_kpn(parse_kpn('[Game "whist"] [Deal "N:A... K... Q... J..."]')), end="")
    % KPN 1.0
    <BLANKLINE>
    [Game "whist"]
    [Deal "N:A... K... Q... J..."]
    <BLANKLINE>
    """
    games = [records] if isinstance(records, Record) else records
    if not isinstance(games, KpnFile):
        if not isinstance(games, Iterable):
            raise ArgumentError("records", "what read_kpn gives, or a list of records,", games)
        games = list(games)
        for game in games:
            if not isinstance(game, Record | Broken):
                raise ArgumentError("records", "a list of records", game)
        games = [
            with_composed_items(game) if isinstance(game, Record) and not game.items else game
            for game in games
        ]
    text = "".join(_parts(games))
    if path is not None:
        _refuse_ending_of_other_format(path)
        to_stdout = os.fspath(path) == "-"
        with nullcontext(standard_stream("stdout")) if to_stdout else replacing(path) as out:
            out.write(text.encode("utf-8", errors="surrogateescape"))
            out.flush()
    return text


def _refuse_ending_of_other_format(path: str | os.PathLike[str]) -> None:
    """Raise a ValueError if the ending of a file name is that of CSV or Parquet, not KPN."""
    ending = os.path.splitext(path)[1].lower()
    if ending in (".parquet", ".csv"):
        form = ending.removeprefix(".").upper()
        convert = f"`kranalyze convert log.kpn {os.path.basename(path)}`"
        raise ValueError(f"{name_text(path)}: write_kpn writes KPN, no {form}: {convert} makes that of it")


def dump(records: Iterable[Record | Broken] | KpnFile, out: BinaryIO) -> None:
    """Write records as KPN to an open file, one game after the other."""
    for part in _parts(records):
        out.write(part.encode("utf-8", errors="surrogateescape"))
    out.flush()


def _parts(records: Iterable[Record | Broken] | KpnFile) -> Iterator[str]:
    """Yield the parts of the text of a KPN file: the version line, then games and blocks of comments.

    If a game comes first, a blank line precedes the game. Comments before the first game
    follow the version line directly.
    """
    head = f"{VERSION_LINE}\n"
    for is_game, text in _blocks(records):
        yield head + "\n" + text if head and is_game else head + text
        head = ""
    yield head


def _number_in_file(game: Record | Broken) -> int:
    """Return the index of a game in its file, from 0."""
    return game.game if isinstance(game, Broken) else game.index


def _blocks(records: Iterable[Record | Broken] | KpnFile) -> Iterator[tuple[bool, str]]:
    """Yield the games and blocks of comments as pairs. The first value is True for a game, else False.

    The second value is the text of the game or of the comments, with a blank line at its end.
    """
    if isinstance(records, KpnFile):
        # If the file that was read is not a text file, ``broken`` has a game without text. Skip this game.
        kept = [b for b in records.broken if b.text]
        yield from _blocks(merge(kept, records.records, key=_number_in_file))
        yield from ((False, items_text(block)) for block in records.trailing if block)
        return
    for game in records:
        yield from ((False, items_text(block)) for block in game.preamble if block)
        yield True, record_text(game) if isinstance(game, Record) else f"{game.text}\n\n"


def with_composed_items(record: Record) -> Record:
    """Return a copy of a record that a program has made, with items and values as if read from a file.

    Raises:
        KpnError: the game cannot be written as KPN, for example a deal of short hands.
    """
    return _read_again(record, composed_items(record))


def _read_again(record: Record, items: Iterable[Item]) -> Record:
    """Return a record with new items, and with the values that are read from these items.

    Only the comments before the game, and its place (file, line and index), are copied from ``record``.
    """
    file = parse_kpn(items_text(items), record.file)
    for error in file.errors:
        raise error
    return replace(file.records[0], preamble=record.preamble, line=record.line, index=record.index)


def record_text(record: Record) -> str:
    """Return the KPN text of a game, with a blank line at its end."""
    return items_text(record.items)


def items_text(items: Iterable[Item]) -> str:
    """Return the KPN text of tags, comments and sections (items), with a blank line at its end."""
    lines: list[str] = []
    is_open = False  # whether more text may follow on the current line
    for text, own_line, opens in _pieces(items):
        if own_line or not is_open:
            lines.append(text)
        else:
            lines[-1] += f" {text}"
        is_open = opens
    return "\n".join(lines) + "\n\n"


def _pieces(items: Iterable[Item]) -> Iterator[tuple[str, bool, bool]]:
    """Yield the texts of tags, comments and sections (items), each with two flags.

    The first flag says whether the text must begin a new line. The second flag says whether more text may
    follow on this line.
    """
    seats = _COLUMNS
    for item in items:
        if isinstance(item, Comment | Data):
            yield str(item), item.own_line, isinstance(item, Comment) and item.mark == "{"
            continue
        yield f'[{item.name} "{escape_tag_value(item.value)}"]', True, True
        if item.name == "Game":
            with suppress(ValueError):
                seats = get_game(item.value).seats
        if isinstance(item, Section):
            yield from _pieces(item.comments)
            columns = seats if item.name == "Play" else _COLUMNS
            for i, entry in enumerate(item.entries):
                yield str(entry), i % columns == 0, True
                yield from _pieces(entry.comments)


def add_notes_and_marks(
    record: Record, notes: Mapping[int, str] | None = None, marks: Mapping[int, str] | None = None,
    remove_notes_starting_with: str | None = None,
) -> Record:  # fmt: skip
    """Return a copy of a record with new notes and marks at some cards.

    Args:
        record: the record.
        notes: texts of notes. A key is the index of a card in ``play``. For each text, a Note tag with a new
            number n is added after the section Play, and the card gets the mark ``=n=``.
        marks: marks such as ``?``, ``??`` or ``!``. A key is the index of a card in ``play``. A mark replaces
            the mark that the card has.
        remove_notes_starting_with: remove existing notes that begin with this text. Also remove the marks
            ``?`` and ``??`` at the cards of these notes.

    Raises:
        KpnError, ValueError: a text cannot be a note, a mark is unknown, or a key is not the index of a card
            in ``play``.
    """
    record = record if record.items else with_composed_items(record)
    notes, marks, section = notes or {}, marks or {}, record.section("Play")
    numbers = {note.number: note.text for note in record.notes if note.section == "Play"}
    old = {
        n
        for n, text in numbers.items()
        if remove_notes_starting_with is not None and text.startswith(remove_notes_starting_with)
    }
    if not notes and not marks and not old:
        return record
    if section is None or not all(0 <= i < len(record.play) for i in (*notes, *marks)):
        raise ValueError("a note or mark at a card that was not played")
    for text in marks.values():
        if not _SUFFIX.match(text):
            raise ValueError(f"a mark is ! or ? or two of them, not {text!r}")
    if any(map(_LINE_BREAK.search, notes.values())):
        raise ValueError("a note cannot have a line break")
    entries, added = list(section.entries), list[Item]()
    for i, entry in enumerate(entries):
        gone = {m for m in entry.marks if m[0] == "=" and int(m[1:-1]) in old}
        if gone:
            gone |= {"?", "??"}
            entries[i] = entry._replace(marks=tuple(m for m in entry.marks if m not in gone))
    number = max(numbers.keys() - old, default=0)
    for i in sorted({*notes, *marks}):
        entry = entries[at := record.play[i].entry]
        entry_marks = entry.marks
        if i in marks:
            entry_marks = (marks[i], *(m for m in entry_marks if m[0] not in "!?"))
        if i in notes:
            number += 1
            entry_marks = (*entry_marks, f"={number}=")
            added.append(Tag("Note", f"{number}:{notes[i]}"))
        entries[at] = entry._replace(marks=entry_marks)
    listed = ((note.section, note.number) for note in record.notes)
    out = {("Play", number) for number in old}
    items = [item for item in record.items if not (_is_note(item) and next(listed) in out)]
    place = items.index(section)
    items[place] = section._replace(entries=tuple(entries))
    behind = takewhile(lambda item: isinstance(item, Comment) or _is_note(item), items[place + 1 :])
    place += 1 + sum(1 for _ in behind)
    return _read_again(record, (*items[:place], *added, *items[place:]))


def _is_note(item: Item) -> bool:
    return isinstance(item, Tag) and item.name == "Note"


def template(game: Game, boards: int, rules: str | None = None) -> str:
    """Return a KPN text with empty games, as a form in which people can record an evening of card playing.

    The dealer of the first game is North, the dealer of the second game is East, and so on.

    Args:
        game: the card game with its rule options.
        boards: how many empty games the form has.
        rules: rule options for the tag Rules. None: the form has no tag Rules.

    >>> from kranalyze.games import GAMES
    >>> print(template(GAMES["whist"], 1).splitlines()[-5:])
    ['[Board "1"]', '[Dealer "N"]', '[Deal "?"]', '[Trump "?"]', '[Play "E"]']
    """
    seats = seats_of(game)
    contracts = ", ".join(contract.id for contract in game.contracts)
    lines = [
        str(VERSION_LINE),
        f"; {game.name}, to be filled in; ? is what is not known, and a tag without a use may go.",
        '; Deal "N:AK.T..QJ ...", spades.hearts.diamonds.clubs, clockwise; - for one hand that follows from',
        "; the others, ? if all cards are in Play.",
        *([] if game.calibration else [f"; Contract: {contracts}."]),
        "; An Auction begins with the first bidder, Play with the leader: a line a trick, in each the cards",
        "; in the same order of seats. The tags of the block below hold for all boards.",
        '[Event "?"]\n[Date "?"]',
        *(f'[{seat.title} "?"]' for seat in seats),
        f'[Game "{game.id}"]',
        *([f'[Rules "{escape_tag_value(rules)}"]'] if rules else []),
    ]
    for number in range(boards):
        dealer, first = (Seat(seats[(number + i) % len(seats)]).name for i in (0, 1))
        rows = (
            (True, f'\n[Board "{number + 1}"]\n[Dealer "{dealer}"]\n[Deal "?"]'),
            (game.talon > 0, '[Talon "?"]\n[Discard "?"]'),
            (not game.calibration, '[Contract "?"]\n[Declarer "?"]'),
            (any(c.party == "called" for c in game.contracts), '[Called "?"]'),
            (any(c.trump for c in game.contracts) and not game.called_trump, '[Trump "?"]'),
            (sum(c.rank is not None for c in game.contracts) > 1, f'[Score "?"]\n[Auction "{first}"]\n+'),
            (True, f'[Play "{first}"]'),
        )
        lines += [text for needed, text in rows if needed]
    return "\n".join(lines) + "\n"
