"""The page describes results, mistakes and notes correctly, and legends explain its signs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import settle

from kranalyze import read_kpn
from kranalyze.games import GAMES
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}
RECORDS = read_kpn(EVENING).records
BLOCKS = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]


def plain(text: str) -> str:
    """Return a text with single spaces, and with the ASCII minus sign instead of the typographic one."""
    return re.sub(r"\s+", " ", text).replace("\N{MINUS SIGN}", "-").strip()


# ---- results


def test_a_game_without_a_declarer_shows_what_everybody_got(visit: Visit, evening: Path) -> None:
    """The row of a game without a declarer shows the amounts of all players.

    The row has neither a verdict nor the sum of a declarer. If the list is filtered by a player, the row
    shows the sum of this player instead.
    """
    numbers = [i for i, record in enumerate(RECORDS) if record.declarer is None and record.score]
    assert numbers
    page = visit(evening, **PHONE)
    for number in numbers:
        record = RECORDS[number]
        assert record.score is not None
        pairs = zip(record.names, record.score, strict=True)
        wanted = ", ".join(f"{name} {amount:+d}" if amount else f"{name} 0" for name, amount in pairs)
        assert plain(page.locator(f"#game-{number} .payment").inner_text()) == wanted
    number = numbers[0]
    name, amount = RECORDS[number].names[1], (RECORDS[number].score or ())[1]
    page.select_option("#filter-player", name)
    assert page.locator(f"#game-{number} .payment").count() == 0
    assert plain(page.locator(f"#game-{number} .sum").inner_text()).startswith(f"{amount:+d}")


# ---- small mistakes


@pytest.fixture(scope="module")
def judged(folder: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Return a page with single-dummy verdicts, and the rows of the judged cards of its games."""
    log, out = folder / "signs.kpn", folder / "signs.html"
    log.write_text("\n\n".join(BLOCKS[:24]), encoding="utf-8")
    assert run("analyze", log, "--single-dummy", "--no-bids", "--report", out).status == 0
    return out, run("analyze", log, "--single-dummy", "--no-bids", "--json", "--cards").rows


def test_a_mistake_that_gave_away_little_is_called_small(
    visit: Visit, judged: tuple[Path, list[dict[str, Any]]]
) -> None:
    """A mistake is small if it cost less than a tenth of the contract's value.

    The cost is the single-dummy cost: the mean over the layouts that were possible for the player.
    """
    file, rows = judged
    page = visit(file, **PHONE)
    at: dict[int, int] = defaultdict(int)
    words = set()
    for row in rows:
        number, index = row["record"], at[row["record"]]
        at[number] += 1
        if row["sd_verdict"] != "mistake":
            continue
        value = next(one.value for one in GAMES[row["game"]].contracts if one.id == row["contract"])
        word = "Ein kleiner Fehler" if row["sd_cost"] < value / 10 else "Ein Fehler"
        words.add(word)
        page.evaluate("(place) => { location.hash = place; }", f"#g={number + 1}&at={index}")
        page.wait_for_selector(f"#at[data-at='{index}']")
        settle(page)
        assert page.locator("#judged b").inner_text() == word, row
    assert len(words) == 2


def test_the_list_calls_mistakes_as_the_game_does(
    visit: Visit, judged: tuple[Path, list[dict[str, Any]]]
) -> None:
    """The verdict on a game's dearest card is the same in the list and in the view of the game."""
    page = visit(judged[0], **PHONE)
    seen = set()
    for number in range(24):
        worst = page.locator(f"#game-{number} .worst").inner_text()
        verdict = next((word for word in ("Ein kleiner Fehler", "Ein Fehler", "Pech") if word in worst), None)
        if verdict is None:
            continue
        page.locator(f"#game-{number}").tap()
        settle(page)
        assert page.locator("#judged b").inner_text() == verdict
        seen.add(verdict)
        page.locator("#to-front").tap()
        settle(page)
    assert len(seen) >= 2


# ---- notes of simulated games

#: Options of ``simulate``. With these options the notes have every sentence that a note may have.
SIMULATED = [
    ("--look", "1"),
    ("--look", "N=1,E=2,S=3,W=4", "--slips", "E=0.005"),
    ("--look", "2", "--bid-means", "open"),
]


@pytest.mark.parametrize("options", SIMULATED, ids=["table", "slips", "open"])
@pytest.mark.parametrize("game", ["graden", "anrufen"])
def test_notes_of_simulated_games_are_german(
    visit: Visit, folder: Path, game: str, options: tuple[str, ...]
) -> None:
    """The German note has every number of the English note, and none of its English words."""
    log, out = folder / "notes.kpn", folder / "notes.html"
    made = run("simulate", "--game", game, "-n", "2", "--seed", "7", *options)
    assert made.status == 0, made.err
    log.write_text(made.out, encoding="utf-8")
    assert run("analyze", log, "--no-best", "--report", out).status == 0
    english = visit(out, "#g=1", **PHONE | {"lang": "en-GB"}).locator(".note").all_inner_texts()
    german = visit(out, "#g=1", **PHONE).locator(".note").all_inner_texts()
    assert len(english) == len(german) >= 1
    for one, other in zip(english, german, strict=True):
        assert re.findall(r"\d+(?:\.\d+)?", one) == re.findall(r"\d+(?:\.\d+)?", other.replace(",", "."))
        same = set(re.findall(r"[A-Za-z]{3,}", one)) & set(re.findall(r"[A-Za-z]{3,}", other))
        assert same <= {"West"}, other


def test_notes_that_players_wrote_stay_as_they_are(visit: Visit, folder: Path) -> None:
    log, out = folder / "own-note.kpn", folder / "own-note.html"
    note = "East looks at 7 cards. Simulated with care."
    log.write_text(BLOCKS[0].replace("[Event", f"; {note}\n[Event", 1), encoding="utf-8")
    assert run("analyze", log, "--no-best", "--report", out).status == 0
    assert note in " ".join(visit(out, "#g=1", **PHONE).locator(".note").all_inner_texts())


# ---- legends


@pytest.mark.parametrize("lang", ["de-AT", "en-GB"])
@pytest.mark.parametrize(("place", "legend"), [("", "#list-legend"), ("#g=2&at=3", "#table-legend")])
def test_a_legend_stays_unfolded(visit: Visit, evening: Path, place: str, legend: str, lang: str) -> None:
    """A legend explains every sign in words. An unfolded legend stays open when the page is drawn again."""
    page = visit(evening, place, **PHONE | {"lang": lang})
    assert not page.locator(f"{legend} dl").is_visible()
    page.locator(f"{legend} summary").tap()
    assert page.locator(f"{legend} dl").is_visible()
    rows = page.locator(f"{legend} dd").all_inner_texts()
    assert len(rows) == len(set(rows)) == page.locator(f"{legend} dt").count() >= 5
    assert all(len(words.split()) > 1 for words in rows)
    page.locator("#deck").tap()
    settle(page)
    assert page.locator(f"{legend} dl").is_visible()


# ---- who gave away what


def test_the_first_view_tells_mistakes_and_bids_apart(visit: Visit, folder: Path) -> None:
    """The first view lists for each player what mistakes gave away, and what bad bids gave away.

    Mistakes are a part of what was given away in the play. Bad bids come on top. The amounts are those of
    ``analyze``. Players without mistakes, or without bad bids, are left out of the list.
    """
    log, out = folder / "apart.kpn", folder / "apart.html"
    games = [game for game in BLOCKS if '[Game "graden"]' in game][:12]
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("analyze", log, "--single-dummy", "--report", out).status == 0
    rows = run("analyze", log, "--single-dummy", "--json", "--cards").rows
    wanted: dict[str, int] = defaultdict(int)
    for row in rows:
        if row["table"] == "cards":
            wanted[row["player"]] += row["cost"] * (row["sd_verdict"] == "mistake")
    wanted = {name: amount for name, amount in wanted.items() if amount}
    page = visit(out, **PHONE)
    lines = page.locator("#given-away .by-mistake").all_inner_texts()
    assert [line.split(":")[0] for line in lines] == ["davon durch Fehler", "dazu durch falsche Ansagen"]
    parts = [part.rsplit(" ", 1) for part in lines[0].split(": ")[1].split(", ")]
    assert {name: int(amount) for name, amount in parts} == wanted and sum(wanted.values()) > 0
    amounts = [int(amount) for _, amount in parts]
    assert amounts == sorted(amounts, reverse=True)
    page.locator("#all-columns").tap()
    names = page.locator(".players tbody bdi").all_inner_texts()
    cells = page.locator(".players td[data-column=badBids]").all_inner_texts()
    bids = {name: cell for name, cell in zip(names, cells, strict=True) if cell != "0"}
    assert 0 < len(bids) < len(names)
    assert dict(part.rsplit(" ", 1) for part in lines[1].split(": ")[1].split(", ")) == bids


def test_a_hopeless_game_that_could_be_made_in_between_says_so(
    visit: Visit, judged: tuple[Path, list[dict[str, Any]]]
) -> None:
    """If a defender's mistake made a hopeless contract makeable for a while, the list says so.

    The declarer's side then lost the contract again by a mistake of its own.
    """
    page = visit(judged[0], **PHONE)
    games: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in judged[1]:
        games[row["record"]].append(row)
    found = set()
    for number, cards in games.items():
        text = page.locator(f"#game-{number} .how").inner_text()
        if "aussichtslos" not in text:
            continue
        turned = any(card["guarantee_before"] > 0 > card["guarantee_after"] and card["role"] == "defender"
                     for card in cards)  # fmt: skip
        assert ("zwischendurch zu gewinnen" in text) == turned, number
        found.add(turned)
    assert found


# ---- what is shared


def test_the_words_of_a_shared_game_at_its_end(visit: Visit, evening: Path) -> None:
    """The text that is shared with a picture states the amount that each player got."""
    page = visit(evening, "#g=2&at=24", **PHONE)
    page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ text }) => { window.sharedText = text; };
    }""")
    page.locator("#share-picture").tap()
    settle(page)
    record = RECORDS[1]
    assert record.settlement is not None
    words = plain(page.evaluate("window.sharedText"))
    assert words == ", ".join(f"{n} {a:+d}" for n, a in zip(record.names, record.settlement, strict=True)) + (
        " (Chips). Simulierter Abend 1."
    )


def test_another_contract_is_not_said_to_have_been_played(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2", **PHONE)
    assert not page.locator("#title").inner_text().count("Was wäre, wenn")
    page.select_option("#ask-contract", "bettler")
    page.select_option("#ask-declarer", "1")
    page.locator("#ask-solve").tap()
    settle(page)
    assert "Was wäre, wenn: Bettler" in page.locator("#title").inner_text()


def test_a_filter_for_a_player_says_whose_amounts_are_shown(visit: Visit, evening: Path) -> None:
    page = visit(evening, **PHONE)
    page.select_option("#filter-player", "Gustl")
    assert "Die Beträge sind die von Gustl." in page.locator("#games .filter-on").inner_text()
    page.select_option("#filter-player", "")
    page.select_option("#filter-verdict", "made")
    assert "Beträge" not in page.locator("#games .filter-on").inner_text()
