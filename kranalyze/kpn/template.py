"""A KPN file to be filled in: the tags that a game needs, board by board, with what they mean."""

from __future__ import annotations

from collections.abc import Iterator

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
    return "\n".join([*_head(game, rules), *(line for i in range(boards) for line in _board(game, i))]) + "\n"


def _head(game: Game, rules: str | None) -> Iterator[str]:
    yield str(VERSION_LINE)
    yield f"; {game.name}, to be filled in; ? is what is not known, and a tag without a use may go."
    yield '; Deal "N:AK.T..QJ ...", spades.hearts.diamonds.clubs, clockwise; - for one hand that follows from'
    yield "; the others, ? if all cards are in Play."
    if not game.calibration:
        yield f"; Contract: {', '.join(contract.id for contract in game.contracts)}."
    yield "; An Auction begins with the first bidder, Play with the leader: a line a trick, in each the cards"
    yield "; in the same order of seats. The tags of the block below hold for all boards."
    yield '[Event "?"]\n[Date "?"]'
    yield from (f'[{seat.title} "?"]' for seat in seats_of(game))
    yield f'[Game "{game.id}"]'
    if rules:
        yield f'[Rules "{escape(rules)}"]'


def _board(game: Game, number: int) -> Iterator[str]:
    seats = seats_of(game)
    dealer, first = (Seat(seats[(number + i) % len(seats)]) for i in (0, 1))
    yield f'\n[Board "{number + 1}"]\n[Dealer "{dealer.name}"]\n[Deal "?"]'
    if game.talon:
        yield '[Talon "?"]\n[Discard "?"]'
    if not game.calibration:
        yield '[Contract "?"]\n[Declarer "?"]'
    if any(contract.party == "called" for contract in game.contracts):
        yield '[Called "?"]'
    if any(contract.trump for contract in game.contracts) and not game.called_trump:
        yield '[Trump "?"]'
    if sum(contract.rank is not None for contract in game.contracts) > 1:
        yield f'[Score "?"]\n[Auction "{first.name}"]\n+'
    yield f'[Play "{first.name}"]'
