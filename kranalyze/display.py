"""What is printed, and shown in a notebook, of what users get: asked by name, when somebody looks.

Who is shown knows neither pages nor words, and these know him: so the way there is a name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def framed(of: str, *what: Any) -> Any:
    """The frame that ``kranalyze.show.objects`` makes of something."""
    return import_module("kranalyze.show.objects").FRAMED[of](*what)


def printed(of: str, what: Any) -> str:
    """The text that it makes of something."""
    return str(import_module("kranalyze.show.objects").PRINTED[of](what))
