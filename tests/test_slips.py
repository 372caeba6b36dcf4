"""Each typing error gets one helpful message. The command that the message suggests works."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from kranalyze.cards import parse_hand
from kranalyze.deal import Deal
from kranalyze.games import GAMES, get_game
from kranalyze.kpn import parse_kpn, write_kpn
from kranalyze.kpn.reader import Reader
from kranalyze.read import read_deal_columns
from kranalyze.read.cutting import cut_kpn
from running import run

# The tags of a game, its tricks in columns by seats (W N E S), and the same tricks in playing order.
HEAD = (
    '[Board "2"]\n[Game "graden"]\n[Deal "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"]\n'
    '[Contract "durchmarsch"]\n[Declarer "W"]\n[Called "SA"]\n[Play "W"]\n'
)
BY_SEATS = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCQ CK SQ H9\nST DQ HK DJ\nHQ HJ HA HT\n"
AS_PLAYED = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCK SQ H9 CQ\nDQ HK DJ ST\nHJ HA HT HQ\n"
HINT = "columns are seats, not playing order; `kranalyze convert --as-played` reads them so"


def test_tricks_in_playing_order_are_one_error_that_says_so() -> None:
    file = parse_kpn(HEAD + AS_PLAYED, "typed.kpn")
    (error,) = file.errors
    assert str(error) == f"typed.kpn:11:4: error: North does not hold the SQ: {HINT}"


def test_they_are_read_so_when_asked() -> None:
    (right,) = parse_kpn(HEAD + BY_SEATS).records
    (read,) = parse_kpn(HEAD + AS_PLAYED, playing_order_allowed=True).records
    assert [(m.seat, m.number) for m in read.play] == [(m.seat, m.number) for m in right.play]
    assert read == right  # the record holds the cards in columns by seats
    (same,) = parse_kpn(HEAD + BY_SEATS, playing_order_allowed=True).records
    assert same == right


def test_marks_and_what_broke_off_go_with_their_cards() -> None:
    short = 'CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCK?? =1= SQ H9 CQ\n*\n[Note "1:dear"]\n'
    (read,) = parse_kpn(HEAD + short, playing_order_allowed=True).records
    section = read.section("Play")
    assert section is not None
    assert [e.text for e in section.entries[12:]] == ["CQ", "CK", "SQ", "H9", "*"]
    assert section.entries[13].marks and not section.entries[12].marks
    assert section.entries[read.play[12].entry].text == "CK"


def test_play_that_is_wrong_either_way_keeps_its_errors() -> None:
    wrong = AS_PLAYED.replace("DQ HK DJ ST", "DQ HK ST DJ")
    for playing_order_allowed in (False, True):
        errors = parse_kpn(HEAD + wrong, playing_order_allowed=playing_order_allowed).errors
        assert len(errors) > 1 and not any(HINT in e.message for e in errors)


def test_a_trick_that_is_not_whole_is_not_turned() -> None:
    # All players are moved one seat clockwise: the columns begin with North, and East leads the last trick.
    head = HEAD.replace('"N:', '"E:').replace('[Declarer "W"]', '[Declarer "N"]').replace('"W"', '"N"')
    cut = AS_PLAYED.replace("HJ HA HT HQ\n", "HJ HA\n+\n")
    errors = parse_kpn(head + cut).errors
    assert len(errors) > 1 and not any(HINT in e.message for e in errors)


def test_convert_writes_them_by_seats(tmp_path: Path) -> None:
    (tmp_path / "typed.kpn").write_text(HEAD + AS_PLAYED, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "kranalyze", "convert", "typed.kpn", "evening.kpn"]
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 3 and HINT in refused.stderr
    subprocess.run([*command, "--as-played"], cwd=tmp_path, check=True)
    assert BY_SEATS in (tmp_path / "evening.kpn").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Königrufen", "unknown game 'Königrufen', did you mean graden or russbach?"),
        ("Rusbach", "unknown game 'Rusbach', did you mean russbach?"),
        ("Anruffen", "unknown game 'Anruffen', did you mean anrufen?"),
    ],
)
def test_a_game_that_was_nearly_named(name: str, said: str) -> None:
    with pytest.raises(ValueError) as error:
        get_game(name)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("durchmarch", "unknown contract 'durchmarch' of graden, did you mean durchmarsch?"),
        ("Königsmord", "unknown contract 'Königsmord' of graden, did you mean koenigmord?"),
        ("Zehner", "unknown contract 'Zehner' of graden, did you mean zehnermord?"),
    ],
)
def test_a_contract_that_was_nearly_named(name: str, said: str) -> None:
    with pytest.raises(ValueError) as error:
        GAMES["graden"].contract(name)
    assert str(error.value) == said


def test_a_rule_option_that_was_nearly_named() -> None:
    with pytest.raises(ValueError) as error:
        GAMES["bauernschnapsen"].under({"betler_value": "4"})
    assert str(error.value) == (
        "unknown rule option 'betler_value' of bauernschnapsen, did you mean bettler_value?"
    )


@pytest.mark.parametrize(
    "written",
    [
        "AK.T..QJ", "AK.T.-.QJ", "AK.T.–.QJ", "SA SK HT CQ CJ", "sa, sk, h10, cq, cj", "♠AK ♥T ♣QJ",
        "♠ A K ♥ T ♦ – ♣ Q J",
    ],
)
def test_a_hand_is_read_as_people_and_programs_write_it(written: str) -> None:
    mask = parse_hand("AK.T..QJ")
    assert parse_hand(written) == mask
    assert Deal.parse(f"N:{written}|-|SJ S9|-").mask(0) == mask


@pytest.mark.parametrize("written", ["AK", "A-K...", "A–.T..", "SA-HT", "♠AX", "SA SA", "-"])
def test_what_is_no_hand_is_not_guessed_at(written: str) -> None:
    with pytest.raises(ValueError, match=r"four suits|unknown rank|twice"):
        parse_hand(written)


FOURTH = "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"


@pytest.mark.parametrize("lost", range(4))
def test_three_hands_give_the_fourth(lost: int, tmp_path: Path) -> None:
    words = FOURTH.removeprefix("N:").split()
    words[lost] = "-"
    three = "N:" + " ".join(words)
    (record,) = parse_kpn(f'[Game "graden"]\n[Deal "{three}"]\n').records
    assert str(record.deal) == FOURTH
    for source in (three, str(tmp_path / "deals.csv")):
        (tmp_path / "deals.csv").write_text("n,e,s,w\n" + ",".join(words) + "\n", encoding="utf-8")
        frame = read_deal_columns(source).frame
        assert frame.select("n", "e", "s", "w").rows() == [Deal.parse(FOURTH).masks]
    assert Deal.parse(three).with_fourth_hand(32, 8) == Deal.parse(three)


def test_a_deal_left_out_is_worked_out_from_a_complete_play() -> None:
    left_out = "".join(line + "\n" for line in HEAD.splitlines() if "Deal" not in line)
    (record,) = parse_kpn(left_out + BY_SEATS).records
    (whole,) = parse_kpn(HEAD + BY_SEATS).records
    assert str(record.deal) == FOURTH and record.settlement == whole.settlement
    (error,) = parse_kpn(left_out + BY_SEATS.replace("HQ HJ HA HT\n", "*\n"), "short.kpn").errors
    assert str(error) == "short.kpn:1:1: error: the game has no tag Deal"


EVENING = (
    '; Friday\n[Game "graden"] [Rules "call_own=yes"]\n[North "Anna"] [East "Berta"]\n\n'
    f'[Board "1"]\n[Deal "{FOURTH}"]\n\n[Board "2"] [North "Cilli"]\n[Deal "{FOURTH}"]\n\n'
    f'[Game "anrufen"] [Board "3"]\n[Deal "{FOURTH}"]\n\n[West "Dora"]\n\n[Board "4"]\n[Deal "{FOURTH}"]\n'
)


def test_tags_of_an_evening_hold_for_all_games_after_them() -> None:
    file = parse_kpn(EVENING)
    told = [(r.board, r.game, r.rules.get("call_own"), *r.names) for r in file.records]
    assert told == [
        ("1", "graden", "yes", "Anna", "Berta", None, None),
        ("2", "graden", "yes", "Cilli", "Berta", None, None),
        ("3", "anrufen", None, "Anna", "Berta", None, None),
        ("4", "graden", "yes", "Anna", "Berta", None, "Dora"),
    ]
    assert not file.problems and [r.index for r in file.records] == [0, 1, 2, 3]
    written = write_kpn(file)
    assert parse_kpn(written).records == file.records and written.startswith("% KPN 1.0\n; Friday\n")


def test_columns_know_the_evening_too(tmp_path: Path) -> None:
    """Columns use the tags of an evening even if the evening follows games that the core reads by itself."""
    plain = '[Game "bauernschnapsen"]\n[Deal "N:AK...TQJ .AKQ.AK. Q.T.T.AK JT.J.QJ."]\n\n'
    plain += f'[Game "graden"]\n[Deal "{FOURTH}"]\n\n'
    german = '\n[Deck "german"]\n\n'
    deal = FOURTH.replace("J", "U").replace("Q", "O")
    (tmp_path / "log.kpn").write_text(plain + EVENING + german + f'[Deal "{deal}"]\n', encoding="utf-8")
    columns = read_deal_columns(str(tmp_path / "log.kpn"))
    assert not columns.problems
    assert columns.frame["game"].to_list() == ["bauernschnapsen", *3 * ["graden"], "anrufen", *2 * ["graden"]]
    assert set(columns.frame["n"][1:]) == {Deal.parse(FOURTH).masks[0]}


REST = ("[Play \"W\"]\nCA C9 CT CJ\n", "DA D9 DK DT\nSK SA SJ S9\n", "[Called \"SA\"]\n")


@pytest.mark.parametrize("rest", REST)
@pytest.mark.parametrize("comments", ["", "; first\n{ and\n\nsecond }\n"])
def test_a_blank_line_inside_a_game_is_named_with_the_game(rest: str, comments: str, tmp_path: Path) -> None:
    """The error is the same whether games are read one by one, as columns, or in pieces."""
    text = f'{comments}[Board "1"]\n[Game "graden"]\n[Deal "{FOURTH}"]\n\n{rest}\n'
    text += f'[Board "2"]\n[Game "graden"]\n[Deal "{FOURTH}"]\n'
    began, line = 1 + comments.count("\n"), 5 + comments.count("\n")
    said = f"log.kpn:{line}:1: error: the blank line above ended the game that began at line {began}"
    assert [str(p) for p in parse_kpn(text, "log.kpn").problems] == [said]
    (tmp_path / "log.kpn").write_text(text, encoding="utf-8")
    problems = read_deal_columns(str(tmp_path / "log.kpn")).problems
    assert [str(p).partition(str(tmp_path) + "/")[2] for p in problems] == [said]
    pieces = list(cut_kpn(io.BytesIO(text.encode()), 1))
    outcomes = (o for start, piece, _ in pieces for o in Reader(piece, "log.kpn", place=start).outcomes())
    found = [p for outcome in outcomes for p in outcome.problems]
    assert [str(p) for p in found] == [said]


def test_a_torn_game_that_the_core_scans_begins_at_its_first_tag(tmp_path: Path) -> None:
    """In every command, the error names the line of the first tag, not a line of the comments above."""
    log_file = tmp_path / "log.kpn"
    log_file.write_text(
        '; above\n; the game\n[Game "graden"]\n[Deal "N:KQJT9.A.. .KJ9.A9.9 A..QJT.JT .QT.K.AKQ"]\n'
        '\nSA ST SJ S9\n',
        encoding="utf-8",
    )
    for command in ("check", "analyze"):
        assert f"{log_file}:6:1: error: the blank line above ended the game that began at line 3" in (
            run(command, log_file).err
        )
