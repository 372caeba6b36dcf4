"""Logged games as rows of a table (``datasets/FORMAT.md``): written from records, and read.

A row is read as the KPN that says the same; its errors have their row and column in the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kranalyze.cards import (
    Deck,
    card_name,
    cards_of,
    hand_text,
    parse_card,
    parse_suit,
    suit_letter,
    suit_of,
)
from kranalyze.core.rules import played_order
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question, get_game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn.deals import ANY, card_of, deck_of, respelled, seat_of
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.reader import Outcome, Reader, Start
from kranalyze.kpn.record import KNOWN_TAGS, KpnError, Record
from kranalyze.play import PlayRules, play_rules, turn_order, winner
from kranalyze.read.cells import Rows, read_column
from kranalyze.read.columns import LOGGED, MASKS, USUAL_GAMES, cards_cell
from kranalyze.read.limits import TABLE_SPACE
from kranalyze.read.logcells import AT_CARDS, read_cell

if TYPE_CHECKING:
    import pyarrow as pa

#: Columns and the tags that they are, in the order in which these are written (``KNOWN_TAGS``); and those
#: columns that are ``-`` where a tag is empty: there is none.
TAGS = {
    "event": "Event", "site": "Site", "date": "Date", "board": "Board", "player_w": "West",
    "player_n": "North", "player_e": "East", "player_s": "South", "game": "Game", "rules": "Rules",
    "deck": "Deck", "dealer": "Dealer", "n": "Deal", "talon": "Talon", "discard": "Discard",
    "contract": "Contract", "declarer": "Declarer", "second": "Second", "face_down": "FaceDown",
    "called": "Called", "trump": "Trump", "announce": "Announce", "contra": "Contra", "score_n": "Score",
}  # fmt: skip
_NONE_OF = ("contract", "declarer", "second", "trump")

_SCORES = tuple(f"score_{seat}" for seat in "nesw")

#: Columns that are left out where no row has anything in them.
_RARE = ("talon", "discard", "second", "face_down", "announce", "site", "marks", "notes", "tags")

#: A line of KPN, and the column that it says something of.
Line = tuple[str, str]


# records written


def log_schema() -> pa.Schema:
    """Names and types of the columns, in the order written."""
    import pyarrow as pa

    text = pa.string()
    kinds = {
        "text": text, "few": pa.dictionary(pa.int8(), text), "words": pa.list_(text), "mask": pa.uint32(),
        "count": pa.uint8(), "amount": pa.int32(), "bool": pa.bool_(), "pairs": pa.map_(text, text),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in LOGGED.items()])


def row_of(record: Record) -> dict[str, Any]:
    """A record as the values of the columns: all that it holds but comments."""
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
        "trump": None if record.trump is None else suit_letter(record.trump),
        **dict(zip("nesw", (None,) * 4 if record.deal is None else record.deal.hands, strict=True)),
        "talon": record.talon or None,
        "discard": record.discard,
        "called": None if record.called is None else card_name(record.called),
        "face_down": [f"{seat.name}:{card_name(c)}" for seat, c in record.face_down] or None,
        "announce": [one.text() for one in record.announce] or None,
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
        row["play"] = [card_name(move.card) for move in record.play]
        # What stands at the cards: marks, and the texts of notes.
        texts = {f"={note.number}=": note.text for note in record.notes if note.section == "Play"}
        entries = [play.entries[move.entry].marks for move in record.play]
        marks = [" ".join(m for m in given if m[0] != "=") for given in entries]
        notes = ["; ".join(texts[m] for m in given if m in texts) for given in entries]
        row |= {"marks": marks, "notes": notes} if any((*marks, *notes)) else {}
    return row


def log_table(records: Iterable[Record]) -> pa.Table:
    """Records as a table of ``log_schema``."""
    import pyarrow as pa

    rows = [row_of(record) for record in records]
    fields = [f for f in log_schema() if f.name not in _RARE or any(row.get(f.name) for row in rows)]
    return pa.Table.from_pylist(rows, schema=pa.schema(fields))


# rows read


def outcomes_of(rows: Rows, file: str, game: str | None, rules: Mapping[str, str]) -> Iterator[Outcome]:
    """The games of rows one by one, and all that is wrong with them, with their rows and columns."""
    none = ((-1 if p.record is None else p.record, Outcome(None, (p,))) for p in rows.problems)
    yield from (outcome for _, outcome in merge(none, _read(rows, file, game, rules), key=itemgetter(0)))


def _read(
    rows: Rows, file: str, game: str | None, rules: Mapping[str, str]
) -> Iterator[tuple[int, Outcome]]:
    """What is read of each row, and its place among all."""
    wrong: dict[int, list[KpnError]] = {}

    def fail(row: int, column: str, message: str) -> None:
        wrong.setdefault(row, []).append(rows.problem(file, row, column, f"{column}: {message}"))

    cards = [name for name in (*MASKS, "discard") if name in rows.cells.columns]
    masks = {name: read_column(rows, name, fail).to_list() for name in cards}
    for number, cell in enumerate(rows.cells.to_dicts()):
        for name, value in cell.items():
            try:
                cell[name] = read_cell(name, value)
            except ValueError as error:
                fail(number, name, str(error))
        deal, line = cell["deal"], cell["line"]
        if number in wrong:
            yield deal, Outcome(None, tuple(wrong[number]))
            continue
        lines = list(_lines(cell | {name: column[number] for name, column in masks.items()}))
        text = "".join(f"{text}\n" for _, text in lines)
        outcome, *more = Reader(text, file, game, rules, Start(index=deal)).outcomes()
        problems = []
        for problem in (p for one in (outcome, *more) for p in one.problems):
            column = lines[problem.line - 1][0]
            said = f"{column}: {problem.message}" if column else problem.message
            at = column if column in rows.names else ""
            problems.append(rows.problem(file, number, at, said, problem.severity))
        if more:
            problems.append(rows.problem(file, number, "", "this is more than one game"))
        record, broken = None if more else outcome.record, outcome.broken
        if record is not None:
            record.line, record.index = line, deal
        yield deal, Outcome(record, tuple(problems), broken and replace(broken, line=line, index=deal))


def _lines(cell: dict[str, Any]) -> Iterator[Line]:
    """The KPN of a row, each tag on a line of its own."""
    deck = deck_of({"Deck": cell.get("deck") or ""})
    hands = cell["n"], cell["e"], cell["s"], cell["w"]
    known = any(hand is not None for hand in hands)
    if cell.get("game") is None and known:
        cell["game"] = USUAL_GAMES.get(Deal(hands).size)
    try:
        game = get_game(cell.get("game") or "")
    except ValueError:
        game = ANY
    seats = "nesw"[: game.seats]
    said = " ".join("-" if hand is None else hand_text(hand) for hand in hands[: len(seats)])
    amounts = [cell.get(f"score_{seat}") for seat in seats]
    auction, play, contra = cell.get("auction"), cell.get("play"), cell.get("contra")
    calls, unscored = " ".join(auction or ()), all(amount is None for amount in amounts)
    scores = " ".join(f"{s.upper()}:{a}" for s, a in zip(seats, amounts, strict=True))
    texts = cell | {
        "n": f"N:{said}" if known else "?",
        "talon": cards_cell(cell.get("talon") or 0) or None,
        "discard": cards_cell(cell.get("discard") or 0) or None,
        "face_down": " ".join(cell.get("face_down") or ()) or None,
        "announce": "; ".join(" ".join(one.split()) for one in cell.get("announce") or ()) or None,
        "contra": None if str(contra) == "0" and "contra" not in calls else contra,
        "score_n": None if unscored else scores,
    }
    for column, tag in TAGS.items():
        if texts.get(column) is not None:
            value = "" if column in _NONE_OF and texts[column] == "-" else str(texts[column])
            yield _tag(column, tag, respelled(tag, value, "french", deck))
    yield from (_tag("tags", pair["key"], str(pair["value"])) for pair in cell.get("tags") or ())
    if auction is not None:
        dealer = seat_of(cell.get("dealer") or "")
        left = "?" if dealer is None else Seat((dealer + 1) % len(seats)).name
        yield _tag("opener" if cell.get("opener") else "auction", "Auction", cell.get("opener") or left)
        yield "auction", respelled("Auction", calls, "french", deck)
    if play is not None:
        yield from _play(cell, game, play, deck)


def _tag(column: str, name: str, value: str) -> Line:
    return column, f'[{name} "{escape(value)}"]'


def _play(cell: Mapping[str, Any], game: Game, played: Sequence[str], deck: Deck) -> Iterator[Line]:
    """The cards by seats, with their marks, and the notes after them."""
    leader, tricks = _tricks(cell, game, played)
    yield _tag("leader" if cell.get("leader") else "play", "Play", cell.get("leader") or leader.name)
    at_cards = [[text or "" for text in cell.get(name) or ()] for name in AT_CARDS]
    marks, notes = (texts + [""] * (len(played) - len(texts)) for texts in at_cards)
    numbered: list[str] = []
    for trick in tricks:
        words = []
        for at in trick:
            if at is None:
                words.append("-")
                continue
            words += (respelled("Play", played[at], "french", deck), *marks[at].split())
            if notes[at]:
                numbered.append(f"{len(numbered) + 1}:{notes[at]}")
                words.append(f"={len(numbered)}=")
        yield "play", " ".join(words)
    if cell.get("finished") is False and played:
        yield "finished", "+"
    yield from (_tag("notes", "Note", note) for note in numbered)


def _tricks(
    cell: Mapping[str, Any], game: Game, played: Sequence[str]
) -> tuple[Seat, list[list[int | None]]]:
    """Who leads to trick 1; and for each trick which of the cards played stands in each column."""
    seats, cards = game.seats, [card_of(word, "french") for word in played]
    declarer, named = seat_of(cell.get("declarer") or ""), seat_of(cell.get("leader") or "")
    holders: dict[int | None, Seat] = {c: s for s in Seat for c in cards_of(cell.get("nesw"[s]) or 0)}
    if declarer is not None:
        holders.update(dict.fromkeys(cards_of(cell.get("talon") or 0), declarer))
    first = named if named is not None else holders.get(cards[0], Seat.N) if cards else Seat.N
    rules = None if game is ANY else _rules(cell, game, declarer, first)
    leader, at, tricks = first, 0, []
    while at < len(cards):
        order = [(leader + i) % seats for i in range(seats)] if rules is None else turn_order(leader, rules)
        trick = cards[at : at + len(order)]
        places = {seat: at + turn for turn, seat in enumerate(order[: len(trick)])}
        tricks.append([places.get((first + i) % seats) for i in range(seats)])
        at += len(trick)
        if rules is not None and None not in trick:
            leader = Seat(order[winner([c for c in trick if c is not None], rules)])
        elif at < len(cards):
            leader = holders.get(cards[at], Seat.N)
    return first, tricks


def _rules(cell: Mapping[str, Any], game: Game, declarer: Seat | None, first: Seat) -> PlayRules | None:
    """Who takes a trick in what is played; None if that is not told."""
    try:
        game = game.under(written_rules(cell.get("rules")))
        biddable = [c for c in game.contracts if c.rank is not None] or list(game.contracts)
        name = cell.get("contract")
        contract = biddable[0] if name is None and len(biddable) == 1 else game.contract(name or "")
        called = None if cell.get("called") is None else parse_card(cell["called"])
        trump = None if cell.get("trump") in (None, "-") else parse_suit(cell["trump"])
    except ValueError:
        return None
    if trump is None and called is not None and game.called_trump:
        trump = suit_of(called)
    order, trump = played_order(game, contract, called) or "K", trump if contract.trump else None
    return play_rules(game, Question(contract, declarer, first, order, None, trump))
