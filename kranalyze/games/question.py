"""A question to the solver: a contract with its seats, trump, partner and order of rank."""

from __future__ import annotations

from typing import NamedTuple

from kranalyze.cards import Card, named_cards
from kranalyze.deal import Deal, Seat
from kranalyze.games.base import Contract, Game


class Question(NamedTuple):
    """A contract together with the seats, trump and partner of its play.

    >>> from kranalyze import solve
    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> question = solve(deal, contract="bettler", declarer="N").question
    >>> question.contract.name, question.declarer.title, question.order
    ('Bettler', 'North', 'K')
    """

    contract: Contract
    declarer: Seat | None  # None in ``schurln`` and ``whist``: they have no declarer
    leader: Seat
    order: str  # order of rank: ``K``, ``T`` or ``Z``
    second: Seat | None = None  # the second Bettler or Plauderer
    trump: int | None = None  # suit 0-3 (S H D C), None if there is no trump
    partner: Seat | None = None  # None if the declarer plays alone
    #: Mask of the called cards that lead to this question; None if nothing is called. ``partner`` holds the
    #: called card. If the declarer plays alone, the declarer holds it.
    callable: int | None = None

    @property
    def first(self) -> Seat:
        """The declarer, or the leader if there is none."""
        return self.leader if self.declarer is None else self.declarer


def seats_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game: N E S W, or N E S if three play."""
    return tuple(Seat)[: game.seats]


def supposing(game: Game, contract: Contract) -> Contract | None:
    """Return the contract whose best trump is used for another contract, or None.

    RULINGS (bauernschnapsen): the Kontra forms are played in forehand's trump. Forehand is assumed to name
    the trump of its best Rufer.
    """
    if not game.bidding.trump or not contract.trump or contract.bidders != "other_side":
        return None
    return game.contracts[0]


def calls(question: Question, deal: Deal) -> list[Card] | None:
    """Return the cards whose call leads to a question on a deal; None if nothing is called.

    An empty list means that no call on this deal leads to the question.
    """
    if question.callable is None or question.declarer is None:
        return None
    holder = question.declarer if question.partner is None else question.partner
    return list(named_cards(deal.mask(holder) & question.callable))
