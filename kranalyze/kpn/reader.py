"""Reading KPN: a file or a text into records, with everything that is wrong with it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kranalyze.cards import Deck
from kranalyze.kpn.copying import copied
from kranalyze.kpn.draft import Draft, Problem
from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.fields import game_of
from kranalyze.kpn.items import Comment, Item, Section, Tag
from kranalyze.kpn.lexer import Block, Lexer
from kranalyze.kpn.meaning import understand
from kranalyze.kpn.record import Broken, Record

#: The line that stands first in what we write.
VERSION_LINE = Comment("%", " KPN 1.0")

_NOT_UTF8 = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class KpnFile:
    """What was read from a file.

    Attributes:
        name: of the file, as given.
        records: the games that can be used, those with warnings among them.
        problems: every error and warning, in the order of their places.
        broken: the games with errors, as they were written.
        trailing: blocks of comments after the last game.
    """

    name: str
    records: tuple[Record, ...] = ()
    problems: tuple[KpnError, ...] = ()
    broken: tuple[Broken, ...] = ()
    trailing: tuple[tuple[Comment, ...], ...] = ()

    @property
    def errors(self) -> tuple[KpnError, ...]:
        """The errors; each belongs to a game that is not among ``records``, or to the whole file."""
        return tuple(p for p in self.problems if p.severity == "error")

    @property
    def warnings(self) -> tuple[KpnError, ...]:
        """The warnings; their games are used."""
        return tuple(p for p in self.problems if p.severity == "warning")

    def with_records(self, records: tuple[Record, ...]) -> KpnFile:
        """The file with other records, as after annotating them; broken games and comments stay."""
        return replace(self, records=records)


def read_kpn(
    path: str | os.PathLike[str], game: str | None = None, rules: Mapping[str, str] | None = None
) -> KpnFile:
    """Read a KPN file; ``-`` is standard input. All errors of the file are collected.

    Args:
        path: the file.
        game: taken for the game of every record, whatever its tag says.
        rules: rule options over those of the records.

    Raises:
        OSError: the file cannot be read.
        ValueError: the game is unknown.
    """
    name = os.fspath(path)
    if name == "-":
        return parse_kpn(sys.stdin.buffer.read(), "<stdin>", game, rules)
    return parse_kpn(Path(name).read_bytes(), name, game, rules)


def parse_kpn(
    text: str | bytes,
    name: str = "<string>",
    game: str | None = None,
    rules: Mapping[str, str] | None = None,
) -> KpnFile:
    """Read KPN from a text; the arguments are those of ``read_kpn``.

    >>> file = parse_kpn('[Game "graden"] [Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.T.QJ 9.9.J9.T9"]')
    >>> file.errors, file.records[0].deal.size
    ((), 6)
    """
    records: list[Record] = []
    problems: list[KpnError] = []
    broken: list[Broken] = []
    trailing: tuple[tuple[Comment, ...], ...] = ()
    for outcome in iter_kpn(text, name, game, rules):
        problems += outcome.problems
        if outcome.record is not None:
            records.append(outcome.record)
        elif outcome.broken is not None:
            broken.append(outcome.broken)
        else:
            trailing = outcome.trailing
    if not records and not broken and not problems:
        problems.append(KpnError(name, 1, 1, "error", "there is no game in the file"))
    return KpnFile(name, tuple(records), tuple(problems), tuple(broken), trailing)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game read: a record, or what is left of it if there are errors; at the end the last comments."""

    record: Record | None
    problems: tuple[KpnError, ...]
    broken: Broken | None = None
    trailing: tuple[tuple[Comment, ...], ...] = ()


def iter_kpn(
    text: str | bytes,
    name: str = "<string>",
    game: str | None = None,
    rules: Mapping[str, str] | None = None,
) -> Iterator[Outcome]:
    """The games of a text one by one, as ``parse_kpn`` collects them.

    Raises:
        ValueError: the game is unknown.
    """
    given = dict(rules or {})
    if game is not None:
        game = game_of(game).id
    if isinstance(text, bytes):
        if b"\0" in text:
            line = text.count(b"\n", 0, text.index(b"\0")) + 1
            yield Outcome(None, (KpnError(name, line, 1, "error", "this is not a text file"),))
            return
        text = text.decode("utf-8", errors="surrogateescape")
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    yield from _Reader(text, name, game, given).outcomes()


class _Reader:
    """Reads one text; knows what the game before said, for ``#``."""

    def __init__(self, text: str, name: str, game: str | None, rules: dict[str, str]) -> None:
        self.text = text
        self.name = name
        self.game = game
        self.rules = rules
        self.dirty = _NOT_UTF8.search(text) is not None
        self.line, self.counted = 1, 0
        self.index = 0
        self.preamble: list[tuple[Comment, ...]] = []
        self.first = True
        self.before: Mapping[str, str] = {}
        self.deck_before: Deck = "french"

    def outcomes(self) -> Iterator[Outcome]:
        """The games, and at the end the comments after the last one."""
        for block in Lexer(self.text).blocks():
            if self.first:
                self._drop_version(block)
            if self.dirty:
                bad = _NOT_UTF8.search(self.text, block.start, block.end)
                if bad is not None:
                    byte = ord(bad[0]) - 0xDC00
                    block.problems.append((bad.start(), f"this is not UTF-8: byte 0x{byte:02x}"))
            if block.is_game:
                yield self._game(block)
            elif block.problems:
                yield self._rubble(block)
            elif block.items:
                self.preamble.append(block.comments)
        if self.preamble:
            yield Outcome(None, (), None, tuple(self.preamble))

    def _drop_version(self, block: Block) -> None:
        """The version line is not part of any game: what we write begins with it again."""
        self.first = False
        if block.items and block.items[0] == VERSION_LINE:
            del block.items[0]

    def _begin(self, at: int) -> tuple[tuple[Comment, ...], ...]:
        """Count the lines up to a place; the blocks of comments before it."""
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        preamble = tuple(self.preamble)
        self.preamble = []
        return preamble

    def _source(self, block: Block) -> str:
        """A block as it was written, without the version line."""
        text = self.text[block.start : block.end].rstrip("\n")
        return text.removeprefix(f"{VERSION_LINE}\n") if block.start == 0 else text

    def _rubble(self, block: Block) -> Outcome:
        """A block that is neither a game nor comments."""
        preamble = self._begin(block.start)
        problems = tuple(self._error(Problem(at, "error", message), None) for at, message in block.problems)
        return Outcome(None, problems, Broken(self.index, self.line, self._source(block), preamble))

    def _game(self, block: Block) -> Outcome:
        preamble = self._begin(block.start)
        line = self.line + self.text.count("\n", block.start, block.tag_start)
        tags, names = self._copy(block)
        self._override(block, tags)
        draft = Draft(self.text, block, tags, names)
        draft.problems = [Problem(at, "error", message) for at, message in block.problems]
        for name in names:
            if name not in self.before:
                draft.fail_at(block.spots[name], f"there is no {name} in the game before to copy")
        understand(draft)
        self.before, self.deck_before = tags, draft.deck
        index, self.index = self.index, self.index + 1
        problems = tuple(self._error(p, index) for p in sorted(draft.problems, key=lambda p: p.at))
        if draft.broken:
            return Outcome(None, problems, Broken(index, line, self._source(block), preamble))
        return Outcome(self._record(draft, index, preamble, line), problems)

    def _copy(self, block: Block) -> tuple[dict[str, str], frozenset[str]]:
        """The tags with ``#`` replaced, and the names of those that had it."""
        names = frozenset(name for name, value in block.tags.items() if value == "#")
        if not names:
            return block.tags, names
        tags = dict(block.tags)
        if "Deck" in names:
            tags["Deck"] = self.before.get("Deck", "?")
        deck: Deck = "german" if tags.get("Deck", "").strip().lower() == "german" else "french"
        for name in names - {"Deck"}:
            tags[name] = copied(name, self.before.get(name, "?"), self.deck_before, deck)
        block.items = [_renamed(item, tags) if _value(item) == "#" else item for item in block.items]
        return tags, names

    def _override(self, block: Block, tags: dict[str, str]) -> None:
        """Put the game and the rules of the command line in the place of those of the record."""
        if self.game is not None and tags.get("Game") != self.game:
            _put(block, tags, "Game", self.game, "Board")
        if self.rules:
            given = dict(part.split("=", 1) for part in tags.get("Rules", "").split() if "=" in part)
            given |= self.rules
            _put(block, tags, "Rules", " ".join(f"{k}={v}" for k, v in given.items()), "Game")

    def _error(self, problem: Problem, index: int | None) -> KpnError:
        at = min(problem.at, len(self.text))
        line = self.line + self.text.count("\n", self.counted, at)
        column = at - (self.text.rfind("\n", 0, at) + 1) + 1
        return KpnError(self.name, line, column, problem.severity, problem.message, index)

    def _record(
        self, draft: Draft, index: int, preamble: tuple[tuple[Comment, ...], ...], line: int
    ) -> Record:
        game = draft.game
        assert game is not None
        return Record(
            items=tuple(draft.block.items),
            game=game.id,
            rules=draft.rules,
            deck=draft.deck,
            dealer=draft.dealer,
            deal=draft.deal,
            discard=draft.discard,
            contract=None if draft.contract is None else draft.contract.id,
            declarer=draft.declarer,
            second=draft.second,
            face_down=draft.face_down,
            called=draft.called,
            trump=draft.trump,
            announce=draft.announce,
            contra=draft.contra,
            score=draft.score,
            auction=draft.auction,
            leader=draft.leader,
            play=draft.play,
            finished=draft.finished,
            settlement=draft.settlement,
            notes=draft.notes,
            question=draft.question,
            facts=draft.facts,
            preamble=preamble,
            line=line,
            index=index,
            file=self.name,
        )


def _value(item: Item) -> str | None:
    return item.value if isinstance(item, Tag | Section) and item.name != "Note" else None


def _renamed(item: Item, tags: Mapping[str, str]) -> Item:
    """A tag or section with the value that it copies."""
    if isinstance(item, Tag | Section):
        return replace(item, value=tags[item.name])
    return item


def _put(block: Block, tags: dict[str, str], name: str, value: str, after: str) -> None:
    """Set the value of a tag; a new one comes after another, or first."""
    tags[name] = value
    place = 0
    for i, item in enumerate(block.items):
        if isinstance(item, Tag) and item.name == name:
            block.items[i] = Tag(name, value)
            return
        first_comments = place == 0 and isinstance(item, Comment)
        if first_comments or (isinstance(item, Tag) and item.name == after):
            place = i + 1
    while place < len(block.items) and isinstance(item := block.items[place], Comment) and not item.own_line:
        place += 1
    block.items.insert(place, Tag(name, value))
