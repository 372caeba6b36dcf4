"""Text into blocks: the tags, comments and sections between two blank lines, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from kranalyze.kpn.record import KNOWN_TAGS, Comment, Data, Entry, Item, Section, Severity, Tag

#: Tags whose repetition begins the next game when no blank line does.
GAME_STARTERS = frozenset({"Event", "Board", "Deal"})

#: Tags that a block of their own gives to all games after it which have none of the name.
EVENING_TAGS = ("Event", "Site", "Date", "West", "North", "East", "South", "Game", "Rules", "Deck")

#: The two sections of KPN.
SECTIONS = frozenset({"Auction", "Play"})

_TOKEN = re.compile(
    r"""
      ([\s\ufeff]++)                                                # 1 space
    | (;[^\n]*+|^%[^\n]*+)                                          # 2 comment to the end of the line
    | ([^\s\ufeff\[{;]++)                                           # 3 word
    | (\[[ \t]*+([A-Za-z0-9_]++)[ \t]*+"((?:[^"\\\n]++|\\[^\n])*+)  # 4 tag, 5 its name, 6 its value
        (?:"(?:[ \t]*+(\]))?+|([^\n]*+)))                            # 7 its end, 8 without a quote before it
    | (\{)                                                          # 9 comment
    | (\[[ \t]*+([A-Za-z0-9_]*+)[ \t]*+([^\]\n]*+\]?+))            # 10 no tag, 11 a name, 12 the rest
    """,
    re.VERBOSE | re.MULTILINE,
)
_SPACE, _LINE, _WORD, _TAG, _NAME, _VALUE, _END, _OPEN, _, _NO_TAG, _NAMED, _REST = range(1, 13)
_ENTRY = re.compile(r"([^!?=$]*+)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*+)\Z")
_MARK = re.compile(r"[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+")
_BLANK = re.compile(r"\n[^\S\n]*(?:\n|\Z)")
_LINE_END = re.compile(r"\n")
_STRAY_END = re.compile(r"[\n\[{;]")
_ESCAPE = re.compile(r'\\(["\\])')
_VALUE_AT = re.compile(r'(?:[^"\\\n]++|\\[^\n])*+')
_KNOWN = frozenset(KNOWN_TAGS)

#: The longest value of a tag, in characters as they are written.
LARGEST_TAG = 10_000


class Flaw(NamedTuple):
    """Something wrong at a place in the text."""

    at: int
    message: str
    severity: Severity = "error"


@dataclass(slots=True)
class Block:
    """What stands between two blank lines, each thing with its place in the text."""

    text: str  # what it is a part of, from ``start`` to ``end``
    start: int = -1
    end: int = -1
    tag_start: int = -1  # where its first tag, or what was meant to be one, begins; -1 if it has none
    items: list[Item] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)  # without their escapes, and without Note
    copied: frozenset[str] = frozenset()  # those that had ``#``, once that is replaced
    #: Where the value of each tag begins, behind it in a section where its entries do; of Note where all do.
    spots: dict[str, list[int]] = field(default_factory=dict)
    problems: list[Flaw] = field(default_factory=list)

    @property
    def is_evening(self) -> bool:
        """Whether it has nothing but tags that hold for all games after it."""
        good = bool(self.tags) and not self.problems and "#" not in self.tags.values()
        return good and self.spots.keys() <= set(EVENING_TAGS)

    @property
    def is_part(self) -> bool:
        """Whether no tag in it begins a game."""
        return self.tags.keys().isdisjoint((*GAME_STARTERS, "Game"))

    def fail(self, at: int, message: str) -> None:
        """Note what is wrong at a place in the text."""
        self.problems.append(Flaw(at, message))

    def spot(self, name: str, index: int) -> int:
        """Where a character of the value of a tag stands; where the tags begin if there is no such tag."""
        at = self.spots.get(name, [self.tag_start])[0]
        if name not in self.spots or name in self.copied:
            return at
        written = _VALUE_AT.match(self.text, at)
        escapes = _ESCAPE.finditer(written[0] if written else "")
        return at + index + bisect_left([m.start() - before for before, m in enumerate(escapes)], index)

    def put_tag(self, name: str, value: str, after: str = "") -> None:
        """Set the value of a tag; a new one comes after another, or first."""
        self.tags[name] = value
        place = 0
        for i, item in enumerate(self.items):
            if isinstance(item, Tag) and item.name == name:
                self.items[i] = Tag(name, value)
                return
            first_comments = place == 0 and isinstance(item, Comment)
            if first_comments or (isinstance(item, Tag) and item.name == after):
                place = i + 1
        beside = (isinstance(item, Comment) and not item.own_line for item in self.items[place:])
        self.items.insert(place + sum(1 for _ in takewhile(bool, beside)), Tag(name, value))


def escape(value: str) -> str:
    """A value as it stands between quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


class Lexer:
    """Reads a text into blocks. One use; ``blocks`` yields each as soon as it is complete.

    A text that goes on is not ``final``: its last block is not yielded, and what has to be read again
    with more text begins at ``rest``.
    """

    def __init__(self, text: str, at: int = 0, final: bool = True) -> None:
        self.text, self.at, self.final = text, at, final
        self.fresh = not text[:at].strip()  # nothing but space stands before on this line
        self.unclosed = False  # no brace is closed any more
        self._begin()

    def _begin(self) -> None:
        self.block = Block(self.text)
        self.foreign = False  # inside the section of an unknown tag
        self.section: Tag | None = None
        self.entries: list[tuple[str, list[str], list[Comment]]] = []
        self.comments: list[Comment] = []  # before the first entry

    def blocks(self) -> Iterator[Block]:
        """The blocks of the text, those of comments alone among them."""
        text, match = self.text, _TOKEN.match
        while (found := match(text, self.at)) is not None:
            start, self.at = self.at, found.end()
            kind = found.lastindex
            if kind == _SPACE:
                lines = text.count("\n", start, self.at)
                self.fresh = self.fresh or lines > 0
                if lines > 1 and self.block.start >= 0:
                    yield self._close(start)
                continue
            name = found[_NAME]
            if name in GAME_STARTERS and found[_END] and name in self.block.tags:
                yield self._close(start)
            block = self.block
            if block.start < 0:
                block.start = start
            if kind == _WORD and self.section is not None:
                self._entry(self.section.name, found[0], start)
            elif kind == _WORD:
                self._stray(start)
            elif kind in (_TAG, _NO_TAG):
                self._end_section()
                if block.tag_start < 0:
                    block.tag_start = start
                if found[_END]:
                    self._tag(name, found[_VALUE], start, found.start(_VALUE))
                else:
                    self._bad_tag(found)
            elif kind == _LINE:
                self._comment(found[0][0], found[0][1:])
            elif (end := -1 if self.unclosed else text.find("}", start)) >= 0:
                self._comment("{", text[start + 1 : end])
                self.at = end + 1
            elif not self.final:
                return  # it may be closed where the text goes on
            else:
                self.unclosed = True
                block.fail(start, "the comment is not closed by }")
                blank = _BLANK.search(text, start)
                self.at = len(text) if blank is None else blank.start()
            self.fresh = False
        if self.final and self.block.start >= 0:
            yield self._close(len(text))

    @property
    def rest(self) -> int:
        """Where the text begins that has not become a block."""
        return self.at if self.block.start < 0 else self.block.start

    def _close(self, end: int) -> Block:
        self._end_section()
        closed = self.block
        closed.end = end
        self._begin()
        return closed

    def _end_section(self) -> None:
        if self.section is not None:
            # The suffix ! or ? of a card stands beside it, before its other marks.
            entries = tuple(
                Entry(text, tuple(sorted(marks, key=lambda mark: mark[0] not in "!?")), tuple(comments))
                for text, marks, comments in self.entries
            )
            name, value = self.section.name, self.section.value
            self.block.items.append(Section(name, value, entries, tuple(self.comments)))
            self.section, self.entries, self.comments = None, [], []

    def _tag(self, name: str, written: str, start: int, value_at: int) -> None:
        block, self.foreign = self.block, name not in _KNOWN
        # A backslash before anything but a quote or a backslash is itself.
        value = _ESCAPE.sub(r"\1", written) if "\\" in written else written
        short = len(written) <= LARGEST_TAG
        if not short:
            message = f"the value of {name} has {len(written):,} characters, more than {LARGEST_TAG:,}"
            block.fail(value_at, message)
        elif name == "Note":
            block.spots.setdefault(name, []).append(value_at)
        elif name in block.tags:
            block.fail(start, f"the tag {name} is given twice")
        else:
            block.tags[name], block.spots[name] = value, [value_at]
        if name in SECTIONS:
            self.section = Tag(name, value)
            block.spots.setdefault(name, [value_at])
        elif short:
            block.items.append(Tag(name, value))

    def _bad_tag(self, found: re.Match[str]) -> None:
        name, named = found[_NAME], found[_NAMED]
        if name is None:
            message = f"the value of {named} must stand in double quotes"
            message = message if named else 'a tag begins with its name, as in [Board "1"]'
            self.block.fail(found.start(_REST), message)
        elif found[_OPEN] is not None:
            message = f"the value of {name} is not closed by a double quote"
            self.block.fail(found.start(_VALUE) - 1, message)
        else:
            self.block.fail(self.at, f"the tag {name} is not closed by ]")
            self.foreign = name not in _KNOWN

    def _comment(self, mark: Any, text: str) -> None:
        comment = Comment(mark, text, self.fresh)
        if self.section is None:
            self.block.items.append(comment)
        else:
            (self.entries[-1][2] if self.entries else self.comments).append(comment)

    def _stray(self, start: int) -> None:
        """A word outside of sections, or a line of the section of an unknown tag."""
        end = (_LINE_END if self.foreign else _STRAY_END).search(self.text, start)
        self.at = len(self.text) if end is None else end.start()
        if self.foreign:
            begin = self.text.rfind("\n", 0, start) + 1 if self.fresh else start
            self.block.items.append(Data(self.text[begin : self.at].rstrip(), self.fresh))
            return
        shown = self.text[start : self.at].replace("\ufeff", "").strip()
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        self.block.fail(start, f"{shown!r} stands outside of tags, comments and sections")

    def _entry(self, section: str, word: str, start: int) -> None:
        parts = _ENTRY.match(word)
        text, marks = (word, "") if parts is None else (parts[1], parts[2])
        if text:
            self.entries.append((text, [], []))
            self.block.spots[section].append(start)
        if marks and self.entries:
            self.entries[-1][1].extend(_MARK.findall(marks))
        elif marks:
            what = "call" if section == "Auction" else "card"
            self.block.fail(start, f"{marks!r} stands before the first {what}")
