"""KPN into columns: plain games by the scanner of the core, whatever is unusual by the reader of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from kranalyze.core.dealscan import DealScan, scan_game
from kranalyze.core.logscan import Vocabulary
from kranalyze.core.scan import LineStart, Scan
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn.deals import ANY
from kranalyze.kpn.lexer import Block
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.reader import Outcome, Reader, Start
from kranalyze.kpn.record import KpnError, Record
from kranalyze.kpn.tagvalues import read_game
from kranalyze.read.columns import Columns, fitting, frame_of, schema

if TYPE_CHECKING:
    import polars as pl

#: Rows that one scan has room for.
_ROOM = 1 << 16

#: A plain game has no fewer bytes.
_SHORTEST = 30

S = TypeVar("S", bound=Scan)


def scanned(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None
) -> Iterator[tuple[pl.DataFrame, list[Outcome]]]:
    """The games of a text (see ``Reader``): frames of plain ones, each with what the reader says of others.

    The column ``deal`` says the order.
    """
    import polars as pl

    from kranalyze.core.arrow import scanned as arrays_of

    known = knowing(rules)
    packed, ids = b"".join(map(scan_game, known)), [row.id for row in known]
    seats, named = pl.Series([seat.name for seat in Seat]), pl.Series(ids, dtype=pl.String)
    texts = pl.Series([rules_text(row) for row in known], dtype=pl.String)
    room = min(_ROOM, len(data) // _SHORTEST + 1)
    for part in walked(data, name, game, rules, start, ids, lambda: DealScan(room, packed)):
        arrays = arrays_of(part.columns)
        found = pl.DataFrame({column: pl.Series(values) for column, values in arrays.items()})
        whole = found.with_columns(
            seats.gather(found["dealer"]).alias("dealer"),
            named.gather(found["game"]).alias("game"),
            texts.gather(found["game"]).alias("rules"),
            pl.lit(name).alias("file"),
            pl.col("index").alias("deal"),
        )
        yield whole.select(*schema()), part.others


def knowing(rules: Mapping[str, str]) -> list[Game]:
    """The games by some options; those that know one of them not are left to the reader."""
    found = []
    for game in GAMES.values():
        with suppress(ValueError):
            found.append(game.under(rules))
    return found


def vocabulary(rules: Mapping[str, str]) -> Vocabulary:
    """The names of games as a reader understands them that takes some options over those of the records."""

    def find_game(game_text: str, rules_text: str) -> Game | None:
        if rules:
            rules_text = " ".join(f"{k}={v}" for k, v in (written_rules(rules_text) | dict(rules)).items())
        parsed = Parsed(Block("", tags={"Game": game_text, "Rules": rules_text}))
        read_game(parsed)
        return None if parsed.flaws or parsed.game is ANY else parsed.game

    return Vocabulary(knowing(rules), find_game)


@dataclass(frozen=True, slots=True)
class Walked(Generic[S]):
    """Games of a text that follow one another.

    Attributes:
        columns: those that were scanned.
        others: what the reader of records says of the others.
        text, start: where they stand: their text, and the place of it.
    """

    columns: S
    others: list[Outcome]
    text: bytes = b""
    start: Start = field(default_factory=Start)


def walked(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None, known: list[str],
    fresh: Callable[[], S], most: int | None = None,
) -> Iterator[Walked[S]]:  # fmt: skip
    """The games of a text: columns of those that they take, and what the reader says of those among them.

    ``known`` are ids of the games that columns know, by number, and ``fresh`` gives some with room; where
    there are ``most`` of the others, new ones begin.
    """
    start = start or Start()

    def read(some: bytes, place: Start) -> Reader:
        return Reader(bytes(some), name, game, rules, place)

    def alone(reader: Reader) -> Iterator[Walked[S]]:
        outcomes = reader.outcomes()
        while some := list(islice(outcomes, most)):
            yield Walked(fresh(), some)

    strange = game is not None and game not in known
    if strange or start.evening or b"\0" in data[:4096]:  # the reader looks for that in the first bytes
        yield from alone(read(data, start))
        return
    if data.find(b"\r") >= 0:
        data = data[:].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    forced = -1 if game is None else known.index(game)
    at, index, last = LineStart(0, start.line), start.index, -1
    columns, others, first, begin = fresh(), list[Outcome](), 0, start

    def so_far(end: int) -> Walked[S]:
        return Walked(columns, others, data[first:end], begin)

    while at.offset < len(data):
        before = columns.count
        end, past, last_one = columns.go_on(data, at, index, forced)
        index += columns.count - before
        last = last_one if columns.count > before else last
        if columns.count == columns.room:
            yield so_far(end.offset)
            columns, others, at = fresh(), [], end
            first, begin = end.offset, Start(end.line, index)
            continue
        other = data[end.offset : past.offset]
        if other:
            # The game before begins so many lines above.
            began = 0 if last < 0 else end.line - data[last : end.offset].count(b"\n")
            copied = start if last < 0 else Start(began=began)
            if last >= 0 and b'"#"' in other:
                reader = read(data[last : end.offset], Start(2))
                for _ in reader.outcomes():
                    pass
                copied = replace(reader.place, began=began)
            reader = read(other, replace(copied, line=end.line, index=index))
            others += reader.outcomes()
            index = reader.place.index
            if reader.place.evening:  # columns know nothing of tags that stand above
                yield so_far(past.offset)
                yield from alone(read(data[past.offset :], replace(reader.place, line=past.line)))
                return
        at = past
        if most is not None and len(others) >= most:
            yield so_far(past.offset)
            columns, others = fresh(), []
            first, begin = past.offset, Start(past.line, index)
    if columns.count or others:
        yield so_far(len(data))


def deals_of(parts: Iterable[tuple[pl.DataFrame | None, Iterable[Outcome]]], file: str) -> Columns:
    """The deals of what was scanned, and of records that were read, as columns; and all that is wrong."""
    import polars as pl

    listed = list(parts)
    frames = [pl.DataFrame(schema=schema()), *(frame for frame, _ in listed if frame is not None)]
    records, problems = with_deals(outcome for _, others in listed for outcome in others)
    if not any(frame.height for frame in frames) and not records and not problems:
        problems.append(no_game(file))
    problems.sort(key=lambda p: (p.line, p.column))
    if not records:  # the scanner has seen that its deals fit
        return Columns(pl.concat(frames), problems)
    read = fitting(Columns(frame_of(records), problems))
    return Columns(pl.concat([*frames, read.frame]).sort("deal"), read.problems)


def with_deals(outcomes: Iterable[Outcome]) -> tuple[list[Record], list[KpnError]]:
    """The records that have a deal, and all that is wrong; that a game has none is, too."""
    records, problems = list[Record](), list[KpnError]()
    for outcome in outcomes:
        problems += with_deal(outcome)
        if outcome.record is not None and outcome.record.deal is not None:
            records.append(outcome.record)
    return records, problems


def with_deal(outcome: Outcome) -> tuple[KpnError, ...]:
    """What is wrong with a game; that it has no deal is, too."""
    record = outcome.record
    if record is None or record.deal is not None:
        return outcome.problems
    lacking = KpnError(record.file, record.line, 1, "error", "the game has no Deal", record.index)
    return (*outcome.problems, lacking)


def no_game(file: str) -> KpnError:
    """That a file holds nothing."""
    return KpnError(file, 1, 1, "error", "there is no game in the file")
