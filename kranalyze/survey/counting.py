"""Deals and logs in, sums out: pieces that threads count, added up so that their order does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, pairwise

import polars as pl
import pyarrow as pa

from kranalyze import parallel
from kranalyze.analysis import analyze_records
from kranalyze.analysis.gametables import Totals
from kranalyze.answers.par import why_no_par
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import GivenDeals, file_of
from kranalyze.arguments import checked
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Contract, Game, get_game
from kranalyze.games.questions import supposing
from kranalyze.games.written import written_rules
from kranalyze.kpn import KpnError, Record
from kranalyze.parallel import Pace
from kranalyze.read.sources import IN_PLACE
from kranalyze.survey.figurecolumns import added, features_named, finished
from kranalyze.survey.makeable import Grouping, asked_rows, logged_sums, makeable_sums, par_sums
from kranalyze.survey.portions import Files, Portion, given_pieces

#: Deals counted at a time: the first ones of a game, at most, and where they are quick at least.
_FIRST, _MOST, _LEAST = 64, 4096, 256

#: So many of the cards that lost most are kept, and so many sums until they are added up.
_LOST, _HELD = 20, 8

#: How long that should take, in seconds.
_SECONDS = 0.5


@frozen
class Counted:
    """What came of a piece.

    Attributes:
        deals: how many were counted.
        undealt: how many have no figures, or only a part, because their dealer is not known.
        problems: deals that the core did not take (``record`` is their number), records not analysed.
        firsts: contracts, each with a deal on which it is the highest that can be made.
        tables: of logged games what an analysis says of games and cards, if that was asked for.
    """

    sums: tuple[pl.DataFrame, ...] = ()
    deals: int = 0
    undealt: int = 0
    problems: tuple[KpnError, ...] = ()
    firsts: pl.DataFrame | None = None
    tables: Mapping[str, pa.Table] = field(default_factory=dict)


@dataclass
class Survey:
    """What is counted, and what came of it.

    Attributes:
        groupings: sets of features; the first is the empty one.
        contracts: ids, None for all.
        par: also the auctions of four perfect bidders, of Graden, hundreds of times slower.
        without: ids of games left out, because nothing is made or lost in them.
        undealt: deals that name no dealer.
        firsts: for every contract the first deal on which it is the highest, if ``examples``.
        players, costs: who played logged games, and the cards that lost most, if ``examples``.
    """

    groupings: Sequence[Grouping] = ((),)
    contracts: Sequence[str] | None = None
    examples: bool = False
    par: bool = False
    undealt: int = 0
    without: dict[str, None] = field(default_factory=dict)
    firsts: pl.DataFrame | None = None
    players: Totals = field(default_factory=Totals)
    costs: pl.DataFrame | None = None
    _dealt: int = 0
    _sums: list[pl.DataFrame] = field(default_factory=list)
    _plans: dict[tuple[str, str | None], Plan] = field(default_factory=dict)
    _paces: dict[str, Pace] = field(default_factory=dict)

    def run(self, pieces: Iterable[Portion], workers: int | None = None) -> Iterator[Counted]:
        """Count pieces: what came of each, in their order; a ValueError names an unknown contract or rule."""
        pool = parallel.threads(workers)
        ends = pairwise(chain(pieces, [None]))  # only those of the last piece get smaller towards the end
        jobs = (job for one, more in ends if one for job in self._jobs(one, 0 if more else pool.width()))
        for _, counted in parallel.run(lambda job: job(), jobs, pool):
            self._sums += counted.sums
            if len(self._sums) > _HELD:
                self._sums = [added(self._sums)]
            self.undealt += counted.undealt
            if counted.firsts is not None:
                firsts = counted.firsts if self.firsts is None else self.firsts.vstack(counted.firsts)
                kind = ["game", "rules", "contract"]
                self.firsts = firsts.sort("number").unique(kind, keep="first", maintain_order=True)
            if counted.tables:
                self.players.add(**counted.tables)
                self.costs = _costliest(counted.tables["cards"], self.costs)
            yield counted

    def figures(self, by: Sequence[str] = ()) -> pl.DataFrame:
        """The figures by some features, which are among the groupings: the columns of the schema."""
        return finished(added(self._sums).filter(grouping=list(self.groupings).index(tuple(by))))

    def _jobs(self, piece: Portion, workers: int) -> Iterator[Callable[[], Counted]]:
        """The work of a piece, in parts that take neither too long nor too short."""
        numbers = pl.int_range(self._dealt, self._dealt + pl.len(), dtype=pl.Int64)
        dealt = piece.deals.with_columns(number=numbers)  # by which deals are told apart
        self._dealt += dealt.height
        game = GAMES[piece.game]
        named = game.contracts if self.contracts is None else game.contracts_of(self.contracts)
        asked = [contract for contract in named if contract.makeable_at is not None]
        if not asked:
            self.without[game.id] = None
            return

        def analysed() -> Counted:
            found, ids = analyze_records(piece.records), [contract.id for contract in asked]
            sums = tuple(logged_sums(found.tables["games"], self.groupings, ids, piece.written))
            tables = found.tables if self.examples else {}
            return Counted(sums, problems=found.problems, tables=tables)

        def bid(deals: pl.DataFrame) -> Counted:
            return Counted((par_sums(game, deals, piece.written),))

        if piece.records:
            yield analysed
        if self.par and why_no_par(game) is None:
            yield from (partial(bid, deals) for deals in dealt.drop_nulls("forehand").iter_slices(_FIRST))
        key = piece.game, piece.written
        if key not in self._plans:
            by = [one for c in asked if (one := supposing(game, c)) is not None]
            self._plans[key] = Plan(game, [*asked, *by], None, written_rules(piece.written))
        pace = self._paces.setdefault(game.id, Pace(_FIRST, _MOST, _SECONDS))
        for at, size in pace.cut(dealt.height, workers, _LEAST):
            yield partial(self._counted, self._plans[key], asked, piece.written, dealt.slice(at, size))

    def _counted(
        self, plan: Plan, asked: Sequence[Contract], written: str | None, deals: pl.DataFrame
    ) -> Counted:
        game = plan.game
        with self._paces[game.id].timed(deals.height):
            rows, bad = asked_rows(plan, asked, deals)
            sums = tuple(
                makeable_sums(plan, rows, deals, by, grouping=number, rules=written)
                for number, by in enumerate(self.groupings)
            )
            firsts = _highest(rows, deals, game=game.id, rules=written) if self.examples else None
        problems = []
        for place, why in sorted(bad.items()):
            row = deals.row(place, named=True)
            file, line = row.get("file") or IN_PLACE, row.get("line") or 1
            problems.append(KpnError(file, line, 1, "error", why, row["number"]))
        undealt = int(deals["forehand"].null_count())
        return Counted(sums, deals.height - len(problems), undealt, tuple(problems), firsts=firsts)


def _highest(rows: pl.DataFrame, deals: pl.DataFrame, **facts: str | None) -> pl.DataFrame:
    """The contracts that are the highest that can be made on some deal, with the deal, and by whom."""
    top = rows.filter("makeable").filter(pl.col("contract") == pl.col("contract").max().over("deal"))
    mine = top.group_by("deal", "contract").agg(pl.col("declarer").min())
    names = (*"nesw", "talon", "forehand", "number")
    same = {name: pl.lit(fact, pl.String) for name, fact in facts.items()}
    return mine.join(deals.select(*names, **same).with_row_index("deal"), on="deal")


def _costliest(table: pa.Table, before: pl.DataFrame | None) -> pl.DataFrame:
    """The cards that lost most, of some games and of those before them."""
    names = ("board", "game", "trick", "turn", "seat", "player", "card", "best", "cost")
    cards = pl.DataFrame(pl.from_arrow(table.select(names))).filter(pl.col("cost") > 0)
    text = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
    cards = cards.with_columns(text, pl.col("best").cast(pl.List(pl.String)))
    both = cards if before is None else before.vstack(cards)
    return both.sort("cost", descending=True, maintain_order=True).head(_LOST)


@checked
def stats(
    deals: GivenDeals | Record | Iterable[Deal | str | Record],
    *,
    game: str | Game | None = None,
    dealer: Seat | int | str | None = None,
    by: Iterable[str] = (),
    contracts: Iterable[str] | None = None,
    rules: Mapping[str, str] | None = None,
    par: bool = False,
    workers: int | None = None,
) -> pl.DataFrame:
    """Bidding statistics of some deals: how often each contract can be made, and what is best.

    Args:
        deals: as for ``table`` (in a frame with ``dealer`` as text), or records; a record that was played, in
            a file too, is also counted as it was bid and played.
        game: of all deals; default what they say, else ``graden``; a record knows its own.
        dealer: of deals that name none. Without, they say nothing of the first bidder.
        by: features of the hand: ``aces tens longest marriages voids``.
        contracts: only these.
        rules: rule options over their defaults, and over those of records.
        par: also the auctions of four perfect bidders (Graden): a third of a second a deal.
        workers: threads, default all cores; the figures do not depend on it.

    Returns:
        A row for each figure (FORMAT.md: statistics); with ``by`` the figures of all hands are left out.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown name, a deal that does not fit the game.

    >>> figures = stats("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> figures.filter(figure="makeable").select("who", "units", "count").rows()[:2]
    [('some', 1, 1), ('seat', 4, 2)]
    """
    features = features_named(by)
    groupings = list(dict.fromkeys([(), features]))
    named = None if contracts is None else tuple(contracts)
    if named == ():
        raise ValueError("contracts: no contract is named; left out it means all")
    survey = Survey(groupings, named, par=par)
    problems: list[KpnError] = []

    def report(found: Iterable[KpnError]) -> None:
        problems.extend(one for one in found if one.severity == "error")

    if (file := file_of(deals)) is not None:
        seat = None if dealer is None else Seat.parse(dealer)
        name = None if game is None else get_game(game).id
        pieces = Files([file], name, rules or {}, seat, report).pieces()
    else:
        pieces = given_pieces(deals, game, dealer, rules or {}, report)
    for counted in survey.run(pieces, workers):
        report(counted.problems)
    for first in problems:
        raise ValueError(f"deal {first.record}: {first.message}") if first.file == IN_PLACE else first
    return survey.figures(features)
