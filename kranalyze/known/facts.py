"""What excludes layouts, fact by fact: cards a hidden hand cannot hold, sets of which it held one whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from kranalyze.cards import card_name, cards_of, mask_of, ranks_mask, suit_mask
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract
from kranalyze.games.questions import requirement
from kranalyze.known.situation import CannotBeError, Situation, card_of, couple
from kranalyze.kpn import Move
from kranalyze.play import PlayRules, legal, why_illegal


@frozen
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


@frozen
class HiddenPlace:
    """A place that the seat cannot see.

    Attributes:
        seat: whose hand it is; None: the cards laid away (RULINGS: anrufen3).
        room: how many cards lie there.
        cannot: of the unseen cards those that do not lie there.
        must: those that do.
        one_of: families of sets; of each family one set lies there whole.
    """

    seat: Seat | None
    room: int
    cannot: int = 0
    must: int = 0
    one_of: tuple[tuple[int, ...], ...] = ()

    @property
    def name(self) -> str:
        """``N``, ``E``, ``S``, ``W`` or ``discard``."""
        return "discard" if self.seat is None else self.seat.name


#: The hidden places with what is known of them.
Places = tuple[HiddenPlace, ...]


def places_of(seen: Situation) -> Iterator[tuple[str, Places]]:
    """The hidden places with nothing known of them, then with one fact more each time, and its words.

    Raises:
        CannotBeError: something that happened cannot have, whatever the others hold; it is named.
    """
    seats = (seat for seat in Seat if seat < seen.game.seats and seat != seen.seat)
    places = {s: HiddenPlace(s, seen.size - seen.played(s).bit_count()) for s in seats}
    laid = seen.game.talon if seen.seat != seen.question.declarer else 0
    away = (HiddenPlace(None, laid),) if laid else ()
    yield "", (*places.values(), *away)
    for fact in chain(_bid(seen), _said(seen), _played(seen)):
        if fact.seat in places:
            places[fact.seat] = _with(seen, places[fact.seat], fact)
            yield fact.text, (*places.values(), *away)
            continue
        held = seen.hand & ~mask_of(m.card for m in seen.moves[: fact.since] if m.seat == seen.seat)
        if fact.one_of and not any(held & mask == mask for mask in fact.one_of):
            raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} does not hold what it needs")
        if held & fact.cannot:
            raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} holds it")


def _with(seen: Situation, place: HiddenPlace, fact: Fact) -> HiddenPlace:
    """A place with one more fact; what the seat has played since lay there."""
    unseen, played = seen.unseen, seen.played(fact.seat, fact.since)
    for card in cards_of(played & fact.cannot):
        raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} played {card_name(card)} later")
    if not fact.one_of:
        return replace(place, cannot=place.cannot | fact.cannot & unseen)
    left = [mask & ~played for mask in fact.one_of if not mask & ~played & ~unseen]
    if not left:
        raise CannotBeError(f"{fact.text} cannot be: the cards it needs lie elsewhere")
    if 0 in left:
        return place
    if len(left) == 1:
        return replace(place, must=place.must | left[0])
    return replace(place, one_of=(*place.one_of, tuple(left)))


def _bid(seen: Situation) -> Iterator[Fact]:
    """Who bid a contract that needs something held it, and forehand a card of the trump suit."""
    game, declarer, forehand, named = seen.game, seen.question.declarer, seen.forehand, seen.record.trump
    bids = dict.fromkeys((c.seat, c.call) for c in seen.record.auction)
    if declarer is not None:
        bids[declarer, seen.contract.id] = None
    if game.pairs and not game.calibration and named is not None and forehand is not None:
        trumps = tuple(1 << c for c in cards_of(seen.pack & suit_mask(named)))
        yield Fact(forehand, 0, 0, trumps, f"{forehand.title}'s naming trump")
    contracts = {contract.id: contract for contract in game.contracts}
    for seat, call in bids:
        contract = contracts.get(call)
        if contract is not None and contract.requires is not None:
            yield Fact(seat, 0, 0, _required(seen, contract), f"{seat.title}'s bid of {contract.name}")
    if seen.called is not None and declarer is not None and not game.call_own:
        yield Fact(declarer, 0, 1 << seen.called, (), f"{declarer.title}'s call of {card_name(seen.called)}")


def _required(seen: Situation, contract: Contract) -> tuple[int, ...]:
    """The sets of which a contract needs one; trumps of a suit that is not known are those of some suit."""
    named = seen.record.trump
    suits = range(4) if named is None else (named,)
    asked = (replace(seen.question, contract=contract, trump=suit) for suit in suits)
    return tuple(dict.fromkeys(mask for q in asked for mask in requirement(q, seen.game) or ()))


def _said(seen: Situation) -> Iterator[Fact]:
    """Who declared a marriage held both cards. Of a marriage without a suit it is one of the plain suits."""
    marriages = [said for said in seen.said if said.what == "marriage"]
    open_ones: set[Seat] = set()
    for said in marriages:
        suits = [said.suit]
        if said.suit is None:
            if said.seat in open_ones:
                raise ValueError(f"which marriages {said.seat.title} declared is not known")
            open_ones.add(said.seat)
            named = {seen.question.trump, *(s.suit for s in marriages if s.seat == said.seat)}
            suits = [s for s in range(4) if s not in named]
        couples = tuple(ranks_mask("KQ") & suit_mask(s) for s in suits if s is not None)
        yield Fact(said.seat, 0, 0, couples, f"{said.seat.title}'s declaration of {said.points}")


def _played(seen: Situation) -> Iterator[Fact]:
    """Every card was legal for the hand it came from; one laid face down was free."""
    rules, question = seen.play, seen.question
    trick: tuple[int, ...] = ()
    for i, move in enumerate(seen.moves):
        trick = () if move.turn == 1 else trick
        bidder = move.seat in (question.declarer, question.second)
        free = question.second is not None and move.trick == 1 and bidder
        if move.seat == seen.seat:
            gone = mask_of(m.card for m in seen.moves[:i] if m.seat == seen.seat)
            reason = why_illegal(move.card, seen.hand & ~gone, trick, rules, move.card if free else None)
            if reason is not None:
                raise CannotBeError(f"{card_of(move)} cannot be: {move.seat.title} {reason}")
        elif (seen.hand | seen.discard) >> move.card & 1:
            raise CannotBeError(f"{card_of(move)} cannot be: {seen.seat.title} has it")
        elif trick and not free:
            yield Fact(move.seat, i, excluded(move.card, trick, rules), (), card_of(move))
        if not trick and move.seat != seen.seat:
            yield from _led(seen, i, move)
        trick = (*trick, move.card)


@lru_cache(maxsize=4096)
def excluded(card: int, trick: tuple[int, ...], rules: PlayRules) -> int:
    """The cards that a player of a card did not hold, or it would not have been legal."""
    return mask_of(c for c in range(32) if not legal(1 << card | 1 << c, trick, rules) >> card & 1)


def _led(seen: Situation, i: int, move: Move) -> Iterator[Fact]:
    """King or Queen led where a marriage would be registered: the other was held, or it was not."""
    other = couple(move.card)
    if not other or not registers(seen, move):
        return
    if move.card in seen.shown:
        yield Fact(move.seat, i, 0, (other,), f"the marriage registered with {card_of(move)}")
    else:
        other_name = card_name(next(cards_of(other)))
        text = f"{card_of(move)}, with no marriage registered, and {other_name}"
        yield Fact(move.seat, i, other, (), text)


def registers(seen: Situation, move: Move) -> bool:
    """Whether a marriage led with this card would be registered (RULINGS: anrufen, bauernschnapsen)."""
    goal, question = seen.contract.goal, seen.question
    if not any(c.goal.marriages == "lead" for c in seen.game.contracts) or question.trump is None:
        return False
    alone = goal.own_marriages and move.seat != question.declarer
    if seen.game.pairs and (goal.marriages != "lead" or alone):
        return False
    return move.trick > 1 or seen.game.opening_marriage != "no"
