"""Make random deals. All deals are equally likely, and a seed gives the same deals on every machine.

A deal of a series can be made without the earlier deals. The steps below define the algorithm exactly, so
that other programs can make the same deals. All numbers have 64 bits, and larger results wrap around.

1. *Generator.* SplitMix64 (Steele, Lea and Flood 2014): ``state += G``, the output is ``mix(state)``, with
   ``G = 0x9E3779B97F4A7C15`` and ``mix(z)``: ``z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9``,
   ``z = (z ^ z >> 27) * 0x94D049BB133111EB``, ``z ^ z >> 31``.
2. *Streams.* ``base`` is the first output of the generator that starts in state ``seed``. Deal ``i`` (from 0)
   uses a generator that starts in state ``base + 64 * i * G``. The outputs for deal ``i`` are the outputs
   ``64 i + 1``, ``64 i + 2``, ... of the generator that starts in ``base``. So the deals of a series share no
   outputs.
3. *A random number below n*, without bias (Lemire 2019, for 32 bits): ``m = (output >> 32) * n``. If
   ``m mod 2^32 < 2^32 mod n``, repeat this step with the next output. Otherwise the number is ``m >> 32``.
4. *Dealing.* A free place is a place for one card. The free places are in a row: first North's, then East's,
   South's, West's, and the talon's. Deal the undealt cards one by one, from the lowest number
   (``suit * 8 + rank``) to the highest. For each card draw a random number below the number of free places.
   Put the card on the free place with this index, counted from 0. Draw a random number even if only one free
   place is left.

Each assignment of m cards to m places has the probability 1/m · 1/(m-1) · ... = 1/m!.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kranalyze import forked
from kranalyze.cards import card_letters, cards_of, pack_mask
from kranalyze.core import calls as core
from kranalyze.deal import Held, Seat
from kranalyze.games import Game
from kranalyze.hands import mask_of_hand

if TYPE_CHECKING:
    import polars as pl

_BITS = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_STRIDE = 64


def splitmix64(state: int) -> Iterator[int]:
    """Yield the outputs of SplitMix64 from a start state (step 1 of the algorithm).

    >>> numbers = splitmix64(1234567)
    >>> next(numbers), next(numbers)
    (6457827717110365317, 3203168211198807973)
    """
    while True:
        state = (state + _GAMMA) & _BITS
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _BITS
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _BITS
        yield z ^ (z >> 31)


def random_stream(seed: int, index: int) -> Iterator[int]:
    """Yield the random outputs for deal ``index`` of a series (step 2 of the algorithm)."""
    return splitmix64((next(splitmix64(seed)) + _STRIDE * index * _GAMMA) & _BITS)


def random_below(numbers: Iterator[int], bound: int, bits: int = 32) -> int:
    """Return an unbiased random number below ``bound`` (step 3 of the algorithm).

    Args:
        numbers: outputs of the generator.
        bound: the result is at least 0 and less than this number.
        bits: how many bits of each output of the generator are used: 32 or 64.
    """
    while True:
        product = (next(numbers) >> 64 - bits) * bound
        if product & (1 << bits) - 1 >= (1 << bits) % bound:
            return product >> bits


class Undealt:
    """The cards that are not dealt yet, and how many of these cards each seat and the talon get.

    Attributes:
        held: masks of the known cards: five masks, for N, E, S, W and the talon.
        cards: mask of the undealt cards.
        places: how many more cards N, E, S, W and the talon get: five numbers.
    """

    def __init__(self, game: Game, held: Mapping[Seat, int] | None = None) -> None:
        """Find the undealt cards, and count how many of them each seat and the talon get.

        Args:
            game: the game.
            held: for each seat the mask of its known cards. A mask may contain a whole hand or a part of a
                hand. None: no cards are known.

        Raises:
            ValueError: a card is not in the pack, two seats hold the same card, a hand is too large, or a
                seat does not play.
        """
        pack = pack_mask(game.pack)
        masks = [0, 0, 0, 0, 0]
        seen = 0
        places = [*(game.size if seat < game.seats else 0 for seat in Seat), game.talon]
        for seat, mask in (held or {}).items():
            if seat >= game.seats:
                raise ValueError(f"{seat.title} has no hand in {game.id}")
            for c in cards_of(mask & ~pack):
                raise ValueError(f"{card_letters(c)} is not in the pack of {game.id}")
            for c in cards_of(mask & seen):
                raise ValueError(f"card {card_letters(c)} is held twice")
            if mask.bit_count() > game.size:
                raise ValueError(f"{seat.title} is given {mask.bit_count()} cards, a hand has {game.size}")
            seen |= mask
            masks[seat] = mask
            places[seat] -= mask.bit_count()
        self.held = tuple(masks)
        self.cards = pack & ~seen
        self.places = bytes(places)

    def columns(self, first: int, count: int, seed: int | None = None) -> tuple[array[int], ...]:
        """Return deals as five columns of masks (UInt32): N, E, S, W and the talon.

        Args:
            first: index of the first deal to return, in the series.
            count: number of deals.
            seed: seed of a series of random deals. None: the series has each possible deal once.
        """
        return core.deal_cards(self.places, self.held, self.cards, first, count, seed)


def masks_by_seat(held: Held | None) -> dict[Seat, int]:
    """Convert a mapping from seats to known cards to a dict from seats to masks.

    A seat may have any form that ``Seat.parse`` accepts, and cards any form that ``mask_of_hand`` accepts.

    Raises:
        ValueError: a seat is unknown or named twice, or its cards cannot be read.
    """
    masks: dict[Seat, int] = {}
    for name, cards in (held or {}).items():
        seat = Seat.parse(name)
        if seat in masks:
            raise ValueError(f"{seat.title} is given twice")
        masks[seat] = mask_of_hand(cards)
    return masks


def random_deals(
    game: Game, count: int, *, seed: int, start: int = 0, held: Mapping[Seat, int] | None = None
) -> pl.DataFrame:
    """Return random deals as columns ``n e s w talon``.

    Args:
        game: the game.
        count: number of deals.
        seed: seed of the series.
        start: index of the first deal to return, in the series.
        held: masks of known cards of some seats.

    Raises:
        ValueError: the held cards do not fit the game, or a number is out of range.
        RuntimeError: the process was forked after polars was loaded (see ``forked.check_not_forked``).
    """
    forked.check_not_forked()

    from kranalyze.core.arrow import frame_of_table, int_array

    if start + count > 1 << 58:  # the C core does not check this
        raise ValueError("deals are counted from 0 to 2^58")
    columns = Undealt(game, held).columns(start, count, seed)
    names = ("n", "e", "s", "w", "talon")
    arrays = {name: int_array("I", column, count) for name, column in zip(names, columns, strict=True)}
    return frame_of_table(arrays)


#: Default of the argument ``tries``. A search for deals ends when this many consecutive deals have not
#: fulfilled the conditions.
TRIES = 10_000_000

#: How many deals the first batch of a search has, and how many deals a later batch has at most.
_FIRST_BATCH = 1 << 10
_MOST_BATCH = 1 << 16

#: A function that chooses deals. Its argument is a frame with the columns of ``numbered_deals``. The function
#: returns a column of booleans: True for each deal that the function chooses.
Choose: TypeAlias = "Callable[[pl.DataFrame], pl.Series]"


class NoMatchError(ValueError):
    """Raised if a search for deals ends early.

    A search ends early if too many consecutive deals do not fulfil its conditions.

    Attributes:
        chosen: how many deals fulfilled the conditions.
        tried: how many deals were tried in all.
    """

    def __init__(self, wanted: int, chosen: int, tried: int, tries: int) -> None:
        """Make the error.

        Args:
            wanted: how many deals the search should find.
            chosen: how many deals fulfilled the conditions.
            tried: how many deals were tried in all.
            tries: how many consecutive deals failed the conditions, so that the search ended.
        """
        if chosen:
            message = f"{chosen:,} of the first {tried - tries:,} deals fulfil the conditions, none of the "
            message += f"next {tries:,}; {wanted:,} are wanted"
        else:
            message = f"none of {tried:,} deals fulfils the conditions"
        super().__init__(message)
        self.chosen = chosen
        self.tried = tried


def numbered_deals(
    game: Game, count: int, seed: int, first: int, held: Mapping[Seat, int]
) -> pl.DataFrame:
    """Return random deals of a series, with board number, dealer and game.

    Args:
        game: the game.
        count: number of deals.
        seed: seed of the series.
        first: index of the first deal to return, in the series.
        held: masks of known cards of some seats.

    Returns:
        Columns ``n e s w talon`` (masks), ``board`` (index of the deal in the series, plus 1), ``dealer``
        (North for the first deal of the series, then the next seat clockwise), and ``game`` (id).

    Raises:
        ValueError: the held cards do not fit the game, or a number is out of range.
    """
    import polars as pl

    frame = random_deals(game, count, seed=seed, start=first, held=held)
    seats = pl.Series([seat.name for seat in Seat][: game.seats], dtype=pl.String)
    index = pl.int_range(first, first + pl.len(), dtype=pl.UInt64)
    return frame.with_columns(
        board=(index + 1).cast(pl.String),
        dealer=pl.lit(seats).gather(index % game.seats),
        game=pl.lit(game.id),
    )


def choose_where(where: str, game: Game) -> Choose:
    """Return a function that chooses the deals of a game that fulfil a condition.

    Raises:
        ValueError: ``where`` is no SQL condition on deals, or is a constant condition that is false or null.
    """
    forked.check_not_forked()

    import polars as pl

    from kranalyze.conditions.handvalues import fulfilled
    from kranalyze.conditions.scopes import deal_scope
    from kranalyze.conditions.sql import read_condition
    from kranalyze.conditions.viewpoints import Viewpoint, forehand_of_dealer

    condition = read_condition(where, deal_scope())
    # Refuse a condition that no deal can fulfil. A search with this condition would try millions of deals.
    if not condition.names and not condition.values(pl.DataFrame({"": [0]})).item():
        raise ValueError(f"the condition {condition.shown!r} names no column and is true of no deal")
    view = Viewpoint(game, forehand_of_dealer(game))
    return lambda frame: fulfilled(condition, frame, view)


def find_deals(
    game: Game, count: int, *, seed: int, first: int, held: Mapping[Seat, int], conditions: Sequence[Choose],
    tries: int = TRIES, progress: Callable[[int], object] = lambda found: None,
) -> tuple[pl.DataFrame, int]:  # fmt: skip
    """Search a series of random deals for deals that fulfil all conditions.

    Return the deals that were found, and how many deals were tried. Deals are tried in batches, but the
    result does not depend on the sizes of the batches.

    Args:
        game: the game.
        count: how many deals to find.
        seed: seed of the series.
        first: index of the first deal to try, in the series.
        held: for each seat the mask of the cards that the seat gets in every deal.
        conditions: functions that choose deals. Each function gets the deals that the function before it has
            chosen.
        tries: how many consecutive deals may fail the conditions before the search ends with an error.
        progress: function that is called after each batch. Its argument is how many deals the batch added.

    Raises:
        NoMatchError: the search has ended before ``count`` deals were found.
        ValueError: the held cards do not fit the game, or a number is out of range.
    """
    parts = [numbered_deals(game, 0, seed, first, held)]
    chosen = 0
    end = first  # index, in the series, of the deal after the last chosen deal
    at = first
    size = _FIRST_BATCH
    while chosen < count:
        if at >= end + tries:
            raise NoMatchError(count, chosen, end + tries - first, tries)
        size = min(size, end + tries - at)
        part = numbered_deals(game, size, seed, at, held)
        for condition in conditions:
            part = part.filter(condition(part)) if part.height else part
        part = part.head(count - chosen)
        if part.height:
            end = int(part["board"][-1])  # board numbers begin at 1, so this is the index of the next deal
        chosen += part.height
        parts.append(part)
        progress(part.height)
        at += size
        size = min(2 * size, _MOST_BATCH)
    import polars as pl

    return pl.concat(parts), end - first
