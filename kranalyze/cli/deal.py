"""``kranalyze deal`` and ``kranalyze new``: random deals, and a file to be filled in."""

from __future__ import annotations

import click

from kranalyze.cards import hand_text
from kranalyze.cli import options
from kranalyze.cli.common import say, usage, wrong_usage
from kranalyze.cli.sinks import write_output
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES


@click.command(
    epilog="""\b
Examples:
  kranalyze deal -n 3
  kranalyze deal -n 1000 --seed 7 --game russbach -o deals.parquet
  kranalyze deal -n 100 --hand "S=AKQ.A.A.9" --hand "W=HT" -o deals.csv
  kranalyze deal -n 500 --seed 7 --start 500 -o second-half.kpn

\b
A series is the same on every machine: deal number i (from 0) depends on the seed, the given cards and i
alone. With --start a part of it is made without the rest. The dealer goes round with the boards, North first.
""",
)
@click.option("-n", "count", type=click.IntRange(0), metavar="N", required=True, help="How many deals.")
@options.seed(help="The series (default: a random one, which is told).")
@click.option("--start", type=click.IntRange(0), metavar="I", default=0, help="Number of the first deal.")
@options.game_named(default=DEFAULT, help="Whose cards are dealt (default: graden).")
@click.option(
    "--hand", "hands", type=options.hand_type, metavar="SEAT=HAND", multiple=True,
    help="A hand, or some cards of it, that a seat holds in every deal; once per seat.",
)  # fmt: skip
@options.output()
@options.formats("kpn", "csv", "parquet", ending=True)
def deal(
    count: int, seed: int | None, start: int, game: str, hands: tuple[tuple[Seat, int], ...],
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
    with wrong_usage("."):
        frame = deals(count, game=game, seed=seed, first=start, hands=dict(given.items()))
    if not told:
        say(f"seed {seed}", err=True)
    origin = f"Random deals of {game}: kranalyze deal -n {count} --seed {seed} --start {start} --game {game}"
    for seat, mask in given.items():
        origin += f' --hand "{seat.name}={hand_text(mask)}"'
    with write_output(output, form) as out:
        write_deals(frame, out, form, [origin])  # type: ignore[arg-type]


@click.command(
    epilog="""\b
Examples:
  kranalyze new --game graden -n 12 -o evening.kpn
  kranalyze new --game anrufen -n 24 -o evening.kpn
"""
)
@options.game_named(default=DEFAULT, help=f"What is played (default: {DEFAULT}).")
@click.option("-n", "boards", type=click.IntRange(1, 10_000), default=12, metavar="N", help="Boards (12).")
@options.rules
@options.output()
def new(game: str, boards: int, rules: dict[str, str], output: str) -> None:
    """Write a KPN file to fill in: names once at the top, then a block of tags for each board."""
    from kranalyze.kpn.writer import template

    row = GAMES[game]
    chosen = " ".join(f"{name}={value}" for name, value in options.rules_argument(row, rules).items())
    with write_output(output, "kpn") as out:
        out.write(template(row, boards, chosen).encode())
