"""KPN, the hand-record format: records of games, their reader and their writer.

``read_kpn`` and ``parse_kpn`` read a file or a text. ``write_kpn`` and ``dump`` write a file or a text.
``with_notes`` adds notes and marks to a record. Errors of a file are ``KpnError``s with line and column.
"""

from kranalyze.kpn.reader import KpnFile, Outcome, parse_kpn, read_kpn
from kranalyze.kpn.record import (
    Announcement,
    Broken,
    Call,
    Comment,
    Data,
    Entry,
    Item,
    KpnError,
    Move,
    Note,
    Record,
    Section,
    Tag,
)
from kranalyze.kpn.writer import composed, dump, record_text, with_notes, write_kpn

__all__ = [
    "Announcement", "Broken", "Call", "Comment", "Data", "Entry", "Item", "KpnError", "KpnFile", "Move",
    "Note", "Outcome", "Record", "Section", "Tag", "composed", "dump", "parse_kpn", "read_kpn", "record_text",
    "with_notes", "write_kpn",
]  # fmt: skip
