"""Read deals and games in pieces, and write them: KPN, CSV, Parquet, typed deals, standard input."""

from kranalyze.read.columns import Columns, all_known, joined, without
from kranalyze.read.pieces import Piece, cut, read_columns, read_deals, read_games
from kranalyze.read.sources import Format

__all__ = [
    "Columns",
    "Format",
    "Piece",
    "all_known",
    "cut",
    "joined",
    "read_columns",
    "read_deals",
    "read_games",
    "without",
]
