"""Look up odds in the bundled book of hands.

The book has a row for each of the 6,907 hands of Graden. Hands that differ only in the names of the suits
share a row. A row has figures for open cards (double dummy), and figures at the table, where careful players
know only what their seats can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from kranalyze import forked
from kranalyze.answers.attable import TableFigures, settlements_if_only_two
from kranalyze.arguments import Expected, checked
from kranalyze.bundled import bundled_directory
from kranalyze.cards import card, hand_text, pack_mask, rank_of, suit_of
from kranalyze.games import DEFAULT, Contract, Game, get_game
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Odds, Sums, by_mean, odds_of
from kranalyze.hand.tally import can_count_without_search, sums_at_fixed_stake
from kranalyze.hands import Hand, mask_of_hand

if TYPE_CHECKING:
    import polars as pl

#: Endings of the names of two columns that the book has for each contract. One column has the sum of the
#: settlements over all games of the contract. The other has the sum of the squares of the settlements.
SUMS_OF_SETTLEMENTS = ("careful_paid", "careful_squares")


def canonical_hand(hand: int) -> tuple[int, tuple[int, ...]]:
    """Return the canonical form of a hand: hands that differ only in the names of suits have the same form.

    Returns:
        Two values. The first value is the mask of the hand with its suits sorted: the suit with the largest
        mask comes first. The second value has for each suit of the sorted hand the number of this suit in the
        original hand.

    >>> from kranalyze.cards import hand_text, parse_hand
    >>> mask, suits = canonical_hand(parse_hand(".AK.Q.T9J"))
    >>> hand_text(mask), suits
    ('AK.Q.JT9.', (1, 2, 3, 0))
    """
    suit_ranks = [hand >> 8 * suit & 0xFF for suit in range(4)]
    suits = tuple(sorted(range(4), key=lambda suit: -suit_ranks[suit]))
    return sum(suit_ranks[suit] << 8 * place for place, suit in enumerate(suits)), suits


def _rows(name: str) -> pl.DataFrame | None:
    """Return the table in a file of the bundled book. Return None if the file is missing.

    Raises:
        RuntimeError: this process was forked and cannot use polars (see ``forked.check_not_forked``).
    """
    forked.check_not_forked()
    return _read(name)


@cache
def _read(name: str) -> pl.DataFrame | None:
    """Return the table in a file of the bundled book. Return None if the file is missing.

    The file is read once. Later calls return the same table.
    """
    import polars as pl

    path = bundled_directory() / name
    return pl.read_parquet(path) if path.is_file() else None


@checked(hand=Expected.HAND, game=Expected.GAME)
def book(hand: Hand | str | int | None = None, *, game: str | Game = DEFAULT) -> pl.DataFrame:
    """Return the whole bundled book of hands, or the row of the book for one hand.

    Args:
        hand: a hand, as ``"AKQ.AK.A."`` or as a mask. Default: return the whole book. Hands that differ only
            in the names of suits share a row of the book.
        game: id or name of the game.

    Returns:
        A table with the rows of the book (FORMAT.md, section "The book of hands"). If a hand is given, the
        table has only the row of this hand, and the suits of the cards in the row are those of the hand.

    Raises:
        ValueError: the game does not deal this hand, or has no book.

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
    mask = mask_of_hand(hand)
    if mask & ~pack_mask(row.pack) or mask.bit_count() != row.size:
        raise ValueError(f"hand: {hand_text(mask)} is no hand of {row.id}, which has {row.size} cards")
    return pl.DataFrame([{**_row(rows, mask), "hand": hand_text(mask), "mask": mask}], schema=rows.schema)


def _row(rows: pl.DataFrame, hand: int) -> dict[str, Any]:
    """Return the row of the book for a hand.

    The book uses canonical suits. In the returned row, called cards have the suits of the hand.
    """
    mask, suits = canonical_hand(hand)
    # Filtering the data frame would copy all its columns, and would take a hundred times as long.
    row = rows.row((rows["mask"] == mask).arg_max(), named=True)
    calls = {name: c for name, c in row.items() if name.endswith("_call") and c is not None}
    return row | {name: card(suits[suit_of(c)], rank_of(c)) for name, c in calls.items()}


def contracts_in_book(game: Game) -> list[Contract]:
    """Return the contracts of a game for which the bundled book has figures.

    The list is empty if the game has no book, or if a rule option differs from its default.
    """
    usual = all(option.value_in(game) == option.default_value for option in game.options)
    rows = None if game.book is None or not usual else _rows(game.book)
    if rows is None:
        return []
    columns = set(rows.columns)
    return [contract for contract in game.contracts if f"{contract.id}_made" in columns]


def answers_in_book(query: HandQuery) -> list[Odds]:
    """Look up the contracts of a query in the book, and return their odds for open cards.

    Contracts that the book lacks are left out. The list is empty if cards of other seats are known.
    """
    in_book = contracts_in_book(query.game)
    booked = [c for c in query.contracts if c in in_book and can_count_without_search(query, c)]
    if not booked or query.known:
        return []
    rows = _rows(str(query.game.book))
    return [] if rows is None else answers_in_row(query, booked, _row(rows, query.hand))


def answers_in_row(query: HandQuery, contracts: Sequence[Contract], row: Mapping[str, Any]) -> list[Odds]:
    """Convert a row of the book to the odds of some contracts for open cards."""
    sums = Sums()
    for contract in contracts:
        name = contract.id
        made = made_by_any = row[f"{name}_made"]
        call = None
        if contract.party == "called":
            call = row[f"{name}_call"]
            made_by_any = row[f"{name}_made_dd"]
        sums |= sums_at_fixed_stake(query, contract, row["layouts"], {call: made}, made_by_any)
    return odds_of(query, contracts, "book", sums)


def book_has_table_figures(game: Game) -> bool:
    """Return whether the book of a game has figures at the table: results of games of careful players.

    The result is False if a rule option differs from its default.
    """
    rows = _rows(str(game.book)) if contracts_in_book(game) else None
    return rows is not None and "careful_look" in rows.columns


def table_figures_in_book(query: HandQuery) -> dict[Contract, TableFigures]:
    """Look up a query in the book, and return its figures at the table, by contract.

    The figures come from games of careful players, with the same called cards as in ``answers_in_book``. A
    contract is missing if the hand may not bid it, or if the book lacks it. The result is empty if cards of
    other seats are known, if the hand is incomplete, or if the book has no such figures.
    """
    booked = contracts_in_book(query.game)
    rows = _rows(str(query.game.book)) if book_has_table_figures(query.game) else None
    if rows is None or query.known or not query.whole:
        return {}
    figures = figures_in_row(query, _row(rows, query.hand))
    return {contract: figures[contract] for contract in figures if contract in booked}


def with_careful_figures(answers: Iterable[Odds], query: HandQuery) -> list[Odds]:
    """Look up the figures at the table in the book, and add them to the odds of a query.

    Return the odds sorted by their mean (``Odds.bid_mean``), the best first.
    """
    figures = table_figures_in_book(query)
    return by_mean(
        replace(answer, careful=figures.get(answer.contract), careful_source="book")
        if answer.contract in figures
        else answer
        for answer in answers
    )


def figures_in_row(query: HandQuery, book_row: Mapping[str, Any]) -> dict[Contract, TableFigures]:
    """Convert a row of the book to figures at the table, by contract.

    A contract is left out if the book has no games of it.
    """
    figures: dict[Contract, TableFigures] = {}
    for contract in query.contracts:
        games = book_row.get(f"{contract.id}_careful_games")
        if games is None:
            continue
        paid, squares = (book_row[f"{contract.id}_{name}"] for name in SUMS_OF_SETTLEMENTS)
        figures[contract] = TableFigures(
            book_row["careful_look"], games, book_row[f"{contract.id}_careful_won"], paid, squares,
            settlements_if_only_two(query.game, query.questions([contract]), query.seat),
        )  # fmt: skip
    return figures
