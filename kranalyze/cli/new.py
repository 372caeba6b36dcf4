"""``kranalyze new``: a file to be filled in."""

from __future__ import annotations

import click

from kranalyze.cli.common import (
    complete_game,
    game_type,
    out_option,
    rule_option,
    rules_argument,
    write_output,
)
from kranalyze.games import DEFAULT, GAMES


@click.command(
    epilog="""\b
Examples:
  kranalyze new --game graden -n 12 -o evening.kpn
  kranalyze new --game anrufen -n 24 -o evening.kpn
"""
)
@click.option(
    "--game", type=game_type, metavar="GAME", default=DEFAULT, shell_complete=complete_game, is_eager=True,
    help=f"What is played (default: {DEFAULT}).",
)  # fmt: skip
@click.option("-n", "boards", type=click.IntRange(1, 10_000), default=12, metavar="N", help="Boards (12).")
@rule_option
@out_option()
def new(game: str, boards: int, rules: dict[str, str], output: str) -> None:
    """Write a KPN file to fill in: names once at the top, then a block of tags for each board."""
    from kranalyze.kpn.template import template

    row = GAMES[game]
    chosen = " ".join(f"{name}={value}" for name, value in rules_argument(row, rules).items())
    with write_output(output, "kpn") as out:
        out.write(template(row, boards, chosen).encode())
