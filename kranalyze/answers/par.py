"""Par: the auction of four perfect bidders who see all cards, by backward induction.

Every bidder chooses what pays him most in the end, under the selfish play of RULINGS (more than two
parties); with equal payoffs he rather passes than bids, rather joins a standing Bettler or Plauderer
("mit") than overbids it, and rather bids low than high. The declarer calls the card that pays him most, of
equal ones the one that the selfish rule prefers: least for the next seat clockwise, then the next, the lowest
card at the very last. The auction is that of RULINGS (graden): left of the dealer begins, every bid ranks
above the last, a pass is final, four passes are Schurln.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.cards import parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import DEFAULT, Game

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Vector = tuple[int, int, int, int]

#: Deals solved at a time: the contracts of many parties take their time.
_PIECE = 16


def why_no_par(game: Game) -> str:
    """Why a game, none of those whose par is defined, has none."""
    if sum(contract.rank is not None for contract in game.contracts) < 2:
        return f"there is no par in {game.id}: it has no auction"
    return (
        f"there is no par in {game.id}: after its auction Contra may be said and bids be raised, and the "
        "rulings leave open what perfect players say then; par is defined for graden"
    )


@frozen
class End:
    """What a contract pays N E S W, and the card called for it."""

    payoff: Vector
    call: int | None = None


@frozen
class Ends:
    """What every auction on a deal can end in.

    Attributes:
        single: by contract and declarer; what may not be bid is missing.
        double: by contract, first and second declarer.
        schurln: by the seat that leads.
    """

    single: Mapping[tuple[str, int], End]
    double: Mapping[tuple[str, int, int], End]
    schurln: Mapping[int, End]


@frozen
class Par:
    """The auction of four perfect bidders.

    Attributes:
        dealer: the seat right of the first bidder.
        contract: id of the resulting contract, ``schurln`` if nobody bids.
        declarer, second: who plays it.
        call: the card called, or None.
        payoff: what N E S W are paid.
        auction: the calls in order, ids and ``gut`` and ``mit``.
    """

    dealer: Seat
    contract: str
    declarer: Seat | None
    second: Seat | None
    call: int | None
    payoff: Vector
    auction: tuple[tuple[Seat, str], ...]


@frozen
class Moment:
    """A moment of the auction: who speaks, which bid stands, by whom, who has not passed."""

    turn: int
    bid: int = -1
    declarer: int = -1
    second: int = -1
    active: int = 15

    @property
    def over(self) -> bool:
        """Nobody has to speak any more."""
        return self.turn < 0


def has_par(game: Game) -> bool:
    """Whether a game has a par: every auction ends in a contract, and every bid ranks above the last."""
    return game.passed_out is not None and not game.bidding.once and not game.bidding.ties


def par(game: Game, ends: Ends, dealer: Seat | int) -> Par:
    """The par of a deal whose ends are known."""
    return _Auction(game, ends).par(Seat(dealer))


class _Auction:
    """Backward induction, every moment once: what is best there does not depend on how it came about."""

    def __init__(self, game: Game, ends: Ends) -> None:
        self.game, self.ends = game, ends
        bids = [c for c in game.contracts if c.rank is not None]
        self.bids = [c.id for c in bids]
        self.joined = {c.id for c in bids if c.second}
        self.passed_out = "" if game.passed_out is None else game.passed_out.id
        self.known: dict[tuple[Moment, int], tuple[Vector, str]] = {}

    def par(self, dealer: Seat) -> Par:
        forehand = (dealer + 1) % 4
        at, said = Moment(forehand), []
        while not at.over:
            _, word = self.best(at, forehand)
            said.append((Seat(at.turn), word))
            at = self.after(at, word)
        end = self.end(at, forehand)
        if at.bid < 0:
            return Par(dealer, self.passed_out, None, None, None, end.payoff, tuple(said))
        second = None if at.second < 0 else Seat(at.second)
        return Par(dealer, self.bids[at.bid], Seat(at.declarer), second, end.call, end.payoff, tuple(said))

    def best(self, at: Moment, forehand: int) -> tuple[Vector, str]:
        """The payoff from a moment on, and what is said there."""
        key = at, forehand if at.bid < 0 else -1  # once somebody has bid it matters no more who began
        found = self.known.get(key)
        if found is None:
            for word in self.words(at):
                then = self.after(at, word)
                payoff = self.end(then, forehand).payoff if then.over else self.best(then, forehand)[0]
                if found is None or payoff[at.turn] > found[0][at.turn]:
                    found = payoff, word
            assert found is not None
            self.known[key] = found
        return found

    def words(self, at: Moment) -> Iterator[str]:
        """What may be said, in the order of preference among equals."""
        yield "gut"
        joins = at.bid >= 0 and self.bids[at.bid] in self.joined and at.second < 0 and at.turn != at.declarer
        if joins and (self.bids[at.bid], at.declarer, at.turn) in self.ends.double:
            yield "mit"
        for bid in self.bids[at.bid + 1 :]:
            if (bid, at.turn) in self.ends.single:
                yield bid

    def after(self, at: Moment, word: str) -> Moment:
        """The moment after something was said."""
        turn, active = at.turn, at.active
        bid, declarer, second = at.bid, at.declarer, at.second
        over = False
        if word == "gut" and turn == declarer:
            over = True  # his Bettler stands, and the other two have passed
        elif word == "gut":
            active &= ~(1 << turn)
            over = not active or (active == 1 << declarer and second < 0 if declarer >= 0 else False)
        elif word == "mit":
            second = turn
        else:
            bid, declarer, second = self.bids.index(word), turn, -1
            over = active == 1 << turn
        following = next((s % 4 for s in range(turn + 1, turn + 5) if active >> s % 4 & 1), -1)
        return Moment(-1 if over else following, bid, declarer, second, active)

    def end(self, at: Moment, forehand: int) -> End:
        """What an auction that is over leads to."""
        if at.bid < 0:
            return self.ends.schurln[forehand]
        if at.second < 0:
            return self.ends.single[self.bids[at.bid], at.declarer]
        return self.ends.double[self.bids[at.bid], at.declarer, at.second]


def ends_of(rows: Iterable[Mapping[str, Any]]) -> Ends:
    """The ends of a deal from its rows of ``kranalyze table --selfish``."""
    single: dict[tuple[str, int], End] = {}
    double: dict[tuple[str, int, int], End] = {}
    schurln: dict[int, End] = {}
    for row in rows:
        if not row["biddable"]:
            continue
        payoff: Vector = (row["payoff_n"], row["payoff_e"], row["payoff_s"], row["payoff_w"])
        contract = row["contract"]
        if row["declarer"] is None:
            schurln[Seat[row["leader"]]] = End(payoff)
            continue
        declarer = Seat[row["declarer"]]
        if row["second"] is not None:
            double[contract, declarer, Seat[row["second"]]] = End(payoff)
            continue
        end = End(payoff, min(map(parse_card, row["calls"])) if row["calls"] else None)
        other = single.get((contract, declarer))
        if other is None or _preference(end, declarer) < _preference(other, declarer):
            single[contract, declarer] = end
    return Ends(single, double, schurln)


def _preference(end: End, declarer: int) -> tuple[int, ...]:
    """What the declarer compares two calls by, the smaller the better; the lowest card at the very last."""
    pays = end.payoff
    return -pays[declarer], *(pays[(declarer + i) % 4] for i in (1, 2, 3)), end.call or 0


_COLUMNS = ("deal", "contract", "declarer", "second", "leader", "calls", "biddable")


def pars(
    deals: pl.DataFrame | pl.LazyFrame | Deal | str | Iterable[Deal | str],
    dealers: Sequence[Seat | int] = tuple(Seat),
    *,
    game: str | Game = DEFAULT,
    rules: Mapping[str, str] | None = None,
    workers: int | None = None,
) -> Iterator[tuple[int, list[Par]]]:
    """For each deal its index and its par with each of the dealers.

    Raises:
        ValueError: a deal that is not of the game, or an unknown rule option.

    >>> index, [found] = next(pars("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9", [Seat.W]))
    >>> found.contract, found.declarer.name, found.payoff
    ('hundertermord', 'N', (240, -80, -80, -80))
    """
    from kranalyze.answers.tables import Plan, batches, deal_table

    plan = Plan(game, rules=rules, selfish=True)
    if not has_par(plan.game):
        raise ValueError(why_no_par(plan.game))
    table: pa.Table = deal_table(deals)
    table = table.select([name for name in (*"nesw", "talon") if name in table.column_names])
    first = 0
    for batch in batches([(plan, table)], workers, size=_PIECE):
        for problem in batch.problems:
            raise ValueError(f"deal {first + problem.deal}: {problem.message}")
        columns = [*_COLUMNS, *(f"payoff_{s}" for s in "nesw")]
        by_deal: dict[int, list[dict[str, Any]]] = {}
        for row in batch.table.select(columns).to_pylist():
            by_deal.setdefault(row["deal"], []).append(row)
        for deal, rows in by_deal.items():
            auction = _Auction(plan.game, ends_of(rows))
            yield first + deal, [auction.par(Seat(dealer)) for dealer in dealers]
        first += batch.deals


def par_row(p: Par) -> dict[str, Any]:
    """A par as the values of columns."""
    from kranalyze.cards import card_name

    return {
        "dealer": p.dealer.name,
        "par_contract": p.contract,
        "par_declarer": None if p.declarer is None else p.declarer.name,
        "par_second": None if p.second is None else p.second.name,
        "par_call": None if p.call is None else card_name(p.call),
        "par_auction": " ".join(word for _, word in p.auction),
        **{f"par_{s}": amount for s, amount in zip("nesw", p.payoff, strict=True)},
    }
