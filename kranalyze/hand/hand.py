"""The odds of a hand: by counting, by enumeration, from the book, or from a sample."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kranalyze import parallel
from kranalyze.arguments import ArgumentError, checked
from kranalyze.cards import Deck, cards_of, hand_mask
from kranalyze.core import calls as core
from kranalyze.core.task import searches
from kranalyze.deal import Held, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.hand import book
from kranalyze.hand.asking import MOST_LAYOUTS, Asked, TooManyLayoutsError, holds_required
from kranalyze.hand.figures import WIDTH, Odds, Sums, by_mean, odds_of
from kranalyze.hand.tally import Counter, added, counted
from kranalyze.parallel import Progress

#: Layouts solved at a time by a thread, where the core walks through them alone, and between two looks at
#: the intervals, at the most.
_PIECE, _WALKED, _ROUND = 512, 50_000, 4096

#: Milliseconds of one core (by what is searched, ``Counter.weighed``) that a sample and a piece of it may
#: take if nobody says how exact it is to be.
_BUDGET, _PATIENCE = 4000.0, 200.0

#: Layouts whose first cards are looked at, at the most, and by a thread at a time.
_LEADS, _LEADS_PIECE = 10_000, 100


@checked
def odds(
    hand: str | int, *, game: str | Game = "graden", contracts: Iterable[str | Contract] | None = None,
    samples: int | None = None, within: float | None = None, exact: bool = False, seed: int | None = None,
    known: Held | None = None, seat: Seat | int | str = Seat.S, dealer: Seat | int | str | None = None,
    rules: Mapping[str, str] | None = None, play: bool = False, workers: int | None = None,
    deck: Deck = "french", progress: Progress | None = None,
) -> list[Odds]:  # fmt: skip
    """How often a hand makes each contract as declarer, double dummy, and what it is paid on average.

    Where there is a choice (a card called, a trump) it is made before the layout is seen: the one with
    the best mean. Solo sweeps of Graden are counted exactly whatever is asked. A question that the
    bundled book of hands answers is answered from it, unless a sample is asked for by ``samples``,
    ``within``, ``seed`` or ``play``.

    Args:
        hand: ``"AKQ.AKQ.."`` or a mask; if it has fewer cards than the game deals, the others are random too.
        contracts: only these; default all with a declarer.
        samples: how many layouts; default until every interval is at most ``within`` wide.
        within: width of the 95% interval; default 0.01, or what can be had in about five seconds of one core.
        exact: all layouts, 20 million at most.
        seed: of the random layouts, default 0. The same seed gives the same figures on any number of workers.
        known: by seat cards that others are known to hold: a mask, or ``"HK ST"``.
        seat: the declarer's.
        dealer: default so that the seat is forehand.
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
    asked = Asked(
        get_game(game), hand_mask(hand, deck), contracts=contracts, rules=rules, seat=seat, dealer=dealer,
        known=known,
    )  # fmt: skip
    if exact and (samples or within or seed is not None or play):
        raise ValueError("with all layouts there is no sample: no samples, width, seed or first cards")
    if exact and asked.layouts > MOST_LAYOUTS:
        raise TooManyLayoutsError(asked.layouts)
    answers = [] if play else counted(asked)
    if not (exact or samples or within or seed is not None or play):
        answers += book.answers(asked)
    done = [answer.contract for answer in answers]
    rest = [contract for contract in asked.contracts if contract not in done]
    series, count = (None, asked.layouts) if exact else (seed or 0, samples)
    sums = _summed(asked, rest, series, count, within, workers, progress)
    answers += odds_of(asked, rest, "exact" if exact else "sample", sums)
    if play:
        answers = [_with_first_cards(asked, answer, seed or 0, workers, progress) for answer in answers]
    return by_mean(answers)


def _summed(
    asked: Asked, contracts: Sequence[Contract], seed: int | None, samples: int | None, within: float | None,
    workers: int | None, progress: Progress | None,
) -> Sums:  # fmt: skip
    """The sums over so many layouts (``Undealt.columns``), without ``samples`` over random ones in rounds.

    A contract whose interval is narrow enough is looked at no more. Where nobody says how narrow, as many
    again as there were, and no more than the budget has room for if they cost what the others did: of some
    hands a layout takes a thousand times longer than of others.
    """
    limited = samples is None and within is None
    total, open_, first, spent = Sums(), list(contracts), 0, 0.0
    while open_:
        counter, count = Counter(asked, open_), _ROUND if samples is None else samples
        cost = spent / first if limited and first else counter.cost
        if limited:
            count = max(0, min(_ROUND, max(1, first), int((_BUDGET - spent) / cost)))
        if not count:
            break
        piece = max(1, min(_PIECE, int(_PATIENCE / cost))) if counter.own else _WALKED
        end = first + count
        pieces = (asked.columns(i, min(piece, end - i), seed) for i in range(first, end, piece))
        for columns, (sums, weighs) in parallel.run(counter.weighed, pieces, parallel.threads(workers)):
            total, spent = added(total, sums), spent + weighs
            if progress is not None:
                progress(len(columns[0]), samples)
        if samples is not None:
            break
        first, found = end, ((a.contract, a.interval) for a in odds_of(asked, open_, "sample", total))
        open_ = [c for c, ends in found if ends is not None and ends[1] - ends[0] > (within or WIDTH)]
    return total


def _with_first_cards(
    asked: Asked, odds: Odds, seed: int, workers: int | None, progress: Progress | None
) -> Odds:
    """The same answer with the share for every first card, in the contract's best choice.

    Only where the declarer leads, all his cards are known, and nothing is laid away or won as dealt.
    """
    contract, best = odds.contract, odds.best
    leads = contract.leads == "declarer" or asked.forehand == asked.seat
    if best is None or not asked.whole or not leads or asked.game.talon or contract.goal.as_dealt:
        return odds
    count, called = min(_LEADS, best.layouts), 0 if best.call is None else 1 << best.call
    tasks = [
        (asked.seat if question.partner is None else question.partner, search.task)
        for question in asked.questions([contract])
        for search in searches(asked.game, question, selfish=False)[:1]
        if question.trump == best.trump
        and (question.callable is None or question.callable & called)
        and holds_required(asked.game, question, asked.hand)
    ]

    def piece(first: int) -> tuple[int, Multiset[int]]:
        """Layouts in which the choice could be made, and how often each card then makes it."""
        n, e, s, w, _ = asked.columns(first, min(_LEADS_PIECE, count - first), seed)
        pairs = [
            (task, core.start(task, hands))
            for hands in zip(n, e, s, w, strict=True)
            for holder, task in tasks
            if not called or hands[holder] & called
        ]
        cards = (one for found in core.worth(pairs) for one in found.cards.items())
        return len(pairs), Multiset(card for card, value in cards if value >= (contract.makeable_at or 0))

    layouts, made = 0, Multiset[int]()
    pieces = range(0, count, _LEADS_PIECE)
    for _, (looked_at, by_card) in parallel.run(piece, pieces, parallel.threads(workers)):
        layouts += looked_at
        made += by_card
        if progress is not None:
            progress(looked_at, None)
    return replace(odds, play={c: made[c] / layouts for c in cards_of(asked.hand)} if layouts else None)
