"""Compute settlements for the judge's oracle, as RULINGS define them. None: a game is not decided yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oracle.judgingtables import CONTRACTS, TABLE, cards_in, rank_of

if TYPE_CHECKING:
    from oracle.judgingcontract import Case
    from oracle.judgingplay import Table
    from oracle.judgingwords import Words


def card_points(game: str, cards: Sequence[int]) -> int:
    """Return the points of cards in a game."""
    if game == "whist":
        return 0
    worth = {"A": 10, "T": 10}
    if game == "bauernschnapsen":
        worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(worth.get(rank_of(card), 0) for card in cards)


def sides_pay(side: Sequence[int], seats: int, amount: int) -> list[int]:
    """Return the settlement N E S W if a side is paid an amount.

    Each member of the side gets the amount. A lone player gets the amount from each of the others.
    """
    others = [s for s in range(seats) if s not in side]
    pay = [0, 0, 0, 0]
    for seat in others:
        pay[seat] = -amount
    for seat in side:
        pay[seat] = amount * len(others) // len(side)
    return pay


def settle(case: Case, words: Words, table: Table, size: int) -> list[int] | None:
    """Return the settlement N E S W. Return None if it is not decided yet, or cannot be known."""
    c, clause, game = case.contract, case.clause, case.game
    if clause.aim in ("row", "tricks") or (clause.aim != "dealt" and None in case.hands[: TABLE[game][2]]):
        return None
    winners, ended = table.winners, len(table.winners) == size
    if clause.aim == "most":
        return _schurln(table) if ended else None
    if c.declarer is None:
        return None
    declarer = c.declarer
    if c.second is not None:
        return _double(case, winners, ended)
    if clause.aim == "letzten":
        return _letzten(declarer, clause.v, winners, size)
    if not c.partner_known:
        return None
    side = [declarer] if c.partner is None else [declarer, c.partner]
    seats = TABLE[game][2]
    if game == "bauernschnapsen":
        amount = _bauern(case, table, ended)
        return None if amount is None else sides_pay([declarer, (declarer + 2) % 4], 4, amount * 2**c.contra)
    if game in ("russbach", "rufmariasch"):
        return _declared(case, words, table, side) if ended else None
    level = words.level or c.id
    assert level is not None
    v = CONTRACTS[game][level].v + (c.contra if game in ("anrufen", "anrufen3") else 0)
    made = _made(case, table, CONTRACTS[game][level].aim, side, ended)
    return None if made is None else sides_pay(side, seats, v if made else -v)


def _made(case: Case, table: Table, aim: str, side: list[int], ended: bool) -> bool | None:
    """Return whether a contract of two sides is made. Return None if that is not decided yet."""
    winners = table.winners
    if aim == "none":
        return False if side[0] in winners else True if ended else None
    if "every" in aim and any(w not in side for w in winners):
        return False
    if not ended:
        return None
    own = sum(p for w, p in zip(winners, table.points, strict=True) if w in side)
    own += sum(p for seat, _, p, _ in table.marriages if seat in side)
    other = sum(p for w, p in zip(winners, table.points, strict=True) if w not in side)
    other += sum(p for seat, _, p, _ in table.marriages if seat not in side)
    other += card_points(case.game, cards_in(case.record.discard)) if case.game == "anrufen3" else 0
    if aim == "more":
        return own > other
    return own >= 100 if "hundred" in aim else True


def _letzten(declarer: int, v: int, winners: list[int], size: int) -> list[int] | None:
    first = winners[: size - 1]
    if any(w != declarer for w in first):
        return sides_pay([declarer], 4, -v)
    if len(winners) < size:
        return None
    if winners[-1] == declarer:
        return sides_pay([declarer], 4, v)
    return sides_pay([declarer, winners[-1]], 4, v)


def _schurln(table: Table) -> list[int]:
    points = [0, 0, 0, 0]
    for winner, more in zip(table.winners, table.points, strict=True):
        points[winner] += more
    most = [s for s in range(4) if points[s] == max(points)]
    return sides_pay(most, 4, -10) if len(most) != 3 else [-10 if s in most else 30 for s in range(4)]


def _double(case: Case, winners: list[int], ended: bool) -> list[int] | None:
    c = case.contract
    assert c.declarer is not None and c.second is not None
    lost = [c.declarer in winners, c.second in winners]
    if not ended and not all(lost):
        return None
    pay = [0, 0, 0, 0]
    twice = 2 if c.id == "plauderer" else 1
    if lost == [False, False]:
        pay = [50 if s in (c.declarer, c.second) else -50 for s in range(4)]
    elif all(lost):
        pay = [-100 if s in (c.declarer, c.second) else 100 for s in range(4)]
    else:
        good, bad = (c.second, c.declarer) if lost[0] else (c.declarer, c.second)
        if case.rules["mitbettler"] == "as_printed" and c.id == "bettler":
            good, bad = bad, good
        pay[good], pay[bad] = 150, -150
    return [twice * p for p in pay]


def _bauern(case: Case, table: Table, ended: bool) -> int | None:
    """Return the game points of the declarer's side, before Contra doubles them.

    They are negative if the side loses. Return None if the game is not decided yet.
    """
    from oracle.judgingplay import side_points

    c, clause = case.contract, case.clause
    assert c.declarer is not None
    winners = table.winners
    v = clause.v
    if c.id == "bettler":
        v = int(case.rules["bettler_value"])
    if clause.aim == "dealt":
        return v
    own = [c.declarer, (c.declarer + 2) % 4]
    if clause.aim == "none":
        return -v if c.declarer in winners else v if ended else None
    if clause.aim == "every own":
        if any(w != c.declarer for w in winners):
            return -v
        return v if ended else None
    counted = table.counted or (len(winners), len(table.marriages))
    before = _cut(table, *counted)
    if clause.aim == "three":
        if any(w != c.declarer for w in before.winners):
            return -v
        if side_points(before, [c.declarer]) >= 66:
            return v
        return -v if len(before.winners) >= 3 else None
    if table.over:
        won = own if c.declarer % 2 == table.over_side else [(s + 1) % 4 for s in own]
        lost = [s for s in range(4) if s not in won]
        if not any(w in lost for w in before.winners):
            stake = 3
        else:
            stake = 2 if side_points(before, lost) < 33 else 1
        return stake if won == own else -stake
    if not ended:
        return None
    return 1 if winners[-1] in own else -1


def _cut(table: Table, tricks: int, marriages: int) -> Table:
    from dataclasses import replace

    return replace(
        table,
        winners=table.winners[:tricks],
        points=table.points[:tricks],
        marriages=table.marriages[:marriages],
    )


def _declared(case: Case, words: Words, table: Table, side: list[int]) -> list[int]:
    """Return the settlement of a finished game of Rußbach or Rufmariasch.

    In Rußbach it is a number of stakes. In Rufmariasch it follows from the difference of the points.
    """
    teams = [side, [s for s in range(4) if s not in side]]
    cards = [sum(p for w, p in zip(table.winners, table.points, strict=True) if w in team) for team in teams]
    married = [sum(p for s, _, p in words.marriages if s in team and s in table.winners) for team in teams]
    total = [a + b for a, b in zip(cards, married, strict=True)]
    if case.game == "rufmariasch":
        return sides_pay(side, 4, (total[0] - total[1]) // 10 * int(case.rules["unit"]))
    needs = [50 if m == 0 else m + 40 for m in married]
    there = [t >= n for t, n in zip(total, needs, strict=True)]
    winner = 0 if there[0] and (not there[1] or total[0] > total[1]) else 1
    stakes = 0
    if not any(words.hundreds):
        stakes += (1 if winner == 0 else -1) * (2 if total[winner] >= 100 else 1)
    for i, sign in ((0, 1), (1, -1)):
        if words.hundreds[i]:
            stakes += sign * (3 if total[i] >= 100 else -3)
        every = all(w in teams[i] for w in table.winners)
        if words.alls[i]:
            stakes += sign * (3 if every else -3)
        elif every:
            stakes += sign * 2
    return sides_pay(side, 4, stakes)
