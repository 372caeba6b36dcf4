"""Values of bids in logged auctions equal the answers for the same contracts, solved one by one."""

from __future__ import annotations

import random

import pytest

from kpn_games import random_game
from kranalyze.answers.answer import solve
from kranalyze.answers.bidworth import open_hand_worths_of_bids
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.games import GAMES
from kranalyze.kpn import Record, read_kpn


def solved_alone(record: Record) -> list[tuple[int, bool | None, int | None]]:
    """Solve every bid of a record by itself. Return the call's number, makeable and the bidder's payoff."""
    game, found = record.game_row, []
    if record.deal is None or not record.deal.complete:
        return []
    contracts = {contract.id: contract for contract in game.contracts}
    for number, call in enumerate(record.auction):
        if (contract := contracts.get(call.call)) is None:
            continue
        trump = record.trump if call.trump is None and game.pairs and contract.trump else call.trump
        try:
            answer = solve(
                record.deal, contract=contract, game=game, declarer=call.seat, dealer=record.dealer,
                trump=trump, leader=record.forehand if contract.leads == "forehand" else None,
                rules=record.rules, line=False,
            )  # fmt: skip
        except ValueError:
            continue  # a bid that is impossible on this deal has no value
        found.append((number, answer.makeable, answer.payoff[call.seat]))
    return found


def compare(records: list[Record]) -> int:
    """Compare the values of all bids in records with those of ``solved_alone``. Return the number of bids."""
    count = 0
    for record, bids in zip(records, open_hand_worths_of_bids(records), strict=True):
        assert [(bid.call, bid.makeable, bid.payoff) for bid in bids] == solved_alone(record), record
        count += len(bids)
    return count


@pytest.mark.parametrize("name", GAMES)
def test_bids_of_random_games(name: str) -> None:
    rng = random.Random(f"bids {name}")
    bids = compare([random_game(rng, name) for _ in range(5 if name == "russbach" else 25)])
    assert bids > 3 or name in ("russbach", "whist", "rufmariasch")


def test_bids_of_a_log() -> None:
    assert compare(list(read_kpn(path_of_own_or_bundled("simulated-log.kpn")).records)) > 50
