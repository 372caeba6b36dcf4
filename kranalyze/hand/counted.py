"""The solo sweeps of a hand as answers: counted, not searched."""

from __future__ import annotations

from kranalyze.hand.asking import Asked
from kranalyze.hand.exact import countable, holds_required, sweep_counts
from kranalyze.hand.figures import Choice, Odds, unbiddable


def counted(asked: Asked) -> list[Odds]:
    """The solo sweeps among the contracts, exactly; none if the hand is not known whole."""
    if not asked.whole:
        return []
    answers, layouts = [], asked.layouts()
    known = {asked.place(seat): mask for seat, mask in asked.known.items()}
    for contract in asked.contracts:
        if not countable(asked.game, contract):
            continue
        if not holds_required(asked.game, asked.questions([contract])[0], asked.hand):
            answers.append(unbiddable(asked.hand, asked.game, contract, "exact"))
            continue
        every, made = sweep_counts(asked.hand, contract, game=asked.game, known=known)
        v = contract.value
        if contract.goal.last_names_partner:  # what the declarer can guarantee: 3, 1 or -3 times v
            paid = v * (3 * every + (made - every) - 3 * (layouts - made))
        else:
            made, paid = every, 3 * v * (2 * every - layouts)
        best = Choice(None, None, layouts, made, paid)
        answers.append(Odds(asked.hand, asked.game, contract, "exact", True, layouts, best, made, (best,)))
    return answers
