"""Make the look-up tables of a plan: for each question, where its results stand and what they pay.

A question is a contract with its seats, trump and order of rank. A plan is a list of questions with the
searches that answer them. The results of these searches on a deal stand side by side in one array. The place
of a result is its index in this array. A look-up table has one number for each question. With such tables
whole columns are converted at once.

An amount is the number of units that one payer owes one receiver. A settlement is an amount times the units
that a seat gets for an amount of 1 (negative if the seat pays).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pyarrow as pa

from kranalyze.answers.columntypes import SEATS
from kranalyze.answers.plan import Measure, Plan
from kranalyze.cards import SUITS, number_of_suit

#: Type of amounts and settlements: 32 bits, because products of a result and a stake can exceed 16 bits.
_AMOUNT = pa.int32()

#: The facts that decide how a result is converted to an amount: contract id, whether there are more than two
#: parties, and the role of the search whose result is paid.
_Kind: TypeAlias = tuple[str, bool, str]


class PaidColumn(NamedTuple):
    """A column of settlements, described by two look-up tables.

    Attributes:
        places: index in ``Lookups.lists`` of the table with the places of the results that are paid.
        units: index in ``Lookups.lists`` of the table with the settlements for an amount of 1.
    """

    places: int
    units: int


class Lookups:
    """The look-up tables of a plan.

    Attributes:
        names: by column name, the seats, contracts and suits of the questions as texts: an item for each
            question.
        lists: look-up tables, each with one number for each question. Equal tables are stored once.
        value: index in ``lists`` of a table of places: for each question the value of its contract.
        judged: index in ``lists`` of a table of places: for each question the result that decides whether the
            contract is made.
        least: for each question the smallest result with which the contract is made.
        forced: the settlements that declarers can force, as a column.
        paid: the settlements of each seat as columns, by name: ``payoff_n``, ``guarantee_n`` and so on.
        amounts: tables that convert results to amounts.
    """

    def __init__(self, plan: Plan) -> None:
        measures = plan.measures
        list_numbers: dict[tuple[int, ...], int] = {}

        def list_number(numbers: Iterable[int]) -> int:
            """Return the index in ``lists`` at which this list of numbers is or will be stored."""
            return list_numbers.setdefault(tuple(numbers), len(list_numbers))

        def settlement_column(figure: str, seats: Sequence[int]) -> PaidColumn:
            """Return the column of settlements that has for each question the settlement of one seat.

            Args:
                figure: ``guarantee`` (the settlement that the seat can force) or ``payoff`` (best play).
                seats: for each question the seat.
            """
            units = list_number(
                measure.settlement_per_unit(seat) for measure, seat in zip(measures, seats, strict=True)
            )
            return PaidColumn(list_number(_places(plan, figure, seats)), units)

        declarers = [question.first for question in plan.questions]
        self.names = _question_names(plan)
        self.value = list_number(searched.get(("value", 0), plan.nothing) for searched in plan.places)
        self.judged = list_number(_places(plan, "makeable", declarers))
        self.forced = settlement_column("guarantee", declarers)
        self.paid: dict[str, PaidColumn] = {}
        for seat, name in enumerate("nesw"):
            seats = [seat] * len(measures)
            self.paid[f"payoff_{name}"] = settlement_column("payoff", seats)
            self.paid[f"guarantee_{name}"] = settlement_column("guarantee", seats)
        self.lists = [pa.array(numbers, _AMOUNT) for numbers in list_numbers]
        roles = [_settling_role(plan, which) for which in range(len(measures))]
        least = (
            1 if role == "made" else measure.contract.makeable_at
            for measure, role in zip(measures, roles, strict=True)
        )
        self.least = pa.array(least, pa.int16())
        self.amounts = Amounts(measures, roles)


class Amounts:
    """Tables that have an amount for each possible result of a search.

    An amount is the number of units that one payer owes one receiver. Questions of the same kind share a
    table (see ``_Kind``).
    """

    def __init__(self, measures: Sequence[Measure], roles: Sequence[str]) -> None:
        """Group questions by their kind.

        Args:
            measures: for each question the object that converts its results to payments.
            roles: for each question the role of the search whose result is paid.
        """
        kinds: list[_Kind] = [
            (measure.contract.id, measure.parties, role)
            for measure, role in zip(measures, roles, strict=True)
        ]
        self._measure_by_kind = dict(zip(kinds, measures, strict=True))
        place_by_kind = {kind: place for place, kind in enumerate(self._measure_by_kind)}
        self._kind_places = [place_by_kind[kind] for kind in kinds]
        self.between = lru_cache(maxsize=8)(self._between)

    def _between(self, first: int, end: int) -> tuple[pa.Array, pa.Array]:
        """Return two arrays that convert results from ``first`` to ``end - 1`` to amounts.

        The first array has the amounts of these results for the first kind, then those for the second kind,
        and so on. The second array has for each question the index of the amount of the result 0. This index
        plus a result is the index of the result's amount.
        """
        runs = (
            (measure.amount(result, role) for result in range(first, end))
            for (_, _, role), measure in self._measure_by_kind.items()
        )
        zeros = [place * (end - first) - first for place in self._kind_places]
        return pa.array(chain.from_iterable(runs), _AMOUNT), pa.array(zeros, pa.int32())


def _question_names(plan: Plan) -> dict[str, pa.Array]:
    """Return by column name the seats, contracts and suits of the questions: an item for each question."""
    game = plan.game
    contract_places = {contract.id: i for i, contract in enumerate(game.contracts)}
    names = {
        seated: _coded((getattr(q, seated) for q in plan.questions), SEATS)
        for seated in ("declarer", "second", "leader", "partner")
    }
    names["game"] = _coded((0 for _ in plan.questions), [game.id])
    contracts = (contract_places[q.contract.id] for q in plan.questions)
    names["contract"] = _coded(contracts, list(contract_places))
    names["trump"] = _coded((number_of_suit(q.trump) for q in plan.questions), list(SUITS))
    orders = ("KT".index(q.order) if game.orders else None for q in plan.questions)
    names["order"] = _coded(orders, ["K", "T"])
    return names


def _coded(codes: Iterable[int | None], names: Sequence[str]) -> pa.Array:
    """Return a column of texts. ``codes`` has for each text its index in ``names``; None becomes null."""
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(names, pa.string()))


def _places(plan: Plan, figure: str, seats: Sequence[int]) -> list[int]:
    """Return for each question the place of the result from which a figure is computed.

    Args:
        plan: the plan.
        figure: ``makeable``, ``guarantee`` or ``payoff``.
        seats: for each question the seat whose figure is computed.
    """
    places = []
    for measure, seat, searched in zip(plan.measures, seats, plan.places, strict=True):
        key = measure.search_for(figure, seat, searched)
        places.append(plan.nothing if key is None else searched[key])
    return places


def _settling_role(plan: Plan, which: int) -> str:
    """Return the role of the search whose result decides the payment: ``stake``, ``made`` or ``value``.

    ``which`` is the index of the question in the plan.
    """
    for role in ("stake", "made"):
        if (role, 0) in plan.places[which]:
            return role
    return "value"


_lookups_of_plans: WeakKeyDictionary[Plan, Lookups] = WeakKeyDictionary()


def make_lookups(plan: Plan) -> Lookups:
    """Return the look-up tables of a plan. The first call makes them, later calls return the same tables."""
    lookups = _lookups_of_plans.get(plan)
    if lookups is None:
        lookups = _lookups_of_plans[plan] = Lookups(plan)
    return lookups
