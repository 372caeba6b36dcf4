"""Build records from parsed games, and from the facts that the judge has found.

The judge is the part of the C core that checks games against the rules. It stores the facts of a game in a C
struct ``kr_facts``. A word of trick 1 is an announcement, for example of a marriage or of 100 points.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from kranalyze.cards import CARDS, cards_of, letter_of_suit, rank_of
from kranalyze.core import numbers
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.hands import Hand
from kranalyze.kpn.actions import Announcement, Call, Move, What
from kranalyze.kpn.items import Comment, Entry, Item, Section
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.played import Facts, Marriage
from kranalyze.kpn.record import Record
from kranalyze.texts.problems import problem_text

_SEATS = tuple(Seat)

#: The text of each call that is not a contract. The key is the number of the call.
_CALLS = {
    numbers.CALL_PASS: "gut", numbers.CALL_SECOND: "mit", numbers.CALL_CONTRA: "contra",
    numbers.CALL_RECONTRA: "recontra", numbers.CALL_SUBCONTRA: "subcontra",
}  # fmt: skip

#: The letter of each order of ranks (such as ``K`` or ``T``). The key is the number of the order.
ORDER_NAMES = {numbers.ORDER_K: "K", numbers.ORDER_T: "T", numbers.ORDER_Z: "Z"}

#: The name of each kind of announcement in trick 1. The key is the number of the kind in the core.
KINDS: dict[int, What] = {
    numbers.WORD_MARRIAGE: "marriage", numbers.WORD_HUNDRED: "hundred", numbers.WORD_ALL: "all",
    numbers.WORD_RAISE: "raise", numbers.WORD_CONTRA: "contra",
}  # fmt: skip


def record_of(
    parsed: Parsed, facts: Any, preamble: tuple[tuple[Comment, ...], ...], line: int, index: int, file: str
) -> Record:
    """Return the record of a game without errors.

    Args:
        parsed: the parsed game.
        facts: the judge's facts (``kr_facts``).
        preamble: blocks of comments before the game.
        line: first line of the game in its file, from 1.
        index: index of the game in its file, from 0.
        file: name of the file.
    """
    game = parsed.game
    moves, items = _moves_and_sorted_items(parsed, facts)
    question = _question(game, facts) if facts.complete else None
    announce = announcements(parsed, facts)
    dealer = parsed.fields["dealer"]
    return Record(
        items=items,
        game=game.id,
        rules=parsed.rules,
        deck=parsed.deck,
        dealer=_SEATS[dealer] if dealer >= 0 else None,
        deal=_deal(facts),
        discard=Hand(facts.discard) if facts.has_discard else None,
        contract=None if facts.contract < 0 else game.contracts[facts.contract].id,
        declarer=_seat(facts.declarer),
        second=_seat(facts.second),
        face_down=tuple((_SEATS[seat], CARDS[card]) for seat, card in parsed.laid.items()),
        called=None if facts.called < 0 else CARDS[facts.called],
        trump=letter_of_suit(facts.trump),
        announce=announce,
        contra=facts.contra,
        score=_score(parsed),
        auction=_auction(game, facts),
        leader=_seat(facts.leader),
        play=moves,
        finished=bool(facts.finished),
        settlement=tuple(facts.settlement) if facts.settled else None,
        notes=parsed.notes,
        question=question,
        facts=None if question is None else _facts(game, facts, announce),
        preamble=preamble,
        line=line,
        index=index,
        file=file,
    )


def missing_note_warnings(parsed: Parsed, facts: Any) -> list[Flaw]:
    """Return a warning for each mark, such as ``=1=``, if the record lacks the note with this number."""
    if not facts.judged:
        return []
    known = {(note.section, note.number) for note in parsed.notes}
    flaws = []
    for name in ("Auction", "Play"):
        for i, entry in enumerate(parsed.entries(name)):
            for number in (int(mark[1:-1]) for mark in entry.marks if mark[0] == "="):
                if (name, number) not in known:
                    at = parsed.block.spots[name][i + 1]
                    message = problem_text("note_missing", {"number": number, "entry": entry.text})
                    flaws.append(Flaw(at, message, "warning"))
    return flaws


def _seat(number: int) -> Seat | None:
    """Convert a number of the C core to a seat. Return None for a negative number."""
    return None if number < 0 else _SEATS[number]


def _deal(facts: Any) -> Deal | None:
    """Return the deal that the judge's facts contain. Return None if the deal is unknown."""
    if not facts.has_deal:
        return None
    n, e, s, w = (hand if facts.known >> seat & 1 else None for seat, hand in enumerate(facts.hands))
    return Deal((n, e, s, w), facts.talon)


def _score(parsed: Parsed) -> tuple[int, ...] | None:
    """Return the amounts of N E S W in the tag Score. Return None if the record has no score."""
    return tuple(parsed.score.get(seat, 0) for seat in range(4)) if parsed.score else None


def _auction(game: Game, facts: Any) -> tuple[Call, ...]:
    """Return the calls of the auction that the judge's facts contain."""
    calls = facts.call[0 : facts.calls]
    return tuple(
        Call(_SEATS[c.seat], _CALLS.get(c.call) or game.contracts[c.call].id, letter_of_suit(c.suit))
        for c in calls
    )


def _question(game: Game, facts: Any) -> Question:
    """Return the question: the contract with its declarer, leader, trump and order of ranks.

    The judge must have found all of these facts.
    """
    contract = game.contracts[facts.contract]
    trump = letter_of_suit(facts.trump) if contract.trump else None
    second, partner = _seat(facts.second), _seat(facts.partner)
    order = ORDER_NAMES[facts.order]
    return Question(contract, _seat(facts.declarer), _SEATS[facts.leader], order, second, trump, partner)


def announcements(parsed: Parsed, facts: Any) -> tuple[Announcement, ...]:
    """Return the announcements in trick 1.

    If the text names no suit for a marriage, but the hands determine the suit, fill in the suit.
    """
    suits = iter([marriage.suit for marriage in facts.marriage[0 : facts.marriages]])
    words = []
    for word in parsed.words:
        kind = KINDS[word.kind]
        suit = next(suits) if kind == "marriage" else -1
        level = parsed.game.contracts[word.level].id if kind == "raise" else None
        words.append(
            Announcement(_SEATS[word.seat], kind, letter_of_suit(suit), word.points, level)
        )
    return tuple(words)


def _facts(game: Game, facts: Any, announce: tuple[Announcement, ...]) -> Facts:
    """Convert the judge's facts of the play. Keep only the tricks and marriages that count."""
    tricks = facts.counted_tricks
    marriages = facts.marriage[0 : facts.counted_marriages]
    return Facts(
        winners=tuple(_SEATS[seat] for seat in facts.winner[0:tricks]),
        points=tuple(facts.points[0:tricks]),
        ended=bool(facts.ended),
        marriages=tuple(Marriage(_SEATS[m.seat], m.points, m.trick) for m in marriages),
        discard=sum(game.points[rank_of(card)] for card in cards_of(facts.discard)),
        hundreds=tuple(a.seat for a in announce if a.what == "hundred"),
        alls=tuple(a.seat for a in announce if a.what == "all"),
        raised=None if facts.raised == numbers.NONE else game.contracts[facts.raised],
        contra=facts.contra,
    )


def sort_tricks_by_seat(parsed: Parsed, facts: Any) -> tuple[Item, ...]:
    """Return the items of a game, with the cards of each trick in the section Play sorted by seat."""
    return _moves_and_sorted_items(parsed, facts)[1]


def _moves_and_sorted_items(parsed: Parsed, facts: Any) -> tuple[tuple[Move, ...], tuple[Item, ...]]:
    """Return the cards in the order of play, and the items of ``sort_tricks_by_seat``."""
    cards = facts.card[0 : facts.cards]
    items = tuple(parsed.block.items)
    places = {card.cell: card.cell for card in cards}
    if facts.turned:
        section = next(item for item in items if isinstance(item, Section) and item.name == "Play")
        places, entries = _sort_play_by_seat(parsed.game, facts, section.entries)
        written = section._replace(entries=entries)
        items = tuple(written if item is section else item for item in items)
    moves = tuple(Move(_SEATS[c.seat], c.card, c.trick, c.turn, places[c.cell]) for c in cards)
    return moves, items


def _sort_play_by_seat(
    game: Game, facts: Any, entries: tuple[Entry, ...]
) -> tuple[dict[int, int], tuple[Entry, ...]]:
    """Sort the cards of each trick by seat. In the text the cards are in the order of play.

    The sorted entries of the section Play have a row for each trick and a column for each seat.

    Returns:
        A dict from the old index of an entry to its new index, and the sorted entries.
    """
    places, placed = dict[int, int](), list[Entry]()
    for _, trick in groupby(facts.card[0 : facts.cards], lambda card: card.trick):
        columns = {(card.seat - facts.leader) % game.seats: card.cell for card in trick}
        for column in range(game.seats):
            if column in columns:
                places[columns[column]] = len(placed)
            placed.append(entries[columns[column]] if column in columns else Entry("-"))
    left = (entry for i, entry in enumerate(entries) if i not in places)
    return places, (*placed, *left)
