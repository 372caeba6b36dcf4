"""Random deals: uniform, the same on every machine, any part of a series without the rest.

The algorithm, so that any other program can agree with it bit by bit (all numbers 64 bits, wrapping):

1. *Generator.* SplitMix64 (Steele, Lea and Flood 2014): ``state += G``, the output is ``mix(state)``, with
   ``G = 0x9E3779B97F4A7C15`` and ``mix(z)``: ``z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9``,
   ``z = (z ^ z >> 27) * 0x94D049BB133111EB``, ``z ^ z >> 31``.
2. *Streams.* ``base`` is the first output of the generator started in state ``seed``. Deal ``i`` (from 0) has
   the generator started in state ``base + 64 * i * G``: its numbers are the outputs ``64 i + 1``,
   ``64 i + 2``, ... of the one started in ``base``, so that no two deals of a series share a number.
3. *A number below n*, without bias (Lemire 2019, on 32 bits): ``m = (output >> 32) * n``; if
   ``m mod 2^32 < 2^32 mod n`` draw again; else the number is ``m >> 32``.
4. *Dealing.* The free places stand in a row: North's, East's, South's, West's, the talon's. The cards that
   nobody was given, from the lowest number (``suit * 8 + rank``) to the highest, each draw a number
   below the count of places still free, and take the place so numbered. A card is drawn for even
   when one place is left.

Every assignment of m cards to m places has the chance 1/m · 1/(m-1) · ... = 1/m!.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kranalyze.arguments import checked
from kranalyze.cards import card_name, cards_of, hand_mask, pack_mask
from kranalyze.deal import Deal, Held, Seat
from kranalyze.frozen import frozen
from kranalyze.games import DEFAULT, Game, get_game

if TYPE_CHECKING:
    import polars as pl

_BITS = (1 << 64) - 1
_LOW = (1 << 32) - 1
_GAMMA = 0x9E3779B97F4A7C15
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_STRIDE = 64

#: Rows that are dealt together: small enough to stay in the processor's cache.
_ROWS = 1 << 15


def splitmix64(state: int) -> Iterator[int]:
    """The outputs of SplitMix64 from a state.

    >>> numbers = splitmix64(1234567)
    >>> next(numbers), next(numbers)
    (6457827717110365317, 3203168211198807973)
    """
    while True:
        state = (state + _GAMMA) & _BITS
        z = state
        for shift, factor in _MIX:
            z = (z ^ (z >> shift)) * factor & _BITS
        yield z ^ (z >> 31)


def stream(seed: int, index: int) -> Iterator[int]:
    """The numbers that deal ``index`` of a series draws, step 2 of the algorithm."""
    return splitmix64(_start(seed, index))


def below(numbers: Iterator[int], bound: int, bits: int = 32) -> int:
    """An unbiased number from 0 to ``bound`` - 1, step 3 of the algorithm, on 32 bits or on all 64."""
    while True:
        product = (next(numbers) >> 64 - bits) * bound
        if product & (1 << bits) - 1 >= (1 << bits) % bound:
            return product >> bits


@frozen
class Undealt:
    """What is dealt: the cards still to be given out, and the free places of N E S W and the talon.

    Attributes:
        given: the cards each seat holds before dealing.
        cards: the others, lowest number first.
        places: free places of N, E, S, W and the talon.
    """

    given: tuple[int, int, int, int]
    cards: tuple[int, ...]
    places: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, game: Game, given: Mapping[Seat, int] | None = None) -> Undealt:
        """The undealt of a game in which some seats are given cards (a whole hand, or a part of one).

        Raises:
            ValueError: a card that is not in the pack or given twice, a hand too large, no such seat.
        """
        pack, masks, seen = pack_mask(game.pack), [0, 0, 0, 0], 0
        places = [game.size if seat < game.seats else 0 for seat in Seat]
        for seat, mask in (given or {}).items():
            if seat >= game.seats:
                raise ValueError(f"{seat.title} has no hand in {game.id}")
            for c in cards_of(mask & ~pack):
                raise ValueError(f"{card_name(c)} is not in the pack of {game.id}")
            for c in cards_of(mask & seen):
                raise ValueError(f"card {card_name(c)} is held twice")
            if mask.bit_count() > game.size:
                raise ValueError(f"{seat.title} is given {mask.bit_count()} cards, a hand has {game.size}")
            seen |= mask
            masks[seat] = mask
            places[seat] -= mask.bit_count()
        n, e, s, w = masks
        return cls((n, e, s, w), tuple(cards_of(pack & ~seen)), (*places, game.talon))  # type: ignore[arg-type]


def random_deal(undealt: Undealt, seed: int, index: int) -> Deal:
    """Deal ``index`` of the series ``seed``: the algorithm, word by word."""
    numbers = stream(seed, index)
    free = list(undealt.places)
    hands = [*undealt.given, 0]
    for c in undealt.cards:
        place = below(numbers, sum(free))
        owner = 0
        while place >= free[owner]:
            place -= free[owner]
            owner += 1
        free[owner] -= 1
        hands[owner] |= 1 << c
    return Deal((hands[0], hands[1], hands[2], hands[3]), hands[4])


def random_deals(
    game: Game, count: int, *, seed: int, start: int = 0, given: Mapping[Seat, int] | None = None
) -> pl.DataFrame:
    """Deals ``start`` to ``start + count - 1`` of the series ``seed``, as columns ``n e s w talon``.

    Args:
        game: its pack and sizes are dealt.
        count: how many deals.
        seed: 0 to 2^64 - 1.
        start: index of the first one.
        given: cards that seats hold in every deal.

    Raises:
        ValueError: the given cards do not fit the game, or a number is out of range.
    """
    import polars as pl

    if count < 0 or start < 0 or start + count > 1 << 58:
        raise ValueError("deals are counted from 0 to 2^58")
    if not 0 <= seed <= _BITS:
        raise ValueError("a seed lies between 0 and 2^64 - 1")
    undealt = Undealt.of(game, given)
    parts = [
        _part(undealt, seed, first, min(_ROWS, start + count - first))
        for first in range(start, start + count, _ROWS)
    ]
    return pl.concat([pl.DataFrame(schema=dict.fromkeys(("n", "e", "s", "w", "talon"), pl.UInt32)), *parts])


@checked
def deals(
    count: int,
    *,
    game: str | Game = DEFAULT,
    seed: int = 0,
    first: int = 0,
    hands: Held | None = None,
) -> pl.DataFrame:
    """Random deals, every deal with the same chance, as ``kranalyze deal`` makes them.

    Args:
        count: how many.
        game: whose cards are dealt, id or name.
        seed: of the series; the same seed gives the same deals on every machine.
        first: number of the first one: a part of a series is dealt without the rest.
        hands: by seat a hand, or some cards of it, that it holds in every deal: a mask, ``"AKQ.A.A.9"`` or
            ``"HT HQ"``.

    Returns:
        Columns ``n e s w talon`` (masks), ``board`` (from 1), ``dealer`` (goes round, North first), ``game``.

    Raises:
        ValueError: an unknown game, or cards that do not fit it.

    >>> frame = deals(2, seed=1, hands={"S": "AKQ.A.A.9"})
    >>> frame.select("board", "dealer", "s").rows()
    [('1', 'N', 75530464), ('2', 'E', 75530464)]
    """
    import polars as pl

    row = get_game(game)
    given = {Seat.parse(seat): hand_mask(cards) for seat, cards in (hands or {}).items()}
    frame = random_deals(row, count, seed=seed, start=first, given=given)
    seats = pl.Series([seat.name for seat in Seat][: row.seats], dtype=pl.String)
    index = pl.int_range(first, first + pl.len(), dtype=pl.UInt64)
    return frame.with_columns(
        board=(index + 1).cast(pl.String),
        dealer=pl.lit(seats).gather(index % row.seats),
        game=pl.lit(row.id),
    )


def _start(seed: int, index: int) -> int:
    """The state in which the stream of a deal starts."""
    return (next(splitmix64(seed)) + _STRIDE * index * _GAMMA) & _BITS


def _part(undealt: Undealt, seed: int, start: int, count: int) -> pl.DataFrame:
    """Some consecutive deals, a card at a time for all of them at once.

    For owner k, ``held[k]`` counts the cards of owners 0..k together and ``free[k]`` their places, so that a
    card that draws place r belongs to owners 0..k if r < free[k], and both change by just that truth value.
    A deal in which a number has to be drawn again is left to ``random_deal``.
    """
    import polars as pl
    import pyarrow as pa
    import pyarrow.compute as pc

    def word(number: int) -> Any:
        return pa.scalar(number, pa.uint64())

    index = pl.int_range(start, start + count, dtype=pl.UInt64, eager=True).to_arrow()
    states = pc.add(pc.multiply(index, word(_STRIDE * _GAMMA & _BITS)), word(_start(seed, 0)))
    given = (*undealt.given, 0)
    owners = [k for k in range(5) if undealt.places[k] or given[k]]
    zero = pc.multiply(index, word(0))
    held = [zero for _ in owners]
    free = [pc.add(zero, word(sum(undealt.places[: k + 1]))) for k in owners]
    again = pc.less(zero, word(0))
    for drawn, c in enumerate(undealt.cards):
        bound = len(undealt.cards) - drawn
        z = pc.add(states, word((drawn + 1) * _GAMMA & _BITS))
        for shift, factor in _MIX:
            z = pc.multiply(pc.bit_wise_xor(z, pc.shift_right(z, word(shift))), word(factor))
        z = pc.bit_wise_xor(z, pc.shift_right(z, word(31)))
        product = pc.multiply(pc.shift_right(z, word(32)), word(bound))
        if (1 << 32) % bound:
            low = pc.bit_wise_and(product, word(_LOW))
            again = pc.or_(again, pc.less(low, word((1 << 32) % bound)))
        place = pc.shift_right(product, word(32))
        for k in range(len(owners)):
            mine = pc.cast(pc.less(place, free[k]), pa.uint64())
            free[k] = pc.subtract(free[k], mine)
            held[k] = pc.bit_wise_or(held[k], pc.shift_left(mine, word(c)))
    before = zero
    masks: list[Any] = [zero] * 5
    for k, owner in enumerate(owners):
        masks[owner] = pc.bit_wise_or(pc.bit_wise_xor(held[k], before), word(given[owner]))
        before = held[k]
    columns = [pl.Series(pc.cast(mask, pa.uint32())) for mask in masks]
    frame = pl.DataFrame(dict(zip(("n", "e", "s", "w", "talon"), columns, strict=True)))
    for row in pc.indices_nonzero(again).to_pylist():
        deal = random_deal(undealt, seed, start + row)
        for name, mask in zip(frame.columns, (*deal.masks, deal.talon), strict=True):
            frame[row, name] = mask
    return frame
