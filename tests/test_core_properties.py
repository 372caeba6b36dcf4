"""Values of the core do not depend on names of suits and seats, shared tables, shortcuts or threads."""
# mypy: no-strict-optional

import random
from array import array
from typing import Any

import pytest

from deals import random_deal, random_rules, with_endings
from kranalyze.answers import tables
from kranalyze.answers.gathering import answer_table
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import deal_frame
from kranalyze.cards import RANKS, cards_of, mask_of
from kranalyze.core import calls as core
from kranalyze.core.task import GOALS, MUST_BEAT, MUST_TRUMP, NO_TRUMP, PLAIN, CorePosition, Task, searches
from kranalyze.deal import Deal
from kranalyze.games import GAMES

TWO_SIDED = ["graden", "russbach", "rufmariasch", "anrufen", "bauernschnapsen", "whist"]


def columns(deals: Any) -> Any:
    n, e, s, w = (array("I", [d.masks[i] for d in deals]) for i in range(4))
    return n, e, s, w


def tasks_of(game: Any, rules: Any, selfish: bool = False) -> Any:
    row = game.under(rules)
    return [s.task for q in Plan(row).questions for s in searches(row, q, selfish)]


def values(deals: Any, tasks: Any) -> Any:
    """Return a list for each deal: the values of the tasks. Each task must have one number as its value."""
    solved = core.solve_columns(columns(deals), None, len(deals), tasks, list(range(len(tasks))))
    assert not any(solved.status)
    return [list(solved.values[i * solved.width : (i + 1) * solved.width]) for i in range(len(deals))]


def sample(game_id: Any, size: int, seed: int, count: int = 12) -> Any:
    rnd = random.Random(seed)
    game = GAMES[game_id]
    rules = random_rules(game, rnd)
    return rnd, game, random_deal(game, size, rnd), rnd.sample(tasks_of(game, rules), count)


@pytest.mark.parametrize("game", TWO_SIDED)
def test_renaming_suits_changes_nothing(game: Any) -> None:
    rnd, _, deal, tasks = sample(game, 4, game)
    order = [0, 1, 2, 3]
    rnd.shuffle(order)
    renamed = Deal(tuple(mask_of(8 * order[c >> 3] + (c & 7) for c in cards_of(h)) for h in deal.masks))
    trumps = [t if t.trump == NO_TRUMP else t._replace(trump=order[t.trump]) for t in tasks]
    assert values([deal], tasks) == values([renamed], trumps)


def test_losses_told_as_nothing_leave_what_is_won() -> None:
    rnd = random.Random(7)
    game = GAMES["russbach"]
    deals = [random_deal(game, 4, rnd) for _ in range(20)]
    exact = [t for t in tasks_of(game, {}) if t.goal == GOALS["stakes"]]
    told = values(deals, [task._replace(low=1) for task in exact])
    expected = values(deals, exact)
    assert told == [[max(value, 0) for value in row] for row in expected]
    assert min(map(min, expected)) < 0 < max(map(max, expected))


@pytest.mark.parametrize("game", TWO_SIDED)
def test_rotating_the_table_changes_nothing(game: Any) -> None:
    _, _, deal, tasks = sample(game, 4, f"rotate {game}")  # type: ignore[arg-type]

    def turned(mask: Any) -> Any:
        return (mask << 1 | mask >> 3) & 15

    def seat(s: Any) -> Any:
        return s if s > 3 else (s + 1) % 4

    n, e, s, w = deal.masks
    rotated = [
        t._replace(
            seats=turned(t.seats),
            side=turned(t.side),
            takers=turned(t.takers),
            marriage_seats=turned(t.marriage_seats),
            leader=seat(t.leader),
            declarer=seat(t.declarer),
            second=seat(t.second),
            seek=seat(t.seek),
        )
        for t in tasks
    ]
    assert values([deal], tasks) == values([Deal((w, n, e, s))], rotated)


@pytest.mark.parametrize("game", TWO_SIDED)
def test_sharing_a_table_changes_nothing(game: Any) -> None:
    """Tasks solved together share what is known of a deal. Their values equal those of tasks solved alone."""
    rnd, g, _, tasks = sample(game, 4, f"share {game}", 16)  # type: ignore[arg-type]
    deals = [random_deal(g, 4, rnd) for _ in range(5)]
    together = values(deals, tasks)
    alone = [[values([deal], [task])[0][0] for task in tasks] for deal in deals]
    assert together == alone


@pytest.mark.parametrize(
    ("game", "size", "deals"),
    [("graden", 6, 250), ("graden", 4, 250), ("whist", 6, 12), ("whist", 4, 60), ("bauernschnapsen", 5, 60)],
)
def test_screens_and_special_kernels_change_nothing(game: Any, size: int, deals: Any) -> None:
    """Shortcuts and special kernels give the same answers as plain alpha-beta."""
    rnd = random.Random(f"plain {game} {size}")
    g = GAMES[game]
    dealt = [random_deal(g, size, rnd) for _ in range(deals)]
    tasks = list(dict.fromkeys(tasks_of(g, g.in_force)))
    plain = [t._replace(flags=t.flags | PLAIN) for t in tasks]
    assert values(dealt, tasks) == values(dealt, plain)


@pytest.mark.parametrize(
    ("game", "share"), [("russbach", 0.1), ("rufmariasch", 0.1), ("anrufen", 0.3), ("anrufen3", 1.0)]
)
def test_points_with_few_and_many_cards_are_what_plain_search_says(game: str, share: float) -> None:
    """Every card has the value that plain search gives it.

    The positions come from random play of full deals. Some of them are within tricks.
    """
    rnd = random.Random(f"points {game}")
    g = GAMES[game]
    tasks = list(dict.fromkeys(t for t in tasks_of(g, g.in_force) if t.goal != GOALS["sweep"] or t.need))
    asked: list[tuple[Task, CorePosition]] = []
    for _ in range(int(400 * share)):
        task = rnd.choice(tasks)
        deal = random_deal(g, g.size, rnd)
        position = core.start_position(task, (*deal.masks, 0)[:4])
        for _ in range(rnd.randrange(g.seats * (g.size - 1))):
            if rnd.random() < share / 4:
                asked.append((task, position))
            position = core.play(task, position, rnd.choice(list(cards_of(core.legal_cards(task, position)))))
        asked.append((task, position))
    plain = [(task._replace(flags=task.flags | PLAIN), position) for task, position in asked]
    assert core.position_worths(asked) == core.position_worths(plain)


@pytest.mark.parametrize(
    ("game", "size", "deals"), [("russbach", 5, 500), ("russbach", 8, 30), ("rufmariasch", 8, 20)]
)
def test_points_remembered_of_one_deal_hold_in_another(game: str, size: int, deals: int) -> None:
    """A result in the table depends only on the cards that decided it. The other cards may lie elsewhere."""
    rnd = random.Random(f"remembered {game} {size}")
    g = GAMES[game]
    dealt = [random_deal(g, size, rnd) for _ in range(deals)]
    tasks = list(dict.fromkeys(t for t in tasks_of(g, g.in_force) if t.goal == GOALS["points"]))
    plain = [t._replace(flags=t.flags | PLAIN) for t in tasks]
    assert values(dealt, tasks) == values(dealt, plain)


def without_sevens_and_eights(masks: Any) -> Deal | None:
    """Return the deal with other low cards in it, so that no hand has a Seven or an Eight.

    Low cards are the cards that bring no points. If n low cards of a suit are dealt, the n highest low cards
    of this suit take their places, in the same order of rank. Return None if n is more than four for a suit:
    then one of the cards would still be a Seven or Eight.
    """
    low = [rank for rank in range(8) if not GAMES["russbach"].points[rank]]
    others = dict[int, int]()
    for suit in range(0, 32, 8):
        held = [suit + rank for rank in low if sum(masks) >> suit + rank & 1]
        if len(held) > 4:
            return None
        others |= zip(held, (suit + rank for rank in low[6 - len(held) :]), strict=True)
    n, e, s, w = (mask_of(others.get(card, card) for card in cards_of(hand)) for hand in masks)
    return Deal((n, e, s, w))


@pytest.mark.parametrize(("size", "deals"), [(3, 60), (4, 250)])
def test_points_remembered_hold_wherever_the_low_cards_lie(size: int, deals: int) -> None:
    """The deals differ only in who holds which low card. Each hand has the same length in each suit.

    Before these deals comes a similar deal without Sevens and Eights. For that deal the core keeps separate
    results for different owners of low cards.
    """
    rnd, game = random.Random(f"low cards {size}"), GAMES["russbach"]
    dealt = []
    for masks in (random_deal(game, size, rnd).masks for _ in range(deals)):
        if (higher := without_sevens_and_eights(masks)) is not None:
            dealt.append(higher)
        for _ in range(40):
            hands = list(masks)
            for suit in range(4):
                low = [card for card in range(8 * suit, 8 * suit + 8) if not game.points[card & 7]]
                held = [(seat, card) for seat in range(4) for card in low if hands[seat] >> card & 1]
                shuffled = rnd.sample([card for _, card in held], len(held))
                for (seat, card), other in zip(held, shuffled, strict=True):
                    hands[seat] ^= 1 << card | 1 << other + 32
            n, e, s, w = (hand & 0xFFFFFFFF | hand >> 32 for hand in hands)
            dealt.append(Deal((n, e, s, w)))
    tasks = list(dict.fromkeys(t for t in tasks_of(game, game.in_force) if t.goal == GOALS["points"]))
    plain = [t._replace(flags=t.flags | PLAIN) for t in tasks]
    assert values(dealt, tasks) == values(dealt, plain)


@pytest.mark.parametrize(("games", "ranks"), [(("russbach", "rufmariasch"), "7QKA"), (("anrufen",), "JQKA")])
def test_endings_remembered_tell_marriages_apart(games: tuple[str, ...], ranks: str) -> None:
    """The table keeps endings with different marriages apart.

    Each hand has three cards, and there are many marriages. Depending on the task, a marriage counts once or
    twice, and counts when it is declared or when it is led.
    """
    rnd = random.Random(f"endings {games}")
    tasks = [t for g in games for t in tasks_of(GAMES[g], GAMES[g].in_force) if t.goal == GOALS["points"]]
    dealt = []
    for _ in range(400):
        cards = rnd.sample([8 * suit + RANKS.index(rank) for suit in range(4) for rank in ranks], 12)
        n, e, s, w = (mask_of(cards[i : i + 3]) for i in range(0, 12, 3))
        dealt.append(Deal((n, e, s, w)))
    tasks = list(dict.fromkeys(t for t in tasks if t.trump == 0))
    plain = [t._replace(flags=t.flags | PLAIN) for t in tasks]
    assert values(dealt, tasks) == values(dealt, plain)


@pytest.mark.parametrize(("size", "count"), [(2, 40), (3, 40), (6, 60)])
def test_screens_and_the_last_two_tricks_change_no_selfish_play(size: int, count: int) -> None:
    game, rnd = GAMES["graden"], random.Random(size)
    dealt = [random_deal(game, size, rnd) for _ in range(count)]
    every = [s.task for q in Plan(game, selfish=True).questions for s in searches(game, q, True)]
    tasks = [t for t in dict.fromkeys(every) if t.numbers_in_result == 4]
    tasks = tasks if size < 6 else [t for t in tasks if t.goal == GOALS["most"]]
    both = [tasks, [t._replace(flags=t.flags | PLAIN) for t in tasks]]
    slots = range(0, 4 * len(tasks), 4)
    found, plain = (core.solve_columns(columns(dealt), None, count, some, list(slots)) for some in both)
    assert found.values == plain.values


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_special_kernels_hold_whoever_leads(size: int) -> None:
    """A task may let any seat lead, even a defender of a sweep or an opponent of a Bettler."""
    rnd = random.Random(f"leaders {size}")
    g = GAMES["graden"]
    dealt = [random_deal(g, size, rnd) for _ in range(60)]
    asked = dict.fromkeys(t for t in tasks_of(g, g.in_force) if t.goal == GOALS["sweep"])
    tasks = list(dict.fromkeys(t._replace(leader=leader) for t in asked for leader in range(4)))
    plain = [t._replace(flags=t.flags | PLAIN) for t in tasks]
    found = values(dealt, tasks)
    assert found == values(dealt, plain)
    assert {value for row in found for value in row} == {0, 1}


def test_threads_change_nothing() -> None:
    rnd = random.Random(7)
    game = GAMES["graden"]
    deals = [random_deal(game, 6, rnd) for _ in range(300)]
    one = tables.table(deals, game=game, workers=1)
    assert one.equals(tables.table(deals, game=game, workers=3))
    assert one.equals(tables.table(deals, game=game, workers=16))


@pytest.mark.parametrize("game", TWO_SIDED)
def test_a_position_is_worth_its_best_card(game: Any) -> None:
    """In random play, the value of each position is the value of the best card of the seat to play."""
    rnd, _, deal, tasks = sample(game, 4, f"positions {game}", 8)  # type: ignore[arg-type]
    for task in tasks:
        position = core.start_position(task, deal.masks)
        while (seat := position.to_play(task.seats)) is not None:
            worth = core.position_worths([(task, position)])[0]
            assert worth.value == core.position_worths([(task, position)], cards=False)[0].value
            assert worth.cards.keys() == set(cards_of(core.legal_cards(task, position)))
            mine = task.side >> seat & 1 if task.seek == 0xFF else seat == task.seek
            # A card with announcements may be worth more than the best card without announcements.
            if task.goal != 3 or not position.declaring:
                assert worth.value == (max if mine else min)(worth.cards.values())
            position = core.play(task, position, rnd.choice(list(worth.cards)))


def test_nothing_is_decided_within_the_last_trick() -> None:
    """In contracts of all tricks but the last, the value does not change within the last trick."""
    rnd, game = random.Random(5), GAMES["graden"]
    tasks = [t for t in dict.fromkeys(tasks_of(game, game.in_force)) if t.goal == GOALS["last"]]
    for task in tasks:
        for _ in range(10):
            position = core.start_position(task, random_deal(game, 1, rnd).masks)
            said = [core.position_worths([(task, position)])[0].value]
            for _ in range(3):
                (card,) = cards_of(core.legal_cards(task, position))
                position = core.play(task, position, card)
                said.append(core.position_worths([(task, position)])[0].value)
            assert len(set(said)) == 1
    assert len(tasks) > 3


def test_a_bad_row_spoils_no_batch() -> None:
    rnd = random.Random(3)
    game = GAMES["graden"]
    good = [random_deal(game, 6, rnd) for _ in range(3)]
    twice = Deal((good[0].masks[0], good[0].masks[0], good[0].masks[2], good[0].masks[3]))
    unequal = Deal((good[1].masks[0] & (good[1].masks[0] - 1), *good[1].masks[1:]))
    empty = Deal((0, 0, 0, 0))
    foreign = Deal((good[2].masks[0] ^ good[2].masks[0] & -good[2].masks[0] | 1, *good[2].masks[1:]))
    talon = Deal(good[2].masks, talon=1)
    deals = [good[0], twice, good[1], unequal, good[2], empty, foreign, talon]
    plan = Plan(game)
    batch = answer_table(plan, deal_frame(deals).to_arrow())
    assert [problem.record for problem in batch.problems] == [1, 3, 5, 6, 7]
    said = ("card ", "hands of unequal size: North 5, ", "hands of 0 ", "North holds S7", "the talon has S7")
    for problem, beginning in zip(batch.problems, said, strict=True):
        assert problem.message.startswith(beginning)
    alone = answer_table(plan, deal_frame(good).to_arrow()).table
    columns_ = [c for c in alone.column_names if c != "deal"]
    assert batch.table.select(columns_).equals(alone.select(columns_))
    assert set(batch.table["deal"].to_pylist()) == {0, 2, 4}


@pytest.mark.parametrize(
    "change",
    [
        {"goal": 8},
        {"leader": 4},
        {"trump": 5},
        {"seats": 3},
        {"side": 0},
        {"takers": 0},
        {"strength": (0, 0, 1, 2, 3, 4, 5, 6)},
        {"marriages": 3},
        {"seek": 9},
    ],
)
def test_a_task_that_cannot_be_is_refused(change: Any) -> None:
    game = GAMES["graden"]
    task = tasks_of(game, game.in_force)[0]._replace(**change)
    with pytest.raises(ValueError, match="task 0"):
        core.solve_columns(columns([random_deal(game, 6, random.Random(1))]), None, 1, [task], [0])


def test_short_buffers_are_refused() -> None:
    game = GAMES["graden"]
    task = tasks_of(game, game.in_force)[0]
    short = (array("I", [1]),) * 4
    with pytest.raises(ValueError, match="buffer hands has 4 bytes, 8 are needed"):
        core.solve_columns(short, None, 2, [task], [0])


def test_every_settlement_sums_to_zero() -> None:
    rnd = random.Random(11)
    for game in GAMES.values():
        deal = random_deal(game, 4, rnd)
        frame = tables.table([deal], game=with_endings(game), selfish=True)
        for row in frame.select([f"payoff_{s}" for s in "nesw"]).rows():
            paid = [x for x in row if x is not None]
            assert sum(paid) == 0
            assert len(paid) in (0, game.seats)


@pytest.mark.parametrize("flags", [0, MUST_TRUMP, MUST_BEAT, MUST_TRUMP | MUST_BEAT])
@pytest.mark.parametrize("trump", [0, 2, NO_TRUMP])
def test_both_move_generators_count_the_same(flags: Any, trump: Any) -> None:
    """Perft in C and perft in Python count the same sequences of cards, with three and four seats.

    The counts begin at the start of a deal or in the middle of a trick.
    """
    from oracle.play import PlayRules, legal

    rnd = random.Random(flags * 10 + trump)
    game = GAMES["whist"]
    base = tasks_of(game, game.in_force)[0]
    for seats in (15, 7, 13):
        deal = random_deal(game, 4, rnd)
        masks = tuple(h if seats >> i & 1 else 0 for i, h in enumerate(deal.masks))
        leader = rnd.choice([s for s in range(4) if seats >> s & 1])
        task = base._replace(flags=flags, trump=trump, seats=seats, leader=leader, side=1 << leader)
        rules = PlayRules(
            order="K",
            trump=None if trump == NO_TRUMP else trump,
            must_trump=bool(flags & MUST_TRUMP),
            must_beat=bool(flags & MUST_BEAT),
            seats=tuple(s for s in range(4) if seats >> s & 1),
        )
        n, e, s, w = masks
        position = core.start_position(task, (n, e, s, w))
        for depth in range(1, 8):
            assert core.perft(task, position, depth) == python_perft(masks, leader, (), rules, depth, legal)
        card = rnd.choice(list(cards_of(masks[leader])))
        after = core.play(task, position, card)
        rest = tuple(h & ~(1 << card) for h in masks)
        assert core.perft(task, after, 4) == python_perft(rest, leader, (card,), rules, 4, legal)


def python_perft(hands: Any, leader: Any, trick: Any, rules: Any, depth: int, legal: Any) -> Any:
    """Return how many sequences of cards the rules in Python allow.

    Cards are numbers. ``trick`` has the cards of the trick so far.
    """
    from oracle.play import winner

    if depth == 0:
        return 1
    seats = rules.seats
    seat = seats[(seats.index(leader) + len(trick)) % len(seats)]
    count = 0
    for card in cards_of(legal(hands[seat], trick, rules)):
        rest = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands))
        played = (*trick, card)
        if len(played) == len(seats):
            took = seats[(seats.index(leader) + winner(played, rules)) % len(seats)]
            count += python_perft(rest, took, (), rules, depth - 1, legal)
        else:
            count += python_perft(rest, leader, played, rules, depth - 1, legal)
    return count
