"""``kranalyze convert`` and ``kranalyze check``: files of deals in other formats, and their errors."""

from __future__ import annotations

import click

from kranalyze.cli import options
from kranalyze.cli.common import Tally, say
from kranalyze.cli.sinks import write_output
from kranalyze.show.printable import one_line


@click.command(
    epilog="""\b
Examples:
  kranalyze convert evening.kpn deals.parquet
  kranalyze convert deals.csv deals.kpn --game russbach
  kranalyze convert deals.parquet - --format csv
  kranalyze convert typed.kpn evening.kpn --as-played

\b
CSV and Parquet hold deals, or logged games, a row each: columns n, e, s, w and talon, optional board, dealer
and game; of games also auction, contract, declarer, play and others (FORMAT.md). In Parquet a hand is a
UInt32, bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A; in CSV it is text, AK.QJ.T9. with the
suits S.H.D.C. Records keep all but their comments. What has errors is left out.
KPN to KPN keeps everything that was written, games with errors too.
""",
)
@click.argument("source", metavar="IN", is_eager=True)
@click.argument("output", type=options.file_type, metavar="OUT", is_eager=True)
@options.game
@options.formats("kpn", "csv", "parquet", ending=True)
@click.option(
    "--as-played", is_flag=True,
    help="KPN to KPN: where the tricks of a game are no good play by seats, read them in playing order.",
)  # fmt: skip
def convert(source: str, output: str, game: str | None, form: str, as_played: bool) -> None:
    """Convert deals and logged games between KPN, CSV and Parquet.

    IN: records or deals in any of the formats, - for standard input. OUT: the ending says the format;
    - is standard output.
    """
    from kranalyze.read.writing import converted

    result = converted(source, form, game, as_played)  # type: ignore[arg-type]
    tally = Tally()
    tally.report(result.problems)
    tally.done = result.count
    if tally.done:
        with write_output(output, form) as out:
            result.write(out)
    tally.finish()


@click.command(
    epilog="""\b
Examples:
  kranalyze check evening.kpn
  kranalyze check *.kpn deals.parquet
  kranalyze check - < evening.kpn

\b
Exit status: 0 no errors (there may be warnings), 123 some records have errors, 3 no record is good.
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.game
@options.rules
@click.option("-q", "--quiet", is_flag=True, help="Only errors and warnings, no line per file.")
def check(files: tuple[str, ...], game: str | None, rules: dict[str, str], quiet: bool) -> None:
    """Validate files of records or deals, and list every error.

    FILE: records or deals in KPN, CSV or Parquet, - for standard input. Each error stands on a line of its
    own on standard error, as file:line:column: error: what is wrong.
    """
    from kranalyze.kpn.record import KpnError
    from kranalyze.read import cut

    tally = Tally()
    for file in files:
        good, problems = 0, list[KpnError]()
        for piece in cut(file, None, game, rules):
            found, wrong = piece.checked()
            good, problems = good + found, [*problems, *wrong]
        tally.report(problems)
        tally.done += good
        if not quiet:
            errors = sum(p.severity == "error" for p in problems)
            counts = {"good record": good, "error": errors, "warning": len(problems) - errors}
            told = (f"{number} {what}{'' if number == 1 else 's'}" for what, number in counts.items())
            say(f"{one_line(file)}: {', '.join(told)}")
    tally.finish()
