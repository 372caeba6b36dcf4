"""Test the KPN reader and writer at their edges: bytes, lines, places, time and memory."""

from __future__ import annotations

import io
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.kpn import (
    parse_kpn,
    read_kpn,
    write_kpn,
)
from kranalyze.kpn.reader import Reader
from kranalyze.read import read_games

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
    # X is the 52nd character of its line. An umlaut counts as one character.
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
    # The writer writes the bytes of the bad game unchanged.
    assert 'J\udcf6rg"' in write_kpn(file)


def test_bytes_that_are_not_utf8_survive_a_file(tmp_path: Path) -> None:
    source, target = tmp_path / "in.kpn", tmp_path / "out.kpn"
    source.write_bytes(b'% KPN 1.0\n\n[North "J\xf6rg"]\n\n')
    write_kpn(read_kpn(source), target)
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
    write_kpn(parse_kpn(GAME).records, "-")
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
            pieces = list(read_games(str(path)))
            assert [o.record for o in pieces if o.record] == list(whole.records)
            assert [(o.record.line, o.record.preamble) for o in pieces if o.record] == [
                (r.line, r.preamble) for r in whole.records
            ]
            places = [(p.line, p.column, p.message) for o in pieces for p in o.problems]
            assert places == [(p.line, p.column, p.message) for p in whole.problems]
            monkeypatch.undo()


def test_games_come_one_by_one() -> None:
    outcomes = Reader(GAME + "\n" + GAME + "\n; the end").outcomes()
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
    # The written text names its game, and needs no default.
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
    assert record.rules == GAMES["graden"].under({"call_own": "yes", "mitbettler": "as_printed"}).in_force
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
    # Other programs hardly change the processor time. Quadratic work would take minutes.
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
    assert time.process_time() - begin < 1.5  # it takes 0.1 s; former quadratic code took 3 to 60 s


def test_a_tag_has_at_most_10_000_characters() -> None:
    def read(size: int, name: str) -> list[str]:
        return messages(GAME + f'[{name} "' + "x" * size + '"]\n')

    for name in ("Event", "Mine", "Note"):
        wrong = f"f:3:{len(name) + 4}: error: the value of {name} has 10,001 characters, more than 10,000"
        assert read(10_001, name) == [wrong]
    assert read(10_000, "Event") == read(10_000, "Mine") == []


def test_a_note_that_is_too_long_stands_beside_others() -> None:
    wrong = "f:4:8: error: the value of Note has 10,001 characters, more than 10,000"
    assert messages(f'{GAME}[Note "1:a"]\n[Note "{"x" * 10_001}"]\n') == [wrong]


@pytest.mark.parametrize("value", ["x" * 1_000_000, "x " * 500_000, "\\\\" * 500_000])
def test_a_long_tag_takes_memory_of_its_own_size(value: str) -> None:
    text = f'{GAME}[Event "{value}"]\n'
    tracemalloc.start()
    try:
        parse_kpn(text)
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)  # formerly 127 to 244 times len(text)
    finally:
        tracemalloc.stop()


def test_what_stands_before_the_version_line_is_kept() -> None:
    text = 'a stray line of words\n% KPN 1.0\n[Game "graden"]\n'
    file = parse_kpn(text)
    assert "a stray line of words" in write_kpn(file)
    again = parse_kpn(write_kpn(file))
    assert [p.message for p in again.problems] == [p.message for p in file.problems]
