"""The reports: of many deals what can be made, what is best and what was bid; what a hand is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from kranalyze.cards import ORDERS, PACK_RANKS, RANKS, SUIT_SYMBOLS, parse_card, suit_text, suits_text
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.games.written import written_rules
from kranalyze.hand.figures import Odds, best_odds
from kranalyze.show.pages import charts
from kranalyze.show.pages.charts import Bar, deal_diagram, hand_diagram, suited
from kranalyze.show.pages.frame import facts, page, section, text
from kranalyze.show.statstext import LOGGED_TITLES, PLACES, FigureColumn, FigureRow, Figures, by_game, percent
from kranalyze.show.text import card_text, game_title, sentence
from kranalyze.survey.figurecolumns import FEATURES

if TYPE_CHECKING:
    from kranalyze.survey.counting import Survey

#: The features of the heat maps: down and across.
MAP = ("aces", "longest")

#: Whose deals are counted: name and colour.
_WHO = {"some": ("some seat", "main"), "first": ("first bidder", "second")}

#: Whose share of the deals is told in numbers, where it is not called as in the tables of text.
_CALLED = {"opposite": "partner opposite", "right": "partner right", "alone": "own card called"}

#: Verdicts of logged games: name and colour.
_VERDICTS = {
    "made": "good", "made though not makeable": "lucky", "not made though makeable": "bad",
    "hopeless": "dull",
}  # fmt: skip

#: Figures of logged games that are amounts.
_AMOUNTS = ("left_play", "gained_play", "left_bidding")

#: How odds were found.
_METHODS = {
    "exact": "all layouts of the other cards, counted", "book": "from the book of hands",
    "sample": "a sample of layouts",
}  # fmt: skip

# bidding


def bidding_page(
    survey: Survey, told: str, by: Sequence[str] = (), lang: str | None = None, deck: str | None = None
) -> str:
    """The report of what was counted, with ``MAP`` among the groupings and perhaps ``by`` the user's.

    ``told`` says where the deals come from.
    """

    def grouped(names: Sequence[str]) -> dict[tuple[str, str | None], Figures]:
        return {(one.game.id, one.rules): one for one in by_game(survey.figures(names), names)}

    every, maps, others = grouped(()), grouped(MAP), grouped(by) if by and tuple(by) != MAP else {}
    games = {place: one.game.under(written_rules(one.rules)) for place, one in every.items()}
    parts, links = list[str](), list[str]()
    for place, one in every.items():
        if len(every) > 1:
            title = text(game_title(games[place]))
            parts.append(f"<h2 class=game id=game{len(links)}>{title}</h2>")
            links.append(f'<a href="#game{len(links)}">{title}</a>')
        parts += _can_be_made(one)
        parts += _maps(maps[place]) if place in maps else ()
        parts += _best(one)
        parts += _par(one)
        parts += _by(others[place]) if place in others else ()
        parts += _logged(one)
        if survey.firsts is not None:
            same = pl.col("rules").eq_missing(pl.lit(one.rules))
            parts += _examples(one, survey.firsts.filter(same, game=one.game.id))
    parts += _players(survey)
    names = list(dict.fromkeys(one.game.name for one in every.values()))
    if len(every) == 1:
        names = [game_title(row) for row in games.values()]
    heading = f"{' and '.join(names)}: what can be made"
    if len(names) > 2:
        heading = f"What can be made in {len(names)} games"
    if links:
        parts.insert(0, f"<nav>{''.join(links)}</nav>")
    lead, *lines = told.splitlines() or [""]
    notes = [f'<p class="note soft">{text(line)}</p>' for line in lines]
    ends = [
        "Makeable means with all hands open and perfect play by everybody, by the best call and trump of "
        "each deal: an upper bound for players who see their own cards only.",
        "Lines across the ends of bars are 95% intervals (Wilson; where a deal gives several hands, widened "
        "by how alike they are). They hold for deals drawn at random, not for chosen ones.",
    ]
    if survey.undealt:
        ends.append(f"{survey.undealt} deals name no dealer and say nothing of the first bidder.")
    return page(heading, lead, [*notes, *parts], ends, games.values(), lang, deck)


def _whose(one: Figures) -> tuple[list[str], dict[str, str]]:
    """Whose deals were counted; their names and colours."""
    whose = [who for who in _WHO if one.units(who)]
    return whose, dict(_WHO[who] for who in whose)


def _bar(row: FigureRow, name: str) -> Bar:
    if row["share"] is None:
        return Bar(None)
    title = f"{name}: {percent(row['share'])}, {row['count']:,} of {row['units']:,}"
    if row["low"] is not None:
        title += f", 95% interval {percent(row['low'])} to {percent(row['high'])}"
    return Bar(row["share"], row["low"], row["high"], title)


def _can_be_made(one: Figures) -> Iterator[str]:
    deals, contracts, (whose, shades) = one.units("some"), one.contracts(), _whose(one)
    told = [(f"{deals:,}", "deals" if deals != 1 else "deal")]
    for who, name in zip(whose, ("some seat", "the first bidder"), strict=False):
        share = 1 - one.best("contract", "best_rank", who)[None] / one.units(who)
        told.append((percent(share), f"of deals: {name} can make a contract"))
    if contracts:
        shares = {c.name: one.get("makeable", "some", c.id)["share"] for c in contracts}
        often = max(shares, key=lambda name: shares[name])
        told.append((percent(shares[often]), f"of deals: {often} can be made"))
    yield facts(f"<b>{text(number)}</b><span>{text(words)}</span>" for number, words in told)

    columns: list[FigureColumn] = [
        ("hands that may bid it", "biddable", "seat", "share", "100%"),
        (f"mean settlement when bid ({one.game.unit})", "settlement", "seat", "mean", ""),
        *one.places(PLACES | _CALLED),
    ]
    rows = [
        (c.name, [_bar(one.get("makeable", who, c.id), _WHO[who][0]) for who in whose]) for c in contracts
    ]
    yield section(
        "How often can it be made?",
        "Share of deals in which the contract can be made: by some seat, and by the first bidder, left of "
        "the dealer.",
        charts.key(shades),
        charts.bars(rows, shades.values()),
        charts.numbers(*one.table(columns), "By seat and partnership, in numbers"),
    )


def _maps(maps: Figures) -> Iterator[str]:
    """Makeability by Aces and longest suit, a map for each contract that is ever made."""
    groups = maps.groups()
    down, across = ({n: str(n) for n in sorted({group[axis] for group in groups})} for axis in (0, 1))
    drawn = []
    for contract in maps.contracts():
        found = {group: maps.get("makeable", "seat", contract.id, *group) for group in groups}
        cells = {group: (row["share"], row["units"]) for group, row in found.items() if row["units"]}
        if any(share for share, _ in cells.values()):
            drawn.append(charts.heat(contract.name, "Aces ↓<br>longest →", down, across, cells))
    if drawn:
        yield section(
            "Which hands make it?",
            "Share of hands that make the contract, by Aces (down) and cards in the longest suit (across). "
            "Slanted: fewer than 30 such hands. A dot: no such hand.",
            charts.maps(drawn),
        )


def _best(one: Figures) -> Iterator[str]:
    whose, shades = _whose(one)
    key = charts.key(shades)
    parts = []
    for figure, title in (
        ("best_rank", "The highest in the auction that can be made"),
        ("best_settlement", "The one that pays its declarer most"),
    ):
        rows = [
            (name, [Bar(s, title=f"{who}: {percent(s)}") for who, s in zip(shades, shares, strict=True)])
            for name, shares in one.shares("contract", *((figure, who) for who in whose))
        ]
        parts.append(f"<h3>{text(title)}</h3>{charts.bars(rows, shades.values())}<br>")
    yield section("Which contract is the best?", "Share of deals.", key, *parts)
    if amounts := one.shares("amount", *(("best_settlement", who) for who in whose)):
        yield section(
            "What is a deal worth?",
            f"What the best contract that can be made pays its declarer, in {one.game.unit}: share of deals. "
            "0: nothing can be made.",
            key,
            charts.column_chart(amounts, shades),
        )


def _par(one: Figures) -> Iterator[str]:
    """What four perfect bidders end in, and what each place in the auction is worth."""
    if deals := one.units("par"):
        reached = [(name, [Bar(n / deals, title=f"{n:,} of {deals:,} deals")]) for name, n in one.ends()]
        paid = [(place, one.get("par_seat", place)["mean"]) for place in ("first", "second", "third", "last")]
        yield section(
            "What do four perfect bidders end in?",
            f"Of {deals:,} deals: everybody sees all cards and bids what pays him best in the end.",
            charts.bars(reached, ["main"]),
            f"<br><h3>What each bidder is paid on average, in {text(one.game.unit)}</h3>",
            charts.signed_bars(paid),
        )


def _by(one: Figures) -> Iterator[str]:
    drawn = []
    for contract in one.contracts() if len(one.by) == 1 else ():
        lanes = [
            (str(value), [_bar(one.get("makeable", "seat", contract.id, value), FEATURES[one.by[0]])])
            for (value,) in one.groups()
        ]
        if any(lane[0].share for _, lane in lanes):
            drawn.append(f"<div><h3>{text(contract.name)}</h3>{charts.bars(lanes, ['main'])}</div>")
    yield section(
        f"By {' and '.join(FEATURES[name] for name in one.by)}",
        "Share of hands that make the contract.",
        charts.maps(drawn),
        charts.numbers(*one.by_features("seat"), "In numbers"),
    )


def _logged(one: Figures) -> Iterator[str]:
    """What was bid and played."""
    columns: list[FigureColumn] = [
        (f"{title} ({one.game.unit})" if figure in _AMOUNTS else title, figure, "declarer", ",", "0")
        for figure, title in LOGGED_TITLES.items()
        if figure not in ("gift", "lost")
    ]
    titles, table = one.logged(columns)
    if not table:
        return
    rows = []
    for contract in one.contracts("played"):
        made, gift, lost = (one.get(figure, "declarer", contract.id) for figure in ("made", "gift", "lost"))
        if judged := gift["units"]:
            counts = [made["count"] - gift["count"], gift["count"], lost["count"]]
            rows.append((contract.name, [*counts, judged - sum(counts)]))
    played = sum(row["count"] for row in one.rows if row["figure"] == "played")
    yield section(
        "What was bid, and what should have been",
        f"{played:,} games as they were played. Left in play: the declarer got less than he could have "
        "forced. Left in bidding: another contract would have paid him more. Passed up: another seat could "
        "have made this contract, higher than the one played.",
        charts.key(_VERDICTS),
        charts.stacks(rows, _VERDICTS),
        charts.numbers(titles, table, "In numbers"),
    )


def _examples(one: Figures, firsts: pl.DataFrame) -> Iterator[str]:
    """Of every contract the first deal on which it is the highest that can be made."""
    from kranalyze.answers.answer import solve

    drawn = []
    for row in firsts.sort("contract").iter_rows(named=True):
        deal = Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"])
        contract, seat = one.game.contracts[row["contract"]], Seat(row["declarer"])
        leads = contract.leads == "forehand" and row["forehand"] is not None
        answer = solve(
            deal, contract=contract, game=one.game, declarer=seat, rules=written_rules(one.rules), line=False,
            leader=Seat(row["forehand"]) if leads else None,
        )  # fmt: skip
        diagram = deal_diagram(deal, one.game.seats, seat, answer.question.order)
        drawn.append(f"<div class=deal><h3>{suited(sentence(answer))}</h3>{diagram}</div>")
    if drawn:
        yield section(
            "Deals to look at",
            "For each contract the first deal on which it is the highest that can be made; the declarer's "
            "name in colour.",
            f"<div class=deals>{''.join(drawn)}</div>",
        )


def _players(survey: Survey) -> Iterator[str]:
    """Who played in logged games, and which cards lost most, as far as there is anything to say."""

    def shown(cards: Sequence[str]) -> str:
        return " ".join(card_text(parse_card(one)) for one in cards)

    roles = [f"cost_{role}" for role in ("declarer", "partner", "defender", "alone")]
    players: list[list[Any]] = [
        [row["player"], GAMES[row["game"]].name, row["games"], row["declared"], row["made"], row["cards"],
         sum(row[role] or 0 for role in roles)]
        for row in survey.players.table().to_pylist()
    ]  # fmt: skip
    if players:
        head = ("player", "game", "games", "declared", "made", "cards", "given away")
        about = "Given away: what cards cost their players, in the game's unit."
        yield section("Who played?", about, charts.numbers(head, players, "Players"))
    if survey.costs is not None and survey.costs.height:
        head = ("board", "game", "trick", "player", "card", "best", "cost")
        rows = [
            [row["board"] or "?", GAMES[row["game"]].name, f"{row['trick']}.{row['turn']}",
             row["player"] or Seat[row["seat"]].title, shown([row["card"]]), shown(row["best"] or ()),
             row["cost"]]
            for row in survey.costs.iter_rows(named=True)
        ]  # fmt: skip
        lost = charts.numbers(head, rows, "Cards")
        yield section("Which cards lost most?", "With all hands open, in the game's unit.", lost)


# a hand


def hand_page(
    answers: Sequence[Odds], told: str = "", lang: str | None = None, deck: str | None = None
) -> str:
    """The report of the odds of one hand; ``told`` says how they were come by (seed, known cards).

    Raises:
        ValueError: there is no answer.
    """
    if not answers:
        raise ValueError("there is no contract to report on")
    game, hand = answers[0].game, answers[0].hand
    order = "K" if game.orders else "T"
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
    suits = zip(SUIT_SYMBOLS, suits_text(hand, order=order), strict=True)
    heading = " ".join(symbol + held for symbol, held in suits if held)
    boxes, bid = [hand_diagram(hand, order)], best_odds(answers)
    if bid is not None and bid.mean is not None:
        boxes += [
            f"<b class=words>{suited(_named(bid))}</b><span>pays most on average</span>",
            f"<b>{bid.mean:+.1f}</b><span>{text(game.unit)} on average</span>",
            f"<b>{text(percent(bid.share))}</b><span>of layouts make it</span>",
        ]
    lead = f"{game_title(game)}: what this hand is worth to its declarer."
    return page(heading, lead, [facts(boxes), *_odds(answers)], notes, [game], lang, deck)


def _odds(answers: Sequence[Odds]) -> Iterator[str]:
    """How often the contracts are made, what they pay, which card to call or to lead."""
    bars, table, called, led = [], [], list[str](), list[str]()
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
        by_card = {
            choice.call: (choice.share, choice.layouts)
            for choice in sorted(answer.choices, key=lambda choice: choice.share)
            if choice.call is not None and choice.layouts
        }
        if len(by_card) > 1:
            called.append(_map(answer, by_card))
        if answer.play:
            led.append(_map(answer, {c: (share, best.layouts) for c, share in answer.play.items()}))
    legend = {"choice made before": "main", "best choice in each layout": "second"}
    closed = [answer.contract.name for answer in answers if answer.best is None]
    head = ("contract", "share", "95% interval", "best per layout", "mean", "layouts", "found by")
    yield section(
        "How often is it made?",
        "Share of the layouts." + (f" Not biddable: {', '.join(closed)}." if closed else ""),
        charts.key(legend) if any(len(lanes) > 1 for _, lanes in bars) else "",
        charts.bars(bars, legend.values()),
        charts.numbers(head, table, "In numbers"),
    )
    if means := [(one.contract.name, one.mean) for one in answers if one.best and one.mean is not None]:
        about = f"Mean settlement of the declarer, in {answers[0].game.unit}."
        yield section("What does it pay?", about, charts.signed_bars(means))
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


def _map(answer: Odds, shares: Mapping[int, tuple[float, int]]) -> str:
    """A map of the pack: what comes of a card."""
    game, order = answer.game, "T" if answer.contract.order == "T" or not answer.game.orders else "K"
    ranks = {RANKS.index(rank): rank for rank in ORDERS[order] if rank in PACK_RANKS[game.pack]}
    cells = {divmod(card, 8): cell for card, cell in shares.items()}  # by suit and rank
    suits = dict(enumerate(map(suited, SUIT_SYMBOLS)))
    return charts.heat(answer.contract.name, "", suits, ranks, cells, "layouts")
