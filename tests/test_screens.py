"""Messages and screens that new users once had to read twice are now clear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from running import run

EVENING = Path(__file__).parent / "data" / "evening.kpn"


def error_of(*arguments: object, given: str = "") -> str:
    """Return the last line that a command writes to standard error."""
    done = run(*arguments, stdin=given)
    assert done.status in (2, 3) and not done.out
    return done.err.splitlines()[-1]


def test_a_list_without_a_hand_is_reported(tmp_path: Path) -> None:
    empty = tmp_path / "hands.txt"
    empty.write_text("# no hand yet\n", encoding="utf-8")
    assert error_of("odds", empty) == f"{empty}:1:1: error: there is no hand in the file"
    assert error_of("odds", "-") == "<stdin>:1:1: error: there is no hand in the file"


def test_a_file_that_stands_where_a_directory_is_to_be_is_named(tmp_path: Path) -> None:
    file = tmp_path / "analysed"
    file.write_text("", encoding="utf-8")
    for asked in (("analyze", EVENING, "-o", file), ("batch", EVENING, "-o", file, "--task", "table")):
        assert error_of(*asked) == f"{file}: error: a file of this name exists, but a directory is needed"


def test_a_missing_board_is_compared_with_the_first_boards() -> None:
    assert error_of("solve", EVENING, "--board", "99") == (
        "Error: there is no board '99', but 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 65 more."
    )


def test_a_finished_game_has_no_card_to_advise_on() -> None:
    assert error_of("advise", EVENING, "--board", "1") == (
        f"{EVENING}:4:1: error: all 24 cards are played: name an earlier position (--after N or --at T.C)"
    )


def test_par_of_a_board_is_silent_about_other_boards() -> None:
    done = run("par", EVENING, "--board", "1")
    assert (done.status, done.err) == (0, "") and done.out.startswith("Board 1: ")
    no_par = f"{EVENING}:933:1: error: there is no par in russbach: it has no auction"
    assert error_of("par", EVENING, "--board", "41") == no_par
    assert "there is no board '99'" in error_of("par", EVENING, "--board", "99")


def test_a_card_that_may_not_be_played_is_told_from_those_that_may() -> None:
    message = error_of("solve", EVENING, "--board", "1", "--play", "SA")
    assert message.endswith("error: card: East may not play SA, only H9 HT HJ HQ DA CT")


def test_exact_odds_name_the_options_that_do_not_fit() -> None:
    assert error_of("odds", "AKQ.AQ.A.", "--samples", "10", "--exact") == (
        "Error: exact looks at all layouts: give no samples, within, seed or leads (--play)."
    )


@pytest.mark.parametrize(
    ("deal", "contracts", "legend"),
    [
        # Nobody holds King and Queen of a suit.
        ("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T", ["hundert"], "·: cannot be bid"),
        ("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T", ["durchmarsch"],
         "N E S W: the partner; *: calling a Ten"),
        ("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T", ["bettler"], None),
    ],
)  # fmt: skip
def test_the_legend_of_a_table_explains_its_marks(deal: str, contracts: list[str], legend: Any) -> None:
    done = run("table", deal, *(word for name in contracts for word in ("--contract", name)))
    last = done.out.splitlines()[-1]
    assert last == legend if legend else "no" in last.split() or "yes" in last.split()


def test_the_grid_explains_partners_only_where_it_names_one() -> None:
    """In board 1 nobody can make a Durchmarsch, so that no cell names a partner."""
    text = run("table", EVENING, "--board", "1", "--contract", "durchmarsch").out
    assert "partner" not in text


def test_odds_of_a_file_name_board_and_line(tmp_path: Path) -> None:
    """Odds of a log name the line and the board of each hand. Before, readers had to search for the cards."""
    asked = ("odds", EVENING, "--contract", "bettler", "--game", "graden", "--json")
    first, second = run(*asked).rows[:2]
    # In tests/data/evening.kpn board 1 begins in line 4 and board 2 in line 27. Without --seat the hands are
    # South's.
    assert [*first][:4] == ["file", "line", "board", "hand"]
    assert (first["line"], first["board"], first["hand"]) == (4, "1", "AQ..JT.QJ")
    assert (second["line"], second["board"]) == (27, "2")
    head, row = run(*asked[:-1]).out.splitlines()[:2]
    assert head.split()[:2] == ["board", "hand"] and row.split()[:2] == ["1", "AQ..JT.QJ"]
    hands = tmp_path / "hands.txt"
    hands.write_text("\nAKQ.AQ.A.\n", encoding="utf-8")
    [listed] = run("odds", hands, "--contract", "bettler", "--json").rows
    assert (listed["file"], listed["line"], listed["board"]) == (str(hands), 2, None)
    assert run("odds", hands, "--contract", "bettler").out.startswith("hand  ")
    [typed] = run("odds", "AKQ.AQ.A.", "--contract", "bettler", "--games", "0", "--json").rows
    assert (typed["file"], typed["line"], typed["board"]) == ("<hand>", 1, None)
