"""``kranalyze deal``: random deals."""

from __future__ import annotations

import secrets

import click

from kranalyze.cards import hand_text, parse_hand
from kranalyze.cli.common import complete_game, game_type, in_deck, output_option, say, usage, write_output
from kranalyze.deal import Seat


def hand_type(text: str) -> tuple[Seat, int]:
    """Seat and mask of ``SEAT=HAND``, the hand as in a deal or as cards divided by blanks or commas."""
    seat, equals, hand = text.partition("=")
    if not equals:
        raise click.BadParameter(f"a hand is given as SEAT=HAND, not {text!r}")
    try:
        return Seat.parse(seat), in_deck(hand, "french", parse_hand)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


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
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
    help="The series (default: a random one, which is told).",
)  # fmt: skip
@click.option("--start", type=click.IntRange(0), metavar="I", default=0, help="Number of the first deal.")
@click.option(
    "--game", type=game_type, metavar="GAME", default="graden", shell_complete=complete_game,
    help="Whose cards are dealt (default: graden).",
)  # fmt: skip
@click.option(
    "--hand", "hands", type=hand_type, metavar="SEAT=HAND", multiple=True,
    help="A hand, or some cards of it, that a seat holds in every deal; once per seat.",
)  # fmt: skip
@output_option("kpn", "csv", "parquet")
def deal(
    count: int, seed: int | None, start: int, game: str, hands: tuple[tuple[Seat, int], ...],
    output: str, form: str,
) -> None:  # fmt: skip
    """Deal cards at random, every deal with the same chance."""
    from kranalyze.dealing import deals
    from kranalyze.read.writing import write_deals

    given = dict(hands)
    if len(given) < len(hands):
        usage("--hand: a seat is given twice.")
    told = seed is not None
    seed = secrets.randbits(32) if seed is None else seed
    try:
        frame = deals(count, game=game, seed=seed, first=start, hands=dict(given.items()))
    except ValueError as error:
        usage(f"{error}.")
    if not told:
        say(f"seed {seed}", err=True)
    origin = f"Random deals of {game}: kranalyze deal -n {count} --seed {seed} --start {start} --game {game}"
    for seat, mask in given.items():
        origin += f' --hand "{seat.name}={hand_text(mask)}"'
    with write_output(output, form) as out:
        write_deals(frame, out, form, [origin])  # type: ignore[arg-type]
