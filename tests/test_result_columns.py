"""Columns of a table from the results of searches, on numbers worked out by hand."""

from __future__ import annotations

from array import array
from typing import Any

import polars as pl
import pyarrow.compute
import pytest

from kranalyze import table
from kranalyze.answers.lookups import make_lookups
from kranalyze.answers.plan import Plan
from kranalyze.core.calls import UNKNOWN
from kranalyze.core.resultborder import declarer_side_values, payment_columns
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES

#: Two deals and two questions with two results per deal. Question 1 may not be bid on the second deal.
SIZES = (2, 2, 4, 2)
DEAL, WHICH = array("i", [0, 0, 1, 1]), array("i", [0, 1, 0, 1])
FLAGS = bytes([3, 3, 3, 1])
VALUES = array("h", [7, -2, UNKNOWN, 5])
ROWS = (SIZES, DEAL, WHICH, FLAGS, VALUES)


def bits(data: bytes | bytearray) -> str:
    """Return the bits of a column as text. The first row comes first."""
    return "".join(f"{byte:08b}"[::-1] for byte in data)


def test_values_are_those_of_the_place_of_each_question() -> None:
    """The value of question 0 stands in place 0, the value of question 1 in place 1.

    The result in place 0 decides for both questions whether the contract is made.
    """
    masks = array("I", [11, 12, 13, 14])
    made = declarer_side_values(*ROWS, array("I", [0, 1]), array("I", [0, 0]), array("h", [7, 8]), masks)
    assert bits(made.biddable)[:4] == "1110"
    assert bits(made.value_known)[:4] == "1100"
    assert memoryview(made.value).cast("h").tolist()[:2] == [7, -2]
    assert bits(made.makeable_known)[:4] == "1100"
    assert bits(made.makeable)[:2] == "10"  # 7 is enough for question 0, not for question 1
    assert made.discard is not None
    assert memoryview(made.discard).cast("I").tolist() == [11, 11, 13, 0]
    assert made.bounds == (-2, 7)


def test_a_question_without_a_least_result_is_neither_made_nor_lost() -> None:
    made = declarer_side_values(*ROWS, array("I", [0, 1]), array("I", [0, 1]), array("h", [UNKNOWN, 0]), None)
    assert bits(made.makeable_known)[:4] == "0100"
    assert made.discard is None


def test_no_known_result_has_bounds_of_zero() -> None:
    nothing = array("h", [UNKNOWN] * 4)
    places, least = array("I", [0, 1]), array("h", [0, 0])
    columns = declarer_side_values(SIZES, DEAL, WHICH, FLAGS, nothing, places, places, least, None)
    assert columns.bounds == (0, 0)


def test_payments_are_amounts_times_units() -> None:
    """In both questions the amount is the result plus 102: from 100 for the result -2 to 109 for 7."""
    amounts, zeros = array("i", range(100, 110)), array("i", [2, 2])
    places, units = array("I", [0, 1, 1, 1]), array("i", [1, -3, 2, 2])
    paid = payment_columns(*ROWS, 2, places, units, len(amounts), amounts, zeros)
    numbers = memoryview(paid.payment).cast("i")
    assert bits(paid.known)[:4] == "1100"
    assert numbers.tolist()[:2] == [109, -300]
    assert bits(paid.known)[paid.stride :][:4] == "1110"
    assert numbers.tolist()[paid.stride :][:3] == [200, 200, 214]


@pytest.mark.parametrize("deal", [2, -1, 2**31 - 1])
@pytest.mark.parametrize("which", [2, -1, 2**31 - 1])
def test_rows_beyond_the_deals_or_questions_are_unknown(deal: int, which: int) -> None:
    places, least = array("I", [0, 1]), array("h", [0, 0])
    for rows in ((array("i", [deal]), array("i", [0])), (array("i", [0]), array("i", [which]))):
        made = declarer_side_values((2, 2, 1, 2), *rows, FLAGS, VALUES, places, places, least, None)
        assert (bits(made.biddable)[0], bits(made.value_known)[0]) == ("0", "0")


def test_places_and_amounts_out_of_range_are_unknown() -> None:
    far = array("I", [2, 2**32 - 1])
    made = declarer_side_values(*ROWS, far, far, array("h", [0, 0]), array("I", [1, 2, 3, 4]))
    assert bits(made.value_known)[:4] == bits(made.makeable_known)[:4] == "0000"
    assert made.discard is not None
    assert not any(made.discard)
    for zero in (-8, 3, -(2**31), 2**31 - 1):  # the result 7 lies before the first amount or after the last
        amounts = array("i", [1])
        zeros = array("i", [zero, zero])
        paid = payment_columns(*ROWS, 1, array("I", [0, 0]), array("i", [1, 1]), 1, amounts, zeros)
        assert bits(paid.known)[:4] == "0000"


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_has_equal_columns_of_payments_once(game: str) -> None:
    lookups = make_lookups(Plan(game))
    count = len(Plan(game).questions) * lookups.settlements.columns
    assert len(lookups.settlements.places) == len(lookups.settlements.units) == count
    assert set(lookups.settlements.number_by_name.values()) == set(range(lookups.settlements.columns))


def test_a_table_of_one_deal_needs_few_calls_of_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call of Arrow takes 5 us even for a single row. A former version made 61 calls."""
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    expected = table(deal, contracts=["koenigmord"])
    counted = list[str]()
    call = pyarrow.compute.call_function

    def counting(name: str, *arguments: Any) -> Any:
        counted.append(name)
        return call(name, *arguments)

    monkeypatch.setattr("kranalyze.core.compute.call_function", counting)
    assert table(deal, contracts=["koenigmord"]).equals(expected)
    assert len(counted) < 10, counted


def test_deals_of_several_files_keep_their_names() -> None:
    """Rows keep the file and the board of their deal. Columns without any text reach Arrow in another way."""
    frame = random_deals(GAMES["graden"], 4, seed=3).with_columns(
        pl.Series("file", ["a.kpn", None, "b.kpn", "a.kpn"]), pl.Series("board", ["1", "2", None, "4"])
    )
    rows = table(frame, contracts=["koenigmord"], declarers=["N"])
    assert rows["file"].cast(str).to_list() == ["a.kpn", None, "b.kpn", "a.kpn"]
    assert rows["board"].to_list() == ["1", "2", None, "4"]
    without = table(frame.drop("file", "board"), contracts=["koenigmord"], declarers=["N"])
    assert without.drop("file", "board").equals(rows.drop("file", "board"))
    assert without.schema == rows.schema
    assert without["file"].null_count() == without["board"].null_count() == 4

