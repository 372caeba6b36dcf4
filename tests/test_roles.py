"""Each seat has the same role in the table of cards and in the texts of games."""

import pyarrow as pa
import pytest

from kranalyze.analysis.gamecolumns import NAMES
from kranalyze.analysis.roles import role_codes, role_of
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Question

ROLES = [
    # (declarer, second declarer, partner), then the roles of N E S W
    ((None, None, None), "alone alone alone alone"),
    ((Seat.E, None, None), "defender declarer defender defender"),
    ((Seat.E, None, Seat.W), "defender declarer defender partner"),
    ((Seat.N, Seat.S, None), "declarer defender declarer defender"),
]


@pytest.mark.parametrize(("seats", "roles"), ROLES)
def test_a_seat_has_one_role_in_tables_and_texts(seats: tuple[Seat | None, ...], roles: str) -> None:
    of_game = [pa.array([seat] * 4, pa.int8()) for seat in seats]
    codes = role_codes(pa.array(range(4), pa.int8()), *of_game)
    assert [NAMES["role"][code] for code in codes.to_pylist()] == roles.split()
    declarer, second, partner = seats
    contract = GAMES["graden"].contracts[0]
    question = Question(contract, declarer, Seat.N, "K", second=second, partner=partner)
    assert [role_of(seat, question) for seat in Seat] == roles.split()


def test_without_a_question_every_seat_is_alone() -> None:
    assert {role_of(seat, None) for seat in Seat} == {"alone"}
