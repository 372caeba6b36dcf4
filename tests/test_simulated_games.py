"""Test simulated games of careful players: deals, bids, announcements, settlements, reproducible games."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

import kranalyze
from deals import random_rules
from kranalyze.cards import SUITS, cards_of, mask_of, number_of_suit, pack_mask, parse_hand, suit_of
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.hand import odds
from kranalyze.kpn import Record, parse_kpn, write_kpn
from kranalyze.simulation import carefulbids, simulate
from kranalyze.simulation.carefulbids import CarefulBidders, first_cards
from kranalyze.simulation.handmeans import BidMean, hand_means, mean_if_two_declare_alone

#: How many games a test plays by default. In games that are not listed it plays 12.
COUNT = {"russbach": 3, "rufmariasch": 3}


#: Contracts that end as soon as they are lost.
CUT_OFF = ("schnapser", "kontraschnapser")


def played(game: str, count: int | None = None, **more: object) -> list[Record]:
    settings = {"look": 4, "seed": 7, "workers": 1} | more
    number = COUNT.get(game, 12) if count is None else count
    return list(simulate(number, game=game, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_judge_without_problems(game: str) -> None:
    """Games are written and read again under random rule options.

    They have no errors, no warnings and the same settlement.
    """
    rng = random.Random(f"judged {game}")
    for seed in range(3):
        rules = random_rules(GAMES[game], rng)
        slips = rng.choice((0.0, 0.3, {"N": 1.0}))
        records = played(game, seed=seed, rules=rules, slips=slips)
        file = parse_kpn(write_kpn(records))
        assert file.problems == () and len(file.records) == len(records)
        for record in file.records:
            assert record.rules == GAMES[game].under(rules).in_force
            assert record.score == record.settlement
            is_passed_out = bool(record.auction) and {call.call for call in record.auction} == {"gut"}
            assert record.settlement is not None or is_passed_out or game == "whist"
            assert record.finished or is_passed_out or record.contract in CUT_OFF


@pytest.mark.parametrize("game", GAMES)
def test_deals_dealers_and_boards(game: str) -> None:
    """The deals are those of `deals` with the same seed; the dealer moves on clockwise."""
    records = played(game, seed=3, first=5)
    dealt = kranalyze.deals(len(records), game=game, seed=3, first=5)
    hands = list(dealt.select("n", "e", "s", "w").rows())
    assert [record.deal.masks for record in records if record.deal is not None] == hands
    seats = GAMES[game].seats
    assert [record.dealer for record in records] == [Seat(i % seats) for i in range(5, 5 + len(records))]
    assert [record.board for record in records] == [str(i) for i in range(6, 6 + len(records))]
    assert [record.index for record in records] == list(range(5, 5 + len(records)))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_depends_on_seed_and_number_alone(game: str) -> None:
    whole = played(game)
    assert played(game, workers=3) == whole
    assert played(game, count=len(whole) - 2, first=2) == whole[2:]
    assert played(game, seed=8) != whole


def test_a_seat_has_its_own_look_slips_and_name() -> None:
    [record] = played("graden", count=1, look={"E": 9}, slips={"West": 0.25}, names=list("abcd"))
    assert record.names == ("a", "b", "c", "d")
    [other] = played("graden", count=1, names={"Süd": "Hias"})
    assert other.names == ("Nora", "Emil", "Hias", "Willi")
    [comment] = record.comments
    looks = "North looks at 256, East looks at 9, South looks at 256, West looks at 256 layouts"
    assert looks in comment.text and "random card: West 25%." in comment.text and "seed 7" in comment.text
    assert (record.tag("Event") or "").startswith("Simulated")


def test_slips_change_the_play_but_not_the_bids() -> None:
    careful, careless = played("graden", look=64), played("graden", look=64, slips=1)
    assert [r.auction for r in careful] == [r.auction for r in careless]
    differing = sum(a.play != b.play for a, b in zip(careful, careless, strict=True))
    assert differing >= len(careful) - 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"look": 0}, "look: a whole number from 1"), ({"look": {"N": True}}, "look: a whole number"),
        ({"slips": 1.5}, "slips: a share"), ({"slips": {"X": 0.1}}, "X"),
        ({"game": "anrufen3", "look": {"W": 4}}, "look: West does not play"),
        ({"look": {"N": 4, 0: 5}}, "North is given twice"), ({"names": ["a"]}, "names: 4 names"),
        ({"names": ["a", "b", "c", "#"]}, "no name"), ({"game": "bridge"}, "bridge"),
        ({"rules": {"beat": "all"}}, "beat"), ({"first": 1 << 60}, "2\\^58"),
    ],
)  # fmt: skip
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(1, **arguments)  # type: ignore[arg-type]


# mean payments of hands


@pytest.mark.parametrize("game", ["russbach", "anrufen", "anrufen3", "bauernschnapsen", "whist"])
def test_means_do_not_depend_on_the_names_of_suits(game: str) -> None:
    row = GAMES[game]
    rng = random.Random(game)
    hand = mask_of(rng.sample(list(cards_of(pack_mask(row.pack))), row.size))
    contract = row.contracts[0]

    def moved(cards: int, suits: tuple[int, ...]) -> int:
        return sum((cards >> 8 * suit & 0xFF) << 8 * suits[suit] for suit in range(4))

    means = hand_means(row, hand, 8, contract=contract)
    for suits in list(permutations(range(4)))[1::7]:
        renamed = {
            replace(
                mean, trump=None if mean.trump is None else suits[mean.trump],
                called=None if mean.called is None else 8 * suits[suit_of(mean.called)] + mean.called % 8,
            )
            for mean in means
        }  # fmt: skip
        assert set(hand_means(row, moved(hand, suits), 8, contract=contract)) == renamed


@pytest.mark.parametrize("game", ["graden", "russbach", "rufmariasch", "anrufen", "anrufen3"])
def test_means_are_those_of_odds(game: str) -> None:
    """For each trump with its best call, the mean agrees with the mean that ``odds`` finds on other layouts.

    The means differ by at most 4.5 standard errors of both samples.
    """
    row = GAMES[game].under({"call_own": "yes"} if game == "graden" else {})
    seen = {"russbach": "AT.KQ..", "rufmariasch": "AT.KQ..", "anrufen3": "AQ.KT.K9.Q"}
    hand = parse_hand(seen.get(game, "AQ.KT.K9."))
    means = {(m.contract, m.trump, m.called): m for m in hand_means(row, hand, 64)}
    compared = 0
    for answer in odds(hand, game=row, samples=256, seed=5, contracts=row.contracts[:1], games=0):
        number = row.contracts.index(row.contract(answer.contract.id))
        for choice in answer.choices:
            called = None if choice.call is None else choice.call.number
            mean = means.get((number, number_of_suit(choice.trump), called))
            if mean is None or choice.mean is None or answer.contract.rank is None:
                continue
            # A settlement is at most +-3 times the contract's value. If points pay, it is at most +-12.
            deviation = 3 * answer.contract.value if answer.contract.stake == "fixed" else 12
            assert mean.source == "sample"
            assert abs(mean.mean - choice.mean) < 4.5 * deviation * (1 / 64 + 1 / choice.layouts) ** 0.5
            compared += 1
    assert compared == len({(mean.contract, mean.trump) for mean in means.values() if mean.contract == 0})


@pytest.mark.parametrize("game", ["anrufen", "russbach", "graden"])
def test_a_judged_hand_takes_little_memory(game: str) -> None:
    """A hand keeps one mean for each contract and trump, but not one for each card that can be called.

    A simulation of millions of games keeps many hands in memory.
    """
    row = GAMES[game].under({"call_own": "yes"} if game == "graden" else {})
    hand = parse_hand("AT.KQ.J9.AK" if game == "russbach" else "AQ.KT.K9.")
    means = hand_means(row, hand, 4)
    assert len({(mean.contract, mean.trump) for mean in means}) == len(means) <= 5 * len(row.contracts)


def test_means_of_two_bettlers() -> None:
    """A second bidder of Bettler who never takes a trick wins 50, or 150 if the first bidder takes a trick.

    A first bidder of Plauderer with a hand full of high cards loses more than 200 on average.
    """
    sure = parse_hand("9.9T.9.9T")
    row = GAMES["graden"]
    bettler, plauderer = row.contract("bettler"), row.contract("plauderer")
    for steps in (1, 2, 3):
        assert 50 <= mean_if_two_declare_alone(row, sure, 32, bettler, first_bidder_steps=steps) < 150
    hopeless = parse_hand("AKQ.AKQ..")
    assert mean_if_two_declare_alone(row, hopeless, 32, plauderer, second_bidder_steps=1) < -200


# auctions


def bidders(game: Game, hands: str, forehand: Seat = Seat.N, look: int = 16) -> CarefulBidders:
    masks = [parse_hand(hand) for hand in hands.split()]
    return CarefulBidders(game, masks, forehand, [look] * 4)


def calls_of(bidding: CarefulBidders) -> list[str]:
    return [call.call for call in bidding.bid().calls]


def test_a_hand_bids_its_best_contract_at_once() -> None:
    """North takes every trick in any order of rank. Of the sure contracts it bids the one that pays most."""
    hands = "AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"
    assert calls_of(bidders(GAMES["graden"], hands)) == ["hundertermord", "gut", "gut", "gut"]


def test_a_second_plauderer_joins_if_that_pays_most() -> None:
    """East joins West's Plauderer, because this pays East more on average than any higher contract.

    West then keeps its bid.
    """
    graden = GAMES["graden"]
    bidding = bidders(graden, "KJ..AQJ.K 9.AQJT9.. AQT.K.K.9 ..T9.AQJT", Seat.S, 64)
    result = bidding.bid()
    assert [call.call for call in result.calls] == ["gut", "plauderer", "gut", "mit", "gut"]
    assert (result.declarer, result.second) == (Seat.W, Seat.E)
    mean = mean_if_two_declare_alone(
        graden, bidding.hands[Seat.E], 64, graden.contract("plauderer"), first_bidder_steps=2
    )
    answers = odds(bidding.hands[Seat.E], contracts=graden.contracts[4:9], games=0)
    higher = [answer.mean for answer in answers if answer.biddable]
    assert mean > max(0.0, *(value for value in higher if value is not None))


def test_the_first_of_two_bids_higher_if_that_pays_more() -> None:
    """North bids Hundert after West has joined its Plauderer, because Hundert pays North more."""
    graden = GAMES["graden"]
    bidding = bidders(graden, ".AKQ9.T.J K.J.AKQ.Q AQ..J.AK9 JT9.T.9.T", Seat.N, 64)
    result = bidding.bid()
    assert [call.call for call in result.calls] == ["plauderer", "gut", "gut", "mit", "hundert", "gut"]
    beside = mean_if_two_declare_alone(
        graden, bidding.hands[Seat.N], 64, graden.contract("plauderer"), second_bidder_steps=3
    )
    [hundert] = odds(bidding.hands[Seat.N], contracts=["hundert"], games=0)
    assert hundert.mean is not None and hundert.mean > beside


@pytest.mark.parametrize("seed", range(2))
def test_graden_is_bid_by_the_greatest_mean_with_open_cards(seed: int) -> None:
    """Each call of an auction follows from the means that ``odds`` computes for the caller's hand."""
    graden = GAMES["graden"]
    for record in played("graden", count=12, seed=seed, bid_means="open"):
        assert record.deal is not None
        means = {
            seat: {answer.contract.rank: answer.mean for answer in odds(record.deal.hand(seat).mask, games=0)}
            for seat in Seat
        }
        standing, owner = 0, None
        for call in record.auction:
            if call.call == "mit":
                continue
            own = means[call.seat]
            least = 0.0 if owner != call.seat else own[standing] or 0.0
            higher = {rank: mean for rank, mean in own.items() if (rank or 0) > standing}
            open_bids = {rank: mean for rank, mean in higher.items() if mean is not None}
            best = max(open_bids, key=lambda rank: open_bids[rank], default=None)
            if call.call == "gut":
                assert best is None or open_bids[best] <= least
            else:
                assert graden.contract(call.call).rank == best and best is not None and open_bids[best] > 0
                standing, owner = best, call.seat


def test_forehand_names_a_trump_of_its_first_cards() -> None:
    game = GAMES["bauernschnapsen"]
    for record in played("bauernschnapsen", count=40):
        assert record.deal is not None and record.forehand is not None and record.trump is not None
        assert record.deal.hand(record.forehand).mask & 0xFF << 8 * SUITS.index(record.trump)
    assert first_cards(parse_hand("AK.Q.J.T"), 3, [0, 0, 2]).bit_count() == 3
    hand = parse_hand("AKQ.A..J")
    seen = parse_hand("A.A..J")
    named = CarefulBidders(game, [hand, 0, 0, 0], Seat.N, [64] * 4, seen).trump_forehand_names()
    assert named in (0, 1, 3)


def test_equal_bids_state_their_trumps_and_others_none() -> None:
    ties = 0
    for record in played("anrufen", count=30):
        row = record.game_row
        stated = {i for i, call in enumerate(record.auction) if call.trump is not None}
        bids = [(i, call) for i, call in enumerate(record.auction) if call.call != "gut"]
        for i, call in bids:
            equal = [j for j, other in bids if j != i and other.call == call.call]
            assert (i in stated) <= bool(equal)
            ties += i in stated and row.contract(call.call).trump
    assert ties


def test_a_dealer_who_must_bid_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """If every contract loses, all pass twice.

    Under the option ``all_pass = dealer``, the dealer must then bid. He bids the contract that loses least.
    """
    losing = [BidMean(0, 1, 15, -2.0, "sample"), BidMean(2, None, None, -1.0, "sample")]
    monkeypatch.setattr(carefulbids, "hand_means", lambda *args, **more: losing)
    hands = "KQJ9.J9.. AT.A..AKJ ..AKQJ.QT T.KQ.T9.9"
    for all_pass, last in {"new_deal": [], "dealer": ["no_tricks"]}.items():
        row = GAMES["anrufen"].under({"all_pass": all_pass})
        result = bidders(row, hands, Seat.E).bid()
        assert [call.call for call in result.calls] == ["gut"] * 8 + last
        assert result.contract == (2 if last else None)
        assert result.declarer == (Seat.N if last else None)


def test_contra_and_its_answers_are_written_by_their_seats() -> None:
    """The opponents call Contra and Subcontra, the declarer's side calls Recontra.

    The record has as many of these calls as its number of doubles says.
    """
    doubled = 0
    for record in played("bauernschnapsen", count=60):
        calls = [call for call in record.auction if call.call in ("contra", "recontra", "subcontra")]
        assert [call.call for call in calls] == ["contra", "recontra", "subcontra"][: record.contra]
        for level, call in enumerate(calls):
            assert record.declarer is not None and (call.seat - record.declarer) % 2 == 1 - level % 2
        doubled += record.contra > 1
    assert doubled


def test_sources_of_means_are_named() -> None:
    usual = played("graden", count=5)
    other = played("graden", count=5, rules={"call_own": "yes"})
    texts = [record.comments[0].text for record in (*usual, *other)]
    assert all("book of hands" in text for text in texts[:5])
    assert all("(sampled layouts)" in text for text in texts[5:])
    assert isinstance(hand_means(GAMES["graden"], parse_hand("AKQ.AKQ.."), 4)[0], BidMean)
