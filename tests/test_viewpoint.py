"""Test the search over a seat's layouts: the seat to play, numbers that the core refuses, settlements."""

from __future__ import annotations

from typing import Any

import pytest

from kranalyze import knowledge, read_kpn
from kranalyze._core import ffi, lib
from kranalyze.cards import parse_card
from kranalyze.core.facts import packed_facts
from kranalyze.core.rules import game_row
from kranalyze.core.viewpointborder import core_search_of_seat_layouts
from kranalyze.deal import Deal, Seat
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.known.layoutsearch import search_per_layout
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import fact_numbers

#: Number of cards that have been played in the tests' position. Four tricks are finished.
AFTER = 16

UNKNOWN = [-1] * 4


def record() -> Record:
    return read_kpn("single-dummy.kpn").records[0]


def to_play() -> Seat:
    return record().play[AFTER].seat


def test_the_seat_to_play_is_named() -> None:
    played, leader = record(), to_play()
    assert search_per_layout(knowledge(played, AFTER, leader)).seat == leader
    for seat in set(Seat) - {leader}:
        with pytest.raises(ValueError, match=f"^{leader.title} is to play, not {seat.title}$"):
            search_per_layout(knowledge(played, AFTER, seat))


def viewpoint(laid: Any = UNKNOWN, words: Any = (), **facts: int) -> Any:
    """Return the core's search over the layouts of the seat to play, with some facts changed."""
    played = record()
    packed = packed_facts(fact_numbers(played))
    changed = ffi.new("kr_facts *")
    ffi.memmove(changed, packed, len(packed))
    for name, value in facts.items():
        setattr(changed, name, value)
    row, known = game_row(played.game_row), knowledge(played, AFTER, to_play()).situation.struct
    return core_search_of_seat_layouts(row, ffi.buffer(changed), words, laid, known)


@pytest.mark.parametrize(
    "facts",
    [
        {"cards": AFTER - 1}, {"contract": -1}, {"leader": -1, "complete": 0}, {"declarer": 4},
        {"called": 32}, {"order": 9},
    ],
)  # fmt: skip
def test_facts_that_cannot_be_are_refused(facts: dict[str, int]) -> None:
    """The core refuses impossible facts, such as fewer cards than the seat has seen."""
    assert viewpoint().code == lib.KR_VIEW_GOOD
    with pytest.raises(ValueError, match="cannot be"):
        viewpoint(**facts)


def test_words_and_cards_that_cannot_be_are_refused() -> None:
    for word in ((4, 1, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0)):
        with pytest.raises(ValueError, match="cannot be"):
            viewpoint(words=[word])
    with pytest.raises(ValueError, match="cannot be"):
        viewpoint(laid=[32, -1, -1, -1])


def test_structs_of_others_are_refused() -> None:
    played = record()
    row, facts = game_row(played.game_row), packed_facts(fact_numbers(played))
    for odd in (None, 0, b"", ffi.NULL, ffi.new("kr_task *")):
        with pytest.raises(TypeError, match="kr_knowledge is needed"):
            core_search_of_seat_layouts(row, facts, [], UNKNOWN, odd)
    known = knowledge(played, AFTER, to_play()).situation.struct
    with pytest.raises(ValueError, match="kr_facts"):
        core_search_of_seat_layouts(row, facts[:-1], [], UNKNOWN, known)
    with pytest.raises(TypeError, match="length 4"):
        core_search_of_seat_layouts(row, facts, [], [-1] * 3, known)


def test_the_two_settlements_of_a_sweep() -> None:
    """Königmord is worth 70 chips. South gets 70 from each of three seats, or pays each of them 70."""
    deal = Deal.parse("N:- - AKJ.AQ.T. -")
    alone = record_of_deal(deal, game="graden", contract="koenigmord", declarer=Seat.S)
    search = search_per_layout(knowledge(alone, 0, Seat.S))
    assert search.settlements == (-210, 210) and search.unit == 210


def test_points_have_more_than_two_settlements() -> None:
    deal = Deal.parse("N:- - AKJT.AQ.T.9 -")
    play = [parse_card(word) for word in ["SA", "S7", "S8", "S9", "HA", "H7", "H8", "H9"]]
    called = record_of_deal(
        deal, game="rufmariasch", contract="simple", declarer=Seat.S, call=parse_card("HK"), play=play
    )
    assert search_per_layout(knowledge(called, len(play), Seat.S)).settlements is None
