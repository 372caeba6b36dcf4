"""Compare endings of two to four cards, in all games and contracts, with exact figures by enumeration.

The full run compares some 1,600 situations (RULINGS: at the table). It takes six minutes of one core, and
prints a line for each game:

    pytest -m long -s tests/test_endings.py
"""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from careful_games import Comparison, deviations, exact, play, settlements, short_record
from kranalyze.answers.attable import figures_of_payments
from kranalyze.games import GAMES
from kranalyze.kpn import Record
from oracle.careful import undiscarded
from test_card_games import ALL, PLAYED
from test_card_games import compare as compare_cards
from test_word_advice import compare as compare_words


def compare_discards(record: Record) -> Comparison | None:
    """Compare games that begin with the declarer's discard, for all seats that play.

    Return None for a record after the discard, or if the exact expectations take too long.
    """
    if not undiscarded(record):
        return None
    chances = exact(record, most=3000)
    if chances is None:
        return None
    counted = settlements(play(record, PLAYED), record.game_row.seats)
    distances: list[float] = []
    for seat in range(record.game_row.seats):
        paid = [pays[seat] or 0 for pays, count in counted.items() for _ in range(count)]
        distances += deviations(figures_of_payments(paid, ALL), chances, seat)
    assert max(distances) <= 4.5, (record, chances, counted)
    return Comparison("discard", tuple(distances))


def compare_with_second(record: Record) -> Comparison | None:
    """Compare the cards of a contract with two declarers. Return None for another contract."""
    return None if record.second is None else compare_cards(record, most=3000)


def compare_with_contra(record: Record) -> Comparison | None:
    """Compare the cards of a contract with Contra. Return None for a contract without Contra."""
    is_doubled = record.contra > 0 or any(word.what == "contra" for word in record.announce)
    return compare_cards(record) if is_doubled else None


class Endings(NamedTuple):
    """Situations of one kind in a game, for each of its contracts and for each size of hands.

    Attributes:
        game: id of the game.
        kind: kind of the situations.
        compare: function that compares a situation.
        number: number of situations for each contract and size.
        sizes: numbers of cards that each hand has at first.
        contracts: ids of the contracts. Empty: all contracts that can be played.
    """

    game: str
    kind: str
    compare: Callable[[Record], Comparison | None]
    number: int
    sizes: tuple[int, ...] = (2, 3, 4)
    contracts: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """Return the ids of the contracts."""
        rows = [c for c in GAMES[self.game].contracts if c.rank is not None or not c.makeable_at]
        return list(self.contracts) or [c.id for c in rows if c.goal.kind != "dealt"]


ENDINGS = [
    Endings("graden", "cards", compare_cards, 3),
    Endings("graden", "second", compare_with_second, 4, (2, 3), ("bettler", "plauderer")),
    Endings("russbach", "cards", compare_cards, 20),
    Endings("russbach", "words", compare_words, 15, (2,)),
    Endings("rufmariasch", "cards", compare_cards, 24),
    Endings("rufmariasch", "words", compare_words, 10, (2,)),
    Endings("anrufen", "cards", compare_cards, 4),
    Endings("anrufen", "contra", compare_with_contra, 3, (2, 3)),
    Endings("anrufen", "words", compare_words, 4, (2,)),
    Endings("anrufen3", "cards", compare_cards, 4),
    Endings("anrufen3", "contra", compare_with_contra, 3, (2, 3)),
    Endings("anrufen3", "discard", compare_discards, 3, (2,)),
    Endings("anrufen3", "words", compare_words, 4, (2,)),
    Endings("bauernschnapsen", "cards", compare_cards, 3),
    Endings("bauernschnapsen", "contra", compare_with_contra, 2, (2, 3)),
    Endings("whist", "cards", compare_cards, 24),
]


def comparisons(endings: Endings, contract: str, size: int) -> Iterator[Comparison]:
    """Yield comparisons of random situations of a contract, until enough situations depend on chance.

    Situations that do not depend on chance are yielded too. In all, at most three times ``number`` situations
    are yielded. If the hands have four cards at first, a trick has been played, because earlier situations
    take too long.
    """
    rng = random.Random(f"endings {endings.game} {endings.kind} {contract} {size}")
    by_chance = certain = 0
    while by_chance < endings.number and by_chance + certain < 3 * endings.number:
        record = short_record(rng, endings.game, size, contract, least=4 if size > 3 else 0)
        compared = None if record is None else endings.compare(record)
        if compared is not None:
            by_chance += any(compared.deviations)
            certain += not any(compared.deviations)
            yield compared


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_figures_of_endings_are_those_of_plain_enumeration(game: str) -> None:
    """Each share and mean lies within 4.5 standard errors of its exact expectation."""
    situations = defaultdict[str, int](int)
    distances: list[float] = []
    far_off = 0
    for endings in ENDINGS:
        if endings.game != game:
            continue
        for contract in endings.names():
            for size in endings.sizes:
                for compared in comparisons(endings, contract, size):
                    situations[endings.kind] += 1
                    distances += compared.deviations
                    far_off += max(compared.deviations) > 2.6
    assert sum(situations.values()) >= 50 and max(distances) <= 4.5
    # About one in a hundred correct figures lies more than 2.6 standard errors off. Count situations and not
    # figures, because the figures of a situation depend on each other.
    assert far_off <= sum(situations.values()) // 20
    varying = [distance for distance in distances if distance]
    kinds = ", ".join(f"{count} {kind}" for kind, count in situations.items())
    print(f"\n{game}: {sum(situations.values())} situations ({kinds}), {len(distances)} figures, "
          f"{len(varying)} of them not exact, largest deviation {max(distances):.2f} standard errors")
