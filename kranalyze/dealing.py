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

from array import array
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kranalyze import forked
from kranalyze.arguments import checked
from kranalyze.cards import card_name, cards_of, hand_mask, pack_mask
from kranalyze.core import calls as core
from kranalyze.deal import Held, Seat
from kranalyze.games import DEFAULT, Game, get_game

if TYPE_CHECKING:
    import polars as pl

_BITS = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_STRIDE = 64


def splitmix64(state: int) -> Iterator[int]:
    """The outputs of SplitMix64 from a state.

    >>> numbers = splitmix64(1234567)
    >>> next(numbers), next(numbers)
    (6457827717110365317, 3203168211198807973)
    """
    while True:
        state = (state + _GAMMA) & _BITS
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _BITS
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _BITS
        yield z ^ (z >> 31)


def stream(seed: int, index: int) -> Iterator[int]:
    """The numbers that deal ``index`` of a series draws, step 2 of the algorithm."""
    return splitmix64((next(splitmix64(seed)) + _STRIDE * index * _GAMMA) & _BITS)


def below(numbers: Iterator[int], bound: int, bits: int = 32) -> int:
    """An unbiased number from 0 to ``bound`` - 1, step 3 of the algorithm, on 32 bits or on all 64."""
    while True:
        product = (next(numbers) >> 64 - bits) * bound
        if product & (1 << bits) - 1 >= (1 << bits) % bound:
            return product >> bits


class Undealt:
    """What is dealt: the cards still to be given out, and the free places of N E S W and the talon.

    Attributes:
        given: the cards that each holds before dealing, as masks.
        cards: the others.
        places: how many each has to get.
    """

    def __init__(self, game: Game, given: Mapping[Seat, int] | None = None) -> None:
        """The undealt of a game in which some seats are given cards (a whole hand, or a part of one).

        Raises:
            ValueError: a card that is not in the pack or given twice, a hand too large, no such seat.
        """
        pack, masks, seen = pack_mask(game.pack), [0, 0, 0, 0, 0], 0
        places = [*(game.size if seat < game.seats else 0 for seat in Seat), game.talon]
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
        self.given, self.cards, self.places = tuple(masks), pack & ~seen, bytes(places)

    def columns(self, first: int, count: int, seed: int | None = None) -> tuple[array[int], ...]:
        """Ways ``first`` and following to deal, or a seed's random ones: UInt32 N E S W and talon."""
        return core.fill(self.places, self.given, self.cards, first, count, seed)


def masks_by_seat(held: Held | None) -> dict[Seat, int]:
    """Cards as masks, by the seats that hold them.

    Raises:
        ValueError: no such seat, one that is named twice, or a text or number that is no hand.
    """
    masks = dict[Seat, int]()
    for name, cards in (held or {}).items():
        seat = Seat.parse(name)
        if seat in masks:
            raise ValueError(f"{seat.title} is given twice")
        masks[seat] = hand_mask(cards)
    return masks


def random_deals(
    game: Game, count: int, *, seed: int, start: int = 0, given: Mapping[Seat, int] | None = None
) -> pl.DataFrame:
    """Deals ``start`` and following of the series ``seed``, as columns ``n e s w talon``.

    Raises:
        ValueError: the given cards do not fit the game, or a number is out of range.
        RuntimeError: as ``forked.check``.
    """
    forked.check()
    import polars as pl

    from kranalyze.core.arrow import ints

    if start + count > 1 << 58:  # the core sees to the rest
        raise ValueError("deals are counted from 0 to 2^58")
    columns = Undealt(game, given).columns(start, count, seed)
    names = ("n", "e", "s", "w", "talon")
    return pl.DataFrame({n: ints("I", column, count) for n, column in zip(names, columns, strict=True)})


@checked
def deals(
    count: int, *, game: str | Game = DEFAULT, seed: int = 0, first: int = 0, hands: Held | None = None
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
    given = masks_by_seat(hands)
    frame = random_deals(row, count, seed=seed, start=first, given=given)
    seats = pl.Series([seat.name for seat in Seat][: row.seats], dtype=pl.String)
    index = pl.int_range(first, first + pl.len(), dtype=pl.UInt64)
    return frame.with_columns(
        board=(index + 1).cast(pl.String),
        dealer=pl.lit(seats).gather(index % row.seats),
        game=pl.lit(row.id),
    )
