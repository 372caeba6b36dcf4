"""The signature of the search: how many positions it looks at over a fixed set of deals.

It shows that a change altered the search, never that its answers are right. ``scripts/signature.py``
writes it anew, and the commit that does so says why the search changed. A contract that is new has none
until then.
"""

import json
import runpy
from pathlib import Path

HERE = Path(__file__).resolve().parent


def test_the_search_looks_at_as_many_positions_as_before() -> None:
    script = runpy.run_path(str(HERE.parent / "scripts" / "signature.py"))
    stored = json.loads((HERE / "data" / "signature.json").read_text(encoding="utf-8"))
    assert script["signature"](stored) == stored
    assert set(stored) == set(script["DEALS"])
