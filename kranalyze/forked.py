"""Detection of processes that were forked after polars was loaded, and so inherited its locks."""

from __future__ import annotations

import os
import sys

_inherited = False


def _note() -> None:
    global _inherited
    _inherited = "polars" in sys.modules


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note)


def check() -> None:
    """Raise an error in a process that inherited the locks of polars, but not its threads.

    Raises:
        RuntimeError: this process was forked from one in which polars was loaded.
    """
    if _inherited:
        raise RuntimeError(
            "this process was forked from one in which polars was loaded, and would wait for ever: "
            "start it by multiprocessing's 'spawn' or 'forkserver'"
        )
