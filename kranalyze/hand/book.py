"""The book of hands: all 6,907 hands of Graden up to renaming suits, with their odds (bundled)."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import TYPE_CHECKING, Any

from kranalyze.arguments import checked
from kranalyze.bundled import find
from kranalyze.cards import card, hand_mask, hand_text, pack_mask, rank_of, suit_of
from kranalyze.games import DEFAULT, Contract, Game, get_game
from kranalyze.hand.asking import Asked
from kranalyze.hand.exact import holds_required
from kranalyze.hand.figures import Odds, fixed_choice, unbiddable
from kranalyze.hand.tally import in_walk

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


def hands() -> Iterator[tuple[int, int]]:
    """All hands of six from 24 up to renaming suits, each with the number of hands it stands for."""
    suits = sorted((ranks << 2 for ranks in range(64)), reverse=True)
    for held in combinations_with_replacement(suits, 4):
        if sum(ranks.bit_count() for ranks in held) == 6:
            alike = 1
            for times in Multiset(held).values():
                alike *= factorial(times)
            yield sum(ranks << 8 * place for place, ranks in enumerate(held)), 24 // alike


@cache
def _rows(name: str) -> dict[int, dict[str, Any]] | None:
    """The rows of the bundled book by hand; None if it is not there."""
    path = find(name)
    if path is None:
        return None
    import polars as pl

    return {row["mask"]: row for row in pl.read_parquet(path).iter_rows(named=True)}


@checked
def book(hand: str | int | None = None, *, game: str | Game = DEFAULT) -> pl.DataFrame:
    """The bundled book of hands, or what it says of one hand.

    Args:
        hand: any hand, ``"AKQ.AK.A."`` or a mask; without it the whole book, all hands up to renaming suits.
        game: id or name of a game that has a book.

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
    path = None if row.book is None else find(row.book)
    if path is None:
        raise ValueError(f"game: there is no book of the hands of {row.id}")
    rows = pl.read_parquet(path)
    if hand is None:
        return rows
    mask = hand_mask(hand)
    if mask & ~pack_mask(row.pack) or mask.bit_count() != row.size:
        raise ValueError(f"hand: {hand_text(mask)} is no hand of {row.id}, which has {row.size} cards")
    alike, suits = canonical(mask)
    [found] = rows.filter(mask=alike).to_dicts()
    for name, call in found.items():
        if name.endswith("_call") and call is not None:
            found[name] = card(suits[suit_of(call)], rank_of(call))
    return pl.DataFrame([{**found, "hand": hand_text(mask), "mask": mask}], schema=rows.schema)


def answers(asked: Asked, contracts: Sequence[Contract]) -> list[Odds]:
    """The answers that the book of the game has: whole hands by the default rules, nothing else known."""
    game = asked.game
    usual = all(asked.rules[option.name] == option.initial for option in game.options)
    if game.book is None or not asked.whole or asked.known or not usual:
        return []
    rows = _rows(game.book)
    if rows is None:
        return []
    mask, suits = canonical(asked.hand)
    row = rows[mask]
    return [sampled(asked, c, row, suits) for c in contracts if in_walk(game, c) and f"{c.id}_made" in row]


def sampled(asked: Asked, contract: Contract, row: Mapping[str, Any], suits: Sequence[int]) -> Odds:
    """The answer of a row of the book: its suits stand for those of the hand."""
    question = asked.questions([contract])[0]
    if not holds_required(asked.game, question, asked.hand):
        return unbiddable(asked.hand, asked.game, contract, "book")
    layouts, made, call = row["layouts"], row[f"{contract.id}_made"], None
    some = made
    if contract.party == "called":
        stored, some = row[f"{contract.id}_call"], row[f"{contract.id}_made_dd"]
        call = card(suits[suit_of(stored)], rank_of(stored))
    choice = fixed_choice(asked.game, question, layouts, made, call)
    return Odds(asked.hand, asked.game, contract, "book", True, layouts, choice, some, (choice,))
