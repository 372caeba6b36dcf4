"""``kranalyze page``: the table as a page for a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally
from kranalyze.cli.sinks import write_page

if TYPE_CHECKING:
    from kranalyze.kpn import Record


@click.command(
    epilog="""\b
Examples:
  kranalyze page -o table.html                       an empty table: deals are made by clicks
  kranalyze page "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" -o deal.html
  kranalyze page lessons.kpn -o lessons.html --lang de --deck german

\b
The page is one file with the solver in it and asks nothing of any network. What is set up there stands in
its address, after #, and can be sent as a link to the same file.
"""
)
@click.argument("deal", required=False)
@options.output("OUT.html", default="table.html", help="Where to write (default: table.html).")
@options.language
@options.game
@options.rules
@options.deck("as in the record")
def page(
    deal: str | None, output: str, lang: str | None, game: str | None, rules: dict[str, str],
    deck: Deck | None,
) -> None:  # fmt: skip
    """Write a page to solve and play deals on.

    DEAL: records, deals, or a deal given in place; without it the table is empty.
    """
    tally = Tally()
    cases: Sequence[Record] = ()
    if deal is not None:
        from kranalyze.read import read_deals

        cases, problems = read_deals(deal, game, rules)
        tally.report(problems)
        tally.done += len(cases)
    if deal is None or cases:
        from kranalyze.show.pages.records import case_row
        from kranalyze.show.pages.table import deals_page

        write_page(output, deals_page([case_row(case) for case in cases], deal or "", lang, deck))
    tally.finish()
