"""Find the role of a seat in a game: declarer, partner, defender, or alone."""

from __future__ import annotations

import pyarrow as pa

from kranalyze.analysis.gamecolumns import CODES
from kranalyze.core import compute, numbers
from kranalyze.games import Question

#: The names of the roles by their codes.
_NAMES = {code: name for name, code in CODES["role"].items()}


def role_codes(seat: pa.Array, declarer: pa.Array, second: pa.Array, partner: pa.Array) -> pa.Array:
    """Return the roles of seats as codes (``CODES["role"]``). The second declarer counts as a declarer.

    Args:
        seat: numbers of the seats whose roles are returned. Each item belongs to one game.
        declarer: for each item of ``seat`` the declarer of this game. Null: every seat plays alone.
        second: for each item of ``seat`` the second declarer of this game. Null: no second declarer.
        partner: for each item of ``seat`` the declarer's partner in this game. Null: no partner.
    """
    declarer = compute.fill_null(declarer, numbers.UNSAID)
    second = compute.fill_null(second, numbers.UNSAID)
    partner = compute.fill_null(partner, numbers.UNSAID)
    codes = {name: pa.scalar(code, pa.int8()) for name, code in CODES["role"].items()}
    declares = compute.or_(compute.equal(seat, declarer), compute.equal(seat, second))
    helps = compute.if_else(compute.equal(seat, partner), codes["partner"], codes["defender"])
    role = compute.if_else(declares, codes["declarer"], helps)
    return compute.if_else(compute.less(declarer, 0), codes["alone"], role)


def role_of(seat: int, question: Question | None) -> str:
    """Return the role of a seat: ``declarer`` (first or second), ``partner``, ``defender`` or ``alone``.

    The role is ``alone`` if the contract has no declarer, or if ``question`` is None.
    """
    if question is None:
        return "alone"
    seats = (seat, question.declarer, question.second, question.partner)
    (code,) = role_codes(*(pa.array([number], pa.int8()) for number in seats)).to_pylist()
    return _NAMES[code]
