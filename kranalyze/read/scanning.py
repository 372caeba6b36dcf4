"""Read KPN as columns. The core scans plain games, and the reader of records reads all others."""

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
from kranalyze.kpn.outcome import Outcome, Start
from kranalyze.read.columns import Columns, fitting, frame_of, schema
from kranalyze.read.lacking import no_game, with_deals

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.kpn.reader import Reader

#: Largest number of games of a scan.
_ROOM = 1 << 16

#: Number of bytes of the shortest plain game.
_SHORTEST = 30

S = TypeVar("S", bound=Scan)


def scanned(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None
) -> Iterator[tuple[pl.DataFrame, list[Outcome]]]:
    """Yield the games of a text (see ``Reader``): frames of plain games, and the outcomes of other games.

    The column ``deal`` has the order of the games.
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
    """Return the games under rule options. Games that lack one of the options are left to the reader."""
    found = []
    for game in GAMES.values():
        with suppress(ValueError):
            found.append(game.under(rules))
    return found


def vocabulary(rules: Mapping[str, str]) -> Vocabulary:
    """Return a vocabulary for scans. ``rules`` override the rule options of records."""

    def find_game(game_text: str, rules_text: str) -> Game | None:
        from kranalyze.kpn.deals import ANY
        from kranalyze.kpn.lexer import Block
        from kranalyze.kpn.parsed import Parsed
        from kranalyze.kpn.tagvalues import read_game

        if rules:
            rules_text = " ".join(f"{k}={v}" for k, v in (written_rules(rules_text) | dict(rules)).items())
        parsed = Parsed(Block("", tags={"Game": game_text, "Rules": rules_text}))
        read_game(parsed)
        return None if parsed.flaws or parsed.game is ANY else parsed.game

    return Vocabulary(knowing(rules), find_game)


@dataclass(frozen=True, slots=True)
class Walked(Generic[S]):
    """Consecutive games of a text.

    Attributes:
        columns: the scanned games.
        others: outcomes of the other games, from the reader of records.
        text, start: text of all these games, and the state of the reader at its start.
    """

    columns: S
    others: list[Outcome]
    text: bytes = b""
    start: Start = field(default_factory=Start)


def walked(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None, known: list[str],
    fresh: Callable[[], S], most: int | None = None,
) -> Iterator[Walked[S]]:  # fmt: skip
    """Yield the games of a text: columns of plain games, and outcomes of the other games between them.

    ``known`` are the ids of the games that columns can hold. The columns refer to them by index. ``fresh``
    returns empty columns. New columns begin after ``most`` other games.
    """
    start = start or Start()

    def read(some: bytes, place: Start) -> Reader:
        from kranalyze.kpn.reader import Reader

        return Reader(bytes(some), name, game, rules, place)

    def alone(reader: Reader) -> Iterator[Walked[S]]:
        outcomes = reader.outcomes()
        while some := list(islice(outcomes, most)):
            yield Walked(fresh(), some)

    strange = game is not None and game not in known
    if strange or start.evening or b"\0" in data[:4096]:  # the reader checks the first bytes for null bytes
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
            # The game before the other text begins this many lines above.
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
            if reader.place.evening:  # the scanner does not know tags of the evening
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
    """Return the deals of scanned games and of records as columns, with all problems."""
    import polars as pl

    listed = list(parts)
    frames = [pl.DataFrame(schema=schema()), *(frame for frame, _ in listed if frame is not None)]
    records, problems = with_deals(outcome for _, others in listed for outcome in others)
    if not any(frame.height for frame in frames) and not records and not problems:
        problems.append(no_game(file))
    problems.sort(key=lambda p: (p.line, p.column))
    if not records:  # the scanner has checked that its deals fit
        return Columns(pl.concat(frames), problems)
    read = fitting(Columns(frame_of(records), problems))
    return Columns(pl.concat([*frames, read.frame]).sort("deal"), read.problems)
