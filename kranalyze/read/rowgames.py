"""Rows of a table (``datasets/FORMAT.md``) as records: a row is read as the KPN that says the same.

Its errors have their row and column in the table.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kranalyze.cards import (
    Deck,
    card_name,
    cards_of,
    hand_text,
    parse_card,
    parse_suit,
    rank_of,
    suit_letter,
    suit_of,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import Question, get_game
from kranalyze.games.written import written_rules
from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.reader import Outcome, Reader
from kranalyze.play import play_rules, turn_order, winner
from kranalyze.read.cells import Rows, masks_of
from kranalyze.read.columns import MASKS, usual_game
from kranalyze.read.loggedrows import NONE_OF, TAGS


@dataclass(slots=True)
class _Text:
    """KPN that is being written, and which row and column each line is."""

    lines: list[str] = field(default_factory=list)
    places: list[tuple[int, str]] = field(default_factory=list)

    def put(self, row: int, column: str, line: str) -> None:
        """Add a line."""
        self.lines.append(" ".join(line.splitlines()))
        self.places.append((row, column))

    def tag(self, row: int, column: str, name: str, value: str) -> None:
        """Add a tag."""
        self.put(row, column, f'[{name} "{escape(" ".join(value.splitlines()))}"]')


def outcomes_of(rows: Rows, file: str, game: str | None, rules: Mapping[str, str]) -> Iterator[Outcome]:
    """The games of rows one by one, and all that is wrong with them, with their rows and columns."""
    wrong: dict[int, list[KpnError]] = {}

    def fail(row: int, column: str, message: str) -> None:
        wrong.setdefault(row, []).append(rows.problem(file, row, column, message))

    masks = masks_of(rows, (*MASKS, "discard"), fail)
    cells, text, games = rows.cells.to_dicts(), _Text(), list[int]()
    for number, cell in enumerate(cells):
        try:
            values = {name: _value(name, value) for name, value in cell.items()}
        except ValueError as error:
            fail(number, str(error.args[1]), str(error.args[0]))
        else:
            if number not in wrong:
                _write(text, number, {**values, **{name: column[number] for name, column in masks.items()}})
                games.append(number)
    yield from (Outcome(None, (problem,)) for problem in rows.problems if problem.record is None)
    bad = {cells[n]["deal"]: tuple(problems) for n, problems in wrong.items()}
    bad |= {p.record: (p,) for p in rows.problems if p.record is not None}
    pending = sorted(bad)
    source = io.StringIO("".join(f"{line}\n" for line in text.lines), newline="")
    for outcome, number in zip(Reader(source, file, game, rules).outcomes(), games, strict=True):
        cell = cells[number]
        while pending and pending[0] < cell["deal"]:
            yield Outcome(None, bad[pending.pop(0)])
        problems = []
        for problem in outcome.problems:
            column = text.places[problem.line - 1][1]
            at = column if column in rows.names else ""
            said = f"{column}: {problem.message}" if column else problem.message
            problems.append(_as_severe(rows.problem(file, number, at, said), problem))
        record = outcome.record
        if record is not None:
            record.line, record.index = cell["line"], cell["deal"]
        broken = outcome.broken
        if broken is not None:
            broken = replace(broken, line=cell["line"], index=cell["deal"])
        yield Outcome(record, tuple(problems), broken)
    yield from (Outcome(None, bad[deal]) for deal in pending)


def _as_severe(problem: KpnError, like: KpnError) -> KpnError:
    """A problem as severe as another."""
    return KpnError(
        problem.file, problem.line, problem.column, like.severity, problem.message, problem.record
    )


def _value(name: str, value: Any) -> Any:
    """A cell as what it means: lists may be texts, as in a CSV.

    Raises:
        ValueError: it is no list; with the message and the name of the column.
    """
    if value is None or value == "":
        return None
    if name in ("marks", "notes", "tags") and isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            raise ValueError(f"{name}: not JSON: {value!r}", name) from None
    if name == "tags":
        if isinstance(value, list):
            value = {pair["key"]: pair["value"] for pair in value}
        return {str(tag): str(said) for tag, said in value.items()}
    if name in ("auction", "play", "face_down", "announce") and isinstance(value, str):
        return [] if value == "-" else [w.strip() for w in value.split(";" if name == "announce" else None)]
    if name == "finished" and isinstance(value, str):
        return value.lower() not in ("false", "0", "no")
    return value


def _write(text: _Text, row: int, cell: dict[str, Any]) -> None:
    """The KPN of a row, each tag on a line of its own."""
    deck: Deck = "german" if cell.get("deck") == "german" else "french"
    deal = _deal(cell)
    if cell.get("game") is None and deal is not None:
        cell["game"] = usual_game(deal)
    for column, tag in TAGS.items():
        if cell.get(column) is not None:
            empty = column in NONE_OF and cell[column] == "-"
            text.tag(row, column, tag, "" if empty else str(cell[column]))
    seats = _seats(cell)
    hands = [cell.get(seat) for seat in "nesw"[:seats]]
    said = " ".join("-" if hand is None else hand_text(hand, deck) for hand in hands)
    text.tag(row, "n", "Deal", "?" if deal is None else f"N:{said}")
    for column, tag in (("talon", "Talon"), ("discard", "Discard")):
        if cell.get(column):
            text.tag(row, column, tag, " ".join(card_name(c, deck) for c in cards_of(cell[column])))
    if cell.get("face_down"):
        laid = (word.partition(":") for word in cell["face_down"])
        text.tag(row, "face_down", "FaceDown", " ".join(f"{s}:{_card(c, deck)}" for s, _, c in laid))
    if cell.get("called") is not None:
        text.tag(row, "called", "Called", _card(cell["called"], deck))
    if (trump := cell.get("trump")) is not None:
        text.tag(row, "trump", "Trump", "" if trump == "-" else _suit(trump, deck))
    if cell.get("announce"):
        text.tag(row, "announce", "Announce", "; ".join(_announced(word, deck) for word in cell["announce"]))
    auction, play = cell.get("auction"), cell.get("play")
    contra = cell.get("contra")
    if contra is not None and (str(contra) != "0" or any("contra" in call for call in auction or ())):
        text.tag(row, "contra", "Contra", str(contra))
    scores = [(s.upper(), cell.get(f"score_{s}")) for s in "nesw"[:seats]]
    if any(amount is not None for _, amount in scores):
        text.tag(row, "score_n", "Score", " ".join(f"{seat}:{amount}" for seat, amount in scores))
    for tag, value in (cell.get("tags") or {}).items():
        if tag not in KNOWN_TAGS:
            text.tag(row, "tags", tag, value)
    if auction is not None:
        opener = cell.get("opener") or _opener(cell)
        text.tag(row, "opener" if cell.get("opener") else "auction", "Auction", opener)
        text.put(row, "auction", " ".join(_call(call, deck) for call in auction))
    if play is not None:
        _write_play(text, row, cell, deck)
    text.put(row, "", "")


def _deal(cell: Mapping[str, Any]) -> Deal | None:
    hands = tuple(cell.get(seat) for seat in "nesw")
    if all(hand is None for hand in hands):
        return None
    return Deal((hands[0], hands[1], hands[2], hands[3]), cell.get("talon") or 0)


def _seats(cell: Mapping[str, Any]) -> int:
    """How many play."""
    try:
        return get_game(cell.get("game") or "").seats
    except ValueError:
        return 4


def _opener(cell: Mapping[str, Any]) -> str:
    """The seat left of the dealer."""
    try:
        return Seat((Seat.parse(cell.get("dealer") or "") + 1) % _seats(cell)).name
    except ValueError:
        return "?"


def _card(text: str, deck: Deck) -> str:
    """A card in the letters of a deck; as it is, if it is none."""
    try:
        return card_name(parse_card(text), deck)
    except ValueError:
        return text


def _suit(text: str, deck: Deck) -> str:
    try:
        return suit_letter(parse_suit(text), deck)
    except ValueError:
        return text


def _call(text: str, deck: Deck) -> str:
    bid, colon, suit = text.partition(":")
    return f"{bid}:{_suit(suit, deck)}" if colon else text


def _announced(text: str, deck: Deck) -> str:
    words = text.split()
    return " ".join([*words[:2], *(_suit(word, deck) if len(word) == 1 else word for word in words[2:])])


def _write_play(text: _Text, row: int, cell: Mapping[str, Any], deck: Deck) -> None:
    """The cards by seats, with their marks, and the notes after them."""
    played: Sequence[str] = cell["play"]
    marks, notes = cell.get("marks") or (), cell.get("notes") or ()
    leader, tricks = _tricks(cell, played)
    text.tag(row, "leader" if cell.get("leader") else "play", "Play", leader)
    number = 0
    numbered: list[str] = []
    for trick in tricks:
        words = []
        for at in trick:
            if at is None:
                words.append("-")
                continue
            word = [_card(played[at], deck), *(marks[at].split() if at < len(marks) and marks[at] else ())]
            if at < len(notes) and notes[at]:
                number += 1
                numbered.append(f"{number}:{notes[at]}")
                word.append(f"={number}=")
            words.append(" ".join(word))
        text.put(row, "play", " ".join(words))
    if cell.get("finished") is False and played:
        text.put(row, "finished", "+")
    for note in numbered:
        text.tag(row, "notes", "Note", note)


def _tricks(cell: Mapping[str, Any], played: Sequence[str]) -> tuple[str, list[list[int | None]]]:
    """Who leads to trick 1; and for each trick which of the cards played stands in each column."""
    seats = _seats(cell)
    cards = [_number(word) for word in played]
    holders: dict[int | None, int] = {c: s for s in range(4) for c in cards_of(cell.get("nesw"[s]) or 0)}
    try:
        declarer: int | None = Seat.parse(cell.get("declarer") or "")
    except ValueError:
        declarer = None
    if declarer is not None:
        holders.update(dict.fromkeys(cards_of(cell.get("talon") or 0), declarer))
    try:
        first: int = Seat.parse(cell.get("leader") or "")
    except ValueError:
        first = holders.get(cards[0], 0) if cards else 0
    leader, at, tricks = first, 0, []
    question = _question(cell, declarer, first)
    while at < len(cards):
        order: Sequence[int] = [(leader + i) % seats for i in range(seats)]
        if question is not None:
            rules = play_rules(get_game(cell["game"]), question)
            order = turn_order(leader, rules)
        trick = cards[at : at + len(order)]
        places = {seat: at + turn for turn, seat in enumerate(order[: len(trick)])}
        tricks.append([places.get((first + i) % seats) for i in range(seats)])
        at += len(trick)
        if question is not None and None not in trick:
            leader = order[winner([c for c in trick if c is not None], rules)]
        elif at < len(cards):
            leader = holders.get(cards[at], 0)
    return cell.get("leader") or Seat(first).name, tricks


def _number(text: str) -> int | None:
    try:
        return parse_card(text)
    except ValueError:
        return None


def _question(
    cell: Mapping[str, Any], declarer: int | None, first: int
) -> Question | None:
    """What is played, as far as it says who takes a trick; None if that is not told."""
    try:
        game = get_game(cell.get("game") or "").under(written_rules(cell.get("rules")))
        biddable = [c for c in game.contracts if c.rank is not None] or list(game.contracts)
        name = cell.get("contract")
        contract = biddable[0] if name is None and len(biddable) == 1 else game.contract(name or "")
        called = None if cell.get("called") is None else parse_card(cell["called"])
        trump = None if cell.get("trump") in (None, "-") else parse_suit(cell["trump"])
    except ValueError:
        return None
    order: str = contract.order
    if order == "KT":
        order = "T" if called is not None and rank_of(called) == 3 else "K"
    if trump is None and called is not None and game.called_trump:
        trump = suit_of(called)
    seat = None if declarer is None else Seat(declarer)
    return Question(contract, seat, Seat(first), order, None, trump if contract.trump else None)
