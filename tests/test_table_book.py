"""Odds and judged bids use the figures at the table from the book of hands, here from a small test book."""
# mypy: no-strict-optional

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kranalyze import Card, analyze, read_kpn
from kranalyze.analysis import bids
from kranalyze.analysis.bids import judge_bids
from kranalyze.answers.intervals import wilson
from kranalyze.bundled import bundled_directory
from kranalyze.cards import parse_hand
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.hand import book, odds
from kranalyze.hand import hand as hand_module
from kranalyze.hand.book import canonical_hand
from kranalyze.kpn import Call, Record
from kranalyze.show.gametext import game_text
from kranalyze.show.oddstext import odds_text
from kranalyze.show.pages.table import analysed_rows
from running import EVENING, run

#: For each hand, the mean payment of contracts at the table, in chips. The hand loses every game in all other
#: contracts that it may bid.
MEANS = {
    "J..J.AQJ9": {"durchmarsch": -8},
    "K.QJ9.T9.": {"bettler": 45, "plauderer": 60, "durchmarsch": -20},
    "T9.T.KQ.K": {"durchmarsch": -4, "hundert": 12},
    "AQ.AK.A.T": {"durchmarsch": 24},
}
NORTH, EAST, SOUTH, WEST = MEANS
HANDS = [parse_hand(hand) for hand in MEANS]
GRADEN = GAMES["graden"]

#: Number of games with each hand in each contract.
PLAYED = 100

MakeBook = Callable[[dict[str, dict[str, int]]], None]


def clear_caches() -> None:
    """Forget the figures of an earlier book."""
    bids._odds.cache_clear()
    bids._has_table_means.cache_clear()


@pytest.fixture
def make_book(monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeBook]:
    """Yield a function that replaces the bundled book by one with mean payments of some hands."""
    bundled = pl.read_parquet(bundled_directory() / str(GRADEN.book)).select(
        pl.selectors.exclude("^.*careful.*$")
    )
    masks = [canonical_hand(hand)[0] for hand in HANDS]

    def replace_book(means: dict[str, dict[str, int]]) -> None:
        columns: dict[str, list[int | None]] = {}
        for contract in GRADEN.contracts:
            if contract.makeable_at is None:
                continue
            amount = contract.value * (1 if contract.party == "called" else 3)
            rows = [(hand, means.get(hand)) for hand in MEANS]
            may_bid = [contract.requires is None or "KQ" in hand for hand, _ in rows]
            paid = [
                None if of_hand is None or not allowed else PLAYED * of_hand.get(contract.id, -amount)
                for (_, of_hand), allowed in zip(rows, may_bid, strict=True)
            ]
            columns[f"{contract.id}_careful_paid"] = paid
            columns[f"{contract.id}_careful_squares"] = [p and PLAYED * amount**2 for p in paid]
            columns[f"{contract.id}_careful_won"] = [p and (p // amount + PLAYED) // 2 for p in paid]
            columns[f"{contract.id}_careful_games"] = [None if p is None else PLAYED for p in paid]
        frame = pl.DataFrame({"mask": masks, "careful_look": [64] * 4, **columns}).cast({"mask": pl.UInt32})
        joined = bundled.join(frame, on="mask", how="left")
        monkeypatch.setattr(book, "_read", lambda name: joined)
        clear_caches()

    yield replace_book
    clear_caches()


def calls(words: str) -> tuple[Call, ...]:
    """Return the calls of a text such as ``S bettler W gut``."""
    parts = words.split()
    return tuple(Call(Seat.parse(s), c) for s, c in zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def record() -> Record:
    """Return a record in which East declares Bettler, and the others pass."""
    [first] = [record for record in read_kpn(EVENING).records if record.board == "1"]
    return replace(
        first, deal=Deal(tuple(HANDS)), contract="bettler", declarer=Seat.E, dealer=Seat.N, called=None,
        auction=calls("E bettler S gut W gut N gut"), question=None, leader=Seat.E, play=(), facts=None,
    )  # fmt: skip


def test_hands_do_not_overlap() -> None:
    assert sum(HANDS) == sum(1 << card for card in range(32) if card % 8 >= 2)


def test_bids_are_judged_by_table_means(make_book: MakeBook, record: Record) -> None:
    make_book(MEANS)
    judged = judge_bids(record)
    assert judged.kind == "table"
    assert judged.mean == 45 and judged.cost == 15
    assert (judged.best.contract.id, judged.best.mean) == ("plauderer", 60)
    # North has no bid that pays.
    passed = [(bid.contract.id, bid.mean) if bid else None for bid in judged.passed]
    assert passed == [None, None, ("hundert", 12), ("durchmarsch", 24)]


def test_without_table_means_of_a_hand_all_bids_are_judged_with_open_cards(
    make_book: MakeBook, record: Record
) -> None:
    make_book({hand: means for hand, means in MEANS.items() if hand != WEST})
    judged = judge_bids(record)
    [bettler] = odds(EAST, contracts=["bettler"], games=0)
    assert judged.kind == "open" and judged.mean == bettler.mean
    # A hand that is unknown needs no figures in the book.
    unknown = replace(record, deal=Deal((*HANDS[:3], None)))
    assert judge_bids(unknown).kind == "table"


def test_other_rules_are_judged_with_open_cards(make_book: MakeBook, record: Record) -> None:
    make_book(MEANS)
    assert judge_bids(replace(record, rules={**record.rules, "call_own": "yes"})).kind == "open"


def test_another_called_card_is_judged_with_open_cards(make_book: MakeBook, record: Record) -> None:
    make_book(MEANS)
    [durchmarsch] = odds(WEST, contracts=["durchmarsch"], games=0)
    played = replace(
        record, contract="durchmarsch", declarer=Seat.W, auction=calls("E gut S gut W durchmarsch N gut")
    )
    judged = judge_bids(replace(played, called=durchmarsch.best.call))
    assert (judged.kind, judged.mean, judged.cost) == ("table", 24, 0)
    other = Card("C9")  # the worst partner: the holder of a Nine
    assert other != durchmarsch.best.call
    judged = judge_bids(replace(played, called=other))
    assert judged.kind == "open" and judged.mean <= durchmarsch.mean


def test_suits_with_equal_holdings_are_alike() -> None:
    hand = parse_hand("AK.AK.J9.")
    spade_queen, heart_queen, diamond_queen, club_queen = (Card(f"{suit}Q") for suit in "SHDC")
    assert bids._is_like_call(hand, spade_queen, heart_queen)
    assert not bids._is_like_call(hand, spade_queen, diamond_queen)
    assert not bids._is_like_call(hand, club_queen, Card("CK"))


@pytest.mark.parametrize(("booked", "kind"), [(MEANS, "table"), ({}, "open")])
def test_the_kind_is_a_column_and_a_word_of_the_texts(
    make_book: MakeBook, record: Record, booked: dict[str, dict[str, int]], kind: str
) -> None:
    make_book(booked)
    judged = analyze([record], best=False, single_dummy=True)
    assert judged.games["bid_means"].to_list() == [kind]
    how = {"table": "at the table", "open": "with open cards"}[kind]
    [game] = judged.analysed
    text = game_text(game)
    assert f"With East's hand alone this contract pays {game.bids.mean:+.1f} chips on average {how}, " in text
    assert f"on average {how}." in text  # the sentence about a seat that passed
    [row] = analysed_rows([game])
    assert row["alone"]["kind"] == kind


def test_odds_takes_the_games_of_the_book(make_book: MakeBook) -> None:
    make_book(MEANS)
    best, *others = odds(EAST)
    assert best.contract.id == "plauderer" and best.careful_source == "book"
    # The declarer receives 150 in each of 70 games, and pays 150 in each of the other 30 games.
    assert (best.careful.share, best.careful.mean) == (0.7, 60.0)
    assert (best.careful.games, best.careful.look) == (100, 64)
    low, high = wilson(70, 100)
    assert best.careful.mean_interval == pytest.approx((300 * low - 150, 300 * high - 150))
    assert [(o.contract.id, o.bid_mean) for o in others if o.biddable][:2] == [
        ("bettler", 45), ("durchmarsch", -20),
    ]  # fmt: skip
    assert all(o.careful is None or o.careful.games == 100 for o in others)
    text = " ".join(odds_text([best]).split())
    assert "Games at the table: of the book of hands, where a player judges by at most 64 layouts" in text
    assert "The book has figures of all hands of the game, computed in advance." in text


@pytest.mark.parametrize(
    "more", [{"games": 2}, {"look": 3}, {"seed": 1}, {"samples": 30}, {"known": {0: parse_hand("..K.")}}]
)
def test_other_questions_play_their_own_games(
    make_book: MakeBook, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_book(MEANS)
    monkeypatch.setattr(hand_module, "_BUDGET", 50.0)
    [bettler] = odds(EAST, contracts=["bettler"], **more)
    assert bettler.careful_source == "games" and bettler.careful.mean != 45


def test_a_hand_without_games_in_the_book_is_played(
    make_book: MakeBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_book({EAST: MEANS[EAST]})
    monkeypatch.setattr(hand_module, "_BUDGET", 50.0)
    [bettler] = odds(NORTH, contracts=["bettler"])
    assert bettler.careful_source == "games" and bettler.careful.look == 256
    assert odds(NORTH, contracts=["bettler"], games=0)[0].careful is None


def test_several_hands_have_the_games_of_the_book(make_book: MakeBook, tmp_path: Path) -> None:
    make_book({EAST: MEANS[EAST], SOUTH: MEANS[SOUTH]})
    head, *lines = run("odds", EAST, SOUTH, NORTH).out.splitlines()
    assert head.split() == ["hand", "best", "bid", "at", "table", "mean", "open", "cards", "mean"]
    east, south, north = (line.split() for line in lines)
    assert east[:4] == [EAST, "Plauderer", "70.0%", "+60.0"]
    assert south[:2] == [SOUTH, "Hundert"] and south[4:6] == ["60.0%", "+12.0"]
    assert north[:2] == [NORTH, "Plauderer"] and len(north) == 4  # no games, so only open-card figures
    rows = run("odds", EAST, SOUTH, NORTH, "--contract", "bettler", "--json").rows
    assert [row["careful_games"] for row in rows] == [100, 100, None]
    assert all(row["careful_games"] is None for row in run("odds", EAST, SOUTH, "--games", 0, "--json").rows)
    assert all(row["careful_games"] is None for row in run("odds", EAST, SOUTH, "--look", 3, "--json").rows)
    russbach = run("odds", "AT.KQ..", "AT.K.Q.", "--game", "russbach", "--samples", 5).out
    assert "at table" not in russbach
