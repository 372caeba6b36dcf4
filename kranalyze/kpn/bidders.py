"""Who may bid a contract: the seats that the rulings name, with the cards that it requires."""

from __future__ import annotations

from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, bidding_seats
from kranalyze.games.questions import requirement
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.fields import held


def bidders_text(contract: Contract) -> str:
    """Who may bid a contract that not everybody may."""
    return {
        "forehand": "only forehand may",
        "forehand_side": "only forehand's side may",
        "other_side": "only the side against forehand may",
        "not_forehand": "forehand may not",
    }.get(contract.bidders, "")


def check_declarer(
    draft: Draft, game: Game, contract: Contract, seat: Seat, forehand: Seat | None
) -> str | None:
    """Why a seat cannot be the declarer of a contract, None if it can or forehand is not known."""
    if forehand is not None and seat not in bidding_seats(game, contract, forehand):
        return f"{seat.title} cannot declare {contract.name}: {bidders_text(contract)}"
    missing = lacks(draft, game, contract, seat)
    return None if missing is None else f"{seat.title} cannot declare {contract.name} without {missing}"


def lacks(draft: Draft, game: Game, contract: Contract, seat: Seat) -> str | None:
    """What the seat would have to hold to bid the contract; None if nothing is missing, or nothing known."""
    hand = held(draft, seat)
    if contract.requires is None or hand is None:
        return None
    if contract.requires == "trumps" and draft.trump is None:
        return None
    question = Question(contract, seat, seat, contract.order, trump=draft.trump)
    masks = requirement(question, game) or ()
    if any(hand & mask == mask for mask in masks):
        return None
    if contract.requires == "marriage":
        return "King and Queen of a suit"
    if contract.requires == "suit":
        return f"{game.size} cards of one suit"
    return f"{game.size} trumps"
