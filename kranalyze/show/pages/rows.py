"""What a page is handed instead of rules: games, contracts, questions and tasks, from the rows Python uses.

The page's worker gets every question that a game asks under every choice of its options, what each asks the
core, and how a value settles. The list does not depend on a deal.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from itertools import product
from typing import Any

from kranalyze.answers.measure import Measure
from kranalyze.cards import ORDERS, PACK_RANKS
from kranalyze.core.task import Task, row_of, searches
from kranalyze.games import GAMES, Contract, Game, Question, questions
from kranalyze.games.questions import naming, supposing
from kranalyze.show.pages.words import german

#: How a value becomes the stake per payer: won or lost, in proportion, as it is, or nothing is settled.
FIXED, PROPORTION, SEARCHED, NOTHING = range(4)


def game_facts(game: Game) -> dict[str, Any]:
    """A game as a page shows it."""
    goals = [goal for c in game.contracts for goal in (c.goal, c.settles) if goal is not None]
    return {
        "id": game.id,
        "name": german(game.name),
        "unit": german(game.unit),
        "one": german(game.unit.removesuffix("s")),
        "ranks": PACK_RANKS[game.pack],
        "size": game.size,
        "seats": game.seats,
        "talon": game.talon,
        "endings": game.endings,
        "contra": game.most_contra,
        "token": game.contra == "token",
        "calledTrump": game.called_trump,
        "marriages": any(game.marriage),
        "declares": any(goal.marriages == "declared" for goal in goals),
        "announces": any(goal.announced for goal in goals),
        "orders": game.orders,
        "order": "K" if game.orders else "T",
        "options": [
            {"name": o.name, "values": list(o.values), "initial": o.initial, "meaning": german(o.meaning)}
            for o in game.options
        ],
        "contracts": [_contract_facts(game, contract) for contract in game.contracts],
    }


def _contract_facts(game: Game, contract: Contract) -> dict[str, Any]:
    names = [contract.id, contract.name, german(contract.name)[1], *contract.aliases]
    return {
        "id": contract.id,
        "name": german(contract.name),
        "aliases": list(dict.fromkeys(names)),
        "called": contract.party == "called",
        "trump": contract.trump,
        "order": contract.order,
        "second": bool(contract.second),
        "bid": contract.rank is not None,
        "byForehand": contract.bidders == "forehand",
        "raises": list(contract.raises),
        "declared": contract.makeable_at is not None,
        "forehand": contract.leads == "forehand",
        "graded": not (contract.goal.yes_or_no or contract.goal.each_for_himself),
        "supposed": None if (by := supposing(game, contract)) is None else by.id,
        "dealt": contract.goal.as_dealt,
        "parties": contract.goal.many_parties,
    }


class Questions:
    """The questions of games under their options, their tasks each kept once."""

    def __init__(self, games: Iterable[Game] = GAMES.values()) -> None:
        self.tasks: dict[Task, int] = {}
        self.shares: dict[tuple[int, ...], int] = {}
        self.rows: dict[bytes, int] = {}
        self.questions: dict[tuple[int, ...], int] = {}
        self.games = {game.id: self._sets(game) for game in games}

    def packed(self) -> dict[str, Any]:
        """All of it as JSON takes it; structures of the core as their bytes."""
        return {
            "tasks": b64encode(b"".join(task.pack() for task in self.tasks)).decode(),
            "rows": b64encode(b"".join(self.rows)).decode(),
            "shares": [list(share) for share in self.shares],
            "questions": [list(question) for question in self.questions],
            "games": self.games,
        }

    def _sets(self, game: Game) -> dict[str, list[int]]:
        """By the values of the options (a number, which only multiplies, left out) the questions asked."""
        named = [o for o in game.options if o.values]
        found = {}
        for values in product(*(o.values for o in named)):
            row = game.under({o.name: value for o, value in zip(named, values, strict=True)})
            key = " ".join(f"{o.name}={value}" for o, value in zip(named, values, strict=True))
            asked = questions(row, selfish=True)
            found[key] = [self._number(self.questions, self._row(row, q)) for q in asked]
        return found

    @staticmethod
    def _number(known: dict[Any, int], key: Any) -> int:
        return known.setdefault(key, len(known))

    def _row(self, game: Game, question: Question) -> tuple[int, ...]:
        """A question as numbers; ``question.js`` names them in the same order."""
        contract = question.contract
        measure, dealt = Measure(game, question), contract.goal.as_dealt
        selfish = measure.parties and not dealt
        found = searches(game, question, selfish=False)
        kind = {"fixed": FIXED, "value": PROPORTION, "search": SEARCHED, "none": NOTHING}[contract.stake]
        return (
            game.contracts.index(contract),
            _or_none(question.declarer),
            _or_none(question.second),
            question.leader,
            _or_none(question.trump),
            _or_none(question.partner),
            list(ORDERS).index(question.order),
            self._number(self.rows, row_of(game, question)),
            self._task(next((search.task for search in found if search.role == "value"), None)),
            self._task(None if dealt else measure.base),
            *(self._task(measure.task(seat) if selfish else None) for seat in range(4)),
            kind,
            contract.value,
            contract.per,
            -1 if contract.makeable_at is None else contract.makeable_at,
            measure.scale if selfish else 0,
            self._number(self.shares, measure.shares),
            naming(game, question),
        )

    def _task(self, task: Task | None) -> int:
        return -1 if task is None else self._number(self.tasks, task)


def _or_none(number: int | None) -> int:
    return -1 if number is None else int(number)
