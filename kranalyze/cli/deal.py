"""``kranalyze deal``, ``new``, ``convert`` and ``check``: files of deals, made, rewritten and examined."""

from __future__ import annotations

import click

from kranalyze.cards import hand_text
from kranalyze.cli import options
from kranalyze.cli.common import Tally, say, usage, valid
from kranalyze.cli.options import flag, number, option
from kranalyze.cli.sinks import write_output
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES
from kranalyze.show.aligned import one_line


@options.command(
    """Examples:
  kranalyze deal -n 3
  kranalyze deal -n 1000 --seed 7 --game russbach -o deals.parquet
  kranalyze deal -n 100 --hand "S=AKQ.A.A.9" --hand "W=HT" -o deals.csv
  kranalyze deal -n 500 --seed 7 --start 500 -o second-half.kpn

A series is the same on every machine: deal number i (from 0) depends on the seed, the given cards and i
alone. With --start a part of it is made without the rest. The dealer goes round with the boards, North first.
""",
    number("-n count", "N", "How many deals.", least=0, required=True),
    options.seed("The series (default: a random one, which is told)."),
    number("--start", "I", "Number of the first deal.", least=0, default=0),
    options.game_named("Whose cards are dealt (default: graden).", default=DEFAULT),
    option("--hand hands", "SEAT=HAND",
        "A hand, or some cards of it, that a seat holds in every deal; once per seat.",
        type=options.hand_type, multiple=True),
    options.output, *options.formats("kpn", "csv", "parquet"),
)  # fmt: skip
def deal(
    tally: Tally, count: int, seed: int | None, start: int, game: str, hands: tuple[tuple[Seat, int], ...],
    output: str, form: str,
) -> None:  # fmt: skip
    """Deal cards at random, every deal with the same chance."""
    from secrets import randbits

    from kranalyze.dealing import deals
    from kranalyze.read.writing import write_deals

    given = dict(hands)
    if len(given) < len(hands):
        usage("--hand: a seat is given twice.")
    told = seed is not None
    seed = randbits(32) if seed is None else seed
    frame = valid(deals, count, game=game, seed=seed, first=start, hands=given, end=".")
    if not told:
        say(f"seed {seed}", err=True)
    origin = f"Random deals of {game}: kranalyze deal -n {count} --seed {seed} --start {start} --game {game}"
    for seat, mask in given.items():
        origin += f' --hand "{seat.name}={hand_text(mask)}"'
    with write_output(output, form) as out:
        write_deals(frame, out, form, [origin])  # type: ignore[arg-type]


@options.command(
    """Examples:
  kranalyze new --game graden -n 12 -o evening.kpn
  kranalyze new --game anrufen -n 24 -o evening.kpn
""",
    options.game_named(f"What is played (default: {DEFAULT}).", default=DEFAULT),
    option("-n boards", "N", "Boards (12).", type=click.IntRange(1, 10_000), default=12),
    options.rules, options.output,
)  # fmt: skip
def new(tally: Tally, game: str, boards: int, rules: dict[str, str], output: str) -> None:
    """Write a KPN file to fill in: names once at the top, then a block of tags for each board."""
    from kranalyze.kpn.writer import template

    valid(GAMES[game].rules, rules)
    with write_output(output, "kpn") as out:
        chosen = " ".join(f"{name}={value}" for name, value in rules.items())
        out.write(template(GAMES[game], boards, chosen).encode())


@options.command(
    """Examples:
  kranalyze convert evening.kpn deals.parquet
  kranalyze convert deals.csv deals.kpn --game russbach
  kranalyze convert deals.parquet - --format csv
  kranalyze convert typed.kpn evening.kpn --as-played

CSV and Parquet hold deals, or logged games, a row each: columns n, e, s, w and talon, optional board, dealer
and game; of games also auction, contract, declarer, play and others (FORMAT.md). In Parquet a hand is a
UInt32, bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A; in CSV it is text, AK.QJ.T9. with the
suits S.H.D.C. Records keep all but their comments. What has errors is left out.
KPN to KPN keeps everything that was written, games with errors too.
""",
    click.Argument(["source"], metavar="IN", is_eager=True),
    click.Argument(["output"], type=options.file_type, metavar="OUT", is_eager=True),
    options.game, *options.formats("kpn", "csv", "parquet"),
    flag("--as-played",
        "KPN to KPN: where the tricks of a game are no good play by seats, read them in playing order."),
)  # fmt: skip
def convert(tally: Tally, source: str, output: str, game: str | None, form: str, as_played: bool) -> None:
    """Convert deals and logged games between KPN, CSV and Parquet.

    IN: records or deals in any of the formats, - for standard input. OUT: the ending says the format;
    - is standard output.
    """
    from kranalyze.read.writing import converted

    tally.done, problems, write = converted(source, form, game, as_played)  # type: ignore[arg-type]
    tally.report(problems)
    if tally.done:
        with write_output(output, form) as out:
            write(out)


@options.command(
    """Examples:
  kranalyze check evening.kpn
  kranalyze check *.kpn deals.parquet
  kranalyze check - < evening.kpn

Exit status: 0 no errors (there may be warnings), 123 some records have errors, 3 no record is good.
""",
    options.several("FILE"), options.game, options.rules,
    flag("-q --quiet", "Only errors and warnings, no line per file."),
)  # fmt: skip
def check(tally: Tally, files: tuple[str, ...], game: str | None, rules: dict[str, str], quiet: bool) -> None:
    """Validate files of records or deals, and list every error.

    FILE: records or deals in KPN, CSV or Parquet, - for standard input. Each error stands on a line of its
    own on standard error, as file:line:column: error: what is wrong.
    """
    from kranalyze.kpn.record import KpnError
    from kranalyze.read import cut

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
