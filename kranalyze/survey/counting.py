"""Deals and logs in, sums out: pieces that threads count, added up so that their order does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from kranalyze import parallel
from kranalyze.analysis.players import Totals
from kranalyze.answers.given import GivenDeals, file_of
from kranalyze.answers.par import has_par
from kranalyze.answers.tables import Plan
from kranalyze.arguments import checked
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Contract, Game, get_game
from kranalyze.games.questions import supposing
from kranalyze.games.written import written_rules
from kranalyze.parallel import Pace
from kranalyze.survey.features import feature
from kranalyze.survey.makeable import Counting, Grouping
from kranalyze.survey.origins import Files
from kranalyze.survey.portions import Portion, given_pieces
from kranalyze.survey.sums import Sums, finished

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.kpn import KpnError, Record

#: Deals counted at a time: the first ones of a game, and at most.
_FIRST, _MOST = 16, 4096

#: So many of the cards that lost most are kept.
_LOST = 20

#: How long that should take, in seconds.
_SECONDS = 0.5



@frozen
class Counted:
    """What came of a piece.

    Attributes:
        deals: how many were counted.
        undealt: how many have no figures, or only a part, because their dealer is not known.
        problems: deals that the core did not take, by their number, and records that could not be analysed.
        firsts: for every contract the first deal on which it is the highest that can be made.
        tables: of logged games what an analysis says of games and cards, if that was asked for.
    """

    sums: tuple[pl.DataFrame, ...]
    deals: int
    undealt: int = 0
    problems: tuple[tuple[int, str], ...] = ()
    records: int = 0
    record_problems: tuple[KpnError, ...] = ()
    firsts: pl.DataFrame | None = None
    tables: Mapping[str, pa.Table] = field(default_factory=dict)


@dataclass
class Survey:
    """What is counted, and what came of it.

    Attributes:
        groupings: sets of features; the first is the empty one.
        contracts: ids, None for all.
        rules: rule options over those of the records.
        par: also the auctions of four perfect bidders, of Graden, a thousand times slower.
        without: ids of games left out, because nothing is made or lost in them.
        firsts: by game the first deals of each contract (``Counted.firsts``), if ``examples``.
        players, costs: who played logged games, and the cards that lost most, if ``examples``.
    """

    groupings: Sequence[Grouping] = ((),)
    contracts: Sequence[str] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    examples: bool = False
    par: bool = False
    sums: Sums = field(default_factory=Sums)
    deals: int = 0
    records: int = 0
    undealt: int = 0
    without: dict[str, None] = field(default_factory=dict)
    firsts: dict[str, pl.DataFrame] = field(default_factory=dict)
    players: Totals = field(default_factory=Totals)
    costs: pl.DataFrame | None = None
    _plans: dict[tuple[str, str | None, int | None], Counting] = field(default_factory=dict)
    _paces: dict[str, Pace] = field(default_factory=dict)

    def run(
        self,
        pieces: Iterable[Portion],
        workers: int | None = None,
        done: Callable[[Counted], None] | None = None,
    ) -> None:
        """Count pieces; ``done`` is told of each that is finished, in their order.

        Raises:
            ValueError: an unknown contract or rule option.
        """
        jobs = (job for piece in pieces for job in self._jobs(piece))
        for _, counted in parallel.run(lambda job: job(), jobs, parallel.threads(workers)):
            self.sums.add(counted.sums)
            self.deals += counted.deals
            self.records += counted.records
            self.undealt += counted.undealt
            self._keep(counted.firsts)
            if counted.tables:
                self._lost(counted.tables)
            if done is not None:
                done(counted)

    def _keep(self, firsts: pl.DataFrame | None) -> None:
        """Of every contract the first deal on which it is the highest."""
        import polars as pl

        if firsts is None or firsts.is_empty():
            return
        name = firsts["game"][0]
        both = pl.concat([self.firsts[name], firsts]) if name in self.firsts else firsts
        self.firsts[name] = both.sort("number").unique("contract", keep="first", maintain_order=True)

    def _lost(self, tables: Mapping[str, pa.Table]) -> None:
        """Count the players of some games, and keep the cards that lost most so far."""
        import polars as pl

        self.players.add(tables["games"], tables["cards"])
        names = ("board", "game", "trick", "turn", "seat", "player", "card", "best", "cost")
        cards = pl.DataFrame(pl.from_arrow(tables["cards"].select(names))).filter(pl.col("cost") > 0)
        text = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
        cards = cards.with_columns(text, pl.col("best").cast(pl.List(pl.String)))
        both = cards if self.costs is None else pl.concat([self.costs, cards])
        self.costs = both.sort("cost", descending=True, maintain_order=True).head(_LOST)

    def figures(self) -> pl.DataFrame:
        """All figures: ``grouping``, the number of the set of features, and the columns of the schema."""
        return finished(self.sums.frame())

    def _jobs(self, piece: Portion) -> Iterator[Callable[[], Counted]]:
        """The work of a piece, in parts that take neither too long nor too short."""
        import polars as pl

        game = GAMES[piece.game]
        asked = self.asked(game)
        if not asked:
            self.without[game.id] = None
            return
        if piece.records:
            yield partial(self._analysed, piece, asked)
        if self.par and has_par(game):
            yield from self._auctions(piece)
        parts: list[tuple[int | None, pl.DataFrame]] = [(None, piece.deals)]
        if all(contract.bidders == "forehand" for contract in asked):
            known = piece.deals.filter(pl.col("forehand").is_not_null())
            if known.height < piece.deals.height:
                missing = piece.deals.height - known.height
                yield partial(Counted, (), missing, missing)
            split = known.partition_by("forehand", as_dict=True)
            parts = [(int(key[0]), part) for key, part in sorted(split.items())]
        for forehand, deals in parts:
            key = (piece.game, piece.written, forehand)
            if key not in self._plans:
                seats = None if forehand is None else [forehand]
                by = [one for c in asked if (one := supposing(game, c)) is not None]
                plan = Plan(game, [*asked, *by], seats, self._rules(piece))
                self._plans[key] = Counting(plan, self.groupings, piece.written, [c.id for c in asked])
            yield from self._slices(self._plans[key], deals)

    def _auctions(self, piece: Portion) -> Iterator[Callable[[], Counted]]:
        """The auctions of perfect bidders, some deals at a time; all contracts stand in them."""
        import polars as pl

        known = piece.deals.filter(pl.col("forehand").is_not_null())
        rules = self._rules(piece)
        for start in range(0, known.height, _FIRST):
            part = known.slice(start, _FIRST)
            yield partial(self._of_auctions, GAMES[piece.game], part, rules, piece.written)

    def _of_auctions(
        self, game: Game, deals: pl.DataFrame, rules: Mapping[str, str], written: str | None
    ) -> Counted:
        from kranalyze.survey.perfect import par_sums

        return Counted(tuple(par_sums(game, deals, rules, self.groupings, written)), 0)

    def _rules(self, piece: Portion) -> dict[str, str]:
        """The rule options in force."""
        return written_rules(piece.written) | dict(self.rules)

    def asked(self, game: Game) -> list[Contract]:
        """The contracts of a game that are counted: of those asked for, the ones that are made or lost.

        Raises:
            ValueError: the game has none of them.
        """
        named = game.contracts_of(self.contracts) if self.contracts else game.contracts
        return [c for c in named if c.makeable_at is not None]

    def _slices(self, counting: Counting, deals: pl.DataFrame) -> Iterator[Callable[[], Counted]]:
        pace = self._paces.setdefault(counting.game.id, Pace(_FIRST, _MOST, _SECONDS))
        for at, size in pace.cut(deals.height):
            yield partial(self._counted, counting, deals.slice(at, size))

    def _counted(self, counting: Counting, deals: pl.DataFrame) -> Counted:
        import polars as pl

        with self._paces[counting.game.id].timed(deals.height):
            settled = counting.plan.answers(deals.select("n", "e", "s", "w", "talon").to_arrow())
            hands = counting.hands(settled, deals)
            sums = tuple(counting.sums(hands))
            firsts = _firsts(hands, deals) if self.examples else None
        numbers = deals["number"]
        problems = tuple((int(numbers[i]), why) for i, why in sorted(settled.bad.items()))
        undealt = int(deals["forehand"].null_count())
        if firsts is not None:
            firsts = firsts.with_columns(pl.lit(counting.game.id).alias("game"))
        return Counted(sums, deals.height - len(problems), undealt, problems, firsts=firsts)

    def _analysed(self, piece: Portion, asked: Sequence[Contract]) -> Counted:
        from kranalyze.analysis import analyze_records
        from kranalyze.survey.logged import logged_sums

        found = analyze_records(piece.records)
        contracts = [c.id for c in asked]
        sums = tuple(logged_sums(found.analysed, self.groupings, contracts, piece.written))
        tables = found.tables if self.examples else {}
        return Counted(sums, 0, records=len(piece.records), record_problems=found.problems, tables=tables)


def _firsts(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """For every contract the first of some deals on which it is the highest that can be made, and by whom."""
    import polars as pl

    made = hands.filter("makeable")
    top = made.group_by("deal").agg(pl.col("contract").max())
    mine = made.join(top, on=["deal", "contract"]).group_by("deal", "contract").agg(pl.col("declarer").min())
    numbered = deals.with_columns(deal=pl.int_range(pl.len(), dtype=pl.UInt32))
    return mine.join(numbered, on="deal").sort("number").unique("contract", keep="first", maintain_order=True)


def groupings_of(by: Iterable[str]) -> tuple[Grouping, ...]:
    """The empty set of features and the one asked for.

    Raises:
        ValueError: an unknown feature.
    """
    named = tuple(dict.fromkeys(feature(name) for name in by))
    return ((), named) if named else ((),)


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
    groupings = groupings_of(by)
    survey = Survey(groupings, None if contracts is None else tuple(contracts), rules or {}, par=par)
    problems: list[Exception] = []

    def report(found: Iterable[KpnError]) -> None:
        problems.extend(one for one in found if one.severity == "error")

    def done(counted: Counted) -> None:
        problems.extend(ValueError(f"deal {number}: {message}") for number, message in counted.problems)
        report(counted.record_problems)

    if (file := file_of(deals)) is not None:
        seat = None if dealer is None else Seat.parse(dealer)
        name = None if game is None else get_game(game).id
        pieces = Files([file], name, rules or {}, seat, report).pieces()
    else:
        pieces = given_pieces(deals, game, dealer)
    survey.run(pieces, workers, done)
    if problems:
        raise problems[0]
    import polars as pl

    return survey.figures().filter(pl.col("grouping") == len(groupings) - 1).drop("grouping")
