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
from kranalyze.kpn.deals import deck_of, respelled
from kranalyze.kpn.lexer import EVENING_TAGS, NOT_TEXT, Block, Flaw, blocks, escape
from kranalyze.kpn.meaning import understand
from kranalyze.kpn.record import Broken, Comment, KpnError, Record, Section, Tag
from kranalyze.kpn.tags import Draft

#: The line that stands first in what we write.
VERSION_LINE = Comment("%", " KPN 1.0")

#: What a Play or an Auction goes on with.
_PLAYED = re.compile(r"(?:[A-Z♠♥♦♣](?:10|[AKQJTOUXZ7-9])|[-*+]|gut|pass|weiter|AP|mit)\b", re.IGNORECASE)

_SPACE = re.compile(r"[\s\ufeff]+")
_LINE_END = re.compile(r"\n")

#: How much is read from a file at a time.
_PIECE = 1 << 20


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
        problems = (KpnError(name, 1, 1, "error", "there is no game in the file"),)
    return KpnFile(name, records, problems, broken, found[-1].trailing if found else ())


@dataclass(eq=False)
class Reader:
    """Reads one source, a piece at a time; knows what the game before said, for ``#``.

    ``text`` is the piece at hand; it always begins with a line, number ``line``, and ``begins`` are the
    places of its lines. ``place`` is where the source goes on, but for its line; ``game`` and ``rules`` are
    those of ``read_kpn``, which an unknown game ends with a ValueError.
    """

    source: IO[bytes] | str | bytes
    name: str = "<string>"
    game: str | None = None
    rules: Mapping[str, str] | None = None
    place: Start = field(default_factory=Start)
    as_played: bool = False
    text: str = ""
    begins: list[int] = field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        given = io.BytesIO(self.source) if isinstance(self.source, bytes) else self.source
        utf8 = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
        decoder = None if isinstance(given, str) else utf8
        self.opened: IO[Any] = io.StringIO(given, newline="") if isinstance(given, str) else given
        self.newlines = io.IncrementalNewlineDecoder(decoder, translate=True)
        self.game = None if self.game is None else get_game(self.game).id
        self.line = self.place.line
        self.first = (self.line, self.place.index) == (1, 0)

    def outcomes(self) -> Iterator[Outcome]:
        """The games, and at the end the comments after the last one."""
        preamble: list[tuple[Comment, ...]] = []
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
                yield self._outcome(block, tuple(preamble))
                preamble = []
                continue
            comments = tuple(item for item in block.items if isinstance(item, Comment))
            preamble += [comments] if comments else []
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
                block.fail(0, "this is not a text file")
                yield block
                return
            more = str(self.newlines.decode(raw, final=final))
            if self.first and not self.text:
                more = more.removeprefix("\ufeff")
            cut = self.text.rfind("\n", 0, rest) + 1
            self.line, self.text = self.place_of(cut)[0], self.text[cut:] + more
            self.begins = [0, *(line.end() for line in _LINE_END.finditer(self.text))]
            rest = yield from blocks(self.text, began := rest - cut, final)
            # A block longer than the piece is not read again and again.
            size = _PIECE if rest > began else 2 * size

    def place_of(self, at: int) -> tuple[int, int]:
        """The line and the column of a place in the text."""
        line = bisect(self.begins, at) - 1
        return self.line + line, at - self.begins[line] + 1

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
        if self.game is not None and tags.get("Game") != self.game:
            block.put_tag("Game", self.game, "Board")
        if self.rules:
            given = written_rules(tags.get("Rules")) | dict(self.rules)
            block.put_tag("Rules", " ".join(f"{k}={v}" for k, v in given.items()), "Game")
        self.place = replace(before, index=before.index + 1, before=tags, deck=deck, began=began)
        return line, "".join(f'[{name} "{escape(evening[name])}"]\n' for name in names)

    def _outcome(self, block: Block, preamble: tuple[tuple[Comment, ...], ...]) -> Outcome:
        """A game, or what is neither a game nor comments."""
        before, part, game = self.place, block.is_part, block.tag_start >= 0
        line, above = self.enter(block) if game else (self.place_of(block.start)[0], "")
        draft = Draft(
            items=tuple(block.items), game="", rules={}, block=block, problems=list(block.problems),
            as_played=self.as_played, preamble=preamble, line=line, index=before.index, file=self.name,
        )  # fmt: skip
        for name in block.copied:
            if name not in before.before:
                draft.fail(name, f"there is no {name} in the game before to copy")
            elif NOT_TEXT.search(before.before[name]):
                draft.fail(name, f"the {name} of the game before is not UTF-8 text")
        if game:
            understand(draft)
        at = block.tag_start if game else block.problems[0].at
        torn = not block.problems if game else _PLAYED.match(self.text, at)
        if part and before.began and draft.broken and torn:
            said = f"the blank line above ended the game that began at line {before.began}"
            draft.problems, above = [Flaw(at, said)], ""
        index = before.index if game else None
        problems = tuple(
            KpnError(self.name, *self.place_of(at), severity, message, index)
            for at, message, severity in sorted(draft.problems, key=lambda flaw: flaw.at)
        )
        if draft.broken:
            return Outcome(None, problems, Broken(before.index, line, above + self._source(block), preamble))
        return Outcome(draft.record(), problems)

    def _source(self, block: Block) -> str:
        """A block as it was written, without the space around it."""
        first = _SPACE.match(self.text, block.start, block.end)
        at = block.start if first is None else first.end()
        text = self.text[at : block.end].rstrip()
        while text.endswith("\ufeff"):
            text = text.rstrip("\ufeff").rstrip()
        # In the first column it would be an ignored line.
        stray = text.startswith("%") and at > 0 and self.text[at - 1] != "\n"
        return f" {text}" if stray else text
