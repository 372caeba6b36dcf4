"""KPN into columns: plain games by the scanner of the core, whatever is unusual by the reader of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kranalyze.core.ordinary import LineStart, Scan, scan_game
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text
from kranalyze.kpn.reader import Outcome, Reader, Start
from kranalyze.kpn.record import KpnError, Record
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
) -> Iterator[pl.DataFrame | Outcome]:
    """The games of a text (see ``Reader``): frames of plain ones, and what the reader says of the others.

    Frames come later than what stands behind their games: the column ``deal`` says the order.
    """
    import polars as pl

    from kranalyze.core.arrow import scanned as arrays_of

    known = knowing(rules)
    packed, ids = b"".join(map(scan_game, known)), [row.id for row in known]
    seats, named = pl.Series([seat.name for seat in Seat]), pl.Series(ids, dtype=pl.String)
    texts = pl.Series([rules_text(GAMES[row.id], row.in_force) or None for row in known], dtype=pl.String)
    room = min(_ROOM, len(data) // _SHORTEST + 1)
    for part in walked(data, name, game, rules, start, ids, lambda: Scan(room, packed)):
        if isinstance(part, Outcome):
            yield part
            continue
        found = pl.DataFrame({column: pl.Series(values) for column, values in arrays_of(part).items()})
        yield found.with_columns(
            seats.gather(found["dealer"]).alias("dealer"),
            named.gather(found["game"]).alias("game"),
            texts.gather(found["game"]).alias("rules"),
            pl.lit(name).alias("file"),
            pl.col("index").alias("deal"),
        ).select(*schema())


def knowing(rules: Mapping[str, str]) -> list[Game]:
    """The games by some options; those that know one of them not are left to the reader."""
    found = []
    for game in GAMES.values():
        with suppress(ValueError):
            found.append(game.under(rules))
    return found


def walked(
    data: bytes,
    name: str,
    game: str | None,
    rules: Mapping[str, str],
    start: Start | None,
    known: list[str],
    fresh: Callable[[], S],
    most: int | None = None,
) -> Iterator[S | Outcome]:
    """The games of a text: columns of those that they take, and what the reader says of the others.

    Args:
        data, name, game, rules, start: as for ``Reader``.
        known: ids of the games that the columns know, by number.
        fresh: columns with room.
        most: so many of the others come between two columns at most.
    """
    start = start or Start()

    def read(some: bytes, place: Start) -> Reader:
        return Reader(bytes(some), name, game, rules, place)

    strange = game is not None and game not in known
    if strange or start.evening or b"\0" in data[:4096]:  # the reader looks for that in the first bytes
        yield from read(data, start).outcomes()
        return
    if data.find(b"\r") >= 0:
        data = data[:].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    forced = -1 if game is None else known.index(game)
    at, index, last = LineStart(0, start.line), start.index, -1
    columns, others = fresh(), 0
    while at.offset < len(data):
        before = columns.count
        end, past, last_one = columns.go_on(data, at, index, forced)
        index += columns.count - before
        last = last_one if columns.count > before else last
        if columns.count == columns.room:
            yield columns
            columns, others, at = fresh(), 0, end
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
            for outcome in reader.outcomes():
                yield outcome
                others += 1
            index = reader.place.index
            if reader.place.evening:  # columns know nothing of tags that stand above
                yield from read(data[past.offset :], replace(reader.place, line=past.line)).outcomes()
                break
        at = past
        if most is not None and others >= most:
            yield columns
            columns, others = fresh(), 0
    if columns.count or others:
        yield columns


def deals_of(parts: Iterable[pl.DataFrame | Outcome], file: str) -> Columns:
    """The deals of what was scanned, or of records that were read, as columns; and all that is wrong."""
    import polars as pl

    frames: list[pl.DataFrame] = []

    def read() -> Iterator[Outcome]:
        for part in parts:
            if isinstance(part, pl.DataFrame):
                frames.append(part)
            else:
                yield part

    records, problems = with_deals(read())
    if not any(frame.height for frame in frames) and not records and not problems:
        problems.append(no_game(file))
    problems.sort(key=lambda p: (p.line, p.column))
    if not records:  # the scanner has seen that its deals fit
        return Columns(pl.concat([pl.DataFrame(schema=schema()), *frames]), problems)
    others = fitting(Columns(frame_of(records), problems))
    return Columns(pl.concat([*frames, others.frame]).sort("deal"), others.problems)


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
