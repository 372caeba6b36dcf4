"""Find par, the auction of four perfect bidders who see all cards, by backward induction.

A bidder chooses the call that pays the bidder most in the end. Contracts with more than two parties pay what
selfish play pays (RULINGS, section "More than two parties"). If several calls pay the same, a bidder prefers
a pass to a bid, and a low bid to a high bid. A bidder also prefers joining the standing Bettler or Plauderer
("mit") to a higher bid.

A declarer calls the card that pays the declarer most. If several cards pay the same, the declarer calls the
card that pays least to the next seat clockwise. If these payments are also equal, the payments to the
following seat decide, and so on. If all payments are equal, the declarer calls the lowest of these cards.

The rules of the auction: RULINGS, section "graden". The seat left of the dealer begins. Each bid ranks
above the last bid, and a pass is final. After four passes Schurln is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl

from kranalyze.answers.tables import GivenDeals, deal_frame, make_plans, solve_batches
from kranalyze.arguments import Expected, checked
from kranalyze.cards import card_letters, parse_card
from kranalyze.conditions.handvalues import fulfilled
from kranalyze.conditions.scopes import deal_scope
from kranalyze.conditions.sql import read_condition
from kranalyze.conditions.viewpoints import Viewpoint, forehand_of_dealer
from kranalyze.core.bidding import PASS, SECOND, AuctionState, begin_auction
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES, Game

Vector = tuple[int, int, int, int]

#: Number of deals in a batch. The number is small because contracts with more than two parties take long.
_PIECE = 16


def why_no_par(game: Game) -> str | None:
    """Return the reason why a game has no par (the auction of four perfect bidders).

    Return None if the game has a par.
    """
    if game.passed_out is not None and not game.bidding.once and not game.bidding.ties:
        return None
    if sum(contract.rank is not None for contract in game.contracts) < 2:
        return f"there is no par in {game.id}: it has no auction"
    return (
        f"there is no par in {game.id}: after its auction Contra may be said and bids be raised, and the "
        "rulings leave open what perfect players say then; par is defined for graden"
    )


@dataclass(frozen=True, slots=True)
class End:
    """The result of a contract on a deal, with the card that is best to call."""

    payoff: Vector  # settlements of the seats N E S W
    call: int | None = None  # number of the card that the declarer calls; None: no card is called


#: The contract that results from an auction: the id of the contract, its declarer (in Schurln the leader),
#: and its second declarer (-1: no second declarer).
Key = tuple[str, int, int]

#: The results of all contracts that may be bid on a deal.
Ends = Mapping[Key, End]


@dataclass(frozen=True, slots=True)
class Par:
    """The auction of four perfect bidders."""

    dealer: Seat  # the seat right of the first bidder
    contract: str  # id of the contract; ``schurln`` if nobody bids
    declarer: Seat | None  # the declarer; None in Schurln
    second: Seat | None  # the second declarer of a double contract
    call: int | None  # the called card; None: no card is called
    payoff: Vector  # settlements N E S W
    auction: tuple[tuple[Seat, str], ...]  # calls in order: a contract's id, ``gut`` (pass) or ``mit`` (join)


class Bidders:
    """Four perfect bidders on a deal. The best call in each state of the auction is computed only once."""

    def __init__(self, game: Game, ends: Ends) -> None:
        self.game = game
        self.ends = ends
        self.ids = [contract.id for contract in game.contracts]
        self.passed_out = "" if game.passed_out is None else game.passed_out.id
        self.known: dict[AuctionState, tuple[Vector, str, AuctionState]] = {}

    def par(self, dealer: Seat) -> Par:
        """Return the auction of perfect bidders if ``dealer`` is the dealer."""
        forehand = (dealer + 1) % 4
        state = begin_auction(self.game, forehand)
        auction: list[tuple[Seat, str]] = []
        while not state.over:
            seat = Seat(state.turn)
            _, word, state = self.best_call(state, forehand)
            auction.append((seat, word))
        key = self.contract_if_bidding_ends(state, forehand)
        contract, declarer, second = key
        declarer_seat = Seat(declarer) if state.standing else None
        second_seat = Seat(second) if second >= 0 else None
        end = self.ends[key]
        return Par(dealer, contract, declarer_seat, second_seat, end.call, end.payoff, tuple(auction))

    def contract_if_bidding_ends(self, state: AuctionState, forehand: int) -> Key:
        """Return the contract that is played if bidding ends now: the last bid, or Schurln without bids."""
        if state.standing is None:
            return self.passed_out, forehand, -1
        contract, declarer, second = state.standing
        return self.ids[contract], declarer, second

    def best_call(self, state: AuctionState, forehand: int) -> tuple[Vector, str, AuctionState]:
        """Find the best call of the seat to bid.

        Return three values: the payoffs of N E S W under best bidding, the best call, and the state of the
        auction after this call. If the auction is already over, the call is an empty text.
        """
        if state.over:
            return self.ends[self.contract_if_bidding_ends(state, forehand)].payoff, "", state
        best = self.known.get(state)
        if best is None:
            for word, next_state in self.legal_calls(state):
                payoff = self.best_call(next_state, forehand)[0]
                if best is None or payoff[state.turn] > best[0][state.turn]:
                    best = payoff, word, next_state
            assert best is not None
            self.known[state] = best
        return best

    def legal_calls(self, state: AuctionState) -> Iterator[tuple[str, AuctionState]]:
        """Yield the legal calls, each with the state after it, in the order in which bidders prefer them.

        A bid is legal only if the bidder holds the cards that the contract requires.
        """
        for call in state.calls:
            next_state = state.after(call)
            if call == PASS:
                yield "gut", next_state
            elif (
                self.contract_if_bidding_ends(next_state, state.turn) in self.ends
            ):  # `ends` has only contracts for which the bidder holds the required cards
                yield "mit" if call == SECOND else self.ids[call], next_state


def results_of_contracts_on_deal(rows: Iterable[Mapping[str, Any]]) -> Ends:
    """Return the results of all contracts on a deal.

    Args:
        rows: the rows of the deal from the function ``table``, called with ``selfish=True``.
    """
    ends: dict[Key, End] = {}
    for row in rows:
        if not row["biddable"]:
            continue
        payoff: Vector = (row["payoff_n"], row["payoff_e"], row["payoff_s"], row["payoff_w"])
        seat = Seat[row["declarer"] or row["leader"]]
        key = row["contract"], seat, -1 if row["second"] is None else Seat[row["second"]]
        end = End(payoff, min(map(parse_card, row["calls"])) if row["calls"] else None)
        ends[key] = min(ends.get(key, end), end, key=partial(_called_card_sort_key, seat))
    return ends


def _called_card_sort_key(declarer: int, end: End) -> tuple[int, ...]:
    """Return a sort key for the cards that a declarer can call.

    The declarer calls the card with the least key. ``end`` has one of these cards, and the result of
    the contract if the declarer calls it.
    """
    pays = end.payoff
    return -pays[declarer], *(pays[(declarer + i) % 4] for i in (1, 2, 3)), end.call or 0


def pars_of_deals(
    deals: GivenDeals, dealers: Sequence[Seat | int] | None = None, *, game: str | Game | None = None,
    rules: Mapping[str, str] | None = None, workers: int | None = None,
) -> Iterator[tuple[int, list[Par]]]:  # fmt: skip
    """Find auctions of perfect bidders. Yield for each deal its number (from 0), and an auction per dealer.

    Args:
        deals: as for ``table``.
        dealers: the dealers. Default: the dealer that the deal names, or all seats if it names no dealer.
        game: game of all deals: an id, or a game with its own rules in force.
        rules: rule options. They override the rule options of the deals.
        workers: number of threads. Default: one for each core of the machine.

    Raises:
        ValueError: a deal does not fit the game, a game has no par, or a rule option is unknown.

    >>> index, [found] = next(pars_of_deals("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9", [Seat.W]))
    >>> found.declarer.name, [word for _, word in found.auction[1:]]
    ('N', ['gut', 'gut', 'gut'])
    """
    columns = ["deal", "contract", "declarer", "second", "leader", "calls", "biddable"]
    columns += (f"payoff_{s}" for s in "nesw")
    frame = deal_frame(deals, game).with_columns(deal=pl.int_range(pl.len(), dtype=pl.UInt32))
    plans = make_plans(frame, rules=rules, selfish=True, game=game)
    deal_facts = frame.iter_rows(named=True)
    for plan in plans.values():
        if (reason := why_no_par(plan.game)) is not None:
            raise ValueError(reason)
    for batch in solve_batches(frame, plans, workers, size=_PIECE):
        for problem in batch.problems:
            raise ValueError(f"deal {problem.record}: {problem.message}")
        for deal, rows in groupby(batch.table.select(columns).to_pylist(), itemgetter("deal")):
            facts = next(deal_facts)
            bidders = Bidders(plans[facts["game"], facts["rules"]].game, results_of_contracts_on_deal(rows))
            own_dealer = [Seat.parse(facts["dealer"])] if facts["dealer"] else list(Seat)
            wanted = dealers or own_dealer
            yield deal, [bidders.par(Seat(dealer)) for dealer in wanted]


def par_row(p: Par) -> dict[str, Any]:
    """Convert the auction of perfect bidders to a row of the table that the function ``par`` returns."""
    return {
        "dealer": p.dealer.name,
        "par_contract": p.contract,
        "par_declarer": None if p.declarer is None else p.declarer.name,
        "par_second": None if p.second is None else p.second.name,
        "par_call": None if p.call is None else card_letters(p.call),
        "par_auction": " ".join(word for _, word in p.auction),
        **{f"par_{s}": amount for s, amount in zip("nesw", p.payoff, strict=True)},
    }


def deals_that_fulfil(where: str, deals: pl.DataFrame, dealer: Seat | None = None) -> pl.DataFrame:
    """Return the deals that fulfil a condition.

    Args:
        where: condition in SQL on the hands N E S W and on the dealer, for example ``"s_aces >= 3"``.
        deals: deals of games with four seats, with the columns of ``deal_frame``.
        dealer: dealer of all deals. None: the dealer that each deal names.

    Raises:
        ValueError: ``where`` is not a condition on deals.
    """
    condition = read_condition(where, deal_scope())
    view = Viewpoint(GAMES[DEFAULT], forehand_of_dealer(GAMES[DEFAULT]))
    dealt = deals if dealer is None else deals.with_columns(dealer=pl.lit(dealer.name))
    return deals.filter(fulfilled(condition, dealt, view))


@checked(
    game=Expected.GAME, dealer=Expected.SEAT, rules=Expected.RULES, where=Expected.TEXT,
    workers=Expected.COUNT,
)  # fmt: skip
def par(
    deals: GivenDeals,
    *,
    game: str | Game | None = None,
    dealer: Seat | str | int | None = None,
    rules: Mapping[str, str] | None = None,
    where: str | None = None,
    workers: int | None = None,
) -> pl.DataFrame:
    """Return the auctions of four perfect bidders who see all cards (Graden).

    Args:
        deals: as for ``table``.
        game: game of all deals. Default: the game that a deal names, or ``graden``.
        dealer: the dealer. Default: the dealer that the deal names, or all seats in turn.
        rules: rule options. They override the rule options of the deals.
        where: keep only deals that fulfil this condition in SQL, for example ``"s_aces >= 3"`` (FORMAT.md:
            conditions).
        workers: number of threads. Default: one for each core of the machine.

    Returns:
        A row for each deal and dealer. The columns are ``deal`` (number of the deal, from 0), ``dealer``,
        ``par_contract``, ``par_declarer``, ``par_second``, ``par_call``, ``par_auction``, ``par_n`` to
        ``par_w``.

    Raises:
        OSError: ``deals`` names a file that cannot be read.
        ValueError: a deal does not fit the game, a game has no par, or ``where`` is not a condition on deals.

    >>> found = par("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9", dealer="W")
    >>> found.select("dealer", "par_declarer").row(0)
    ('W', 'N')
    """
    one_dealer = None if dealer is None else Seat.parse(dealer)
    frame = deal_frame(deals, game).with_columns(deal=pl.int_range(pl.len(), dtype=pl.UInt32))
    if where is not None:
        frame = deals_that_fulfil(where, frame, one_dealer)
    dealers = None if one_dealer is None else [one_dealer]
    numbered_pars = pars_of_deals(frame, dealers, game=game, rules=rules, workers=workers)
    numbers = frame["deal"].to_list()
    rows = [{"deal": numbers[at], **par_row(p)} for at, deal_pars in numbered_pars for p in deal_pars]
    return pl.DataFrame(rows, schema=None if rows else ["deal"], infer_schema_length=None)
