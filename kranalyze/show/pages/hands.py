"""The report of a hand: how often it makes each contract, what that pays, and the odds of every card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kranalyze.cards import ORDERS, PACK_RANKS, RANKS, SUIT_SYMBOLS, card, hand_text
from kranalyze.games import Game
from kranalyze.hand.figures import Odds, best_bid
from kranalyze.show.pages import charts
from kranalyze.show.pages.charts import Bar, Cell, hand_diagram, suited
from kranalyze.show.pages.frame import facts, page, section, text
from kranalyze.show.text import card_text, suit_text
from kranalyze.survey.readout import percent

_METHODS = {
    "exact": "all layouts of the other cards, counted",
    "book": "from the book of hands",
    "sample": "a sample of layouts",
}


def hand_page(
    answers: Sequence[Odds], told: str = "", lang: str | None = None, deck: str | None = None
) -> str:
    """The report of the odds of one hand.

    Args:
        answers: of every contract, as ``odds`` gives them.
        told: how they were come by (seed, known cards), for the end of the page.
        lang, deck: as of every page.

    Raises:
        ValueError: there is no answer.
    """
    if not answers:
        raise ValueError("there is no contract to report on")
    game, hand = answers[0].game, answers[0].hand
    ways = ", ".join(_METHODS[m] for m in dict.fromkeys(a.method for a in answers))
    notes = [
        "The share of layouts of the other cards in which the contract can be made with all hands open and "
        "perfect play. A call or a trump is chosen before the layout is seen: the one with the best mean. "
        "..._letzten count by what the declarer can guarantee.",
        f"Found by: {ways}. Lines across the ends of bars are 95% intervals (Wilson).",
        told,
    ]
    if any(a.method == "book" and a.best is not None and a.best.call is not None for a in answers):
        notes.append("The book of hands knows the best call only: --samples shows the odds of every card.")
    suits = zip(SUIT_SYMBOLS, hand_text(hand, order=_order(game)).split("."), strict=True)
    heading = " ".join(symbol + held for symbol, held in suits if held)
    lead = f"{game.name}: what this hand is worth to its declarer."
    return page(heading, lead, _parts(answers, game, hand), notes, lang, deck)


def _order(game: Game) -> str:
    return "K" if game.orders else "T"


def _parts(answers: Sequence[Odds], game: Game, hand: int) -> Iterator[str]:
    yield _hand(answers, hand, game)
    open_ = [a for a in answers if a.best is not None]
    rows = []
    for answer in open_:
        low, high = answer.interval or (None, None)
        said = f"{answer.contract.name}: {percent(answer.share)} of {_layouts(answer):,} layouts"
        lanes = [Bar(answer.share, low, high, said)]
        if answer.share_dd != answer.share:
            said = f"best choice in each layout: {percent(answer.share_dd)}"
            lanes.append(Bar(answer.share_dd, title=said))
        rows.append((_named(answer), lanes))
    several = any(a.share_dd != a.share for a in open_)
    legend = {"choice made before": "main"} | ({"best choice in each layout": "second"} if several else {})
    closed = [a.contract.name for a in answers if a.best is None]
    intro = "Share of the layouts." + (f" Not biddable: {', '.join(closed)}." if closed else "")
    yield section(
        "How often is it made?",
        intro,
        charts.key(legend) if several else "",
        charts.bars(rows, ["main", "second"]),
        charts.numbers(_HEAD, map(_row, answers), "In numbers"),
    )
    means = [(a.contract.name, a.mean) for a in open_ if a.mean is not None]
    if means:
        yield section(
            "What does it pay?",
            f"Mean settlement of the declarer, in {game.unit}.",
            charts.signed(means, ("main", "bad")),
        )
    yield from _cards(open_, game)


def _hand(answers: Sequence[Odds], hand: int, game: Game) -> str:
    boxes, best = [hand_diagram(hand, _order(game))], best_bid(answers)
    if best is not None and best.mean is not None:
        boxes += [
            f"<b class=words>{suited(_named(best))}</b><span>pays most on average</span>",
            f"<b>{best.mean:+.1f}</b><span>{text(game.unit)} on average</span>",
            f"<b>{text(percent(best.share))}</b><span>of layouts make it</span>",
        ]
    return facts(boxes)


def _named(answer: Odds) -> str:
    """Contract and choice."""
    name, best = answer.contract.name, answer.best
    if best is not None and best.trump is not None:
        name += f" {suit_text(best.trump)}"
    if best is not None and best.call is not None:
        name += f", calling {card_text(best.call)}"
    return name


def _layouts(answer: Odds) -> int:
    return 0 if answer.best is None else answer.best.layouts


_HEAD = ("contract", "share", "95% interval", "best per layout", "mean", "layouts", "found by")


def _row(answer: Odds) -> list[str]:
    if answer.best is None:
        return [answer.contract.name, "not biddable", "", "", "", "", ""]
    low, high = answer.interval or (0.0, 1.0)
    return [
        _named(answer),
        percent(answer.share),
        "exact" if low == high else f"{percent(low)}–{percent(high)}",
        percent(answer.share_dd),
        "" if answer.mean is None else f"{answer.mean:+.1f}",
        f"{_layouts(answer):,}",
        answer.method,
    ]


def _cards(answers: Sequence[Odds], game: Game) -> Iterator[str]:
    """A map of the pack for each contract in which a card is called, and for the first cards."""
    called, led = [], []
    for answer in answers:
        order = "T" if answer.contract.order == "T" else _order(game)
        by_card: dict[int, tuple[float, int]] = {}
        for choice in sorted(answer.choices, key=lambda choice: choice.share):
            if choice.call is not None and choice.layouts:
                by_card[choice.call] = choice.share, choice.layouts
        if len(by_card) > 1:
            called.append(_map(answer.contract.name, by_card, game, order))
        if answer.play:
            leads = {c: (share, _layouts(answer)) for c, share in answer.play.items()}
            led.append(_map(answer.contract.name, leads, game, order))
    if called:
        yield section(
            "Which card to call?",
            "Share of the layouts in which the contract is made by calling the card (with the best trump).",
            charts.maps(called),
        )
    if led:
        yield section(
            "Which card to lead?",
            "Share of the layouts in which the contract can be made after the card.",
            charts.maps(led),
        )


def _map(name: str, shares: Mapping[int, tuple[float, int]], game: Game, order: str) -> str:
    ranks = [r for r in ORDERS[order] if r in PACK_RANKS[game.pack]]
    places = {card(suit, RANKS.index(rank)): (suit, i) for suit in range(4) for i, rank in enumerate(ranks)}
    cells = {places[c]: Cell(share, units) for c, (share, units) in shares.items()}
    suits = [suited(symbol) for symbol in SUIT_SYMBOLS]
    return charts.heat(name, ("", ""), range(4), range(len(ranks)), cells, (suits, ranks), "layouts")
