"""Exact odds of the solo sweeps: layouts counted suit by suit, none of them looked at."""

from __future__ import annotations

from collections.abc import Mapping

from kranalyze.arguments import checked
from kranalyze.cards import hand_mask, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.task import Task, searches
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.hand.asking import Asked, holds_required
from kranalyze.hand.figures import Choice, Odds, fixed_choices


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
    task = _sweep(row, chosen)
    if task is None:
        raise ValueError(f"{chosen.id} of {row.id} is not counted suit by suit: every layout needs a search")
    mask = hand_mask(hand)
    if not holds_required(row, _alone(chosen), mask):
        return None
    all_tricks, but_last = count_layouts(task, mask, pack_mask(row.pack) if pack is None else pack, known)
    return but_last if chosen.goal.last_names_partner else all_tricks


def counted(asked: Asked) -> list[Odds]:
    """The answers of the solo sweeps among the contracts; none if the hand is not known whole."""
    answers, layouts = [], asked.layouts()
    for contract in asked.contracts if asked.whole else ():
        task = _sweep(asked.game, contract)
        if task is None:
            continue
        every, made = count_layouts(task, asked.hand, pack_mask(asked.game.pack), asked.placed)
        choices = fixed_choices(asked, contract, layouts, {None: every})
        if not contract.goal.last_names_partner:
            made = every
        elif choices:  # what the declarer can guarantee: 3, 1 or -3 times v
            paid = contract.value * (3 * every + (made - every) - 3 * (layouts - made))
            choices = [Choice(None, None, layouts, made, paid)]
        answers.append(Odds.of(asked, contract, "exact", choices, layouts, made))
    return answers


def _alone(contract: Contract) -> Question:
    return Question(contract, Seat.N, Seat.N, contract.order)


def _sweep(game: Game, contract: Contract) -> Task | None:
    """The search that counting saves; None if the contract is no solo sweep."""
    if contract.party != "alone" or contract.trump or contract.leads != "declarer":
        return None
    tasks = [search.task for search in searches(game, _alone(contract), selfish=False)]
    return tasks[0] if tasks and core.guards_fit(tasks[0]) else None


def count_layouts(
    task: Task, hand: int, pack: int, known: Mapping[int, int] | None = None
) -> tuple[int, int]:
    """Layouts in which the lone leader of a task takes all tricks, and all but perhaps the last.

    Raises:
        ValueError: cards outside the pack, or hands that do not fill it.
    """
    held = {place: hand_mask(cards) for place, cards in (known or {}).items()}
    given = held.get(1, 0), held.get(2, 0), held.get(3, 0)
    used = hand | given[0] | given[1] | given[2]
    if used & ~pack:
        raise ValueError("a card is not in the pack")
    return core.count_layouts(task, hand, given, pack & ~used)
