"""List the searches that answer a question, as the rulings require.

A search is described by the fields of a ``kr_task`` (solver/kr.h).
"""

from __future__ import annotations

from typing import Any

from kranalyze._core import lib
from kranalyze.cards import RANKS, SUITS
from oracle.asked import Asked

#: The fields of a ``kr_task`` that matter for a search, by name.
Fields = dict[str, Any]

#: Orders of rank, from high to low (RULINGS: common play rules).
_ORDERS = {"K": "AKQJT987", "T": "ATKQJ987", "Z": "TKQJA987"}

_BAUERN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

#: Contracts in which one side must take every trick (RULINGS).
_ALL_TRICKS = {
    "durchmarsch", "hundert", "zehnermord", "koenigmord", "hundertermord", "all_tricks", "all_hundred",
    "gang", "zehnerloch", "bauernschnapser", "kontrabauernschnapser",
}  # fmt: skip
_NO_TRICK = {"bettler", "plauderer", "no_tricks"}
_AS_DEALT = {"herrengang", "herrenschnapser"}
_SCHNAPSER = {"schnapser", "kontraschnapser"}


def mask(seats: Any) -> int:
    """Return the mask of seats."""
    return sum(1 << seat for seat in seats)


def searched(asked: Asked, selfish: bool) -> list[tuple[str, Fields]]:
    """Return role and task of each search that answers a question. The search for the value comes first."""
    if asked.id in _AS_DEALT:
        return []
    task = value_task(asked)
    if not asked.parties:
        found = [("value", task)]
        if (asked.game.id, asked.id) == ("russbach", "simple"):
            found.append(("stake", stakes_task(asked)))
        return found
    role = "value" if asked.id in ("durchmarsch_letzten", "hundert_letzten") else "guarantee"
    found = [(role, task | {"seek": seat}) for seat in asked.declarers or range(4)]
    return [*found, ("payoff", task)] if selfish else found


def played(asked: Asked) -> Fields:
    """Return the task for the play of the cards. Its value in Rußbach's simple game is the settlement."""
    whole = (asked.game.id, asked.id) == ("russbach", "simple")
    return (stakes_task(asked) if whole else value_task(asked)) | {"talon_to": lib.KR_NONE}


def paying(asked: Asked) -> list[tuple[str, Fields]]:
    """Return role and task of each search that finds what the declarer is paid.

    If the declarer has to pay, such a search may find 0 instead of the loss.
    """
    if (asked.game.id, asked.id) == ("russbach", "simple"):
        return [("stake", stakes_task(asked) | {"low": 1})]
    if asked.id == "hundred" and asked.game.id != "russbach":
        # Search whether the side reaches 100 points: play may stop there, and any seat may take any trick.
        task = value_task(asked)
        task |= {"goal": lib.KR_SWEEP, "takers": task["seats"], "tricks": 0, "need": 100}
        return [("made", task | {"flags": task["flags"] | lib.KR_STOP})]
    return searched(asked, selfish=False)


def stakes_task(asked: Asked) -> Fields:
    """Return Rußbach's task. Its value is the whole settlement, and everybody may declare and announce."""
    everybody = mask(range(4))
    marriages = {"marriages": lib.KR_DECLARED, "marriage_seats": everybody, **_WORTH, "late": 0}
    return _plain(asked) | {"goal": lib.KR_STAKES, "need": 100, "low": 0} | _counted(asked) | marriages


def value_task(asked: Asked) -> Fields:
    """Return the task of the contract's value (RULINGS: what value and makeable mean)."""
    task = _plain(asked)
    task |= _goal(asked, task) | _married(asked, task)
    if task["goal"] in (lib.KR_POINTS, lib.KR_RACE, lib.KR_MOST) or task.get("need"):
        task |= _counted(asked)
    return task


_WORTH = {"marriage_plain": 20, "marriage_trump": 40}


def _plain(asked: Asked) -> Fields:
    """Return the fields that every contract needs: seats, trump, order of rank, duties of play."""
    game, question = asked.game.id, asked.question
    flags = 0
    if game != "whist":
        if game != "graden":  # Graden has no trump suit
            flags |= lib.KR_MUST_TRUMP
        if asked.rules.get("beat") != "none":
            flags |= lib.KR_MUST_BEAT
    seats = [0, 1, 2] if game == "anrufen3" else [0, 1, 2, 3]
    if (game, asked.id) == ("bauernschnapsen", "bettler"):
        seats.remove((asked.first + 2) % 4)
    ranks = _ORDERS[question.order]
    return {
        "flags": flags, "seats": mask(seats), "leader": int(question.leader), "side": mask(asked.side),
        "trump": lib.KR_NO_TRUMP if question.trump is None else SUITS.index(question.trump),
        "strength": tuple(7 - ranks.index(rank) for rank in RANKS), "marriages": lib.KR_NO_MARRIAGES,
        "declarer": lib.KR_NONE, "second": lib.KR_NONE, "seek": lib.KR_NONE,
        "talon_to": int(asked.first) if game == "anrufen3" else lib.KR_NONE,
    }  # fmt: skip


def _counted(asked: Asked) -> Fields:
    """Return the fields of card points and of the points for the last trick."""
    if asked.game.id == "bauernschnapsen":
        return {"points": tuple(_BAUERN_POINTS.get(rank, 0) for rank in RANKS), "last": 0}
    return {"points": tuple(10 if rank in "AT" else 0 for rank in RANKS), "last": 10}


def _goal(asked: Asked, task: Fields) -> Fields:
    """Return the fields of the side's goal."""
    contract, first = asked.id, int(asked.first)
    alone = {"declarer": first}
    if asked.question.second is not None:
        pays = lib.KR_LOSER_PAYS
        if contract == "bettler" and asked.rules["mitbettler"] == "as_printed":
            pays = 0
        return alone | {
            "goal": lib.KR_DOUBLE, "second": int(asked.question.second), "flags": task["flags"] | pays,
        }  # fmt: skip
    if contract in ("durchmarsch_letzten", "hundert_letzten"):
        return alone | {"goal": lib.KR_LAST}
    if contract == "schurln":
        return {"goal": lib.KR_MOST}
    if contract == "tricks":
        return {"goal": lib.KR_TRICKS}
    if contract == "rufer":
        return {"goal": lib.KR_RACE, "need": 66, "low": 33}
    if contract in _SCHNAPSER:
        stop = task["flags"] | lib.KR_STOP
        return {"goal": lib.KR_SWEEP, "takers": 1 << first, "tricks": 3, "need": 66, "flags": stop}
    if contract in _NO_TRICK:
        return {"goal": lib.KR_SWEEP, "takers": task["seats"] & ~(1 << first), "tricks": 0, "need": 0}
    if contract in _ALL_TRICKS:
        own = 1 << first if asked.game.id == "bauernschnapsen" else mask(asked.side)
        need = 100 if contract == "all_hundred" else 0
        return {"goal": lib.KR_SWEEP, "takers": own, "tricks": 0, "need": need}
    difference = contract == "simple" and asked.game.id != "russbach"
    return {"goal": lib.KR_POINTS, "flags": task["flags"] | (lib.KR_MARGIN if difference else 0)}


def _married(asked: Asked, task: Fields) -> Fields:
    """Return the fields of marriages: which seats' marriages count, how they count, and their points.

    Return no fields if no marriages count.
    """
    game, contract = asked.game.id, asked.id
    if game == "rufmariasch":
        return {"marriages": lib.KR_DECLARED, "marriage_seats": 15, **_WORTH, "late": 0}
    if (game, contract) == ("russbach", "hundred"):
        return {"marriages": lib.KR_DECLARED, "marriage_seats": task["side"], **_WORTH, "late": 0}
    led = {"marriages": lib.KR_ON_LEAD, **_WORTH}
    if game in ("anrufen", "anrufen3") and contract in ("simple", "hundred", "all_hundred"):
        counting = task["seats"] if contract == "simple" else task["side"]
        return led | {"marriage_seats": counting, "late": 0}
    if contract != "rufer" and contract not in _SCHNAPSER:
        return {}
    pending = lib.KR_PENDING if asked.rules["opening_marriage"] == "pending" else 0
    flags = (task | _goal(asked, task))["flags"] | pending
    counting = 15 if contract == "rufer" else 1 << int(asked.first)
    return led | {"marriage_seats": counting, "late": 1, "flags": flags}
