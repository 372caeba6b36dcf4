"""Plot how often the contracts of Graden are made at the table, by the strength of the players, as SVG.

    python scripts/plot_strength.py [--measure HANDS]

For each contract, hands are drawn at random from those of the book that make it in a quarter to three
quarters of the layouts with open cards. Ten games are played with each hand, at each strength: the number of
layouts by which a player judges at a turn. With --measure the games are played and written to
datasets/strength.csv (minutes); the plot datasets/strength.svg is drawn from that file.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from kranalyze import Card, book
from kranalyze.answers.attable import TableFigures
from kranalyze.answers.intervals import wilson
from kranalyze.games import GAMES
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Choice
from kranalyze.hand.handgames import table_figures

DATA = Path(__file__).resolve().parents[1] / "datasets"
STRENGTHS = (5, 16, 64, 256, 1000)
GAMES_PER_HAND = 10

#: Columns of strength.csv. ``open`` is the mean share of the hands with open cards.
COLUMNS = ("contract", "look", "hands", "games", "won", "open")

#: Size of the plot, of the field of a contract, and of the margins.
WIDTH, HEIGHT, FIELD, TOP, LEFT = 760, 300, 78, 40, 46


def measure(hands: int) -> list[dict[str, object]]:
    """Play the games of all contracts and strengths."""
    graden, rows, rng = GAMES["graden"], book(), random.Random(27)
    measured: list[dict[str, object]] = []
    for contract in graden.contracts:
        share = f"{contract.id}_share"
        if share not in rows.columns:
            continue
        near = rows.filter(rows[share].is_between(0.25, 0.75))
        chosen = rng.choices(near.to_dicts(), weights=near["equivalents"].to_list(), k=hands)
        for look in STRENGTHS:
            total: TableFigures | None = None
            for number, row in enumerate(chosen):
                query = HandQuery(graden, row["mask"])
                call = row.get(f"{contract.id}_call")
                choice = Choice(None if call is None else Card(call), None, 1, 0, 0)
                found = table_figures(
                    query, {contract: choice}, games=GAMES_PER_HAND, look=look, seed=number
                )[contract]
                total = found if total is None else total + found
            assert total is not None
            mean = sum(row[share] for row in chosen) / hands
            values = (contract.id, look, hands, total.games, total.won, f"{mean:.4f}")
            measured.append(dict(zip(COLUMNS, values, strict=True)))
            print(*values, flush=True)
    return measured


def drawn(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the plot as SVG: for each contract a line for open cards, and a bar for each strength."""
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
    """Measure if asked to, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measure", type=int, metavar="HANDS", help="hands of each contract to play")
    options = parser.parse_args()
    file = DATA / "strength.csv"
    if options.measure:
        rows = measure(options.measure)
        with file.open("w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    with file.open(encoding="utf-8") as source:
        (DATA / "strength.svg").write_text(drawn(list(csv.DictReader(source))), encoding="utf-8")


if __name__ == "__main__":
    main()
