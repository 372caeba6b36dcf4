"""Keep all tests independent of the machine's load and of the terminal's width."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings

from kranalyze.games import GAMES

os.environ.pop("COLUMNS", None)  # a runner of tests in several processes sets COLUMNS

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

#: For each game the contracts whose results are explained in comments of tests. The fixture ``argued``
#: removes all other contracts.
ARGUED = {
    "graden": "bettler durchmarsch durchmarsch_letzten plauderer hundert hundert_letzten "
    "zehnermord koenigmord hundertermord schurln",
    "anrufen3": "simple hundred no_tricks all_tricks all_hundred",
}


@pytest.fixture
def argued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep only the contracts in ``ARGUED``, because other contracts may pay more or rank higher."""
    for name, ids in ARGUED.items():
        kept = tuple(c for c in GAMES[name].contracts if c.id in ids.split())
        if kept != GAMES[name].contracts:
            monkeypatch.setitem(GAMES, name, replace(GAMES[name], contracts=kept))
