"""What excludes layouts, fact by fact: cards a hidden hand cannot hold, sets of which it held one whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kranalyze.cards import card_name, cards_of, mask_of, ranks_mask, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Question
from kranalyze.games.questions import requirement
from kranalyze.known.situation import CannotBeError, Situation, card_of
from kranalyze.kpn import Move
from kranalyze.play import PlayRules, beats, why_illegal, winner

_COUPLES = ranks_mask("KQ")


@dataclass(frozen=True, slots=True)
class Fact:
    """What something that happened says of the hand of a seat at that time.

    Attributes:
        since: how many cards had been played when the seat still held what this is about.
        cannot: cards that it did not hold.
        one_of: sets of which it held one whole; empty if this says nothing.
        text: what happened.
    """

    seat: Seat
    since: int
    cannot: int
    one_of: tuple[int, ...]
    text: str


def facts(seen: Situation) -> Iterator[Fact]:
    """All that excludes layouts, in the order in which it happened.

    Raises:
        CannotBeError: a card that was not its player's to play, as far as the seat's own cards tell.
    """
    yield from _bid(seen)
    yield from _said(seen)
    yield from _played(seen)


def _bid(seen: Situation) -> Iterator[Fact]:
    """Who bid a contract that needs something held it, and forehand a card of the trump suit."""
    bids = dict.fromkeys((c.seat, c.call) for c in seen.record.auction)
    if seen.declarer is not None:
        bids[seen.declarer, seen.contract.id] = None
    names = seen.game.pairs and not seen.game.calibration
    if names and seen.named is not None and seen.forehand is not None:
        trumps = tuple(1 << c for c in cards_of(seen.pack & suit_mask(seen.named)))
        yield Fact(seen.forehand, 0, 0, trumps, f"{seen.forehand.title}'s naming trump")
    contracts = {contract.id: contract for contract in seen.game.contracts}
    for seat, call in bids:
        contract = contracts.get(call)
        if contract is not None and contract.requires is not None:
            yield Fact(seat, 0, 0, _required(seen, contract, seat), f"{seat.title}'s bid of {contract.name}")
    if seen.called is not None and seen.declarer is not None and not seen.game.call_own:
        text = f"{seen.declarer.title}'s call of {card_name(seen.called)}"
        yield Fact(seen.declarer, 0, 1 << seen.called, (), text)


def _required(seen: Situation, contract: Contract, seat: Seat) -> tuple[int, ...]:
    """The sets of which a contract needs one; trumps of a suit that is not known are those of some suit."""
    found: list[int] = []
    for trump in range(4) if seen.named is None else (seen.named,):
        question = Question(contract, seat, seen.leader, contract.order, trump=trump)
        found += requirement(question, seen.game) or ()
    return tuple(dict.fromkeys(found))


def _said(seen: Situation) -> Iterator[Fact]:
    """Who declared a marriage held both cards. Of a marriage without a suit it is one of the plain suits."""
    open_ones: set[Seat] = set()
    for said in seen.said:
        if said.what != "marriage":
            continue
        text = f"{said.seat.title}'s declaration of {said.points}"
        if said.suit is not None:
            yield Fact(said.seat, 0, 0, (_COUPLES & suit_mask(said.suit),), text)
            continue
        if said.seat in open_ones:
            raise ValueError(f"which marriages {said.seat.title} declared is not known")
        open_ones.add(said.seat)
        named = {s.suit for s in seen.said if s.seat == said.seat and s.what == "marriage"}
        suits = [s for s in range(4) if s != seen.trump and s not in named]
        yield Fact(said.seat, 0, 0, tuple(_COUPLES & suit_mask(s) for s in suits), text)


def _played(seen: Situation) -> Iterator[Fact]:
    """Every card was legal for the hand it came from; one laid face down was free."""
    rules = seen.play
    trick: list[int] = []
    for i, move in enumerate(seen.moves):
        trick = [] if move.turn == 1 else trick
        free = seen.second is not None and move.trick == 1 and move.seat in (seen.declarer, seen.second)
        if move.seat == seen.seat:
            _check_own(seen, i, trick, rules, free)
        elif (seen.hand | seen.discard) >> move.card & 1:
            raise CannotBeError(f"{card_of(move)} cannot be: {seen.seat.title} has it")
        elif trick and not free:
            yield Fact(move.seat, i, excluded(move.card, trick, rules), (), card_of(move))
        if not trick and move.seat != seen.seat:
            yield from _led(seen, i, move)
        trick.append(move.card)


def _check_own(seen: Situation, i: int, trick: list[int], rules: PlayRules, free: bool) -> None:
    move = seen.moves[i]
    gone = mask_of(m.card for m in seen.moves[:i] if m.seat == seen.seat)
    forced = move.card if free else None
    reason = why_illegal(move.card, seen.hand & ~gone, trick, rules, forced)
    if reason is not None:
        raise CannotBeError(f"{card_of(move)} cannot be: {move.seat.title} {reason}")


def excluded(card: int, trick: list[int], rules: PlayRules) -> int:
    """The cards that a player of a card did not hold, or it would have been one of them to play."""
    led, best = suit_of(trick[0]), trick[winner(trick, rules)]
    beaten = not rules.must_beat or beats(card, best, rules)
    if suit_of(card) == led:
        return 0 if beaten else _beating(led, best, rules)
    if rules.trump is None or not rules.must_trump:
        return suit_mask(led)
    if suit_of(card) != rules.trump:
        return suit_mask(led) | suit_mask(rules.trump)
    return suit_mask(led) | (0 if beaten else _beating(rules.trump, best, rules))


def _beating(suit: int, best: int, rules: PlayRules) -> int:
    """The cards of a suit that beat the best card of a trick."""
    return mask_of(c for c in cards_of(suit_mask(suit)) if c != best and beats(c, best, rules))


def _led(seen: Situation, i: int, move: Move) -> Iterator[Fact]:
    """King or Queen led where a marriage would be registered: the other was held, or it was not."""
    if not _COUPLES >> move.card & 1 or not registers(seen, move):
        return
    other = _COUPLES & suit_mask(suit_of(move.card)) & ~(1 << move.card)
    if move.card in seen.shown:
        yield Fact(move.seat, i, 0, (other,), f"the marriage registered with {card_of(move)}")
    else:
        other_name = card_name(next(cards_of(other)))
        text = f"{card_of(move)}, with no marriage registered, and {other_name}"
        yield Fact(move.seat, i, other, (), text)


def registers(seen: Situation, move: Move) -> bool:
    """Whether a marriage led with this card would be registered (RULINGS: anrufen, bauernschnapsen)."""
    goal = seen.contract.goal
    if not any(c.goal.marriages == "lead" for c in seen.game.contracts) or seen.trump is None:
        return False
    if seen.game.pairs and (goal.marriages != "lead" or (goal.own_marriages and move.seat != seen.declarer)):
        return False
    return move.trick > 1 or seen.game.opening_marriage != "no"
