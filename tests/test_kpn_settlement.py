"""Settlements of played games agree with every row of the tables in RULINGS and with a plain reference."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from core_settling import Course, settle
from enumerating import laid_away, laid_face_down
from kpn_games import random_game
from kranalyze.cards import mask_of, number_of_suit, parse_card
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Question
from kranalyze.kpn.played import Marriage, Payoff
from oracle.played import settle as plain_settle
from oracle.said import Played, Said

N, E, S, W = Seat
Seats = tuple[Seat, ...]


def course(winners: str, points: tuple[int, ...] | None = None, size: int = 6, **given: object) -> Course:
    seats = tuple(Seat.parse(w) for w in winners)
    return Course(seats, points or (0,) * len(winners), len(winners) == size, **given)  # type: ignore[arg-type]


def ask(game: str, contract: str, declarer: Seat | None = N, **given: object) -> Question:
    row = GAMES[game].contract(contract)
    leader = given.pop("leader", declarer)
    return Question(row, declarer, leader, row.order[0], **given)  # type: ignore[arg-type]


def pays(game: str, question: Question, what: Course, **rules: str) -> Payoff | None:
    row = GAMES[game].under(rules)
    return settle(row, question._replace(contract=row.contract(question.contract.id)), what)


@pytest.mark.parametrize(
    ("contract", "winners", "v"),
    [
        ("bettler", "EESWEE", 30),
        ("plauderer", "EESWEE", 50),
        ("zehnermord", "NNNNNN", 60),
        ("koenigmord", "NNNNNN", 70),
        ("hundertermord", "NNNNNN", 80),
    ],
)
def test_graden_alone(contract: str, winners: str, v: int) -> None:
    question = ask("graden", contract)
    assert pays("graden", question, course(winners)) == (3 * v, -v, -v, -v)
    # One trick for the wrong side loses the same amount. The contract is then settled at once.
    lost = "EEENEE" if "E" in winners else "NNNNNW"
    assert pays("graden", question, course(lost)) == (-3 * v, v, v, v)
    wrong = lost.index("N") + 1 if "E" in winners else 6
    assert pays("graden", question, course(lost[:wrong])) == (-3 * v, v, v, v)
    assert pays("graden", question, course(winners[:5])) is None


@pytest.mark.parametrize(("contract", "v"), [("durchmarsch", 40), ("hundert", 60)])
def test_graden_with_a_partner(contract: str, v: int) -> None:
    question = ask("graden", contract, E, partner=W)
    assert pays("graden", question, course("EWEEWE")) == (-v, v, -v, v)
    assert pays("graden", question, course("EWEEWS")) == (v, -v, v, -v)
    alone = ask("graden", contract, E)
    assert pays("graden", alone, course("EEEEEE"), call_own="yes") == (-v, 3 * v, -v, -v)


@pytest.mark.parametrize(("contract", "v"), [("durchmarsch_letzten", 40), ("hundert_letzten", 60)])
def test_graden_am_letzten(contract: str, v: int) -> None:
    question = ask("graden", contract, S)
    assert pays("graden", question, course("SSSSSS")) == (-v, -v, 3 * v, -v)
    assert pays("graden", question, course("SSSSSE")) == (-v, v, v, -v)
    assert pays("graden", question, course("SSSSES")) == (v, v, -3 * v, v)
    assert pays("graden", question, course("SE")) == (v, v, -3 * v, v)
    assert pays("graden", question, course("SSSSS")) is None


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ("EEWWEE", (50, -50, 50, -50)),  # both succeed
        ("ESWEEE", (150, 0, -150, 0)),  # North succeeds, South fails: the loser pays
        ("EWNEEE", (-150, 0, 150, 0)),
        ("ESNEEE", (-100, 100, -100, 100)),  # both fail
        ("SN", (-100, 100, -100, 100)),  # both have failed after two tricks, which is final
    ],
)
def test_two_bettlers(winners: str, expected: Payoff) -> None:
    question = ask("graden", "bettler", N, second=S)
    assert pays("graden", question, course(winners)) == expected
    double = tuple(2 * v for v in expected)
    plauderer = ask("graden", "plauderer", N, second=S)
    assert pays("graden", plauderer, course(winners)) == double
    # With ``as_printed`` the winner pays. This option changes only Bettlers, not Plauderer.
    swapped = tuple(-v if abs(v) == 150 else v for v in expected)
    assert pays("graden", question, course(winners), mitbettler="as_printed") == swapped
    assert pays("graden", plauderer, course(winners), mitbettler="as_printed") == double


def test_one_lost_bettler_of_two_is_played_on() -> None:
    assert pays("graden", ask("graden", "bettler", N, second=S), course("NEEEE")) is None


@pytest.mark.parametrize(
    ("winners", "points", "expected"),
    [
        ("NNEESS", (20, 20, 10, 0, 20, 20), (-10, 10, -10, 10)),  # points N E S W: 40 10 40 0
        ("NNNEES", (20, 20, 0, 20, 10, 20), (-30, 10, 10, 10)),  # points N E S W: 40 30 20 0
        ("NNEESS", (20, 20, 20, 20, 0, 10), (-10, -10, 10, 10)),  # points N E S W: 40 40 10 0
        ("NEESWW", (30, 20, 10, 20, 0, 10), (-10, -10, 10, 10)),  # points N E S W: 30 30 20 10
        ("NEESSS", (30, 20, 10, 20, 0, 10), (-10, -10, -10, 30)),  # points N E S W: 30 30 30 0
    ],
)
def test_schurln(winners: str, points: tuple[int, ...], expected: Payoff) -> None:
    question = ask("graden", "schurln", None, leader=N)
    assert sum(points) == 90
    assert pays("graden", question, course(winners, points)) == expected
    assert pays("graden", question, course(winners[:5], points[:5])) is None


def russbach(own: int, tricks: int = 5, mine: int = 0, theirs: int = 0, **said: Seats) -> Payoff | None:
    """Settle a game in which North and South take ``own`` card points in ``tricks`` tricks.

    ``mine`` are the declared marriage points of North and South, ``theirs`` those of the other side.
    """
    winners = tuple(N for _ in range(tricks)) + tuple(E for _ in range(8 - tricks))
    points = [0] * 8
    if tricks:
        points[0] = own
    if tricks < 8:
        points[7] = 90 - own
    married = [Marriage(N, mine)] * bool(mine) + [Marriage(E, theirs)] * bool(theirs)
    what = Course(winners, tuple(points), True, tuple(married), **said)  # type: ignore[arg-type]
    return pays("russbach", ask("russbach", "simple", N, partner=S, trump="H"), what)


@pytest.mark.parametrize(
    ("own", "tricks", "mine", "theirs", "stakes"),
    [
        (50, 5, 0, 0, 1),  # 50 of 90 is enough
        (40, 5, 0, 0, -1),
        (40, 5, 20, 0, 1),  # 60 points: with 20 declared, 60 are needed
        (30, 5, 20, 0, -1),
        (30, 5, 40, 0, -1),  # example in the rules: 70 points, 40 of them declared, lose to 60 points
        (40, 5, 40, 0, 1),
        (60, 5, 40, 0, 2),  # 100 points, not announced
        (50, 5, 40, 20, 1),  # both sides reach the points that they need: 90 beats 60
        (20, 3, 0, 40, -2),  # the other side has 110 points
        (90, 8, 0, 0, 3),  # 1 stake for the game, 2 for taking all tricks unannounced
        (90, 8, 20, 0, 4),  # 40 cents in the rules: 100 points and all tricks, neither announced
        (0, 0, 0, 0, -3),
        (90, 8, 0, 40, 3),  # marriages of a player without a trick do not count, nor raise what is needed
        (0, 0, 40, 0, -3),
    ],
)
def test_russbach_without_announcements(own: int, tricks: int, mine: int, theirs: int, stakes: int) -> None:
    assert russbach(own, tricks, mine, theirs) == (stakes, -stakes, stakes, -stakes)


@pytest.mark.parametrize(
    ("own", "tricks", "mine", "hundreds", "alls", "stakes"),
    [
        (80, 7, 20, (N,), (), 3),  # an announced 100 is made: 3 stakes instead of those for the game
        (70, 7, 20, (S,), (), -3),  # 90 points win the game, but lose the announced 100
        (80, 7, 20, (E,), (), 3),  # the other side announced 100 and has 10
        (80, 7, 20, (N, W), (), 6),  # both sides announced 100: one is made (3), the other fails (3)
        (90, 8, 20, (N,), (), 5),  # 3 for the announced 100, 2 for taking all tricks unannounced
        (90, 8, 0, (), (N,), 4),  # 1 for the game, 3 for the announcement "all tricks"
        (90, 8, 20, (), (S,), 5),  # 2 for 100 points unannounced, 3 for the announcement "all tricks"
        (90, 8, 20, (N,), (N,), 6),
        (80, 7, 20, (N,), (N,), 0),  # "100" is made (3), the announcement "all tricks" fails (-3)
        (60, 7, 0, (), (N,), -2),  # the game is won (1), the announcement "all tricks" fails (-3)
        (90, 8, 0, (), (N, E), 7),  # 1 for the game, 3 for N's "all tricks", 3 because E's "all tricks" fails
        (0, 0, 0, (N,), (N,), -8),  # both announcements fail (-3 each); the other side takes every trick (-2)
    ],
)
def test_russbach_with_announcements(
    own: int, tricks: int, mine: int, hundreds: Seats, alls: Seats, stakes: int
) -> None:
    paid = russbach(own, tricks, mine, hundreds=hundreds, alls=alls)
    assert paid == (stakes, -stakes, stakes, -stakes)


def test_the_hundred_of_russbach_is_a_field_of_its_row() -> None:
    """If the row asks for 110 points, a side with 100 wins neither the second stake nor an announcement."""
    row = GAMES["russbach"]
    simple = row.contract("simple")
    assert simple.settles is not None and simple.settles.need == 100
    more = replace(simple, settles=simple.settles._replace(need=110))
    game = replace(row, contracts=(more, *row.contracts[1:]))
    question = ask("russbach", "simple", N, partner=S, trump="H")
    played = Course((N,) * 7 + (E,), (80, 0, 0, 0, 0, 0, 0, 10), True, (Marriage(N, 20),))
    assert settle(row, question, played) == (2, -2, 2, -2)
    assert settle(game, question, played) == (1, -1, 1, -1)
    announced = replace(played, hundreds=(S,))
    assert settle(row, question, announced) == (3, -3, 3, -3)
    assert settle(game, question, announced) == (-3, 3, -3, 3)


def test_russbach_alone_and_unfinished() -> None:
    what = Course((N,) * 5 + (E,) * 3, (50, 0, 0, 0, 0, 40, 0, 0), True)
    assert pays("russbach", ask("russbach", "simple", N, trump="H"), what) == (3, -1, -1, -1)
    assert pays("russbach", ask("russbach", "simple", N, trump="H"), Course((N,), (20,), False)) is None


@pytest.mark.parametrize(
    ("own", "mine", "theirs", "unit", "expected"),
    [(50, 0, 0, "1", 1), (30, 0, 0, "1", -3), (30, 40, 20, "1", -1), (80, 0, 0, "3", 21)],
)
def test_rufmariasch(own: int, mine: int, theirs: int, unit: str, expected: int) -> None:
    points = (own, 0, 0, 0, 0, 0, 0, 90 - own)
    married = (Marriage(N, mine), Marriage(E, theirs))
    what = Course((N,) * 7 + (E,), points, True, tuple(m for m in married if m.points))
    question = ask("rufmariasch", "simple", N, partner=W, trump="S")
    assert pays("rufmariasch", question, what, unit=unit) == (expected, -expected, -expected, expected)


@pytest.mark.parametrize(
    ("contract", "raised", "contra", "own", "tricks", "marriage", "tokens"),
    [
        ("simple", None, 0, 50, 4, 0, 1),
        ("simple", None, 0, 40, 4, 0, -1),
        ("simple", None, 1, 50, 4, 0, 2),
        ("simple", None, 1, 40, 4, 0, -2),
        ("simple", None, 0, 30, 4, 40, 1),
        ("hundred", None, 0, 80, 5, 20, 2),
        ("hundred", None, 0, 70, 5, 20, -2),  # example in the rules: lost with 90 points against 40
        ("simple", "hundred", 0, 70, 5, 20, -2),
        ("simple", "hundred", 1, 60, 5, 40, 3),
        ("all_tricks", None, 0, 90, 6, 0, 2),
        ("all_tricks", None, 0, 80, 5, 40, -2),
        ("all_tricks", "all_hundred", 0, 90, 6, 0, -3),
        ("hundred", "all_hundred", 0, 90, 6, 20, 3),
        ("all_hundred", None, 1, 90, 6, 40, 4),
    ],
)
def test_anrufen(
    contract: str, raised: str | None, contra: int, own: int, tricks: int, marriage: int, tokens: int
) -> None:
    points = [0] * 6
    points[0] = own
    points[5] += 90 - own
    winners = (N,) * tricks + (E,) * (6 - tricks)
    married = (Marriage(S, marriage, 1),) if marriage else ()
    level = None if raised is None else GAMES["anrufen"].contract(raised)
    what = Course(winners, tuple(points), True, married, raised=level, contra=contra)
    question = ask("anrufen", contract, N, partner=S, trump="H")
    assert pays("anrufen", question, what) == (tokens, -tokens, tokens, -tokens)
    alone = ask("anrufen", contract, N, trump="H")
    mine = tuple(Marriage(N, m.points, m.trick) for m in married)
    what = Course(winners, tuple(points), True, mine, raised=level, contra=contra)
    assert pays("anrufen", alone, what) == (3 * tokens, -tokens, -tokens, -tokens)


def test_anrufen_no_tricks() -> None:
    question = ask("anrufen", "no_tricks", W)
    assert pays("anrufen", question, course("NESNES")) == (-2, -2, -2, 6)
    assert pays("anrufen", question, course("NW")) == (2, 2, 2, -6)
    assert pays("anrufen", question, course("NW", contra=1)) == (3, 3, 3, -9)


def test_anrufen_for_three_counts_the_discard_for_the_others() -> None:
    question = ask("anrufen3", "simple", E, trump="H")
    winners = (E,) * 4 + (S,) * 3
    even = Course(winners, (50, 0, 0, 0, 40, 0, 0), True)
    assert pays("anrufen3", question, even) == (-1, 2, -1, 0)
    discard = mask_of(map(parse_card, ("CA", "CT", "CK")))
    lost = Course(winners, (40, 0, 0, 0, 30, 0, 0), True, discard=discard)
    assert pays("anrufen3", question, lost) == (1, -2, 1, 0)


Married = tuple[Marriage, ...]


def rufer(winners: str, points: tuple[int, ...], married: Married = (), **given: object) -> int | None:
    """Return the game points of North's side in a Rufer. None: play is not over."""
    rules = given.pop("rules", {})
    what = course(winners, points, 5, marriages=married, **given)
    paid = pays("bauernschnapsen", ask("bauernschnapsen", "rufer", N, partner=S, trump="H"), what, **rules)  # type: ignore[arg-type]
    if paid is None:
        return None
    assert paid == (paid[0], -paid[0], paid[0], -paid[0])
    return paid[0]


@pytest.mark.parametrize(
    ("winners", "points", "married", "expected"),
    [
        ("NNN", (26, 20, 20), (), 3),  # the others have no trick
        ("NENS", (30, 20, 20, 16), (), 2),  # the others have 20 points, fewer than 33
        ("NENS", (30, 32, 20, 16), (), 2),
        ("NENS", (30, 33, 20, 16), (), 1),
        ("NENS", (30, 20, 20, 16), (Marriage(E, 20, 2),), 1),  # the others' marriage counts: they have 40
        ("NENS", (30, 12, 20, 16), (Marriage(E, 20, 2),), 2),  # the others have 32 with their marriage
        ("EEE", (26, 20, 20), (), -3),
        ("WNEW", (26, 10, 20, 20), (), -2),
        ("NENNN", (23, 22, 10, 11, 54), (), 2),  # 66 after the fifth trick
        ("NENEN", (20, 22, 20, 33, 25), (), 1),  # 65 and 55, the last trick decides
        ("NENES", (20, 22, 20, 33, 25), (), 1),
        ("NENSE", (20, 22, 20, 25, 33), (), -1),  # 65 and 55: East takes the last trick and wins
        ("N", (26,), (Marriage(N, 40, 1),), 3),  # 66 with the marriage that a lead registers
        ("N", (25,), (Marriage(N, 40, 1),), None),  # 65: play goes on
        ("NN", (26, 10), (), None),
    ],
)
def test_rufer(winners: str, points: tuple[int, ...], married: Married, expected: int | None) -> None:
    assert rufer(winners, points, married) == expected
    for contra in (1, 2, 3):
        doubled = None if expected is None else expected * 2**contra
        assert rufer(winners, points, married, contra=contra) == doubled


def test_a_marriage_on_the_opening_lead() -> None:
    opening = (Marriage(N, 40, 0),)
    assert rufer("N", (26,), opening) is None
    pending = {"opening_marriage": "pending"}
    assert rufer("N", (26,), opening, rules=pending) == 3
    # With ``pending`` the marriage counts as soon as its side has a trick, also if the partner took it.
    assert rufer("ES", (20, 26), opening, rules=pending) == 2
    assert rufer("EE", (20, 46), opening, rules=pending) == -3


@pytest.mark.parametrize(("contract", "declarer", "v"), [("schnapser", S, 6), ("kontraschnapser", E, 12)])
def test_schnapser(contract: str, declarer: Seat, v: int) -> None:
    opposite = Seat((declarer + 2) % 4)
    question = ask("bauernschnapsen", contract, declarer, leader=N, partner=opposite, trump="H")
    me = declarer.name
    partner = opposite.name

    def paid(winners: str, points: tuple[int, ...], married: tuple[Marriage, ...] = ()) -> int | None:
        found = pays("bauernschnapsen", question, course(winners, points, 5, marriages=married))
        return None if found is None else found[declarer]

    assert paid(me * 3, (26, 20, 20)) == v
    assert paid(me * 2, (46, 20)) == v
    assert paid(me * 3, (26, 20, 19)) == -v
    assert paid(me * 2, (26, 20)) is None
    assert paid(me + partner, (26, 40)) == -v  # a trick of the partner loses the contract
    assert paid(me * 2, (26, 20), (Marriage(declarer, 20, 2),)) == v  # 66 when leading to trick 3
    assert paid(me * 3, (26, 20, 19), (Marriage(declarer, 20, 3),)) == -v  # too late
    other = Marriage(Seat((declarer + 2) % 4), 40, 1)
    assert paid(me * 2, (26, 20), (other,)) is None  # only the declarer registers


@pytest.mark.parametrize(
    ("contract", "declarer", "winners", "v"),
    [
        ("bettler", W, "NSNSN", 5),
        ("gang", W, "WWWWW", 9),
        ("zehnerloch", W, "WWWWW", 10),
        ("bauernschnapser", N, "NNNNN", 12),
        ("kontrabauernschnapser", W, "WWWWW", 24),
        ("herrengang", W, "", 18),
        ("herrenschnapser", N, "", 24),
    ],
)
def test_bauernschnapsen_contracts(contract: str, declarer: Seat, winners: str, v: int) -> None:
    partner = None if contract == "bettler" else Seat((declarer + 2) % 4)
    question = ask("bauernschnapsen", contract, declarer, leader=declarer, partner=partner)
    won = tuple(v if (seat - declarer) % 2 == 0 else -v for seat in Seat)
    assert pays("bauernschnapsen", question, course(winners, size=5)) == won
    assert pays("bauernschnapsen", question, course(winners, size=5, contra=2)) == tuple(4 * x for x in won)
    if winners:
        lost = ("N" if contract != "bettler" else "W") if declarer == W else "E"
        assert pays("bauernschnapsen", question, course(lost, size=5)) == tuple(-x for x in won)
        # A trick of the partner loses the contract, too, except in a Bettler, in which the partner sits out.
        if contract != "bettler":
            mate = Seat((declarer + 2) % 4).name
            last = course(winners[:4] + mate, size=5)
            assert pays("bauernschnapsen", question, last) == tuple(-x for x in won)
    if contract == "bettler":
        cheap = pays("bauernschnapsen", question, course(winners, size=5), bettler_value="4")
        assert cheap == (-4, 4, -4, 4)


def test_whist_pays_nothing() -> None:
    question = ask("whist", "tricks", None, leader=N, partner=S)
    assert pays("whist", question, course("NESWNE")) is None


def test_random_games_settle_as_the_reference_has_it() -> None:
    """The program and a reference settle random games equally. Each follows RULINGS, not the other one."""
    compared: Counter[str] = Counter()
    for seed in range(900):
        record = random_game(random.Random(f"settlement {seed}"))
        if not record.finished or record.settlement is None:
            continue
        assert record.question is not None
        assert record.deal is not None
        words = {"all": "all_tricks"}
        said = tuple(
            Said(a.seat, words.get(a.what, a.what), number_of_suit(a.suit), a.level)  # type: ignore[arg-type]
            for a in record.announce
        )
        played = Played(
            record.deal,
            tuple(m.number for m in record.play),
            said,
            laid_away(record) or None,
            laid_face_down(record),
            record.contra if record.game == "bauernschnapsen" else 0,
        )
        plain = plain_settle(GAMES[record.game], record.question, record.rules, played)
        assert record.settlement == tuple(v or 0 for v in plain), (seed, record.game, record.contract)
        compared[record.game] += 1
    assert all(compared[game] >= 50 for game in GAMES if game != "whist"), compared
