"""Positions of records and deals have the legal cards and values that plain search finds."""

from __future__ import annotations

import random

import pytest

import kranalyze
from deals import random_rules
from kranalyze import Card, Position
from kranalyze.cards import named_cards
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.kpn import Record
from logs import log
from oracle.table import moves
from running import EVENING
from test_analyze_costs import Oracle

GAMES_AND_SIZES = [(game, 3 if game.seats == 4 else 2) for game in GAMES.values()]


def laid(position: Position, record: Record) -> Position:
    """Return the position after the two bidders of a double Bettler have laid their cards face down."""
    for seat, card in record.face_down:
        assert position.to_play == seat
        position = position.play(card)
    return position


@pytest.mark.parametrize(("game", "size"), GAMES_AND_SIZES, ids=[g.id for g, _ in GAMES_AND_SIZES])
def test_cards_and_values_are_those_of_plain_search(game: Game, size: int) -> None:
    rng, seen = random.Random(f"board {game.id}"), 0
    for _ in range(12):
        record, positions = log(game, size, random_rules(game, rng), rng)
        if record.announce:
            continue
        oracle, position = Oracle(positions), laid(Position.of_record(record), record)
        for after, move in enumerate(record.play):
            may = named_cards(moves(positions.states[after], positions.rules))
            assert (position.to_play, position.legal) == (move.seat, may)
            values = position.values()
            assert tuple(values) == may
            # In Rußbach and Rufmariasch the values count declarations that the seat may make before its card.
            # The oracle's values count no declarations.
            if game.id not in ("russbach", "rufmariasch"):
                assert values == {card: oracle.other_card(after, card.number, move.seat) for card in may}
                seen += len(may)
            position = position.play(move.card)
            assert position.undo().legal == may
    assert seen or game.id in ("russbach", "rufmariasch")


def test_the_values_of_a_lesson_argued_by_hand() -> None:
    # South holds the three highest spades, two highest hearts and the ace of diamonds: nothing can beat him.
    at = Position.of_deal("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9", contract="Königmord", declarer="S")
    assert set(at.values().values()) == {210} and len(at.values()) == 6
    after = at.play("SA").play("SJ")
    assert after.trick == ((Seat.S, "SA"), (Seat.W, "SJ")) and repr(after.trick[0][1]) == "♠A"
    assert at.trick == () and len(after.record.play) == 2
    assert after.to_play == Seat.N and after.hands.mask(Seat.S).bit_count() == 5


def test_a_game_played_to_its_end_has_nothing_left() -> None:
    at = Position.of_deal("S:A... K... Q... J...", contract="zehnermord", declarer="S")
    for card in ("SA", "SK", "SQ", "SJ"):
        assert not at.ended
        at = at.play(card)
    assert at.ended and at.to_play is None and at.legal == () and at.values() == {}
    with pytest.raises(ValueError, match="the game is over"):
        at.play("SA")
    assert at.undo().undo().undo().undo().legal == (Card(7),)


def test_what_is_paid_at_the_end_is_the_settlement_of_the_record() -> None:
    """The settlement of an ended position equals the settlement that the judge computed for the record."""
    compared = set()
    for record in kranalyze.read_kpn(EVENING).records:
        dealt = record.question is None or record.question.contract.goal.decided_without_play
        if dealt or record.contra or record.announce or record.settlement is None:
            continue
        at = Position.of_record(record, len(record.play))
        if at.ended:
            assert at.settlement == record.settlement or record.game == "anrufen3"
            assert at.settlement is not None and at.settlement[:3] == record.settlement[:3]
            # A Schnapser may be over in the middle of a trick, if a marriage reaches 66.
            early = record.question is not None and record.question.contract.goal.ends_early
            assert record.play == () or early or at.undo().settlement is None
            compared.add(record.game)
    assert compared == set(GAMES) - {"whist"}


def test_a_card_that_may_not_be_played_is_named_with_those_that_may() -> None:
    at = Position.of_deal("S:A9... KJ... QT... .A9..", contract="zehnermord", declarer="S").play("SA")
    with pytest.raises(ValueError, match="card: West may not play HK, only SJ SK"):
        at.play("HK")
    with pytest.raises(ValueError, match="nothing was played"):
        at.undo().undo()
    with pytest.raises(ValueError, match="does not allow Hundert"):
        Position.of_deal("S:A9... KJ... QT... .A9..", contract="hundert", declarer="S")


def test_a_position_of_a_record_undoes_its_cards() -> None:
    file = kranalyze.read_kpn(EVENING)
    record = file.records[1]
    at = Position.of_record(record, 4)
    values = {str(card): value for card, value in at.values().items()}
    assert at.to_play == Seat.W and values["ST"] == 40 and values["DA"] == -40
    assert at.undo().record.play == record.play[:3]
    with pytest.raises(ValueError, match="the record has 24 cards, there is no position after 25"):
        Position.of_record(record, 25)


def test_the_package_shows_its_public_names_and_no_others() -> None:
    assert set(dir(kranalyze)) == {*kranalyze.__all__, "__version__"}
    assert all(getattr(kranalyze, name) is not None for name in dir(kranalyze))
