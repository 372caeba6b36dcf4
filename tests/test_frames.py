"""Frames in memory, also lazy ones, are read like files: hands are texts or masks, errors name the column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze import Deal

MASKS = kranalyze.deals(4, seed=3)
DEALS = [Deal.of_row(row) for row in MASKS.iter_rows(named=True)]
TEXTS = MASKS.with_columns(
    pl.Series(name, [str(hand) for hand in hands])
    for name, hands in zip("nesw", zip(*(deal.hands for deal in DEALS), strict=True), strict=True)
)
ASKED: dict[str, Any] = {"contracts": ["koenigmord", "bettler"]}


@pytest.mark.parametrize("form", ["frame", "lazy", "arrow", "categorical"])
def test_hands_may_be_texts_in_memory(form: str) -> None:
    frame: Any = TEXTS
    if form == "lazy":
        frame = TEXTS.lazy()
    elif form == "arrow":
        frame = TEXTS.to_arrow()
    elif form == "categorical":
        frame = TEXTS.with_columns(pl.col("n", "e").cast(pl.Categorical))
    wanted = kranalyze.table(MASKS, **ASKED)
    assert kranalyze.table(frame, **ASKED).equals(wanted) and wanted.height == 32
    assert kranalyze.par(frame).equals(kranalyze.par(MASKS))
    assert kranalyze.stats(frame, **ASKED).equals(kranalyze.stats(MASKS, **ASKED))


def test_a_talon_may_be_text_too() -> None:
    three = kranalyze.deals(2, game="anrufen3", seed=1)
    texts = three.with_columns(
        **{name: pl.Series([str(kranalyze.Hand(mask)) for mask in three[name]]) for name in "nes"},
        talon=pl.Series([" ".join(kranalyze.Hand(mask)) for mask in three["talon"]]),
    ).drop("w")
    assert kranalyze.table(texts, game="anrufen3").equals(kranalyze.table(three, game="anrufen3"))


def test_a_wrong_text_is_an_error_with_its_deal_and_column() -> None:
    wrong = TEXTS.with_columns(e=pl.when(pl.int_range(pl.len()) == 2).then(pl.lit("AX...")).otherwise("e"))
    with pytest.raises(ValueError, match="deal 2: column e: unknown rank 'X'"):
        kranalyze.table(wrong)
    unknown = TEXTS.with_columns(e=pl.when(pl.int_range(pl.len()) == 1).then(pl.lit("-")).otherwise("e"))
    with pytest.raises(ValueError, match="deal 1: a hand of the deal is not known"):
        kranalyze.table(unknown)


@pytest.mark.parametrize("name", "nesw")
def test_a_missing_column_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"deals have the columns n e s w, there is no {name}$"):
        kranalyze.table(MASKS.drop(name))
    with pytest.raises(ValueError, match=f"there is no {name}$"):
        kranalyze.par(MASKS.lazy().drop(name))
    three = kranalyze.deals(1, game="anrufen3", seed=1).drop("w")
    assert kranalyze.table(three).height > 0


@pytest.mark.parametrize("form", ["frame", "lazy", "texts", "arrow"])
def test_a_batch_takes_frames(form: str, tmp_path: Path) -> None:
    forms: dict[str, Any] = {
        "frame": MASKS, "lazy": MASKS.lazy(), "texts": TEXTS.drop("talon"), "arrow": MASKS.to_arrow(),
    }  # fmt: skip
    made = kranalyze.batch(forms[form], tmp_path / "run", shard_size=3, **ASKED)
    assert (made.records, made.errors, len(made.shards)) == (4, 0, 2)
    rows = made.scan("table").collect()
    wanted = kranalyze.table(MASKS, **ASKED)
    compared = [name for name in wanted.columns if name not in ("file", "deal")]
    assert rows.select(compared).equals(wanted.select(compared), null_equal=True)
    again = kranalyze.batch(forms[form], tmp_path / "run", shard_size=3, **ASKED)
    assert again.reused == 2
    with pytest.raises(kranalyze.ArgumentError, match="inputs"):
        kranalyze.batch(5, tmp_path / "other")  # type: ignore[arg-type]


def test_a_batch_names_a_missing_column(tmp_path: Path) -> None:
    made = kranalyze.batch(MASKS.drop("s"), tmp_path / "run")
    assert made.errors == 1
    assert "here is no s" in made.scan("errors").collect()["message"].item()


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_kpn_is_not_written_over_the_name_of_another_format(ending: str, tmp_path: Path) -> None:
    records = kranalyze.read_kpn("simulated-log.kpn").records[:2]
    path = tmp_path / f"log.{ending}"
    with pytest.raises(ValueError, match=f"log.{ending}: write_kpn writes KPN.*kranalyze convert"):
        kranalyze.write_kpn(records, path)
    assert not path.exists()
