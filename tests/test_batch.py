"""Batches: the rows do not depend on the engine, the shards or the number of runs."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import kranalyze
from batches import DATA, deals, log, rows
from kranalyze.analysis import analyze_records
from kranalyze.analysis.players import Totals
from kranalyze.batches import SHARD_SIZE, SINGLE_DUMMY_SHARD_SIZE, engines, read_batch, store, work
from kranalyze.kpn import read_kpn
from running import TOPS, run

VALID = sorted((DATA / "valid").glob("*.kpn"))
INVALID = sorted((DATA / "invalid").glob("*.kpn"))


@pytest.fixture(scope="module")
def deals_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return log(tmp_path_factory.mktemp("deals") / "deals.kpn", 60)


def test_rows_are_those_of_the_table(deals_file: Path, tmp_path: Path) -> None:
    result = kranalyze.batch(deals_file, tmp_path / "out", shard_size=7)
    assert (result.records, result.done, len(result.shards)) == (60, 60, 9)
    found = result.scan("table").collect()
    wanted = kranalyze.table(deals(60))
    assert found.drop("file", "board").rows() == wanted.drop("file", "board").rows()
    assert set(found["file"]) == {str(deals_file)}
    assert found["board"].to_list() == [str(deal + 1) for deal in found["deal"]]


def test_rows_do_not_depend_on_shards_and_workers(deals_file: Path, tmp_path: Path) -> None:
    wanted = rows(kranalyze.batch(deals_file, tmp_path / "0", workers=1, shard_size=60))
    ways = [(1, 7, None), (3, 13, None), (2, 29, engines.process_pool(2))]
    for number, (workers, size, engine) in enumerate(ways, 1):
        out = tmp_path / str(number)
        result = kranalyze.batch(deals_file, out, workers=workers, shard_size=size, executor=engine)
        assert rows(result) == wanted
    with ThreadPoolExecutor(2) as pool:
        assert rows(kranalyze.batch(deals_file, tmp_path / "own", executor=pool, shard_size=9)) == wanted
        assert pool.submit(int).result() == 0, "an executor of the caller's stays his"


def test_every_form_of_input_gives_the_same_rows(deals_file: Path, tmp_path: Path) -> None:
    wanted = [r[3:] for r in rows(kranalyze.batch(deals_file, tmp_path / "kpn"))]
    for form in ("csv", "parquet"):
        other = tmp_path / f"deals.{form}"
        assert run("convert", deals_file, other).status == 0
        for size in (1000, 11):
            result = kranalyze.batch(other, tmp_path / f"{form}{size}", shard_size=size)
            found = rows(result)
            assert [r[3:] for r in found] == wanted
            assert list(dict.fromkeys(r[1] for r in found)) == list(range(60))


def test_records_of_several_games_and_rules(tmp_path: Path) -> None:
    result = kranalyze.batch(VALID, tmp_path / "out", shard_size=2)
    whole = kranalyze.batch(VALID, tmp_path / "whole")
    assert rows(result) == rows(whole)
    assert rows(result, "errors") == rows(whole, "errors")
    games = {r.game for path in VALID for r in read_kpn(path).records}
    assert set(result.scan("table").collect()["game"]) == games
    assert len(games) == len(kranalyze.GAMES)


def test_analysis_is_that_of_all_records_together(tmp_path: Path) -> None:
    result = kranalyze.batch(VALID, tmp_path / "out", task="analyze", shard_size=2)
    records = [r for path in VALID for r in read_kpn(path).records]
    wanted = analyze_records(records)
    assert rows(result, "games") == pl.DataFrame(wanted.games).rows()
    assert rows(result, "cards") == pl.DataFrame(wanted.cards).rows()
    players = Totals().add(**wanted.tables).table()
    assert rows(result, "players") == pl.DataFrame(players).rows()
    assert len(players) > 0
    assert result.scan("players").collect().schema == pl.DataFrame(players).schema
    quick = kranalyze.batch(VALID, tmp_path / "quick", task="analyze", best=False)
    assert rows(quick, "games") == analyze_records(records, best=False).games.rows()
    assert rows(quick, "games") != rows(result, "games")


def test_errors_stop_nothing_and_are_listed(tmp_path: Path) -> None:
    files = [*VALID[:2], *INVALID, tmp_path / "missing.kpn", *VALID[2:4]]
    result = kranalyze.batch(files, tmp_path / "out", shard_size=2)
    found = {row[:4] + row[5:] for row in rows(result, "errors")}
    wanted = {
        (p.file, p.line, p.column, p.severity, p.message)
        for path in [*VALID[:4], *INVALID]
        for p in read_kpn(path).problems
    }
    assert wanted <= found
    assert {file for file, *_ in found - wanted} <= {str(f) for f in files}
    assert (str(tmp_path / "missing.kpn"), 1, 1, "error") in {row[:4] for row in rows(result, "errors")}
    good = kranalyze.batch(VALID[:4], tmp_path / "good")
    here = result.scan("table").filter(pl.col("file").cast(pl.String).is_in([str(p) for p in VALID[:4]]))
    assert here.collect().rows() == rows(good)


def test_the_command_says_what_was_wrong_and_leaves_with_123(tmp_path: Path) -> None:
    bad = TOPS.replace("JT9", "JT8", 1)
    text = f'[Game "graden"]\n[Deal "{TOPS}"]\n\n[Game "graden"]\n[Deal "{bad}"]\n\n'
    said = run("batch", "-", "-o", tmp_path / "out", "--task", "table", stdin=text * 24)
    assert said.status == 123
    lines = said.err.splitlines()
    assert len(lines) == 22
    assert lines[0].startswith("<stdin>:5:")
    assert lines[19].startswith("<stdin>:119:")
    assert lines[20] == f"... 4 more in {tmp_path / 'out' / 'errors.parquet'}"
    assert lines[21] == f"{tmp_path / 'out'}: 24 of 48 records in 1 shard"
    errors = pq.read_table(tmp_path / "out" / "errors.parquet").to_pylist()
    assert [e["record"] for e in errors] == list(range(1, 48, 2))


def test_the_command_says_what_the_function_takes() -> None:
    help_text = run("batch", "--help").out.replace("\n", " ")
    sizes = f"default: {SHARD_SIZE}, with --single-dummy {SINGLE_DUMMY_SHARD_SIZE}"
    assert sizes in re.sub(" +", " ", help_text)


def test_nothing_done_is_3_and_wrong_use_is_2(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("batch", tmp_path / "missing.kpn", "-o", out, "--task", "table").status == 3
    table = ["batch", TOPS, "-o", out, "--task", "table"]
    for wrong in (["--engine", "dask"], ["--scheduler", "x:1"], ["--rule", "no=no"], ["--workers", "0"]):
        assert run(*table, *wrong).status == 2, wrong
    assert run("batch", TOPS, TOPS, "-o", out, "--task", "table").status == 2
    assert run("batch", TOPS, "-o", out, "--task", "analyze", "--selfish").status == 2
    (tmp_path / "file").write_text("")
    assert run("batch", TOPS, "-o", tmp_path / "file", "--task", "table").status == 3


def test_a_second_run_makes_nothing_again(deals_file: Path, tmp_path: Path) -> None:
    first = kranalyze.batch(deals_file, tmp_path / "out", shard_size=20)
    times = [path.stat().st_mtime_ns for path in first.paths("table")]
    second = kranalyze.batch(deals_file, tmp_path / "out", shard_size=20)
    assert (first.reused, second.reused) == (0, 3)
    assert [path.stat().st_mtime_ns for path in second.paths("table")] == times
    assert rows(second) == rows(first)


def test_another_setting_makes_other_shards_and_mixes_nothing(deals_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    plain = kranalyze.batch(deals_file, out, shard_size=20)
    wanted = rows(plain)
    changes = (
        {"contracts": ["koenigmord"]},
        {"declarers": ["S"]},
        {"rules": {"call_own": "yes"}},
        {"game": "graden"},
        {"shard_size": 19},
    )
    for change in changes:
        other = kranalyze.batch(deals_file, out, **{"shard_size": 20, **change})  # type: ignore[arg-type]
        assert not {s.name for s in other.shards} & {s.name for s in plain.shards}, change
        assert other.reused == 0
        assert other.stale >= 3
        alone = kranalyze.batch(deals_file, tmp_path / "alone" / str(change), **{"shard_size": 20, **change})  # type: ignore[arg-type]
        assert rows(other) == rows(alone)
        assert set(other.paths("table")) == {*(out / "table").glob("*.parquet")}, "a glob is right, too"
    again = kranalyze.batch(deals_file, out, shard_size=20)
    assert (again.reused, rows(again)) == (3, wanted)


def test_the_version_of_the_program_is_a_setting(
    deals_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kranalyze.batch(deals_file, tmp_path, shard_size=30)
    monkeypatch.setattr(work, "VERSION", "9.9.9")
    assert kranalyze.batch(deals_file, tmp_path, shard_size=30).reused == 0


def test_records_added_to_a_log_make_one_shard_more(tmp_path: Path) -> None:
    path = log(tmp_path / "log.kpn", 40)
    kranalyze.batch(path, tmp_path / "out", shard_size=10)
    with path.open("a") as out:
        out.write(f'[Game "graden"]\n[Deal "{TOPS}"]\n')
    result = kranalyze.batch(path, tmp_path / "out", shard_size=10)
    assert (result.reused, result.stale, len(result.shards), result.records) == (4, 0, 5, 41)


def test_a_changed_record_makes_its_shard_anew(tmp_path: Path) -> None:
    path = log(tmp_path / "log.kpn", 40)
    kranalyze.batch(path, tmp_path / "out", shard_size=10)
    text = path.read_text()
    path.write_text(text.replace('[Board "25"]', '[Board "XX"]'))
    result = kranalyze.batch(path, tmp_path / "out", shard_size=10)
    assert (result.reused, result.stale) == (3, 1)
    boards = result.scan("table").select("board").unique(maintain_order=True).collect()["board"].to_list()
    assert boards == [str(n) if n != 25 else "XX" for n in range(1, 41)]


def test_a_directory_is_of_one_task(deals_file: Path, tmp_path: Path) -> None:
    kranalyze.batch(deals_file, tmp_path, shard_size=60)
    with pytest.raises(ValueError, match="give another directory"):
        kranalyze.batch(deals_file, tmp_path, task="analyze")


def test_damaged_and_half_written_files_are_made_again(deals_file: Path, tmp_path: Path) -> None:
    result = kranalyze.batch(deals_file, tmp_path, shard_size=20)
    wanted, (first, second, _) = rows(result), result.paths("table")
    data = first.read_bytes()
    first.write_bytes(data[: len(data) // 2])
    second.unlink()
    half = first.with_name(f".{first.name}.0123456789ab.part")
    half.write_bytes(data[:100])
    again = kranalyze.batch(deals_file, tmp_path, shard_size=20)
    assert (again.reused, rows(again)) == (1, wanted)
    assert not half.exists()


def test_a_lost_table_of_errors_is_made_again(tmp_path: Path) -> None:
    files = VALID[:1] + INVALID[:2]
    result = kranalyze.batch(files, tmp_path, shard_size=1)
    wanted = rows(result, "errors")
    assert wanted
    lost = sorted((tmp_path / "errors").iterdir())[0]
    lost.unlink()
    again = kranalyze.batch(files, tmp_path, shard_size=1)
    assert again.reused == len(result.shards) - 1
    assert rows(again, "errors") == wanted


def test_one_run_at_a_time(deals_file: Path, tmp_path: Path) -> None:
    with store.Store(tmp_path, "table").locked():
        with pytest.raises(BlockingIOError, match="another batch is at work"):
            kranalyze.batch(deals_file, tmp_path)
        said = run("batch", deals_file, "-o", tmp_path, "--task", "table")
    assert said.status == 3
    assert said.err == f"{tmp_path}: error: another batch is at work in this directory\n"
    assert kranalyze.batch(deals_file, tmp_path).done == 60


def test_a_finished_batch_is_read_back(deals_file: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_batch(tmp_path)
    result = kranalyze.batch(deals_file, tmp_path, shard_size=25)
    back = read_batch(tmp_path)
    assert (back.shards, back.task, rows(back)) == (result.shards, "table", rows(result))
    with pytest.raises(ValueError, match="no table 'cards'"):
        back.paths("cards")
    (tmp_path / "run.json").write_text(json.dumps({"format": "0"}))
    with pytest.raises(ValueError, match="not the list of shards"):
        read_batch(tmp_path)


def test_a_deal_in_place_and_deals_without_a_game_played(tmp_path: Path) -> None:
    result = kranalyze.batch(TOPS, tmp_path / "place")
    assert [r[3:] for r in rows(result)] == [r[3:] for r in kranalyze.table(TOPS).rows()]
    result = kranalyze.batch([TOPS, VALID[0]], tmp_path / "analyze", task="analyze")
    errors = rows(result, "errors")
    assert errors[0] == ("<deal>", 1, 1, "error", 0, "these are deals, and no games that were played")
    assert result.done > 0


def test_contracts_may_be_rows(tmp_path: Path) -> None:
    rows_of = [kranalyze.GAMES["graden"].contract(name) for name in ("koenigmord", "bettler")]
    kranalyze.batch(TOPS, tmp_path, contracts=rows_of)
    assert kranalyze.batch(TOPS, tmp_path, contracts=["bettler", "koenigmord"]).reused == 1


def test_what_is_no_executor_is_refused(tmp_path: Path) -> None:
    with pytest.raises(kranalyze.ArgumentError, match="executor: an executor of "):
        kranalyze.batch(TOPS, tmp_path, executor=3)  # type: ignore[arg-type]


def test_wrong_arguments(tmp_path: Path) -> None:
    wrong = (
        {"task": "solve"},
        {"game": "bridge"},
        {"contracts": ["slam"]},
        {"contracts": ["koenigmord"], "game": "whist"},
        {"rules": {"call_own": "perhaps"}},
        {"declarers": ["X"]},
        {"shard_size": 0},
        {"workers": 0},
        {"task": "analyze", "contracts": ["koenigmord"]},
        {"task": "table", "best": False},
    )
    for given in wrong:
        with pytest.raises(ValueError):
            kranalyze.batch(TOPS, tmp_path, **given)
    for inputs in ([], [TOPS, TOPS]):
        with pytest.raises(ValueError):
            kranalyze.batch(inputs, tmp_path)
    assert not list(tmp_path.iterdir()), "nothing is made before the arguments are held to be right"


def test_a_contract_that_a_game_lacks_is_an_error_of_its_deals(tmp_path: Path) -> None:
    graden, whist = (next(p for p in VALID if p.stem == name) for name in ("graden_partner", "whist"))
    result = kranalyze.batch([graden, whist], tmp_path, contracts=["koenigmord"])
    assert {e[0] for e in rows(result, "errors") if "unknown contract" in e[5]} == {str(whist)}
    assert result.done == len(read_kpn(graden).records)


def test_no_contracts_and_no_declarers_are_no_rows(tmp_path: Path) -> None:
    """An empty list of contracts or declarers chooses no rows, as in ``table``. No list means all rows."""
    whole = kranalyze.batch("lessons.kpn", tmp_path / "whole").scan("table").collect()
    for name in ("contracts", "declarers"):
        asked: dict[str, Any] = {name: []}
        made = kranalyze.batch("lessons.kpn", tmp_path / name, **asked)
        rows = made.scan("table").collect()
        assert (rows.height, rows.schema) == (0, whole.schema) and made.done == 10
        assert kranalyze.table("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T", **asked).height == 0
        with pytest.raises(ValueError, match="choose rows of a table"):
            kranalyze.batch("lessons.kpn", tmp_path / f"analyze {name}", task="analyze", **asked)
    with pytest.raises(ValueError, match="contracts: no contract is named"):
        kranalyze.odds("AKQ.AKQ..", contracts=[])
    with pytest.raises(ValueError, match="contracts: no contract is named"):
        kranalyze.stats("N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T", contracts=[])
