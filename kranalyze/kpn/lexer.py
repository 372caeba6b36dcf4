"""Text into blocks: the tags, comments and sections between two blank lines, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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
        self.section: Section | None = None
        self.entries: list[Entry] = []
        self.marks: list[str] = []  # of the last entry
        self.comments: list[Comment] = []  # behind it, or before the first
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
                    yield self._close(start)
                continue
            if kind == _TAG:
                name = found[_NAME]
                block = self.block
                if block is not None and name in GAME_STARTERS and name in block.tags:
                    yield self._close(start)
                self._tag(name, found[_VALUE], start, found.start(_VALUE))
            elif kind == _SEMICOLON:
                self._comment(Comment(";", found[0][1:], self.fresh), start)
            elif kind == _PERCENT:
                self._comment(Comment("%", found[0][1:], self.fresh), start)
            elif kind == _WORD:
                self._word(found[0], start)
            elif kind == _BAD:
                self._bad_tag(start)
            elif not self._brace(start):
                return
            self.fresh = False
        if self.block is not None and self.final:
            yield self._close(len(text))

    @property
    def rest(self) -> int:
        """Where the text begins that has not become a block."""
        return self.at if self.block is None else self.block.start

    def _open(self, start: int) -> Block:
        if self.block is None:
            self.block = Block(start, start)
        return self.block

    def _close(self, end: int) -> Block:
        self._end_section()
        block = self._open(end)
        block.end = end
        self.block, self.foreign = None, False
        return block

    def _end_section(self) -> None:
        if self.section is not None:
            self._end_entry()
            section = self.section
            whole = Section(section.name, section.value, tuple(self.entries), section.comments)
            self._open(self.at).items.append(whole)
            self.section, self.entries = None, []

    def _end_entry(self) -> None:
        """Give the last entry its marks and comments; comments before the first are those of the section."""
        if self.section is None or not (self.marks or self.comments):
            return
        if self.entries:
            suffixes = [m for m in self.marks if m[0] in "!?"]
            others = [m for m in self.marks if m[0] not in "!?"]
            self.entries[-1] = Entry(self.entries[-1].text, (*suffixes, *others), tuple(self.comments))
        else:
            self.section = Section(self.section.name, self.section.value, (), tuple(self.comments))
        self.marks, self.comments = [], []

    def _problem(self, at: int, message: str) -> None:
        self._open(at).problems.append((at, message))

    def _tag(self, name: str, written: str, start: int, value_at: int) -> None:
        self._end_section()
        block = self._open(start)
        if block.tag_start < 0:
            block.tag_start = start
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
            self.section = Section(name, value)
            block.entry_spots.setdefault(name, [])
        else:
            block.items.append(Tag(name, value))

    def _comment(self, comment: Comment, start: int) -> None:
        block = self._open(start)
        (block.items if self.section is None else self.comments).append(comment)

    def _brace(self, start: int) -> bool:
        """A comment in braces; False if it may be closed where the text goes on."""
        end = -1 if self.unclosed else self.text.find("}", start)
        if end >= 0:
            self._comment(Comment("{", self.text[start + 1 : end], self.fresh), start)
            self.at = end + 1
            return True
        if not self.final:
            self._open(start)
            return False
        self.unclosed = True
        self._problem(start, "the comment is not closed by }")
        blank = _BLANK.search(self.text, start)
        self.at = len(self.text) if blank is None else blank.start()
        return True

    def _word(self, word: str, start: int) -> None:
        if self.section is not None:
            self._entry(word, start)
            return
        if self.foreign:
            end = self._line_end(start)
            begin = self.text.rfind("\n", 0, start) + 1 if self.fresh else start
            self._open(start).items.append(Data(self.text[begin:end].rstrip(), self.fresh))
            self.at = end
            return
        stray = _STRAY.match(self.text, start)
        self.at = self._line_end(start) if stray is None else stray.end()
        shown = self.text[start : self.at].replace("\ufeff", "").strip()
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        self._problem(start, f"{shown!r} stands outside of tags, comments and sections")

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _entry(self, word: str, start: int) -> None:
        parts = _ENTRY.match(word)
        text, marks = (word, "") if parts is None else (parts[1], parts[2])
        spots = self._open(start).entry_spots[self.section.name if self.section else ""]
        if text:
            self._end_entry()
            self.entries.append(Entry(text))
            spots.append(start)
        if not marks:
            return
        if not self.entries:
            what = "call" if self.section and self.section.name == "Auction" else "card"
            self._problem(start, f"{marks!r} stands before the first {what}")
            return
        self.marks += _MARK.findall(marks)

    def _bad_tag(self, start: int) -> None:
        self._end_section()
        block = self._open(start)
        if block.tag_start < 0:
            block.tag_start = start
        head = _BAD_NAME.match(self.text, start)
        assert head is not None
        name, at = head[1], head.end()
        if not name or self.text[at : at + 1] != '"':
            rest = _BAD_REST.match(self.text, at)
            self.at = at if rest is None else rest.end()
            message = f"the value of {name} must stand in double quotes"
            self._problem(at, message if name else 'a tag begins with its name, as in [Board "1"]')
            return
        value = _VALUE_AT.match(self.text, at + 1)
        end = at + 1 if value is None else value.end()
        if self.text[end : end + 1] != '"':
            self._problem(at, f"the value of {name} is not closed by a double quote")
            self.at = self._line_end(at)
            return
        self.at = end + 1
        self._problem(self.at, f"the tag {name} is not closed by ]")
        self.foreign = name not in _KNOWN
