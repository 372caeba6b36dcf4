"""Write the signature of the search: how many positions it searches on fixed deals, by game and contract.

    python scripts/signature.py

The numbers are written to tests/data/signature.json. Contracts in which every seat plays for itself are left
out. Most commits must not change the search, so they must not change this file. A commit that changes the
search on purpose says so in its message. The numbers do not show whether the answers are right.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from kranalyze import dealing
from kranalyze.answers.gathering import answer_table
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import deal_frame
from kranalyze.core import calls as core
from kranalyze.games import GAMES

OUT = Path(__file__).resolve().parent.parent / "tests" / "data" / "signature.json"

#: Number of random deals of each game. The deals are drawn with the seed 2014.
DEALS = {
    "graden": 100,
    "russbach": 1,
    "rufmariasch": 1,
    "anrufen": 5,
    "anrufen3": 1,
    "bauernschnapsen": 20,
    "whist": 5,
}


def signature(asked: Mapping[str, Iterable[str]]) -> dict[str, dict[str, int]]:
    """Return the number of searched positions for each game and contract.

    The searches for each contract start with an empty context (memory of the core).

    Args:
        asked: ids of the contracts, by the id of the game.
    """
    return {name: {contract: positions(name, contract) for contract in asked[name]} for name in asked}


def positions(name: str, contract: str) -> int:
    """Return the number of positions that are searched for a contract on all deals of its game."""
    plan = Plan(name, [contract])
    deals = deal_frame(dealing.random_deals(plan.game, DEALS[name], seed=2014)).to_arrow()
    with core.counted_nodes() as nodes:
        answer_table(plan, deals)
        return nodes()


if __name__ == "__main__":
    searched = {name: [c.id for c in GAMES[name].contracts if not c.goal.each_for_himself] for name in DEALS}
    OUT.write_text(json.dumps(signature(searched), indent=2) + "\n", encoding="utf-8")
    print(OUT.read_text(encoding="utf-8"), end="")
