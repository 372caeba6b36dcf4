"""Count bidding statistics of deals and logs, in threads.

Deals come in portions. All deals of a portion have the same card game and rules. A portion is cut into jobs,
which threads work on. The sums of the jobs are added up. The order in which jobs end does not matter.
Figures are computed from the sums. A figure is a count with its share, for example how often South can make a
contract. Figures may be grouped by features of the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, pairwise

import polars as pl
import pyarrow as pa

from kranalyze import forked, parallel
from kranalyze.analysis import analyze_records
from kranalyze.analysis.players import Totals
from kranalyze.answers.par import why_no_par
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import GivenDeals, file_name_of
from kranalyze.arguments import Expected, checked
from kranalyze.conditions.handvalues import differ_between_hands, fulfilled, masks_of_fitting_seats
from kranalyze.conditions.scopes import hand_scope
from kranalyze.conditions.sql import SqlExpression, read_condition
from kranalyze.conditions.viewpoints import Viewpoint, forehand_of_dealer
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Contract, Game, get_game
from kranalyze.games.question import contract_deciding_trump
from kranalyze.games.written import written_rules
from kranalyze.kpn import KpnError, Record
from kranalyze.parallel import Pace
from kranalyze.read.sources import IN_PLACE
from kranalyze.survey.figurecolumns import FEATURES, FigureLayout, add_up, read_groups, to_figures
from kranalyze.survey.makeable import (
    Grouping,
    evaluate_for_declarers,
    logged_sums,
    makeable_sums,
    par_sums,
    solve_biddable_rows,
)
from kranalyze.survey.portions import Files, Portion, argument_pieces

#: Number of deals in each of the first jobs of a card game. The size of later jobs depends on ``_SECONDS``.
_FIRST = 64

#: Maximum number of deals in a job.
_MOST = 4096

#: Minimum number of deals in a job towards the end of the last portion.
_LEAST = 256

#: How many seconds a job should take.
_SECONDS = 0.5

#: Number of cards in the list of the costliest cards.
_LOST = 20

#: How many frames with sums of jobs are kept before they are added up to one frame.
_HELD = 8


@dataclass(frozen=True, slots=True)
class Counted:
    """The results of a job, which counts a part of the deals or records.

    Attributes:
        sums: frames with the sums from which figures are computed.
        deals: how many deals of the job have no errors, including deals that do not fulfil a condition.
        undealt: number of deals without a dealer. Such deals do not count in figures of the first bidder.
        problems: errors that say why deals were not counted, or records not analysed. If an error is about a
            deal, its attribute ``record`` is the number of the deal.
        firsts: a row for each deal with its highest makeable contract. None: examples are not collected.
        tables: tables of the analysis of logged games. Empty: the job has no logged games, or examples are
            not collected.
    """

    sums: tuple[pl.DataFrame, ...] = ()
    deals: int = 0
    undealt: int = 0
    problems: tuple[KpnError, ...] = ()
    firsts: pl.DataFrame | None = None
    tables: Mapping[str, pa.Table] = field(default_factory=dict)


@dataclass
class Survey:
    """A count of bidding statistics: its settings and its sums so far.

    Attributes:
        groupings: sets of expressions about hands. Figures are grouped by the values of each set. The first
            set is empty, so its figures are not grouped.
        contracts: ids of the contracts to count. None: all contracts.
        examples: whether to collect ``firsts``, ``players`` and ``costs``.
        par: whether to count also the auctions of four perfect bidders (Graden). A survey with these auctions
            takes hundreds of times as long.
        where: condition in SQL. If the condition concerns hands, only declarers whose hands fulfil the
            condition are counted. Otherwise only deals that fulfil the condition are counted. None: no
            condition.
        undealt: number of deals without a dealer.
        without: ids of card games that are left out, because their contracts are neither made nor lost.
        firsts: for each contract the first deal on which the contract is the highest makeable contract.
        players: sums for each player of logged games.
        costs: the costliest cards of logged games.
    """

    groupings: Sequence[Grouping] = ({},)
    contracts: Sequence[str | Contract] | None = None
    examples: bool = False
    par: bool = False
    where: SqlExpression | None = None
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
        """Count all portions of deals, and yield the results of the jobs in the order of the deals.

        Raises:
            ValueError: an unknown contract or rule.
        """
        pool = parallel.thread_pool(workers)

        def all_jobs() -> Iterator[Callable[[], Counted]]:
            """Yield the jobs of all portions."""
            for piece, following in pairwise(chain(pieces, [None])):
                if piece:
                    # Jobs get smaller at the end of the last portion, so that all threads end together.
                    yield from self._jobs(piece, 0 if following else pool.width())

        for _, counted in parallel.run(lambda job: job(), all_jobs(), pool):
            self._sums += counted.sums
            if len(self._sums) > _HELD:
                self._sums = [add_up(self._sums, self._layout)]
            self.undealt += counted.undealt
            if counted.firsts is not None:
                firsts = counted.firsts if self.firsts is None else self.firsts.vstack(counted.firsts)
                keys = ["game", "rules", "contract"]
                self.firsts = firsts.sort("number").unique(keys, keep="first", maintain_order=True)
            if counted.tables:
                self.players.add(**counted.tables)
                self.costs = _costliest(counted.tables["cards"], self.costs)
            yield counted

    def __post_init__(self) -> None:
        """Determine which columns the table of figures has besides the usual columns."""
        expressions = {name: expression for by in self.groupings for name, expression in by.items()}
        added = [(name, e.dtype) for name, e in expressions.items() if name not in FEATURES]
        self._layout = FigureLayout(tuple(added))

    def figures(self, by: Sequence[str] = ()) -> pl.DataFrame:
        """Return a table of figures that are grouped by one of the ``groupings`` (FORMAT.md: statistics).

        ``by`` has the names of the expressions in this grouping. If ``by`` is empty, figures are not grouped.
        """
        names = [tuple(grouping) for grouping in self.groupings]
        sums = add_up(self._sums, self._layout).filter(grouping=names.index(tuple(by)))
        return to_figures(sums, self._layout).select(self.schema(by).names)

    def schema(self, by: Sequence[str] = ()) -> pa.Schema:
        """Return the schema of the table ``figures(by)``."""
        return FigureLayout(tuple(column for column in self._layout.added if column[0] in by)).schema

    def _jobs(self, piece: Portion, workers: int) -> Iterator[Callable[[], Counted]]:
        """Yield the jobs of a portion. Each job that counts makeable contracts takes about the same time."""
        numbers = pl.int_range(self._dealt, self._dealt + pl.len(), dtype=pl.Int64)
        dealt = piece.deals.with_columns(number=numbers)  # deals are numbered through all portions
        self._dealt += dealt.height
        game = GAMES[piece.game]
        skipped = 0
        if self.where is not None:
            dealt, skipped = self._chosen(game, dealt)
        named = game.contracts if self.contracts is None else game.known_contracts(self.contracts)
        contracts = [contract for contract in named if contract.makeable_at is not None]
        if not contracts:
            self.without[game.id] = None
            return

        def count_records() -> Counted:
            """Analyse and count the logged games of the portion."""
            analysis = analyze_records(piece.records)
            ids = [contract.id for contract in contracts]
            tables = analysis.tables
            if self.where is not None:
                tables = _tables_that(self.where, game, tables)
            sums = tuple(
                logged_sums(game, tables["games"], self.groupings, ids, self._layout, piece.written)
            )
            return Counted(sums, problems=analysis.problems, tables=tables if self.examples else {})

        def count_auctions(deals: pl.DataFrame) -> Counted:
            """Count the results of perfect auctions: what four perfect bidders bid on each of the deals."""
            return Counted((par_sums(game, deals, self._layout, piece.written),))

        if skipped:
            yield lambda: Counted(deals=skipped)
        if piece.records:
            yield count_records
        if self.par and why_no_par(game) is None:
            for deals in dealt.drop_nulls("forehand").iter_slices(_FIRST):
                yield partial(count_auctions, deals)
        key = piece.game, piece.written
        if key not in self._plans:
            # Forehand names the trump of its best contract, and contracts of the other side are played in
            # this trump. So solve also the contracts that decide the trump.
            trump_contracts = [s for c in contracts if (s := contract_deciding_trump(game, c)) is not None]
            self._plans[key] = Plan(game, [*contracts, *trump_contracts], None, written_rules(piece.written))
        pace = self._paces.setdefault(game.id, Pace(_FIRST, _MOST, _SECONDS))
        for at, size in pace.cut_starts_and_lengths(dealt.height, workers, _LEAST):
            yield partial(self._count, self._plans[key], contracts, piece.written, dealt.slice(at, size))

    def _chosen(self, game: Game, deals: pl.DataFrame) -> tuple[pl.DataFrame, int]:
        """Return the deals that fulfil the condition ``where``, and how many other deals there are.

        If the condition concerns hands, at least one hand of a deal must fulfil the condition. The frame of
        deals then has a further column ``chosen``: a mask of the seats whose hands fulfil the condition (bit
        0 is North).
        """
        assert self.where is not None
        forehand = pl.col("forehand")
        if differ_between_hands(self.where):
            chosen = deals.with_columns(masks_of_fitting_seats(self.where, deals, game, forehand))
            kept = chosen.filter(pl.col("chosen") > 0)
        else:
            kept = deals.filter(fulfilled(self.where, deals, Viewpoint(game, forehand)))
        return kept, deals.height - kept.height

    def _count(
        self, plan: Plan, contracts: Sequence[Contract], written: str | None, deals: pl.DataFrame
    ) -> Counted:
        """Count the contracts that can be made on some deals."""
        game = plan.game
        with self._paces[game.id].timed(deals.height):
            rows, bad = solve_biddable_rows(plan, contracts, deals)
            sums = tuple(
                makeable_sums(plan, rows, deals, by, self._layout, grouping=number, rules=written)
                for number, by in enumerate(self.groupings)
            )
            firsts = None
            if self.examples:
                firsts = _highest_makeable_contracts(rows, deals, game=game.id, rules=written)
        problems = []
        for place, why in sorted(bad.items()):
            row = deals.row(place, named=True)
            file = row.get("file") or IN_PLACE
            line = row.get("line") or 1
            problems.append(KpnError(file, line, 1, "error", why, row["number"]))
        undealt = int(deals["forehand"].null_count())
        return Counted(sums, deals.height - len(problems), undealt, tuple(problems), firsts=firsts)


def _highest_makeable_contracts(rows: pl.DataFrame, deals: pl.DataFrame, **facts: str | None) -> pl.DataFrame:
    """Return the highest makeable contract of each deal, with its declarer and the deal's columns.

    If several seats can make this contract, the declarer is the first such seat in the order N E S W. Deals
    without a makeable contract have no row.

    Args:
        rows: rows as ``solve_biddable_rows`` returns them.
        deals: the deals.
        facts: columns to add, by name. A column has the same text in all rows.
    """
    top = rows.filter("makeable").filter(pl.col("contract") == pl.col("contract").max().over("deal"))
    declared = top.group_by("deal", "contract").agg(pl.col("declarer").min())
    names = (*"nesw", "talon", "forehand", "number")
    constants = {name: pl.lit(fact, pl.String) for name, fact in facts.items()}
    return declared.join(deals.select(*names, **constants).with_row_index("deal"), on="deal")


def _tables_that(
    where: SqlExpression, game: Game, tables: Mapping[str, pa.Table]
) -> dict[str, pa.Table]:
    """Return the tables of an analysis, reduced to the games that fulfil a condition and to their cards.

    Only the tables ``games`` and ``cards`` are reduced. If the condition concerns hands, the declarer's hand
    must fulfil the condition.
    """
    games = tables["games"]
    frame = pl.DataFrame(games)
    if differ_between_hands(where):
        fits = evaluate_for_declarers({"fits": where}, frame, game)["fits"].fill_null(False)
    else:
        fits = fulfilled(where, frame, Viewpoint(game, forehand_of_dealer(game)))
    keys = ["file", "record"]
    kept = frame.filter(fits).select(keys)
    cards = pl.DataFrame(tables["cards"].select(keys)).with_row_index("row")
    cards = cards.join(kept, on=keys, how="semi", nulls_equal=True)
    chosen = {"games": games.filter(fits.to_arrow()), "cards": tables["cards"].take(cards["row"].to_arrow())}
    return {name: chosen.get(name, table) for name, table in tables.items()}


def _costliest(table: pa.Table, before: pl.DataFrame | None) -> pl.DataFrame:
    """Return the costliest cards of two tables: ``table``, and ``before`` (None: only one table)."""
    names = ("board", "game", "trick", "turn", "seat", "player", "card", "best", "cost")
    cards = pl.DataFrame(pl.from_arrow(table.select(names))).filter(pl.col("cost") > 0)
    text = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
    cards = cards.with_columns(text, pl.col("best").cast(pl.List(pl.String)))
    if before is not None:
        cards = before.vstack(cards)
    return cards.sort("cost", descending=True, maintain_order=True).head(_LOST)


@checked(
    game=Expected.GAME, dealer=Expected.SEAT, where=Expected.TEXT, by=Expected.FEATURES,
    contracts=Expected.CONTRACTS,
    rules=Expected.RULES, par=Expected.FLAG, workers=Expected.COUNT,
)  # fmt: skip
def stats(
    deals: GivenDeals | Record | Iterable[Deal | str | Record],
    *,
    game: str | Game | None = None,
    dealer: Seat | str | int | None = None,
    where: str | None = None,
    by: Iterable[str] = (),
    contracts: Iterable[str | Contract] | None = None,
    rules: Mapping[str, str] | None = None,
    par: bool = False,
    workers: int | None = None,
) -> pl.DataFrame:
    """Count how often each contract can be made, and how often it is the best contract.

    Args:
        deals: deals as for the function ``table``, or records. If ``deals`` is a frame, its column ``dealer``
            has texts. The record of a played game counts in two kinds of figures: figures about its deal, and
            figures about what was bid and played.
        game: card game of all deals. None: the game that a deal names, or ``graden``. Records keep their own
            game.
        dealer: dealer of the deals that name no dealer. A deal without a dealer has no first bidder.
        where: condition in SQL on the declarer's hand and its deal, for example
            ``"bidder = 1 AND ace_king >= 1"`` (FORMAT.md: conditions). Only hands that fulfil the condition
            are counted. If the condition names only ``dealer`` and features of named seats (``n_aces``), only
            deals that fulfil the condition are counted.
        by: expressions in SQL by which hands are grouped, for example ``["aces + tens", "longest"]``. The
            result has a column for each expression. The column's name is the text of the expression, or the
            name after ``AS``.
        contracts: count only these contracts. Default: all contracts.
        rules: rule options. They override the defaults and the rule options of records.
        par: whether to count also the auctions of four perfect bidders (Graden). These auctions take a third
            of a second per deal.
        workers: number of threads. Default: one for each core of the machine. The figures do not depend on
            this number.

    Returns:
        A row for each figure (FORMAT.md: statistics). If ``by`` is passed, all figures are of grouped hands.

    Raises:
        OSError: ``deals`` names a file that cannot be read.
        ValueError: an unknown name, or a deal that does not fit the game.

    >>> figures = stats("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> figures.filter(figure="makeable").select("who", "units", "count").rows()[:2]
    [('some', 1, 1), ('seat', 4, 2)]
    """
    forked.check_not_forked()
    groups = read_groups(by)
    condition = None if where is None else read_condition(where, hand_scope())
    if par and (groups or (condition is not None and differ_between_hands(condition))):
        raise ValueError("par counts deals, but by or where chooses hands")
    groupings: list[Grouping] = [{}, groups] if groups else [{}]
    named = None if contracts is None else tuple(contracts)
    if named == ():
        raise ValueError("contracts: no contract is named; left out it means all")
    survey = Survey(groupings, named, par=par, where=condition)
    problems: list[KpnError] = []

    def report(messages: Iterable[KpnError]) -> None:
        """Add the errors among the messages to ``problems``. Ignore warnings."""
        problems.extend(message for message in messages if message.severity == "error")

    if (file := file_name_of(deals)) is not None:
        seat = None if dealer is None else Seat.parse(dealer)
        name = None if game is None else get_game(game).id
        pieces = Files([file], name, rules or {}, seat, report).pieces()
    else:
        pieces = argument_pieces(deals, game, dealer, rules or {}, report)
    for counted in survey.run(pieces, workers):
        report(counted.problems)
    for first in problems:
        raise ValueError(f"deal {first.record}: {first.message}") if first.file == IN_PLACE else first
    return survey.figures(tuple(groups))
