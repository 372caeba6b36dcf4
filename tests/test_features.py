"""Compare features of hands with a plain function on random deals of all games, and with FORMAT.md."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

import kranalyze
from kranalyze import feature, features
from kranalyze.cards import parse_hand
from kranalyze.conditions.handfeatures import HAND_FEATURES
from kranalyze.conditions.viewpoints import DEAL_COLUMNS, OWN_COLUMNS
from kranalyze.games import GAMES
from plain_features import SEATS, plain_columns, plain_features
from running import run

FORMAT = Path(__file__).parent.parent / "datasets" / "FORMAT.md"


@pytest.mark.parametrize("game", list(GAMES))
def test_features_are_those_of_a_plain_function(game: str) -> None:
    players = GAMES[game].seats
    deals = kranalyze.deals(60, game=game, seed=5)
    deals = deals.with_columns(dealer=pl.when(pl.int_range(pl.len()) % 7 > 0).then("dealer"))
    for seat in (*SEATS[:players], None):
        rows = features(deals, seat=seat).to_dicts()
        for deal, row in zip(deals.to_dicts(), rows, strict=True):
            expected = plain_columns([deal[s] for s in "nesw"], game, players, deal["dealer"], seat)
            if seat is not None:
                expected = {name: v for name, v in expected.items() if not re.match("[nesw]_", name)}
            assert {name: row[name] for name in expected} == expected
            assert set(row) - set(expected) == {*"nesw", "talon", "deal", "file", "board", "game", "rules"}


def test_features_of_hands_that_can_be_read() -> None:
    frame = features("N:AKQ.AT9.. JT9.KQJ.. ..AKQ.JT9 ..JT9.AKQ", seat="N")
    [row] = frame.to_dicts()
    # In the K-order, the tops are A K Q of spades and A of hearts. In the T-order, the tops are A of spades
    # and A T of hearts.
    assert (row["tops_k"], row["tops_t"]) == (4, 3)
    assert (row["voids"], row["singletons"], row["longest"], row["shortest"]) == (2, 0, 3, 0)
    assert (row["marriages"], row["ace_king"], row["ace_ten"], row["points"]) == (1, 1, 1, 30)
    assert (row["left_marriages"], row["across_tops_k"], row["right_clubs"]) == (1, 3, 3)
    assert row["SA"] is True and row["left_SA"] is False and row["bidder"] is None
    # If a hand holds a whole suit, all its cards are tops, in every order and pack.
    for game, suit in (("graden", "AKQJT9"), ("russbach", "AKQJT987"), ("bauernschnapsen", "AKQJT")):
        frame = pl.DataFrame({"n": [sum(1 << "789TJQKA".index(rank) for rank in suit)]}, {"n": pl.UInt32})
        tops = frame.select(feature(f"n_tops_{order}", game=game) for order in "kt").row(0)
        assert tops == (len(suit), len(suit))


def test_a_hand_that_is_not_known_has_no_features() -> None:
    frame = pl.DataFrame({s: [None, 1 << 7] for s in "nesw"}, dict.fromkeys("nesw", pl.UInt32))
    for name in [row.name for row in HAND_FEATURES]:
        first, second = frame.select(feature(f"s_{name}")).to_series()
        assert first is None and second == plain_features(1 << 7, "graden")[name]


def test_features_are_expressions_on_hands() -> None:
    deals = kranalyze.deals(500, seed=2)
    aces = feature("s_aces") + feature("s_tens")
    chosen = deals.filter(aces >= 3, feature("bidder", seat="S") == 1, feature("left_SA", seat="S"))
    expected = []
    for deal in deals.to_dicts():
        row = plain_columns([deal[s] for s in "nesw"], "graden", 4, deal["dealer"], "S")
        if row["aces"] + row["tens"] >= 3 and row["bidder"] == 1 and row["w_SA"]:
            expected.append(deal["board"])
    assert chosen["board"].to_list() == expected and expected
    # Differences may be negative.
    kings = pl.DataFrame({"s": [parse_hand("K.K.K.K")]}, {"s": pl.UInt32})
    assert kings.select(feature("s_aces") - feature("s_kings")).item() == -4


def test_deals_of_several_games_keep_their_order() -> None:
    games = ("graden", "anrufen3", "bauernschnapsen")
    graden, three, bauer = (kranalyze.deals(2, game=game, seed=1) for game in games)
    deals = pl.concat([graden[:1], bauer, three, graden[1:]])
    frame = features(deals, seat="E", features=["points", "across_points"])
    assert frame["board"].to_list() == deals["board"].to_list()
    expected = [plain_features(deal["e"], deal["game"])["points"] for deal in deals.to_dicts()]
    assert frame["points"].to_list() == expected
    assert frame["across_points"].is_null().to_list() == [False] * 3 + [True] * 2 + [False]
    assert features(deals[:0], seat="E").width == features(deals, seat="E").width


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"features": ["acez"], "seat": "S"}, "unknown column 'acez', did you mean aces"),
        ({"features": ["aces"]}, "aces is a feature of a hand: write n_aces, e_aces, s_aces, w_aces"),
        ({"features": ["bidder"]}, "bidder depends on the seat"),
        ({"seat": "X"}, "X"),
        ({"seat": "W", "game": "anrufen3"}, "West has no hand in anrufen3"),
        ({"features": "aces", "seat": "S"}, "features: a list of features is expected"),
    ],
)
def test_wrong_features_are_refused(arguments: dict[str, object], message: str) -> None:
    game = str(arguments.get("game", "graden"))
    with pytest.raises(ValueError, match=re.escape(message)):
        features(kranalyze.deals(1, game=game, seed=1), **arguments)  # type: ignore[arg-type]


def test_a_single_feature_that_is_wrong_is_refused() -> None:
    with pytest.raises(ValueError, match="aces is a feature of a hand"):
        feature("aces")
    with pytest.raises(ValueError, match="West has no hand in anrufen3"):
        feature("aces", seat="W", game="anrufen3")


def test_the_document_lists_all_features() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    section = text.split("\n## Features\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", section, re.MULTILINE))
    listed = [(f.name, f.meaning) for f in HAND_FEATURES if not f.is_flag]
    others = [(name, meaning) for name, _, meaning in (*OWN_COLUMNS, *DEAL_COLUMNS)]
    assert list(rows.items()) == [*listed, *others]
    assert "`SA` `SK` ... `C7`" in section


@pytest.mark.parametrize("command", ["deal", "stats", "table"])
def test_the_help_names_all_features(command: str) -> None:
    words = set(re.findall(r"\w+", run(command, "--help").out))
    assert {row.name for row in HAND_FEATURES if not row.is_flag} - words == set()
    assert {"SA", "SK", "C7", "n_", "w_", "dealer"} <= words
