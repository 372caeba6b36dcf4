"""The questions of a game: its contracts put to all seats, trumps, partners and orders; and their stakes.

The list does not depend on a deal. ``Question.callable`` tells which questions a deal can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from kranalyze.cards import cards_of, pack_mask, ranks_mask, suit_mask
from kranalyze.deal import Deal, Seat
from kranalyze.games.base import Contract, Game


@dataclass(frozen=True, slots=True)
class Question:
    """A contract put to seats."""

    contract: Contract
    declarer: Seat | None  # None in ``schurln`` and ``whist``
    leader: Seat
    order: str  # order of rank: ``K``, ``T`` or ``Z``
    second: Seat | None = None  # the second Bettler or Plauderer
    trump: int | None = None  # suit 0-3 (S H D C), None without trump
    partner: Seat | None = None  # None if the declarer plays alone
    #: The called cards that lead to this question, as a mask; None if nothing is called. ``partner`` holds
    #: the card, or the declarer if alone.
    callable: int | None = None

    @property
    def first(self) -> Seat:
        """The declarer, or the leader if there is none."""
        return self.leader if self.declarer is None else self.declarer

    @property
    def many_parties(self) -> bool:
        """Whether there are more than two parties, by the contract or because of a second declarer."""
        return self.second is not None or self.contract.goal.many_parties

    @property
    def unit(self) -> int:
        """The worth of one unit of the search if there are more than two parties, else 0."""
        if not self.many_parties:
            return 0
        return self.contract.value if self.second is None else self.contract.second


def seats_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game: N E S W, without W if three play."""
    return tuple(Seat)[: game.seats]


def bidding_seats(game: Game, contract: Contract, forehand: Seat) -> tuple[Seat, ...]:
    """Return the seats that may bid a contract when ``forehand`` sits left of the dealer."""

    def may(seat: Seat) -> bool:
        if contract.bidders in ("forehand_side", "other_side"):
            return ((seat - forehand) % 2 == 0) == (contract.bidders == "forehand_side")
        return contract.bidders == "any" or (seat == forehand) == (contract.bidders == "forehand")

    return tuple(filter(may, seats_of(game)))


def questions(
    game: Game, contracts: Iterable[Contract] | None = None, declarers: Iterable[int] | None = None,
    selfish: bool = False,
) -> list[Question]:  # fmt: skip
    """Return a game's questions, ordered by contract, leader, declarer, trump, partner, order.

    Args:
        game: the row under the rules in force.
        contracts: only these.
        declarers: only these seats. Where there is no declarer, they are the leaders.
        selfish: also contracts with more than two parties: Schurln, and the double Bettler and Plauderer.
            They make a table take a hundred times as long.
    """
    chosen = {contract.id for contract in (game.contracts if contracts is None else contracts)}
    wanted = seats_of(game) if declarers is None else tuple(declarers)
    return [
        question
        for contract in game.contracts
        if contract.id in chosen and (selfish or not contract.goal.each_for_himself)
        for question in _questions_of(game, contract, selfish)
        if question.first in wanted
    ]


def _questions_of(game: Game, contract: Contract, selfish: bool) -> Iterator[Question]:
    """Yield the questions of a contract: of one declarer, then of two who undertake it."""
    seats = seats_of(game)
    pack = pack_mask(game.pack)
    tens = ranks_mask("T")
    trumps: tuple[int | None, ...] = (0, 1, 2, 3) if contract.trump else (None,)
    if game.calibration:
        trumps = (None, *trumps)
    declared = contract.makeable_at is not None
    by_forehand = contract.leads == "forehand"
    for leader in seats:
        for first in bidding_seats(game, contract, leader) if declared and by_forehand else (leader,):
            partners: tuple[Seat | None, ...] = (None,)
            if contract.party == "opposite":
                partners = (Seat((first + 2) % 4),)
            elif contract.party == "called":
                others = (Seat((first + i) % 4) for i in (1, 2, 3))
                partners = (*others, None) if game.call_own else tuple(others)
            for trump, partner, order in product(trumps, partners, contract.order):
                reach = pack if contract.party == "called" else None
                if reach is not None and game.called_trump and trump is not None:
                    reach &= suit_mask(trump)
                elif reach is not None and contract.order == "KT":
                    reach &= tens if order == "T" else ~tens
                yield Question(
                    contract, first if declared else None, leader, order, None, trump, partner, reach
                )
    for declarer, second in permutations(seats, 2) if contract.second and selfish else ():
        yield Question(contract, declarer, declarer, contract.order, second)


def allowed(game: Game, question: Question, forehand: Seat | None) -> bool:
    """Whether an auction can lead to a question. If forehand matters, it must be known."""
    contract = question.contract
    if forehand is None:
        return contract.bidders == "any" and contract.leads != "forehand"
    leads = contract.leads != "forehand" or question.leader == forehand
    return leads and question.declarer in bidding_seats(game, contract, forehand)


def naming(game: Game, question: Question) -> int:
    """Return a mask of cards of which the leader must hold one to name the question's trump.

    RULINGS (bauernschnapsen): forehand names a suit that it holds. Elsewhere any card will do.
    """
    any_suit = not game.bidding.trump or question.trump is None
    return pack_mask(game.pack) if any_suit else suit_mask(question.trump or 0)


def supposing(game: Game, contract: Contract) -> Contract | None:
    """Return the contract whose best trump is supposed for another one, or None.

    RULINGS (bauernschnapsen): the Kontra forms are played in forehand's trump, that of its best Rufer.
    """
    if not game.bidding.trump or not contract.trump or contract.bidders != "other_side":
        return None
    return game.contracts[0]


def calls(question: Question, deal: Deal) -> list[int] | None:
    """Return the cards whose call leads to a question on a deal; None if nothing is called.

    An empty list means that the deal cannot reach the question.
    """
    if question.callable is None or question.declarer is None:
        return None
    holder = question.declarer if question.partner is None else question.partner
    return list(cards_of(deal.hand(holder) & question.callable))


def requirement(question: Question, game: Game) -> tuple[int, ...]:
    """Return masks of which the declarer must hold one wholly to bid; none if nothing is required."""
    need = question.contract.requires
    pack = pack_mask(game.pack)
    if need == "trumps":
        return (pack & suit_mask(question.trump or 0),)
    ranks = {"suit": pack, "marriage": ranks_mask("KQ"), None: 0}[need]
    return tuple(ranks & suit_mask(s) for s in range(4) if ranks)


def side(question: Question) -> tuple[int, ...]:
    """Return the seats of the declarer's side, or of the leader's if there is no declarer."""
    return (question.first,) if question.partner is None else (question.first, question.partner)


def vector(game: Game, question: Question) -> tuple[int, ...]:
    """Return the pay of each seat N E S W for one unit of stake that the declarer's side wins.

    2 v 2: +1 and -1; 1 v 3: +3 and -1; 1 v 2: +2 and -1. Permanent partners are both paid, even if one of
    them sat out.
    """
    own = side(question)
    if game.pairs:
        own = (own[0], (own[0] + 2) % 4)
    others = game.seats - len(own)
    share = others // len(own)
    playing = (share if seat in own else -1 for seat in range(game.seats))
    return (*playing, *(0 for _ in range(game.seats, 4)))


def stake(game: Game, contract: Contract, value: int, contra: int = 0) -> int:
    """Return what a payer owes a receiver on the declarer's side; negative if that side loses.

    Args:
        game: the row under the rules in force.
        contract: the contract, of the stake ``fixed`` or ``value``.
        value: searched or played.
        contra: number of Contra calls. Each one doubles the stake, or adds one to it.
    """
    factor = 2**contra if game.contra == "doubles" else 1
    extra = contra if game.contra == "token" else 0
    if contract.stake == "value":
        return value * contract.value // contract.per * factor
    won = contract.makeable_at is not None and value >= contract.makeable_at
    return (contract.value * factor + extra) * (1 if won else -1)


def payoff(game: Game, question: Question, amount: int) -> tuple[int, ...]:
    """Return the settlement of the four seats for a stake."""
    return tuple(share * amount for share in vector(game, question))
