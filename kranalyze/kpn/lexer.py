"""Text into blocks: the tags, comments and sections between two blank lines, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kranalyze.kpn.items import (
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
      (\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:[^"\\\n]|\\[^\n])*)"[ \t]*\])   # 1 tag, 2 name, 3 value
    | ([\s\ufeff]+)                                                      # 4 space
    | (\{)                                                               # 5 comment
    | (;[^\n]*)                                                          # 6 comment to the end of the line
    | (^%[^\n]*)                                                         # 7 ignored line
    | (\[[^\]\n]*\]?)                                                    # 8 not a tag
    | ([^\s\ufeff\[{;]+)                                                 # 9 word
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG, _NAME, _VALUE, _SPACE, _BRACE, _SEMICOLON, _PERCENT, _BAD, _WORD = range(1, 10)
_ENTRY = re.compile(r"([^!?=$]*)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*)\Z")
_MARK = re.compile(r"[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+")
_BLANK = re.compile(r"\n[^\S\n]*(?:\n|\Z)")
_STRAY = re.compile(r"[^\n\[{;]*")
_KNOWN = frozenset(KNOWN_TAGS)


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
    def comments(self) -> tuple[Comment, ...]:
        """The comments of a block that is no game."""
        return tuple(item for item in self.items if isinstance(item, Comment))


def unescape(value: str) -> str:
    """A value without its escapes; a backslash before anything but a quote or a backslash is itself."""
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value


def escape(value: str) -> str:
    """A value as it stands between quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def offset_in_value(text: str, start: int, index: int) -> int:
    """The place in the text of a character of a value that begins at ``start``."""
    at = start
    for _ in range(index):
        at += 2 if text[at : at + 1] == "\\" and text[at + 1 : at + 2] in ('"', "\\") else 1
    return at


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
                self._tag(name, unescape(found[_VALUE]), start, found.start(_VALUE))
            elif kind == _SEMICOLON:
                self._comment(Comment(";", found[0][1:], self.fresh), start)
            elif kind == _PERCENT:
                self._comment(Comment("%", found[0][1:], self.fresh), start)
            elif kind == _WORD:
                self._word(found[0], start)
            elif kind == _BAD:
                self._bad_tag(found[0], start)
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
            section = self.section
            whole = Section(section.name, section.value, tuple(self.entries), section.comments)
            self._open(self.at).items.append(whole)
            self.section, self.entries = None, []

    def _problem(self, at: int, message: str) -> None:
        self._open(at).problems.append((at, message))

    def _tag(self, name: str, value: str, start: int, value_at: int) -> None:
        self._end_section()
        block = self._open(start)
        if block.tag_start < 0:
            block.tag_start = start
        self.foreign = name not in _KNOWN
        if name == "Note":
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
        if self.section is None:
            block.items.append(comment)
        elif self.entries:
            last = self.entries[-1]
            self.entries[-1] = Entry(last.text, last.marks, (*last.comments, comment))
        else:
            section = self.section
            self.section = Section(section.name, section.value, (), (*section.comments, comment))

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
        end = self.text.find("\n", start)
        end = len(self.text) if end < 0 else end
        if self.foreign:
            begin = self.text.rfind("\n", 0, start) + 1 if self.fresh else start
            self._open(start).items.append(Data(self.text[begin:end].rstrip(), self.fresh))
            self.at = end
            return
        stray = _STRAY.match(self.text, start)
        self.at = end if stray is None else stray.end()
        shown = self.text[start : self.at].replace("\ufeff", "").strip()
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        self._problem(start, f"{shown!r} stands outside of tags, comments and sections")

    def _entry(self, word: str, start: int) -> None:
        parts = _ENTRY.match(word)
        text, marks = (word, "") if parts is None else (parts[1], parts[2])
        spots = self._open(start).entry_spots[self.section.name if self.section else ""]
        if text:
            self.entries.append(Entry(text))
            spots.append(start)
        if not marks:
            return
        if not self.entries:
            what = "call" if self.section and self.section.name == "Auction" else "card"
            self._problem(start, f"{marks!r} stands before the first {what}")
            return
        last = self.entries[-1]
        given = (*last.marks, *_MARK.findall(marks))
        suffixes = [m for m in given if m[0] in "!?"]
        others = [m for m in given if m[0] not in "!?"]
        self.entries[-1] = Entry(last.text, (*suffixes, *others), last.comments)

    def _bad_tag(self, raw: str, start: int) -> None:
        self._end_section()
        block = self._open(start)
        if block.tag_start < 0:
            block.tag_start = start
        body = raw[1:].lstrip(" \t")
        at = start + len(raw) - len(body)
        name = re.match(r"[A-Za-z0-9_]+", body)
        if name is None:
            self._problem(at, "a tag begins with its name, as in [Board \"1\"]")
            return
        rest = body[name.end() :].lstrip(" \t")
        at += len(body) - len(rest)
        if not rest.startswith('"'):
            self._problem(at, f"the value of {name[0]} must stand in double quotes")
            return
        end = self.text.find("\n", at)
        line = self.text[at : len(self.text) if end < 0 else end]
        value = re.match(r'"(?:[^"\\]|\\.)*"', line)
        if value is None:
            self._problem(at, f"the value of {name[0]} is not closed by a double quote")
            self.at = at + len(line)
            return
        self._problem(at + value.end(), f"the tag {name[0]} is not closed by ]")
        self.at = at + value.end()
        self.foreign = name[0] not in _KNOWN
