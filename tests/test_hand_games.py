"""Test the table figures of a hand: careful players play its contracts over random layouts."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from kranalyze import Deal, Seat, solve
from kranalyze.answers.attable import (
    TableFigures,
    careful_values_by_column,
    figures_of,
    settlements_if_only_two,
)
from kranalyze.answers.intervals import standard_error
from kranalyze.cards import Card, parse_hand
from kranalyze.core.careful import StartingPoint, play_careful
from kranalyze.core.questionborder import questions
from kranalyze.games import GAMES
from kranalyze.hand import handgames
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Choice
from kranalyze.hand.handgames import ContractGames, figures_within, table_figures

GRADEN = GAMES["graden"]
STRONG = "AKQ.AQ.A."
CLUB_ACE = Card("CA")


def choice(call: Card | None = None, trump: str | None = None) -> Choice:
    return Choice(call, trump, 1, 0, 0)


def query(hand: str, game: str = "graden", **more: object) -> HandQuery:
    return HandQuery(GAMES[game], parse_hand(hand), **more)  # type: ignore[arg-type]


def figures(hand: str, contract: str, **more: object) -> TableFigures:
    asked = query(hand)
    row = GRADEN.contract(contract)
    return table_figures(asked, {row: choice()}, **more)[row]  # type: ignore[arg-type]


def test_figures_by_hand() -> None:
    """Ten games: five pay 40, three pay -40, two pay nothing."""
    found = TableFigures(look=8, games=10, won=5, paid=80, squares=8 * 1600)
    assert (found.share, found.mean) == (0.5, 8.0)
    assert found.interval == pytest.approx((0.2366, 0.7634), abs=1e-4)
    amounts = [40] * 5 + [-40] * 3 + [0] * 2
    spread = sqrt(sum((amount - 8) ** 2 for amount in amounts) / 9)
    assert standard_error(80, 8 * 1600, 10) == pytest.approx(spread / sqrt(10))
    reach = 1.96 * spread / sqrt(10)
    assert found.mean_interval == pytest.approx((8 - reach, 8 + reach), 1e-4)
    assert found + found == TableFigures(look=8, games=20, won=10, paid=160, squares=16 * 1600)
    row = careful_values_by_column(found)
    assert row["careful_share"] == 0.5 and row["careful_mean"] == 8.0
    assert (row["careful_games"], row["careful_look"]) == (10, 8)
    unknown = careful_values_by_column(None)
    assert set(unknown) == set(row) and set(unknown.values()) == {None}


def test_with_two_settlements_the_mean_has_the_interval_of_the_share() -> None:
    """Königmord pays +-210. The mean stays uncertain even after ten wins in ten games."""
    found = TableFigures(look=8, games=10, won=10, paid=2100, squares=10 * 210**2, settlements=(-210, 210))
    low, high = found.interval
    assert (low, high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert found.mean_interval == pytest.approx((-210 + low * 420, 210))


def test_games_that_all_end_alike_leave_the_mean_uncertain() -> None:
    """All 30 games end at -180, but a share of other games may end at the extremes -240 and 120.

    Wilson's bound for the share 0 of 30 is z² / (30 + z²), with z = 1.96.
    """
    found = TableFigures(look=8, games=30, won=0, paid=30 * -180, squares=30 * 180**2, extremes=(-240, 120))
    others = 1.959964**2 / (30 + 1.959964**2)
    assert found.mean_interval == pytest.approx((-180 - others * 60, -180 + others * 300), abs=1e-3)
    assert replace(found, squares=found.squares + 2).mean_interval != found.mean_interval
    assert replace(found, extremes=None).mean_interval == (-180, -180)


@pytest.mark.parametrize(
    ("game", "contract", "rules", "expected"),
    [
        ("graden", "koenigmord", {}, (-210, 210)), ("graden", "bettler", {}, (-90, 90)),
        ("graden", "durchmarsch", {}, (-40, 40)), ("graden", "durchmarsch", {"call_own": "yes"}, None),
        ("graden", "durchmarsch_letzten", {}, None), ("anrufen", "no_tricks", {}, None),
        ("russbach", "simple", {}, None), ("bauernschnapsen", "gang", {}, None),
    ],
)  # fmt: skip
def test_contracts_with_two_settlements(
    game: str, contract: str, rules: dict[str, str], expected: tuple[int, int] | None
) -> None:
    """A lone declarer wins or loses 3 times the value. Contra or a raise allows more settlements."""
    row = GAMES[game].under(rules)
    assert (
        settlements_if_only_two(row, questions(row, [row.contract(contract)], [Seat.S]), Seat.S)
        == expected
    )


def test_sure_contracts_and_impossible_ones() -> None:
    assert figures("AKQ.AKQ..", "koenigmord", games=30).mean == 210
    assert figures("AKQ.AKQ..", "durchmarsch_letzten", games=30).mean == 120
    assert figures("AKQ.AKQ..", "bettler", games=30).mean == -90


def test_figures_are_those_of_the_games() -> None:
    asked = query(STRONG)
    columns = asked.columns(0, 200, 3)
    [question] = asked.questions([GRADEN.contract("koenigmord")])
    played = play_careful([StartingPoint(GRADEN, question)], 200, hands=columns[:4], look=5, seed=3)
    paid = [played.of("settlement", i)[Seat.S] for i in range(200)]
    found = figures(STRONG, "koenigmord", games=200, look=5, seed=3)
    assert (found.games, found.look, found.paid) == (200, 5, sum(paid))
    assert found.won == paid.count(210) and 0.5 < found.share < 0.85
    assert found == figures(STRONG, "koenigmord", games=200, look=5, seed=3, workers=1)
    assert found != figures(STRONG, "koenigmord", games=200, look=5, seed=4)
    assert figures_of(played, Seat.S, 5, (-210, 210)) == found


def test_rates_of_the_strong_hand() -> None:
    """With 5, 65 and 257 layouts the declarer wins 69 %, 49 % and 43 % of the games.

    The declarer wins as often in games in which ``advise`` is asked at each turn.
    """
    for look, rate in ((5, 0.69), (65, 0.49), (257, 0.43)):
        found = figures(STRONG, "koenigmord", games=1500, look=look, seed=1)
        assert abs(found.share - rate) < 0.06, look


def test_rates_of_a_bettler_and_of_a_durchmarsch() -> None:
    """The declarer wins as often as in games with ``advise`` at each turn and 65 layouts.

    He wins 43 % of the games of Bettler and 63 % of Durchmarsch. With open cards he would win 25 % and 71 %.
    """
    bettler = figures("KQ9.JT.9.", "bettler", games=1500, look=65)
    assert abs(bettler.share - 0.43) < 0.05 and bettler.interval[0] > 0.25
    durchmarsch = GRADEN.contract("durchmarsch")
    choices = {durchmarsch: choice(CLUB_ACE)}
    found = table_figures(query("AK.AQ.K.9"), choices, games=1500, look=65)[durchmarsch]
    assert abs(found.share - 0.63) < 0.05 and found.interval[1] < 0.71


def test_layouts_that_do_not_allow_the_choice_are_no_games() -> None:
    """Four cards of a hand are known. No game is played if the hand also holds the card to call."""
    asked = query("AK.AQ..")
    durchmarsch = GRADEN.contract("durchmarsch")
    found = table_figures(asked, {durchmarsch: choice(CLUB_ACE)}, games=60, look=2)[durchmarsch]
    own = sum(hand >> CLUB_ACE.number & 1 for hand in asked.columns(0, 60, 0)[Seat.S])
    assert found.games == 60 - own and own > 3
    anrufen = query("AT.KQ..", "anrufen")  # an own card may be called
    simple = anrufen.game.contract("simple")
    assert table_figures(anrufen, {simple: choice(CLUB_ACE, "C")}, games=8, look=2)[simple].games == 8


def test_rows_of_tables_are_not_played() -> None:
    asked = query("AT.KQ.T9.87", "russbach")
    choices = {contract: choice(Card("HA"), "H") for contract in asked.contracts}
    found = table_figures(asked, choices, games=2, look=2)
    assert [contract.id for contract in found] == ["simple"]


def test_the_trump_of_the_other_side_is_that_of_forehands_best_rufer() -> None:
    """Bauernschnapsen: North sits left of the dealer and names the trump. East plays a Kontraschnapser."""
    asked = query("AK.A.T.J", "bauernschnapsen", seat=Seat.E, dealer=Seat.W)
    kontra = asked.game.contract("kontraschnapser")
    contest = ContractGames(asked, kontra, choice(), look=2)
    columns = asked.columns(0, 12, 5)
    for deal, put in enumerate(contest._starting_point_index_by_layout(columns)):
        hands = Deal([column[deal] for column in columns[:4]])
        best = {}
        for trump in range(4):
            if hands.mask(Seat.N) >> 8 * trump & 0xFF:
                answer = solve(hands, game=asked.game, contract="rufer", declarer="N", trump="SHDC"[trump])
                best[trump] = answer.payoff[0]
        expected = max(best, key=lambda trump: (best[trump] or 0, -trump))
        assert contest._starting_points[put].question.trump == "SHDC"[expected]
    assert table_figures(asked, {kontra: choice()}, games=12, look=2)[kontra].games == 12


def test_a_time_limit_gives_as_many_games_as_it_allows() -> None:
    asked = query(STRONG)
    contracts = [GRADEN.contract(name) for name in ("koenigmord", "bettler", "durchmarsch_letzten")]
    choices = {contract: choice() for contract in contracts}
    found = [figures_within(asked, choices, milliseconds=ms, look=16, seed=2) for ms in (20, 80, 80)]
    games = [found[i][contracts[2]].games for i in range(2)]
    assert 8 <= games[0] < games[1]
    assert found[1] == found[2] == figures_within(asked, choices, milliseconds=80, look=16, seed=2, workers=1)
    assert figures_within(asked, choices, milliseconds=80, most=5, look=16)[contracts[0]].games == 5


def test_only_contracts_that_can_be_the_best_one_are_played_further() -> None:
    """A contract that cannot be the best one gets no more games.

    After 100 games at the same stake, 60 and 50 wins leave open which contract is better. A contract with 20
    wins cannot be the best.
    """
    asked = query(STRONG)
    contests = []
    for name, won in (("koenigmord", 60), ("bettler", 50), ("plauderer", 20)):
        contest = ContractGames(asked, GRADEN.contract(name), choice(), look=2)
        contest.played = 100
        contest.figures = TableFigures(2, 100, won, 10 * (2 * won - 100), 100 * 100, (-10, 10))
        contests.append(contest)
    best, second, last = contests
    assert handgames._pending(contests) == [best, second]
    assert handgames._pending([best, last]) == [best, last]  # best is known, but both shares are uncertain
    last.played = 10
    assert handgames._pending(contests) == contests
    for contest in contests:
        contest.played = 10**6
        contest.figures = TableFigures(2, 10**6, 0, -(10**7), 10**8, (-10, 10))
    assert handgames._pending(contests) == []
