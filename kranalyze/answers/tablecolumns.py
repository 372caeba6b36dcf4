"""What the columns of a table are and mean: this stands here, and only here."""

from __future__ import annotations

import pyarrow as pa

from kranalyze.cards import card_name

#: Version of the table's columns and their meaning.
FORMAT_VERSION = "1"

TEXT = pa.dictionary(pa.int8(), pa.string())
SEATS = ["N", "E", "S", "W"]
CARDS = [card_name(c) for c in range(32)]
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

#: The columns in their order: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    (
        "file",
        pa.dictionary(pa.int32(), pa.string()),
        "file the deal comes from, null for a deal given in place",
    ),
    ("deal", pa.uint32(), "index of the deal in its file, from 0"),
    ("board", pa.string(), "Board of the record, or null"),
    ("game", TEXT, "id of the game"),
    ("contract", TEXT, "id of the contract"),
    ("declarer", TEXT, "seat of the declarer, null where nobody is"),
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
    ("partner", TEXT, "seat of the partner, null: the declarer plays alone"),
    ("order", TEXT, "order of rank, K or T, null where the game has but one"),
    ("calls", CARD_LIST, "cards whose calling leads to this row, null where nothing is called"),
    ("discard", CARD_LIST, "cards best laid away, null where nothing is"),
    ("biddable", pa.bool_(), "whether the declarer holds what the contract needs"),
    ("makeable", pa.bool_(), "whether the declarer's side can force it, null if not biddable"),
    ("value", pa.int16(), "what the declarer's side can force, in the contract's own measure"),
    *((f"guarantee_{s.lower()}", pa.int32(), f"most that {s} can force against all others") for s in SEATS),
    *((f"payoff_{s.lower()}", pa.int32(), f"settlement of {s} under best play") for s in SEATS),
)
