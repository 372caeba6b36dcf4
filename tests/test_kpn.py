"""The KPN reader and writer at their edges: bytes, lines, places, records made and changed in Python."""

from __future__ import annotations

import io
import pickle
import sys
import time
import tracemalloc
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
    dump,
    iter_kpn,
    new_record,
    parse_kpn,
    read_kpn,
    scan_kpn,
    with_notes,
    with_tags,
    write_kpn,
)

HANDS = "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"
DEAL = Deal.parse(HANDS)
GAME = f'[Game "graden"]\n[Deal "{HANDS}"]\n'
VALID = Path(__file__).parent / "data" / "valid"


def messages(text: str | bytes, **given: str) -> list[str]:
    return [str(p) for p in parse_kpn(text, "f", **given).problems]  # type: ignore[arg-type]


# Bytes and lines


def test_bom_and_crlf_are_accepted() -> None:
    plain = (VALID / "comments.kpn").read_text(encoding="utf-8")
    other = parse_kpn(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode())
    assert other.problems == ()
    assert other.records == parse_kpn(plain).records
    assert write_kpn(other) == write_kpn(parse_kpn(plain))


def test_places_count_characters_after_bom_and_crlf() -> None:
    bad = '\ufeff; ein Ärgernis\r\n[North "Jörg"] [Game "graden"] [Deal "?"] [Dealer "X"]\r\n'
    # The quote before X is the 53rd character of its line, umlauts and all.
    column = '[North "Jörg"] [Game "graden"] [Deal "?"] [Dealer "X"]'.index("X") + 1
    assert messages(bad.encode()) == [f"f:2:{column}: error: unknown seat 'X': N, E, S or W"]


def test_places_skip_escapes() -> None:
    text = f'[Event "\\"\\\\"] [Game "graden"] [Deal "{HANDS}"] [Rules "a\\"b=1 x"]'
    first, second = parse_kpn(text, "f").problems
    assert first.column == text.index('a\\"b') + 1
    assert second.column == text.index("x") + 1


def test_a_file_with_no_game_in_it() -> None:
    for text in ("", "\n\n", "% KPN 1.0\n", "; a comment\n\n{ another }\n"):
        assert messages(text) == ["f:1:1: error: there is no game in the file"]
    assert write_kpn(parse_kpn("; a comment\n\n{ another }\n")) == "% KPN 1.0\n; a comment\n\n{ another }\n\n"


def test_a_file_that_is_no_text() -> None:
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0"
    assert messages(png) == ["f:1:1: error: this is not a text file"]


def test_a_game_in_another_encoding_leaves_the_others_alone() -> None:
    text = f'[Board "1"]\n{GAME}\n[North "J\udcf6rg"]\n{GAME}\n[Board "3"]\n{GAME}'
    file = parse_kpn(text.encode("utf-8", "surrogateescape"), "f")
    assert [str(p) for p in file.problems] == ["f:5:10: error: byte 0xf6 is not UTF-8 text"]
    assert [r.board for r in file.records] == ["1", "3"]
    assert [r.index for r in file.records] == [0, 2]
    # Written back, its bytes are what they were.
    assert 'J\udcf6rg"' in write_kpn(file)


def test_bytes_that_are_not_utf8_survive_a_file(tmp_path: Path) -> None:
    source, target = tmp_path / "in.kpn", tmp_path / "out.kpn"
    source.write_bytes(b'% KPN 1.0\n\n[North "J\xf6rg"]\n\n')
    dump(read_kpn(source), target)
    assert target.read_bytes() == source.read_bytes()


def test_a_power_cut_at_the_end_costs_one_game() -> None:
    data = f'[Board "1"]\n{GAME}\n[Board "2"]\n{GAME}'.encode() + b"\0" * 4096
    padded = b"; " + b"x" * 2000 + b"\n\n" + data
    file = parse_kpn(padded, "f")
    assert [r.board for r in file.records] == ["1"]
    assert {p.line for p in file.errors} == {10}


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(GAME.encode() + b"\n[Dealer]")

    monkeypatch.setattr(sys, "stdin", Stdin())
    file = read_kpn("-")
    assert file.name == "<stdin>"
    assert len(file.records) == 1
    assert str(file.errors[0]).startswith("<stdin>:4:8: error: ")


def test_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    dump([new_record(DEAL, "graden")], "-")
    assert capsysbinary.readouterr().out == f"% KPN 1.0\n\n{GAME}\n".encode()


def test_a_file_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_kpn(tmp_path / "nothing.kpn")
    with pytest.raises(IsADirectoryError):
        read_kpn(tmp_path)


def test_a_cut_off_file_loses_its_last_game_only() -> None:
    text = write_kpn(parse_kpn((VALID / "graden_two_bettlers.kpn").read_text(encoding="utf-8")))
    cut = text[: text.index("[Deal", text.index('"3"')) + 20]
    file = parse_kpn(cut, "f")
    assert [r.board for r in file.records] == ["1", "2"]
    assert len(file.errors) == 1
    assert "not closed by a double quote" in file.errors[0].message


def test_pieces_of_any_size_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted(VALID.parent.glob("*/*.kpn")):
        data = path.read_bytes()
        whole = parse_kpn(data, path.name)
        for size in (1, 7, 97, 1000):
            monkeypatch.setattr("kranalyze.kpn.reader._PIECE", size)
            pieces = list(scan_kpn(path))
            assert [o.record for o in pieces if o.record] == list(whole.records)
            assert [(o.record.line, o.record.preamble) for o in pieces if o.record] == [
                (r.line, r.preamble) for r in whole.records
            ]
            places = [(p.line, p.column, p.message) for o in pieces for p in o.problems]
            assert places == [(p.line, p.column, p.message) for p in whole.problems]
            monkeypatch.undo()


def test_games_come_one_by_one() -> None:
    outcomes = iter_kpn(GAME + "\n" + GAME + "\n; the end")
    assert next(outcomes).record is not None
    assert next(outcomes).record is not None
    assert [str(c) for c in next(outcomes).trailing[0]] == ["; the end"]
    assert next(outcomes, None) is None


# Game and rules of the command line


def test_the_game_may_come_from_outside() -> None:
    text = f'[Board "1"]\n[Deal "{HANDS}"]\n'
    assert messages(text) == ["f:1:1: error: the game has no tag Game"]
    file = parse_kpn(text, game="anrufen")
    assert [r.game for r in file.records] == ["anrufen"]
    # What is written then stands for itself.
    assert write_kpn(file) == f'% KPN 1.0\n\n[Board "1"]\n[Game "anrufen"]\n[Deal "{HANDS}"]\n\n'
    with pytest.raises(ValueError, match="unknown game 'tarock'"):
        parse_kpn(text, game="tarock")


def test_the_game_from_outside_holds_against_the_tag() -> None:
    text = GAME + '[Contract "koenigmord"] [Declarer "N"]\n'
    assert [m.split("error: ")[1][:31] for m in messages(text, game="anrufen")] == [
        "unknown contract 'koenigmord' o"
    ]


def test_rules_from_outside() -> None:
    text = f'[Game "graden"] [Rules "mitbettler=as_printed"] [Deal "{HANDS}"]\n'
    [record] = parse_kpn(text, rules={"call_own": "yes"}).records
    assert record.rules == {"call_own": "yes", "mitbettler": "as_printed"}
    assert record.tag("Rules") == "mitbettler=as_printed call_own=yes"
    [record] = parse_kpn(GAME, rules={"call_own": "yes"}).records
    assert list(record.tags) == ["Game", "Rules", "Deal"]
    assert "unknown rule option 'unit' of graden" in str(parse_kpn(GAME, rules={"unit": "2"}).errors[0])


# Names that are read


@pytest.mark.parametrize(
    ("game", "written", "id_"),
    [
        ("graden", "Königmord", "koenigmord"),
        ("graden", "KOENIGMORD", "koenigmord"),
        ("graden", "Durchmarsch mit einer anderen", "durchmarsch"),
        ("graden", "Durchmarsch am letzten", "durchmarsch_letzten"),
        ("graden", "Durchmarsch Hundert mit einer anderen", "hundert"),
        ("graden", "Durchmarsch Hundert am letzten", "hundert_letzten"),
        ("bauernschnapsen", "Zehnerloch", "zehnerloch"),
        ("bauernschnapsen", "Herrengang", "herrengang"),
        ("bauernschnapsen", "Kontra-Bauernschnapser", "kontrabauernschnapser"),
    ],
)
def test_long_names_of_contracts(game: str, written: str, id_: str) -> None:
    size = {"graden": "N:AKQ.A.A.A - - -", "bauernschnapsen": "N:- - - -"}[game]
    [record] = parse_kpn(f'[Game "{game}"] [Deal "{size}"] [Contract "{written}"]').records
    assert record.contract == id_
    assert record.tag("Contract") == written


# Records made in Python


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


@pytest.mark.parametrize(
    "data",
    [
        b"{ " * 100_000,
        b'{ never closed\n\n[Board "1"]\n\n' * 20_000,
        b"x" * 2_000_000,
        b'[Board "1"] x' + b" " * 2_000_000 + b"x",
        b'[Game "graden"] ' + b"[X] " * 50_000,
        b"[Game \"graden\"]\n" + b"[X]\n" * 50_000,
        b"".join(b'[Note "%d:x"]' % i for i in range(20_000)) + b'[Game "graden"] [Deal "?"]',
        b'[Game "graden"] [Deal "?"]\n[Play "N"]\n' + b"XX " * 50_000,
        b'[Game "graden"] [Deal "?"]\n[Auction "N"]\n' + b"gut =123456789012345678901234567890= " * 10_000,
        b'[Game "graden"] [Deal "N:' + b"A" * 1_000_000 + b'"]',
        b'[Game "bauernschnapsen"] [Deal "?"]\n[Auction "N"]\n' + b"gut " * 100_000,
        b'[Game "rufmariasch"] [Deal "?"] [Rules "unit=' + b"9" * 10_000 + b'"]',
    ],
    ids=range(12),
)  # fmt: skip
def test_no_file_takes_for_ever(data: bytes) -> None:
    begin = time.process_time()
    file = parse_kpn(data, "f")
    write_kpn(file)
    # Of the processor's time, which other programs hardly change. Quadratic work would take minutes.
    assert time.process_time() - begin < 30
    assert file.records or file.problems


@pytest.mark.parametrize(
    "text",
    [
        GAME + '[Play "N"]\nSA ' + "$1 " * 13_000,
        GAME + '[Play "N"]\nSA ' + "{a}" * 40_000,
        GAME + '[Play "N"]\n' + "{a}" * 40_000,
        GAME + '[Play "N"]\nSA ' + ";\n" * 40_000,
        GAME + '[X "x" ' * 20_000,
        GAME + '[X "' * 40_000,
        *(
            (f'[Game "graden"]\n[Deal "{HANDS}"]\n[{name} "' + word * (size // len(word)) + '"]\n')
            for name, word in (("Score", "x "), ("Score", '\\"'), ("Rules", "x "), ("FaceDown", "E:SA "))
            for size in (9_990, 40_000)
        ),
        '[Game "graden"]\n[Deal "N:' + "A" * 9_990 + '... - - -"]',
        f'[Game "anrufen3"]\n[Deal "{HANDS}"]\n[Talon "' + "SA " * 3_300 + '"]',
    ],
    ids=range(16),
)  # fmt: skip
def test_marks_comments_and_tags_take_linear_time(text: str) -> None:
    begin = time.process_time()
    parse_kpn(text)
    assert time.process_time() - begin < 1.5  # 0.1 s; what was quadratic took 3 to 60


def test_a_tag_has_at_most_10_000_characters() -> None:
    def read(size: int, name: str) -> list[str]:
        return messages(GAME + f'[{name} "' + "x" * size + '"]\n')

    for name in ("Event", "Mine", "Note"):
        wrong = f"f:3:{len(name) + 4}: error: the value of {name} has 10,001 characters, more than 10,000"
        assert read(10_001, name) == [wrong]
    assert read(10_000, "Event") == read(10_000, "Mine") == []


@pytest.mark.parametrize("value", ["x" * 1_000_000, "x " * 500_000, "\\\\" * 500_000])
def test_a_long_tag_takes_memory_of_its_own_size(value: str) -> None:
    text = f'{GAME}[Event "{value}"]\n'
    tracemalloc.start()
    try:
        parse_kpn(text)
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)  # it was 127 to 244 times
    finally:
        tracemalloc.stop()


def test_what_stands_before_the_version_line_is_kept() -> None:
    text = 'a stray line of words\n% KPN 1.0\n[Game "graden"]\n'
    file = parse_kpn(text)
    assert "a stray line of words" in write_kpn(file)
    again = parse_kpn(write_kpn(file))
    assert [p.message for p in again.problems] == [p.message for p in file.problems]
