"""The system's Chromium: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def browser_path() -> str | None:
    """The program, None if there is none; ``KRANALYZE_BROWSER`` names another one."""
    return os.environ.get("KRANALYZE_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
