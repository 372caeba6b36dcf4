"""The book of hands: all 6,907 hands of Graden up to renaming suits, with their odds (bundled)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from kranalyze import forked
from kranalyze.arguments import checked
from kranalyze.bundled import directory
from kranalyze.cards import card, hand_mask, hand_text, pack_mask, rank_of, suit_of
from kranalyze.games import DEFAULT, Contract, Game, get_game
from kranalyze.hand.asking import Asked
from kranalyze.hand.figures import Odds, Sums, odds_of
from kranalyze.hand.tally import fixed, walkable

if TYPE_CHECKING:
    import polars as pl


def canonical(hand: int) -> tuple[int, tuple[int, ...]]:
    """The hand with its suits sorted, the largest number first, and the suit that stands in each place.

    >>> from kranalyze.cards import hand_text, parse_hand
    >>> mask, suits = canonical(parse_hand(".AK.Q.T9J"))
    >>> hand_text(mask), suits
    ('AK.Q.JT9.', (1, 2, 3, 0))
    """
    held = [hand >> 8 * suit & 0xFF for suit in range(4)]
    suits = tuple(sorted(range(4), key=lambda suit: -held[suit]))
    return sum(held[suit] << 8 * place for place, suit in enumerate(suits)), suits


def _rows(name: str) -> pl.DataFrame | None:
    """A bundled book; None if it is not there.

    Raises:
        RuntimeError: as ``forked.check``.
    """
    forked.check()
    return _read(name)


@cache
def _read(name: str) -> pl.DataFrame | None:
    """Read a bundled book, once."""
    import polars as pl

    path = directory() / name
    return pl.read_parquet(path) if path.is_file() else None


@checked
def book(hand: str | int | None = None, *, game: str | Game = DEFAULT) -> pl.DataFrame:
    """The bundled book of hands, or what it says of one hand.

    Args:
        hand: any hand, ``"AKQ.AK.A."`` or a mask; without it the whole book, all hands up to renaming suits.

    Returns:
        The rows of the book (FORMAT.md: the book of hands); of one hand in its own suits.

    Raises:
        ValueError: a hand that the game does not deal, or a game without a book.

    >>> book(".AK.AKQ.A").select("hand", "koenigmord_share", "best_bid", "best_mean").row(0)
    ('.AK.AKQ.A', 1.0, 'koenigmord', 210.0)
    >>> book().height
    6907
    """
    import polars as pl

    row = get_game(game)
    rows = None if row.book is None else _rows(row.book)
    if rows is None:
        raise ValueError(f"game: there is no book of the hands of {row.id}")
    if hand is None:
        return rows.clone()
    mask = hand_mask(hand)
    if mask & ~pack_mask(row.pack) or mask.bit_count() != row.size:
        raise ValueError(f"hand: {hand_text(mask)} is no hand of {row.id}, which has {row.size} cards")
    return pl.DataFrame([{**_row(rows, mask), "hand": hand_text(mask), "mask": mask}], schema=rows.schema)


def _row(rows: pl.DataFrame, hand: int) -> dict[str, Any]:
    """The row of a hand, the cards to call in its own suits."""
    import polars as pl

    mask, suits = canonical(hand)
    row = rows.row(by_predicate=pl.col("mask") == mask, named=True)
    calls = {name: c for name, c in row.items() if name.endswith("_call") and c is not None}
    return row | {name: card(suits[suit_of(c)], rank_of(c)) for name, c in calls.items()}


def known(game: Game) -> list[Contract]:
    """The contracts that stand in the book of a game, which is by the default rules."""
    usual = all(option.of(game) == option.initial for option in game.options)
    rows = None if game.book is None or not usual else _rows(game.book)
    return [] if rows is None else [c for c in game.contracts if f"{c.id}_made" in rows.columns]


def answers(asked: Asked) -> list[Odds]:
    """The answers that the book of the game has: whole hands by the default rules, nothing else known."""
    booked = [c for c in asked.contracts if c in known(asked.game) and walkable(asked, c)]
    rows = _rows(str(asked.game.book)) if booked and not asked.known else None
    return [] if rows is None else in_row(asked, booked, _row(rows, asked.hand))


def in_row(asked: Asked, contracts: Sequence[Contract], row: Mapping[str, Any]) -> list[Odds]:
    """The answers of a row of the book."""
    sums = Sums()
    for contract in contracts:
        name, called = contract.id, contract.party == "called"
        made, call = row[f"{name}_made"], row[f"{name}_call"] if called else None
        some = row[f"{name}_made_dd"] if called else made
        sums |= fixed(asked, contract, row["layouts"], {call: made}, some)
    return odds_of(asked, contracts, "book", sums)
