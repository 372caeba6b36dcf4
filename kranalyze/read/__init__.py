"""Files of deals, in KPN, CSV and Parquet: reading them as cases or as columns, and writing them."""

from kranalyze.read.columns import Columns
from kranalyze.read.converting import converted
from kranalyze.read.reading import Case, Deals, open_deals
from kranalyze.read.sources import Format
from kranalyze.read.writing import write_deals

__all__ = ["Case", "Columns", "Deals", "Format", "converted", "open_deals", "write_deals"]
