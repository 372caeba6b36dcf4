"""Make the look-up tables of a plan: where the results of each question stand, and what these results pay.

A question is a contract with its seats, trump and order of rank. A plan is a list of questions with the
searches that answer these questions. The results of the searches on a deal stand side by side in one array.
The place of a result is its index in this array. A look-up table has one number for each question. With the
look-up tables, the core converts whole columns of results to payments at once.

An amount is the number of units that one payer owes one receiver. A payment to a seat is an amount times a
factor. The factor depends on the seat, and is negative if the seat pays.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pyarrow as pa

from kranalyze.answers.columntypes import SEATS
from kranalyze.answers.plan import Measure, Plan
from kranalyze.cards import SUITS, number_of_suit
from kranalyze.core.calls import UNKNOWN

#: The facts that decide how the result of a search is converted to an amount of the game's unit. They are the
#: id of the contract, whether there are more than two parties, and the role of the search (``stake``,
#: ``made`` or ``value``).
_Kind: TypeAlias = tuple[str, bool, str]


class Payments(NamedTuple):
    """Describes how to compute columns of payments, for example ``payoff_n``.

    A payment is the amount that follows from a search result, multiplied by an item of ``units``.

    Attributes:
        number_by_name: for the name of each column, the number of the column in ``places`` and ``units``.
            Columns with equal values share a number.
        columns: how many different columns there are.
        places: column by column, for each question the place of the search result that decides the payment
            (uint32).
        units: column by column, for each question the payment to the seat if the amount is 1 (int32).
    """

    number_by_name: dict[str, int]
    columns: int
    places: array[int]
    units: array[int]


class Lookups:
    """The look-up tables of a plan. The plan lists questions (contracts with their seats and trumps).

    A place is an index into the array of all search results of a deal.

    Attributes:
        names: a row for each question, with the names of its contract, seats and trump as texts.
        value_places: for each question the place of the contract's value (uint32).
        made_places: for each question the place of the result that decides whether the contract is made
            (uint32).
        least: for each question the smallest result with which the contract is made (int16). UNKNOWN: the
            contract can be neither made nor lost.
        settlements: how to compute the columns ``payoff_n``, ``guarantee_n`` and so on.
        forced: how to compute the column ``forced``, which has the settlements that declarers can force.
        amounts: tables that convert search results to amounts (how much one payer owes one receiver).
    """

    def __init__(self, plan: Plan) -> None:
        declarers = [question.first for question in plan.questions]
        self.names = _question_names(plan)
        self.value_places = array("I", (places.get(("value", 0), plan.nothing) for places in plan.places))
        self.made_places = array("I", _deciding_result_indexes(plan, "makeable", declarers))
        roles = [_search_deciding_payment(plan, which) for which in range(len(plan.measures))]
        least = (
            1 if role == "made" else measure.contract.makeable_at
            for measure, role in zip(plan.measures, roles, strict=True)
        )
        self.least = array("h", (UNKNOWN if number is None else number for number in least))
        seats = {name: [seat] * len(plan.measures) for seat, name in enumerate("nesw")}
        settlements = {
            f"{figure}_{name}": (figure, numbers)
            for name, numbers in seats.items()
            for figure in ("payoff", "guarantee")
        }
        self.settlements = _describe_payment_columns(plan, settlements)
        self.forced = _describe_payment_columns(plan, {"forced": ("guarantee", declarers)})
        self.amounts = Amounts(plan.measures, roles)


class Amounts:
    """Tables that convert the result of a search to an amount: how much one payer owes one receiver.

    Questions of the same kind share a table. Two questions are of the same kind if they agree in the facts
    that ``_Kind`` lists.
    """

    def __init__(self, measures: Sequence[Measure], roles: Sequence[str]) -> None:
        """Group questions by kind (``_Kind``).

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
        self.between = lru_cache(maxsize=8)(self._amounts_of_results)

    def _amounts_of_results(self, first_result: int, end_result: int) -> tuple[array[int], array[int]]:
        """Return two arrays (int32) that convert results to amounts.

        The results are ``first_result`` to ``end_result - 1``. The first array has the amounts of these
        results for the first kind of questions, then for the second kind, and so on. The second array has a
        number for each question. This number plus a result is the index of the result's amount in the first
        array.
        """
        runs = (
            (measure.amount_per_payer(result, role) for result in range(first_result, end_result))
            for (_, _, role), measure in self._measure_by_kind.items()
        )
        zeros = (place * (end_result - first_result) - first_result for place in self._kind_places)
        return array("i", chain.from_iterable(runs)), array("i", zeros)


def _describe_payment_columns(plan: Plan, columns: Mapping[str, tuple[str, Sequence[int]]]) -> Payments:
    """Describe how to compute columns of payments.

    Args:
        plan: the questions and their searches.
        columns: for the name of each column a pair. The first item of the pair says what the column shows:
            ``guarantee`` (the settlement that a seat can force) or ``payoff`` (the settlement of a seat under
            best play). The second item has, for each question, the number of the seat.
    """
    number_by_name: dict[str, int] = {}
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for name, (figure, seats) in columns.items():
        places = tuple(_deciding_result_indexes(plan, figure, seats))
        units = tuple(
            measure.settlement_per_unit(seat) for measure, seat in zip(plan.measures, seats, strict=True)
        )
        number_by_name[name] = numbers.setdefault((places, units), len(numbers))
    all_places = array("I", chain.from_iterable(places for places, _ in numbers))
    all_units = array("i", chain.from_iterable(units for _, units in numbers))
    return Payments(number_by_name, len(numbers), all_places, all_units)


def _question_names(plan: Plan) -> pa.RecordBatch:
    """Return columns with the seats, the contract and the suits of each question of a plan, as texts."""
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
    return pa.RecordBatch.from_arrays(list(names.values()), list(names))


def _coded(codes: Iterable[int | None], names: Sequence[str]) -> pa.Array:
    """Return a column of texts. ``codes`` has an index into ``names`` for each row. None becomes null."""
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(names, pa.string()))


def _deciding_result_indexes(plan: Plan, figure: str, seats: Sequence[int]) -> list[int]:
    """Return for each question the place of the search result that decides a figure.

    Args:
        plan: the questions and their searches.
        figure: ``makeable``, ``guarantee`` or ``payoff``.
        seats: for each question the seat whose figure is computed.
    """
    places = []
    for measure, seat, searched in zip(plan.measures, seats, plan.places, strict=True):
        key = measure.search_for(figure, seat, searched)
        places.append(plan.nothing if key is None else searched[key])
    return places


def _search_deciding_payment(plan: Plan, question_index: int) -> str:
    """Return the role of the search that decides the payment for a question.

    The role is ``stake``, ``made`` or ``value``.

    ``question_index`` is the index of the question in the plan.
    """
    for role in ("stake", "made"):
        if (role, 0) in plan.places[question_index]:
            return role
    return "value"


_lookups_of_plans: WeakKeyDictionary[Plan, Lookups] = WeakKeyDictionary()


def make_lookups(plan: Plan) -> Lookups:
    """Return the look-up tables of a plan. The tables are made once and kept as long as the plan exists."""
    lookups = _lookups_of_plans.get(plan)
    if lookups is None:
        lookups = _lookups_of_plans[plan] = Lookups(plan)
    return lookups
