"""The arguments of public functions, looked at before they are used: for each name what it may be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, ParamSpec, TypeVar, get_args

from kranalyze.cards import Deck
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game

P = ParamSpec("P")
R = TypeVar("R")


class ArgumentError(ValueError):
    """An argument of a type or a size that it cannot have; what is wrong in a value is a plain ValueError.

    Attributes:
        argument: its name.

    >>> import kranalyze
    >>> try:
    ...     kranalyze.deals(3, seed="seven")
    ... except kranalyze.ArgumentError as error:
    ...     print(error)
    seed: a whole number from 0 to 18446744073709551615 is expected, not 'seven'
    """

    def __init__(self, argument: str, expected: str, given: object) -> None:
        shown = repr(given)
        super().__init__(f"{argument}: {expected} is expected, not {shown[:60]}{'...' * (len(shown) > 60)}")
        self.argument = argument


class Kind(NamedTuple):
    """What an argument may be: in words, and whether something is."""

    expected: str
    fits: Callable[[Any], bool]


def _is(*types: type) -> Callable[[Any], bool]:
    """Whether a value is of one of the types; what is true or false is no number."""
    return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is a collection of such; a text is none, nor is a mapping."""

    def all_fit(value: Any) -> bool:
        other = isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable)
        return not other and all(map(fits, value))

    return all_fit


def _whole(least: int, most: float = float("inf")) -> Kind:
    upto = f" to {most}" if most < float("inf") else ""
    words = f"a whole number from {least}{upto}"
    return Kind(words, lambda value: _is(int)(value) and least <= value <= most)


def _several(value: Any) -> bool:
    """Whether a value can be gone through more than once: an iterator would be used up by a look at it."""
    return not isinstance(value, Iterable) or iter(value) is not value


_CARD = Kind("a card, 'SA' or its number,", _is(int, str))
_CARDS = Kind("cards, 'SA HT' or a list,", lambda v: isinstance(v, str) or _each(_CARD.fits)(v))
_CONTRACT = Kind("a contract, by its id or name,", _is(str, Contract))
_FLAG = Kind("True or False", _is(bool))
_SEAT = Kind("a seat, N E S or W,", _is(int, str, Seat))
_PATH = _is(str, os.PathLike)
_WHOLE, _COUNT = _whole(0), _whole(1)

#: What every argument of that name may be, whichever function has it; None is for what may be left out.
KINDS: dict[str, Kind] = {
    "game": Kind("a game, by its id or name,", _is(str, Game)),
    "contract": _CONTRACT,
    "contracts": Kind("a list of contracts", _each(_CONTRACT.fits)),
    **dict.fromkeys(("declarer", "second", "partner", "leader", "dealer", "seat"), _SEAT),
    "declarers": Kind("a list of seats", _each(_SEAT.fits)),
    **dict.fromkeys(("call", "called", "card"), _CARD),
    **dict.fromkeys(("discard", "shown"), _CARDS),
    "order": Kind("an order of rank, K or T,", _is(str)),
    "trump": Kind("a suit, S H D or C,", _is(int, str)),
    "contra": _WHOLE,
    "rules": Kind(
        "a mapping of rule options to their values",
        lambda value: isinstance(value, Mapping) and all(isinstance(name, str) for name in value),
    ),
    "known": Kind("a mapping of seats to cards", _is(Mapping)),
    "hands": Kind("a mapping of seats to cards", _is(Mapping)),
    "hand": Kind("a hand, 'AKQ.AK.A.' or its mask,", _is(int, str)),
    "by": Kind("a list of features", _each(_is(str))),
    "deck": Kind("french or german", lambda value: value in get_args(Deck)),
    "text": Kind("a text", _is(str, bytes)),
    "name": Kind("a text", _is(str)),
    **dict.fromkeys(("path", "out"), Kind("the name of a file", _PATH)),
    "inputs": Kind("names of files, or deals,", lambda value: _PATH(value) or _each(_PATH)(value)),
    "pack": Kind("a mask of cards", _is(int)),
    "within": Kind("a number above 0, at most 1,", lambda value: _is(int, float)(value) and 0 < value <= 1),
    "seed": _whole(0, 2**64 - 1),
    **dict.fromkeys(("count", "first", "after"), _WHOLE),
    **dict.fromkeys(("samples", "limit", "workers", "shard_size"), _COUNT),
    **dict.fromkeys(
        ("best", "bids", "exact", "floor", "line", "par", "selfish", "single_dummy", "as_played"), _FLAG
    ),
}


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, its arguments looked at first.

    Raises:
        ArgumentError: one is not what its name says.
    """
    parameters = signature(function).parameters
    names = tuple(parameters)
    defaults = {name: one.default for name, one in parameters.items()}

    @wraps(function)
    def looked_at(*args: P.args, **kwargs: P.kwargs) -> R:
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            kind = KINDS.get(name)
            if kind is None or value is defaults.get(name) or not _several(value):
                continue
            if not kind.fits(value):
                raise ArgumentError(name, kind.expected, value)
        return function(*args, **kwargs)

    return looked_at
