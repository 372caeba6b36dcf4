"""Cards of analysed games judged on what their players could know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from kranalyze.analysis.game import Analysed
from kranalyze.known.advice import advice
from kranalyze.known.layouts import knowledge
from kranalyze.parallel import Stop

#: How far layouts of a played card are looked at: all of 4,000, of more a few hundred samples, 2,400 at most.
_USUAL: dict[str, Any] = {"limit": 4_000, "within": 0.04, "first": 256}

#: The same where a position takes milliseconds, whole games of Rußbach and more than two parties: in trick 1,
#: in trick 2.
_SLOW: tuple[dict[str, Any], ...] = (
    {"limit": 60, "within": 0.2, "first": 48}, {"limit": 1_000, "within": 0.08, "first": 96},
)  # fmt: skip


def judged_alone(game: Analysed, stop: Stop | None = None) -> Analysed:
    """A game with its cards judged on what their players could know; cards without a choice are not."""
    record, cards = game.record, list(game.cards)
    for i, card in enumerate(cards):
        move = card.move
        if card.cost is None or len(card.worths) < 2:
            continue
        bidding = move.seat in (record.declarer, record.second)
        laying = record.second is not None and move.trick == 1 and bidding
        contract = record.contract_row
        slow = game.parties or (contract is not None and contract.settles is not None)
        accuracy = _SLOW[move.trick - 1] if slow and move.trick <= len(_SLOW) else _USUAL
        known = knowledge(record, 0 if laying else i, move.seat)
        found = advice(known, **accuracy, floor=False, workers=1, card=move.card, stop=stop)
        played = found.of(move.card)
        said = verdict(played.cost_low, played.best, card.cost)
        cards[i] = replace(card, single=found, verdict=said)
    return replace(game, cards=tuple(cards))


def verdict(low: float, best: bool, cost: int) -> Literal["mistake", "unlucky", "lucky"] | None:
    """The verdict on a card that a player led on what he could know.

    ``mistake``: it cost something on that; ``lucky``: the same, but it cost nothing as the cards lay;
    ``unlucky``: it cost something with all cards open, but was right on what he knew; None: neither, or
    samples leave it open.

    Args:
        low: the least that it cost on what he knew; ``best``: whether it is one of the best on that.
        cost: with all cards open.
    """
    if low > 0:
        return "mistake" if cost else "lucky"
    return "unlucky" if cost and best else None
