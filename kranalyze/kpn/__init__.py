"""KPN, the format for records of games: records, their reader and their writer.

``read_kpn`` reads a file, ``parse_kpn`` a text. ``write_kpn`` returns a text or writes a file. ``dump``
writes to an open file. ``with_notes`` adds notes and marks to a record. The errors of a file are
``KpnError``s with line and column.
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
