"""Detect that this process was forked after polars was loaded. A call of polars could then wait forever."""

from __future__ import annotations

import os
import sys

_inherited = False


def _note() -> None:
    global _inherited
    _inherited = "polars" in sys.modules


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note)


def check_not_forked() -> None:
    """Raise an error if this process was forked after polars was loaded.

    A forked process inherits the locks of polars, but not the threads that release these locks. So a call of
    polars could wait forever.

    Raises:
        RuntimeError: this process was forked from a process in which polars was loaded.
    """
    if _inherited:
        raise RuntimeError(
            "this process was forked from one in which polars was loaded, and would wait for ever: "
            "start it by multiprocessing's 'spawn' or 'forkserver'"
        )
