"""Find the system's Chromium, and list the flags to start it with."""

from __future__ import annotations

import os
import shutil

#: Programs to look for, in this order. The first program has no windows and menus, and opens a page in two
#: thirds of the time that the other programs need.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def browser_path() -> str | None:
    """Return the path of the browser; None if there is none. ``KRANALYZE_BROWSER`` overrides the search."""
    return os.environ.get("KRANALYZE_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
