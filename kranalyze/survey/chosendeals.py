"""Deal at random, and keep the deals that fulfil conditions on hands and on contracts that seats can make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import polars as pl

from kranalyze.arguments import Expected, checked
from kranalyze.deal import Held, Seat
from kranalyze.dealing import TRIES, choose_where, find_deals, masks_by_seat, numbered_deals
from kranalyze.games import DEFAULT, Contract, Game, get_game
from kranalyze.survey.winnable import choose_makeable

#: A contract or several contracts.
Wanted: TypeAlias = str | Contract | Iterable[str | Contract]

#: Contracts by seat. A key is a seat in any form that ``Seat.parse`` accepts.
ContractsBySeat: TypeAlias = Mapping[Seat, Wanted] | Mapping[int, Wanted] | Mapping[str, Wanted]


@checked(
    count=Expected.NUMBER, game=Expected.GAME, seed=Expected.SEED, first=Expected.NUMBER,
    known=Expected.CARDS_BY_SEAT, where=Expected.TEXT, makes=Expected.CONTRACTS_BY_SEAT,
    tries=Expected.COUNT,
)  # fmt: skip
def deals(
    count: int, *, game: str | Game = DEFAULT, seed: int = 0, first: int = 0, known: Held | None = None,
    where: str | None = None,
    makes: ContractsBySeat | None = None,
    tries: int = TRIES,
) -> pl.DataFrame:  # fmt: skip
    """Return random deals, as ``kranalyze deal`` does. All deals are equally likely.

    Args:
        count: number of deals.
        game: id or name of the game.
        seed: seed of the series. The same seed gives the same deals on every machine.
        first: number of the first deal in the series, from 0. Earlier deals are not computed.
        known: for some seats the cards that the seat gets in every deal: its whole hand, or a part of its
            hand. Cards are a mask, or a text such as ``"AKQ.A.A.9"`` or ``"HT HQ"``.
        where: condition in SQL, for example ``"s_aces >= 3"`` (FORMAT.md: conditions). Return the first
            ``count`` deals of the series that fulfil the condition. The deals keep their numbers, so
            ``board`` has gaps. None: no condition.
        makes: for some seats a contract, or a list of contracts, for example ``{"S": "bettler"}``. In every
            returned deal, each of these seats can make each of its contracts with open cards, if it calls the
            best card and names the best trump. None: there is no condition on contracts.
        tries: the search fails after this many deals in a row that do not fulfil the conditions.

    Returns:
        Columns ``n e s w talon`` (masks), ``board`` (from 1), ``dealer`` (clockwise from North), ``game``.

    Raises:
        ValueError: the game is unknown, the cards in ``known`` do not fit the game, ``where`` is no
            condition, or ``makes`` names an unknown seat or contract.
        NoMatchError: ``tries`` deals in a row did not fulfil the conditions. This is a ``ValueError``, too.

    >>> frame = deals(2, seed=1, known={"S": "AKQ.A.A.9"})
    >>> frame.select("board", "dealer", "s").rows()
    [('1', 'N', 75530464), ('2', 'E', 75530464)]
    >>> deals(3, seed=1, where="s_aces = 0 AND n_aces = 4")["board"].to_list()
    ['185', '373', '486']
    >>> deals(2, seed=1, makes={"S": "koenigmord"})["board"].to_list()
    ['4', '131']
    """
    row = get_game(game)
    held = masks_by_seat(known)
    if where is None and not makes:
        return numbered_deals(row, count, seed, first, held)
    conditions = [] if where is None else [choose_where(where, row)]
    if makes:
        conditions.append(choose_makeable(row, _seats_and_contracts(makes)))
    frame, _ = find_deals(
        row, count, seed=seed, first=first, held=held, conditions=conditions, tries=tries
    )
    return frame


def _seats_and_contracts(makes: ContractsBySeat) -> Iterator[tuple[Seat, str]]:
    """Yield pairs from ``makes``: a seat, and the id of a contract that this seat must be able to make."""
    for name, contracts in makes.items():
        listed = [contracts] if isinstance(contracts, str | Contract) else contracts
        for contract in listed:
            yield Seat.parse(name), contract.id if isinstance(contract, Contract) else contract
