"""Where files are: the user's own and the bundled ones, from a checkout and from an installed wheel alike."""

from __future__ import annotations

import os
from pathlib import Path


def directory() -> Path:
    """The directory of the bundled files: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "datasets"
    return installed if installed.is_dir() else here.parent / "datasets"


def path_of(name: str | os.PathLike[str]) -> Path:
    """The file of a name: the user's own or, if there is none, the bundled one, also as ``datasets/NAME``.

    >>> path_of("lessons.kpn").read_bytes() == path_of("datasets/lessons.kpn").read_bytes()
    True
    >>> path_of("../lessons.kpn").exists()
    False
    """
    own = Path(name)
    bundled = directory() / own.name
    return bundled if str(own.parent) in (".", "datasets") and bundled.is_file() and not own.exists() else own
