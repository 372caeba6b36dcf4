"""Compute features of hands as columns, and evaluate conditions in SQL on these columns."""
