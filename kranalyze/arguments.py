"""The arguments of public functions, looked at before they are used: for each name what it may be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, get_args

from kranalyze.cards import Deck
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


#: Whether a value may be an argument.
Fits = Callable[[Any], bool]


def _is(*types: type) -> Fits:
    """Whether a value is of one of the types; what is true or false is no number."""
    return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _each(fits: Fits) -> Fits:
    """Whether a value is a collection of such; a text is none, nor is a mapping."""

    def all_fit(value: Any) -> bool:
        other = isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable)
        return not other and all(map(fits, value))

    return all_fit


def _from(least: int, most: float = float("inf")) -> Fits:
    return lambda value: _is(int)(value) and least <= value <= most


_CARD, _CONTRACT, _PATH = _is(int, str), _is(str, Contract), _is(str, os.PathLike)

#: What every argument of these names may be, whichever function has it: in words, and whether something is.
#: None is for what may be left out.
KINDS: dict[str, tuple[str, Fits]] = {
    name: (expected, fits)
    for names, expected, fits in (
        ("game", "a game, by its id or name,", _is(str, Game)),
        ("contract", "a contract, by its id or name,", _CONTRACT),
        ("contracts", "a list of contracts", _each(_CONTRACT)),
        ("declarer second partner leader dealer seat", "a seat, N E S or W,", _is(int, str)),
        ("declarers", "a list of seats", _each(_is(int, str))),
        ("call card", "a card, 'SA' or its number,", _CARD),
        ("discard shown", "cards, 'SA HT' or a list,", lambda v: isinstance(v, str) or _each(_CARD)(v)),
        ("order", "an order of rank, K or T,", _is(str)),
        ("trump", "a suit, S H D or C,", _is(int, str)),
        ("rules", "a mapping of rule options to their values",
            lambda value: isinstance(value, Mapping) and all(isinstance(name, str) for name in value)),
        ("known hands face_down", "a mapping of seats to cards", _is(Mapping)),
        ("hand", "a hand, 'AKQ.AK.A.' or its mask,", _is(int, str)),
        ("by", "a list of features", _each(_is(str))),
        ("deck", "french or german", lambda value: _is(str)(value) and value in get_args(Deck)),
        ("text", "a text", _is(str, bytes)),
        ("name announce", "a text", _is(str)),
        ("path out", "the name of a file", _PATH),
        ("inputs", "names of files, or deals,", lambda value: _PATH(value) or _each(_PATH)(value)),
        ("pack", "a mask of cards", _is(int)),
        ("within", "a number above 0, at most 1,", lambda v: _is(int, float)(v) and 0 < v <= 1),
        ("seed", f"a whole number from 0 to {2**64 - 1}", _from(0, 2**64 - 1)),
        ("contra count first after", "a whole number from 0", _from(0)),
        ("samples limit workers shard_size", "a whole number from 1", _from(1)),
        ("best bids exact floor line par selfish single_dummy as_played", "True or False", _is(bool)),
    )
    for name in names.split()
}  # fmt: skip


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
            # An iterator would be used up by a look at it.
            if name not in KINDS or value is defaults.get(name) or isinstance(value, Iterator):
                continue
            expected, fits = KINDS[name]
            if not fits(value):
                raise ArgumentError(name, expected, value)
        return function(*args, **kwargs)

    return looked_at
