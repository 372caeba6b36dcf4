"""The core finds out what a seat knows, draws layouts, and refuses facts and layouts that cannot be."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from dataclasses import replace
from itertools import product
from math import factorial
from typing import Any

import pytest

from kpn_games import random_game
from kranalyze import knowledge, read_kpn
from kranalyze._core import ffi, lib
from kranalyze.bundled import bundled_directory
from kranalyze.cards import card, cards_of, mask_of, pack_mask
from kranalyze.core import knowledgeborder
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.knowledge import CODES, EVIDENCE, KnowledgeError, situation_known_to_seat
from kranalyze.core.rules import game_row
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_below, random_stream
from kranalyze.games import GAMES
from kranalyze.known import CannotBeError
from kranalyze.kpn import Call, Record, parse_kpn, reader
from kranalyze.kpn.judged import Ruling, judge_games
from kranalyze.kpn.recordfacts import fact_numbers
from kranalyze.kpn.writer import record_text
from kranalyze.texts.problems import problem_texts_by_code

LOG = bundled_directory() / "simulated-log.kpn"


def three_bidders() -> Record:
    """Return a record with three bids that need a couple (King and Queen of a suit), by N, E and W.

    South holds no King and no Queen.
    """
    own = mask_of(c for c in cards_of(pack_mask(24)) if c % 8 in (2, 7))  # nines and aces
    own &= own - 1  # remove two of the eight cards
    own &= own - 1
    calls = (("W", "hundert"), ("N", "hundert_letzten"), ("E", "hundertermord"))
    auction = tuple(Call(Seat.parse(seat), bid) for seat, bid in calls)
    return Record(
        (), "graden", GAMES["graden"].in_force, deal=Deal((None, None, own, None)), contract="hundertermord",
        declarer=Seat.E, leader=Seat.E, auction=auction,
    )  # fmt: skip


def test_three_couples_are_counted_by_cases() -> None:
    """The core counts as many layouts as an enumeration of all ways to deal the Kings and Queens.

    Three seats can hold the eight Kings and Queens in 3^8 ways. Ten other unseen cards fill the hands.
    """
    expected = 0
    for owners in product(range(3), repeat=8):
        room = [6 - owners.count(seat) for seat in range(3)]
        whole = {owners[2 * suit] for suit in range(4) if owners[2 * suit] == owners[2 * suit + 1]}
        if min(room) >= 0 and len(whole) == 3:
            expected += factorial(10) // (factorial(room[0]) * factorial(room[1]) * factorial(room[2]))
    known = knowledge(three_bidders(), 0, "S")
    assert known.count == expected
    assert len(known.cases) <= lib.KR_MAX_CASES // 2  # no other situation has so many cases


def test_two_bids_that_need_the_same_tell_it_once() -> None:
    record = three_bidders()
    again = replace(record, auction=(*record.auction, Call(Seat.N, "hundertermord")))
    assert knowledge(again, 0, "S").hidden == knowledge(record, 0, "S").hidden
    assert all(len(place.family_masks) == 1 for place in knowledge(again, 0, "S").hidden)


@pytest.mark.parametrize("seed", [0, 5, -1, 1 << 64])
def test_draws_are_those_of_the_documented_series(seed: int) -> None:
    """Draws use the algorithm of dealing.py with 64 bits. Draw i of a series has its own random stream."""
    record = read_kpn(LOG).records[0]
    known = knowledge(record, 3, record.play[3].seat)
    numbers = [random_below(random_stream(seed, i), known.count, 64) for i in range(50)]
    assert known.sample(50, seed) == [known.layout(number) for number in numbers]
    ends = [sum(case.count for case in known.cases[:i]) for i in range(len(known.cases))]
    drawn = known.draw_layout_numbers_by_case(seed, 20, 30)
    found = [ends[known.cases.index(case)] + n for case, part in drawn.items() for n in part]
    assert sorted(found) == sorted(numbers[20:])
    assert known.sample(0) == []


@pytest.mark.parametrize("game", GAMES)
def test_facts_of_the_judge_are_enough(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record and the facts of the judge lead to the same knowledge, byte for byte."""
    judged: list[Ruling] = []

    def kept(*args: Any) -> list[Ruling]:
        judged[:] = judge_games(*args)
        return judged

    monkeypatch.setattr(reader, "judge_games", kept)
    rng = random.Random(17)
    compared = 0
    while compared < 12:
        record = random_game(rng, game)
        if record.question is None or not record.play:
            continue
        (read,) = parse_kpn(record_text(record)).records
        (verdict,) = judged
        facts = bytes(ffi.buffer(verdict.facts))
        row = game_row(read.game_row)
        for seat in range(read.game_row.seats):
            after = rng.randrange(len(read.play) + 1)
            by_judge = knowledgeborder.core_knowledge(row, facts, seat, after, None)
            by_record = knowledgeborder.core_knowledge(
                row, packed_facts(fact_numbers(read)), seat, after, None
            )
            assert bytes(ffi.buffer(by_judge)) == bytes(ffi.buffer(by_record))
            assert by_judge.count > 0
        compared += 1


def test_knowledge_is_copied_and_pickled() -> None:
    known = knowledge(read_kpn(LOG).records[0], 9, "E")
    for again in (copy.deepcopy(known), pickle.loads(pickle.dumps(known))):
        assert again == known
        assert again.layout(known.count - 1) == known.layout(known.count - 1)


def struct_with(struct: str, data: bytes, **fields: Any) -> bytes:
    """Return the bytes of a struct after some of its fields are changed."""
    changed = ffi.new(f"{struct} *")
    ffi.memmove(changed, data, len(data))
    for name, value in fields.items():
        setattr(changed, name, value)
    return bytes(ffi.buffer(changed))


@pytest.mark.parametrize(
    "fields",
    [
        {"contract": 10}, {"contract": -2}, {"declarer": 4}, {"second": -3}, {"leader": 5}, {"trump": 4},
        {"called": 32}, {"forehand": 7}, {"raised_by": 4}, {"contra_by": -9}, {"known": 16}, {"cards": 33},
        {"calls": 200}, {"marriages": 33}, {"has_deal": 2}, {"has_discard": 9},
        {"card": [(4, 0, 1, 1)]}, {"card": [(0, 32, 1, 1)]}, {"card": [(0, 2, 1, 2)]},
        {"card": [(0, 2, 2, 1)]},
        {"card": [(0, 2, 1, 1), (1, 2, 1, 2)]}, {"card": [(0, 2, 1, 1), (0, 3, 1, 2)]},
        {"calls": 1, "call": [(4, 0)]}, {"calls": 1, "call": [(0, 10)]}, {"calls": 1, "call": [(0, -7)]},
        {"marriages": 1, "marriage": [(-1, 0)]}, {"marriages": 1, "marriage": [(0, 4)]},
    ],
)  # fmt: skip
def test_facts_that_cannot_be_are_refused(fields: dict[str, Any]) -> None:
    row = game_row(GAMES["graden"])
    record = next(r for r in read_kpn(LOG).records if r.game == "graden")
    facts = struct_with("kr_facts", packed_facts(fact_numbers(record)), **fields)
    with pytest.raises(ValueError, match=r"that cannot be$"):
        knowledgeborder.core_knowledge(row, facts, 0, 0, None)


@pytest.mark.parametrize("fields", [{"seats": 5}, {"size": 9}, {"contracts": 0}, {"talon": 9}, {"rounds": 0}])
def test_rules_that_cannot_be_are_refused(fields: dict[str, int]) -> None:
    record = read_kpn(LOG).records[0]
    row = struct_with("kr_game_row", game_row(record.game_row), **fields)
    with pytest.raises(ValueError, match="task"):
        knowledgeborder.core_knowledge(row, packed_facts(fact_numbers(record)), 0, 0, None)


def test_layouts_that_are_not_there_are_refused() -> None:
    record = read_kpn(LOG).records[0]
    known = knowledgeborder.core_knowledge(
        game_row(record.game_row), packed_facts(fact_numbers(record)), 0, 0, None
    )
    columns = [array("I", [0]) for _ in range(lib.KR_HIDDEN)]
    knowledgeborder.write_layouts(known, array("Q", [known.count - 1]), 1, columns)
    with pytest.raises(ValueError, match="buffers"):
        knowledgeborder.write_layouts(known, array("Q", [known.count]), 1, columns)
    for odd in (None, 0, (), b"", ffi.NULL, ffi.new("kr_facts *")):
        with pytest.raises(TypeError, match="kr_knowledge is needed"):
            knowledgeborder.count_layouts_by_card_and_place(odd)


def test_a_record_of_too_many_words_is_refused() -> None:
    with pytest.raises(ValueError, match="the record cannot be"):
        situation_known_to_seat(GAMES["graden"], FactNumbers(marriages=[(0, 0, 20)] * 33), 0, 0)
    with pytest.raises(ValueError, match="the record cannot be"):
        situation_known_to_seat(GAMES["graden"], FactNumbers(fields={"called": 1000}), 0, 0)


def test_every_code_and_every_piece_of_evidence_has_words() -> None:
    for name in (*CODES.values(), *EVIDENCE.values()):
        if name not in ("know_good", "know_not_legal", "know_codes", "shown_by_nothing"):
            assert {"en", "de"} <= problem_texts_by_code()[name].keys()


def test_a_contradiction_names_the_bid() -> None:
    """South holds all four Kings, so West cannot hold the couple that his bid needs."""
    own = mask_of((6, 14, 22, 30, 2, 10))
    record = replace(three_bidders(), deal=Deal((None, None, own, None)))
    with pytest.raises(CannotBeError, match=r"^West's bid of .* cannot be: the cards it needs lie elsewhere"):
        knowledge(record, 0, "S")


def contradicted_by(game: str, facts: FactNumbers, seat: int, after: int) -> tuple[str, int, int] | None:
    """Return kind, seat and value of the evidence that a contradiction names; None: no contradiction."""
    try:
        situation_known_to_seat(GAMES[game], facts, seat, after)
    except KnowledgeError as error:
        problem = error.problem
        return EVIDENCE[problem.evidence], problem.seat, problem.value
    return None


def test_a_contradiction_names_the_marriage_that_makes_it() -> None:
    """A seat with three cards cannot hold two marriages. The contradiction names the marriage of this seat.

    A later marriage of another seat does not change what the contradiction names.
    """
    number_of_contradictions = 0
    for record in read_kpn(LOG).records:
        plain = fact_numbers(record)
        for after in range(17, len(plain.cards) * (record.game in ("russbach", "rufmariasch"))):
            me = plain.cards[after][0]
            seen = plain.hands[me] | mask_of(one for _, one, _, _ in plain.cards[:after])
            hidden = [suit for suit in range(4) if not seen & mask_of((card(suit, 5), card(suit, 6)))]
            first, second = [seat for seat in range(4) if seat != me][:2]
            facts = replace(
                plain, marriages=[(first, suit, 20) for suit in hidden],
                fields={**plain.fields, "known": 1 << me},
            )  # fmt: skip
            named = contradicted_by(record.game, facts, me, after)
            facts.marriages.append((second, -1, 20))
            if named == ("shown_by_marriage", first, 20):
                assert contradicted_by(record.game, facts, me, after) == named
                number_of_contradictions += 1
    assert number_of_contradictions > 0
