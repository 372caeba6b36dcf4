"""Settings for all tests: they must not depend on the load of the machine or the width of the terminal."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings

from kranalyze.games import GAMES

os.environ.pop("COLUMNS", None)  # whoever runs tests in several processes sets it

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

#: The contracts that tests argue about where it matters that there is no other.
ARGUED = {
    "graden": "bettler durchmarsch durchmarsch_letzten plauderer hundert hundert_letzten "
    "zehnermord koenigmord hundertermord schurln",
    "anrufen3": "simple hundred no_tricks all_tricks all_hundred",
}


@pytest.fixture
def argued(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contracts that are argued about, and no other, which may pay more or rank higher."""
    for name, ids in ARGUED.items():
        kept = tuple(c for c in GAMES[name].contracts if c.id in ids.split())
        if kept != GAMES[name].contracts:
            monkeypatch.setitem(GAMES, name, replace(GAMES[name], contracts=kept))
