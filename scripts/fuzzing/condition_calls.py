"""Call the functions that take conditions in SQL, with right, wrong and hostile expressions."""

from __future__ import annotations

import random
from typing import Any

from values import TEXTS, odd

import kranalyze
from kranalyze.conditions.handfeatures import HAND_FEATURES
from kranalyze.conditions.sql import FUNCTIONS, KEYWORDS
from kranalyze.conditions.viewpoints import PLACE_PREFIXES, SEAT_PREFIXES
from kranalyze.games import Game

_FEATURES = [feature.name for feature in HAND_FEATURES]

_PREFIXES = (*SEAT_PREFIXES, *PLACE_PREFIXES)

_NAMES = [
    *_FEATURES, *(f"{prefix}{name}" for prefix in _PREFIXES for name in _FEATURES[:9]),
    "dealer", "bidder", "seat", "declarer", "contract", "trump", "makeable", "guarantee", "value", "deal",
]  # fmt: skip

_OPERATORS = ("+", "-", "*", "/", "//", "%", "=", "==", "<>", "!=", "<", "<=", ">", ">=", "AND", "OR")

_NUMBERS = (
    "0", "1", "2", "6", "0.5", "1e9", "99999999999999999999", "9223372036854775807", ".5", "1.", "0x1",
)  # fmt: skip

_QUOTED = ("'N'", "'north'", "'bettler'", "'Königmord'", "'x'", "''", "'''", "'a''b'", '"aces"', '"', "'")

_HOSTILE = (
    ";", "--", "/*", "SELECT", "read_csv('/etc/passwd')", "\\", "\0", "\n", "(", ")", "(" * 18, ",", "[", "{",
    "::", "?", "$1", "*", ".", "..", "n.aces", "\u2028", "ÄÖ", "CASE", "END", "NULL", "IN ()", "x" * 5000,
)  # fmt: skip


def expression(rng: random.Random, depth: int = 3) -> str:
    """Return a random expression. Most of these expressions are well formed."""
    kind = rng.randrange(12)
    if not depth or kind < 3:
        return rng.choice(_NAMES) if rng.random() < 0.7 else rng.choice((*_NUMBERS, *_QUOTED))
    if kind < 8:
        return f"{expression(rng, depth - 1)} {rng.choice(_OPERATORS)} {expression(rng, depth - 1)}"
    if kind == 8:
        inner = ", ".join(expression(rng, depth - 1) for _ in range(rng.randrange(4)))
        return f"{rng.choice(list(FUNCTIONS))}({inner})"
    if kind == 9:
        return f"({expression(rng, depth - 1)})"
    if kind == 10:
        words = ("IN ('N', 'E')", "IN (1, 2)", "BETWEEN 1 AND 3", "IS NULL", "IS NOT NULL", "LIKE '%b%'")
        return f"{expression(rng, depth - 1)} {rng.choice(words)}"
    return f"CASE WHEN {expression(rng, depth - 1)} THEN {rng.choice(_NUMBERS)} ELSE {expression(rng, 0)} END"


def condition(rng: random.Random) -> Any:
    """Return a random condition.

    It is a comparison, an expression, an expression with one or two inserted words, or a value of any type.
    """
    kind = rng.randrange(8)
    if kind < 3:
        return f"{rng.choice(_NAMES)} {rng.choice(_OPERATORS[6:14])} {rng.choice(_NUMBERS[:4])}"
    text = expression(rng)
    if kind < 6:
        return text
    if kind == 6:
        words = text.split(" ")
        for _ in range(rng.randrange(1, 3)):
            words.insert(rng.randrange(len(words) + 1), rng.choice((*_HOSTILE, *KEYWORDS, *TEXTS)))
        return " ".join(words)
    return odd(rng)


def call_conditions(rng: random.Random, game: Game) -> None:
    """Call a random function with a condition. Check the message if the function raises an error.

    Raises:
        AssertionError: the message is empty or has more than four lines, or it comes from PyO3 or from a Rust
            panic.
    """
    few = kranalyze.deals(4, game=game.id, seed=rng.randrange(1000))
    where = condition(rng)
    contract = [game.contracts[0].id]
    try:
        match rng.randrange(5):
            case 0:
                kranalyze.deals(2, game=game.id, where=where, tries=200)
            case 1:
                kranalyze.table(few, game=game.id, contracts=contract, where=where, workers=1)
            case 2:
                kranalyze.stats(few, game=game.id, contracts=contract, where=where, workers=1)
            case 3:
                by = [condition(rng) for _ in range(rng.randrange(1, 3))]
                kranalyze.stats(few, game=game.id, contracts=contract, by=by, workers=1)
            case _:
                names = [rng.choice(_NAMES) if rng.random() < 0.8 else odd(rng) for _ in range(3)]
                kranalyze.features(few, game=game.id, seat=rng.choice((None, "N")), features=names)
    except (ValueError, TypeError) as error:
        text = str(error)
        if not text.strip() or "PyO3" in text or "panicked" in text or text.count("\n") > 3:
            raise AssertionError(f"the message is not clear: {text!r} for {where!r}") from error
