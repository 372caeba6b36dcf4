"""The fuzzer of the core has a generator of calls for every checked function of the core."""

from __future__ import annotations

from pathlib import Path

import pytest

from running import script


def test_the_fuzzer_calls_every_checked_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "scripts" / "fuzzing")
    calls = script("fuzzing/core_calls")
    assert set(calls.offered_functions()) == set(calls.MAKERS)
    assert set(calls._WORK) <= set(calls.MAKERS)
