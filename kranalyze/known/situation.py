"""A situation: a record after some cards as one seat sees it (RULINGS: single dummy)."""

from __future__ import annotations

from dataclasses import dataclass

from kranalyze.cards import RANKS, card_name, cards_of, pack_mask, rank_of, ranks_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, Rules
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.play import PlayRules, play_rules

_TEN = RANKS.index("T")


class CannotBeError(ValueError):
    """A situation that contradicts itself; the message names the card or call that cannot be."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What has happened, and the own hand.

    Attributes:
        seat: who looks.
        hand: its cards before the first card was played, after talon and discard.
        discard: what it laid away itself, else 0.
        contract, declarer, second, called, trump, leader: as they are played; ``order`` follows from them.
        named: the trump suit that forehand named, though the contract may have none; forehand, if known.
        moves: the cards played so far.
        said: what was said in trick 1 so far.
        shown: cards led (King or Queen) with which a marriage was registered.
        pack: the cards in play.
        size: cards of a hand.
    """

    record: Record
    game: Game
    rules: Rules
    after: int
    seat: Seat
    hand: int
    discard: int
    contract: Contract
    declarer: Seat | None
    second: Seat | None
    called: int | None
    trump: int | None
    order: str
    leader: Seat
    named: int | None
    forehand: Seat | None
    moves: tuple[Move, ...]
    said: tuple[Announcement, ...]
    shown: frozenset[int]
    pack: int
    size: int

    @property
    def play(self) -> PlayRules:
        """How cards must be played."""
        return play_rules(self.game, self.question(None))

    def question(self, partner: Seat | None) -> Question:
        """The contract as it is played with this partner."""
        return Question(
            self.contract, self.declarer, self.leader, self.order, self.second, self.trump, partner
        )

    def played(self, seat: int) -> int:
        """The cards a seat has played, as a mask."""
        return sum(1 << move.card for move in self.moves if move.seat == seat)

    @property
    def unseen(self) -> int:
        """The cards whose place the seat does not see."""
        return self.pack & ~self.hand & ~self.discard & ~sum(1 << move.card for move in self.moves)


def situation(record: Record, after: int, seat: int, shown: frozenset[int] | None = None) -> Situation:
    """A record after so many cards as a seat sees it, before the next player speaks.

    Args:
        shown: the cards led with which a marriage was registered; default as the hands of the record tell,
            or the later play of the other card.

    Raises:
        ValueError: no record, the contract or the seat's hand is not known in full, or no such position.
    """
    if not isinstance(record, Record):
        raise ValueError(f"record: a Record is expected, not {type(record).__name__}")
    game, contract = record.game_row, record.contract_row
    _check(record, after, seat)
    assert contract is not None and record.leader is not None
    if contract.party == "called" and record.called is None:
        raise ValueError("the called card is not known")
    trump = record.trump if contract.trump else None
    if contract.trump and trump is None and not game.calibration:
        raise ValueError("the trump is not known")
    hand, discard = _own(record, game, seat)
    moves = record.play[:after]
    spoken = {move.seat for move in moves if move.trick == 1}
    forehand = record.forehand
    if forehand is None and contract.leads == "forehand":
        forehand = record.leader
    return Situation(
        record,
        game,
        record.rules,
        after,
        Seat(seat),
        hand,
        discard,
        contract,
        record.declarer,
        record.second,
        record.called if contract.party == "called" else None,
        trump,
        order_of(contract, record.called),
        record.leader,
        record.trump,
        forehand,
        moves,
        tuple(said for said in record.announce if said.seat in spoken),
        _shown(record, moves) if shown is None else shown,
        _pack(record, game, hand),
        hand.bit_count() if game.endings else game.size,
    )


def order_of(contract: Contract, called: int | None) -> str:
    """The order of rank: of a contract that leaves it open, T if a Ten is called."""
    if contract.order != "KT":
        return contract.order
    return "T" if called is not None and rank_of(called) == _TEN else "K"


def _check(record: Record, after: int, seat: int) -> None:
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    if record.declarer is None and contract.makeable_at is not None:
        raise ValueError("the declarer is not known")
    if not 0 <= after <= len(record.play):
        cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
        raise ValueError(f"the record has {cards}, there is no position after {after}")
    if seat >= record.game_row.seats:
        raise ValueError(f"{record.game} is played without {Seat(seat).title}")
    if record.deal is None or record.deal.hands[seat] is None:
        raise ValueError(f"the hand of {Seat(seat).title} is not known")


def _own(record: Record, game: Game, seat: int) -> tuple[int, int]:
    """The hand a seat plays with, and what it laid away."""
    assert record.deal is not None
    hand = record.deal.hand(seat)
    if not game.talon or seat != record.declarer:
        return hand, 0
    if record.discard is None:
        raise ValueError("the discard is not known")
    return (hand | record.deal.talon) & ~record.discard, record.discard


def _pack(record: Record, game: Game, hand: int) -> int:
    """The cards in play: endings of whist have fewer than the whole pack."""
    if not game.endings or hand.bit_count() == game.size:
        return pack_mask(game.pack)
    assert record.deal is not None
    if record.deal.complete:
        return sum(record.deal.masks)
    size = hand.bit_count() * game.seats
    if size not in (20, 24):
        raise ValueError("which cards are in play is not known")
    return pack_mask(size)


def _shown(record: Record, moves: tuple[Move, ...]) -> frozenset[int]:
    """Kings and Queens led while the other one was held, as far as the record tells."""
    couples = ranks_mask("KQ")
    found = set()
    for i, move in enumerate(moves):
        if move.turn > 1 or not couples >> move.card & 1:
            continue
        other = next(c for c in cards_of(couples & 0xFF << 8 * suit_of(move.card)) if c != move.card)
        later = any(m.seat == move.seat and m.card == other for m in record.play[i + 1 :])
        gone = any(m.card == other for m in record.play[:i])
        hands = None if record.deal is None else record.deal.hands[move.seat]
        laid = record.discard or 0 if move.seat == record.declarer else 0
        held = hands is not None and (hands | _taken(record, move.seat)) & ~laid & 1 << other
        if later or (held and not gone):
            found.add(move.card)
    return frozenset(found)


def _taken(record: Record, seat: int) -> int:
    return record.talon if seat == record.declarer else 0


def card_of(move: Move) -> str:
    """A card of the play in words: ``West's C9 in trick 2``."""
    return f"{move.seat.title}'s {card_name(move.card)} in trick {move.trick}"
