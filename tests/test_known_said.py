"""Words of trick 1 show who holds a card, a lead after 66 does not (RULINGS: single dummy, 5 and 6)."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from enumerating import all_layouts, hands_before_play, placements, rufer_is_over
from kpn_games import checked_record, random_game
from kranalyze import advise, knowledge, parse_kpn
from kranalyze.cards import parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.known import CannotBeError
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.kpn import Announcement, KpnError, Record
from test_known_situations import agrees

#: South calls the King of clubs, which East holds. After 17 cards North has one card left, East and West two.
CALLED = """[Game "anrufen"]
[Deal "{deal}"]
[Contract "simple"]
[Declarer "S"]
[Called "CK"]
[Trump "S"]
[Announce "{words}"]
[Play "S"]
DA D9 DJ DK
HJ SK HA HQ
DQ SQ ST S9
CJ SJ SA CT
- - HT -
+
"""
TRUE = "N:AT.AT.JT. 9.Q.K.KT9 .KJ9.AQ.J KQJ..9.AQ"


def record_of(deal: str, words: str) -> Record:
    """Return the record of a deal with some words. Raise the first error if the record has any."""
    file = parse_kpn(CALLED.format(deal=deal, words=words))
    for error in file.errors:
        raise error
    return file.records[0]


def test_contra_shows_who_does_not_hold_the_called_card() -> None:
    """Five hidden cards have 5! / (1! 2! 2!) = 30 layouts.

    Contra by North excludes 4! / (2! 2!) = 6 of them, in which North holds the called card.
    """
    king = parse_card("CK")
    silent, said = (knowledge(record_of(TRUE, words), 17, Seat.S) for words in ("", "N contra"))
    assert (silent.count, said.count) == (30, 24)
    assert said.places()[king]["N"] == 0 and said.places()[king]["E"] == said.places()[king]["W"]
    # One of the six excluded layouts: North holds the King of clubs instead of the Ten of diamonds.
    other = "N:AT.AT.J.K 9.Q.KT.T9 .KJ9.AQ.J KQJ..9.AQ"
    assert record_of(other, "").deal.mask(Seat.N) >> king & 1
    with pytest.raises(KpnError, match="North, on the declarer's side, cannot say contra"):
        record_of(other, "N contra")


def test_a_raise_shows_who_holds_the_called_card() -> None:
    """East holds the King of clubs and one of the four other hidden cards: 12 layouts."""
    known = knowledge(record_of(TRUE, "E raise hundred"), 17, Seat.S)
    assert known.count == 12 and known.places()[parse_card("CK")]["E"] == 1
    # West, an opponent, knows now who the partner is.
    west = knowledge(record_of(TRUE, "E raise hundred"), 4, Seat.W)
    assert west.places()[parse_card("CK")] == {"N": 0, "E": 1, "S": 0}


def test_a_word_is_heard_in_its_turn() -> None:
    """East plays last to trick 1. So nobody has heard his raise after only three cards."""
    record = record_of(TRUE, "E raise hundred")
    assert knowledge(record, 3, Seat.S).count == knowledge(record_of(TRUE, ""), 3, Seat.S).count
    assert knowledge(record, 4, Seat.S).count < knowledge(record_of(TRUE, ""), 4, Seat.S).count


def test_words_of_the_wrong_side_cannot_be() -> None:
    """Contra by the holder of the called card is a contradiction, and a raise by a player without it, too."""
    record = record_of(TRUE, "")
    wrong = replace(record, announce=(Announcement(Seat.E, "contra"),))
    with pytest.raises(CannotBeError, match="East's Contra cannot be: East holds it"):
        knowledge(wrong, 17, Seat.E)
    wrong = replace(record, announce=(Announcement(Seat.N, "raise", level="hundred"),))
    with pytest.raises(CannotBeError, match="North's raise cannot be: North does not hold what it needs"):
        knowledge(wrong, 17, Seat.N)


def test_the_mean_is_that_of_the_layouts_that_can_be() -> None:
    """East's raise shows who South's partner is.

    So all layouts have the same two sides, and are worth the same amount.
    """
    record = record_of(TRUE, "E raise hundred")
    found = advise(record, after=16, seat=Seat.N, workers=1, games=0)
    assert found.layouts == len(list(all_layouts(record, 16, Seat.N)))
    assert {abs(one.mean) for one in found.cards} <= {2.0}


def with_words(rng: random.Random, least: int, most: int) -> Iterator[tuple[Record, int, int]]:
    """Yield situations of Anrufen in which a raise or Contra is heard, and the called card is hidden.

    A situation is a record, a number of cards, and the seat whose view it is. The hidden cards can be
    placed in ``least`` to ``most`` ways.
    """
    while True:
        record = random_game(rng, "anrufen", rare=False)
        words = {a.seat for a in record.announce if a.what in ("raise", "contra")}
        if not words or record.called is None:
            continue
        seat = rng.choice([s for s in Seat if s not in words] or list(Seat))
        if hands_before_play(record)[seat] >> record.called.number & 1:
            continue
        played = [move.card for move in record.play]
        fallen = played.index(record.called) if record.called in played else len(played)
        fit = [n for n in range(4, fallen + 1) if least <= placements(record, n, seat) <= most]
        if fit:
            yield record, rng.choice(fit), seat


@pytest.mark.parametrize("count", [8, pytest.param(80, marks=pytest.mark.long)])
def test_layouts_with_words_are_those_that_check_takes(count: int) -> None:
    """The counted layouts are exactly those that agree with the raise or Contra (single dummy, 5)."""
    rng = random.Random(9)
    refused = 0
    for record, after, seat in (next(with_words(rng, 20, 1700)) for _ in range(count)):
        known, counted = agrees(record, after, seat)
        silent = replace(record, announce=())
        gone = [known.played_mask(s) for s in Seat]
        for layout in list(all_layouts(silent, after, seat))[:200]:
            hands = [hand | played for hand, played in zip(layout[:4], gone, strict=True)]
            try:
                written(record, hands, after)
            except KpnError as error:
                assert "raise" in error.message or "contra" in error.message
                assert layout not in counted
                refused += 1
            else:
                assert layout in counted
    assert refused


def written(record: Record, hands: list[int], after: int) -> Record:
    """Return the record with other hands, up to its first ``after`` cards."""
    n, e, s, w = hands
    heard = {m.seat for m in record.play[:after]}
    return checked_record(
        Deal((n, e, s, w)), record.game, contract=record.contract, declarer=record.declarer,
        called=record.called, trump=record.trump, dealer=record.dealer, rules=record.rules,
        announce=[a for a in record.announce if a.seat in heard],
        play=[(m.seat, m.number) for m in record.play[:after]], unfinished=True,
    )  # fmt: skip


def led_after_66(record: Record, after: int, seat: int) -> bool:
    """Return whether another seat led a King or Queen after a Rufer was over.

    The mate of this King or Queen must still be hidden from ``seat``.
    """
    return any(
        m.turn == 1 and m.seat != seat and m.number % 8 in (5, 6) and m.trick > 1 and rufer_is_over(record, i)
        and not any(other.number == m.number ^ 3 for other in record.play[:after])
        and not hands_before_play(record)[seat] >> (m.number ^ 3) & 1
        for i, m in enumerate(record.play[:after])
    )  # fmt: skip


@pytest.mark.parametrize("count", [4, pytest.param(20, marks=pytest.mark.long)])
def test_a_lead_after_66_tells_nothing(count: int) -> None:
    """If a Rufer is played on after 66 points, each counted layout gives a record without errors."""
    rng = random.Random(4)
    while count:
        record = random_game(rng, "bauernschnapsen", rare=False)
        if record.contract != "rufer":
            continue
        fit = [
            (after, seat)
            for after in range(5, len(record.play))
            for seat in Seat
            if 6 <= placements(record, after, seat) <= 200 and led_after_66(record, after, seat)
        ]
        if not fit:
            continue
        count -= 1
        after, seat = rng.choice(fit)
        known, layouts = agrees(record, after, seat)
        for layout in layouts:
            written(record, [hand | known.played_mask(s) for s, hand in enumerate(layout[:4])], after)


def test_a_queen_led_after_66_may_be_half_a_marriage() -> None:
    """North takes three tricks of A T K Q, with 28 points each. Then he leads the Queen of trumps.

    This lead shows nothing. One card of North and two cards each of East and West are hidden from South:
    5! / (1! 2! 2!) = 30 layouts. If North leads the Queen to trick 3, with 56 points, it shows that he does
    not hold the King.
    """
    deal, king = Deal.parse("N:- - K.KJ.K.A -"), parse_card("CK")
    asked: dict[str, Any] = {"game": "bauernschnapsen", "contract": "rufer", "trump": "C", "dealer": "W"}
    play = "HA HT HK HQ SA ST SK SQ DA DT DK DQ CQ"
    known = knowledge(record_of_deal(deal, **asked, play=play), 13, Seat.S)
    assert known.count == 30 and known.places()[king]["N"] == Fraction(1, 5)
    shown = knowledge(record_of_deal(deal, **asked, play=play), 13, Seat.S, marriage_cards_led="CQ")
    assert shown.count == 30
    early = knowledge(record_of_deal(deal, **asked, play="HA HT HK HQ SA ST SK SQ CQ"), 9, Seat.S)
    assert early.places()[king]["N"] == 0


def test_a_word_of_its_own_tells_a_seat_nothing() -> None:
    """Contra by North tells North nothing: he knows already that he does not hold the called card."""
    silent, said = (knowledge(record_of(TRUE, words), 17, Seat.N) for words in ("", "N contra"))
    assert list(silent.layouts()) == list(said.layouts())
