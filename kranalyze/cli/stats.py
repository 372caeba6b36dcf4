"""``kranalyze stats``: bidding statistics of deals and logs."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import (
    LeftOut,
    Tally,
    board_option,
    contract_option,
    deck_option,
    format_for,
    format_option,
    game_option,
    lang_option,
    out_option,
    report_option,
    rule_option,
    rules_argument,
    say,
    seat_option,
    usage,
    workers_option,
    write_output,
)
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES
from kranalyze.show.printable import printable

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.survey.counting import Counted
    from kranalyze.survey.origins import Source
    from kranalyze.survey.portions import Portion

_FORMATS = ("text", "json", "csv", "parquet")


def by_type(text: str) -> tuple[str, ...]:
    """The features of ``NAME,NAME``."""
    from kranalyze.survey.features import feature

    try:
        return tuple(dict.fromkeys(feature(name) for name in text.split(",")))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command(
    epilog="""\b
Examples:
  kranalyze stats --random 2000 --seed 1                      how often can what be made?
  kranalyze stats --random 500 --seed 1 --by aces,longest     of hands with so many Aces?
  kranalyze stats evening.kpn                                 and what did we bid instead?
  kranalyze stats recorded-deals-24.kpn --report recorded.html
  kranalyze stats deals.parquet -o stats.parquet

\b
Makeable means with all hands open, by the best call and trump of each deal. Where only forehand may bid,
or names the trump or leads, the dealer must be known. A record that was played is also counted as it was
bid and played: how often a contract was bid and made, and should have been; what the declarer left on the
table in play (less than he could have forced) and in bidding (another contract would have paid him more).

\b
JSON (a row per line), CSV and Parquet have a row per figure: game, rules, aces, tens, longest, marriages,
voids (null where not grouped by), figure, who, contract, amount, units, count, share, low, high, total, mean.
"""
)
@click.argument("files", nargs=-1, metavar="FILE...")
@board_option
@click.option(
    "--random", "random_", type=click.IntRange(1), metavar="N", help="Random deals in place of FILE."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
    help="The series of random deals (default: a random one, which is told).",
)  # fmt: skip
@click.option(
    "--by", type=by_type, metavar="F,...",
    help="Group by features of the hand: aces, tens, longest (suit), marriages (K+Q pairs), voids.",
)  # fmt: skip
@click.option(
    "--par", is_flag=True,
    help="Also what four perfect bidders end in (Graden, dealer known): a third of a second a deal.",
)  # fmt: skip
@contract_option("--contract", "contracts", multiple=True, help="Only this contract; may be repeated.")
@seat_option("--dealer", help="The dealer of deals that name none.")
@game_option
@rule_option
@workers_option
@report_option
@lang_option
@deck_option("french")
@out_option()
@format_option(*_FORMATS)
def stats(
    files: tuple[str, ...], board: str | None, random_: int | None, seed: int | None,
    by: tuple[str, ...] | None, par: bool, contracts: tuple[str, ...], dealer: Seat | None,
    game: str | None, rules: dict[str, str], workers: int | None, report: str | None, lang: str | None,
    deck: Deck | None, output: str, form: str | None,
) -> None:  # fmt: skip
    """Count how often contracts can be made, and were.

    FILE: records, deals, or a deal given in place; or random deals with --random.
    """
    if (random_ is None) == (not files):
        usage("Give FILE or --random N, one of them.")
    if random_ is None and seed is not None:
        usage("--seed goes with --random.")
    if par and by:
        usage("--par counts deals, --by groups hands: ask for one of them.")
    chosen, by = format_for(output, form, _FORMATS, "text"), by or ()
    from kranalyze.survey.counting import Survey, groupings_of
    from kranalyze.survey.origins import Files, Randomly

    tally = Tally()
    if random_ is not None:
        told = seed is not None
        seed = secrets.randbits(32) if seed is None else seed
        row = GAMES[game or DEFAULT]
        source: Source = Randomly(row, random_, seed, rules_argument(row, rules))
        if not told:
            say(f"seed {seed}", err=True)
    else:
        source = Files(files, game, rules, dealer, tally.report, board)
    groupings = list(groupings_of(by))
    if report is not None:
        groupings += [g for g in (("aces", "longest"),) if g not in groupings]
    survey = Survey(groupings, contracts or None, rules, examples=report is not None, par=par)
    left_out = LeftOut(contracts)

    def fitting() -> Iterator[Portion]:
        for piece in source.pieces():
            if not left_out.lacks(piece.game):
                rules_argument(GAMES[piece.game], rules)
                yield piece

    with _bar(random_) as bar:

        def done(counted: Counted) -> None:
            for number, message in counted.problems:
                tally.error(*source.place(number), message)
            tally.report(counted.record_problems)
            tally.done += counted.deals
            bar(counted.deals)

        survey.run(fitting(), workers, done)
    if board is not None and not tally.done and not tally.failed:
        usage(f"there is no board {board!r}.")
    left_out.tell(everything=not tally.done and not tally.failed)
    if survey.without:
        if not tally.done and not tally.failed:
            usage(f"In {', '.join(survey.without)} nothing is made or lost: there is nothing to count.")
        say(f"left out: {', '.join(survey.without)}, in which nothing is made or lost", err=True)
    if tally.done:
        figures = survey.figures()
        index = groupings.index(by) if by else 0
        _write(_of(figures, index), by, source, survey.undealt, output, chosen)
        if report is not None:
            from kranalyze.show.pages.bidding import bidding_page

            page = bidding_page(survey, source.told(), by, lang, deck)
            with write_output(report, "html") as out:
                out.write(page.encode())
    tally.finish()


def _bar(total: int | None) -> AbstractContextManager[Callable[[int], Any]]:
    """What is told of deals that are done: a progress bar if somebody looks."""
    if not sys.stderr.isatty():
        return nullcontext(lambda deals: None)
    from contextlib import contextmanager

    from tqdm import tqdm

    @contextmanager
    def shown() -> Iterator[Callable[[int], Any]]:
        with tqdm(total=total, unit="deal", file=sys.stderr, leave=False) as bar:
            yield bar.update

    return shown()


def _of(figures: pl.DataFrame, grouping: int) -> pl.DataFrame:
    import polars as pl

    return figures.filter(pl.col("grouping") == grouping).drop("grouping")


def _write(
    figures: pl.DataFrame, by: Iterable[str], source: Source, undealt: int, output: str, form: str
) -> None:
    """The figures of one set of features."""
    with write_output(output, form) as out:
        if form == "text":
            from kranalyze.survey.readout import stats_text

            lines = [stats_text(figures, tuple(by)), "", *_notes(source, undealt)]
            text = "\n".join(lines).rstrip() + "\n"
            encoding = (sys.stdout.encoding if output == "-" else None) or "utf-8"
            out.write(printable(text).encode(encoding, errors="kranalyze"))
        elif form == "json":
            from kranalyze.show.jsonrows import as_line

            for row in figures.iter_rows(named=True):
                out.write(f"{as_line(row)}\n".encode())
        elif form == "csv":
            out.write(figures.write_csv().encode())
        else:
            import pyarrow.parquet as pq

            from kranalyze import __version__
            from kranalyze.survey.figurecolumns import SCHEMA

            more = {b"kranalyze.version": __version__.encode(), b"kranalyze.source": source.told().encode()}
            schema = SCHEMA.with_metadata({**SCHEMA.metadata, **more})
            pq.write_table(figures.to_arrow().cast(schema), out, compression="zstd")


def _notes(source: Source, undealt: int) -> Iterator[str]:
    yield source.told()
    if undealt:
        some = f"{undealt} deals name no dealer: they say" if undealt > 1 else ""
        some = some or "1 deal names no dealer: it says"
        yield f"{some} nothing of the first bidder (give --dealer)."
    yield "Shares are of play with all hands open; 95% intervals hold for deals drawn at random (Wilson)."
