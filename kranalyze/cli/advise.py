"""``kranalyze advise``: what to play on what a seat can know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, mask_of
from kranalyze.cli import options
from kranalyze.cli.common import BETWEEN, Tally, progress_bar, say, usage
from kranalyze.cli.sinks import RowPrinter
from kranalyze.deal import Seat
from kranalyze.games import GAMES

if TYPE_CHECKING:
    from kranalyze.kpn import Record


@click.command(
    epilog="""\b
Examples:
  kranalyze advise evening.kpn --board 7 --at 2.3          the next card after card 3 of trick 2
  kranalyze advise evening.kpn --board 7 --after 9 --cards
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer S --call DA
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer N --call DA --play "SQ ST"

\b
The seat knows its own hand, the contract and what has been played, said and registered; every layout of the
other cards in which all that could have happened is as likely as any other. After a card all cards lie open:
the share is the most that can be hoped for. The best card has the greatest mean.

\b
JSON has one line per card: game, contract, seat, after, layouts, looked_at, method (exact, sample), card,
share, low, high, mean, mean_low, mean_high (95% intervals; of exact figures the figures), floor, best.
"""
)
@click.argument("file")
@options.board
@click.option(
    "--after", type=click.IntRange(min=0), metavar="N",
    help="After N cards of the record (default: after all that were played).",
)  # fmt: skip
@click.option("--at", type=options.at_type, metavar="T.C", help="After card C of trick T.")
@options.seat("--seat", help="Who looks (default: the seat to play).")
@click.option("--cards", "cards", is_flag=True, help="Also where every unseen card may lie.")
@options.contract("--contract", help="The contract, of a deal without a record.")
@options.seat("--declarer", help="Who plays it.")
@options.second
@click.option("--call", metavar="CARD", help="The called card.")
@click.option("--trump", metavar="SUIT", help="The trump suit.")
@options.leader
@click.option("--discard", metavar="CARDS", help='What the seat itself discarded (anrufen3), "SA HT C9".')
@options.contra
@click.option("--play", metavar="CARDS", help='The cards played so far, in playing order: "CA C9 CT".')
@click.option(
    "--registered", metavar="CARDS",
    help="King or Queen with which a marriage was registered, where the hands do not tell.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N",
    help="Go through all layouts up to so many (default: 50,000); of more, samples are drawn.",
)  # fmt: skip
@click.option(
    "--within", type=click.FloatRange(0, 1, min_open=True), metavar="W",
    help="Draw until the 95% intervals are no wider, or the best card is clear (default: 0.01).",
)  # fmt: skip
@click.option("--exact", is_flag=True, help="Go through all layouts, 20 million at the most.")
@options.seed(
    default=0, help="The series of samples (default: 0). The same seed gives the same figures."
)
@options.game
@options.rules
@options.deck("as in the record")
@options.workers
@options.formats("text", "json", "csv", short=True)
def advise(
    file: str, board: str | None, after: int | None, at: options.At | None, seat: Seat | None, cards: bool,
    limit: int | None, within: float | None, exact: bool, seed: int, registered: str | None,
    game: str | None, rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None,
    **asked: Any,
) -> None:  # fmt: skip
    """Say what to play on what a seat can know: how often each card wins, and what it is worth on average.

    FILE: a record with its play, or a deal given in place with - for unknown hands.
    """
    from kranalyze.analysis.board import after_of
    from kranalyze.known.advice import LIMIT, WITHIN, advice
    from kranalyze.known.layouts import knowledge
    from kranalyze.known.situation import to_play
    from kranalyze.known.telling import advice_text
    from kranalyze.read import read_deals

    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    cases, problems = read_deals(file, game, rules)
    tally, rows = Tally(), RowPrinter(form, alike=False)
    if board is not None:
        cases = [case for case in cases if case.board == board]
        if not cases:
            usage(f"{file} has no board {board!r}.")
        lines = {case.line for case in cases}
        problems = [problem for problem in problems if problem.line in lines]
    tally.report(problems)
    for number, case in enumerate(cases):
        letters = deck or case.deck
        try:
            record = _record(case, asked, rules, letters)
            count = len(record.play) if after is None else after
            if at is not None:
                count = after_of(record, *at)
            who = to_play(record, count) if seat is None else seat
            shown = None if registered is None else options.cards_argument(registered, letters)
            known = knowledge(record, count, who, shown=shown)
            with progress_bar("layout", unit_scale=True, leave=False) as progress:
                found = advice(
                    known, limit=limit or LIMIT, within=within or WITHIN, exact=exact, seed=seed,
                    workers=workers, progress=progress,
                )  # fmt: skip
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        if rows.wanted:
            rows.take(found.rows())
        else:
            say(BETWEEN * (number > 0) + advice_text(found, letters, cards, case.board))
    rows.close()
    tally.finish()


def _record(case: Record, asked: dict[str, Any], rules: dict[str, str], deck: Deck) -> Record:
    """The record of a file, or the one that the arguments tell."""
    from kranalyze.known.situation import told

    given = {name: value for name, value in asked.items() if value is not None}
    if case.contract is not None:
        if given:
            usage(f"--{next(iter(given))} is for a deal without a contract; this record has one.")
        return case
    assert case.deal is not None
    game = GAMES[case.game]
    if "contract" not in given:
        usage("No record names a contract: give --contract (and --declarer).")
    given["contract"] = options.contract_argument(game, given["contract"])
    call, discard, trump = (given.pop(name, None) for name in ("call", "discard", "trump"))
    suit = None if trump is None else options.suit_argument(trump, deck)
    return told(
        case.deal,
        game=game,
        called=None if call is None else options.card_argument(call, deck),
        trump=suit if suit in range(4) else None,
        discard=None if discard is None else mask_of(options.cards_argument(discard, deck)),
        play=options.cards_argument(given.pop("play", ""), deck),
        rules={**case.rules, **options.rules_argument(game, rules)},
        **given,
    )
