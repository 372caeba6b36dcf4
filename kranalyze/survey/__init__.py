"""Bidding statistics: how often contracts can be made, what is best, and what players bid instead."""
