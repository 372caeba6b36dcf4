"""Build the HTML report of bidding statistics of many deals.

A figure of bidding statistics counts deals, hands or records. ``who`` names the seats or bidders that the
figure is about. A group is a set of hands in which expressions have equal values, for example all hands with
two Aces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from kranalyze.cards import parse_card
from kranalyze.conditions.handvalues import differ_between_hands
from kranalyze.conditions.sql import SqlExpression
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.games.written import written_rules
from kranalyze.show.pages import charts
from kranalyze.show.pages.charts import Bar, coloured_suits, deal_diagram_html
from kranalyze.show.pages.frame import escape_html, fact_boxes, page, section
from kranalyze.show.statstext import (
    LOGGED_TITLES,
    PLACES,
    FigureColumn,
    FigureRow,
    Figures,
    percent,
    split_by_game_and_rules,
)
from kranalyze.show.text import card_text, game_name_and_changed_rules, verdict_sentence
from kranalyze.survey.figurecolumns import title_of_group_column, value_text

if TYPE_CHECKING:
    from kranalyze.survey.counting import Survey

#: The two features of hands by which heat maps are drawn. The first feature has the values of the rows, the
#: second the values of the columns.
MAP = ("aces", "longest")

#: Sentences above the chart of makeable contracts, by ``who``. Each row of the chart has one bar or two. The
#: ``who`` of the first bar decides which sentence is shown.
_ABOUT_SHARES = {
    "some": "Share of deals in which the contract can be made: by some seat, and by the first bidder, "
    "left of the dealer.",
    "first": "Share of hands that can make the contract. They are hands of the first bidder, left of the "
    "dealer.",
    "seat": "Share of hands that can make the contract.",
}

#: Label and colour for each group of seats (``who``) whose figures the charts show.
_WHO = {"some": ("some seat", "main"), "first": ("first bidder", "second"), "seat": ("each seat", "main")}

#: Texts of the boxes that show the share of deals or hands with a makeable contract, by ``who``.
_BOXES = {
    "some": "of deals: some seat can make a contract",
    "first": "of deals: the first bidder can make a contract",
    "seat": "of hands can make a contract",
}

#: Titles of columns by ``who``, where they differ from the titles in text tables (``PLACES``).
_CALLED = {"opposite": "partner opposite", "right": "partner right", "alone": "own card called"}

#: Labels of the verdicts on logged games, with the names of their colours.
_VERDICTS = {
    "made": "good", "made though not makeable": "lucky", "not made though makeable": "bad",
    "hopeless": "dull",
}  # fmt: skip

#: Names of the figures of logged games that are amounts of chips or points. All other figures are counts.
_AMOUNTS = ("left_play", "gained_play", "left_bidding")

#: Sentences that explain the marks in charts of groups. The key is how many expressions define a group.
_GROUP_MARKS = {
    1: " In brackets: how many such hands there are.",
    2: " Slanted: fewer than 30 such hands. A dot: no such hand.",
}


def bidding_page(
    survey: Survey, origin: str, by: Sequence[str] = (), lang: str | None = None, deck: str | None = None
) -> str:
    """Return the report of a survey as an HTML page.

    Args:
        survey: the survey. ``MAP`` must be among its groupings.
        origin: text about the source of the deals.
        by: features by which the user groups figures. Empty: the user groups by no feature.
        lang: language of the page, ``en`` or ``de``. None: the language of the browser.
        deck: deck of the page, ``french`` or ``german``. None: the default.
    """

    def grouped(names: Sequence[str]) -> dict[tuple[str, str | None], Figures]:
        """Return figures for each game and rules. The figures are grouped by the features ``names``."""
        return {
            (group.game.id, group.rules): group
            for group in split_by_game_and_rules(survey.figures(names), names)
        }

    all_figures = grouped(())
    maps = grouped(MAP)
    by_user = grouped(by) if by and tuple(by) != MAP else {}
    games = {key: figures.game.under(written_rules(figures.rules)) for key, figures in all_figures.items()}
    parts = list[str]()
    links = list[str]()
    for key, figures in all_figures.items():
        if len(all_figures) > 1:
            title = escape_html(game_name_and_changed_rules(games[key]))
            parts.append(f"<h2 class=game id=game{len(links)}>{title}</h2>")
            links.append(f'<a href="#game{len(links)}">{title}</a>')
        parts += _can_be_made_by_group(by_user[key]) if key in by_user else ()
        parts += _can_be_made(figures, survey.where)
        parts += _makeable_heat_maps(maps[key]) if key in maps else ()
        parts += _best_contract_sections(figures)
        parts += _par(figures)
        parts += _contracts_in_logged_games(figures)
        if survey.firsts is not None:
            same_rules = pl.col("rules").eq_missing(pl.lit(figures.rules))
            firsts = survey.firsts.filter(same_rules, game=figures.game.id)
            parts += _example_deal_per_contract(figures, firsts)
    parts += _player_and_card_tables(survey)
    names = list(dict.fromkeys(figures.game.name for figures in all_figures.values()))
    if len(all_figures) == 1:
        names = [game_name_and_changed_rules(row) for row in games.values()]
    heading = f"{' and '.join(names)}: what can be made"
    if len(names) > 2:
        heading = f"What can be made in {len(names)} games"
    if links:
        parts.insert(0, f"<nav>{''.join(links)}</nav>")
    if survey.where is not None:
        counted = "declarers whose hands" if differ_between_hands(survey.where) else "deals that"
        origin += f"\nOnly {counted} fulfil this condition are counted: {survey.where.shown}"
    lead, *lines = origin.splitlines() or [""]
    notes = [f'<p class="note soft">{escape_html(line)}</p>' for line in lines]
    footnotes = [
        "Makeable means with all hands open and perfect play by everybody, by the best call and trump of "
        "each deal. Players who see only their own cards make some contracts more often and others less "
        "often.",
        "Lines across the ends of bars are 95% intervals (Wilson; where a deal gives several hands, widened "
        "by how alike they are). They hold for deals drawn at random, not for chosen ones.",
    ]
    if survey.undealt:
        footnotes.append(f"{survey.undealt} deals name no dealer and say nothing of the first bidder.")
    return page(heading, lead, [*notes, *parts], footnotes, games.values(), lang, deck)


def _charted_seats_and_colours(figures: Figures) -> tuple[list[str], dict[str, str]]:
    """Return the values of ``who`` for which bars are drawn, and a dict from their labels to colours."""
    # Bars for all hands ("seat") are drawn only if there are no bars for deals ("some").
    whose = [who for who in figures.column_titles_by_who() if figures.count_deals_or_hands(who)]
    if "some" in whose:
        whose = [who for who in whose if who != "seat"]
    return whose, dict(_WHO[who] for who in whose)


def _bar(row: FigureRow, name: str) -> Bar:
    """Return the bar that shows the share of a figure. ``name`` is the beginning of the bar's title."""
    if row["share"] is None:
        return Bar(None)
    title = f"{name}: {percent(row['share'])}, {row['count']:,} of {row['units']:,}"
    if row["low"] is not None:
        title += f", 95% interval {percent(row['low'])} to {percent(row['high'])}"
    return Bar(row["share"], row["low"], row["high"], title)


def _can_be_made(figures: Figures, where: SqlExpression | None) -> Iterator[str]:
    """Yield a section that shows how often each contract can be made.

    ``where`` is the condition that the counted hands fulfil. None: no condition.
    """
    deals = figures.count_deals_or_hands("some")
    contracts = figures.contracts()
    whose, shades = _charted_seats_and_colours(figures)
    units = "deals" if whose[0] == "some" else "hands"
    boxes = [(f"{deals:,}", "deals" if deals != 1 else "deal")]
    if where is not None and differ_between_hands(where):
        boxes.insert(0, (f"{figures.count_deals_or_hands('seat'):,}", f"hands where {where.shown}"))
    for who in whose:
        share = 1 - figures.best("contract", "best_rank", who)[None] / figures.count_deals_or_hands(who)
        boxes.append((percent(share), _BOXES[who]))
    if contracts:
        shares = {c.name: figures.row_or_empty("makeable", whose[0], c.id)["share"] for c in contracts}
        most_often = max(shares, key=lambda name: shares[name] or 0)
        boxes.append((percent(shares[most_often]), f"of {units}: {most_often} can be made"))
    yield fact_boxes(
        f"<b>{escape_html(number)}</b><span>{escape_html(words)}</span>" for number, words in boxes
    )

    columns: list[FigureColumn] = [
        ("hands that may bid it", "biddable", "seat", "share", "100%"),
        (f"mean settlement when bid ({figures.game.unit})", "settlement", "seat", "mean", ""),
        *figures.makeable_share_columns(PLACES | _CALLED),
    ]
    rows = [
        (c.name, [_bar(figures.row_or_empty("makeable", who, c.id), _WHO[who][0]) for who in whose])
        for c in contracts
    ]
    yield section(
        "How often can it be made?",
        _ABOUT_SHARES[whose[0]],
        charts.colour_legend(shades),
        charts.bars(rows, shades.values()),
        charts.folded_table(*figures.contract_table(columns), "By seat and partnership, in numbers"),
    )


def _makeable_heat_maps(maps: Figures) -> Iterator[str]:
    """Yield a section with a heat map for each contract that some hand can make.

    The rows of a heat map are numbers of Aces. The columns are lengths of the longest suit.
    """
    groups = maps.groups()
    down, across = ({n: str(n) for n in sorted({group[axis] for group in groups})} for axis in (0, 1))
    drawn = []
    for contract in maps.contracts():
        rows = {group: maps.row_or_empty("makeable", "seat", contract.id, *group) for group in groups}
        cells = {group: (row["share"], row["units"]) for group, row in rows.items() if row["units"]}
        if any(share for share, _ in cells.values()):
            drawn.append(charts.heat_map(contract.name, "Aces ↓<br>longest →", down, across, cells))
    if drawn:
        yield section(
            "Which hands make it?",
            "Share of hands that make the contract, by Aces (down) and cards in the longest suit (across). "
            "Slanted: fewer than 30 such hands. A dot: no such hand.",
            charts.side_by_side(drawn),
        )


def _best_contract_sections(figures: Figures) -> Iterator[str]:
    """Yield two sections: how often each contract is the best, and what the best contract pays.

    Leave out the second section if there are no payments.
    """
    whose, shades = _charted_seats_and_colours(figures)
    key = charts.colour_legend(shades)
    parts = []
    for figure, title in (
        ("best_rank", "The highest in the auction that can be made"),
        ("best_settlement", "The one that pays its declarer most"),
    ):
        rows = [
            (name, [Bar(s, title=f"{who}: {percent(s)}") for who, s in zip(shades, shares, strict=True)])
            for name, shares in figures.shares_among_best_contracts(
                "contract", *((figure, who) for who in whose)
            )
        ]
        parts.append(f"<h3>{escape_html(title)}</h3>{charts.bars(rows, shades.values())}<br>")
    yield section("Which contract is the best?", "Share of deals.", key, *parts)
    if amounts := figures.shares_among_best_contracts("amount", *(("best_settlement", who) for who in whose)):
        yield section(
            "What is a deal worth?",
            f"What the best contract that can be made pays its declarer, in {figures.game.unit}: share of "
            "deals. 0: nothing can be made.",
            key,
            charts.grouped_column_chart(amounts, shades),
        )


def _par(figures: Figures) -> Iterator[str]:
    """Yield a section with the contracts that four perfect bidders reach, and with their mean payments.

    If no perfect auctions were counted, yield nothing.
    """
    if deals := figures.count_deals_or_hands("par"):
        counts = figures.par_contract_counts()
        reached = [(name, [Bar(n / deals, title=f"{n:,} of {deals:,} deals")]) for name, n in counts]
        bidders = ("first", "second", "third", "last")
        paid = [(bidder, figures.row_or_empty("par_seat", bidder)["mean"]) for bidder in bidders]
        yield section(
            "What do four perfect bidders end in?",
            f"Of {deals:,} deals: everybody sees all cards and bids what pays him best in the end.",
            charts.bars(reached, ["main"]),
            f"<br><h3>What each bidder is paid on average, in {escape_html(figures.game.unit)}</h3>",
            charts.signed_bars(paid),
        )


def _can_be_made_by_group(figures: Figures) -> Iterator[str]:
    """Yield a section that shows how often contracts can be made in groups of hands.

    If one expression defines the groups, they are shown as bars. If two expressions define the groups, they
    are shown as heat maps. If more expressions define the groups, they are shown only as a table.
    """
    titles = [title_of_group_column(name) for name in figures.by]
    drawn = []
    for contract in figures.contracts():
        rows = {
            values: figures.row_or_empty("makeable", "seat", contract.id, *values)
            for values in figures.groups()
        }
        rows = {values: row for values, row in rows.items() if row["units"]}
        if not any(row["share"] for row in rows.values()):
            continue
        if len(titles) == 1:
            lanes = [
                (f"{value_text(value)} ({row['units']:,})", [_bar(row, titles[0])])
                for (value,), row in rows.items()
            ]
            drawn.append(f"<div><h3>{escape_html(contract.name)}</h3>{charts.bars(lanes, ['main'])}</div>")
        elif len(titles) == 2:
            drawn.append(_contract_heat_map_by_features(contract.name, titles, rows))
    yield section(
        f"By {' and '.join(titles)}",
        "Share of hands that make the contract." + _GROUP_MARKS.get(len(titles), ""),
        charts.side_by_side(drawn),
        charts.folded_table(*figures.makeable_shares_by_group("seat"), "In numbers", is_open=len(titles) > 2),
    )


def _contract_heat_map_by_features(
    name: str, titles: Sequence[str], rows: Mapping[tuple[object, ...], FigureRow]
) -> str:
    """Return a heat map of one contract. The first feature gives the rows, the second gives the columns."""
    axes = [list(dict.fromkeys(values[axis] for values in rows)) for axis in (0, 1)]
    axes[1].sort(key=lambda value: (value is not None, 0 if value is None else value))
    down, across = ({i: escape_html(value_text(value)) for i, value in enumerate(axis)} for axis in axes)
    cells = {
        (axes[0].index(first), axes[1].index(second)): (row["share"], row["units"])
        for (first, second), row in rows.items()
    }
    return charts.heat_map(
        name, f"{escape_html(titles[0])} ↓<br>{escape_html(titles[1])} →", down, across, cells
    )


def _contracts_in_logged_games(figures: Figures) -> Iterator[str]:
    """Yield a section with the contracts that were bid and played in logged games.

    If there are no such contracts, yield nothing.
    """
    columns: list[FigureColumn] = [
        (f"{title} ({figures.game.unit})" if figure in _AMOUNTS else title, figure, "declarer", ",", "0")
        for figure, title in LOGGED_TITLES.items()
        if figure not in ("gift", "lost")
    ]
    titles, table = figures.table_of_logged_contracts(columns)
    if not table:
        return
    rows = []
    for contract in figures.contracts("played"):
        made = figures.row_or_empty("made", "declarer", contract.id)
        gift = figures.row_or_empty("gift", "declarer", contract.id)
        lost = figures.row_or_empty("lost", "declarer", contract.id)
        if judged := gift["units"]:
            counts = [made["count"] - gift["count"], gift["count"], lost["count"]]
            rows.append((contract.name, [*counts, judged - sum(counts)]))
    played = sum(row["count"] for row in figures.rows if row["figure"] == "played")
    yield section(
        "What was bid, and what should have been",
        f"{played:,} games as they were played. Left in play: the declarer got less than he could have "
        "forced. Left in bidding: another contract would have paid him more. Passed up: another seat could "
        "have made this contract, higher than the one played.",
        charts.colour_legend(_VERDICTS),
        charts.stacks(rows, _VERDICTS),
        charts.folded_table(titles, table, "In numbers"),
    )


def _example_deal_per_contract(figures: Figures, firsts: pl.DataFrame) -> Iterator[str]:
    """Yield a section with an example deal for each contract.

    The example is the first deal on which the contract is the highest contract that can be made.
    """
    from kranalyze.answers.answer import solve

    drawn = []
    for row in firsts.sort("contract").iter_rows(named=True):
        deal = Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"])
        contract, seat = figures.game.contracts[row["contract"]], Seat(row["declarer"])
        leads = contract.leads == "forehand" and row["forehand"] is not None
        answer = solve(
            deal, contract=contract, game=figures.game, declarer=seat, line=False,
            rules=written_rules(figures.rules), leader=Seat(row["forehand"]) if leads else None,
        )  # fmt: skip
        diagram = deal_diagram_html(deal, figures.game.seats, seat, answer.question.order)
        drawn.append(f"<div class=deal><h3>{coloured_suits(verdict_sentence(answer))}</h3>{diagram}</div>")
    if drawn:
        yield section(
            "Deals to look at",
            "For each contract the first deal on which it is the highest that can be made; the declarer's "
            "name in colour.",
            f"<div class=deals>{''.join(drawn)}</div>",
        )


def _player_and_card_tables(survey: Survey) -> Iterator[str]:
    """Yield sections with tables about logged games: the players, and the costliest cards.

    Leave out the section of an empty table.
    """

    def symbols(cards: Sequence[str]) -> str:
        """Return the names of cards with suit symbols, as HTML."""
        return " ".join(card_text(parse_card(card)) for card in cards)

    roles = [f"cost_{role}" for role in ("declarer", "partner", "defender", "alone")]
    players: list[list[Any]] = [
        [row["player"], GAMES[row["game"]].name, row["games"], row["declared"], row["made"], row["cards"],
         sum(row[role] or 0 for role in roles)]
        for row in survey.players.table().to_pylist()
    ]  # fmt: skip
    if players:
        head = ("player", "game", "games", "declared", "made", "cards", "given away")
        about = "Given away: what cards cost their players, in the game's unit."
        yield section("Who played?", about, charts.folded_table(head, players, "Players"))
    if survey.costs is not None and survey.costs.height:
        head = ("board", "game", "trick", "player", "card", "best", "cost")
        rows = [
            [row["board"] or "?", GAMES[row["game"]].name, f"{row['trick']}.{row['turn']}",
             row["player"] or Seat[row["seat"]].title, symbols([row["card"]]), symbols(row["best"] or ()),
             row["cost"]]
            for row in survey.costs.iter_rows(named=True)
        ]  # fmt: skip
        lost = charts.folded_table(head, rows, "Cards")
        yield section("Which cards lost most?", "With all hands open, in the game's unit.", lost)
