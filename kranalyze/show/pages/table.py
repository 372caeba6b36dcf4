"""The page with the table on it: one file that holds games, their questions and the solver.

It knows no rules: it is handed games and contracts from the rows that Python uses, every question that a game
asks under every choice of its options, what each asks the core, and how a value settles.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from kranalyze.answers.measure import Measure
from kranalyze.cards import ORDERS, PACK_RANKS
from kranalyze.core.task import Task, row_of, searches
from kranalyze.games import GAMES, Contract, Game, Question, questions
from kranalyze.games.questions import naming, supposing
from kranalyze.show.pages.frame import bundle, digest, document, german, source

#: How a value becomes the stake per payer: won or lost, in proportion, as it is, or nothing is settled.
_KINDS = ("fixed", "value", "search", "none")


def table_page(
    title: str, *, games: Sequence[Mapping[str, Any]] = (), start: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None,
) -> str:  # fmt: skip
    """A page with a table; without games and start an empty one.

    Args:
        title: of the page.
        games: analysed games, as ``records.evening`` gives them.
        start: a record to begin with, as ``records.case_row`` gives it.
        notes: lines about what was left out.
        lang: ``en`` or ``de``; None leaves it to the browser.
        deck: ``french`` or ``german``; None follows the records.
    """
    from kranalyze import __version__

    facts, solver = _fixed()
    data = {
        "version": __version__, "title": title, "lang": lang, "deck": deck, "start": start,
        "evening": _packed(json.dumps(list(games)).encode()) if games else "",
        "notes": list(notes), "games": facts,
    }  # fmt: skip
    script, css = bundle("main"), source("style.css") + source("table.css")
    policy = (
        f"default-src 'none'; script-src {digest(script)} 'wasm-unsafe-eval'; style-src {digest(css)}; "
        "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    metas = (
        f'http-equiv="Content-Security-Policy" content="{policy}"',
        'name="viewport" content="width=device-width, initial-scale=1"',
        'name="referrer" content="no-referrer"',
    )
    body = '<main id="page"><noscript>kranalyze: this page needs scripts.</noscript></main>'
    return document(title, metas, css, body, {"data": data, "solver": solver}, script, lang)


def deals_page(rows: Sequence[Mapping[str, Any]], file: str, lang: str | None, deck: str | None) -> str:
    """The page of some deals of a file (``records.case_row``): one lies on the table, several are listed."""
    if len(rows) > 1:
        return table_page(Path(file).stem, games=rows, lang=lang, deck=deck)
    return table_page("kranalyze", start=rows[0] if rows else None, lang=lang, deck=deck)


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()


@cache
def _fixed() -> tuple[str, dict[str, str]]:
    """What all pages hold, compressed: the games, and the core, the questions and their worker."""
    facts, rows = (
        json.dumps(given, separators=(",", ":")).encode()
        for given in ([game_facts(game) for game in GAMES.values()], all_questions())
    )
    core = Path(__file__).with_name("kr.wasm").read_bytes()
    parts = {"wasm": core, "questions": rows, "worker": bundle("worker").encode()}
    return _packed(facts), {name: _packed(part) for name, part in parts.items()}


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


def all_questions() -> dict[str, Any]:
    """The questions of all games under their options, as JSON takes them; structures of the core as bytes.

    ``games`` has for each game, by the values of its options (a number, which only multiplies, left out), the
    numbers of the ``questions`` asked, and these those of their ``tasks``, ``rows`` and ``shares``.
    """
    tasks: dict[Task, int] = {}
    shares: dict[tuple[int, ...], int] = {}
    rows: dict[bytes, int] = {}
    asked: dict[tuple[int, ...], int] = {}
    games: dict[str, dict[str, list[int]]] = {}

    def number(known: dict[Any, int], key: Any) -> int:
        """Its place among those that are kept once; of none -1."""
        return -1 if key is None else known.setdefault(key, len(known))

    def numbers(game: Game, question: Question) -> tuple[int, ...]:
        """A question as ``question.js`` names its numbers, in the same order."""
        contract = question.contract
        measure, dealt = Measure(game, question), contract.goal.as_dealt
        selfish = measure.parties and not dealt
        found = searches(game, question, selfish=False)
        seats = (question.declarer, question.second, question.leader, question.trump, question.partner)
        return (
            game.contracts.index(contract),
            *(-1 if seat is None else int(seat) for seat in seats),
            list(ORDERS).index(question.order),
            number(rows, row_of(game, question)),
            number(tasks, next((search.task for search in found if search.role == "value"), None)),
            number(tasks, None if dealt else measure.base),
            *(number(tasks, measure.task(seat) if selfish else None) for seat in range(4)),
            _KINDS.index(contract.stake),
            contract.value,
            contract.per,
            -1 if contract.makeable_at is None else contract.makeable_at,
            question.unit if selfish else 0,
            number(shares, measure.shares),
            naming(game, question),
        )

    for game in GAMES.values():
        named = [option for option in game.options if option.values]
        games[game.id] = {}
        for values in product(*(option.values for option in named)):
            rules = {option.name: value for option, value in zip(named, values, strict=True)}
            row = game.under(rules)
            found = [number(asked, numbers(row, question)) for question in questions(row, selfish=True)]
            games[game.id][" ".join(f"{name}={value}" for name, value in rules.items())] = found
    return {
        "tasks": b64encode(b"".join(task.pack() for task in tasks)).decode(),
        "rows": b64encode(b"".join(rows)).decode(),
        "shares": [list(share) for share in shares],
        "questions": [list(question) for question in asked],
        "games": games,
    }
