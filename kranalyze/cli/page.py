"""``kranalyze page``: the table as a page for a browser, and the options that pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kranalyze.cards import Deck, mask_of
from kranalyze.cli.common import (
    Tally,
    deck_option,
    game_option,
    lang_option,
    out_option,
    out_type,
    rule_option,
    write_output,
)

if TYPE_CHECKING:
    from kranalyze.analysis import Analysed, Analysis
    from kranalyze.kpn import KpnError, Record

F = TypeVar("F", bound=Callable[..., Any])


def page_option(what: str) -> Callable[[F], F]:
    """``--report`` for a page with the table; ``what`` lies on it."""
    text = f"Also write {what} there: one page for a browser, which needs no network."
    return click.option("--report", type=out_type, metavar="OUT.html", help=text)


class Noting(Tally):
    """A tally that keeps what it shows, for a page to say too."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def report(self, problems: Iterable[KpnError]) -> None:
        """Show errors and warnings; the errors count, and are kept."""
        found = list(problems)
        self.notes += [str(problem) for problem in found if problem.severity == "error"]
        super().report(found)


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
@out_option("OUT.html", default="table.html", help="Where to write (default: table.html).")
@lang_option
@game_option
@rule_option
@deck_option("as in the record")
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

        write_rows([case_row(case) for case in cases], deal or "", output, lang, deck)
    tally.finish()


def asked_row(case: Record, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A deal under what was asked about it."""
    from kranalyze.show.pages import records

    named = ("contract", "declarer", "second", "partner", "order", "trump", "leader")
    asked = {name: arguments[name] for name in named}
    asked |= {"called": arguments["call"], "contra": arguments["contra"] or None}
    asked["discard"] = mask_of(arguments["discard"]) if arguments["discard"] else None
    return records.asked_row(records.case_row(case), asked)


def write_rows(
    rows: Sequence[Mapping[str, Any]], name: str, output: str, lang: str | None, deck: Deck | None
) -> None:
    """The page of some deals: one lies on the table, several are listed."""
    several = len(rows) > 1
    title = Path(name).stem if several else "kranalyze"
    _write(output, title, rows if several else (), rows[0] if len(rows) == 1 else None, (), lang, deck)


def keeping(found: Iterator[Analysis], kept: list[Analysed]) -> Iterator[Analysis]:
    """Batches of analysed games as they pass, their games kept."""
    for analysis in found:
        kept += analysis.analysed
        yield analysis


def write_evening(
    games: Sequence[Analysed], notes: Sequence[str], output: str, lang: str | None, deck: Deck | None
) -> None:
    """The page of analysed games."""
    from kranalyze.show.pages.evening import evening, title_of

    _write(output, title_of(games), evening(games), None, notes, lang, deck)


def _write(
    output: str, title: str, rows: Sequence[Mapping[str, Any]], start: Mapping[str, Any] | None,
    notes: Sequence[str], lang: str | None, deck: Deck | None,
) -> None:  # fmt: skip
    from kranalyze.show.pages.table import table_page

    made = table_page(title, games=rows, start=start, notes=notes, lang=lang, deck=deck)
    with write_output(output, "html") as out:
        out.write(made.encode())
