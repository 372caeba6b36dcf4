"""Sum up deals, logged games and perfect auctions: which contracts are makeable, best and played.

A question is a contract with its declarer, partner, trump and so on. A figure has two counts: all deals,
hands or records of some kind (units), and how many of them have a property (hits). Figures can be grouped by
the values of expressions about the hands, such as the number of Aces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa

from kranalyze.answers.forehand import keep_trumps_forehand_can_name
from kranalyze.answers.gathering import solve_deals
from kranalyze.answers.par import pars_of_deals
from kranalyze.answers.plan import Plan
from kranalyze.conditions.handvalues import hand_values
from kranalyze.conditions.sql import SqlExpression
from kranalyze.conditions.viewpoints import forehand_of_dealer
from kranalyze.core.arrow import int_array, series_of_array
from kranalyze.core.calls import BIDDABLE, NO_AMOUNT
from kranalyze.core.questionborder import auction_allows
from kranalyze.core.structs import pack_struct
from kranalyze.core.tallying import TallyBit, TallyHow, TallyKind, count_makeable_contracts
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.games.written import written_rules
from kranalyze.survey.figurecolumns import SUMS, FigureLayout, sum_units, with_all_columns

#: Names for where the called partner sits. The index is the number of seats clockwise from the declarer to
#: the partner. Index 0 means that the declarer holds the called card, so there is no partner.
_PARTNERS = ("alone", "left", "opposite", "right")

#: Names of the bidders by their order in the auction. The first bidder sits left of the dealer.
_PLACES = ("first", "second", "third", "last")

#: Sets of seats by name, as masks (bit 0 is North): all seats together, and each seat alone.
_SEAT_SETS = {"some": 15, "N": 1, "E": 2, "S": 4, "W": 8}
#: The pairs of opposite seats in games of four players by name, as masks (bit 0 is North).
_PAIRS = {"NS": 5, "EW": 10}

#: Named SQL expressions about a hand. Figures are grouped by the values of these expressions.
Grouping = Mapping[str, SqlExpression]

#: Prefix for the names of expressions in a frame of games. It keeps these names apart from the names of the
#: other columns of the frame.
_GROUP = " group "


@lru_cache(maxsize=512)
def _question_flags_by_forehand(plan: Plan, declarer_mask: int = 15) -> tuple[bytes, ...]:
    """Return for each forehand which questions (contracts with seats and trump) are solved.

    The result has five items: for the forehands N, E, S and W, and for an unknown forehand. An item has a
    byte for each question of the plan: BIDDABLE if an auction with this forehand can end in this question,
    else 0. ``declarer_mask`` is the mask of the declarers whose questions are solved. But if forehand names
    the trump in this game, all declarers' questions are solved, because any question may decide the trump.
    """
    asked = [
        question
        for question in plan.questions
        if plan.game.bidding.trump or question.declarer is None or declarer_mask >> question.declarer & 1
    ]
    return tuple(
        bytes(BIDDABLE * (q in asked and auction_allows(plan.game, q, f)) for q in plan.questions)
        for f in (*Seat, None)
    )


def solve_biddable_rows(
    plan: Plan, counted: Sequence[Contract], deals: pl.DataFrame
) -> tuple[pl.DataFrame, dict[int, str]]:
    """Solve deals. Return a frame of the contracts that can be bid on each deal, and a dict of errors.

    A row of the frame has a deal, a contract that can be bid on this deal, the seats and the trump.
    ``SettledRows.frame_of_solved_deals`` describes the columns. The keys of the dict are indexes of deals.

    Args:
        plan: which contracts are solved, with which seats and trumps.
        counted: contracts to count. Other contracts of the plan only decide which trump forehand names.
        deals: columns ``n e s w talon``, and ``forehand`` (number of the seat; null: unknown). If there is a
            column ``chosen`` (masks of seats), its masks say which seats are counted as declarers on a deal.
    """
    game = plan.game
    ids = {contract.id for contract in counted}
    forehands = deals["forehand"].fill_null(len(Seat))
    if "chosen" in deals.columns:
        pairs = zip(forehands, deals["chosen"], strict=True)
        wanted = b"".join(_question_flags_by_forehand(plan, seats)[forehand] for forehand, seats in pairs)
    else:
        wanted = b"".join(map(_question_flags_by_forehand(plan).__getitem__, forehands))
    settled = solve_deals(plan, deals.select(*"nesw", "talon").to_arrow(), wanted)
    held = pl.coalesce(pl.when(pl.col("forehand") == i).then(name) for i, name in enumerate("nesw"))
    forehand_hands = deals.select(held=held).with_row_index("deal")
    rows = keep_trumps_forehand_can_name(settled.frame_of_solved_deals(), game, forehand_hands)
    rows = rows.filter(pl.col("contract").is_in([i for i, c in enumerate(game.contracts) if c.id in ids]))
    if "chosen" in deals.columns:
        chosen = deals.select("chosen").with_row_index("deal")
        rows = rows.join(chosen, on="deal", how="left", maintain_order="left")
        rows = rows.filter(pl.col("chosen") // 2 ** pl.col("declarer") % 2 == 1).drop("chosen")
    return rows, settled.bad


def makeable_sums(
    plan: Plan, rows: pl.DataFrame, deals: pl.DataFrame, by: Grouping, layout: FigureLayout, **facts: Any
) -> pl.DataFrame:
    """Let the C core sum up the figures about makeable and best contracts. Return the sums as a frame.

    Args:
        plan: the plan with which the deals were solved.
        rows: rows as ``solve_biddable_rows`` returns them.
        deals: the deals of the rows.
        by: expressions by which figures are grouped.
        layout: the columns of the sums.
        facts: columns to add, by name. Each has the same value in all rows of the result.
    """
    game = plan.game
    forehand = bytearray(deals["forehand"].fill_null(len(Seat)).to_list())
    groups, group_numbers = _groups(game, deals, by)
    figures = _figures(game, is_grouped=bool(by))
    ranked = sum(1 << i for i, contract in enumerate(game.contracts) if contract.rank is not None)
    sums, best_codes = count_makeable_contracts(
        rows.height, _tally_buffers(rows), _question_rows(plan), forehand, (group_numbers, groups.height),
        len(game.contracts), ranked, b"".join(figure.packed() for figure in figures),
    )  # fmt: skip
    counts = pl.concat(
        [_named_sums(game, figures, groups.height, sums), _best_contract_sums(game, best_codes)],
        how="diagonal",
    )
    if by:
        counts = counts.join(groups, on="group", how="left")
    return with_all_columns(counts, layout, game=game.id, **facts)


def _tally_buffers(solved_rows: pl.DataFrame) -> tuple[Any, Any, Any, Any, Any]:
    """Return five columns of the solved rows as buffers for the C core (``kr_tally``).

    The columns are: index of the deal, index of the question, biddable (0 or 1), makeable (0 or 1), payment.
    """
    columns = solved_rows.select(
        pl.col("deal", "which").cast(pl.Int32), pl.col("biddable", "makeable").cast(pl.UInt8),
        pl.col("forced").fill_null(NO_AMOUNT).cast(pl.Int32),
    )  # fmt: skip
    deal, which, biddable, makeable, pay = (column.to_arrow().buffers()[1] for column in columns)
    return deal, which, biddable, makeable, pay


def _groups(game: Game, deals: pl.DataFrame, by: Grouping) -> tuple[pl.DataFrame, Any]:
    """Group hands by the values of expressions.

    Returns:
        A frame with a row for each group, and a buffer with the index of the group for each hand of each
        deal. Without expressions there is a single group, and the buffer is None.
    """
    if not by:
        return pl.DataFrame({"group": [0]}, {"group": pl.UInt32}), None
    values = hand_values(by, deals, game, pl.col("forehand"))
    groups = values.unique().with_row_index("group")
    joined = values.join(groups, on=list(by), how="left", maintain_order="left", nulls_equal=True)
    return groups, joined["group"].to_arrow().buffers()[1]


@lru_cache(maxsize=32)
def _question_rows(plan: Plan) -> bytes:
    """Return all questions of a plan as bytes for the C core: an array of ``kr_tally_asked`` structs."""
    rows: list[bytes] = []
    places = {contract.id: i for i, contract in enumerate(plan.game.contracts)}
    for which, question in enumerate(plan.questions):
        declarer = question.declarer or 0
        partner = 0 if question.partner is None else (question.partner - declarer) % 4
        open_to = sum(1 << i for i, flags in enumerate(_question_flags_by_forehand(plan)) if flags[which])
        seats = {"declarer": declarer, "partner": partner, "open": open_to}
        rows.append(pack_struct("kr_tally_asked", contract=places[question.contract.id], **seats))
    return b"".join(rows)


class CountedFigure(NamedTuple):
    """A figure that the C core counts (its struct ``kr_tally_figure``).

    For each deal and contract, the core has several sets of seats, for example the seats that can make the
    contract. ``TallyKind`` names these sets. A figure counts the seats in one set (units), and how many of
    these seats are also in a second set (hits).

    Attributes:
        figure: name of the figure in the table of figures.
        who: name of the counted seats in the table of figures.
        contracts: the contracts for which the figure is counted.
        units: the set of seats that are counted as units: a value of ``TallyKind``.
        hits: the set of seats that are counted as hits: a value of ``TallyKind``.
        how: way of counting, for example each seat apart: flags of ``TallyHow``.
        seats: mask of the seats that are counted at all (bit 0 is North).
    """

    figure: str
    who: str
    contracts: Sequence[Contract]
    units: int
    hits: int
    how: int
    seats: int = _SEAT_SETS["some"]

    def packed(self) -> bytes:
        """Return the figure as bytes for the C core: a ``kr_tally_figure`` struct."""
        return pack_struct("kr_tally_figure", of=self.units, hit=self.hits, seats=self.seats, how=self.how)


@lru_cache(maxsize=32)
def _figures(game: Game, is_grouped: bool) -> tuple[CountedFigure, ...]:
    """Return the figures that the C core counts in a card game.

    If hands are grouped, leave out the figures that count deals (`_figures_of_any_seat`).
    """
    figures = [*_figures_by_bidder(game), *_figures_by_partner(game)]
    return tuple(figures if is_grouped else [*_figures_of_any_seat(game), *figures])


def _contracts_requiring_certain_cards(game: Game) -> list[Contract]:
    """Return the contracts whose bidder must hold certain cards."""
    return [contract for contract in game.contracts if contract.requires]


def _figures_of_any_seat(game: Game) -> Iterator[CountedFigure]:
    """Yield the figures that count deals on which at least one seat of a set can make or bid a contract."""
    for who, seats in (_SEAT_SETS | (_PAIRS if game.seats == 4 else {})).items():
        yield CountedFigure(
            "makeable", who, game.contracts, TallyKind.OPEN, TallyKind.MAKEABLE, TallyHow.ANY, seats
        )
    yield CountedFigure(
        "biddable", "some", _contracts_requiring_certain_cards(game), TallyKind.OPEN, TallyKind.BIDDABLE,
        TallyHow.ANY,
    )


def _figures_by_bidder(game: Game) -> Iterator[CountedFigure]:
    """Yield the figures about single hands: how often contracts can be made or bid, and what they pay.

    The first three figures are for the first bidder, the next three are for the hands of all seats.
    """
    for who, how in (("first", TallyHow.FIRST), ("seat", TallyHow.SEATS_APART)):
        yield CountedFigure("makeable", who, game.contracts, TallyKind.OPEN, TallyKind.MAKEABLE, how)
        contracts = _contracts_requiring_certain_cards(game)
        yield CountedFigure("biddable", who, contracts, TallyKind.OPEN, TallyKind.BIDDABLE, how)
        yield CountedFigure(
            "settlement", who, game.contracts, TallyKind.KNOWN, TallyKind.PAID, how | TallyHow.PAYS
        )


def _figures_by_partner(game: Game) -> Iterator[CountedFigure]:
    """Yield a figure for each place of the called partner: how often contracts are makeable in this case."""
    calling = [contract for contract in game.contracts if contract.party == "called"]
    for place, who in enumerate(_PARTNERS):
        if place or game.call_own:
            hits = TallyKind.WITH + place
            yield CountedFigure("makeable", who, calling, TallyKind.OPEN, hits, TallyHow.SEATS_APART)


def _named_sums(
    game: Game, figures: Sequence[CountedFigure], group_count: int, sums: bytearray
) -> pl.DataFrame:
    """Convert the C core's sums to a frame with the columns ``figure who contract group`` and ``SUMS``.

    The core returns the sums ordered by group of hands, then by figure, then by contract.
    """
    names = [
        (figure.figure, figure.who, contract.id if contract in figure.contracts else None)
        for figure in figures
        for contract in game.contracts
    ]
    named = pl.DataFrame(names, dict.fromkeys(("figure", "who", "contract"), pl.String), orient="row")
    count = group_count * named.height
    all_sums = series_of_array(int_array("q", sums, count * len(SUMS)))
    sums_by_name = {name: all_sums[count * i : count * (i + 1)] for i, name in enumerate(SUMS)}
    row_number = pl.int_range(count, dtype=pl.UInt32, eager=True)
    counts = named[row_number % named.height].with_columns(group=row_number // named.height, **sums_by_name)
    paid = pl.when(figure="settlement").then("total")
    return counts.filter(pl.col("deals") > 0, pl.col("contract").is_not_null()).with_columns(total=paid)


def _best_contract_sums(game: Game, codes: memoryview) -> pl.DataFrame:
    """Return the sums of the figures about best contracts.

    ``codes`` has 64-bit numbers, each about the best contract of a deal or hand. ``TallyBit`` names the bits
    of a number: settlement, contract, figure, counted seats, group of hands, and how many other hands of the
    same deal have the same values.
    """
    code_counts = series_of_array(int_array("Q", codes, len(codes) // 8), "code").value_counts()

    def bits(first: int, end: int) -> pl.Expr:
        """Return a polars expression for the number in the bits ``first`` to ``end - 1`` of a code."""
        return pl.col("code") // (1 << first) % (1 << (end - first))

    k = (bits(TallyBit.ALIKE, TallyBit.END) + 1).cast(pl.Int64)
    n = pl.col("count").cast(pl.Int64)
    is_paid = bits(TallyBit.WHAT, TallyBit.WHOM) == _BEST_FIGURES.index("best_settlement")
    has_contract = bits(TallyBit.CONTRACT, TallyBit.WHAT) > 0
    amount = bits(TallyBit.AMOUNT, TallyBit.CONTRACT).cast(pl.Int32)
    counts = code_counts.select(
        amount=pl.when(has_contract, is_paid).then(amount),
        group=bits(TallyBit.GROUP, TallyBit.ALIKE).cast(pl.UInt32),
        units=n * k, count=n * k, deals=n, kk=n * k * k, km=n * k * k, mm=n * k * k,
    )  # fmt: skip
    names = code_counts.select(bits(TallyBit.CONTRACT, TallyBit.GROUP)).to_series()
    return _meanings_of_best_codes(game)[names].hstack(counts)


#: Names of the figures about best contracts, in the order of ``enum kr_tally_what``.
_BEST_FIGURES = ("best_rank", "best_settlement", "units")
#: Names of the seats whose best contracts are counted, in the order of ``enum kr_tally_whom``.
_BEST_WHO = ("some", "first", "seat")


@lru_cache(maxsize=32)
def _meanings_of_best_codes(game: Game) -> pl.DataFrame:
    """Return a frame with the columns ``who figure contract``, to decode the core's codes of best contracts.

    Some bits of a code hold the index of a row in this frame. These are the bits from ``TallyBit.CONTRACT``
    up to the bit before ``TallyBit.GROUP``.
    """
    contracts = _padded([None, *(c.id for c in game.contracts)], TallyBit.WHAT - TallyBit.CONTRACT)
    figures = _padded(_BEST_FIGURES, TallyBit.WHOM - TallyBit.WHAT)
    rows = list(product(_BEST_WHO, figures, contracts))
    return pl.DataFrame(rows, dict.fromkeys(("who", "figure", "contract"), pl.String), orient="row")


def _padded(names: Sequence[str | None], bits: int) -> list[str | None]:
    """Return a list of ``2**bits`` items: first the names, then None as often as needed."""
    return [*names, *[None] * ((1 << bits) - len(names))]


def par_sums(game: Game, deals: pl.DataFrame, layout: FigureLayout, written: str | None) -> pl.DataFrame:
    """Return the sums of the figures about perfect auctions: what four perfect bidders bid on the deals.

    The forehand of each deal must be known.
    """
    rows: list[tuple[Any, ...]] = []
    forehands = deals["forehand"].to_list()
    for index, of_deal in pars_of_deals(
        deals.select(*"nesw"), game=game, rules=written_rules(written), workers=1
    ):
        seats = [Seat((forehands[index] + place) % 4) for place in range(4)]
        par = next(p for p in of_deal if p.dealer == seats[-1])
        amount = None if par.declarer is None else par.payoff[par.declarer]
        rows.append(("units", "par", None, None, True, None))
        rows.append(("par", "par", par.contract, amount, True, None))
        for name, seat in zip(_PLACES, seats, strict=True):
            rows.append(("par_seat", name, None, None, seat in (par.declarer, par.second), par.payoff[seat]))
    keys = {"figure": pl.String, "who": pl.String, "contract": pl.String, "amount": pl.Int32}
    frame = pl.DataFrame(rows, {**keys, "hit": pl.Boolean, "paid": pl.Int64}, orient="row")
    return with_all_columns(sum_units(frame, list(keys)), layout, game=game.id, rules=written, grouping=0)


def evaluate_for_declarers(expressions: Grouping, games: pl.DataFrame, game: Game) -> pl.DataFrame:
    """Return the values of expressions for the declarer's hand in each logged game, as a frame.

    A game without a declarer has nulls.
    """
    by_hand = hand_values(expressions, games, game, forehand_of_dealer(game))
    numbers = {seat.name: seat.value for seat in Seat}
    declarer = games["declarer"].cast(pl.String).replace_strict(numbers, default=None, return_dtype=pl.UInt32)
    place = declarer + pl.int_range(games.height, dtype=pl.UInt32, eager=True) * len(Seat)
    return by_hand.select(pl.all().gather(place))


def logged_sums(
    game: Game, games: pa.Table, groupings: Sequence[Grouping], contracts: Sequence[str],
    layout: FigureLayout, written: str | None,
) -> Iterator[pl.DataFrame]:  # fmt: skip
    """Yield a frame of sums of analysed games for each set of expressions in ``groupings``.

    Args:
        game: the card game with its rule options. All logged games have the same options.
        games: the analysis table ``games``.
        groupings: sets of expressions about hands by which figures are grouped.
        contracts: ids of the contracts to count.
        layout: columns of the sums.
        written: the rule options that differ from their defaults, as text. None: there are none.
    """

    def declarer_value(prefix: str) -> pl.Expr:
        """Return a polars expression for the value of the declarer.

        The columns ``<prefix>n`` to ``<prefix>w`` have the values of the four seats.
        """
        declarer = pl.col("declarer")
        values = (pl.when(declarer == seat.name).then(f"{prefix}{seat.name.lower()}") for seat in Seat)
        return pl.coalesce(values)

    forced = declarer_value("guarantee_")
    candidate = pl.col("candidate")
    less = forced - declarer_value("settlement_")
    more = (pl.col("best_payoff") - forced).fill_null(0)
    declared = {
        "made": pl.col("made"), "should": pl.col("makeable"), "gift": pl.col("verdict") == "gift",
        "lost": pl.col("verdict") == "lost", "left_play": less, "gained_play": -less,
        "left_bidding": pl.when(forced.is_not_null()).then(more),
    }  # fmt: skip
    frame = pl.DataFrame(games).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    expressions = {name: expression for by in groupings for name, expression in by.items()}
    groups = evaluate_for_declarers(expressions, frame, game)
    frame = frame.hstack(groups.select(pl.all().name.prefix(_GROUP)))
    games_by_contract = frame.join(pl.DataFrame({"candidate": contracts}), how="cross")
    is_played = (pl.col("contract") == candidate).fill_null(False)
    is_declared = is_played & pl.col("declarer").is_not_null()
    passed_up = pl.concat_list(f"passed_{seat.name.lower()}" for seat in Seat)
    figures = {
        "bid": pl.col("auction").str.replace_all(r":\S*", "").str.split(" ").list.contains(candidate),
        "played": is_played,
        "passed": passed_up.list.contains(candidate).fill_null(False),
        **{name: pl.when(is_declared).then(amount) for name, amount in declared.items()},
    }
    counted = (amount.cast(pl.Int64).alias(name) for name, amount in figures.items())
    columns = [pl.col(_GROUP + name).alias(name) for name in expressions]
    games_by_contract = games_by_contract.select("game", *columns, candidate.alias("contract"), *counted)
    keys = ["game", *expressions, "contract"]
    amount = pl.col("amount")
    amounts = list(declared)[4:]
    units = games_by_contract.unpivot(list(figures), index=keys, variable_name="figure", value_name="amount")
    paid = pl.when(pl.col("figure").is_in(amounts)).then(amount.clip(0))
    units = units.filter(amount.is_not_null()).with_columns(hit=amount > 0, paid=paid)
    for number, grouping in enumerate(groupings):
        sums = sum_units(units, ["game", "figure", "contract", *grouping])
        yield with_all_columns(sums, layout, who="declarer", grouping=number, rules=written)
