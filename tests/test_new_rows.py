"""Invented contracts and options: commands, KPN and pages obey rows of rules that no real game has."""
# mypy: no-strict-optional

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

import kranalyze
from analysing import analysed
from asking import evaluate, random_play, short_deal
from enumerating import all_layouts
from kpn_games import checked_record
from kranalyze.analysis import analyze_records
from kranalyze.analysis.bids import judge_bids
from kranalyze.answers.tables import table
from kranalyze.cards import card_letters, cards_of, mask_of, parse_card, parse_hand
from kranalyze.core.questionborder import questions
from kranalyze.core.task import searches
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, Contract, Game, Goal, Option, Question
from kranalyze.games.aims import aim_of
from kranalyze.games.base import BEAT
from kranalyze.hand import odds
from kranalyze.kpn import Record, parse_kpn
from kranalyze.show.pages.frame import read_page_file
from oracle import verdict
from oracle.play import legal, play_rules
from oracle.search import Course, Search, two_sides
from oracle.settling import settlement
from oracle.table import State, Trick, replay
from running import run

#: The duty to beat may decide whether a Bettler with this hand succeeds.
HAND = "K9.J9.T9."


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Give Graden the rule option ``beat``, unless it has this option, and return the game."""
    others = (option for option in GAMES["graden"].options if option.name != BEAT.name)
    game = replace(GAMES["graden"], options=(*others, BEAT))
    monkeypatch.setitem(GAMES, game.id, game)
    return game


FREE = {"beat": "none"}


def test_beat_for_graden_is_obeyed_by_table_odds_and_solve(lenient: Game) -> None:
    """All ways to compute the share of one hand obey the option.

    The ways are the walk of layouts, samples and whole tables. Answers about one deal obey the option, too.
    """
    hand = parse_hand(HAND)
    deals = random_deals(lenient, 400, seed=1, held={Seat.S: hand})
    shares = {}
    for rules in ({}, FREE):
        rows = table(deals, game=lenient, contracts=["bettler"], declarers=[Seat.S], rules=rules)
        shares[bool(rules)] = share = sum(rows["makeable"]) / rows.height
        [sampled] = odds(HAND, game=lenient, contracts=["bettler"], samples=400, seed=1, rules=rules, games=0)
        assert sampled.share == share
        [known] = odds(HAND, game=lenient, contracts=["bettler"], rules=rules, within=0.05, games=0)
        assert known.share == pytest.approx(share, abs=0.1)
        first = Deal(tuple(deals.row(0)[:4]))
        answer = kranalyze.solve(first, game=lenient, contract="bettler", declarer="S", rules=rules)
        assert answer.makeable == rows["makeable"][0]
        if not rules:
            [booked] = odds(HAND, contracts=["bettler"], rules=rules, games=0)
            assert booked.method == "book" and booked.share == pytest.approx(share, abs=0.1)
    assert shares[True] < shares[False] - 0.1
    assert all(o.method != "book" for o in odds(HAND, contracts=["bettler"], rules=FREE, within=0.2, games=0))


@pytest.mark.parametrize("contract", [c.id for c in GAMES["graden"].contracts if c.goal.kind != "most"])
def test_beat_for_graden_agrees_with_the_oracle(lenient: Game, contract: str) -> None:
    rng = random.Random(contract)
    free = lenient.under(FREE)
    for _ in range(3):
        deal = short_deal(free, 4, rng)
        asked = questions(free.under(FREE), [free.contract(contract)])
        for question in rng.sample(asked, min(len(asked), 8)):
            said = verdict(free, question, deal, free.in_force)
            core = evaluate(free, question, deal, free.in_force)
            assert (core.biddable, core.makeable, core.value) == (said.biddable, said.makeable, said.value)
            assert core.payoff == tuple(said.payoff)
            assert not any(search.task.flags & 2 for search in searches(free.under(FREE), question))


#: North has bid Bettler and leads the SJ. East could beat it with the SK, but plays the S9.
KEPT_BACK = """[Game "graden"] [Rules "beat={}"] [Dealer "W"]
[Deal "N:JT.AK.A.A K9.QT.9.9 AQ.J9.KQ. ..JT.KQJT"]
[Contract "bettler"] [Declarer "N"]
[Play "N"]
SJ S9 SQ DJ
*
"""


def test_beat_for_graden_is_obeyed_by_kpn_and_analyze(lenient: Game) -> None:
    strict = parse_kpn(KEPT_BACK.format("all"))
    assert [error.message for error in strict.errors] == ["East must beat the SJ"]
    file = parse_kpn(KEPT_BACK.format("none"))
    assert not file.problems and file.records[0].game_row == lenient.under(FREE)
    [record] = file.records
    assert record.question is not None and record.deal is not None
    held = parse_hand("K9...")
    for rules, cards in (({}, ["SK"]), (FREE, ["S9", "SK"])):
        how = play_rules(lenient.under(rules), record.question)
        assert [card_letters(c) for c in cards_of(legal(held, [parse_card("SJ")], how))] == cards
    # The settlement with best play equals the core's answer to the same question under the option.
    [game] = analyze_records([record]).games.to_dicts()
    asked = evaluate(lenient.under(FREE), record.question, record.deal, FREE)
    assert [game[f"payoff_{seat}"] for seat in "nesw"] == list(asked.payoff)


#: Two contracts of Graden: the book answers the first, and layouts are counted for the second.
OLD = ["bettler", "koenigmord"]

#: A contract that no game has: the declarer must take exactly one trick.
ONE_TRICK = Contract("no_such_yet", "Noch keiner", 90, Goal("exactly", tricks=1), 90, "K")


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Add the contract ``ONE_TRICK`` to Graden, and return the game."""
    *bids, schurln = GAMES["graden"].contracts
    game = replace(GAMES["graden"], contracts=(*bids, ONE_TRICK, schurln))
    monkeypatch.setitem(GAMES, game.id, game)
    return game


def taking_one(game: Game, question: Question, size: int) -> Search[int]:
    """Return a plain search, whose outcome is 1 if the declarer can take exactly one trick, else 0."""
    course = Course[int](
        start=0,
        end=lambda taken: int(taken == 1),
        take=lambda taken, seat, cards, number, last: (taken + (seat == question.declarer), 0),
        over=lambda taken: taken > 1,
    )
    return Search(play_rules(game, question), course, two_sides([question.declarer or 0]), size)


def test_a_contract_takes_a_row(one_more: Game) -> None:
    """A new contract (exactly one trick) needs only a row. Answers, tables and odds are then right."""
    rng, seen = random.Random(5), set[int]()
    asked = questions(one_more, [ONE_TRICK])
    assert [q.declarer for q in asked] == list(Seat)
    for _ in range(8):
        deal = short_deal(one_more, 4, rng, ranks="AKQJT9")
        for question in asked:
            value = taking_one(one_more, question, deal.size).outcome(State(deal.masks, question.leader), 0)
            seen.add(value)
            answer = evaluate(one_more, question, deal, {})
            assert (answer.value, answer.makeable) == (value, bool(value))
            assert answer.payoff == settlement([question.declarer], 90 if value else -90)
    assert seen == {0, 1}
    deals = random_deals(one_more, 60, seed=3, held={Seat.S: parse_hand(HAND)})
    rows = table(deals, game=one_more, contracts=[ONE_TRICK.id], declarers=[Seat.S])
    [found] = odds(HAND, game=one_more, contracts=[ONE_TRICK.name], samples=60, seed=3, games=6, look=9)
    assert found.careful is not None and found.careful.games == 6
    assert found.share == rows["makeable"].mean() and found.mean == rows["payoff_s"].mean()


def test_the_aim_of_a_new_row_has_words() -> None:
    """The page's trainer has words for what the declarer of a new contract must do."""
    key, numbers, whose = aim_of(ONE_TRICK) or []
    assert (numbers["n"], whose) == (1, "alone")
    words = json.loads(read_page_file("words.json"))
    assert words[f"{key}_"] == ["exactly {n} of the tricks", "genau {n} der Stiche"]


def test_a_contract_that_the_book_does_not_know_is_sampled(one_more: Game) -> None:
    """The answers for other contracts do not change. The output names the contract that was sampled."""
    known = {one.contract.id: one for one in odds(HAND, contracts=OLD, games=0)}
    found = {one.contract.id: one for one in odds(HAND, contracts=[*OLD, ONE_TRICK.id], games=0)}
    assert found.pop(ONE_TRICK.id).method == "sample" and found == known
    assert {one.method for one in known.values()} == {"book", "exact"}
    asked = ("odds", HAND, "--games", 0, *(word for name in OLD for word in ("--contract", name)))
    said = run(*asked, "--contract", ONE_TRICK.id).out
    assert f"Not in the book of hands, so from a sample: {ONE_TRICK.name}." in said
    assert "Not in the book" not in run(*asked).out
    assert not any(name.startswith(ONE_TRICK.id) for name in kranalyze.book(HAND).columns)


def test_bids_that_the_book_does_not_know_are_judged_by_few_layouts(one_more: Game) -> None:
    deal = random_deals(one_more, 1, seed=8, held={Seat.N: parse_hand(HAND)}).row(0)[:4]
    record = checked_record(Deal(deal), "graden", dealer=Seat.W, auction=[ONE_TRICK.id, "AP"])
    [drawn] = odds(HAND, contracts=[ONE_TRICK], samples=200, seat="N", dealer="W", games=0)
    assert drawn.layouts == 200 and judge_bids(record).mean == drawn.mean
    lower = checked_record(Deal(deal), "graden", dealer=Seat.W, auction=["bettler", "AP"])
    [booked] = odds(HAND, contracts=["bettler"], seat="N", dealer="W", games=0)
    assert booked.method == "book" and judge_bids(lower).mean == booked.mean


def moves(tricks: Iterable[Trick]) -> list[tuple[int, int]]:
    """Return the cards of tricks in playing order, each as (seat, card)."""
    return [move for trick in tricks for move in zip(trick.seats, trick.cards, strict=True)]


def test_a_contract_of_a_new_row_is_played_and_analysed(one_more: Game) -> None:
    """Games of random cards settle by the number of tricks that the declarer takes.

    The analysis of a game gives the payoff that the core computes for its deal.
    """
    rng, records, seen = random.Random(2), list[Record](), set[bool]()
    for seed in range(10):
        deal = Deal(random_deals(one_more, 1, seed=seed).row(0)[:4])
        [question] = questions(one_more, [ONE_TRICK], [Seat.N])
        cards = random_play(one_more, question, deal, {}, rng)
        tricks = replay(deal.masks, Seat.N, cards, play_rules(one_more, question))
        made = sum(trick.winner == Seat.N for trick in tricks) == 1
        calls = [ONE_TRICK.id, "AP"]
        record = checked_record(deal, "graden", dealer=Seat.W, auction=calls, play=moves(tricks))
        assert (record.contract, record.declarer) == (ONE_TRICK.id, Seat.N)
        assert record.settlement == settlement([Seat.N], 90 if made else -90)
        records.append(record)
        seen.add(made)
    assert seen == {True, False}
    for record, game in zip(records, analysed(records), strict=True):
        assert record.deal is not None and record.question is not None
        answer = evaluate(one_more, record.question, record.deal, {})
        assert game.payoff == answer.payoff
        assert game.made == (record.settlement == settlement([Seat.N], 90))


def test_a_contract_of_a_new_row_is_advised_beside_a_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    """``advise`` gives the exact shares of a new contract in Anrufen for three.

    In other contracts of this game, the discard brings points. The new contract counts tricks. So the discard
    must bring nothing.
    """
    row = replace(ONE_TRICK, order="T")
    game = replace(GAMES["anrufen3"], contracts=(*GAMES["anrufen3"].contracts, row))
    monkeypatch.setitem(GAMES, game.id, game)
    rng, changing = random.Random(3), 0
    for seed in range(8):
        n, e, s, w, talon = random_deals(game, 1, seed=seed).row(0)
        deal = Deal((n, e, s, w), talon)
        [question] = questions(game, [row], [Seat.N])
        discard = mask_of(rng.sample(list(cards_of(deal.mask(Seat.N) | deal.talon_mask)), 3))
        cards = random_play(game, question, deal, {}, rng, discard)
        hands = ((deal.mask(Seat.N) | deal.talon_mask) & ~discard, *deal.masks[1:])
        tricks = replay(hands, Seat.N, cards, play_rules(game, question))[:4]
        record = checked_record(
            deal, game.id, contract=row.id, declarer=Seat.N, discard=discard, play=moves(tricks)
        )
        seat, taken = tricks[-1].winner, sum(trick.winner == Seat.N for trick in tricks)
        for one in kranalyze.advise(record, after=12, games=0).cards:
            values = [
                taking_one(game, question, 7).cards(State(layout[:4], seat), taken)[one.card.number]
                for layout in all_layouts(record, 12, seat)
            ]
            made = sum(values) / len(values)
            assert one.share == pytest.approx(made if seat == Seat.N else 1 - made)
            changing += 0 < made < 1
    assert changing


def test_an_option_that_knows_no_contra_refuses_it_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single field in a game's row of rules says whether Contra may be said, and how often."""
    silent = Option("no_contra", ("no", "yes"), "whether nobody may say Contra", "contra", ("token", None))
    game = replace(GAMES["anrufen"], options=(silent,))
    monkeypatch.setitem(GAMES, game.id, game)
    deal = "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"
    asked: dict[str, Any] = {"game": "anrufen", "contract": "all_tricks", "declarer": "N"}
    asked |= {"trump": "S", "call": "HA"}
    assert kranalyze.solve(deal, **asked, contra=1).payoff == (3, 3, -3, -3)
    with pytest.raises(ValueError, match="Contra is not said in anrufen"):
        kranalyze.solve(deal, **asked, contra=1, rules={"no_contra": "yes"})
    text = (
        f'[Game "anrufen"] [Rules "no_contra={{}}"] [Deal "{deal}"] [Contract "all_tricks"] [Declarer "N"]\n'
        '[Trump "S"] [Called "HA"] [Contra "1"]\n'
    )
    assert not parse_kpn(text.format("no")).problems
    [error] = parse_kpn(text.format("yes")).errors
    assert error.message == "anrufen has no Contra, here are 1"
