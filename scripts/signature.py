"""Write the signature of the search: positions looked at over a fixed set of deals, by game.

    python scripts/signature.py

A change that is not meant to alter the search leaves tests/data/signature.json as it is; one that is
says so. The numbers say nothing about whether the answers are right.
"""

import json
from pathlib import Path

from kranalyze import dealing
from kranalyze.answers import tables
from kranalyze.core import calls as core
from kranalyze.games import GAMES

OUT = Path(__file__).resolve().parent.parent / "tests" / "data" / "signature.json"

#: Deals of each game, with the generator's seed 2014.
DEALS = {
    "graden": 100,
    "russbach": 1,
    "rufmariasch": 1,
    "anrufen": 5,
    "anrufen3": 1,
    "bauernschnapsen": 20,
    "whist": 5,
}


def signature() -> dict[str, int]:
    """Positions looked at for all questions of the deals, selfish play apart, from an empty memory on."""
    core.forget()
    counts = {}
    for name, count in DEALS.items():
        game = GAMES[name]
        plan = tables.Plan(game)
        before = core.nodes()
        for deals in tables.sliced(tables.deal_table(dealing.random_deals(game, count, seed=2014))):
            plan.solve(deals)
        counts[name] = core.nodes() - before
    return counts


if __name__ == "__main__":
    OUT.write_text(json.dumps(signature(), indent=2) + "\n", encoding="utf-8")
    print(OUT.read_text(encoding="utf-8"), end="")
