"""Explain why a seat has no possible layouts: facts are missing, or facts contradict each other.

A layout is an arrangement of the cards that the seat does not see.
"""

from __future__ import annotations

from kranalyze.cards import cards_of, mask_of_cards_with_ranks, suit_mask, suit_of
from kranalyze.core import numbers
from kranalyze.core.knowledge import (
    CODES,
    EVIDENCE,
    FIRST_CONTRADICTION,
    NO_POSITION,
    NOT_LEGAL,
    KnowledgeProblem,
)
from kranalyze.games import Game
from kranalyze.texts.problems import Place, judged_gaps, problem_text


class CannotBeError(ValueError):
    """Raised if the known facts contradict each other. The message names the impossible card or call."""


def no_layouts_error(problem: KnowledgeProblem, game: Game, after: int) -> ValueError:
    """Return the error that explains why a seat has no possible layouts.

    Args:
        problem: the reason, as the core reports it.
        game: the game under its rule options.
        after: how many cards were played before the position for which the user asked.
    """
    place = Place(game)
    if problem.code == NOT_LEGAL:
        rule, *args = problem.args
        code = numbers.PROBLEM_CODES[rule]
    else:
        code, args = CODES[problem.code], list(problem.args)
    gaps = judged_gaps(code, args)
    if problem.code == NO_POSITION:
        gaps["after"] = after
    reason = problem_text(code, gaps, place)
    if problem.code < FIRST_CONTRADICTION:
        return ValueError(reason)
    if not problem.evidence:
        return CannotBeError(reason)
    evidence = _text_of_contradicting_fact(problem, place)
    return CannotBeError(problem_text("cannot_be", {"evidence": evidence, "reason": reason}))


def _text_of_contradicting_fact(problem: KnowledgeProblem, place: Place) -> str:
    """Return a text about the fact (a card, bid or announcement) that contradicts other facts."""
    value = problem.value
    couple = mask_of_cards_with_ranks("KQ") & suit_mask(suit_of(value)) if value < 32 else 0
    gaps = {
        "seat": problem.seat, "trick": problem.trick, "contract": value, "card": value, "points": value,
        "other_card": next(cards_of(couple & ~(1 << value)), 0) if couple else 0,
    }  # fmt: skip
    return problem_text(EVIDENCE[problem.evidence], gaps, place)
