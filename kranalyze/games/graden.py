"""The rules of Königrufen (Graden): 24 cards, no trump, Schurln if nobody bids (RULINGS: graden)."""

from kranalyze.games.base import Contract, Game, Goal, Option

_LOSE_ALL = Goal("sweep", takers="others")
_WIN_ALL = Goal("sweep", takers="side")
_LAST = Goal("last")

GRADEN = Game(
    id="graden", name="Königrufen (Graden)", pack=24, size=6, unit="chips", usual=True,
    must_trump=False, marriage=(0, 0), orders=True, call_own=False, book="graden_hands.parquet",
    contracts=(
        Contract("bettler", "Bettler", 1, _LOSE_ALL, 30, "K", second=50),
        Contract(
            "durchmarsch", "Durchmarsch", 2, _WIN_ALL, 40, "KT", party="called",
            aliases=("durchmarschmiteineranderen",),
        ),
        Contract(
            "durchmarsch_letzten", "Durchmarsch am letzten", 3, _LAST, 40, "K", stake="search",
        ),
        Contract("plauderer", "Plauderer", 4, _LOSE_ALL, 50, "K", second=100, open_after=1),
        Contract(
            "hundert", "Hundert", 5, _WIN_ALL, 60, "T", party="called", requires="marriage",
            aliases=("durchmarschhundertmiteineranderen", "durchmarschhundert"),
        ),
        Contract(
            "hundert_letzten", "Hundert am letzten", 6, _LAST, 60, "T", stake="search",
            requires="marriage", aliases=("durchmarschhundertamletzten",),
        ),
        Contract("zehnermord", "Zehnermord", 7, _WIN_ALL, 60, "T"),
        Contract("koenigmord", "Königmord", 8, _WIN_ALL, 70, "K"),
        Contract("hundertermord", "Hundertermord", 9, _WIN_ALL, 80, "T", requires="marriage"),
        Contract(
            "schurln", "Schurln", None, Goal("most"), 10, "T", stake="search",
            leads="forehand", makeable_at=None,
        ),
    ),
    options=(
        Option(
            "call_own", ("no", "yes"), "an own card may be called: 1 v 3 at the same value",
            "call_own", (False, True),
        ),
        Option(
            "mitbettler", ("loser_pays", "as_printed"),
            "who pays when one of two Bettlers succeeds; as_printed follows a slip of the description",
            "bettler.loser_pays", (True, False),
        ),
    ),
)  # fmt: skip
