"""Make random deals for the tests: all hands of a deal have the same size, and may be short."""

import random
from dataclasses import replace

from kranalyze.cards import cards_of, mask_of, mask_of_cards_with_ranks, pack_mask
from kranalyze.deal import Deal
from kranalyze.games import Game


def random_deal(game: Game, size: int, rnd: random.Random) -> Deal:
    """Return a random deal with ``size`` cards in each hand.

    Rußbach's settlement assumes that 90 points are in play. So its short hands hold all Aces and Tens.
    """
    cards = list(cards_of(pack_mask(game.pack)))
    rnd.shuffle(cards)
    if game.id == "russbach":
        counting = mask_of_cards_with_ranks("AT")
        cards.sort(key=lambda c: not counting >> c & 1)
        cards = cards[: 4 * size]
        rnd.shuffle(cards)
    hands = [mask_of(cards[i * size : (i + 1) * size]) if i < game.seats else 0 for i in range(4)]
    rest = cards[game.seats * size :]
    return Deal((hands[0], hands[1], hands[2], hands[3]), mask_of(rest[: game.talon]))


def with_endings(game: Game) -> Game:
    """Return the game with the setting ``endings``, so that a table accepts short hands of equal size."""
    return replace(game, endings=True)


def random_rules(game: Game, rnd: random.Random) -> dict[str, str]:
    """Return a random value for every rule option of a game."""
    return game.under({o.name: rnd.choice(o.values or ("1", "3")) for o in game.options}).in_force
