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
    """The figures of the program in a situation, held against their exact expectations.

    Attributes:
        kind: kind of the situation.
        deviations: of each share and mean the distance from its expectation, in standard errors.
    """

    kind: str
    deviations: tuple[float, ...]


def deviations(found: TableFigures, chances: dict[Seats, Fraction], seat: int) -> tuple[float, float]:
    """Return how far share and mean lie from their exact expectations, in standard errors.

    A figure that cannot vary is either exact (0) or wrong (infinitely far).
    """
    amounts = [(pays[seat] or 0, chance) for pays, chance in chances.items()]
    share = sum((chance for amount, chance in amounts if amount > 0), Fraction(0))
    mean = sum((amount * chance for amount, chance in amounts), Fraction(0))
    variance = sum(((amount - mean) ** 2 * chance for amount, chance in amounts), Fraction(0))
    of_share = _distance(found.share, share, share * (1 - share), found.games)
    return of_share, _distance(found.mean, mean, variance, found.games)


def _distance(figure: float, expectation: Fraction, variance: Fraction, games: int) -> float:
    """Return the distance of a mean of games from its expectation, in standard errors."""
    distance = abs(figure - float(expectation))
    if not variance:
        return 0.0 if distance < 1e-9 else inf
    return distance / sqrt(variance / games)


def short_record(
    rng: random.Random, game: str, size: int, contract: str | None = None, least: int = 0
) -> Record | None:
    """A random record of a short game up to a random card, with at least ``least`` cards if it has more.

    None if the declarer could not bid it.
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
    """Return the record up to its first ``after`` cards. With no card, nothing is discarded or face down."""
    play = record.play[:after]
    heard = {move.seat for move in play}
    words = tuple(word for word in record.announce if word.seat in heard)
    if not after:
        record = replace(record, discard=None, face_down=())
    return replace(record, play=play, announce=words)


#: Numbers of words (``enum kr_word_kind``).
WORDS = {"marriage": 0, "hundred": 1, "all": 2, "raise": 3, "contra": 4}


def put_of(record: Record) -> StartingPoint:
    """The contract of a record, before its first card."""
    ids = [contract.id for contract in record.game_row.contracts]
    calls = tuple((call.seat, ids.index(call.call)) for call in record.auction if call.call in ids)
    called = None if record.called is None else record.called.number
    return StartingPoint(record.game_row, record.question, called, record.forehand, calls, 0)


def begun(record: Record) -> StartingPoint:
    """A record as far as its cards go."""
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
    """A record whose game has hands as short as its own."""
    records = records_of([begun(record)])
    row = records.rows[0]
    row.pack = sum(record.deal.masks) | record.deal.talon_mask
    row.size = record.deal.mask(0).bit_count()
    return records


def play(record: Record, count: int, **options: Any) -> CarefulGames:
    """Games of careful players from a record on, who look at every layout."""
    return play_careful(judged(record), count, **{"look": ALL, "doubles": False, "workers": 1, **options})


def exact(
    record: Record, most: int = 3000, slips: Sequence[Fraction] = (Fraction(0),) * 4
) -> dict[Seats, Fraction] | None:
    """The settlements of a record with their chances; None if it takes too long to find them."""
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
    """Random situations with their exact chances."""
    rng = random.Random(f"careful {game} {size} {seed}")
    while count:
        record = short_record(rng, game, size)
        chances = None if record is None else exact(record, most)
        if record is not None and chances is not None:
            count -= 1
            yield record, chances
