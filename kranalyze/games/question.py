"""Define the questions that the solver answers.

A question is a contract with its declarer, leader, trump, partner and order of ranks.
"""

from typing import NamedTuple

from kranalyze.cards import Card, named_cards
from kranalyze.deal import Deal, Seat
from kranalyze.games.base import Contract, Game
from kranalyze.hands import Hand


class Question(NamedTuple):
    """A question for the solver: a contract, and everything that its play depends on except the cards.

    >>> from kranalyze import solve
    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> question = solve(deal, contract="bettler", declarer="N").question
    >>> question.contract.name, question.declarer.title, question.order
    ('Bettler', 'North', 'K')
    """

    contract: Contract
    declarer: Seat | None  # None: the contract has no declarer (``schurln``, ``whist``)
    leader: Seat  # the seat that leads to trick 1
    order: str  # order of ranks: ``K``, ``T`` or ``Z`` (``cards.ORDERS``)
    second: Seat | None = None  # the second declarer (Mitbettler or Mitplauderer); None: there is none
    trump: str | None = None  # letter of the trump suit; None: no trump
    partner: Seat | None = None  # the partner of ``first`` (declarer or leader); None: no partner

    #: The cards that the declarer may have called, as a mask. The partner holds the called card. If there is
    #: no partner, the declarer holds the called card. None: no card is called in this contract.
    callable_mask: int | None = None

    @property
    def callable(self) -> Hand | None:
        """The cards that the declarer may have called, as a hand.

        It is None if no card is called in this contract.
        """
        return None if self.callable_mask is None else Hand(self.callable_mask)

    @property
    def first(self) -> Seat:
        """The declarer. In a contract without a declarer, the seat that leads to trick 1."""
        return self.leader if self.declarer is None else self.declarer


def seats_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats of the players of a game: N E S W, or N E S in a game for three."""
    return tuple(Seat)[: game.seats]


def contract_deciding_trump(game: Game, contract: Contract) -> Contract | None:
    """Return the contract that forehand is assumed to have had in mind when it named the trump.

    RULINGS (bauernschnapsen): the Kontra forms are played in the trump that forehand has named. Assume that
    forehand has named the trump in which its Rufer is best. So if ``contract`` is a Kontra form, the result
    is Rufer. Otherwise the result is None.
    """
    if not game.bidding.trump or not contract.trump or contract.bidders != "other_side":
        return None
    return game.contracts[0]


def calls_reaching(question: Question, deal: Deal) -> list[Card] | None:
    """Return the cards that the declarer can call on a deal so that this question arises.

    The holder of a called card must be the partner that the question names. If the question names no partner,
    the declarer must hold the card.

    Return None if no card is called in this contract. Return an empty list if no call on this deal gives
    this question, because other seats hold the cards.
    """
    if question.callable_mask is None or question.declarer is None:
        return None
    holder = question.declarer if question.partner is None else question.partner
    return list(named_cards(deal.mask(holder) & question.callable_mask))
