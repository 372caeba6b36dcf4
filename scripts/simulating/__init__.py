"""Simulated players: how they judge a hand, bid, speak and play."""
