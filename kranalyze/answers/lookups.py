"""Look-up tables by question number, which turn the results of searches into columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pyarrow as pa

from kranalyze.answers.columntypes import SEATS
from kranalyze.answers.plan import Measure, Plan
from kranalyze.cards import SUITS

#: Amounts have 32 bits, because a value times a unit may exceed 16 bits.
_AMOUNT = pa.int32()

#: The facts that decide the amounts of a question: contract id, whether there are more than two parties, and
#: the role of the search that settles it.
_Kind: TypeAlias = tuple[str, bool, str]


class PaidColumn(NamedTuple):
    """A column of settlements, as two indices into ``Lookups.lists``.

    Attributes:
        places: index of the list with the places of the results that settle.
        units: index of the list with the settlement for an amount of one.
    """

    places: int
    units: int


class Lookups:
    """The look-up tables of a plan.

    Attributes:
        names: by column, the seats, contracts and suits of the questions.
        lists: lists of numbers, one number for each question. Equal lists are stored once. Other attributes
            are indices into this list.
        value: index of the list with the places of the contracts' values.
        judged: index of the list with the places of the results that decide whether contracts are made.
        least: by question, the smallest result with which the contract is made.
        forced: the column of the declarer's guarantee.
        paid: the columns ``payoff_n``, ``guarantee_n`` and so on, by name.
        amounts: converts results to amounts.
    """

    def __init__(self, plan: Plan) -> None:
        measures = plan.measures
        list_numbers: dict[tuple[int, ...], int] = {}

        def list_number(numbers: Iterable[int]) -> int:
            return list_numbers.setdefault(tuple(numbers), len(list_numbers))

        def paid_column(figure: str, seats: Sequence[int]) -> PaidColumn:
            units = list_number(measure.unit(seat) for measure, seat in zip(measures, seats, strict=True))
            return PaidColumn(list_number(_places(plan, figure, seats)), units)

        declarers = [question.first for question in plan.questions]
        self.names = _question_names(plan)
        self.value = list_number(searched.get(("value", 0), plan.nothing) for searched in plan.places)
        self.judged = list_number(_places(plan, "makeable", declarers))
        self.forced = paid_column("guarantee", declarers)
        self.paid: dict[str, PaidColumn] = {}
        for seat, name in enumerate("nesw"):
            seats = [seat] * len(measures)
            self.paid[f"payoff_{name}"] = paid_column("payoff", seats)
            self.paid[f"guarantee_{name}"] = paid_column("guarantee", seats)
        self.lists = [pa.array(numbers, _AMOUNT) for numbers in list_numbers]
        roles = [_settling_role(plan, which) for which in range(len(measures))]
        least = (
            1 if role == "made" else measure.contract.makeable_at
            for measure, role in zip(measures, roles, strict=True)
        )
        self.least = pa.array(least, pa.int16())
        self.amounts = Amounts(measures, roles)


class Amounts:
    """Amounts in units by the result of a search. Questions of the same kind share their amounts."""

    def __init__(self, measures: Sequence[Measure], roles: Sequence[str]) -> None:
        """Sort the questions by kind. ``roles`` holds the role of the search that settles each."""
        kinds: list[_Kind] = [
            (measure.contract.id, measure.parties, role)
            for measure, role in zip(measures, roles, strict=True)
        ]
        self._measure_by_kind = dict(zip(kinds, measures, strict=True))
        place_by_kind = {kind: place for place, kind in enumerate(self._measure_by_kind)}
        self._kind_places = [place_by_kind[kind] for kind in kinds]
        self.between = lru_cache(maxsize=8)(self._between)

    def _between(self, first: int, end: int) -> tuple[pa.Array, pa.Array]:
        """Return the amounts of the results from ``first`` to ``end - 1``, kind by kind.

        The second array holds, by question, the place of the result 0.
        """
        runs = (
            (measure.amount(result, role) for result in range(first, end))
            for (_, _, role), measure in self._measure_by_kind.items()
        )
        zeros = [place * (end - first) - first for place in self._kind_places]
        return pa.array(chain.from_iterable(runs), _AMOUNT), pa.array(zeros, pa.int32())


def _question_names(plan: Plan) -> dict[str, pa.Array]:
    """Return by column the seats, contracts and suits of the questions."""
    game = plan.game
    contract_places = {contract.id: i for i, contract in enumerate(game.contracts)}
    names = {
        seated: _coded((getattr(q, seated) for q in plan.questions), SEATS)
        for seated in ("declarer", "second", "leader", "partner")
    }
    names["game"] = _coded((0 for _ in plan.questions), [game.id])
    contracts = (contract_places[q.contract.id] for q in plan.questions)
    names["contract"] = _coded(contracts, list(contract_places))
    names["trump"] = _coded((q.trump for q in plan.questions), list(SUITS))
    orders = ("KT".index(q.order) if game.orders else None for q in plan.questions)
    names["order"] = _coded(orders, ["K", "T"])
    return names


def _coded(codes: Iterable[int | None], names: Sequence[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(names, pa.string()))


def _places(plan: Plan, figure: str, seats: Sequence[int]) -> list[int]:
    """Return by question the place of the result that yields ``figure`` for its seat in ``seats``."""
    places = []
    for measure, seat, searched in zip(plan.measures, seats, plan.places, strict=True):
        key = measure.source(figure, seat, searched)
        places.append(plan.nothing if key is None else searched[key])
    return places


def _settling_role(plan: Plan, which: int) -> str:
    """Return the role of the search that settles a question: ``stake``, ``made`` or ``value``."""
    for role in ("stake", "made"):
        if (role, 0) in plan.places[which]:
            return role
    return "value"


_lookups_of_plans: WeakKeyDictionary[Plan, Lookups] = WeakKeyDictionary()


def lookups_of(plan: Plan) -> Lookups:
    """Return the look-up tables of a plan, which are made once."""
    lookups = _lookups_of_plans.get(plan)
    if lookups is None:
        lookups = _lookups_of_plans[plan] = Lookups(plan)
    return lookups
