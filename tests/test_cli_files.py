"""Test ``kranalyze deal``, ``convert``, ``check`` and ``games``, which read and write files."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kranalyze.bundled import bundled_directory, open_own_or_bundled
from kranalyze.cards import parse_hand
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.kpn import parse_kpn, read_kpn
from oracle.graden import CLAUSES
from running import TOPS, run

GOOD = f'[Board "1"]\n[Game "graden"]\n[Dealer "S"]\n[Deal "{TOPS}"]\n'
BAD = GOOD.replace("AKQ.AKQ..", "AKQ.AKJ..")


def masks(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select("n", "e", "s", "w")


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_those_of_the_series_in_every_format(tmp_path: Path, game: str) -> None:
    wanted = random_deals(GAMES[game], 20, seed=5)
    for form in ("kpn", "csv", "parquet"):
        file = tmp_path / f"x.{form}"
        result = run("deal", "-n", 20, "--seed", 5, "--game", game, "-o", file)
        assert (result.status, result.out, result.err) == (0, "", "")
        checked = run("check", file)
        assert (checked.status, checked.out) == (0, f"{file}: 20 good records, 0 errors, 0 warnings\n")
    assert masks(pl.read_parquet(tmp_path / "x.parquet")).equals(masks(wanted))
    records = read_kpn(tmp_path / "x.kpn").records
    assert [(*r.deal.masks, r.talon.mask) for r in records if r.deal] == wanted.rows()
    assert [r.board for r in records] == [str(i) for i in range(1, 21)]
    seats = ["N", "E", "S", "W"][: GAMES[game].seats]
    assert [r.dealer.name for r in records if r.dealer is not None] == (seats * 20)[:20]


def test_a_part_of_a_series() -> None:
    whole = parse_kpn(run("deal", "-n", 10, "--seed", 3).out).records
    part = parse_kpn(run("deal", "-n", 4, "--seed", 3, "--start", 6).out).records
    assert [(r.board, r.dealer, r.deal) for r in part] == [(r.board, r.dealer, r.deal) for r in whole[6:]]


def test_given_hands_are_kept() -> None:
    records = parse_kpn(
        run("deal", "-n", 5, "--seed", 3, "--hand", "S=AKQ.A.A.9", "--hand", "west=HT, DK").out
    ).records
    for record in records:
        assert record.deal is not None
        assert record.deal.hand_masks[2] == parse_hand("AKQ.A.A.9")
        assert (record.deal.hand_masks[3] or 0) & parse_hand(".T.K.") == parse_hand(".T.K.")


def test_without_a_seed_the_seed_is_told_and_repeats_the_deals() -> None:
    first = run("deal", "-n", 3)
    word, seed = first.err.split()
    assert word == "seed"
    again = run("deal", "-n", 3, "--seed", seed)
    assert (again.out, again.err) == (first.out, "")
    assert f"--seed {seed}" in first.out
    assert run("deal", "-n", 3).out != first.out


def test_formats_of_standard_output() -> None:
    assert run("deal", "-n", 1, "--seed", 1, "--format", "csv").out.startswith("n,e,s,w,board,dealer,game\n")
    assert run("deal", "-n", 1, "--seed", 1).out.startswith("% KPN 1.0\n")
    assert run("deal", "-n", 0, "--seed", 1, "--format", "csv").out == "n,e,s,w,board,dealer,game\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-n", "-1"], "'-n'"),
        (["-n", "1", "--seed", "-1"], "'--seed'"),
        (["-n", "1", "--seed", str(2**64)], "'--seed'"),
        (["-n", "1", "--start", "-1"], "'--start'"),
        (["-n", "1", "--game", "skat"], "unknown game 'skat', known: graden"),
        (["-n", "1", "--hand", "S"], "SEAT=HAND"),
        (["-n", "1", "--hand", "Q=A..."], "unknown seat 'Q'"),
        (["-n", "1", "--hand", "S=A"], "a hand has four suits divided by dots, 'A' has 1"),
        (["-n", "1", "--hand", "S=AA..."], "twice"),
        (["-n", "1", "--hand", "S=SA SA"], "twice"),
        (["-n", "1", "--hand", "S=7..."], "S7 is not in the pack of graden"),
        (["-n", "1", "--hand", "S=A...", "--hand", "N=A..."], "card SA is held twice"),
        (["-n", "1", "--hand", "S=A...", "--hand", "S=K..."], "a seat is given twice"),
        (["-n", "1", "--hand", "S=AKQJT9.A.."], "South is given 7 cards, a hand has 6"),
        (["-n", "1", "--game", "anrufen3", "--hand", "W=A..."], "West has no hand in anrufen3"),
        (["-n", "1", "-o", "x.json"], "the ending names no format"),
    ],
)
def test_what_cannot_be_dealt(args: list[str], words: str) -> None:
    result = run("deal", *args)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


@pytest.mark.parametrize("game", ["graden", "anrufen3", "russbach"])
def test_conversion_there_and_back(tmp_path: Path, game: str) -> None:
    first = tmp_path / "a.kpn"
    run("deal", "-n", 30, "--seed", 8, "--game", game, "-o", first)
    files = [first, *(tmp_path / name for name in ("b.csv", "c.parquet", "d.csv", "e.kpn", "f.parquet"))]
    for source, target in pairwise(files):
        assert run("convert", source, target).status == 0
    assert files[1].read_bytes() == files[3].read_bytes()
    assert files[2].read_bytes() == files[5].read_bytes()
    assert [(r.deal, r.board, r.dealer, r.game) for r in read_kpn(files[4]).records] == [
        (r.deal, r.board, r.dealer, r.game) for r in read_kpn(first).records
    ]


def test_kpn_to_kpn_keeps_what_was_written(tmp_path: Path) -> None:
    source, target = bundled_directory() / "lessons.kpn", tmp_path / "x.kpn"
    assert run("convert", source, target).status == 0
    # Every game is written with a blank line after it, the last one too.
    assert target.read_bytes() == source.read_bytes() + b"\n"
    assert run("convert", target, "-").out.encode() == target.read_bytes()
    dealt = run("deal", "-n", 3, "--seed", 1).out
    assert run("convert", "-", "-", stdin=dealt).out == dealt
    # If the deal names no kind of game, convert needs the option --game, and writes the game into the file.
    (tmp_path / "nameless.kpn").write_text(f'[Deal "{TOPS}"]\n')
    assert run("convert", tmp_path / "nameless.kpn", target).status == 3
    assert run("convert", tmp_path / "nameless.kpn", target, "--game", "graden").status == 0
    assert [record.game for record in read_kpn(target).records] == ["graden"]


def test_conversion_leaves_broken_deals_out_and_says_so(tmp_path: Path) -> None:
    source = tmp_path / "x.kpn"
    source.write_text(f"{GOOD}\n{BAD}\n{GOOD}")
    result = run("convert", source, "-", "--format", "csv")
    assert (result.status, len(result.out.splitlines())) == (123, 3)
    assert result.err.startswith(f"{source}:9:")
    # A conversion from KPN to KPN loses nothing that a user wrote.
    kept = run("convert", source, "-")
    assert (kept.status, kept.out.count("AKJ")) == (123, 1)


def test_nothing_good_leaves_the_target_alone(tmp_path: Path) -> None:
    source, target = tmp_path / "x.kpn", tmp_path / "x.csv"
    source.write_text(BAD)
    target.write_text("old")
    assert run("convert", source, target).status == 3
    assert target.read_text() == "old"


def test_converting_in_place_and_through_pipes(tmp_path: Path) -> None:
    assert run("convert", TOPS, "-", "--format", "csv").out.splitlines()[1].startswith("JT9.JT9..,..JT9.JT9,")
    table = run("convert", "-", "-", "--format", "csv", stdin=GOOD).out
    assert run("convert", "-", "-", stdin=table).out == f"% KPN 1.0\n\n{GOOD}\n"
    parquet = tmp_path / "x.parquet"
    run("convert", TOPS, parquet)
    assert run("convert", "-", "-", "--format", "csv", stdin=parquet.read_bytes()).out.count("graden") == 1
    assert run("convert", "x.kpn", "x.foo").status == 2


def test_check_lists_all_errors_with_their_places(tmp_path: Path) -> None:
    first, second = tmp_path / "a.kpn", tmp_path / "b.csv"
    first.write_text(f"{BAD}\n{GOOD}\n{BAD}")
    second.write_text("n,e,s,w\nJT9.JT9..,..JT9.JT9,AKX.AKQ..,..AKQ.AKQ\n")
    result = run("check", first, second)
    assert result.status == 123
    places = [line.split(" ")[0] for line in result.err.splitlines()]
    assert places[0].startswith(f"{first}:4:")
    assert any(place.startswith(f"{first}:14:") for place in places)
    assert places[-1] == f"{second}:2:21:"
    assert all(": error: " in line for line in result.err.splitlines())
    assert result.out.splitlines()[0].startswith(f"{first}: 1 good record, ")
    assert result.out.splitlines()[1] == f"{second}: 0 good records, 1 error, 0 warnings"
    assert run("check", "-q", first, second).out == ""


def test_check_of_good_files_is_0_and_of_warnings_too(tmp_path: Path) -> None:
    assert run("check", "lessons.kpn", "recorded-deals-24.kpn", "recorded-deals-32.kpn").status == 0
    # If the Auction does not lead to the Contract of the record, check prints a warning.
    file = tmp_path / "x.kpn"
    auction = '[Auction "W"]\nkoenigmord gut gut gut\n'
    file.write_text(f'{GOOD}[Contract "zehnermord"]\n[Declarer "W"]\n{auction}')
    result = run("check", file)
    assert result.status == 0
    assert ": warning: " in result.err
    assert result.out == f"{file}: 1 good record, 0 errors, 1 warning\n"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.kpn", b"", "there is no game in the file"),
        ("x.kpn", b"; only a comment\n", "there is no game in the file"),
        ("x.csv", b"", "begins with the names of its columns"),
        ("x.csv", b"n,e,s,w\n", "there is no deal in the file"),
        ("x.csv", b"\xff\xfe\x00\x01", "not UTF-8 text"),
        ("x.csv", b"a,b\n1,2\n", "here is no n, e, s, w"),
        ("x.parquet", b"", "not a Parquet file"),
        ("x.parquet", b"PAR1 but no more", "not a Parquet file"),
        ("x.kpn", bytes(range(256)), "1:1: error: "),
        ("x", b"\x7fELF\x00\x01", "error: "),
    ],
)
@pytest.mark.parametrize("command", ["check", "table", "solve", "convert"])
def test_files_with_nothing_in_them(
    tmp_path: Path, command: str, name: str, content: bytes, words: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    more = {"solve": ["--contract", "bettler", "--declarer", "N"], "convert": ["-"]}.get(command, [])
    result = run(command, file, *more)
    assert result.status == 3
    assert result.err.startswith(f"{file}:1:")
    assert words in result.err


@pytest.mark.parametrize("command", ["check", "table", "solve", "convert"])
@pytest.mark.parametrize("name", ["folder", "missing", "missing.csv", "missing.parquet", "folder/x/y.kpn"])
def test_files_that_cannot_be_read(tmp_path: Path, command: str, name: str) -> None:
    (tmp_path / "folder").mkdir()
    more = {"solve": ["--contract", "bettler", "--declarer", "N"], "convert": ["-"]}.get(command, [])
    result = run(command, tmp_path / name, *more)
    assert result.status == 3
    assert result.err.startswith(f"{tmp_path / name}:1:1: error: the file cannot be read: ")


def test_a_file_that_vanishes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.kpn"
    file.write_text(GOOD)

    def vanish(name: str) -> Any:
        file.unlink(missing_ok=True)
        return open_own_or_bundled(name)

    monkeypatch.setattr("kranalyze.read.sources.open_own_or_bundled", vanish)
    result = run("table", file)
    assert result.status == 3
    assert result.err == f"{file}:1:1: error: the file cannot be read: No such file or directory\n"


def test_games_lists_what_the_solver_knows() -> None:
    short = run("games").out
    for game in GAMES.values():
        assert f"{game.id} " in short
        detail = run("games", game.id).out
        for contract in game.contracts:
            assert f"  {contract.id} " in detail
        for option in game.options:
            assert f"  {option.name} = " in detail
    rows = run("games", "--json").rows
    assert [row["game"] for row in rows] == list(GAMES)
    graden = rows[0]
    values = {row["contract"]: row["value"] for row in graden["contracts"]}
    assert values == {name: clause.v for name, clause in CLAUSES.items()}
    defaults = {option["option"]: option["default"] for option in graden["options"]}
    assert defaults.items() >= {"call_own": "no", "mitbettler": "loser_pays"}.items()
    assert defaults == GAMES["graden"].in_force
    assert run("games", "Königrufen (Graden)", "--json").rows == rows[:1]
