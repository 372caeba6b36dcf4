"""Sweeps by a lone declarer: guards decide as plain search does, and counts equal those of enumeration."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import combinations

import pytest

from kranalyze import Deal, Seat, count_sweep_layouts
from kranalyze.cards import cards_of, mask_of, mask_of_cards_with_ranks, pack_mask, parse_hand
from kranalyze.core.calls import Solved, solve_columns
from kranalyze.core.questionborder import questions
from kranalyze.core.task import GOALS, Task, searches
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hand.tally import count_layouts_swept_by_leader
from oracle import verdict

GRADEN = GAMES["graden"]
RULES = GRADEN.in_force
SOLO = ("koenigmord", "zehnermord", "durchmarsch_letzten", "hundert_letzten")
ACES = parse_hand("A.A.A.")
LONG = parse_hand("AKQ.AK..")


def task_of(contract: str, declarer: int = Seat.N) -> Task:
    """Return the task of a solo sweep."""
    question = questions(GRADEN, [GRADEN.contract(contract)], [declarer])[0]
    return searches(GRADEN, question, include_selfish=False)[0].task


def searched(task: Task, size: int) -> list[Task]:
    """Return a sweep as tasks that the core has to search, because they name a number of tricks.

    The first task wants all tricks. The second task, if there is one, wants all tricks but the last.
    """
    whole = task._replace(goal=GOALS["sweep"], takers=1 << task.leader, tricks=size, declarer=0xFF, seek=0xFF)
    return [whole, whole._replace(tricks=size - 1)] if size > 1 else [whole]


def solve(hands: list[array[int]], tasks: list[Task]) -> Solved:
    n, e, s, w = hands
    return solve_columns((n, e, s, w), None, len(n), tasks, list(range(len(tasks))))


@pytest.mark.parametrize("must_beat", [0, 2])
@pytest.mark.parametrize("contract", SOLO)
@pytest.mark.parametrize("given", [0, ACES, LONG], ids=["any", "aces", "long"])
def test_guards_decide_as_search_does(contract: str, must_beat: int, given: int) -> None:
    """Guards decide as search does for random and strong hands of six cards.

    The contracts have both orders of rank. Each case is tried with and without the duty to beat.
    """
    frame = random_deals(GRADEN, 1500, seed=61, held={Seat.E: given})
    hands = [array("I", frame[name].to_list()) for name in "nesw"]
    task = task_of(contract, Seat.E)._replace(flags=must_beat)
    static = solve(hands, [task])
    plain = solve(hands, searched(task, 6))
    assert not any(static.status)
    wins = zip(plain.values[::2], plain.values[1::2], strict=True)
    if task.goal == GOALS["last"]:
        expected = [3 if every else 1 if five else -3 for every, five in wins]
    else:
        expected = [every for every, _ in wins]
    assert list(static.values) == expected
    assert len(set(expected)) > 1 or (given == LONG and contract == "durchmarsch_letzten")


def test_guards_decide_as_the_oracle_does() -> None:
    """Guards decide as the oracle's rules of play in Python do. Each hand has three of the 24 cards."""
    frame = random_deals(GRADEN, 60, seed=5)
    for n, e, s, w in frame.select("n", "e", "s", "w").iter_rows():
        deal = Deal(tuple(mask_of(list(cards_of(hand))[::2]) for hand in (n, e, s, w)))
        for contract in SOLO:
            for question in questions(GRADEN, [GRADEN.contract(contract)]):
                seen = verdict(GRADEN, question, deal, RULES)
                if seen.value is None:
                    continue
                task = searches(GRADEN, question, include_selfish=False)[0].task
                found = solve([array("I", [mask]) for mask in deal.masks], [task])
                assert found.values[0] == seen.value, (deal, question)


def test_bad_deals_are_named_as_search_names_them() -> None:
    good, short = 0xFC, 0xF8
    east, south = [good, good << 8, good << 8], [0, good << 16, good << 16]
    hands = [array("I", column) for column in ([good] * 3, east, south, [0, short << 24, good << 24])]
    task = task_of("koenigmord")
    static, plain = (solve(hands, tasks) for tasks in ([task], searched(task, 6)))
    assert static.status == plain.status and [bool(s) for s in static.status] == [True, True, False]
    assert static.values[2] == 1


def layouts(rest: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield all ways to deal cards to three hands of ``size`` cards."""
    cards = list(cards_of(rest))
    for first in combinations(cards, size):
        left = [c for c in cards if c not in first]
        for second in combinations(left, size):
            x, y = mask_of(first), mask_of(second)
            yield x, y, rest & ~x & ~y


SMALL = mask_of_cards_with_ranks("TQKA")
SMALL_HANDS = ("AKQ.A..", "AK.AK..", "AQ.AK..", "A.A.A.A", "AQ.AQ..", "KQT.A..", "AKT.K..", "A.AT.A.")


@pytest.mark.parametrize("contract", ["koenigmord", "zehnermord"])
@pytest.mark.parametrize("hand", SMALL_HANDS)
def test_counts_are_those_of_all_layouts_searched(hand: str, contract: str) -> None:
    """Counts for hands of four from sixteen cards equal those of an ordinary search of all 34,650 layouts."""
    own, columns = parse_hand(hand), list(zip(*layouts(SMALL & ~parse_hand(hand), 4), strict=True))
    count = len(columns[0])
    assert count == 34650
    task = task_of(contract)
    found = solve([array("I", [own] * count), *(array("I", column) for column in columns)], searched(task, 4))
    made = (sum(found.values[::2]), sum(found.values[1::2]))
    assert count_layouts_swept_by_leader(task, own, SMALL) == made
    assert count_sweep_layouts(hand, contract, pack=SMALL) == made[0]


def test_some_small_hands_are_neither_sure_nor_hopeless() -> None:
    task = task_of("koenigmord")
    counts = {
        count
        for hand in SMALL_HANDS
        for count in count_layouts_swept_by_leader(task, parse_hand(hand), SMALL)
    }
    assert len(counts) > 4


def test_counts_by_hand() -> None:
    """The counts equal numbers that were computed by hand."""
    # With five tops and an Ace, no card can be beaten. With five tops and a King, an opponent keeps the Ace
    # for the last trick. So the declarer takes all tricks but the last.
    assert count_sweep_layouts("AKQJT.A..", "koenigmord") == 17153136
    assert count_sweep_layouts("AKQJT.K..", "koenigmord") == 0
    assert count_sweep_layouts("AKQJT.K..", "durchmarsch_letzten") == 17153136
    # A guard against three tops needs four cards of the suit. The other hands have only three spades and
    # three hearts in all, so there is no guard.
    assert count_sweep_layouts("AKQ.AKQ..", "koenigmord") == 17153136
    # Only Queen and Ten of spades are in other hands. They fall under Ace and King. In hearts, no card beats
    # the two tops.
    assert count_sweep_layouts("AKJ9.AK..", "koenigmord") == 17153136
    # The Jack of spades wins only if King and Queen fall under the Ace. So one hand has the King as its only
    # spade, another hand has the Queen as its only spade, and the third hand has Ten and Nine (3 x 2 ways).
    # The 14 other cards fill 5 + 5 + 4 places.
    assert count_sweep_layouts("AJ.AKQJ..", "koenigmord") == 6 * 252252


def test_what_is_not_counted_says_so() -> None:
    assert count_sweep_layouts("AKJ.AQT..", "hundertermord") is None
    assert count_sweep_layouts("AKQ.AQT..", "hundertermord") == count_sweep_layouts("AKQ.AQT..", "zehnermord")
    with pytest.raises(ValueError, match="needs a search"):
        count_sweep_layouts("AKQ.AKQ..", "bettler")
    with pytest.raises(ValueError, match="not in the pack"):
        count_sweep_layouts("AKQ7.AK..", "koenigmord")
    with pytest.raises(ValueError, match="size"):
        count_sweep_layouts("AKQ.AK..", "koenigmord")


def test_known_cards_narrow_the_count() -> None:
    """The counts with the Queen of spades in a known hand add up to the count with an unknown Queen."""
    task, hand, queen = task_of("koenigmord"), parse_hand("AKJ.AKJ.."), parse_hand("Q...")
    whole = count_layouts_swept_by_leader(task, hand, pack_mask(24))
    parts = [
        count_layouts_swept_by_leader(task, hand, pack_mask(24), {place: queen}) for place in (1, 2, 3)
    ]
    assert tuple(map(sum, zip(*parts, strict=True))) == whole
    assert 0 < whole[0] < 17153136
