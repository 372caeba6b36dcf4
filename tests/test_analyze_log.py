"""In the analysis of a log all sums balance, and parts of a game give the same results as the whole game."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from analysing import analysed
from kranalyze.analysis import analyze_records
from kranalyze.analysis.board import Position
from kranalyze.analysis.game import Analysed
from kranalyze.cards import Card, cards_of
from kranalyze.games import GAMES, Game, Question
from kranalyze.kpn import Record, read_kpn
from oracle.asked import ask, pays
from oracle.play import legal, play_rules
from oracle.table import State, play
from oracle.table import mover as to_move
from running import EVENING


@cache
def log() -> tuple[Record, ...]:
    file = read_kpn(EVENING)
    assert not file.problems
    return file.records


@cache
def games() -> tuple[Analysed, ...]:
    return tuple(analysed(log(), best=False))


def of(name: str) -> list[Analysed]:
    return [game for game in games() if game.record.game == name]


def two_sided() -> list[Analysed]:
    return [g for g in games() if g.cards and g.record.settlement and not g.has_more_than_two_parties]


def test_the_guarantee_after_the_last_card_is_the_settlement() -> None:
    checked = Counter[str]()
    for game in two_sided():
        last, settlement = game.cards[-1], game.record.settlement
        assert settlement is not None and last.after == settlement[last.move.seat], game.record.board
        checked[game.record.game] += 1
    # The log has settlements of every card game but whist.
    assert set(checked) == set(GAMES) - {"whist"} and checked["graden"] > 20


def test_the_discard_of_board_61_lost_a_contract_that_could_be_made() -> None:
    # RULINGS (anrufen3): the best discard decides ``makeable``, ``value`` and ``payoff``. A worse
    # discard has a cost.
    (game,) = (game for game in games() if game.record.board == "61")
    assert game.record.declarer is not None and game.record.contract == "no_tricks"
    assert (game.makeable, game.verdict, game.payoff[game.record.declarer]) == (True, "lost", 4)
    assert game.cost_discard == 8


def test_the_guarantee_of_a_party_after_the_last_card_is_its_settlement() -> None:
    found = [g for g in games() if g.followed and g.has_more_than_two_parties]
    assert len(found) > 4
    for game in found:
        last, settlement = game.cards[-1], game.record.settlement
        assert settlement is not None and last.after == settlement[last.move.seat]


def paid(game: Game, question: Question) -> tuple[int, ...]:
    """Return what the rulings pay each seat for a stake of one."""
    seats = pays(ask(game, question, game.in_force), 1)
    return tuple(share or 0 for share in seats)


def test_gains_and_losses_connect_the_first_guarantee_with_the_settlement() -> None:
    for game in two_sided():
        record, question = game.record, game.record.question
        assert question is not None and record.declarer is not None and record.settlement is not None
        shares = paid(record.game_row, question)
        start = game.guarantee[record.declarer]
        assert start is not None
        start -= game.cost_discard or 0
        stakes = start // shares[record.declarer]  # amount of one payment; below 0: the declarer's side pays
        for card in game.cards:
            share = shares[card.move.seat]
            assert card.before is not None and card.cost is not None
            stakes += (card.gain_announce or 0) // share
            assert card.before == share * stakes, (record.board, card.move)
            stakes -= card.cost // share
        assert stakes * shares[record.declarer] == record.settlement[record.declarer]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_cut_short_says_the_same_of_its_cards(name: str) -> None:
    rng = random.Random(name)
    for game in rng.sample(of(name), min(5, len(of(name)))):
        if not game.cards:
            continue
        cuts = rng.sample(range(1, len(game.cards)), 4)
        short = analysed([replace(game.record, play=game.record.play[:cut]) for cut in cuts], best=False)
        for cut, one in zip(cuts, short, strict=True):
            assert [shown(c) for c in one.cards] == [shown(c) for c in game.cards[:cut]]


def shown(card: object) -> tuple[object, ...]:
    names = ("move", "before", "after", "best", "mark", "cost_announce", "gain_announce")
    return tuple(getattr(card, name) for name in names)


@pytest.mark.parametrize("name", GAMES)
def test_positions_solved_by_themselves_say_the_same(name: str) -> None:
    rng, compared = random.Random(name), 0
    for game in rng.sample(of(name), min(6, len(of(name)))):
        silent = name in ("graden", "bauernschnapsen", "whist")  # games without announcements in trick 1
        first = 0 if silent else GAMES[name].seats
        second = game.record.second is not None
        choices = range(max(first, 4 if second else 0), len(game.cards))
        for after in rng.sample(choices, min(5, len(choices))):
            card, position = game.cards[after], Position.of_record(game.record, after)
            move, amounts = card.move, position.amounts()
            assert position.place() == (after, move.trick, move.turn, move.seat)
            assert amounts[move.number] == card.after
            assert tuple(c for c, v in amounts.items() if v == card.before) == card.best
            compared += 1
    assert compared > 8


def test_best_cards_are_among_the_legal_ones_and_worst_ones_are_not_marked() -> None:
    for game in games():
        question = game.record.question
        if question is None or not game.cards or not game.followed:
            continue
        rules = play_rules(GAMES[game.record.game].under(game.record.rules), question)
        first = game.cards[0].point
        assert first is not None
        laid = tuple((int(seat), card.number) for seat, card in game.laid.items())
        state = State(first.position.hands, question.leader, (), laid)
        for card in game.cards:
            seat = to_move(state, rules)
            assert seat == card.move.seat
            forced = dict(state.face_down).get(seat)
            held = legal(state.hands[seat], state.trick, rules, forced)
            if forced is None:
                assert [choice.number for choice in card.worths] == list(cards_of(held))
            assert (card.move.card in card.best) == (card.cost == 0)
            assert bool(card.mark) == bool(card.cost)
            state = play(state, card.move.number, rules)


def test_a_verdict_is_what_makeable_and_made_say() -> None:
    for game in games():
        if game.verdict is None:
            continue
        makeable, made = game.verdict in ("made", "lost"), game.verdict in ("made", "gift")
        assert (makeable, made) == (game.makeable, game.made)
        if not game.followed or game.has_more_than_two_parties:
            continue
        # Each card with the mark ?? changes who wins. The number of these cards is odd if the result differs
        # from the result of best play.
        spoken = sum((c.gain_announce or 0) != 0 or (c.cost_announce or 0) != 0 for c in game.cards)
        if not spoken and not game.cost_discard:
            turns = sum(card.mark == "??" for card in game.cards)
            assert turns % 2 == (game.verdict in ("gift", "lost"))


def masked(hand: str) -> int:
    """Return the mask of a hand as FORMAT.md defines it: the bit of a card is suit * 8 + rank."""
    suits = enumerate(hand.split("."))
    return sum(1 << suit * 8 + "789TJQKA".index(rank) for suit, ranks in suits for rank in ranks)


def test_a_row_of_games_holds_what_the_log_says_before_the_first_card() -> None:
    rows = analyze_records(log()).tables["games"].to_pylist()
    seen = set()
    texts = (EVENING).read_text("utf-8").split("[Event ")[1:]
    for row, text in zip(rows, texts, strict=True):
        tags = dict(re.findall(r'\[(\w+) "(.*?)"\]', "[Event " + text))
        assert (row["event"], row["date"]) == (tags["Event"], tags.get("Date"))
        assert row["dealer"] == tags["Dealer"]
        first, _, hands = tags["Deal"].partition(":")
        seats = "NES" if row["game"] == "anrufen3" else "NESW"
        held = {seats[(seats.index(first) + i) % len(seats)]: hand for i, hand in enumerate(hands.split())}
        for seat in "NESW":
            hand, mask = row[f"hand_{seat.lower()}"], row[seat.lower()]
            assert mask == (masked(held[seat]) if seat in held else 0)
            assert (hand is None) == (seat not in held)
            assert hand is None or [set(ranks) for ranks in hand.split(".")] == [
                set(ranks) for ranks in held[seat].split(".")
            ]
        assert row["hand"] == (row[f"hand_{row['declarer'].lower()}"] if row["declarer"] else None)
        talon = tags.get("Talon", "").split()
        assert row["talon"] == sum(masked("." * "SHDC".index(card[0]) + card[1]) for card in talon)
        calls = re.search(r"\[Auction .*\]\n([^\[]*)", text)
        assert row["auction"] == (None if calls is None else " ".join(calls[1].split()))
        seen.add((row["game"], row["auction"] is None))
    assert {name for name, without in seen if not without} == {
        "graden",
        "anrufen",
        "anrufen3",
        "bauernschnapsen",
    }


def test_a_row_of_cards_holds_every_legal_card_with_what_it_guarantees() -> None:
    judged = [card for game in games() for card in game.cards]
    for row, card in zip(analyze_records(log()).tables["cards"].to_pylist(), judged, strict=True):
        if row["legal"] is None:
            assert row["guarantees"] is None and row["best"] is None and row["cost"] is None
            continue
        worth = dict(zip(row["legal"], row["guarantees"], strict=True))
        assert worth == {str(Card(c)): amount for c, amount in card.worths.items()}
        assert worth[row["card"]] == row["guarantee_after"]
        assert max(worth.values()) == row["guarantee_before"]
        assert row["best"] == [c for c in row["legal"] if worth[c] == row["guarantee_before"]]
