"""A situation: a record after some cards as one seat sees it; records told in arguments, not in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kranalyze.cards import (
    card_name,
    hand_mask,
    mask_of,
    pack_mask,
    parse_card,
    parse_suit,
    ranks_mask,
    suit_mask,
    suit_of,
)
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.kpn import Move, Record
from kranalyze.kpn.meaning import played_order
from kranalyze.play import PlayRules, play_rules, turn_order, winner


class CannotBeError(ValueError):
    """A situation that contradicts itself; the message names the card or call that cannot be."""


@frozen
class Situation:
    """What has happened, and the own hand.

    Attributes:
        after: how many cards have been played.
        question: the contract as it is played, its partner left open.
        hand: the cards of the seat before the first card was played, after talon and discard.
        discard: what it laid away itself, else 0.
        shown: cards led (King or Queen) with which a marriage was registered.
        pack, size: the cards in play, and how many a hand has.
    """

    record: Record
    game: Game
    after: int
    seat: Seat
    question: Question
    hand: int
    discard: int
    shown: frozenset[int]
    pack: int
    size: int

    @property
    def contract(self) -> Contract:
        """What is played."""
        return self.question.contract

    @property
    def called(self) -> int | None:
        """The called card, None if nothing is called."""
        return self.record.called if self.contract.party == "called" else None

    @property
    def play(self) -> PlayRules:
        """How cards must be played."""
        return play_rules(self.game, self.question)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards played so far."""
        return self.record.play[: self.after]

    def played(self, seat: int, since: int = 0) -> int:
        """The cards a seat has played since so many cards, as a mask."""
        return mask_of(move.card for move in self.moves[since:] if move.seat == seat)

    def held(self, after: int | None = None) -> int:
        """The cards that the seat held after so many of those played, default now."""
        return self.hand & ~mask_of(move.card for move in self.moves[:after] if move.seat == self.seat)

    @property
    def unseen(self) -> int:
        """The cards whose place the seat does not see."""
        return self.pack & ~self.hand & ~self.discard & ~mask_of(move.card for move in self.moves)


def situation(record: Record, after: int, seat: int, shown: frozenset[int] | None = None) -> Situation:
    """A record after so many cards as a seat sees it, before the next player speaks; see ``knowledge``.

    ``shown`` is by default as the hands of the record tell, or the later play of the other card.
    """
    if not isinstance(record, Record):
        raise ValueError(f"record: a Record is expected, not {type(record).__name__}")
    question, game = question_of(record), record.game_row
    contract, deal = question.contract, record.deal
    if question.declarer is None and contract.makeable_at is not None:
        raise ValueError("the declarer is not known")
    if not 0 <= after <= len(record.play):
        cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
        raise ValueError(f"the record has {cards}, there is no position after {after}")
    if seat >= game.seats:
        raise ValueError(f"{record.game} is played without {Seat(seat).title}")
    if deal is None or deal.hands[seat] is None:
        raise ValueError(f"the hand of {Seat(seat).title} is not known")
    if contract.party == "called":
        if record.called is None:
            raise ValueError("the called card is not known")
        if not pack_mask(game.pack) >> record.called & 1:
            raise ValueError(f"{card_name(record.called)} is called, which is not in the pack of {game.id}")
    if contract.trump and record.trump is None and not game.calibration:
        raise ValueError("the trump is not known")
    laid = bool(game.talon) and seat == question.declarer
    if laid and record.discard is None:
        raise ValueError("the discard is not known")
    hands = [hand or 0 for hand in deal.hands]
    if question.declarer is not None and hands[question.declarer]:
        hands[question.declarer] = (hands[question.declarer] | deal.talon) & ~(record.discard or 0)
    if shown is None:
        shown = frozenset(_registered(record, after, hands))
    size, pack = game.size, pack_mask(game.pack)
    if game.endings and hands[seat].bit_count() != size:  # of whist: fewer cards than the whole pack
        size = hands[seat].bit_count()
        if not deal.complete and size * game.seats not in (20, 24):
            raise ValueError("which cards are in play is not known")
        pack = sum(deal.masks) if deal.complete else pack_mask(size * game.seats)
    discard = (record.discard or 0) if laid else 0
    return Situation(record, game, after, Seat(seat), question, hands[seat], discard, shown, pack, size)


def question_of(record: Record) -> Question:
    """The contract of a record as it is played, its partner left open."""
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    order, trump = played_order(contract, record.called) or "K", record.trump if contract.trump else None
    return Question(contract, record.declarer, record.leader, order, record.second, trump)


def couple(card: int) -> int:
    """The other card of a King's or a Queen's couple as a mask, 0 of any other card."""
    both = ranks_mask("KQ") & suit_mask(suit_of(card))
    return both & ~(1 << card) if both >> card & 1 else 0


def _registered(record: Record, after: int, hands: Sequence[int]) -> Iterator[int]:
    """Kings and Queens led while the other one was held, as far as the record tells."""
    for i, move in enumerate(record.play[:after]):
        other = couple(move.card) if move.turn == 1 else 0
        if not other:
            continue
        later = any(m.seat == move.seat and other >> m.card & 1 for m in record.play[i + 1 :])
        gone = any(other >> m.card & 1 for m in record.play[:i])
        if later or (hands[move.seat] & other and not gone):
            yield move.card


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
