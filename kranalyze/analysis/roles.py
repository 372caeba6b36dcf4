"""The role of a seat in a game: declarer, partner, defender, or alone."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.analysis.gamecolumns import CODES
from kranalyze.core import numbers
from kranalyze.games import Question

#: The names of the roles by their codes.
_NAMES = {code: name for name, code in CODES["role"].items()}


def role_codes(seat: pa.Array, declarer: pa.Array, second: pa.Array, partner: pa.Array) -> pa.Array:
    """Return the roles of seats as codes. The second declarer is a declarer, too.

    Args:
        seat: numbers of the seats whose roles are returned.
        declarer, second, partner: for each of them the seats of the game, null if there is none. Without a
            declarer every seat plays alone.
    """
    declarer = pc.fill_null(declarer, numbers.UNSAID)
    second = pc.fill_null(second, numbers.UNSAID)
    partner = pc.fill_null(partner, numbers.UNSAID)
    codes = {name: pa.scalar(code, pa.int8()) for name, code in CODES["role"].items()}
    declares = pc.or_(pc.equal(seat, declarer), pc.equal(seat, second))
    helps = pc.if_else(pc.equal(seat, partner), codes["partner"], codes["defender"])
    role = pc.if_else(declares, codes["declarer"], helps)
    return pc.if_else(pc.less(declarer, 0), codes["alone"], role)


def role_of(seat: int, question: Question | None) -> str:
    """Return ``declarer`` (first or second), ``partner`` or ``defender``; ``alone`` without a declarer."""
    if question is None:
        return "alone"
    seats = (seat, question.declarer, question.second, question.partner)
    (code,) = role_codes(*(pa.array([number], pa.int8()) for number in seats)).to_pylist()
    return _NAMES[code]
