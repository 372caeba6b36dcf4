"""Find the verdict on a question and the value of each first card, by plain search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kranalyze.cards import cards_of, mask_of, number_of_suit
from kranalyze.deal import Deal
from kranalyze.games import Game, Question
from oracle.asked import Asked, Rules, amount, ask, biddable, made, many_sided, pays, two_sided
from oracle.graden import CLAUSES
from oracle.play import PlayRules, play_rules
from oracle.search import Chooser, Course, O, Parties, Search, each_for_himself, two_sides
from oracle.settling import card_points
from oracle.stakes import StakesSearch
from oracle.table import State

Seats = tuple[int | None, ...]
_NOBODY: Seats = (None, None, None, None)


@dataclass(frozen=True)
class Verdict:
    """The answer to a question, with the values of the table's columns.

    Attributes:
        biddable: whether the declarer's hand allows the bid; if not, all other values are None.
        makeable: whether the contract can be made; None in whist and Schurln, which nobody makes or fails.
        value: value for the declarer's side, as RULINGS define it; None for Schurln and double contracts.
        guarantee: settlement that each of N E S W can force; None for seats without one in RULINGS.
        payoff: settlement of N E S W under best play (selfish play with more than two parties).
    """

    biddable: bool
    makeable: bool | None
    value: int | None
    guarantee: Seats
    payoff: Seats


def verdict(game: Game, question: Question, deal: Deal, rules: Rules) -> Verdict:
    """Return the verdict on a question.

    Raises:
        ValueError: a hand is not known, or the rulings do not know the question.
    """
    asked = ask(game, question, rules)
    if not biddable(asked, deal):
        return Verdict(False, None, None, _NOBODY, _NOBODY)
    if asked.parties:
        return _parties_verdict(asked, deal)
    value = _value(asked, deal)
    makeable = None if game.id == "whist" else made(asked, value)
    stake = _stakes(asked, deal) if (game.id, asked.id) == ("russbach", "simple") else amount(asked, value)
    payoff = _NOBODY if stake is None else pays(asked, stake)
    return Verdict(True, makeable, value, payoff, payoff)


def lead_values(
    game: Game, question: Question, deal: Deal, rules: Rules, discard: int | None = None
) -> dict[int, int]:
    """Return for each opening lead its value for the declarer's side. The key is the card led.

    The contract must have two sides or be a ``*_letzten``. A contract that is won as dealt has no lead.

    Args:
        game: the game.
        question: the question.
        deal: the deal.
        rules: the rule options.
        discard: in Anrufen for three: mask of the discarded cards; None: the best discard for each lead.

    Raises:
        ValueError: the contract has no value, or the declarer's hand does not allow the bid.
    """
    asked = ask(game, question, rules)
    if not biddable(asked, deal):
        raise ValueError(f"{asked.id} cannot be bid on this hand")
    if asked.id in ("herrengang", "herrenschnapser"):
        return {}
    if asked.parties:
        if asked.id == "schurln" or question.second is not None:
            raise ValueError(f"{asked.id} has no value from the declarer's side")
        v = CLAUSES[asked.id].v
        course = many_sided(asked)
        search = _search(asked, deal, course, each_for_himself(asked.declarers))
        found = search.cards(_start(asked, deal), course.start)
        return {card: forced[asked.first] // v for card, (_, forced) in found.items()}
    result: dict[int, int] = {}
    for hands, base in discards(asked, deal, discard):
        sides = two_sided(asked, hands)
        of_sides = _search(asked, deal, sides, two_sides(asked.side))
        for card, value in of_sides.cards(State(hands, question.leader), sides.start).items():
            result[card] = max(result.get(card, value + base), value + base)
    return result


def discards(asked: Asked, deal: Deal, only: int | None = None) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the hands after each discard of the declarer, with the discard's gain in value.

    The declarer discards as many cards as the talon had. Discarded Aces and Tens count for the opponents.
    Games without a discard yield the hands as dealt.
    """
    if asked.game.id != "anrufen3":
        yield deal.masks, 0
        return
    held = deal.mask(asked.first) | deal.talon_mask
    every = combinations(cards_of(held), deal.talon_mask.bit_count())
    chosen = every if only is None else [tuple(cards_of(only))]
    for cards in chosen:
        hands = tuple(
            held & ~mask_of(cards) if seat == asked.first else hand for seat, hand in enumerate(deal.masks)
        )
        yield hands, -card_points(cards) if asked.level == "simple" else 0


def committed(
    declarers: Sequence[int],
    hands: Sequence[int],
    choose: Chooser[O],
    then: Callable[[tuple[tuple[int, int], ...]], O],
) -> O:
    """Return the outcome of a double Bettler, in which both declarers choose a face-down card.

    The first declarer lays a card. The second declarer knows this card, and lays one too. ``then`` returns
    the outcome for the two laid cards.
    """
    first, second = declarers
    return choose(
        first,
        [
            choose(second, [then(((first, one), (second, two))) for two in cards_of(hands[second])])
            for one in cards_of(hands[first])
        ],
    )


def of_parties(asked: Asked, deal: Deal) -> Parties:
    """Return the selfish settlement and the guarantees of a deal, including the choice of face-down cards."""
    course, choose = many_sided(asked), each_for_himself(asked.declarers)
    search = _search(asked, deal, course, choose)
    start = _start(asked, deal)
    if asked.question.second is None:
        return search.outcome(start, course.start)
    return committed(
        asked.declarers,
        start.hands,
        choose,
        lambda laid: search.outcome(replace(start, face_down=laid), course.start),
    )


def _search(asked: Asked, deal: Deal, course: Course[O], choose: Chooser[O]) -> Search[O]:
    rules: PlayRules = play_rules(asked.game.under(asked.rules), asked.question)
    return Search(rules, course, choose, deal.size)


def _start(asked: Asked, deal: Deal) -> State:
    return State(deal.masks, asked.question.leader)


def _value(asked: Asked, deal: Deal) -> int:
    if asked.id in ("herrengang", "herrenschnapser"):
        return 1
    values = []
    for hands, base in discards(asked, deal):
        course = two_sided(asked, hands)
        search = _search(asked, deal, course, two_sides(asked.side))
        values.append(search.outcome(State(hands, asked.question.leader), course.start) + base)
    return max(values)


def _stakes(asked: Asked, deal: Deal) -> int:
    rules = play_rules(asked.game.under(asked.rules), asked.question)
    search = StakesSearch(rules, deal.masks, asked.side, number_of_suit(asked.question.trump))
    return search.outcome(_start(asked, deal), search.course.start)


def _parties_verdict(asked: Asked, deal: Deal) -> Verdict:
    payoff, forced = of_parties(asked, deal)
    if asked.id == "schurln":
        return Verdict(True, None, None, forced, payoff)
    own = forced[asked.first]
    value = own // CLAUSES[asked.id].v if asked.question.second is None else None
    guarantee = tuple(forced[seat] if seat in asked.declarers else None for seat in range(4))
    return Verdict(True, own > 0, value, guarantee, payoff)
