"""``kranalyze simulate``: formats, seeds, shards, wrong usage, and files that cannot be written."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kranalyze.batches import read_batch, simulate_shards
from kranalyze.kpn import Record, read_kpn
from kranalyze.read import read_deals
from kranalyze.simulation import simulate
from running import PROGRAM, run, spawn


def games_of(path: Path) -> list[Record]:
    records, problems = read_deals(str(path))
    assert not list(problems)
    return list(records)


def test_all_formats_have_the_same_games(tmp_path: Path) -> None:
    """Files of all formats have the games that the library simulates. Some options are given by seat."""
    args = ["-n", 6, "--seed", 5, "--start", 3, "--look", "N=2,E=8", "--slips", "S=0.5", "--workers", 1]
    expected = list(simulate(6, seed=5, first=3, look={"N": 2, "E": 8}, slips={"S": 0.5}))
    for form in ("kpn", "csv", "parquet"):
        out = tmp_path / f"games.{form}"
        assert run("simulate", *args, "-o", out).status == 0
        games = games_of(out)
        for name in ("deal", "auction", "play", "score", "names", "board", "dealer", "contract", "called"):
            assert [getattr(g, name) for g in games] == [getattr(g, name) for g in expected], (form, name)
        assert run("check", out, "--quiet").err == ""
    assert run("simulate", *args).out == (tmp_path / "games.kpn").read_text()


def test_several_games_in_one_file(tmp_path: Path) -> None:
    """Board numbers continue from one card game to the next.

    A card game ignores options for seats that do not play in it, and rule options of other card games.
    """
    out = tmp_path / "evening.kpn"
    mix = "graden=2,anrufen3=2,bauernschnapsen=1"
    look = ("--look", "W=2,N=2,E=2,S=2")
    done = run("simulate", "--game", mix, "--seed", 1, *look, "--rule", "beat=none", "-o", out)
    assert done.status == 0
    records = read_kpn(out).records
    assert [r.game for r in records] == ["graden", "graden", "anrufen3", "anrufen3", "bauernschnapsen"]
    assert [r.board for r in records] == ["1", "2", "3", "4", "5"]
    assert [r.rules.get("beat") for r in records] == [None, None, None, None, "none"]


def test_boards_are_numbered_from_any_number() -> None:
    """``--board`` changes the board numbers. Games and dealers still follow from ``--start``."""
    args = ("simulate", "-n", 2, "--seed", 1, "--start", 5, "--look", 2)
    usual, numbered = run(*args).out, run(*args, "--board", 40).out
    assert '[Board "6"]' in usual and '[Board "7"]' in usual
    renamed = usual.replace('[Board "6"]', '[Board "40"]').replace('[Board "7"]', '[Board "41"]')
    assert numbered.split("\n\n")[1:] == renamed.split("\n\n")[1:]


def test_a_file_says_how_it_was_made(tmp_path: Path) -> None:
    """The command in the first comment makes the same file again."""
    first, again = tmp_path / "a.kpn", tmp_path / "b.kpn"
    options = ["--look", "N=2,S=3", "--slips", "0.25", "--names", "Ä,B b,C,D", "--rule", "call_own=yes"]
    assert run("simulate", "-n", 2, *options, "-o", first).status == 0
    head = first.read_text().split("\n\n")[0].splitlines()
    assert head[1].startswith("; Simulated games:")
    command = shlex.split(head[-1].removeprefix("; "))
    assert command[:2] == ["kranalyze", "simulate"]
    assert run(*command[1:], "-o", again).status == 0
    assert again.read_text() == first.read_text()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("", "-n N: the number of games is missing"), ("-n 2 --game graden=3", "exclude each other"),
        ("-n 2 --game bridge", "bridge"), ("--game graden=x", "no whole number"),
        ("--game graden=1,graden=2", "a game is given twice"),
        ("-n 2 --look N=2,N=3", "North is given twice"),
        ("-n 2 --look 0", "look: a whole number from 1"), ("-n 2 --look x", "no whole number"),
        ("-n 2 --slips 2", "slips: a share"), ("-n 2 --slips x", "no share"),
        ("-n 2 --names a,b", "4 names are expected"),
        ("-n 2 --game anrufen3 --look W=3", "West does not play"),
        ("-n 2 --rule beat=all", "beat"), ("-n 2 -o games.txt", "--format"),
        ("-n 2 -o a.kpn --shards b", "takes a single game"),
        ("-n 2 --board 3 --shards b", "takes a single game"),
    ],
)  # fmt: skip
def test_wrong_usage_is_explained(args: str, message: str) -> None:
    done = run("simulate", *args.split())
    assert done.status == 2 and message in done.err


def test_a_chosen_seed_is_printed() -> None:
    done = run("simulate", "-n", 1, "--look", 2)
    [line] = [line for line in done.err.splitlines() if line.startswith("seed ")]
    assert run("simulate", "-n", 1, "--look", 2, "--seed", line.split()[1]).out == done.out


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
@pytest.mark.parametrize("form", ["kpn", "csv", "parquet"])
def test_a_full_disk_gives_a_clear_error(form: str) -> None:
    done = spawn("simulate", "-n", 2, "--seed", 1, "--look", 2, "-o", "/dev/full", "--format", form)
    assert done.status == 3
    assert done.err.splitlines()[-1] == "/dev/full: error: No space left on device"


# shards


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits of the size of files")
def test_shards_that_do_not_fit_are_not_half_written_and_are_made_later(tmp_path: Path) -> None:
    """If files are limited to 4 kB, the shard is not written. Without the limit, the command writes it."""
    import resource

    command = (*PROGRAM, "simulate", "-n", "60", "--seed", "1", "--look", "1", "--shards", "games")
    small = subprocess.run(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )  # fmt: skip
    assert small.returncode == 3
    last = small.stderr.splitlines()[-1]
    assert last.startswith(str(tmp_path / "games" / "log")) and last.endswith("error: File too large")
    assert list((tmp_path / "games" / "log").iterdir()) == [] and not (tmp_path / "games/run.json").exists()
    assert subprocess.run(command, cwd=tmp_path, timeout=300, check=False).returncode == 0
    [path] = (tmp_path / "games" / "log").iterdir()
    assert [game.play for game in games_of(path)] == [game.play for game in simulate(60, seed=1, look=1)]


def test_shards_have_the_same_games_and_are_made_once(tmp_path: Path) -> None:
    out = tmp_path / "million"
    made = simulate_shards(10, out, seed=2, look=2, shard_size=4)
    assert (made.records, made.reused, [shard.records for shard in made.shards]) == (10, 0, [4, 4, 2])
    expected = list(simulate(10, seed=2, look=2))
    rows = made.scan("log").collect()
    assert rows["board"].to_list() == [record.board for record in expected]
    games = [game for path in made.paths("log") for game in games_of(path)]
    assert [game.play for game in games] == [record.play for record in expected]
    assert [game.names for game in games] == [record.names for record in expected]
    again = simulate_shards(10, out, seed=2, look=2, shard_size=4)
    assert again.reused == 3 and again.shards == made.shards
    assert read_batch(out).shards == made.shards


def test_shards_that_are_missing_or_damaged_are_made_again(tmp_path: Path) -> None:
    made = simulate_shards(9, tmp_path, seed=2, look=2, shard_size=3)
    before = [path.read_bytes() for path in made.paths("log")]
    made.paths("log")[0].unlink()
    made.paths("log")[1].write_bytes(b"damaged")
    again = simulate_shards(9, tmp_path, seed=2, look=2, shard_size=3)
    assert (again.reused, again.damaged) == (1, 1)
    assert [path.read_bytes() for path in again.paths("log")] == before


def test_more_games_reuse_shards_and_other_settings_move_them(tmp_path: Path) -> None:
    simulate_shards(4, tmp_path, seed=2, look=2, shard_size=2)
    more = simulate_shards(6, tmp_path, seed=2, look=2, shard_size=2)
    assert (more.reused, more.stale) == (2, 0)
    other = simulate_shards(6, tmp_path, seed=2, look=3, shard_size=2)
    assert (other.reused, other.stale) == (0, 3)
    back = simulate_shards(6, tmp_path, seed=2, look=2, shard_size=2)
    assert (back.reused, back.stale) == (3, 3)


def test_a_directory_of_another_task_is_refused(tmp_path: Path) -> None:
    run("batch", "lessons.kpn", "-o", tmp_path / "b", "--task", "table", "--contract", "koenigmord")
    done = run("simulate", "-n", 2, "--seed", 1, "--shards", tmp_path / "b")
    assert done.status == 2 and "holds a batch of the task table" in done.err
    run("simulate", "-n", 2, "--seed", 1, "--look", 2, "--shards", tmp_path / "s")
    done = run("batch", "lessons.kpn", "-o", tmp_path / "s", "--task", "table")
    assert done.status == 2 and "holds a batch of the task simulate" in done.err
    with pytest.raises(ValueError, match="no table 'errors'"):
        read_batch(tmp_path / "s").paths("errors")
