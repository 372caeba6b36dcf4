"""Situations of short games for tests of careful players, with the results of the core and of the oracle."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any, NamedTuple

from deals import random_rules
from enumerating import hands_before_play, laid_face_down, possible
from kranalyze.answers.attable import TableFigures
from kranalyze.cards import CARDS, SUITS, cards_of
from kranalyze.core.careful import CarefulGames, StartingPoint, play_careful, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.questionborder import questions
from kranalyze.games import GAMES
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import fact_numbers
from logs import log
from oracle.careful import CarefulOracle, TooLongError
from oracle.verdict import Seats

#: More layouts than any short game has.
ALL = 1_000_000


class Comparison(NamedTuple):
    """How far the program's figures for a situation are from their exact expectations.

    Attributes:
        kind: kind of the situation.
        deviations: distance of each share and each mean from its expectation, in standard errors.
    """

    kind: str
    deviations: tuple[float, ...]


def deviations(found: TableFigures, chances: dict[Seats, Fraction], seat: int) -> tuple[float, float]:
    """Return the distances of share and mean from their exact expectations, in standard errors.

    If a figure cannot vary, its distance is 0 if the figure is exact, and infinite if it is wrong.
    """
    amounts = [(pays[seat] or 0, chance) for pays, chance in chances.items()]
    share = sum((chance for amount, chance in amounts if amount > 0), Fraction(0))
    mean = sum((amount * chance for amount, chance in amounts), Fraction(0))
    variance = sum(((amount - mean) ** 2 * chance for amount, chance in amounts), Fraction(0))
    of_share = _distance(found.share, share, share * (1 - share), found.games)
    return of_share, _distance(found.mean, mean, variance, found.games)


def _distance(figure: float, expectation: Fraction, variance: Fraction, games: int) -> float:
    """Return how far a mean over games is from its expectation, in standard errors."""
    distance = abs(figure - float(expectation))
    if not variance:
        return 0.0 if distance < 1e-9 else inf
    return distance / sqrt(variance / games)


def short_record(
    rng: random.Random, game: str, size: int, contract: str | None = None, least: int = 0
) -> Record | None:
    """Return a random record of a short game, cut off after a random number of cards.

    The record has at least ``least`` cards if the whole game has more. Return None if the contract does not
    fit the deal, for example because the declarer could not bid the contract.
    """
    rules = random_rules(GAMES[game], rng)
    row = GAMES[game].under(rules)
    asked = [q for q in questions(row, selfish=True) if contract in (None, q.contract.id)]
    asked = [q for q in asked if q.contract.rank is not None or not q.contract.makeable_at]
    asked = [q for q in asked if q.contract.goal.kind != "dealt"]
    name = rng.choice(sorted({q.contract.id for q in asked}))
    question = rng.choice([q for q in asked if q.contract.id == name])
    record, _ = log(row, size, rules, rng, question)
    if question.contract.party == "called":
        holder = question.declarer if question.partner is None else question.partner
        held = list(cards_of(record.deal.mask(holder) & question.callable_mask))
        if not held:
            return None
        record = replace(record, called=CARDS[rng.choice(held)])
    if not possible(record, len(record.play), hands_before_play(record)):
        return None
    return cut(record, rng.randrange(min(least, len(record.play) - 1), len(record.play)))


def cut(record: Record, after: int) -> Record:
    """Return the record up to its first ``after`` cards.

    If ``after`` is 0, the record has no discard and no cards laid face down.
    """
    play = record.play[:after]
    heard = {move.seat for move in play}
    words = tuple(word for word in record.announce if word.seat in heard)
    if not after:
        record = replace(record, discard=None, face_down=())
    return replace(record, play=play, announce=words)


#: The number of each kind of word in trick 1 (``enum kr_word_kind``).
WORDS = {"marriage": 0, "hundred": 1, "all": 2, "raise": 3, "contra": 4}


def put_of(record: Record) -> StartingPoint:
    """Return the starting point with the contract of a record, before the first card."""
    ids = [contract.id for contract in record.game_row.contracts]
    calls = tuple((call.seat, ids.index(call.call)) for call in record.auction if call.call in ids)
    called = None if record.called is None else record.called.number
    return StartingPoint(record.game_row, record.question, called, record.forehand, calls, 0)


def begun(record: Record) -> StartingPoint:
    """Return the starting point after all cards of a record."""
    ids = [contract.id for contract in record.game_row.contracts]
    words = tuple(
        (int(word.seat), WORDS[word.what], -1 if word.suit is None else SUITS.index(word.suit),
         -1 if word.level is None else ids.index(word.level), word.points, False)
        for word in record.announce
    )  # fmt: skip
    laid = laid_face_down(record)
    put = replace(put_of(record), words=words, contra=record.contra, laid=laid)
    return replace(put, seen=fact_numbers(record))


def judged(record: Record) -> JudgedRecords:
    """Return a record in the form of the core. Its game has the cards and the hand size of the record."""
    records = records_of([begun(record)])
    row = records.rows[0]
    row.pack = sum(record.deal.masks) | record.deal.talon_mask
    row.size = record.deal.mask(0).bit_count()
    return records


def play(record: Record, count: int, **options: Any) -> CarefulGames:
    """Return games of careful players who play on from a record, and look at every layout."""
    return play_careful(judged(record), count, **{"look": ALL, "doubles": False, "workers": 1, **options})


def exact(
    record: Record, most: int = 3000, slips: Sequence[Fraction] = (Fraction(0),) * 4
) -> dict[Seats, Fraction] | None:
    """Return the possible settlements of a record with their chances; None if the search is too long."""
    try:
        return CarefulOracle(slips, most).settlements(record)
    except TooLongError:
        return None


def settlements(games: CarefulGames, seats: int = 4) -> Counter[Seats]:
    """Count the games of each settlement."""
    assert set(games.columns["state"]) == {0}
    return Counter(
        (*games.of("settlement", i)[:seats], *(None for _ in range(seats, 4))) for i in range(games.count)
    )


def situations(
    game: str, size: int, count: int, seed: int, most: int = 3000
) -> Iterator[tuple[Record, dict[Seats, Fraction]]]:
    """Yield random situations, each with the exact chances of its settlements."""
    rng = random.Random(f"careful {game} {size} {seed}")
    while count:
        record = short_record(rng, game, size)
        chances = None if record is None else exact(record, most)
        if record is not None and chances is not None:
            count -= 1
            yield record, chances
