"""Read deals and games piece by piece from a source, and write them.

A source is a file (KPN, CSV, Parquet), standard input, or a deal written on the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_public_name

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

#: For each public name of this package the module that defines it.
HOMES = modules_by_public_name({
    "kranalyze.read.columns": "Columns drop_deals join_columns keep_known_deals",
    "kranalyze.read.pieces": "Piece input_pieces read_deal_columns read_deals read_games",
    "kranalyze.read.sources": "Format",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

