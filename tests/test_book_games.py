"""Test the games played for the book of hands: their number, resumed runs, and the columns of the book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from kranalyze.answers.attable import TableFigures
from kranalyze.answers.intervals import wilson
from kranalyze.bundled import bundled_directory
from kranalyze.cards import parse_hand
from kranalyze.games import GAMES
from running import script

BUILD = script("build_hands")
GAMES_OF_BOOK = BUILD.bookgames

#: A hand of six sure tricks, a hand of low cards, and a hand of middle strength. The third hand does not have
#: both King and Queen of any suit.
HANDS = [parse_hand(text) for text in ("AKQ.AKQ..", "JT9.T9.9.", "AJ.AT.T.9")]
SEED, LOOK = 6907, 5


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """Return the rows of the hands ``HANDS`` in the bundled book."""
    book = pl.read_parquet(bundled_directory() / str(GAMES["graden"].book))
    return book.filter(pl.col("mask").is_in(HANDS)).to_dicts()


def solo(won: int, games: int) -> TableFigures:
    """Return the figures of games of a Bettler. Each game pays the declarer 90 or costs him 90."""
    return TableFigures(LOOK, games, won, 90 * (2 * won - games), 8100 * games, (-90, 90))


def test_games_end_when_the_share_is_known_or_the_bid_clearly_does_not_pay() -> None:
    # Wilson's interval for 192 of 384 games is 50 % +-4.98. For 160 of 320 games it is 50 % +-5.45. The limit
    # is 5.
    assert GAMES_OF_BOOK.is_settled(solo(192, 384)) and not GAMES_OF_BOOK.is_settled(solo(160, 320))
    # A Bettler pays if more than half of the games are won. The interval for 20 of 64 ends at 43 %: the bid
    # clearly does not pay. The interval for 28 of 64 ends at 56 %: the bid may pay.
    assert GAMES_OF_BOOK.is_settled(solo(20, 64)) and not GAMES_OF_BOOK.is_settled(solo(28, 64))
    # A bid that clearly pays needs more games until its share is known. The interval for 16 of 16 begins at
    # 81 %, which is too wide.
    assert not GAMES_OF_BOOK.is_settled(solo(16, 16))


def test_a_hopeless_contract_begins_with_few_games() -> None:
    counts, played = [], 0
    for _ in range(3):
        counts.append(GAMES_OF_BOOK.next_count(played, open_share=0.05))
        played += counts[-1]
    assert counts == [16, 48, 64]
    assert GAMES_OF_BOOK.next_count(0, open_share=0.051) == 64


def test_six_sure_tricks_win_every_game(rows: list[dict[str, Any]]) -> None:
    # With 64 of 64 games won the interval reaches 5.7 percentage points below the share, with 128 of 128 only
    # 2.9. The limit is 5.
    [row] = [row for row in rows if row["mask"] == HANDS[0]]
    sums = GAMES_OF_BOOK.play_hand(row, SEED, LOOK)
    assert sums["koenigmord"] == [128, 128, 128 * 210, 128 * 210**2]
    assert sums["durchmarsch_letzten"] == [128, 128, 128 * 120, 128 * 120**2]  # all six tricks: 3 x 40
    assert sums["bettler"] == [16, 0, 16 * -90, 16 * 90**2]


def test_a_run_that_was_stopped_goes_on_and_the_workers_change_nothing(
    rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    at_once, resumed = tmp_path / "at_once.jsonl", tmp_path / "resumed.jsonl"
    GAMES_OF_BOOK.play_hands(rows, at_once, SEED, LOOK, 1)
    lines = at_once.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    resumed.write_bytes(lines[1] + lines[2][:40])  # stopped in the middle of the second line
    GAMES_OF_BOOK.play_hands(list(reversed(rows)), resumed, SEED, LOOK, 2)
    assert resumed.read_bytes().startswith(lines[1])
    assert len(resumed.read_bytes().splitlines()) == 3
    played = [GAMES_OF_BOOK.read_played(path, SEED, LOOK) for path in (at_once, resumed)]
    assert played[0] == played[1] and set(played[0]) == set(HANDS)
    with pytest.raises(SystemExit, match="seed 6907 and look 5"):
        GAMES_OF_BOOK.read_played(at_once, SEED, 64)


def write_games(path: Path, hands: dict[int, dict[str, list[int]]]) -> None:
    """Write a file of finished hands, with the sums of each hand."""
    with path.open("w", encoding="utf-8") as out:
        for mask, sums in hands.items():
            line = {"mask": mask, "seed": SEED, "look": LOOK, "seconds": 1.5, "sums": sums}
            out.write(json.dumps(line) + "\n")


def test_the_book_gets_the_figures_of_the_games(
    rows: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, games = tmp_path / "book.parquet", tmp_path / "games.jsonl"
    frame = pl.DataFrame(rows).select(pl.selectors.exclude("^.*careful.*$"))
    BUILD.save(frame, {"kranalyze.seed": "6907"}, book)
    # Durchmarsch am letzten: 10 games fail (-120 each), 15 have five tricks (+40), 5 have six tricks (+120).
    letzten = [30, 20, -10 * 120 + 15 * 40 + 5 * 120, 15 * 120**2 + 15 * 40**2]
    sums = {mask: {"bettler": [64, 40, 90 * 16, 8100 * 64], "durchmarsch_letzten": letzten} for mask in HANDS}
    write_games(games, {HANDS[0]: sums[HANDS[0]]})
    before = book.read_bytes()
    with pytest.raises(SystemExit, match="2 of 3 hands have no games yet"):
        BUILD.join(games, LOOK, book)
    assert book.read_bytes() == before
    write_games(games, sums)
    BUILD.join(games, LOOK, book)
    BUILD.join(games, LOOK, book)  # the second join adds no columns
    assert "0.00 hours of a core" in capsys.readouterr().out
    made = pl.read_parquet(book)
    assert made.columns[: frame.width] == frame.columns and made.drop(frame.columns).width == 2 + 9 * 10 + 1
    row = made.row(0, named=True)
    low, high = wilson(40, 64)
    assert [row[f"bettler_careful_{name}"] for name in ("share", "low", "high")] == pytest.approx(
        [0.625, low, high], abs=1e-6
    )
    assert [row[f"bettler_careful_{name}"] for name in ("mean", "mean_low", "mean_high")] == pytest.approx(
        [22.5, 180 * low - 90, 180 * high - 90], abs=1e-4
    )
    assert (row["bettler_careful_games"], row["bettler_careful_won"], row["careful_look"]) == (64, 40, LOOK)
    assert row["durchmarsch_letzten_careful_mean"] == 0.0
    assert row["koenigmord_careful_games"] is None
    assert (row["careful_best_bid"], row["careful_best_mean"]) == ("bettler", 22.5)
    metadata = pq.read_schema(book).metadata
    assert metadata[b"kranalyze.seed"] == b"6907" and metadata[b"kranalyze.look"] == b"5"


def test_the_change_of_best_bids_is_counted_over_all_hands() -> None:
    """The book has three rows, which stand for 12, 4 and 8 hands.

    In the first two rows the best bid with open cards is a pass, and the best bid at the table is Bettler. In
    the third row both best bids are a pass.
    """
    book = pl.DataFrame({
        "equivalents": [12, 4, 8], "best_bid": ["durchmarsch", "plauderer", "durchmarsch"],
        "best_mean": [-3.0, -1.0, -9.0], "careful_best_bid": ["bettler", "bettler", "plauderer"],
        "careful_best_mean": [20.0, 1.0, 0.0],
    })  # fmt: skip
    changes = GAMES_OF_BOOK.changed_bids(book)
    assert [change[:2] for change in changes] == [("pass", "bettler"), ("pass", "pass")]
    assert [change[2] for change in changes] == pytest.approx([16 / 24, 8 / 24])
