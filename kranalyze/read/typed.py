"""Parse deals that are typed on the command line."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kranalyze.cards import Deck, pack_mask
from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.kpn.deals import ANY, read_deal
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.record import Record
from kranalyze.read.columns import USUAL_GAMES
from kranalyze.read.sources import IN_PLACE


def parse_typed_deal(text: str, game: str | None) -> tuple[list[Record], list[KpnError]]:
    """Parse a deal typed in French or German card letters.

    The hands may have fewer cards than at the beginning of a game, but all hands must have the same number
    of cards.

    Args:
        text: the deal.
        game: id of the deal's card game. None: the game follows from the size of the hands.

    Returns:
        A list with the record of the deal, and a list of errors. If there are errors, the list of records is
        empty.
    """
    text = text.strip()
    body = text.partition(":")[2].upper()
    words = body.replace("10", "T").split()
    if game is None and len(words) == 3:
        three = next(row for row in GAMES.values() if row.seats == 3)
        game = three.id if any(len(word) == three.size + 3 for word in words) else None
    deck: Deck = "german" if any(letter in body for letter in "OUXZ") else "french"
    problems: list[KpnError] = []

    def fail(message: str, at: int) -> None:
        """Add an error to ``problems``. ``at`` is the offset of the error in the text."""
        problems.append(KpnError(IN_PLACE, 1, at + 1, "error", message, 0))

    german = next((at for at, letter in enumerate(body) if letter in "OU"), None)
    if german is not None and not {"Q", "J"}.isdisjoint(body):
        at = text.index(":") + 1 + german
        fail(f"{body[german]} is a German letter, but the deal has French letters (Q, J), too", at)
        return [], problems
    deal = read_deal(text, deck, ANY if game is None else replace(GAMES[game], endings=True), fail)
    if deal is not None and game is None:
        sizes = Counter(mask.bit_count() for mask in deal.hand_masks if mask is not None)
        size = sizes.most_common(1)[0][0] if sizes else 0
        game = USUAL_GAMES.get(size)
        if game is None or GAMES[game].seats != len(words):
            usual = f"no game usually has {len(words)} hands of {size} cards"
            fail(f"the deal names no game, and {usual}: name it with --game", 0)
            game = None
        else:
            deal = read_deal(text, deck, GAMES[game], fail)
    if deal is None or game is None:
        return [], problems
    row = GAMES[game]
    if row.talon and deal.size == row.size and deal.complete:
        deal = Deal(deal.hand_masks, pack_mask(row.pack) & ~sum(deal.masks))
    whole = deal.with_fourth_hand(row.pack, row.size)
    return [Record((), row.id, row.in_force, deck, deal=whole, file=IN_PLACE)], problems
