"""Check the arguments of public functions before the functions use them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, get_args

from kranalyze.cards import Deck
from kranalyze.games import Contract, Game
from kranalyze.hands import Hand

P = ParamSpec("P")
R = TypeVar("R")


class ArgumentError(ValueError):
    """Raised if an argument has a wrong type or is out of range. Other wrong values raise a plain ValueError.

    Attributes:
        argument: name of the argument.

    >>> import kranalyze
    >>> try:
    ...     kranalyze.deals(3, seed="seven")
    ... except kranalyze.ArgumentError as error:
    ...     print(error)
    seed: a whole number from 0 to 18446744073709551615 is expected, not 'seven'
    """

    def __init__(self, argument: str, expected: str, value: object) -> None:
        shown = repr(value)
        super().__init__(f"{argument}: {expected} is expected, not {shown[:60]}{'...' * (len(shown) > 60)}")
        self.argument = argument


#: The type of a check: a function that takes a value and returns whether an argument may have this value.
Fits = Callable[[Any], bool]


def _is(*types: type) -> Fits:
    """Return a check that accepts values of ``types``. True and False pass only if ``types`` has bool."""
    return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _is_collection_of(fits: Fits) -> Fits:
    """Return a check that accepts a collection if the check ``fits`` accepts each item of the collection.

    The check rejects texts, bytes and mappings.
    """

    def all_fit(value: Any) -> bool:
        is_other = isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable)
        return not is_other and all(map(fits, value))

    return all_fit


def _any(*checks: Fits) -> Fits:
    """Return a check that accepts a value if at least one check of ``checks`` accepts this value."""
    return lambda value: any(fits(value) for fits in checks)


def _from(least: int, most: float = float("inf")) -> Fits:
    """Return a check that accepts whole numbers from ``least`` to ``most``."""
    return lambda value: _is(int)(value) and least <= value <= most


def _is_share(value: Any) -> bool:
    """Return whether a value is a number greater than 0 and at most 1."""
    return _is(int, float)(value) and 0 < value <= 1


def _is_mapping_of_names(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _is_frame(value: Any) -> bool:
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "collect")


def _is_names(value: Any) -> bool:
    """Return whether a value is a list of names, or a mapping with names as values. A name may be None."""
    names = value.values() if isinstance(value, Mapping) else value
    return _is_collection_of(_is(str, type(None)))(names)


def _is_call(value: Any) -> bool:
    """Return whether a value is a call of an auction: a text, or an object such as `Call`."""
    return _is(str)(value) or hasattr(value, "call")


def _is_contracts_by_seat(value: Any) -> bool:
    """Return whether a value is a mapping whose values are contracts or collections of contracts."""
    is_contract = _is(str, Contract)
    return isinstance(value, Mapping) and all(
        map(_any(is_contract, _is_collection_of(is_contract)), value.values())
    )


class Expected(Enum):
    """The kinds of arguments. A kind has a description for messages (``words``) and a check (``fits``)."""

    GAME = "a game, by its id or name,", _is(str, Game)
    CONTRACT = "a contract, by its id or name,", _is(str, Contract)
    CONTRACTS = "a list of contracts", _is_collection_of(_is(str, Contract))
    SEAT = "a seat, N E S or W,", _is(int, str)
    SEATS = "a list of seats", _is_collection_of(_is(int, str))
    CARD = "a card, 'SA' or its number,", _is(int, str)
    CARDS = "cards, 'SA HT' or a list,", _any(_is(str), _is_collection_of(_is(int, str)))
    ORDER = "an order of rank, K or T,", _is(str)
    TRUMP = "a suit, S H D or C,", _is(int, str)
    RULES = "a mapping of rule options to their values", _is_mapping_of_names
    CARDS_BY_SEAT = "a mapping of seats to cards", _is(Mapping)
    CONTRACTS_BY_SEAT = "a mapping of seats to contracts", _is_contracts_by_seat
    CALLS = "calls, 'bettler gut' or a list,", _any(_is(str), _is_collection_of(_is_call))
    NAMES = "names of players, a list or by seat,", _is_names
    AMOUNTS = "a list of amounts", _is_collection_of(_is(int))
    BOARD = "a number or a name", _is(int, str)
    TAGS = "a mapping of tags to their values", _is_mapping_of_names
    HAND = "a hand, 'AKQ.AK.A.' or its mask,", _is(int, str, Hand)
    FEATURES = "a list of features", _is_collection_of(_is(str))
    DECK = "french or german", lambda value: _is(str)(value) and value in get_args(Deck)
    TEXT = "a text", _is(str)
    TEXT_OR_BYTES = "a text", _is(str, bytes)
    FILE = "the name of a file", _is(str, os.PathLike)
    FILES = "names of files, or deals,", _any(_is(str, os.PathLike), _is_collection_of(_is(str, os.PathLike)))
    FILES_OR_FRAME = "names of files, deals or a frame", _any(FILES[1], _is_frame)
    PACK = "a mask of cards", _is(int)
    SHARE = "a number above 0, at most 1,", _is_share
    SEED = f"a whole number from 0 to {2**64 - 1}", _from(0, 2**64 - 1)
    NUMBER = "a whole number from 0", _from(0)
    COUNT = "a whole number from 1", _from(1)
    FLAG_OR_FEATURES = "True, False or a list of features", _any(_is(bool), _is_collection_of(_is(str)))
    FLAG = "True or False", _is(bool)
    COUNT_BY_SEAT = "a whole number from 1, or numbers by seat,", _any(_from(1), _is(Mapping))
    SHARE_BY_SEAT = "a share from 0 to 1, or shares by seat,", _any(_is(int, float), _is(Mapping))

    def __init__(self, words: str, fits: Fits) -> None:
        self.words = words
        self.fits = fits


def checked(**expected: Expected) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for functions. A decorated function checks its arguments before it runs.

    The decorated function does not check an argument that has its default value. It does not check iterators
    either, because a check would exhaust them.

    Args:
        expected: the kinds that arguments must have, by the names of the arguments. Arguments that are not
            listed are not checked.

    Raises:
        ArgumentError: an argument is of a wrong kind. The decorated function raises this error.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        """Return a function that checks the arguments and then calls ``function``."""
        parameters = signature(function).parameters
        names = tuple(parameters)
        defaults = {name: parameter.default for name, parameter in parameters.items()}
        if unknown := expected.keys() - parameters.keys():
            raise TypeError(f"{function.__qualname__} has no argument {', '.join(unknown)}")

        @wraps(function)
        def checking(*args: P.args, **kwargs: P.kwargs) -> R:
            for name, value in (*zip(names, args, strict=False), *kwargs.items()):
                if name not in expected or value is defaults.get(name) or isinstance(value, Iterator):
                    continue
                if not expected[name].fits(value):
                    raise ArgumentError(name, expected[name].words, value)
            return function(*args, **kwargs)

        return checking

    return decorate
