"""Reading KPN: a file or a text into records, with everything that is wrong with it."""

from __future__ import annotations

import codecs
import io
import os
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import IO, Any

from kranalyze.arguments import checked
from kranalyze.bundled import path_of
from kranalyze.cards import Deck
from kranalyze.files import name_text, standard_stream
from kranalyze.frozen import frozen
from kranalyze.games import get_game
from kranalyze.games.written import written_rules
from kranalyze.kpn.deals import ANY, deck_of, respelled
from kranalyze.kpn.judged import Verdict, verdicts
from kranalyze.kpn.lexer import EVENING_TAGS, NOT_TEXT, Block, Flaw, blocks, escape
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.record import Broken, Comment, KpnError, Record, Section, Tag
from kranalyze.kpn.views import record_of, unnamed_notes
from kranalyze.texts.problems import problem_text

#: The line that stands first in what we write.
VERSION_LINE = Comment("%", " KPN 1.0")

#: What a Play or an Auction goes on with.
_PLAYED = re.compile(r"(?:[A-Z♠♥♦♣](?:10|[AKQJTOUXZ7-9])|[-*+]|gut|pass|weiter|AP|mit)\b", re.IGNORECASE)

_SPACE = re.compile(r"[\s\ufeff]+")
_LINE_END = re.compile(r"\n")

#: How much is read from a file at a time.
_PIECE = 1 << 20

#: Games that are judged together.
_TOGETHER = 64


@frozen
class KpnFile:
    """What was read from a file.

    Attributes:
        name: of the file, as given.
        records: the games that can be used, those with warnings among them.
        problems: every error and warning, in the order of their places.
        broken: the games with errors, as they were written.
        trailing: blocks of comments after the last game.

    >>> file = parse_kpn('[Game "graden"] [Deal "N:AK"]', "typed.kpn")
    >>> len(file.records), str(file.errors[0])
    (0, 'typed.kpn:1:24: error: a deal of graden has 4 hands, here are 1')
    """

    name: str
    records: tuple[Record, ...] = ()
    problems: tuple[KpnError, ...] = ()
    broken: tuple[Broken, ...] = ()
    trailing: tuple[tuple[Comment, ...], ...] = ()

    def __repr__(self) -> str:
        return f"<KpnFile {self.name}: {len(self.records)} records, {len(self.problems)} problems>"

    @property
    def errors(self) -> tuple[KpnError, ...]:
        """The errors; each belongs to a game that is not among ``records``, or to the whole file."""
        return tuple(p for p in self.problems if p.severity == "error")


@checked
def read_kpn(
    path: str | os.PathLike[str], game: str | None = None, rules: Mapping[str, str] | None = None,
    as_played: bool = False,
) -> KpnFile:  # fmt: skip
    """Read a KPN file; ``-`` is standard input. All errors of the file are collected.

    Args:
        path: the file; a bundled one if there is no such.
        game: taken for the game of every record, whatever its tag says.
        rules: rule options over those of the records.
        as_played: read tricks in playing order where they are no good play by seats.

    Raises:
        OSError: the file cannot be read.
        ValueError: the game is unknown.

    >>> file = read_kpn("lessons.kpn")
    >>> len(file.records), file.records[0].contract, file.problems
    (10, 'koenigmord', ())
    """
    name = name_text(path)
    from_stdin = os.fspath(path) == "-"
    with nullcontext(standard_stream("stdin")) if from_stdin else path_of(path).open("rb") as source:
        return collected(name, Reader(source, name, game, rules, Start(), as_played).outcomes())


@checked
def parse_kpn(
    text: str | bytes, name: str = "<string>", game: str | None = None,
    rules: Mapping[str, str] | None = None, as_played: bool = False,
) -> KpnFile:  # fmt: skip
    """Read KPN from a text; the arguments are those of ``read_kpn``.

    >>> file = parse_kpn('[Game "graden"] [Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]')
    >>> file.errors, file.records[0].deal.size
    ((), 6)
    """
    return collected(name, Reader(text, name, game, rules, Start(), as_played).outcomes())


@frozen
class Start:
    """Where in a file a text begins that was cut out of it, and what stands before."""

    line: int = 1  # of the file
    index: int = 0  # of its first game in the file
    before: Mapping[str, str] = field(default_factory=dict)  # tags of the game before that ``#`` copies
    deck: Deck = "french"  # what the game before is written in
    evening: Mapping[str, str] = field(default_factory=dict)  # tags given once for all games that follow
    began: int = 0  # line on which the game before begins, 0 if there is none


@frozen
class Outcome:
    """One game read: a record, or what is left of it if there are errors; at the end the last comments."""

    record: Record | None
    problems: tuple[KpnError, ...]
    broken: Broken | None = None
    trailing: tuple[tuple[Comment, ...], ...] = ()


def collected(name: str, outcomes: Iterable[Outcome]) -> KpnFile:
    """The games of a file, and all that is wrong in it."""
    found = list(outcomes)
    records = tuple(one.record for one in found if one.record is not None)
    broken = tuple(one.broken for one in found if one.broken is not None)
    problems = tuple(problem for one in found for problem in one.problems)
    if not records and not broken and not problems:
        problems = (KpnError(name, 1, 1, "error", problem_text("no_games", {})),)
    return KpnFile(name, records, problems, broken, found[-1].trailing if found else ())


def put_rules(block: Block, game: str | None, rules: Mapping[str, str] | None) -> None:
    """Give a game the game and the rule options of ``read_kpn``, over those that it names."""
    if game is not None and block.tags.get("Game") != game:
        block.put_tag("Game", game, "Board")
    if rules:
        options = written_rules(block.tags.get("Rules")) | dict(rules)
        block.put_tag("Rules", " ".join(f"{name}={value}" for name, value in options.items()), "Game")


@dataclass(eq=False)
class Reader:
    """Reads one source, a piece at a time; knows what the game before said, for ``#``.

    ``window`` is the piece at hand. ``place`` is where the source goes on, but for its line. ``game`` and
    ``rules`` are those of ``read_kpn``; an unknown game is a ValueError.
    """

    source: IO[bytes] | str | bytes
    name: str = "<string>"
    game: str | None = None
    rules: Mapping[str, str] | None = None
    place: Start = field(default_factory=Start)
    as_played: bool = False

    def __post_init__(self) -> None:
        given = io.BytesIO(self.source) if isinstance(self.source, bytes) else self.source
        utf8 = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
        decoder = None if isinstance(given, str) else utf8
        self.opened: IO[Any] = io.StringIO(given, newline="") if isinstance(given, str) else given
        self.newlines = io.IncrementalNewlineDecoder(decoder, translate=True)
        self.game = None if self.game is None else get_game(self.game).id
        self.window = Window("", self.place.line)
        self.first = (self.place.line, self.place.index) == (1, 0)

    def outcomes(self) -> Iterator[Outcome]:
        """The games, and at the end the comments after the last one."""
        preamble: list[tuple[Comment, ...]] = []
        waiting: list[Waiting] = []
        for block in self.blocks():
            if self.first:
                # The version line is not part of any game: what we write begins with it again. If something
                # stands before it, which would be lost, it is a comment among others.
                before, version, _ = self.text[block.start : block.end].partition(str(VERSION_LINE))
                if block.items[:1] == [VERSION_LINE] and not before.strip():
                    del block.items[0]
                    block.start += len(before) + len(version) + 1
                self.first = False
            if block.is_evening:
                self.add_evening(block)  # no game; its comments go with the next one
            elif block.tag_start >= 0 or block.problems:
                waiting.append(self._waiting(block, tuple(preamble)))
                preamble = []
                if len(waiting) == _TOGETHER:
                    yield from self._judged(waiting)
                    waiting = []
                continue
            comments = tuple(item for item in block.items if isinstance(item, Comment))
            preamble += [comments] if comments else []
        yield from self._judged(waiting)
        if preamble:
            yield Outcome(None, (), None, tuple(preamble))

    def blocks(self) -> Iterator[Block]:
        """The blocks of the source, read on when a piece is used up."""
        size, rest, final = _PIECE, 0, False
        while not final:
            raw = self.opened.read(size)
            final = len(raw) < size
            if self.first and isinstance(raw, bytes) and b"\0" in raw[:1024]:
                block = Block("", 0, 0)
                block.fail(0, "not_a_text_file")
                yield block
                return
            more = str(self.newlines.decode(raw, final=final))
            if self.first and not self.text:
                more = more.removeprefix("\ufeff")
            cut = self.text.rfind("\n", 0, rest) + 1
            self.window = Window(self.text[cut:] + more, self.place_of(cut)[0])
            rest = yield from blocks(self.text, began := rest - cut, final)
            # A block longer than the piece is not read again and again.
            size = _PIECE if rest > began else 2 * size

    @property
    def text(self) -> str:
        """The piece of the source at hand."""
        return self.window.text

    def place_of(self, at: int) -> tuple[int, int]:
        """The line and the column of a place in the text."""
        return self.window.place_of(at)

    def add_evening(self, block: Block) -> None:
        """Tags that hold for all games that follow."""
        self.place = replace(self.place, evening={**self.place.evening, **block.tags})

    def enter(self, block: Block) -> tuple[int, str]:
        """Go on to a game: give it the tags of the evening, what it copies, and what the command line says.

        Returned are the line on which it begins, and the text of the tags of the evening that it lacks.
        """
        before, tags, evening = self.place, block.tags, self.place.evening
        line, game = self.place_of(block.tag_start)[0], evening.get("Game")
        began = before.began if block.is_part else line
        foreign = game is not None and tags.get("Game", game) != game  # rules are those of a game
        names = [name for name in EVENING_TAGS if name in evening and name not in tags]
        names = [name for name in names if name != "Rules" or not foreign]
        for name in reversed(names):
            block.put_tag(name, evening[name])
        block.copied = frozenset(name for name, value in tags.items() if value == "#")
        tags.update((name, before.before.get(name, "?")) for name in block.copied)
        deck = deck_of(tags)
        if deck != before.deck:
            tags.update((name, respelled(name, tags[name], before.deck, deck)) for name in block.copied)
        for i, item in enumerate(block.items):
            if isinstance(item, Tag | Section) and item.name in block.copied and item.value == "#":
                block.items[i] = replace(item, value=tags[item.name])
        put_rules(block, self.game, self.rules)
        self.place = replace(before, index=before.index + 1, before=tags, deck=deck, began=began)
        return line, "".join(f'[{name} "{escape(evening[name])}"]\n' for name in names)

    def _waiting(self, block: Block, preamble: tuple[tuple[Comment, ...], ...]) -> Waiting:
        """What is neither comments nor tags of the evening, as numbers; the judge comes later."""
        before, part, is_game = self.place, block.is_part, block.tag_start >= 0
        line, above = self.enter(block) if is_game else (self.place_of(block.start)[0], "")
        waiting = Waiting(block, self.window, preamble, before, part, line, above)
        for name in block.copied:
            if name not in before.before:
                block.fail(block.spot(name, 0), "nothing_to_copy", tag=name)
            elif NOT_TEXT.search(before.before[name]):
                block.fail(block.spot(name, 0), "copied_not_text", tag=name)
        if is_game:
            waiting.parsed = parse_game(block)
        return waiting

    def _judged(self, waiting: list[Waiting]) -> Iterator[Outcome]:
        """What has been read so far, judged all at once."""
        games = [one.parsed for one in waiting if one.parsed is not None and one.parsed.game is not ANY]
        judged = iter(verdicts(games, self.as_played) if games else ())
        for one in waiting:
            parsed = one.parsed
            if parsed is None:
                yield self._outcome(one, one.block.problems)
            elif parsed.game is ANY:
                yield self._outcome(one, parsed.flaws)
            else:
                verdict = next(judged)
                yield self._outcome(one, verdict.flaws, verdict)

    def _outcome(self, one: Waiting, flaws: list[Flaw], verdict: Verdict | None = None) -> Outcome:
        """A game, or what is neither a game nor comments."""
        block, before, parsed, window = one.block, one.before, one.parsed, one.window
        broken, above = any(flaw.severity == "error" for flaw in flaws), one.above
        if parsed is not None and verdict is not None and not broken:
            flaws = flaws + unnamed_notes(parsed, verdict.facts)
        at = block.tag_start if parsed is not None else block.problems[0].at
        torn = not block.problems if parsed is not None else _PLAYED.match(window.text, at)
        if one.is_part and before.began and broken and torn:
            flaws, above = [Flaw(at, problem_text("torn_game", {"line": before.began}))], ""
        index = before.index if parsed is not None else None
        problems = tuple(
            KpnError(self.name, *window.place_of(at), severity, message, index)
            for at, message, severity in sorted(flaws, key=lambda flaw: flaw.at)
        )
        if broken or parsed is None or verdict is None:
            text = above + window.source(block)
            return Outcome(None, problems, Broken(before.index, one.line, text, one.preamble))
        record = record_of(parsed, verdict.facts, one.preamble, one.line, before.index, self.name)
        return Outcome(record, problems)


@dataclass(slots=True)
class Window:
    """A piece of a source, which begins with a line of it, and where its lines begin."""

    text: str = ""
    line: int = 1
    begins: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.begins = [0, *(line.end() for line in _LINE_END.finditer(self.text))]

    def place_of(self, at: int) -> tuple[int, int]:
        """The line and the column of a place in the text, in the source."""
        line = bisect(self.begins, at) - 1
        return self.line + line, at - self.begins[line] + 1

    def source(self, block: Block) -> str:
        """A block as it was written, without the space around it."""
        first = _SPACE.match(self.text, block.start, block.end)
        at = block.start if first is None else first.end()
        text = self.text[at : block.end].rstrip()
        while text.endswith("\ufeff"):
            text = text.rstrip("\ufeff").rstrip()
        # In the first column it would be an ignored line.
        stray = text.startswith("%") and at > 0 and self.text[at - 1] != "\n"
        return f" {text}" if stray else text


@dataclass(slots=True)
class Waiting:
    """A game that waits for the judge, or what is none; ``before`` is where the reader was then."""

    block: Block
    window: Window
    preamble: tuple[tuple[Comment, ...], ...]
    before: Start
    is_part: bool
    line: int
    above: str  # the tags of the evening that it lacks
    parsed: Parsed | None = None
