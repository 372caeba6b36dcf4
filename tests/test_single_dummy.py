"""Test how cards are judged by what their players could know: figures, verdicts, texts, sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from kranalyze import advise, batch, read_kpn
from kranalyze.analysis import analyze_records, cost_note
from kranalyze.analysis.alone import single_dummy_verdict
from kranalyze.analysis.players import Totals
from kranalyze.bundled import bundled_directory
from running import EVENING, run

LESSONS = bundled_directory() / "single-dummy.kpn"

#: For each board, three facts that comments in the file explain: South's card in trick 5, the verdict on this
#: card, and the cost of this card with all cards open.
VERDICTS = {"1": ("HJ", "mistake", 180), "2": ("DQ", "unlucky", 180), "3": ("HJ", "lucky", 0)}


def test_a_lesson_for_each_verdict() -> None:
    found = analyze_records(read_kpn(LESSONS).records, best=False, single_dummy=True)
    rows = [r for r in found.cards.to_dicts() if (r["trick"], r["turn"], r["seat"]) == (5, 4, "S")]
    assert len(rows) == 3
    for row in rows:
        card, said, cost = VERDICTS[row["board"]]
        right = said == "unlucky"
        assert (row["card"], row["sd_verdict"], row["cost"]) == (card, said, cost)
        assert row["sd_layouts"] == row["sd_looked_at"] == 6
        assert row["sd_share_best"] == pytest.approx(4 / 6) and row["sd_best"] == ["DQ"]
        assert row["sd_share"] == pytest.approx(4 / 6 if right else 2 / 6)
        assert row["sd_mean_best"] == pytest.approx(30)
        assert row["sd_cost"] == row["sd_low"] == row["sd_high"] == pytest.approx(0 if right else 60)


def test_verdicts() -> None:
    assert single_dummy_verdict(1, False, 10) == "mistake"
    assert single_dummy_verdict(1, False, 0) == "lucky"
    assert single_dummy_verdict(0, True, 10) == "unlucky"
    assert single_dummy_verdict(0, True, 0) is None
    # If samples leave the question open, the card gets no verdict.
    assert single_dummy_verdict(-1, False, 10) is None and single_dummy_verdict(-1, False, 0) is None


def test_columns_are_what_advise_says() -> None:
    records = read_kpn(bundled_directory() / "simulated-log.kpn").records[::9]
    found = analyze_records(records, best=False, single_dummy=True)
    looked = 0
    for game in found.analysed:
        for i, card in enumerate(game.cards):
            if card.single is None or card.single.layouts > 400 or game.record.second is not None:
                continue
            said = advise(game.record, after=i, workers=1, games=0)
            assert (said.layouts, said.best) == (card.single.layouts, card.single.best)
            for one, other in zip(said.cards, card.single.cards, strict=True):
                assert (one.card, one.share, one.mean) == (other.card, other.share, other.mean)
            looked += 1
    assert looked > 30
    rows = found.cards.to_dicts()
    judged = [row for row in rows if row["sd_verdict"] is not None]
    assert judged and all(row["sd_low"] <= row["sd_cost"] <= row["sd_high"] for row in judged)
    assert all((row["sd_low"] > 0) == (row["sd_verdict"] != "unlucky") for row in judged)
    assert all(row["sd_cost"] == 0 for row in judged if row["sd_verdict"] == "unlucky")


def test_words_notes_and_rows() -> None:
    shown = run("analyze", LESSONS, "--board", "2", "--single-dummy", "--no-best").out
    assert (
        "♦Q cost South 180 chips, but on what South could know it was right: 67% against 33% for ♥J" in shown
    )
    shown = run("analyze", LESSONS, "--board", "3", "--single-dummy", "--no-best").out
    lucky = "♥J cost South nothing as the cards lay, but on what South could know it was a mistake"
    assert f"{lucky}: 33% against 67% for ♦Q" in shown
    rows = run("analyze", LESSONS, "--single-dummy", "--no-best", "--json", "--cards").rows
    assert all("sd_verdict" in row for row in rows)
    rows = run("analyze", LESSONS, "--no-best", "--json", "--cards").rows
    assert not any("sd_verdict" in row for row in rows)
    [*_, game] = analyze_records(read_kpn(LESSONS).records[:2], best=False, single_dummy=True).analysed
    text = cost_note(game.cards[19], "french")
    assert text == "kranalyze: cost 180 (+90 to -90), best HJ; unlucky: known 67%, best DQ 67%"


def test_players_and_batches_have_the_same(tmp_path: Path) -> None:
    records = read_kpn(LESSONS).records
    found = analyze_records(records, best=False, single_dummy=True)
    cards = [row for row in found.cards.to_dicts() if row["seat"] == "S"]
    players = Totals().add(**found.tables).table().to_pylist()
    for row in players:
        assert row["sd_cost_declarer"] == pytest.approx(sum(card["sd_cost"] or 0 for card in cards))
        for name, said in (("mistakes", "mistake"), ("unlucky", "unlucky"), ("lucky", "lucky")):
            assert row[name] == sum(card["sd_verdict"] == said for card in cards)
    made = batch(LESSONS, tmp_path / "out", task="analyze", best=False, single_dummy=True, workers=1)
    rows = made.scan("cards").collect().select("card", "sd_cost", "sd_verdict").rows()
    one = analyze_records(read_kpn(LESSONS).records, best=False, single_dummy=True).cards.to_dicts()
    assert rows == [(row["card"], row["sd_cost"], row["sd_verdict"]) for row in one]


def test_luck_is_in_the_summary(tmp_path: Path) -> None:
    """The text states the mistakes and the luck of players, with the same numbers as the table of players."""
    games = EVENING.read_text().split("\n\n")[1:5]
    log = tmp_path / "evening.kpn"
    log.write_text("\n\n".join(games))
    plain = run("analyze", log).out
    text = run("analyze", log, "--single-dummy").out
    assert "good luck" not in plain
    head = next(line for line in text.splitlines() if "good luck" in line)
    assert "mistakes" in head and "bad luck" in head
    players = run("analyze", log, "--single-dummy", "--json", "--players").rows
    for row in players:
        line = next(line for line in text.splitlines() if line.startswith(f"  {row['player']} "))
        words = line.split()
        # The last two columns are the cards and the share of best cards.
        assert [int(word) for word in words[-5:-2]] == [row["mistakes"], row["unlucky"], row["lucky"]]
    assert sum(row["lucky"] for row in players) > 0
    assert ", mistake)" in text or ", bad luck)" in text
