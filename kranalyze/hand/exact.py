"""Exact odds of the solo sweeps: layouts counted suit by suit, none of them looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial, prod

from kranalyze.arguments import checked
from kranalyze.cards import hand_mask, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.task import Task, searches
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.games.questions import requirement


def layout_count(places: Sequence[int]) -> int:
    """In how many ways cards fill hands with so many free places each.

    >>> layout_count([6, 6, 6])
    17153136
    """
    return factorial(sum(places)) // prod(map(factorial, places))


def holds_required(game: Game, question: Question, hand: int) -> bool:
    """Whether a hand has what the contract needs for a bid."""
    needed = requirement(question, game)
    return needed is None or any(hand & mask == mask for mask in needed)


def countable(game: Game, contract: Contract) -> bool:
    """Whether a contract is a solo sweep that is decided, and counted, without search."""
    goal = contract.goal
    sweep = goal.last_names_partner or goal.every_trick
    alone = contract.party == "alone" and not contract.trump and contract.leads == "declarer"
    return sweep and alone and game.seats == 4


@checked
def exact_odds(
    hand: str | int,
    contract: str | Contract,
    *,
    game: str | Game = "graden",
    known: Mapping[int, int] | None = None,
    pack: int | None = None,
) -> int | None:
    """In how many layouts of the other cards the lone declarer makes a sweep, counted exactly.

    ``zehnermord``, ``koenigmord``, ``hundertermord`` (all tricks) and ``durchmarsch_letzten``,
    ``hundert_letzten`` (the first five) of Graden are decided suit by suit (solver/guards.h), so that
    the 17,153,136 layouts around a hand of six need not be looked at.

    Args:
        hand: ``"AKQ.AKQ.."`` or a mask; the declarer leads.
        contract: id or name, or the contract.
        game: id or name, or the game.
        known: cards of the others, by places clockwise from the declarer (1, 2, 3).
        pack: mask of all cards, default the game's pack; the hand has a quarter of them.

    Returns:
        The number of layouts, None if the hand may not bid the contract.

    Raises:
        ValueError: a contract that needs search, or a hand that does not fit the pack.

    >>> exact_odds("AKQJT9...", "koenigmord")
    17153136
    >>> exact_odds("AKQ.AKQ..", "koenigmord"), exact_odds("AJT.AJ9..", "hundertermord")
    (17153136, None)
    """
    row = get_game(game)
    chosen = row.contract(contract)
    if not countable(row, chosen):
        raise ValueError(f"{chosen.id} of {row.id} is not counted suit by suit: every layout needs a search")
    mask = hand_mask(hand)
    if not holds_required(row, Question(chosen, Seat.N, Seat.N, chosen.order), mask):
        return None
    all_tricks, but_last = sweep_counts(mask, chosen, game=row, known=known, pack=pack)
    return but_last if chosen.goal.last_names_partner else all_tricks


def sweep_counts(
    hand: int,
    contract: Contract,
    *,
    game: Game,
    known: Mapping[int, int] | None = None,
    pack: int | None = None,
) -> tuple[int, int]:
    """Layouts in which the hand takes all tricks alone, and all but perhaps the last, biddable or not."""
    question = Question(contract, Seat.N, Seat.N, contract.order)
    task = searches(game, question, selfish=False)[0].task
    return count_layouts(task, hand, pack_mask(game.pack) if pack is None else pack, known)


def count_layouts(
    task: Task, hand: int, pack: int, known: Mapping[int, int] | None = None
) -> tuple[int, int]:
    """Layouts in which the lone leader of a task takes all tricks, and all but perhaps the last.

    Raises:
        ValueError: cards outside the pack, or hands that do not fill it.
    """
    held = {place: hand_mask(cards) for place, cards in (known or {}).items()}
    given = [held.get(place, 0) for place in (1, 2, 3)]
    used = hand | given[0] | given[1] | given[2]
    if used & ~pack:
        raise ValueError("a card is not in the pack")
    return core.count_layouts(task, hand, (given[0], given[1], given[2]), pack & ~used)
