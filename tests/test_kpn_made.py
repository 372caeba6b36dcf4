"""Records made and changed in Python: new ones, tags, notes, what they carry along."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from kranalyze.cards import parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.kpn import (
    Announcement,
    Call,
    Comment,
    KpnError,
    new_record,
    parse_kpn,
    with_notes,
    with_tags,
    write_kpn,
)

HANDS = "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"
DEAL = Deal.parse(HANDS)
VALID = Path(__file__).parent / "data" / "valid"
GAME = f'[Game "graden"]\n[Deal "{HANDS}"]\n'


def test_a_new_record_is_written_in_the_order_of_the_standard() -> None:
    record = new_record(
        DEAL,
        "graden",
        board=7,
        dealer=Seat.W,
        contract="koenigmord",
        declarer=Seat.N,
        score=(210, -70, -70, -70),
        names={Seat.S: 'Resi "die Wilde"', Seat.N: "Hans"},
        tags={"Event": "Kirtag", "Room": "2"},
        comments=["one line", "two\nlines"],
        auction=["koenigmord", "AP"],
        play=[(s, parse_card(c)) for s, c in ((0, "SA"), (1, "ST"), (2, "SJ"), (3, "S9"), (0, "SK"))],
        unfinished=True,
    )
    assert write_kpn([record]) == (
        "% KPN 1.0\n\n"
        "; one line\n{two\nlines}\n"
        '[Event "Kirtag"]\n[Board "7"]\n[North "Hans"]\n[South "Resi \\"die Wilde\\""]\n[Game "graden"]\n'
        f'[Dealer "W"]\n[Deal "{HANDS}"]\n[Contract "koenigmord"]\n[Declarer "N"]\n'
        '[Score "N:210 E:-70 S:-70 W:-70"]\n[Room "2"]\n'
        '[Auction "N"]\nkoenigmord AP\n[Play "N"]\nSA ST SJ S9\nSK - - -\n+\n\n'
    )
    assert [c.call for c in record.auction] == ["koenigmord", "gut", "gut", "gut"]
    assert len(record.play) == 5
    assert not record.finished


def test_a_new_record_passes_the_checks_or_is_not_made() -> None:
    with pytest.raises(KpnError, match="North calls the own SA"):
        new_record(DEAL, "graden", contract="durchmarsch", declarer=Seat.N, called=parse_card("SA"))
    with pytest.raises(KpnError, match="East must beat"):
        deal = Deal.parse("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T")
        cards = [(0, parse_card("CJ")), (1, parse_card("C9"))]
        new_record(deal, "graden", contract="koenigmord", declarer=Seat.N, play=cards)
    with pytest.raises(ValueError, match="line break"):
        new_record(DEAL, "graden", tags={"Event": "two\nlines"})
    with pytest.raises(ValueError, match="cannot be named"):
        new_record(DEAL, "graden", tags={"two words": "x"})
    with pytest.raises(ValueError, match="closing brace"):
        new_record(DEAL, "graden", comments=["a }\n b"])
    with pytest.raises(ValueError, match="does not play"):
        new_record(DEAL, "graden", play=[(4, 1)])
    with pytest.raises(ValueError, match="needs a dealer"):
        new_record(DEAL, "graden", auction=["gut"])
    with pytest.raises(ValueError, match="leave it out"):
        new_record(DEAL, "graden", play=[])


def test_a_new_record_for_three_and_in_german() -> None:
    talon = sum(1 << parse_card(c) for c in ("HA", "DT", "C9"))
    deal = Deal.parse("N:AK9.J9.J.K J.KQ.K.AQT QT.T.AQ9.J", talon=talon)
    record = new_record(
        deal,
        "anrufen3",
        deck="german",
        dealer=Seat.N,
        discard=sum(1 << parse_card(c) for c in ("SJ", "DT", "DK")),
        contract="hundred",
        declarer=Seat.E,
        trump=3,
        announce=[Announcement(Seat.S, "contra")],
        auction=[
            Call(Seat.E, "simple", 3),
            Call(Seat.S, "simple", 1),
            Call(Seat.N, "gut"),
            Call(Seat.E, "hundred"),
        ],
        play=[(1, parse_card("C9")), (2, parse_card("CJ")), (0, parse_card("CK")), (0, parse_card("HJ"))],
    )
    assert write_kpn([record]) == (
        '% KPN 1.0\n\n[Game "anrufen3"]\n[Deck "german"]\n[Dealer "N"]\n'
        '[Deal "N:AK9.U9.U.K U.KO.K.AOT OT.T.AO9.U"]\n'
        '[Talon "HA ST E9"]\n[Discard "LU SK ST"]\n[Contract "hundred"]\n[Declarer "E"]\n[Trump "E"]\n'
        '[Announce "S contra"]\n'
        '[Auction "E"]\nsimple:E simple:H gut hundred\n[Play "E"]\nE9 EU EK\n- - HU\n\n'
    )
    assert record.contra == 1
    assert record.deal == deal


def test_changed_tags() -> None:
    [record] = parse_kpn((VALID / "every_tag.kpn").read_text(encoding="utf-8")).records
    changed = with_tags(record, Score=None, Board="13", Called=None, Room="x", Announce="")
    assert changed.tag("Board") == "13"
    assert "Score" not in changed.tags
    assert changed.score is None
    assert list(changed.tags)[-3:] == ["Room", "Auction", "Play"]
    assert (changed.line, changed.index, changed.preamble) == (record.line, record.index, record.preamble)
    assert (
        with_tags(changed, Score="N:210 E:-70 S:-70 W:-70", Board="12", Called="", Room=None).tags
        == record.tags
    )
    # Tags go to their places, behind the comments that stand before the first one.
    [bare] = parse_kpn(f"; a comment\n{GAME}").records
    assert write_kpn([with_tags(bare, Dealer="W", Event="x", Score="N:0 E:0 S:0 W:0")]) == (
        f'% KPN 1.0\n\n; a comment\n[Event "x"]\n[Game "graden"]\n[Dealer "W"]\n[Deal "{HANDS}"]\n'
        '[Score "N:0 E:0 S:0 W:0"]\n\n'
    )
    with pytest.raises(KpnError, match="unknown seat"):
        with_tags(record, Dealer="Z")


def test_annotations() -> None:
    [record] = parse_kpn((VALID / "marks_and_notes.kpn").read_text(encoding="utf-8")).records
    noted = with_notes(record, notes={0: "led from the top", 4: "cost 30: better SQ"}, marks={0: "!", 6: "?"})
    text = write_kpn([noted])
    assert "SA! =3= ST SJ S9\nSK!? $1 =2= =1= =4= DQ {why?} DT? C9\n+\n" in text
    assert (
        '[Note "2:or the Queen"]\n[Note "1:a separate number from that of the Auction"]\n'
        '[Note "3:led from the top"]\n[Note "4:cost 30: better SQ"]\n\n' in text
    )
    assert len(noted.play) == len(record.play)
    assert with_notes(record) == record
    with pytest.raises(ValueError, match="not played"):
        with_notes(record, notes={99: "x"})
    with pytest.raises(ValueError, match="a mark is"):
        with_notes(record, marks={0: "bad"})
    with pytest.raises(ValueError, match="line break"):
        with_notes(record, notes={0: "a\nb"})


def test_files_with_other_records_keep_the_rest() -> None:
    text = (
        f'% KPN 1.0\n; of the first\n\n[Board "1"]\n{GAME}\n; of the bad\n\n[Board 2]\n\n'
        f'[Board "3"]\n{GAME}\nwhat?\n\n; the end\n\n'
    )
    file = parse_kpn(text)
    assert write_kpn(file) == text
    changed = replace(file, records=tuple(with_tags(r, Dealer="W") for r in file.records))
    assert write_kpn(changed) == text.replace("[Deal", '[Dealer "W"]\n[Deal')
    # Records by themselves bring the comments before them along.
    assert write_kpn(file.records[1:]) == f'% KPN 1.0\n\n[Board "3"]\n{GAME}\n'


def test_comments_that_hold_a_text() -> None:
    assert str(Comment.of("one line")) == "; one line"
    assert str(Comment.of("a } brace")) == "; a } brace"
    assert str(Comment.of("two\r\nlines")) == "{two\nlines}"
    assert str(Comment.of("")) == ";"


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
