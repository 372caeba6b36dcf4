"""Test what-ifs on the command line: playing on, other contracts, single boards, many hands at once."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kranalyze import Position, Seat
from kranalyze.read import read_deals
from running import TOPS, run

HEAD = '[Board "2"]\n[Game "graden"]\n[Deal "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"]\n'
RECORD = HEAD + (
    '[Contract "durchmarsch"]\n[Declarer "W"]\n[Called "SA"]\n[Play "W"]\n'
    "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCQ CK SQ H9\nST DQ HK DJ\nHQ HJ HA HT\n"
)
DEAL = "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "evening.kpn"
    file.write_text(RECORD + "\n" + RECORD.replace('Board "2"', 'Board "3"'), encoding="utf-8")
    return file


def cards(*args: object) -> dict[str, int]:
    [row] = run("solve", *args, "--json").rows
    found: dict[str, int] = row["cards"]
    return found


@pytest.mark.parametrize("played", ["CA", "CA C9 CT CJ", "CA,C9, CT CJ ST SA SJ"])
def test_play_from_a_deal_is_the_position_after_those_cards(played: str) -> None:
    at = Position.of_deal(DEAL, contract="durchmarsch", declarer="W", call=7)
    for card in played.replace(",", " ").split():
        at = at.play(card)
    wanted = {str.__str__(repr(card)): value for card, value in at.values().items()}
    found = cards(DEAL, "--contract", "durchmarsch", "--declarer", "W", "--call", "SA", "--play", played)
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    assert {symbols[card[0]] + card[1]: value for card, value in found.items()} == wanted


def test_play_goes_on_from_a_card_of_the_record(log: Path) -> None:
    board = (log, "--board", "2")
    # If the record's own cards are given, the result is the record's own position.
    assert cards(*board, "--at", "1.4", "--play", "DA D9") == cards(*board, "--after", "6")
    assert cards(*board, "--play", "CA C9 CT CJ DA D9") == cards(*board, "--after", "6")
    away = cards(*board, "--at", "1.4", "--play", "ST SA")
    assert away != cards(*board, "--after", "6") and set(away) == {"SQ", "SJ"}


def test_another_contract_after_the_cards_of_the_record(log: Path) -> None:
    asked = ("--contract", "bettler", "--declarer", "W")
    assert cards(log, "--board", "2", "--after", "2", *asked) == cards(DEAL, *asked, "--play", "CA C9")


def test_cards_laid_face_down_are_played_first() -> None:
    """In a double Bettler North lays CJ face down, and South HK. Both must play these cards first."""
    board = (Path(__file__).parent / "data" / "valid" / "graden_two_bettlers.kpn", "--board", "1")

    def at(*args: object) -> tuple[str, int, list[str]]:
        [row] = run("solve", *board, *args, "--json").rows
        return row["to_play"], row["after"], list(row["cards"])

    assert at("--after", 0) == ("N", 0, ["S9", "SJ", "SK", "HJ", "DJ", "CJ"])
    assert at("--after", 0, "--play", "CJ") == ("S", 0, ["SQ", "H9", "HK", "DT", "CQ", "CA"])
    assert at("--after", 0, "--play", "CJ HK") == ("N", 0, ["CJ"])
    assert at("--after", 0, "--play", "CJ HK CJ CK") == at("--after", 2) == ("S", 2, ["HK"])
    for played in ("CJ HK CJ", "CJ HK CJ CK"):
        after = len(played.split()) - 2
        assert cards(*board, "--after", 0, "--play", played) == cards(*board, "--after", after)
    refused = run("solve", *board, "--after", 0, "--play", "HJ HK CJ")
    assert refused.status == 3 and refused.err.endswith("error: card: North may not play CJ, only HJ\n")


@pytest.mark.parametrize(
    ("play", "status", "said"),
    [
        ("CA D9", 3, "evening.kpn:1:1: error: card: North may not play D9, only C9 CK"),
        ("CA C9 xx", 2, "Error: unknown card 'xx'"),
    ],
)
def test_cards_that_cannot_be_played(log: Path, play: str, status: int, said: str) -> None:
    result = run("solve", log, "--board", "2", "--play", play)
    assert result.status == status and result.err.splitlines()[-1].endswith(said)


@pytest.mark.parametrize("command", ["table", "par", "stats"])
def test_one_board(command: str, log: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.kpn"
    alone.write_text(RECORD, encoding="utf-8")
    only = ("--contract", "durchmarsch", "--json") if command != "par" else ("--dealer", "N", "--json")
    one, same = run(command, log, "--board", "2", *only), run(command, alone, *only)
    rows, wanted = one.rows, same.rows
    for row in (*rows, *wanted):
        row.pop("file", None)
    assert one.status == 0 and rows and rows == wanted
    missing = run(command, log, "--board", "11", *only)
    assert missing.status == 2 and "Error: there is no board '11'" in missing.err


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("russbach", "there is no par in russbach: it has no auction"),
        (
            "anrufen",
            "there is no par in anrufen: after its auction Contra may be said and bids be raised, and the "
            "rulings leave open what perfect players say then; par is defined for graden",
        ),
    ],
)
def test_par_of_other_games_says_why_not(game: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.kpn"
    run("deal", "-n", 1, "--seed", 1, "--game", game, "-o", file)
    result = run("par", file)
    assert result.status == 3 and result.err.endswith(f":1: error: {reason}\n")


def test_odds_of_many_hands_are_rows(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("AKQ.AK.A.  # strong\n\n♠AKQ ♥AKQ\nKT.X..\nKT.Q.A.AQK\n", encoding="utf-8")
    result = run("odds", file, "--contract", "koenigmord", "--games", 9, "--json")
    assert [(row["hand"], row["share"]) for row in result.rows] == [("AKQ.AK.A.", 1.0), ("AKQ.AKQ..", 1.0)]
    assert (result.status, result.err) == (
        123,
        f"{file}:4:1: error: unknown rank 'X'\n"
        f"{file}:5:1: error: the hand has 7 cards, and a hand of graden has 6; if it is of "
        "anrufen3, give --game anrufen3\n",
    )
    asked = ("--contract", "koenigmord", "--games", 9)
    csv = run("odds", "AKQ.AKQ..", "SA SK HA DA CJ C9", *asked, "--format", "csv").out
    assert [line.split(",")[3] for line in csv.splitlines()] == ["hand", "AKQ.AKQ..", "AK.A.A.J9"]
    text = run("odds", "AKQ.AKQ..", "AKQ.AKQ..", *asked).out.splitlines()
    assert [line.split()[:2] for line in text] == [["hand", "best"], *2 * [["AKQ.AKQ..", "Königmord"]]]


@pytest.mark.parametrize("seat", Seat)
def test_the_seat_of_deals_is_the_one_asked_for(seat: Seat, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    file.write_text(f"n,e,s,w\n{','.join(TOPS[2:].split())}\n")
    row = run("odds", file, "--seat", seat.name, "--contract", "koenigmord", "--games", 0, "--json").rows[0]
    assert row["hand"] == TOPS[2:].split()[seat]


@pytest.mark.parametrize(("more", "times"), [((), 7), (("--rule", "unit=2"), 1)])
def test_odds_of_records_are_by_their_own_rules(more: tuple[str, ...], times: int, tmp_path: Path) -> None:
    """A record with seven times the unit pays seven times as much, unless ``--rule`` sets the unit."""
    file, deal = tmp_path / "deals.kpn", '[Deal "S:AT87.K8.T.Q - - -"]\n\n'
    file.write_text("".join(f'[Game "rufmariasch"]\n{rules}{deal}' for rules in ("", '[Rules "unit=7"]\n')))
    once, other = run("odds", file, "--samples", 20, "--games", 4, "--look", 4, *more, "--json").rows
    assert (once["share"], once["call"]) == (other["share"], other["call"])
    assert other["mean"] == pytest.approx(once["mean"] * times)
    assert other["careful_mean"] == pytest.approx(once["careful_mean"] * times)


def test_odds_of_a_seat_of_deals(log: Path) -> None:
    only = ("--contract", "koenigmord", "--games", 0, "--json")
    rows = run("odds", log, TOPS.split()[2], "--seat", "W", *only).rows
    assert [row["hand"] for row in rows] == ["KT.Q.A.AQ", "KT.Q.A.AQ", "AKQ.AKQ.."]


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "{log}"),
        ("solve", "{log}", "--after", "6"),
        ("advise", "{log}", "--after", "20"),
        ("analyze", "{log}", "--cards"),
        ("analyze", "{log}", "--games"),
        ("analyze", "{log}", "--players"),
        ("odds", "AKQ.AKQ..", "--contract", "koenigmord", "--samples", "5", "--play"),
    ],
)
def test_csv_has_the_rows_of_json(command: tuple[str, ...], log: Path) -> None:
    log.write_text(RECORD.replace('[Play "W"]', '[West "Anna"]\n[Play "W"]'), encoding="utf-8")
    args = [word.format(log=log) for word in command]
    rows = run(*args, "--json").rows
    found = list(csv.DictReader(run(*args, "--format", "csv").out.splitlines()))
    assert rows and len(found) == len(rows)
    for cells, row in zip(found, rows, strict=True):
        row.pop("table", None)
        assert list(cells) == list(row)
        for name, value in row.items():
            if isinstance(value, dict):
                assert cells[name] == " ".join(f"{k}={v}" for k, v in value.items())
            elif isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
                assert cells[name] == " ".join(map(str, value))
            elif value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
                assert cells[name] == ("" if value is None else str(value))


def test_csv_of_an_analysis_is_one_table(log: Path) -> None:
    result = run("analyze", log, "--format", "csv")
    assert result.status == 2 and "give --games, --cards or --players" in result.err


def test_another_contract_is_still_of_its_board(log: Path) -> None:
    asked = ("solve", log, "--board", "3", "--contract", "bettler", "--declarer", "W", "--after", "2")
    assert "\nBoard 3 · Königrufen (Graden) · after 2 cards" in run(*asked).out
    assert [row["board"] for row in run(*asked, "--json").rows] == ["3"]


@pytest.mark.parametrize("form", ["kpn", "csv", "parquet"])
def test_odds_of_deals_from_standard_input(form: str, tmp_path: Path) -> None:
    deals = tmp_path / f"deals.{form}"
    assert run("deal", "-n", 3, "--seed", 1, "-o", deals).status == 0
    asked = ("--seat", "E", "--contract", "koenigmord", "--games", 9, "--format", "csv")
    said = run("odds", "-", *asked, stdin=deals.read_bytes())
    assert (said.status, said.out) == (0, run("odds", deals, *asked).out.replace(str(deals), "<stdin>"))
    assert len(said.out.splitlines()) == 4


def test_seats_by_their_german_names(tmp_path: Path) -> None:
    deal = tmp_path / "deal.kpn"
    written = f'[Game "graden"]\n[Dealer "Ost"]\n[Deal "{DEAL}"]\n'
    deal.write_text(written, encoding="utf-8")
    asked = ("--contract", "koenigmord", "--json")
    for german, english in (("Nord", "N"), ("ost", "E"), ("Süd", "S"), ("West", "W")):
        told = [run("solve", deal, "--declarer", name, *asked).out for name in (german, english)]
        assert told[0] == told[1] != ""
    assert read_deals(str(deal))[0][0].dealer == Seat.E
    deal.write_text(written.replace('"Ost"', '"O"'), encoding="utf-8")
    assert "error" in run("check", deal).err
    assert "unknown seat 'O'" in run("solve", deal, "--declarer", "O", *asked).err


def test_a_position_after_a_declared_marriage_is_solved() -> None:
    """In Rußbach, the search for card points ignores declared marriages. It also works after a marriage."""
    done = run("solve", "simulated-log.kpn", "--board", "42", "--at", "2.1", "--json")
    assert (done.status, done.err) == (0, "")
    [row] = done.rows
    assert row["contract"] == "simple" and row["trick"] == 2 and row["value"] is not None
