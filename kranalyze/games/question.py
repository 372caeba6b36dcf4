"""Questions for the solver: a contract with its seats, trump, partner and order of rank."""

from __future__ import annotations

from typing import NamedTuple

from kranalyze.cards import Card, named_cards
from kranalyze.deal import Deal, Seat
from kranalyze.games.base import Contract, Game
from kranalyze.hands import Hand


class Question(NamedTuple):
    """A contract with everything that decides its play except the cards.

    >>> from kranalyze import solve
    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> question = solve(deal, contract="bettler", declarer="N").question
    >>> question.contract.name, question.declarer.title, question.order
    ('Bettler', 'North', 'K')
    """

    contract: Contract
    declarer: Seat | None  # None: the contract has no declarer (``schurln``, ``whist``)
    leader: Seat  # the seat that leads to trick 1
    order: str  # order of rank: ``K``, ``T`` or ``Z``
    second: Seat | None = None  # the second Bettler or Plauderer; None: no second declarer
    trump: str | None = None  # letter of the trump suit; None: no trump
    partner: Seat | None = None  # None: the declarer plays alone
    #: Mask of the cards whose call leads to this question, if the partner holds the called card. If there is
    #: no partner, the declarer must hold the called card. None: no card is called.
    callable_mask: int | None = None

    @property
    def callable(self) -> Hand | None:
        """The cards whose call leads to this question. None: no card is called."""
        return None if self.callable_mask is None else Hand(self.callable_mask)

    @property
    def first(self) -> Seat:
        """The declarer. If there is no declarer: the leader."""
        return self.leader if self.declarer is None else self.declarer


def seats_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game: N E S W, or N E S if three play."""
    return tuple(Seat)[: game.seats]


def contract_deciding_trump(game: Game, contract: Contract) -> Contract | None:
    """Return the contract that decides in which trump another contract is played. None: no such contract.

    RULINGS (bauernschnapsen): the Kontra forms are played in forehand's trump. Assume that forehand names the
    trump of its best Rufer.
    """
    if not game.bidding.trump or not contract.trump or contract.bidders != "other_side":
        return None
    return game.contracts[0]


def calls_reaching(question: Question, deal: Deal) -> list[Card] | None:
    """Return the cards whose call leads to a question on a deal. None: no card is called.

    An empty list means that the deal does not reach the question.
    """
    if question.callable_mask is None or question.declarer is None:
        return None
    holder = question.declarer if question.partner is None else question.partner
    return list(named_cards(deal.mask(holder) & question.callable_mask))
