"""Features of hands as columns, and conditions on them in SQL."""
