"""``kranalyze new``: its form is valid, both empty and filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn
from running import run

PLAY = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCQ CK SQ H9\nST DQ HK DJ\nHQ HJ HA HT\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_template_is_good_for_every_game(game: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.kpn"
    assert run("new", "--game", game, "-n", 5, "-o", file).status == 0
    assert run("check", file).out == f"{file}: 5 good records, 0 errors, 0 warnings\n"
    records = parse_kpn(file.read_text(encoding="utf-8")).records
    seats = "NES" if GAMES[game].seats == 3 else "NESW"
    assert [r.board for r in records] == ["1", "2", "3", "4", "5"] and {r.game for r in records} == {game}
    dealers = ["" if r.dealer is None else r.dealer.name for r in records]
    assert dealers == [seats[i % len(seats)] for i in range(5)]


def test_a_template_that_is_filled_in() -> None:
    text = run("new", "-n", 1, "--rule", "call_own=yes").out
    filled = text
    for tag, value in (("Contract", "durchmarsch"), ("Declarer", "W"), ("Called", "SA"), ("North", "Anna")):
        assert f'[{tag} "?"]' in filled
        filled = filled.replace(f'[{tag} "?"]', f'[{tag} "{value}"]')
    filled = filled.replace('[Auction "E"]\n+\n', "").replace('[Play "E"]\n', f'[Play "W"]\n{PLAY}')
    file = parse_kpn(filled)
    (record,) = file.records
    assert not file.problems and str(record.deal) == "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"
    assert (record.names[0], record.rules["call_own"], record.finished) == ("Anna", "yes", True)
