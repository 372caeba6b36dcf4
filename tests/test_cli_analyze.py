"""Test the commands ``analyze``, ``annotate`` and ``solve --after``."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kranalyze.analysis import analyze_records
from kranalyze.analysis.gamecolumns import CARDS_SCHEMA, GAMES_SCHEMA, PLAYERS_SCHEMA
from kranalyze.analysis.players import Totals
from kranalyze.kpn import parse_kpn, read_kpn
from kranalyze.show.gametext import NOTICE
from running import EVENING, run
from test_analyze import FALLS, FOUR, GIFT, KEEPS, LOST, game

#: The third game of FOUR in German letters.
GERMAN = game("S:AKO9.AK.. UX..AKOU. .OUX9.X9. ...AKOUX9", "L9 LU S9 E9\n*", 3, '[Deck "german"]\n')


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "evening.kpn"
    path.write_text(FOUR, encoding="utf-8")
    return path


def test_a_directory_that_cannot_be_made_is_seen_before_a_game_is(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kranalyze.analysis.analyze_log", None)
    for table in ("--games", "--cards", "--players"):
        result = run("analyze", log, table, "-o", log)
        message = "a file of this name exists, but a directory is needed"
        assert (result.status, result.err) == (3, f"{log}: error: {message}\n")
    monkeypatch.undo()
    assert run("analyze", log, "--board", "99", "-o", tmp_path / "a" / "b").status == 2
    assert not (tmp_path / "a").exists()


def test_a_directory_that_cannot_be_written_to_is_seen_before_a_game_is(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kranalyze.analysis.analyze_log", None)
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write to every directory
    result = run("analyze", log, "--players", "-o", tmp_path)
    wanted = f"{tmp_path / 'players.parquet'}: error: Permission denied\n"
    assert (result.status, result.err) == (3, wanted)


@pytest.mark.usefixtures("argued")
def test_one_game_card_by_card(log: Path) -> None:
    result = run("analyze", log, "--board", "2")
    assert result.status == 0 and result.err == ""
    for line in (
        "Board 2: Königmord by South",
        "The contract was made, though it could not be made against best play.",
        "As played North, East and West pay South 70 chips each.",
        "With best play by everybody South pays North, East and West 70 chips each.",
        " 5  S ♠T    W ♥A??  N ♦K    E ♣K    South",
        "      ♥A cost West 140 chips (+70 to -70); best: ♣9. From here the contract could be made",
        "The line that West missed in trick 5",
        " 6  S ♥9  W ♥A  N ♦A  E ♣A  West",
        "South's best contract: Hundert, calling ♥T, ♥J, ♥Q, ♥K, ♥A or ♣9, 60 chips",
        "Given away (chips): North 0, East 0, South 0, West 140",
    ):
        assert line in result.out.splitlines(), line
    assert result.out.count(NOTICE) == 1


@pytest.mark.usefixtures("argued")
def test_what_else_could_be_made_is_said_where_it_was_looked_for() -> None:
    """The text says whether a player could have made another contract.

    With --no-best, or if other hands are unknown, it says nothing about other contracts.
    """
    none = "could not have made any contract"
    assert f"East {none}" in run("analyze", EVENING, "--board", "1").out
    assert none not in run("analyze", EVENING, "--board", "1", "--no-best").out
    dealt = (
        '[Game "bauernschnapsen"]\n[Dealer "W"]\n[Deal "N:AKQJT... - - -"]\n[Trump "S"]\n'
        '[Contract "herrenschnapser"]\n[Declarer "N"]\n'
    )
    shown = run("analyze", "-", stdin=dealt).out
    assert "The contract was made, and it could be made." in shown and none not in shown


def test_a_lost_contract_says_so() -> None:
    result = run("analyze", "-", stdin=game(FALLS, LOST))
    assert "The contract was lost, though it could be made." in result.out
    assert "best: ♠Q, ♠K, ♠A, ♥K or ♥A. Here the contract was lost" in result.out


def test_german_letters_of_the_record_and_of_the_option(log: Path) -> None:
    own = run("analyze", "-", stdin=GERMAN).out
    assert "L9 cost South 420 chips (+210 to -210); best: LO, LK, LA, HK or HA" in own
    assert "L9 cost South" in run("analyze", log, "--board", "3", "--deck", "german").out
    assert "♠9 cost South" in run("analyze", "-", "--deck", "french", stdin=GERMAN).out


def test_many_games_as_a_summary(log: Path) -> None:
    result = run("analyze", log)
    lines = [line.split() for line in result.out.splitlines()]
    assert ["1", "graden", "Königmord", "South", "hopeless", "-210", "-210", "0"] in lines
    gift = ["2", "graden", "Königmord", "South", "gift", "+210", "-210", "140", "W", "♥A??", "(trick", "5)"]
    assert gift in lines
    assert ["Königmord", "4", "1", "1", "1", "1", "0", "560"] in lines
    numbers = ["4", "4", "2", "2", "0", "0", "0", "420", "0", "19", "94.7%"]
    assert ["Dora", *numbers] in lines
    assert result.out.count(NOTICE) == 1


def test_the_same_rows_as_json_and_as_parquet(log: Path, tmp_path: Path) -> None:
    rows = run("analyze", log, "--format", "json").rows
    result = run("analyze", log, "-o", tmp_path / "out")
    assert result.status == 0 and result.out == "" and result.err.strip() == NOTICE
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
        "cards.parquet", "games.parquet", "players.parquet",
    ]  # fmt: skip
    schemas = {"games": GAMES_SCHEMA, "cards": CARDS_SCHEMA, "players": PLAYERS_SCHEMA}
    for name, schema in schemas.items():
        table = pq.read_table(tmp_path / "out" / f"{name}.parquet")
        assert table.schema.equals(schema) and table.schema.metadata[b"kranalyze.format"] == b"3"
        written = [{k: v for k, v in row.items() if k != "table"} for row in rows if row["table"] == name]
        assert json.loads(json.dumps(table.to_pylist())) == written
    found = analyze_records(read_kpn(log).records)
    assert pq.read_table(tmp_path / "out" / "games.parquet").to_pylist() == found.games.to_dicts()
    players = Totals().add(**found.tables).table()
    assert pq.read_table(tmp_path / "out" / "players.parquet").to_pylist() == players.to_pylist()


def test_tables_can_be_chosen(log: Path, tmp_path: Path) -> None:
    rows = run("analyze", log, "--json", "--cards", "--players").rows
    assert {row["table"] for row in rows} == {"cards", "players"}
    run("analyze", log, "-o", tmp_path / "some", "--games")
    assert [p.name for p in (tmp_path / "some").iterdir()] == ["games.parquet"]
    other = run("analyze", log, "-o", tmp_path / "some", "--players")
    older = tmp_path / "some" / "games.parquet"
    assert other.status == 0 and f"{older}: not written now, it is from an earlier run\n" in other.err
    refused = run("analyze", log, "--games")
    assert refused.status == 2 and "--format" in refused.err


def test_several_logs_and_more_games_than_a_batch(log: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.kpn"
    many.write_text(game(KEEPS, GIFT) * 150, encoding="utf-8")
    for workers in (1, 3):
        rows = run("analyze", log, many, "--json", "--games", "--no-best", "--workers", workers).rows
        assert [(row["file"], row["record"]) for row in rows] == [
            *((str(log), i) for i in range(4)),
            *((str(many), i) for i in range(150)),
        ]
    text = run("analyze", log, many, "--no-best").out
    assert "board  game" not in text, "too many games to be listed"
    assert any(line.split()[:4] == ["Königmord", "154", "1", "151"] for line in text.splitlines())


def test_a_file_that_is_not_there_spoils_nothing(log: Path) -> None:
    result = run("analyze", "nowhere.kpn", log, "--json", "--games")
    assert result.status == 123 and len(result.rows) == 4
    assert "nowhere.kpn:1:1: error: the file cannot be read" in result.err
    assert run("analyze", "nowhere.kpn").status == 3


def test_a_board_that_is_not_there(log: Path) -> None:
    result = run("analyze", log, "--board", "77")
    assert result.status == 2 and "there is no board '77'" in result.err


def test_a_bundled_log() -> None:
    result = run("analyze", "simulated-log.kpn", "--json", "--games", "--no-best")
    assert result.status == 0 and {row["file"] for row in result.rows} == {"simulated-log.kpn"}


def test_annotate_marks_the_cards_that_cost_something(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "marked.kpn"
    result = run("annotate", log, "-o", out)
    assert result.status == 0 and result.err.strip() == NOTICE
    text = out.read_text(encoding="utf-8")
    assert "ST HA?? =1= DK CK" in text
    assert '[Note "1:kranalyze: cost 140 (+70 to -70), best C9"]' in text
    assert "S9?? =1= SJ D9 C9" in text
    assert '[Note "1:kranalyze: cost 420 (+210 to -210), best SQ SK SA HK HA"]' in text
    marked = read_kpn(out)
    assert not marked.problems
    plain = read_kpn(log)
    assert [r.play for r in marked.records] == [r.play for r in plain.records]
    # Without the marks and notes, the text has the same records as the log.
    text = text.replace("?? =1=", "")
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Note"))
    assert parse_kpn(text).records == plain.records
    # Annotating the annotated log again changes nothing.
    assert run("annotate", out).out == out.read_text(encoding="utf-8")


def test_annotate_keeps_what_others_wrote(tmp_path: Path) -> None:
    theirs = FOUR.replace("ST HA DK CK", "ST HA ! =4= DK CK").replace(
        "H9 C9 DA CA", 'H9 C9 DA CA\n[Note "4:I had no idea"]'
    )
    broken = '; a game with a slip\n[Game "graden"]\n[Deal "N:AKQ.A.A.A"]\n\n'
    path = tmp_path / "log.kpn"
    path.write_text("; Thursday\n\n" + theirs + broken + "; the end\n", encoding="utf-8")
    result = run("annotate", path)
    assert result.status == 123
    assert "; Thursday" in result.out and broken.strip() in result.out and "; the end" in result.out
    assert '[Note "4:I had no idea"]' in result.out and '[Note "5:kranalyze: cost 140' in result.out
    assert "HA?? =4= =5=" in result.out
    again = run("annotate", "-", stdin=result.out)
    assert again.out == result.out


def test_annotate_writes_the_letters_of_the_record() -> None:
    text = run("annotate", "-", stdin=GERMAN).out
    assert "L9?? =1= LU S9 E9" in text and "best LO LK LA HK HA" in text


def test_solve_after_some_cards(log: Path) -> None:
    (row,) = run("solve", log, "--board", "2", "--after", "17", "--json").rows
    assert (row["after"], row["trick"], row["turn"], row["to_play"]) == (17, 5, 2, "W")
    assert row["cards"] == {"HA": -70, "C9": 70}
    assert (row["makeable"], row["value"], row["payoff"]["S"]) == (False, 0, -210)
    assert row["played"] == [["S", "ST"]]
    assert row["hands"] == "N:..AK. ...AK .9.. .A..9"
    (same,) = run("solve", log, "--board", "2", "--at", "5.1", "--json").rows
    assert same == row
    # After West's mistake the contract can be made.
    (later,) = run("solve", log, "--board", "2", "--at", "5.2", "--json").rows
    assert later["makeable"] and later["payoff"]["S"] == 210
    assert run("solve", log, "--board", "2", "--after", "17", "--check").status == 1
    assert run("solve", log, "--board", "2", "--after", "18", "--check").status == 0


def test_solve_after_no_card_is_the_whole_game(log: Path) -> None:
    (whole,) = run("solve", log, "--board", "4", "--json").rows
    (start,) = run("solve", log, "--board", "4", "--after", "0", "--json").rows
    for name in ("deal", "contract", "declarer", "makeable", "value", "payoff", "line"):
        assert start[name] == whole[name]


def test_solve_after_in_words(log: Path) -> None:
    out = run("solve", log, "--board", "2", "--after", "17").out
    for line in (
        "Königmord by South: cannot be made",
        "Board 2 · Königrufen (Graden) · after 17 cards: trick 5, card 2, West to play",
        "On the table: S ♠T",
        "    +70  ♣9",
        "    -70  ♥A",
        "Settlement: South pays North, East and West 70 chips each",
    ):
        assert line in out.splitlines(), line


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--after", "25"), 3, "the record has 24 cards, there is no position after 25"),
        (("--after", "24"), 3, "all 24 cards are played"),
        (("--at", "7.1"), 3, "the record has no card 7.1"),
        (("--at", "7"), 2, "TRICK.CARD"),
        (("--at", "0.1"), 2, "TRICK.CARD"),
        (("--after", "3", "--at", "1.1"), 2, "exclude each other"),
        (("--after", "3", "--play", "xx"), 2, "unknown card 'xx'"),
        (("--after", "-1"), 2, "-1"),
    ],
)
def test_positions_that_are_not_there(
    log: Path, arguments: tuple[str, ...], status: int, message: str
) -> None:
    result = run("solve", log, "--board", "2", *arguments)
    assert result.status == status and message in result.err and "Traceback" not in result.err


def test_a_deal_has_no_cards_to_stand_after() -> None:
    result = run("solve", "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", "--after", "1")
    assert result.status == 3 and "a deal alone has no play" in result.err


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_a_log_without_a_good_game_has_no_notice_on_costs(form: str, tmp_path: Path) -> None:
    log, out = tmp_path / "log.kpn", tmp_path / "out.kpn"
    log.write_text('[Game "graden"]\n[Deal "N:AK"]\n', encoding="utf-8")
    rows = () if form == "text" else ("--games", "--format", form)
    for command in (("analyze", log, *rows), ("annotate", log, "-o", out)):
        done = run(*command)
        assert done.status == 3 and NOTICE not in done.out + done.err
        assert "a deal of graden has 4 hands, here are 1" in done.err


def test_nobody_gave_anything_away_is_said_in_words() -> None:
    """Board 30 is a Schurln in which no card cost anything."""
    text = run("analyze", EVENING, "--board", "30").out
    assert "\nNobody gave anything away\n" in text and "Given away" not in text
    assert "Given away (chips): North 0, East 40, South 40, West 0\n" in run(
        "analyze", EVENING, "--board", "22"
    ).out


def test_csv_for_a_german_spreadsheet() -> None:
    """``csv-de`` equals ``csv`` except for semicolons, decimal commas and a byte order mark."""
    plain = run("analyze", EVENING, "--players", "--format", "csv").out
    german = run("analyze", EVENING, "--players", "--format", "csv-de").out
    assert german.startswith("\ufeff") and german.count("\ufeff") == 1
    rows = [line.split(";") for line in german[1:].splitlines()]
    wanted = [line.split(",") for line in plain.splitlines()]
    assert [[cell.replace(",", ".") for cell in row] for row in rows] == wanted
    assert any("," in cell for row in rows for cell in row)
