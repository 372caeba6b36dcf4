"""Games of careful players are legal and settled, and no player uses hidden cards.

The games do not depend on how they are divided among calls and workers.
"""
# mypy: no-strict-optional

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from careful_games import begun, put_of
from kpn_games import checked_record, random_game
from kranalyze import Deal, Seat, knowledge
from kranalyze.cards import SUITS, cards_of
from kranalyze.core.careful import COLUMNS, STATES, CarefulGames, StartingPoint, play_careful
from kranalyze.core.questionborder import questions
from kranalyze.dealing import Undealt
from kranalyze.games import GAMES, Game
from kranalyze.known.advice import advice
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.kpn import Announcement, Move, Record
from oracle.play import legal, play_rules, turn_order, winner
from test_careful import next_choice

STRONG = "AKQ.AQ.A."


def columns_of(deals: Sequence[Deal]) -> dict[str, Any]:
    """Return deals as columns of hands and talons."""
    return {
        "hands": tuple(array("I", (deal.masks[seat] for deal in deals)) for seat in range(4)),
        "talon": array("I", (deal.talon_mask for deal in deals)),
    }


def around(hand: str, game: Game, count: int, seed: int) -> list[array[int]]:
    """Return columns of random deals in which South holds a given hand."""
    held = Deal.of(f"S:{hand} - - -").mask(Seat.S)
    *hands, _ = Undealt(game, {Seat.S: held}).columns(0, count, seed)
    return hands


def announcements(record: Record, games: CarefulGames, game: int) -> list[Announcement]:
    """Return the announcements of trick 1, in the order of turns."""
    words, ids = [], [contract.id for contract in record.game_row.contracts]
    spoken: list[int] = []
    for seat, _ in games.seats_and_cards_played(game)[:4]:
        if seat in spoken:
            break
        spoken.append(seat)
        who = Seat(seat)
        for suit in range(4):
            if games.of("suits", game)[seat] >> suit & 1:
                points = 40 if SUITS[suit] == record.question.trump else 20
                words.append(Announcement(who, "marriage", SUITS[suit], points))
        if games.of("hundred", game)[0] >> seat & 1:
            words.append(Announcement(who, "hundred"))
        if games.of("all", game)[0] >> seat & 1:
            words.append(Announcement(who, "all"))
        if games.of("raiser", game)[0] == seat:
            words.append(Announcement(who, "raise", level=ids[games.of("level", game)[0]]))
        if record.game_row.contra == "token" and games.of("contra_by", game)[0] >> seat & 1:
            words.append(Announcement(who, "contra"))
    return words


def written(record: Record, games: CarefulGames, game: int) -> Record:
    """Return a game as a record that the judge has checked."""
    laid = [(s, c) for s, c in enumerate(games.of("laid", game)) if c < 32]
    return checked_record(
        record.deal, record.game, dealer=record.dealer, rules=record.rules,
        discard=games.of("discard", game)[0] or None, contract=record.contract, declarer=record.declarer,
        second=record.second, face_down=laid, called=record.called, trump=record.question.trump,
        announce=announcements(record, games, game),
        contra=games.of("contra", game)[0] if record.game_row.pairs else 0,
        play=games.seats_and_cards_played(game) or None,
    )  # fmt: skip


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_legal_and_settled_as_the_judge_says(game: str, count: int) -> None:
    rng = random.Random(f"legal {game} {count}")
    contracts = set()
    for i in range(count):
        record = random_game(rng, game, rare=False)
        if record.question is None:
            continue
        look = 2 if game in ("russbach", "anrufen3") else 12
        games = play_careful(
            [put_of(record)], 1, **columns_of([record.deal]), look=look, seed=i, slips=(0, 0.2, 0, 1),
            to_the_end=i % 2 == 0, workers=1,
        )  # fmt: skip
        assert STATES[games.columns["state"][0]] == "played", record
        contracts.add(record.contract)
        known = written(record, games, 0)
        tricks = [move for move in known.play if move.turn == 1][1:]
        if known.contract_row.stake != "none":
            assert tuple(games.of("settlement", 0)) == known.settlement
        if games.columns["cards"][0] == sum(map(int.bit_count, known.deal.masks)):
            assert sum(games.of("tricks", 0)) == len(tricks) + 1
    assert len(contracts) >= min(len(GAMES[game].contracts), 1)


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_alike_from_any_of_its_cards(game: str, count: int) -> None:
    """A game that starts again after any of its cards continues as before.

    The players use nothing but the words and the cards of the record.
    """
    rng = random.Random(f"goes on {game}")
    for i in range(count):
        record = random_game(rng, game, rare=False)
        if record.question is None or record.contract_row.goal.kind == "dealt":
            continue
        options: dict[str, Any] = {"look": 3, "seed": 4, "first": i, "workers": 1, "slips": 0.3}
        whole = play_careful([put_of(record)], 1, **columns_of([record.deal]), **options)
        known = written(record, whole, 0)
        for after in sorted({rng.randrange(1, len(known.play)) for _ in range(4)}):
            heard = {move.seat for move in known.play[:after]}
            words = tuple(word for word in known.announce if word.seat in heard)
            part = replace(known, play=known.play[:after], announce=words)
            rest = play_careful([begun(part)], 1, **options)
            # Players do not know later cards of a record, or words of seats that have not played yet.
            of_whole = play_careful([begun(known)], 1, after=[after], **options)
            for name, _, _ in COLUMNS:
                # A record of Bauernschnapsen does not name the seat that doubled the stake.
                if name != "contra_by" or game != "bauernschnapsen":
                    assert rest.of(name, 0) == whole.of(name, 0), (name, record, after)
                    assert of_whole.of(name, 0) == whole.of(name, 0), (name, record, after)


def test_the_players_do_not_hear_an_announcement_before_its_seat_plays() -> None:
    """After the first card, players do not know that the last seat will announce "100".

    The rule: RULINGS, russbach.
    """
    rng = random.Random("announces later")
    compared = 0
    while compared < 5:
        record = random_game(rng, "russbach", rare=False)
        if record.question is None:
            continue
        options: dict[str, Any] = {"look": 3, "seed": 4, "first": compared, "workers": 1}
        known = written(record, play_careful([put_of(record)], 1, **columns_of([record.deal]), **options), 0)
        if any(word.what == "hundred" for word in known.announce):
            continue
        announced = checked_record(
            record.deal, record.game, dealer=record.dealer, rules=record.rules, contract=record.contract,
            declarer=record.declarer, called=record.called, trump=record.question.trump,
            announce=[*known.announce, Announcement(known.play[3].seat, "hundred")],
            play=[(move.seat, move.number) for move in known.play],
        )  # fmt: skip
        silent_game, announced_game = (
            play_careful([begun(game)], 1, after=[1], **options) for game in (known, announced)
        )
        for name, _, _ in COLUMNS:
            assert announced_game.of(name, 0) == silent_game.of(name, 0), name
        compared += 1


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_depends_on_what_the_seat_cannot_know(game: str) -> None:
    """The seat to play chooses the same card and the same words in all layouts that it cannot exclude.

    A layout is an arrangement of the cards that the seat does not see.
    """
    rng = random.Random(f"hidden {game}")
    compared = 0
    while compared < 6:
        record = random_game(rng, game, rare=False)
        if record.question is None or not record.play:
            continue
        after = rng.randrange(1, len(record.play))
        seat = record.play[after].seat
        if record.second is not None and after < 4:
            continue
        cut = replace(record, play=record.play[:after])
        known = knowledge(cut, after, seat)
        chosen = set()
        for layout in known.sample(5, rng.randrange(1000)):
            before = [hand | known.played_mask(who) for who, hand in enumerate(layout.masks)]
            away = known.discard_mask or layout.talon_mask
            talon: dict[str, Any] = {}
            if away:
                talon = {"talon": array("I", [away]), "discard": array("I", [away])}
            games = play_careful(
                [begun(cut)], 1, hands=tuple(array("I", [hand]) for hand in before), **talon,
                look=6, seed=3, workers=1,
            )  # fmt: skip
            assert STATES[games.columns["state"][0]] == "played"
            if len(games.seats_and_cards_played(0)) > after:
                chosen.add(next_choice(cut, games, 0))
        assert len(chosen) <= 1, (record, chosen)
        compared += 1


def durchmarsch() -> StartingPoint:
    """Return the start of South's Durchmarsch that calls the Ace of clubs, whoever holds this card."""
    game = GAMES["graden"]
    question = next(q for q in questions(game) if q.contract.id == "durchmarsch" and q.declarer == Seat.S)
    return StartingPoint(game, question, called=31)


def koenigmord() -> StartingPoint:
    game = GAMES["graden"]
    question = next(q for q in questions(game) if q.contract.id == "koenigmord" and q.declarer == Seat.S)
    return StartingPoint(game, question)


def test_games_do_not_depend_on_workers_or_on_how_they_are_cut() -> None:
    hands = around("AK.AQ.K.9", GAMES["graden"], 60, 1)
    whole = play_careful([durchmarsch()], 60, hands=hands, look=20, seed=5, workers=1, slips=0.1)
    threads = play_careful([durchmarsch()], 60, hands=hands, look=20, seed=5, workers=2, slips=0.1)
    assert threads.columns == whole.columns
    for name, _, width in COLUMNS:
        parts = array(whole.columns[name].typecode)
        for at, size in ((0, 7), (7, 1), (8, 52)):
            cut = [column[at : at + size] for column in hands]
            piece = play_careful(
                [durchmarsch()], size, hands=cut, look=20, seed=5, first=at, workers=1, slips=0.1
            )
            parts += piece.columns[name]
        assert parts == whole.columns[name] and len(parts) == 60 * width
    other = play_careful([durchmarsch()], 60, hands=hands, look=20, seed=6, workers=1, slips=0.1)
    assert other.columns["card"] != whole.columns["card"]


def test_a_record_of_many_is_named_for_each_game() -> None:
    hands = around(STRONG, GAMES["graden"], 40, 2)
    both = [koenigmord(), replace(koenigmord(), question=koenigmord().question._replace(order="K"))]
    which = array("I", [i % 2 for i in range(40)])
    mixed = play_careful(both, 40, hands=hands, which=which, look=9, seed=1, workers=1)
    assert mixed.columns == play_careful(both[:1], 40, hands=hands, look=9, seed=1, workers=1).columns


def difference(
    put: StartingPoint, hands: Sequence[array[int]], seat: int, strong: Any, weak: Any
) -> tuple[float, float]:
    """Return the mean gain of a seat if players look at ``strong`` instead of ``weak`` numbers of layouts.

    Also return the standard error of this mean over the deals.
    """
    count = len(hands[0])
    more, fewer = (
        play_careful([put], count, hands=hands, look=look, seed=seed).columns["settlement"][seat::4]
        for look, seed in ((strong, 1), (weak, 2))
    )
    gaps = [a - b for a, b in zip(more, fewer, strict=True)]
    mean = sum(gaps) / count
    return mean, sqrt(sum((gap - mean) ** 2 for gap in gaps) / count / (count - 1))


def test_who_looks_at_more_layouts_is_paid_more() -> None:
    """A player who looks at more layouts is paid more.

    In a Königmord, the test lets one defender, all three defenders or the declarer look at fewer layouts.
    """
    hands = around(STRONG, GAMES["graden"], 2500, 3)
    for strong, weak, seat in (
        ((65, 65, 65, 65), (65, 65, 65, 5), Seat.W), ((65, 65, 65, 65), (5, 5, 65, 5), Seat.W),
        ((65, 65, 65, 65), (65, 65, 1, 65), Seat.S),
    ):  # fmt: skip
        mean, error = difference(koenigmord(), hands, seat, strong, weak)
        assert mean - 3 * error > 0, (strong, weak, mean, error)


def test_slips_cost() -> None:
    hands = around(STRONG, GAMES["graden"], 2000, 4)
    count = len(hands[0])
    paid = []
    for share in (0.0, 0.3, 1.0):
        games = play_careful([koenigmord()], count, hands=hands, look=17, slips=(0, 0, share, 0))
        paid.append(sum(games.columns["settlement"][2::4]))
    assert paid[0] > paid[1] > paid[2]


def advised_rate(look: int, count: int) -> float:
    """Return the share of Königmords that South makes if every player follows ``advise`` at each turn."""
    game, rng = GAMES["graden"], random.Random(look)
    rules = play_rules(game, koenigmord().question)
    made = 0
    for n, e, s, w in zip(*around(STRONG, game, count, 5), strict=True):
        record = record_of_deal(Deal((n, e, s, w)), game="graden", contract="koenigmord", declarer="S")
        hands, leader = [n, e, s, w], 2
        moves: list[Move] = []
        while leader == 2 and hands[2]:
            trick: list[int] = []
            order = turn_order(leader, rules)
            for seat in order:
                known = knowledge(replace(record, play=tuple(moves)), len(moves), Seat(seat))
                (*best,) = cards_of(legal(hands[seat], trick, rules))
                if len(best) > 1:
                    narrow = 1.959963984540054 / sqrt(look - 0.5)  # this width needs `look` layouts
                    found = advice(
                        known, limit=look, within=narrow, first=look, floor=False,
                        seed=rng.randrange(1 << 60), workers=1,
                    )  # fmt: skip
                    assert found.looked_at == min(look, known.count)
                    best = [choice.number for choice in found.best]
                card = rng.choice(best)
                hands[seat] &= ~(1 << card)
                moves.append(Move(Seat(seat), card, len(moves) // 4 + 1, len(trick) + 1))
                trick.append(card)
            leader = order[winner(trick, rules)]
        made += leader == 2
    return made / count


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("look", [5, 65])
def test_rates_are_those_of_asking_for_advice_at_each_turn(look: int, count: int) -> None:
    games = 6000
    hands = around(STRONG, GAMES["graden"], games, 6)
    paid = play_careful([koenigmord()], games, hands=hands, look=look, seed=1)
    rate = sum(amount > 0 for amount in paid.columns["settlement"][2::4]) / games
    advised = advised_rate(look, count)
    assert abs(rate - advised) < 4.5 * sqrt(rate * (1 - rate) * (1 / count + 1 / games))


def test_rates_of_the_strong_hand() -> None:
    """Defenders who look at fewer layouts are weaker.

    The expected rates were measured with players who follow ``advise`` at each turn.
    """
    hands = around(STRONG, GAMES["graden"], 2000, 7)
    rates = []
    for look in (5, 65, 257):
        paid = play_careful([koenigmord()], 2000, hands=hands, look=look, seed=2).columns["settlement"][2::4]
        rates.append(sum(amount > 0 for amount in paid) / 2000)
    assert rates[0] > rates[1] + 0.1 > rates[2] + 0.1
    assert all(abs(rate - known) < 0.05 for rate, known in zip(rates, (0.66, 0.47, 0.43), strict=True))


# games that cannot be played


def state_of(put: StartingPoint, deal: Deal, **options: Any) -> str:
    games = play_careful([put], 1, **{**columns_of([deal]), **options}, workers=1)
    return STATES[games.columns["state"][0]]


def test_what_cannot_be_played_says_why() -> None:
    deal = Deal(tuple(column[0] for column in around(STRONG, GAMES["graden"], 1, 0)))
    assert state_of(koenigmord(), deal) == "played"
    own = replace(durchmarsch(), called=next(cards_of(deal.mask(Seat.S))))
    assert state_of(own, deal) == "cannot_be"
    assert state_of(replace(durchmarsch(), called=None), deal) == "no_contract"
    assert state_of(koenigmord(), Deal((deal.masks[0],) * 2 + deal.masks[2:])) == "cannot_be"
    assert STATES[play_careful([koenigmord()], 1, workers=1).columns["state"][0]] == "hand_unknown"
    russbach = GAMES["russbach"]
    row = next(q for q in questions(russbach) if q.contract.id == "hundred")
    full = Deal(tuple(column[0] for column in Undealt(russbach, None).columns(0, 1, 1)[:4]))
    assert state_of(StartingPoint(russbach, row, called=0), full) == "no_game"


@pytest.mark.parametrize(
    "options",
    [
        {"look": 0}, {"look": -1}, {"look": (1, 2)}, {"slips": 1.5}, {"slips": (0, 0, 0)}, {"after": [40]},
        {"after": []}, {"which": array("I", [1])}, {"which": array("I")},
    ],
)  # fmt: skip
def test_numbers_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    hands = around(STRONG, GAMES["graden"], 1, 0)
    with pytest.raises(ValueError, match=r"."):
        play_careful([koenigmord()], 1, hands=hands, workers=1, **options)
