"""Split a FILE argument into pieces, and read the pieces as columns of deals or as records.

A piece has consecutive records or deals of the input. A worker process can read a piece without access to the
input. Errors and warnings (problems) have the line numbers of the whole input. By default a KPN file is a
single piece, and a table is split into several pieces. The result of reading a game is called an outcome: a
record and its warnings, or only errors.
"""

import io
import os.path
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from typing import IO, TYPE_CHECKING, NamedTuple

from kranalyze.cards import Deck, UnknownRankError, parse_hand
from kranalyze.deal import Seat
from kranalyze.files import name_text
from kranalyze.kpn.deals import hand_of
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.outcome import Outcome, Start
from kranalyze.kpn.record import Record
from kranalyze.read.columns import (
    Columns,
    deal_columns_of_records,
    join_columns,
    keep_fitting_deals,
    record_of_deal_row,
)
from kranalyze.read.lacking import no_games_error, records_with_deal_and_problems
from kranalyze.read.rows import Rows
from kranalyze.read.sources import IN_PLACE, format_of, is_typed_deal, open_input, unreadable_file_error

if TYPE_CHECKING:
    from kranalyze.read.likenames import PlayerNames


#: A mapping without rule options. It is a ``dict``, because pieces are pickled to be sent to other processes.
#: Read-only mappings cannot be pickled.
_NO_RULES: Mapping[str, str] = {}


class Piece(NamedTuple):
    """Consecutive records or deals of an input.

    Attributes:
        file: name of the input, as passed by the caller.
        data: bytes of KPN, an open KPN file, rows of a table, a deal typed on the command line, or the error
            that stopped reading.
        game: id of the card game of all records. None: each record names its game.
        rules: rule options. They override the rule options of the records.
        start: index and line of the first record in the input. For KPN, ``start`` also has the values that
            the first record copies from the record before it.
        records: number of records or deals in the piece, including those with errors. -1: not known.
        size: roughly how many bytes of the input the piece has.
    """

    file: str
    data: bytes | IO[bytes] | Rows | str | KpnError
    game: str | None = None
    rules: Mapping[str, str] = _NO_RULES
    start: Start = Start()
    records: int = -1
    size: float = 0

    @property
    def has_records(self) -> bool:
        """Whether the piece has records. False: it has only deals."""
        if isinstance(self.data, Rows):
            return self.data.has_records
        return not isinstance(self.data, str | KpnError)

    @property
    def content_hash(self) -> bytes:
        """A hash of the piece. The hash does not depend on ``game`` and ``rules``.

        Pieces with equal hashes give equal results if they are read with the same game and rules.
        """
        import hashlib

        data, start = self.data, self.start
        before, above = sorted(start.before.items()), (sorted(start.evening.items()), start.began)
        facts = (self.file, self.records, start.line, start.game, before, start.deck, above)
        digest = hashlib.sha256(repr(facts).encode("utf-8", "surrogateescape"))
        if not isinstance(data, bytes):
            content = data.comparison_key() if isinstance(data, Rows) else data
            data = repr(content).encode("utf-8", "surrogateescape")
        digest.update(data)
        return digest.digest()

    def columns(self) -> Columns:
        """Return the deals as columns, with all errors and warnings.

        If the piece has records, return only the deals of these records.
        """
        data = self.data
        if isinstance(data, str):
            deals, problems = self.deals()
            return keep_fitting_deals(Columns(deal_columns_of_records(deals), problems))
        if isinstance(data, Rows) and not data.has_records:
            from kranalyze.read.cells import columns_of_rows

            return columns_of_rows(data, self.file, self.game)
        try:
            text = self.text()
        except OSError as error:
            return join_columns((), [unreadable_file_error(self.file, error)])
        from kranalyze.read.scanning import deals_of, scan_plain_and_read_other_games

        plain = scan_plain_and_read_other_games(text, self.file, self.game, self.rules, self.start)
        return deals_of(plain if text else [(None, self.outcomes())], self.file)

    def text(self) -> bytes:
        """Return the piece as bytes of KPN, or no bytes if the piece is not KPN.

        If possible, an open file is mapped into memory instead of read.

        Raises:
            OSError: the file cannot be read.
        """
        if isinstance(self.data, bytes):
            return self.data
        if isinstance(self.data, Rows | str | KpnError):
            return b""
        import mmap

        with suppress(OSError, ValueError):  # a pipe or an empty file cannot be mapped
            return mmap.mmap(self.data.fileno(), 0, access=mmap.ACCESS_READ)  # type: ignore[return-value]
        try:
            return self.data.read()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.file) from error

    def outcomes(self, playing_order_allowed: bool = False) -> Iterator[Outcome]:
        """Yield the outcome of reading each record: a record and its warnings, or only errors.

        If the piece has only deals, yield a single outcome with an error.

        Args:
            playing_order_allowed: as for ``kpn.reader.Reader``.
        """
        data = self.data
        if isinstance(data, Rows) and data.has_records:
            from kranalyze.read.loggedrows import games_of_rows

            yield from games_of_rows(data, self.file, self.game, self.rules)
            return
        if isinstance(data, Rows | str):
            message = "these are deals, and no games that were played"
            data = KpnError(self.file, self.start.line, 1, "error", message, self.start.game)
        if isinstance(data, KpnError):
            yield Outcome(None, (data,))
            return
        from kranalyze.kpn.reader import Reader

        lacking: KpnError | None = no_games_error(self.file)
        try:
            reader = Reader(data, self.file, self.game, self.rules, self.start, playing_order_allowed)
            for outcome in reader.outcomes():
                lacking = None if outcome.record or outcome.problems else lacking
                yield outcome
        except OSError as error:
            lacking = unreadable_file_error(self.file, error)
        if lacking is not None:
            yield Outcome(None, (lacking,))

    def checked(self, names: "PlayerNames | None" = None) -> tuple[int, list[KpnError]]:
        """Return how many records or deals are without errors, and a list of all errors and warnings.

        Args:
            names: collects the names of the records' players. None: names are not collected.
        """
        if not self.has_records:
            columns = self.columns()
            return columns.frame.height, columns.problems
        good, problems = 0, list[KpnError]()
        for outcome in self.outcomes():
            good += outcome.record is not None
            problems += outcome.problems
            if names is not None and outcome.record is not None:
                names.count_game_of_each_player(outcome.record)
        return good, problems

    def deals(self) -> tuple[list[Record], list[KpnError]]:
        """Return the records that have a deal, and all errors and warnings.

        If the piece has deals instead of records, make a record of each deal.
        """
        if isinstance(self.data, str):
            from kranalyze.read.typed import parse_typed_deal

            return parse_typed_deal(self.data, self.game)
        if self.has_records:
            return records_with_deal_and_problems(self.outcomes())
        columns = self.columns()
        return [record_of_deal_row(row) for row in columns.frame.iter_rows(named=True)], columns.problems


def input_pieces(
    source: str, records_per_piece: int | None = None, game: str | None = None,
    rules: Mapping[str, str] | None = None, strict: bool = False,
) -> Iterator[Piece]:  # fmt: skip
    """Yield the pieces of an input in order. An unreadable input becomes a piece with an error.

    Args:
        source: a FILE argument: the name of a file, ``-``, or a deal typed on the command line.
        records_per_piece: number of records per piece. None: a table has pieces of a few thousand rows, and a
            KPN file is a single piece. The caller must read the piece of a KPN file before it asks the
            iterator for another piece, because this request closes the file.
        game: as for ``Piece``.
        rules: as for ``Piece``.
        strict: whether to raise an OSError for an unreadable input instead of yielding a piece.
    """
    if is_typed_deal(source):
        yield Piece(IN_PLACE, source, game, rules or {}, records=1)
        return
    name = name_text(source)
    try:
        with ExitStack() as stack:
            file, form = open_input(source, stack)
            yield from cut_stream(file, form, name, records_per_piece, game, rules)
    except OSError as error:
        if strict:
            raise
        yield Piece(name, unreadable_file_error(name, error), records=0)


#: Name of the input in messages and in the column ``file`` if deals or games are read from a frame in memory.
FRAME = "<frame>"


def cut_frame(
    frame: object, size: int | None = None, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[Piece]:
    """Yield the pieces of a frame in memory. The frame is read like a Parquet file with the same columns.

    Args:
        frame: a frame that exports its columns (Arrow PyCapsule).
        size: as ``records_per_piece`` of ``input_pieces``.
        game, rules: as for ``Piece``.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    copy = io.BytesIO()
    reader = pa.RecordBatchReader.from_stream(frame)
    with pq.ParquetWriter(copy, reader.schema, compression="none") as writer:
        for rows in reader:
            writer.write_batch(rows)
    copy.seek(0)
    yield from cut_stream(copy, "parquet", FRAME, size, game, rules)


def cut_stream(
    file: IO[bytes], form: str, name: str, size: int | None = None, game: str | None = None,
    rules: Mapping[str, str] | None = None,
) -> Iterator[Piece]:  # fmt: skip
    """Yield the pieces of an open file.

    Args:
        file: the file.
        form: format of the file.
        name: name of the file in messages.
        size: number of records per piece. None: as for ``records_per_piece`` of ``input_pieces``.
        game: as for ``Piece``.
        rules: as for ``Piece``.
    """
    game_and_rules = game, rules or {}
    if form == "kpn" and size is None:
        yield Piece(name, file, *game_and_rules)
    elif form == "kpn":
        from kranalyze.read.cutting import cut_kpn

        for start, data, games in cut_kpn(file, size or 1, game, rules):
            yield Piece(name, data, *game_and_rules, start, games, len(data))
    else:
        from kranalyze.read.cells import csv_row_pieces
        from kranalyze.read.parquetrows import parquet_row_pieces

        read_rows = parquet_row_pieces if form == "parquet" else csv_row_pieces
        for part in read_rows(file, name, size):
            if isinstance(part, KpnError):
                yield Piece(name, part, *game_and_rules, records=int(part.record is not None))
            else:
                rows, start, records, length = part
                yield Piece(name, rows, *game_and_rules, start, records, length)


def read_deal_columns(
    file_argument: str, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Columns:
    """Return the deals of a FILE argument as columns, with all errors and warnings.

    If the file cannot be read, the errors contain the reason.
    """
    return join_columns(piece.columns() for piece in input_pieces(file_argument, None, game, rules))


def read_deals(
    source: str, game: str | None = None, rules: Mapping[str, str] | None = None
) -> tuple[list[Record], list[KpnError]]:
    """Return the deals of a FILE argument as records, with all errors and warnings.

    If the file cannot be read, the errors contain the reason.
    """
    parts = [piece.deals() for piece in input_pieces(source, None, game, rules)]
    return [r for records, _ in parts for r in records], [p for _, problems in parts for p in problems]


def read_games(
    source: str, game: str | None = None, rules: Mapping[str, str] | None = None, strict: bool = False
) -> Iterator[Outcome]:
    """Yield the outcome of reading each record of a FILE argument: the record and warnings, or errors.

    Memory does not grow with the number of records.
    """
    for piece in input_pieces(source, None, game, rules, strict=strict):
        yield from piece.outcomes()


class ListedHand(NamedTuple):
    """A hand from a file or from the command line.

    Attributes:
        file: name of the file, or ``<hand>`` for a hand from the command line.
        line: line of the hand, from 1.
        hand: mask of the hand's cards.
        board: name of the hand's board. None: the file names no board.
        game: id of the hand's game. None: the file names no game.
        rules: rule options of the game, as text. None: the file names no rule options.
    """

    file: str
    line: int
    hand: int
    board: str | None = None
    game: str | None = None
    rules: str | None = None


def names_file_of_hands(source: str) -> bool:
    """Return whether an argument names a file of hands or deals. False: the argument is a hand, as text."""
    return source == "-" or format_of(source) is not None or os.path.exists(source)


def listed_hands(
    source: str, deck: Deck, game: str | None, seat: Seat
) -> tuple[list[ListedHand], list[KpnError]]:
    """Read the hands of a file. Return the hands, and all errors and warnings.

    If the file has deals or records, return the hands of one seat. Any other text file has one hand per line.
    In such a file, blank lines and text after ``#`` are ignored.

    Args:
        source: a FILE argument.
        deck: the deck (French or German) whose card letters a file with one hand per line uses.
        game: id of the card game of all deals. None: each deal names its game.
        seat: the seat whose hands are returned if the file has deals or records.
    """
    name = name_text(source)
    try:
        with ExitStack() as stack:
            file, form = open_input(source, stack)
            if format_of(source) is None and form == "kpn" and isinstance(file, io.BufferedReader):
                first = file.peek().lstrip(b"\xef\xbb\xbf \t\r\n")
                if not first.startswith((b"[", b"%")):
                    return _lines(file.read().decode("utf-8", "replace"), name, deck)
            columns = join_columns(piece.columns() for piece in cut_stream(file, form, name, None, game))
    except OSError as error:
        return [], [unreadable_file_error(name, error)]
    hands, problems = list[ListedHand](), columns.problems
    wanted = columns.frame.select("line", seat.name.lower(), "board", "game", "rules")
    for line, hand, *named in wanted.iter_rows():
        if hand is None:
            problems.append(KpnError(name, line, 1, "error", f"the hand of {seat.title} is not known"))
        else:
            hands.append(ListedHand(name, line, hand, *named))
    return hands, problems


def _lines(text: str, name: str, deck: Deck) -> tuple[list[ListedHand], list[KpnError]]:
    """Read a text that has one hand per line. Return the hands and all errors."""
    hands, problems = list[ListedHand](), list[KpnError]()
    lines = io.StringIO(text.removeprefix("\ufeff"), newline=None)
    for number, written in enumerate(lines, 1):
        line = written.partition("#")[0]
        if not line.strip():
            continue
        try:
            hands.append(ListedHand(name, number, parse_hand(line, deck)))
        except ValueError as error:
            column = len(line) - len(line.lstrip()) + 1
            other = error.other if isinstance(error, UnknownRankError) else None
            hint = f"; --deck {other} reads it" if other and hand_of(line.strip(), other) else ""
            problems.append(KpnError(name, number, column, "error", f"{error}{hint}"))
    if not hands and not problems:
        problems.append(KpnError(name, 1, 1, "error", "there is no hand in the file"))
    return hands, problems
