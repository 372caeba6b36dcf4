"""Simulated players look up the mean payments of their bids in the book of hands (RULINGS: at the table)."""

from __future__ import annotations

import random
from math import comb
from typing import Any, Literal

import polars as pl
import pytest

import kranalyze
from kranalyze.batches import simulate_shards
from kranalyze.cards import mask_of, parse_hand
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.hands import Hand
from kranalyze.kpn import Record
from kranalyze.simulation import simulate
from kranalyze.simulation.carefulbids import BidKind, CarefulBidders
from kranalyze.simulation.handmeans import means_at_the_table
from running import run

GRADEN = GAMES["graden"]
RANKS = {contract.id: contract.rank for contract in GRADEN.contracts if contract.rank is not None}


def means_in_book(hand: Hand, kind: Literal["table", "open"]) -> dict[str, float]:
    """Return the mean payment of each bid of a hand from the book: at the table, or with open cards."""
    row = kranalyze.book(hand).row(0, named=True)
    if kind == "open":
        return {name: row[f"{name}_mean"] for name in RANKS if row[f"{name}_mean"] is not None}
    played = {name: row[f"{name}_careful_games"] for name in RANKS}
    return {name: row[f"{name}_careful_paid"] / games for name, games in played.items() if games}


def dealt_around(hand: Hand, seed: int) -> list[int]:
    """Return the masks of the four hands of a random deal in which North holds a given hand."""
    rest = [number for number in range(32) if number % 8 >= 2 and not hand.mask >> number & 1]
    random.Random(seed).shuffle(rest)
    return [hand.mask, *(mask_of(rest[i : i + 6]) for i in (0, 6, 12))]


def bidding(hands: list[int], bids: BidKind = "table") -> CarefulBidders:
    return CarefulBidders(GRADEN, hands, Seat.N, [8] * 4, bids=bids)


def hands_with(condition: pl.Expr, count: int) -> list[Hand]:
    """Return random hands of the book for which a condition is true."""
    hands = kranalyze.book().filter(condition)["hand"].to_list()
    return [Hand(parse_hand(hand)) for hand in random.Random("hands").sample(hands, count)]


def test_a_hand_whose_best_bid_is_another_one_at_the_table() -> None:
    """With open cards no hand bids Bettler. At the table 14.7 % of the hands bid Bettler."""
    rows = kranalyze.book()
    bid_at_table = (pl.col("careful_best_bid") == "bettler") & (pl.col("careful_best_mean") > 0)
    bettlers = sum(rows.filter(bid_at_table)["equivalents"].to_list())
    assert round(100 * bettlers / comb(24, 6), 1) == 14.7
    assert rows.filter((pl.col("best_bid") == "bettler") & (pl.col("best_mean") > 0)).is_empty()
    for hand in hands_with(bid_at_table, 12):
        hands = dealt_around(hand, 1)
        expected = {kind: max(means_in_book(hand, kind).items(), key=lambda item: item[1]) for kind in KINDS}
        assert expected["table"][0] == "bettler" and expected["table"][1] > 0
        first = bidding(hands).bid().calls[0]
        assert (first.seat, first.call) == (Seat.N, "bettler"), hand
        name, mean = expected["open"]
        assert bidding(hands, "open").bid().calls[0].call == (name if mean > 0 else "gut"), hand


KINDS: tuple[BidKind, BidKind] = ("table", "open")


def may_join(record: Record, turn: int) -> bool:
    """Return whether a Bettler or Plauderer is the highest bid at a turn, and nobody has joined it."""
    bids = [call.call for call in record.auction[:turn] if call.call != "gut"]
    return bids[-1:] in (["bettler"], ["plauderer"])


def test_each_call_of_an_auction_follows_from_the_means_of_the_book() -> None:
    """Each call is the bid with the greatest mean in the book, or a pass.

    Calls at which a seat may join the highest bid as second declarer are left out, because the book has no
    mean payments for two declarers.
    """
    compared = 0
    for record in simulate(80, seed=5, look=2, workers=1):
        standing, owner = 0, None
        for turn, call in enumerate(record.auction):
            if call.call == "mit":
                break
            assert record.deal is not None
            means = means_in_book(record.deal.hand(call.seat), "table")
            own = [mean for name, mean in means.items() if RANKS[name] == standing]
            least = own[0] if owner == call.seat else 0.0
            higher = {name: mean for name, mean in means.items() if RANKS[name] > standing}
            best = max(higher, key=lambda name: higher[name], default="gut")
            expected = best if higher and higher[best] > least else "gut"
            if not may_join(record, turn):
                assert call.call == expected, (record, turn)
                compared += 1
            if call.call != "gut":
                standing = RANKS[call.call]
                owner = call.seat
    assert compared > 150


def test_rules_without_a_book_and_other_games_bid_with_open_cards() -> None:
    hand = parse_hand("AKQ.AK.A.")
    assert [mean.source for mean in means_at_the_table(GRADEN, hand)] == ["table"] * 9
    assert means_at_the_table(GRADEN.under({"call_own": "yes"}), hand) == []
    assert means_at_the_table(GAMES["anrufen"], hand) == []
    for game in ("anrufen", "bauernschnapsen"):
        table, opened = (list(simulate(3, game=game, seed=2, look=2, bid_means=kind)) for kind in KINDS)
        assert table == opened
    rules = {"call_own": "yes"}
    table, opened = (list(simulate(3, seed=2, look=2, rules=rules, bid_means=kind)) for kind in KINDS)
    assert table == opened and "(sampled layouts)" in table[0].comments[0].text


def test_the_called_card_has_the_suit_of_the_hand() -> None:
    """Hands that differ only in the names of suits share a row of the book. Each gets its own called card."""
    for text in ("AK.AQ.K.9", "9.K.AQ.AK", "AQ.9.AK.K"):
        hand = Hand(parse_hand(text))
        durchmarsch = RANKS["durchmarsch"] - 1
        [mean] = [mean for mean in means_at_the_table(GRADEN, hand.mask) if mean.contract == durchmarsch]
        row = kranalyze.book(hand).row(0, named=True)
        assert mean.called == row["durchmarsch_call"]
        assert mean.mean == pytest.approx(row["durchmarsch_careful_mean"])
        assert mean.called is not None and not hand.mask >> mean.called & 1


def test_a_record_names_its_means() -> None:
    table, opened = (list(simulate(12, seed=7, look=2, bid_means=kind)) for kind in KINDS)
    sentence = "Bids are those that pay most on average at the table (book of hands)"
    assert all(sentence in record.comments[0].text for record in table)
    called = [record for record in table if record.called is not None]
    assert called and all("called cards" in record.comments[0].text for record in called)
    assert all("at the table" not in record.comments[0].text for record in opened)
    assert [record.auction for record in table] != [record.auction for record in opened]


def test_games_are_the_same_on_any_number_of_workers() -> None:
    settings: dict[str, Any] = {"seed": 3, "look": 2}
    alone, together = (list(simulate(12, **settings, workers=workers)) for workers in (1, 3))
    assert alone == together


def test_the_option_of_the_command(tmp_path: Any) -> None:
    """The first comment of a file repeats the option ``--bid-means``.

    If the option changes, shards are made anew.
    """
    done = run("simulate", "-n", 4, "--seed", 7, "--look", 2, "--bid-means", "open")
    assert "; kranalyze simulate -n 4 --seed 7 --look 2 --bid-means open" in done.out
    expected = [record.auction for record in simulate(4, seed=7, look=2, bid_means="open")]
    assert [record.auction for record in kranalyze.kpn.parse_kpn(done.out).records] == expected
    assert run("simulate", "-n", 1, "--bid-means", "closed").status == 2
    with pytest.raises(ValueError, match="bid_means: table or open"):
        simulate(1, bid_means="closed")  # type: ignore[arg-type]
    simulate_shards(2, tmp_path, seed=7, look=2)
    assert simulate_shards(2, tmp_path, seed=7, look=2, bid_means="open").stale == 1
