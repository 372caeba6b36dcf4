"""Read KPN as columns. The C core scans plain games. All other games are read as records.

A game is plain if the C core can read it. ``kpn.reader.Reader`` reads any game as a record. The result of
reading a game is called an outcome: a record and its warnings, or only errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from kranalyze.core.dealscan import DealScan, scan_game
from kranalyze.core.logscan import Vocabulary
from kranalyze.core.scan import LineStart, Scan
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn.outcome import Outcome, Start
from kranalyze.read.columns import Columns, deal_columns_of_records, frame_schema, keep_fitting_deals
from kranalyze.read.lacking import no_games_error, records_with_deal_and_problems

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.kpn.reader import Reader

#: Largest number of games in the columns that one call of the core fills.
_ROOM = 1 << 16

#: Number of bytes of the shortest game that the C core can read.
_SHORTEST = 30

S = TypeVar("S", bound=Scan)


def scan_plain_and_read_other_games(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None
) -> Iterator[tuple[pl.DataFrame, list[Outcome]]]:
    """Yield the games of a KPN text in batches: plain games as frames, other games as outcomes.

    A frame has the deals of the games that the C core can read. The column ``deal`` of a frame has the index
    of each game in the text. All other games are read as records. The arguments mean the same as in
    ``kpn.reader.Reader``.
    """
    import polars as pl

    from kranalyze.core.arrow import arrays_of_scan as arrays_of
    from kranalyze.core.arrow import frame_of_table

    known = apply_rules_to_games_having_them(rules)
    packed, ids = b"".join(map(scan_game, known)), [row.id for row in known]
    seats, named = pl.Series([seat.name for seat in Seat]), pl.Series(ids, dtype=pl.String)
    texts = pl.Series([rules_text(row) for row in known], dtype=pl.String)
    room = min(_ROOM, len(data) // _SHORTEST + 1)
    for part in scan_plain_games_in_batches(
        data, name, game, rules, start, ids, lambda: DealScan(room, packed)
    ):
        games = frame_of_table(arrays_of(part.columns))
        whole = games.with_columns(
            seats.gather(games["dealer"]).alias("dealer"),
            named.gather(games["game"]).alias("game"),
            texts.gather(games["game"]).alias("rules"),
            pl.lit(name).alias("file"),
            pl.col("index").alias("deal"),
        )
        yield whole.select(*frame_schema()), part.others


def apply_rules_to_games_having_them(rules: Mapping[str, str]) -> list[Game]:
    """Return the card games that have all rule options in ``rules``, with these options set."""
    games = []
    for game in GAMES.values():
        with suppress(ValueError):
            games.append(game.under(rules))
    return games


def vocabulary_of_game_names(rules: Mapping[str, str]) -> Vocabulary:
    """Return the vocabulary in which the core looks up names of card games while it scans KPN.

    ``rules`` override the rule options in the text.
    """

    def find_game(game_text: str, rules_text: str) -> Game | None:
        """Return the card game for the values of the tags Game and Rules, or None if there is none."""
        from kranalyze.kpn.deals import ANY
        from kranalyze.kpn.lexer import Block
        from kranalyze.kpn.parsed import Parsed
        from kranalyze.kpn.tagvalues import read_game

        if rules:
            rules_text = " ".join(f"{k}={v}" for k, v in (written_rules(rules_text) | dict(rules)).items())
        parsed = Parsed(Block("", tags={"Game": game_text, "Rules": rules_text}))
        read_game(parsed)
        return None if parsed.flaws or parsed.game is ANY else parsed.game

    return Vocabulary(apply_rules_to_games_having_them(rules), find_game)


@dataclass(frozen=True, slots=True)
class Walked(Generic[S]):
    """Consecutive games of a KPN text.

    Attributes:
        columns: the games that the C core has scanned.
        others: the outcomes of the other games: records with warnings, or errors.
        text: the text of all games in ``columns`` and ``others``.
        start: the state of the reader at the start of ``text``.
    """

    columns: S
    others: list[Outcome]
    text: bytes = b""
    start: Start = field(default_factory=Start)


def _new_reader(
    name: str, game: str | None, rules: Mapping[str, str], text: bytes, start: Start
) -> Reader:
    """Return a reader for ``text``, a part of a KPN text.

    ``scan_plain_games_in_batches`` explains the arguments ``name``, ``game``, ``rules`` and ``start``.
    """
    from kranalyze.kpn.reader import Reader

    return Reader(bytes(text), name, game, rules, start)


def scan_plain_games_in_batches(
    data: bytes, name: str, game: str | None, rules: Mapping[str, str], start: Start | None,
    game_ids: list[str], new_columns: Callable[[], S], other_games_per_batch: int | None = None,
) -> Iterator[Walked[S]]:  # fmt: skip
    """Yield the games of a KPN text in batches.

    The C core reads the plain games of a batch into columns. ``kpn.reader.Reader`` reads all other games. Its
    results are called outcomes: records with warnings, or errors.

    Args:
        data: the KPN text.
        name: name of the file.
        game: id of the card game of all records. None: each record names its card game.
        rules: rule options. They override the rule options of the records.
        start: the state of the reader at the start of the text. None: the start of a file.
        game_ids: ids of the card games that the core can read. In the columns, the number of a card game is
            its index in this list.
        new_columns: function that returns empty columns, which the core fills.
        other_games_per_batch: a new batch begins once a batch has at least this many games that were read as
            records. None: no limit.
    """
    start = start or Start()

    new_reader = partial(_new_reader, name, game, rules)

    def with_empty_columns(reader: Reader) -> Iterator[Walked[S]]:
        """Yield batches in which all games are read as records by ``reader``, and the columns are empty."""
        outcomes = reader.outcomes()
        while batch := list(islice(outcomes, other_games_per_batch)):
            yield Walked(new_columns(), batch)

    strange = game is not None and game not in game_ids
    if strange or start.evening or b"\0" in data[:4096]:  # only the reader reports null bytes as errors
        yield from with_empty_columns(new_reader(data, start))
        return
    if data.find(b"\r") >= 0:
        data = data[:].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    forced = -1 if game is None else game_ids.index(game)
    at, index, last, began = LineStart(0, start.line), start.game, -1, 0
    columns, others, first, begin = new_columns(), list[Outcome](), 0, start

    def walked_to(end: int) -> Walked[S]:
        return Walked(columns, others, data[first:end], begin)

    while at.offset < len(data):
        before = columns.count
        end, past, last_one = columns.keep_games_and_skip_unreadable(data, at, index, forced)
        index += columns.count - before
        if columns.count > before:
            lines = memoryview(columns.columns["line"]).cast("I")
            last, began = last_one, lines[columns.count - 1]
        if columns.count == columns.room:
            yield walked_to(end.offset)
            columns, others, at = new_columns(), [], end
            first, begin = end.offset, Start(end.line, index)
            continue
        other = data[end.offset : past.offset]
        if other:
            copied = start if last < 0 else Start(began=began)
            if last >= 0 and b'"#"' in other:
                reader = new_reader(data[last : end.offset], Start(2))
                for _ in reader.outcomes():
                    pass
                copied = reader.place._replace(began=began)
            reader = new_reader(other, copied._replace(line=end.line, game=index))
            others += reader.outcomes()
            index = reader.place.game
            if reader.is_bridge:
                break
            if reader.place.evening:  # the core cannot add evening tags: read later games as records
                yield walked_to(past.offset)
                place = reader.place._replace(line=past.line)
                yield from with_empty_columns(new_reader(data[past.offset :], place))
                return
        at = past
        if other_games_per_batch is not None and len(others) >= other_games_per_batch:
            yield walked_to(past.offset)
            columns, others = new_columns(), []
            first, begin = past.offset, Start(past.line, index)
    if columns.count or others:
        yield walked_to(len(data))


def deals_of(parts: Iterable[tuple[pl.DataFrame | None, Iterable[Outcome]]], file: str) -> Columns:
    """Put the deals of all games of a file into one ``Columns`` object, with all errors and warnings.

    Args:
        parts: pairs of a frame and outcomes. The frame has the games that the C core has scanned; it may be
            None. The outcomes are the results of reading the other games: records with warnings, or errors.
        file: name of the file.
    """
    import polars as pl

    listed = list(parts)
    frames = [pl.DataFrame(schema=frame_schema()), *(frame for frame, _ in listed if frame is not None)]
    records, problems = records_with_deal_and_problems(outcome for _, others in listed for outcome in others)
    if not any(frame.height for frame in frames) and not records and not problems:
        problems.append(no_games_error(file))
    problems.sort(key=lambda p: (p.line, p.column))
    if not records:  # the core has already checked that the deals in ``frames`` fit their card games
        return Columns(pl.concat(frames), problems)
    read = keep_fitting_deals(Columns(deal_columns_of_records(records), problems))
    return Columns(pl.concat([*frames, read.frame]).sort("deal"), read.problems)
