"""``kranalyze solve --after N`` and ``--at T.C``: the position of a record after some of its cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import Tally, say, usage

if TYPE_CHECKING:
    from kranalyze.kpn import Record
    from kranalyze.read import Case

#: Trick and card, both from 1.
At = tuple[int, int]


def at_type(text: str) -> At:
    """Trick and card of ``T.C``, both from 1."""
    trick, _, card = text.partition(".")
    if not (trick.isdecimal() and card.isdecimal() and int(trick) and int(card)):
        raise click.BadParameter(f"a card is given as TRICK.CARD, as in 3.2, not {text!r}")
    return int(trick), int(card)


def check_alone(after: int | None, at: At | None, others: Iterable[tuple[str, Any]]) -> None:
    """Wrong usage where both are given, or with them an option that asks for something else."""
    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    for name, value in others:
        if value is not None and name != "deck":
            usage(f"--{name} has no meaning with --after or --at: they solve the game as it was played.")


def solve_standings(
    cases: Iterable[Case], after: int | None, at: At | None, deck: Deck | None, form: str | None, tally: Tally
) -> bool:
    """Solve and print each case after some cards; whether all of them can still be made."""
    from kranalyze.analysis.standing import answer_after

    made = True
    for number, case in enumerate(cases):
        try:
            if case.record is None:
                raise ValueError("a deal alone has no play")
            standing = answer_after(case.record, _count(case.record, after, at))
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        made = made and standing.answer.makeable is not False
        if form == "json":
            from kranalyze.analysis.standing import standing_row
            from kranalyze.show.jsonrows import as_line

            say(as_line(standing_row(standing)))
        else:
            from kranalyze.analysis.texts import standing_text

            if number:
                say("\n" + "-" * 60 + "\n")
            say(standing_text(standing, deck or case.deck))
    return made


def _count(record: Record, after: int | None, at: At | None) -> int:
    from kranalyze.analysis.standing import after_of

    return after_of(record, *at) if at is not None else after or 0
