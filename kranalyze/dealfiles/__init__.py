"""Files of deals, in KPN, CSV and Parquet: reading them as cases or as columns, and writing them."""

from kranalyze.dealfiles.columns import Columns
from kranalyze.dealfiles.converting import converted
from kranalyze.dealfiles.reading import Case, Deals, open_deals
from kranalyze.dealfiles.sources import Format
from kranalyze.dealfiles.writing import write_deals

__all__ = ["Case", "Columns", "Deals", "Format", "converted", "open_deals", "write_deals"]
