"""Test how bids are judged from the bidder's own cards: values found by hand, columns, texts, notes."""
# mypy: no-strict-optional

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kranalyze import analyze, annotate, batch, odds, parse_kpn, read_kpn
from kranalyze.analysis import bids
from kranalyze.analysis.bids import Bids, _auction_states, _open_to_declarer, judge_bids
from kranalyze.bundled import bundled_directory
from kranalyze.cards import cards_of, mask_of, pack_mask
from kranalyze.deal import Deal, Seat
from kranalyze.kpn import Call
from running import EVENING, run

LOG = EVENING
RECORDS = {record.board: record for record in read_kpn(LOG).records}


def calls(words: str) -> tuple[Call, ...]:
    """Return the calls of a text like ``S bettler W gut``: seats and calls in turn."""
    parts = words.split()
    return tuple(Call(Seat.parse(s), c) for s, c in zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.usefixtures("argued")
def test_a_solo_sweep_is_worth_what_all_layouts_pay() -> None:
    """Königmord with five top cards and a lone King loses to the Ace, which somebody else has.

    With six top cards it is made.
    """
    record = RECORDS["1"]
    hand = "AKQ.AK.K."
    others = [c for c in cards_of(pack_mask(24)) if not mask_of_text(hand) >> c & 1]
    east, south, west = (mask_of(others[6 * i : 6 * i + 6]) for i in range(3))
    played = replace(
        record, deal=Deal((mask_of_text(hand), east, south, west)), contract="koenigmord",
        declarer=Seat.N, called=None,
        question=None, leader=Seat.N, auction=calls("N koenigmord E gut S gut W gut"), play=(),
    )  # fmt: skip
    assert judge_bids(played).mean == -210
    sure = replace(played, deal=Deal((mask_of_text("AKQ.AKQ.."), 0, 0, 0)))
    found = judge_bids(sure)
    assert (found.mean, found.cost) == (210, 0)
    assert found.best.contract.id == "koenigmord" and found.best.mean == 210


def mask_of_text(hand: str) -> int:
    """Return the mask of a hand that is written as its ranks suit by suit, such as ``AKQ.AK.K.``."""
    ranks = "789TJQKA"
    return sum(1 << 8 * s + ranks.index(r) for s, suit in enumerate(hand.split(".")) for r in suit)


def test_bettler_of_the_book_is_near_all_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book of hands has a mean for a Bettler with open cards. This mean agrees with a large sample."""
    monkeypatch.setattr(bids, "_has_table_means", lambda *hand: False)
    record = next(r for r in RECORDS.values() if r.contract == "bettler" and r.second is None)
    hand = record.deal.hand_masks[record.declarer]
    [exact] = odds(hand, contracts=["bettler"], samples=4000, seed=3, games=0)
    found = judge_bids(record)
    low, high = exact.interval
    assert 90 * (2 * low - 1) - 1 <= found.mean <= 90 * (2 * high - 1) + 1


@pytest.mark.usefixtures("argued")
def test_the_best_bid_is_above_what_stood() -> None:
    """After another player has bid Plauderer, a Bettler cannot be the best bid any more."""
    record = replace(RECORDS["1"], question=None, declarer=Seat.S, contract="plauderer", called=None)
    low = (mask_of_text("9.9.9.T9J"), *(0,) * 3)
    deal = Deal((low[1], low[1], low[0], low[1]))
    open_ = replace(record, deal=deal, auction=calls("S plauderer W gut N gut E gut"))
    after = replace(record, deal=deal, contract="koenigmord",
                    auction=calls("W plauderer N gut E gut S koenigmord W gut"))  # fmt: skip
    found, bound = judge_bids(open_), judge_bids(after)
    assert found.best.contract.id in ("bettler", "plauderer")
    assert bound.best.contract.rank > 4 and bound.cost == bound.best.mean + 210


@pytest.mark.usefixtures("argued")
def test_the_last_bid_is_judged_not_the_first() -> None:
    """South bids Durchmarsch before any other bid, and Königmord after a Plauderer.

    The Königmord is judged, so only bids above Plauderer can be better.
    """
    record = replace(RECORDS["1"], question=None, declarer=Seat.S, contract="koenigmord", called=None)
    low = mask_of_text("9.9.9.T9J")
    deal = Deal((0, 0, low, 0))
    words = "S durchmarsch W plauderer N gut E gut S koenigmord W gut"
    found = judge_bids(replace(record, deal=deal, auction=calls(words)))
    assert found.best.contract.rank > 4
    assert found.mean == -210 and found.cost == found.best.mean + 210


#: Calls of a Contra round. A seat that does not double may say ``gut``, or nothing.
CONTRA_ROUNDS = [
    "contra recontra", "contra gut recontra", "contra gut gut recontra", "gut gut contra recontra",
]  # fmt: skip


@pytest.mark.parametrize("calls", CONTRA_ROUNDS)
def test_calls_after_the_bidding_are_not_judged(calls: str) -> None:
    """Each seat is judged by its call in the bidding, and not by its pass in the Contra round."""
    [game] = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if '[Board "65"]' in game]
    assert "zehnerloch gut gut gut\ncontra recontra\n" in game
    [record] = parse_kpn(game.replace("contra recontra", calls)).records
    turns = {(turn.seat.name, turn.call) for turn in judge_bids(record).turns}
    assert turns == {("W", 0), ("N", 1), ("E", 2), ("S", 3)}


#: Auctions in which East joins North's Plauderer as second bidder. Then North bids Königmord, or passes.
OVERBID = "N durchmarsch E durchmarsch_letzten S gut W gut N plauderer E mit N koenigmord E gut"
LEFT = "N durchmarsch E durchmarsch_letzten S gut W gut N plauderer E mit N gut"


@pytest.mark.usefixtures("argued")
def test_a_bidder_with_a_second_is_judged_among_higher_bids() -> None:
    """Plauderer without a second bidder would pay most. But East has joined, so only higher bids count."""
    deal = Deal((mask_of_text("9.9.9.T9J"), 0, 0, 0))
    record = replace(RECORDS["1"], question=None, declarer=Seat.N, called=None, deal=deal)
    found = judge_bids(replace(record, contract="koenigmord", auction=calls(OVERBID)))
    assert found.best.contract.rank > 4
    assert found.mean == -210 and found.cost == found.best.mean + 210
    double = replace(record, contract="plauderer", second=Seat.E)
    for auction in (calls(LEFT), ()):
        found = judge_bids(replace(double, auction=auction))
        assert found.best.contract.rank > 4 and found.mean is None and found.cost is None
    # South's Durchmarsch cancels both Bettlers. So any bid above Durchmarsch is open to North.
    cancelled = "N bettler E mit S durchmarsch W gut N plauderer E gut S gut"
    found = judge_bids(replace(record, contract="plauderer", auction=calls(cancelled)))
    assert found.best.contract.id == "plauderer" and found.cost == 0


def open_contracts(game: str, words: str, declarer: Seat, contract: str) -> dict[str | None, set[str]]:
    """Return for each trump the contracts that the declarer could have named in his last bid."""
    record = next(record for record in RECORDS.values() if record.game == game)
    auction = tuple(
        Call(Seat.parse(seat), *_call(word)) for seat, word in (part.split() for part in words.split(", "))
    )
    played = replace(record, auction=auction, declarer=declarer, second=None, dealer=None, contract=contract)
    contracts = record.game_row.contracts
    bids = _open_to_declarer(played, declarer, _auction_states(played))
    return {trump: {contracts[number].id for number in numbers} for trump, numbers in bids.items()}


def _call(word: str) -> tuple[str, str | None]:
    name, _, suit = word.partition(":")
    return name, suit or None


def test_an_equal_bid_needs_a_higher_suit() -> None:
    """RULINGS (anrufen): of equal bids the higher suit stands, H > D > S > C."""
    bids = open_contracts(
        "anrufen", "W simple:S, N simple:D, E gut, S gut, W gut", Seat.N, contract="simple"
    )
    assert {trump for trump, contracts in bids.items() if "simple" in contracts} == {"H", "D"}
    higher = {"hundred", "no_tricks", "all_tricks", "all_hundred"}
    assert all(higher <= contracts for contracts in bids.values())


def test_a_bid_that_lost_a_tie_later_does_not_bind_the_first() -> None:
    """North bid before anybody else, so every bid was open to him.

    East's equal bid in a lower suit, which lost the tie, came later.
    """
    bids = open_contracts(
        "anrufen", "N hundred:H, E hundred:D, S gut, W gut, N gut, E gut", Seat.N, contract="hundred"
    )
    assert "simple" in bids["H"]


@pytest.mark.usefixtures("argued")
def test_who_passed_a_good_hand() -> None:
    """A hand that makes Königmord on every layout should not pass.

    After a Hundertermord no bid is possible, so no pass is judged.
    """
    record = replace(RECORDS["1"], question=None, declarer=Seat.E, contract="durchmarsch")
    east, south = record.deal.hand_masks[1], mask_of_text("AKQ.AKQ..")
    deal = Deal((None, east, south, None))
    passed = replace(record, deal=deal, auction=calls("E durchmarsch S gut W gut N gut"))
    found = judge_bids(passed).passed
    assert [None if one is None else (one.contract.id, one.mean) for one in found] == [
        None, None, ("koenigmord", 210), None,
    ]  # fmt: skip
    higher = replace(passed, contract="hundertermord", called=None,
                     auction=calls("E hundertermord S gut W gut N gut"))  # fmt: skip
    assert judge_bids(higher).passed == (None,) * 4


def test_forehand_who_passes_plays_rufer() -> None:
    """If nobody bids, forehand plays Rufer. So a pass never gives up a Rufer (RULINGS: bauernschnapsen)."""
    for record in [record for record in RECORDS.values() if record.game == "bauernschnapsen"][:4]:
        assert all(one is None or one.contract.id != "rufer" for one in judge_bids(record).passed)


def test_where_nothing_can_be_bid_nothing_is_judged() -> None:
    for record in read_kpn(Path(__file__).parent / "data" / "valid" / "whist.kpn").records:
        assert judge_bids(record) == Bids()


@pytest.mark.long
def test_every_game_is_judged_and_no_bid_beats_the_best() -> None:
    games = {record.game: record for record in RECORDS.values()}
    for game, record in games.items():
        found = judge_bids(record)
        if record.game_row.calibration:
            assert found.mean is None and found.best is None
            continue
        assert found.mean is not None, game
        assert found.cost >= 0
        assert found == judge_bids(record)
        assert all(one is None or one.mean > 0 for one in found.passed)


def test_columns_words_and_options(tmp_path: Path) -> None:
    two = [record for record in RECORDS.values() if record.game == "graden"][:2]
    found = analyze(two, best=False, single_dummy=True)
    for row, record in zip(found.games.to_dicts(), two, strict=True):
        bids = judge_bids(record)
        assert (row["bid_mean"], row["bid_best_mean"]) == (bids.mean, bids.best.mean)
        assert row["bid_cost"] == pytest.approx(row["bid_best_mean"] - row["bid_mean"])
        for seat, one in zip("nesw", bids.passed, strict=True):
            expected = (None, None) if one is None else (one.contract.id, one.mean)
            assert (row[f"bid_passed_{seat}"], row[f"bid_passed_mean_{seat}"]) == expected
    assert "bid_mean" not in analyze(two, best=False, single_dummy=True, bids=False).games.columns
    shown = run("analyze", LOG, "--board", "2", "--single-dummy", "--no-best").out
    mean = judge_bids(RECORDS["2"]).mean
    assert f"With West's hand alone this contract pays {mean:+.1f} chips on average" in shown
    shown = run("analyze", LOG, "--board", "2", "--single-dummy", "--no-best", "--no-bids").out
    assert "hand alone" not in shown
    failed = run("analyze", LOG, "--no-bids")
    assert failed.status == 2 and "--no-bids needs --single-dummy" in failed.err
    lessons = bundled_directory() / "single-dummy.kpn"
    out = tmp_path / "out"
    assert run("analyze", lessons, "--single-dummy", "--no-best", "-o", out).status == 0
    made = batch(lessons, tmp_path / "batch", task="analyze", best=False, single_dummy=True, workers=1)
    columns = [name for name in made.scan("games").collect().columns if name.startswith("bid_")]
    import polars as pl

    rows = pl.read_parquet(out / "games.parquet").select(columns).rows()
    assert len(columns) == 15 and rows == made.scan("games").collect().select(columns).rows()


def test_notes_say_what_could_be_known() -> None:
    lessons = bundled_directory() / "single-dummy.kpn"
    notes = [note.text for record in annotate(lessons, single_dummy=True).records for note in record.notes]
    for words in ("mistake: known 33%, best DQ 67%", "unlucky: known 67%, best DQ 67%", "lucky: known 33%"):
        assert any(words in text for text in notes), notes
    assert not any("known" in n.text for record in annotate(lessons).records for n in record.notes)
    shown = run("annotate", lessons, "--single-dummy").out
    assert "unlucky: known 67%" in shown
    again = run("annotate", "-", "--single-dummy", stdin=shown)
    assert again.out == shown
