"""Find the odds of a hand in contracts, for open cards and at the table.

A layout is a way to deal the cards that are not known. For open cards (double dummy), the odds come from
counting, enumeration, the bundled book or a sample of layouts. The odds at the table come from games of
careful players, who know only what their seats can see. These games are played now, or taken from the book.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kranalyze import parallel
from kranalyze.arguments import Expected, checked
from kranalyze.cards import CARDS, Deck, cards_of, hand_mask
from kranalyze.core import calls as core
from kranalyze.core.careful import LOOK
from kranalyze.core.questionborder import holds_cards_required_to_bid
from kranalyze.core.task import searches
from kranalyze.deal import Held, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.hand import book
from kranalyze.hand.asking import MOST_LAYOUTS, HandQuery, TooManyLayoutsError
from kranalyze.hand.figures import WIDTH, Odds, Sums, by_mean, odds_of
from kranalyze.hand.handgames import figures_within, table_figures
from kranalyze.hand.tally import Counter, add_sums, odds_of_solo_sweeps
from kranalyze.hands import CardTable, Hand
from kranalyze.parallel import Progress

#: How many layouts a thread examines at a time, if each layout needs a search.
_PIECE = 512

#: How many layouts a thread gets at a time, if the C core counts layouts without searching each of them
#: (``count_made_layouts_by_contract``).
_WALKED = 50_000

#: After this many layouts at the latest, check whether the confidence intervals are narrow enough.
_ROUND = 4096

#: How long an answer may take, in milliseconds of one processor core. Usually the sample and the games share
#: this time. If the user requests a number of games, only the sample has this limit. If the user requests a
#: width of intervals or a number of samples, the sample has no limit. The time is not measured:
#: ``Counter.sums_and_milliseconds`` estimates it from the number of searched positions. So all machines
#: examine the same number of layouts.
_BUDGET = 4000.0

#: How long a piece of layouts may take (estimated, in milliseconds of one processor core). A piece has the
#: layouts that a thread examines at a time.
_PATIENCE = 200.0

#: Maximum number of layouts that are examined to find which first cards of the declarer make the contract.
_LEADS = 10_000

#: How many layouts a thread examines at a time when it looks for first cards that make the contract.
_LEADS_PIECE = 100


@checked(
    hand=Expected.HAND, game=Expected.GAME, contracts=Expected.CONTRACTS, samples=Expected.COUNT,
    within=Expected.SHARE, exact=Expected.FLAG, seed=Expected.SEED, known=Expected.CARDS_BY_SEAT,
    seat=Expected.SEAT, dealer=Expected.SEAT, rules=Expected.RULES, leads=Expected.FLAG,
    games=Expected.NUMBER, look=Expected.COUNT, workers=Expected.COUNT, deck=Expected.DECK,
)  # fmt: skip
def odds(
    hand: Hand | str | int, *, game: str | Game = "graden", contracts: Iterable[str | Contract] | None = None,
    samples: int | None = None, within: float | None = None, exact: bool = False, seed: int | None = None,
    known: Held | None = None, seat: Seat | str | int = Seat.S, dealer: Seat | str | int | None = None,
    rules: Mapping[str, str] | None = None, leads: bool = False, games: int | None = None,
    look: int | None = None, workers: int | None = None, deck: Deck = "french",
    progress: Progress | None = None,
) -> list[Odds]:  # fmt: skip
    """Estimate for each contract how often a declarer with this hand makes it, and what it pays on average.

    There are two kinds of figures. Figures for open cards are double dummy. Figures at the table come from
    games of four careful players, who know only what their seats can see (``Odds.careful``; RULINGS, section
    "At the table").

    The declarer chooses called card and trump before seeing the layout. Figures for open cards assume that
    the layout is then played double dummy. All figures are for the choice with the best mean.

    Figures for open cards have several sources. Solo sweeps of Graden are counted exactly, unless ``leads``
    is set. Figures of other contracts come from the bundled book of hands, if the book has these contracts.
    If it does not, or if ``samples``, ``within``, ``seed`` or ``leads`` is given, these figures come from a
    sample of layouts. If ``exact`` is set, they come from all layouts.

    Args:
        hand: ``"AKQ.AKQ.."`` or a mask. If the hand has fewer cards than the game deals, its other cards are
            random.
        game: id or name of the game.
        contracts: only these contracts. Default: all contracts that have a declarer.
        samples: how many layouts to sample. Default: sample until no interval is wider than ``within``.
        within: width of the 95% interval at which sampling stops. Default: 0.01, or the width after about
            five seconds of one processor core.
        exact: whether to enumerate all layouts. This is possible for at most 20 million layouts.
        seed: seed of the random layouts. Default: 0. The figures do not depend on the number of workers.
        known: known cards of other seats, by seat: a mask, or ``"HK ST"``.
        seat: the declarer's seat.
        dealer: the dealer's seat. Default: the declarer is forehand.
        rules: rule options.
        leads: whether to find for each first card of the declarer the share of layouts in which this card
            makes the contract (``Odds.play``).
        games: how many games to play at the table for each contract; 0: no games. Default: take the figures
            from the book of hands. If the book has no figures, or if ``samples``, ``within``, ``exact``,
            ``seed``, ``leads`` or ``look`` is given, games are played by default, too. The games and the
            sample together then take about five seconds of one processor core. A contract has at most
            ``samples`` games. Contracts that are clearly worse than the best contract have fewer games.
        look: maximum number of layouts by which a player at the table judges at each turn. Default: 256. For
            figures from the book, this number was set when the book was made.
        workers: number of threads. Default: one for each core of the machine.
        deck: deck whose card letters the text of the hand uses.
        progress: function that is called as layouts are done.

    Returns:
        The odds for each contract, the contract with the best mean settlement first. The mean at the table
        decides, or the mean for open cards if the contract has no games.

    Raises:
        TooManyLayoutsError: ``exact`` is set, and there are more than 20 million layouts.
        ValueError: impossible cards, an unknown name, or a number out of range.

    >>> sure = odds("AKQ.AKQ..", contracts=["koenigmord", "durchmarsch_letzten"], games=20)
    >>> [(o.contract.id, o.method, o.share, o.mean) for o in sure]
    [('koenigmord', 'exact', 1.0, 210.0), ('durchmarsch_letzten', 'exact', 1.0, 120.0)]
    >>> [(o.careful.games, o.careful.share, o.careful.mean) for o in sure]
    [(20, 1.0, 210.0), (20, 1.0, 120.0)]
    """
    mask = hand.mask if isinstance(hand, Hand) else hand_mask(hand, deck)
    query = HandQuery(
        get_game(game), mask, contracts=contracts, rules=rules, seat=seat, dealer=dealer, known=known,
    )  # fmt: skip
    if exact and (samples or within or seed is not None or leads):
        raise ValueError("exact looks at all layouts: give no samples, within, seed or leads (--play)")
    if exact and query.layouts > MOST_LAYOUTS:
        raise TooManyLayoutsError(query.layouts)
    answers = [] if leads else odds_of_solo_sweeps(query)
    from_book = not (exact or samples or within or seed is not None or leads)
    if from_book:
        answers += book.answers_in_book(query)
    done = [answer.contract for answer in answers]
    rest = [contract for contract in query.contracts if contract not in done]
    series = None if exact else seed or 0
    count = query.layouts if exact else samples
    budget = _BUDGET if games is not None else _BUDGET / 2
    sums, spent = _sum_layouts(query, rest, series, count, within, budget, workers, progress)
    answers += odds_of(query, rest, "exact" if exact else "sample", sums)
    if leads:
        answers = [_with_first_cards(query, answer, seed or 0, workers, progress) for answer in answers]
    if games is None and look is None and from_book:
        answers = book.with_careful_figures(answers, query)
    best = {
        answer.contract: answer.best
        for answer in answers
        if answer.best is not None and answer.careful is None
    }
    settings: dict[str, Any] = {
        "look": look or LOOK, "seed": seed or 0, "workers": workers, "progress": progress
    }  # fmt: skip
    if games is None:
        time_left = _BUDGET - min(spent, _BUDGET / 2)
        careful = figures_within(query, best, milliseconds=time_left, most=samples, **settings)
    else:
        careful = table_figures(query, best, games=games, **settings) if games else {}
    return by_mean(
        replace(answer, careful=careful.get(answer.contract, answer.careful)) for answer in answers
    )


def _sum_layouts(
    query: HandQuery, contracts: Sequence[Contract], seed: int | None, samples: int | None,
    within: float | None, budget: float, workers: int | None, progress: Progress | None,
) -> tuple[Sums, float]:  # fmt: skip
    """Return sums over examined layouts, and the estimated time in milliseconds of one processor core.

    If ``seed`` is None, the first ``samples`` layouts are examined in their order (see ``Undealt.columns``).
    Otherwise the layouts are random.

    If ``samples`` is None, layouts are examined in rounds. A contract is finished when its interval is narrow
    enough. If ``within`` is None as well, a round at most doubles the number of layouts, and all rounds
    together take at most ``budget`` milliseconds. The time for a layout is estimated from earlier rounds,
    because it differs between hands by a factor of a thousand.
    """
    limited = samples is None and within is None
    total = Sums()
    pending = list(contracts)
    first = 0
    spent = 0.0
    while pending:
        counter = Counter(query, pending)
        count = _ROUND if samples is None else samples
        cost = spent / first if limited and first else counter.cost
        if limited:
            count = max(0, min(_ROUND, max(1, first), int((budget - spent) / cost)))
        if not count:
            break
        piece = max(1, min(_PIECE, int(_PATIENCE / cost))) if counter.own else _WALKED
        end = first + count
        pieces = (query.columns(i, min(piece, end - i), seed) for i in range(first, end, piece))
        for columns, (sums, piece_cost) in parallel.run(
            counter.sums_and_milliseconds, pieces, parallel.thread_pool(workers)
        ):
            total = add_sums(total, sums)
            spent += piece_cost
            if progress is not None:
                progress(len(columns[0]), samples)
        if samples is not None:
            break
        first = end
        pending = [
            answer.contract
            for answer in odds_of(query, pending, "sample", total)
            if answer.interval is not None and answer.interval[1] - answer.interval[0] > (within or WIDTH)
        ]
    return total, spent


def _with_first_cards(
    query: HandQuery, odds: Odds, seed: int, workers: int | None, progress: Progress | None
) -> Odds:
    """Add to the odds the share of layouts in which each first card makes the contract (``Odds.play``).

    The shares are for the best choice of called card and trump. In four cases the odds are returned
    unchanged: the declarer does not lead, the hand is incomplete, the game has a talon, or the contract is
    decided without play.
    """
    contract = odds.contract
    best = odds.best
    leads = contract.leads == "declarer" or query.forehand == query.seat
    if best is None or not query.whole or not leads or query.game.talon or contract.goal.decided_without_play:
        return odds
    count = min(_LEADS, best.layouts)
    called_mask = 0 if best.call is None else 1 << best.call.number
    tasks = [
        (query.seat if question.partner is None else question.partner, search.task)
        for question in query.questions([contract])
        for search in searches(query.game, question, include_selfish=False)[:1]
        if question.trump == best.trump
        and (question.callable_mask is None or question.callable_mask & called_mask)
        and holds_cards_required_to_bid(query.game, question, query.hand)
    ]

    def count_wins_by_first_card(first: int) -> tuple[int, Multiset[int]]:
        """Return how many layouts allow the best choice, and in how many of them each first card wins.

        The layouts are a part of the sample. ``first`` is the index of the first layout of this part.
        """
        n, e, s, w, _ = query.columns(first, min(_LEADS_PIECE, count - first), seed)
        pairs = [
            (task, core.start_position(task, hands))
            for hands in zip(n, e, s, w, strict=True)
            for holder, task in tasks
            if not called_mask or hands[holder] & called_mask
        ]
        threshold = contract.makeable_at or 0
        made = Multiset(
            card
            for worth in core.position_worths(pairs)
            for card, value in worth.cards.items()
            if value >= threshold
        )
        return len(pairs), made

    layouts = 0
    made = Multiset[int]()
    pieces = range(0, count, _LEADS_PIECE)
    pool = parallel.thread_pool(workers)
    for _, (looked_at, by_card) in parallel.run(count_wins_by_first_card, pieces, pool):
        layouts += looked_at
        made += by_card
        if progress is not None:
            progress(looked_at, None)
    if not layouts:
        return odds
    shares = {CARDS[card]: made[card] / layouts for card in cards_of(query.hand)}
    return replace(odds, play=CardTable(shares))
