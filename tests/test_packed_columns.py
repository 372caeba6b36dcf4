"""Test columns of flags and small numbers that the core packs into bits."""

from __future__ import annotations

import random
from array import array

import pyarrow as pa
import pytest

from kranalyze.core.arrow import card_flags
from kranalyze.core.dealborder import CARD_COLUMNS, flag_column_bytes, pack_half_bytes, write_card_flags

#: Numbers of rows around the ends of bytes and of blocks of 32 rows.
_COUNTS = (0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 1000)


@pytest.mark.parametrize("count", _COUNTS)
def test_each_column_tells_which_masks_have_its_card(count: int) -> None:
    rng = random.Random(count)
    masks = [rng.getrandbits(32) for _ in range(count)]
    columns = card_flags(pa.array(masks, pa.uint32()))
    assert len(columns) == CARD_COLUMNS == 32
    for card, column in enumerate(columns):
        assert column.to_pylist() == [bool(mask & 1 << card) for mask in masks]


def test_flags_of_an_unknown_hand_are_null_and_others_are_not() -> None:
    masks = pa.array([0b101, None, 0b010, 0], pa.uint32())
    first, second, *_ = card_flags(masks)
    assert first.to_pylist() == [True, None, False, False]
    assert second.to_pylist() == [False, None, True, False]
    assert [column.null_count for column in card_flags(masks)] == [1] * 32
    assert card_flags(masks.slice(1, 2))[1].to_pylist() == [None, True]


@pytest.mark.parametrize("count", _COUNTS)
def test_no_byte_behind_the_columns_is_written_and_bits_behind_the_last_mask_are_0(count: int) -> None:
    size = flag_column_bytes(count)
    assert size == 4 * -(-count // 32)
    flags = bytearray(b"x" * (32 * size + 8))
    write_card_flags(count, array("I", [0xFFFFFFFF]) * count, flags)
    column = ((1 << count) - 1).to_bytes(size, "little")
    assert flags == 32 * column + b"x" * 8


@pytest.mark.parametrize("count", _COUNTS)
@pytest.mark.parametrize("least", [0, -3, 5, -(1 << 15), (1 << 15) - 16])
def test_half_bytes_hold_the_numbers_above_the_least(count: int, least: int) -> None:
    rng = random.Random(count)
    above = [rng.randrange(16) for _ in range(count)]
    packed = bytearray(b"x" * (-(-count // 2) + 8))
    pack_half_bytes(count, array("h", [least + number for number in above]), least, packed)
    pairs = [*above, 0][: count + count % 2]
    expected = bytes(low + 16 * high for low, high in zip(pairs[::2], pairs[1::2], strict=True))
    assert packed == expected + b"x" * 8
