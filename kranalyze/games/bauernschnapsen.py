"""The rules of Bauernschnapsen: 20 cards, N-S against E-W, ten contracts (RULINGS: bauernschnapsen)."""

from functools import partial

from kranalyze.games.base import BEAT, Bidding, Contract, Game, Goal, Option

_GANG = Goal("sweep", takers="declarer")
_SCHNAPSER = Goal(
    "sweep", takers="declarer", tricks=3, need=66, stop=True, marriages="lead", own_marriages=True
)

#: Creates a contract whose trump is the suit that forehand has named. Forehand leads to trick 1.
_forehands = partial(Contract, order="T", trump=True, party="opposite", leads="forehand")

BAUERNSCHNAPSEN = Game(
    id="bauernschnapsen", name="Bauernschnapsen", pack=20, size=5, seen=3, unit="game points", usual=True,
    points=(0, 0, 0, 10, 2, 3, 4, 11), last=0, pairs=True, opening_marriage="no",
    bidding=Bidding(once=True, trump=True), contra="doubles",
    contracts=(
        _forehands(
            "rufer", "Rufer", 1, Goal("race", need=66, low=33, marriages="lead"), 1, stake="value",
            bidders="forehand", aliases=("einfacherrufer",),
        ),
        Contract("bettler", "Bettler", 2, Goal("sweep", takers="others"), 5, "T", sits_out=True),
        _forehands("schnapser", "Schnapser", 3, _SCHNAPSER, 6, bidders="forehand_side"),
        Contract("gang", "Gang", 4, _GANG, 9, "T", party="opposite"),
        Contract("zehnerloch", "Zehnerloch", 5, _GANG, 10, "Z", party="opposite"),
        _forehands("bauernschnapser", "Bauernschnapser", 6, _GANG, 12, bidders="forehand_side"),
        _forehands("kontraschnapser", "Kontraschnapser", 7, _SCHNAPSER, 12, bidders="other_side"),
        Contract(
            "herrengang", "Herrengang", 8, Goal("dealt"), 18, "T",
            party="opposite", bidders="not_forehand", requires="suit",
        ),
        _forehands("kontrabauernschnapser", "Kontrabauernschnapser", 9, _GANG, 24, bidders="other_side"),
        _forehands(
            "herrenschnapser", "Herrenschnapser", 10, Goal("dealt"), 24, bidders="forehand", requires="trumps"
        ),
    ),
    options=(
        BEAT,
        Option("bettler_value", ("5", "4"), "game points of a Bettler", "bettler.value", (5, 4)),
        Option(
            "opening_marriage", ("no", "pending"),
            "whether a marriage may be registered on the opening lead; "
            "pending: it counts once the side takes a trick",
            "opening_marriage", ("no", "pending"),
        ),
    ),
)  # fmt: skip
