"""German names for the English names in the rows of games, from ``names.toml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def german_names() -> dict[str, Any]:
    """Return the table: ``names`` by English name, and ``options`` by id with a label and names of values."""
    import tomllib

    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))
