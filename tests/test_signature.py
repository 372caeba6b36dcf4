"""Test the signature of the search: the number of positions that it visits on a fixed set of deals.

A difference shows that a change altered the search. It never shows that the answers are right.
``scripts/signature.py`` writes a new signature. A commit with a new signature says why the search changed. A
new contract has no signature before this script runs.
"""

import json
from pathlib import Path

from running import script

STORED = Path(__file__).parent / "data" / "signature.json"


def test_the_search_looks_at_as_many_positions_as_before() -> None:
    asked, stored = script("signature"), json.loads(STORED.read_text(encoding="utf-8"))
    assert asked.signature(stored) == stored
    assert set(stored) == set(asked.DEALS)
