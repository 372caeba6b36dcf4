"""Test both kinds of odds of a hand: with open cards, and from games of careful players at the table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kranalyze.answers.attable import CAREFUL_COLUMNS, TableFigures
from kranalyze.arguments import ArgumentError
from kranalyze.games import GAMES
from kranalyze.hand import Odds, odds, odds_with_best_mean
from kranalyze.hand import hand as hand_module
from kranalyze.show.oddstext import odds_text
from running import run

HAND = "KQ9.JT.9."
HANDS = {
    "graden": "AKQ.AQ.A.", "russbach": "AT.KQ.T9.87", "rufmariasch": "AT.KQ.T9.87", "anrufen": "AT.KQ.T.9",
    "anrufen3": "AT.KQ.T.9J", "bauernschnapsen": "AK.A.T.J",
}  # fmt: skip
SENTENCE = "At the table careful players see only what their seats can know; with open cards everybody sees"


def with_figures(answers: list[Odds], paid: dict[str, tuple[int, int]]) -> list[Odds]:
    """Return the answers with figures of 100 games at the table.

    ``paid`` has for each contract the number of games won, and the stake that a game wins or loses.
    """
    changed = []
    for answer in answers:
        won, stake = paid[answer.contract.id]
        careful = TableFigures(256, 100, won, (2 * won - 100) * stake, 100 * stake**2, (-stake, stake))
        changed.append(replace(answer, careful=careful))
    return changed


def words(answers: list[Odds]) -> str:
    """Return the text of the answers in one line."""
    return odds_text(answers).replace("\n", " ")


def test_every_row_has_both_answers() -> None:
    rows = run("odds", "AKJ.AQ.T.", "--games", 40, "--look", 5, "--json").rows
    assert all(list(row)[-8:] == list(CAREFUL_COLUMNS) for row in rows)
    for row in rows:
        if row["biddable"]:
            assert (row["careful_games"], row["careful_look"]) == (40, 5)
            assert row["careful_low"] <= row["careful_share"] <= row["careful_high"]
            assert row["careful_mean_low"] <= row["careful_mean"] <= row["careful_mean_high"]
        else:
            assert {row[name] for name in CAREFUL_COLUMNS} == {None}
    means = [row["careful_mean"] for row in rows if row["biddable"]]
    assert means == sorted(means, reverse=True)
    assert {row["method"] for row in rows if row["biddable"]} == {"book", "exact"}


def test_no_games_leave_open_cards_alone() -> None:
    rows = run("odds", HAND, "--games", 0, "--json").rows
    assert all(row[name] is None for row in rows for name in CAREFUL_COLUMNS)
    text = run("odds", HAND, "--games", 0).out
    assert "at table" not in text and "best per layout" in text and "with open cards: pass" in text
    assert all(answer.careful is None for answer in odds(HAND, games=0))


def test_several_hands_are_played_only_on_request() -> None:
    rows = run("odds", HAND, "AKQ.AQ.A.", "--look", 2, "--json").rows  # the book has no games with this look
    assert rows and all(row["careful_games"] is None for row in rows)
    asked = run("odds", HAND, "AKQ.AQ.A.", "--games", 3, "--look", 2, "--json").rows
    assert len(asked) == len(rows) and any(row["careful_games"] == 3 for row in asked)


def test_the_best_bid_has_the_greatest_table_mean() -> None:
    """The best bid at the table may differ from the best bid with open cards.

    With open cards a Durchmarsch loses less than a Bettler, 31 against 46. At the table a Bettler loses less.
    """
    asked = odds(HAND, contracts=["durchmarsch", "bettler"], games=0)
    assert [answer.contract.id for answer in asked] == ["durchmarsch", "bettler"]
    answers = with_figures(asked, {"bettler": (45, 90), "durchmarsch": (5, 40)})
    best = odds_with_best_mean(answers)
    assert best is not None and best.contract.id == "bettler" and best.bid_mean == -9.0
    text = odds_text(answers).replace("\n", " ")
    assert "None of these bids pays at the table. Bettler loses least, -9.0 chips on average (-25.9" in text
    assert "With open cards Durchmarsch (calling ♠A) would lose least, -31.1." in text
    assert "It may pay after all; --games N plays more." in text and "Not clearly worse" not in text
    close = odds_text(with_figures(asked, {"bettler": (35, 90), "durchmarsch": (20, 40)})).replace("\n", " ")
    assert "Not clearly worse: Bettler; --games N plays more." in close


def test_a_player_passes_if_no_bid_pays() -> None:
    asked = odds(HAND, games=0)
    nothing_pays = "No bid pays with open cards: pass. Durchmarsch (calling ♠A) loses least, -31.1 chips"
    assert nothing_pays in words(asked)
    lost = {answer.contract.id: (0, 40) for answer in asked}
    answers = with_figures(asked, {**lost, "bettler": (40, 90)})
    assert "No bid pays at the table: pass. Bettler loses least, -18.0 chips on average" in words(answers)
    won = with_figures(asked, {**lost, "bettler": (90, 90)})
    assert "Best bid at the table: Bettler, +72.0 chips on average" in words(won)
    assert "pass" not in words(won)
    [alone] = with_figures(odds(HAND, contracts=["bettler"], games=0), {"bettler": (10, 90)})
    assert "Bettler does not pay at the table: -72.0 chips on average" in words([alone])
    close = words(with_figures(asked, {**lost, "bettler": (52, 90)}))
    assert "Not clearly worse: a pass; --games N plays more." in close
    # With open cards a Bettler pays -45.5, so it is neither the best bid nor one that pays.
    [alone] = with_figures(odds(HAND, contracts=["bettler"], games=0), {"bettler": (90, 90)})
    assert "With open cards it would not pay, -45.5." in words([alone])


def test_a_caller_who_may_not_pass_is_not_told_to() -> None:
    asked = odds("987.987.98.", game="russbach", contracts=["simple"], samples=2, games=2, look=2)
    text = words([replace(asked[0], careful=TableFigures(2, 100, 5, -90, 100, None))])
    assert "Best bid at the table: Simple game (calling " in text and "pass" not in text


def test_contracts_am_letzten_say_what_they_pay() -> None:
    """RULINGS: a failed contract costs 3v, exactly five tricks pay v, six pay 3v. v is 40 or 60 chips.

    60 games with five tricks and 40 lost games pay 60 x 40 - 40 x 120 = -2,400 chips.
    """
    asked = odds("AKQ.AQ.A.", contracts=["durchmarsch_letzten", "hundert_letzten", "koenigmord"], games=0)
    sentences = (
        "Durchmarsch am letzten pays 40 chips if it takes 5 tricks, 120 if it takes all 6, and costs 120 if "
        "it fails. Hundert am letzten pays 60 chips if it takes 5 tricks, 180 if it takes all 6, and costs "
        "180 if it fails."
    )
    paid = TableFigures(256, 100, 60, 60 * 40 - 40 * 120, 60 * 40**2 + 40 * 120**2)
    for answers in (asked, [replace(answer, careful=paid) for answer in asked]):
        assert sentences in words(answers)
    assert "am letzten pays" not in words(odds(HAND, games=0)), "this hand makes none"
    assert "Königmord is more often made than lost at the table, but a lost game costs more." in words(
        [replace(answer, careful=paid) for answer in asked]
    )


def test_a_tiny_share_has_a_sensible_interval() -> None:
    text = run("odds", "AKQ.AQ.A.", "--contract", "bettler", "--games", 0).out
    assert "0.0–0.0%" not in text and "<0.1% to" not in text and text.count("<0.1%") == 2


def test_the_text_says_how_the_answers_differ() -> None:
    text = run("odds", HAND, "--games", 30, "--look", 4).out
    assert text.count(SENTENCE) == 1
    head = text.splitlines()[2].split()
    assert " ".join(head) == "contract calls at table 95% mean games open cards 95% mean"
    assert "judges by at most 4 layouts at a turn" in text and "50,000 in the book of hands" in text


@pytest.mark.parametrize("game", HANDS)
def test_lines_have_at_most_100_characters(game: str) -> None:
    more = ("--samples", 30, "--games", 2, "--look", 3, "--play")
    text = run("odds", HANDS[game], "--game", game, *more[: 6 if game == "anrufen3" else 7]).out
    assert SENTENCE in text
    assert max(map(len, text.splitlines())) <= 100


def test_contracts_that_are_only_rows_of_tables_are_not_played() -> None:
    asked: tuple[Any, ...] = ("odds", "AT.KQ.T9.87", "--game", "russbach", "--samples", 10, "--games", 2)
    by_contract = {row["contract"]: row for row in run(*asked, "--look", 2, "--json").rows}
    assert by_contract["simple"]["careful_games"] == 2
    assert by_contract["hundred"]["careful_games"] is None
    assert run(*asked, "--look", 2).out.count("not played") == 2


def test_answers_do_not_depend_on_workers() -> None:
    asked: dict[str, Any] = {"games": 30, "look": 9, "seed": 4, "samples": 50}
    assert odds(HAND, **asked, workers=1) == odds(HAND, **asked, workers=3)
    assert odds(HAND, **{**asked, "seed": 5}) != odds(HAND, **asked)


def test_the_games_go_on_where_the_layouts_leave_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampled layouts and games share the time. Without sampled layouts the games get all the time.

    No layouts are sampled if all contracts are counted or found in the book.
    """
    limits = []

    def noted(*_: object, milliseconds: float, **__: object) -> dict[Any, Any]:
        limits.append(milliseconds)
        return {}

    monkeypatch.setattr(hand_module, "figures_within", noted)
    monkeypatch.setattr(hand_module, "_BUDGET", 200.0)
    odds(HAND)
    odds("AT.KQ.T9.87", game="russbach")
    assert limits == [200.0, pytest.approx(100, abs=50)] and limits[1] >= 100


def test_by_default_there_are_no_more_games_than_samples() -> None:
    answers = odds(HAND, samples=12)
    assert {answer.careful.games for answer in answers if answer.careful} == {12}
    assert all(answer.careful and answer.careful.look == 256 for answer in answers)


def test_several_hands_have_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("AKQ.AKQ..\nKQ9.JT.9.\n")
    asked: tuple[Any, ...] = ("odds", file, "--game", "graden", "--contract", "koenigmord", "--games", 9)
    first, sure, poor = run(*asked).out.splitlines()
    assert first.split() == ["hand", "best", "bid", "at", "table", "mean", "open", "cards", "mean"]
    assert sure.split() == ["AKQ.AKQ..", "Königmord", "100.0%", "+210.0", "100.0%", "+210.0"]
    lost = ["KQ9.JT.9.", "Königmord", "does", "not", "pay", "0.0%", "-210.0", "0.0%", "-210.0"]
    assert poor.split() == lost
    assert max(map(len, (first, sure, poor))) <= 100
    rows = run(*asked, "--format", "csv").out.splitlines()
    assert rows[0].endswith(",".join(CAREFUL_COLUMNS)) and len(rows) == 3
    without = run(*asked[:-1], 0).out.splitlines()
    assert without[0].split() == ["hand", "best", "bid", "makes", "mean"]


def test_a_line_says_to_pass_where_no_bid_pays(tmp_path: Path) -> None:
    """The best bid of KJ9.QJ.9. loses with open cards and at the table. Passing pays 0 or more."""
    file = tmp_path / "hands.txt"
    file.write_text("KJ9.QJ.9.\nAKQ.AKQ..\n")
    for games in ((), ("--games", 0)):
        _, poor, sure = run("odds", file, *games).out.splitlines()
        assert poor.split()[1] == "pass" and "loses least)" in poor
        assert "pass" not in sure
    part = ("--contract", "koenigmord", "--contract", "zehnermord", "--games", 0)
    _, poor, _ = run("odds", file, *part).out.splitlines()
    assert "none pays (" in poor, "not all bids were compared"


def test_a_hand_of_which_a_part_is_known_is_played_too() -> None:
    [found] = odds("AT.KQ..", game="russbach", contracts=["simple"], samples=20, games=4, look=2)
    assert found.careful is not None and 1 <= found.careful.games <= 4
    [trump] = odds("AK.A..", game="bauernschnapsen", contracts=["rufer"], samples=20, games=20, look=2)
    assert trump.careful is not None and trump.careful.games == 20


@pytest.mark.parametrize("argument", ["games", "look"])
def test_wrong_numbers_are_refused(argument: str) -> None:
    with pytest.raises(ArgumentError, match=f"{argument}: a whole number from"):
        odds(HAND, **{argument: -1})  # type: ignore[arg-type]
    refused = run("odds", HAND, f"--{argument}", "-1")
    assert refused.status == 2 and f"--{argument}" in refused.err


def test_json_of_every_game_is_valid() -> None:
    for game, hand in HANDS.items():
        asked = ("--samples", 10, "--games", 1, "--look", 1, "--json")
        for line in run("odds", hand, "--game", game, *asked).out.splitlines():
            row = json.loads(line)
            contract = GAMES[game].contract(row["contract"])
            played = row["biddable"] and contract.stake != "none"
            assert (row["careful_games"] == 1) is played, row
