"""What bids, words, cards and open hands say of what others held; the places that a seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from kranalyze.cards import card_name, cards_of, mask_of, rank_of, ranks_mask, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games.played import Facts, Marriage, run_race
from kranalyze.games.questions import requirement
from kranalyze.play import PlayRules, legal, play_rules, why_illegal, winner

if TYPE_CHECKING:
    from kranalyze.known.layouts import Knowledge
    from kranalyze.kpn import Move


class CannotBeError(ValueError):
    """What is known contradicts itself; the message names the card or call that cannot be."""


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


#: A seat, after how many cards, the cards that it did not hold then, sets of which it held one whole if there
#: are any, and what says so.
Fact = tuple[Seat, int, int, tuple[int, ...], str]


def places_of(known: Knowledge) -> Iterator[tuple[str, tuple[HiddenPlace, ...]]]:
    """The hidden places with nothing known of them, then with one fact more each time, and its words."""
    seats = (seat for seat in Seat if seat < known.game.seats and seat != known.seat)
    places = {s: HiddenPlace(s, known.size - known.played(s).bit_count()) for s in seats}
    laid = known.game.talon if known.seat != known.question.declarer else 0
    away = (HiddenPlace(None, laid),) if laid else ()
    yield "", (*places.values(), *away)
    for seat, since, cannot, one_of, text in chain(_bid(known), _said(known), _opened(known), _played(known)):
        if seat not in places:
            held = known.held(since)
            if one_of and not any(held & mask == mask for mask in one_of):
                raise CannotBeError(f"{text} cannot be: {seat.title} does not hold what it needs")
            if held & cannot:
                raise CannotBeError(f"{text} cannot be: {seat.title} holds it")
            continue
        played, place = known.played(seat, since), places[seat]  # what was played lay there
        for card in cards_of(played & cannot):
            raise CannotBeError(f"{text} cannot be: {seat.title} played {card_name(card)} later")
        left = tuple(mask & ~played for mask in one_of if not mask & ~played & ~known.unseen)
        if not one_of:
            place = replace(place, cannot=place.cannot | cannot & known.unseen)
        elif not left:
            raise CannotBeError(f"{text} cannot be: the cards it needs lie elsewhere")
        elif len(left) == 1:
            place = replace(place, must=place.must | left[0])
        elif 0 not in left:
            place = replace(place, one_of=(*place.one_of, left))
        places[seat] = place
        yield text, (*places.values(), *away)


def _bid(known: Knowledge) -> Iterator[Fact]:
    """Who bid a contract that needs something held it, and forehand a card of the trump suit."""
    game, record, question, called = known.game, known.record, known.question, known.called
    declarer, forehand, named = question.declarer, record.forehand, record.trump
    if forehand is None and question.contract.leads == "forehand":
        forehand = question.leader
    bids = dict.fromkeys((c.seat, c.call) for c in record.auction)
    if declarer is not None:
        bids[declarer, question.contract.id] = None
    if game.pairs and not game.calibration and named is not None and forehand is not None:
        trumps = tuple(1 << c for c in cards_of(known.pack & suit_mask(named)))
        yield forehand, 0, 0, trumps, f"{forehand.title}'s naming trump"
    contracts = {contract.id: contract for contract in game.contracts}
    for seat, call in bids:
        contract = contracts.get(call)
        if contract is not None and contract.requires is not None:
            # Trumps of a suit that is not known are those of some suit.
            suits = range(4) if named is None else (named,)
            asked = (replace(question, contract=contract, trump=suit) for suit in suits)
            sets = dict.fromkeys(mask for q in asked for mask in requirement(q, game))
            yield seat, 0, 0, tuple(sets), f"{seat.title}'s bid of {contract.name}"
    if called is not None and declarer is not None and not game.call_own:
        yield declarer, 0, 1 << called, (), f"{declarer.title}'s call of {card_name(called)}"


def _said(known: Knowledge) -> Iterator[Fact]:
    """A declared marriage was held; a raise shows the partner, and a Contra an opponent of the declarer.

    Of a marriage without a suit it is one of the plain suits.
    """
    spoken = {move.seat for move in known.moves}
    marriages = [a for a in known.record.announce if a.seat in spoken and a.what == "marriage"]
    open_ones: set[Seat] = set()
    for said in marriages:
        suits = [said.suit]
        if said.suit is None:
            if said.seat in open_ones:
                raise ValueError(f"which marriages {said.seat.title} declared is not known")
            open_ones.add(said.seat)
            named = {known.question.trump, *(s.suit for s in marriages if s.seat == said.seat)}
            suits = [s for s in range(4) if s not in named]
        couples = tuple(ranks_mask("KQ") & suit_mask(s) for s in suits if s is not None)
        yield said.seat, 0, 0, couples, f"{said.seat.title}'s declaration of {said.points}"
    if known.called is None:
        return
    for said in known.record.announce:
        if said.seat in spoken and said.what == "raise":
            yield said.seat, 0, 0, (1 << known.called,), f"{said.seat.title}'s raise"
        elif said.seat in spoken and said.what == "contra":
            yield said.seat, 0, 1 << known.called, (), f"{said.seat.title}'s Contra"


def _opened(known: Knowledge) -> Iterator[Fact]:
    """Hands that lie face up are seen."""
    for seat, hand in known.open_hands.items():
        yield seat, known.after, 0, (hand,), f"{seat.title}'s open hand"


def _played(known: Knowledge) -> Iterator[Fact]:
    """Every card was legal for the hand it came from; one laid face down was free.

    King or Queen led where a marriage would be registered: the other was held, or it was not.
    """
    question, trick = known.question, tuple[int, ...]()
    rules = play_rules(known.game, question)
    over = _over(known)
    for i, move in enumerate(known.moves):
        trick = () if move.turn == 1 else trick
        card = f"{move.seat.title}'s {card_name(move.card)} in trick {move.trick}"
        bidder = move.seat in (question.declarer, question.second)
        free = question.second is not None and move.trick == 1 and bidder
        if move.seat == known.seat:
            reason = why_illegal(move.card, known.held(i), trick, rules, move.card if free else None)
            if reason is not None:
                raise CannotBeError(f"{card} cannot be: {move.seat.title} {reason}")
        elif (known.hand | known.discard) >> move.card & 1:
            raise CannotBeError(f"{card} cannot be: {known.seat.title} has it")
        elif trick and not free:
            yield move.seat, i, _excluded(move.card, trick, rules), (), card
        other = couple(move.card) if not trick and move.seat != known.seat else 0
        if other and i < over and _registers(known, move):
            if move.card in known.shown:
                yield move.seat, i, 0, (other,), f"the marriage registered with {card}"
            else:
                text = f"{card}, with no marriage registered, and {card_name(next(cards_of(other)))}"
                yield move.seat, i, other, (), text
        trick = (*trick, move.card)


@lru_cache(maxsize=4096)
def _excluded(card: int, trick: tuple[int, ...], rules: PlayRules) -> int:
    """The cards that a player of a card did not hold, or it would not have been legal."""
    return mask_of(c for c in range(32) if not legal(1 << card | 1 << c, trick, rules) >> card & 1)


def couple(card: int) -> int:
    """The other card of a King's or a Queen's couple as a mask, 0 of any other card."""
    both = ranks_mask("KQ") & suit_mask(suit_of(card))
    return both & ~(1 << card) if both >> card & 1 else 0


def _over(known: Knowledge) -> int:
    """At which lead a Rufer or a Schnapser was over, which all have seen: the number of cards before it.

    If it was not over, the number of cards played.
    """
    question, game = known.question, known.game
    goal, rules = question.contract.goal, play_rules(game, question)
    if not goal.ends_early:
        return len(known.moves)
    sides = replace(question, partner=Seat((question.first + 2) % 4))  # such contracts have no called card
    winners, points, marriages = list[Seat](), list[int](), list[Marriage]()
    for first in range(0, len(known.moves), len(rules.seats)):
        race = run_race(game, sides, Facts(tuple(winners), tuple(points), marriages=tuple(marriages)))
        if race.reached is not None or 0 < goal.tricks == len(winners):
            return first
        trick = known.moves[first : first + len(rules.seats)]
        lead, other = trick[0], couple(trick[0].card)
        shown = known.held(first) & other if lead.seat == known.seat else lead.card in known.shown
        if other and shown and _registers(known, lead):
            worth = game.marriage[suit_of(lead.card) == question.trump]
            marriages.append(Marriage(lead.seat, worth, len(winners)))
        winners.append(trick[winner([move.card for move in trick], rules)].seat)
        points.append(sum(game.points[rank_of(move.card)] for move in trick))
    return len(known.moves)


def _registers(known: Knowledge, move: Move) -> bool:
    """Whether a marriage led with this card would be registered (RULINGS: anrufen, bauernschnapsen)."""
    question, game = known.question, known.game
    goal = question.contract.goal
    alone = goal.own_marriages and move.seat != question.declarer
    if question.trump is None or (game.pairs and (goal.marriages != "lead" or alone)):
        return False
    leading = any(contract.goal.marriages == "lead" for contract in game.contracts)
    return leading and (move.trick > 1 or game.opening_marriage != "no")
