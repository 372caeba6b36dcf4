"""Define the columns of the tables of games, cards and players: names, types and meanings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pyarrow as pa

from kranalyze.analysis.bids import MeanKind
from kranalyze.answers.columntypes import (
    CARD_LIST,
    FILE_NAME,
    QUESTION_COLUMNS,
    SEATS,
    TEXT,
    Column,
    documented_schema,
)
from kranalyze.cards import CARDS, SUITS, Deck
from kranalyze.games import GAMES

#: Version number of the format of the tables. The number changes if columns or their meanings change.
FORMAT_VERSION = "3"

#: Type of the column ``rules``: a text for each game. Arrow stores each different text once, and a number
#: for each row that says which text the row has.
RULES = pa.dictionary(pa.int32(), pa.string())


def _seats(name: str, kind: pa.DataType, meaning: str) -> list[Column]:
    """Return the names, types and meanings of four columns, one for each seat.

    Args:
        name: first part of the columns' names. For example ``hand`` gives ``hand_n`` and three more.
        kind: type of the columns.
        meaning: description of a column. ``{}`` stands for the seat's letter.
    """
    return [(f"{name}_{seat.lower()}", kind, meaning.format(seat)) for seat in SEATS]


GAMES_COLUMNS: tuple[Column, ...] = (
    ("file", FILE_NAME, "file of the record"),
    ("record", pa.uint32(), "index of the record in its file, from 0"),
    ("line", pa.uint32(), "line of the file where the record begins, from 1"),
    ("board", pa.string(), "Board of the record, or null"),
    ("event", pa.string(), "Event of the record, or null"),
    ("date", pa.string(), "Date of the record, or null"),
    ("game", TEXT, "id of the game"),
    ("rules", RULES, "the rule options that are not the defaults, ``name=value ...``, or null"),
    ("deck", TEXT, "letters in which the record is written: french or german"),
    ("dealer", TEXT, "seat of the dealer, else the one to whose left the auction began, or null"),
    *((seat.lower(), pa.uint32(), f"mask of the hand of {seat}, null if it is not known") for seat in SEATS),
    ("talon", pa.uint32(), "mask of the talon (anrufen3), 0 where there is none"),
    *_seats("hand", pa.string(), "the hand of {} as text, or null"),
    ("auction", pa.string(), "the calls in their order as in KPN, null if there is no auction"),
    ("contract", TEXT, "id of the contract, null if there is none"),
    ("declarer", TEXT, "seat of the declarer, null where nobody is"),
    ("hand", pa.string(), "the hand of the declarer as it was dealt, as text, or null"),
    *QUESTION_COLUMNS,
    ("called", TEXT, "the called card, or null"),
    ("partner", TEXT, "seat of the partner, null: the declarer plays alone"),
    ("raised", TEXT, "contract that the partner raised to (anrufen), or null"),
    ("contra", pa.uint8(), "number of Contra calls"),
    *_seats("player", pa.string(), "name of {}, or null"),
    ("played", pa.uint8(), "cards that were played"),
    ("finished", pa.bool_(), "whether the outcome of the game is settled by what was played"),
    *_seats("tricks", pa.uint8(), "tricks taken by {}"),
    *_seats("points", pa.int16(), "points of {}: cards, last trick and counting marriages"),
    *_seats("settlement", pa.int32(), "settlement of {} as played, null while it is open"),
    *_seats("score", pa.int32(), "settlement of {} as logged, or null"),
    ("score_ok", pa.bool_(), "whether the logged score is the settlement, null if one of them is missing"),
    ("value", pa.int16(), "double-dummy value of the contract before the first card (anrufen3: before the "
        "discard, which is the best one), in its own measure"),
    ("makeable", pa.bool_(), "whether the declarer could have forced a settlement above 0 (in russbach that "
        "of the whole game, with declarations and announcements)"),
    ("made", pa.bool_(), "whether the declarer's settlement is above 0, null while it is open"),
    ("verdict", TEXT, "made, gift (made though not makeable), lost (though makeable) or hopeless; or null"),
    *_seats("guarantee", pa.int32(), "settlement that {} could force before the first card (anrufen3: "
        "before the discard)"),
    *_seats("payoff", pa.int32(), "settlement of {} under best play from the deal in the contract played"),
    *_seats("cost", pa.int32(), "what the cards and announcements of {} gave away"),
    ("cost_discard", pa.int32(), "what the discard cost the declarer (anrufen3), or null"),
    ("best_contract", TEXT, "of the makeable contracts that which pays the declarer most, or null"),
    ("best_trump", TEXT, "trump suit of the best contract, or null"),
    ("best_calls", CARD_LIST, "cards by whose calling it is reached, null where nothing is called"),
    ("best_payoff", pa.int32(), "what the best contract would have paid the declarer"),
    *_seats("passed", TEXT, "best makeable contract above the one played that {} could have bid, or null"),
)

#: Columns that a single-dummy analysis adds to the table of games.
BIDS_COLUMNS: tuple[Column, ...] = (
    ("bid_means", TEXT, "kind of all bid means of the game: table (four careful players, from the book of "
        "hands) or open (open cards: from the book, by counting, or by 200 samples); null without bids"),
    ("bid_mean", pa.float64(), "what the contract played, with its call and trump, pays the declarer on "
        "average over all layouts around his hand; null with a second bidder beside him"),
    ("bid_best", TEXT, "of the contracts that the declarer could have bid that with the greatest mean"),
    ("bid_best_call", TEXT, "the card called in it, or null"),
    ("bid_best_trump", TEXT, "its trump suit, or null"),
    ("bid_best_mean", pa.float64(), "its mean"),
    ("bid_cost", pa.float64(), "bid_best_mean - bid_mean"),
    *_seats("bid_passed", TEXT, "if {} passed the best contract above the one that stood then, null unless "
        "its mean is above 0"),
    *_seats("bid_passed_mean", pa.float64(), "its mean for {}"),
)

CARDS_COLUMNS: tuple[Column, ...] = (
    *(column for column in GAMES_COLUMNS if column[0] in ("file", "record", "board", "game")),
    ("trick", pa.uint8(), "number of the trick, from 1"),
    ("turn", pa.uint8(), "place in the trick, from 1"),
    ("seat", TEXT, "seat that played the card"),
    ("player", pa.string(), "name of the player, or null"),
    ("card", TEXT, "the card played"),
    ("legal", CARD_LIST, "the cards that could be played here (that could be laid face down)"),
    ("guarantees", pa.list_(pa.int32()), "settlement that the mover could force after each of them"),
    ("best", CARD_LIST, "all cards that cost nothing"),
    ("guarantee_before", pa.int32(), "settlement that the mover could force before the card, after what he "
        "said; a card laid face down is judged when it is laid"),
    ("guarantee_after", pa.int32(), "settlement that the mover could force after the card"),
    ("cost", pa.int32(), "guarantee_before - guarantee_after"),
    ("mark", TEXT, "?? if the card changed who wins (of two sides: whether the declarer does; of more: "
        "whether the mover does), ? if it cost something, else null"),
    ("cost_announce", pa.int32(), "what the mover's declarations and announcements of trick 1, or the lack "
        "of one, cost; null where nothing can be said"),
    ("gain_announce", pa.int32(), "what saying it changed for the mover against guarantee_after of the card "
        "before; null where nothing can be said"),
    ("contract", TEXT, "id of the contract"),
    ("role", TEXT, "declarer (the second Bettler too), partner, defender, or alone where nobody declares"),
)

#: Columns that a single-dummy analysis adds to the table of cards.
SINGLE_COLUMNS: tuple[Column, ...] = (
    ("sd_layouts", pa.uint64(), "layouts possible on what the player could know; null without a choice"),
    ("sd_looked_at", pa.uint64(), "how many of them were looked at, samples as often as they were drawn"),
    ("sd_share_best", pa.float64(), "share of the layouts that the best card wins"),
    ("sd_share", pa.float64(), "share of the layouts that the card played wins"),
    ("sd_mean_best", pa.float64(), "mean settlement that the mover can force after the best card"),
    ("sd_mean", pa.float64(), "the same after the card played"),
    ("sd_cost", pa.float64(), "sd_mean_best - sd_mean"),
    ("sd_low", pa.float64(), "95% interval of sd_cost, equal to it where all layouts were looked at: from"),
    ("sd_high", pa.float64(), "and to"),
    ("sd_best", CARD_LIST, "the cards with the greatest mean"),
    ("sd_verdict", TEXT, "mistake (sd_low is above 0), lucky (the same, but cost is 0), unlucky (cost is "
        "above 0, but no card has a greater mean), or null"),
)

PLAYERS_COLUMNS: tuple[Column, ...] = (
    ("player", pa.string(), "name, as in the records"),
    ("game", pa.string(), "id of the game; amounts of different games are not added up"),
    ("games", pa.uint32(), "games with this player"),
    *_seats("seat", pa.uint32(), "of these, games as {}"),
    ("declared", pa.uint32(), "contracts declared, as second Bettler or Plauderer too"),
    ("made", pa.uint32(), "of these, made"),
    ("makeable", pa.uint32(), "of these, makeable"),
    ("passed_up", pa.uint32(), "games in which the player, not the (first) declarer, could have made a "
        "higher contract"),
    ("won", pa.int64(), "sum of the settlements (of the score where the play leaves them open)"),
    ("won_double_dummy", pa.int64(), "sum of what perfect play would have paid in the same contracts"),
    ("cost_declarer", pa.int64(), "given away as declarer, by the discard too"),
    ("cost_partner", pa.int64(), "given away as the declarer's partner"),
    ("cost_defender", pa.int64(), "given away as defender"),
    ("cost_alone", pa.int64(), "given away where nobody declares"),
    ("cards", pa.uint64(), "cards played that were judged"),
    ("best_cards", pa.uint64(), "of these, cards that cost nothing"),
    ("best_share", pa.float64(), "best_cards / cards, null without cards"),
)

#: Columns that a single-dummy analysis adds to the table of players.
SINGLE_PLAYERS_COLUMNS: tuple[Column, ...] = (
    ("sd_cost_declarer", pa.float64(), "sum of sd_cost as declarer"),
    ("sd_cost_partner", pa.float64(), "sum of sd_cost as the declarer's partner"),
    ("sd_cost_defender", pa.float64(), "sum of sd_cost as defender"),
    ("mistakes", pa.uint64(), "cards with sd_verdict mistake"),
    ("unlucky", pa.uint64(), "cards with sd_verdict unlucky"),
    ("lucky", pa.uint64(), "cards with sd_verdict lucky"),
)


_FORMAT = {b"kranalyze.format": FORMAT_VERSION.encode()}

GAMES_SCHEMA = documented_schema(GAMES_COLUMNS, _FORMAT)
BIDS_SCHEMA = documented_schema((*GAMES_COLUMNS, *BIDS_COLUMNS), _FORMAT)
CARDS_SCHEMA = documented_schema(CARDS_COLUMNS, _FORMAT)
SINGLE_SCHEMA = documented_schema((*CARDS_COLUMNS, *SINGLE_COLUMNS), _FORMAT)
PLAYERS_SCHEMA = documented_schema(PLAYERS_COLUMNS, _FORMAT)
SINGLE_PLAYERS_SCHEMA = documented_schema((*PLAYERS_COLUMNS, *SINGLE_PLAYERS_COLUMNS), _FORMAT)

_CONTRACTS = tuple(dict.fromkeys(c.id for game in GAMES.values() for c in game.contracts))

#: ``NAMES[column]`` lists all texts that a column may contain. The columns of ``NAMES`` are stored as numeric
#: codes. The code of a text is its index in the list.
NAMES: dict[str, Sequence[str]] = {
    **dict.fromkeys(("dealer", "declarer", "second", "leader", "partner", "seat"), SEATS),
    **dict.fromkeys(("trump", "best_trump", "bid_best_trump"), SUITS),
    **dict.fromkeys(("called", "bid_best_call", "card", "legal", "best", "best_calls", "sd_best"), CARDS),
    **dict.fromkeys(("contract", "raised", "best_contract", *(f"passed_{s}" for s in "nesw")), _CONTRACTS),
    **dict.fromkeys(("bid_best", *(f"bid_passed_{s}" for s in "nesw")), _CONTRACTS),
    "game": tuple(GAMES),
    "deck": get_args(Deck),
    "verdict": ("made", "gift", "lost", "hopeless"),
    "mark": ("?", "??"),
    "sd_verdict": ("mistake", "unlucky", "lucky"),
    "bid_means": get_args(MeanKind),
    "role": ("declarer", "partner", "defender", "alone"),
}

#: ``CODES[column][text]`` is the numeric code of a text in a column of ``NAMES``.
CODES = {name: {text: i for i, text in enumerate(names)} for name, names in NAMES.items()}
