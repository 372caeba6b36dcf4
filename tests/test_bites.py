"""Edge cases of small rules, each cited from RULINGS or the description of KPN."""

from __future__ import annotations

import ctypes
import random
from dataclasses import replace

import pytest

import kranalyze
from asking import deal_of, question
from core_settling import Course, settle, standing
from kranalyze._core import ffi
from kranalyze.answers.answer import solve
from kranalyze.cards import cards_of, mask_of, parse_card
from kranalyze.core import calls as core
from kranalyze.core.calls import play_stops_early
from kranalyze.core.memory import Context
from kranalyze.core.positionborder import solve_positions
from kranalyze.core.task import CorePosition, Task, searches
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn
from kranalyze.kpn.played import Marriage


def cards(text: str) -> int:
    return mask_of(parse_card(word) for word in text.split())


def task_of(*asked: object, role: str = "value", **named: object) -> Task:
    game, q, rules = question(*asked, **named)  # type: ignore[arg-type]
    return next(s.task for s in searches(game.under(rules), q) if s.role == role)


@pytest.mark.parametrize(
    ("own", "married", "other", "stakes"),
    [
        (30, True, 50, 1),  # 30 + 10 + 20 = 60 are just enough with a marriage, and beat 50
        (20, True, 60, -1),  # 20 + 10 + 20 = 50, but 20 + 40 = 60 are needed with a marriage
        (40, False, 40, 1),  # 40 + 10 = 50 are enough without a marriage
        (30, False, 50, -1),
        (70, True, 10, 2),  # 70 + 10 + 20 = 100, just enough for 2 stakes
        (60, True, 20, 1),
    ],
)
def test_what_a_side_with_a_marriage_needs(own: int, married: bool, other: int, stakes: int) -> None:
    """RULINGS (russbach): a side with D points of marriages needs 50 points if D = 0, else D + 40.

    If both sides reach their need, the higher total wins. North takes the last trick, which counts 10.
    """
    task = task_of("russbach", "simple", "N", trump="S", partner="S", role="stake")
    hands = cards("S9"), cards("H7"), cards("D7"), cards("C7")
    at = CorePosition(hands, 0, tricks_done=7, took=15, points=(own, other, 0, 0))
    if married:
        at = at._replace(declared=(0xFF, Seat.N, 0xFF, 0xFF))
    assert core.position_worths([(task, at)])[0].value == stakes


def test_a_pending_marriage_counts_once() -> None:
    """RULINGS (rufer, opening_marriage = pending): the first trick of its side makes the marriage count."""
    task = task_of("bauernschnapsen", "rufer", "N", leader="N", trump="S", opening_marriage="pending")
    deal = deal_of("HK HQ SA ST", "HJ DJ CJ DQ", "DK CK DT CT", "CQ CA DA HT")
    at = core.start_position(task, deal.masks)
    for word in ("HK", "HJ", "DK", "HT"):
        at = core.play(task, at, parse_card(word))
    assert (at.points[:2], at.pending) == ((0, 4 + 2 + 4 + 10), (20, 0))  # West has the trick
    for word in ("CQ", "SA", "CJ", "CK"):
        at = core.play(task, at, parse_card(word))
    assert (at.points[:2], at.pending) == ((3 + 11 + 2 + 4 + 20, 20), (0, 0))
    for word in ("ST", "DJ", "CT", "CA"):
        at = core.play(task, at, parse_card(word))
    assert at.points[:2] == (3 + 11 + 2 + 4 + 20 + 10 + 2 + 10 + 11, 20)


def test_a_pending_marriage_counts_once_as_played() -> None:
    """A pending marriage counts once in a played game: 20 + 20 points after trick 1, then 60, then 70."""
    told = {"leader": "N", "trump": "S", "opening_marriage": "pending"}
    game, asked, rules = question("bauernschnapsen", "rufer", "N", **told)
    course = Course((Seat.N,) * 3, (20, 20, 10), marriages=(Marriage(Seat.N, 20, 0),))
    race = standing(game.under(rules), asked, course)
    assert (race.points, race.tricks, race.reached) == ((70, 0), 3, 0)


def test_nothing_is_remembered_when_the_epochs_begin_again() -> None:
    """No search uses an entry that an older search with the same epoch left in the table of its context.

    The epoch is a number of 32 bits that marks the entries of one search. After the largest number, epochs
    begin again.
    """
    context = Context()
    memory = int(ffi.cast("uintptr_t", context.at))
    words = (ctypes.c_uint32 * 64).from_address(memory)
    rnd = random.Random(5)
    asked = [task_of("bauernschnapsen", "rufer", "N", leader="N", trump=trump) for trump in "SH"]

    def value(of: Context, task: Task, hands: tuple[int, int, int, int]) -> int:
        [worth] = solve_positions(of, [(task, core.start_position(task, hands))], cards=False)
        return worth.value

    def deal() -> tuple[int, int, int, int]:
        pack = rnd.sample([c for c in range(32) if c & 7 > 2], 16)
        n, e, s, w = (mask_of(pack[4 * i : 4 * i + 4]) for i in range(4))
        return n, e, s, w

    before = list(words)
    value(context, asked[0], deal())
    [epoch] = [i for i in range(64) if words[i] == before[i] + 1 and words[i] < 10]
    differ = 0
    for _ in range(60):
        hands = deal()
        words[epoch] = 0
        first = value(context, asked[0], hands)
        words[epoch] = 0xFFFFFFFF
        second = value(context, asked[1], hands)
        assert second == value(Context(), asked[1], hands)
        assert words[epoch] == 1
        differ += first != second
    assert differ > 10


@pytest.mark.parametrize(
    ("points", "over"), [((66, 20), True), ((65, 65), False), ((20, 66), True), ((70, 0), True)]
)
def test_a_rufer_stops_with_just_66(points: tuple[int, int], over: bool) -> None:
    task = task_of("bauernschnapsen", "rufer", "N", leader="N", trump="S")
    at = CorePosition((1, 2, 4, 8), 0, points=(*points, 0, 0))
    assert play_stops_early(task, at) is over


def announced(said: str) -> list[str]:
    text = (
        '[Game "russbach"]\n[Dealer "W"]\n[Deal "?"]\n[Contract "simple"]\n[Declarer "N"]\n[Called "SA"]\n'
        f'[Trump "S"]\n[Announce "{said}"]\n'
    )
    return [p.message for p in parse_kpn(text, "x").problems if "speaks after" in p.message]


@pytest.mark.parametrize(
    ("said", "late"),
    [
        ("N 100; E 100; S all; W all", []),
        ("N 100; N all", []),
        ("E 100; N 100", ["North speaks after East"]),
        ("W 100; S all; E all", ["South speaks after West", "East speaks after West"]),
        ("S 100; N 100; E all", ["North speaks after South", "East speaks after South"]),
    ],
)
def test_who_plays_later_speaks_later(said: str, late: list[str]) -> None:
    """KPN: the tag Announce lists declarations and announcements in the order of the turns in trick 1."""
    assert announced(said) == [f"{words}, who plays later to trick 1" for words in late]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "asked",
    [
        {"contract": "schurln", "leader": "E"},
        {"contract": "bettler", "declarer": "S", "second": "W"},
        {"contract": "plauderer", "declarer": "E", "second": "W"},
        {"contract": "durchmarsch_letzten", "declarer": "N"},
        {"contract": "hundert_letzten", "declarer": "S"},
    ],
    ids=lambda asked: asked["contract"],
)
def test_the_line_of_selfish_play_pays_the_selfish_vector(asked: dict[str, str], seed: int) -> None:
    """A line of selfish play settles at the payoff that ``solve`` returns with it (RULINGS: selfish).

    Each hand has three cards.
    """
    game = replace(GAMES["graden"], size=3)
    pack = random.Random(seed).sample([c for c in range(32) if c & 7 in (3, 5, 6, 7)], 12)
    n, e, s, w = (mask_of(pack[3 * i : 3 * i + 3]) for i in range(4))
    found = kranalyze.solve(Deal((n, e, s, w)), game=game, **asked)  # type: ignore[arg-type]
    if not found.biddable:
        return
    points = [sum(10 for _, c in trick.cards if c.rank in "TA") for trick in found.line]
    points[-1] += 10
    winners = tuple(trick.winner for trick in found.line)
    course = Course(winners, tuple(points), ended=True)  # type: ignore[arg-type]
    assert settle(game, found.question, course) == found.payoff


def test_a_called_ten_makes_the_order_that_of_the_tens() -> None:
    """RULINGS (graden, durchmarsch): the order is the K-order, or the T-order if a Ten is called."""
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    rows = kranalyze.table(deal, contracts=["durchmarsch"]).to_dicts()
    called = {order: {c for row in rows if row["order"] == order for c in row["calls"]} for order in "KT"}
    assert called["T"] == {"ST", "HT", "DT", "CT"}
    assert len(called["K"]) == 20
    assert not called["K"] & called["T"]


@pytest.mark.parametrize(
    ("announced", "took", "stakes"),
    [
        (0, 5, 1 + 2),  # all eight tricks, not announced
        (0, 15, 1),
        (2, 5, 1 + 3),  # SIDE_ALL: "all tricks" was announced, and all eight were taken
        (2, 15, 1 - 3),
        (1, 5, -3 + 2),  # SIDE_HUNDRED: "100" fails with 90 points (-3), and replaces the 1 for the game
    ],
)
def test_all_tricks_announced_or_not(announced: int, took: int, stakes: int) -> None:
    """RULINGS (russbach): all eight tricks pay 2 stakes, or 3 if they were announced.

    With the last trick North has 90 points.
    """
    task = task_of("russbach", "simple", "N", trump="S", partner="S", role="stake")
    hands = cards("S9"), cards("H7"), cards("D7"), cards("C7")
    at = CorePosition(hands, 0, tricks_done=7, took=took, announced=announced, points=(80, 0, 0, 0))
    assert core.position_worths([(task, at)])[0].value == stakes


def test_the_fifth_trick_is_one_of_the_first_five() -> None:
    """RULINGS (graden, *_letzten): a declarer who loses one of tricks 1 to 5 pays 3v."""
    task = task_of("graden", "durchmarsch_letzten", "N")._replace(seek=Seat.N)
    hands = cards("HA"), cards("HK"), cards("HQ"), cards("DA SA")
    played = tuple(parse_card(word) for word in ("SK", "C9", "CT"))
    at = CorePosition(hands, Seat.N, played=played, tricks_done=4, took=1)
    assert core.position_worths([(task, at)])[0].cards == {parse_card("SA"): -3}
    hands = cards("HA"), cards("HK"), cards("HQ"), cards("DA D9")
    at = at._replace(hands=hands)
    assert core.position_worths([(task, at)])[0].cards == dict.fromkeys(cards_of(hands[3]), 3)


def test_the_last_trick_and_a_declared_marriage_count_once_each() -> None:
    """Rufmariasch: a marriage adds 20 with the first trick of its player. Only the last trick adds 10."""
    task = task_of("rufmariasch", "simple", "N", trump="S", partner="S")
    at = core.start_position(task, deal_of("S9 HK HQ", "H7 H8 H9", "D7 D8 D9", "C7 C8 C9").masks)
    points = []
    for trick in ("HQ H7 D7 C7", "HK H8 D8 C8", "S9 H9 D9 C9"):
        for word in trick.split():
            at = core.play(task, at, parse_card(word))
        points.append(at.points[:2])
    assert points == [(20, 0), (20, 0), (30, 0)]


def test_a_position_holds_each_card_once() -> None:
    task = task_of("graden", "koenigmord", "N")
    for hands in ((4, 4, 8, 16), (4, 8, 16, 16)):
        with pytest.raises(ValueError, match="a card is held twice"):
            core.position_worths([(task, CorePosition(hands, 0))])


def test_tens_of_two_letters_and_cards_held_twice() -> None:
    tens = Deal.parse("N:AKQJ109... .AKQJ109.. ..AKQJ109. ...AKQJ109")
    assert tens == Deal.parse("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9")
    with pytest.raises(ValueError, match="card SA is held twice"):
        Deal.parse("N:AKQJT9... A.KQJT9.. ..AKQJT9. ...AKQJT9")


def test_of_cards_that_are_equally_good_the_lowest_is_played() -> None:
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    answer = solve(deal, game="graden", contract="koenigmord", declarer="S")
    led = [trick.cards[0][1] for trick in answer.line]
    assert led == ["SQ", "SK", "SA", "HQ", "HK", "HA"]
