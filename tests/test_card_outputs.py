"""Objects of the Python API have cards of the type ``Card``, and commands print their dicts as JSON."""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Iterable
from typing import Any

import pytest

import kranalyze
from kranalyze import (
    Card,
    CardAdvice,
    CardTable,
    Contract,
    Game,
    Hand,
    Move,
    OtherAction,
    Position,
    Question,
    Trick,
)
from running import EVENING, run

DEAL = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
RECORD = kranalyze.read_kpn(EVENING).records[1]


def all_cards(cards: Iterable[object]) -> bool:
    listed = list(cards)
    return bool(listed) and all(isinstance(card, Card) for card in listed)


def test_answers_hold_cards() -> None:
    answer = kranalyze.solve(DEAL, contract="koenigmord", declarer="S")
    assert answer.leads is not None and all_cards(answer.leads)
    assert answer.leads["SA"] == answer.leads["♠A"] == answer.leads[Card("SA")] == 1
    assert "SA" in answer.leads and "S7" not in answer.leads and answer.leads.get(Card("S7")) is None
    for absent in ("S7", "nonsense"):
        with pytest.raises(KeyError, match=absent):
            answer.leads[absent]
    assert all_cards(card for trick in answer.line for _, card in trick.cards)
    called = kranalyze.solve(DEAL, contract="durchmarsch", declarer="S")
    assert called.calls is not None and all_cards(called.calls)
    three = "N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ"
    deal = kranalyze.Deal.parse(three, talon="CJ CT C9")
    away = kranalyze.solve(deal, game="anrufen3", contract="simple", declarer="N", trump="S")
    assert away.discard is not None and len(away.discard) == 3 and all_cards(away.discard)


def test_advice_holds_cards() -> None:
    advice = kranalyze.advise(RECORD, after=20, games=0)
    assert all_cards(advice.best) and all_cards(choice.card for choice in advice.cards)
    [best] = advice.best
    assert advice.of(best) is advice.of(str(best)) and advice.of(best).best
    with pytest.raises(ValueError, match="card: S7 is no legal card here"):
        advice.of("S7")
    assert all_cards(advice.knowledge.places()) and isinstance(advice.knowledge.called, Card)


def test_positions_and_records_hold_cards() -> None:
    at = Position.of_record(RECORD, 5)
    assert all_cards(at.legal) and all_cards(at.values()) and all_cards(at.amounts())
    assert all_cards(card for _, card in at.trick) and isinstance(at.hands.west, Hand)
    assert all_cards(move.card for move in RECORD.play) and repr(RECORD.play[0]) == "<Move: W CA in trick 1>"


def test_analyses_hold_cards() -> None:
    [game] = kranalyze.analyze(RECORD).analysed
    judged = [card for card in game.cards if card.worths]
    assert all(all_cards(card.worths) and all_cards(card.best) for card in judged) and judged
    assert game.best is not None and game.best.calls is not None and all_cards(game.best.calls)


def test_an_answer_is_what_the_command_prints_as_json() -> None:
    answer = kranalyze.solve(DEAL, contract="koenigmord", declarer="S")
    printed = run("solve", DEAL, "--contract", "koenigmord", "--declarer", "S", "--json").out
    assert json.dumps(answer.to_dict(), ensure_ascii=False) + "\n" == printed


def test_a_position_is_what_the_command_prints_as_json() -> None:
    [printed] = run("solve", EVENING, "--board", "2", "--after", 4, "--json").rows
    assert json.loads(json.dumps(Position.of_record(RECORD, 4).to_dict())) == printed


def test_the_types_that_are_returned_are_exported() -> None:
    answer = kranalyze.solve(DEAL, contract="durchmarsch", declarer="S")
    advice = kranalyze.advise(RECORD, after=20, games=0)
    returned = {
        Trick: answer.line[0], Game: answer.game, Contract: answer.question.contract, CardTable: answer.leads,
        Question: answer.question, CardAdvice: advice.cards[0], Move: RECORD.play[0], Hand: answer.deal.south,
    }  # fmt: skip
    for kind, value in returned.items():
        assert type(value) is kind and kind.__name__ in kranalyze.__all__
    assert OtherAction.__name__ in kranalyze.__all__


def test_no_public_function_takes_arguments_without_names() -> None:
    """No public function or method has ``**kwargs``.

    Each keyword is named in the signature, so that editors and type checkers see it.
    """
    found = []
    for name in kranalyze.__all__:
        value = getattr(kranalyze, name)
        members: list[Any] = [value] if inspect.isfunction(value) else []
        if inspect.isclass(value):
            members = [m for n, m in inspect.getmembers(value) if n[0] != "_" and inspect.isroutine(m)]
            members = [m for m in members if (getattr(m, "__module__", None) or "").startswith("kranalyze")]
        for member in members:
            kinds = {parameter.kind for parameter in inspect.signature(member).parameters.values()}
            if inspect.Parameter.VAR_KEYWORD in kinds:
                found.append(f"{name}.{member.__name__}")
    assert found == []
    assert dataclasses.is_dataclass(Hand)
