"""One keyword has one meaning: the same name takes the same values in every public function."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import kranalyze
from kranalyze import Card, Deal, Hand, Position, Seat

#: Public functions, and the methods that take the same keywords.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{n: f for n in kranalyze.__all__ if inspect.isfunction(f := getattr(kranalyze, n))},
    **{f"Position.{n}": getattr(Position, n) for n in ("of_deal", "of_record", "play", "advise", "knows")},
    "Deal.parse": Deal.parse,
}  # fmt: skip

#: Keywords that have the same type in every function. Functions may differ in the default value, and in
#: whether they allow None.
ALIKE = {
    "call": "Card | str | int", "card": "Card | str | int", "contract": "str | Contract",
    "contracts": "Iterable[str | Contract]", "contra": "int", "dealer": "Seat | str | int",
    "declarer": "Seat | str | int", "declarers": "Iterable[Seat | str | int]", "deck": "Deck",
    "discard": "str | Iterable[Card | str | int]", "face_down": "Laid", "game": "str | Game",
    "hand": "Hand | str | int",
    "known": "Held", "leader": "Seat | str | int", "partner": "Seat | str | int",
    "play": "str | Iterable[Card | str | int]", "rules": "Mapping[str, str]", "seat": "Seat | str | int",
    "second": "Seat | str | int", "marriage_cards_led": "str | Iterable[Card | str | int]",
    "trump": "str | int",
    "workers": "int",
}  # fmt: skip


def test_a_keyword_has_one_type() -> None:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, function in FUNCTIONS.items():
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name in ALIKE:
                found[parameter.name][str(parameter.annotation).removesuffix(" | None")].append(name)
    different = {name: dict(kinds) for name, kinds in found.items() if list(kinds) != [ALIKE[name]]}
    assert different == {} and set(found) == set(ALIKE)


#: Keywords that one function takes in more forms than another, with the same meaning.
WIDER = {
    "board": "a number of the first board, or the name of a single one",
    "deals": "stats reads records, too", "record": "advise reads a deal, too",
    "features": "table takes names or True, batch takes True", "text": "KPN may be bytes",
    "look": "for all seats, or by seat",
    "names": "names of players, by seat or in order",
}  # fmt: skip


def test_other_keywords_differ_only_in_how_much_they_take() -> None:
    """A keyword that is not in ``WIDER`` has one type everywhere.

    For example, ``progress`` is always a function, and ``known`` is always the cards that seats hold.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for function in FUNCTIONS.values():
        for parameter in inspect.signature(function).parameters.values():
            found[parameter.name].add(str(parameter.annotation).removesuffix(" | None"))
    assert {name for name, kinds in found.items() if len(kinds) > 1} == set(WIDER)
    assert found["progress"] == {"Progress"} and found["known"] == {"Held"} and found["hands"] == {"bool"}


def test_no_public_function_takes_any_keyword() -> None:
    for name, function in FUNCTIONS.items():
        kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
        assert inspect.Parameter.VAR_KEYWORD not in kinds, name


def test_a_suit_is_a_letter_and_a_hand_a_hand_everywhere() -> None:
    hand = Hand("AKQ.AK.A.")
    [best] = kranalyze.odds(hand, contracts=["koenigmord"])
    assert best.share == 1.0 and kranalyze.count_sweep_layouts(hand, "koenigmord") == 17153136
    assert kranalyze.book(hand)["hand"].item() == str(hand)
    hands: dict[str, Hand | str] = {"S": hand, "W": Hand("HT"), "E": "SJ"}
    deals = kranalyze.deals(3, seed=1, known=hands)
    assert all(Deal.of_row(row).south == hand for row in deals.iter_rows(named=True))
    assert kranalyze.count_sweep_layouts(
        "AKJ.AK.A.", "koenigmord", known={"E": "SQ"}
    ) == kranalyze.count_sweep_layouts("AKJ.AK.A.", "koenigmord", known={Seat.E: Hand("SQ")})


def test_games_and_contracts_may_be_objects_everywhere() -> None:
    graden = kranalyze.GAMES["graden"]
    text = kranalyze.write_kpn(kranalyze.read_kpn("lessons.kpn", game=graden).records[:1])
    assert kranalyze.parse_kpn(text, game=graden).records[0].game == "graden"
    bettler = graden.contract("bettler")
    deal = "N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A"
    assert kranalyze.stats(deal, contracts=[bettler]).equals(kranalyze.stats(deal, contracts=["bettler"]))


@pytest.mark.parametrize("discard", ["CJ CT C9", [Card("CJ"), "CT", "C9"], Hand("CJ CT C9")])
def test_a_discard_may_be_a_text_or_cards(discard: Any) -> None:
    three = Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9")
    asked: dict[str, Any] = {"game": "anrufen3", "contract": "simple", "declarer": "N", "trump": "S"}
    assert kranalyze.solve(three, discard=discard, **asked).discard == ["C9", "CT", "CJ"]
    assert Position.of_deal(three, discard=discard, **asked).to_play == Seat.N
