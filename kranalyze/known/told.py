"""A record told in arguments, of which perhaps one hand is known, and whose turn it is in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kranalyze.answers.answer import NO_TRUMP, check_contra, laid_away, named_trump, seated
from kranalyze.cards import card_name, card_of, list_of_cards, pack_mask, suit_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.known.layouts import question_of
from kranalyze.kpn import Move, Record
from kranalyze.play import play_rules, turn_order, winner


def told(
    deal: Deal, *, game: str | Game, contract: str | Contract, declarer: Seat | int | str | None = None,
    second: Seat | int | str | None = None, call: int | str | None = None, trump: int | str | None = None,
    leader: Seat | int | str | None = None, dealer: Seat | int | str | None = None,
    discard: str | Iterable[int | str] | None = None, contra: int = 0, play: str | Iterable[int | str] = (),
    face_down: Mapping[Seat, int] | None = None, rules: Mapping[str, str] | None = None,
) -> Record:  # fmt: skip
    """The record of a game of which perhaps one hand is known; what contradicts itself shows when it is used.

    Args:
        deal: hands before the first card; ``anrufen3``: before the talon is taken, or with the discard gone.
        declarer, second, call, trump, leader, dealer, discard, contra: as for ``solve``.
        play: cards in playing order.
        face_down: the cards laid for trick 1, as far as they are known.

    Raises:
        ValueError: hands that do not fit the game, an unknown name, a declarer or leader that is missing.
    """
    row = get_game(game).under(rules)
    asked, cards = row.contract(contract), list_of_cards(play)
    deal.check(row.pack, row.size, row.seats, row.talon if deal.talon else 0, row.endings)
    if not any(hand is not None for hand in deal.hands[: row.seats]):
        raise ValueError("no hand is known")
    for i, card in enumerate(cards):
        if not pack_mask(row.pack) >> card & 1:
            raise ValueError(f"{card_name(card)} is played, which is not in the pack of {row.id}")
        if card in cards[:i]:
            raise ValueError(f"{card_name(card)} is played twice")
    check_contra(contra, row)
    question = seated(row, asked, declarer, leader, dealer, second)[0]
    called = None if call is None else card_of(call)
    if called is not None and asked.party != "called":
        raise ValueError(f"no card is called in {asked.name}")
    suit = named_trump(trump, row)
    if suit not in (None, NO_TRUMP) and not asked.trump and not row.bidding.trump:
        raise ValueError(f"{asked.name} is played without trump")
    if called is not None and asked.trump and row.called_trump and suit is None:
        suit = suit_of(called)
    record = Record(
        items=(), game=row.id, rules=row.in_force, deal=deal, discard=laid_away(discard, row),
        contract=asked.id, declarer=question.declarer, second=question.second, called=called,
        face_down=tuple((face_down or {}).items()), trump=None if suit == NO_TRUMP else suit,
        dealer=None if dealer is None or leader is not None else Seat.parse(dealer), contra=contra,
        leader=question.leader,
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
