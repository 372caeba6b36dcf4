"""Read deals and games in pieces, and write them: KPN, CSV, Parquet, typed deals, standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_name

if TYPE_CHECKING:
    from kranalyze.read.columns import Columns, all_known, joined, without
    from kranalyze.read.pieces import Piece, cut, read_columns, read_deals, read_games
    from kranalyze.read.sources import Format

__all__ = [
    "Columns", "Format", "Piece", "all_known", "cut", "joined", "read_columns", "read_deals", "read_games",
    "without",
]  # fmt: skip

#: Module of each public name.
HOMES = modules_by_name({
    "kranalyze.read.columns": "Columns all_known joined without",
    "kranalyze.read.pieces": "Piece cut read_columns read_deals read_games",
    "kranalyze.read.sources": "Format",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

