"""``check`` warns of players' names that may mean the same person."""

from __future__ import annotations

from pathlib import Path

import pytest

from running import run

GAME = '[Board "{}"]\n[West "{}"]\n[North "Anna"]\n[Game "graden"]\n[Deal "?"]\n'


def checked(tmp_path: Path, *names: str) -> tuple[int, list[str]]:
    """Return the exit status and the warnings of ``check`` for a log. Each game has another name of West."""
    log = tmp_path / "evening.kpn"
    log.write_text("\n".join(GAME.format(number, name) for number, name in enumerate(names)))
    done = run("check", log)
    return done.status, [line.removeprefix(f"{log}:") for line in done.err.splitlines()]


@pytest.mark.parametrize("other", ["gustl", "Gus tl", "Gustel", "Gusti", "Gust"])
def test_names_that_are_alike(tmp_path: Path, other: str) -> None:
    """Alike names differ in case, in blanks, or in one letter that is changed, added or left out.

    The place of the warning is that of the rarer name.
    """
    status, warnings = checked(tmp_path, "Gustl", "Gustl", other, "Gustl")
    assert status == 0
    assert warnings == [f"13:1: warning: player {other!r} (1 game) may be 'Gustl' (3 games)"]


@pytest.mark.parametrize("other", ["Gustav", "Ulf", "Franz", "Gustelz"])
def test_names_that_are_not_alike(tmp_path: Path, other: str) -> None:
    assert checked(tmp_path, "Gustl", "Gustl", other) == (0, [])


def test_short_names_differ_by_a_letter(tmp_path: Path) -> None:
    assert checked(tmp_path, "Eva", "Ewa") == (0, [])
    assert len(checked(tmp_path, "Eva", "eva")[1]) == 1
