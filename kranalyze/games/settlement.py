"""From a value to what everybody pays: sides, vectors and stakes (RULINGS: settlements)."""

from __future__ import annotations

from kranalyze.games.base import Contract, Game, Question


def side(question: Question) -> tuple[int, ...]:
    """The seats that play for the declarer's side (the leader's side where there is no declarer)."""
    return (question.first,) if question.partner is None else (question.first, question.partner)


def vector(game: Game, question: Question) -> tuple[int, int, int, int]:
    """What one unit of stake pays each seat N E S W when the declarer's side wins it.

    2 v 2: +1 and -1; 1 v 3: +3 and -1; 1 v 2: +2 and -1. Where the players opposite are partners
    for good both are paid, whoever plays.
    """
    own = side(question)
    if game.pairs:
        own = (own[0], (own[0] + 2) % 4)
    others = game.seats - len(own)
    share = others // len(own)
    n, e, s, w = (0 if seat >= game.seats else share if seat in own else -1 for seat in range(4))
    return n, e, s, w


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


def payoff(game: Game, question: Question, amount: int) -> tuple[int, int, int, int]:
    """The settlement of all four seats for a stake."""
    n, e, s, w = (share * amount for share in vector(game, question))
    return n, e, s, w
