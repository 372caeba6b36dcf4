"""The report of bidding statistics: what can be made, what is best, by which hands, and what was bid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kranalyze.cards import parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.games.written import written_rules
from kranalyze.show.pages import charts
from kranalyze.show.pages.charts import Bar, Cell
from kranalyze.show.pages.diagrams import deal_diagram, suited
from kranalyze.show.pages.frame import page, section, text
from kranalyze.show.text import card_text, sentence
from kranalyze.survey.figurecolumns import FEATURES
from kranalyze.survey.readout import Figures, Row, by_game, percent

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.survey.counting import Survey

#: The features of the heat maps: down and across.
MAP = ("aces", "longest")

#: Whose deals are counted: name and colour.
_WHO = {"some": ("some seat", "main"), "first": ("first bidder", "second")}


def bidding_page(
    survey: Survey, told: str, by: Sequence[str] = (), lang: str | None = None, deck: str | None = None
) -> str:
    """The report of what was counted.

    Args:
        survey: finished, with ``MAP`` among its groupings.
        told: where the deals come from.
        by: features by which the user grouped.
        lang, deck: as of every page.
    """
    figures = survey.figures()

    def grouped(names: Sequence[str]) -> dict[tuple[str, str | None], Figures]:
        index = list(survey.groupings).index(tuple(names))
        some = by_game(figures.filter(grouping=index).drop("grouping"), names)
        return {(one.game.id, one.rules): one for one in some}

    every, maps, others = grouped(()), grouped(MAP), grouped(by) if by else {}
    parts: list[str] = []
    links: list[str] = []
    for place, one in every.items():
        if len(every) > 1:
            title = text(f"{one.game.name} ({one.rules})" if one.rules else one.game.name)
            parts.append(f"<h2 class=game id=game{len(links)}>{title}</h2>")
            links.append(f'<a href="#game{len(links)}">{title}</a>')
        parts += _game(one, maps.get(place), others.get(place), survey.firsts)
    parts += _players(survey)
    names = list(dict.fromkeys(one.game.name for one in every.values()))
    heading = f"{' and '.join(names)}: what can be made"
    if len(names) > 2:
        heading = f"What can be made in {len(names)} games"
    if links:
        parts.insert(0, f"<nav>{''.join(links)}</nav>")
    lines = told.splitlines()
    notes = [f'<p class="note soft">{text(line)}</p>' for line in lines[1:]]
    ends = [
        "Makeable means with all hands open and perfect play by everybody, by the best call and trump of "
        "each deal: an upper bound for players who see their own cards only.",
        "Lines across the ends of bars are 95% intervals (Wilson; where a deal gives several hands, widened "
        "by how alike they are). They hold for deals drawn at random, not for chosen ones.",
    ]
    if survey.undealt:
        ends.append(f"{survey.undealt} deals name no dealer and say nothing of the first bidder.")
    return page(heading, lines[0] if lines else "", [*notes, *parts], ends, lang, deck)


def _game(
    one: Figures, maps: Figures | None, grouped: Figures | None, firsts: pl.DataFrame | None
) -> Iterator[str]:
    yield _facts(one)
    yield _makeable(one)
    if maps is not None:
        yield _maps(one, maps)
    yield _best(one)
    yield _settlements(one)
    if one.units("par"):
        yield _par(one)
    if grouped is not None and grouped.by != MAP:
        yield _by(grouped)
    if logged := _logged(one):
        yield logged
    if firsts is not None and not (mine := firsts.filter(game=one.game.id)).is_empty():
        yield _examples(one, mine)


def _shades(one: Figures) -> dict[str, str]:
    """Name and colour of whose deals were counted."""
    return dict(shade for who, shade in _WHO.items() if one.units(who))


def _facts(one: Figures) -> str:
    deals, first = one.units("some"), one.units("first")
    told = [(f"{deals:,}", "deals" if deals != 1 else "deal")]
    for who, units, name in (("some", deals, "some seat"), ("first", first, "the first bidder")):
        if units:
            share = 1 - one.best("best_rank", who)[None] / units
            told.append((percent(share), f"of deals: {name} can make a contract"))
    often = max(one.contracts(), key=lambda c: _made(one, "some", c), default=None)
    if often is not None:
        told.append((percent(_made(one, "some", often)), f"of deals: {one.name(often)} can be made"))
    boxes = "".join(f"<div class=fact><b>{text(a)}</b><span>{text(b)}</span></div>" for a, b in told)
    return f"<div class=facts>{boxes}</div>"


def _made(one: Figures, who: str, contract: str) -> float:
    return float((one.get("makeable", who, contract) or {}).get("share") or 0)


def _bar(row: Row | None, name: str) -> Bar:
    if row is None or row["share"] is None:
        return Bar(None)
    title = f"{name}: {percent(row['share'])}, {row['count']:,} of {row['units']:,}"
    if row["low"] is not None:
        title += f", 95% interval {percent(row['low'])} to {percent(row['high'])}"
    return Bar(row["share"], row["low"], row["high"], title)


def _makeable(one: Figures) -> str:
    shades, whose = _shades(one), [who for who in _WHO if one.units(who)]
    rows = [
        (one.name(c), [_bar(one.get("makeable", who, c), _WHO[who][0]) for who in whose])
        for c in one.contracts()
    ]
    names = {"N": "N", "E": "E", "S": "S", "W": "W", "NS": "N or S", "EW": "E or W", "left": "partner left"}
    names |= {"opposite": "partner opposite", "right": "partner right", "alone": "own card called"}
    table = []
    have = [who for who in names if any(one.get("makeable", who, c) for c in one.contracts())]
    for c in one.contracts():
        mean = one.get("settlement", "seat", c)
        may = one.get("biddable", "seat", c)
        cells = [percent((one.get("makeable", who, c) or {}).get("share")) for who in have]
        average = "" if mean is None or mean["mean"] is None else f"{mean['mean']:+.1f}"
        table.append([one.name(c), "100%" if may is None else percent(may["share"]), average, *cells])
    head = ["contract", "hands that may bid it", f"mean settlement when bid ({one.game.unit})"]
    return section(
        "How often can it be made?",
        "Share of deals in which the contract can be made: by some seat, and by the first bidder, left of "
        "the dealer.",
        charts.key(shades),
        charts.bars(rows, shades.values()),
        charts.numbers([*head, *(names[who] for who in have)], table, "By seat and partnership, in numbers"),
    )


def _maps(one: Figures, maps: Figures) -> str:
    """Makeability by Aces and longest suit, a map for each contract that is ever made."""
    groups = maps.groups()
    rows, across = sorted({g[0] for g in groups}), sorted({g[1] for g in groups})
    drawn = []
    for c in maps.contracts():
        cells = {}
        for group in groups:
            row = maps.get("makeable", "seat", c, *group)
            if row is not None and row["units"]:
                cells[group[0], group[1]] = Cell(row["share"], row["units"])
        if any(cell.share for cell in cells.values()):
            drawn.append(charts.heat(one.name(c), ("Aces", "longest"), rows, across, cells))
    if not drawn:
        return ""
    return section(
        "Which hands make it?",
        "Share of hands that make the contract, by Aces (down) and cards in the longest suit (across). "
        "Slanted: fewer than 30 such hands. A dot: no such hand.",
        charts.maps(drawn),
    )


def _best(one: Figures) -> str:
    shades, parts = _shades(one), []
    titles = {
        "best_rank": "The highest in the auction that can be made",
        "best_settlement": "The one that pays its declarer most",
    }
    for figure, title in titles.items():
        counts = [(name, one.best(figure, who), one.units(who)) for who, (name, _) in _WHO.items()]
        rows = []
        for c in (None, *(c.id for c in one.game.contracts)):
            shares = [(name, of.get(c, 0) / units) for name, of, units in counts if units]
            if any(share for _, share in shares):
                lanes = [Bar(share, title=f"{name}: {percent(share)}") for name, share in shares]
                rows.append((one.name(c), lanes))
        parts.append(f"<h3>{text(title)}</h3>{charts.bars(rows, shades.values())}<br>")
    return section("Which contract is the best?", "Share of deals.", charts.key(shades), *parts)


def _settlements(one: Figures) -> str:
    shades = _shades(one)
    found = [(one.amounts(who), one.units(who)) for who in _WHO if one.units(who)]
    amounts = sorted({amount for counts, _ in found for amount in counts})
    if not amounts:
        return ""
    groups = [
        (f"{amount:+d}" if amount else "0", [counts.get(amount, 0) / units for counts, units in found])
        for amount in amounts
    ]
    return section(
        "What is a deal worth?",
        f"What the best contract that can be made pays its declarer, in {one.game.unit}: share of deals. 0: "
        "nothing can be made.",
        charts.key(shades),
        charts.columns(groups, shades),
    )


def _par(one: Figures) -> str:
    """What four perfect bidders end in, and what each place in the auction is worth."""
    deals = one.units("par")
    counts = one.best("par", "par")
    reached = [
        (c.name, [Bar(counts[c.id] / deals, title=f"{counts[c.id]:,} of {deals:,} deals")])
        for c in one.game.contracts
        if counts.get(c.id)
    ]
    seats = [(place, one.get("par_seat", place, None)) for place in ("first", "second", "third", "last")]
    paid = [(place, row["mean"]) for place, row in seats if row is not None]
    return section(
        "What do four perfect bidders end in?",
        f"Of {deals:,} deals: everybody sees all cards and bids what pays him best in the end.",
        charts.bars(reached, ["main"]),
        f"<br><h3>What each bidder is paid on average, in {text(one.game.unit)}</h3>",
        charts.signed(paid, ("main", "bad")),
    )


def _by(one: Figures) -> str:
    head = [*(FEATURES[name] for name in one.by), "hands", *(one.name(c) for c in one.contracts())]
    rows, drawn = [], []
    for values in one.groups():
        shares = [one.get("makeable", "seat", c, *values) for c in one.contracts()]
        cells = [percent(row["share"]) if row else "" for row in shares]
        rows.append([*map(str, values), f"{one.units('seat', *values):,}", *cells])
    if len(one.by) == 1:
        for c in one.contracts():
            lanes = [
                (str(v[0]), [_bar(one.get("makeable", "seat", c, *v), FEATURES[one.by[0]])])
                for v in one.groups()
            ]
            if any(lane[0].share for _, lane in lanes):
                drawn.append(f"<div><h3>{text(one.name(c))}</h3>{charts.bars(lanes, ['main'])}</div>")
    names = " and ".join(FEATURES[name] for name in one.by)
    return section(
        f"By {names}",
        "Share of hands that make the contract.",
        charts.maps(drawn),
        charts.numbers(head, rows, "In numbers"),
    )


#: Figures of logged games that are counted, and those that are sums.
_COUNTED = ("bid", "played", "made", "should", "passed")
_SUMMED = ("left_play", "gained_play", "left_bidding")

#: Verdicts of logged games: name and colour.
_VERDICTS = {
    "made": "good",
    "made though not makeable": "lucky",
    "not made though makeable": "bad",
    "hopeless": "dull",
}


def _logged(one: Figures) -> str:
    """What was bid and played."""
    rows, table, played = [], [], 0
    for c in one.contracts("played"):
        figures = (*_COUNTED, "gift", "lost", *_SUMMED)
        found = {figure: one.get(figure, "declarer", c) or {} for figure in figures}
        counts = {figure: int(row.get("count") or 0) for figure, row in found.items()}
        if not any(counts.values()):
            continue
        played += counts["played"]
        judged, gift, lost = int(found["gift"].get("units") or 0), counts["gift"], counts["lost"]
        if judged:
            rows.append((one.name(c), [counts["made"] - gift, gift, lost, judged - counts["made"] - lost]))
        shown = [*(counts[f] for f in _COUNTED), *(int(found[f].get("total") or 0) for f in _SUMMED)]
        table.append([one.name(c), *(f"{n:,}" for n in shown)])
    if not table:
        return ""
    unit = one.game.unit
    head = ["contract", "bid in", "played", "made", "makeable", "passed up", f"left in play ({unit})",
            f"gained in play ({unit})", f"left in bidding ({unit})"]  # fmt: skip
    return section(
        "What was bid, and what should have been",
        f"{played:,} games as they were played. Left in play: the declarer got less than he could have "
        "forced. Left in bidding: another contract would have paid him more. Passed up: another seat could "
        "have made this contract, higher than the one played.",
        charts.key(_VERDICTS),
        charts.stacks(rows, _VERDICTS),
        charts.numbers(head, table, "In numbers"),
    )


def _examples(one: Figures, firsts: pl.DataFrame) -> str:
    """Of every contract the first deal on which it is the highest that can be made."""
    from kranalyze.answers.answer import solve

    drawn = []
    rules = written_rules(one.rules)
    contracts = list(one.game.contracts)
    for row in firsts.sort("contract").iter_rows(named=True):
        deal = Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"])
        contract, seat = contracts[row["contract"]], Seat(row["declarer"])
        forehand = None if row["forehand"] is None else Seat(row["forehand"])
        leader = forehand if contract.leads == "forehand" else None
        answer = solve(
            deal, contract=contract, game=one.game, declarer=seat, leader=leader, rules=rules, line=False
        )
        said = sentence(answer)
        diagram = deal_diagram(deal, one.game.seats, seat, answer.question.order)
        drawn.append(f"<div class=deal><h3>{suited(said)}</h3>{diagram}</div>")
    return section(
        "Deals to look at",
        "For each contract the first deal on which it is the highest that can be made; the declarer's name "
        "in colour.",
        f"<div class=deals>{''.join(drawn)}</div>",
    )


def _players(survey: Survey) -> Iterator[str]:
    """Who played in logged games, and which cards lost most, as far as there is anything to say."""
    players = survey.players.table().to_pylist() if survey.records else []
    if players:
        head = ("player", "game", "games", "declared", "made", "cards", "given away")
        rows = [
            [row["player"], GAMES[row["game"]].name, *(row[name] for name in head[2:6]),
             sum(row[f"cost_{role}"] or 0 for role in ("declarer", "partner", "defender", "alone"))]
            for row in players
        ]  # fmt: skip
        played = charts.numbers(head, rows, "Players")
        yield section("Who played?", "Given away: what cards cost their players, in the game's unit.", played)
    if survey.costs is not None and survey.costs.height:
        head = ("board", "game", "trick", "player", "card", "best", "cost")
        lost = charts.numbers(head, [_lost(row) for row in survey.costs.iter_rows(named=True)], "Cards")
        yield section("Which cards lost most?", "With all hands open, in the game's unit.", lost)


def _lost(row: Row) -> list[object]:
    best = " ".join(card_text(parse_card(card)) for card in row["best"] or ())
    who = row["player"] or Seat[row["seat"]].title
    card = card_text(parse_card(row["card"]))
    trick = f"{row['trick']}.{row['turn']}"
    return [row["board"] or "?", GAMES[row["game"]].name, trick, who, card, best, row["cost"]]
