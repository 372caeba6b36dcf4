"""Judge the announcements of trick 1, for the judge's oracle (KPN: Announce).

These are declared marriages, the announcements "100" and "all tricks", raises, and Contra.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oracle.judgingrecord import ALL, HUNDRED, MARRIAGE, RAISE, SAID_CONTRA, UNSAID, Problem
from oracle.judgingtables import CONTRACTS, RAISES, TABLE, marriage_suits

if TYPE_CHECKING:
    from oracle.judgingcontract import Case

#: The kinds of announcements in each game. Other games have no announcements.
KNOWN = {
    "russbach": (MARRIAGE, HUNDRED, ALL),
    "rufmariasch": (MARRIAGE,),
    "anrufen": (RAISE, SAID_CONTRA),
    "anrufen3": (RAISE, SAID_CONTRA),
}
MOST_WORDS = 32


@dataclass
class Words:
    """The announcements of trick 1.

    Attributes:
        marriages: the declared marriages in order, each as its seat, its suit (or UNSAID) and its points.
        level: the level to which the contract was raised. None: there was no raise.
        contra: whether Contra was said.
        hundreds: how many players announced "100": first the number for the declarer's side, then the number
            for the other side.
        alls: how many players announced "all tricks", in the same order.
    """

    marriages: list[tuple[int, int, int]] = field(default_factory=list)
    level: str | None = None
    contra: bool = False
    hundreds: list[int] = field(default_factory=lambda: [0, 0])
    alls: list[int] = field(default_factory=lambda: [0, 0])
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, code: str, index: int, *args: int) -> None:
        """Note the problem of an announcement."""
        self.problems.append(Problem(code, "word", index, args))


def judge_words(case: Case) -> Words:
    """Judge the announcements of a record, each at its turn."""
    record, c = case.record, case.contract
    words = Words()
    known = KNOWN.get(case.game, ())
    seats = TABLE[case.game][2]
    before: int | None = None
    said: set[tuple[int, int]] = set()
    contras, spoken = 0, False
    if len(record.words) > MOST_WORDS:
        words.wrong("words_many", MOST_WORDS, MOST_WORDS)
    for i, (seat, kind, suit, level, points, ill) in enumerate(record.words[:MOST_WORDS]):
        if kind not in known:
            if kind != MARRIAGE:
                words.wrong("word_unknown", i)
            elif case.game in ("anrufen", "anrufen3", "bauernschnapsen"):
                words.wrong("marriages_by_lead", i)
            else:
                words.wrong("marriages_not_counted", i)
            continue
        spoken = spoken or kind == SAID_CONTRA
        if ill:
            continue
        problems = len(words.problems)
        if kind == MARRIAGE:
            _marriage(case, words, i, seat, suit, points)
        elif kind in (HUNDRED, ALL):
            if (kind, seat) in said:
                words.wrong("word_twice", i, kind, seat)
                continue
            said.add((kind, seat))
            side = _side(case, seat)
            if side is not None:
                (words.hundreds if kind == HUNDRED else words.alls)[side] += 1
        elif kind == RAISE:
            _raise(case, words, i, seat, list(CONTRACTS[case.game])[level])
        elif _side(case, seat) == 0:
            words.wrong("own_contra", i, seat)
        elif contras:
            words.wrong("word_twice", i, SAID_CONTRA, -1)
            continue
        else:
            contras += 1
            words.contra = True
        if kind == SAID_CONTRA:
            continue  # an opponent may say Contra out of turn in trick 1
        wrong = {p.code for p in words.problems[problems:]}
        if wrong & {"marriage_points", "marriage_not_held", "trump_marriage_not_held", "marriage_twice"}:
            continue
        if c.leader is None or before is None or (seat - c.leader) % seats >= (before - c.leader) % seats:
            before = seat
        else:
            words.wrong("word_out_of_turn", i, seat, before)
    if spoken and record.contra == 0 and c.id is not None:
        words.problems.append(Problem("contra_announced", "contra"))
    if contras and c.contra == 0 and c.id is not None:
        case.contract.contra = 1
    return words


def _side(case: Case, seat: int) -> int | None:
    """Return 0 for a seat of the declarer's side, 1 for another seat, None if the side is not known."""
    c = case.contract
    if c.declarer is None:
        return None
    if seat == c.declarer:
        return 0
    if not c.partner_known:
        return None
    return 0 if seat == c.partner else 1


def _raise(case: Case, words: Words, i: int, seat: int, level: str) -> None:
    c = case.contract
    known = c.id is not None and c.declarer is not None
    if known and (seat == c.declarer or (c.partner_known and seat != c.partner)):
        words.wrong("may_not_raise", i, seat)
        return
    if c.id is not None and level not in RAISES.get(c.id, ()):
        ids = list(CONTRACTS[case.game])
        words.wrong("cannot_raise", i, ids.index(c.id), ids.index(level))
        return
    if words.level is not None:
        words.wrong("word_twice", i, RAISE, -1)
        return
    words.level = level


def _marriage(case: Case, words: Words, i: int, seat: int, suit: int, points: int) -> None:
    """Check that a marriage has the right points, is held by its seat and is declared once. Find its suit."""
    trump, hand = case.contract.trump, case.hands[seat]
    declared = [s for who, s, _ in words.marriages if who == seat]
    if suit == UNSAID and points == 40 and trump is not None:
        if hand is not None and trump not in marriage_suits(hand):
            words.wrong("trump_marriage_not_held", i, seat)
            return
        suit = trump
    elif suit == UNSAID and hand is not None and trump is not None:
        _left_out(case, words, i, seat, hand, trump)
        return
    if suit != UNSAID:
        if trump is not None:
            right = 40 if suit == trump else 20
            if points != right:
                words.wrong("marriage_points", i, suit, right, points)
                return
        if hand is not None and suit not in marriage_suits(hand):
            words.wrong("marriage_not_held", i, seat, suit)
            return
        if suit in declared:
            words.wrong("marriage_twice", i, seat, suit)
            return
    words.marriages.append((seat, suit, points))


def _left_out(case: Case, words: Words, i: int, seat: int, hand: int, trump: int) -> None:
    """Find the suit of a marriage of 20 points that is written without a suit.

    The suit is clear if the seat declares all marriages that it holds, or holds only one.
    """
    mine = [w for w in case.record.words if w[0] == seat and w[1] == MARRIAGE and not w[5]]
    held = [s for s in marriage_suits(hand) if s != trump]
    named = {w[2] for w in mine if w[2] in held and w[4] == 20}
    left = [s for s in held if s not in named]
    open_ = [j for j, w in enumerate(case.record.words) if w in mine and w[2] == UNSAID and w[4] == 20]
    place = open_.index(i)
    if place >= len(left):
        if place == len(left):
            words.wrong("marriage_no_other" if held else "marriage_none_held", i, seat)
    elif len(open_) < len(left):
        if place == 0:
            words.wrong("marriage_which", i, seat, sum(1 << s for s in left))
    else:
        words.marriages.append((seat, left[place], 20))
