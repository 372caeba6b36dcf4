"""A log written back with the marks of its cards, and with notes that say what they cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from kranalyze.analysis import analyses
from kranalyze.analysis.game import Analysed, Judged
from kranalyze.cards import Deck, card_name
from kranalyze.kpn import Broken, Entry, Item, KpnError, Outcome, Record, Section, Tag, with_notes
from kranalyze.kpn.build import checked

#: Notes begin so, by which they are known again.
_OURS = "kranalyze: "

_NUMBER = re.compile(r"=(\d+)=\Z")

#: Games analysed together.
_BATCH = 64


def annotated_games(
    outcomes: Iterable[Outcome],
    report: Callable[[Iterable[KpnError]], object],
    *,
    single_dummy: bool = False,
    workers: int | None = None,
) -> Iterator[Record | Broken]:
    """The games of a log in their order, those with errors as they were written; memory does not grow.

    Args:
        report: takes what is wrong.
        single_dummy: say also what players could know.
        workers: threads, default all cores.
    """
    left = iter(outcomes)
    while some := list(islice(left, _BATCH)):
        records = [without_marks(o.record) for o in some if o.record is not None]
        parts = analyses(records, best=False, single_dummy=single_dummy, bids=False, workers=workers)
        found = (game for part in parts for game in part.analysed)
        for outcome in some:
            report(outcome.problems)
            if outcome.record is not None:
                game = next(found)
                report([] if game.problem is None else [game.problem])
                yield annotated(game)
            elif (broken := _as_written(outcome)) is not None:
                yield broken


def annotated(game: Analysed) -> Record:
    """The record with ``?`` and ``??`` at the cards that cost something, and a note at each."""
    notes = {i: text for i, card in enumerate(game.cards) if (text := note(card, game.record.deck))}
    marks = {i: card.mark for i, card in enumerate(game.cards) if card.mark}
    return with_notes(game.record, notes, marks)


def note(card: Judged, deck: Deck) -> str:
    """What a card cost, in the letters of its record; empty if it cost nothing."""
    parts = []
    if card.cost_announce:
        parts.append(f"what was said, or not said, cost {card.cost_announce}")
    if card.cost:
        best = " ".join(card_name(c, deck) for c in card.best)
        parts.append(f"cost {card.cost} ({card.change}), best {best}")
    if card.single is not None and card.single.verdict is not None:
        known = " ".join(card_name(c, deck) for c in card.single.best)
        share, best_share = (card.single.shares[c] for c in (card.move.card, card.single.best[0]))
        parts.append(f"{card.single.verdict}: known {share:.0%}, best {known} {best_share:.0%}")
    return _OURS + "; ".join(parts) if parts else ""


def without_marks(record: Record) -> Record:
    """The record without the notes of an earlier time, and without the marks at the cards they belong to."""
    ours = {n.number for n in record.notes if n.section == "Play" and n.text.startswith(_OURS)}
    if not ours:
        return record
    items: list[Item] = []
    inside = False
    for item in record.items:
        if isinstance(item, Section):
            inside = item.name == "Play"
            if inside:
                item = replace(item, entries=tuple(_unmarked(entry, ours) for entry in item.entries))
        number = item.value.partition(":")[0].strip() if isinstance(item, Tag) and item.name == "Note" else ""
        if not (inside and number.isdecimal() and int(number) in ours):
            items.append(item)
    return checked(items, record)


def _unmarked(entry: Entry, ours: set[int]) -> Entry:
    notes = [mark for mark in entry.marks if (found := _NUMBER.match(mark)) and int(found[1]) in ours]
    if not notes:
        return entry
    return replace(entry, marks=tuple(mark for mark in entry.marks if mark not in ("?", "??", *notes)))


def _as_written(outcome: Outcome) -> Broken | None:
    """What is no record: a game with errors, or comments at the end."""
    if outcome.broken is not None or not outcome.trailing:
        return outcome.broken
    text = "\n\n".join("\n".join(str(comment) for comment in block) for block in outcome.trailing)
    return Broken(0, 0, text)
