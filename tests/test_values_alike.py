"""Public values: equality, hashes and ranges."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from typing import Any

import pytest

import kranalyze
from kranalyze import Card, Position, Seat
from kranalyze.cards import mask_of, parse_card
from kranalyze.games import GAMES
from running import EVENING

TOPS = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
RECORDS = kranalyze.read_kpn(EVENING).records


def tops() -> Position:
    return Position.of_deal(TOPS, contract="koenigmord", declarer="S")


def test_positions_are_equal_that_are_the_same_game_so_far() -> None:
    first, second = tops().play("SA").play("DA"), tops().play("SA").play("DA")
    assert first is not second and first == second and hash(first) == hash(second)
    assert len({first, second, tops()}) == 2
    assert first.undo() == tops().play("SA") and first.undo().undo() == tops()
    assert first.play("S9").undo() == first


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda at: pickle.loads(pickle.dumps(at))])
def test_a_copy_of_a_position_is_equal_to_it(copied: Any) -> None:
    for record in RECORDS[::7]:
        if record.question is not None and not record.question.contract.goal.decided_without_play:
            at = Position.of_record(record, len(record.play) // 2)
            assert copied(at) == at and hash(copied(at)) == hash(at)
            assert copied(at).values() == at.values()


def test_positions_differ_that_are_other_games() -> None:
    asked: dict[str, Any] = {"contract": "durchmarsch", "declarer": "W"}
    deal = "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"
    positions = [
        Position.of_deal(deal, **asked, call="SA"),
        Position.of_deal(deal, **asked, call="S9"),  # another partner
        Position.of_deal(deal, **asked, call="CK"),  # another called card, but the same partner as SA
        Position.of_deal(deal, **asked, call="SA", rules={"call_own": "yes"}),
        Position.of_deal(deal, **asked, call="SA").play("CA"),
        Position.of_deal(deal, **asked, call="SA").play("CQ"),
        Position.of_deal(deal, contract="koenigmord", declarer="W"),
        Position.of_deal(deal, contract="koenigmord", declarer="N"),
        Position.of_deal(TOPS, contract="koenigmord", declarer="N"),
        Position.of_deal(deal, contract="bettler", declarer="N", second="E"),
        Position.of_deal(deal, contract="bettler", declarer="N", second="E").play("HJ"),
    ]
    assert len(set(positions)) == len(positions)
    assert tops() != TOPS and tops() != None  # noqa: E711


def test_positions_of_a_record_and_of_its_deal_are_equal() -> None:
    """Positions are equal if the game is the same. Names, board and comments of the record do not count."""
    record = RECORDS[1]
    assert record.deal is not None
    at = Position.of_deal(record.deal, contract="durchmarsch", declarer="W", call=record.called)
    for number, move in enumerate(record.play[:5]):
        assert at == Position.of_record(record, number)
        at = at.play(move.card)


@pytest.mark.parametrize("game", GAMES)
def test_answers_have_a_hash(game: str) -> None:
    row = GAMES[game]
    n, e, s, w, talon, *_ = kranalyze.deals(1, game=row, seed=3).row(0)
    deal = kranalyze.Deal((n, e, s, w), talon)
    contract, trump = row.contracts[0], "S" if row.contracts[0].trump else None
    asked: dict[str, Any] = {"contract": contract, "declarer": "N", "leader": "N", "trump": trump}
    asked["game"] = row
    if row.calibration:
        del asked["declarer"]
    first, second = kranalyze.solve(deal, **asked), kranalyze.solve(deal, **asked)
    assert first == second and hash(first) == hash(second)
    assert len({first, second, kranalyze.solve(deal, **asked, line=False)}) == 2


@pytest.mark.parametrize("number", [-3, -1, 32, 99, 2**40])
def test_a_card_is_one_of_the_pack(number: int) -> None:
    said = f"{number} is no card: cards are numbers from 0 to 31"
    with pytest.raises(ValueError, match=re.escape(said)):
        Card(number)
    with pytest.raises(ValueError, match=re.escape(said)):
        tops().play(number)
    with pytest.raises(ValueError, match=re.escape(said)):
        mask_of([7, number])
    with pytest.raises(ValueError, match=re.escape(said)):
        kranalyze.Deal.parse(TOPS).holder(number)
    with pytest.raises(ValueError, match=re.escape(said)):
        kranalyze.cards.card_letters(number)
    assert [Card(c).number for c in (0, 31)] == [parse_card("S7"), parse_card("CA")]


def test_cards_go_between_processes() -> None:
    assert all(pickle.loads(pickle.dumps(Card(c))) is Card(c) is copy.deepcopy(Card(c)) for c in range(32))
    assert type(copy.copy(Card(5))) is Card


def test_the_called_card_has_one_name() -> None:
    hand, asked = "N:- - AKJ.AQ.T. -", {"contract": "durchmarsch", "declarer": "S"}
    found = kranalyze.advise(hand, **asked, call="DA", limit=10, within=0.5, games=0)  # type: ignore[arg-type]
    assert found.knowledge.called == "DA"
    with pytest.raises(TypeError, match="called"):
        kranalyze.advise(hand, **asked, called="DA", games=0)  # type: ignore[arg-type, call-arg]


def test_what_a_record_says_itself_is_not_said_again() -> None:
    with pytest.raises(ValueError, match="contract: the record has its own"):
        kranalyze.advise(RECORDS[1], contract="bettler", games=0)
    with pytest.raises(ValueError, match="contract: the contract of a deal is needed"):
        kranalyze.advise(TOPS, games=0)
    slip: Any = 5.5
    with pytest.raises(ValueError, match=r"cards, 'SA HT' or a list, are expected, not 5\.5"):
        kranalyze.advise(TOPS, contract="koenigmord", declarer="S", play=slip, games=0)


def test_public_functions_name_their_keywords() -> None:
    """No public function takes ``**keywords``. So type checkers find misspelt arguments."""
    functions = {name: getattr(kranalyze, name) for name in kranalyze.__all__}
    functions |= {f"Position.{name}": getattr(Position, name) for name in ("of_deal", "of_record", "play")}
    for name, function in functions.items():
        if inspect.isfunction(function) or inspect.ismethod(function):
            kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
            assert inspect.Parameter.VAR_KEYWORD not in kinds, name


def test_an_unknown_keyword_is_refused_and_by_type_checkers_too() -> None:
    # mypy --strict (make lint) rejects an ignore comment that is not needed. So the comment below shows that
    # mypy finds the wrong keyword, too.
    with pytest.raises(TypeError, match="banana"):
        Position.of_deal(TOPS, contract="koenigmord", declarer="S", banana=3)  # type: ignore[call-arg]


def test_a_seat_goes_by_any_name() -> None:
    assert Position.of_deal(TOPS, contract="koenigmord", declarer=Seat.S) == tops()
