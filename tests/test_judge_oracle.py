"""Compare the core's judge with an independent oracle written from RULINGS, on random records."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from judge_numbers import CODES, judge_numbers, written
from judging_records import random_record
from judging_spoilt import spoilt
from kpn_games import random_game
from kranalyze.kpn.lexer import read_blocks
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.writer import record_text
from oracle import judging
from oracle.judgingrecord import (
    ABSENT,
    BAD_CARD,
    ILL,
    UNSAID,
    Judged,
    Problem,
    Written,
)
from oracle.judgingtables import CONTRACTS, TABLE
from oracle.judgingwords import KNOWN

#: How many spoilt records are made from each good record.
SPOILT = 9


def records(first: int, count: int) -> Iterator[Written]:
    """Yield good records of whole and of partial games. Spoilt copies follow each good record."""
    for seed in range(first, first + count):
        rng = random.Random(seed)
        good = random_record(rng) if seed % 3 else written_game(seed)
        yield good
        for _ in range(SPOILT):
            yield spoilt(rng, good)


def written_game(seed: int) -> Written:
    """Return the numbers of a random game, as the reader of KPN reads them from its text."""
    game = random_game(random.Random(seed))
    return written(parse_game(next(read_blocks(record_text(game)))), game.game)


# The judge and the oracle are known to differ on a few points. Records with one of these points
# are not compared until the judge or its header (judge.h) changes.


def open_point(record: Written, core: Judged, rulings: Judged) -> str | None:
    """Return the known difference between judge and oracle that the record shows; None if it shows none."""
    game, facts = record.game, rulings.facts
    contract = None if facts["contract"] < 0 else list(CONTRACTS[game])[facts["contract"]]
    {call for call, _ in record.calls}
    led = any(p.code == "auction_leads_to" for p in core.problems)
    if game == "whist" and record.calls and (led or record.declarer not in (ABSENT, UNSAID)):
        return "an auction of whist leads to a declarer"
    if any(ill and kind not in KNOWN.get(game, ()) for _, kind, *_, ill in record.words):
        return "a word that cannot be read, of a kind that the game does not know"
    if contract in ("herrengang", "herrenschnapser") and -1 in (
        facts["leader"],
        facts["declarer"],
        facts["trump"],
    ):
        return "won as dealt, but the leader, the declarer or the trump is not known"
    if _errors_of_calls(rulings) and not _errors_of_calls(core):
        return "passes of seats that have passed, or after AP"
    return None


def _errors_of_calls(judged: Judged) -> bool:
    return any(p.place == "call" for p in judged.problems)


def comparable(record: Written, core: Judged, rulings: Judged) -> list[list[tuple[object, ...]]]:
    """Return the problems of the core and of the oracle that must be equal.

    The header of the judge (judge.h) does not say whether certain problems are reported beside others. So
    these problems are left out:

    - a word out of turn, if another word or the leader is wrong;
    - a card of a seat that sits out, and a card before its turn, if the record has a card of such a seat;
    - a missing deal or discard, if a card comes twice, is not in the pack, or cannot be read.
    """
    both = core.problems + rulings.problems
    left_out: set[str] = set()
    if any(
        (p.place == "word" and p.code != "word_out_of_turn") or p.code.startswith("leader_is") for p in both
    ):
        left_out.add("word_out_of_turn")
    if any(p.code == "sits_out" for p in both):
        left_out |= {"sits_out", "plays_before"}
    twice = any(p.code in ("played_already", "card_not_in_pack") and p.place == "cell" for p in both)
    if twice or BAD_CARD in record.cells:
        left_out |= {"deal_missing", "play_no_discard"}
    documented = {p.code: len(p.args) for p in rulings.problems}
    documented |= {"marriage_none_held": 1, "call_not_higher": 2}
    return [
        sorted(_key(p, documented) for p in side.problems if p.code not in left_out)
        for side in (core, rulings)
    ]


#: Pairs of problem codes with the same meaning, which are compared as equal.
SAME = {"marriage_no_other": "marriage_none_held", "call_not_higher_mit": "call_not_higher"}


def _key(problem: Problem, documented: dict[str, int]) -> tuple[object, ...]:
    p = problem
    code = SAME.get(p.code, p.code)
    args = tuple(arg & 0xFFFFFFFF for arg in p.args[: documented.get(code, documented.get(p.code, 4))])
    return p.place, p.index, code, p.warning, p.hint, args


def facts_of(record: Written, core: Judged, rulings: Judged) -> tuple[dict[str, object], dict[str, object]]:
    """Return the facts of the oracle and of the core.

    Leave out facts that only one of the two has, and facts that judge.h does not define for the record.
    """
    left_out: set[str] = set()
    if not core.facts["partner_known"]:
        left_out |= {"hundreds", "alls"}
    if rulings.facts["leader"] == -1:
        left_out |= {"counted_tricks", "counted_marriages"}
    if rulings.facts.get("over") != 1:
        left_out |= {"over_side", "over_points"}
    own, theirs = dict(rulings.facts), dict(core.facts)
    seats = (1 << TABLE[record.game][2]) - 1
    own["known"] &= seats
    theirs["known"] &= seats
    names = own.keys() & theirs.keys() - left_out
    return {n: own[n] for n in names}, {n: theirs[n] for n in names}


def readable(record: Written) -> bool:
    """Return whether every card of the play and every suit of a call could be read."""
    return BAD_CARD not in record.cells and all(suit != ILL for _, suit in record.calls)


def compare(several: list[Written]) -> Counter[str]:
    """Check that judge and oracle agree on records.

    Return the number of good, of wrong and of open records (those with a known difference), and the number of
    records with each problem code.
    """
    count: Counter[str] = Counter()
    for record, core in zip(several, judge_numbers(several), strict=True):
        rulings = judging.judge(record)
        point = open_point(record, core, rulings)
        if point is not None:
            count["open"] += 1
            continue
        said, right = comparable(record, core, rulings)
        assert said == right, (said, right, record)
        count.update({p.code for p in core.problems})
        if any(not p.warning for p in core.problems):
            count["wrong"] += 1
        elif readable(record):
            own, theirs = facts_of(record, core, rulings)
            assert own == theirs, ({n: (own[n], theirs[n]) for n in own if own[n] != theirs[n]}, record)
            count["good"] += 1
    return count


def run(first: int, count: int) -> Counter[str]:
    """Compare judge and oracle on the records of ``count`` seeds from ``first`` on, 20 seeds at a time."""
    total: Counter[str] = Counter()
    for seed in range(first, first + count, 20):
        total += compare(list(records(seed, min(20, first + count - seed))))
    return total


def test_the_judge_agrees_with_the_rulings() -> None:
    count = run(0, 600)
    assert count["good"] > 1000
    assert count["wrong"] > 2000
    assert count["open"] < 900


#: Codes that these records never cause. Only a reader of text finds lines that are not tricks. No auction is
#: longer than the judge allows. The holder of a Bettler without a second has no turn before the auction ends.
OUT_OF_REACH = {"lines_no_tricks", "auction_too_long", "call_joins_own"}


@pytest.mark.long
def test_the_judge_agrees_with_the_rulings_on_100_000_records() -> None:
    count = run(100_000, 10_000)
    assert count["good"] > 20_000
    assert count["wrong"] > 50_000
    assert count["open"] < 15_000
    assert CODES - set(count) <= OUT_OF_REACH
