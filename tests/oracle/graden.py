"""Define courses and settlements of Königrufen as played in Graden (RULINGS: graden)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from oracle.search import Course, Parties, Vector, settled
from oracle.settling import card_points


def loses_all(declarer: int) -> Course[int]:
    """Return the course of a declarer who must take no trick. The outcome is 1 if he takes none, else 0.

    The first trick that the declarer takes ends the course.
    """
    return Course(
        start=True,
        end=lambda good: int(good),
        take=lambda good, seat, cards, number, last: (good and seat != declarer, 0),
        over=lambda good: not good,
    )


def wins_all(side: Sequence[int]) -> Course[int]:
    """Return the course of a side that must take every trick. The outcome is 1 if the side does so, else 0.

    The first trick that the side loses ends the course.
    """
    return Course(
        start=True,
        end=lambda good: int(good),
        take=lambda good, seat, cards, number, last: (good and seat in side, 0),
        over=lambda good: not good,
    )


def letzten(declarer: int, v: int) -> Course[Parties]:
    """Return the course of a declarer who must take all tricks but the last.

    If another seat takes the last trick, this seat becomes the declarer's partner. The facts are "open" while
    the declarer has taken every trick, and "failed" after he has lost a trick before the last. At the end the
    facts are the seat that took the last trick. ``v`` is the payment per payer and receiver.
    """

    def take(
        facts: str | int, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[str | int, int]:
        if last:
            return seat, 0
        return ("open" if seat == declarer else "failed"), 0

    def end(facts: str | int) -> Parties:
        if facts == "failed":
            pays = [v, v, v, v]
            pays[declarer] = -3 * v
        elif facts == declarer:
            pays = [-v, -v, -v, -v]
            pays[declarer] = 3 * v
        else:
            assert isinstance(facts, int)
            pays = [-v, -v, -v, -v]
            pays[declarer] = pays[facts] = v
        return settled((pays[0], pays[1], pays[2], pays[3]))

    return Course(start="open", end=end, take=take, over=lambda facts: facts == "failed")


def double_settlement(
    first: int, second: int, first_good: bool, second_good: bool, plauderer: bool, printed: bool
) -> Vector:
    """Return the settlement of two Bettlers or Plauderers (RULINGS: graden).

    ``printed``: the option ``mitbettler`` is ``as_printed``.
    """
    pays = [0, 0, 0, 0]
    if first_good and second_good:
        pays = [-50] * 4
        pays[first] = pays[second] = 50
    elif not first_good and not second_good:
        pays = [100] * 4
        pays[first] = pays[second] = -100
    else:
        good, bad = (first, second) if first_good else (second, first)
        pays[good], pays[bad] = 150, -150
        if printed and not plauderer:
            pays[good], pays[bad] = -150, 150
    if plauderer:
        pays = [2 * p for p in pays]
    return pays[0], pays[1], pays[2], pays[3]


def double(first: int, second: int, plauderer: bool, printed: bool) -> Course[Parties]:
    """Return the course of two declarers, each of whom must take no trick.

    The facts say for each declarer whether he has not failed yet. The course ends when both have failed.
    """
    return Course(
        start=(True, True),
        end=lambda good: settled(double_settlement(first, second, good[0], good[1], plauderer, printed)),
        take=lambda good, seat, cards, number, last: (
            (good[0] and seat != first, good[1] and seat != second),
            0,
        ),
        over=lambda good: good == (False, False),
    )


def schurln_settlement(points: Sequence[int]) -> Vector:
    """Return the settlement of Schurln. The seat with most points pays 10 to each other seat.

    If two seats tie for most, each pays 10, and each other seat gets 10. If three tie, each pays 10 to the
    fourth. If four tied, nobody would pay, but four cannot tie after all cards are played.
    """
    most = [seat for seat in range(4) if points[seat] == max(points)]
    loses, wins = {1: (-30, 10), 2: (-10, 10), 3: (-10, 30), 4: (0, 0)}[len(most)]
    pays = [loses if seat in most else wins for seat in range(4)]
    return pays[0], pays[1], pays[2], pays[3]


def schurln() -> Course[Parties]:
    """Return the course of Schurln: each seat plays for itself. The facts are the seats' card points."""

    def take(
        points: tuple[int, ...], seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[tuple[int, ...], int]:
        more = card_points(cards) + (10 if last else 0)
        return tuple(p + more if s == seat else p for s, p in enumerate(points)), 0

    return Course(start=(0, 0, 0, 0), end=lambda points: settled(schurln_settlement(points)), take=take)


@dataclass(frozen=True, slots=True)
class Clause:
    """The rulings on a contract.

    Attributes:
        orders: orders of rank in which the contract can be played.
        v: the payment per payer and receiver.
        course: function that returns the course. Its first argument is the seats of the declarer's side, its
            second is the declarer. None: the contract has more than two parties.
        called: whether a card is called.
        marriage: whether King and Queen of a suit are needed.
    """

    orders: str
    v: int
    course: Callable[[Sequence[int], int], Course[int]] | None
    called: bool = False
    marriage: bool = False


def _none(side: Sequence[int], declarer: int) -> Course[int]:
    return loses_all(declarer)


def _every(side: Sequence[int], declarer: int) -> Course[int]:
    return wins_all(side)


#: The contracts by id. Those that can be bid come first, from the lowest to the highest.
CLAUSES = {
    "bettler": Clause("K", 30, _none),
    "durchmarsch": Clause("KT", 40, _every, called=True),
    "durchmarsch_letzten": Clause("K", 40, None),
    "plauderer": Clause("K", 50, _none),
    "hundert": Clause("T", 60, _every, called=True, marriage=True),
    "hundert_letzten": Clause("T", 60, None, marriage=True),
    "zehnermord": Clause("T", 60, _every),
    "koenigmord": Clause("K", 70, _every),
    "hundertermord": Clause("T", 80, _every, marriage=True),
    "schurln": Clause("T", 10, None),
}
