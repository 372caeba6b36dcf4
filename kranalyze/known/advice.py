"""Advise a seat which card to play: compute share and mean of each legal card from what the seat knows.

Cards are valued in the possible layouts. A layout is an arrangement of the cards that the seat does not see.
A layout is possible if the seat cannot exclude it. The share of a card is the part of the layouts that the
seat's side wins after the card. The mean of a card is the mean settlement that the seat can force after the
card. A plan says for every possible course of the game which card the seat plays next. A plan does not know
the layout. A word is something that a seat says in trick 1: a marriage, an announcement, a raise or Contra.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from kranalyze.answers.attable import TableFigures, careful_values_by_column
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
from kranalyze.known.layoutsearch import LayoutSums, best_plan_share_by_card, search_per_layout
from kranalyze.known.wordgames import WordAdvice, word_advice, word_figures
from kranalyze.kpn import Record
from kranalyze.parallel import Progress, Stop

#: If at most this many layouts are possible, all are examined, unless the user sets another limit.
LIMIT = 50_000

#: Sampling stops when the 95% interval of every share is at most this wide, unless the user sets another
#: width.
WITHIN = 0.01

#: Time for games at the table, if the user does not say how many games to play. The games after all legal
#: cards together may take this time. The games after all choices of words together may take the same time in
#: addition. The unit is estimated milliseconds of one processor core.
_GAMES_MILLISECONDS = 2000.0


class CardAdvice(NamedTuple):
    """How good a legal card is: its share, mean settlement and cost.

    Attributes:
        card: the card.
        share: the part of the layouts, from 0 to 1, that the seat's side wins after the card.
        low: lower end of the 95% interval of the share.
        high: upper end of the 95% interval of the share.
        mean: mean settlement that the seat can force after the card.
        mean_low: lower end of the 95% interval of the mean.
        mean_high: upper end of the 95% interval of the mean.
        floor: the part of the layouts that a single plan wins after the card, even if the opponents see all
            cards and know the plan. If all hands lie open from the next trick on, as in Plauderer, the floor
            equals ``share``. None in four cases: the rulings define no floor, only a sample of the layouts
            was examined, the search was switched off, or it would take too long.
        best: whether no card has a greater mean than this card.
        cost: the mean of the best card minus the mean of this card. The seat loses this amount on average
            if it plays this card.
        cost_low: lower end of the 95% interval of the cost.
        cost_high: upper end of the 95% interval of the cost.
        careful: figures at the table, where four careful players play on after the card (RULINGS: at the
            table). None: no games were played. All other attributes are figures for open cards.

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
    """Advice to the seat whose turn it is.

    Attributes:
        knowledge: what the seat can know.
        layouts: how many layouts the seat cannot exclude.
        looked_at: how many layouts were examined. A layout that was sampled twice counts twice.
        method: ``exact``: all layouts were examined. ``sample``: a sample was examined.
        cards: the figures of the legal cards, in ascending order of the cards.
        words: figures for each combination of words that the seat may say in trick 1 before its card. The
            first combination is silence. Empty: the seat may say no words, or no games were played.

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
    words: tuple[WordAdvice, ...] = ()

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards with the greatest mean settlement. There are several if their means are equal."""
        return tuple(choice.card for choice in self.cards if choice.best)

    def of(self, card: Card | str) -> CardAdvice:
        """Return the figures (share, mean and so on) of a card.

        Raises:
            ValueError: the seat may not play this card.
        """
        wanted = Card(card)
        for choice in self.cards:
            if choice.card is wanted:
                return choice
        raise ValueError(f"card: {wanted} is no legal card here")

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows that ``kranalyze advise --json`` prints.

        First come the rows of the cards, then the rows of the combinations of words. The command adds the
        file and the board at the start of each row.
        """
        known = self.knowledge
        head = {
            "game": known.game.id, "contract": known.question.contract.id, "seat": known.seat.name,
            "after": known.after, "layouts": self.layouts, "looked_at": self.looked_at, "method": self.method,
        }  # fmt: skip
        for choice in self.cards:
            figures = {name: getattr(choice, name) for name in _FIGURES}
            figures |= careful_values_by_column(choice.careful)
            yield {**head, "card": str(choice.card), "words": None, **figures}
        for option in self.words:
            figures = {**dict.fromkeys(_FIGURES), "best": option.best}
            figures |= careful_values_by_column(option.careful)
            yield {**head, "card": None, "words": option.text(), **figures}


#: The attributes of ``CardAdvice`` that are columns of a row.
_FIGURES = ("share", "low", "high", "mean", "mean_low", "mean_high", "floor", "best")


@checked(
    game=Expected.GAME, contract=Expected.CONTRACT, declarer=Expected.SEAT, second=Expected.SEAT,
    call=Expected.CARD, trump=Expected.TRUMP, leader=Expected.SEAT, dealer=Expected.SEAT,
    discard=Expected.CARDS, contra=Expected.NUMBER, face_down=Expected.CARDS_BY_SEAT, rules=Expected.RULES,
    after=Expected.NUMBER, seat=Expected.SEAT, marriage_cards_led=Expected.CARDS,
    limit=Expected.COUNT,
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
    marriage_cards_led: str | Iterable[Card | str | int] | None = None,
    limit: int = LIMIT, within: float = WITHIN,
    exact: bool = False, floor: bool = True, games: int | None = None, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> Advice:  # fmt: skip
    """Advise a seat which card to play, by what it can know (RULINGS: single dummy).

    Each card has two kinds of figures. For the first kind, all hands lie open after the card. For the second
    kind, careful players play on after the card (``CardAdvice.careful``, RULINGS: at the table). Each careful
    player knows only what its seat can see. If the seat may say words in trick 1, each choice of words has
    figures of the second kind.

    A layout is an arrangement of the cards that the seat does not see. If at most ``limit`` layouts are
    possible, all are examined. Otherwise layouts are sampled until the best card stands out from the other
    cards, or until the 95% interval of every share is narrow enough.

    Args:
        record: a record, or a deal in which ``-`` stands for an unknown hand. The arguments from ``game`` to
            ``rules`` are only allowed with a deal.
        game: as for ``solve``.
        contract: as for ``solve``.
        declarer: as for ``solve``.
        second: as for ``solve``.
        call: as for ``solve``.
        trump: as for ``solve``.
        leader: as for ``solve``.
        dealer: as for ``solve``.
        discard: as for ``solve``.
        contra: as for ``solve``.
        play: the cards played so far, in playing order.
        face_down: the cards that two declarers have laid face down, by seat.
        rules: as for ``solve``.
        after: how many cards have been played before the seat's turn. Default: all cards of the record.
        seat: the seat to advise. Default: the seat whose turn it is.
        marriage_cards_led: the Kings and Queens that were led to register a marriage. Default: worked out
            from the record.
        limit: if at most this many layouts are possible, all are examined.
        within: sampling stops when the interval of every share is at most this wide.
        exact: whether to examine all layouts. This is possible for at most 20 million layouts.
        floor: whether to find for each card what a single plan wins (``CardAdvice.floor``).
        games: how many games to play at the table after each card, and after each choice of words. 0: no
            games. Default: as many as fit into about two seconds of one processor core for all cards
            together, and into two more seconds for all choices of words together.
        look: maximum number of layouts by which a player at the table judges at each turn.
        seed: seed of the samples and games. The figures do not depend on the number of workers.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called as layouts are done.

    Raises:
        TooManyLayoutsError: more than 20 million layouts with ``exact``.
        ValueError: necessary facts are unknown, it is not the seat's turn, no layout fits the course of the
            game, or a record comes with the arguments of a deal.

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
    advised = seat_to_play(record, count) if seat is None else seat
    known = knowledge(record, count, advised, marriage_cards_led=marriage_cards_led)
    found = advice(
        known, limit=limit, within=within, exact=exact, floor=floor, seed=seed, workers=workers,
        progress=progress,
    )  # fmt: skip
    cards = [choice.card.number for choice in found.cards]
    settings: dict[str, Any] = {"look": look, "seed": seed, "workers": workers, "progress": progress}
    if games is None:
        careful = card_figures_within(
            known, cards, estimated_core_milliseconds=_GAMES_MILLISECONDS, **settings
        )
    else:
        careful = card_figures(known, cards, games=games, **settings) if games else {}
    choices = (choice._replace(careful=careful.get(choice.card.number)) for choice in found.cards)
    words = {}
    if games != 0:
        words = word_figures(known, games=games, milliseconds=_GAMES_MILLISECONDS, **settings)
    return replace(found, cards=tuple(choices), words=word_advice(words))


def advice(
    known: Knowledge, *, limit: int = LIMIT, within: float = WITHIN, first: int = 1024, exact: bool = False,
    floor: bool = True, seed: int = 0, workers: int | None = None, progress: Progress | None = None,
    card: Card | None = None, stop: Stop | None = None,
) -> Advice:  # fmt: skip
    """Return advice to the seat whose turn it is. The figures are over the layouts that it cannot exclude.

    ``advise`` explains the arguments that are missing below.

    Args:
        known: what the seat can know.
        first: how many layouts to sample before the intervals are checked for the first time. After each
            check the sample is doubled.
        card: a card to judge. Sampling stops when the samples show that this card is not the best card. None:
            there is no such card, so sampling does not stop for this reason.
        stop: flag that ends the work early when it is set.
    """
    search = search_per_layout(known)
    if exact and known.count > MOST_LAYOUTS:
        raise TooManyLayoutsError(known.count)
    is_exact = exact or known.count <= limit
    # A sample of this size makes the interval of every share narrow enough.
    most = known.count if is_exact else int((Z95 / within) ** 2) + 1
    sums = LayoutSums(search, most, workers, progress, stop)
    if is_exact:
        looked = sums.sum_card_worths({case: range(case.count) for case in known.cases})
        cards = _choices(looked, search.unit, None, True)
        if floor:
            floor_of = best_plan_share_by_card(
                known, search, {choice.card.number: choice.share for choice in cards}
            )
            cards = [choice._replace(floor=floor_of[choice.card.number]) for choice in cards]
        return Advice(known, known.count, known.count, "exact", tuple(cards))
    looked, drawn, n = NOTHING, 0, first
    while drawn < most:
        n = min(n, most - drawn)
        looked += sums.sum_card_worths(known.draw_layout_numbers_by_case(seed, drawn, n))
        drawn += n
        n = drawn
        cards = _choices(looked, search.unit, search.settlements, False)
        all_narrow = all(choice.high - choice.low <= within for choice in cards)
        best_stands_out = all(choice.best or choice.cost_low > 0 for choice in cards)
        card_is_worse = any(choice.card is card and choice.cost_low > 0 for choice in cards)
        if all_narrow or best_stands_out or card_is_worse:
            break
    # If an unknown card lies face down, each layout is examined several times: once for each card that may
    # lie there. Count each layout once.
    looks = 1
    if search.laid is not None:
        looks = next(place.room for place in known.hidden if place.seat == search.laid)
    return Advice(known, known.count, looked.looks // looks, "sample", tuple(cards))


def _choices(
    looked: Looked, unit: int, settlements: tuple[int, int] | None, exact: bool
) -> list[CardAdvice]:
    """Compute share, mean and cost of each card from sums over layouts.

    Args:
        looked: sums over the examined layouts.
        unit: factor that converts the sums to settlements in the game's unit.
        settlements: the two possible settlements, the lower first. If they are given, the interval of the
            mean follows from the interval of the share. None: the interval of the mean is computed from the
            sums, because more than two settlements are possible or because all layouts were examined.
        exact: whether all layouts were examined. If so, both ends of each interval are equal.
    """

    def error(i: int, other: int | None = None) -> float:
        """Return the standard error of the mean of card ``i``, in units of the sums.

        If ``other`` is not None, return the standard error of the difference between the means of the two
        cards. ``i`` and ``other`` are indexes of cards in the sums.
        """
        if exact:
            return 0.0
        total, squares = looked.sums[i], looked.products[9 * i]
        if other is not None:
            total -= looked.sums[other]
            product = looked.products[8 * max(i, other) + min(i, other)]
            squares += looked.products[9 * other] - 2 * product
        return standard_error(total, squares, n)

    n, figures = looked.looks, []
    top = max(looked.sums[: looked.legal.bit_count()])
    leader = looked.sums.index(top)
    for i, card in enumerate(cards_of(looked.legal)):
        share, mean = looked.wins[i] / n, unit * looked.sums[i] / n
        low, high = (share, share) if exact else wilson(looked.wins[i], n)
        around, reach = Z95 * (unit * error(i)), Z95 * unit * error(i, leader)
        mean_low, mean_high = mean - around, mean + around
        if settlements is not None:
            lost, won = settlements
            mean_low, mean_high = (lost + part * (won - lost) for part in (low, high))
        best, cost = looked.sums[i] == top, unit * (top - looked.sums[i]) / n
        shares, costs = (share, low, high), (cost, cost - reach, cost + reach)
        figures.append(CardAdvice(CARDS[card], *shares, mean, mean_low, mean_high, None, best, *costs))
    return figures
