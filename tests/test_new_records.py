"""Records are built in Python and read one by one, frames give deals, and careful players choose cards."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

import kranalyze
from kranalyze import Card, Deal, Hand, KpnError, Position, Seat
from kranalyze.kpn import Call
from running import EVENING, run

DEAL = "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"
PLAY = "CA C9 CT CJ DA D9 DK DT SK SA SJ S9 CK SQ H9 CQ DQ HK DJ ST HJ HA HT HQ"
NAMES = {"N": "Cilli", "E": "Gustl", "S": "Franz", "W": "Emil"}
BOARD_2 = kranalyze.read_kpn(EVENING).records[1]


def test_a_record_built_in_python_is_that_of_the_file() -> None:
    """A record built in Python, as GUIDE.md shows it, equals board 2 of the simulated log."""
    record = kranalyze.new_record(
        DEAL, contract="durchmarsch", declarer="W", call="SA", dealer="E", names=NAMES,
        auction="bettler durchmarsch gut gut gut", play=PLAY,
    )  # fmt: skip
    assert record.deal == BOARD_2.deal and record.names == ("Cilli", "Gustl", "Franz", "Emil")
    assert [(move.seat, move.card) for move in record.play] == [(m.seat, m.card) for m in BOARD_2.play]
    assert record.finished and record.settlement == BOARD_2.settlement
    assert (record.contract, record.declarer) == ("durchmarsch", Seat.W)
    assert [call.call for call in record.auction] == ["bettler", "durchmarsch", "gut", "gut", "gut"]
    assert kranalyze.parse_kpn(kranalyze.write_kpn(record)).records[0] == record
    [row] = kranalyze.analyze(record, best=False).games.to_dicts()
    assert (row["verdict"], row["player_w"]) == ("lost", "Emil")


def test_everything_may_be_given_as_objects() -> None:
    cards, game = [Card(word) for word in PLAY.split()], kranalyze.GAMES["graden"]
    calls = [Call(Seat.S, "bettler"), Call(Seat.W, "durchmarsch"), *(Call(Seat(s), "gut") for s in (0, 1, 2))]
    record = kranalyze.new_record(
        Deal.parse(DEAL), game=game, contract=game.contract("Durchmarsch"), declarer=Seat.W, call=Card("SA"),
        auction=calls, play=iter(cards), names=("Cilli", "Gustl", "Franz", "Emil"),
        score=BOARD_2.settlement, board=2, tags={"Room": "upstairs"},
    )  # fmt: skip
    assert record.settlement == record.score == BOARD_2.settlement and record.board == "2"
    assert record.tag("Room") == "upstairs" and record.names == BOARD_2.names


def test_an_unfinished_record_is_played_to_its_end() -> None:
    begun = kranalyze.new_record(DEAL, contract="durchmarsch", declarer="W", call="SA", play=PLAY.split()[:5])
    assert not begun.finished and begun.settlement is None
    at = Position.of_record(begun, 5)
    for card in PLAY.split()[5:]:
        at = at.play(card)
    assert at.ended and at.record.finished and at.record.settlement == BOARD_2.settlement
    dealt = kranalyze.new_record(DEAL, board="7")
    assert dealt.contract is None and dealt.board == "7" and str(dealt.deal) == DEAL


def test_words_and_other_games_are_built() -> None:
    deal = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    record = kranalyze.new_record(
        deal, game="rufmariasch", contract="simple", declarer="N", call="SA", announce="N 40 S; E 20 H",
        play="S7 H7 D7 C7", rules={"unit": "3"},
    )  # fmt: skip
    assert [word.text() for word in record.announce] == ["N 40 S", "E 20 H"] and record.rules["unit"] == "3"
    three = kranalyze.new_record(
        Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9"), game="anrufen3",
        contract="simple", declarer="N", trump="S", discard="CJ CT C9",
    )  # fmt: skip
    assert three.discard == Hand("CJ CT C9") and three.trump == "S"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"play": "CA SK"}, "play: North"),
        ({"play": "CA XX"}, "unknown card 'XX'"),
        ({"declarer": "Q"}, "unknown seat 'Q'"),
        ({"call": "SK"}, "call: "),
        ({"contract": "durchmarsh"}, "did you mean durchmarsch"),
        ({"auction": "durchmarsch bettler"}, "auction: "),
        ({"names": ["Cilli"]}, "names: four names are expected"),
        ({"game": "skat"}, "unknown game 'skat'"),
        ({"deal": "N:AK Q J T"}, "deal"),
        ({"rules": {"beet": "all"}}, "beet"),
        ({"score": [1, 2]}, "score: "),
        ({"tags": {"Deal": "?"}}, "tags: Deal"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_an_error_that_names_the_argument(wrong: dict[str, object], message: str) -> None:
    good = {"deal": DEAL, "contract": "durchmarsch", "declarer": "W", "call": "SA", "dealer": "E"}
    with pytest.raises(ValueError, match=message) as caught:
        kranalyze.new_record(**{**good, **wrong})  # type: ignore[arg-type]
    assert not isinstance(caught.value, KpnError)


def test_records_are_read_one_by_one(tmp_path: Path) -> None:
    log = kranalyze.read_kpn(EVENING).records
    read = kranalyze.records(EVENING)
    assert isinstance(read, Iterator) and next(read) == log[0] and [*read] == [*log[1:]]
    for form in ("parquet", "csv"):
        assert run("convert", EVENING, tmp_path / f"log.{form}").status == 0
        found = list(kranalyze.records(tmp_path / f"log.{form}"))
        assert [record.play for record in found] == [record.play for record in log]
    frame = kranalyze.deals(5000, seed=1)
    frame.write_parquet(tmp_path / "deals.parquet")
    first = next(kranalyze.records(str(tmp_path / "deals.parquet")))
    assert first.deal == Deal.of_row(frame.row(0, named=True)) and first.board == "1"
    assert sum(1 for _ in kranalyze.records(tmp_path / "deals.parquet")) == 5000
    assert next(kranalyze.records(DEAL)).deal == Deal.parse(DEAL)


def test_an_endless_file_is_read_as_far_as_records_are_taken(tmp_path: Path) -> None:
    pipe, game = tmp_path / "endless.kpn", kranalyze.write_kpn(BOARD_2).partition("\n\n")[2].encode()
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as out:
            while True:
                out.write(game * 100)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    read = kranalyze.records(pipe)
    taken = [record.contract for record in islice(read, 10)]
    read.close()
    writer.join(20)
    assert taken == ["durchmarsch"] * 10 and not writer.is_alive()


def test_errors_of_files_are_raised_or_reported(tmp_path: Path) -> None:
    log = tmp_path / "log.kpn"
    log.write_text(kranalyze.write_kpn([BOARD_2]) + '[Board "x"] [Game "graden"] [Deal "N:AK"]\n')
    with pytest.raises(KpnError, match=r"log.kpn:\d+:\d+: error: a deal of graden has 4 hands"):
        list(kranalyze.records(log))
    problems: list[KpnError] = []
    assert [record.board for record in kranalyze.records(log, report=problems.append)] == ["2"]
    assert {(problem.severity, problem.record) for problem in problems} == {("error", 1)}
    with pytest.raises(FileNotFoundError):
        kranalyze.records("nowhere.kpn")


def test_a_deal_of_a_row_of_a_frame() -> None:
    frame = kranalyze.deals(3, game="anrufen3", seed=2)
    deal = Deal.of_row(frame.row(1, named=True))
    assert deal.talon.mask == frame["talon"][1] and len(deal.talon) == 3 and deal.west == Hand()
    assert Deal.of_row({"n": "AKQ.AK.A.", "e": "-", "s": None, "w": 0}).north == Hand("AKQ.AK.A.")
    row = dict(zip("nesw", DEAL[2:].split(), strict=True))
    assert Deal.of_row(row) == Deal.parse(DEAL) == Deal.of_row(pl.DataFrame([row]).row(0, named=True))
    with pytest.raises(ValueError, match="a row of a deal has the columns n e s w, there is no s"):
        Deal.of_row({"n": 1, "e": 2, "w": 3})
    with pytest.raises(ValueError, match="e: unknown rank 'X'"):
        Deal.of_row({"n": "A...", "e": "X...", "s": "K...", "w": "Q..."})


def test_positions_are_compared_by_content() -> None:
    one = Position.of_deal(DEAL, contract="durchmarsch", declarer="W", call="SA").play("CA")
    other = Position.of_deal(Deal.parse(DEAL), contract="Durchmarsch", declarer=Seat.W, call=Card("SA"))
    assert one == other.play(Card("CA")) and hash(one) == hash(other.play("CA")) and one.undo() == other
    assert one != other and len({one, other, one.undo()}) == 2
    assert one == Position.of_record(one.record, 1)


def test_a_careful_card_is_legal_and_depends_on_the_seed_alone() -> None:
    rng = random.Random(5)
    at = Position.of_record(BOARD_2, 0)
    chosen: set[Card] = set()
    while not at.ended:
        card = at.careful_card(look=24, seed=rng.randrange(1 << 32))
        assert isinstance(card, Card) and card in at.legal
        assert at.careful_card(look=24, seed=7) == at.careful_card(look=24, seed=7)
        chosen.add(card)
        at = at.play(card)
    assert len(chosen) == 24 and at.settlement is not None
    with pytest.raises(ValueError, match="the game is over"):
        at.careful_card()
    for wrong in ({"look": 0}, {"seed": -1}):
        with pytest.raises(kranalyze.ArgumentError):
            Position.of_record(BOARD_2, 0).careful_card(**wrong)


def test_a_careful_player_plays_the_best_card_of_all_layouts() -> None:
    """If a careful player looks at all layouts, no other card has a greater single-dummy mean."""
    record, compared = kranalyze.read_kpn("single-dummy.kpn").records[1], 0
    for after in range(12, 20):
        at = Position.of_record(record, after)
        best = set(at.advise(exact=True, floor=False).best)
        found = {at.careful_card(look=1_000_000, seed=seed) for seed in range(12)}
        assert found <= best
        compared += len(at.legal) > len(best)
    assert compared >= 3


def test_a_careful_player_does_not_see_the_other_hands() -> None:
    """South's card for a seed stays the same if West and North exchange cards that South does not see."""
    one = Position.of_deal("S:KJ.AQ.T.9 QT.J9.KQ. A9.T.A9.A .K.J.KQJT", contract="bettler", declarer="S")
    two = Position.of_deal("S:KJ.AQ.T.9 QT.J9.AQ. A9.T.K9.A .K.J.KQJT", contract="bettler", declarer="S")
    assert one.to_play == two.to_play == Seat.S
    for seed in range(20):
        assert one.careful_card(look=16, seed=seed) == two.careful_card(look=16, seed=seed)


def test_a_careful_card_is_laid_face_down_too() -> None:
    at = Position.of_deal(
        "N:9.9.9.JT9 J.QJ.JT.A T.T.KQ.KQ AKQ.AK.A.", contract="bettler", declarer="N", second="E"
    )
    card = at.careful_card(look=8, seed=1)
    assert card in at.legal and len(at.legal) == 6
    after = at.play(card)
    assert after.to_play == Seat.E and after.careful_card(look=8, seed=1) in after.legal
