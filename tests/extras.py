"""Import modules of extras other than ``test``, which only few tests need."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

#: Set by CI: a module that is missing is a failure there.
ARE_NEEDED = bool(os.environ.get("KRANALYZE_NEED_EXTRAS"))


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an extra. If it is not installed, skip the test."""
    if ARE_NEEDED:
        return importlib.import_module(module)
    return pytest.importorskip(module, reason=f"{module} is not installed: pip install 'kranalyze[{extra}]'")
