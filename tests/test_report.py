"""Reports: pages are self-contained and well formed, and have the counted numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kranalyze.bundled import bundled_directory
from kranalyze.conditions.scopes import hand_scope
from kranalyze.conditions.sql import read_condition
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.hand.hand import odds
from kranalyze.kpn import read_kpn
from kranalyze.show.pages.biddingpage import MAP, bidding_page
from kranalyze.show.pages.charts import (
    Bar,
    bars,
    coloured_suits,
    deal_diagram_html,
    grouped_column_chart,
    hand_diagram_html,
    heat_map,
    signed_bars,
    stacks,
)
from kranalyze.show.pages.handpage import hand_page
from kranalyze.show.statstext import percent
from kranalyze.survey.counting import Survey
from kranalyze.survey.figurecolumns import read_groups
from kranalyze.survey.portions import argument_pieces, random_pieces
from running import TOPS, run

_VOID = {"meta", "link", "br"}


@dataclass
class Node:
    """An element: its name, attributes, and what is in it."""

    name: str
    attributes: dict[str, str]
    inside: list[Node | str] = field(default_factory=list)

    def text(self) -> str:
        if self.name == "script":
            return ""
        return "".join(part if isinstance(part, str) else part.text() for part in self.inside)

    def all(self, name: str) -> list[Node]:
        nodes = [part for part in self.inside if isinstance(part, Node)]
        return [n for n in nodes if n.name == name] + [found for n in nodes for found in n.all(name)]


class Reader(HTMLParser):
    """Reads a page as a tree; an element that is not closed, or closed twice, is a failure."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].inside.append(node)
        if tag not in _VOID:
            self.stack.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack[-1].name == tag, f"{tag} closed within {self.stack[-1].name}"
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.stack[-1].inside.append(data)


def parsed(page: str) -> Node:
    reader = Reader()
    reader.feed(page)
    assert len(reader.stack) == 1
    return reader.stack[0]


@pytest.fixture(scope="module")
def survey() -> Survey:
    done = Survey([{}, read_groups(MAP), read_groups(["voids"])], examples=True)
    list(done.run(random_pieces(GAMES["graden"], 300, 1, {})))
    return done


@pytest.fixture(scope="module")
def page(survey: Survey) -> str:
    return bidding_page(survey, "300 random deals.\nfile.kpn says: <b>& so on</b>", ("voids",))


def test_the_page_needs_nothing_else(page: str) -> None:
    tree = parsed(page)
    # The page's policy allows only the page's own script, and the page loads nothing.
    [policy] = [m.attributes["content"] for m in tree.all("meta") if "http-equiv" in m.attributes]
    assert "default-src 'none'; script-src 'sha256-" in policy
    assert [script.attributes["type"] for script in tree.all("script")] == ["application/json", "module"]
    assert not tree.all("img")
    assert [link.attributes["href"] for link in tree.all("link")] == ["data:,"]
    assert all(a.attributes["href"].startswith("#") for a in tree.all("a"))
    # The address of SVG is only the name of an XML namespace. Browsers do not load it.
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in page
    assert "@import" not in page


def test_the_page_fits_phones_and_both_lights(page: str) -> None:
    tree = parsed(page)
    viewport = next(m for m in tree.all("meta") if m.attributes.get("name") == "viewport")
    assert "width=device-width" in viewport.attributes["content"]
    assert tree.all("html")[0].attributes["lang"] == "en"
    style = tree.all("style")[0].text()
    light, dark = re.findall(r":root ?\{(.*?)\}", style, re.DOTALL)
    assert "@media (prefers-color-scheme: dark)" in style
    named = set(re.findall(r"--[\w-]+(?=:)", light))
    assert named == set(re.findall(r"--[\w-]+(?=:)", dark))
    used = set(re.findall(r"var\((--[\w-]+)", page))
    assert used - named <= {"--c", "--o"}  # variables that elements set themselves


def test_what_people_wrote_is_text(page: str) -> None:
    assert "file.kpn says: &lt;b&gt;&amp; so on&lt;/b&gt;" in page


def test_the_page_shows_what_was_counted(page: str, survey: Survey) -> None:
    tree = parsed(page)
    figures, grouped = survey.figures(), survey.figures(MAP)
    text = tree.text()
    for contract in GAMES["graden"].contracts:
        row = figures.filter(figure="makeable", who="some", contract=contract.id).to_dicts()
        if row:
            assert f"{contract.name}{percent(row[0]['share'])} " in text.replace("\n", "")
    maps = [t for t in tree.all("table") if t.attributes.get("class") == "heat"]
    by_name = {t.all("caption")[0].text(): t for t in maps}
    durchmarsch = by_name["Durchmarsch"]
    across = [int(th.text()) for th in durchmarsch.all("thead")[0].all("th")[1:]]
    cells = 0
    for line in durchmarsch.all("tbody")[0].all("tr"):
        aces = int(line.all("th")[0].text())
        for longest, cell in zip(across, line.all("td"), strict=True):
            row = grouped.filter(
                figure="makeable", who="seat", contract="durchmarsch", aces=aces, longest=longest
            ).to_dicts()
            if not row:
                assert cell.text() == "·"
                continue
            cells += 1
            assert cell.attributes["title"] == f"{percent(row[0]['share'])} of {row[0]['units']:,} hands"
            assert cell.attributes["style"] == f"--o:{row[0]['share']:.2f}"
    assert cells > 8
    assert "Plauderer by" in text
    assert "By voids" in text


def test_a_log_has_its_verdicts_on_the_page() -> None:
    log = read_kpn(bundled_directory() / "simulated-log.kpn")
    records = [r for r in log.records if r.game == "graden"][:12]
    done = Survey([{}, read_groups(MAP)], ["durchmarsch", "plauderer"])
    list(done.run(argument_pieces(records, GAMES["graden"], None, {}, list)))
    tree = parsed(bidding_page(done, "From a log."))
    assert "What was bid, and what should have been" in tree.text()
    drawn = [i for d in tree.all("div") if d.attributes.get("class") == "stack" for i in d.all("i")]
    shown = sum(int(i.attributes["title"].rpartition(": ")[2]) for i in drawn)
    played = done.figures().filter(figure="played")
    assert shown == played["count"].sum() > 0


@pytest.mark.usefixtures("argued")
def test_perfect_bidders_are_on_the_page() -> None:
    done = Survey([{}, read_groups(MAP)], par=True)
    list(done.run(argument_pieces(TOPS, GAMES["graden"], "W", {}, list)))
    text = parsed(bidding_page(done, "One deal.")).text()
    assert "What do four perfect bidders end in?" in text
    assert "Königmord100%" in text
    assert "third+210.0" in text


def test_two_games_are_told_apart() -> None:
    done = Survey([{}, read_groups(MAP)], ["bettler"])
    list(done.run(argument_pieces(TOPS, GAMES["graden"], "W", {}, list)))
    list(done.run(random_pieces(GAMES["bauernschnapsen"], 5, 1, {"bettler_value": "4"})))
    tree = parsed(bidding_page(done, "Of two games."))
    assert [a.text() for a in tree.all("a")] == ["Königrufen (Graden)", "Bauernschnapsen (bettler_value=4)"]
    assert {a.attributes["href"][1:] for a in tree.all("a")} == {
        h.attributes["id"] for h in tree.all("h2") if "id" in h.attributes
    }


def test_deals_of_one_game_by_two_sets_of_rules_are_told_apart() -> None:
    done, game = Survey([{}, read_groups(MAP)], examples=True), GAMES["bauernschnapsen"]
    for rules in ({}, {"bettler_value": "4"}):
        list(done.run(random_pieces(game, 5, 1, rules)))
    assert done.firsts is not None
    plain, other = done.firsts.sort("contract").partition_by("rules", maintain_order=True)
    assert {*plain["rules"], *other["rules"]} == {None, "bettler_value=4"}
    assert plain["contract"].to_list() == other["contract"].to_list()
    divs = parsed(bidding_page(done, "By two sets of rules.")).all("div")
    assert sum(d.attributes.get("class") == "deal" for d in divs) == plain.height + other.height


def test_a_diagram_of_hands() -> None:
    deal = Deal.parse(TOPS)
    assert parsed(hand_diagram_html(deal.mask(Seat.N))).text() == "♠\ufe0eJ T 9♥\ufe0eJ T 9♦\ufe0e–♣\ufe0e–"
    tree = parsed(deal_diagram_html(deal, 4, Seat.S))
    hands = {d.attributes["class"]: d.text() for d in tree.all("div") if d.all("h4") and d.name == "div"}
    assert hands["n"] == "North♠\ufe0eJ T 9♥\ufe0eJ T 9♦\ufe0e–♣\ufe0e–"
    assert hands["s declarer"] == "South♠\ufe0eA K Q♥\ufe0eA K Q♦\ufe0e–♣\ufe0e–"
    red = [b.text()[0] for b in tree.all("b") if b.attributes["class"] == "red"]
    assert red == ["♥", "♦"] * 4
    assert coloured_suits("call ♥T & ♠A") == (
        "call <span class=red>♥\ufe0e</span>T &amp; <span class=black>♠\ufe0e</span>A"
    )


def test_a_talon_lies_in_the_middle() -> None:
    deal = Deal((0x3F << 2, 0x3F << 10, 0x3F << 18, 0), 0x7 << 26)
    tree = parsed(deal_diagram_html(deal, 3))
    assert [h.text() for h in tree.all("h4")] == ["North", "East", "South", "Talon"]


def test_bars_are_as_long_as_their_shares() -> None:
    rows = [("Gang", [Bar(0.25, 0.2, 0.3), Bar(None)]), ("Rufer", [Bar(0.0, 0.0, 0.1)])]
    tree = parsed(bars(rows, ["main"]))
    assert [i.attributes["style"] for i in tree.all("i")] == ["width:25%"]
    assert [u.attributes["style"] for u in tree.all("u")] == ["left:20%;width:10%", "left:0%;width:10%"]
    assert "Gang25.0%" in tree.text()


def test_columns_reach_the_top_once() -> None:
    tree = parsed(
        grouped_column_chart([("0", [0.1, 0.4]), ("+40", [0.2, 0.0])], {"some": "main", "first": "second"})
    )
    heights = [re.findall(r"height:([\d.]+)%", i.attributes["style"])[0] for i in tree.all("i")]
    assert list(map(float, heights)) == [25, 100, 50, 0]


def test_stacks_share_a_row_by_count() -> None:
    tree = parsed(stacks([("Bettler", [3, 0, 1])], {"made": "good", "gift": "lucky", "lost": "bad"}))
    styles = [i.attributes["style"] for i in tree.all("i")]
    assert styles == ["flex:3;--c:var(--good)", "flex:1;--c:var(--bad)"]


def test_cells_of_a_map_say_how_sure_they_are() -> None:
    cells = {(0, 2): (0.004, 1000), (0, 3): (1.0, 3), (1, 2): (0.999, 1000)}
    tree = parsed(heat_map("Gang", "Aces ↓<br>longest →", {0: "0", 1: "1"}, {2: "2", 3: "3"}, cells))
    assert [td.text() for td in tree.all("td")] == ["<1%", "100%", ">99%", "·"]
    assert [td.attributes.get("class") for td in tree.all("td")] == [None, "on few", "on", "none"]


@pytest.mark.usefixtures("argued")
def test_a_hand_that_sweeps_by_itself() -> None:
    # In the K-order, A K Q of two suits take all six tricks, whoever holds the other cards. This hand cannot
    # lose every trick.
    answers = odds("AKQ.AKQ..", samples=40, seed=1, leads=True, games=0)
    tree = parsed(hand_page(answers, "40 layouts."))
    assert tree.all("h1")[0].text() == "♠AKQ ♥AKQ"
    facts = [f.text() for f in tree.all("div") if f.attributes.get("class") == "fact"]
    assert facts[1:] == ["Königmordpays most on average", "+210.0chips on average", "100%of layouts make it"]
    sections = {s.all("h2")[0].text(): s for s in tree.all("section")}
    made = sections["How often is it made?"].all("div")
    bettler = next(b for b in made if b.text().startswith("Bettler0%"))
    assert bettler.all("i") == []
    paid = {b.all("div")[0].text(): b for b in sections["What does it pay?"].all("div")
            if b.attributes["class"] == "bar"}  # fmt: skip
    assert paid["Königmord"].text() == "Königmord+210.0"
    assert paid["Königmord"].all("i")[0].attributes["style"] == "left:50%;width:50%"
    assert paid["Bettler"].text() == "Bettler-90.0"
    calls = {c.all("caption")[0].text(): c for c in sections["Which card to call?"].all("table")}
    # No own card can be called (·). A call of any other card except a Ten gives the K-order. In the K-order,
    # the contract is made with any partner: 100%.
    cells = [td.text() for td in calls["Durchmarsch"].all("td")]
    assert cells[:3] == cells[6:9] == ["·"] * 3
    tens = cells[4::6]
    assert [c for i, c in enumerate(cells) if i % 6 != 4 and c != "·"] == ["100%"] * 14
    assert len(tens) == 4
    leads = {c.all("caption")[0].text(): c for c in sections["Which card to lead?"].all("table")}
    koenigmord = [td.text() for td in leads["Königmord"].all("td")]
    assert koenigmord == ["100%"] * 3 + ["·"] * 3 + ["100%"] * 3 + ["·"] * 15


def test_a_hand_without_answers_has_no_page() -> None:
    with pytest.raises(ValueError, match="no contract"):
        hand_page([])


def test_gains_go_right_and_losses_left() -> None:
    tree = parsed(signed_bars([("Gang", 27.0), ("Bettler", -54.0), ("Rufer", 0.0)]))
    assert [i.attributes["style"] for i in tree.all("i")] == ["left:50%;width:25%", "right:50%;width:50%"]
    assert [d.text() for d in tree.all("div") if d.attributes["class"] == "num"] == ["+27.0", "-54.0", "+0.0"]


def test_the_page_of_a_hand_is_about_open_cards() -> None:
    """The page recommends the bid that pays most with open cards. Another bid pays most at the table."""
    answers = odds("KQ9.JT.9.", contracts=["bettler", "durchmarsch"], games=400, look=20)
    assert [answer.contract.id for answer in answers] == ["bettler", "durchmarsch"]
    tree = parsed(hand_page(answers))
    best_bid = next(box.text() for box in tree.all("b") if "calling" in box.text())
    assert best_bid.startswith("Durchmarsch, calling")
    assert "What the contracts pay at the table" in tree.text()


def test_odds_write_their_page(tmp_path: Path) -> None:
    asked = ["odds", "AKQ.AKQ..", "--contract", "koenigmord", "--known", "N=HJ", "--json"]
    said = run(*asked, "--report", tmp_path / "hand.html")
    assert said.rows == run(*asked).rows
    tree = parsed((tmp_path / "hand.html").read_text(encoding="utf-8"))
    assert tree.all("h1")[0].text() == "♠AKQ ♥AKQ"
    assert "Known of the others: N holds .J.." in tree.text()


def test_the_book_knows_one_call_only() -> None:
    text = parsed(hand_page(odds("AKJ.AQ.T.", games=0))).text()
    assert "Which card to call?" not in text
    assert "--samples shows the odds of every card" in text
    assert "best choice in each layout" in text


def test_the_report_of_a_log_names_players_and_the_cards_that_lost_most(tmp_path: Path) -> None:
    """The report names the same players and cards as an analysis of the log."""
    log, out = tmp_path / "evening.kpn", tmp_path / "s.html"
    play = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCQ CK SQ H9\nST DQ HK DJ\nHQ HJ HA HT\n"
    log.write_text(
        '[Game "graden"]\n[West "Anna"]\n[North "Berta"]\n\n[Board "7"]\n[Contract "durchmarsch"]\n'
        f'[Declarer "W"]\n[Called "SA"]\n[Play "W"]\n{play}',
        encoding="utf-8",
    )
    assert run("stats", log, "--report", out).status == 0
    rows = run("analyze", log, "--json", "--cards").rows
    worst = max(rows, key=lambda row: row["cost"] or 0)
    assert worst["player"] == "Anna" and worst["cost"] > 0
    tables = [
        [[cell.text() for cell in row.all("td")] for row in table.all("tr")[1:]]
        for table in parsed(out.read_text(encoding="utf-8")).all("table")
    ]
    lost = next(rows for rows in tables if rows and len(rows[0]) == 7 and rows[0][0] == "7")
    assert lost[0][2:4] == [f"{worst['trick']}.{worst['turn']}", "Anna"]
    assert lost[0][4][1:] == worst["card"][1:] and lost[0][6] == str(worst["cost"])
    players = next(rows for rows in tables if rows and rows[0][0] == "Anna")
    assert [row[0] for row in players] == ["Anna", "Berta"] and players[0][2:4] == ["1", "1"]


def test_groups_and_conditions_come_first_on_the_page() -> None:
    where = read_condition("bidder = 1 AND aces >= 1", hand_scope())
    by = read_groups(["aces", "SA"])
    done = Survey([{}, by, read_groups(MAP)], ["durchmarsch", "bettler"], where=where)
    list(done.run(random_pieces(GAMES["graden"], 400, 1, {})))
    tree = parsed(bidding_page(done, "Random deals.", tuple(by)))
    text = tree.text()
    condition = "bidder = 1 AND aces >= 1"
    assert f"Only declarers whose hands fulfil this condition are counted: {condition}" in text
    hands = done.figures().filter(figure="units", who="seat")["count"].item()
    assert f"{hands:,}hands where {condition}" in text
    assert text.index("By Aces and SA") < text.index("How often can it be made?")
    # The page has a heat map for each contract. Rows are numbers of Aces, columns are no and yes (for SA).
    # Each cell shows the share of the figure.
    figures = done.figures(tuple(by)).filter(figure="makeable", who="seat", contract="durchmarsch")
    expected = {(row["aces"], row["SA"]): row for row in figures.to_dicts()}
    heat = next(t for t in tree.all("table") if "Durchmarsch" in t.text() and "SA" in t.text())
    assert [cell.text() for cell in heat.all("th")][1:3] == ["no", "yes"]
    titles = [cell.attributes["title"] for cell in heat.all("td") if "title" in cell.attributes]
    assert titles == [
        f"{percent(row['share'])} of {row['units']:,} hands"
        for _, row in sorted(expected.items())
    ]


def test_one_group_is_drawn_as_bars_with_their_intervals() -> None:
    by = read_groups(["aces + tens AS honours"])
    done = Survey([{}, by, read_groups(MAP)], ["durchmarsch"])
    list(done.run(random_pieces(GAMES["graden"], 200, 1, {})))
    text = parsed(bidding_page(done, "Random deals.", tuple(by))).text()
    section = text.split("By honours")[1].split("How often can it be made?")[0]
    for row in done.figures(tuple(by)).filter(figure="makeable", who="seat").to_dicts():
        assert f"{row['honours']} ({row['units']:,}){percent(row['share'])}" in section
