"""Contracts are found by id and by English or German name, in any letter case, with blanks or hyphens."""

from __future__ import annotations

import pytest

from kranalyze import parse_kpn
from kranalyze.games import GAMES
from kranalyze.texts.names import german_names


@pytest.mark.parametrize("game", GAMES)
def test_contracts_are_found_by_all_names_that_are_shown(game: str) -> None:
    german = german_names()["names"]
    for contract in GAMES[game].contracts:
        names = {contract.id, contract.name, german.get(contract.name, contract.name)}
        for name in names:
            for spelling in (name, name.upper(), name.lower().replace(" ", "-")):
                assert GAMES[game].contract(spelling) == contract


def test_a_german_name_is_read_in_a_record() -> None:
    text = """[Game "anrufen"]
[Dealer "S"]
[Deal "N:Q.J.A9.AK J.T.KQJ.Q A9.K9..J9 KT.AQ.T.T"]
[Contract "Kein Stich"]
[Declarer "E"]
"""
    [record] = parse_kpn(text).records
    assert record.contract == "no_tricks"
