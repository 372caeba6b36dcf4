"""Convert the result of an auction to the starting point of a game that careful players play."""

from __future__ import annotations

from kranalyze.cards import letter_of_suit
from kranalyze.core.careful import StartingPoint
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.simulation.carefulbids import BidGame


def starting_point(game: Game, deal: Deal, bid: BidGame, forehand: Seat) -> StartingPoint:
    """Convert the result of an auction to a starting point, from which the C core can play the game.

    Args:
        game: the card game with its rule options.
        deal: all hands.
        bid: the result of the auction. It must have a contract.
        forehand: the seat left of the dealer.

    Raises:
        ValueError: the game has no such contract with these seats and cards.
    """
    numbers = {contract.id: i for i, contract in enumerate(game.contracts)}
    calls = tuple((int(call.seat), numbers[call.call]) for call in bid.calls if call.call in numbers)
    question = _question(game, deal, bid, forehand)
    return StartingPoint(game, question, bid.called, forehand, calls, bid.contra, doubling=bid.doubling)


def _question(game: Game, deal: Deal, bid: BidGame, forehand: Seat) -> Question:
    """Return the result of an auction as a ``Question``: a contract with its seats and trump.

    Raises:
        ValueError: the game has no such contract with these seats and this trump.
    """
    contract = game.contracts[bid.contract or 0]
    first = forehand if bid.declarer is None else bid.declarer
    trump = letter_of_suit(bid.trump) if contract.trump else None
    holder = None if bid.called is None else deal.holder(bid.called)
    partner = None if holder == bid.declarer else holder
    for question in questions(game, [contract], [first], True):
        is_led = contract.leads == "declarer" or question.leader == forehand
        if not is_led or question.second != bid.second or question.trump != trump:
            continue
        if bid.called is None:
            return question
        if question.partner == partner and (question.callable_mask or 0) >> bid.called & 1:
            return question
    raise ValueError(f"{contract.id} of {game.id} is not played")
