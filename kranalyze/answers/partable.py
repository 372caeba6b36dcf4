"""Par of many deals as a frame: what four perfect bidders would end in, a row for each deal and dealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kranalyze.answers.given import GivenDeals, deal_frame
from kranalyze.answers.par import Par, par_row, pars
from kranalyze.arguments import checked
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.games.written import written_rules

if TYPE_CHECKING:
    import polars as pl


def par_of_each(
    deals: pl.DataFrame,
    dealer: Seat | None = None,
    rules: Mapping[str, str] | None = None,
    workers: int | None = None,
    game: str | Game | None = None,
) -> Iterator[tuple[dict[str, Any], list[Par]]]:
    """Every deal as its row with its par: by its dealer or the given one, else by every seat in turn.

    Args:
        deals: with columns ``game``, ``rules`` and perhaps ``dealer``.
        rules: over those of the deals.
        game: a row whose own rules are in force, if it is one.
    """
    import polars as pl

    runs = deals.with_columns(run=pl.struct("game", "rules").rle_id()).partition_by(
        "run", maintain_order=True
    )
    for run in runs:
        in_force = {**written_rules(run["rules"][0]), **(rules or {})}
        found = pars(run.select(*"nesw"), game=game or run["game"][0], rules=in_force, workers=workers)
        for row, (_, each) in zip(run.iter_rows(named=True), found, strict=True):
            said = row.get("dealer")
            wanted = dealer if dealer is not None else Seat.parse(said) if said else None
            yield row, [one for one in each if wanted is None or one.dealer == wanted]


@checked
def par(
    deals: GivenDeals,
    *,
    game: str | Game | None = None,
    dealer: Seat | int | str | None = None,
    rules: Mapping[str, str] | None = None,
    workers: int | None = None,
) -> pl.DataFrame:
    """What four perfect bidders who see all cards would end in (Graden).

    Args:
        deals: as for ``table``.
        game: of all deals; default what they say, else ``graden``.
        dealer: default as the deals say, or else every seat in turn.
        rules: rule options over those of the deals.
        workers: threads, default all cores.

    Returns:
        A row for each deal and dealer: ``deal`` (its number, from 0), ``dealer``, ``par_contract``,
        ``par_declarer``, ``par_second``, ``par_call``, ``par_auction``, ``par_n`` to ``par_w``.

    Raises:
        OSError: the file cannot be read.
        ValueError: a deal that does not fit the game, or a game without par.

    >>> found = par("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9", dealer="W")
    >>> found.select("par_contract", "par_declarer", "par_n").row(0)
    ('hundertermord', 'N', 240)
    """
    import polars as pl

    frame = deal_frame(deals, game)
    seat = None if dealer is None else Seat.parse(dealer)
    rows = [
        {"deal": number, **par_row(one)}
        for number, (_, found) in enumerate(par_of_each(frame, seat, rules, workers, game))
        for one in found
    ]
    return pl.DataFrame(rows, schema=None if rows else ["deal"], infer_schema_length=None)
