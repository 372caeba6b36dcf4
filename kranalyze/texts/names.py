"""Read ``names.toml``: German names for the English names of games, contracts and rule options."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def german_names() -> dict[str, Any]:
    """Return ``names`` (English to German) and ``options`` (for each id a label and the names of values)."""
    import tomllib

    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))
