"""The solo sweeps of a hand as answers: counted, not searched."""

from __future__ import annotations

from kranalyze.hand.asking import Asked
from kranalyze.hand.exact import countable, holds_required, sweep_counts
from kranalyze.hand.figures import Choice, Odds, fixed_choice, unbiddable


def counted(asked: Asked) -> list[Odds]:
    """The solo sweeps among the contracts, exactly; none if the hand is not known whole."""
    if not asked.whole:
        return []
    answers, layouts = [], asked.layouts()
    known = {asked.place(seat): mask for seat, mask in asked.known.items()}
    for contract in asked.contracts:
        if not countable(asked.game, contract):
            continue
        question = asked.questions([contract])[0]
        if not holds_required(asked.game, question, asked.hand):
            answers.append(unbiddable(asked.hand, asked.game, contract, "exact"))
            continue
        every, made = sweep_counts(asked.hand, contract, game=asked.game, known=known)
        best = fixed_choice(asked.game, question, layouts, every)
        if contract.goal.last_names_partner:  # what the declarer can guarantee: 3, 1 or -3 times v
            paid = contract.value * (3 * every + (made - every) - 3 * (layouts - made))
            best = Choice(None, None, layouts, made, paid)
        answers.append(
            Odds(asked.hand, asked.game, contract, "exact", True, layouts, best, best.made, (best,))
        )
    return answers
