"""The core follows a record: the seat to act, the contract, the possible calls, and the end of play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import comb
from typing import Any

import pytest

from deals import random_rules
from kranalyze import Position, Seat, advise, knowledge, read_kpn
from kranalyze._core import ffi
from kranalyze.cards import Card, cards_of, parse_card
from kranalyze.core import momentborder
from kranalyze.core.facts import packed_facts
from kranalyze.core.moments import SILENCE, Moment, SpokenWords
from kranalyze.core.rules import game_row
from kranalyze.deal import Deal
from kranalyze.games import GAMES, Question
from kranalyze.kpn import Announcement, Move, Record, parse_kpn
from kranalyze.kpn.recordfacts import fact_numbers, open_record_in_core
from logs import log
from oracle.table import moves

#: North is the declarer. South holds the called card, so South is the partner. Spades are trumps.
ANRUFEN = (
    '[Game "anrufen"] [Dealer "W"] [Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n'
    '[Contract "simple"] [Declarer "N"] [Trump "S"] [Called "DA"] [Announce "{words}"]\n'
    '[Play "N"]\nS9 HA DA CA\n+\n'
)


#: LEVELS: the contracts of Anrufen in the order of the auction. ALL_TRICKS: the index of ``all_tricks``.
LEVELS = [contract.id for contract in GAMES["anrufen"].contracts]
ALL_TRICKS = LEVELS.index("all_tricks")


def anrufen(words: str = "") -> Record:
    file = parse_kpn(ANRUFEN.format(words=words))
    assert not file.problems
    return file.records[0]


def ids(moment: Moment) -> list[str]:
    return [contract.id for contract in moment.possible_raises]


@pytest.mark.parametrize("game", GAMES)
def test_turns_and_cards_are_those_of_plain_play(game: str) -> None:
    rng, compared = random.Random(f"moments {game}"), 0
    for _ in range(40):
        record, positions = log(GAMES[game], rng.randint(1, 3), random_rules(GAMES[game], rng), rng)
        followed = open_record_in_core(record)
        for after, move in enumerate(record.play):
            if record.second is not None and not after:
                continue  # nothing lies face down yet
            moment = followed.after(after)
            card_number = moment.number_of_card_in_trick
            assert (moment.seat, moment.trick, card_number) == (move.seat, move.trick, move.turn)
            assert moment.legal == moves(positions.states[after], positions.rules)
            assert moment.hands == positions.states[after].hands
            assert not moment.ended and not moment.lays_next_card_face_down
            compared += 1
        last = followed.after(len(record.play))
        assert last.all_played == (not any(positions.states[len(record.play)].hands)) or last.ended
    assert compared > 100


def test_two_bettlers_lay_a_card_first_the_declarer_then_the_second() -> None:
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    start = Position.of_deal(deal, contract="bettler", declarer="N", second="E")
    followed = open_record_in_core(start.record)
    first = followed.start()
    second = first.after_card(parse_card("S9"))
    both = second.after_card(parse_card("DJ"))
    laying = [(m.seat, m.lays_next_card_face_down) for m in (first, second, both)]
    assert laying == [(0, True), (1, True), (0, False)]
    # East can choose among six cards. North can only turn up the card that he laid face down.
    assert [m.legal.bit_count() for m in (first, second, both)] == [6, 6, 1]
    with pytest.raises(ValueError, match="trick"):
        second.after_card(parse_card("SA"))


def test_the_partner_may_raise_at_the_own_turn_and_not_again() -> None:
    """The partner may raise ``simple`` to any of three contracts, but only once (RULINGS: anrufen)."""
    followed = open_record_in_core(anrufen())
    raises = [ids(followed.after(after)) for after in range(5)]
    assert raises == [[], [], ["hundred", "all_tricks", "all_hundred"], [], []]
    at = followed.after(2)
    raised = at.after_words(SpokenWords(raised_to=ALL_TRICKS))
    assert (raised.contract.id, ids(raised), at.contract.id) == ("all_tricks", [], "simple")
    # The raise leaves the hands and the cards on the table as they are.
    assert raised.position.played == at.position.played and raised.hands == at.hands
    assert raised.task_with_play_rules != at.task_with_play_rules


def test_contra_can_be_said_last_by_the_last_opponent() -> None:
    followed = open_record_in_core(anrufen())
    is_last = [followed.after(after).is_last_contra_chance for after in range(5)]
    assert is_last == [False, False, False, True, False]
    # Contra adds one token, and can be said once. After East's Contra nobody may say Contra again.
    early = open_record_in_core(anrufen("E contra"))
    assert [early.after(after).contra for after in range(5)] == [0, 0, 1, 1, 1]
    assert not any(early.after(after).is_last_contra_chance for after in range(5))


def test_values_settle_by_what_is_in_force() -> None:
    """Each loser pays each winner 1 token in ``simple`` and 2 in ``all_tricks``. Contra adds 1."""
    followed = open_record_in_core(anrufen("E contra"))
    before, doubled = followed.after(1), followed.after(2)
    raised = doubled.after_words(SpokenWords(raised_to=ALL_TRICKS))
    assert [m.settlements(Seat.N, [1])[0] for m in (before, doubled, raised)] == [1, 2, 3]
    assert [m.settlements(Seat.E, [1])[0] for m in (before, doubled, raised)] == [-1, -2, -3]


def test_a_raise_with_the_last_card_is_settled() -> None:
    """The contract after the raise is settled (RULINGS: anrufen): here 2 tokens, and 1 for Contra."""
    question = Question(
        GAMES["anrufen"].contract("simple"), Seat.N, Seat.N, "T", None, "S", Seat.W, callable_mask=1 << 31
    )
    cards = [parse_card(card) for card in ("SA", "SK", "SQ", "CA")]
    record = Record(
        items=(), game="anrufen", rules=GAMES["anrufen"].in_force,
        deal=Deal((1 << cards[0], 1 << cards[1], 1 << cards[2], 1 << cards[3])), contract="simple",
        declarer=Seat.N, called=Card("CA"), trump="S", leader=Seat.N, question=question, contra=1,
        announce=(
            Announcement(Seat.E, "contra"), Announcement(Seat.W, "raise", level="all_tricks"),
        ),
        play=tuple(Move(Seat(i), card, 1, i + 1) for i, card in enumerate(cards)),
    )  # fmt: skip
    assert Position.of_record(record, 4).settlement == (3, -3, -3, 3)
    assert Position.of_record(replace(record, announce=(), contra=0), 4).settlement == (1, -1, -1, 1)


def test_marriages_may_be_declared_until_a_seat_has_played() -> None:
    """East holds the only marriage, King and Queen of hearts (RULINGS: rufmariasch)."""
    deal = "N:7.9.T9.AQT8 T.KQ87.AK7. AQJ98.A.J.7 K.JT.Q8.KJ9"
    at = Position.of_deal(
        deal, game="rufmariasch", contract="simple", declarer="S", dealer="E", call="SQ"
    )
    moment = open_record_in_core(at.record).start()
    couples = {}
    for card in ("SA", "SK", "S7", "ST"):
        assert moment.may_declare
        couples[moment.seat.name] = moment.best_marriages_and_announcements(parse_card(card)).suits
        moment = moment.after_card(parse_card(card))
    assert couples == {"S": 0, "W": 0, "N": 0, "E": 0b10}
    assert not moment.may_declare and moment.best_marriages_and_announcements(parse_card("S8")) is SILENCE


def test_a_schnapser_stops_at_66_or_after_three_tricks_and_not_when_it_is_lost() -> None:
    text = (
        '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT"] [Trump "H"]\n'
        '[Contract "schnapser"] [Declarer "N"]\n[Play "N"]\nSA SQ SJ ST\n'
    )
    file = parse_kpn(text + "DJ DA DQ DT\n+\n")
    assert not file.problems
    [record] = file.records
    lost = open_record_in_core(record).after(8)  # East has taken a trick
    assert not lost.ended and lost.legal
    [record] = parse_kpn(text + "HK - - -\n*\n").records
    reached = open_record_in_core(record).after(5)  # 26 points and the 40 of the marriage in trumps
    assert reached.ended and not reached.all_played and not reached.legal


def test_a_card_beyond_the_end_counts_for_nothing() -> None:
    text = (
        '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT"] [Trump "H"]\n'
        '[Contract "rufer"] [Declarer "N"]\n[Play "N"]\nSA SQ SJ ST\nHK HA HT CJ\nHQ HJ DQ CQ\n*\n\n'
    )
    [record] = parse_kpn(text).records
    followed = open_record_in_core(record)
    assert [followed.after(after).ended for after in (4, 5, 6)] == [False, True, True]
    assert [followed.after(after).has_cards_after_end for after in (4, 5, 6)] == [False, False, True]


# positions


def test_a_card_is_one_call_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """The core is called once for each card. No record is made, and no earlier card is played again."""
    start = Position.of_deal("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contract="koenigmord", declarer="S")
    calls = Counter[str]()

    def counted(module: Any, name: str) -> None:
        function = getattr(module, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return function(*args, **kwargs)

        monkeypatch.setattr(module, name, call)

    for name in (
        "first_moment",
        "moment_after",
        "moment_after_words",
        "moment_after_card",
        "card_values_and_best_announcements",
    ):
        counted(momentborder, name)
    counted(Record, "__init__")
    at, rng = start, random.Random(1)
    while not at.ended:
        at = at.play(rng.choice(at.legal))
    assert calls == {"moment_after_card": 24}
    assert at.undo().undo().undo().legal and calls == {"moment_after_card": 24}


def test_a_position_knows_what_its_record_knows() -> None:
    deal = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
    at = Position.of_deal(deal, contract="koenigmord", declarer="S")
    # At first three players hold 18 unknown cards. West then plays a card: 17 are unknown, and West holds 5.
    assert at.knows("S").count == comb(18, 6) * comb(12, 6)
    after = at.play("SA").play("SJ")
    assert after.knows("S").count == comb(17, 5) * comb(12, 6)
    assert after.knows("S").places() == knowledge(after.record, 2, "S").places()


def test_a_position_advises_the_seat_to_play() -> None:
    deal = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
    at = Position.of_deal(deal, contract="koenigmord", declarer="S")
    tricks = "SA SJ ST S9", "SK HJ HT H9", "SQ DQ DT D9", "HA HQ DJ CT"
    for card in " ".join(tricks).split():
        at = at.play(card)
    found = at.advise(games=0)
    assert [one.card.number for one in found.cards] == list(cards_of(at.hands.mask(Seat.S)))
    assert found.cards == advise(at.record, games=0).cards and found.knowledge.seat == Seat.S
    while not at.ended:
        at = at.play(at.legal[0])
    with pytest.raises(ValueError, match="the game is over"):
        at.advise(games=0)


def test_a_card_that_lies_face_down_leaves_nothing_to_advise() -> None:
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    at = Position.of_deal(deal, contract="bettler", declarer="N", second="E")
    assert at.advise(limit=1, within=0.9, games=0).knowledge.seat == Seat.N
    assert at.play("S9").advise(limit=1, within=0.9, games=0).knowledge.seat == Seat.E
    with pytest.raises(ValueError, match="North must play the card laid face down"):
        at.play("S9").play("DJ").advise(games=0)


# the border


def opened() -> momentborder.OpenRecord:
    record = anrufen()
    facts = packed_facts(fact_numbers(record))
    return momentborder.OpenRecord(game_row(record.game_row), facts, [], [-1] * 4)


def changed(data: bytes, struct: str, **fields: Any) -> bytes:
    made = ffi.new(f"{struct} *")
    ffi.memmove(made, data, len(data))
    for name, value in fields.items():
        setattr(made, name, value)
    return bytes(ffi.buffer(made))


@pytest.mark.parametrize(
    "fields",
    [
        {"contract": -1}, {"contract": 5}, {"complete": 0}, {"leader": -1}, {"leader": 4}, {"order": -1},
        {"known": 7}, {"has_deal": 0}, {"cards": 33}, {"partner": 4}, {"trump": 9}, {"marriages": 40},
        {"second": 2, "declarer": -1}, {"second": 2, "declarer": 2}, {"called": 32}, {"forehand": 4},
        {"calls": 129},
    ],
)  # fmt: skip
def test_facts_that_cannot_be_are_refused(fields: dict[str, int]) -> None:
    record = anrufen()
    facts = changed(packed_facts(fact_numbers(record)), "kr_facts", **fields)
    with pytest.raises(ValueError, match="cannot be"):
        momentborder.OpenRecord(game_row(record.game_row), facts, [], [-1] * 4)


def test_cards_face_down_that_cannot_be_are_refused() -> None:
    record = anrufen()
    row, facts = game_row(record.game_row), packed_facts(fact_numbers(record))
    for seat in range(4):
        laid = [32 if other == seat else -1 for other in range(4)]
        with pytest.raises(ValueError, match="cannot be"):
            momentborder.OpenRecord(row, facts, [], laid)


def test_a_seat_that_the_game_lacks_is_refused() -> None:
    """``anrufen3`` has three seats. A fourth seat is refused in the facts and in the words."""
    record = next(r for r in read_kpn("simulated-log.kpn").records if r.game == "anrufen3" and r.question)
    row, facts = game_row(record.game_row), packed_facts(fact_numbers(record))
    momentborder.OpenRecord(row, facts, [], [-1] * 4)
    with pytest.raises(ValueError, match="cannot be"):
        momentborder.OpenRecord(row, changed(facts, "kr_facts", leader=3), [], [-1] * 4)
    with pytest.raises(ValueError, match="cannot be"):
        momentborder.OpenRecord(row, facts, [(3, 4, -1, 0, 0, 0)], [-1] * 4)


def test_words_that_cannot_be_are_refused() -> None:
    record = anrufen()
    row, facts = game_row(record.game_row), packed_facts(fact_numbers(record))
    for word in ((4, 1, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0), (0, 3, 0, len(LEVELS), 0, 0)):
        with pytest.raises(ValueError, match="cannot be"):
            momentborder.OpenRecord(row, facts, [word], [-1] * 4)
    with pytest.raises(ValueError, match="cannot be"):
        open_record_in_core(record).after(2).after_words(SpokenWords(raised_to=len(LEVELS)))


def test_cards_and_structs_of_others_are_refused() -> None:
    record = opened()
    moment, silent = momentborder.first_moment(record), momentborder.copy_all_recorded_words(record)
    for card in (8, 31, 32, 255):
        with pytest.raises(ValueError, match="trick"):
            momentborder.moment_after_card(record, moment, silent, card)
    with pytest.raises(ValueError, match="cannot be"):
        momentborder.moment_after(record, 5)
    for odd in (None, 0, b"", ffi.NULL, ffi.new("kr_task *")):
        with pytest.raises(TypeError, match="is needed"):
            momentborder.first_moment(odd)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="kr_moment"):
            momentborder.measure_for_settlements(record, odd)
        with pytest.raises(TypeError, match="kr_words"):
            momentborder.moment_after_words(record, moment, odd)
