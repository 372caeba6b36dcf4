"""Convert records of logged games to rows of a table, and rows to records (``datasets/FORMAT.md``).

To read a row, this module converts its cells to KPN tags and sections. It parses these tags and sections like
a game of a KPN file. Errors name the row and the column of the table. An outcome is the result of reading a
row: a record and its warnings, or errors. To judge a game means to check it against the rules, and to derive
facts such as the result.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kranalyze.cards import (
    Deck,
    hand_text,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import get_game
from kranalyze.games.written import rules_text
from kranalyze.kpn.deals import ANY, card_of, seat_of
from kranalyze.kpn.deckletters import deck_of, respell
from kranalyze.kpn.items import KNOWN_TAGS, Entry, Section, Tag
from kranalyze.kpn.judged import judge_games
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.lexer import LARGEST_TAG, Block, Flaw, escape_tag_value
from kranalyze.kpn.outcome import Broken, Outcome
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.reader import override_rules
from kranalyze.kpn.record import Record
from kranalyze.kpn.views import missing_note_warnings, record_of, sort_tricks_by_seat
from kranalyze.kpn.writer import items_text
from kranalyze.read.cells import read_column
from kranalyze.read.columns import LOGGED, MASKS, USUAL_GAMES, cards_cell
from kranalyze.read.limits import TABLE_SPACE
from kranalyze.read.logcells import AT_CARDS, read_cell
from kranalyze.read.rows import Rows

if TYPE_CHECKING:
    import pyarrow as pa

#: Columns of the table, each with its KPN tag. The order is the order of ``KNOWN_TAGS``.
TAGS = {
    "event": "Event", "site": "Site", "date": "Date", "board": "Board", "player_w": "West",
    "player_n": "North", "player_e": "East", "player_s": "South", "game": "Game", "rules": "Rules",
    "deck": "Deck", "dealer": "Dealer", "n": "Deal", "talon": "Talon", "discard": "Discard",
    "contract": "Contract", "declarer": "Declarer", "second": "Second", "face_down": "FaceDown",
    "called": "Called", "trump": "Trump", "announce": "Announce", "contra": "Contra", "score_n": "Score",
}  # fmt: skip
#: In these columns ``-`` means that the tag is present, but has an empty value.
_NONE_OF = ("contract", "declarer", "second", "trump")

_SCORES = tuple(f"score_{seat}" for seat in "nesw")

#: A table gets these columns only if a row has a value in them.
_RARE = ("talon", "discard", "second", "face_down", "announce", "site", "marks", "notes", "tags")

#: How many rows a single call of the core judges.
_TOGETHER = 64

#: A place is a number that stands for a column of the table, and for a character in a value of this column.
#: The low bits are the index of the character. The high bits are an index into ``_Row._columns``.
#: ``_PLACE_BITS`` says how many low bits there are.
_PLACE_BITS = 20


# The functions below convert records to rows.


def log_schema() -> pa.Schema:
    """Return the names and types of the columns of a table of games, in the order of the table."""
    import pyarrow as pa

    text = pa.string()
    kinds = {
        "text": text, "few": pa.dictionary(pa.int8(), text), "words": pa.list_(text), "mask": pa.uint32(),
        "count": pa.uint8(), "amount": pa.int32(), "bool": pa.bool_(), "pairs": pa.map_(text, text),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in LOGGED.items()])


def row_of_record(record: Record) -> dict[str, Any]:
    """Convert a record to a row: a dict from the name of each column to its value.

    The row has no comments of the record.
    """
    tags, auction, play = record.tags, record.section("Auction"), record.section("Play")
    seats = {"dealer": record.dealer, "declarer": record.declarer, "second": record.second}
    other = {name: value for name, value in tags.items() if name not in KNOWN_TAGS}
    known = {name: value for name, value in tags.items() if value not in ("", "?")}
    row = {column: known.get(tag, "").strip(TABLE_SPACE) or None for column, tag in TAGS.items()} | {
        "game": record.game,
        "rules": rules_text(record.game_row),
        "deck": None if record.deck == "french" else record.deck,
        **{name: None if seat is None else seat.name for name, seat in seats.items()},
        "contract": record.contract,
        "trump": record.trump,
        **dict(zip("nesw", (None,) * 4 if record.deal is None else record.deal.hand_masks, strict=True)),
        "talon": record.talon.mask or None,
        "discard": None if record.discard is None else record.discard.mask,
        "called": None if record.called is None else str(record.called),
        "face_down": [f"{seat.name}:{card}" for seat, card in record.face_down] or None,
        "announce": [word.text() for word in record.announce] or None,
        "contra": record.contra,
        "finished": record.finished,
        **dict(zip(_SCORES, record.score or (None,) * 4, strict=True)),
        "tags": list(other.items()) or None,
    }
    for column in _NONE_OF:
        if row[column] is None and tags.get(TAGS[column], "?").strip() == "":
            row[column] = "-"
    if auction is not None:
        row["opener"] = record.auction[0].seat.name if record.auction else auction.value
        end = [entry.text for entry in auction.entries[-1:] if entry.text in ("+", "*")]
        row["auction"] = [*(call.text() for call in record.auction), *end]
    if play is not None:
        row["leader"] = play.value if record.leader is None else record.leader.name
        row["play"] = [str(move.card) for move in record.play]
        # Add the marks of each card, and the texts of the notes to which these marks refer.
        texts = {f"={note.number}=": note.text for note in record.notes if note.section == "Play"}
        entries = [play.entries[move.entry].marks for move in record.play]
        marks = [" ".join(m for m in entry if m[0] != "=") for entry in entries]
        notes = ["; ".join(texts[m] for m in entry if m in texts) for entry in entries]
        row |= {"marks": marks, "notes": notes} if any((*marks, *notes)) else {}
    return row


def log_table(records: Iterable[Record], rare_columns: Container[str] | None = None) -> pa.Table:
    """Convert records to a table of games (see ``log_schema``).

    Args:
        records: the records.
        rare_columns: which columns of ``_RARE`` the table has. None: the table has the columns of
            ``_RARE`` that have a value in at least one record.
    """
    import pyarrow as pa

    rows = [row_of_record(record) for record in records]
    if rare_columns is None:
        rare_columns = {name for name in _RARE if any(row.get(name) for row in rows)}
    fields = [field for field in log_schema() if field.name not in _RARE or field.name in rare_columns]
    return pa.Table.from_pylist(rows, schema=pa.schema(fields))


# The functions below convert rows to records.


def games_of_rows(rows: Rows, file: str, game: str | None, rules: Mapping[str, str]) -> Iterator[Outcome]:
    """Yield the outcome of reading each row: a record, or errors. A problem names its row and its column.

    Args:
        rows: the rows.
        file: name of the file with the table.
        game: id of the card game of all rows. None: each row names its game.
        rules: rule options. They have precedence over the rule options in the rows.
    """
    none = ((-1 if p.record is None else p.record, Outcome(None, (p,))) for p in rows.problems)
    chosen = None if game is None else get_game(game).id
    read = _read(rows, file, chosen, rules)
    yield from (outcome for _, outcome in merge(none, read, key=itemgetter(0)))


def _read(
    rows: Rows, file: str, game: str | None, rules: Mapping[str, str]
) -> Iterator[tuple[int, Outcome]]:
    """Yield the outcome of reading each row, with the index of the row in the table."""
    wrong: dict[int, list[KpnError]] = {}

    def fail(row: int, column: str, message: str) -> None:
        """Add an error of a row."""
        wrong.setdefault(row, []).append(rows.problem(file, row, column, f"{column}: {message}"))

    cards = [name for name in (*MASKS, "discard") if name in rows.cells.columns]
    masks = {name: read_column(rows, name, fail).to_list() for name in cards}
    waiting: list[_Row] = []
    for number, cell in enumerate(rows.cells.to_dicts()):
        for name, value in cell.items():
            try:
                cell[name] = read_cell(name, value)
            except ValueError as error:
                fail(number, name, str(error))
        row = _Row(number, cell["deal"], cell["line"])
        if number not in wrong:
            values_by_column = cell | {name: column[number] for name, column in masks.items()}
            row.parse_cells_as_kpn(values_by_column, game, rules)
        waiting.append(row)
        if len(waiting) == _TOGETHER:
            yield from _judged(rows, file, waiting, wrong)
            waiting = []
    yield from _judged(rows, file, waiting, wrong)


def _judged(
    rows: Rows, file: str, waiting: Iterable[_Row], wrong: Mapping[int, Sequence[KpnError]]
) -> Iterator[tuple[int, Outcome]]:
    """Judge the games in rows. Yield the outcome for each row, with the index of the row in the table.

    Args:
        rows: the piece of the table that has the rows ``waiting``.
        file: name of the file with the table.
        waiting: the rows whose games are judged.
        wrong: errors of the rows that could not be parsed. The key is the index of the row in ``rows``.
    """
    listed = list(waiting)
    games = [row.parsed for row in listed if row.parsed is not None and row.parsed.game is not ANY]
    judged = iter(judge_games(games) if games else ())
    for row in listed:
        parsed = row.parsed
        if parsed is None:
            yield row.deal, Outcome(None, tuple(wrong[row.number]))
            continue
        verdict = next(judged) if parsed.game is not ANY else None
        flaws = parsed.flaws if verdict is None else verdict.flaws
        broken = any(flaw.severity == "error" for flaw in flaws)
        if verdict is not None and not broken:
            flaws = flaws + missing_note_warnings(parsed, verdict.facts)
        problems = tuple(row.problem(rows, file, flaw) for flaw in sorted(flaws, key=lambda flaw: flaw.at))
        if broken or verdict is None:
            items = parsed.block.items if verdict is None else sort_tricks_by_seat(parsed, verdict.facts)
            yield row.deal, Outcome(None, problems, Broken(row.deal, row.line, items_text(items)))
            continue
        record = record_of(parsed, verdict.facts, (), row.line, row.deal, file)
        yield row.deal, Outcome(record, problems)


class CellError(ValueError):
    """Raised for an error in a row of logged games.

    Attributes:
        column: name of the column with the wrong value. Empty: the error concerns the whole row.
        message: description of the error.
    """

    def __init__(self, column: str, message: str) -> None:
        """Store the name of the column and the message."""
        super().__init__(message)
        self.column = column
        self.message = message


def record_of_row(values_by_column: dict[str, Any]) -> Record:
    """Convert a row of logged games to a record.

    The row has values as ``row_of_record`` returns them. If a column is missing, its value is unknown.

    Raises:
        CellError: the game breaks the rules, or a value cannot be read.
    """
    row = _Row(0, 0, 1)
    row.parse_cells_as_kpn(dict.fromkeys((*MASKS, *TAGS)) | values_by_column, None, {})
    parsed = row.parsed
    assert parsed is not None
    if parsed.game is ANY:
        raise CellError(row.column_of(parsed.flaws[0]), parsed.flaws[0].message)
    [verdict] = judge_games([parsed])
    for flaw in sorted(verdict.flaws, key=lambda flaw: flaw.at):
        if flaw.severity == "error":
            raise CellError(row.column_of(flaw), flaw.message)
    return record_of(parsed, verdict.facts, (), 1, 0, "<record>")


class _Row:
    """A row of a table, converted to the tags and sections of a game in KPN.

    If a tag or entry is wrong, the parser of KPN reports the place of the error. In this class a place is a
    number that stands for the column from which the tag or entry comes (see ``_PLACE_BITS``).

    Attributes:
        number: index of the row in its piece of the table, from 0.
        deal: index of the row in the table, from 0.
        line: line of the row in the table, from 1.
        parsed: the parsed game, as numbers. None: ``parse_cells_as_kpn`` has not been called.
    """

    def __init__(self, number: int, deal: int, line: int) -> None:
        self.number = number
        self.deal = deal
        self.line = line
        self.parsed: Parsed | None = None
        self._block = Block("", 0, 0, 0)
        # Names of columns. The high bits of a place (see ``_PLACE_BITS``) are an index into this list. The
        # empty name stands for the whole row.
        self._columns = [""]

    def parse_cells_as_kpn(
        self, values_by_column: dict[str, Any], game: str | None, rules: Mapping[str, str]
    ) -> None:
        """Convert the cells of the row to tags and sections of KPN, and parse them.

        Args:
            values_by_column: the value of each column.
            game: as for ``read_kpn``.
            rules: as for ``read_kpn``.
        """
        deck = deck_of({"Deck": values_by_column.get("deck") or ""})
        seats = _playing_seats(values_by_column)
        for column, value in _columns_and_tag_values(values_by_column, seats):
            self._add_tag(column, TAGS[column], respell(TAGS[column], value, "french", deck))
        for pair in values_by_column.get("tags") or ():
            self._add_tag("tags", pair["key"], str(pair["value"]))
        if values_by_column.get("auction") is not None:
            dealer = seat_of(values_by_column.get("dealer") or "")
            left = "?" if dealer is None else Seat((dealer + 1) % len(seats)).name
            column = "opener" if values_by_column.get("opener") else "auction"
            calls = [Entry(respell("Auction", call, "french", deck)) for call in values_by_column["auction"]]
            self._add_section(column, "Auction", values_by_column.get("opener") or left, calls, "auction")
        if values_by_column.get("play") is not None:
            self._add_play_section(values_by_column, deck)
        override_rules(self._block, game, rules)
        self.parsed = parse_game(self._block, in_turns=True)

    def problem(self, rows: Rows, file: str, flaw: Flaw) -> KpnError:
        """Convert a problem of the parsed game to a problem that names a row and a column of the table."""
        column = self.column_of(flaw)
        message = f"{column}: {flaw.message}" if column else flaw.message
        return rows.problem(
            file, self.number, column if column in rows.names else "", message, flaw.severity
        )

    def column_of(self, flaw: Flaw) -> str:
        """Return the name of the column that has a problem. Empty: the problem concerns the whole row."""
        return self._columns[flaw.at >> _PLACE_BITS]

    def _new_place_for_column(self, column: str) -> int:
        """Return a new place that stands for a column. ``_PLACE_BITS`` explains places."""
        self._columns.append(column)
        return len(self._columns) - 1 << _PLACE_BITS

    def _add_tag(self, column: str, name: str, value: str) -> None:
        """Add the tag ``name``, whose value comes from ``column``. If the value is too long, add an error."""
        at = self._new_place_for_column(column)
        length = len(escape_tag_value(value))
        if length > LARGEST_TAG:
            self._block.add_error(at, "tag_long", tag=name, count=f"{length:,}", most=f"{LARGEST_TAG:,}")
            return
        self._block.tags[name] = value
        self._block.spots[name] = [at]
        self._block.items.append(Tag(name, value))

    def _add_section(
        self, column: str, name: str, seat: str, entries: Sequence[Entry], entry_column: str
    ) -> None:
        """Add a section (Auction or Play) with its entries.

        Args:
            column: a column of the table. An error in the first seat names this column.
            name: name of the section.
            seat: letter of the first seat.
            entries: the calls or cards.
            entry_column: the column of the entries. An error in an entry names this column.
        """
        at = self._new_place_for_column(column)
        self._block.tags[name] = seat
        self._block.spots[name] = [at, *[self._new_place_for_column(entry_column)] * len(entries)]
        self._block.items.append(Section(name, seat, tuple(entries)))

    def _add_play_section(self, cell: Mapping[str, Any], deck: Deck) -> None:
        """Add the section Play with the cards in playing order and their marks. Then add the notes."""
        played: Sequence[str] = cell["play"]
        marks, notes = (
            [text or "" for text in cell.get(name) or ()] + [""] * len(played) for name in AT_CARDS
        )
        entries, numbered = list[Entry](), list[str]()
        for card, of_card, note in zip(played, marks, notes, strict=False):
            card_marks = of_card.split()
            if note:
                numbered.append(f"{len(numbered) + 1}:{note}")
                card_marks.append(f"={len(numbered)}=")
            entries.append(Entry(respell("Play", card, "french", deck), tuple(card_marks)))
        if cell.get("finished") is False and played:
            entries.append(Entry("+"))
        seat = cell.get("leader") or _leader(cell, played)
        self._add_section("leader" if cell.get("leader") else "play", "Play", seat, entries, "play")
        self._block.spots["Note"] = [self._new_place_for_column("notes")] * len(numbered)
        self._block.items += (Tag("Note", note) for note in numbered)


def _playing_seats(row: dict[str, Any]) -> str:
    """Return the letters of the seats that play in the game of a row.

    If the row names no card game, first set the game to the usual game for the size of the hands.
    """
    hands = [row[seat] for seat in "nesw"]
    if row.get("game") is None and any(hand is not None for hand in hands):
        row["game"] = USUAL_GAMES.get(Deal((hands[0], hands[1], hands[2], hands[3])).size)
    try:
        return "nesw"[: get_game(row.get("game") or "").seats]
    except ValueError:
        return "nesw"


def _columns_and_tag_values(row: Mapping[str, Any], seats: str) -> Iterator[tuple[str, str]]:
    """Yield pairs: the name of a column that becomes a tag, and the value of this tag."""
    hands = [row[seat] for seat in seats]
    known = any(row[seat] is not None for seat in "nesw")
    deal = " ".join("-" if hand is None else hand_text(hand) for hand in hands)
    amounts = [row.get(f"score_{seat}") for seat in seats]
    unscored = all(amount is None for amount in amounts)
    scores = " ".join(f"{s.upper()}:{a}" for s, a in zip(seats, amounts, strict=True))
    contra = row.get("contra")
    calls = " ".join(row.get("auction") or ())
    texts = {
        **row,
        "n": f"N:{deal}" if known else "?",
        "talon": cards_cell(row.get("talon") or 0) or None,
        "discard": cards_cell(row.get("discard") or 0) or None,
        "face_down": " ".join(row.get("face_down") or ()) or None,
        "announce": "; ".join(" ".join(word.split()) for word in row.get("announce") or ()) or None,
        "contra": None if str(contra) == "0" and "contra" not in calls else contra,
        "score_n": None if unscored else scores,
    }
    for column in TAGS:
        if texts.get(column) is not None:
            is_none = column in _NONE_OF and texts[column] == "-"
            yield column, "" if is_none else str(texts[column])


def _leader(cell: Mapping[str, Any], played: Sequence[str]) -> str:
    """Return the letter of the seat whose hand has the first card played.

    If the talon has this card, return the declarer. If no such seat is known, return ``N``.
    """
    first = card_of(played[0], "french") if played else None
    if first is None:
        return Seat.N.name
    holders = [seat for seat in "nesw" if (cell[seat] or 0) >> first & 1]
    declarer = cell.get("declarer") if (cell.get("talon") or 0) >> first & 1 else None
    return (declarer or "".join(holders[:1]) or "n").upper()
