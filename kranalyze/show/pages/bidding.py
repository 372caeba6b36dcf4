"""The report of bidding statistics: what can be made, what is best, by which hands, and what was bid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kranalyze.deal import Deal, Seat
from kranalyze.games.written import written_rules
from kranalyze.show.pages.charts import Bar, Cell, bars, columns, heat, key, numbers, signed, stacks
from kranalyze.show.pages.diagrams import deal_diagram, suited
from kranalyze.show.pages.frame import page, section, text
from kranalyze.show.pages.losses import losses
from kranalyze.survey.figurecolumns import FEATURES
from kranalyze.survey.readout import Figures, Row, by_game, percent

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.survey.counting import Survey

#: The features of the heat maps: down and across.
MAP = ("aces", "longest")

_WHO = {"some": "some seat", "first": "first bidder"}
_COLOURS = {"some": "main", "first": "second"}


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
    import polars as pl

    figures = survey.figures()

    def grouped(names: tuple[str, ...]) -> list[Figures]:
        index = list(survey.groupings).index(names)
        return by_game(figures.filter(pl.col("grouping") == index).drop("grouping"), names)

    maps = {(one.game.id, one.rules): one for one in grouped(MAP)}
    others = {(one.game.id, one.rules): one for one in grouped(tuple(by))} if by else {}
    every = grouped(())
    parts: list[str] = []
    links: list[str] = []
    for one in every:
        place = (one.game.id, one.rules)
        if len(every) > 1:
            parts.append(f"<h2 class=game id=game{len(links)}>{text(_title(one))}</h2>")
            links.append(f'<a href="#game{len(links)}">{text(_title(one))}</a>')
        parts += _game(one, maps.get(place), others.get(place), survey.firsts.get(one.game.id))
    parts += losses(survey)
    names = list(dict.fromkeys(one.game.name for one in every))
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


def _title(one: Figures) -> str:
    return f"{one.game.name} ({one.rules})" if one.rules else one.game.name


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
    logged = _logged(one)
    if logged:
        yield logged
    if firsts is not None and firsts.height:
        yield _examples(one, firsts)


def _facts(one: Figures) -> str:
    """The first numbers of a page."""
    deals = one.units("some")
    best = one.best("best_rank", "some")
    mine = one.best("best_rank", "first")
    facts = [(f"{deals:,}", "deals" if deals != 1 else "deal")]
    if deals:
        facts.append((percent(1 - best.get(None, 0) / deals), "of deals: some seat can make a contract"))
    if one.units("first"):
        share = 1 - mine.get(None, 0) / one.units("first")
        facts.append((percent(share), "of deals: the first bidder can make a contract"))
    often = max(one.contracts(), key=lambda c: _made(one, "some", c), default=None)
    if often is not None:
        facts.append((percent(_made(one, "some", often)), f"of deals: {one.name(often)} can be made"))
    boxes = "".join(f"<div class=fact><b>{text(a)}</b><span>{text(b)}</span></div>" for a, b in facts)
    return f"<div class=facts>{boxes}</div>"


def _made(one: Figures, who: str, contract: str) -> float:
    row = one.get("makeable", who, contract)
    return 0.0 if row is None or row["share"] is None else float(row["share"])


def _bar(row: Row | None, name: str) -> Bar:
    if row is None or row["share"] is None:
        return Bar(None)
    title = f"{name}: {percent(row['share'])}, {row['count']:,} of {row['units']:,}"
    if row["low"] is not None:
        title += f", 95% interval {percent(row['low'])} to {percent(row['high'])}"
    return Bar(row["share"], row["low"], row["high"], title)


def _makeable(one: Figures) -> str:
    whose = [who for who in ("some", "first") if one.units(who)]
    rows = [
        (one.name(c), [_bar(one.get("makeable", who, c), _WHO[who]) for who in whose])
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
        key({_WHO[who]: _COLOURS[who] for who in whose}),
        bars(rows, [_COLOURS[who] for who in whose]),
        numbers([*head, *(names[who] for who in have)], table, "By seat and partnership, in numbers"),
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
            drawn.append(heat(one.name(c), ("Aces", "longest"), rows, across, cells))
    if not drawn:
        return ""
    return section(
        "Which hands make it?",
        "Share of hands that make the contract, by Aces (down) and cards in the longest suit (across). "
        "Slanted: fewer than 30 such hands. A dot: no such hand.",
        f"<div class=maps>{''.join(drawn)}</div>",
    )


def _best(one: Figures) -> str:
    whose = [who for who in ("some", "first") if one.units(who)]
    order = [None, *(c.id for c in one.game.contracts)]
    parts = []
    titles = {
        "best_rank": "The highest in the auction that can be made",
        "best_settlement": "The one that pays its declarer most",
    }
    for figure, title in titles.items():
        counts = {who: one.best(figure, who) for who in whose}
        rows = []
        for c in order:
            if any(counts[who].get(c) for who in whose):
                shares = [counts[who].get(c, 0) / one.units(who) for who in whose]
                lanes = [Bar(s, title=f"{_WHO[w]}: {percent(s)}") for s, w in zip(shares, whose, strict=True)]
                rows.append((one.name(c), lanes))
        parts.append(f"<h3>{text(title)}</h3>{bars(rows, [_COLOURS[w] for w in whose])}<br>")
    legend = key({_WHO[who]: _COLOURS[who] for who in whose})
    return section("Which contract is the best?", "Share of deals.", legend, *parts)


def _settlements(one: Figures) -> str:
    whose = [who for who in ("some", "first") if one.units(who)]
    found = {who: one.amounts(who) for who in whose}
    amounts = sorted(set().union(*(set(f) for f in found.values())))
    if not amounts:
        return ""
    groups = [
        (
            f"{amount:+d}" if amount else "0",
            [found[who].get(amount, 0) / one.units(who) for who in whose],
        )
        for amount in amounts
    ]
    colours = [_COLOURS[who] for who in whose]
    return section(
        "What is a deal worth?",
        f"What the best contract that can be made pays its declarer, in {one.game.unit}: share of deals. 0: "
        "nothing can be made.",
        key({_WHO[who]: _COLOURS[who] for who in whose}),
        columns(groups, colours, [_WHO[who] for who in whose]),
    )


def _par(one: Figures) -> str:
    """What four perfect bidders end in, and what each place in the auction is worth."""
    deals = one.units("par")
    counts = one.best("par", "par")
    reached = []
    for c in one.game.contracts:
        count = counts.get(c.id, 0)
        if count:
            reached.append((c.name, [Bar(count / deals, title=f"{count:,} of {deals:,} deals")]))
    seats = [(place, one.get("par_seat", place, None)) for place in ("first", "second", "third", "last")]
    paid = [(place, row["mean"]) for place, row in seats if row is not None]
    return section(
        "What do four perfect bidders end in?",
        f"Of {deals:,} deals: everybody sees all cards and bids what pays him best in the end.",
        bars(reached, ["main"]),
        f"<br><h3>What each bidder is paid on average, in {text(one.game.unit)}</h3>",
        signed(paid, ("main", "bad")),
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
                drawn.append(f"<div><h3>{text(one.name(c))}</h3>{bars(lanes, ['main'])}</div>")
    names = " and ".join(FEATURES[name] for name in one.by)
    return section(
        f"By {names}",
        "Share of hands that make the contract.",
        f"<div class=maps>{''.join(drawn)}</div>",
        numbers(head, rows, "In numbers"),
    )


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
        counts = {
            figure: one.get(figure, "declarer", c)
            for figure in ("bid", "played", "made", "should", "gift", "lost", "passed", "left_play",
                           "gained_play", "left_bidding")
        }  # fmt: skip

        def count(figure: str, what: str = "count", counts: dict[str, Row | None] = counts) -> int:
            row = counts[figure]
            return 0 if row is None or row[what] is None else int(row[what])

        if not any(count(figure) for figure in counts):
            continue
        played += count("played")
        judged, gift, lost = count("gift", "units"), count("gift"), count("lost")
        made = count("made") - gift
        if judged:
            rows.append((one.name(c), [made, gift, lost, judged - made - gift - lost]))
        amounts = [count(f, "total") for f in ("left_play", "gained_play", "left_bidding")]
        shown = [count(f) for f in ("bid", "played", "made", "should", "passed")]
        table.append([one.name(c), *(f"{n:,}" for n in (*shown, *amounts))])
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
        key(_VERDICTS),
        stacks(rows, list(_VERDICTS.values()), list(_VERDICTS)),
        numbers(head, table, "In numbers"),
    )


def _examples(one: Figures, firsts: pl.DataFrame) -> str:
    """Of every contract the first deal on which it is the highest that can be made."""
    from kranalyze.answers.answer import solve
    from kranalyze.show.text import sentence

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
