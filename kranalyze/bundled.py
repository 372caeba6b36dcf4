"""Find files: the user's own files, and the files that are bundled with the program."""

from __future__ import annotations

import os
from pathlib import Path


def bundled_directory() -> Path:
    """Return the directory of the bundled files: inside an installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "datasets"
    return installed if installed.is_dir() else here.parent / "datasets"


def path_of_own_or_bundled(name: str | os.PathLike[str]) -> Path:
    """Return the path of the user's own file if it exists, otherwise of the bundled file with this name.

    >>> path_of_own_or_bundled("lessons.kpn").exists()
    True
    >>> path_of_own_or_bundled("../lessons.kpn").exists()
    False
    """
    own = Path(name)
    bundled = bundled_directory() / own.name
    if own.exists() or own.parent != Path() or not bundled.is_file():
        return own
    return bundled
