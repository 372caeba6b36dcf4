"""Read the arguments of ``solve``: seats, trump, discard, Contra. List the questions that fit the seats."""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.cards import list_of_cards, mask_of, parse_suit
from kranalyze.core.questionborder import bidding_seats, questions
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question


def seat_in_game(value: Seat | str | int, game: Game) -> Seat:
    """Convert an argument to a seat, and check that the seat plays in the game."""
    seat = Seat.parse(value)
    if seat >= game.seats:
        raise ValueError(f"{game.id} is played without {seat.title}")
    return seat


#: Number that stands for "no trump" where a trump suit is expected. Only whist is played without trump.
NO_TRUMP = -1


def trump_of_argument(trump: str | int | None, game: Game) -> int | None:
    """Convert the argument ``trump`` to a suit, ``NO_TRUMP``, or None if trump is left open.

    Raises:
        ValueError: the argument is no suit, or the argument is ``NO_TRUMP`` in a game that is never played
            without trump.
    """
    if isinstance(trump, str):
        trump = NO_TRUMP if trump.strip().lower() in ("none", "nt") else parse_suit(trump)
    if trump == NO_TRUMP and not game.calibration:
        raise ValueError(f"a trump is not left out by choice in {game.id}")
    if trump is not None and not NO_TRUMP <= trump < 4:
        raise ValueError(f"{trump} is no suit: suits are numbers from 0 to 3")
    return trump


def parse_discard(discard: str | Iterable[str | int] | None, game: Game) -> int | None:
    """Convert the argument ``discard`` to a mask of cards, or to None if the discard is left open.

    Raises:
        ValueError: the game has no discard, or ``discard`` has a wrong number of cards, or a card occurs
            twice.
    """
    if discard is None:
        return None
    if not game.talon:
        raise ValueError(f"nothing is laid away in {game.id}")
    cards = list_of_cards(discard)
    if not len(set(cards)) == len(cards) == game.talon:
        raise ValueError(f"{game.talon} different cards are laid away, not {len(cards)}")
    return mask_of(cards)


def check_contra(contra: int, game: Game) -> None:
    """Raise a ValueError if the game does not allow ``contra`` doubling calls (Contra, Recontra ...)."""
    most = game.most_contra
    if not isinstance(contra, int) or not 0 <= contra <= most:
        limit = f"is said at most {most} time{'s' * (most > 1)}" if most else "is not said"
        raise ValueError(f"Contra {limit} in {game.id}, not {contra} times")


def questions_with_inferred_seats(
    game: Game, contract: Contract, declarer: Seat | str | int | None, leader: Seat | str | int | None,
    dealer: Seat | str | int | None, second: Seat | str | int | None,
) -> list[Question]:  # fmt: skip
    """Return the questions of a contract that have the named declarer, leader and second declarer.

    A question is a variant of the contract with its seats, trump, partner and order of rank. If the argument
    ``leader`` or ``declarer`` is None, this seat is inferred from the other seats.

    Raises:
        ValueError: a seat is missing, or a seat cannot have its role.
    """
    declarer, leader, dealer, second = (
        None if seat is None else seat_in_game(seat, game) for seat in (declarer, leader, dealer, second)
    )
    named_leader = leader
    name = contract.name
    if dealer is not None and leader is None and "forehand" in (contract.leads, contract.bidders):
        leader = Seat((dealer + 1) % game.seats)
    if contract.makeable_at is None:
        if leader is None:
            leader = declarer
        declarer = None
        if leader is None:
            raise ValueError(f"{name} needs the seat that leads (leader or dealer)")
    else:
        if declarer is None and contract.bidders == "forehand":
            declarer = leader
        if declarer is None:
            raise ValueError(f"{name} needs a declarer")
        if contract.leads == "declarer":
            if named_leader is not None and named_leader != declarer:
                raise ValueError(f"{name} is led by its declarer, {declarer.title}")
            leader = declarer
        elif leader is None and contract.bidders != "forehand":
            raise ValueError(f"{name} needs the seat of forehand (leader or dealer)")
        leader = declarer if leader is None else leader
        if contract.leads == "forehand" and declarer not in bidding_seats(game, contract, leader):
            raise ValueError(f"{name} cannot be bid by {declarer.title} with {leader.title} forehand")
    if second is not None and not contract.second:
        raise ValueError(f"{name} has no second declarer")
    if second is not None and second == declarer:
        raise ValueError(f"{second.title} cannot be the second declarer too")
    seats = declarer, leader, second
    return [q for q in questions(game, [contract], None, True) if (q.declarer, q.leader, q.second) == seats]
