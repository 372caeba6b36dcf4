"""The reason in the trainer's answer: its numbers are counted again with the native core."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import CARDS, advised, choose, forget

from kranalyze import Deal, read_kpn
from kranalyze._core import ffi
from kranalyze.cards import CARDS as PACK
from kranalyze.cards import cards_of
from kranalyze.core.calls import best_acts_to_end
from kranalyze.core.hidden import sum_worths
from kranalyze.core.positionborder import play
from kranalyze.core.task import CorePosition, Task
from kranalyze.deal import Seat
from kranalyze.known.layouts import Knowledge, knowledge
from kranalyze.known.layoutsearch import search_per_layout
from kranalyze.kpn import Record
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Numbers of layouts that the page values for a reason: if these are all layouts, and if they are drawn.
WHOLE, DRAWN = 400, 200

#: Script: the kind of the reason, and its sentences with the names of cards in brackets.
REASON = """() => {
  const reason = document.getElementById("reason");
  const words = reason.querySelector("p").cloneNode(true);
  for (const sign of words.querySelectorAll(".card-sign"))
    sign.replaceWith(`[${sign.querySelector(".heard").textContent}]`);
  return [reason.dataset.kind, words.textContent];
}"""

SUITS = {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Treff"}
RANKS = {"A": "Ass", "K": "König", "Q": "Dame", "J": "Bube", "T": "Zehner", "9": "Neuner", "8": "Achter",
         "7": "Siebener"}  # fmt: skip
NAMES = [f"{SUITS[str(card)[0]]}-{RANKS[str(card)[1]]}" for card in PACK]

#: The amount in a sentence about chips.
AMOUNT = re.compile(r"( im Schnitt)? um ([\d.,]+) \S+ schlechter")


@dataclass
class Recount:
    """The layouts behind a reason, valued again.

    Attributes:
        record: the game.
        known: what the player of the card knows.
        drawn: how many layouts are drawn. 0: all layouts are examined.
        worse: the card that the reason explains.
        better: the best card.
    """

    record: Record
    known: Knowledge
    drawn: int
    worse: int
    better: int

    @cached_property
    def layouts(self) -> list[Deal]:
        return self.known.sample(self.drawn) if self.drawn else list(self.known.layouts())

    @cached_property
    def losses(self) -> list[float]:
        """What the worse card loses in each layout, with best play after it."""
        search = search_per_layout(self.known)
        numbers = range(self.known.count)
        if self.drawn:
            numbers = self.known.situation.draw_numbers(0, 0, self.drawn)  # type: ignore[assignment]
        losses, before = [], 0
        ends, cases = self.known.situation.ends, self.known.situation.cases
        for number in numbers:
            case = next(i for i, end in enumerate(ends) if number < end)
            before = ends[case - 1] if case else 0
            looked = sum_worths(search.looking, cases[case], range(number - before, number - before + 1))
            cards = list(cards_of(looked.legal))
            gap = looked.sums[cards.index(self.better)] - looked.sums[cards.index(self.worse)]
            losses.append(search.unit * gap / looked.looks)
        return losses

    def takers(self, card: int) -> Iterator[tuple[int, int] | None]:
        """Yield for each layout who takes the trick after a card and best play, and with which card."""
        looking = ffi.new("kr_looking *")
        ffi.buffer(looking)[:] = search_per_layout(self.known).looking
        places = [place.seat for place in self.known.hidden]
        for deal in self.layouts:
            masks = [deal.talon.mask if seat is None else deal.hand(seat).mask for seat in places]
            split = [i for i, mask in enumerate(masks) if mask & looking.split]
            case = split[0] if split else 0
            task = Task.unpack(ffi.buffer(ffi.addressof(looking.task[case])))
            seen = CorePosition.unpack(ffi.buffer(ffi.addressof(looking.position[case])))
            held = [hand | (deal.masks[seat] if Seat(seat) in places else 0)
                    for seat, hand in enumerate(seen.hands)]  # fmt: skip
            points = list(seen.points)
            for seat, mask in zip(places, masks, strict=True):
                if seat is None:
                    points[1] += sum(task.points[card % 8] for card in cards_of(mask))
            position = seen._replace(hands=tuple(held), points=tuple(points))
            yield taker(task, position, card)


def taker(task: Task, position: CorePosition, card: int) -> tuple[int, int] | None:
    """Return who takes the trick in progress, and with which card."""
    order = position.seat_order_of_trick(task.seats)
    after = play(task, position, card)._replace(declared=position.declared)
    cards = [*position.played, card]
    if len(cards) < len(order):
        acts = best_acts_to_end(task, after)
        cards += [act[0] for act in acts[: len(order) - len(cards)]]
        for act in acts[: len(order) - len(position.played) - 1]:
            after = play(task, after, act[0], act[1] if len(act) > 1 else 0)
    return (after.leader, cards[order.index(after.leader)])
