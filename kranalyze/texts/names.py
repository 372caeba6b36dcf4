"""Read ``names.toml``: German names for the English names of games, contracts and rule options."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def german_names() -> dict[str, Any]:
    """Return the contents of ``names.toml``.

    The key ``names`` maps English names to German names. The key ``options`` has, for the id of each rule
    option, its German label and the German names of its values.
    """
    import tomllib
    from pathlib import Path

    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))
