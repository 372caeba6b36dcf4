"""Compute features of hands (such as the number of Aces) as columns, and evaluate SQL conditions on them."""
