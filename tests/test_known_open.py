"""Test what a seat knows in a Plauderer from trick 2 on, when hands lie open (RULINGS: single dummy)."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kpn_games import checked_record, random_game
from kranalyze import advise, knowledge, read_kpn
from kranalyze.analysis import analyze_records
from kranalyze.deal import Deal, Seat
from kranalyze.known import CannotBeError
from kranalyze.kpn import Record
from kranalyze.show.pages.table import analysed_rows
from running import EVENING, run

LOG = EVENING

def plauderers(double: bool) -> list[Record]:
    """Return the games of Plauderer in the log: those with two bidders if ``double``, else those with one."""
    records = [record for record in read_kpn(LOG).records if record.contract == "plauderer"]
    return [record for record in records if (record.second is not None) == double]


def test_with_one_plauderer_all_know_all_cards_from_trick_2_on() -> None:
    """A test for a former bug: ``advise --board 4 --after 4`` counted 199,584 layouts instead of one."""
    for record in plauderers(False):
        for seat in Seat:
            for after in range(len(record.play) + 1):
                known = knowledge(record, after, seat)
                assert (known.count == 1) == (after >= 4), (record.board, seat, after)
                true = [hand & ~known.played_mask(s) for s, hand in enumerate(record.deal.masks)]
                assert after < 4 or list(known.layout(0).masks) == true
    [row, *_] = run("advise", LOG, "--board", "4", "--after", "4", "--games", 9, "--json").rows
    assert row["careful_share"] == row["share"] and row["careful_mean"] == row["mean"]
    assert (row["layouts"], row["looked_at"], row["method"]) == (1, 1, "exact")


def test_with_two_the_bidders_know_all_and_the_others_each_other() -> None:
    records = plauderers(True)
    assert records
    counted = set()
    for record in records:
        bidders = (record.declarer, record.second)
        for seat in Seat:
            known = knowledge(record, 8, seat)
            true = [hand & ~known.played_mask(s) for s, hand in enumerate(record.deal.masks)]
            if seat in bidders:
                assert known.count == 1
                continue
            # The bidders hold eight cards, four each: 70 layouts, less those that play has ruled out.
            counted.add(known.count)
            assert 1 <= known.count <= 70
            [other] = (s for s in Seat if s not in (*bidders, seat))
            assert all(layout.masks[other] == true[other] for layout in known.layouts())
    assert any(n > 1 for n in counted)


def test_before_trick_2_nothing_is_open_and_a_bettler_never_is() -> None:
    """Before trick 2 a Plauderer has as many layouts as a Bettler with the same cards.

    In a Bettler the hands stay hidden after trick 1 too.
    """
    for record in plauderers(False)[:3]:
        bettler = replace(record, contract="bettler", question=None, auction=())
        for after in range(4):
            assert knowledge(record, after, 0).count == knowledge(bettler, after, 0).count > 1000
        assert knowledge(bettler, 4, 0).count > 1000


def test_an_open_hand_that_is_not_known_is_asked_for() -> None:
    """One unknown open hand follows from the other three hands. Two unknown hands are an error."""
    record = plauderers(False)[0]
    declarer = record.declarer
    others = [seat for seat in Seat if seat != declarer]
    for missing in (others[:1], others[:2], others[1:]):
        hands = tuple(None if s in missing else hand for s, hand in enumerate(record.deal.hand_masks))
        partly = replace(record, deal=Deal(hands), question=None)
        if len(missing) == 1:
            assert knowledge(partly, 4, declarer).count == 1
            continue
        text = f"^{missing[0].title} has laid his cards face up after trick 1, and they are not known$"
        with pytest.raises(ValueError, match=text):
            knowledge(partly, 4, declarer)
        assert knowledge(partly, 3, declarer).count > 1000
    asked = ["--contract", "plauderer", "--declarer", "S", "--play", "CQ CJ CT SJ"]
    failed = run("advise", "N:- - T9.9.9.Q9 -", *asked)
    assert failed.status == 3 and "face up" in failed.err and "Traceback" not in failed.err


def test_an_open_hand_from_which_a_card_was_not_legal_cannot_be() -> None:
    """It is an error if East did not follow spades in trick 1, but lays open the King of spades."""
    deal = Deal.parse("N:AQJT9..A. K.KQJT9.. .A.KQJT9. ...AKQJT9")
    moves = "SA HK DK CA"
    with pytest.raises(CannotBeError, match="East's HK in trick 1 cannot be"):
        advise(deal, contract="plauderer", declarer="N", play=moves, games=0)


def test_single_dummy_costs_are_those_of_open_cards() -> None:
    """In a Plauderer players know all cards from trick 2 on. So a cost is a mistake, never bad luck."""
    found = analyze_records(plauderers(False)[:4], best=False, single_dummy=True, bids=False)
    rows = [row for row in found.cards.to_dicts() if row["trick"] > 1 and row["sd_layouts"] is not None]
    assert rows and any(row["cost"] for row in rows)
    for row in rows:
        assert row["sd_layouts"] == row["sd_looked_at"] == 1
        assert row["sd_cost"] == row["cost"]
        assert row["sd_verdict"] == ("mistake" if row["cost"] else None)


def test_a_page_is_handed_what_open_hands_show() -> None:
    """A page embeds the number of layouts at each card: one from trick 2 on, and several before."""
    [game] = analyze_records(plauderers(False)[:1], best=False, single_dummy=True, bids=False).analysed
    counted = {(at >= 4, layouts == 1) for at, _, layouts, _, _ in analysed_rows([game])[0]["known"]}
    assert counted == {(True, True), (False, False)}


def test_advice_shows_the_open_hands() -> None:
    shown = run("advise", LOG, "--board", "4", "--after", "4").out
    assert "1 layout is possible." in shown
    record = next(r for r in plauderers(False) if r.board == "4")
    to_play = record.play[4].seat
    lines = [line for line in shown.splitlines() if line.endswith(", face up")]
    assert [line.split()[0] for line in lines] == [
        seat.title for seat in Seat if seat not in (record.declarer, to_play)
    ]
    assert all(sum(sign in line for sign in "♠♥♦♣") and line.count(" ") == 8 for line in lines)


@pytest.mark.parametrize("count", [3, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("double", [False, True])
def test_every_layout_is_a_record_that_check_takes(double: bool, count: int) -> None:
    """Each counted layout, written as a record of whole hands with the same play, has no error."""
    rng = random.Random(23)
    while count:
        record = random_game(rng, "graden", rare=False)
        if record.contract != "plauderer" or (record.second is not None) != double:
            continue
        count -= 1
        seat, after = rng.choice(list(Seat)), rng.randrange(8, len(record.play))
        known = knowledge(record, after, seat)
        for layout in known.layouts():
            hands = [hand | known.played_mask(s) for s, hand in enumerate(layout.masks)]
            checked_record(
                Deal(hands), "graden", contract="plauderer",
                declarer=record.declarer, second=record.second, face_down=record.face_down,
                play=[(m.seat, m.number) for m in known.moves], unfinished=True,
            )  # fmt: skip
