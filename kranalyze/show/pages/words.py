"""What pages say in German: names of games, contracts, units and options, and the sentences of reports."""

from __future__ import annotations

from functools import cache

from kranalyze.games import GAMES
from kranalyze.show.pages.scripts import source

_GERMAN = {
    "Anrufen for three": "Anrufen zu dritt",
    "Whist (calibration)": "Whist (zum Vergleich)",
    "Simple game": "Einfaches Spiel",
    "Hundred": "Hundert",
    "All tricks": "Alle Stiche",
    "No tricks": "Kein Stich",
    "All tricks and hundred": "Alle Stiche und Hundert",
    "Tricks": "Stiche",
    "chips": "Chips",
    "stakes": "Einsätze",
    "units": "Einheiten",
    "tokens": "Marken",
    "game points": "Punkte",
    "tricks": "Stiche",
    "chip": "Chip",
    "stake": "Einsatz",
    "unit": "Einheit",
    "token": "Marke",
    "game point": "Punkt",
    "trick": "Stich",
    "an own card may be called: 1 v 3 at the same value": (
        "eine eigene Karte darf gerufen werden: einer gegen drei zum selben Wert"
    ),
    "who pays when one of two Bettlers succeeds; as_printed follows a slip of the description": (
        "wer zahlt, wenn von zwei Bettlern einer gelingt; as_printed folgt einem Versehen der Beschreibung"
    ),
    "units paid for every 10 points of difference": "Einheiten für je 10 Punkte Unterschied",
    "trump and called card are named apart": "Trumpf und gerufene Karte werden getrennt genannt",
    "whether a player who can beat the trick so far must": "ob stechen muss, wer stechen kann",
    "game points of a Bettler": "Punkte eines Bettlers",
    "whether a marriage may be registered on the opening lead; "
    "pending: it counts once the side takes a trick": (
        "ob zum ersten Stich angesagt werden darf; pending: es zählt, sobald die Seite einen Stich hat"
    ),
}


def german(words: str) -> list[str]:
    """A text in English and in German; a name that is German stays as it is."""
    return [words, _GERMAN.get(words, words)]


@cache
def phrases() -> list[list[str]]:
    """English and German: names of games, contracts and units, then the sentences of ``phrases.txt``."""
    names = [name for game in GAMES.values() for name in (game.name, game.unit)]
    names += [contract.name for game in GAMES.values() for contract in game.contracts]
    blocks = source("phrases.txt").strip().split("\n\n")[1:]
    return [*(german(name) for name in dict.fromkeys(names)), *(block.split("\n") for block in blocks)]
