"""Build the report on the odds of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kranalyze.cards import ORDERS, PACK_RANKS, RANKS, SUIT_SYMBOLS, suit_text, suits_text
from kranalyze.hand.figures import Odds, by_mean, odds_with_best_mean
from kranalyze.show.pages import charts
from kranalyze.show.pages.charts import Bar, coloured_suits, hand_diagram_html
from kranalyze.show.pages.frame import escape_html, fact_boxes, page, section
from kranalyze.show.statstext import percent
from kranalyze.show.text import card_text, game_name_and_changed_rules

#: Texts that say where the odds come from. The keys are the methods by which odds are computed.
_METHODS = {
    "exact": "all layouts of the other cards, counted", "book": "from the book of hands",
    "sample": "a sample of layouts",
}  # fmt: skip


def hand_page(
    answers: Sequence[Odds], known: str = "", lang: str | None = None, deck: str | None = None
) -> str:
    """Return the report on the odds of a hand.

    Args:
        answers: the odds of the hand in several contracts.
        known: text about the known cards of other seats.
        lang: language of the page, ``en`` or ``de``. None: the language of the browser.
        deck: deck of the page, ``french`` or ``german``. None: the default.

    Raises:
        ValueError: ``answers`` is empty.
    """
    if not answers:
        raise ValueError("there is no contract to report on")
    answers = by_mean(replace(answer, careful=None) for answer in answers)  # show only odds with open cards
    game = answers[0].game
    hand = answers[0].hand.mask
    order = "K" if game.orders else "T"
    ways = ", ".join(_METHODS[m] for m in dict.fromkeys(a.method for a in answers))
    notes = [
        "The share of layouts of the other cards in which the contract can be made with all hands open and "
        "perfect play. A call or a trump is chosen before the layout is seen: the one with the best mean. "
        "..._letzten count by what the declarer can guarantee.",
        "What the contracts pay at the table, where nobody sees the other cards: kranalyze odds.",
        f"Found by: {ways}. Lines across the ends of bars are 95% intervals (Wilson).",
        known,
    ]
    if any(a.method == "book" and a.best is not None and a.best.call is not None for a in answers):
        notes.append("The book of hands knows the best call only: --samples shows the odds of every card.")
    suits = zip(SUIT_SYMBOLS, suits_text(hand, order=order), strict=True)
    heading = " ".join(symbol + held for symbol, held in suits if held)
    boxes, bid = [hand_diagram_html(hand, order)], odds_with_best_mean(answers)
    if bid is not None and bid.mean is not None:
        contract = coloured_suits(_contract_with_choice(bid))
        boxes += [
            f"<b class=words>{contract}</b><span>pays most on average</span>",
            f"<b>{bid.mean:+.1f}</b><span>{escape_html(game.unit)} on average</span>",
            f"<b>{escape_html(percent(bid.share))}</b><span>of layouts make it</span>",
        ]
    lead = f"{game_name_and_changed_rules(game)}: what this hand is worth to its declarer."
    return page(heading, lead, [fact_boxes(boxes), *_odds(answers)], notes, [game], lang, deck)


def _odds(answers: Sequence[Odds]) -> Iterator[str]:
    """Yield the sections of the report.

    The sections show how often each contract is made, its mean payment, and the shares by called card and by
    first card.
    """
    bars, table = [], []
    call_maps = list[str]()
    lead_maps = list[str]()
    for answer in answers:
        name = answer.contract.name
        named = _contract_with_choice(answer)
        best = answer.best
        if best is None or answer.share is None:
            table.append([name, "not biddable", "", "", "", "", ""])
            continue
        low, high = answer.interval or (0.0, 1.0)
        title = f"{name}: {percent(answer.share)} of {best.layouts:,} layouts"
        lanes = [Bar(answer.share, low, high, title)]
        if answer.share_dd != answer.share:
            title = f"best choice in each layout: {percent(answer.share_dd)}"
            lanes.append(Bar(answer.share_dd, title=title))
        bars.append((named, lanes))
        interval = "exact" if low == high else f"{percent(low)}–{percent(high)}"
        mean = "" if answer.mean is None else f"{answer.mean:+.1f}"
        shares = [percent(answer.share), interval, percent(answer.share_dd)]
        table.append([named, *shares, mean, f"{best.layouts:,}", answer.method])
        by_card = {
            choice.call.number: (choice.share, choice.layouts)
            for choice in sorted(answer.choices, key=lambda choice: choice.share)
            if choice.call is not None and choice.layouts
        }
        if len(by_card) > 1:
            call_maps.append(_heat_map_of_pack(answer, by_card))
        if answer.play:
            by_lead = {card.number: (share, best.layouts) for card, share in answer.play.items()}
            lead_maps.append(_heat_map_of_pack(answer, by_lead))
    legend = {"choice made before": "main", "best choice in each layout": "second"}
    not_biddable = [answer.contract.name for answer in answers if answer.best is None]
    head = ("contract", "share", "95% interval", "best per layout", "mean", "layouts", "found by")
    yield section(
        "How often is it made?",
        "Share of the layouts." + (f" Not biddable: {', '.join(not_biddable)}." if not_biddable else ""),
        charts.colour_legend(legend) if any(len(lanes) > 1 for _, lanes in bars) else "",
        charts.bars(bars, legend.values()),
        charts.folded_table(head, table, "In numbers"),
    )
    biddable = [answer for answer in answers if answer.best]
    if means := [(answer.contract.name, answer.mean) for answer in biddable if answer.mean is not None]:
        about = f"Mean settlement of the declarer, in {answers[0].game.unit}."
        yield section("What does it pay?", about, charts.signed_bars(means))
    intro = "Share of the layouts in which the contract"
    if call_maps:
        about = f"{intro} is made by calling the card (with the best trump)."
        yield section("Which card to call?", about, charts.side_by_side(call_maps))
    if lead_maps:
        yield section(
            "Which card to lead?", f"{intro} can be made after the card.", charts.side_by_side(lead_maps)
        )


def _contract_with_choice(answer: Odds) -> str:
    """Return the contract with the declarer's best choice, for example ``Hundert, calling ♠A``."""
    name, best = answer.contract.name, answer.best
    if best is not None and best.trump is not None:
        name += f" {suit_text(best.trump)}"
    if best is not None and best.call is not None:
        name += f", calling {card_text(best.call)}"
    return name


def _heat_map_of_pack(answer: Odds, shares: Mapping[int, tuple[float, int]]) -> str:
    """Return a heat map of the pack.

    ``shares`` maps some of the cards to a share and a number of layouts. The share was computed from these
    layouts.
    """
    game, order = answer.game, "T" if answer.contract.order == "T" or not answer.game.orders else "K"
    ranks = {RANKS.index(rank): rank for rank in ORDERS[order] if rank in PACK_RANKS[game.pack]}
    cells = {divmod(card, 8): cell for card, cell in shares.items()}  # keys: suit and rank
    suits = dict(enumerate(map(coloured_suits, SUIT_SYMBOLS)))
    return charts.heat_map(answer.contract.name, "", suits, ranks, cells, "layouts")
