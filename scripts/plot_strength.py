"""Plot as SVG how often careful players of different strengths make the contracts of the game Graden.

    python scripts/plot_strength.py [--measure HANDS] [--work FILE]

For each contract, random hands are drawn from the book of hands. Only hands are drawn that make the contract
with open cards in a quarter to three quarters of the layouts. Ten games are played with each hand at each
strength. The strength of a player is the number of layouts that it samples at each turn.

With --measure the games are played and their results are written to datasets/strength.csv. For 200 hands of
each contract the games take half an hour on one core. A stopped run resumes when it is started again. The
plot datasets/strength.svg is drawn from datasets/strength.csv.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from kranalyze import Card, book
from kranalyze.answers.attable import TableFigures
from kranalyze.answers.intervals import wilson
from kranalyze.files import replacing
from kranalyze.games import GAMES, Contract
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Choice
from kranalyze.hand.handgames import table_figures

DATA = Path(__file__).resolve().parents[1] / "datasets"
STRENGTHS = (5, 16, 64, 256, 1000)
GAMES_PER_HAND = 10

#: Columns of strength.csv. A hand has a share: the fraction of the layouts in which it makes the contract
#: with open cards. ``open`` is the mean of this share over all hands.
COLUMNS = ("contract", "look", "hands", "games", "won", "open")

#: Sizes in pixels: width and height of the plot, width of the field of a contract, margins at the top and
#: left.
WIDTH, HEIGHT, FIELD, TOP, LEFT = 760, 300, 78, 40, 46


def measure(hands: int, work: Path) -> list[dict[str, str]]:
    """Play the games of all contracts and strengths, and return the rows of strength.csv.

    Args:
        hands: number of hands of each contract.
        work: file of finished rows. Rows in this file are not measured again.
    """
    finished: dict[tuple[str, str], dict[str, str]] = {}
    if work.exists():
        with work.open(encoding="utf-8") as source:
            finished = {(row["contract"], row["look"]): row for row in csv.DictReader(source)}
    rows: list[dict[str, str]] = []
    for contract in GAMES["graden"].contracts:
        if contract.makeable_at is None:
            continue
        chosen = chosen_hands(contract, hands)
        for look in STRENGTHS:
            row = finished.get((contract.id, str(look)))
            if row is None or row["hands"] != str(hands):
                row = measured_row(contract, look, chosen)
                print(*row.values(), flush=True)
                write_rows([*rows, row], work)
            rows.append(row)
    return rows


def chosen_hands(contract: Contract, hands: int) -> list[dict[str, Any]]:
    """Return random rows of the book: hands that make a contract in 25% to 75% of the layouts."""
    share = f"{contract.id}_share"
    near = book().filter(pl.col(share).is_between(0.25, 0.75))
    rng = random.Random(f"27 {contract.id}")
    return rng.choices(near.to_dicts(), weights=near["equivalents"].to_list(), k=hands)


def measured_row(contract: Contract, look: int, chosen: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Play the games of a contract with some hands, at one strength. Return the row of strength.csv."""
    total: TableFigures | None = None
    for number, row in enumerate(chosen):
        query = HandQuery(GAMES["graden"], row["mask"])
        call = row.get(f"{contract.id}_call")
        choice = Choice(None if call is None else Card(call), None, 1, 0, 0)
        figures = table_figures(
            query, {contract: choice}, games=GAMES_PER_HAND, look=look, seed=number, workers=1
        )[contract]
        total = figures if total is None else total + figures
    assert total is not None
    mean = sum(row[f"{contract.id}_share"] for row in chosen) / len(chosen)
    values = (contract.id, look, len(chosen), total.games, total.won, f"{mean:.4f}")
    return dict(zip(COLUMNS, map(str, values), strict=True))


def write_rows(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    """Write rows of strength.csv to a file. If writing fails, an old file stays unchanged."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacing(path) as out:
        out.write(text.getvalue().encode())


def drawn(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the plot as SVG.

    Each contract has a line for open cards, and a dot with its 95% interval for each strength.
    """
    names = {contract.id: contract.name for contract in GAMES["graden"].contracts}
    bottom = HEIGHT - 60

    def level(share: float) -> float:
        return round(bottom - (bottom - TOP) * share, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="16" font-size="12">Share made at the table (dots: players who judge by '
        f"{', '.join(f'{look:,}' for look in STRENGTHS)} layouts) and with open cards (line)</text>",
    ]
    for tenth in range(0, 11, 2):
        y = level(tenth / 10)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{tenth * 10}%</text>')
    contracts = list(dict.fromkeys(row["contract"] for row in rows))
    for i, contract in enumerate(contracts):
        left = LEFT + 4 + i * FIELD
        mine = [row for row in rows if row["contract"] == contract]
        y = level(float(mine[0]["open"]))
        parts.append(f'<line x1="{left}" x2="{left + FIELD - 10}" y1="{y}" y2="{y}" stroke="#b00" '
                     'stroke-width="2"/>')  # fmt: skip
        for k, row in enumerate(mine):
            x = left + 8 + k * 13
            won, games = int(row["won"]), int(row["games"])
            low, high = wilson(won, games)
            parts.append(f'<line x1="{x}" x2="{x}" y1="{level(low)}" y2="{level(high)}" stroke="#357"/>')
            parts.append(f'<circle cx="{x}" cy="{level(won / games)}" r="3.5" fill="#357"><title>'
                         f"{names[contract]}, {int(row['look']):,} layouts: {won / games:.0%} "
                         f"({low:.0%} to {high:.0%})</title></circle>")  # fmt: skip
        words = names[contract].replace(" am letzten", "| am letzten").split("|")
        for line, word in enumerate(words):
            parts.append(f'<text x="{left + FIELD / 2 - 5:g}" y="{bottom + 18 + 13 * line}" '
                         f'text-anchor="middle">{word.strip()}</text>')  # fmt: skip
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Play the games if --measure is given. Draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measure", type=int, metavar="HANDS", help="hands of each contract to play")
    parser.add_argument("--work", type=Path, default=Path("build/strength.csv"), help="file of finished rows")
    options = parser.parse_args()
    file = DATA / "strength.csv"
    if options.measure:
        options.work.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_rows(measure(options.measure, options.work), file)
        except KeyboardInterrupt:
            print("stopped; run it again to go on", file=sys.stderr)
            raise SystemExit(130) from None
    with file.open(encoding="utf-8") as source:
        (DATA / "strength.svg").write_text(drawn(list(csv.DictReader(source))), encoding="utf-8")


if __name__ == "__main__":
    main()
