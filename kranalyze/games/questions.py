"""All the questions of a game: its contracts put to every seat, trump, partner and order.

The list does not depend on a deal; ``Question.callable`` says which of them a deal can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kranalyze.cards import cards_of, pack_mask, ranks_mask, suit_mask
from kranalyze.deal import Deal, Seat
from kranalyze.games.base import Contract, Game, Question


def seats_of(game: Game) -> tuple[Seat, ...]:
    """The seats of a game: N E S W, without W where three play."""
    return tuple(Seat)[: game.seats]


def bidding_seats(game: Game, contract: Contract, forehand: Seat) -> tuple[Seat, ...]:
    """The seats that may bid a contract when ``forehand`` sits left of the dealer."""
    seats = seats_of(game)
    if contract.bidders == "any":
        return seats
    if contract.bidders == "forehand":
        return (forehand,)
    if contract.bidders == "not_forehand":
        return tuple(s for s in seats if s != forehand)
    own = contract.bidders == "forehand_side"
    return tuple(s for s in seats if ((s - forehand) % 2 == 0) == own)


def orders_of(contract: Contract) -> tuple[str, ...]:
    """The orders of rank a contract can be played in."""
    return ("K", "T") if contract.order == "KT" else (contract.order,)


def _callable(game: Game, contract: Contract, trump: int | None, order: str) -> int:
    """The cards by one of which (trump, order) is called."""
    pack = pack_mask(game.pack)
    if game.called_trump and trump is not None:
        return pack & suit_mask(trump)
    if contract.order == "KT":
        tens = ranks_mask("T")
        return pack & (tens if order == "T" else ~tens)
    return pack


def _parties(game: Game, contract: Contract, declarer: Seat) -> tuple[Seat | None, ...]:
    """The possible partners, None for playing alone."""
    if contract.party == "opposite":
        return (Seat((declarer + 2) % 4),)
    if contract.party == "alone":
        return (None,)
    others: tuple[Seat | None, ...] = tuple(Seat((declarer + i) % 4) for i in (1, 2, 3))
    return (*others, None) if game.call_own else others


def _seatings(game: Game, contract: Contract) -> Iterator[tuple[Seat | None, Seat]]:
    """Who declares and who leads."""
    seats = seats_of(game)
    if contract.makeable_at is None:
        yield from ((None, leader) for leader in seats)
    elif contract.leads == "declarer":
        yield from ((seat, seat) for seat in seats)
    else:
        for forehand in seats:
            yield from ((seat, forehand) for seat in bidding_seats(game, contract, forehand))


def questions(
    game: Game,
    contracts: Iterable[Contract] | None = None,
    declarers: Iterable[int] | None = None,
    selfish: bool = False,
) -> list[Question]:
    """The questions of a game in the order of its contracts, then leader, declarer, trump, partner, order.

    Args:
        contracts: only these.
        declarers: only these seats (where there is no declarer: as leaders).
        selfish: also the contracts with more than two parties that cost a thousand times more:
            Schurln and the double Bettler and Plauderer.
    """
    chosen = game.contracts if contracts is None else tuple(game.contract(c.id) for c in contracts)
    wanted = tuple(seats_of(game)) if declarers is None else tuple(Seat(d) for d in declarers)
    result: list[Question] = []
    for contract in chosen:
        if contract.goal.each_for_himself and not selfish:
            continue
        for declarer, leader in _seatings(game, contract):
            if (leader if declarer is None else declarer) not in wanted:
                continue
            result += _of_seat(game, contract, declarer, leader)
        if contract.second and selfish:
            result += [
                Question(contract, d, d, contract.order, second=s)
                for d in wanted
                for s in seats_of(game)
                if s != d
            ]
    return result


def _of_seat(game: Game, contract: Contract, declarer: Seat | None, leader: Seat) -> Iterator[Question]:
    trumps: tuple[int | None, ...] = (0, 1, 2, 3) if contract.trump else (None,)
    if game.calibration:
        trumps = (None, *trumps)
    for trump in trumps:
        for partner in _parties(game, contract, leader if declarer is None else declarer):
            for order in orders_of(contract):
                reach = _callable(game, contract, trump, order) if contract.party == "called" else None
                yield Question(contract, declarer, leader, order, None, trump, partner, reach)


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


def requirement(question: Question, game: Game) -> tuple[int, ...] | None:
    """Masks of which the declarer must hold one whole to bid; None if nothing is needed."""
    need = question.contract.requires
    if need is None:
        return None
    pack = pack_mask(game.pack)
    if need == "trumps":
        return (pack & suit_mask(question.trump or 0),)
    ranks = pack if need == "suit" else ranks_mask("KQ")
    return tuple(ranks & suit_mask(s) for s in range(4))
