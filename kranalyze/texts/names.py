"""German names for the English names in the rows of games, from ``names.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def german_names() -> dict[str, Any]:
    """Return the table: German names by English ones, and for each option a label and names of values."""
    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))
