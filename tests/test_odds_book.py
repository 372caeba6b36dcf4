"""The bundled book of hands is complete, its exact columns are exact, and ``odds`` answers from the book."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from kranalyze import count_sweep_layouts
from kranalyze.answers.intervals import wilson
from kranalyze.bundled import bundled_directory
from kranalyze.cards import cards_of, hand_text, mask_of, parse_hand, rank_of, suit_of
from kranalyze.games import GAMES
from kranalyze.hand import hand as hand_module
from kranalyze.hand import odds, odds_with_best_mean
from kranalyze.hand.book import canonical_hand
from kranalyze.show.oddstext import odds_text
from running import run, script

LAYOUTS = 17153136
EXACT = ("durchmarsch_letzten", "hundert_letzten", "zehnermord", "koenigmord", "hundertermord")
RULES = GAMES["graden"].in_force


@pytest.fixture(scope="module")
def book() -> pl.DataFrame:
    return pl.read_parquet(bundled_directory() / str(GAMES["graden"].book))


def test_every_hand_up_to_renaming_suits_is_there_once(book: pl.DataFrame) -> None:
    assert book.height == 6907 and book["equivalents"].sum() == 134596
    assert dict(book.select("mask", "equivalents").iter_rows()) == dict(script("build_hands").hands())
    for text, mask in book.select("hand", "mask").iter_rows():
        assert parse_hand(text) == mask == canonical_hand(mask)[0]
    assert book["layouts"].min() == 50_000


def test_exact_columns_are_the_counts(book: pl.DataFrame) -> None:
    some = book.sample(150, seed=4)
    for contract in EXACT:
        columns = some.select("mask", f"{contract}_made", f"{contract}_share").iter_rows()
        for mask, made, share in columns:
            assert made == count_sweep_layouts(mask, contract)
            assert share == (None if made is None else pytest.approx(made / LAYOUTS, abs=1e-12))


def test_what_needs_king_and_queen_is_null_for_hands_without_them(book: pl.DataFrame) -> None:
    needs = [name for name in book.columns if name.startswith("hundert") and "careful" not in name]
    assert len(needs) == 13
    without = [not any("K" in suit and "Q" in suit for suit in hand.split(".")) for hand in book["hand"]]
    assert sum(without) == 5468
    for name in needs:
        assert book[name].is_null().to_list() == without, name


def test_the_builder_makes_the_rows_that_stand_there(book: pl.DataFrame, tmp_path: Path) -> None:
    build = script("build_hands")
    every = list(build.hands())
    chosen = {index: every[index] for index in (5, 3000)}
    rows = [build.row_of(index, mask, alike, 50_000) for index, (mask, alike) in chosen.items()]
    build.write(pl.DataFrame(rows), tmp_path / "book.parquet", 50_000)
    made = pl.read_parquet(tmp_path / "book.parquet")
    book = book.select(pl.exclude("^.*careful.*$"))
    masks = [mask for mask, _ in chosen.values()]
    assert_frame_equal(made.select(book.columns), book.filter(pl.col("mask").is_in(masks)))


def test_intervals_are_wilsons_and_hold_the_share(book: pl.DataFrame) -> None:
    for contract in ("bettler", "durchmarsch", "plauderer", "hundert"):
        columns = [f"{contract}_{name}" for name in ("made", "share", "low", "high")]
        for made, share, low, high in book.sample(100, seed=5).select(columns).iter_rows():
            if share is not None:
                assert (low, high) == pytest.approx(wilson(made, book["layouts"][0]), abs=1e-6)
                assert low <= share <= high


def test_samples_agree_with_other_samples(book: pl.DataFrame) -> None:
    """Shares in the book agree with shares of other random layouts, which ``odds`` solves by search.

    They differ by at most 4.5 standard deviations of the difference.
    """
    for mask, layouts, made in book.sample(25, seed=6).select("mask", "layouts", "bettler_made").iter_rows():
        [fresh] = odds(mask, contracts=["bettler"], samples=1000, seed=77, games=0)
        assert fresh.best is not None and fresh.method == "sample"
        share = (made + fresh.best.made) / (layouts + 1000)
        deviation = sqrt(share * (1 - share) * (1 / layouts + 1 / 1000))
        assert abs(made / layouts - fresh.best.made / 1000) <= 4.5 * deviation


def test_the_best_bid_is_the_best_mean(book: pl.DataFrame) -> None:
    means = [f"{contract.id}_mean" for contract in GAMES["graden"].contracts if contract.rank]
    known = [name.removesuffix("_mean") for name in means]
    best = book.select(pl.max_horizontal(means).alias("best"), "best_mean")
    assert (best["best"] - best["best_mean"]).abs().max() == pytest.approx(0, abs=1e-4)
    for mask, bid in book.sample(20, seed=7).select("mask", "best_bid").iter_rows():
        found = odds_with_best_mean(odds(mask, contracts=known, games=0))
        assert found is not None and found.contract.id == bid


def test_a_renamed_hand_is_answered_with_its_own_suits() -> None:
    hand = parse_hand("AKJ.AQ.T.")
    for suits in ((0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0)):
        renamed = mask_of(suits[suit_of(card)] * 8 + rank_of(card) for card in cards_of(hand))
        [plain], [other] = (odds(mask, contracts=["durchmarsch"], games=0) for mask in (hand, renamed))
        assert plain.method == other.method == "book" and plain.best is not None and other.best is not None
        assert other.best.made == plain.best.made
        called = plain.best.call
        assert called is not None and other.best.call is not None
        assert other.best.call.number == suits[suit_of(called.number)] * 8 + rank_of(called.number)


@pytest.mark.parametrize(
    "more",
    [
        {"samples": 50},
        {"within": 0.5},
        {"seed": 3, "samples": 10},
        {"known": {0: parse_hand("..K.")}},
        {"rules": {"call_own": "yes"}},
    ],
)
def test_what_the_book_does_not_know_is_sampled(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_module, "_BUDGET", 50.0)
    [found] = odds("AKJ.AQ.T.", contracts=["bettler"], **more, games=0)
    assert found.method == "sample"


KEYS = [
    *("hand", "game", "contract", "method", "biddable", "layouts", "made", "share", "low", "high"),
    *("mean", "call", "trump", "share_dd"),
    *("careful_share", "careful_low", "careful_high", "careful_mean", "careful_mean_low"),
    *("careful_mean_high", "careful_games", "careful_look"),
]


def test_json_has_its_keys_in_order_and_the_best_mean_first() -> None:
    rows = run("odds", "AKJ.AQ.T.", "--games", 0, "--json").rows
    declared = [c for c in GAMES["graden"].contracts if c.makeable_at is not None]
    assert [list(row) for row in rows] == [["file", "line", "board", *KEYS]] * len(declared)
    means = [row["mean"] for row in rows if row["biddable"]]
    assert means == sorted(means, reverse=True)
    assert rows[0]["contract"] == "durchmarsch" and rows[0]["method"] == "book" and rows[0]["call"] == "DA"
    assert {row["contract"] for row in rows if not row["biddable"]} == {
        "hundert", "hundert_letzten", "hundertermord"
    }  # fmt: skip


def test_text_names_the_best_bid_and_says_what_may_not_be_bid() -> None:
    asked = ("--games", 0, "--contract", "hundertermord")
    said = run("odds", "AKQ.AKQ..", "--contract", "koenigmord", *asked).out
    assert "Best bid with open cards: Königmord, +210.0 chips on average." in said and "100.0%" in said
    assert "not biddable" in run("odds", "AKJ.AQT..", *asked).out
    german = run("odds", "AKJ.AQ.T.", "--games", 0, "--deck", "german").out
    assert hand_text(parse_hand("AKJ.AQ.T."), "german") in german


def test_a_part_of_a_hand_says_over_which_layouts_a_call_is_counted() -> None:
    # In Graden an own card may not be called. The missing cards of this hand are random. So in some layouts
    # the hand itself holds a card that can be called in all other layouts.
    (part,) = odds("AK.AK..", contracts=["durchmarsch"], samples=200, games=0)
    assert part.best is not None and 0 < part.best.layouts < 200
    said = "Where a choice cannot be made in every layout"
    assert said in odds_text([part])
    # If the whole hand is given, each other card lies in another hand and can be called in every layout.
    assert said not in odds_text(odds("AK.AK.A.A", contracts=["durchmarsch"], samples=200, games=0))
    assert "graden deals 6" in run("odds", "AK.AK..", "--game", "graden").err


def test_wrong_usage_is_said_in_words() -> None:
    for args, words in (
        (("AT.KQ.T9.87", "--game", "russbach", "--exact"), "9,465,511,770"),
        (("AKJ.AQ",), "four suits"),
        (("AT.KQ..",), "needs --game"),
        (("AKJ.AQ.T.", "--known", "E=SA"), "held twice"),
        (("AKJ.AQ.T.", "--known", "E=HK", "--known", "E=HT"), "given twice"),
        (("AKJ.AQ.T.", "--exact", "--play"), "exact looks at all layouts"),
        (("AKJ.AQ.T.", "--contract", "schurln"), "no declarer"),
    ):
        result = run("odds", *args)
        assert result.status == 2 and words in result.err, (args, result.err)


def test_par_on_the_command_line() -> None:
    each = "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"
    rows = run("par", each, "--json").rows
    assert "".join(row["dealer"] + row["par_declarer"] for row in rows) == "NEESSWWN"
    assert run("par", each, "--dealer", "W").out.count("deals:") == 1
    head = run("par", each, "--format", "csv").out.splitlines()[0]
    assert head.startswith("file,deal,board,dealer,par_contract")
    refused = run("par", "N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT")
    assert refused.status == 3 and "graden" in refused.err
