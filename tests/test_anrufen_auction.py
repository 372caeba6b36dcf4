"""The reader and the oracle agree on auctions of Anrufen, with both values of the option all_pass."""

from __future__ import annotations

import random

import pytest

from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.kpn import Record, parse_kpn
from oracle.anrufen_auction import LEVELS, PASS, SUITS, Anrufen, NotAllowedError, auction_after

DEALS = {
    "anrufen": "N:KQ.A9.J.T A.KQ.T9.J T9.J.KQ.A J.T.A.KQ9",
    "anrufen3": "N:AK9.J9.J.K J.KQ.K.AQT QT.T.AQ9.J",
}


def read(game: str, calls: str, rule: str, dealer: int) -> tuple[Record | None, list[str]]:
    """Return the record of an auction (None if it was rejected), and the messages of all problems."""
    first = Seat((dealer + 1) % GAMES[game].seats)
    text = (
        f'[Game "{game}"] [Rules "all_pass={rule}"] [Dealer "{Seat(dealer).name}"] [Deal "{DEALS[game]}"]\n'
        f'[Auction "{first.name}"]\n{calls}\n'
    )
    file = parse_kpn(text)
    return (file.records[0] if file.records else None), [problem.message for problem in file.problems]


@pytest.mark.parametrize("rule", ["new_deal", "dealer"])
@pytest.mark.parametrize("game", DEALS)
def test_auctions_end_as_those_of_the_oracle(game: str, rule: str) -> None:
    """The auctions are random. Passes are frequent, so that in many auctions everybody passes twice."""
    rng = random.Random(f"{game} {rule}")
    seats = GAMES[game].seats
    forced = 0
    for _ in range(300):
        auction, calls = Anrufen(seats, dealer := rng.randrange(seats), rule), list[str]()
        while auction.turn is not None:
            word = PASS if rng.random() < 0.85 else rng.choice(LEVELS)
            trump = rng.choice(SUITS) if word not in (PASS, "no_tricks") else None
            must_bid = auction.dealer_must_bid
            try:
                auction.call(word, trump)
            except NotAllowedError:
                continue
            forced += must_bid
            calls.append(word if trump is None else f"{word}:{trump}")
        record, problems = read(game, " ".join(calls), rule, dealer)
        assert record is not None and problems == [], calls
        ended = (record.contract, record.declarer, record.trump)
        assert ended == (auction.level, auction.declarer, auction.trump), calls
    assert (forced > 10) == (rule == "dealer")


@pytest.mark.parametrize(("game", "seats"), [("anrufen", 4), ("anrufen3", 3)])
def test_the_dealer_must_bid_once_the_second_round_is_passed_out(game: str, seats: int) -> None:
    passes = "gut " * (2 * seats)
    dealer = seats - 1
    for level in LEVELS:  # the dealer may name any level
        record, problems = read(game, passes + level, "dealer", dealer)
        assert record is not None and not problems
        assert (record.contract, record.declarer) == (level, dealer)
    title = Seat(dealer).title
    must = f"{title}, the dealer, must bid: all have passed twice"
    assert read(game, passes + "gut", "dealer", dealer)[1] == [must]
    assert read(game, passes + "AP", "dealer", dealer)[1] == [must]
    assert read(game, passes, "dealer", dealer)[1] == ["the Auction is not finished"]
    assert read(game, passes + "simple gut", "dealer", dealer)[1] == [
        "the auction is over, 'gut' comes too late"
    ]
    # With the default new_deal the dealer's bid comes too late: two rounds of passes have ended the auction.
    assert read(game, passes + "simple", "new_deal", dealer)[1] == [
        "the auction is over, Simple game comes too late"
    ]


def test_ap_stands_for_the_passes_before_the_dealer_bids() -> None:
    record, problems = read("anrufen", "AP hundred", "dealer", 3)
    assert record is not None and not problems
    assert [call.call for call in record.auction] == ["gut"] * 8 + ["hundred"]
    assert (record.contract, record.declarer) == ("hundred", Seat.W)


def test_a_row_of_the_table_of_calls_for_each_round() -> None:
    """An auction may be written as a table of calls with a column for each player.

    In the row of the dealer's bid the players who have passed for good pass once more.
    """
    record, problems = read("anrufen", "gut gut gut gut\ngut gut gut gut\ngut gut gut simple", "dealer", 1)
    assert record is not None and not problems
    assert (record.contract, record.declarer) == ("simple", Seat.E)


def test_the_oracle_knows_the_rule() -> None:
    passes = [("gut", None)] * 8
    assert auction_after(4, 0, passes).turn is None
    assert auction_after(4, 0, passes, "dealer").turn == 0
    assert auction_after(4, 0, [*passes, ("no_tricks", None)], "dealer").declarer == 0
    with pytest.raises(NotAllowedError, match="must bid"):
        auction_after(4, 0, [*passes, ("gut", None)], "dealer")
