"""What the reports of bidding and of hands say, in German."""

from __future__ import annotations

from functools import cache

from kranalyze.games import GAMES
from kranalyze.show.pages.scripts import source
from kranalyze.show.pages.words import german


@cache
def phrases() -> list[list[str]]:
    """English and German: names of games, contracts and units, then the sentences of ``phrases.txt``."""
    names = [name for game in GAMES.values() for name in (game.name, game.unit)]
    names += [contract.name for game in GAMES.values() for contract in game.contracts]
    blocks = source("phrases.txt").strip().split("\n\n")[1:]
    return [*(german(name) for name in dict.fromkeys(names)), *(block.split("\n") for block in blocks)]
