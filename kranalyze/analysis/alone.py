"""Judge the cards of analysed games by what their players could know (single dummy).

A layout is an arrangement of the cards that a player does not see.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from kranalyze.analysis.game import Analysed
from kranalyze.known.accuracy import SLOW, USUAL
from kranalyze.known.advice import advice
from kranalyze.known.layouts import knowledge
from kranalyze.parallel import Stop


def judge_single_dummy(game: Analysed, stop: Stop | None = None) -> Analysed:
    """Judge the cards of a game by what their players could know. Return the game with these verdicts.

    A card is not judged if its cost is unknown, or if it was the only legal card.
    """
    record, cards = game.record, list(game.cards)
    for i, card in enumerate(cards):
        move = card.move
        if card.cost is None or len(card.worths) < 2:
            continue
        bidding = move.seat in (record.declarer, record.second)
        laying = record.second is not None and move.trick == 1 and bidding
        contract = record.contract_row
        slow = game.has_more_than_two_parties or (contract is not None and contract.settles is not None)
        accuracy = SLOW[move.trick - 1] if slow and move.trick <= len(SLOW) else USUAL
        known = knowledge(record, 0 if laying else i, move.seat)
        found = advice(known, **accuracy, floor=False, workers=1, card=move.card, stop=stop)
        played = found.of(move.card)
        card_verdict = single_dummy_verdict(played.cost_low, played.best, card.cost)
        cards[i] = replace(card, single=found, verdict=card_verdict)
    return replace(game, cards=tuple(cards))


def single_dummy_verdict(low: float, best: bool, cost: int) -> Literal["mistake", "unlucky", "lucky"] | None:
    """Return the verdict on a card, by what its player could know.

    Args:
        low: lower bound of the card's mean cost over the layouts that the player could not exclude, in the
            game's unit.
        best: whether the card is among the cards with the best mean over these layouts.
        cost: cost of the card in the layout that was really dealt, in the game's unit.

    Returns:
        ``mistake``: the card was wrong by the player's knowledge, and it cost something.
        ``lucky``: the card was wrong by the player's knowledge, but it cost nothing.
        ``unlucky``: the card was right by the player's knowledge, but it cost something.
        None: the card was right and cost nothing, or the sampled layouts do not show whether the card was
            right.
    """
    if low > 0:
        return "mistake" if cost else "lucky"
    return "unlucky" if cost and best else None
