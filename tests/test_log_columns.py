"""Ordinary games of a log are read as columns. The results equal those of reading game by game."""

from __future__ import annotations

import random
import re
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from click.testing import CliRunner

from kpn_games import random_game
from kranalyze.analysis import Analysis, analyze_piece, analyze_records
from kranalyze.analysis.gametables import GameTables
from kranalyze.cli import cli
from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn, read_kpn, record_text, write_kpn
from kranalyze.parallel import Pace
from kranalyze.read.logpieces import log_pieces
from running import EVENING, script

ROOT = Path(__file__).parents[1]
LOG = EVENING
FILES = sorted([*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")])


def in_columns(path: Path, room: int, game: str | None, rules: dict[str, str]) -> tuple[Analysis, list[int]]:
    """Return the analysis of a log piece by piece, and the indexes of the games read as columns."""
    pieces = log_pieces(str(path), game, rules, Pace(room, room))
    logs = [piece.judged().log for piece in log_pieces(str(path), game, rules, Pace(room, room))]
    taken = [index for log in logs if log is not None for index in log.index.to_pylist()]
    found = [analyze_piece(piece, True) for piece in pieces]
    parts = [part for _, part in found]
    problems = [problem for some, _ in found for outcome in some for problem in outcome.problems]
    problems += [problem for part in parts for problem in part.problems]
    parts.append(analyze_records([]))  # the empty tables of a log without games
    tables = {name: pa.concat_tables(part.tables[name] for part in parts) for name in ("games", "cards")}
    return Analysis(tables, tuple(problems)), taken


def agree(path: Path, room: int = 1000, game: str | None = None, rules: dict[str, str] | None = None) -> int:
    """Assert that both ways of reading, as columns and game by game, give the same rows and problems.

    Return how many records were read as columns.
    """
    file = read_kpn(path, game, rules)
    expected = analyze_records(file.records)
    found, taken = in_columns(path, room, game, rules or {})
    assert set(taken) <= {record.index for record in file.records}
    for name in ("games", "cards"):
        one, other = found.tables[name], expected.tables[name]
        assert one.schema.equals(other.schema)
        for column in one.column_names:
            assert one[column].to_pylist() == other[column].to_pylist(), column
    problems = [p.args for p in (*file.problems, *expected.problems)]
    problems = [p for p in problems if p[4] != "there is no game in the file"]
    assert sorted(map(str, problems)) == sorted(str(p.args) for p in found.problems)
    return len(taken)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_file_comes_to_the_same_rows_and_errors(path: Path) -> None:
    agree(path)


def test_all_games_of_a_log_are_read_as_columns(tmp_path: Path) -> None:
    assert agree(LOG, room=9) == len(read_kpn(LOG).records) == 76
    windows = tmp_path / "windows.kpn"
    windows.write_bytes(b"\xef\xbb\xbf" + LOG.read_bytes().replace(b"\n", b"\r\n"))
    assert agree(windows) >= 75


def test_rows_of_a_table_are_read_as_columns_as_well(tmp_path: Path) -> None:
    """A log as Parquet gives the same rows, except for file and line.

    Games with rare or wrong values are not read as columns but one by one.
    """
    path = tmp_path / "log.parquet"
    assert CliRunner().invoke(cli, ["convert", str(LOG), str(path)]).exit_code == 0
    expected = analyze_records(read_kpn(LOG).records)
    found, taken = in_columns(path, 9, None, {})
    assert len(taken) == 76
    for name, table in found.tables.items():
        for column in table.column_names:
            if column not in ("file", "line"):
                assert table[column].to_pylist() == expected.tables[name][column].to_pylist(), column
    frame = pl.read_parquet(path)
    rare = frame.with_columns(
        event=pl.when(pl.int_range(pl.len()) == 1).then(pl.lit("a\nb")).otherwise("event"),
        score_n=pl.when(pl.int_range(pl.len()) == 2).then(999).otherwise("score_n"),
        play=pl.when(pl.int_range(pl.len()) == 3).then(pl.col("play").list.reverse()).otherwise("play"),
    )
    rare.write_parquet(path)
    found, taken = in_columns(path, 1000, None, {})
    assert len(taken) == 73 and not {1, 2, 3} & set(taken)
    assert {p.record for p in found.problems} == {2, 3}


def test_rules_and_game_of_the_command_line(tmp_path: Path) -> None:
    assert agree(LOG, rules={"call_own": "yes"}) > 0
    agree(LOG, rules={"mitbettler": "as_printed"})
    agree(LOG, game="graden")


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str, tmp_path: Path) -> None:
    """Random games give the same results if they are read as columns and game by game.

    Bids, announcements and cards are random. Every third game may have rare contents.
    """
    rng = random.Random(game)
    path = tmp_path / "log.kpn"
    path.write_text(write_kpn([random_game(rng, game, rare=i % 3 == 0) for i in range(30)]))
    assert agree(path, room=7) >= 20


@pytest.mark.parametrize("game", ["russbach", "rufmariasch"])
def test_marriages_that_nobody_declares(game: str, tmp_path: Path) -> None:
    """Results for positions with all marriages declared are not reused for positions without declarations."""
    rng = random.Random(5)
    records = [random_game(rng, game, rare=False) for _ in range(90)]
    texts = [record_text(r) for r in records if sum(a.what == "marriage" for a in r.announce) > 1][:12]
    path = tmp_path / "log.kpn"
    path.write_text("\n".join(re.sub(r"\[Announce .*\n", "", text) for text in texts))
    assert agree(path) == len(texts) > 5


def broken(rng: random.Random, text: str) -> str:
    """Return a game with a small change: a letter, missing letters, exchanged lines, or shuffled words."""
    kind = rng.randrange(4)
    at = rng.randrange(len(text))
    if kind == 0:
        return text[:at] + rng.choice('SHDCAKQJT9NESW"[]-; {\n0123') + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at + rng.randint(1, 4) :]
    lines = text.split("\n")
    i, k = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 2:
        lines[i], lines[k] = lines[k], lines[i]
        return "\n".join(lines)
    words = lines[i].split(" ")
    rng.shuffle(words)
    lines[i] = " ".join(words)
    return "\n".join(lines)


def test_what_is_wrong_with_a_game_is_found_all_the_same(tmp_path: Path) -> None:
    rng = random.Random(12)
    texts = [text for text in LOG.read_text().split("\n\n") if text]
    path = tmp_path / "log.kpn"
    taken = wrong = 0
    for _ in range(6):
        changed = [broken(rng, text) if rng.random() < 0.8 else text for text in texts]
        path.write_text("\n\n".join(changed))
        taken += agree(path)
        wrong += len(parse_kpn(path.read_bytes()).errors)
    assert taken > 60 and wrong > 60


def test_a_bid_that_is_no_higher_and_half_a_marriage(tmp_path: Path) -> None:
    """Both ways of reading find bids that are too low, and marriages that the hand does not hold.

    In some games the seat before the first bidder makes the same bid. In others each marriage is declared
    in every suit.
    """
    path, texts = tmp_path / "log.kpn", LOG.read_text().split("\n\n")
    again = [re.sub(r"\ngut (\w+) gut gut\n", r"\n\1 \1 gut gut\ngut\n", text) for text in texts]
    again = [one for one, text in zip(again, texts, strict=True) if one != text]
    said = [re.sub(r" (20|40) [SHDC]", rf" \1 {suit}", text) for text in texts for suit in "SHDC"]
    said = [text for text in said if "[Announce" in text]
    path.write_text("\n\n".join([*again, *said]))
    agree(path)
    messages = [error.message for error in parse_kpn(path.read_bytes()).errors]
    assert sum("does not rank above" in message for message in messages) > 3
    assert sum("does not hold King and Queen" in message for message in messages) > 5


def test_mutated_files(tmp_path: Path) -> None:
    fuzz = script("fuzz_kpn")
    path = tmp_path / "log.kpn"
    texts = [LOG.read_bytes()]
    for number in range(4):
        path.write_bytes(fuzz.mutated(texts, number))
        agree(path)


def test_a_wrong_amount_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison in ``agree`` fails if a single amount is wrong."""
    right, calls = GameTables.cards, list[int]()

    def off(*given: object) -> pa.Table:
        cards = right(*given)  # type: ignore[arg-type]
        calls.append(cards.num_rows)
        if len(calls) > 1:
            return cards
        costs = pa.array([1, *cards["cost"].to_pylist()[1:]], pa.int32())
        place = cards.schema.get_field_index("cost")
        return cards.set_column(place, cards.schema.field(place), costs)

    monkeypatch.setattr(GameTables, "cards", off)
    with pytest.raises(AssertionError, match="cost"):
        agree(LOG)
