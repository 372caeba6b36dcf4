"""A KPN file to be filled in: the tags that a game needs, board by board, with what they mean."""

from __future__ import annotations

from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.games.questions import seats_of
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.reader import VERSION_LINE


def template(game: Game, boards: int, rules: str | None = None) -> str:
    """Games of an evening without anything in them, the dealer going round, North first.

    Args:
        rules: what the tag Rules says, if anything.

    >>> from kranalyze.games import GAMES
    >>> print(template(GAMES["whist"], 1).splitlines()[-5:])
    ['[Board "1"]', '[Dealer "N"]', '[Deal "?"]', '[Trump "?"]', '[Play "E"]']
    """
    seats = seats_of(game)
    lines = [
        str(VERSION_LINE),
        f"; {game.name}, to be filled in; ? is what is not known, and a tag without a use may go.",
        '; Deal "N:AK.T..QJ ...", spades.hearts.diamonds.clubs, clockwise; - for one hand that follows from',
        "; the others, ? if all cards are in Play.",
        "; An Auction begins with the first bidder, Play with the leader: a line a trick, in each the cards",
        "; in the same order of seats. The tags of the block below hold for all boards.",
        '[Event "?"]\n[Date "?"]',
        *(f'[{seat.title} "?"]' for seat in seats),
        f'[Game "{game.id}"]',
    ]
    if not game.calibration:
        lines.insert(4, f"; Contract: {', '.join(contract.id for contract in game.contracts)}.")
    if rules:
        lines.append(f'[Rules "{escape(rules)}"]')
    for number in range(boards):
        dealer, first = (Seat(seats[(number + i) % len(seats)]).name for i in (0, 1))
        lines.append(f'\n[Board "{number + 1}"]\n[Dealer "{dealer}"]\n[Deal "?"]')
        if game.talon:
            lines.append('[Talon "?"]\n[Discard "?"]')
        if not game.calibration:
            lines.append('[Contract "?"]\n[Declarer "?"]')
        if any(contract.party == "called" for contract in game.contracts):
            lines.append('[Called "?"]')
        if any(contract.trump for contract in game.contracts) and not game.called_trump:
            lines.append('[Trump "?"]')
        if sum(contract.rank is not None for contract in game.contracts) > 1:
            lines.append(f'[Score "?"]\n[Auction "{first}"]\n+')
        lines.append(f'[Play "{first}"]')
    return "\n".join(lines) + "\n"
