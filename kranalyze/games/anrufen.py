"""The rules of Anrufen (24 cards, five contracts, a called partner), and of Anrufen for three players."""

from dataclasses import replace

from kranalyze.games.base import Bidding, Contract, Game, Goal, Option

_CONTRACTS = (
    Contract(
        "simple", "Simple game", 1, Goal("points", margin=True, marriages="lead"), 1, "T",
        trump=True, party="called", raises=("hundred", "all_tricks", "all_hundred"),
        aliases=("einfachesspiel",),
    ),
    Contract(
        "hundred", "Hundred", 2, Goal("points", marriages="lead"), 2, "T",
        trump=True, party="called", makeable_at=100, raises=("all_hundred",), aliases=("hundert",),
    ),
    Contract(
        "no_tricks", "No tricks", 3, Goal("sweep", takers="others"), 2, "T", aliases=("keinstich",),
    ),
    Contract(
        "all_tricks", "All tricks", 4, Goal("sweep"), 2, "T",
        trump=True, party="called", raises=("all_hundred",), aliases=("allestiche",),
    ),
    Contract(
        "all_hundred", "All tricks and hundred", 5, Goal("sweep", need=100, marriages="lead"), 3, "T",
        trump=True, party="called",
        aliases=("alltrickswith100points", "alltricksandhundred", "allesticheundhundert"),
    ),
)

ANRUFEN = Game(
    id="anrufen", name="Anrufen", pack=24, size=6, unit="tokens", contracts=_CONTRACTS,
    contra="token",
    # If all players have passed in two rounds, the option `all_pass` decides what follows. If two bids are
    # equal, the bid with the higher suit wins. The suits from high to low are H D S C.
    bidding=Bidding(rounds=2, ties="HDSC"),
    options=(
        Option(
            "all_pass", ("new_deal", "dealer"),
            "what follows when all have passed twice: a new deal, or the dealer must bid", "dealer_bids",
            (False, True),
        ),
    ),
)  # fmt: skip

ANRUFEN3 = replace(
    ANRUFEN, id="anrufen3", name="Anrufen for three", size=7, seats=3, usual=True, talon=3,
    contracts=tuple(replace(c, party="alone") for c in _CONTRACTS),
)  # fmt: skip
