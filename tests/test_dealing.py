"""Random deals: the published generator, equal chances, and parts of a series."""

from collections import Counter
from itertools import islice

import pytest

import kranalyze
from kranalyze.cards import card_letters, cards_of, pack_mask, parse_card, parse_hand
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import Undealt, random_below, random_deals, random_stream, splitmix64
from kranalyze.games import GAMES
from kranalyze.games.base import Game

GRADEN = GAMES["graden"]


def deals(game: Game, count: int, **more: object) -> list[Deal]:
    return [Deal((n, e, s, w), t) for n, e, s, w, t in random_deals(game, count, **more).rows()]  # type: ignore[arg-type]


def random_deal(game: Game, seed: int, index: int) -> Deal:
    """Return a deal of a series, computed card by card. Each card draws one of the places that are left."""
    numbers, hands, cards = random_stream(seed, index), [0] * 5, list(cards_of(pack_mask(game.pack)))
    places = [seat for seat in range(game.seats) for _ in range(game.size)] + [4] * game.talon
    for c in cards:
        hands[places.pop(random_below(numbers, len(places)))] |= 1 << c
    return Deal((hands[0], hands[1], hands[2], hands[3]), hands[4])


def test_generator_gives_the_published_numbers() -> None:
    # Test vectors that the implementations of SplitMix64 share: the first with seed 0 (as in the Java
    # and Julia libraries), the second with seed 1234567 (Rosetta Code, Pseudo-random numbers/Splitmix64).
    assert list(islice(splitmix64(0), 5)) == [
        0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B,
    ]  # fmt: skip
    assert list(islice(splitmix64(1234567), 5)) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip


def test_deals_are_those_of_the_published_numbers() -> None:
    # Deal 0 of seed 0 uses the generator that starts at 0xE220A8397B1DCDAF. The places are written as a
    # list, and each card takes out the place that it draws. This deal needs no second draw for any card.
    numbers = splitmix64(0xE220A8397B1DCDAF)
    places = [*"nnnnnneeeeeesssssswwwwww"]
    hands = dict.fromkeys("nesw", 0)
    for c in cards_of(pack_mask(24)):
        hands[places.pop((next(numbers) >> 32) * len(places) >> 32)] |= 1 << c
    assert random_deals(GRADEN, 1, seed=0).row(0) == (*hands.values(), 0)


def test_deal_i_reads_on_at_output_64_i() -> None:
    numbers = islice(splitmix64(0xE220A8397B1DCDAF), 64 * 3, None)
    places = [*"nnnnnneeeeeesssssswwwwww"]
    hands = dict.fromkeys("nesw", 0)
    for c in cards_of(pack_mask(24)):
        hands[places.pop((next(numbers) >> 32) * len(places) >> 32)] |= 1 << c
    assert random_deals(GRADEN, 1, seed=0, start=3).row(0) == (*hands.values(), 0)


def test_a_number_in_the_biased_rest_is_drawn_again() -> None:
    # A draw multiplies the upper half of an output by 24. Since 2^32 mod 24 = 16, a product is refused if
    # its low half is below 16. The first two products are 0 and 24 * 2^29 = 3 * 2^32. Both have the low half
    # 0 and are refused. The third product is 24 (2^29 + 1) = 3 * 2^32 + 24. It has the low half 24 and is
    # accepted. The result is its upper half: 3.
    assert (1 << 32) % 24 == 16
    assert random_below(iter([0, 1 << 61, (1 << 29) + 1 << 32]), 24) == 3
    assert random_below(iter([7 << 32]), 24) == 0


def test_columns_and_single_deals_agree_where_a_number_is_drawn_again() -> None:
    # A draw is refused in about one deal in 75 million. Deal 74,411,483 of seed 1 is such a deal.
    game, index = GAMES["russbach"], 74_411_483
    numbers = splitmix64(next(splitmix64(1)) + 64 * index * 0x9E3779B97F4A7C15 & (1 << 64) - 1)
    products = [((next(numbers) >> 32) * n, n) for n in range(32, 0, -1)]
    assert any(p % (1 << 32) < (1 << 32) % n for p, n in products)
    wanted = [random_deal(game, 1, i) for i in range(index - 1, index + 2)]
    assert deals(game, 3, seed=1, start=index - 1) == wanted


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.id)
def test_every_game_is_dealt_its_pack(game: Game) -> None:
    made = deals(game, 50, seed=7)
    for i, deal in enumerate(made):
        deal.check(game.pack, game.size, game.seats, game.talon)
        assert deal == random_deal(game, 7, i)
    assert len(set(made)) == 50


def test_a_series_is_the_same_however_it_is_cut() -> None:
    whole = random_deals(GRADEN, 70_000, seed=3)
    assert whole.height == 70_000
    assert random_deals(GRADEN, 30, seed=3, start=65_520).equals(whole[65_520:65_550])
    assert random_deals(GRADEN, 5, seed=3, start=69_995).equals(whole[69_995:])
    assert random_deals(GRADEN, 0, seed=3).columns == ["n", "e", "s", "w", "talon"]
    assert random_deals(GRADEN, 0, seed=3).height == 0
    assert not random_deals(GRADEN, 30, seed=4).equals(whole[:30])


def test_cards_fall_to_seats_evenly() -> None:
    # 20,000 deals with a fixed seed. For each card, chi-square over the seats has 3 degrees of freedom. The
    # total of the 24 cards has at most 72 degrees, so its mean is at most 72 and its deviation about 12. The
    # limit 144 lies six deviations above the mean.
    made = deals(GRADEN, 20_000, seed=11)
    total = 0.0
    for c in cards_of(pack_mask(24)):
        counts = Counter(deal.holder(c) for deal in made)
        assert sum(counts.values()) == 20_000
        total += sum((counts[seat] - 5_000) ** 2 / 5_000 for seat in Seat)
    assert 20 < total < 144


def test_whole_deals_are_even() -> None:
    # Sixteen cards are given. The other 8 cards go to 4 seats, two to each, which makes 8! / 2^4 = 2,520
    # different deals. In 25,200 deals each of them is expected 10 times. Chi-square with 2,519 degrees of
    # freedom has the deviation 71. The limit 355 is five deviations.
    held = {
        Seat.N: parse_hand("AK.AK.."), Seat.E: parse_hand("QJ.QJ.."),
        Seat.S: parse_hand("T9.T9.."), Seat.W: parse_hand("..AK.AK"),
    }  # fmt: skip
    counts = Counter(deals(GRADEN, 25_200, seed=5, held=held))
    assert len(counts) <= 2_520
    statistic = sum((k - 10) ** 2 / 10 for k in counts.values()) + 10 * (2_520 - len(counts))
    assert abs(statistic - 2_519) < 355


def test_given_cards_stay_and_the_rest_is_random() -> None:
    held = {Seat.S: parse_hand("AKQ.A.A.A"), Seat.W: parse_hand("..K.")}
    made = deals(GRADEN, 40, seed=2, held=held)
    assert {deal.mask(Seat.S) for deal in made} == {held[Seat.S]}
    assert all(deal.mask(Seat.W) & held[Seat.W] for deal in made)
    assert len({deal.mask(Seat.W) for deal in made}) > 30
    for deal in made:
        deal.check(24, 6)


def test_a_game_of_three_has_an_empty_west_and_a_talon() -> None:
    for deal in deals(GAMES["anrufen3"], 20, seed=2, held={Seat.N: parse_hand("AKQ.AKQ.A.")}):
        assert deal.mask(Seat.W) == 0
        assert deal.talon_mask.bit_count() == 3


@pytest.mark.parametrize(
    ("game", "given", "words"),
    [
        ("graden", {Seat.S: parse_hand("AKQJT9.A..")}, "South is given 7"),
        ("graden", {Seat.S: parse_hand("A7...")}, "S7 is not in the pack"),
        ("graden", {Seat.S: parse_hand("A..."), Seat.N: parse_hand("AK...")}, "SA is held twice"),
        ("anrufen3", {Seat.W: parse_hand("A...")}, "West has no hand"),
    ],
)
def test_given_cards_that_do_not_fit_are_refused(game: str, given: dict[Seat, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        random_deals(GAMES[game], 1, seed=1, held=given)


def test_a_seat_that_is_named_twice_is_refused() -> None:
    twice: dict[str, int | str] = {"N": "SA", "nord": "SK"}
    with pytest.raises(ValueError, match="North is given twice"):
        kranalyze.deals(1, known=twice)
    with pytest.raises(ValueError, match="North is given twice"):
        kranalyze.odds("AKJ.AQ.T.", known=twice, samples=1)


@pytest.mark.parametrize("more", [{"seed": -1}, {"seed": 1 << 64}, {"seed": 1, "start": -1}])
def test_numbers_out_of_range_are_refused(more: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"between|counted"):
        random_deals(GRADEN, 1, **more)  # type: ignore[arg-type]


def test_card_numbers_are_those_of_the_masks() -> None:
    # The order in which cards are dealt out is part of the algorithm: S9 first, CA last.
    cards = list(cards_of(Undealt(GRADEN).cards))
    assert [card_letters(c) for c in (cards[0], cards[5], cards[6], cards[-1])] == ["S9", "SA", "H9", "CA"]
    assert cards[0] == parse_card("S9") == 2
