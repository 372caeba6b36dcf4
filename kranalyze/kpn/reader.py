"""Read the games of a file or text of KPN piece by piece, and report all problems with line and column.

A block is a part of the text between blank lines. Most blocks are games. The judge is the part of the C core
that checks games against the rules. Evening tags, such as the date and the names of the players, stand in a
block of their own. They are added to all later games.
"""

from __future__ import annotations

import codecs
import io
import re
from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

from kranalyze.bridge import has_bridge_hand
from kranalyze.games import get_game
from kranalyze.games.written import written_rules
from kranalyze.kpn.deals import ANY
from kranalyze.kpn.deckletters import deck_of, respell
from kranalyze.kpn.items import Comment, Section, Tag
from kranalyze.kpn.judged import Ruling, judge_games
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.lexer import EVENING_TAGS, NOT_TEXT, Block, Flaw, escape_tag_value, read_blocks
from kranalyze.kpn.outcome import Broken, Outcome, Start
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.views import missing_note_warnings, record_of
from kranalyze.texts.problems import problem_text

#: The writer puts this line at the top of each KPN file.
VERSION_LINE = Comment("%", " KPN 1.0")

#: A pattern that matches a card or a call at the beginning of a text. Such a text could be the continuation
#: of a section Play or Auction.
_PLAYED = r"(?i)(?:[A-Z♠♥♦♣](?:10|[AKQJTOUXZ7-9])|[-*+]|gut|pass|weiter|AP|mit)\b"

_SPACE = re.compile(r"[\s\ufeff]+")
_LINE_END = re.compile(r"\n")

#: How many bytes are read from a file at a time.
_PIECE = 1 << 20

#: How many games a single call of the core judges.
_TOGETHER = 64


def override_rules(block: Block, game: str | None, rules: Mapping[str, str] | None) -> None:
    """Set the tags Game and Rules of a block to ``game`` and ``rules``.

    If an argument is None, its tag does not change. Options that ``rules`` does not name keep their values.
    """
    if game is not None and block.tags.get("Game") != game:
        block.put_tag("Game", game, "Board")
    if rules:
        options = written_rules(block.tags.get("Rules")) | dict(rules)
        block.put_tag("Rules", " ".join(f"{name}={value}" for name, value in options.items()), "Game")


@dataclass(eq=False, repr=False)
class Reader:
    """Reads a file or text of KPN in pieces, so that a large file does not need much memory.

    Attributes:
        source: an open file, or a text.
        name: name of the file in messages.
        game: as for ``read_kpn``. If the game is unknown, ``Reader`` raises a ValueError.
        rules: as for ``read_kpn``.
        place: the state of the reader before the next game. This state includes the tags of the previous
            game. If a tag of the next game has the value ``#``, its value is copied from the previous game.
        playing_order_allowed: as for ``read_kpn``.
        window: the piece of the file or text that is in memory.
        is_bridge: whether the file has bridge games. If it has, only the first game of the file is read.
    """

    source: IO[bytes] | str | bytes
    name: str = "<string>"
    game: str | None = None
    rules: Mapping[str, str] | None = None
    place: Start = field(default_factory=Start)
    playing_order_allowed: bool = False
    is_bridge: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        source = io.BytesIO(self.source) if isinstance(self.source, bytes) else self.source
        utf8 = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
        decoder = None if isinstance(source, str) else utf8
        self.opened: IO[Any] = io.StringIO(source, newline="") if isinstance(source, str) else source
        self.newlines = io.IncrementalNewlineDecoder(decoder, translate=True)
        self.game = None if self.game is None else get_game(self.game).id
        self.window = Window("", self.place.line)
        self.first = (self.place.line, self.place.game) == (1, 0)

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the result of reading each game.

        If blocks of comments follow the last game, yield one more result, which has only these comments.
        """
        preamble: list[tuple[Comment, ...]] = []
        waiting: list[Waiting] = []
        for block in self.blocks():
            if self.first:
                # Remove the version line, because the writer begins every file with a new one. But keep the
                # line if other text precedes it. Otherwise the preceding text would be removed, too.
                before, version, _ = self.text_in_memory[block.start : block.end].partition(str(VERSION_LINE))
                if block.items[:1] == [VERSION_LINE] and not before.strip():
                    del block.items[0]
                    block.start += len(before) + len(version) + 1
                self.first = False
            if block.is_evening:
                # A block of evening tags is not a game. Its comments are stored with the next game.
                self.remember_evening_tags(block)
            elif block.tag_start >= 0 or block.problems:
                self.is_bridge = self.is_file_of_bridge(block)
                if self.is_bridge:
                    self._extend_to_file_end(block)
                waiting.append(self._waiting(block, tuple(preamble)))
                preamble = []
                if self.is_bridge:
                    break
                if len(waiting) == _TOGETHER:
                    yield from self._judged(waiting)
                    waiting = []
                continue
            comments = tuple(item for item in block.items if isinstance(item, Comment))
            preamble += [comments] if comments else []
        yield from self._judged(waiting)
        if preamble:
            yield Outcome(None, (), None, tuple(preamble))

    def blocks(self, with_entries: bool = True) -> Iterator[Block]:
        """Yield the blocks of the file or text. Read the next piece when all blocks of a piece were yielded.

        ``with_entries`` says whether to parse the calls and cards in sections.
        """
        size, rest, final = _PIECE, 0, False
        while not final:
            raw = self.opened.read(size)
            final = len(raw) < size
            if self.first and isinstance(raw, bytes) and b"\0" in raw[:1024]:
                block = Block("", 0, 0)
                block.add_error(0, "not_a_text_file")
                yield block
                return
            more = str(self.newlines.decode(raw, final=final))
            if self.first and not self.text_in_memory:
                more = more.removeprefix("\ufeff")
            cut = self.text_in_memory.rfind("\n", 0, rest) + 1
            self.window = Window(self.text_in_memory[cut:] + more, self.line_and_column(cut)[0])
            rest = yield from read_blocks(self.text_in_memory, began := rest - cut, final, with_entries)
            # A block that is longer than a piece is parsed again from its start with each further piece. To
            # make this rare, double the size of the pieces.
            size = _PIECE if rest > began else 2 * size

    @property
    def text_in_memory(self) -> str:
        """The text of the piece that is in memory."""
        return self.window.text

    def line_and_column(self, at: int) -> tuple[int, int]:
        """Convert an index of ``text_in_memory`` to a line and a column of the file."""
        return self.window.line_and_column(at)

    def is_file_of_bridge(self, block: Block) -> bool:
        """Return whether a block is the first game of a file with bridge games.

        A file has bridge games if its first game has a bridge deal and names no card game. Later games of
        the file are not read.
        """
        names_game = "Game" in block.tags or "Game" in self.place.evening
        return self.place.game == 0 and not names_game and has_bridge_hand(block.tags.get("Deal", ""))

    def _extend_to_file_end(self, block: Block) -> None:
        """Extend a block to the end of the file."""
        rest = str(self.newlines.decode(self.opened.read(), final=True))
        self.window = Window(self.text_in_memory + rest, self.window.line)
        block.end = len(self.text_in_memory)

    def remember_evening_tags(self, block: Block) -> None:
        """Store the tags of a block of evening tags. They are added to all later games."""
        self.place = self.place._replace(evening={**self.place.evening, **block.tags})

    def complete_game_tags_from_evening(self, block: Block) -> tuple[int, str]:
        """Complete the tags of a game: add evening tags, replace values ``#``, and set Game and Rules.

        Returns:
            Two values: the line of the file at which the game begins, and the added evening tags as text.
        """
        before, tags, evening = self.place, block.tags, self.place.evening
        line, game = self.line_and_column(block.tag_start)[0], evening.get("Game")
        began = before.began if block.is_part else line
        if not evening and not self.rules and self.game is None and "#" not in tags.values():
            game_index, deck = before.game + 1, deck_of(tags)
            self.place = before._replace(game=game_index, before=tags, deck=deck, began=began)
            return line, ""
        # The tag Rules of an evening holds only for the card game of the evening. A game whose tag Game names
        # another card game does not get this tag Rules.
        foreign = game is not None and tags.get("Game", game) != game
        names = [name for name in EVENING_TAGS if name in evening and name not in tags]
        names = [name for name in names if name != "Rules" or not foreign]
        for name in reversed(names):
            block.put_tag(name, evening[name])
        block.copied = frozenset(name for name, value in tags.items() if value == "#")
        tags.update((name, before.before.get(name, "?")) for name in block.copied)
        deck = deck_of(tags)
        if deck != before.deck:
            tags.update((name, respell(name, tags[name], before.deck, deck)) for name in block.copied)
        for i, item in enumerate(block.items):
            if isinstance(item, Tag | Section) and item.name in block.copied and item.value == "#":
                block.items[i] = item._replace(value=tags[item.name])
        override_rules(block, self.game, self.rules)
        self.place = before._replace(game=before.game + 1, before=tags, deck=deck, began=began)
        return line, "".join(f'[{name} "{escape_tag_value(evening[name])}"]\n' for name in names)

    def _waiting(self, block: Block, preamble: tuple[tuple[Comment, ...], ...]) -> Waiting:
        """Parse a block, which is a game or a text with errors.

        Return all values that ``_outcome`` needs later, for example the block, and the state of the reader
        before the block.

        Args:
            block: the block.
            preamble: blocks of comments before the block.
        """
        before, part, is_game = self.place, block.is_part, block.tag_start >= 0
        if is_game:
            line, above = self.complete_game_tags_from_evening(block)
        else:
            line, above = self.line_and_column(block.start)[0], ""
        for name in block.copied:
            if name not in before.before:
                block.add_error(block.place_in_tag(name, 0), "nothing_to_copy", tag=name)
            elif NOT_TEXT.search(before.before[name]):
                block.add_error(block.place_in_tag(name, 0), "copied_not_text", tag=name)
        parsed = parse_game(block) if is_game else None
        return Waiting(block, self.window, preamble, before, part, line, above, parsed)

    def _judged(self, waiting: list[Waiting]) -> Iterator[Outcome]:
        """Judge several parsed games in a single call of the core, and yield the result for each game."""
        games = [game.parsed for game in waiting if game.parsed is not None and game.parsed.game is not ANY]
        judged = iter(judge_games(games, self.playing_order_allowed) if games else ())
        for game in waiting:
            parsed = game.parsed
            if parsed is None:
                yield self._outcome(game, game.block.problems)
            elif parsed.game is ANY:
                yield self._outcome(game, parsed.flaws)
            else:
                verdict = next(judged)
                yield self._outcome(game, verdict.flaws, verdict)

    def _outcome(self, game: Waiting, flaws: list[Flaw], verdict: Ruling | None = None) -> Outcome:
        """Return the result of reading a game, or of reading a block with errors that is not a game.

        Args:
            game: the game or block.
            flaws: all problems of the game or block.
            verdict: what the judge has found out. None: the game was not judged.
        """
        block, before, parsed, window = game.block, game.before, game.parsed, game.window
        broken, above = any(flaw.severity == "error" for flaw in flaws), game.above
        if parsed is not None and verdict is not None and not broken:
            flaws = flaws + missing_note_warnings(parsed, verdict.facts)
        at = block.tag_start if parsed is not None else block.problems[0].at
        torn = not block.problems if parsed is not None else re.match(_PLAYED, window.text[at : at + 10])
        if game.is_part and before.began and broken and torn:
            flaws, above = [Flaw(at, problem_text("torn_game", {"line": before.began}))], ""
        index = before.game if parsed is not None else None
        problems = tuple(
            KpnError(self.name, *window.line_and_column(at), severity, message, index)
            for at, message, severity in sorted(flaws, key=lambda flaw: flaw.at)
        )
        if broken or parsed is None or verdict is None:
            text = above + window.text_of_block(block)
            return Outcome(None, problems, Broken(before.game, game.line, text, game.preamble))
        record = record_of(parsed, verdict.facts, game.preamble, game.line, before.game, self.name)
        return Outcome(record, problems)


class Window:
    """The piece of a file or text that is in memory. It begins at the start of a line.

    Attributes:
        text: the text of the piece.
        line: line of the file at which the piece begins, from 1.
        begins: for each line of the piece the index in ``text`` at which it begins.
    """

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.begins = [0, *(end.end() for end in _LINE_END.finditer(text))]

    def line_and_column(self, at: int) -> tuple[int, int]:
        """Convert an index of ``text`` to a line and a column of the file."""
        line = bisect(self.begins, at) - 1
        return self.line + line, at - self.begins[line] + 1

    def text_of_block(self, block: Block) -> str:
        """Return the text of a block as the file has it, without blanks at its ends."""
        first = _SPACE.match(self.text, block.start, block.end)
        at = block.start if first is None else first.end()
        text = self.text[at : block.end].rstrip()
        while text.endswith("\ufeff"):
            text = text.rstrip("\ufeff").rstrip()
        # A % begins a comment only at the start of a line. If the text begins with a % from the middle of a
        # line, put a blank before this %. So it begins no comment when the text is read again.
        stray = text.startswith("%") and at > 0 and self.text[at - 1] != "\n"
        return f" {text}" if stray else text


class Waiting(NamedTuple):
    """A parsed game that waits for the judge, or a block with errors that is not a game."""

    block: Block
    window: Window  # the piece of the file in which the block stands
    preamble: tuple[tuple[Comment, ...], ...]  # blocks of comments between the previous game and this block
    before: Start  # the state of the reader before the block
    is_part: bool  # whether the block lacks a tag that begins a game, and so may continue the previous game
    line: int  # line of the file at which the block begins, from 1
    above: str  # the evening tags that were added to the game, as text to put above it
    parsed: Parsed | None  # the parsed game; None: the block is not a game
