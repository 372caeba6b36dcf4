"""The best contract, and the contracts that seats passed up, are those of the table of all questions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from analysing import analysed
from deals import random_deal, random_rules
from kranalyze.analysis import analyze_records
from kranalyze.analysis.players import Totals
from kranalyze.answers import tables
from kranalyze.answers.best import BestBid
from kranalyze.cards import SUITS, parse_card
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.kpn import Record, parse_kpn
from kranalyze.survey.counting import stats
from logs import log
from oracle import Positions, verdict

CASES = [
    ("graden", 40), ("rufmariasch", 4), ("russbach", 3), ("anrufen", 6), ("anrufen3", 3),
    ("bauernschnapsen", 20),
]  # fmt: skip


def record_of(game: Game, rng: random.Random) -> Record:
    """Return a random record without play. Its contract is Schurln, or one that its declarer can bid."""
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
    trump = rng.choice(SUITS) if contract.trump or game.pairs else None
    second = None
    if contract.second and declarer is not None and rng.random() < 0.5:
        second = Seat((declarer + rng.randrange(1, 4)) % 4)
    return Record(
        items=(), game=game.id, rules=rules, deal=deal, dealer=dealer, contract=contract.id,
        declarer=declarer, second=second, trump=trump,
    )  # fmt: skip


def expected(game: Game, record: Record, rows: list[dict[str, Any]], seat: Seat) -> tuple[str, int] | None:
    """Return contract and payoff of a seat's best bid by the table; None if no bid pays.

    The best row is the row that pays most. Of equal rows it is the row of the lowest contract.
    """
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
    """Return whether the row's contract may be bid with the forehand and trump of the record."""
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
    return row["leader"] == forehand.name and row["trump"] == record.trump  # type: ignore[no-any-return]


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
    some = several = 0
    for record, one in zip(records, analysed(records), strict=True):
        found = [one.best if seat == record.declarer else one.passed[seat] for seat in range(4)]
        rows = rows_of(game, record)
        for seat in list(Seat)[: game.seats]:
            choice = found[seat]
            said = None if choice is None else (choice.contract.id, choice.payoff)
            assert said == expected(game, record, rows, seat), (record.deal, record.contract, seat)
            some += choice is not None
            if choice is not None:
                called = None if choice.calls is None else tuple(card.number for card in choice.calls)
                assert called == calls_of(rows, seat, choice)
                several += len(choice.calls or ()) > 6
    assert some
    assert several or name != "graden"  # some choice can call more cards than one partner holds


def calls_of(rows: list[dict[str, Any]], seat: Seat, choice: BestBid) -> tuple[int, ...] | None:
    """Return the cards to call in all rows with the choice's contract, trump and payoff, whoever holds them.

    Return None if no card is called.
    """
    trump = choice.trump
    guarantee, key = f"guarantee_{seat.name.lower()}", (choice.contract.id, trump, seat.name, choice.payoff)
    alike = [row for row in rows if (row["contract"], row["trump"], row["declarer"], row[guarantee]) == key]
    if all(row["calls"] is None for row in alike):
        return None
    return tuple(sorted(parse_card(card) for row in alike for card in row["calls"]))


THREE_ACES = (
    '[Game "anrufen3"] [Dealer "N"] [Deal "N:KQT.KQT.Q. J9.J9.J9.9 ..KT.AKTQJ"] [Talon "SA HA DA"]\n'
    '[Contract "no_tricks"] [Declarer "E"] [North "Nora"] [East "Edi"]\n'
)


@pytest.mark.usefixtures("argued")
@pytest.mark.parametrize("best", [True, False])
def test_the_verdict_is_that_of_the_best_discard(best: bool) -> None:
    # The talon brings East three Aces. If he discards the Aces, he never takes a trick: his other cards are
    # the lowest of their suits. If he keeps an Ace, South or North can lead a high card of its suit, and East
    # must beat this card. In the first record East keeps all Aces, leads one, and loses a contract that could
    # be made.
    lost = f'{THREE_ACES}[Discard "SJ HJ DJ"] [Play "E"]\nSA DK SQ\n*\n\n'
    won = f'{THREE_ACES}[Discard "SA HA DA"]\n\n'
    found = analyze_records(parse_kpn(lost + won).records, best=best)
    for row in found.games.to_dicts():
        names = ("makeable", "value", "payoff_n", "payoff_e", "payoff_s", "payoff_w", "guarantee_e")
        assert [row[name] for name in names] == [True, 1, -2, 4, -2, None, 4]
    first, second = found.games.to_dicts()
    assert (first["verdict"], first["cost_discard"], first["cost_e"]) == ("lost", 8, 0)
    assert (second["verdict"], second["cost_discard"]) == (None, 0)
    if best:
        assert (first["best_payoff"], second["best_payoff"]) == (4, 4)
    # East, as declarer, bears the cost of the discard. North's cost of 1 as defender has another reason:
    # North plays last, and did not say Contra.
    players = {row["player"]: row for row in Totals().add(**found.tables).table().to_pylist()}
    assert [players["Edi"][name] for name in ("cost_declarer", "makeable", "won_double_dummy")] == [8, 2, 8]
    assert [players["Nora"][name] for name in ("cost_declarer", "cost_defender")] == [0, 1]


def test_statistics_count_what_the_best_discard_could_have_had() -> None:
    records = parse_kpn(f'{THREE_ACES}[Discard "SJ HJ DJ"] [Play "E"]\nSA DK SQ\n*\n\n').records
    rows = {row["figure"]: row for row in stats(records).to_dicts() if row["contract"] == "no_tricks"}
    assert [rows[figure]["count"] for figure in ("should", "made", "lost", "left_play")] == [1, 0, 1, 1]
    assert rows["left_play"]["mean"] == 8  # East could have had 4 and got -4


def test_verdicts_of_discards_are_those_of_plain_search() -> None:
    rng, game = random.Random("discards"), GAMES["anrufen3"]
    logs = [log(game, 3, random_rules(game, rng), rng) for _ in range(60)]
    costs = 0
    for found, (record, positions) in zip(analysed([r for r, _ in logs], best=False), logs, strict=True):
        assert record.deal is not None and record.question is not None
        right = verdict(game, record.question, record.deal, record.rules)
        shown = (found.makeable, found.value, found.guarantee, found.payoff)
        assert shown == (right.makeable, right.value, right.guarantee, right.payoff)
        silent = replace(positions.played, said=(), cards=())
        kept = Positions(game, record.question, record.rules, silent).forced(0)[record.question.leader]
        best = right.payoff[record.question.leader]
        assert kept is not None and best is not None and found.cost_discard == best - kept
        costs += bool(found.cost_discard)
    assert costs > 5
