"""Split a KPN text into blocks, and each block into tags, comments and sections with their places.

A block ends at a blank line. Usually a block is a game. A place is the index of a character in the text. An
item is a tag, a comment or a section. An entry is a call or a card in a section, with its marks.
"""

import re
from bisect import bisect_left
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from kranalyze.kpn.items import KNOWN_TAGS, Comment, Data, Entry, Item, Section, Tag
from kranalyze.kpn.kpnerror import Severity
from kranalyze.texts.problems import problem_text

#: A game begins with one of these tags. If one of these tags occurs twice in a block, its second
#: occurrence begins a new game.
GAME_STARTERS = frozenset({"Event", "Board", "Deal"})

#: Tags that describe an evening of card playing. If a block has only such tags, they are added to each later
#: game that lacks them.
EVENING_TAGS = ("Event", "Site", "Date", "West", "North", "East", "South", "Game", "Rules", "Deck")

#: KPN has these two sections.
SECTIONS = frozenset({"Auction", "Play"})

#: A pattern that matches the next token of a text. The pattern's comments show the numbers of its groups.
#: Group 7 is the closing bracket of a tag. Group 8 is the rest of the line if the value lacks its closing
#: quote.
_TOKEN = re.compile(
    r"""
      ([\s\ufeff]++)                                                # 1 space
    | (;[^\n]*+|^%[^\n]*+)                                          # 2 comment to the end of the line
    | ([^\s\ufeff\[{;]++)                                           # 3 word
    | (\[[ \t]*+([A-Za-z0-9_]++)[ \t]*+"((?:[^"\\\n]++|\\[^\n])*+)  # 4 tag, 5 its name, 6 its value
        (?:"(?:[ \t]*+(\]))?+|([^\n]*+)))                            # 7 its bracket, 8 rest if no end quote
    | (\{)                                                          # 9 comment
    | (\[[ \t]*+([A-Za-z0-9_]*+)[ \t]*+([^\]\n]*+\]?+))            # 10 bad tag, 11 its name, 12 its rest
    """,
    re.VERBOSE | re.MULTILINE,
)
_SPACE, _LINE, _WORD, _TAG, _NAME, _VALUE, _END, _OPEN, _, _NO_TAG, _NAMED, _REST = range(1, 13)
#: A pattern that matches one or more words of a section. The words may extend over several lines. The empty
#: alternative makes the line break optional. A possessive ``?+`` would do the same, but it has a bug in
#: Python before 3.11.5: a group ``(...)?+`` that fails does not give back the text that it has read.
_WORDS = re.compile(r"(?:[^\s\ufeff\[{;]++[^\S\n]*+(?:\n(?![\s\ufeff%\[{;])|))++")
_ENTRY = re.compile(r"([^!?=$]*+)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*+)\Z")
_MARK = re.compile(r"[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+")
_BLANK = re.compile(r"\n[^\S\n]*(?:\n|\Z)")
_LINE_END = re.compile(r"\n")
_STRAY_END = re.compile(r"[\n\[{;]")
_ESCAPE = re.compile(r'\\(["\\])')
_VALUE_AT = re.compile(r'(?:[^"\\\n]++|\\[^\n])*+')
_KNOWN = frozenset(KNOWN_TAGS)

#: A pattern that matches a null character or a surrogate, which cannot be part of a text. The decoder
#: replaces each byte that is not part of UTF-8 by a surrogate.
NOT_TEXT = re.compile("[\0\udc80-\udcff]")

#: A tag's value may have at most this many characters, counted with its escapes.
LARGEST_TAG = 10_000


class Flaw(NamedTuple):
    """A problem, and the index of the character of the text at which the problem lies."""

    at: int  # index of the character at which the problem lies
    message: str
    severity: Severity = "error"


@dataclass(slots=True, eq=False, repr=False)
class Block:
    """A part of a text between two blank lines. Usually a block is a game."""

    text: str  # the whole text in which the block stands
    start: int = -1  # index of the first character of the block; -1: no character so far
    end: int = -1  # index of the character after the block; -1: the block has not ended
    tag_start: int = -1  # index at which the first tag begins, even if it is malformed; -1: no tag
    items: list[Item] = field(default_factory=list)  # tags, comments and sections in their written order

    #: The value of each tag by its name, without escapes. The tag Note is left out.
    tags: dict[str, str] = field(default_factory=dict)
    #: names of the tags whose value ``#`` was replaced by the value of the same tag in the previous game
    copied: frozenset[str] = frozenset()
    #: For each tag or section, by its name, a list of places (indexes in ``text``). The first place is where
    #: the value begins. For a section, the places of its entries follow. For the name ``Note``, the list has
    #: the place of the value of each Note tag.
    spots: dict[str, list[int]] = field(default_factory=dict)
    problems: list[Flaw] = field(default_factory=list)
    # The attributes below are used only while the block is being read.
    foreign: bool = False  # whether the last tag is not a tag of KPN; then unknown lines may follow
    section: Tag | None = None  # the section that is being read; None: no section

    #: The entries of the section that have been read so far. An entry has three values: text, marks and
    #: comments.
    entries: list[tuple[str, list[str], list[Comment]]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)  # comments before the first entry of the section

    @property
    def is_evening(self) -> bool:
        """Whether the block has only tags of an evening. Later games that lack these tags get them."""
        good = bool(self.tags) and not self.problems and "#" not in self.tags.values()
        return good and self.spots.keys() <= set(EVENING_TAGS)

    @property
    def is_part(self) -> bool:
        """Whether the block may be the rest of the previous game.

        Such a block has no tag of ``GAME_STARTERS``, and no tag Game.
        """
        return self.tags.keys().isdisjoint((*GAME_STARTERS, "Game"))

    def add_error(self, at: int, code: str, **gaps: object) -> None:
        """Add an error.

        Args:
            at: index of the character at which the error lies.
            code: code of the error in ``texts.problems``.
            gaps: values for the placeholders of the message.
        """
        self.problems.append(Flaw(at, problem_text(code, gaps)))

    def place_in_tag(self, name: str, index: int) -> int:
        """Return the index in the text at which a character of a tag's value stands.

        If the tag is missing, return the index at which the first tag begins. If the value was copied from
        another game, return the index at which the value begins.

        Args:
            name: name of the tag.
            index: index of the character in the value without escapes.
        """
        at = self.spots.get(name, [self.tag_start])[0]
        if name not in self.spots or name in self.copied:
            return at
        written = _VALUE_AT.match(self.text, at)
        escapes = _ESCAPE.finditer(written[0] if written else "")
        return at + index + bisect_left([m.start() - before for before, m in enumerate(escapes)], index)

    def put_tag(self, name: str, value: str, after_tag: str = "") -> None:
        """Set the value of a tag.

        If the block lacks this tag, insert it after the tag ``after_tag``. If the block also lacks
        ``after_tag``, insert it before all tags.
        """
        self.tags[name] = value
        place = 0
        for i, item in enumerate(self.items):
            if isinstance(item, Tag) and item.name == name:
                self.items[i] = Tag(name, value)
                return
            first_comments = place == 0 and isinstance(item, Comment)
            if first_comments or (isinstance(item, Tag) and item.name == after_tag):
                place = i + 1
        beside = (isinstance(item, Comment) and not item.own_line for item in self.items[place:])
        self.items.insert(place + sum(1 for _ in takewhile(bool, beside)), Tag(name, value))

    def close(self, end: int, has_nontext_characters: bool) -> "Block":
        """End the block after its last character, and return the block.

        Args:
            end: index of the character after the block.
            has_nontext_characters: whether a character of the whole text matches ``NOT_TEXT``. If so, look
                for such a character in this block, and add an error.
        """
        self.end = end
        self._end_section()
        bad = NOT_TEXT.search(self.text, self.start, end) if has_nontext_characters else None
        if bad is not None:
            self.add_error(bad.start(), "not_text", byte=f"{ord(bad[0]) & 0xFF:02x}")
        return self

    def _end_section(self) -> None:
        """Append the current section to ``self.items``. Do nothing if there is no current section."""
        if self.section is not None:
            # Put the marks ! and ? of an entry before its other marks.
            entries = tuple(
                Entry(text, tuple(marks and sorted(marks, key=lambda m: m[0] not in "!?")), tuple(comments))
                for text, marks, comments in self.entries
            )
            self.items.append(Section(self.section.name, self.section.value, entries, tuple(self.comments)))
            self.section, self.entries, self.comments = None, [], []

    def add_tag(self, match: re.Match[str]) -> None:
        """Add a tag. If the tag is malformed, add an error instead."""
        self._end_section()
        start, name, at = match.start(), match[_NAME], match.start(_VALUE)
        self.tag_start = start if self.tag_start < 0 else self.tag_start
        if name is None:
            self.add_error(
                match.start(_REST), "tag_quotes" if match[_NAMED] else "tag_name", tag=match[_NAMED]
            )
            return
        if match[_OPEN] is not None:
            self.add_error(at - 1, "tag_open", tag=name)
            return
        self.foreign, written = name not in _KNOWN, match[_VALUE]
        if match[_END] is None:
            self.add_error(match.end(), "tag_close", tag=name)
            return
        # A backslash before a quote or a backslash is an escape. Any other backslash belongs to the value.
        # Pass a function to ``sub``, because from Python 3.12 on a template string takes five times the
        # memory.
        value = _ESCAPE.sub(lambda escape: escape[1], written) if "\\" in written else written
        short = len(written) <= LARGEST_TAG
        if not short:
            self.add_error(at, "tag_long", tag=name, count=f"{len(written):,}", most=f"{LARGEST_TAG:,}")
        elif name == "Note":
            self.spots.setdefault(name, []).append(at)
        elif name in self.tags:
            self.add_error(start, "tag_twice", tag=name)
        else:
            self.tags[name], self.spots[name] = value, [at]
        if name in SECTIONS:
            self.section = Tag(name, value)
            self.spots.setdefault(name, [at])
        elif short:
            self.items.append(Tag(name, value))

    def add_comment(self, mark: Any, text: str, own_line: bool) -> None:
        """Add a comment.

        Within a section, the comment belongs to the last entry. If the section has no entry yet, the comment
        belongs to the section.
        """
        comment = Comment(mark, text, own_line)
        if self.section is None:
            self.items.append(comment)
        else:
            (self.entries[-1][2] if self.entries else self.comments).append(comment)

    def add_stray(self, start: int, own_line: bool) -> int:
        """Read text that is not a tag, a comment or an entry. Return the index at which this text ends.

        If the last tag is not a tag of KPN, keep the line as data. Otherwise add an error.
        """
        match = (_LINE_END if self.foreign else _STRAY_END).search(self.text, start)
        end = len(self.text) if match is None else match.start()
        if self.foreign:
            begin = self.text.rfind("\n", 0, start) + 1 if own_line else start
            self.items.append(Data(self.text[begin:end].rstrip(), own_line))
        else:
            shown = self.text[start:end].replace("\ufeff", "").strip()
            shown = shown if len(shown) <= 40 else shown[:40] + "..."
            self.add_error(start, "outside", text=shown)
        return end

    def add_entry(self, section: str, word: str, start: int) -> None:
        """Add a call or a card with its marks to the section.

        If ``word`` has only marks, add these marks to the previous entry.
        """
        parts = _ENTRY.match(word)
        text, marks = (word, "") if parts is None else (parts[1], parts[2])
        if text:
            self.entries.append((text, [], []))
            self.spots[section].append(start)
        if marks and self.entries:
            self.entries[-1][1].extend(_MARK.findall(marks))
        elif marks:
            code = "marks_before_call" if section == "Auction" else "marks_before_card"
            self.add_error(start, code, text=marks)


def read_blocks(
    text: str, at: int = 0, final: bool = True, with_entries: bool = True
) -> Generator[Block, None, int]:
    """Yield the complete blocks of a text. A block may have only comments.

    Args:
        text: the text.
        at: index of the character at which to begin.
        final: whether the text is complete. False: more text will follow, so the last block may be
            incomplete, and is not yielded.
        with_entries: whether to read the entries of sections. If they are not read, splitting takes half the
            time.

    Returns:
        The index of the character after the last complete block. If more text follows, cut off the complete
        blocks, append the new text, and call this function again.
    """
    dirty = NOT_TEXT.search(text) is not None
    fresh = not text[:at].strip()  # whether only blanks precede the next token on its line
    block, closable = Block(text), True
    while (match := _TOKEN.match(text, at)) is not None:
        start, at, kind = at, match.end(), match.lastindex
        lines = text.count("\n", start, at) if kind == _SPACE else 0
        repeated = kind == _TAG and match[_NAME] in GAME_STARTERS and match[_NAME] in block.tags
        if (lines > 1 and block.start >= 0) or (repeated and match[_END]):
            yield block.close(start, dirty)
            block = Block(text)
        if kind == _SPACE:
            fresh = fresh or lines > 0
            continue
        block.start = start if block.start < 0 else block.start
        if kind == _WORD and block.section is not None and not with_entries:
            words = _WORDS.match(text, start)
            assert words is not None  # a word begins here, so the pattern matches
            at = words.end()
        elif kind == _WORD and block.section is not None:
            block.add_entry(block.section.name, match[0], start)
        elif kind == _WORD:
            at = block.add_stray(start, fresh)
        elif kind in (_TAG, _NO_TAG):
            block.add_tag(match)
        elif kind == _LINE:
            block.add_comment(match[0][0], match[0][1:], fresh)
        elif closable and (end := text.find("}", start)) >= 0:
            block.add_comment("{", text[start + 1 : end], fresh)
            at = end + 1
        elif not final:
            return block.start  # the end of the comment may be in the text that follows
        else:
            closable = False
            block.add_error(start, "comment_open")
            blank = _BLANK.search(text, start)
            at = len(text) if blank is None else blank.start()
        fresh = False
    if final and block.start >= 0:
        yield block.close(len(text), dirty)
    return at if block.start < 0 else block.start


def escape_tag_value(value: str) -> str:
    """Put a backslash before each quote and each backslash in a tag's value."""
    return value.replace("\\", "\\\\").replace('"', '\\"')
