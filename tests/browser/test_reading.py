"""The page reads KPN as the command line does: the same games, facts and errors, at the same places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pages import paste

from kranalyze.games import GAMES
from page_logs import log, read_by_python, with_faults
from running import run, script

Visit = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")])
DEAL = '[Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]'


def read(page: Any, texts: Sequence[str]) -> list[Any]:
    """Return what the page's function ``kranalyze.read`` returns for each text."""
    answers: list[Any] = page.evaluate("(texts) => Promise.all(texts.map(window.kranalyze.read))", texts)
    return answers


def compare(page: Any, texts: Sequence[str]) -> list[Any]:
    """Check that the page reads every text as the command line does. Return the command line's readings."""
    wanted = [read_by_python(text) for text in texts]
    for text, reading, answer in zip(texts, wanted, read(page, texts), strict=True):
        assert answer == reading, text
    return wanted


def test_all_files(visit: Visit, table: Path) -> None:
    texts = [path.read_bytes().decode("utf-8", errors="replace") for path in FILES]
    readings = compare(visit(table), texts)
    assert len(readings) > 30 and sum(len(reading["records"]) for reading in readings) > 200
    assert {error["severity"] for reading in readings for error in reading["errors"]} == {"error", "warning"}


def test_a_thousand_logs_with_faults(visit: Visit, table: Path) -> None:
    """The page reads faulty logs of all games as the command line does.

    Four of five logs have mistakes as people make them. In every fifth log, random bytes are changed.
    """
    fuzz, rng, page = script("fuzz_kpn"), random.Random(25), visit(table)
    games = Counter[str]()
    severities = Counter[str]()
    for start in range(0, 1000, 50):
        texts = []
        for number in range(start, start + 50):
            text = log(rng, number)
            if number % 5 == 4:
                texts.append(fuzz.mutated([text.encode()], number).decode("utf-8", errors="replace"))
            else:
                texts.append(with_faults(rng, text))
        for reading in compare(page, texts):
            games.update(record["game"] for record in reading["records"])
            severities.update(error["severity"] for error in reading["errors"])
    assert set(games) == set(GAMES) and min(games.values()) > 50
    assert severities["error"] > 1000 and severities["warning"] > 10


def test_pieces_of_files_with_changed_bytes(visit: Visit, table: Path) -> None:
    fuzz, page = script("fuzz_kpn"), visit(table)
    seeds = fuzz.seeds()
    compare(page, [fuzz.mutated(seeds, number).decode("utf-8", errors="replace") for number in range(400)])


def graden(calls: str, first: str = "N") -> str:
    return f'[Game "graden"]\n[Dealer "W"]\n{DEAL}\n[Auction "{first}"]\n{calls}\n'


@pytest.mark.parametrize(
    ("calls", "declarer", "second", "contract"),
    [
        ("bettler mit gut gut gut", "N", "E", "bettler"),  # a second Bettler by East
        ("AP", None, None, "schurln"),  # all four pass
        ("gut gut gut gut", None, None, "schurln"),
        ("bettler AP", "N", None, "bettler"),
    ],
)
def test_what_an_auction_leads_to(
    visit: Visit, table: Path, calls: str, declarer: str | None, second: str | None, contract: str
) -> None:
    [answer] = read(visit(table), [graden(calls)])
    [record] = answer["records"]
    assert answer["errors"] == []
    assert (record["declarer"], record["second"], record["contract"]) == (declarer, second, contract)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (graden("koenigmord bettler gut gut gut"), (5, 12, "Bettler does not rank above Königmord")),
        (graden("gut gut gut gut gut gut gut"), (5, 17, "the auction is over, 'gut' comes too late")),
        (
            f'[Game "graden"] {DEAL}\n[Score "N:3"]\n',
            (2, 9, "no score for East and South and West"),
        ),
        (
            '[Game "rufmariasch"] [Rules "unit=1000001"] [Deal "?"]\n',
            (1, 30, "rule option unit of rufmariasch cannot be '1000001', known: a whole number from 1 to "
                "1,000,000"),
        ),
        (
            '[Game "anrufen"] [Rules "all_pass=dealer"] [Deal "?"]\n[Auction "N"]\n' + "gut " * 9,
            (3, 33, "West, the dealer, must bid: all have passed twice"),
        ),
        ('{𝄞} [Board "𝄞"] x\n', (1, 17, "'x' stands outside of tags, comments and sections")),
    ],
)  # fmt: skip
def test_what_is_refused(visit: Visit, table: Path, text: str, error: tuple[int, int, str]) -> None:
    """The page rejects texts that break the rules of RULINGS or KPN. A column counts 𝄞 as one character."""
    [answer] = read(visit(table), [text])
    assert error in [(problem["line"], problem["column"], problem["text"]) for problem in answer["errors"]]
    assert all(problem["severity"] == "error" for problem in answer["errors"]) and answer["records"] == []


def test_a_large_unit(visit: Visit, table: Path) -> None:
    """RULINGS (rufmariasch): one unit for every 10 points, and a unit may be up to 1,000,000."""
    text = (
        '[Game "rufmariasch"]\n[Rules "unit=20000"]\n[Dealer "W"]\n'
        '[Deal "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"]\n[Called "SA"]\n[Play "N"]\n'
        + "".join(f"S{rank} H{rank} D{rank} C{rank}\n" for rank in "AKQJT987")
    )
    [answer] = read(visit(table), [text])
    assert answer["errors"] == []
    # North plays alone and takes all 90 points: each of the three others pays 9 units.
    assert answer["records"][0]["settlement"] == [540_000, -180_000, -180_000, -180_000]


@pytest.mark.parametrize("game", GAMES)
def test_what_new_writes(visit: Visit, table: Path, tmp_path: Path, game: str) -> None:
    """The page reads the files of ``new``: tags of the evening at the top, unknown deals or unknown hands."""
    out = tmp_path / "evening.kpn"
    assert run("new", "--game", game, "-n", 4, "-o", out).status == 0
    text = out.read_text(encoding="utf-8")
    unknown = f'"N:{" ".join("-" * GAMES[game].seats)}"'
    for answer in read(visit(table), [text, text.replace('[Deal "?"]', f"[Deal {unknown}]")]):
        assert answer["errors"] == [] and len(answer["records"]) == 4
        assert {record["game"] for record in answer["records"]} == {game}


def test_a_text_is_wanted(visit: Visit, table: Path) -> None:
    message = visit(table).evaluate("() => window.kranalyze.read(12).catch((error) => error.message)")
    assert message == "read wants KPN as a text"


def test_problems_in_german(visit: Visit, table: Path) -> None:
    """Errors of a pasted text are in German, also the seats, cards, suits, contracts and numbers in them."""
    page = visit(table, lang="de-AT")
    play = '[Contract "koenigmord"]\n[Declarer "N"]\n[Play "N"]\nHA DK HJ H9\n'
    simple = f'[Game "anrufen"]\n[Dealer "W"]\n{DEAL}\n[Auction "N"]\nsimple simple:H AP\n'
    texts = {
        graden("koenigmord bettler gut gut gut"): "Bettler steht nicht über Königmord",
        graden("gut xx gut gut"): "unbekannte Ansage „xx“; in graden gibt es: bettler, ",
        f'[Game "graden"]\n{DEAL}\n{play}': "Ost muss Herz mit einer von HK HQ bedienen",
        f'[Game "graden"]\n[Deck "german"]\n{DEAL}\n[Score "N:3"]\n': "kein Betrag für Ost und Süd und West",
        simple: "zwei gleiche Ansagen nennen beide ihren Trumpf, wie simple:H",
        f'[Game "graden"]\n{DEAL.replace("AKQ.", "AK.")}\n': "Nord hat 5 Karten, in graden sind es 6",
        f'[Game "graden"]\n{DEAL}\n[Contra "1"]\n': "graden hat kein Kontra, hier sind es 1",
    }
    for text, sentence in texts.items():
        errors = [error.split(":", 2)[2] for error in paste(page, text)]
        assert any(error.strip().startswith(sentence) for error in errors), (sentence, errors)
        page.fill("#kpn", "")


def test_a_call_is_wrong_once(visit: Visit, table: Path) -> None:
    """In Graden a bid must not name a trump. If it names X, which is no suit, only one error is reported."""
    [answer] = read(visit(table), [graden("bettler:X gut gut gut")])
    assert [error["text"] for error in answer["errors"]] == [
        "no trump is named with a bid in graden, here 'bettler:X'"
    ]
