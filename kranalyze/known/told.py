"""A record told in arguments, of which perhaps one hand is known, and whose turn it is in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kranalyze.cards import card_name, hand_mask, pack_mask, parse_card, parse_suit, suit_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.known.layouts import question_of
from kranalyze.kpn import Move, Record
from kranalyze.play import play_rules, turn_order, winner


def told(
    deal: Deal, *, game: str | Game, contract: str | Contract, declarer: Seat | int | str | None = None,
    second: Seat | int | str | None = None, called: int | str | None = None, trump: int | str | None = None,
    leader: Seat | int | str | None = None, discard: int | str | None = None, contra: int = 0,
    play: str | Iterable[int] = (), face_down: Mapping[Seat, int] | None = None,
    rules: Mapping[str, str] | None = None,
) -> Record:  # fmt: skip
    """The record of a game of which perhaps one hand is known; what contradicts itself shows when it is used.

    Args:
        deal: hands before the first card; ``anrufen3``: before the talon is taken, or with the discard gone.
        leader: where the contract leaves it open.
        play: cards in playing order.
        face_down: the cards laid for trick 1, as far as they are known.

    Raises:
        ValueError: hands that do not fit the game, an unknown name, a declarer or leader that is missing.
    """
    declarer, second, leader = (None if s is None else Seat.parse(s) for s in (declarer, second, leader))
    called = parse_card(called) if isinstance(called, str) else called
    trump = parse_suit(trump) if isinstance(trump, str) else trump
    discard = None if discard is None else hand_mask(discard)
    cards = [*map(parse_card, play.replace(",", " ").split())] if isinstance(play, str) else [*play]
    options = get_game(game).rules(rules)
    row = get_game(game).under(options)
    asked = row.contract(contract)
    deal.check(row.pack, row.size, row.seats, row.talon if deal.talon else 0, row.endings)
    if not any(hand is not None for hand in deal.hands[: row.seats]):
        raise ValueError("no hand is known")
    for card in (*cards, called or 0):
        if not 0 <= card < 32:
            raise ValueError(f"{card} is no card: cards are numbers from 0 to 31")
    for i, card in enumerate(cards):
        if not pack_mask(row.pack) >> card & 1:
            raise ValueError(f"{card_name(card)} is played, which is not in the pack of {row.id}")
        if card in cards[:i]:
            raise ValueError(f"{card_name(card)} is played twice")
    for seat in (declarer, second, leader):
        if seat is not None and seat >= row.seats:
            raise ValueError(f"{row.id} is played without {seat.title}")
    if declarer is None and asked.makeable_at is not None:
        raise ValueError("the declarer is not known")
    if asked.leads == "declarer" and asked.makeable_at is not None:
        leader = declarer
    if leader is None:
        raise ValueError(f"who leads to {asked.name} is not known")
    if called is not None and asked.party != "called":
        raise ValueError(f"no card is called in {asked.name}")
    if trump is not None and not asked.trump and not row.bidding.trump:
        raise ValueError(f"{asked.name} is played without trump")
    if called is not None and asked.trump and row.called_trump and trump is None:
        trump = suit_of(called)
    record = Record(
        items=(), game=row.id, rules=options, deal=deal, discard=discard, contract=asked.id,
        declarer=declarer, second=second, face_down=tuple((face_down or {}).items()), called=called,
        trump=trump, contra=contra, leader=leader,
    )  # fmt: skip
    return replace(record, play=_moves(cards, record))


def _moves(cards: Sequence[int], record: Record) -> tuple[Move, ...]:
    """Cards in playing order with their seats."""
    question = question_of(record)
    rules, leader = play_rules(record.game_row, question), int(question.leader)
    moves: list[Move] = []
    for number, first in enumerate(range(0, len(cards), len(rules.seats)), 1):
        order = turn_order(leader, rules)
        trick = cards[first : first + len(order)]
        moves += (Move(Seat(order[i]), card, number, i + 1) for i, card in enumerate(trick))
        leader = order[winner(trick, rules)]
    return tuple(moves)


def to_play(record: Record, after: int) -> Seat:
    """The seat whose turn it is after so many cards."""
    if after < len(record.play):
        return record.play[after].seat
    return _moves([*(move.card for move in record.play[:after]), 0], record)[-1].seat
