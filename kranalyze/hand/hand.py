"""The odds of a hand: by counting, by enumeration, from the book, or from a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze import parallel
from kranalyze.arguments import ArgumentError, checked
from kranalyze.cards import Deck, hand_mask
from kranalyze.deal import Held, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import Contract, Game, get_game
from kranalyze.hand import book
from kranalyze.hand.asking import MOST_LAYOUTS, Asked, TooManyLayoutsError, fill
from kranalyze.hand.exact import counted
from kranalyze.hand.figures import WIDTH, Odds, by_mean
from kranalyze.hand.first_cards import shares_by_card
from kranalyze.hand.tally import Counter, added, answers_of, of_counts, walkable
from kranalyze.hand.walk import enumerate_layouts

if TYPE_CHECKING:
    import polars as pl

#: Layouts solved at a time by a thread, at the most, and between two looks at the interval.
_PIECE, _ROUND = 512, 4096

#: Sums that are held until they are added up.
_PARTS = 32

#: Milliseconds of one core (by what is searched, ``Counter.weighed``) that a sample and a piece of it may
#: take if nobody says how exact it is to be.
_BUDGET, _PATIENCE = 4000.0, 200.0

#: Called with the layouts done since the last time and with how many there will be, None if not known.
Progress = Callable[[int, int | None], object]


@checked
def odds(
    hand: str | int,
    *,
    game: str | Game = "graden",
    contracts: Iterable[str | Contract] | None = None,
    samples: int | None = None,
    within: float | None = None,
    exact: bool = False,
    seed: int | None = None,
    known: Held | None = None,
    seat: Seat | int | str = Seat.S,
    dealer: Seat | int | str | None = None,
    rules: Mapping[str, str] | None = None,
    play: bool = False,
    workers: int | None = None,
    deck: Deck = "french",
    progress: Progress | None = None,
) -> list[Odds]:
    """How often a hand makes each contract as declarer, double dummy, and what it is paid on average.

    Where there is a choice (a card called, a trump) it is made before the layout is seen: the one with
    the best mean. Solo sweeps of Graden are counted exactly whatever is asked. A question that the
    bundled book of hands answers is answered from it, unless a sample is asked for by ``samples``,
    ``within``, ``seed`` or ``play``.

    Args:
        hand: ``"AKQ.AKQ.."`` or a mask; if it has fewer cards than the game deals, the others are random too.
        game: id or name, or the game.
        contracts: only these; default all with a declarer.
        samples: how many layouts; default until every interval is at most ``within`` wide.
        within: width of the 95% interval; default 0.01, or what can be had in about five seconds of one core.
        exact: all layouts, 20 million at most.
        seed: of the random layouts, default 0. The same seed gives the same figures on any number of workers.
        known: by seat cards that others are known to hold: a mask, or ``"HK ST"``.
        seat: the declarer's.
        dealer: default so that the seat is forehand.
        rules: rule options over their defaults.
        play: also the share for every first card.
        workers: threads, default all cores.
        deck: letters of the hand's cards.
        progress: called as layouts are done.

    Returns:
        One answer per contract, the best mean first.

    Raises:
        TooManyLayoutsError: more than 20 million layouts with ``exact``.
        ValueError: cards that cannot be, an unknown name, or numbers out of range.

    >>> sure = odds("AKQ.AKQ..", contracts=["koenigmord", "durchmarsch_letzten"])
    >>> [(o.contract.id, o.method, o.share, o.mean) for o in sure]
    [('koenigmord', 'exact', 1.0, 210.0), ('durchmarsch_letzten', 'exact', 1.0, 120.0)]
    """
    if not isinstance(play, bool):  # elsewhere play is cards
        raise ArgumentError("play", "True or False", play)
    row = get_game(game)
    asked = Asked.of(
        row, hand_mask(hand, deck), contracts=contracts, rules=rules, seat=seat, dealer=dealer, known=known
    )
    if exact and (samples or within or seed is not None or play):
        raise ValueError("with all layouts there is no sample: no samples, width, seed or first cards")
    if exact and asked.layouts() > MOST_LAYOUTS:
        raise TooManyLayoutsError(asked.layouts())
    answers = [] if play else counted(asked)
    rest = [c for c in asked.contracts if c not in [a.contract for a in answers]]
    if exact or not rest:
        return by_mean([*answers, *(_exactly(asked, rest, workers, progress) if rest else ())])
    if samples is None and within is None and seed is None and not play:
        from_book = book.answers(asked, rest)
        answers += from_book
        rest = [c for c in rest if c not in [a.contract for a in from_book]]
    sampled = _sampled(asked, rest, seed or 0, samples, within, workers, progress)
    if play:
        sampled = [shares_by_card(asked, answer, seed or 0, workers, progress) for answer in sampled]
    return by_mean([*answers, *sampled])


def _exactly(
    asked: Asked, contracts: Sequence[Contract], workers: int | None, progress: Progress | None
) -> list[Odds]:
    """All layouts: by the core's own walk where it can, else one after another."""
    sums = []
    walked = [c for c in contracts if walkable(asked, c)]
    if walked:
        counts = enumerate_layouts(asked.hand, asked.placed, workers=workers, progress=progress)
        sums.append(of_counts(asked, walked, counts))
    rest = [c for c in contracts if c not in walked]
    if rest:
        layouts, dealing = asked.layouts(), asked.dealing()
        pieces = (fill(dealing, i, min(_PIECE, layouts - i)) for i in range(0, layouts, _PIECE))
        sums.append(_count(Counter(asked, rest), pieces, workers, progress, layouts)[0])
    total = added(sums)
    return list(answers_of(asked, contracts, "exact", total))


def _count(
    counter: Counter, pieces: Iterable[Sequence[Any]], workers: int | None, progress: Progress | None,
    layouts: int | None,
) -> tuple[pl.DataFrame, float]:  # fmt: skip
    """The sums over pieces of layouts, some at a time, and what they cost."""
    parts: list[pl.DataFrame] = []
    weight = 0.0
    for piece, (sums, weighs) in parallel.run(counter.weighed, pieces, parallel.threads(workers)):
        parts = [*parts, sums] if len(parts) < _PARTS else [added([*parts, sums])]
        weight += weighs
        if progress is not None:
            progress(memoryview(piece[0]).nbytes // 4, layouts)
    return added(parts), weight


def sample_columns(asked: Asked, seed: int, first: int, count: int) -> tuple[Any, ...]:
    """Random layouts ``first`` and following of a seed, as columns."""
    frame = random_deals(asked.game, count, seed=seed, start=first, given=asked.given)
    return tuple(frame[name].to_arrow().buffers()[1] for name in ("n", "e", "s", "w", "talon"))


def _sampled(
    asked: Asked, contracts: Sequence[Contract], seed: int, samples: int | None, within: float | None,
    workers: int | None, progress: Progress | None,
) -> list[Odds]:  # fmt: skip
    """Random layouts, round by round; a contract whose interval is narrow enough is looked at no more.

    Where nobody says how many, as many again as there were, and no more than the budget has room for if
    they cost what the others did: of some hands a layout takes a thousand times longer than of others.
    """
    limited = samples is None and within is None
    total, open_, first, spent = added([]), list(contracts), 0, 0.0
    while open_:
        counter = Counter(asked, open_)
        cost = spent / first if limited and first else counter.cost
        if samples is not None:
            count = min(_ROUND, samples - first)
        else:
            count = max(0, min(_ROUND, max(1, first), int((_BUDGET - spent) / cost))) if limited else _ROUND
        if not count:
            break
        piece, end = max(1, min(_PIECE, int(_PATIENCE / cost))), first + count
        pieces = (sample_columns(asked, seed, i, min(piece, end - i)) for i in range(first, end, piece))
        sums, weight = _count(counter, pieces, workers, progress, samples)
        total, first, spent = added([total, sums]), end, spent + weight
        if samples is None:
            found = ((a.contract, a.interval) for a in answers_of(asked, open_, "sample", total))
            open_ = [c for c, ends in found if ends is not None and ends[1] - ends[0] > (within or WIDTH)]
    return list(answers_of(asked, contracts, "sample", total))
