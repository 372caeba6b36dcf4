"""``kranalyze solve --after N``, ``--at T.C`` and ``--play CARDS``: the position after some cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import RowPrinter, Tally, card_argument, say, usage

if TYPE_CHECKING:
    from kranalyze.analysis.board import Position
    from kranalyze.kpn import Record

#: Trick and card, both from 1.
At = tuple[int, int]


def at_type(text: str) -> At:
    """Trick and card of ``T.C``, both from 1."""
    trick, _, card = text.partition(".")
    if not (trick.isdecimal() and card.isdecimal() and int(trick) and int(card)):
        raise click.BadParameter(f"a card is given as TRICK.CARD, as in 3.2, not {text!r}")
    return int(trick), int(card)


def solve_standings(
    cases: Iterable[Record], begin: Callable[[Record], Position | None], after: int | None, at: At | None,
    play: str | None, deck: Deck | None, rows: RowPrinter, tally: Tally,
) -> bool:  # fmt: skip
    """Solve and print each case after some cards; whether all of them can still be made.

    Args:
        begin: the start of play if something else is asked than what the record plays, else None.
        play: cards in playing order, after those of the record.
    """
    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    made = True
    for number, case in enumerate(cases):
        try:
            standing = _position(case, begin, after, at, play, deck or case.deck).standing()
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        made = made and standing.answer.makeable is not False
        from kranalyze.analysis.standing import standing_row

        if rows.takes([{**standing_row(standing), "board": case.board}] if rows.form else []):
            continue
        from kranalyze.analysis.texts import standing_text

        if number:
            say("\n" + "-" * 60 + "\n")
        say(standing_text(standing, deck or case.deck, case.board))
    return made


def _position(
    record: Record, begin: Callable[[Record], Position | None], after: int | None, at: At | None,
    play: str | None, deck: Deck,
) -> Position:  # fmt: skip
    """The position after the cards of the record and those of the arguments."""
    from kranalyze.analysis.board import Position
    from kranalyze.analysis.standing import after_of

    if not record.items and (after or at):
        raise ValueError("a deal alone has no play")
    count = after_of(record, *at) if at is not None else after or 0
    position = begin(record)
    if position is None:
        position = Position.of_record(record, count)
    else:
        for move in record.play[:count]:
            position = position.play(move.card)
    for word in (play or "").replace(",", " ").split():
        position = position.play(card_argument(word, deck))
    return position
