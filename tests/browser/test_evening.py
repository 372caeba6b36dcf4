"""Test the page of an evening: keys step through every game. The positions equal those of ``analyze``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import SEEN, hands_of, jump, seen, settle

from kranalyze import read_kpn
from running import EVENING, run

TITLES = {"N": "North", "E": "East", "S": "South", "W": "West"}
DATA = Path(__file__).parent.parent / "data"
Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def rows() -> dict[int, list[dict[str, Any]]]:
    """Return for each game the rows of its cards, as ``analyze --json --cards`` prints them."""
    said = run("analyze", EVENING, "--json", "--cards")
    assert said.status == 0
    games = itertools.groupby(said.rows, key=lambda row: int(row["record"]))
    return {record: list(some) for record, some in games}


def compare(found: dict[str, Any], row: dict[str, Any]) -> None:
    """Compare the position before a card with the card's row."""
    assert found["next"] == row["card"], row
    assert found["mover"] == TITLES[row["seat"]]
    assert found["mark"] == (row["mark"] or "")
    if row["guarantee_before"] is None:
        return
    worth = found["worth"]
    assert max(worth.values()) == row["guarantee_before"], row
    assert worth[row["card"]] == row["guarantee_after"], row
    assert {card for card, amount in worth.items() if amount == max(worth.values())} == set(row["best"]), row
    cost = row["cost"]
    assert (f"cost {cost} " in found["played"]) if cost else ("cost nothing" in found["played"]), found


def test_it_opens_without_network_and_without_a_word(visit: Visit, evening: Path) -> None:
    page = visit(evening)
    assert page.locator(".game-row").count() == 76
    assert page.evaluate("location.protocol") == "file:"


ASKED = ("fetch('data:,x')", "fetch('https://example.org/')", "import('data:text/javascript,0')")


@pytest.mark.parametrize("asked", ASKED)
def test_whatever_might_be_asked_for_is_refused(visit: Visit, evening: Path, asked: str) -> None:
    page = visit(evening, quiet=False)
    assert page.evaluate(f"{asked}.then(() => 'done', () => 'refused')") == "refused"


def test_every_game_by_keys(visit: Visit, evening: Path, rows: dict[int, list[dict[str, Any]]]) -> None:
    """Real keys step through the first game.

    For the other games a script in the page makes the same key events, which is faster.
    """
    page = visit(evening)
    page.focus("#game-0")
    page.keyboard.press("Enter")
    games = read_kpn(EVENING).records
    walk = f"""() => {{
      const seen = {SEEN};
      const press = (key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
      const all = [];
      for (let last = -1; ; press("ArrowRight")) {{
        const now = seen();
        if (now.at === last || now.at === now.of) return all;
        all.push(now);
        last = now.at;
      }}
    }}"""
    compared = 0
    for index, record in enumerate(games):
        settle(page)
        if index == 0:
            shown = []
            for _ in record.play:
                shown.append(seen(page))
                page.keyboard.press("ArrowRight")
        else:
            shown = page.evaluate(walk)
        mine = rows.get(index, [])
        assert len(shown) == len(mine) == len(record.play)
        for found, row in zip(shown, mine, strict=True):
            compare(found, row)
            compared += 1
        settle(page)
        dealt = record.game_row.size * record.game_row.seats
        assert sum(len(cards) for cards in hands_of(page).values()) == dealt - len(record.play)
        page.keyboard.press("ArrowDown")
    assert compared == sum(len(some) for some in rows.values())
    page.keyboard.press("Home")
    assert seen(page)["at"] == 0
    page.keyboard.press("End")
    assert seen(page)["at"] == seen(page)["of"]
    page.keyboard.press("Escape")
    assert page.locator(".game-row").count() == 76


def test_it_is_there_before_the_solver(visit: Visit, evening: Path) -> None:
    """The page shows the whole log even if it cannot start a worker."""
    page = visit(evening)
    page.evaluate("window.Worker = undefined")
    page.click("#game-1")
    for _ in range(24):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(SEEN)["error"] == ""
    assert page.evaluate(SEEN)["at"] == 24


def test_the_front_names_what_was_given_away(visit: Visit, evening: Path) -> None:
    page = visit(evening)
    row = page.locator("#game-1").inner_text()
    for words in ("Durchmarsch", "Emil", "thrown away", "\u221240", "\u221280"):
        assert words in row
    page.select_option("#filter-player", "Anna")
    assert 0 < page.locator(".game-row").count() < 76
    page.select_option("#filter-player", "")
    page.select_option("#filter-verdict", "gift")
    assert all("gift" in text for text in page.locator(".game-row").all_inner_texts())


def test_what_was_left_out_in_both_languages(visit: Visit, folder: Path) -> None:
    """Below the games, the page lists every error in a hand or card, in the language of the page."""
    log, out = folder / "left-out.kpn", folder / "left-out.html"
    good = (DATA / "valid" / "whist.kpn").read_text()
    broken = [(DATA / "invalid" / f"{name}.kpn").read_text() for name in ("cards", "hands")]
    log.write_text("\n\n".join([good, *broken]))
    assert run("analyze", log, "--report", out).status == 123
    page = visit(out)
    english = [text for text in page.locator("main ul bdi").all_inner_texts() if ": error: " in text]
    page.click("#language")
    german = [text for text in page.locator("main ul bdi").all_inner_texts() if ": Fehler: " in text]
    assert len(german) == len(english) > 20
    assert [text.split(": Fehler")[0] for text in german] == [text.split(": error")[0] for text in english]


def test_what_was_left_out_in_good_german(visit: Visit, folder: Path) -> None:
    """Contracts, seats, cards and words inside an error message are German, too."""
    log, out = folder / "left-out-german.kpn", folder / "left-out-german.html"
    good = (DATA / "valid" / "whist.kpn").read_text()
    deal = '[Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]'
    broken = [
        f'[Game "graden"]\n[Dealer "W"]\n{deal}\n[Auction "N"]\nkoenigmord bettler gut gut gut\n',
        f'[Game "graden"]\n[Contract "koenigmord"]\n[Declarer "N"]\n{deal}\n[Play "N"]\nHA DK HJ H9\n',
        f'[Game "graden"]\n{deal}\n[Score "N:3"]\n',
    ]
    log.write_text("\n\n".join([good, *broken]))
    assert run("analyze", log, "--report", out).status == 123
    page = visit(out, lang="de-AT")
    found = [text.split(": Fehler: ")[-1] for text in page.locator("main ul bdi").all_inner_texts()]
    for sentence in (
        "Bettler steht nicht über Königmord", "Ost muss Herz mit einer von HK HQ bedienen",
        "kein Betrag für Ost und Süd und West",
    ):
        assert sentence in found, found


@pytest.mark.usefixtures("argued")
@pytest.mark.parametrize("asked", [(), ("--no-best",)])
def test_what_else_could_be_made_is_said_where_it_was_looked_for(
    visit: Visit, folder: Path, asked: tuple[str, ...]
) -> None:
    out = folder / f"looked-for-{len(asked)}.html"
    assert run("analyze", EVENING, "--report", out, *asked).status == 0
    words = visit(out, "#g=1&at=24").locator("#outcome").inner_text()
    assert ("Gustl could not have made any contract" in words) == (not asked)


def test_sums_of_players(visit: Visit, evening: Path) -> None:
    """The sums in the table of players equal those of ``analyze --json --players``."""
    page = visit(evening)
    rows = run("analyze", EVENING, "--json", "--players").rows
    wanted = {row["player"]: row["won"] for row in rows if row["game"] == "graden"}
    script = """() => [...document.querySelectorAll(".players tbody tr")].map((row) =>
        [row.querySelector("bdi").textContent, row.querySelector(".sum").textContent])"""
    found = {name: int(text.replace("\u2212", "-")) for name, text in page.evaluate(script)}
    assert found == wanted
    assert page.locator(".chart polyline").count() == len(wanted)


def test_the_line_that_was_missed(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2&at=4")
    settle(page)
    lines = page.locator(".missed .line li .card-sign .heard").all_text_contents()
    tricks = page.locator(".missed .line li").all_inner_texts()
    assert page.locator(".missed .line").get_attribute("start") == "2"
    assert [len(re.findall("[♠♥♦♣]", trick)) for trick in tricks] == 5 * [4]  # tricks 2 to 6
    page.click("#show-line")
    settle(page)
    # The tricks on the table have the same cards, players and winners as the listed tricks.
    moves = page.locator(".tricks .beside > div").first.locator(".move")
    assert moves.locator(".heard").all_text_contents()[4:] == lines
    page.keyboard.press("End")
    settle(page)
    assert "Emil +40" in page.locator(".standing").inner_text().replace("\n", " ")
    page.click("#back-to-game")
    assert seen(page)["of"] == 24 and page.locator("#back-to-game").count() == 0


def test_what_the_player_could_know(visit: Visit, folder: Path) -> None:
    """Shares, means and verdicts of cards, and means of bids, equal those of ``analyze --single-dummy``."""
    out = folder / "single-dummy.html"
    said = run("analyze", "single-dummy.kpn", "--single-dummy", "--report", out)
    assert said.status == 0
    rows = run("analyze", "single-dummy.kpn", "--single-dummy", "--json", "--cards").rows
    page, compared = visit(out), 0
    for game in run("analyze", "single-dummy.kpn", "--single-dummy", "--json").rows:
        if game["table"] != "games" or game["bid_mean"] is None:
            continue
        jump(page, f"#g={game['record'] + 1}")
        alone = page.locator(".alone").inner_text().replace("\u2212", "-").replace(",", "")
        for column in ("bid_mean", "bid_best_mean"):
            # The page writes +64 for +64.0.
            assert game[column] is None or f"{game[column]:+.1f}".removesuffix(".0") + " chips" in alone
        assert {"table": "for the table", "open": "for open cards"}[game["bid_means"]] in alone
        compared += 1
    assert compared > 0
    for row in rows:
        if row["sd_share"] is None:
            continue
        at = [r["card"] for r in rows if r["record"] == row["record"]].index(row["card"])
        jump(page, f"#g={row['record'] + 1}&at={at}")
        cells = page.locator(f"#known tr[data-card={row['card']}] td")
        shown, share = cells.all_inner_texts(), float(cells.first.get_attribute("data-share"))
        assert shown[0] == f"{share:.0%}" or abs(share * 100 % 1 - 0.5) < 1e-6
        mean = float(shown[1].replace(",", "").replace("\u2212", "-"))
        assert abs(share - row["sd_share"]) < 0.001 and abs(mean - row["sd_mean"]) < 0.051, row
        stars = page.locator("#known tbody tr:has(i)").evaluate_all("rows => rows.map((r) => r.dataset.card)")
        assert set(stars) == set(row["sd_best"])
        verdict = page.locator("#judged b")
        found = verdict.get_attribute("data-verdict") if verdict.count() else None
        assert found == row["sd_verdict"], row
        compared += 1
    assert compared > 3


def test_in_plauderer_all_is_known_from_trick_2_on(visit: Visit, folder: Path) -> None:
    """On board 4 of the simulated log a player knows all cards from trick 2 on.

    In trick 1 the page takes samples of layouts. After trick 1 only one layout is left.
    """
    out = folder / "plauderer.html"
    asked = ["analyze", EVENING, "--board", "4", "--single-dummy", "--no-bids"]
    assert run(*asked, "--report", out).status == 0
    page, known = visit(out), []
    for at in range(24):
        jump(page, f"#g=1&at={at}")
        if page.locator("#known").count():
            known.append((at // 4 + 1, page.locator("#known p").inner_text()))
    assert {trick for trick, _ in known} >= {1, 2}
    assert all((text == "All cards were known.") == (trick > 1) for trick, text in known)
