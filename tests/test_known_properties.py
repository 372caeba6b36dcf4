"""Properties of advice: names do not matter, the true layout is possible, samples agree with exact values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from enumerating import hands_before_play, laid_away
from kpn_games import random_game
from kranalyze import advise, knowledge
from kranalyze.cards import CARDS, SUITS, Card, card_letters, cards_of, parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.hands import Hand
from kranalyze.known import CannotBeError
from kranalyze.known.advice import Advice
from kranalyze.known.fromdeal import record_of_deal, seat_to_play
from kranalyze.kpn import Record
from running import run
from test_known_layouts import situations


def before_play(record: Record) -> Record:
    """Return the record with another deal: the hands after talon and discard, and the discard as talon."""
    hands = hands_before_play(record)
    return replace(record, deal=deal_of(hands, laid_away(record)))


def deal_of(hands: list[int], talon: int) -> Deal:
    n, e, s, w = hands
    return Deal((n, e, s, w), talon)


def figures(found: Advice) -> list[tuple[float, float, bool]]:
    return [(one.share, one.mean, one.best) for one in found.cards]


def turns(game: str, count: int, seed: int) -> Iterator[tuple[Record, int, int]]:
    """Yield situations before a card: the record, the number of cards played, the seat to play."""
    for record, after, _ in situations(game, count, seed):
        if after == len(record.play) or (record.second is not None and record.play[after].trick == 1):
            continue
        if knowledge(record, after, record.play[after].seat).count < 5000:
            yield before_play(record), after, record.play[after].seat


@pytest.mark.parametrize("game", GAMES)
def test_exchanging_cards_that_the_seat_has_not_seen_changes_nothing(game: str) -> None:
    for record, after, seat in turns(game, 6, 21):
        known = knowledge(record, after, seat)
        found = advise(record, after=after, seat=seat, workers=1, games=0)
        for layout in known.sample(3, seed=1):
            hands = [hand | known.played_mask(s) for s, hand in enumerate(layout.masks)]
            away = layout.talon_mask or laid_away(record)
            discard = Hand(away) if away else None
            other = replace(record, deal=deal_of(hands, away), discard=discard, question=None)
            again = advise(other, after=after, seat=seat, workers=1, games=0)
            assert list(again.knowledge.layouts()) == list(known.layouts())
            assert figures(again) == figures(found)


def renamed(record: Record, suits: list[int], turn: int) -> Record:
    """Return the record with other names for its suits (``suits``) and its seats (moved by ``turn``)."""
    seats = GAMES[record.game].seats

    def card(c: int) -> int:
        return suits[c // 8] * 8 + c % 8

    def suit(letter: str | None) -> str | None:
        return None if letter is None else SUITS[suits[SUITS.index(letter)]]

    def mask(cards: int) -> int:
        return sum(1 << card(c) for c in cards_of(cards))

    def seat(s: int) -> Seat:
        return Seat((s + turn) % seats) if s < seats else Seat(s)

    assert record.deal is not None and record.leader is not None
    hands = [0, 0, 0, 0]
    for s, hand in enumerate(record.deal.masks):
        hands[seat(s)] = mask(hand)
    return replace(
        record,
        deal=deal_of(hands, mask(record.deal.talon_mask)),
        discard=None if record.discard is None else Hand(mask(record.discard.mask)),
        dealer=None if record.dealer is None else seat(record.dealer),
        declarer=None if record.declarer is None else seat(record.declarer),
        second=None if record.second is None else seat(record.second),
        leader=seat(record.leader),
        called=None if record.called is None else CARDS[card(record.called.number)],
        trump=suit(record.trump),
        face_down=tuple((seat(s), CARDS[card(c.number)]) for s, c in record.face_down),
        announce=tuple(
            a._replace(seat=seat(a.seat), suit=suit(a.suit))
            for a in record.announce
        ),
        auction=tuple(
            c._replace(seat=seat(c.seat), trump=suit(c.trump))
            for c in record.auction
        ),
        play=tuple(replace(m, seat=seat(m.seat), number=card(m.number)) for m in record.play),
        question=None,
    )


@pytest.mark.parametrize("game", GAMES)
def test_other_names_of_suits_and_seats_change_names_only(game: str) -> None:
    rng = random.Random(8)
    for record, after, seat in turns(game, 8, 31):
        suits, turn = rng.sample(range(4), 4), rng.randrange(1, GAMES[game].seats)
        other = renamed(record, suits, turn)
        one, two = (advise(r, after=after, workers=1, games=0) for r in (record, other))
        assert one.layouts == two.layouts and two.knowledge.seat == (seat + turn) % GAMES[game].seats
        mine = {
            suits[c.card.number // 8] * 8 + c.card.number % 8: (c.share, c.mean, c.best) for c in one.cards
        }
        assert mine == {c.card.number: (c.share, c.mean, c.best) for c in two.cards}


@pytest.mark.parametrize("game", GAMES)
def test_playing_on_excludes_layouts_and_never_the_true_one(game: str) -> None:
    rng = random.Random(3)
    for _ in range(12):
        record = random_game(rng, game)
        if not record.play or record.question is None:
            continue
        seat = rng.randrange(GAMES[game].seats)
        hands = hands_before_play(record)
        before: int | None = None
        for after in range(len(record.play) + 1):
            known = knowledge(record, after, seat)
            ways = known.count
            assert ways >= 1
            assert before is None or ways <= before
            before = ways
            if ways > 3000:
                continue
            left = [h & ~known.played_mask(s) for s, h in enumerate(hands)]
            away = laid_away(record) if any(p.seat is None for p in known.hidden) else 0
            assert deal_of(left, away) in set(known.layouts())
            if after:
                earlier = knowledge(record, after - 1, seat)
                move = record.play[after - 1]
                taken_back = (1 << move.number, move.seat)
                put = [
                    deal_of(
                        [h | taken_back[0] * (s == taken_back[1]) for s, h in enumerate(d.masks)],
                        d.talon_mask,
                    )
                    for d in known.layouts()
                ]
                if earlier.count <= 20_000:
                    assert set(put) <= set(earlier.layouts())


def situation_to_sample() -> dict[str, Any]:
    deal = "N:- - AKJ.AQ.T. -"
    cards = "SA S9 ST SQ HA H9 HT HJ"
    return {
        "record": deal,
        "contract": "durchmarsch",
        "declarer": Seat.S,
        "call": 23,
        "play": play_of(cards),
    }


def play_of(cards: str) -> list[int]:
    names = {card_letters(c): c for c in range(32)}
    return [names[word] for word in cards.split()]


def test_intervals_cover_the_exact_figures_as_often_as_they_say() -> None:
    asked = situation_to_sample()
    exact = advise(**asked, exact=True, games=0)
    assert exact.method == "exact" and exact.layouts == exact.looked_at > 30_000
    assert any(0.1 < one.share < 0.9 for one in exact.cards)
    means, shares, costs, trials = 0, 0, 0, 0
    for seed in range(100):
        sample = advise(**asked, limit=1, within=0.05, seed=seed, workers=1, games=0)
        assert sample.method == "sample" and sample.layouts == exact.layouts
        for one, true in zip(sample.cards, exact.cards, strict=True):
            if not 0.02 < true.share < 0.98:
                continue
            trials += 1
            means += one.mean_low <= true.mean <= one.mean_high
            shares += one.low <= true.share <= one.high
            costs += one.cost_low - 1e-9 <= true.cost <= one.cost_high + 1e-9
    # The intervals must cover at least 95% of the figures, less five standard deviations of a binomial
    # distribution. It has 100 trials (the samples), because the cards of one sample are not independent.
    assert trials >= 100
    least = 0.95 - 5 * (0.95 * 0.05 / 100) ** 0.5
    assert min(means, shares, costs) >= least * trials


def test_same_seed_same_answer_on_any_number_of_workers() -> None:
    asked = situation_to_sample()
    one, two, other = (
        advise(**asked, limit=1, games=0, seed=seed, workers=workers)
        for seed, workers in ((5, 1), (5, 3), (6, 1))
    )
    assert one.cards == two.cards and one.looked_at == two.looked_at
    assert one.cards != other.cards
    exact = [advise(**asked, workers=workers, games=0).cards for workers in (1, 3)]
    assert exact[0] == exact[1]


def test_what_cannot_be_is_named() -> None:
    deal = "N:- - AKJ.AQ.T. -"
    march: dict[str, Any] = {"contract": "durchmarsch", "declarer": Seat.N, "call": 23}
    for play, message in (
        ("SQ HT SA ST HA H9 HJ S9", "East's HT in trick 1 cannot be: East played S9 later"),
        ("SQ S9 HA", "South's HA in trick 1 cannot be: South must follow spades with one of SA SK"),
        ("SA", "North's SA in trick 1 cannot be: South has it"),
    ):
        with pytest.raises(ValueError, match=message):
            advise(deal, **march, play=play_of(play), seat=Seat.S, games=0)
    for play, message in (
        ("SA S9 S9", "S9 is played twice"),
        ("SA S7", "S7 is played, which is not in the pack"),
    ):
        with pytest.raises(ValueError, match=message):
            advise(deal, contract="koenigmord", declarer=Seat.S, play=play_of(play), games=0)
    with pytest.raises(ValueError, match="S7 is called, which is not in the pack of graden"):
        advise(deal, **{**march, "call": "S7"}, seat=Seat.S, games=0)
    for wrong in ({"call": 99}, {"call": -1}, {"play": [20, 32]}):
        with pytest.raises(ValueError, match="is no card: cards are numbers from 0 to 31"):
            advise(deal, **{**march, **wrong}, seat=Seat.S, games=0)
    with pytest.raises(ValueError, match="West's H9 in trick 1 cannot be: West played HK later"):
        advise(deal, contract="koenigmord", declarer=Seat.S, play=play_of("HQ H9 HT HJ SA HK S9 ST"), games=0)
    with pytest.raises(ValueError, match="North is to play, not South"):
        advise(deal, **march, seat=Seat.S, games=0)
    with pytest.raises(ValueError, match="the hand of North is not known"):
        advise(deal, **march, games=0)
    with pytest.raises(ValueError, match="20,000,000 at most"):
        advise(
            "N:- - AKJT.AQ.T.9 -", game="russbach", contract="simple", declarer=Seat.S, call=0, exact=True,
            games=0,
        )
    with pytest.raises(CannotBeError, match="South's bid of Hundert cannot be"):
        knowledge(
            Record((), "graden", GAMES["graden"].in_force, deal=Deal.parse(deal), contract="hundert",
                   declarer=Seat.S, called=Card("DA"), leader=Seat.S), 0, Seat.S,
        )  # fmt: skip


def test_a_command_line_says_it_in_words_and_rows() -> None:
    deal = ["N:- - AKJ.AQ.T. -", "--contract", "durchmarsch", "--declarer", "S", "--call", "DA"]
    asked = ["advise", *deal, "--games", 9, "--play", "SA S9 ST CQ HA H9 HT HJ"]
    text = run(*asked, "--cards")
    assert text.status == 0
    for line in (
        "Königrufen (Graden) · Durchmarsch by South, calling ♦A · trick 3, card 1, South to play",
        "South holds ♠K ♠J ♥Q ♦T",
        "East has no spades",
        "North, East or West holds ♦A, the called card",
        "Where the cards may lie",
    ):
        assert any(line in shown for shown in text.out.splitlines()), text.out
    rows = run(*asked, "--json").rows
    assert [row["card"] for row in rows] == ["SJ", "SK", "HQ", "DT"]
    assert list(rows[0]) == [
        "file", "board", "game", "contract", "seat", "after", "layouts", "looked_at", "method", "card",
        "words", "share", "low", "high", "mean", "mean_low", "mean_high", "floor", "best", "careful_share",
        "careful_low", "careful_high",
        "careful_mean", "careful_mean_low", "careful_mean_high", "careful_games", "careful_look",
    ]  # fmt: skip
    assert all(row["after"] == 8 and row["seat"] == "S" and row["method"] == "exact" for row in rows)
    best = max(rows, key=lambda row: row["mean"])
    assert best["best"] and best["mean"] == 40 * (2 * best["share"] - 1)
    for words, message in (
        (["--after", "3", "--at", "1.2"], "exclude each other"),
        (["--seat", "N"], "the hand of North is not known"),
    ):
        failed = run(*asked, *words)
        assert failed.status in (2, 3) and message in failed.err
    failed = run("advise", "N:- - AKJ.AQ.T. -", "--contract", "bettler", "--declarer", "S", "--call", "DA")
    assert failed.status == 3 and "no card is called in Bettler" in failed.err


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"second": "N"}, "has no second declarer"),
        ({"contract": "bettler", "call": None, "second": "S"}, "South cannot be the second declarer too"),
        ({"leader": "N"}, "Durchmarsch is led by its declarer, South"),
        ({"discard": "HA"}, "nothing is laid away in graden"),
        ({"contra": 1}, "Contra is not said in graden"),
        ({"trump": 4}, "4 is no suit"),
        ({"contract": "bettler"}, "no card is called in Bettler"),
    ],
)
def test_what_solve_refuses_is_refused_of_one_hand_too(asked: dict[str, Any], message: str) -> None:
    march: dict[str, Any] = {"contract": "durchmarsch", "declarer": "S", "call": "DA", "limit": 5}
    with pytest.raises(ValueError, match=message):
        advise("N:- - AKJ.AQ.T. -", **{**march, "within": 0.5, **asked}, games=0)


@pytest.mark.parametrize("play", ["SA SQ, S9 SK HQ", ["SA", "SQ", "S9", 6, 13]])
@pytest.mark.parametrize("shown", ["HQ", ["HQ"], [13]])
def test_cards_are_told_as_text_or_numbers(play: Any, shown: Any) -> None:
    """North leads the Queen of hearts to trick 2. North has the King only if this registers a marriage."""
    asked: dict[str, Any] = {"game": "anrufen", "contract": "simple", "declarer": "N", "call": "DA"}
    record = record_of_deal(Deal.parse("N:- - J9.AJ.QJ. -"), **asked, trump="D", play=play)
    king, places = parse_card("HK"), "NEW"
    assert [
        knowledge(record, 5, "S", marriage_cards_led=shown).places()[king][place] for place in places
    ] == [1, 0, 0]
    assert knowledge(record, 5, "S", marriage_cards_led=()).places()[king]["N"] == 0


def test_who_leads_follows_from_the_dealer_unless_it_is_told() -> None:
    deal = Deal.parse("N:- - AKJ.Q.T. -")
    asked: dict[str, Any] = {"game": "bauernschnapsen", "contract": "rufer", "trump": "S"}
    by_dealer = record_of_deal(deal, **asked, dealer="E")
    assert (by_dealer.declarer, by_dealer.leader, by_dealer.forehand) == (Seat.S, Seat.S, Seat.S)
    assert record_of_deal(deal, **asked, dealer="E", leader="W").declarer == Seat.W


def test_the_called_card_makes_trump_and_no_other_suit() -> None:
    """RULINGS (russbach): the suit of the called card is trump."""
    deal = Deal.parse("N:- - AKJT.AQ.T.9 -")
    asked: dict[str, Any] = {"game": "russbach", "contract": "simple", "declarer": "S", "call": "DA"}
    assert record_of_deal(deal, **asked).trump == record_of_deal(deal, **asked, trump="D").trump == "D"
    with pytest.raises(ValueError, match="the called card DA makes D trump"):
        record_of_deal(deal, **asked, trump="S")
    apart = {**asked, "game": "rufmariasch", "rules": {"free_call": "yes"}}
    assert record_of_deal(deal, **apart, trump="S").trump == "S"


def test_the_winner_of_a_trick_leads_the_next() -> None:
    """A seat that sits out plays no card; the highest card of the suit led wins, or the highest trump."""
    deal = Deal.parse("N:- - KJ.AQ.T. -")
    asked: dict[str, Any] = {"game": "bauernschnapsen", "contract": "bettler", "declarer": "S"}
    moves = record_of_deal(deal, **asked, play="SJ SA ST HQ").play
    assert [(m.seat.name, m.trick, m.turn) for m in moves] == [
        ("S", 1, 1), ("W", 1, 2), ("E", 1, 3), ("W", 2, 1)
    ]  # fmt: skip
    trumps: dict[str, Any] = {"game": "anrufen", "contract": "simple", "declarer": "S", "call": "CA"}
    record = record_of_deal(Deal.parse("N:- - AKJ.AQ.T. -"), **trumps, trump="D", play="SA SQ D9 DJ HK")
    assert [m.seat.name for m in record.play] == ["S", "W", "N", "E", "E"]
    assert (seat_to_play(record, 2), seat_to_play(record, 5)) == (Seat.N, Seat.S)


@pytest.mark.parametrize("role", ["declarer", "second", "leader"])
def test_nobody_sits_where_three_play(role: str) -> None:
    """In a game for three, West cannot be declarer, second or leader."""
    seats: dict[str, Any] = {"declarer": "N", role: "W"}
    with pytest.raises(ValueError, match=r"^anrufen3 is played without West$"):
        record_of_deal(Deal.parse("N:AKQJT9.A.. - -"), game="anrufen3", contract="no_tricks", **seats)


def test_what_unknown_hands_leave_is_no_talon() -> None:
    """If three hands are given, the rest of the pack is the talon. If one is given, the rest is unknown."""
    deal = "N:- - AKJ.AQ.T.A"
    asked = ["advise", deal, "--game", "anrufen3", "--contract", "simple", "--trump", "S", "--seat", "S"]
    asked += ["--games", "1", "--look", "1"]
    lone = run(*asked, "--declarer", "S", "--discard", "S9 H9 D9", "--within", "0.5").out
    assert "\n3,432 layouts are possible" in lone  # two hands of seven cards
    other = run(*asked, "--declarer", "N", "--play", "C9 CT", "--within", "0.5", "--cards").out
    assert "\n420,420 layouts are possible" in other and "discard" in other  # two hands of six and a discard
    assert run("check", deal, "--game", "anrufen3").status == 0
    assert "a hand of the deal is not known" in run("table", deal, "--game", "anrufen3").err
