"""The analysis of games equals one made by hand: verdicts, costs, marks, players, and unknown values."""
# mypy: no-strict-optional

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kranalyze import analyze
from kranalyze.analysis import Analysis, analyze_records
from kranalyze.analysis.gamecolumns import CARDS_SCHEMA, GAMES_SCHEMA, PLAYERS_SCHEMA
from kranalyze.analysis.players import Totals
from kranalyze.cards import card_letters
from kranalyze.kpn import parse_kpn

#: South has five sure spades and the nine of hearts. West has all other hearts and the nine of clubs. If West
#: keeps one heart to the end, South cannot take every trick.
KEEPS = "S:AKQJT.9.. .AKQJT..9 9..AKQJT. ..9.AKQJT"

#: South has the two highest hearts, the three highest spades and the nine of spades. If South leads two high
#: spades first, West must play ST and SJ to them. If South leads the nine first, ST or SJ beats it. East has
#: all clubs.
FALLS = "S:AKQ9.AK.. JT..AKQJ. .QJT9.T9. ...AKQJT9"

HOPELESS = "SA C9 S9 D9\nSK HT DT CT\nSQ HJ DJ CJ\nSJ HQ DQ CQ\nST HK DK CK\nH9 HA DA CA"
GIFT = "SA HT S9 D9\nSK HJ DT CT\nSQ HQ DJ CJ\nSJ HK DQ CQ\nST HA DK CK\nH9 C9 DA CA"
LOST = "S9 SJ D9 C9\n*"
MADE = "SA ST D9 C9\nSK SJ DT CT\nSQ DJ H9 CJ\nS9 DQ HT CQ\nHA DK HJ CK\nHK DA HQ CA"


def game(deal: str, play: str, board: int = 1, more: str = "") -> str:
    return (
        f'[Board "{board}"] [West "Anna"] [North "Berta"] [East "Cilli"] [South "Dora"] [Game "graden"]\n'
        f'[Dealer "E"] [Deal "{deal}"] [Contract "koenigmord"] [Declarer "S"]\n{more}[Play "S"]\n{play}\n\n'
    )


FOUR = game(KEEPS, HOPELESS, 1) + game(KEEPS, GIFT, 2) + game(FALLS, LOST, 3) + game(FALLS, MADE, 4)


def analysis(text: str, **more: Any) -> Analysis:
    file = parse_kpn(text, "log.kpn")
    assert not file.errors, file.errors
    return analyze_records(file.records, **more)


def marked(found: Analysis) -> list[tuple[Any, ...]]:
    names = ("board", "seat", "card", "best", "guarantee_before", "guarantee_after", "cost", "mark")
    return [tuple(row[n] for n in names) for row in found.cards.to_dicts() if row["mark"]]


def test_each_verdict_and_the_card_that_decided() -> None:
    found = analysis(FOUR)
    games = found.games.to_dicts()
    assert [g["verdict"] for g in games] == ["hopeless", "gift", "lost", "made"]
    assert [g["makeable"] for g in games] == [False, False, True, True]
    assert [g["made"] for g in games] == [False, True, False, True]
    assert [g["settlement_s"] for g in games] == [-210, 210, -210, 210]
    assert [g["payoff_s"] for g in games] == [-210, -210, 210, 210]
    assert [g["value"] for g in games] == [0, 0, 1, 1]
    # In game 2 West discards his last heart. In game 3 South leads the nine, and West has two higher spades.
    assert marked(found) == [
        ("2", "W", "HA", ["C9"], 70, -70, 140, "??"),
        ("3", "S", "S9", ["SQ", "SK", "SA", "HK", "HA"], 210, -210, 420, "??"),
    ]
    assert [g["cost_w"] for g in games] == [0, 140, 0, 0]
    assert [g["cost_s"] for g in games] == [0, 0, 420, 0]
    assert not found.problems


def test_every_card_has_its_row() -> None:
    found = analysis(FOUR)
    rows = found.cards.to_dicts()
    assert len(rows) == 24 + 24 + 4 + 24
    assert [(r["trick"], r["turn"], r["seat"], r["card"]) for r in rows[:5]] == [
        (1, 1, "S", "SA"), (1, 2, "W", "C9"), (1, 3, "N", "S9"), (1, 4, "E", "D9"), (2, 1, "S", "SK"),
    ]  # fmt: skip
    assert {r["player"] for r in rows if r["seat"] == "W"} == {"Anna"}
    assert all(r["cost"] == r["guarantee_before"] - r["guarantee_after"] >= 0 for r in rows)
    assert all((r["card"] in r["best"]) == (r["cost"] == 0) for r in rows)
    assert {(r["seat"], r["role"]) for r in rows} == {
        ("S", "declarer"), ("W", "defender"), ("N", "defender"), ("E", "defender"),
    }  # fmt: skip
    assert all(r["cost_announce"] is None for r in rows)


def test_tricks_and_points_as_played() -> None:
    # In the first game West's HA takes the last trick, H9 HA DA CA: three aces and the last trick count 40.
    first = analysis(FOUR).games.to_dicts()[0]
    assert [first[f"tricks_{s}"] for s in "nesw"] == [0, 0, 5, 1]
    assert [first[f"points_{s}"] for s in "nesw"] == [0, 0, 90 - 40, 40]


@pytest.mark.usefixtures("argued")
def test_what_else_could_have_been_made() -> None:
    games = analysis(FOUR).games.to_dicts()
    # South makes Hundert with West as partner: West's hearts take the last trick. It pays South 60. No other
    # contract pays him more.
    for row in games[:2]:
        assert (row["best_contract"], row["best_payoff"]) == ("hundert", 60)
        assert sorted(row["best_calls"]) == sorted(["HA", "HK", "HQ", "HJ", "HT", "C9"])
        assert [row[f"passed_{s}"] for s in "nesw"] == [None] * 4
    # In the other deal East, who has six clubs, could have bid and made Hundertermord.
    for row in games[2:]:
        assert (row["best_contract"], row["best_payoff"]) == ("koenigmord", 210)
        assert [row[f"passed_{s}"] for s in "nesw"] == [None, "hundertermord", None, None]


@pytest.mark.usefixtures("argued")
def test_players_add_up() -> None:
    found = analysis(FOUR)
    players = {row["player"]: row for row in Totals().add(**found.tables).table().to_pylist()}
    assert set(players) == {"Anna", "Berta", "Cilli", "Dora"}
    dora = {
        "game": "graden", "games": 4, "seat_s": 4, "seat_w": 0, "declared": 4, "made": 2, "makeable": 2,
        "passed_up": 0, "won": 0, "won_double_dummy": 0, "cost_declarer": 420, "cost_defender": 0,
        "cards": 19, "best_cards": 18,
    }  # fmt: skip
    assert {name: players["Dora"][name] for name in dora} == dora
    anna = {"declared": 0, "made": 0, "won": 0, "cost_defender": 140, "cards": 19, "best_cards": 18}
    assert {name: players["Anna"][name] for name in anna} == anna
    assert players["Anna"]["best_share"] == pytest.approx(18 / 19)
    assert players["Cilli"]["passed_up"] == 2
    assert (players["Berta"]["won"], players["Berta"]["won_double_dummy"]) == (0, 0)


def test_players_of_lazy_frames_and_of_parts() -> None:
    found = analysis(FOUR)
    whole = Totals().add(**found.tables).table()
    games, cards = (pl.DataFrame(rows) for rows in (found.games, found.cards))
    assert Totals().add(games.lazy(), cards.lazy()).table().equals(whole)
    totals = Totals()
    for record in range(4):
        one = pl.col("record") == record
        totals.add(games.filter(one).to_arrow(), cards.filter(one).to_arrow())
    assert totals.table().equals(whole)
    totals.add(games.to_arrow(), cards.to_arrow())  # table() also counts a batch that is not summed up yet
    assert totals.table()["cards"].to_pylist() == [2 * count for count in whole["cards"].to_pylist()]


def test_a_score_that_is_not_the_settlement_is_flagged() -> None:
    right = game(FALLS, MADE, more='[Score "N:-70 E:-70 S:210 W:-70"]\n')
    wrong = game(FALLS, MADE, more='[Score "N:-60 E:-60 S:180 W:-60"]\n')
    found = analysis(right + wrong).games.to_dicts()
    assert [row["score_ok"] for row in found] == [True, False]
    assert [row["verdict"] for row in found] == ["made", "made"]
    assert (found[1]["score_s"], found[1]["settlement_s"]) == (180, 210)


def test_unfinished_play_is_analysed_as_far_as_it_goes() -> None:
    cut = GIFT.split("\n")
    found = analysis(game(KEEPS, "\n".join(cut[:5]) + "\n+"))
    (row,) = found.games.to_dicts()
    assert (row["verdict"], row["made"], row["makeable"], row["finished"]) == (None, None, False, False)
    assert found.cards.height == 20
    assert [m[2:] for m in marked(found)] == [("HA", ["C9"], 70, -70, 140, "??")]


def test_a_trick_in_progress() -> None:
    found = analysis(game(FALLS, "S9\n+"))
    assert [m[2:] for m in marked(found)] == [("S9", ["SQ", "SK", "SA", "HK", "HA"], 210, -210, 420, "??")]


def test_without_play_the_contract_is_still_judged() -> None:
    text = '[Game "graden"] [Deal "{}"] [Contract "koenigmord"] [Declarer "S"]\n\n'
    rows = analysis(text.format(KEEPS) + text.format(FALLS)).games.to_dicts()
    assert [row["makeable"] for row in rows] == [False, True]
    assert [(row["verdict"], row["played"]) for row in rows] == [(None, 0), (None, 0)]


def test_without_a_contract_there_is_nothing_to_judge() -> None:
    found = analysis(f'[Game "graden"] [Deal "{KEEPS}"]\n\n')
    (row,) = found.games.to_dicts()
    assert (row["contract"], row["makeable"], row["value"]) == (None, None, None)
    assert not found.problems


def test_an_unknown_hand_is_said_and_the_rest_is_kept() -> None:
    # Two hands are unknown, because a single unknown hand could be worked out.
    unknown = " ".join([*FALLS.split()[:2], "-", "-"])
    found = analysis(game(unknown, "SA ST D9 C9\n+", more='[Score "N:-70 E:-70 S:210 W:-70"]\n') + FOUR)
    assert [str(p) for p in found.problems] == [
        "log.kpn:1:1: warning: a hand of the deal is not known: not analysed"
    ]
    rows = found.games.to_dicts()
    assert (rows[0]["makeable"], rows[0]["score_s"], rows[0]["cost_s"]) == (None, 210, None)
    assert [row["verdict"] for row in rows[1:]] == ["hopeless", "gift", "lost", "made"]
    # If the settlement of a game is unknown, the players' amounts come from the logged score.
    players = Totals().add(**found.tables).table().to_pylist()
    assert {p["player"]: p["won"] for p in players} == {"Anna": -70, "Berta": -70, "Cilli": -70, "Dora": 210}


RUFER = (
    '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT"]\n'
    '[North "Anna"] [East "Berta"] [South "Cilli"] [West "Dora"] [Contract "rufer"] [Declarer "N"]\n'
    '[Trump "H"]\n[Play "N"]\n'
    "SA SQ SJ ST\nHK {}\n\n"
)


def test_a_rufer_played_on_after_66_counts_for_nothing_more() -> None:
    # North takes 11 + 3 + 2 + 10 = 26 points in trick 1. His lead of HK to trick 2 registers a marriage in
    # trumps: 40 more points make 66.
    on = RUFER.format("HA HT CJ\nHQ HJ DQ CQ\nSK CK CA CT\nDJ DA DK DT")
    stopped, played = (analysis(text) for text in (RUFER.format("- - -"), on))
    (short,), (long) = stopped.games.to_dicts(), played.games.to_dicts()[0]
    assert (short.pop("played"), long.pop("played")) == (5, 20)
    assert long == short
    assert [long[f"points_{s}"] for s in "nesw"] == [66, 0, 0, 0]
    assert [long[f"tricks_{s}"] for s in "nesw"] == [1, 0, 0, 0]
    assert [long[f"settlement_{s}"] for s in "nesw"] == [3, -3, 3, -3]
    rows = played.cards.to_dicts()
    assert rows[:5] == stopped.cards.to_dicts() and len(rows) == 20
    for row in rows[5:]:
        judged = ("best", "guarantee_before", "guarantee_after", "cost", "mark")
        assert [row[name] for name in judged] == [None] * 5
    players = (Totals().add(**found.tables).table() for found in (stopped, played))
    assert next(players).equals(next(players))


def test_points_count_marriages_only_in_the_contracts_that_know_them() -> None:
    # The same cards are played. North leads HK to trick 2 and holds HQ, but no marriage counts. East takes
    # the trick: 4 + 11 + 10 + 2 points.
    on = RUFER.format("HA HT CJ\n+")
    for contract, declarer in (("bauernschnapser", "N"), ("kontrabauernschnapser", "E")):
        text = on.replace("rufer", contract).replace('Declarer "N"', f'Declarer "{declarer}"')
        row = analysis(text).games.to_dicts()[0]
        assert [row[f"points_{s}"] for s in "nesw"] == [26, 27, 0, 0], contract


def test_won_as_dealt() -> None:
    deal = "N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT"
    tags = f'[Game "bauernschnapsen"] [Dealer "W"] [Deal "{deal}"] [Trump "S"]'
    (row,) = analysis(f'{tags} [Contract "herrenschnapser"]\n\n').games.to_dicts()
    assert (row["makeable"], row["made"], row["verdict"], row["settlement_n"]) == (True, True, "made", 24)
    # East also holds five cards of a suit. But no contract ranks above a Herrenschnapser, so that East could
    # not bid.
    assert [row[f"passed_{s}"] for s in "nesw"] == [None] * 4


def test_other_rules_for_the_same_records() -> None:
    # North holds all Jacks and CQ, and every other club is higher. So North takes no trick, even if he leads.
    bettler = (
        '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:J.J.J.QJ Q.Q.Q.TK K.K.KT.A AT.AT.A."]\n'
        '[Contract "bettler"] [Declarer "N"]\n\n'
    )
    records = parse_kpn(bettler).records
    assert analyze_records(records).games.to_dicts()[0]["payoff_n"] == 5
    four = {"bettler_value": "4"}
    assert analyze(records, rules=four).games.to_dicts()[0]["payoff_n"] == 4


def test_a_rule_that_a_record_breaks_leaves_it_out() -> None:
    records = parse_kpn(FOUR, "log.kpn").records
    found = analyze(records, game="bauernschnapsen")
    assert found.games.height == 0 and found.problems
    assert all(problem.file == "log.kpn" and problem.severity == "error" for problem in found.problems)
    assert sorted({p.record for p in found.problems}) == [0, 1, 2, 3]
    assert next(p.line for p in found.problems if p.record == 1) > 9


def test_the_schemas_say_what_their_columns_mean() -> None:
    found = analysis(FOUR)
    assert found.tables["games"].schema.equals(GAMES_SCHEMA)
    assert found.tables["cards"].schema.equals(CARDS_SCHEMA)
    assert Totals().add(**found.tables).table().schema.equals(PLAYERS_SCHEMA)
    for schema in (GAMES_SCHEMA, CARDS_SCHEMA, PLAYERS_SCHEMA):
        assert schema.metadata[b"kranalyze.format"] == b"3"
        assert all(field.metadata[b"meaning"] for field in schema)


def test_the_columns_of_cards_that_are_promised() -> None:
    promised = (
        "file record board game trick turn seat player card legal guarantees best guarantee_before "
        "guarantee_after cost mark cost_announce"
    )
    assert CARDS_SCHEMA.names[:17] == promised.split()


@pytest.mark.parametrize("of", ["records", "file"])
def test_an_analysis_can_be_sent_to_another_process(of: str, tmp_path: Path) -> None:
    (tmp_path / "four.kpn").write_text(FOUR, encoding="utf-8")
    found = analyze(parse_kpn(FOUR) if of == "records" else tmp_path / "four.kpn", best=False)
    again = pickle.loads(pickle.dumps(found))
    assert again.games.equals(found.games) and again.cards.equals(found.cards)
    assert [one.verdict for one in again.analysed] == [one.verdict for one in found.analysed]
    assert len(again.analysed) == 4 and found.analysed is found.analysed


def test_nothing_to_analyse() -> None:
    found = analyze_records([])
    assert (found.games.height, found.cards.height, found.problems) == (0, 0, ())
    assert Totals().add(**found.tables).table().num_rows == 0


def test_cards_are_listed_in_rising_order() -> None:
    for row in analysis(FOUR).cards.to_dicts():
        numbers = [next(c for c in range(32) if card_letters(c) == name) for name in row["best"]]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("tags", "missing"),
    [
        ('[Deal "?"] [Contract "durchmarsch"] [Declarer "N"] [Called "HA"]', "the deal is"),
        (f'[Deal "{FALLS}"] [Contract "durchmarsch"] [Declarer "N"]', "the called card is"),
        (f'[Deal "{FALLS}"] [Contract "durchmarsch"]', "the declarer and the called card are"),
        ('[Deal "N:- - - AKQ.AKQ.."] [Contract "durchmarsch"] [Declarer "N"] [Called "HT"]',
         "a hand of the deal is"),
        (f'[Deal "{FALLS}"] [Contract "schurln"]', "the leader to trick 1 is"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(tags: str, missing: str) -> None:
    found = analysis(f'[Game "graden"] {tags}\n\n')
    assert [p.message for p in found.problems] == [f"{missing} not known: not analysed"]


def test_a_trump_that_is_missing_is_named() -> None:
    text = f'[Game "anrufen"] [Deal "{FALLS}"] [Contract "simple"] [Declarer "N"]\n\n'
    [problem] = analysis(text).problems
    assert problem.message == "the called card and the trump are not known: not analysed"
