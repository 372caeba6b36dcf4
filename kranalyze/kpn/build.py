"""Changing records: other tags, notes and marks, read again so that all the rest follows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kranalyze.kpn.reader import iter_kpn
from kranalyze.kpn.record import KNOWN_TAGS, Comment, Item, Record, Section, Tag
from kranalyze.kpn.writer import items_text

_NAME = re.compile(r"[A-Za-z0-9_]+\Z")
_SUFFIX = re.compile(r"[!?]{1,2}\Z")
_LINE_BREAK = re.compile(r"[\n\r]")


def _rank(name: str) -> int:
    """The place of a tag among those of KPN; others come after them."""
    return KNOWN_TAGS.index(name) if name in KNOWN_TAGS else len(KNOWN_TAGS)


def checked(items: Sequence[Item], like: Record) -> Record:
    """The record that items make in the place of another, read again: all follows from what is written.

    Raises:
        KpnError: it does not pass the checks.
        ValueError: a name or a value that KPN cannot hold.
    """
    for item in items:
        if isinstance(item, Tag | Section):
            if not _NAME.match(item.name):
                raise ValueError(f"a tag cannot be named {item.name!r}")
            if _LINE_BREAK.search(item.value):
                raise ValueError(f"the value of {item.name} cannot have a line break")
    outcomes = list(iter_kpn(items_text(items), like.file))
    for problem in (problem for outcome in outcomes for problem in outcome.problems):
        if problem.severity == "error":
            raise problem
    if len(outcomes) != 1 or (record := outcomes[0].record) is None:
        raise ValueError("this is more than one game, or none")
    return replace(record, preamble=like.preamble, line=like.line, index=like.index)


def with_tags(record: Record, **values: str | None) -> Record:
    """The record with some tags changed, added (before the sections) or, for None, taken out.

    Raises:
        KpnError: the game does not pass the checks with them.
    """
    items: list[Item] = []
    for item in record.items:
        if isinstance(item, Tag) and item.name in values and item.name != "Note":
            value = values.pop(item.name)
            items += [] if value is None else [Tag(item.name, value)]
        else:
            items.append(item)
    for name in sorted(values, key=_rank):
        if (value := values[name]) is None:
            continue
        at = end = next((i for i, item in enumerate(items) if isinstance(item, Section)), len(items))
        if name in KNOWN_TAGS:
            tags = [(i, item.name) for i, item in enumerate(items[:end]) if isinstance(item, Tag)]
            at = max((i + 1 for i, other in tags if _rank(other) < _rank(name)), default=0)
            while at < end and isinstance(item := items[at], Comment) and (at == 0 or not item.own_line):
                at += 1
        items.insert(at, Tag(name, value))
    return checked(items, record)


def with_notes(
    record: Record, notes: Mapping[int, str] | None = None, marks: Mapping[int, str] | None = None
) -> Record:
    """The record with notes and marks at cards, by index in ``play``; those it has are kept.

    Args:
        notes: text of the note (``=n=`` and a Note tag after the section).
        marks: ``?``, ``??``, ``!`` and so on; one that stands there is replaced.

    Raises:
        KpnError, ValueError: a text that a note cannot hold, a mark that is none.
    """
    notes, marks = notes or {}, marks or {}
    section = record.section("Play")
    if not notes and not marks:
        return record
    if section is None or not all(0 <= i < len(record.play) for i in (*notes, *marks)):
        raise ValueError("a note or mark at a card that was not played")
    for text in marks.values():
        if not _SUFFIX.match(text):
            raise ValueError(f"a mark is ! or ? or two of them, not {text!r}")
    for text in notes.values():
        if _LINE_BREAK.search(text):
            raise ValueError("a note cannot have a line break")
    number = max((n.number for n in record.notes if n.section == "Play"), default=0)
    entries, added = list(section.entries), list[Tag]()
    for i in sorted({*notes, *marks}):
        at = record.play[i].entry
        given = entries[at].marks
        if i in marks:
            given = (marks[i], *(m for m in given if m[0] not in "!?"))
        if i in notes:
            number += 1
            given = (*given, f"={number}=")
            added.append(Tag("Note", f"{number}:{notes[i]}"))
        entries[at] = replace(entries[at], marks=given)
    items = list(record.items)
    place = items.index(section)
    items[place] = replace(section, entries=tuple(entries))
    place += 1
    while place < len(items) and isinstance(item := items[place], Tag | Comment):
        if isinstance(item, Tag) and item.name != "Note":
            break
        place += 1
    items[place:place] = added
    return checked(items, record)
