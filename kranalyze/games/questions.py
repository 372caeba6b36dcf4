"""All the questions of a game, its contracts put to every seat, trump, partner and order; what they pay.

The list does not depend on a deal; ``Question.callable`` says which of them a deal can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from kranalyze.cards import cards_of, pack_mask, ranks_mask, suit_mask
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games.base import Contract, Game


@frozen
class Question:
    """A contract put to seats. The list of a game's questions does not depend on the deal."""

    contract: Contract
    declarer: Seat | None  # None in ``schurln`` and ``whist``
    leader: Seat
    order: str  # of rank, in which it is played: ``K``, ``T`` or ``Z``
    second: Seat | None = None  # the second Bettler or Plauderer
    trump: int | None = None  # suit 0-3 (S H D C), None without trump
    partner: Seat | None = None  # None if the declarer plays alone
    #: Cards by one of which this question can be reached, held by ``partner`` (by the declarer if
    #: alone): a mask; None if nothing is called.
    callable: int | None = None

    @property
    def first(self) -> Seat:
        """The declarer; where there is none, who leads."""
        return self.leader if self.declarer is None else self.declarer

    @property
    def many_parties(self) -> bool:
        """Whether there are more than two interests: by the contract, or as two undertake the same."""
        return self.second is not None or self.contract.goal.many_parties

    @property
    def unit(self) -> int:
        """With more than two parties, what one unit of the search is worth; else 0."""
        if not self.many_parties:
            return 0
        return self.contract.value if self.second is None else self.contract.second


def seats_of(game: Game) -> tuple[Seat, ...]:
    """The seats of a game: N E S W, without W where three play."""
    return tuple(Seat)[: game.seats]


def bidding_seats(game: Game, contract: Contract, forehand: Seat) -> tuple[Seat, ...]:
    """The seats that may bid a contract when ``forehand`` sits left of the dealer."""

    def may(seat: Seat) -> bool:
        if contract.bidders in ("forehand_side", "other_side"):
            return ((seat - forehand) % 2 == 0) == (contract.bidders == "forehand_side")
        return contract.bidders == "any" or (seat == forehand) == (contract.bidders == "forehand")

    return tuple(filter(may, seats_of(game)))


def questions(
    game: Game, contracts: Iterable[Contract] | None = None, declarers: Iterable[int] | None = None,
    selfish: bool = False,
) -> list[Question]:  # fmt: skip
    """The questions of a game in the order of its contracts, then leader, declarer, trump, partner, order.

    Args:
        contracts: only these.
        declarers: only these seats (where there is no declarer: as leaders).
        selfish: also the contracts with more than two parties, Schurln and the double Bettler and
            Plauderer, which make a table take a hundred times as long.
    """
    chosen = {contract.id for contract in (game.contracts if contracts is None else contracts)}
    wanted = seats_of(game) if declarers is None else tuple(declarers)
    return [
        question
        for contract in game.contracts
        if contract.id in chosen and (selfish or not contract.goal.each_for_himself)
        for question in _asked(game, contract, selfish)
        if question.first in wanted
    ]


def _asked(game: Game, contract: Contract, selfish: bool) -> Iterator[Question]:
    """A contract put to all seats, by every trump, partner and order; then to any two who undertake it."""
    seats, pack, tens = seats_of(game), pack_mask(game.pack), ranks_mask("T")
    trumps: tuple[int | None, ...] = (0, 1, 2, 3) if contract.trump else (None,)
    if game.calibration:
        trumps = (None, *trumps)
    declared, by_forehand = contract.makeable_at is not None, contract.leads == "forehand"
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
    """Whether the auction of a deal can lead to a question; where forehand matters he must be known."""
    contract = question.contract
    if forehand is None:
        return contract.bidders == "any" and contract.leads != "forehand"
    leads = contract.leads != "forehand" or question.leader == forehand
    return leads and question.declarer in bidding_seats(game, contract, forehand)


def naming(game: Game, question: Question) -> int:
    """Mask of the cards of which the leader must hold one for a trump left open to come into question.

    RULINGS (bauernschnapsen): only the suits that forehand holds do; elsewhere any card will do.
    """
    any_suit = not game.bidding.trump or question.trump is None
    return pack_mask(game.pack) if any_suit else suit_mask(question.trump or 0)


def supposing(game: Game, contract: Contract) -> Contract | None:
    """The contract by whose best trump that of another is supposed; None where the declarer's side names it.

    RULINGS (bauernschnapsen): in the Kontra forms trump is forehand's, the one with forehand's best Rufer.
    """
    if not game.bidding.trump or not contract.trump or contract.bidders != "other_side":
        return None
    return game.contracts[0]


def calls(question: Question, deal: Deal) -> list[int] | None:
    """The cards whose calling leads to a question on a deal; None if it calls nothing.

    An empty list means that the deal cannot reach the question.
    """
    if question.callable is None or question.declarer is None:
        return None
    holder = question.declarer if question.partner is None else question.partner
    return list(cards_of(deal.hand(holder) & question.callable))


def requirement(question: Question, game: Game) -> tuple[int, ...]:
    """Masks of which the declarer must hold one whole to bid; none if nothing is needed."""
    need, pack = question.contract.requires, pack_mask(game.pack)
    if need == "trumps":
        return (pack & suit_mask(question.trump or 0),)
    ranks = {"suit": pack, "marriage": ranks_mask("KQ"), None: 0}[need]
    return tuple(ranks & suit_mask(s) for s in range(4) if ranks)


def side(question: Question) -> tuple[int, ...]:
    """The seats that play for the declarer's side (the leader's side where there is no declarer)."""
    return (question.first,) if question.partner is None else (question.first, question.partner)


def vector(game: Game, question: Question) -> tuple[int, ...]:
    """What one unit of stake pays each seat N E S W when the declarer's side wins it.

    2 v 2: +1 and -1; 1 v 3: +3 and -1; 1 v 2: +2 and -1. Where the players opposite are partners
    for good both are paid, whoever plays.
    """
    own = side(question)
    if game.pairs:
        own = (own[0], (own[0] + 2) % 4)
    others = game.seats - len(own)
    share = others // len(own)
    return tuple(0 if seat >= game.seats else share if seat in own else -1 for seat in range(4))


def stake(game: Game, contract: Contract, value: int, contra: int = 0) -> int:
    """What one payer owes one receiver on the declarer's side, negative if that side loses.

    Args:
        value: the searched or played value of a contract that settles by it (stake ``fixed`` or ``value``).
        contra: number of Contra calls: each doubles the stake, or adds one to it.
    """
    factor, extra = 2**contra if game.contra == "doubles" else 1, contra if game.contra == "token" else 0
    if contract.stake == "value":
        return value * contract.value // contract.per * factor
    won = contract.makeable_at is not None and value >= contract.makeable_at
    return (contract.value * factor + extra) * (1 if won else -1)


def payoff(game: Game, question: Question, amount: int) -> tuple[int, ...]:
    """The settlement of all four seats for a stake."""
    return tuple(share * amount for share in vector(game, question))
