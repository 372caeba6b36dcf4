"""Cards of analysed games judged on what their players could know."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from kranalyze.analysis.game import Analysed
from kranalyze.known.accuracy import SLOW, USUAL
from kranalyze.known.advice import advice
from kranalyze.known.layouts import knowledge
from kranalyze.parallel import Stop


def judged_alone(game: Analysed, stop: Stop | None = None) -> Analysed:
    """Return a game with its cards judged by what their players could know.

    Cards without an alternative stay unjudged.
    """
    record, cards = game.record, list(game.cards)
    for i, card in enumerate(cards):
        move = card.move
        if card.cost is None or len(card.worths) < 2:
            continue
        bidding = move.seat in (record.declarer, record.second)
        laying = record.second is not None and move.trick == 1 and bidding
        contract = record.contract_row
        slow = game.parties or (contract is not None and contract.settles is not None)
        accuracy = SLOW[move.trick - 1] if slow and move.trick <= len(SLOW) else USUAL
        known = knowledge(record, 0 if laying else i, move.seat)
        found = advice(known, **accuracy, floor=False, workers=1, card=move.card, stop=stop)
        played = found.of(move.card)
        said = verdict(played.cost_low, played.best, card.cost)
        cards[i] = replace(card, single=found, verdict=said)
    return replace(game, cards=tuple(cards))


def verdict(low: float, best: bool, cost: int) -> Literal["mistake", "unlucky", "lucky"] | None:
    """Return the verdict on a card, by what its player could know.

    ``mistake``: on that knowledge the card cost something. ``lucky``: the same, but as the cards lay it cost
    nothing. ``unlucky``: as the cards lay it cost something, but on that knowledge it was right. None: none
    of these, or samples leave it open.

    Args:
        low: lower bound of the card's cost on that knowledge.
        best: whether the card is among the best on that knowledge.
        cost: cost of the card with all cards open.
    """
    if low > 0:
        return "mistake" if cost else "lucky"
    return "unlucky" if cost and best else None
