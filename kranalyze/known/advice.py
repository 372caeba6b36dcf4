"""Advise a seat by what it knows: share and mean of each card, with intervals; judge cards played by that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from kranalyze.answers.attable import TableFigures, careful_row
from kranalyze.answers.intervals import Z95, standard_error, wilson
from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.cards import CARDS, Card, cards_of
from kranalyze.core.careful import LOOK
from kranalyze.core.hidden import NOTHING, Looked
from kranalyze.deal import Deal, Laid, Seat
from kranalyze.display import PrintedAsText
from kranalyze.games import DEFAULT, Contract, Game
from kranalyze.hand.asking import MOST_LAYOUTS, TooManyLayoutsError
from kranalyze.known.cardgames import card_figures, card_figures_within
from kranalyze.known.fromdeal import record_of_deal, seat_to_play
from kranalyze.known.layouts import Knowledge, knowledge
from kranalyze.known.layoutsearch import LayoutSums, floors, looking_of
from kranalyze.kpn import Record
from kranalyze.parallel import Progress, Stop

#: Number of layouts up to which all are examined, if no other limit is requested.
LIMIT = 50_000

#: Width of the interval of a share at which sampling stops.
WITHIN = 0.01

#: Milliseconds of one core that games may take, if their number is not requested. The time is estimated.
_GAMES_MILLISECONDS = 2000.0


class CardAdvice(NamedTuple):
    """The figures of a legal card.

    Attributes:
        share: share of the layouts that the seat's side wins after the card.
        low, high: 95% interval of the share.
        mean: mean settlement that the seat can force after the card.
        mean_low, mean_high: 95% interval of the mean.
        floor: share of the layouts that a single plan wins, if the opponents see all cards and know the plan.
            None if the rulings define no floor, or if it is not known. It is known with three cards or fewer
            in hand. It is also known in Plauderer, where it equals ``share``: after the card all cards lie
            open.
        best: whether no card has a greater mean.
        cost: mean of the best card minus the mean of this card.
        cost_low, cost_high: 95% interval of the cost.
        careful: figures at the table, where four careful players play on after the card (RULINGS: at the
            table). None if no games were played. All other figures are for open cards.

    >>> from kranalyze import read_kpn
    >>> choice = advise(read_kpn("single-dummy.kpn").records[1], after=19).of("DQ")
    >>> choice.card, f"{choice.share:.1%}", choice.best
    (♦Q, '66.7%', True)
    """

    card: Card
    share: float
    low: float
    high: float
    mean: float
    mean_low: float
    mean_high: float
    floor: float | None
    best: bool
    cost: float
    cost_low: float
    cost_high: float
    careful: TableFigures | None = None


@dataclass(frozen=True, slots=True)
class Advice(PrintedAsText):
    """Advice to the seat to play: the figures of its legal cards, in rising order of the cards.

    Attributes:
        layouts: number of possible layouts.
        looked_at: number of layouts examined. A layout drawn twice counts twice.
        method: ``exact`` if all layouts were examined, else ``sample``.

    >>> from kranalyze import read_kpn
    >>> found = advise(read_kpn("single-dummy.kpn").records[0], after=16)
    >>> found.layouts == found.looked_at, found.method
    (True, 'exact')
    """

    knowledge: Knowledge
    layouts: int
    looked_at: int
    method: Literal["exact", "sample"]
    cards: tuple[CardAdvice, ...]

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards with the greatest mean."""
        return tuple(choice.card for choice in self.cards if choice.best)

    def of(self, card: Card | str) -> CardAdvice:
        """Return the figures of a card.

        Raises:
            ValueError: the seat may not play this card.
        """
        wanted = Card(card)
        for choice in self.cards:
            if choice.card is wanted:
                return choice
        raise ValueError(f"card: {wanted} is no legal card here")

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each card, as ``kranalyze advise --json`` prints it."""
        known = self.knowledge
        head = {
            "game": known.game.id, "contract": known.question.contract.id, "seat": known.seat.name,
            "after": known.after, "layouts": self.layouts, "looked_at": self.looked_at, "method": self.method,
        }  # fmt: skip
        for one in self.cards:
            figures = {name: getattr(one, name) for name in _FIGURES}
            yield {**head, "card": str(one.card), **figures, **careful_row(one.careful)}


#: The figures of a card in a row.
_FIGURES = ("share", "low", "high", "mean", "mean_low", "mean_high", "floor", "best")


@checked(
    game=Expected.GAME, contract=Expected.CONTRACT, declarer=Expected.SEAT, second=Expected.SEAT,
    call=Expected.CARD, trump=Expected.TRUMP, leader=Expected.SEAT, dealer=Expected.SEAT,
    discard=Expected.CARDS, contra=Expected.NUMBER, face_down=Expected.CARDS_BY_SEAT, rules=Expected.RULES,
    after=Expected.NUMBER, seat=Expected.SEAT, shown=Expected.CARDS, limit=Expected.COUNT,
    within=Expected.SHARE, exact=Expected.FLAG, floor=Expected.FLAG, games=Expected.NUMBER,
    look=Expected.COUNT, seed=Expected.SEED, workers=Expected.COUNT,
)  # fmt: skip
def advise(
    record: Record | Deal | str, *, game: str | Game | None = None, contract: str | Contract | None = None,
    declarer: Seat | str | int | None = None, second: Seat | str | int | None = None,
    call: Card | str | int | None = None, trump: str | int | None = None,
    leader: Seat | str | int | None = None, dealer: Seat | str | int | None = None,
    discard: str | Iterable[Card | str | int] | None = None,
    contra: int | None = None, play: str | Iterable[Card | str | int] | None = None,
    face_down: Laid | None = None, rules: Mapping[str, str] | None = None,
    after: int | None = None, seat: Seat | str | int | None = None,
    shown: str | Iterable[Card | str | int] | None = None, limit: int = LIMIT, within: float = WITHIN,
    exact: bool = False, floor: bool = True, games: int | None = None, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> Advice:  # fmt: skip
    """Advise a seat what to play on what it can know (RULINGS: single dummy).

    There are two answers for each card: all cards lie open after it, or careful players play on, who know
    only what their seats can see (``CardAdvice.careful``, RULINGS: at the table).

    All layouts are examined if there are at most ``limit``. Otherwise layouts are sampled until the best card
    is separated from the others, or until the interval of every share is narrow enough.

    Args:
        record: a record, or a deal (``-`` for unknown hands). The arguments up to ``rules`` belong to a deal.
        game, contract, declarer, second, call, trump, leader, dealer, discard, contra, rules: of a deal, as
            for ``solve``.
        play: of a deal, the cards played so far, in playing order.
        face_down: of a deal, the cards that two Bettlers have laid face down, by seat.
        after: number of cards played, default all cards of the record.
        seat: the seat that is advised, default the seat to play.
        shown: the King or Queen of every registered marriage that was led. Default: as the record tells.
        limit: number of layouts up to which all are examined.
        within: width of the interval of a share at which sampling stops.
        exact: examine all layouts, 20 million at most.
        floor: also compute the floors, where they can be known.
        games: number of games at the table after each card, 0 for none. By default as many as about two
            seconds of one core allow.
        look: number of layouts by which a player at the table judges at each turn, at most.
        seed: seed of the samples and of the games. The same seed gives the same figures on any number of
            workers.
        workers: number of threads, default all cores.
        progress: called when layouts are done.

    Raises:
        TooManyLayoutsError: more than 20 million layouts with ``exact``.
        ValueError: too little is known, it is not the seat's turn, no layout fits what has happened, or a
            record comes with the arguments of a deal.

    >>> found = advise(
    ...     "S:AKQJT9... - - -", contract="koenigmord", declarer="S", limit=10, within=0.5, games=20
    ... )
    >>> len(found.best), {one.share for one in found.cards}, {one.careful.mean for one in found.cards}
    (6, {1.0}, {210.0})
    """
    arguments: dict[str, Any] = {
        "game": game, "contract": contract, "declarer": declarer, "second": second, "call": call,
        "trump": trump, "leader": leader, "dealer": dealer, "discard": discard, "contra": contra,
        "play": play, "face_down": face_down, "rules": rules,
    }  # fmt: skip
    of_deal = {name: value for name, value in arguments.items() if value is not None}
    if isinstance(record, Record):
        if of_deal:
            raise ValueError(f"{next(iter(of_deal))}: the record has its own")
    elif not isinstance(record, Deal | str):
        raise ArgumentError("record", "a record, a deal or its text", record)
    elif contract is None:
        raise ValueError("contract: the contract of a deal is needed")
    else:
        record = record_of_deal(Deal.of(record), **{"game": DEFAULT, **of_deal})
    count = len(record.play) if after is None else after
    who = seat_to_play(record, count) if seat is None else seat
    known = knowledge(record, count, who, shown=shown)
    found = advice(
        known, limit=limit, within=within, exact=exact, floor=floor, seed=seed, workers=workers,
        progress=progress,
    )  # fmt: skip
    cards = [choice.card.number for choice in found.cards]
    settings: dict[str, Any] = {"look": look, "seed": seed, "workers": workers, "progress": progress}
    if games is None:
        careful = card_figures_within(known, cards, milliseconds=_GAMES_MILLISECONDS, **settings)
    else:
        careful = card_figures(known, cards, games=games, **settings) if games else {}
    choices = (choice._replace(careful=careful.get(choice.card.number)) for choice in found.cards)
    return replace(found, cards=tuple(choices))


def advice(
    known: Knowledge, *, limit: int = LIMIT, within: float = WITHIN, first: int = 1024, exact: bool = False,
    floor: bool = True, seed: int = 0, workers: int | None = None, progress: Progress | None = None,
    card: Card | None = None, stop: Stop | None = None,
) -> Advice:  # fmt: skip
    """Judge the cards of the seat to play over its possible layouts; see ``advise``.

    Args:
        first: number of samples before the intervals are checked for the first time. Before each further
            check the number of samples doubles.
        card: also stop sampling once this card is known not to be the best.
    """
    looking, unit, two = looking_of(known)
    if exact and known.count > MOST_LAYOUTS:
        raise TooManyLayoutsError(known.count)
    every = exact or known.count <= limit
    most = known.count if every else int((Z95 / within) ** 2) + 1  # then every interval is narrow enough
    sums = LayoutSums(looking, most, workers, progress, stop)
    if every:
        looked = sums.sum({case: range(case.count) for case in known.cases})
        cards = _choices(looked, unit, None, True)
        if floor:
            found = floors(known, looking.cases[0], {one.card.number: one.share for one in cards})
            cards = [one._replace(floor=found[one.card.number]) for one in cards]
        return Advice(known, known.count, known.count, "exact", tuple(cards))
    looked, drawn, n = NOTHING, 0, first
    while drawn < most:
        n = min(n, most - drawn)
        looked += sums.sum(known.drawn(seed, drawn, n))
        drawn += n
        n = drawn
        cards = _choices(looked, unit, two, False)
        narrow = all(one.high - one.low <= within for one in cards)
        apart = all(one.best or one.cost_low > 0 for one in cards)
        if narrow or apart or any(one.card is card and one.cost_low > 0 for one in cards):
            break
    # Where a card lies face down, a layout is examined once for each card that it may be.
    looks = next((place.room for place in known.hidden if place.seat == looking.laid), 1)
    return Advice(known, known.count, looked.looks // looks, "sample", tuple(cards))


def _choices(looked: Looked, unit: int, two: tuple[int, int] | None, exact: bool) -> list[CardAdvice]:
    """Return the figures of the cards from the sums over layouts.

    ``two`` holds the only two settlements, the lower first; it is None if there are more. With two
    settlements the interval of the mean follows from the interval of the share.
    """

    def error(i: int, other: int | None = None) -> float:
        """Standard error of the mean worth of a card, or of its difference from another's."""
        if exact:
            return 0.0
        total, squares = looked.sums[i], looked.products[9 * i]
        if other is not None:
            total -= looked.sums[other]
            both = looked.products[8 * max(i, other) + min(i, other)]
            squares += looked.products[9 * other] - 2 * both
        return standard_error(total, squares, n)

    n, found = looked.looks, []
    top = max(looked.sums[: looked.legal.bit_count()])
    leader = looked.sums.index(top)
    for i, card in enumerate(cards_of(looked.legal)):
        share, mean = looked.wins[i] / n, unit * looked.sums[i] / n
        low, high = (share, share) if exact else wilson(looked.wins[i], n)
        around, reach = Z95 * (unit * error(i)), Z95 * unit * error(i, leader)
        mean_low, mean_high = mean - around, mean + around
        if two is not None:
            lost, won = two
            mean_low, mean_high = (lost + part * (won - lost) for part in (low, high))
        best, cost = looked.sums[i] == top, unit * (top - looked.sums[i]) / n
        shares, costs = (share, low, high), (cost, cost - reach, cost + reach)
        found.append(CardAdvice(CARDS[card], *shares, mean, mean_low, mean_high, None, best, *costs))
    return found
