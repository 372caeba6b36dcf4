"""Pasted and copied KPN: errors in both languages, all games of a paste, and all their values."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import address, hands_of, paste, press, seen

from kpn_games import random_game
from kranalyze.analysis.board import Position
from kranalyze.games import GAMES
from kranalyze.kpn import Record, parse_kpn, record_text
from running import EVENING, run

Visit = Callable[..., Any]
DATA = Path(__file__).parent.parent / "data"
#: English words that no German message contains.
ENGLISH = re.compile(r"\b(the|is|of|holds?|cannot|card|hand|not|has|must|unknown|but|announces)\b")


BROKEN = sorted(path.stem for path in (DATA / "invalid").glob("*.kpn") if path.stem != "warnings")


@pytest.mark.parametrize("name", BROKEN)
def test_broken_kpn_as_the_reader_says_it(visit: Visit, table: Path, name: str) -> None:
    """The page reports the errors of ``parse_kpn`` at the same places, and in English with the same words."""
    page = visit(table)
    text = (DATA / "invalid" / f"{name}.kpn").read_text()
    errors = (str(problem) for problem in parse_kpn(text, f"{name}.kpn").errors)
    wanted = [said.split(".kpn:", 1)[1].replace(" error:", "") for said in errors]
    assert paste(page, text) == wanted
    press(page, "#language")
    german = paste(page, text)
    assert [said.split(": ")[0] for said in german] == [said.split(": ")[0] for said in wanted]
    assert [said for said in german if ENGLISH.search(said.split(": ", 1)[1].split(", bekannt")[0])] == []


def test_the_place_of_an_error_is_shown(visit: Visit, table: Path) -> None:
    page = visit(table)
    text = '[Game "graden"]\n[Deal "N:AKQ.A.A.A T.KQ.KX.K J.JT.JT.Q 9.9.9.JT9"]\n'
    assert paste(page, text) == ["2:26: unknown card 'DX'"]
    page.click("#kpn-errors button")
    assert (
        page.evaluate(
            "() => { const a = document.getElementById('kpn');"
            " return a.value.slice(a.selectionStart, a.selectionEnd); }"
        )
        == "X"
    )


def plays() -> list[tuple[str, list[str]]]:
    """Return Graden records with an illegal card: the text of each record and the places of its errors."""
    text = (DATA / "invalid" / "plays.kpn").read_text()
    found, line = [], 1
    errors: list[tuple[int, int]] = []
    for said in (DATA / "invalid" / "plays.expected").read_text().splitlines():
        if ": error: " in said:
            number, column = said.split(".kpn:", 1)[1].split(":")[:2]
            errors.append((int(number), int(column)))
    for block in text.split("\n\n"):
        rows = block.strip("\n").count("\n") + 1
        mine = [(n, c) for n, c in errors if line <= n < line + rows]
        # Skip Durchmarsch. If a record names no called card, the page solves the record for the best call.
        if mine and '"graden"' in block and '"durchmarsch"' not in block:
            found.append((block.strip("\n"), [f"{number - line + 1}:{column}" for number, column in mine]))
        line += rows + 1
    return found


def test_a_card_that_may_not_be_played(visit: Visit, table: Path) -> None:
    page = visit(table)
    boards = plays()
    assert len(boards) >= 12
    for text, places in boards:
        errors = paste(page, text)
        assert errors and errors[0].split(": ")[0] in places, (text, errors)


def games_of(seed: int, count: int) -> list[Record]:
    """Return random records of every game, which the page must read like ``parse_kpn``. Some have a score."""
    rng, found = random.Random(seed), list[Record]()
    while len(found) < count:
        record = random_game(rng, list(GAMES)[len(found) % len(GAMES)])
        if record.question is None or record.contract is None:
            continue
        scores = [f"{seat}:{-2 if seat == 'S' else 1}" for seat in "NESW"[: record.game_row.seats]]
        text = record_text(record).replace("[Contract", f'[Score "{" ".join(scores)}"]\n[Contract')
        found.append(parse_kpn(text).records[0] if len(found) % 3 == 0 else record)
    return found


def same(copied: Record, record: Record) -> None:
    """Compare the record that the page copied with the record that was pasted."""
    for name in (
        "game", "deal", "rules", "contract", "declarer", "second", "called", "trump", "contra", "discard",
        "deck", "board", "names", "announce", "auction", "play", "settlement", "score",
    ):  # fmt: skip
        assert getattr(copied, name) == getattr(record, name), (name, record_text(record))


def test_all_games_of_a_paste(visit: Visit, table: Path) -> None:
    """All random games of one paste are listed. Each opened game is copied with all values of its record."""
    page, records = visit(table), games_of(7, 42)
    assert paste(page, "\n".join(record_text(record) for record in records)) == []
    assert page.locator(".game-row").count() == len(records)
    script = """async (number) => {
      const settled = async () => {
        while (document.documentElement.dataset.busy) await new Promise((done) => setTimeout(done, 0));
      };
      document.getElementById(`game-${number}`).click();
      await settled();
      document.getElementById("copy-kpn").click();
      const text = document.getElementById("copied").value;
      const cells = document.querySelectorAll("#outcome tbody tr:first-child td");
      const paid = [...cells].map((td) => td.textContent);
      document.getElementById("to-front").click();
      return [text, paid.map((amount) => Number(amount.replace("\\u2212", "-")))];
    }"""
    settled = 0
    for number, record in enumerate(records):
        text, paid = page.evaluate(script, number)
        if record.settlement is not None and record.finished and record.play:
            assert paid == list(record.settlement[: record.game_row.seats]), record_text(record)
            settled += 1
        parsed = parse_kpn(text)
        assert not parsed.errors, (parsed.errors, record_text(record))
        same(parsed.records[0], record)
    assert settled > 10
    assert any(record.announce for record in records) and any(record.score for record in records)


ANNOUNCED = """[Game "russbach"]
[Dealer "W"]
[Deal "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"]
[Contract "simple"]
[Declarer "N"]
[Called "HA"]
[Announce "N 20; E 100"]
"""


@pytest.mark.parametrize("play", ["", '[Play "N"]\nS7 - - -\n+\n', '[Play "N"]\nS7 H7 D7 C7\n+\n'])
def test_what_was_announced_is_copied_where_play_broke_off(visit: Visit, table: Path, play: str) -> None:
    """Announcements are copied even if play broke off.

    Play broke off before the first card, before the card of an announcing player, or after trick 1.
    """
    page, record = visit(table), parse_kpn(ANNOUNCED + play).records[0]
    assert paste(page, ANNOUNCED + play) == [] and len(record.announce) == 2
    press(page, "#copy-kpn")
    same(parse_kpn(page.input_value("#copied")).records[0], record)


def test_broken_games_beside_good_ones(visit: Visit, table: Path) -> None:
    page, records = visit(table), games_of(8, 3)
    broken = '[Board "9"]\n[Game "graden"]\n[Deal "N:AKQ.A.A.A T.KQ.KX.K J.JT.JT.Q 9.9.9.JT9"]\n'
    texts = [record_text(record) for record in records]
    assert len(paste(page, "\n".join([texts[0], broken, *texts[1:]]))) == 1
    press(page, "#kpn-use")
    assert page.locator(".game-row").count() == 3
    press(page, "#to-setup")
    assert len(paste(page, "\n".join([broken, texts[0]]))) == 1
    press(page, "#kpn-use")
    assert page.get_attribute("#at", "data-of") == str(len(records[0].play))


NOTED = """[Event "Club"]
[Site "Wien"]
[Board "4"]
[Game "graden"]
[Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]
[Contract "koenigmord"]
[Declarer "N"]
[Score "N:210 E:-70 S:-70 W:-70"]
{A fine evening}
[Play "N"]
SA =1= ST SJ S9
SK? {a slip} DK DJ C9
*
[Note "1:what \\"else\\""]
"""


def test_notes_and_scores_are_kept(visit: Visit, table: Path) -> None:
    page = visit(table)
    assert paste(page, NOTED) == []
    page.keyboard.press("Home")
    page.locator(".note", has_text='what "else"').wait_for(timeout=5000)
    assert "+210" in page.locator("#outcome").inner_text(timeout=2000)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator(".note", has_text="a slip").wait_for(timeout=5000)
    press(page, "#copy-kpn")
    [copied] = parse_kpn(page.input_value("#copied")).records
    assert {note.text for note in copied.notes} == {'what "else"', "a slip"}
    assert copied.tag("Site") == "Wien" and copied.score == (210, -70, -70, -70)
    assert "A fine evening" in {comment.text.strip() for comment in copied.comments}


def test_the_link_of_a_pasted_game(visit: Visit, table: Path) -> None:
    """The link of a game contains the announcements of trick 1, so its page shows the record's values."""
    page = visit(table)
    records = [one for one in games_of(9, 60) if one.announce and len(one.play) > 8][:4]
    assert len(records) == 4
    for record in records:
        assert paste(page, record_text(record)) == []
        for _ in range(7):
            page.keyboard.press("ArrowRight")
        there = visit(table, address(page))
        wanted = Position.of_record(record, 7).amounts()
        assert seen(there)["worth"] == seen(page)["worth"] == wanted, record_text(record)
        press(page, "#edit")


#: A record in which North gets the talon H9 D9 CA, and discards DQ, a card that was not in the talon.
LAID_AWAY = """[Game "anrufen3"] [Dealer "N"] [Deal "N:J.J.AQJ.Q9 AT9.T.T.JT KQ.AKQ.K.K"]
[Contract "all_tricks"] [Declarer "N"] [Trump "C"] [Discard "H9 DQ CA"]
[Play "N"]
DA DT DK
DJ CT CK
SJ ST SK
*
"""


def test_what_was_laid_away_stands_in_the_link(visit: Visit, table: Path) -> None:
    page = visit(table)
    assert paste(page, LAID_AWAY) == []
    page.keyboard.press("End")
    there = visit(table, address(page))
    here, again = seen(page), seen(there)
    assert here["at"] == again["at"] == 9 and not again["error"]
    assert hands_of(there) == hands_of(page) and again["worth"] == here["worth"]


def test_a_record_of_every_kind_is_read(visit: Visit, table: Path) -> None:
    """Pasted records of every game have, after five cards, the values of ``solve --after 5``."""
    page = visit(table)
    for record in parse_kpn(run("convert", EVENING, "-").out).records[:76:5]:
        assert paste(page, record_text(record)) == []
        assert page.get_attribute("#at", "data-of") == str(len(record.play))
        if len(record.play) > 5:
            for _ in range(5):
                page.keyboard.press("ArrowRight")
            wanted = Position.of_record(record, 5).amounts()
            assert seen(page)["worth"] == wanted, record.board
        press(page, "#edit")


LARGE: dict[str, tuple[int, Callable[[int], str]]] = {
    "tags": (60_000, lambda n: "".join(f'[X{i} "1"]\n' for i in range(n))),
    "passes": (250_000, lambda n: '[Auction "N"]\n' + "gut " * n),
    "unknown calls": (250_000, lambda n: '[Auction "N"]\n' + " ".join(f"x{i}" for i in range(n))),
}

#: JavaScript that pastes a text and reads it. It returns the milliseconds until the page shows the result.
TIMED = """async (text) => {
  const area = document.getElementById("kpn");
  area.value = text;
  area.dispatchEvent(new Event("input"));
  const begun = performance.now();
  document.getElementById("kpn-read").click();
  do await new Promise((done) => setTimeout(done, 0)); while (document.documentElement.dataset.busy);
  return performance.now() - begun;
}"""


@pytest.mark.parametrize("name", LARGE)
def test_a_large_paste_is_read_in_proportion(visit: Visit, table: Path, name: str) -> None:
    """The time grows in proportion to the text, and the list of errors is cut after 200.

    This is a test for a former bug: 60,000 tags took 30 s, and 250,000 calls 10 s.
    """
    size, more = LARGE[name]
    head = '[Game "graden"]\n[Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]\n'
    page = visit(table)
    small = visit(table).evaluate(TIMED, head + more(size // 10))
    large = page.evaluate(TIMED, head + more(size))
    # Ten times the text takes about ten times as long, not a hundred times.
    assert large < 40 * max(small, 50), (small, large)
    errors = {"tags": 0, "passes": 1, "unknown calls": size}[name]
    assert page.locator("#kpn-errors li").count() == min(errors, 200)
    assert page.locator("#kpn-more").count() == (errors > 200)


def test_a_game_of_which_little_is_known(visit: Visit, table: Path) -> None:
    """Unknown hands and deals are no error. The page shows and copies everything that the record contains."""
    page = visit(table)
    texts = [
        f'[Board "3"]\n[Game "graden"]\n{deal}\n[Contract "bettler"]\n[Declarer "E"]\n'
        for deal in ('[Deal "?"]', '[Deal "N:- - - -"]', '[Deal "N:AKQ.A.A.A - - -"]')
    ]
    known = parse_kpn((DATA / "valid" / "unknown_hands.kpn").read_bytes()).records
    for text in (*texts, *map(record_text, known)):
        [record] = parse_kpn(text).records
        assert paste(page, text) == []
        press(page, "#copy-kpn")
        [copied] = parse_kpn(page.input_value("#copied")).records
        for name in ("board", "deal", "contract", "declarer", "play", "called", "trump", "leader", "score"):
            assert getattr(copied, name) == getattr(record, name), (name, text)
        press(page, "#edit")


def test_a_note_of_several_lines_is_copied_in_one(visit: Visit, table: Path) -> None:
    """A copied note contains no line break, because a line break in the value of a tag ends the tag."""
    page = visit(table)
    text = NOTED.replace("{a slip}", "{a slip\nof the\r\nhand}")
    assert paste(page, text) == []
    press(page, "#copy-kpn")
    file = parse_kpn(page.input_value("#copied"))
    assert file.problems == ()
    assert {note.text for note in file.records[0].notes} == {'what "else"', "a slip of the hand"}
