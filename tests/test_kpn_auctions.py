"""Results of auctions, call by call from the rulings: contract, declarer, second player, Contra."""

from __future__ import annotations

import pytest

from kranalyze.kpn import parse_kpn

#: Everybody has a King and Queen of some suit, so that any bid of Graden may be made.
GRADEN = "N:KQ.A9.J.T A.KQ.T9.J T9.J.KQ.A J.T.A.KQ9"
DEALS = {
    "graden": GRADEN,
    "anrufen": GRADEN,
    "anrufen3": "N:AK9.J9.J.K J.KQ.K.AQT QT.T.AQ9.J",
    "bauernschnapsen": "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT",
    "russbach": "N:.AQJ8.A9.T9 K97.7.K8.J8 AQJ8.T9.Q.7 T.K.JT7.AKQ",
}


def lead_to(game: str, calls: str, tags: str = "") -> tuple[str | None, str, str, int, list[str]]:
    """Return contract, declarer, second player, Contra and problems of an auction that North begins."""
    dealer = "S" if game == "anrufen3" else "W"
    text = f'[Game "{game}"] [Dealer "{dealer}"] [Deal "{DEALS[game]}"] {tags}\n[Auction "N"]\n{calls}\n'
    file = parse_kpn(text)
    messages = [p.message for p in file.problems]
    if not file.records:
        return None, "", "", 0, messages
    [r] = file.records
    seats = ["" if s is None else s.name for s in (r.declarer, r.second)]
    return r.contract, seats[0], seats[1], r.contra, messages


@pytest.mark.parametrize(
    ("game", "calls", "contract", "declarer", "second", "contra"),
    [
        ("graden", "gut gut gut gut", "schurln", "", "", 0),
        ("graden", "gut gut gut bettler", "bettler", "W", "", 0),
        ("graden", "bettler durchmarsch gut gut plauderer gut", "plauderer", "N", "", 0),
        ("graden", "bettler plauderer hundert hundertermord gut gut gut", "hundertermord", "W", "", 0),
        # The second player may have made a lower bid before.
        ("graden", "bettler plauderer gut gut mit gut", "plauderer", "E", "N", 0),
        ("graden", "bettler mit gut gut gut", "bettler", "N", "E", 0),
        ("graden", "bettler gut gut mit gut", "bettler", "N", "W", 0),
        # The first of two Bettlers has one more turn, and may bid higher. A higher bid cancels both Bettlers.
        ("graden", "bettler mit gut gut plauderer gut", "plauderer", "N", "", 0),
        ("graden", "bettler mit gut gut plauderer mit gut", "plauderer", "N", "E", 0),
        ("graden", "bettler mit gut durchmarsch plauderer mit gut gut", "plauderer", "N", "E", 0),
        ("graden", "bettler mit koenigmord gut gut gut", "koenigmord", "S", "", 0),
        ("graden", "bettler mit AP", "bettler", "N", "E", 0),
        ("graden", "AP", "schurln", "", "", 0),
        ("russbach", "simple", "simple", "N", "", 0),
        ("russbach", "simple gut gut gut", "simple", "N", "", 0),
        ("anrufen", "gut simple gut gut", "simple", "E", "", 0),
        ("anrufen", "simple hundred gut gut gut", "hundred", "E", "", 0),
        ("anrufen", "simple:S simple:D gut gut gut", "simple", "E", "", 0),
        ("anrufen", "simple:S simple:D simple:H gut gut gut", "simple", "S", "", 0),
        ("anrufen", "simple:S simple:C gut gut gut gut", "simple", "N", "", 0),
        ("anrufen", "simple:S simple:S gut gut gut gut", "simple", "N", "", 0),
        ("anrufen", "simple:S simple:C gut gut gut all_tricks gut", "all_tricks", "E", "", 0),
        ("anrufen", "simple:S simple:D gut gut hundred gut", "hundred", "N", "", 0),
        ("anrufen", "no_tricks no_tricks gut gut gut gut", "no_tricks", "N", "", 0),
        # ``gut`` by the holder of the standing bid leaves the bid standing. The loser of a tie speaks again.
        ("anrufen", "gut simple:C simple:D gut hundred gut", "hundred", "E", "", 0),
        ("anrufen", "simple:D simple:D simple:H gut hundred gut gut", "hundred", "N", "", 0),
        ("anrufen", "no_tricks no_tricks gut gut gut all_hundred gut", "all_hundred", "E", "", 0),
        ("anrufen", "gut gut gut gut gut gut gut simple", "simple", "W", "", 0),
        ("anrufen", "gut gut gut gut simple AP", "simple", "N", "", 0),
        ("anrufen3", "gut simple gut", "simple", "E", "", 0),
        ("anrufen3", "simple:H simple:D gut gut gut", "simple", "N", "", 0),
        ("anrufen3", "gut gut gut gut gut no_tricks", "no_tricks", "S", "", 0),
        ("bauernschnapsen", "gut gut gut gut", "rufer", "N", "", 0),
        ("bauernschnapsen", "rufer bettler gut gut", "bettler", "E", "", 0),
        ("bauernschnapsen", "gut gang zehnerloch kontraschnapser", "kontraschnapser", "W", "", 0),
        ("bauernschnapsen", "schnapser AP contra", "schnapser", "N", "", 1),
        ("bauernschnapsen", "gut gut schnapser gut gut contra gut recontra", "schnapser", "S", "", 2),
        ("bauernschnapsen", "AP contra recontra subcontra", "rufer", "N", "", 3),
    ],
)  # fmt: skip
def test_where_an_auction_leads(
    game: str, calls: str, contract: str, declarer: str, second: str, contra: int
) -> None:
    tags = '[Trump "H"]' if game == "bauernschnapsen" else ""
    assert lead_to(game, calls, tags) == (contract, declarer, second, contra, [])


@pytest.mark.parametrize("game", ["anrufen", "anrufen3"])
def test_two_rounds_of_passes_are_a_new_deal(game: str) -> None:
    seats = 3 if game == "anrufen3" else 4
    assert lead_to(game, "gut " * 2 * seats) == (None, "", "", 0, [])
    assert lead_to(game, "AP") == (None, "", "", 0, [])
    assert lead_to(game, "gut " * (2 * seats + 1))[4] == ["the auction is over, 'gut' comes too late"]
    assert lead_to(game, "gut " * seats)[4] == ["the Auction is not finished"]


def test_the_holder_of_the_bid_does_not_end_the_auction_while_another_may_speak() -> None:
    # RULINGS (anrufen): the auction ends when all but one have passed. East lost the tie, but has not passed.
    open_ = "simple:S simple:C gut gut gut"
    assert lead_to("anrufen", open_)[4] == ["the Auction is not finished"]
    assert lead_to("anrufen", f"{open_} gut") == ("simple", "N", "", 0, [])


@pytest.mark.parametrize("calls", ["simple simple:H AP", "simple:H simple AP"])
def test_both_of_two_equal_bids_name_their_trump(calls: str) -> None:
    assert lead_to("anrufen", calls)[4] == ["both of two equal bids name their trump, as in simple:H"]


def test_who_has_lost_a_tie_may_bid_again_only_higher() -> None:
    # RULINGS (anrufen): of two equal bids, diamonds stand over spades. So North has lost the tie.
    open_ = "simple:S simple:D gut gut"
    wrong = ["North may bid again only higher than Simple game"]
    assert lead_to("anrufen", f"{open_} simple:H gut gut gut")[4] == wrong
    assert lead_to("anrufen", f"{open_} hundred AP")[:2] == ("hundred", "N")


def test_the_trump_of_an_equal_bid_is_that_of_the_contract() -> None:
    text = f'[Game "anrufen"] [Dealer "W"] [Deal "{GRADEN}"]\n[Auction "N"]\nsimple:S simple:D AP\n'
    assert parse_kpn(text).records[0].trump == "D"
    # After a higher bid the trump of the equal bids is void.
    assert parse_kpn(text.replace("AP", "gut gut hundred AP")).records[0].trump is None


def test_who_speaks_the_contra() -> None:
    text = (
        f'[Game "bauernschnapsen"] [Dealer "W"] [Trump "H"] [Deal "{DEALS["bauernschnapsen"]}"]\n'
        '[Auction "N"]\ngut gut gang gut contra recontra\n'
    )
    # After West's pass it is North's turn. North is on the declarer's side. So the next opponent, East, says
    # Contra.
    calls = [(c.seat.name, c.call) for c in parse_kpn(text).records[0].auction]
    assert calls[4:] == [("E", "contra"), ("S", "recontra")]
