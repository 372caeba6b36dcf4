"""Records changed in Python: notes and marks are added, everything else is kept."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from kranalyze.cards import card_letters, parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.hands import Hand
from kranalyze.kpn import Announcement, Call, KpnError, Tag, add_notes_and_marks, parse_kpn, write_kpn

HANDS = "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"
VALID = Path(__file__).parent / "data" / "valid"
GAME = f'[Game "graden"]\n[Deal "{HANDS}"]\n'


def test_a_record_for_three_and_in_german() -> None:
    text = (
        '% KPN 1.0\n\n[Game "anrufen3"]\n[Deck "german"]\n[Dealer "N"]\n'
        '[Deal "N:AK9.U9.U.K U.KO.K.AOT OT.T.AO9.U"]\n'
        '[Talon "HA ST E9"]\n[Discard "LU SK ST"]\n[Contract "hundred"]\n[Declarer "E"]\n[Trump "E"]\n'
        '[Announce "S contra"]\n'
        '[Auction "E"]\nsimple:E simple:H gut hundred\n[Play "E"]\nE9 EU EK\n- - HU\n\n'
    )
    file = parse_kpn(text)
    assert file.errors == ()
    [record] = file.records
    assert write_kpn(file) == write_kpn([record]) == text
    assert record.deal == Deal.parse("N:AK9.J9.J.K J.KQ.K.AQT QT.T.AQ9.J", talon=_mask("HA DT C9"))
    assert (record.talon, record.discard, record.trump) == (Hand("HA DT C9"), Hand("SJ DK DT"), "C")
    assert record.announce == (Announcement(Seat.S, "contra"),)
    assert record.contra == 1
    assert record.auction == (
        Call(Seat.E, "simple", "C"), Call(Seat.S, "simple", "H"),
        Call(Seat.N, "gut"), Call(Seat.E, "hundred"),
    )  # fmt: skip
    cards = [(move.seat, card_letters(move.number)) for move in record.play]
    assert cards == [(Seat.E, "C9"), (Seat.S, "CJ"), (Seat.N, "CK"), (Seat.N, "HJ")]


def _mask(cards: str) -> int:
    return sum(1 << parse_card(card) for card in cards.split())


def test_annotations() -> None:
    [record] = parse_kpn((VALID / "marks_and_notes.kpn").read_text(encoding="utf-8")).records
    noted = add_notes_and_marks(
        record, notes={0: "led from the top", 4: "cost 30: better SQ"}, marks={0: "!", 6: "?"}
    )
    text = write_kpn([noted])
    assert "SA! =3= ST SJ S9\nSK!? $1 =2= =1= =4= DQ {why?} DT? C9\n+\n" in text
    assert (
        '[Note "2:or the Queen"]\n[Note "1:a separate number from that of the Auction"]\n'
        '[Note "3:led from the top"]\n[Note "4:cost 30: better SQ"]\n\n' in text
    )
    assert len(noted.play) == len(record.play)
    assert add_notes_and_marks(record) == record
    with pytest.raises(ValueError, match="not played"):
        add_notes_and_marks(record, notes={99: "x"})
    with pytest.raises(ValueError, match="a mark is"):
        add_notes_and_marks(record, marks={0: "bad"})
    with pytest.raises(ValueError, match="line break"):
        add_notes_and_marks(record, notes={0: "a\nb"})
    with pytest.raises(KpnError, match="the value of Note has 10,003 characters"):
        add_notes_and_marks(record, notes={0: "x" * 10_001})
    assert (noted.line, noted.index, noted.preamble) == (record.line, record.index, record.preamble)


def test_files_with_other_records_keep_the_rest() -> None:
    text = (
        f'% KPN 1.0\n; of the first\n\n[Board "1"]\n{GAME}\n; of the bad\n\n[Board 2]\n\n'
        f'[Board "3"]\n{GAME}\nwhat?\n\n; the end\n\n'
    )
    file = parse_kpn(text)
    assert write_kpn(file) == text
    dealt = (replace(r, items=(*r.items[:2], Tag("Dealer", "W"), *r.items[2:])) for r in file.records)
    changed = replace(file, records=tuple(dealt))
    assert write_kpn(changed) == text.replace("[Deal", '[Dealer "W"]\n[Deal')
    # A record that is written by itself keeps only its own comments. The record of board 3 has none.
    assert write_kpn(file.records[1:]) == f'% KPN 1.0\n\n[Board "3"]\n{GAME}\n'


def test_errors_and_records_travel_between_processes() -> None:
    file = parse_kpn(f'{GAME}[Contract "koenigmord"] [Declarer "N"] [Dealer "Q"]\n\n{GAME}', "f")
    again = pickle.loads(pickle.dumps(file))
    assert again == file
    assert str(again.errors[0]) == str(file.errors[0])
    assert len(pickle.dumps(file.records[0])) < 2000


def test_errors_carry_their_facts() -> None:
    [error] = parse_kpn(f'{GAME}\n{GAME}[Dealer "Q"]', "f").problems
    assert (error.file, error.line, error.column, error.severity) == ("f", 6, 10, "error")
    assert error.message == "unknown seat 'Q': N, E, S or W"
    assert error.record == 1
    assert isinstance(error, ValueError)


def test_games_with_errors_keep_their_places_when_a_file_is_written() -> None:
    games = [f'[Board "{board}"]\n{GAME}' for board in (1, 2, 3)]
    games[1] = games[1].replace("AKQ.A.A.A", "AKQ.A.A.A.A")
    written = write_kpn(parse_kpn("\n".join(games)))
    assert [line for line in written.splitlines() if line.startswith("[Board")] == [
        '[Board "1"]', '[Board "2"]', '[Board "3"]',
    ]  # fmt: skip
    assert "AKQ.A.A.A.A" in written
