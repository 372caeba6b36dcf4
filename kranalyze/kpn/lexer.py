"""Text into blocks: the tags, comments and sections between two blank lines, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from kranalyze.kpn.record import (
    EVENING_TAGS,
    GAME_STARTERS,
    KNOWN_TAGS,
    SECTIONS,
    Comment,
    Data,
    Entry,
    Item,
    Section,
    Severity,
    Tag,
)

_TOKEN = re.compile(
    r"""
      (\[[ \t]*+([A-Za-z0-9_]*+)[ \t]*+        # 1 tag, 2 its name
        (?:"((?:[^"\\\n]++|\\[^\n])*+)         # 3 its value
           ("(?:[ \t]*+(\]))?+)?+ )?+)         # 4 the end of the value, 5 of the tag
    | ([\s\ufeff]++)                           # 6 space
    | (\{)                                     # 7 comment
    | ([;]|^%)                                 # 8 comment to the end of the line
    | ([^\s\ufeff\[{;]++)                      # 9 word
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG, _NAME, _VALUE, _QUOTE, _BRACKET, _SPACE, _BRACE, _SEMICOLON, _WORD = range(1, 10)
_ENTRY = re.compile(r"([^!?=$]*+)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*+)\Z")
_MARK = re.compile(r"[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+")
_BLANK = re.compile(r"\n[^\S\n]*(?:\n|\Z)")
_STRAY = re.compile(r"[^\n\[{;]*")
_LINE = re.compile(r"[^\n]*")
_REST_OF_TAG = re.compile(r"[^\]\n]*+\]?")
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
    """What stands between two blank lines.

    Attributes:
        text: what it is a part of.
        start, end: its place in the text.
        items: its tags, comments and sections in the order written.
        tags: the value of each tag, Note apart, with its escapes taken away.
        copied: the tags that had ``#``, once that is replaced.
        spots: where in the text the value of each tag begins.
        entry_spots: where each entry of a section stands.
        note_spots: where the values of the Note tags begin.
        problems: what is wrong with it.
        tag_start: where its first tag, or what was meant to be one, begins; -1 if it has none.
    """

    text: str
    start: int
    end: int
    items: list[Item] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    copied: frozenset[str] = frozenset()
    spots: dict[str, int] = field(default_factory=dict)
    entry_spots: dict[str, list[int]] = field(default_factory=dict)
    note_spots: list[int] = field(default_factory=list)
    problems: list[Flaw] = field(default_factory=list)
    tag_start: int = -1

    @property
    def is_evening(self) -> bool:
        """Whether it has nothing but tags that hold for all games after it."""
        good = bool(self.tags) and not self.problems and not self.note_spots and "#" not in self.tags.values()
        return good and self.tags.keys() <= set(EVENING_TAGS)

    @property
    def is_part(self) -> bool:
        """Whether no tag in it begins a game."""
        return self.tags.keys().isdisjoint((*GAME_STARTERS, "Game"))

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments of a block that is no game."""
        return tuple(item for item in self.items if isinstance(item, Comment))

    def fail(self, at: int, message: str, severity: Severity = "error") -> None:
        """Note what is wrong at a place in the text."""
        self.problems.append(Flaw(at, message, severity))

    def spot(self, name: str, index: int) -> int:
        """Where a character of the value of a tag stands; where the tags begin if there is no such tag."""
        at = self.spots.get(name, self.tag_start)
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
        self.block: Block | None = None
        self.section: Tag | None = None
        self.entries: list[tuple[str, list[str], list[Comment]]] = []
        self.comments: list[Comment] = []  # before the first entry
        self.foreign = False  # inside the section of an unknown tag
        self.unclosed = False  # no brace is closed any more

    def blocks(self) -> Iterator[Block]:
        """The blocks of the text, those of comments alone among them."""
        text, match = self.text, _TOKEN.match
        while (found := match(text, self.at)) is not None:
            start, self.at = self.at, found.end()
            kind = found.lastindex
            if kind == _SPACE:
                lines = text.count("\n", start, self.at)
                self.fresh = self.fresh or lines > 0
                if lines > 1 and self.block is not None:
                    yield self._close(self.block, start)
                continue
            name = found[_NAME] if found[_BRACKET] else None
            if name in GAME_STARTERS and self.block is not None and name in self.block.tags:
                yield self._close(self.block, start)
            if self.block is None:
                self.block = Block(text, start, start)
            if kind == _WORD and self.section is not None:
                self._entry(self.block, self.section.name, found[0], start)
            elif kind == _WORD:
                self._stray(self.block, start)
            elif kind == _TAG:
                self._end_section(self.block)
                if self.block.tag_start < 0:
                    self.block.tag_start = start
                if name:
                    self._tag(self.block, name, found[_VALUE], start, found.start(_VALUE))
                else:
                    self._bad_tag(self.block, found)
            elif kind == _SEMICOLON:
                self.at = self._end(_LINE, start)
                self._comment(self.block, found[0], text[start + 1 : self.at])
            elif not self._brace(self.block, start):
                return
            self.fresh = False
        if self.block is not None and self.final:
            yield self._close(self.block, len(text))

    @property
    def rest(self) -> int:
        """Where the text begins that has not become a block."""
        return self.at if self.block is None else self.block.start

    def _end(self, pattern: re.Pattern[str], start: int) -> int:
        """Where what a pattern finds at a place ends."""
        found = pattern.match(self.text, start)
        return start if found is None else found.end()

    def _close(self, block: Block, end: int) -> Block:
        self._end_section(block)
        block.end = end
        self.block, self.foreign = None, False
        return block

    def _end_section(self, block: Block) -> None:
        if self.section is None:
            return
        # The suffix ! or ? of a card stands beside it, before its other marks.
        entries = tuple(
            Entry(text, tuple(sorted(marks, key=lambda m: m[0] not in "!?")), tuple(comments))
            for text, marks, comments in self.entries
        )
        block.items.append(Section(self.section.name, self.section.value, entries, tuple(self.comments)))
        self.section, self.entries, self.comments = None, [], []

    def _tag(self, block: Block, name: str, written: str, start: int, value_at: int) -> None:
        self.foreign = name not in _KNOWN
        # A backslash before anything but a quote or a backslash is itself.
        value = _ESCAPE.sub(r"\1", written) if "\\" in written else written
        if len(written) > LARGEST_TAG:
            message = f"the value of {name} has {len(written):,} characters, more than {LARGEST_TAG:,}"
            block.fail(value_at, message)
            value = ""
        elif name == "Note":
            block.note_spots.append(value_at)
        elif name in block.tags:
            block.fail(start, f"the tag {name} is given twice")
        else:
            block.tags[name], block.spots[name] = value, value_at
        if name in SECTIONS:
            self.section = Tag(name, value)
            block.entry_spots.setdefault(name, [])
        else:
            block.items.append(Tag(name, value))

    def _bad_tag(self, block: Block, found: re.Match[str]) -> None:
        name = found[_NAME]
        if not name or found[_VALUE] is None:
            at = found.end() if found[_VALUE] is None else found.start(_VALUE) - 1
            message = f"the value of {name} must stand in double quotes"
            block.fail(at, message if name else 'a tag begins with its name, as in [Board "1"]')
            self.at = self._end(_REST_OF_TAG, at)
        elif found[_QUOTE] is None:
            block.fail(found.start(_VALUE) - 1, f"the value of {name} is not closed by a double quote")
            self.at = self._end(_LINE, found.end())
        else:
            self.foreign = name not in _KNOWN
            block.fail(self.at, f"the tag {name} is not closed by ]")

    def _comment(self, block: Block, mark: Any, text: str) -> None:
        comment = Comment(mark, text, self.fresh)
        if self.section is None:
            block.items.append(comment)
        else:
            (self.entries[-1][2] if self.entries else self.comments).append(comment)

    def _brace(self, block: Block, start: int) -> bool:
        """A comment in braces; False if it may be closed where the text goes on."""
        end = -1 if self.unclosed else self.text.find("}", start)
        if end >= 0:
            self._comment(block, "{", self.text[start + 1 : end])
            self.at = end + 1
        elif self.final:
            self.unclosed = True
            block.fail(start, "the comment is not closed by }")
            blank = _BLANK.search(self.text, start)
            self.at = len(self.text) if blank is None else blank.start()
        return end >= 0 or self.final

    def _stray(self, block: Block, start: int) -> None:
        """A word outside of sections, or a line of the section of an unknown tag."""
        self.at = self._end(_LINE if self.foreign else _STRAY, start)
        if self.foreign:
            begin = self.text.rfind("\n", 0, start) + 1 if self.fresh else start
            block.items.append(Data(self.text[begin : self.at].rstrip(), self.fresh))
            return
        shown = self.text[start : self.at].replace("\ufeff", "").strip()
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        block.fail(start, f"{shown!r} stands outside of tags, comments and sections")

    def _entry(self, block: Block, section: str, word: str, start: int) -> None:
        parts = _ENTRY.match(word)
        text, marks = (word, "") if parts is None else (parts[1], parts[2])
        if text:
            self.entries.append((text, [], []))
            block.entry_spots[section].append(start)
        if marks and self.entries:
            self.entries[-1][1].extend(_MARK.findall(marks))
        elif marks:
            what = "call" if section == "Auction" else "card"
            block.fail(start, f"{marks!r} stands before the first {what}")
