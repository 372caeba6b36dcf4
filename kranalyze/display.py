"""What is printed, and shown in a notebook, of what users get: asked by name, when somebody looks."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def framed(of: str, *what: Any) -> Any:
    """The frame that ``kranalyze.show.pages.notebook`` makes of something.

    Who is shown knows neither pages nor words, and these know him: so the way there is a name.
    """
    return getattr(import_module("kranalyze.show.pages.notebook"), f"framed_{of}")(*what)


def printed(of: str, what: Any) -> str:
    """The text that ``kranalyze.show.printed`` makes of something."""
    return str(import_module("kranalyze.show.printed").PRINTED[of](what))
