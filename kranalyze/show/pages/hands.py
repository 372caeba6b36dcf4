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

_HEAD = ("contract", "share", "95% interval", "best per layout", "mean", "layouts", "found by")


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
    suits = zip(SUIT_SYMBOLS, hand_text(hand, order="K" if game.orders else "T").split("."), strict=True)
    heading = " ".join(symbol + held for symbol, held in suits if held)
    lead = f"{game.name}: what this hand is worth to its declarer."
    return page(heading, lead, _parts(answers, game, hand), notes, lang, deck)


def _parts(answers: Sequence[Odds], game: Game, hand: int) -> Iterator[str]:
    boxes, bid = [hand_diagram(hand, "K" if game.orders else "T")], best_bid(answers)
    if bid is not None and bid.mean is not None:
        boxes += [
            f"<b class=words>{suited(_named(bid))}</b><span>pays most on average</span>",
            f"<b>{bid.mean:+.1f}</b><span>{text(game.unit)} on average</span>",
            f"<b>{text(percent(bid.share))}</b><span>of layouts make it</span>",
        ]
    yield facts(boxes)

    bars, table, means = [], [], []
    called, led = list[str](), list[str]()
    for answer in answers:
        name, named, best = answer.contract.name, _named(answer), answer.best
        if best is None or answer.share is None:
            table.append([name, "not biddable", "", "", "", "", ""])
            continue
        low, high = answer.interval or (0.0, 1.0)
        told = f"{name}: {percent(answer.share)} of {best.layouts:,} layouts"
        lanes = [Bar(answer.share, low, high, told)]
        if answer.share_dd != answer.share:
            told = f"best choice in each layout: {percent(answer.share_dd)}"
            lanes.append(Bar(answer.share_dd, title=told))
        bars.append((named, lanes))
        interval = "exact" if low == high else f"{percent(low)}–{percent(high)}"
        mean = "" if answer.mean is None else f"{answer.mean:+.1f}"
        shares = [percent(answer.share), interval, percent(answer.share_dd)]
        table.append([named, *shares, mean, f"{best.layouts:,}", answer.method])
        if answer.mean is not None:
            means.append((name, answer.mean))
        by_card = {
            choice.call: Cell(choice.share, choice.layouts)
            for choice in sorted(answer.choices, key=lambda choice: choice.share)
            if choice.call is not None and choice.layouts
        }
        if len(by_card) > 1:
            called.append(_map(answer, by_card))
        if answer.play:
            led.append(_map(answer, {c: Cell(share, best.layouts) for c, share in answer.play.items()}))
    several = any(len(lanes) > 1 for _, lanes in bars)
    legend = {"choice made before": "main", "best choice in each layout": "second"}
    closed = [answer.contract.name for answer in answers if answer.best is None]
    yield section(
        "How often is it made?",
        "Share of the layouts." + (f" Not biddable: {', '.join(closed)}." if closed else ""),
        charts.key(legend) if several else "",
        charts.bars(bars, legend.values()),
        charts.numbers(_HEAD, table, "In numbers"),
    )
    if means:
        paid = charts.signed(means)
        yield section("What does it pay?", f"Mean settlement of the declarer, in {game.unit}.", paid)
    intro = "Share of the layouts in which the contract"
    if called:
        told = f"{intro} is made by calling the card (with the best trump)."
        yield section("Which card to call?", told, charts.maps(called))
    if led:
        yield section("Which card to lead?", f"{intro} can be made after the card.", charts.maps(led))


def _named(answer: Odds) -> str:
    """Contract and choice."""
    name, best = answer.contract.name, answer.best
    if best is not None and best.trump is not None:
        name += f" {suit_text(best.trump)}"
    if best is not None and best.call is not None:
        name += f", calling {card_text(best.call)}"
    return name


def _map(answer: Odds, shares: Mapping[int, Cell]) -> str:
    """A map of the pack: what comes of a card."""
    game, order = answer.game, "T" if answer.contract.order == "T" or not answer.game.orders else "K"
    ranks = dict(enumerate(rank for rank in ORDERS[order] if rank in PACK_RANKS[game.pack]))
    places = {card(suit, RANKS.index(rank)): (suit, i) for suit in range(4) for i, rank in ranks.items()}
    cells = {places[c]: cell for c, cell in shares.items()}
    suits = dict(enumerate(map(suited, SUIT_SYMBOLS)))
    return charts.heat(answer.contract.name, "", suits, ranks, cells, "layouts")
