"""A deal given in place of a file, as in ``"N:AKQ.AKQ.. ..."``."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.cards import Deck, pack_mask
from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.kpn.deals import read_deal
from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.record import Record
from kranalyze.read.columns import usual_game
from kranalyze.read.sources import IN_PLACE


def in_place(text: str, game: str | None) -> tuple[list[Record], list[KpnError]]:
    """The deal of an argument, in French letters or in German ones; short hands of one size are endings."""
    text = text.strip()
    body = text.partition(":")[2].upper()
    words = body.replace("10", "T").split()
    if game is None and len(words) == 3:
        three = next(row for row in GAMES.values() if row.seats == 3)
        game = three.id if any(len(word) == three.size + 3 for word in words) else None
    deck: Deck = "german" if any(letter in body for letter in "OUXZ") else "french"
    problems: list[KpnError] = []

    def fail(at: int, message: str) -> None:
        problems.append(KpnError(IN_PLACE, 1, at + 1, "error", message, 0))

    row = None if game is None else GAMES[game]
    deal = read_deal(text, deck, None if row is None else replace(row, endings=True), fail)
    if deal is None:
        return [], problems
    if row is None:
        usual = usual_game(deal)
        if usual is None:
            fail(0, f"hands of {deal.size} cards may be of several games: name it with --game")
            return [], problems
        row = GAMES[usual]
        if read_deal(text, deck, row, fail) is None:
            return [], problems
    if row.talon and deal.size == row.size:
        held = 0
        for hand in deal.hands:
            held |= hand or 0
        deal = Deal(deal.hands, pack_mask(row.pack) & ~held)
    whole = deal.filled(row.pack, row.size)
    return [Record((), row.id, row.rules(), deck, deal=whole, file=IN_PLACE)], problems
