"""Reading a FILE argument: as records, as cases one by one, or as columns all at once."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kranalyze.cards import Deck, pack_mask
from kranalyze.deal import Deal, Seat
from kranalyze.files import name_text
from kranalyze.games import GAMES
from kranalyze.kpn.deals import read_deal
from kranalyze.kpn.errors import KpnError
from kranalyze.read.columns import Columns, fitting, nothing, rules_text, schema, usual_game
from kranalyze.read.sources import (
    IN_PLACE,
    format_of,
    is_in_place,
    load,
    path_of,
    sniffed,
    unreadable,
)

if TYPE_CHECKING:
    from kranalyze.kpn.reader import KpnFile, Outcome, Start
    from kranalyze.kpn.record import Record


@dataclass(frozen=True, slots=True)
class Case:
    """A deal with what its file says about it.

    Attributes:
        deal: the hands.
        game: id of the game it is taken to be of.
        board, dealer: as in the file, None if not given.
        rules: rule options in force, as far as the file and the reader's caller gave any.
        record: the whole record, if it is one.
        deck: the letters it is written in.
        file, index, line: where it stands, index from 0 and line from 1.
    """

    deal: Deal
    game: str
    board: str | None = None
    dealer: Seat | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    record: Record | None = None
    deck: Deck = "french"
    file: str = IN_PLACE
    index: int = 0
    line: int = 1


@dataclass(frozen=True, slots=True)
class Deals:
    """A FILE argument, opened; what it holds is read when it is asked for, in the form that is wanted.

    Attributes:
        name: as in messages and in the column ``file``.
        form: ``kpn``, ``csv``, ``parquet``, ``deal`` for one given in place, None if there is ``trouble``.
        data: bytes, a path, or the text of the deal.
        game: id of the game that all deals are taken to be of, whatever the file says.
        rules: rule options over those of the records.
        trouble: why it cannot be read.
        start: the place in its file of KPN that was cut out of one.
    """

    name: str
    form: str | None = None
    data: Any = None
    game: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    trouble: KpnError | None = None
    start: Start | None = None

    def cases(self) -> tuple[list[Case], list[KpnError]]:
        """The deals one by one, and all that is wrong."""
        if self.form == "deal":
            return _in_place(self.data, self.game)
        if self.form != "kpn":
            columns = self.frame()
            return list(_rows(columns)), columns.problems
        cases, problems = [], []
        from kranalyze.kpn import iter_kpn

        for outcome in iter_kpn(self.data, self.name, self.game, self.rules, self.start):
            problems += self._wrong(outcome)
            if outcome.record is not None and outcome.record.deal is not None:
                cases.append(_case(outcome.record))
        return cases, problems if cases or problems else [self._empty()]

    def frame(self) -> Columns:
        """The deals as columns, and all that is wrong; of records only the deals are kept."""
        import polars as pl

        rows: list[tuple[Any, ...]] = []
        problems: list[KpnError] = []
        if self.trouble is not None:
            return nothing(self.trouble)
        if self.form == "deal":
            cases, problems = _in_place(self.data, self.game)
            rows = [(*c.deal.hands, c.deal.talon, None, None, c.game, None, None, 0, 1) for c in cases]
        elif self.form == "kpn":
            return self._scanned()
        else:
            return _columns(self.form, self.data, self.name, self.game)
        return fitting(Columns(pl.DataFrame(rows, schema=schema(), orient="row"), problems))

    def records(self, as_played: bool = False) -> KpnFile | None:
        """The records with all they hold, if it is KPN; see ``kpn.read_kpn`` for ``as_played``."""
        if self.form != "kpn":
            return None
        from kranalyze.kpn import parse_kpn

        return parse_kpn(self.data, self.name, self.game, self.rules, self.start, as_played)

    def checked(self) -> tuple[int, list[KpnError]]:
        """How many deals or records are good, and all that is wrong."""
        if self.form != "kpn":
            columns = self.frame()
            return columns.frame.height, columns.problems
        from kranalyze.kpn import iter_kpn

        good = 0
        problems: list[KpnError] = []
        for outcome in iter_kpn(self.data, self.name, self.game, self.rules, self.start):
            good += outcome.record is not None
            problems += outcome.problems
        return good, problems if good or problems else [self._empty()]

    def _scanned(self) -> Columns:
        """The deals of records."""
        import polars as pl

        from kranalyze.read.scanning import scanned

        frames: list[pl.DataFrame] = []
        rows: list[tuple[Any, ...]] = []
        problems: list[KpnError] = []
        for part in scanned(self.data, self.name, self.game, self.rules, self.start):
            if isinstance(part, pl.DataFrame):
                frames.append(part)
                continue
            problems += self._wrong(part)
            if part.record is not None and part.record.deal is not None:
                rows.append(_row(part.record))
        if not frames and not rows and not problems:
            problems.append(self._empty())
        problems.sort(key=lambda p: (p.line, p.column))
        if not rows:  # the scanner has seen that its deals fit
            return Columns(pl.concat([pl.DataFrame(schema=schema()), *frames]), problems)
        others = fitting(Columns(pl.DataFrame(rows, schema=schema(), orient="row"), problems))
        return Columns(pl.concat([*frames, others.frame]).sort("deal"), others.problems)

    def _wrong(self, outcome: Outcome) -> list[KpnError]:
        """What is wrong with a game; that it has no deal is, too."""
        record, problems = outcome.record, list(outcome.problems)
        if record is not None and record.deal is None:
            problems.append(
                KpnError(self.name, record.line, 1, "error", "the game has no Deal", record.index)
            )
        return problems

    def _empty(self) -> KpnError:
        return KpnError(self.name, 1, 1, "error", "there is no game in the file")


def open_deals(source: str, game: str | None = None, rules: Mapping[str, str] | None = None) -> Deals:
    """Open a FILE argument. Nothing is raised: what cannot be read is a problem among others.

    Args:
        source: name of a file, ``-``, or a deal given in place.
        game: id of the game that all deals are taken to be of, whatever the file says.
        rules: rule options over those of the records.
    """
    rules = rules or {}
    if is_in_place(source):
        return Deals(IN_PLACE, "deal", source, game, rules)
    name = name_text(source)
    try:
        form, data = _opened(source)
    except OSError as error:
        return Deals(name, trouble=unreadable(name, error))
    return Deals(name, form, data, game, rules)


def _opened(source: str) -> tuple[str, Any]:
    """Format and bytes; of a Parquet file on the disk its path, so that it is not copied."""
    form = None if source == "-" else format_of(source)
    path = path_of(source)
    if form == "parquet" and path.is_file():
        with path.open("rb"):  # one that may not be read is found here
            return form, path
    data = load(source)
    return form or sniffed(data), data


def _columns(form: str | None, data: Any, name: str, game: str | None) -> Columns:
    if form == "csv":
        from kranalyze.read.csvfile import parse_csv

        columns = parse_csv(data, name, game)
    else:
        from kranalyze.read.parquet import parse_parquet

        try:
            columns = parse_parquet(io.BytesIO(data) if isinstance(data, bytes) else data, name, game)
        except OSError as error:
            return nothing(unreadable(name, error))
    if columns.frame.is_empty() and not columns.problems:
        columns.problems.append(KpnError(name, 1, 1, "error", "there is no deal in the file"))
    return columns


def _rows(columns: Columns) -> Iterator[Case]:
    for row in columns.frame.iter_rows(named=True):
        yield Case(
            deal=Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"]),
            game=row["game"],
            board=row["board"],
            dealer=None if row["dealer"] is None else Seat[row["dealer"]],
            file=row["file"],
            index=row["deal"],
            line=row["line"],
        )


def _row(record: Record) -> tuple[Any, ...]:
    """The row of a record in the columns of deals."""
    hands = (None,) * 4 if record.deal is None else record.deal.hands
    dealer = None if record.dealer is None else record.dealer.name
    rules = rules_text(GAMES[record.game], record.rules)
    place = (record.file, record.index, record.line)
    return (*hands, record.talon, record.board, dealer, record.game, rules, *place)


def _case(record: Record) -> Case:
    assert record.deal is not None
    return Case(
        deal=record.deal,
        game=record.game,
        board=record.board,
        dealer=record.dealer,
        rules=record.rules,
        record=record,
        deck=record.deck,
        file=record.file,
        index=record.index,
        line=record.line,
    )


def _in_place(text: str, game: str | None) -> tuple[list[Case], list[KpnError]]:
    """The deal of an argument, in French letters or in German ones; short hands of one size are endings."""
    text = text.strip()
    body = text.partition(":")[2].upper()
    words = body.replace("10", "T").split()
    if game is None and len(words) == 3:
        three = next(row for row in GAMES.values() if row.seats == 3)
        game = three.id if any(len(word) == three.size + 3 for word in words) else None
    deck: Deck = "german" if any(letter in body for letter in "OUXZ") else "french"
    problems: list[KpnError] = []

    def fail(at: int, message: str) -> None:
        problems.append(KpnError(IN_PLACE, 1, at + 1, "error", message, 0))

    row = None if game is None else GAMES[game]
    deal = read_deal(text, deck, None if row is None else replace(row, endings=True), fail)
    if deal is None:
        return [], problems
    if row is None:
        usual = usual_game(deal)
        if usual is None:
            fail(0, f"hands of {deal.size} cards may be of several games: name it with --game")
            return [], problems
        row = GAMES[usual]
        if read_deal(text, deck, row, fail) is None:
            return [], problems
    if row.talon and deal.size == row.size:
        held = 0
        for hand in deal.hands:
            held |= hand or 0
        deal = Deal(deal.hands, pack_mask(row.pack) & ~held)
    return [Case(deal.filled(row.pack, row.size), row.id, deck=deck)], problems
