"""In the middle of a record, the mover can force with each card what plain search finds."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from deals import random_rules
from kranalyze.analysis.board import Position
from kranalyze.cards import Card, cards_of, number_of_suit
from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn
from logs import cut, log
from oracle import Positions, Said
from oracle.settling import marriages
from oracle.table import moves


def test_the_cards_of_trick_1_count_what_may_be_announced_with_them() -> None:
    # RULINGS (russbach): North plays alone and holds all eight trumps. With the marriage North makes 130
    # points: the announcement "100" brings 3, and the announcement "all tricks" 3 more. So each of three
    # opponents pays 6, and North gets 18, whichever card he leads.
    text = (
        '[Game "russbach"] [Dealer "W"] [Deal "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"]\n'
        '[Contract "simple"] [Declarer "N"] [Called "SA"]\n\n'
    )
    (record,) = parse_kpn(text).records
    position = Position.of_record(record, 0)
    assert set(position.amounts().values()) == {18} and len(position.amounts()) == 8
    assert position.answer().payoff == (18, -6, -6, -6)


def test_cards_laid_face_down_are_played_on_from() -> None:
    """First North lays a card face down, then East. Then North must play his laid card, not another."""
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    first = Position.of_deal(deal, contract="bettler", declarer="N", second="E").play("S9")
    both = first.play("DJ")
    assert [position.place()[3].name for position in (first, both)] == ["E", "N"]
    assert [len(position.amounts()) for position in (first, both)] == [6, 1]
    assert "East can force (chips) by laying face down" in str(first)
    assert "North can force (chips) by playing" in str(both)
    line = both.answer().line
    assert line is not None and [str(Card(c)) for _, c in line[0].cards][:2] == ["S9", "DJ"]


def test_a_rufer_is_over_with_66_though_it_was_played_on() -> None:
    text = (
        '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT"] [Trump "H"]\n'
        '[Contract "rufer"] [Declarer "N"]\n[Play "N"]\nSA SQ SJ ST\nHK HA HT CJ\nHQ HJ DQ CQ\n*\n\n'
    )
    (record,) = parse_kpn(text).records
    # North takes 26 points in trick 1, and gets 40 for the marriage by leading the King to trick 2. With 66
    # points, play is over after card 5.
    assert {Position.of_record(record, after).answer().value for after in (4, 5)} == {3}
    with pytest.raises(ValueError, match="play was over before card 6"):
        Position.of_record(record, 6).answer()


@pytest.mark.parametrize(("size", "games"), [(2, 30), (3, 6)])
def test_cards_of_russbach_with_the_best_words_are_those_of_plain_search(size: int, games: int) -> None:
    rng, game, more = random.Random(f"standing {size}"), GAMES["russbach"], 0
    for _ in range(games):
        record, positions = log(game, size, random_rules(game, rng), rng)
        if positions.asked.id != "simple":
            continue
        for after in range(min(4, len(record.play))):
            best = by_card_and_words(positions, after)
            found = Position.of_record(record, after).amounts()
            assert {card.number: amount for card, amount in found.items()} == best
            more += max(best.values()) > min(best.values())
    assert more


def by_card_and_words(positions: Positions, after: int) -> dict[int, int]:
    """Return what the mover can force with each card, with all his marriages and his best announcements."""
    asked, seat = positions.asked, positions.seat(after)
    played = cut(positions.played, after)
    held = marriages(played.deal.mask(seat), number_of_suit(asked.question.trump))
    said = [*(s for s in played.said if s.seat != seat), *(Said(seat, "marriage", suit) for suit in held)]
    announced = [Said(seat, "hundred"), Said(seat, "all_tricks")] if asked.game.id == "russbach" else []
    best: dict[int, int] = {}
    for count in range(3):
        for words in combinations(announced, count):
            for card in cards_of(moves(positions.states[after], positions.rules)):
                then = replace(played, said=(*said, *words), cards=(*played.cards, card))
                amount = Positions(asked.game, asked.question, asked.rules, then).forced(after + 1)[seat]
                assert amount is not None
                best[card] = max(best.get(card, amount), amount)
    return best
