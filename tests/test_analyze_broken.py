"""Logs with errors: every error is reported with its place, and the other games are analysed as usual."""
# mypy: no-strict-optional

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from analysing import analysed
from kranalyze.analysis import analyze_records
from kranalyze.kpn import KpnFile, parse_kpn
from running import run
from test_analyze import FALLS, FOUR, GIFT, KEEPS, MADE, game
from test_analyze_log import log

INVALID = sorted((Path(__file__).parent / "data" / "invalid").glob("*.kpn"))
BEFORE = FOUR
AFTER = game(FALLS, MADE, 5) + game(KEEPS, GIFT, 6)

#: Columns that depend on the place of a game in the file: the origin of the row, and tags that the top of a
#: file may state for all games of an evening.
_PLACE = ("file", "record", "line", "event", "date", "player", *(f"player_{seat}" for seat in "nesw"))


def facts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name not in _PLACE} for row in rows]


def rows_of(text: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    found = analyze_records(parse_kpn(text).records)
    return found.games.to_dicts(), found.cards.to_dicts()


# The file ``bridge`` has a test of its own, because its errors depend on its place. By itself it is not read
# to its end, because it begins with a game of bridge. In the middle of a log each game of bridge is an error.
@pytest.mark.parametrize("path", [p for p in INVALID if p.stem != "bridge"], ids=lambda p: p.stem)
def test_errors_in_the_middle_of_good_games(path: Path, tmp_path: Path) -> None:
    bad = path.read_bytes().decode("utf-8", errors="surrogateescape")
    if bad.startswith("% KPN"):
        bad = bad.partition("\n")[2]
    text = f"{BEFORE}{bad.rstrip()}\n\n{AFTER}"
    file = parse_kpn(text.encode("utf-8", errors="surrogateescape"), path.name)
    alone = parse_kpn(bad.encode("utf-8", errors="surrogateescape"), path.name)
    lines = BEFORE.count("\n")

    def said(file: KpnFile, above: int) -> list[tuple[int, int, str]]:
        """Return the problems of a file.

        Line numbers, also those in messages, do not count the first ``above`` lines.
        """
        message = partial(re.sub, r"(?<=at line )\d+", lambda number: str(int(number[0]) - above))
        return [(p.line - above, p.column, message(p.message)) for p in file.problems]

    assert said(file, lines) == said(alone, 0)
    found = analyze_records(file.records)
    games, cards = rows_of(BEFORE + AFTER)
    good = found.games.to_dicts()
    assert facts(good[:4] + good[-2:]) == facts(games)
    count = sum(row["played"] for row in games[:4])
    rest = len(cards) - count
    shown = found.cards.to_dicts()
    assert facts(shown[:count] + shown[-rest:]) == facts(cards)


@pytest.mark.parametrize("stem", ["plays", "values", "warnings"])
def test_the_command_reports_each_error_and_goes_on(stem: str, tmp_path: Path) -> None:
    path = next(p for p in INVALID if p.stem == stem)
    log_file = tmp_path / "log.kpn"
    log_file.write_bytes(BEFORE.encode() + path.read_bytes().rstrip() + b"\n\n" + AFTER.encode())
    problems = parse_kpn(log_file.read_bytes(), str(log_file)).problems
    result = run("analyze", log_file, "--format", "json", "--games", "--no-best")
    assert result.status == (123 if any(p.severity == "error" for p in problems) else 0)
    assert [str(p) for p in problems] == [line for line in result.err.splitlines() if str(log_file) in line][
        : len(problems)
    ]
    boards = [row["board"] for row in result.rows]
    assert boards[:4] == ["1", "2", "3", "4"] and boards[-2:] == ["5", "6"]


def test_each_game_of_bridge_in_the_middle_of_good_games_is_an_error() -> None:
    [path] = (path for path in INVALID if path.stem == "bridge")
    bad = path.read_text(encoding="utf-8").rstrip()
    file = parse_kpn(f"{BEFORE}{bad}\n\n{AFTER}")
    numbered = enumerate(bad.splitlines(), BEFORE.count("\n") + 1)
    lines = [number for number, line in numbered if line.startswith("[Deal ")]
    assert len(lines) == 3 and [problem.line for problem in file.errors] == lines
    assert all("this is bridge" in problem.message for problem in file.errors)
    assert [record.board for record in file.records] == ["1", "2", "3", "4", "5", "6"]


def test_a_revoke_names_the_rule() -> None:
    # West throws a diamond on the king of spades, although he holds the jack of spades. He plays this jack a
    # trick later.
    play = MADE.replace("SK SJ DT CT", "SK DJ DT CT").replace("SQ DJ H9 CJ", "SQ SJ H9 CJ")
    revoke = game(FALLS, play, 7)
    file = parse_kpn(FOUR + revoke + AFTER, "log.kpn")
    (error,) = file.errors
    assert error.message == "West must follow spades with the SJ"
    assert (error.line, error.column) == (FOUR.count("\n") + 5, 4)
    assert [r.board for r in file.records] == ["1", "2", "3", "4", "5", "6"]


def test_a_file_cut_anywhere_keeps_the_games_before_the_cut() -> None:
    text = FOUR + AFTER
    whole = rows_of(text)[0]
    ends = [text.index("\n\n", text.index(f'[Board "{n}"]')) for n in range(1, 7)]
    rng = random.Random("cut")
    for cut in rng.sample(range(len(text)), 40):
        found = analyze_records(parse_kpn(text[:cut]).records).games.to_dicts()
        complete = sum(end <= cut for end in ends)
        assert facts(found[:complete]) == facts(whole[:complete])
        assert len(found) <= complete + 1


def test_a_wrong_score_is_a_warning() -> None:
    wrong = game(FALLS, MADE, 8, '[Score "N:-60 E:-60 S:180 W:-60"]\n')
    result = run("analyze", "-", "--format", "json", "--games", stdin=FOUR + wrong)
    assert result.status == 0
    assert [row["score_ok"] for row in result.rows] == [None, None, None, None, False]
    line = FOUR.count("\n") + 3
    message = "the settlement of the game as played is N:-70 E:-70 S:210 W:-70"
    assert f"<stdin>:{line}:9: warning: {message}" in result.err


def test_only_errors() -> None:
    result = run("analyze", "-", stdin='[Game "graden"]\n[Deal "N:AKQ.A.A.A"]\n')
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith("<stdin>:2:")


def test_a_second_bettler_whose_card_is_not_known() -> None:
    record = next(r for r in log() if r.second is not None and r.declarer is not None)
    order = [move.seat for move in record.play[:4]]
    known = analysed([record])[0].cards
    for cards in range(1, 5):
        cut = replace(record, play=record.play[:cards], face_down=())
        (found,) = analysed([cut])
        seen = cards > order.index(record.second)
        assert len(found.cards) == cards
        assert (found.cards[0].before, found.cards[0].after) == (known[0].before, known[0].after)
        for card, right in zip(found.cards[1:], known[1:], strict=False):
            assert card.before == (right.before if seen else None)
            assert card.best == (right.best if seen else ())
