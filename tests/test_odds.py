"""Odds of a hand by samples, enumeration and counting agree with each other and with independent sums."""
# mypy: no-strict-optional

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from itertools import chain, pairwise

import polars as pl
import pytest

from counting import in_question
from kranalyze import Seat, count_sweep_layouts
from kranalyze.answers.intervals import wilson
from kranalyze.answers.tables import table
from kranalyze.cards import cards_of, mask_of, mask_of_cards_with_ranks, parse_card, parse_hand
from kranalyze.core.calls import solve_columns
from kranalyze.core.questionborder import questions
from kranalyze.core.task import Task, searches
from kranalyze.core.walking import new_shelf
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hand import Odds, TooManyLayoutsError, odds, odds_with_best_mean, tally
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.book import canonical_hand
from kranalyze.hand.figures import by_mean, odds_of
from kranalyze.hand.tally import Counter, add_sums
from oracle.trumps import KONTRA
from running import run

GRADEN = GAMES["graden"]
SEARCHED = [GRADEN.contract(c) for c in ("bettler", "durchmarsch", "plauderer", "hundert")]
HANDS = ("KQ.9.AJ9.", "9T.9J.9.Q", "AKQ.AK.9.", "QJT9.J.T.", "A.KQ.AT.J", "KQJT9.K..")


def one(hand: str, contract: str, **more: object) -> Odds:
    [found] = odds(hand, contracts=[contract], **more, games=0)  # type: ignore[arg-type]
    return found


def task_of(contract: str, seat: Seat) -> Task:
    question = questions(GRADEN, [GRADEN.contract(contract)], [seat])[0]
    return searches(GRADEN, question, include_selfish=False)[0].task


def searching(asked: HandQuery) -> Counter:
    """Return a counter that searches every layout and never uses the core's walk of layouts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "can_count_without_search", lambda *_: False)
        return Counter(asked, SEARCHED)


@pytest.mark.parametrize("hand", HANDS)
def test_the_walk_of_layouts_finds_what_the_search_finds(hand: str) -> None:
    """The core's walk of layouts counts the same as the core's ordinary search of each layout."""
    asked = HandQuery(GRADEN, parse_hand(hand), contracts=SEARCHED)
    columns = asked.columns(0, 250, seed=5)
    walked, plain = (counter.count(columns) for counter in (Counter(asked, SEARCHED), searching(asked)))
    assert walked == plain


def test_a_shelf_that_forgets_changes_nothing() -> None:
    """A shelf (the table of the walk) with room for only 64 positions gives the same sums as a large one.

    Nearly all positions are then searched again.
    """
    asked = HandQuery(GRADEN, parse_hand("KQ.9.AJ9."), contracts=SEARCHED)
    counter, sums = Counter(asked, SEARCHED), []
    for bits in (6, 20):
        counter.shelf = new_shelf(bits)
        sums.append(counter.count(asked.columns(0, 120, seed=2)))
    assert sums[0] == sums[1] and sums[0]["bettler", None][0] == 120


KNOWN = {Seat.W: parse_hand("A.KT.KT."), Seat.N: parse_hand("T.AQ.Q.")}


@pytest.mark.parametrize("piece", [25, 1000])
def test_all_layouts_are_counted_once(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine unknown cards fill 1 + 2 + 6 places in 252 layouts. A search of each gives the same counts."""
    monkeypatch.setattr("kranalyze.hand.hand._WALKED", piece)
    asked = HandQuery(GRADEN, parse_hand("KQ.9.AJ9."), contracts=SEARCHED, known=KNOWN)
    assert asked.layouts == 252
    plain = searching(asked).count(asked.columns(0, 252))
    assert plain["bettler", None][0] == 252
    for workers in (1, 3):
        found = odds("KQ.9.AJ9.", contracts=SEARCHED, known=KNOWN, exact=True, workers=workers, games=0)
        assert by_mean(found) == by_mean(odds_of(asked, SEARCHED, "exact", plain))


def test_every_way_to_deal_comes_once() -> None:
    asked = HandQuery(GRADEN, parse_hand("KQ.9.AJ9."), known=KNOWN)
    n, e, s, w, talon = asked.columns(0, 252)
    assert len(set(zip(n, e, s, w, strict=True))) == 252 and not any(talon)
    assert all(a | b | c | d == 0xFCFCFCFC for a, b, c, d in zip(n, e, s, w, strict=True))
    assert all(x & KNOWN[Seat.N] == KNOWN[Seat.N] for x in n) and set(s) == {asked.hand}
    pieces = [asked.columns(first, min(25, 252 - first)) for first in range(0, 252, 25)]
    joined = [list(chain.from_iterable(parts)) for parts in zip(*pieces, strict=True)]
    assert joined == [list(n), list(e), list(s), list(w), list(talon)]


def test_shares_are_those_of_the_table() -> None:
    """The odds for a called card equal counts over those rows of ``table`` whose ``calls`` list this card."""
    asked = HandQuery(GRADEN, parse_hand("KQ.9.AJ9."))
    deals = random_deals(GRADEN, 200, seed=8, held=asked.known_cards)
    rows = table(deals, declarers=["S"]).with_columns(pl.col("calls").list.eval(pl.element().cast(pl.String)))
    found = {o.contract.id: o for o in odds(asked.hand, samples=200, seed=8, games=0)}
    by_call = rows.explode("calls").filter("biddable").group_by("contract", "calls")
    for contract, call, made, paid in by_call.agg(pl.col("makeable").sum(), pl.col("payoff_s").mean()).rows():
        answer = found[contract]
        if answer.method != "sample":
            continue
        choice = next(c for c in answer.choices if c.call == call)
        assert (choice.made, choice.mean) == (made, pytest.approx(paid))  # type: ignore[comparison-overlap]
    any_call = rows.group_by("contract", "deal").agg(pl.col("makeable").any()).filter("makeable")
    assert found["durchmarsch"].made_dd == any_call.filter(pl.col("contract") == "durchmarsch").height
    best = found["durchmarsch"].choices
    assert all((a.mean or 0) >= (b.mean or 0) for a, b in pairwise(best))


@pytest.mark.parametrize(
    ("hand", "game", "said"),
    [
        (
            "KT..A.A", None,
            "the hand has 4 cards, and no game deals so many (graden 6, russbach 8, rufmariasch 8, "
            "anrufen 6, anrufen3 7, bauernschnapsen 5); a part of a hand needs --game",
        ),
        (
            "KT.Q.A.AQ", "russbach",
            "a hand of 6 cards: russbach deals 8, and forehand has seen 4 when he speaks",
        ),
        ("K...", "Graden", "a hand of 1 card: graden deals 6"),
    ],
)  # fmt: skip
def test_a_hand_of_a_wrong_size_is_an_error(hand: str, game: str | None, said: str) -> None:
    done = run("odds", hand, "--games", 0, *(() if game is None else ("--game", game)))
    assert (done.status, done.err.splitlines()[-1]) == (2, f"Error: {said}.")


def test_the_game_that_was_taken_is_named() -> None:
    asked = ("odds", "AKQ.AKQ..", "--contract", "koenigmord", "--games", "0")
    assert run(*asked).out.startswith(
        "AKQ.AKQ..  Königrufen (Graden), taken for its hands of 6; --game names another\n"
    )
    assert run(*asked, "--game", "graden").out.startswith("AKQ.AKQ..  Königrufen (Graden)\n")
    few = run("odds", "AK.A..", "--game", "bauernschnapsen", "--contract", "gang", "--samples", "10").out
    assert few.startswith("AK.A..  Bauernschnapsen\n") and "--within" not in few


def test_odds_of_known_cards_are_those_of_the_layouts_left() -> None:
    whole = one("AKJ.AKJ..", "koenigmord")
    parts = [one("AKJ.AKJ..", "koenigmord", known={seat: 1 << parse_card("SQ")}) for seat in (0, 1, 3)]
    assert sum(part.best.made for part in parts if part.best) == (whole.best.made if whole.best else 0)
    assert all(part.layouts == 17153136 // 3 for part in parts)


def test_a_part_of_a_hand_ranks_the_calls() -> None:
    """Odds of a part of a hand (four cards in Rußbach, three in Bauernschnapsen) rank the calls."""
    found = odds("AT.KQ..", game="russbach", contracts=["simple"], samples=20, games=0)[0]
    assert found.biddable and len(found.choices) == 32 and found.layouts == 20
    trumps = odds("AK.A..", game="bauernschnapsen", contracts=["rufer"], samples=200, games=0)[0]
    assert {choice.trump for choice in trumps.choices} == set("SHDC")
    assert trumps.best is not None and trumps.best.trump == "S"


def test_all_layouts_of_another_game() -> None:
    """In Bauernschnapsen a second hand and three cards of a third are known: 7! / (2! 5!) layouts remain."""
    known = {Seat.W: parse_hand("T.KQ.A.T"), Seat.N: parse_hand("Q.T.K.")}
    found = odds("AK.A.T.A", game="bauernschnapsen", known=known, exact=True, games=0)
    rufer = next(o for o in found if o.contract.id == "rufer")
    assert (rufer.method, rufer.layouts) == ("exact", 21)
    assert rufer.interval == (rufer.share, rufer.share)


@pytest.mark.parametrize(
    ("hand", "seat", "others"),
    [
        ("KQ.AT.K.", Seat.N, ("AT.J..T", "J.K..A", "..AQJ.K")),
        ("KQ.AT.K.", Seat.S, ("AT.J..T", "J.K..A", "..AQJ.K")),
        ("KQ.A.K.", Seat.N, ("AT.J..T", "J.K..A", "..AQJ.K")),
        ("AT.K.A.K", Seat.E, (".QT..QJ", ".J.T.A", "J..KQJ.")),
    ],
)
def test_the_trump_of_bauernschnapsen_is_one_that_forehand_holds(
    hand: str, seat: Seat, others: tuple[str, ...]
) -> None:
    """Odds over all layouts equal sums over the rows of ``table`` whose trump the oracle thinks possible."""
    known = {Seat((seat + i) % 4): parse_hand(cards) for i, cards in enumerate(others, 1)}
    game = GAMES["bauernschnapsen"]
    answers = odds(hand, game=game, known=known, seat=seat, dealer=Seat.W, exact=True, games=0)
    asked = HandQuery(game, parse_hand(hand), seat=seat, dealer=Seat.W, known=known)
    columns = asked.columns(0, asked.layouts)
    deals = pl.DataFrame({s: pl.Series(columns[i], dtype=pl.UInt32) for i, s in enumerate("nesw")})
    rows = table(deals, game=game).filter(pl.col("leader").eq("N") | pl.col("trump").is_null()).to_dicts()
    sums: dict[tuple[str, str | None], list[tuple[bool, int]]] = defaultdict(list)
    made_dd: dict[str, set[int]] = defaultdict(set)
    for number, north in enumerate(deals["n"]):
        for row in in_question([row for row in rows if row["deal"] == number], north):
            if row["declarer"] != seat.name or not row["biddable"]:
                continue
            key = row["contract"], None if row["contract"] in KONTRA else row["trump"]
            sums[key].append((row["makeable"], row[f"payoff_{seat.name.lower()}"]))
            made_dd[row["contract"]] |= {number} if row["makeable"] else set()
    some = 0
    for answer in answers:
        for choice in answer.choices:
            trump = choice.trump
            mine = sums.pop((answer.contract.id, trump))
            paid = sum(amount for _, amount in mine)
            made = sum(made for made, _ in mine)
            assert (choice.layouts, choice.made, choice.paid) == (len(mine), made, paid)
            some += 0 < choice.made < choice.layouts
        assert answer.made_dd == len(made_dd[answer.contract.id])
    assert some
    # The sums that are left belong to contracts that the seat may not bid.
    assert all(game.contract(contract).bidders == "not_forehand" and seat == Seat.N for contract, _ in sums)


def test_first_cards_of_a_sweep() -> None:
    """A Königmord stays makeable after a first card if and only if no other seat can beat this card."""
    found = one("AKJ.AKQ..", "koenigmord", samples=300, seed=4, leads=True)
    sample = random_deals(GRADEN, 300, seed=4, held={Seat.S: parse_hand("AKJ.AKQ..")})
    others = [tuple(row) for row in sample.select("n", "e", "w").iter_rows()]
    queen = parse_card("SQ")
    bare = 0
    for hands_ in others:
        holder = next(hand for hand in hands_ if hand >> queen & 1)
        bare += (holder & 0xFF).bit_count() < 3
    assert found.play is not None and found.best is not None
    assert found.best.made == bare
    expected = dict.fromkeys(("SA", "SK", "HA", "HK", "HQ"), bare / 300) | {"SJ": 0.0}
    assert found.play == expected and found.play["♠A"] == expected["SA"]


@pytest.mark.usefixtures("argued")
def test_means_by_hand() -> None:
    """A contract that is always made wins its stake on average. A contract that is never made loses it."""
    found = {o.contract.id: o for o in odds("AKQ.AKQ..", samples=100, games=0)}
    assert found["koenigmord"].mean == 3 * 70
    assert found["durchmarsch_letzten"].mean == 3 * 40
    assert found["bettler"].mean == -3 * 30 and found["plauderer"].mean == -3 * 50
    assert found["durchmarsch"].mean == 40
    best = odds_with_best_mean(found.values())
    assert best is not None and best.contract.id == "koenigmord"
    assert next(iter(found)) == "koenigmord"
    letzten = one("AKQJT.K..", "durchmarsch_letzten")  # takes tricks 1 to 5, never the last
    assert (letzten.share, letzten.mean) == (1.0, 40.0)


def test_a_hand_that_may_not_bid_says_so() -> None:
    found = one("AKJ.AQT..", "hundertermord", samples=10)
    assert not found.biddable and found.share is None and found.row()["biddable"] is False
    assert odds_with_best_mean([found]) is None


def test_what_cannot_be_asked() -> None:
    with pytest.raises(TooManyLayoutsError, match="9,465,511,770") as refused:
        odds("AT.KQ.T9.87", game="russbach", exact=True, games=0)
    assert refused.value.layouts == 9_465_511_770
    for hand, message, more in (
        ("AKQ7.AK..", "not in the pack", {}),
        ("AKQ.AKQ.A.", "7 cards", {}),
        ("AKQ.AKQ..", "held twice", {"known": {Seat.N: parse_hand("A...")}}),
        ("AKQ.AKQ..", "belongs to the hand", {"known": {Seat.S: parse_hand("..A.")}}),
        ("AKQ.AKQ..", "no declarer", {"contracts": ["schurln"]}),
        ("AKQ.AKQ..", "a whole number from 1", {"samples": 0}),
        ("AKQ.AKQ..", "above 0, at most 1", {"within": 2.0}),
        ("AKQ.AKQ..", "exact looks at all layouts", {"exact": True, "samples": 5}),
        ("AT.K.KQ.T9J", "does not play", {"game": "anrufen3", "seat": Seat.W}),
        # Only the player left of the dealer calls.
        ("AT.KQ.T9.87", "East may bid none of", {"game": "russbach", "seat": Seat.E, "dealer": Seat.W}),
    ):
        with pytest.raises(ValueError, match=message):
            odds(hand, **more, games=0)


def test_tallies_add_up_in_any_order() -> None:
    asked = HandQuery(GRADEN, parse_hand("KQ.9.AJ9."), contracts=SEARCHED)
    counter = Counter(asked, SEARCHED)
    parts = [counter.count(asked.columns(first, 50, seed=1)) for first in (0, 50, 100)]
    whole = counter.count(asked.columns(0, 150, seed=1))
    assert reduce(add_sums, parts) == reduce(add_sums, parts[::-1]) == whole


def test_canonical_hands_are_the_same_for_all_their_equivalents() -> None:
    mask = parse_hand("AK.Q.JT9.")
    names = {canonical_hand(renamed(mask, order))[0] for order in ((0, 1, 2, 3), (3, 1, 0, 2), (1, 2, 3, 0))}
    assert names == {canonical_hand(mask)[0]}
    tops = mask_of_cards_with_ranks("A")
    assert canonical_hand(tops)[0] == tops


def renamed(mask: int, suits: tuple[int, ...]) -> int:
    return mask_of(suits[card >> 3] * 8 + (card & 7) for card in cards_of(mask))


@pytest.mark.long
def test_all_layouts_of_a_hand() -> None:
    """Counting sweeps suit by suit gives the same number as a search of each of 17,153,136 layouts.

    The shares that the walk of layouts finds lie within the intervals of a sample.
    """
    hand, layouts = "AQJ.AK.T.", 17153136
    asked = HandQuery(GRADEN, parse_hand(hand), contracts=["durchmarsch_letzten"])
    task = task_of("durchmarsch_letzten", Seat.S)
    # The task is to take the first five tricks. The core must search this task, and cannot count by suits.
    five = task._replace(goal=0, takers=task.side, tricks=5, declarer=0xFF, seek=0xFF)
    made = 0
    for first in range(0, layouts, 1 << 16):
        n, e, s, w, _ = asked.columns(first, min(1 << 16, layouts - first))
        made += sum(solve_columns((n, e, s, w), None, len(n), [five], [0]).values)
    assert made == count_sweep_layouts(hand, "durchmarsch_letzten") and 0 < made < layouts
    found = {o.contract.id: o for o in odds(hand, exact=True, games=0)}
    assert found["durchmarsch"].layouts == layouts
    for contract in ("bettler", "durchmarsch"):
        exact, sample = found[contract], one(hand, contract, samples=20_000, seed=5)
        choice = next(c for c in sample.choices if exact.best is not None and c.call == exact.best.call)
        low, high = wilson(choice.made, choice.layouts)
        assert low <= (exact.share or 0) <= high
