"""With a condition, ``batch`` has the rows of ``table``, and ``odds`` has the hands that Python selects."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import kranalyze
from kranalyze.cards import hand_text, parse_hand
from plain_features import plain_features
from running import run


def test_a_batch_has_the_rows_of_a_table(tmp_path: Path) -> None:
    deals = kranalyze.deals(60, seed=2)
    source = tmp_path / "deals.parquet"
    deals.write_parquet(source)
    for where in ("makeable AND aces >= 2", "aces >= 3", "n_aces = 2"):
        expected = kranalyze.table(deals, where=where, hands=True, features=True)
        out = tmp_path / where.replace(" ", "_")
        made = kranalyze.batch(source, out, where=where, features=True, shard_size=20)
        assert made.done == made.records == 60
        rows = made.scan("table").collect()
        assert rows.drop("file", "deal").equals(expected.drop("file", "deal")) and rows.height
        args = ("batch", source, "-o", out, "--task", "table", "--shard-size", 20)
        again = run(*args, "--where", where, "--features")
        assert again.status == 0 and "3 of them reused" in again.err
    other = run(*args, "--where", "n_aces = 1")
    assert other.status == 0 and "reused" not in other.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--task", "table", "--where", "acez = 1"], "unknown column 'acez', did you mean aces?"),
        (["--task", "analyze", "--where", "aces = 1"], "for logged games, `stats` takes conditions"),
        (["--task", "analyze", "--features"], "where and features concern a table"),
    ],
)
def test_a_batch_refuses_wrong_conditions(tmp_path: Path, more: list[str], message: str) -> None:
    done = run("batch", "lessons.kpn", "-o", tmp_path / "out", *more)
    assert done.status == 2 and message in done.err and not (tmp_path / "out").exists()


def test_odds_are_those_of_hands_that_fulfil_the_condition(tmp_path: Path) -> None:
    frame = kranalyze.deals(12, seed=3)
    hands = [hand_text(mask) for mask in frame["s"]]
    chosen = [
        hand
        for hand in hands
        if (features := plain_features(parse_hand(hand), "graden"))["aces"] >= 1 and features["points"] < 30
    ]
    assert 1 < len(chosen) < 12
    listed, source = tmp_path / "hands.txt", tmp_path / "deals.csv"
    listed.write_text("\n".join(hands))
    frame.with_columns(pl.col(*"nesw").map_elements(hand_text, pl.String)).drop("talon").write_csv(source)
    for file in (listed, source):
        where = "aces >= 1 AND points < 30"
        done = run("odds", file, "--where", where, "--contract", "koenigmord", "--games", 0, "--json")
        assert done.status == 0 and [row["hand"] for row in done.rows] == chosen
    none = run("odds", listed, "--where", "aces > 4", "--games", 0)
    assert (none.status, none.out, none.err) == (0, "", "no hand fulfils the condition\n")
    # A hand of a wrong size is refused even if the condition would leave it out.
    wrong = run("odds", "AKQ.A", "AKQ.AK.A.", "--where", "aces > 4", "--games", 0)
    assert wrong.status == 2
    wrong = run("odds", listed, "--where", "s_aces > 1")
    assert wrong.status == 2 and "a condition on a hand names features of this hand only" in wrong.err
