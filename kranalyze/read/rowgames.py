"""Rows of a table (``datasets/FORMAT.md``) as records: a row is read as the KPN that says the same.

Its errors have their row and column in the table.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import merge
from operator import itemgetter
from typing import Any

from kranalyze.cards import Deck, cards_of, hand_text, parse_card, parse_suit, suit_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question, get_game
from kranalyze.games.written import written_rules
from kranalyze.kpn.deals import card_of, respelled, seat_of
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.meaning import played_order
from kranalyze.kpn.reader import Outcome, Reader, Start
from kranalyze.kpn.record import KNOWN_TAGS, KpnError
from kranalyze.play import PlayRules, play_rules, turn_order, winner
from kranalyze.read.cells import Rows, read_column
from kranalyze.read.columns import MASKS, cards_cell, usual_game
from kranalyze.read.loggedrows import NONE_OF, TAGS, cell_value

#: Columns that are written after those of ``TAGS``, and their tags.
_OTHERS = {
    "n": "Deal", "talon": "Talon", "discard": "Discard", "face_down": "FaceDown", "called": "Called",
    "trump": "Trump", "announce": "Announce", "contra": "Contra", "score_n": "Score",
}  # fmt: skip

#: A line of KPN, and the column that it says something of.
Line = tuple[str, str]


def outcomes_of(rows: Rows, file: str, game: str | None, rules: Mapping[str, str]) -> Iterator[Outcome]:
    """The games of rows one by one, and all that is wrong with them, with their rows and columns."""
    yield from (Outcome(None, (problem,)) for problem in rows.problems if problem.record is None)
    none = [(p.record, Outcome(None, (p,))) for p in rows.problems if p.record is not None]
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
    place = Start()
    for number, cell in enumerate(rows.cells.to_dicts()):
        try:
            for name, value in cell.items():
                cell[name] = cell_value(name, value)
        except ValueError as error:
            fail(number, name, str(error))
        if number in wrong:
            yield cell["deal"], Outcome(None, tuple(wrong[number]))
            continue
        lines = list(_lines(cell | {name: column[number] for name, column in masks.items()}))
        source = io.StringIO("".join(f"{text}\n" for _, text in lines), newline="")
        reader = Reader(source, file, game, rules, replace(place, line=1))
        outcome, *more = reader.outcomes()
        place = reader.place
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
            record.line, record.index = cell["line"], cell["deal"]
        if broken is not None:
            broken = replace(broken, line=cell["line"], index=cell["deal"])
        yield cell["deal"], Outcome(record, tuple(problems), broken)


def _lines(cell: dict[str, Any]) -> Iterator[Line]:
    """The KPN of a row, each tag on a line of its own."""
    deck: Deck = "german" if cell.get("deck") == "german" else "french"
    hands = tuple(cell.get(seat) for seat in "nesw")
    known = any(hand is not None for hand in hands)
    if cell.get("game") is None and known:
        cell["game"] = usual_game(Deal((hands[0], hands[1], hands[2], hands[3])))
    try:
        game = get_game(cell.get("game") or "")
    except ValueError:
        game = None
    seats = "nesw" if game is None else "nesw"[: game.seats]
    said = " ".join("-" if cell.get(seat) is None else hand_text(cell[seat]) for seat in seats)
    amounts = [cell.get(f"score_{seat}") for seat in seats]
    auction, play, contra = cell.get("auction"), cell.get("play"), cell.get("contra")
    calls = " ".join(auction or ())
    texts = cell | {
        "n": f"N:{said}" if known else "?",
        "talon": cards_cell(cell.get("talon") or 0) or None,
        "discard": cards_cell(cell.get("discard") or 0) or None,
        "face_down": " ".join(cell.get("face_down") or ()) or None,
        "announce": "; ".join(" ".join(one.split()) for one in cell.get("announce") or ()) or None,
        "contra": None if str(contra) == "0" and "contra" not in calls else contra,
        "score_n": " ".join(f"{s.upper()}:{a}" for s, a in zip(seats, amounts, strict=True)),
    }
    if all(amount is None for amount in amounts):
        texts["score_n"] = None
    for column, tag in (TAGS | _OTHERS).items():
        if texts.get(column) is not None:
            value = "" if column in NONE_OF and texts[column] == "-" else str(texts[column])
            yield _tag(column, tag, respelled(tag, value, "french", deck))
    yield from (_tag("tags", t, said) for t, said in (cell.get("tags") or {}).items() if t not in KNOWN_TAGS)
    if auction is not None:
        dealer = seat_of(cell.get("dealer") or "")
        left = "?" if dealer is None else Seat((dealer + 1) % len(seats)).name
        yield _tag("opener" if cell.get("opener") else "auction", "Auction", cell.get("opener") or left)
        yield "auction", _line(respelled("Auction", calls, "french", deck))
    if play is not None:
        yield from _play(cell, game, play, deck)


def _line(text: str) -> str:
    return " ".join(text.splitlines())


def _tag(column: str, name: str, value: str) -> Line:
    return column, f'[{name} "{escape(_line(value))}"]'


def _play(cell: Mapping[str, Any], game: Game | None, played: Sequence[str], deck: Deck) -> Iterator[Line]:
    """The cards by seats, with their marks, and the notes after them."""
    leader, tricks = _tricks(cell, game, played)
    yield _tag("leader" if cell.get("leader") else "play", "Play", cell.get("leader") or leader.name)
    given = [[str(one or "") for one in cell.get(name) or ()] for name in ("marks", "notes")]
    marks, notes = (texts + [""] * (len(played) - len(texts)) for texts in given)
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
        yield "play", _line(" ".join(words))
    if cell.get("finished") is False and played:
        yield "finished", "+"
    yield from (_tag("notes", "Note", note) for note in numbered)


def _tricks(
    cell: Mapping[str, Any], game: Game | None, played: Sequence[str]
) -> tuple[Seat, list[list[int | None]]]:
    """Who leads to trick 1; and for each trick which of the cards played stands in each column."""
    seats = 4 if game is None else game.seats
    cards = [card_of(word, "french") for word in played]
    declarer, named = seat_of(cell.get("declarer") or ""), seat_of(cell.get("leader") or "")
    holders: dict[int | None, Seat] = {c: s for s in Seat for c in cards_of(cell.get("nesw"[s]) or 0)}
    if declarer is not None:
        holders.update(dict.fromkeys(cards_of(cell.get("talon") or 0), declarer))
    first = named if named is not None else holders.get(cards[0], Seat.N) if cards else Seat.N
    rules = None if game is None else _rules(cell, game, declarer, first)
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
    order, trump = played_order(contract, called) or "K", trump if contract.trump else None
    return play_rules(game, Question(contract, declarer, first, order, None, trump))
