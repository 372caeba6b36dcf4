"""``kranalyze stats``: bidding statistics of deals and logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import LeftOut, Tally, progress_bar, say, usage
from kranalyze.cli.sinks import CsvSink, JsonSink, encoded, write_output, write_page
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.survey.counting import Counted
    from kranalyze.survey.portions import Files, Portion, Randomly


@options.typed
def by_type(text: str) -> tuple[str, ...]:
    """The features of ``NAME,NAME``."""
    from kranalyze.survey.figurecolumns import features_named

    return features_named(text.split(","))


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
@options.board
@click.option(
    "--random", "random_", type=click.IntRange(1), metavar="N", help="Random deals in place of FILE."
)
@options.seed(help="The series of random deals (default: a random one, which is told).")
@click.option(
    "--by", type=by_type, metavar="F,...",
    help="Group by features of the hand: aces, tens, longest (suit), marriages (K+Q pairs), voids.",
)  # fmt: skip
@click.option(
    "--par", is_flag=True,
    help="Also what four perfect bidders end in (Graden, dealer known): a third of a second a deal.",
)  # fmt: skip
@options.contracts
@options.seat("--dealer", help="The dealer of deals that name none.")
@options.game
@options.rules
@options.workers
@options.charts
@options.language
@options.deck("french")
@options.output()
@options.formats("text", "json", "csv", "parquet", ending=True, short=True)
def stats(
    files: tuple[str, ...], board: str | None, random_: int | None, seed: int | None,
    by: tuple[str, ...] | None, par: bool, contracts: tuple[str, ...], dealer: Seat | None,
    game: str | None, rules: dict[str, str], workers: int | None, report: str | None, lang: str | None,
    deck: Deck | None, output: str, form: str,
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
    by = by or ()
    from secrets import randbits

    from kranalyze.survey.counting import Survey
    from kranalyze.survey.portions import Files, Randomly

    tally = Tally()
    if random_ is not None:
        told = seed is not None
        seed = randbits(32) if seed is None else seed
        row = GAMES[game or DEFAULT]
        source: Files | Randomly = Randomly(row, random_, seed, options.rules_argument(row, rules))
        if not told:
            say(f"seed {seed}", err=True)
    else:
        source = Files(files, game, rules, dealer, tally.report, board)
    groupings = list(dict.fromkeys([(), by, *([("aces", "longest")] if report is not None else [])]))
    survey = Survey(groupings, contracts or None, rules, examples=report is not None, par=par)
    left_out = LeftOut(contracts)

    def fitting() -> Iterator[Portion]:
        for piece in source.pieces():
            if not left_out.lacks(piece.game):
                options.rules_argument(GAMES[piece.game], rules)
                yield piece

    with progress_bar("deal", total=random_, leave=False) as progress:

        def done(counted: Counted) -> None:
            tally.report(counted.problems)
            tally.done += counted.deals
            progress(counted.deals)

        survey.run(fitting(), workers, done)
    if board is not None and not tally.done and not tally.failed:
        usage(f"there is no board {board!r}.")
    left_out.tell(everything=not tally.done and not tally.failed)
    if survey.without:
        if not tally.done and not tally.failed:
            usage(f"In {', '.join(survey.without)} nothing is made or lost: there is nothing to count.")
        say(f"left out: {', '.join(survey.without)}, in which nothing is made or lost", err=True)
    if tally.done:
        figures = survey.figures().filter(grouping=groupings.index(by)).drop("grouping")
        with write_output(output, form) as out:
            if form == "text":
                out.write(encoded(_text(figures, by, source, survey.undealt), output))
            elif form == "json":
                JsonSink(out).write(figures.to_arrow(), figures)
            elif form == "csv":
                CsvSink(out).write(figures.to_arrow(), figures)
            else:
                _write_parquet(figures, source, out)
        if report is not None:
            from kranalyze.show.pages.bidding import bidding_page

            write_page(report, bidding_page(survey, source.told(), by, lang, deck))
    tally.finish()


def _text(figures: pl.DataFrame, by: tuple[str, ...], source: Files | Randomly, undealt: int) -> str:
    """The figures of one set of features, and what is to be known of them."""
    from kranalyze.survey.readout import stats_text

    lines = [stats_text(figures, by), "", source.told()]
    if undealt:
        some = f"{undealt} deals name" if undealt > 1 else "1 deal names"
        says = "they say" if undealt > 1 else "it says"
        lines.append(f"{some} no dealer: {says} nothing of the first bidder (give --dealer).")
    about = "95% intervals hold for deals drawn at random (Wilson)."
    lines.append(f"Shares are of play with all hands open; {about}")
    return "\n".join(lines) + "\n"


def _write_parquet(figures: pl.DataFrame, source: Files | Randomly, out: BinaryIO) -> None:
    import pyarrow.parquet as pq

    from kranalyze import __version__
    from kranalyze.survey.figurecolumns import SCHEMA

    more = {b"kranalyze.version": __version__.encode(), b"kranalyze.source": source.told().encode()}
    schema = SCHEMA.with_metadata({**SCHEMA.metadata, **more})
    pq.write_table(figures.to_arrow().cast(schema), out, compression="zstd")
