"""Every card of a logged game judged on what its player could know: a mistake, bad luck, or good luck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from kranalyze.analysis.game import Analysed, Judged, Single
from kranalyze.core import calls as core
from kranalyze.known.advice import advice
from kranalyze.known.layouts import knowledge
from kranalyze.parallel import Stop

#: How far layouts are looked at: all of 4,000, of more a few hundred samples, 2,400 at most.
_USUAL: dict[str, Any] = {"limit": 4_000, "within": 0.04, "first": 256}

#: The same where a position takes milliseconds, whole games of Rußbach and more than two parties: in trick 1,
#: in trick 2.
_SLOW: tuple[dict[str, Any], ...] = (
    {"limit": 60, "within": 0.2, "first": 48}, {"limit": 1_000, "within": 0.08, "first": 96},
)  # fmt: skip


def judged_alone(game: Analysed, stop: Stop | None = None) -> Analysed:
    """A game with its cards judged on what their players could know; cards without a choice are not."""
    cards = tuple(replace(card, single=_single(game, i, card, stop)) for i, card in enumerate(game.cards))
    return replace(game, cards=cards)


def _single(game: Analysed, i: int, card: Judged, stop: Stop | None) -> Single | None:
    record, move, point = game.record, card.move, card.point
    if point is None or card.cost is None:
        return None
    laying = record.second is not None and move.trick == 1 and move.seat in (record.declarer, record.second)
    moves = point.position.hands[move.seat] if laying else core.moves(*point.pair)
    if not moves & (moves - 1):
        return None
    slow = point.measure.parties or point.measure.contract.settles is not None
    accuracy = _SLOW[move.trick - 1] if slow and move.trick <= len(_SLOW) else _USUAL
    known = knowledge(record, 0 if laying else i, move.seat)
    found = advice(known, **accuracy, floor=False, workers=1, card=move.card, stop=stop)
    played = next(one for one in found.cards if one.card == move.card)
    shares = {one.card: one.share for one in found.cards}
    means = {one.card: one.mean for one in found.cards}
    said = verdict(played.cost_low, played.best, card.cost)
    cost, low, high = played.cost, played.cost_low, played.cost_high
    return Single(found.layouts, found.looked_at, shares, means, found.best, cost, low, high, said)


def verdict(low: float, best: bool, cost: int) -> Literal["mistake", "unlucky", "lucky"] | None:
    """The verdict on a card.

    Args:
        low: the least that it cost on what the player could know, by its 95% interval.
        best: no card has a greater mean.
        cost: what it cost with all cards open.
    """
    if low > 0:
        return "mistake" if cost else "lucky"
    return "unlucky" if cost and best else None
