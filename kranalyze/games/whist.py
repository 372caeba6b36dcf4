"""The rules of whist endings, in which each side takes as many tricks as it can.

Whist endings serve only to compare this solver with bridge solvers.
"""

from kranalyze.games.base import Bidding, Contract, Game, Goal

WHIST = Game(
    id="whist", name="Whist (calibration)", pack=32, size=8, unit="tricks", pairs=True,
    points=(0,) * 8, last=0, marriage=(0, 0), must_trump=False, must_beat=False,
    bidding=Bidding(once=True), endings=True, calibration=True,
    contracts=(
        Contract(
            "tricks", "Tricks", None, Goal("tricks"), 0, "K", stake="none",
            trump=True, party="opposite", leads="forehand", makeable_at=None, aliases=("stiche",),
        ),
    ),
)  # fmt: skip
