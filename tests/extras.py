"""Import modules that an extra such as ``oracle`` installs. Only few tests need these modules."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

#: Whether a missing module is a failure. CI sets the environment variable.
ARE_NEEDED = bool(os.environ.get("KRANALYZE_NEED_EXTRAS"))


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an extra. If the module is missing, skip the test, or fail if ``ARE_NEEDED``."""
    if ARE_NEEDED:
        return importlib.import_module(module)
    return pytest.importorskip(module, reason=f"{module} is not installed: pip install 'kranalyze[{extra}]'")
