"""Compare what a seat knows (layouts, their number, probabilities) with plain enumeration as in RULINGS."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from enumerating import hands_before_play, placements
from kpn_games import random_game
from kranalyze.cards import number_of_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.known import knowledge
from kranalyze.kpn import Call, Record
from test_known_situations import agrees

#: Largest number of ways to place the unseen cards of a situation. The tests try all ways.
_FEW = 2600


Situation = tuple[Record, int, int]


def situations(
    game: str, count: int, seed: int, wanted: Callable[..., bool] | None = None
) -> Iterator[Situation]:
    """Yield situations of random games in which the unseen cards can be placed in 60 to ``_FEW`` ways.

    Each contract of the game is about equally frequent.
    """
    rng = random.Random(seed)
    while count:
        record = random_game(rng, game)
        if not record.play or record.question is None:
            continue
        for seat, hand in enumerate(hands_before_play(record)):
            bid = rng.choice(("hundert", "hundert_letzten", "hundertermord"))
            couple = any(hand >> s * 8 + 5 & 3 == 3 for s in range(4))
            if game == "graden" and couple and rng.random() < 0.3:
                record = replace(record, auction=(Call(Seat(seat), bid), *record.auction))
        seat = rng.randrange(record.game_row.seats)
        fit = [
            n
            for n in range(len(record.play) + 1)
            if 60 <= placements(record, n, seat) <= _FEW
            and (wanted is None or wanted(record, n, seat))
        ]
        if fit:
            count -= 1
            yield record, rng.choice(fit), seat


@pytest.mark.parametrize("count", [12, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_layouts_are_those_of_plain_enumeration(game: Any, count: int) -> None:
    shrunk = 0
    for record, after, seat in situations(game, count, 13):
        agrees(record, after, seat)
        shrunk += knowledge(record, after, seat).count < placements(record, after, seat)
    assert shrunk >= count // 6


def called_card_lies_hidden(record: Record, after: int, seat: int) -> bool:
    if record.called is None or record.rules["call_own"] == "yes" or seat == record.declarer:
        return False
    return not hands_before_play(record)[seat] >> record.called.number & 1 and all(
        move.number != record.called.number for move in record.play[:after]
    )


def somebody_undertrumped(record: Record, after: int, seat: int) -> bool:
    """Return whether a seat other than ``seat`` ruffed a trick after another player had ruffed it.

    If the later trump is lower, its player has no higher trump. More than six cards must still be unplayed,
    so that a higher trump may be among these cards.
    """
    trump = number_of_suit(record.question.trump)
    unseen = record.play[after:]
    return trump is not None and any(
        move.number // 8 == trump != first.number // 8 and move.seat != seat and len(unseen) > 6
        for trick in record.tricks
        for first, *others in [trick]
        for i, move in enumerate(others)
        if move in record.play[:after] and any(m.number // 8 == trump for m in others[:i])
    )


def marriage_led(record: Record, after: int, seat: int) -> bool:
    couples = 0x60606060
    return record.question.trump is not None and any(
        m.turn == 1
        and m.seat != seat
        and couples >> m.number & 1
        and m.number ^ 3 in [later.number for later in record.play[after:]]
        for m in record.play[:after]
    )


@pytest.mark.parametrize(
    ("game", "wanted", "count"),
    [
        ("graden", called_card_lies_hidden, 4),
        ("rufmariasch", somebody_undertrumped, 5),
        ("anrufen", somebody_undertrumped, 5),
        ("anrufen", marriage_led, 5),
        ("anrufen3", marriage_led, 5),
        ("bauernschnapsen", marriage_led, 8),
    ],
)
@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_facts_that_are_rare(game: Any, wanted: Any, count: int, times: int) -> None:
    for situation in situations(game, times * count, 3, wanted):
        agrees(*situation)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_own_hand_is_looked_at(game: Any) -> None:
    """The knowledge of a seat is the same if the record lacks the hands that the seat does not see.

    The caller then names the registered marriages. The record keeps the hands that lie open.
    """
    for record, after, seat in situations(game, 5, 5):
        full = knowledge(record, after, seat)
        seen = {seat}
        if record.contract == "plauderer" and after >= 4:
            seen |= set(Seat) - {record.declarer, record.second}
        hands = [hand if s in seen else None for s, hand in enumerate(record.deal.hand_masks)]
        alone = Deal(hands, record.deal.talon_mask if record.declarer == seat else 0)
        hidden = replace(
            record, deal=alone, question=None, discard=record.discard if record.declarer == seat else None
        )
        if game == "whist" and full.size * 4 not in (20, 24, 32):
            with pytest.raises(ValueError, match="which cards are in play"):
                knowledge(hidden, after, seat)
            continue
        if game == "whist":
            continue
        told = knowledge(hidden, after, seat, marriage_cards_led=full.shown)
        assert list(told.layouts()) == list(full.layouts())
