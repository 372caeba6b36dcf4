"""Read and write KPN, the text format in which card games are recorded.

``read_kpn`` reads a file, ``parse_kpn`` reads a text. ``write_kpn`` returns a text, and can also write the
text to a file. ``dump`` writes to an open file. ``add_notes_and_marks`` adds notes and marks to a record. The
errors of a file are ``KpnError`` objects, which have line and column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_public_name

if TYPE_CHECKING:
    from kranalyze.kpn.actions import Announcement, Call, Move
    from kranalyze.kpn.items import Comment, Data, Entry, Item, Note, Section, Tag
    from kranalyze.kpn.kpnerror import KpnError
    from kranalyze.kpn.kpnfile import KpnFile, parse_kpn, read_kpn
    from kranalyze.kpn.outcome import Broken, Outcome
    from kranalyze.kpn.record import Record
    from kranalyze.kpn.writer import add_notes_and_marks, dump, record_text, with_composed_items, write_kpn

__all__ = [
    "Announcement",
    "Broken",
    "Call",
    "Comment",
    "Data",
    "Entry",
    "Item",
    "KpnError",
    "KpnFile",
    "Move",
    "Note",
    "Outcome",
    "Record",
    "Section",
    "Tag",
    "add_notes_and_marks",
    "dump",
    "parse_kpn",
    "read_kpn",
    "record_text",
    "with_composed_items",
    "write_kpn",
]  # fmt: skip

#: For each public name of this package the module that defines it.
HOMES = modules_by_public_name({
    "kranalyze.kpn.kpnerror": "KpnError",
    "kranalyze.kpn.outcome": "Broken Outcome",
    "kranalyze.kpn.kpnfile": "KpnFile parse_kpn read_kpn",
    "kranalyze.kpn.actions": "Announcement Call Move",
    "kranalyze.kpn.items": "Comment Data Entry Item Note Section Tag",
    "kranalyze.kpn.record": "Record",
    "kranalyze.kpn.writer": "with_composed_items dump record_text add_notes_and_marks write_kpn",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

