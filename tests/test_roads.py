"""All ways of reading give the same result for hostile files, and the fuzz driver notices a difference."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kranalyze.read import logcells
from running import script
from test_table_texts import GAME, parquet

FUZZ = script("fuzz_kpn")  # loading it makes the modules of scripts/fuzzing importable


@pytest.mark.parametrize("form", ["kpn", "csv", "parquet"])
def test_hostile_files_take_every_road(form: str) -> None:
    from hostile import hostile_file

    for number in range(6):
        FUZZ.check_roads(hostile_file(random.Random(number), form), form, number)


def test_a_road_that_differs_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A difference between two ways of reading is noticed.

    The patched check rejects two cards in one cell the first time, and accepts them later. So one way of
    reading reports an error, and another way accepts the game.
    """
    from roads import compare_roads

    path = parquet(tmp_path / "log.parquet", GAME, GAME | {"play": ["SA S9", *GAME["play"][2:]]})
    compare_roads(path)
    first = iter([True])

    def element(name: str, value: Any) -> Any:
        return logcells_element(name, value) if " " not in str(value) or next(first, False) else value

    logcells_element = logcells._list_element_as_text
    monkeypatch.setattr(logcells, "_list_element_as_text", element)
    with pytest.raises(AssertionError, match="other"):
        compare_roads(path)
