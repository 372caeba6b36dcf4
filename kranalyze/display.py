"""What a notebook shows of deals and records: asked of the pages by name, only when somebody looks."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def framed(of: str, *what: Any) -> Any:
    """The frame that ``kranalyze.show.pages.notebook`` makes of something.

    Deals and records know no pages, and pages know both: so the way there is a name, followed when asked.
    """
    return getattr(import_module("kranalyze.show.pages.notebook"), f"framed_{of}")(*what)
