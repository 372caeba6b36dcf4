"""Find files: the user's own files, and the files that are bundled with the program."""

from __future__ import annotations

import os.path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def bundled_directory() -> Path:
    """Return the directory of the bundled files.

    In an installed program this directory is inside the package. In a checkout it is beside the package.
    """
    from pathlib import Path

    return Path(_bundled_directory())


def path_of_own_or_bundled(name: str | os.PathLike[str]) -> Path:
    """Return the path of the user's own file ``name``, or of the bundled file if there is no own file.

    A bundled file is used only if ``name`` has no directory (or only ``.``). If neither file exists, return
    the path of the own file.

    >>> path_of_own_or_bundled("lessons.kpn").exists()
    True
    >>> path_of_own_or_bundled("../lessons.kpn").exists()
    False
    """
    from pathlib import Path

    return Path(_own_or_bundled(name))


def open_own_or_bundled(name: str | os.PathLike[str]) -> IO[bytes]:
    """Open the user's own file ``name``, or the bundled file if there is no own file.

    A bundled file is used only if ``name`` has no directory (or only ``.``).

    Raises:
        OSError: the file does not exist, or cannot be read.
    """
    return open(_own_or_bundled(name), "rb")


def _bundled_directory() -> str:
    """Return the name of the directory of the bundled files."""
    here = os.path.dirname(os.path.realpath(__file__))
    installed = os.path.join(here, "datasets")
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(here), "datasets")


def _own_or_bundled(name: str | os.PathLike[str]) -> str:
    """Do the work of ``path_of_own_or_bundled``, but return the path as a text."""
    own = os.fspath(name)
    folder, file = os.path.split(own)
    bundled = os.path.join(_bundled_directory(), file)
    return own if folder not in ("", ".") or os.path.exists(own) or not os.path.isfile(bundled) else bundled
