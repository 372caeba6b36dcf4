"""Bidding statistics: how often contracts can be made, which are best, and which were bid and played."""
