"""Read deals and games in pieces, and write them: KPN, CSV, Parquet, typed deals, standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_name

if TYPE_CHECKING:
    from kranalyze.read.columns import Columns, drop_deals, join_columns, keep_known_deals
    from kranalyze.read.pieces import Piece, input_pieces, read_deal_columns, read_deals, read_games
    from kranalyze.read.sources import Format

__all__ = [
    "Columns",
    "Format",
    "Piece",
    "drop_deals",
    "input_pieces",
    "join_columns",
    "keep_known_deals",
    "read_deal_columns",
    "read_deals",
    "read_games",
]  # fmt: skip

#: Module of each public name.
HOMES = modules_by_name({
    "kranalyze.read.columns": "Columns drop_deals join_columns keep_known_deals",
    "kranalyze.read.pieces": "Piece input_pieces read_deal_columns read_deals read_games",
    "kranalyze.read.sources": "Format",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

