"""The first view of a log on a phone says who gave away most, and keeps its verdicts after a reload."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from test_trainer import wait_for_all_lessons

from kranalyze import read_kpn
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.games import GAMES
from kranalyze.texts.names import german_names
from kranalyze.version import VERSION
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}
BLOCKS = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]
ROLES = ("declarer", "partner", "defender", "alone")


def write_page(folder: Path, name: str, games: list[str]) -> Path:
    """Write the page of logged games."""
    log, out = folder / f"front-{name}.kpn", folder / f"front-{name}.html"
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("analyze", log, "--no-best", "--report", out).status == 0
    return out


def open_anew(page: Any) -> None:
    """Reload the page."""
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")


def figures(page: Any) -> dict[str, list[str]]:
    """Return the mistakes and the bad luck of each player, as shown in the table of players."""
    rows: dict[str, list[str]] = page.locator(".players tbody tr").evaluate_all("""(rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector("bdi").textContent,
        ["mistake", "unlucky"].map((key) => row.querySelector(`[data-column=${key}]`)?.textContent)]))""")
    return rows


def test_judged_mistakes_stay_after_a_reload(visit: Visit, folder: Path) -> None:
    """After a reload a judged player keeps the verdicts, and no card is judged again.

    Other players have no verdicts yet.
    """
    games = [game for game in BLOCKS if '[Game "graden"]' in game][:3]
    page = visit(write_page(folder, "kept", games), **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Gustl").tap()
    wait_for_all_lessons(page)
    lessons = page.locator(".lesson-row").count()
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    judged = figures(page)
    assert all(cell.isdecimal() for cell in judged["Gustl"])
    assert {tuple(cells) for name, cells in judged.items() if name != "Gustl"} == {("–", "–")}
    open_anew(page)
    assert figures(page) == judged
    page.evaluate("""() => {
      const post = Worker.prototype.postMessage;
      window.questions = [];
      Worker.prototype.postMessage = function (message, ...rest) {
        window.questions.push(JSON.stringify(message).slice(0, 60));
        return post.call(this, message, ...rest);
      };
    }""")
    page.locator("#my-mistakes").tap()
    page.locator("#progress").wait_for()
    assert page.locator("#progress [role=status]").count() == 0
    assert page.locator(".lesson-row").count() == lessons > 0
    assert not [words for words in page.evaluate("window.questions") if "advise" in words or "Bid" in words]


def judge(page: Any, name: str) -> None:
    """Open *My mistakes* from the list, choose a player, and wait for the verdicts."""
    page.locator("#my-mistakes").tap()
    if page.locator("#someone-else").count():
        page.locator("#someone-else").tap()
    page.locator("#names button", has_text=name).tap()
    page.locator("#progress").wait_for()
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=120_000)


def listed_cards(page: Any) -> set[tuple[int, int, str]]:
    """Return game, index and verdict of the cards in the list of mistakes."""
    rows = page.locator(".lesson-row[data-kind=card]").evaluate_all("""(rows) =>
      rows.map(({ dataset: { game, at, verdict } }) => [Number(game), Number(at), verdict])""")
    return {(game, at, verdict) for game, at, verdict in rows}


def test_pasted_games_have_lessons_for_every_player(visit: Visit, folder: Path, table: Path) -> None:
    """For two players in turn the page lists the cards that ``analyze --single-dummy`` lists.

    The sums of the two players stay after a reload.
    """
    log = folder / "front-pasted.kpn"
    log.write_text("\n\n".join([BLOCKS[16], BLOCKS[28]]), encoding="utf-8")
    cards = run("analyze", log, "--single-dummy", "--no-bids", "--json", "--cards").rows
    wanted: dict[str, set[tuple[int, int, str]]] = defaultdict(set)
    at: dict[int, int] = defaultdict(int)
    for row in cards:
        game = int(row["record"])
        if row["cost"] or row["sd_verdict"]:
            wanted[row["player"]].add((game, at[game], row["sd_verdict"] or ""))
        at[game] += 1
    mistakes = Counter(name for name in wanted for *_, verdict in wanted[name] if verdict == "mistake")
    (first, _), (second, _) = mistakes.most_common(2)
    page = visit(table, **PHONE)
    page.evaluate("localStorage.clear()")
    page.fill("#kpn", log.read_text(encoding="utf-8"))
    page.locator("#kpn-read").tap()
    page.locator("#my-mistakes").wait_for()
    for name in (first, second):
        judge(page, name)
        assert listed_cards(page) == wanted[name]
        page.locator("#to-front").tap()
        page.locator("#players-table").wait_for()
    judged = figures(page)
    assert "0" not in (judged[first][0], judged[second][0])
    open_anew(page)
    assert figures(page) == judged


#: JavaScript that returns the stored verdicts: pairs of the name of an entry and its value.
STORED = """() => Object.entries(localStorage).map(([name, text]) => [name, JSON.parse(text)])
  .filter(([, value]) => value?.known || value?.turns)"""


def test_a_sum_says_that_games_are_not_judged_yet(visit: Visit, folder: Path) -> None:
    """While a player has a card without a verdict, the page marks the player's sums as provisional.

    The sums are those of mistakes and of bad luck.
    """
    out = write_page(folder, "half", [BLOCKS[8], BLOCKS[14]])
    page = visit(out, **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    judge(page, "Gustl")
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    whole = figures(page)["Gustl"]
    assert whole[0].isdecimal() and int(whole[0]) > 0
    for name, value in page.evaluate(STORED)[:1]:
        right = next(entry for entry in value["known"] if entry[1] == "")
        value["known"].remove(right)
        page.evaluate("([name, value]) => localStorage.setItem(name, JSON.stringify(value))", [name, value])
    open_anew(page)
    assert figures(page)["Gustl"] == [f"bisher {cell}" for cell in whole]
    page.locator("#language").tap()
    assert figures(page)["Gustl"] == [f"so far {cell}" for cell in whole]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    judge(page, "Gustl")
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    assert figures(page)["Gustl"] == whole


def test_stored_verdicts_belong_to_a_version_and_are_few(visit: Visit, folder: Path) -> None:
    """Verdicts of another version are removed. The storage keeps the verdicts of the 240 newest games."""
    game = next(game for game in BLOCKS if '[Game "graden"]' in game)
    page = visit(write_page(folder, "stored", [game]), **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    judge(page, "Gustl")
    [[own, verdicts]] = page.evaluate(STORED)
    assert VERSION in own
    page.locator("#to-front").tap()
    judged = figures(page)
    assert judged["Gustl"] != ["–", "–"]
    page.evaluate("""([own, verdicts]) => {
      for (let i = 1; i <= 300; i++)
        localStorage.setItem(`${own}${i}`, JSON.stringify({ ...verdicts, saved: verdicts.saved - i }));
    }""", [own, verdicts])  # fmt: skip
    open_anew(page)
    assert {name for name, _ in page.evaluate(STORED)} == {own, *(f"{own}{i}" for i in range(1, 240))}
    assert figures(page) == judged
    page.evaluate("localStorage.clear()")
    page.evaluate("([name, value]) => localStorage.setItem(name, JSON.stringify(value))",
                  [own.replace(VERSION, "0.0.9"), verdicts])  # fmt: skip
    page.evaluate("localStorage.setItem('kranalyze.name', '\"Gustl\"')")
    open_anew(page)
    assert figures(page)["Gustl"] == [None, None]
    assert page.evaluate("Object.keys(localStorage)") == ["kranalyze.name"]


def test_verdicts_of_another_unit_are_not_taken(visit: Visit, folder: Path) -> None:
    """Two games with the same cards but different units do not share their verdicts."""
    game = next(game for game in BLOCKS if '[Game "rufmariasch"]' in game and "[Rules " not in game)
    [name] = re.findall(r'\[South "(.*)"\]', game)
    page = visit(write_page(folder, "unit-1", [game]), **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    judge(page, name)
    [[_, verdicts]] = page.evaluate(STORED)
    assert verdicts["known"]
    without_score = re.sub(r'\[Score "[^"]*"\]\n', "", game)
    other = without_score.replace('[Game "rufmariasch"]', '[Game "rufmariasch"]\n[Rules "unit=2"]')
    page = visit(write_page(folder, "unit-2", [other]), **PHONE)
    assert "Fehler" not in page.locator("#players-table").inner_text()


def test_a_page_without_room_for_verdicts_judges(visit: Visit, folder: Path) -> None:
    """A full or forbidden storage does no harm: the verdicts last as long as the page is open."""
    game = next(game for game in BLOCKS if '[Game "graden"]' in game)
    out = write_page(folder, "full", [game])
    for script in (
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'No'); } })",
    ):
        page = visit(out, **PHONE)
        page.evaluate("localStorage.clear()")
        open_anew(page)
        page.evaluate(f"() => {{ {script} }}")
        judge(page, "Gustl")
        page.locator("#to-front").tap()
        page.locator("#players-table").wait_for()
        assert all(cell.isdecimal() for cell in figures(page)["Gustl"])


def test_the_front_says_who_gave_away_most(visit: Visit, evening: Path) -> None:
    """Each unit has a line, with the amounts that players gave away in all games of this unit.

    The greatest amount is first. A player who gave away nothing is not in the line.
    """
    totals: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in run("analyze", EVENING, "--json", "--players").rows:
        unit = german_names()["names"].get(GAMES[row["game"]].unit, GAMES[row["game"]].unit)
        totals[unit][row["player"]] += sum(row[f"cost_{role}"] or 0 for role in ROLES)
    totals = {unit: {name: n for name, n in players.items() if n} for unit, players in totals.items()}
    assert all(totals.values())
    page = visit(evening, **PHONE)
    lines = dict(page.locator("#given-away li").evaluate_all("""(lines) => lines.map((line) =>
      [line.querySelector("b").textContent, [...line.querySelectorAll("span")].map((span) =>
        [span.querySelector("bdi").textContent, Number(span.querySelector("i").textContent)])])"""))
    assert {unit: dict(players) for unit, players in lines.items()} == totals
    assert len(lines) > 1
    for players in lines.values():
        amounts = [amount for _, amount in players]
        assert amounts == sorted(amounts, reverse=True)
    assert "Wer hat am meisten verschenkt?" in page.locator("#given-away").inner_text()


def test_the_front_says_who_won(visit: Visit, evening: Path) -> None:
    """A line for each kind of game has the sums of all players' settlements, the greatest first."""
    sums: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in run("analyze", EVENING, "--json", "--games").rows:
        for seat in "nesw":
            if row[f"player_{seat}"] is not None:
                amount = row[f"settlement_{seat}"]
                amount = row[f"score_{seat}"] if amount is None else amount
                sums[row["game"]][row[f"player_{seat}"]] += amount or 0
    names = german_names()["names"]
    expected = {names.get(GAMES[game].name, GAMES[game].name): dict(players)
                for game, players in sums.items() if any(players.values())}  # fmt: skip
    page = visit(evening, **PHONE)
    found = page.locator("#winners li").evaluate_all("""(lines) => lines.map((line) =>
      [line.querySelector("b").textContent, [...line.querySelectorAll("span")].map((one) =>
        [one.querySelector("bdi").textContent, one.querySelector("b").textContent])])""")
    shown = {game: {name: int(n.replace("\u2212", "-")) for name, n in players} for game, players in found}
    assert shown == expected
    assert len(shown) > 3
    for players in shown.values():
        assert list(players.values()) == sorted(players.values(), reverse=True)


def amounts(words: str) -> list[int]:
    """Return the signed numbers in a text of the page."""
    return [int(number.replace("\u2212", "-")) for number in re.findall(r"[+\u2212]\d+", words)]


def test_the_list_shows_who_won(visit: Visit, folder: Path) -> None:
    """A row shows the declarer's settlement, and says whether the game was won or lost.

    If the user has chosen a player, the row shows the settlement of this player instead.
    """
    log, out = folder / "front-won.kpn", folder / "front-won.html"
    games = [game for game in BLOCKS if "[Declarer " in game and '[Game "graden"]' in game][:8]
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    page = visit(out, **PHONE)
    results = set()
    for number, game in enumerate(games):
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', game))
        scores = dict(part.split(":") for part in tags["Score"].split())
        amount = int(scores[tags["Declarer"]])
        words = page.locator(f"#game-{number}").inner_text()
        assert amounts(words) == [amount]
        assert ("gewonnen" in words, "verloren" in words) == (amount > 0, amount < 0)
        results.add(amount > 0)
    assert results == {True, False}
    page.select_option("#filter-player", "Gustl")
    for row in page.locator(".game-row").all():
        number = int((row.get_attribute("id") or "").removeprefix("game-"))
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', games[number]))
        seat = next(seat for seat in ("North", "East", "South", "West") if tags[seat] == "Gustl")
        scores = dict(part.split(":") for part in tags["Score"].split())
        assert amounts(row.inner_text()) == [int(scores[seat[0]])]


def test_every_trick_has_its_winner(visit: Visit, folder: Path) -> None:
    """In a log that is not analysed, the list of tricks names the winner: the seat that leads next."""
    log, out = folder / "front-tricks.kpn", folder / "front-tricks.html"
    log.write_text(BLOCKS[0], encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    [record] = read_kpn(log).records
    leaders = [record.play[at].seat for at in range(4, len(record.play), 4)]
    takers = visit(out, **PHONE | {"width": 1200}).locator(".tricks .taker").all_inner_texts()
    assert takers[: len(leaders)] == [str(record.names[seat])[:2] for seat in leaders]


def test_without_scores_nothing_is_drawn_of_them(visit: Visit, folder: Path) -> None:
    """Games that broke off without a score have no chart, no sums, and no empty table of amounts."""
    games = [re.sub(r'\[Score "[^"]*"\]\n', "", game) for game in BLOCKS if '[Game "graden"]' in game][:2]
    broken = [f"{game[: game.index('[Play ')]}{play_of_one_trick(game)}" for game in games]
    log, out = folder / "front-no-scores.kpn", folder / "front-no-scores.html"
    log.write_text("\n\n".join(broken), encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    page = visit(out, **PHONE)
    assert page.locator(".game-row").count() == 2
    assert page.locator("#scores").count() == page.locator(".chart").count() == 0
    other = next(game for game in BLOCKS if '[Game "russbach"]' in game)
    log.write_text("\n\n".join([*broken, other]), encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    page = visit(out, **PHONE)
    assert page.locator(".chart").count() == page.locator("#players-table").count() == 0
    assert "kein Stand" in page.locator("#scores").inner_text()
    page.locator("#kind-russbach").tap()
    assert page.locator("#players-table td.sum").count() == 4
    page.locator("#game-2").tap()
    page.locator("#outcome table").wait_for()
    page = visit(out, "#g=1", **PHONE)
    assert page.locator("#board").count() == 1
    assert page.locator("#outcome table").count() == 0


def play_of_one_trick(game: str) -> str:
    """Return the section Play of a game that broke off after its first trick."""
    head, trick, *_ = game[game.index("[Play ") :].split("\n")
    return f"{head}\n{trick}\n*\n"


def test_a_game_names_its_players(visit: Visit, evening: Path, folder: Path) -> None:
    """Title and texts of a game name the players, or the seats if the record has no names."""
    game = BLOCKS[4]
    tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', game))
    seats = {"Nord": tags["North"], "Ost": tags["East"], "Süd": tags["South"], "West": tags["West"]}
    page = visit(evening, "#g=5", **PHONE)
    titles = dict(zip("NOSW", seats, strict=True)) | {"E": "Ost"}
    declarer = titles[tags["Declarer"]]
    assert f"Durchmarsch von {seats[declarer]}, ruft" in page.locator("#title").inner_text()
    leader = titles[game[game.index("[Play ") + 7]]
    assert page.locator("#position").inner_text() == f"{seats[leader]} ist am Zug, Stich 1, Karte 1"
    places = ("#title", "#card-panel", "#outcome", ".calls")
    shown = "".join(page.locator(place).inner_text() for place in places)
    assert not [seat for seat in seats if re.search(rf"\b{seat}\b", shown)]
    options = page.locator("#ask-declarer option").all_inner_texts()
    assert options[1:] == list(seats.values())
    assert sorted(page.locator("#board .name").all_inner_texts()) == sorted(seats.values())
    nameless = re.sub(r'\[(West|North|East|South) "[^"]*"\]\n', "", game)
    page = visit(write_page(folder, "nameless", [nameless]), "#g=1", **PHONE)
    assert f"Durchmarsch von {declarer}, ruft" in page.locator("#title").inner_text()
    assert sorted(page.locator("#board .name").all_inner_texts()) == sorted(seats)


def test_a_filter_shows_and_goes_by_one_tap(visit: Visit, evening: Path) -> None:
    """If the tab of one game is chosen, a notice below the tab says that the list is filtered.

    A tap on the button of the notice shows all games again.
    """
    page = visit(evening, **PHONE)
    wanted = sum('[Game "anrufen"]' in game for game in BLOCKS)
    assert page.locator(".filter-on").count() == 0
    page.locator("#kind-anrufen").tap()
    assert page.locator(".game-row").count() == wanted
    for place in ("#scores", "#games"):
        assert f"Filter: Anrufen ({wanted} von 76)" in page.locator(f"{place} .filter-on").inner_text()
    tab = page.locator("#kind-anrufen").bounding_box()
    notice = page.locator("#scores .filter-on").bounding_box()
    assert 0 < notice["y"] - tab["y"] < 150
    page.locator("#scores .filter-on button").tap()
    assert page.locator(".filter-on").count() == 0 and page.locator(".game-row").count() == 76
    page.select_option("#filter-player", "Anna")
    page.select_option("#filter-verdict", "gift")
    notice = page.locator("#games .filter-on")
    assert notice.inner_text().startswith("Filter: Anna, geschenkt (")
    notice.locator("button").tap()
    assert page.locator(".game-row").count() == 76
    assert page.locator("#filter-player").input_value() == ""


def test_the_bundled_log_reads_well_in_german(visit: Visit, folder: Path) -> None:
    """Title and events of simulated games are German. Rows leave out an event that all rows share."""
    log, out = folder / "front-simulated.kpn", folder / "front-simulated.html"
    text = path_of_own_or_bundled("simulated-log.kpn").read_text(encoding="utf-8")
    games = [block for block in text.split("\n\n") if "[Board " in block]
    chosen = [*games[:2], *games[-2:]]
    log.write_text("\n\n".join(chosen), encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    page = visit(out, **PHONE)
    assert page.locator("h1").inner_text() == "Simulierte Spiele"
    assert "Simulierte Spiele, Startwert 69" in page.locator("#game-0").inner_text()
    assert "Simulated" not in page.locator("main").inner_text()
    page.select_option("#filter-evening", label="Simulierte Spiele, Startwert 69")
    assert page.locator(".game-row").count() == 2
    assert "Startwert" not in page.locator(".games").inner_text()
    page.locator("#game-0").tap()
    page.locator("#board").wait_for()
    assert "Simulierte Spiele, Startwert 69" in page.locator(".lead").inner_text()
    assert visit(out, **{**PHONE, "lang": "en-US"}).locator("h1").inner_text() == "Simulated games"
