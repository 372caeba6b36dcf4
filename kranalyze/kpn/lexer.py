"""Text into blocks: the tags, comments and sections between two blank lines, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kranalyze.kpn.items import (
    EVENING_TAGS,
    GAME_STARTERS,
    KNOWN_TAGS,
    SECTIONS,
    Comment,
    Data,
    Entry,
    Item,
    Section,
    Tag,
)

_TOKEN = re.compile(
    r"""
      (\[[ \t]*+([A-Za-z0-9_]++)[ \t]*+"((?:[^"\\\n]++|\\[^\n])*+)"[ \t]*+\])  # 1 tag, 2 name, 3 value
    | ([\s\ufeff]++)                                                            # 4 space
    | (\{)                                                                      # 5 comment
    | (;[^\n]*+)                                                                # 6 rest of a line
    | (^%[^\n]*+)                                                               # 7 ignored line
    | (\[)                                                                      # 8 not a tag
    | ([^\s\ufeff\[{;]++)                                                       # 9 word
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG, _NAME, _VALUE, _SPACE, _BRACE, _SEMICOLON, _PERCENT, _BAD, _WORD = range(1, 10)
_ENTRY = re.compile(r"([^!?=$]*+)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*+)\Z")
_MARK = re.compile(r"[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+")
_BLANK = re.compile(r"\n[^\S\n]*(?:\n|\Z)")
_STRAY = re.compile(r"[^\n\[{;]*")
_ESCAPE = re.compile(r'\\(["\\])')
_VALUE_AT = re.compile(r'(?:[^"\\\n]++|\\[^\n])*+')
_BAD_NAME = re.compile(r"\[[ \t]*+([A-Za-z0-9_]*+)[ \t]*+")
_BAD_REST = re.compile(r"[^\]\n]*+\]?")
_KNOWN = frozenset(KNOWN_TAGS)

#: The longest value of a tag, in characters as they are written.
LARGEST_TAG = 10_000


@dataclass(slots=True)
class Block:
    """What stands between two blank lines.

    Attributes:
        start, end: its place in the text.
        items: its tags, comments and sections in the order written.
        tags: the value of each tag, Note apart, with its escapes taken away.
        spots: where in the text the value of each tag begins.
        entry_spots: where each entry of a section stands.
        note_spots: where the values of the Note tags begin.
        problems: places and messages.
        tag_start: where its first tag begins, -1 if it has none.
    """

    start: int
    end: int
    items: list[Item] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    spots: dict[str, int] = field(default_factory=dict)
    entry_spots: dict[str, list[int]] = field(default_factory=dict)
    note_spots: list[int] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    tag_start: int = -1

    @property
    def is_game(self) -> bool:
        """Whether it has a tag, or what was meant to be one."""
        return self.tag_start >= 0

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


def unescape(value: str) -> str:
    """A value without its escapes; a backslash before anything but a quote or a backslash is itself."""
    return _ESCAPE.sub(r"\1", value) if "\\" in value else value


def escape(value: str) -> str:
    """A value as it stands between quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def escapes_in_value(text: str, start: int) -> list[int]:
    """Where the escapes of the value that begins at ``start`` stand in it once they are taken away."""
    found = _VALUE_AT.match(text, start)
    written = "" if found is None else found[0]
    return [m.start() - before for before, m in enumerate(_ESCAPE.finditer(written))]


class Lexer:
    """Reads a text into blocks. One use; ``blocks`` yields each as soon as it is complete.

    A text that goes on is not ``final``: its last block is not yielded, and what has to be read again
    with more text begins at ``rest``.
    """

    def __init__(self, text: str, at: int = 0, final: bool = True) -> None:
        self.text = text
        self.at = at
        self.final = final
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
            name = found[_NAME]
            if name in GAME_STARTERS and self.block is not None and name in self.block.tags:
                yield self._close(self.block, start)
            if self.block is None:
                self.block = Block(start, start)
            if kind == _TAG:
                self._tag(self.block, name, found[_VALUE], start, found.start(_VALUE))
            elif kind in (_SEMICOLON, _PERCENT):
                self._comment(self.block, found[0][0], found[0][1:])
            elif kind == _WORD and self.section is not None:
                self._entry(self.block, self.section.name, found[0], start)
            elif kind == _WORD:
                self._stray(self.block, start)
            elif kind == _BAD:
                self._bad_tag(self.block, start)
            elif not self._brace(self.block, start):
                return
            self.fresh = False
        if self.block is not None and self.final:
            yield self._close(self.block, len(text))

    @property
    def rest(self) -> int:
        """Where the text begins that has not become a block."""
        return self.at if self.block is None else self.block.start

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
        self._begin_tag(block, start)
        self.foreign = name not in _KNOWN
        value = unescape(written)
        if len(written) > LARGEST_TAG:
            message = f"the value of {name} has {len(written):,} characters, more than {LARGEST_TAG:,}"
            block.problems.append((value_at, message))
            value = ""
        elif name == "Note":
            block.note_spots.append(value_at)
        elif name in block.tags:
            block.problems.append((start, f"the tag {name} is given twice"))
        else:
            block.tags[name] = value
            block.spots[name] = value_at
        if name in SECTIONS:
            self.section = Tag(name, value)
            block.entry_spots.setdefault(name, [])
        else:
            block.items.append(Tag(name, value))

    def _begin_tag(self, block: Block, start: int) -> None:
        self._end_section(block)
        if block.tag_start < 0:
            block.tag_start = start

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
            block.problems.append((start, "the comment is not closed by }"))
            blank = _BLANK.search(self.text, start)
            self.at = len(self.text) if blank is None else blank.start()
        return end >= 0 or self.final

    def _stray(self, block: Block, start: int) -> None:
        """A word outside of sections, or a line of the section of an unknown tag."""
        if self.foreign:
            self.at = self._line_end(start)
            begin = self.text.rfind("\n", 0, start) + 1 if self.fresh else start
            block.items.append(Data(self.text[begin : self.at].rstrip(), self.fresh))
            return
        stray = _STRAY.match(self.text, start)
        self.at = self._line_end(start) if stray is None else stray.end()
        shown = self.text[start : self.at].replace("\ufeff", "").strip()
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        block.problems.append((start, f"{shown!r} stands outside of tags, comments and sections"))

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

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
            block.problems.append((start, f"{marks!r} stands before the first {what}"))

    def _bad_tag(self, block: Block, start: int) -> None:
        head = _BAD_NAME.match(self.text, start)
        assert head is not None
        name, at = head[1], head.end()
        self._begin_tag(block, start)
        value = _VALUE_AT.match(self.text, at + 1)
        end = at + 1 if value is None else value.end()
        if not name or self.text[at : at + 1] != '"':
            rest = _BAD_REST.match(self.text, at)
            self.at = at if rest is None else rest.end()
            message = f"the value of {name} must stand in double quotes"
            block.problems.append((at, message if name else 'a tag begins with its name, as in [Board "1"]'))
        elif self.text[end : end + 1] != '"':
            self.at = self._line_end(at)
            block.problems.append((at, f"the value of {name} is not closed by a double quote"))
        else:
            self.at, self.foreign = end + 1, name not in _KNOWN
            block.problems.append((self.at, f"the tag {name} is not closed by ]"))
