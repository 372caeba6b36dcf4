"""The rules of the games Rußbach and Rufmariasch: 32 cards, and a called card decides the partner."""

from kranalyze.games.base import Contract, Game, Goal, Option

RUSSBACH = Game(
    id="russbach", name="Königrufen (Rußbach)", pack=32, size=8, seen=4, unit="stakes", called_trump=True,
    contracts=(
        Contract(
            "simple", "Simple game", 1, Goal("points"), 1, "T", stake="search",
            settles=Goal("stakes", need=100, marriages="declared"),
            trump=True, party="called", bidders="forehand", makeable_at=50, aliases=("einfachesspiel",),
        ),
        Contract(
            "hundred", "Hundred", None, Goal("points", marriages="declared"), 3, "T", stake="none",
            trump=True, party="called", bidders="forehand", makeable_at=100, aliases=("hundert",),
        ),
        Contract(
            "all_tricks", "All tricks", None, Goal("sweep"), 3, "T", stake="none",
            trump=True, party="called", bidders="forehand", aliases=("allestiche",),
        ),
    ),
)  # fmt: skip

RUFMARIASCH = Game(
    id="rufmariasch", name="Rufmariasch", pack=32, size=8, seen=4, unit="units", called_trump=True,
    contracts=(
        Contract(
            "simple", "Simple game", 1, Goal("points", margin=True, marriages="declared"), 1, "T",
            stake="value", per=10, trump=True, party="called", bidders="forehand",
            aliases=("einfachesspiel",),
        ),
    ),
    options=(
        Option("unit", (), "units paid for every 10 points of difference", "simple.value", default="1"),
        Option(
            "free_call", ("no", "yes"), "trump and called card are named apart", "called_trump", (True, False)
        ),
    ),
)  # fmt: skip
