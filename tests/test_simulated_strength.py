"""Many simulated games: looking at more layouts pays, and memory does not grow with the number of games."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

from kranalyze.simulation import simulate

#: Script that runs a command of the program and prints its largest resident memory in MB.
PEAK = """
import resource, sys
from kranalyze.cli import cli
cli(sys.argv[1:], standalone_mode=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.long
def test_strength_pays() -> None:
    """North and South look at 64 layouts, East and West at 4.

    On average North and South win, by more than 3 standard errors.
    """
    games = 6 * 250
    strong = {"N": 64, "S": 64, "E": 4, "W": 4}
    scores = [record.score for seed in range(11, 17) for record in simulate(250, seed=seed, look=strong)]
    won = [score[0] + score[2] for score in scores if score is not None]
    mean = sum(won) / games
    error = sqrt((sum(amount * amount for amount in won) / games - mean * mean) / games)
    assert len(won) == games and mean > 3 * error


def peak(tmp_path: Path, games: int) -> int:
    """Return the peak memory in MB of a command that simulates a number of quick games."""
    out = tmp_path / "games.parquet"
    words = ["simulate", "-n", str(games), "--seed", "1", "--look", "1", "-o", str(out)]
    command = [sys.executable, "-P", "-c", PEAK, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


@pytest.mark.long
def test_six_times_as_many_games_take_no_more_memory(tmp_path: Path) -> None:
    """Six times as many games need at most 32 MB more.

    The additional memory holds the mean payments of hands. The program keeps the means of at most 6,907 hands
    of Graden.
    """
    assert peak(tmp_path, 1_500) < peak(tmp_path, 250) + 32
