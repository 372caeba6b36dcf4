"""Bidding statistics and their intervals agree with plain counts, formulas and deals worked out by hand."""

from __future__ import annotations

from itertools import cycle, islice
from math import isclose
from pathlib import Path

import polars as pl
import pytest

from counting import SEATS, Plain, found
from kranalyze.analysis import analyze_records
from kranalyze.answers.intervals import wilson
from kranalyze.answers.par import pars_of_deals
from kranalyze.bundled import bundled_directory
from kranalyze.cards import parse_hand
from kranalyze.deal import Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.kpn import read_kpn, record_text
from kranalyze.survey.counting import Survey, stats
from kranalyze.survey.figurecolumns import FEATURES, FIGURE_COLUMNS, FIGURES, SCHEMA, WHO, independent_units
from kranalyze.survey.portions import argument_pieces, random_pieces
from running import TOPS


def figure(frame: pl.DataFrame, name: str, who: str, contract: str | None) -> tuple[int, int]:
    """Return the units and the count of one figure."""
    same = frame.filter(figure=name, who=who).filter(pl.col("contract").eq_missing(pl.lit(contract)))
    assert same.height == 1
    return same["units"][0], same["count"][0]


@pytest.mark.usefixtures("argued")
def test_a_deal_that_can_be_argued() -> None:
    # South and West hold A K Q of two suits each, North and East J T 9. West deals, so North bids first.
    frame = stats(TOPS, dealer="W")
    # In the K-order no card beats South's or West's cards. South's cards beat North's, West's beat East's.
    for who, expected in {
        "some": (1, 1), "first": (1, 0), "seat": (4, 2), "N": (1, 0), "S": (1, 1), "NS": (1, 1), "EW": (1, 1),
    }.items():  # fmt: skip
        assert figure(frame, "makeable", who, "koenigmord") == expected, who
    # North and East can lose every trick. South and West cannot avoid taking tricks.
    assert figure(frame, "makeable", "seat", "plauderer") == (4, 2)
    assert figure(frame, "makeable", "first", "plauderer") == (1, 1)
    # Partners who sit opposite each other hold the same suits and take every trick together. South and West
    # need no help from a partner. North and East need the partner who sits opposite.
    assert figure(frame, "makeable", "opposite", "durchmarsch") == (4, 4)
    assert figure(frame, "makeable", "left", "durchmarsch") == (4, 2)
    assert figure(frame, "makeable", "right", "durchmarsch") == (4, 2)
    # Only South and West hold King and Queen.
    assert figure(frame, "biddable", "seat", "hundertermord") == (4, 2)
    assert figure(frame, "biddable", "first", "hundertermord") == (1, 0)
    # North's and East's Tens defeat the contracts in the T-order. So Königmord is the highest contract that
    # can be made, and pays 3 x 70.
    assert figure(frame, "best_rank", "some", "koenigmord") == (1, 1)
    assert figure(frame, "best_rank", "first", "plauderer") == (1, 1)
    best = frame.filter(figure="best_settlement", who="seat")
    assert sorted(best.select("contract", "amount", "units", "count").rows()) == [
        ("koenigmord", 210, 4, 2),
        ("plauderer", 150, 4, 2),
    ]
    paid = frame.filter(figure="settlement", contract="koenigmord")
    assert sorted(paid.select("who", "units", "count", "total", "mean").rows()) == [
        ("first", 1, 0, -210, -210.0),
        ("seat", 4, 2, 0, 0.0),
    ]


def test_without_a_dealer_nothing_is_said_of_the_first_bidder() -> None:
    frame = stats(TOPS)
    assert frame.filter(who="first").is_empty()
    assert figure(frame, "makeable", "seat", "koenigmord") == (4, 2)


@pytest.mark.parametrize(
    ("game", "count", "by", "rules"),
    [
        ("graden", 60, (), {}),
        ("graden", 60, ("aces",), {}),
        ("graden", 60, ("longest", "voids", "tens", "marriages"), {}),
        ("graden", 20, (), {"call_own": "yes"}),
        ("bauernschnapsen", 24, (), {}),
        ("bauernschnapsen", 24, ("marriages",), {"bettler_value": "4"}),
        ("anrufen", 3, (), {}),
        ("rufmariasch", 2, (), {}),
    ],
)
def test_figures_are_those_of_a_plain_count(
    game: str, count: int, by: tuple[str, ...], rules: dict[str, str]
) -> None:
    deals = random_deals(GAMES[game], count, seed=3)
    # Every third deal names no dealer.
    dealers = list(islice(cycle(["N", "E", None, "S", "W", None]), count))
    plain = Plain(game, by, **rules)
    plain.add(deals, dealers)
    given = deals.with_columns(pl.Series("dealer", dealers, dtype=pl.String))
    assert found(stats(given, game=game, by=by, rules=rules), by) == plain.expected()


def test_the_trump_of_kontra_forms_is_supposed_when_they_are_counted_alone() -> None:
    # In some layouts around East's AT.K.A.K, a Kontraschnapser can be made with the trump that North, who is
    # forehand, must name.
    others = {Seat.S: ".QT..QJ", Seat.W: ".J.T.A", Seat.N: "J..KQJ."}
    given = {Seat.E: parse_hand("AT.K.A.K"), **{seat: parse_hand(hand) for seat, hand in others.items()}}
    deals = random_deals(GAMES["bauernschnapsen"], 24, seed=3, held=given).with_columns(dealer=pl.lit("W"))
    wanted = ["kontraschnapser", "kontrabauernschnapser"]
    frame = stats(deals, game="bauernschnapsen", contracts=wanted)
    plain = Plain("bauernschnapsen")
    plain.add(deals, ["W"] * 24)
    mine = {key: sums for key, sums in plain.expected().items() if key[2] in wanted and key[0] == "makeable"}
    assert {key: sums for key, sums in found(frame).items() if key[0] == "makeable"} == mine
    assert any(count for _, count, _ in mine.values())


def test_three_players_bid_in_turn() -> None:
    deals = random_deals(GAMES["anrufen3"], 2, seed=1)
    contracts = ["no_tricks", "all_tricks"]
    given = deals.with_columns(dealer=pl.Series(["S", "N"]))
    frame = stats(given, game="anrufen3", contracts=contracts)
    plain = Plain("anrufen3")
    plain.add(deals, ["S", "N"])
    expected = {
        key: value
        for key, value in plain.expected().items()
        if key[2] in contracts and key[0] in ("makeable", "settlement")
    }
    got = {key: value for key, value in found(frame).items() if key[0] in ("makeable", "settlement")}
    assert got == expected
    assert set(frame["who"]) <= {"some", "first", "seat", "N", "E", "S"}


@pytest.mark.usefixtures("argued")
def test_what_perfect_bidders_end_in_when_it_can_be_argued() -> None:
    # North bids first. South bids Königmord, which pays 3 x 70. West could make it, too, but speaks later.
    # Nobody can make a higher contract. North and East may not even bid one, because they have no King and
    # Queen of a suit.
    frame = stats(TOPS, dealer="W", par=True)
    reached = frame.filter(figure="par")
    assert reached.select("who", "contract", "amount", "units", "count").rows() == [
        ("par", "koenigmord", 210, 1, 1)
    ]
    seats = frame.filter(figure="par_seat").select("who", "units", "count", "total").rows()
    assert seats == [("first", 1, 0, -70), ("second", 1, 0, -70), ("third", 1, 1, 210), ("last", 1, 0, -70)]
    assert stats(TOPS, par=True).filter(pl.col("figure").str.starts_with("par")).is_empty()


def test_pars_are_added_up() -> None:
    deals = random_deals(GAMES["graden"], 6, seed=4)
    dealers = ["N", "E", "S", "W", "S", "S"]
    frame = stats(deals.with_columns(dealer=pl.Series(dealers)), par=True, contracts=["bettler"])
    reached: dict[tuple[str, int | None], int] = {}
    paid = dict.fromkeys(("first", "second", "third", "last"), 0)
    for (_, of_deal), dealer in zip(pars_of_deals(deals), dealers, strict=True):
        one = next(p for p in of_deal if p.dealer.name == dealer)
        amount = None if one.declarer is None else one.payoff[one.declarer]
        reached[one.contract, amount] = reached.get((one.contract, amount), 0) + 1
        for turn, place in enumerate(paid, 1):
            paid[place] += one.payoff[(SEATS.index(dealer) + turn) % 4]
    rows = frame.filter(figure="par").select("contract", "amount", "count", "units").rows()
    assert {(c, a): n for c, a, n, _ in rows} == reached
    assert {units for *_, units in rows} == {6}
    seats = frame.filter(figure="par_seat")
    assert dict(seats.select("who", "total").rows()) == paid
    assert seats["mean"].to_list() == [total / 6 for total in paid.values()]


def test_workers_and_parts_do_not_matter() -> None:
    deals = random_deals(GAMES["graden"], 50, seed=8).with_columns(dealer=pl.lit("N"))
    once = stats(deals, by=["aces", "longest"], workers=1)
    assert once.equals(stats(deals, by=["aces", "longest"], workers=4))
    survey = Survey()
    parts = [deals.slice(start, 7) for start in range(0, 50, 7)]
    list(survey.run(p for part in parts for p in argument_pieces(part, GAMES["graden"], None, {}, list)))
    assert survey.figures().equals(stats(deals))


def test_the_dealer_of_random_deals_goes_round() -> None:
    for name, game in GAMES.items():
        (piece,) = random_pieces(game, 9, 1, {})
        seats = [SEATS[f] for f in piece.deals["forehand"].to_list()]
        assert seats == list(islice(cycle("NESW"[: game.seats]), 1, 10)), name


def test_every_row_is_explained() -> None:
    records = read_kpn(bundled_directory() / "simulated-log.kpn").records
    frame = stats([r for r in records if r.game in ("graden", "bauernschnapsen")][:30], by=["aces"])
    assert frame.columns == [name for name, _, _ in FIGURE_COLUMNS]
    assert set(frame["figure"]) <= set(FIGURES)
    assert set(frame["who"]) <= set(WHO)
    assert frame.to_arrow().cast(SCHEMA).schema.equals(SCHEMA)
    assert set(FEATURES) <= set(frame.columns)


def test_logged_games_are_counted_as_they_were_played() -> None:
    records = [r for r in read_kpn(bundled_directory() / "simulated-log.kpn").records if r.game == "graden"]
    rows = analyze_records(records).games.to_dicts()
    frame = stats(records)
    for contract in (c.id for c in GAMES["graden"].contracts if c.id != "schurln"):
        mine = [row for row in rows if row["contract"] == contract]
        seats = [row["declarer"].lower() for row in mine]
        won = [(r, r[f"guarantee_{s}"], r[f"settlement_{s}"]) for r, s in zip(mine, seats, strict=True)]
        better = [max(0, (r["best_payoff"] or forced) - forced) for r, forced, _ in won]
        expected = {
            "bid": (
                sum(bool(r.auction) for r in records),
                sum(any(call.call == contract for call in r.auction) for r in records),
            ),
            "played": (len(rows), len(mine)),
            "passed": (len(rows), sum(contract in (r[f"passed_{s}"] for s in "nesw") for r in rows)),
        }
        if mine:
            expected |= {
                "made": (len(mine), sum(r["made"] for r in mine)),
                "should": (len(mine), sum(r["makeable"] for r in mine)),
                "gift": (len(mine), sum(r["made"] and not r["makeable"] for r in mine)),
                "lost": (len(mine), sum(r["makeable"] and not r["made"] for r in mine)),
                "left_play": (len(mine), sum(got < forced for _, forced, got in won)),
                "gained_play": (len(mine), sum(got > forced for _, forced, got in won)),
                "left_bidding": (len(mine), sum(more > 0 for more in better)),
            }
        for name, (units, count) in expected.items():
            assert figure(frame, name, "declarer", contract) == (units, count), (contract, name)
        if mine:
            totals = dict(frame.filter(contract=contract, who="declarer").select("figure", "total").rows())
            assert totals["left_play"] == sum(max(0, forced - got) for _, forced, got in won)
            assert totals["gained_play"] == sum(max(0, got - forced) for _, forced, got in won)
            assert totals["left_bidding"] == sum(better)


def test_records_are_counted_by_their_own_rules(tmp_path: Path) -> None:
    """If records have the rule ``unit=7``, settlements are seven times as high, and rows name the rule."""
    records = [
        r for r in read_kpn(bundled_directory() / "simulated-log.kpn").records if r.game == "rufmariasch"
    ][:4]
    once = stats(records).filter(figure="settlement")
    tag = '[Game "rufmariasch"]'
    text = "\n".join(record_text(record).replace(tag, f'{tag}\n[Rules "unit=7"]') for record in records)
    (tmp_path / "log.kpn").write_text(text, "utf-8")
    for given in (tmp_path / "log.kpn", read_kpn(tmp_path / "log.kpn").records):
        figures = stats(given)
        assert set(figures["rules"]) == {"unit=7"}
        more = figures.filter(figure="settlement")
        assert more["total"].to_list() == (once["total"] * 7).to_list()


def test_rules_go_over_those_of_deals_and_records() -> None:
    """The argument ``rules`` replaces rules of deals and records, and the rows name the rules in force.

    Records are read again under these rules.
    """
    log = bundled_directory() / "simulated-log.kpn"
    records = [r for r in read_kpn(log).records if r.game == "rufmariasch"][:4]
    deals = [record.deal for record in records if record.deal is not None]
    once, seven = (stats(records, rules={"unit": unit}) for unit in "17")
    plain = stats(deals, game="rufmariasch", rules={"unit": "7"}, dealer="N")
    assert set(once["rules"]) == {None} and set(seven["rules"]) == set(plain["rules"]) == {"unit=7"}
    for figures in (pl.col("figure") == "settlement", pl.col("figure").str.starts_with("left")):
        assert seven.filter(figures)["total"].to_list() == (once.filter(figures)["total"] * 7).to_list()
    with pytest.raises(ValueError, match=r"simulated-log.kpn:\d+:1: error: unknown rule option"):
        stats(records, rules={"call_own": "yes"})


@pytest.mark.parametrize(("made", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (3, 1000), (999, 1000)])
def test_an_interval_ends_where_the_score_test_rejects(made: int, n: int) -> None:
    # Wilson's interval contains each share q that differs from made / n by at most 1.96 standard errors of q.
    low, high = wilson(made, n)
    for q in (low, high):
        if 0 < q < 1:
            assert isclose((made / n - q) ** 2, 1.959963984540054**2 * q * (1 - q) / n, rel_tol=1e-9)
    assert 0 <= low <= made / n <= high <= 1
    assert (low == 0) == (made == 0)
    assert (high == 1) == (made == n)


def test_hands_of_one_deal_that_go_together_widen_the_interval() -> None:
    # There are 100 deals of four hands. If the four hands of a deal are alike, they count as one hand. If
    # they are independent, they count as four.
    alike = independent_units(0.5, 400, 100, 100 * 16, 50 * 16, 50 * 16)
    balanced = independent_units(0.5, 400, 100, 100 * 16, 100 * 8, 100 * 4)
    assert isclose(alike, 100)
    assert balanced == 100  # no spread: the variance is unknown, and each deal counts as one unit
    assert independent_units(0.0, 400, 100, 1600, 0, 0) == 100
    # Of four independent hands, 2 are counted on average. The variance of this number is 4 * 0.5 * 0.5 = 1.
    independent = independent_units(0.5, 400, 100, 1600, 800, 100 * 4 + 100)
    assert isclose(independent, 400)


def test_shares_and_intervals_stand_in_the_table() -> None:
    deals = random_deals(GAMES["graden"], 80, seed=2).with_columns(dealer=pl.lit("E"))
    frame = stats(deals)
    for row in frame.filter(figure="makeable", who="some").to_dicts():
        assert row["share"] == row["count"] / 80
        low, high = wilson(row["count"], 80)
        assert isclose(row["low"], low)
        assert isclose(row["high"], high)


def test_the_interval_is_wilsons_of_as_many_deals_as_there_are() -> None:
    # 5 deals of 10: (0.5 + z^2 / 20 -+ z sqrt(0.25 / 10 + z^2 / 400)) / (1 + z^2 / 10) with z = 1.96.
    both = [TOPS] * 5 + ["N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"] * 5
    frame = stats(both, dealer="W", contracts=["koenigmord"])
    (row,) = frame.filter(figure="makeable", who="first").to_dicts()
    assert (row["count"], row["units"]) == (5, 10)
    assert (round(row["low"], 4), round(row["high"], 4)) == (0.2366, 0.7634)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"by": ["kinks"]}, "unknown column 'kinks', did you mean kings?"),
        ({"where": "aces"}, "'aces' is a number, no condition"),
        ({"where": "contract = 'bettler'"}, "unknown column 'contract'"),
        ({"by": ["aces AS count"]}, "a group cannot have the name count, which is another column"),
        ({"by": ["aces AS a", "tens AS a"]}, "two groups have the name a"),
        ({"par": True, "where": "aces > 1"}, "par counts deals, but by or where chooses hands"),
        ({"contracts": ["solo"]}, "unknown contract 'solo' of graden"),
        ({"rules": {"unit": "2"}}, "unknown rule option 'unit' of graden"),
        ({"dealer": "X"}, "unknown seat"),
        ({"game": "tarock"}, "unknown game"),
    ],
)
def test_what_is_not_known_is_said(more: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stats(TOPS, **more)  # type: ignore[arg-type]
