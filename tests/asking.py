"""Help tests to ask questions and to play games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from kranalyze.answers.answer import Answer, solve_questions
from kranalyze.cards import card_letters, cards_of, mask_of, parse_card
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Game, Question
from oracle import Verdict, lead_values, verdict
from oracle.play import play_rules
from oracle.table import State, moves, play


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in text.split())


def deal_of(north: str, east: str, south: str, west: str = "", talon: str = "") -> Deal:
    """Return a deal from hands that are written as cards, such as ``"SA HT"``."""
    n, e, s, w = (mask_of(cards(hand)) for hand in (north, east, south, west))
    return Deal((n, e, s, w), mask_of(cards(talon)))


def question(
    game: str,
    contract: str,
    declarer: str | None = None,
    *,
    leader: str | None = None,
    partner: str | None = None,
    second: str | None = None,
    trump: str | None = None,
    order: str | None = None,
    **options: str,
) -> tuple[Game, Question, dict[str, str]]:
    """Return the game, its only question with these seats, and the rules in force.

    If the contract has a called card, ``partner`` None means that the declarer plays alone.
    """
    rules = GAMES[game].under(options).in_force
    found = [
        q
        for q in questions(GAMES[game].under(rules), selfish=True)
        if q.contract.id == contract
        and (declarer is None or (q.declarer is not None and q.declarer.name == declarer))
        and (leader is None or q.leader.name == leader)
        and (second is None) == (q.second is None)
        and (q.second is None or q.second.name == second)
        and q.trump == trump
        and (order is None or q.order == order)
        and (q.contract.party != "called" or (None if q.partner is None else q.partner.name) == partner)
    ]
    assert len(found) == 1, found
    return GAMES[game], found[0], rules


def evaluate(game: Game, question: Question, deal: Deal, rules: Mapping[str, str]) -> Answer:
    """Return the core's answer to one question on a deal."""
    return solve_questions(game.under(rules), [question], deal)[0]


def answer(asked: tuple[Game, Question, dict[str, str]], deal: Deal) -> Verdict:
    """Return the oracle's verdict on a question. Check that the core's answer is the same."""
    game, q, rules = asked
    said = verdict(game, q, deal, rules)
    core = evaluate(game, q, deal, rules)
    assert (core.biddable, core.makeable, core.value) == (said.biddable, said.makeable, said.value)
    assert (core.guarantee, core.payoff) == (tuple(said.guarantee), tuple(said.payoff))
    return said


def leads(asked: tuple[Game, Question, dict[str, str]], deal: Deal, **more: Any) -> dict[str, int]:
    """Return the oracle's value of each first card, by the card's name."""
    game, q, rules = asked
    return {card_letters(c): v for c, v in lead_values(game, q, deal, rules, **more).items()}


def short_deal(game: Game, size: int, rng: random.Random, ranks: str = "ATKQ") -> Deal:
    """Return a random deal of short hands.

    With four players and ``size`` equal to the number of ranks, all cards of these ranks are dealt.
    """
    pool = [card for card in range(32) if "789TJQKA"[card & 7] in ranks]
    picked = rng.sample(pool, size * game.seats + (game.talon if game.seats == 3 else 0))
    hands = [0, 0, 0, 0]
    for seat in range(game.seats):
        hands[seat] = mask_of(picked[seat * size : (seat + 1) * size])
    return Deal((hands[0], hands[1], hands[2], hands[3]), mask_of(picked[game.seats * size :]))


def random_play(
    game: Game,
    q: Question,
    deal: Deal,
    rules: dict[str, str],
    rng: random.Random,
    discard: int = 0,
    face_down: tuple[tuple[int, int], ...] = (),
) -> tuple[int, ...]:
    """Return the cards of a random legal play, to the last card."""
    hands = list(deal.masks)
    if deal.talon_mask:
        first = q.leader
        hands[first] = (hands[first] | deal.talon_mask) & ~discard
    state, how, line = State(tuple(hands), q.leader, (), face_down), play_rules(game.under(rules), q), []
    while state.trick or state.hands[state.leader]:
        line.append(rng.choice(list(cards_of(moves(state, how)))))
        state = play(state, line[-1], how)
    return tuple(line)


def seats(**pays: int) -> tuple[int, ...]:
    """Return the settlements N E S W, given by name: ``seats(N=3, E=-1, S=-1, W=-1)``."""
    return tuple(pays[seat.name] for seat in Seat)
