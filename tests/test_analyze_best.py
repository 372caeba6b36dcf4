"""The best contract and those passed up, held against the table of all questions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from deals import random_deal, random_rules
from kranalyze.analysis import analyze_records
from kranalyze.answers import tables
from kranalyze.answers.best import choices
from kranalyze.cards import SUITS
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.kpn import Record, parse_kpn

CASES = [
    ("graden", 40), ("rufmariasch", 4), ("russbach", 3), ("anrufen", 6), ("anrufen3", 3),
    ("bauernschnapsen", 20),
]  # fmt: skip


def record_of(game: Game, rng: random.Random) -> Record:
    """A record with a contract that somebody could have bid."""
    deal, rules = random_deal(game, game.size, rng), random_rules(game, rng)
    dealer = Seat(rng.randrange(game.seats))
    forehand = Seat((dealer + 1) % game.seats)
    contract = rng.choice([c for c in game.contracts if c.rank is not None])
    if game.id == "graden" and rng.random() < 0.3:
        contract = game.contract("schurln")
    declarer: Seat | None = Seat(rng.randrange(game.seats))
    if contract.bidders == "forehand":
        declarer = forehand
    elif contract.bidders in ("other_side", "not_forehand"):
        declarer = Seat((forehand + 1) % 4)
    elif contract.bidders == "forehand_side":
        declarer = Seat((forehand + 2) % 4)
    if contract.makeable_at is None:
        declarer = None
    trump = rng.randrange(4) if contract.trump or game.pairs else None
    return Record(
        items=(), game=game.id, rules=rules, deal=deal, dealer=dealer, contract=contract.id,
        declarer=declarer, trump=trump,
    )  # fmt: skip


def expected(
    game: Game, record: Record, rows: list[dict[str, Any]], seat: Seat
) -> tuple[str, int] | None:
    """Contract and payoff by the table: the makeable row that pays most, the lowest of equals."""
    played = game.contract(record.contract or "")
    ranks = {c.id: c.rank for c in game.contracts}
    found: list[tuple[int, int, str]] = []
    for row in rows:
        rank = ranks[row["contract"]]
        if row["declarer"] != seat.name or rank is None or not row["biddable"]:
            continue
        if seat != record.declarer and rank <= (played.rank or 0):
            continue
        if not may_bid(game, record, row):
            continue
        amount = row[f"guarantee_{seat.name.lower()}"]
        if amount is not None and amount > 0:
            found.append((amount, -rank, row["contract"]))
    if not found:
        return None
    amount, _, contract = max(found)
    return contract, amount


def may_bid(game: Game, record: Record, row: dict[str, Any]) -> bool:
    """Who is forehand and which suit is trump is fixed by the record."""
    forehand = record.forehand
    assert forehand is not None
    if game.contract(row["contract"]).bidders == "forehand" and row["declarer"] != forehand.name:
        return False
    if not game.pairs:
        return True
    if row["contract"] == "herrengang":
        return bool(row["declarer"] != forehand.name)
    if row["trump"] is None:
        return True
    return row["leader"] == forehand.name and row["trump"] == SUITS[record.trump or 0]


def rows_of(game: Game, record: Record) -> list[dict[str, Any]]:
    assert record.deal is not None
    seats = [s for s in Seat if s < game.seats]
    if game.id in ("russbach", "rufmariasch"):
        seats = [record.declarer or Seat.N]
    contracts = [c for c in game.contracts if c.rank is not None]
    return tables.table(
        [record.deal], game=game, rules=record.rules, declarers=seats, contracts=contracts, workers=1
    ).to_dicts()


@pytest.mark.parametrize(("name", "deals"), CASES)
def test_the_best_and_the_passed_up_contracts_are_those_of_the_table(name: str, deals: int) -> None:
    rng, game = random.Random(f"best {name}"), GAMES[name]
    records = [record_of(game, rng) for _ in range(deals)]
    some = 0
    for record, found in zip(records, choices(records), strict=True):
        rows = rows_of(game, record)
        for seat in list(Seat)[: game.seats]:
            choice = found.best if seat == record.declarer else found.passed[seat]
            said = None if choice is None else (choice.contract.id, choice.payoff)
            assert said == expected(game, record, rows, seat), (record.deal, record.contract, seat)
            some += choice is not None
        if record.declarer is None:
            assert found.best is None
    assert some


def test_the_cost_of_a_discard() -> None:
    # The talon brings East three aces. With them away he never takes a trick: his other cards are the lowest
    # of their suits. If he keeps them, South or North leads a high card of a suit, and he must beat it.
    deal = (
        '[Game "anrufen3"] [Dealer "N"] [Deal "N:KQT.KQT.Q. J9.J9.J9.9 ..KT.AKTQJ"] [Talon "SA HA DA"]\n'
        '[Contract "no_tricks"] [Declarer "E"]\n'
    )
    bad, good = (f'{deal}[Discard "{cards}"]\n\n' for cards in ("SJ HJ DJ", "SA HA DA"))
    rows = analyze_records(parse_kpn(bad + good).records).games.to_pylist()
    assert [row["makeable"] for row in rows] == [False, True]
    assert [row["cost_discard"] for row in rows] == [8, 0]
    assert [row["best_payoff"] for row in rows] == [4, 4]
