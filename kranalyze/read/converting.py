"""From one format of deals to another: records keep all they hold where the other side can hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import BinaryIO

from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.reader import KpnFile
from kranalyze.read.reading import Deals
from kranalyze.read.sources import Format
from kranalyze.read.writing import write_deals


@dataclass(frozen=True, slots=True)
class Converted:
    """What can be written of the deals that were read.

    Attributes:
        count: how many deals or records are good.
        problems: all that is wrong.
        write: writes the good ones to a binary file.
    """

    count: int
    problems: list[KpnError]
    write: Callable[[BinaryIO], object]


def converted(deals: Deals, form: Format, as_played: bool = False) -> Converted:
    """KPN to KPN with everything in it, games with errors too; else deals with board, dealer and game.

    Args:
        as_played: of KPN to KPN, read tricks in playing order where they are no good play by seats.
    """
    file = deals.records(as_played) if form == "kpn" else None
    if file is not None:
        text = _text(file)
        return Converted(len(file.records), list(file.problems), lambda out: out.write(text))
    columns = deals.frame()
    return Converted(
        columns.frame.height, columns.problems, lambda out: write_deals(columns.frame, out, form)
    )


def _text(file: KpnFile) -> bytes:
    """A file of records, each naming its game, so that it can be read without being told."""
    from kranalyze.kpn.build import with_tags
    from kranalyze.kpn.writer import write_kpn

    named = tuple(r if r.tag("Game") else with_tags(r, Game=r.game) for r in file.records)
    return write_kpn(replace(file, records=named)).encode("utf-8", errors="surrogateescape")
