"""Where the bundled deals are: found by name, from a checkout and from an installed wheel alike."""

from __future__ import annotations

from pathlib import Path, PurePath


def directory() -> Path:
    """The directory of the bundled files: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "datasets"
    return installed if installed.is_dir() else here.parent / "datasets"


def find(name: str) -> Path | None:
    """A bundled file by its name, with or without ``datasets/`` before it; None if there is none.

    What is on the disk goes first: ask for a bundled file only when the user's own path does not exist.

    >>> path = find("lessons.kpn")
    >>> path is not None and path.name
    'lessons.kpn'
    >>> find("lessons.kpn") == find("datasets/lessons.kpn")
    True
    >>> find("../lessons.kpn") is None
    True
    """
    parts = PurePath(name).parts
    if parts[:1] == ("datasets",):
        parts = parts[1:]
    if len(parts) != 1 or parts[0] in ("..", "/"):
        return None
    path = directory() / parts[0]
    return path if path.is_file() else None
