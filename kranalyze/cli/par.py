"""``kranalyze par``: what four perfect bidders would reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally, on_board, progress_bar, say
from kranalyze.cli.sinks import RowPrinter
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES
from kranalyze.show.printable import one_line

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.par import Par


@click.command(
    epilog="""\b
Examples:
  kranalyze par evening.kpn
  kranalyze par "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ" --dealer E
  kranalyze par deals.parquet --format csv

\b
JSON and CSV have one row per deal and dealer: file, deal, board, dealer, par_contract, par_declarer,
par_second, par_call, par_auction, par_n, par_e, par_s, par_w.
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.board
@options.seat("--dealer", help="Who deals (default: as in the record, or else every seat in turn).")
@options.rules
@options.deck("french")
@options.workers
@options.formats("text", "json", "csv", short=True)
def par(
    files: tuple[str, ...], board: str | None, dealer: Seat | None, rules: dict[str, str], deck: Deck | None,
    workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Bid a deal of Graden as four perfect bidders would who see all cards.

    FILE: records, deals, or a deal given in place.
    """
    from kranalyze.answers.par import par_of_each, par_row

    tally, rows = Tally(), RowPrinter(form)
    frame = on_board(_graden_deals(files, rules, tally), board)
    with progress_bar("deal", unit_scale=True, leave=False) as progress:
        for row, found in par_of_each(frame, dealer, rules, workers):
            tally.done += 1
            progress(1, frame.height)
            if rows.wanted:
                place = {name: row[name] for name in ("file", "deal", "board")}
                rows.take({**place, **par_row(p)} for p in found)
            else:
                say(_par_text(row, found, deck or "french"))
    tally.finish()


def _graden_deals(files: tuple[str, ...], rules: dict[str, str], tally: Tally) -> pl.DataFrame:
    """The deals of Graden in all files; others are reported."""
    import polars as pl

    from kranalyze.answers.par import why_no_par
    from kranalyze.read import all_known, joined, read_columns, without

    options.rules_argument(GAMES[DEFAULT], rules)
    columns = joined(read_columns(file, None, rules) for file in files)
    for game in columns.frame["game"].unique(maintain_order=True):
        if game != DEFAULT:
            columns = without(columns, pl.col("game") == game, why_no_par(GAMES[game]))
    columns = all_known(columns, "a hand is not known")
    tally.report(columns.problems)
    return columns.frame


def _par_text(row: dict[str, Any], found: list[Par], deck: Deck) -> str:
    """A deal, and the par of each dealer."""
    from kranalyze.deal import Deal
    from kranalyze.show.aligned import SCREEN, filled
    from kranalyze.show.text import card_text, payment

    name = f"Board {one_line(row['board'])}: " if row["board"] else ""
    hands = Deal((row["n"], row["e"], row["s"], row["w"]))
    lines = [name + hands.text(deck)]
    for p in found:
        contract = GAMES[DEFAULT].contract(p.contract).name
        by = "" if p.declarer is None else f" by {p.declarer.title}"
        by += "" if p.second is None else f" with {p.second.title}"
        call = "" if p.call is None else f", calling {card_text(p.call, deck)}"
        said = " ".join(word for _, word in p.auction)
        paid = payment(p.payoff, GAMES[DEFAULT].unit)
        whole = f"  {p.dealer.title} deals: {contract}{by}{call}; {paid}  ({said})"
        if len(whole) <= (SCREEN.get() or len(whole)):
            lines.append(whole)
        else:  # a line each
            parts = f"  {p.dealer.title} deals: {contract}{by}{call}", f"    {paid}", f"    ({said})"
            lines += (filled(part, "      ") for part in parts)
    return "\n".join(lines)
