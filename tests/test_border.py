"""Public functions check their arguments: deals in columns, cards, sizes, numbers."""
# mypy: no-strict-optional, disable-error-code="arg-type,list-item,dict-item"

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze.answers.gathering import answer_table
from kranalyze.answers.par import pars_of_deals
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import deal_frame
from kranalyze.cards import cards_of
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hand.hand import odds
from kranalyze.kpn import parse_kpn
from kranalyze.survey.counting import stats
from running import run

GRADEN = GAMES["graden"]
TOPS = "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"
THREE = "N:AKQJT9.A.. .KQJT9.KQ. ..AJT9.AKQ"


def refused(message: str) -> AbstractContextManager[object]:
    """Return a context manager that expects a ValueError whose message matches."""
    return pytest.raises(ValueError, match=message)


def test_a_frame_whose_hands_are_the_whole_pack_kills_nothing() -> None:
    """A frame with the whole pack as each hand is rejected.

    This is a test for a former bug: the process was killed. So the frame is read in a process of its own.
    """
    code = """
import polars as pl, kranalyze
m = [0xFCFCFCFC]
frame = pl.DataFrame({c: m for c in "nesw"}, schema={c: pl.UInt32 for c in "nesw"})
for contracts in (None, ["hundert"]):
    try:
        kranalyze.table(frame, contracts=contracts)
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["deal 0: card S9 is held twice"] * 2


def test_fourteen_cards_a_hand_are_refused() -> None:
    hands = {"n": [0xFCFC00C0], "e": [0x3C00], "s": [0xFC], "w": [0xFC00]}
    frame = pl.DataFrame(hands, schema=dict.fromkeys("nesw", pl.UInt32))
    with refused("^deal 0: "):
        kranalyze.table(frame, contracts=["hundert"])


def deals_with(bad: tuple[int, int, int, int], talon: int = 0) -> pl.DataFrame:
    """Return 2,500 correct deals, of which deal 2100 is replaced by the given hands and talon."""
    frame = random_deals(GRADEN, 2500, seed=3).select("n", "e", "s", "w", "talon")
    rows = frame.rows()
    rows[2100] = (*bad, talon)
    return pl.DataFrame(rows, schema=frame.schema, orient="row")


#: Deals of Graden with one error each, and the beginning of the error message.
WRONG = {
    "rank": ("N:AKQJT8... .AKQJT9.. ..AKQJT9. ...AKQJT9", "North holds S8, which is not in the pack of 24"),
    "short": ("N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT", "hands of 5 cards, the game has 6"),
    "long": ("N:AKQJT98... .AKQJT98.. ..AKQJT98. ...AKQJT98", "North holds S8"),
    "unequal": ("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT", "hands of unequal size: North 6, East 6, "),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("form", ["frame", "lazy", "deals"])
def test_a_bad_deal_is_named_by_its_number(name: str, form: str) -> None:
    text, message = WRONG[name]
    frame = deals_with(Deal.parse(text).masks)
    deals = [Deal((n, e, s, w)) for n, e, s, w, _ in frame.rows()]
    given: Any = {"frame": frame, "lazy": frame.lazy(), "deals": deals}[form]
    with refused(f"^deal 2100: {message}"):
        kranalyze.table(given, contracts=["zehnermord"])
    if name == "rank" or form == "frame":  # few cases, because ``stats`` first searches the correct deals
        with refused(f"^deal 2100: {message}"):
            stats(given, contracts=["zehnermord"])


@pytest.mark.parametrize("name", WRONG)
def test_par_and_solve_name_what_is_wrong(name: str) -> None:
    text, message = WRONG[name]
    with refused(f"^deal 1: {message}"):
        list(pars_of_deals([TOPS, text]))
    if name == "short":  # ``solve`` accepts an ending, in which hands have fewer cards
        assert kranalyze.solve(text, contract="zehnermord", declarer="N").makeable
        return
    with refused(f"^{message}"):
        kranalyze.solve(text, contract="zehnermord", declarer="N")


def test_a_plan_leaves_out_what_is_no_deal() -> None:
    twice = Deal.parse(TOPS).masks
    deals = deal_frame(deals_with((twice[0], *twice[:3]))).to_arrow().slice(2098, 4)
    batch = answer_table(Plan("graden", ["zehnermord"]), deals)
    assert [(p.record, p.message) for p in batch.problems] == [(2100, "card S9 is held twice")]
    assert set(batch.table["deal"].to_pylist()) == {2098, 2099, 2101}


def test_the_deals_of_a_table_keep_their_numbers() -> None:
    frame = random_deals(GRADEN, 2500, seed=3)
    rows = kranalyze.table(frame, contracts=["koenigmord"])
    assert rows["deal"].to_list() == [i for i in range(2500) for _ in range(4)]
    tail = kranalyze.table(frame.tail(200), contracts=["koenigmord"])
    assert rows.tail(800).drop("deal").equals(tail.drop("deal"))


def test_talons_are_those_of_the_game() -> None:
    frame = random_deals(GAMES["anrufen3"], 3, seed=1)
    assert kranalyze.table(frame, game="anrufen3", contracts=["no_tricks"]).height == 9
    with refused("^deal 0: a talon of 0 cards, the game has 3"):
        kranalyze.table(frame.drop("talon"), game="anrufen3", contracts=["no_tricks"])
    held = frame.with_columns(talon=pl.when(pl.int_range(pl.len()) == 1).then("n").otherwise("talon"))
    with refused("^deal 1: card .* of the talon is held too"):
        kranalyze.table(held, game="anrufen3", contracts=["no_tricks"])
    west = frame.with_columns(w=pl.lit(1 << 8, pl.UInt32))
    with refused("^deal 0: West has no hand in a game of three"):
        kranalyze.table(west, game="anrufen3", contracts=["no_tricks"])
    with refused("^deal 2100: the talon has S7, which"):
        kranalyze.table(deals_with(Deal.parse(TOPS).masks, 0x03030000 | 0x0101), contracts=["zehnermord"])


@pytest.mark.parametrize("ask", [kranalyze.table, stats])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.drop("s"), "there is no s"),
        (lambda f: f.with_columns(n=pl.lit("AXQ...")), "deal 0: column n: unknown rank 'X'"),
        (lambda f: f.with_columns(n=pl.lit(1.5)), "column n is of type Float64"),
        (lambda f: f.with_columns(n=pl.lit(None)), "deal 0: a hand of the deal is not known"),
        (lambda f: f.cast(pl.Int64).with_columns(e=pl.lit(-1)), "deal 0: column e has -1"),
        (lambda f: f.cast(pl.Int64).with_columns(e=pl.lit(1 << 32)), "column e has 4294967296, "),
    ],
)
def test_columns_that_are_no_masks(
    ask: Any, change: Callable[[pl.DataFrame], pl.DataFrame], message: str
) -> None:
    with refused(message):
        ask(change(random_deals(GRADEN, 3, seed=1).select(*"nesw")), contracts=["zehnermord"])


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Enum(["E", "N", "russbach"])])
def test_texts_of_a_frame_may_be_categories(kind: Any) -> None:
    plain = kranalyze.deals(3, game="russbach", seed=1).with_columns(game=pl.lit("russbach"))
    plain = plain.with_columns(dealer=pl.when(pl.int_range(pl.len()) > 1).then(pl.lit("N")))
    frame = plain.with_columns(pl.col("game", "dealer").cast(kind))
    for ask in (kranalyze.table, stats):
        assert ask(frame[1:], contracts=["simple"]).equals(ask(plain[1:], contracts=["simple"]))


@pytest.mark.parametrize("mask", [-1, 1 << 32, 1 << 40])
def test_numbers_that_are_no_masks(mask: int) -> None:
    deal = Deal((mask, 0xFC, 0xFC00, 0xFC0000))
    for ask in (kranalyze.table, stats):
        with refused(f"^deal 1: {mask} is no mask of 32 cards"):
            ask([Deal.parse(TOPS), deal])
    with refused("is no mask of 32 cards"):
        kranalyze.solve(deal, contract="zehnermord", declarer="N")
    with refused("is no mask of 32 cards"):
        kranalyze.count_sweep_layouts(mask, "zehnermord")


def test_what_is_no_deal_is_said_to_be_none() -> None:
    with refused("deal 1: a deal, or its text, is expected, not int"):
        kranalyze.table([TOPS, 7])


def test_cards_of_what_is_no_mask() -> None:
    with refused("-1 is no mask of cards"):
        next(cards_of(-1))


@pytest.mark.parametrize("contra", [0.5, 1.0, -1, 2, 10**30])
def test_contra_is_said_or_not(contra: Any) -> None:
    with refused("Contra is said at most 1 time in anrufen, not|contra: a whole number from 0 is expected"):
        kranalyze.solve(TOPS, game="anrufen", contract="all_tricks", declarer="N", contra=contra)


@pytest.mark.parametrize("discard", ["SA SA SK SQ", "SA SK SK", (7, 7, 6, 5), "SA SK", "SA SK SQ SJ"])
def test_three_different_cards_are_laid_away(discard: Any) -> None:
    deal = Deal.parse(THREE, talon=0x1C << 24)
    with refused("3 different cards are laid away"):
        kranalyze.solve(deal, game="anrufen3", contract="simple", declarer="N", discard=discard)


@pytest.mark.parametrize("card", [-1, 32, 40])
def test_cards_are_numbers_from_0_to_31(card: int) -> None:
    with refused("is no card"):
        kranalyze.solve(TOPS, contract="durchmarsch", declarer="N", call=card)
    with refused("is no card"):
        kranalyze.solve(THREE, game="anrufen3", contract="simple", declarer="N", discard=(card, 1, 2))


#: North leads and holds all spades. If North calls a spade, North has no partner and spades are trumps. North
#: then makes 90 points, and 40 more for the marriage.
SPADES = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"


@pytest.mark.parametrize("unit", [253, 32767, 32768, 1_000_000])
def test_no_unit_is_too_large_for_the_columns(unit: int) -> None:
    """North makes 130 points, and each opponent pays 13 units.

    The opponents' marriages do not count, because the opponents take no trick.
    """
    rules = {"unit": str(unit)}
    rows = kranalyze.table(SPADES, game="rufmariasch", declarers=["N"], rules=rules)
    [row] = rows.filter(trump="S").to_dicts()
    paid = (39 * unit, -13 * unit, -13 * unit, -13 * unit)
    assert tuple(row[f"payoff_{s}"] for s in "nesw") == paid
    assert tuple(row[f"guarantee_{s}"] for s in "nesw") == paid
    assert (row["value"], row["makeable"]) == (130, True)
    asked: dict[str, Any] = {"game": "rufmariasch", "contract": "simple", "declarer": "N", "trump": "S"}
    assert kranalyze.solve(SPADES, **asked, rules=rules).payoff == paid


def test_a_hundred_games_of_the_largest_unit_add_up() -> None:
    """Sums over deals and layouts have 64 bits: 100 times 39,000,000 does not fit in 32 bits."""
    rules = {"unit": "1000000"}
    rows = stats([SPADES] * 100, game="rufmariasch", dealer="W", rules=rules)
    [settled] = rows.filter(figure="settlement", who="first").to_dicts()
    assert (settled["units"], settled["total"], settled["mean"]) == (100, 3_900_000_000, 39_000_000)
    [best] = rows.filter(figure="best_settlement", who="first").to_dicts()
    assert (best["amount"], best["count"]) == (39_000_000, 100)


def test_the_mean_of_many_layouts_fits() -> None:
    """All 100 samples are the same layout: each of the other players holds a whole suit."""
    known = {Seat.E: 0xFF00, Seat.W: 0xFF000000}
    asked: dict[str, Any] = {"game": "rufmariasch", "seat": Seat.N, "known": known, "samples": 100}
    [found] = odds("AKQJT987...", **asked, rules={"unit": "1000000"}, games=0)
    assert (found.best.paid, found.best.mean) == (3_900_000_000, 39_000_000)


def game_with(unit: str) -> str:
    """Return a record of Rufmariasch with a value of the rule option ``unit``, played to the end."""
    line = "\n".join(" ".join(suit + rank for suit in "SHDC") for rank in "AKQJT987")
    return (
        f'[Game "rufmariasch"]\n[Rules "unit={unit}"]\n[Dealer "W"]\n[North "Ada"]\n[Deal "{SPADES}"]\n'
        '[Contract "simple"]\n[Declarer "N"]\n[Called "SA"]\n[Announce "N 40 S; E 20 H; S 20 D; W 20 C"]\n'
        f'[Play "N"]\n{line}\n\n'
    )


def test_logged_games_of_the_largest_unit_add_up(tmp_path: Path) -> None:
    log = tmp_path / "log.kpn"
    log.write_text(game_with("1000000") * 60, encoding="utf-8")
    assert run("check", log).status == 0
    [ada] = run("analyze", log, "--players", "--json").rows
    assert (ada["games"], ada["won"], ada["won_double_dummy"]) == (60, 60 * 39_000_000, 60 * 39_000_000)


@pytest.mark.parametrize("unit", ["0", "-1", "1.5", "1000001", "99999999999", "9" * 5000, "٣", "", "1_000"])
def test_a_unit_is_checked_when_it_is_read(unit: str, tmp_path: Path) -> None:
    log = tmp_path / "log.kpn"
    log.write_text(game_with("7") + game_with(unit) + game_with("7"), encoding="utf-8")
    said = "rule option unit of rufmariasch cannot be"
    checked = run("check", log)
    assert checked.status == 123
    assert f"{log}:21:9: error: {said}" in checked.err
    assert run("table", "-", "--game", "rufmariasch", "--rule", f"unit={unit}", stdin=SPADES).status == 2
    for task in ("table", "analyze"):
        made = run("batch", log, "--task", task, "-o", tmp_path / task)
        assert made.status == 123
        assert f"{log}:21:9: error: {said}" in made.err
        assert "2 of 3 records" in made.err
    with refused(said):
        kranalyze.table(SPADES, game="rufmariasch", rules={"unit": unit})


@pytest.mark.parametrize(
    "call",
    [
        lambda: kranalyze.solve(7, contract="bettler"),
        lambda: kranalyze.solve(TOPS, contract=7, declarer="N"),
        lambda: kranalyze.solve(TOPS, contract="bettler", declarer="N", rules=7),
        lambda: kranalyze.solve(TOPS, contract="bettler", declarer="N", order=7),
        lambda: kranalyze.table(TOPS, game=7),
        lambda: kranalyze.table(TOPS, contracts=[7]),
        lambda: kranalyze.count_sweep_layouts("AKQ.AKQ..", "koenigmord", game=7),
        lambda: kranalyze.count_sweep_layouts("AKQ.AKQ..", 7),
        lambda: odds("AKQ.AKQ..", deck=pl.DataFrame({"a": [1]})),
        lambda: Deal.parse(7),
        lambda: Deal.parse(TOPS, "swiss"),
        lambda: Deal.parse(TOPS, pl.DataFrame({"a": [1]})),
        lambda: Deal.parse(TOPS).check(52, 13),
        lambda: stats(TOPS, by=[7]),
        lambda: stats(random_deals(GRADEN, 2, seed=1).with_columns(dealer=pl.lit(1))),
        lambda: odds("AKQ.AKQ..", known={7: 1}),
        lambda: kranalyze.batch([], "x", rules=[7]),
        lambda: kranalyze.read_kpn(7),
        lambda: kranalyze.knowledge(7),
        lambda: kranalyze.count_sweep_layouts("AKQ.AKQ..", "koenigmord", known=0.5),
    ],
    ids=range(20),
)
def test_wrong_types_are_said_to_be_so(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        call()


def test_no_deals_give_no_rows() -> None:
    assert kranalyze.table([]).height == 0
    assert kranalyze.table(random_deals(GRADEN, 2, seed=1).head(0)).height == 0


def test_there_is_no_advice_once_a_rufer_is_decided() -> None:
    """The King of hearts, led to trick 2, brings North's side 66 points. The later cards do not count."""
    text = (
        '[Game "bauernschnapsen"] [Dealer "W"] [Deal "N:AK.KQ.J. Q.AJ.A.K J.T.KQ.A T..T.QJT"]\n'
        '[Contract "rufer"] [Declarer "N"] [Trump "H"]\n[Play "N"]\n'
        "SA SQ SJ ST\nHK HA HT CJ\nHQ HJ DQ CQ\nSK CK CA CT\nDJ DA DK DT\n"
    )
    [record] = parse_kpn(text, "x").records
    with refused("the game is decided before card 6"):
        kranalyze.advise(record, after=5, games=0)


def test_a_talon_is_a_mask() -> None:
    """A hand may be None, which means that it is unknown. A talon may not."""
    with refused("^the talon, None, is no mask of 32 cards"):
        Deal(Deal.parse(TOPS).hands, None).check(24, 6)
