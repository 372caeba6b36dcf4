"""KPN is read into columns: scanner and reader together give the same results as the reader alone."""

from __future__ import annotations

import io
import random
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from kpn_games import random_deal, random_game
from kranalyze.cards import parse_hand
from kranalyze.games import GAMES
from kranalyze.games.written import rules_text
from kranalyze.kpn import Record, write_kpn
from kranalyze.kpn.kpnfile import collect_games
from kranalyze.kpn.outcome import Outcome, Start
from kranalyze.kpn.reader import Reader
from kranalyze.read.columns import frame_schema
from kranalyze.read.scanning import scan_plain_and_read_other_games
from kranalyze.read.writing import write_deals
from running import script
from tags_in_good_games import with_tags_of_wrong_games

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")])


def told_by_reader(
    data: bytes, game: str | None, rules: dict[str, str], start: Start | None
) -> tuple[pl.DataFrame, list[object]]:
    file = collect_games("x", Reader(data, "x", game, rules, start or Start()).outcomes())
    rows = [
        (*r.deal.hand_masks, r.talon.mask, r.board, None if r.dealer is None else r.dealer.name, r.game,
         rules_text(r.game_row), "x", r.index, r.line)
        for r in file.records
        if r.deal is not None
    ]  # fmt: skip
    problems: list[object] = [p.args for p in file.problems if p.message != "there is no game in the file"]
    return pl.DataFrame(rows, schema=frame_schema(), orient="row"), problems


def agree(
    data: bytes, game: str | None = None, rules: dict[str, str] | None = None, start: Start | None = None
) -> int:
    """Check that scanner and reader together give the same results as the reader alone.

    Return how many games the scanner read.
    """
    frames, outcomes = [pl.DataFrame(schema=frame_schema())], list[Outcome]()
    for plain, others in scan_plain_and_read_other_games(data, "x", game, rules or {}, start):
        frames.append(plain)
        outcomes += others
    rows = [
        (*r.deal.hand_masks, r.talon.mask, r.board, None if r.dealer is None else r.dealer.name, r.game,
         rules_text(r.game_row), "x", r.index, r.line)
        for o in outcomes
        if (r := o.record) is not None and r.deal is not None
    ]  # fmt: skip
    plain = pl.concat(frames)
    found = pl.concat([plain, pl.DataFrame(rows, schema=frame_schema(), orient="row")]).sort("deal")
    expected, problems = told_by_reader(data, game, rules or {}, start)
    assert_frame_equal(found, expected)
    assert [p.args for o in outcomes for p in o.problems] == problems
    return plain.height


def test_a_tag_that_the_reader_refuses_is_not_taken() -> None:
    """Each tag of the wrong games in tests/data/invalid is put into a copy of a good game."""
    deal = '[Board "1"]\n[Game "graden"]\n[Dealer "W"]\n[Deal "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"]'
    assert agree(with_tags_of_wrong_games(deal).encode(errors="surrogateescape")) > 10


def plain_text(rng: random.Random, games: list[str]) -> bytes:
    out = io.BytesIO()
    rows = []
    for name in games:
        deal = random_deal(rng, GAMES[name])
        board = rng.choice([None, "1", "12 b", "?", "Ä", 'a"b', "x" * 70, "*"])
        dealer = rng.choice([None, "N", "E", "S"])
        rows.append((*deal.hand_masks, deal.talon_mask, board, dealer, name, None, "x", 0, 1))
    write_deals(pl.DataFrame(rows, schema=frame_schema(), orient="row"), out, "kpn", ["some", "deals"])
    return out.getvalue()


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_file_is_read_as_by_the_reader(path: Path) -> None:
    data = path.read_bytes()
    agree(data)
    agree(data.replace(b"\n", b"\r\n"), "graden")
    agree(b"\xef\xbb\xbf" + data, None, {"mitbettler": "as_printed"})


def test_columns_of_plain_games_argued_by_hand() -> None:
    text = (
        '[Board "7"]\n[Game "graden"]\n[Deal "E:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n\n\n'
        '[Site "?"]\n[Dealer "W"]\n[Deal "N:...AKQJT9 AKQJT9... .AKQJT9.. ..AKQJT9."]\n[Game "graden"]'
    )
    ((frame, _),) = scan_plain_and_read_other_games(text.encode(), "x", None, {}, None)
    # In the first deal East has all spades, South all hearts, and so on. The second deal has the same hands.
    hands = [parse_hand(h) for h in ("...AKQJT9", "AKQJT9...", ".AKQJT9..", "..AKQJT9.")]
    assert frame.rows() == [
        (*hands, 0, "7", None, "graden", None, "x", 0, 1),
        (*hands, 0, None, "W", "graden", None, "x", 1, 6),
    ]


@pytest.mark.parametrize(
    "line",
    [
        '[Deal "N:AKQJT9.. .AKQJT9.. ..AKQJT9. ...AKQJT9"]',  # the first hand has only three suits
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT8"]',  # C8 is not in the pack
        '[Deal "N:AKQJT9... AKQJT9... ..AKQJT9. ...AKQJT9"]',  # two hands have the same cards
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9."]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9 -"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. -"]',
        '[Deal "X:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]',
        '[Deal "n:akqjt9... .AKQJ109.. ..AKQJT9.  ...AKQJT9 "]',
        '[Deal "N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT"]',
        '[Deal "#"]',
        '[Deal "?"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"] ; a comment',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"] {\n\n}',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n[Event "' + "x" * 10_001 + '"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n[Dealer "?"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n[Talon "SA HA CA"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n[Deal "N:A... .A.. ..A. ...A"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n[Board "\\\\"]',
        '[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n \t\n',
        "{",
        "\x0c",
        "",
    ],
)
def test_what_is_unusual_between_plain_games(line: str) -> None:
    plain = '[Game "graden"]\n[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n'
    agree(f'{plain}\n[Game "graden"]\n{line}\n\n{plain}\n}}\n\n{plain}\n'.encode())
    agree(f'{line}\n[Game "graden"]\n\n{plain}'.encode())


GAME_NAMES = st.sampled_from(sorted(GAMES))
NAMES = st.lists(GAME_NAMES, min_size=1, max_size=5)


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), NAMES, st.none() | GAME_NAMES)
def test_written_deals_are_read_as_by_the_reader(
    rng: random.Random, games: list[str], taken_for: str | None
) -> None:
    data = plain_text(rng, games)
    assert agree(data) >= sum(b"\xc3" not in g and b"\\" not in g and b"xx" not in g and b"[De" in g
                              for g in data.split(b"\n\n"))  # fmt: skip
    agree(data, taken_for)


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), NAMES)
def test_records_among_deals_are_read_as_by_the_reader(rng: random.Random, games: list[str]) -> None:
    parts: list[bytes] = []
    for name in games:
        record: Record = random_game(rng, name)
        parts += [plain_text(rng, [name]), write_kpn([record]).encode()]
    rng.shuffle(parts)
    agree(b"\n".join(parts))


def test_more_games_than_one_scan_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kranalyze.read.scanning._ROOM", 7)
    data = plain_text(random.Random(1), ["graden"] * 50)
    copying = b'[Game "#"]\n[Deal "#"]\n\n'
    assert agree(data) >= 25
    agree(data + copying + data + copying + copying + data)


def test_mutated_files_are_read_as_by_the_reader() -> None:
    fuzz = script("fuzz_kpn")
    rng = random.Random(3)
    texts = [plain_text(rng, [rng.choice(sorted(GAMES)) for _ in range(20)]) for _ in range(20)]
    texts += fuzz.seeds()
    before = Start(7, 3, {"Board": "9", "Deal": "?", "Dealer": "E"})
    taken = 0
    printed = {"mitbettler": "as_printed"}
    for number in range(150):
        data = fuzz.mutated(texts, number)
        game, rules = rng.choice([(None, {}), ("graden", {}), ("whist", {}), (None, printed)])
        taken += agree(data, game, rules, rng.choice([None, before]))
    assert taken > 100  # otherwise the test would compare little
