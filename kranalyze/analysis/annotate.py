"""A log written back with the marks of its cards, and with notes that say what they cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from kranalyze.analysis import Log, analyses, outcomes_of
from kranalyze.analysis.game import Judged
from kranalyze.arguments import checked
from kranalyze.cards import Deck, card_name
from kranalyze.games import Game, get_game
from kranalyze.kpn import Broken, KpnError, KpnFile, Outcome, Record, with_notes

#: Notes begin so, by which they are known again.
_OURS = "kranalyze: "

#: Games analysed together.
_BATCH = 64


@checked
def annotate(
    log: Log,
    *,
    game: str | Game | None = None,
    rules: Mapping[str, str] | None = None,
    single_dummy: bool = False,
    workers: int | None = None,
) -> KpnFile:
    """A log with ``?`` and ``??`` at the cards that cost something, and a note at each.

    Args:
        log, game, rules, single_dummy, workers: as for ``analyze``.

    Returns:
        The games in their order, those with errors as they were written; ``write_kpn`` writes them.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown game or rule option.

    >>> marked = annotate("simulated-log.kpn")
    >>> marked.records[1].notes[0].text
    'kranalyze: cost 80 (+40 to -40), best ST'
    """
    problems: list[KpnError] = []
    outcomes = outcomes_of(log, None if game is None else get_game(game).id, rules)
    games = list(annotated_games(outcomes, problems.extend, single_dummy=single_dummy, workers=workers))
    file = os.fspath(log) if isinstance(log, str | os.PathLike) else "<records>"
    records = tuple(one for one in games if isinstance(one, Record))
    return KpnFile(file, records, tuple(problems), tuple(one for one in games if isinstance(one, Broken)))


def annotated_games(
    outcomes: Iterable[Outcome],
    report: Callable[[Iterable[KpnError]], object],
    *,
    single_dummy: bool = False,
    workers: int | None = None,
) -> Iterator[Record | Broken]:
    """The games of a log in their order, those with errors as they were written; memory does not grow.

    Comments at the end are taken for such a game.

    Args:
        report: takes what is wrong.
        single_dummy: say also what players could know.
        workers: threads, default all cores.
    """
    left = iter(outcomes)
    while some := list(islice(left, _BATCH)):
        records = [o.record for o in some if o.record is not None]
        parts = analyses(records, best=False, single_dummy=single_dummy, bids=False, workers=workers)
        found = (game for part in parts for game in part.analysed)
        for outcome in some:
            report(outcome.problems)
            if outcome.record is not None:
                game = next(found)
                record, cards = game.record, list(enumerate(game.cards))
                report([] if game.problem is None else [game.problem])
                notes = {i: text for i, card in cards if (text := note(card, record.deck))}
                yield with_notes(record, notes, {i: card.mark for i, card in cards if card.mark}, _OURS)
            elif outcome.broken is not None:
                yield outcome.broken
            elif outcome.trailing:
                blocks = ("\n".join(map(str, block)) for block in outcome.trailing)
                yield Broken(0, 0, "\n\n".join(blocks))


def note(card: Judged, deck: Deck) -> str:
    """What a card cost, in the letters of its record; empty if it cost nothing."""
    parts, single = [], card.single
    if card.cost_announce:
        parts.append(f"what was said, or not said, cost {card.cost_announce}")
    if card.cost:
        best = " ".join(card_name(c, deck) for c in card.best)
        parts.append(f"cost {card.cost} ({card.change}), best {best}")
    if single is not None and card.verdict is not None:
        known = " ".join(card_name(c, deck) for c in single.best)
        share, best_share = (single.of(c).share for c in (card.move.card, single.best[0]))
        parts.append(f"{card.verdict}: known {share:.0%}, best {known} {best_share:.0%}")
    return _OURS + "; ".join(parts) if parts else ""
