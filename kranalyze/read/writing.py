"""Writing deals as KPN, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from kranalyze.cards import card_name, cards_of
from kranalyze.games import GAMES
from kranalyze.kpn.lexer import escape
from kranalyze.read.columns import hand_cell

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.read.sources import Format


def write_deals(frame: pl.DataFrame, out: BinaryIO, form: Format, comments: Iterable[str] = ()) -> None:
    """Write columns of deals (``Columns.frame``).

    Args:
        frame: the deals.
        out: a binary file.
        form: ``kpn``, ``csv`` or ``parquet``.
        comments: lines that say where the deals come from, for KPN.
    """
    if form == "csv":
        from kranalyze.read.csvfile import write_csv

        write_csv(frame, out)
    elif form == "parquet":
        from kranalyze.read.parquet import write_parquet

        write_parquet(frame, out)
    else:
        for part in _kpn(frame, comments):
            out.write(part.encode())


def _kpn(frame: pl.DataFrame, comments: Iterable[str]) -> Iterator[str]:
    """The lines of a KPN file that holds deals only, laid out as the writer of records does."""
    yield "% KPN 1.0\n" + "".join(f"% {comment}\n" for comment in comments) + "\n"
    for row in frame.iter_rows(named=True):
        yield "".join(f'[{name} "{value}"]\n' for name, value in _tags(row)) + "\n"


def _tags(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if row["board"] not in (None, "?", "#"):  # which mean unknown, and as before, in KPN
        yield "Board", escape(" ".join(row["board"].split()))
    yield "Game", row["game"]
    if row["dealer"] is not None:
        yield "Dealer", row["dealer"]
    hands = [row[seat] for seat in "nesw"[: GAMES[row["game"]].seats]]
    yield "Deal", f"N:{' '.join(map(hand_cell, hands))}"
    if row["talon"]:
        yield "Talon", " ".join(map(card_name, cards_of(row["talon"])))
