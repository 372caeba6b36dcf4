"""How simulated players bid: what a hand is good for, and the auctions of the games."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kranalyze.cards import cards_of, suit_of
from kranalyze.core.questionborder import bidding_seats
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn import Call
from simulating.hands import SUIT_RANK, best_trump, couples, danger, strength, to_call, tricks


@dataclass
class Auction:
    """An auction and where it led; without contract to a new deal."""

    calls: list[Call] = field(default_factory=list)
    contract: Contract | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    trump: int | None = None
    contra: int = 0


def graden_wants(game: Game, hand: int, bold: float) -> list[str]:
    """What a player would bid in Graden, the lowest first."""
    high, tens, married = tricks(hand, 24, "K"), tricks(hand, 24, "T"), bool(couples(hand))
    helped = max(tricks(hand | 1 << to_call(hand, 24, order), 24, order) for order in "KT")
    risk = danger(hand, 24, "K")
    wants = {
        "bettler": risk - bold <= 2.2,
        "durchmarsch": helped + 0.5 * bold >= 5.4,
        "durchmarsch_letzten": high + 0.5 * bold >= 4.4,
        "plauderer": risk - 0.5 * bold <= 0.4,
        "hundert": married and helped + 0.5 * bold >= 5.6,
        "hundert_letzten": married and tens + 0.5 * bold >= 4.8,
        "zehnermord": tens + 0.5 * bold >= 5.4,
        "koenigmord": high + 0.5 * bold >= 5.4,
        "hundertermord": married and tens + 0.5 * bold >= 5.8,
    }
    return [c.id for c in game.contracts if wants.get(c.id)]


def joins(hand: int, bold: float) -> bool:
    """Whether a player would join a Bettler or Plauderer: the card laid face down takes one danger away."""
    return danger(hand, 24, "K") - bold <= 3.2


def graden_auction(
    game: Game, first: Seat, wants: Mapping[int, Sequence[str]], joining: Sequence[int], rnd: random.Random
) -> Auction:
    """Left of the dealer begins, each bid ranks above the last, a pass is final (RULINGS: graden)."""
    auction, active, seat = Auction(), set(range(4)), int(first)
    while active and not (active == {auction.declarer} and auction.second is None):
        if seat not in active:
            seat = (seat + 1) % 4
            continue
        standing = auction.contract
        rank = 0 if standing is None else standing.rank or 0
        above = [game.contract(c) for c in wants[seat] if (game.contract(c).rank or 0) > rank]
        joined = standing is not None and standing.second and seat in joining and auction.second is None
        if seat == auction.declarer and not above:
            auction.calls.append(Call(Seat(seat), "gut"))
            break
        if joined and seat != auction.declarer and (not above or rnd.random() < 0.5):
            auction.second = Seat(seat)
            auction.calls.append(Call(Seat(seat), "mit"))
        elif above and seat != auction.second:
            # Some show what they have at once, some go up step by step.
            auction.contract = above[0] if rnd.random() < 0.6 else above[-1]
            auction.declarer, auction.second = Seat(seat), None
            auction.calls.append(Call(Seat(seat), auction.contract.id))
        else:
            active.discard(seat)
            auction.calls.append(Call(Seat(seat), "gut"))
        seat = (seat + 1) % 4
    if auction.contract is None:
        auction.contract = game.contract("schurln")
    return auction


def anrufen_want(game: Game, hand: int, bold: float) -> tuple[Contract, int] | None:
    """Level and trump that a player would bid in Anrufen."""
    trump = best_trump(hand, 24, "T")
    alone = 1.0 if game.talon else 0.0
    value = strength(hand, trump, 24) + bold - alone
    if tricks(hand, 24, "T") + bold - alone >= 4.8:
        return game.contract("all_hundred" if trump in couples(hand) else "all_tricks"), trump
    if danger(hand, 24, "T") - bold <= 0.4:
        return game.contract("no_tricks"), trump
    if trump in couples(hand) and value >= 5.2:
        return game.contract("hundred"), trump
    return (game.contract("simple"), trump) if value >= 3.4 else None


def anrufen_auction(
    game: Game, first: Seat, hands: Sequence[int], wants: Callable[[int, int], tuple[Contract, int] | None]
) -> Auction:
    """Each bid at least as high as the last; of equal bids the higher suit stands (RULINGS: anrufen).

    A dealer who must bid names the lowest level in his best suit.

    Args:
        wants: what a seat would bid in a round, 0 or 1.
    """
    auction = Auction()
    for round_ in (0, 1):
        active, lost, seat = set(range(game.seats)), dict[int, int](), int(first)
        while active and active != {auction.declarer}:
            if seat in active:
                _anrufen_turn(auction, seat, wants(seat, round_), active, lost)
            seat = (seat + 1) % game.seats
        if auction.contract is not None:
            return auction
    if game.dealer_bids:
        dealer = Seat((first - 1) % game.seats)
        auction.contract, auction.declarer = game.contracts[0], dealer
        auction.trump = best_trump(hands[dealer], 24, "T")
        auction.calls.append(Call(dealer, auction.contract.id))
    return auction


def _anrufen_turn(
    auction: Auction, seat: int, want: tuple[Contract, int] | None, active: set[int], lost: dict[int, int]
) -> None:
    standing = auction.contract
    rank = 0 if standing is None else standing.rank or 0
    wanted = 0 if want is None else want[0].rank or 0
    if seat == auction.declarer:
        auction.calls.append(Call(Seat(seat), "gut"))
        return
    tie = wanted == rank and wanted > lost.get(seat, 0)
    if want is None or wanted < rank or (wanted == rank and not tie):
        active.discard(seat)
        auction.calls.append(Call(Seat(seat), "gut"))
        return
    contract, trump = want
    named = trump if tie and contract.trump else None
    if tie and not contract.trump:  # the earlier of two stands
        active.discard(seat)
        auction.calls.append(Call(Seat(seat), "gut"))
        return
    if tie and auction.trump is not None and auction.declarer is not None:
        held = max(i for i, call in enumerate(auction.calls) if call.seat == auction.declarer)
        auction.calls[held] = Call(auction.declarer, contract.id, auction.trump)
        if SUIT_RANK[trump] <= SUIT_RANK[auction.trump]:
            lost[seat] = wanted
            auction.calls.append(Call(Seat(seat), contract.id, named))
            return
        lost[auction.declarer] = wanted
    auction.calls.append(Call(Seat(seat), contract.id, named))
    auction.contract, auction.declarer = contract, Seat(seat)
    auction.trump = trump if contract.trump else None


def bauern_auction(
    game: Game, first: Seat, hands: Sequence[int], bold: Mapping[int, float], trump: int
) -> Auction:
    """One round, each call above the last; all pass: forehand plays Rufer; then Contra (RULINGS)."""
    auction = Auction(trump=trump)
    for i in range(4):
        seat = Seat((first + i) % 4)
        rank = 0 if auction.contract is None else auction.contract.rank or 0
        bid = [
            c
            for c in game.contracts
            if (c.rank or 0) > rank
            and seat in bidding_seats(game, c, first)
            and _bauern_fits(c, hands[seat], bold[seat], trump, seat == first)
        ]
        if bid:
            auction.contract, auction.declarer = bid[-1], seat
        auction.calls.append(Call(seat, bid[-1].id if bid else "gut"))
    if auction.contract is None:
        auction.contract, auction.declarer = game.contract("rufer"), first
    _contra(auction, hands, bold, trump)
    return auction


def _bauern_fits(contract: Contract, hand: int, bold: float, trump: int, forehand: bool) -> bool:
    suits = {suit_of(c) for c in cards_of(hand)}
    value = strength(hand, trump, 20) + bold
    if contract.id == "bettler":
        return danger(hand, 20, "T") - 0.5 * bold <= 0.2
    if contract.id in ("schnapser", "kontraschnapser"):
        return value + (0.0 if forehand else -0.4) >= 5.2
    if contract.id in ("bauernschnapser", "kontrabauernschnapser"):
        return value + (0.0 if forehand else -1.0) >= 7.4
    if contract.id == "gang":
        return tricks(hand, 20, "T") + 0.4 * bold >= 4.9
    if contract.id == "zehnerloch":
        return tricks(hand, 20, "Z") + 0.4 * bold >= 4.9
    if contract.id == "herrengang":
        return len(suits) == 1
    return contract.id == "herrenschnapser" and suits == {trump}


def _contra(auction: Auction, hands: Sequence[int], bold: Mapping[int, float], trump: int) -> None:
    """Contra by an opponent who feels strong, Recontra by a declarer who feels stronger."""
    declarer, contract = auction.declarer, auction.contract
    if declarer is None or contract is None or contract.goal.kind == "dealt" or contract.id == "bettler":
        return
    against = [Seat((declarer + i) % 4) for i in (1, 3)]
    for seat in against:
        if strength(hands[seat], trump, 20) + bold[seat] >= 4.2:
            auction.calls.append(Call(seat, "contra"))
            auction.contra = 1
            if strength(hands[declarer], trump, 20) + bold[declarer] >= 5.4:
                auction.calls.append(Call(declarer, "recontra"))
                auction.contra = 2
            return
