"""Samples of layouts: their size, their accuracy, and the same results with any number of workers."""
# mypy: no-strict-optional

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from math import comb, sqrt
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze import Seat, count_sweep_layouts
from kranalyze.answers.intervals import wilson
from kranalyze.cards import parse_hand
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hand import hand as hand_module
from kranalyze.hand import odds
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Sums
from kranalyze.hand.tally import Counter
from running import run

GRADEN = GAMES["graden"]


def test_samples_agree_with_themselves_on_any_number_of_workers() -> None:
    asked = [odds("KQ.9.AJ9.", samples=3000, seed=11, workers=n, games=0) for n in (1, 4)]
    assert asked[0] == asked[1]
    assert odds("KQ.9.AJ9.", samples=3000, seed=12, games=0) != asked[0]


@pytest.mark.parametrize("game", ["anrufen", "anrufen3", "russbach", "rufmariasch"])
def test_without_a_word_a_sample_is_as_large_as_its_searches_allow(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of layouts is the same on every machine and with any number of workers.

    The estimated cost of the layouts is near the budget. A larger budget gives more layouts.
    """
    row = GAMES[game]
    mask = parse_hand("KT9.Q.A.AQ8" if row.pack == 32 else "KT.Q.A.AQK"[: row.size + 3])
    sizes, weights, weighed = [], list[float](), Counter.sums_and_milliseconds

    def noted(counter: Counter, columns: Sequence[Any]) -> tuple[Sums, float]:
        sums, weight = weighed(counter, columns)
        weights.append(weight)
        return sums, weight

    monkeypatch.setattr(Counter, "sums_and_milliseconds", noted)
    for budget in (60.0, 240.0):
        monkeypatch.setattr(hand_module, "_BUDGET", budget)
        weights.clear()
        answers = odds(mask, game=game, workers=1, games=0)
        assert budget / 4 < sum(weights) < 1.5 * budget
        sizes.append(max(o.layouts for o in answers))
        assert odds(mask, game=game, workers=3, games=0) == answers
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize(("hard", "layouts"), [(0, 1), (1, 2), (5, 8), (40, 64), (None, 128)])
def test_a_hard_layout_ends_a_sample_by_default_only(
    hard: int | None, layouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new piece of layouts doubles the sample. The piece that spends the budget is the last.

    With ``samples`` the budget is ignored.
    """
    monkeypatch.setattr(hand_module, "_BUDGET", 128.0)
    seen = []

    def weighed(counter: Counter, columns: Sequence[Any]) -> tuple[Sums, float]:
        count = len(columns[0])
        seen.append(count)
        spent = 1e6 if hard is not None and sum(seen) > hard else 0.0
        return counter.count(columns), count + spent

    monkeypatch.setattr(Counter, "sums_and_milliseconds", weighed)
    [found] = odds("KT9.Q.A.AQ8", game="rufmariasch", contracts=["simple"], workers=1, games=0)
    assert (found.layouts, sum(seen)) == (layouts, layouts)
    seen.clear()
    [found] = odds("KT9.Q.A.AQ8", game="rufmariasch", contracts=["simple"], samples=200, workers=1, games=0)
    assert found.layouts == 200


def test_a_wide_interval_by_default_says_how_to_narrow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_module, "_BUDGET", 100.0)
    said = run("odds", "KT9.Q.A.AQ8", "--game", "rufmariasch", "--games", 0).out
    assert (
        re.search(
            r"\nThe sample was to take some seconds: \d+ layouts; --within 0.01 goes on until no "
            r"interval is wider\.\n",
            said,
        )
    )


def test_sampling_goes_on_until_the_interval_is_narrow() -> None:
    for within in (0.05, 0.02):
        [found] = odds("KQ.9.AJ9.", contracts=["durchmarsch"], within=within, seed=3, games=0)
        low, high = found.interval or (0, 1)
        assert found.method == "sample" and high - low <= within and found.layouts % 4096 == 0


COVERED = ("AKJ.AQ.T.", "AKJ.AKJ..", "AQJ9.AK..", "AQ.AK.A.9")


@pytest.mark.parametrize("hand", COVERED)
def test_intervals_cover_the_exact_share_as_often_as_they_should(hand: str) -> None:
    """95% of the intervals of 80 samples contain the exact share. Four standard deviations are tolerated."""
    contract, tries, size = GRADEN.contract("durchmarsch_letzten"), 80, 120
    made = count_sweep_layouts(hand, contract)
    assert made is not None and 0 < made < 17153136
    share, covered = made / 17153136, 0
    asked = HandQuery(GRADEN, parse_hand(hand), contracts=[contract])
    counter = Counter(asked, [contract])
    for i in range(tries):
        tally = counter.count(asked.columns(i * size, size, seed=99))
        low, high = wilson(tally[contract.id, None][1], size)
        covered += low <= share <= high
    assert abs(covered - 0.95 * tries) < 4 * sqrt(tries * 0.95 * 0.05)


def test_wilson_by_hand() -> None:
    """The observed share is 1.96 standard deviations away from each end of the interval."""
    for made, layouts in ((1, 10), (37, 100), (999, 1000)):
        for end in wilson(made, layouts):
            deviation = sqrt(end * (1 - end) / layouts)
            assert abs(made / layouts - end) / deviation == pytest.approx(1.959964, abs=1e-5)
    assert wilson(0, 50)[0] == 0 and wilson(50, 50)[1] == 1


@pytest.mark.parametrize("deals", [40_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_counts_of_all_hands_are_the_share_of_random_deals(deals: int) -> None:
    """Exact counts over all 134,596 hands agree with random deals in which North is the declarer.

    The deals of five seeds are counted together, and no seed is left out. With single seeds and a million
    deals, about one count in twenty lies outside its 95% interval by chance. For example, with seed 21 the
    count of "Hundert am letzten" is off by 2.04 standard deviations.
    """
    every = kranalyze.book().select("mask", "equivalents").rows()
    assert len(every) == 6907 and sum(times for _, times in every) == comb(24, 6) == 134596
    contracts = ("zehnermord", "koenigmord", "hundertermord", "durchmarsch_letzten", "hundert_letzten")
    found = dict.fromkeys(contracts, 0)
    for seed in range(21, 26):
        frame = random_deals(GRADEN, deals, seed=seed).select("n", "e", "s", "w")
        for contract in contracts:
            found[contract] += made_by_north(frame, contract)
    for contract in contracts:
        counted = sum(times * (count_sweep_layouts(mask, contract) or 0) for mask, times in every)
        share = counted / (134596 * 17153136)
        low, high = wilson(found[contract], 5 * deals)
        assert low <= share <= high, contract


def made_by_north(frame: pl.DataFrame, contract: str) -> int:
    """Return on how many deals North may bid a contract and makes it."""
    asked = HandQuery(GRADEN, 0, contracts=[contract], seat=Seat.N)
    counter = Counter(asked, [GRADEN.contract(contract)])
    hands = [array("I", frame[name].to_list()) for name in ("n", "e", "s", "w")]
    return counter.count([*hands, array("I", [0]) * frame.height])[contract, None][1]
