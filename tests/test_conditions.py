"""Expressions in SQL have the same values as expressions in plain Python, and wrong texts are refused."""

from __future__ import annotations

import operator
import random
import re
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze.conditions.handvalues import deal_values, fulfilled, hand_values
from kranalyze.conditions.scopes import deal_scope, hand_scope, own_scope, scope_of_results_and_declarer
from kranalyze.conditions.sql import FUNCTIONS, Scope, read_condition, read_expression
from kranalyze.conditions.tokens import split_list
from kranalyze.conditions.viewpoints import Viewpoint, forehand_of_dealer
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from plain_features import SEATS, plain_columns

Row = dict[str, Any]

#: Each condition with the same condition in Python, which reads a dictionary of all columns.
CONDITIONS: list[tuple[str, Callable[[Row], bool | None]]] = [
    ("aces >= 2", lambda r: r["aces"] >= 2),
    ("Aces - Kings < 0", lambda r: r["aces"] - r["kings"] < 0),
    ("bidder = 1 AND ace_king >= 1", lambda r: r["bidder"] == 1 and r["ace_king"] >= 1),
    ("SA OR NOT left_HK", lambda r: r["SA"] or not r["left_HK"]),
    ("sa AND right_ha", lambda r: r["SA"] and r["right_HA"]),
    ("n_aces + s_aces = 4 OR n_longest BETWEEN 4 AND 5", lambda r: (
        r["n_aces"] + r["s_aces"] == 4 or 4 <= r["n_longest"] <= 5)),
    ("dealer IN ('N', 'S') AND seat <> 'E'", lambda r: r["dealer"] in ("N", "S") and r["seat"] != "E"),
    ("voids = 0 AND (tens > 1 OR singletons == 2)", lambda r: (
        r["voids"] == 0 and (r["tens"] > 1 or r["singletons"] == 2))),
    ("NOT aces = 1 AND dealer LIKE 'N%'", lambda r: r["aces"] != 1 and r["dealer"].startswith("N")),
    ("points / 4 > 2.5", lambda r: r["points"] / 4 > 2.5),
    ("points // 4 = 2 or points % 20 = 10", lambda r: r["points"] // 4 == 2 or r["points"] % 20 == 10),
    ("aces / kings > 1", lambda r: r["kings"] and r["aces"] / r["kings"] > 1),
    ("aces / (kings - 1) * 2 <= 1", lambda r: r["kings"] != 1 and r["aces"] / (r["kings"] - 1) * 2 <= 1),
    ("aces / 0 > 1 OR aces / -0.0 < 1 OR aces // 0 = 1 OR aces % 0 = 0 OR 0.5 // (0.0) = 1", lambda r: False),
    ("mod(points / 4, least(voids, 0)) > 1 OR mod(aces, 0) = 0", lambda r: False),
    ("aces / CASE WHEN SA THEN 0 ELSE 1 END >= 1", lambda r: not r["SA"] and r["aces"] >= 1),
    ("aces / sa = aces", lambda r: r["SA"]),
    ("aces / 0 IS NULL AND 0 / aces / 2 IS NOT NULL", lambda r: r["aces"] > 0),
    ("CASE WHEN aces > tens THEN spades ELSE hearts END > 2", lambda r: (
        (r["spades"] if r["aces"] > r["tens"] else r["hearts"]) > 2)),
    ("greatest(spades, hearts, diamonds, clubs) = longest", lambda r: True),
    ("least(spades, hearts, diamonds, clubs) <> shortest", lambda r: False),
    ("SA + HA + DA + CA = aces", lambda r: True),
    ("abs(tops_k - tops_t) >= 2", lambda r: abs(r["tops_k"] - r["tops_t"]) >= 2),
    ("across_aces IS NULL", lambda r: r["across_aces"] is None),
    ("across_aces IS NULL = TRUE", lambda r: r["across_aces"] is None),
    ("across_aces IS NOT NULL <> SA", lambda r: (r["across_aces"] is not None) != r["SA"]),
    ("across_aces > 1", lambda r: r["across_aces"] is not None and r["across_aces"] > 1),
    ("1 = 1", lambda r: True),
    ("'a' = 'b' OR FALSE", lambda r: False),
]  # fmt: skip


@pytest.mark.parametrize("game", ["graden", "anrufen3", "bauernschnapsen", "russbach"])
def test_conditions_are_those_of_plain_python(game: str) -> None:
    row = GAMES[game]
    deals = kranalyze.deals(80, game=game, seed=3)
    for seat in list(Seat)[: row.seats]:
        plain = [
            plain_columns([deal[s] for s in "nesw"], game, row.seats, deal["dealer"], seat.name)
            for deal in deals.to_dicts()
        ]
        view = Viewpoint(row, forehand_of_dealer(row), seat)
        for text, expected in CONDITIONS:
            if row.seats == 3 and "n_aces + s_aces" in text:
                continue
            values = fulfilled(read_condition(text, hand_scope()), deals, view)
            assert values.to_list() == [bool(expected(columns)) for columns in plain], text


def test_random_conditions_are_those_of_plain_python() -> None:
    rng = random.Random(4)
    deals = kranalyze.deals(200, seed=8)
    view = Viewpoint(GAMES["graden"], forehand_of_dealer(GAMES["graden"]), Seat.E)
    rows = deals.to_dicts()
    plain = [plain_columns([deal[s] for s in "nesw"], "graden", 4, deal["dealer"], "E") for deal in rows]
    names = [name for name in hand_scope().types if name not in ("dealer", "seat")]
    signs = {"=": operator.eq, "<>": operator.ne, "<": operator.lt, ">=": operator.ge}

    def compared() -> tuple[str, Callable[[Row], bool]]:
        left, right = rng.sample(names, 2)
        sign = rng.choice(list(signs))
        number = rng.randrange(4)
        return f"({left} - {right} + {number} {sign} 1)", lambda r: bool(
            signs[sign](int(r[left]) - int(r[right]) + number, 1)
        )

    for _ in range(60):
        (first, a), (second, b), (third, c) = compared(), compared(), compared()
        values = fulfilled(read_condition(f"{first} AND NOT {second} OR {third}", hand_scope()), deals, view)
        expected = [(a(row) and not b(row)) or c(row) for row in plain]
        assert values.to_list() == expected, (first, second, third)


def test_values_of_all_hands_stand_in_the_order_of_the_seats() -> None:
    deals = kranalyze.deals(30, game="anrufen3", seed=1)
    game = GAMES["anrufen3"]
    texts = ["aces + tens", "dealer", "SA", "points / 3"]
    expressions = {text: read_expression(text, hand_scope()) for text in texts}
    frame = hand_values(expressions, deals, game, forehand_of_dealer(game))
    assert frame.columns == texts and frame.dtypes == [pl.Int64, pl.String, pl.Boolean, pl.Float64]
    for number, deal in enumerate(deals.to_dicts()):
        for place, seat in enumerate(SEATS[:3]):
            columns = plain_columns([deal[s] for s in "nesw"], "anrufen3", 3, deal["dealer"], seat)
            *others, third = frame.row(4 * number + place)
            assert others == [columns["aces"] + columns["tens"], columns["dealer"], columns["SA"]]
            assert third == pytest.approx(columns["points"] / 3)
        assert frame.row(4 * number + 3) == (None,) * 4


LONG = "aces" + " + aces" * 149
WRONG = {
    "": "the expression is empty",
    "   ": "the expression is empty",
    "aces": "'aces' is a number, no condition: write a comparison",
    "seat": "'seat' is a text, no condition",
    "acez >= 2": "unknown column 'acez', did you mean aces",
    "foo = 1": "known columns: seat, bidder, dealer; aces, tens, kings",
    "aces > (SELECT 1)": "SELECT is not allowed",
    "aces IN (SELECT aces FROM read_csv('/etc/passwd'))": "SELECT is not allowed",
    "1 = 1; DROP TABLE deals": "';' (character 6) is no part of an expression",
    "aces > 1 -- all": "'--' (character 10) is no part of an expression",
    "aces > 1 /* all */": "'/*' (character 10) is no part of an expression",
    "read_parquet('/etc/passwd') = 1": "unknown function 'read_parquet', known functions: abs, ceil",
    "EXISTS (SELECT 1)": "unknown function 'EXISTS'",
    "sum(aces) > 3": "sign; an expression is about one hand or row, and cannot add up several",
    "count(*) > 3": "unknown function 'count'",
    "regexp_like(seat, 'N')": "unknown function",
    "row_number() OVER () > 1": "unknown function",
    "aces::text = '1'": "':' (character 5)",
    "CAST(aces AS TEXT) = '1'": "unknown function 'CAST'",
    "deals.aces > 1": "'.' (character 6)",
    "aces > 1\0": "'\\x00' (character 9)",
    "seat = 'N\0'": "the text has no end",
    "seat = 'N": "the text has no end",
    "aces = 'two'": "is no expression: it compares a text with a number",
    "aces >": "a value is missing after > (character 6)",
    "aces = = 1": "a value is missing after = (character 6)",
    "aces = 2 AND": "a value is missing after AND (character 10)",
    "(aces =) 2": "a value is missing after = (character 7)",
    "aces => 2": "=> (character 6) is no operator of SQL: write >=",
    "aces =< 2": "=< (character 6) is no operator of SQL: write <=",
    "aces > 1 && kings > 1": "'&' (character 10) is no part of an expression: write AND",
    "aces > 1 || kings > 1": "'|' (character 10) is no part of an expression: write OR",
    "aces \N{GREATER-THAN OR EQUAL TO} 2": "(character 6) is no part of an expression: write >=",
    "aces 2": "is no expression: an operator is missing before '2' (character 6)",
    "aces >= 1 tens": "an operator is missing before 'tens' (character 11)",
    "(aces > 1) NULL": "an operator is missing before 'NULL' (character 12)",
    "aces > 1 (tens > 1)": "an operator is missing before '(' (character 10)",
    "aces > 1 AND 'a' <> 2": "'a' <> 2 compares a text with a number",
    " ": "the expression is empty: write one, as in aces >= 2, or leave it out",
    "SA = 'yes'": "SA is true or false: write SA or NOT SA",
    "aces > 1 AND 'yes' <> left_sa": "left_SA is true or false: write left_SA or NOT left_SA",
    "aces = NULL": "a comparison with NULL is never true: write aces IS NULL",
    "NOT SA = 'yes'": "SA is true or false: write SA or NOT SA",
    "NOT NULL = aces": "a comparison with NULL is never true: write aces IS NULL",
    "NULL <> aces": "a comparison with NULL is never true: write aces IS NOT NULL",
    "mod(aces,": "a parenthesis is not closed: a ) is missing",
    "(aces > 1": "a parenthesis is not closed: a ) is missing",
    "aces > 1)": "is no expression: the ) (character 9) closes no parenthesis",
    "aces > 1) OR (SA": "is no expression: the ) (character 9) closes no parenthesis",
    "aces IN ()": "is no expression",
    "coalesce() = 1": "the function coalesce has 1 to 50 arguments, not 0",
    "mod(aces) = 1": "the function mod has 2 arguments, not 1",
    "abs(least(1, 2), 3) > 1": "the function abs has 1 argument, not 2",
    "round(aces, 1, 2, 3) = 1": "the function round has 1 to 2 arguments, not 4",
    "aces > 9999999999999999999999999": "has more than 15 digits",
    "(" * 500 + "aces" + ")" * 500 + " > 1": "more than 16 parentheses are open at character 17",
    "(" * 16 + "aces" + ")" * 16 + LONG[4:] + LONG[4:] + " > 1": "words and operators, 300 are allowed",
    "aces > " + "1 + " * 5000 + "1": "20,008 characters, 4,000 are allowed",
    "1 / (" * 9 + "aces" + ")" * 9 + " > 1": "more than 8 divisions are nested",
    "NOT " * 280 + "SA": "is no expression",
    "CASE WHEN SA THEN " * 59 + "SA" + " END" * 59: "is no expression",
    "aces > 1 AND \N{BLACK SPADE SUIT}A": "is no part of an expression",
    "aces > 1 AND König": "unknown column 'König'",
    '"a""b" = 1': "unknown column",
}  # fmt: skip


@pytest.mark.parametrize("text", list(WRONG), ids=range(len(WRONG)))
def test_wrong_conditions_are_refused_at_once(text: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF)
    with pytest.raises(ValueError, match=re.escape(WRONG[text])) as error:
        read_condition(text, hand_scope())
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 1
    assert len(str(error.value)) < 1000 and "\0" not in str(error.value)


#: _HOSTILE: words that read files, run code or read other tables in some dialect of SQL. _COMMON: words that
#: stand in conditions.
_HOSTILE = (
    "SELECT", "FROM", "UNION", "WITH RECURSIVE", "EXISTS", "read_csv", "read_parquet", "read_ndjson",
    "read_ipc", "scan_csv", "load_extension", "pg_read_file", "system", "getenv", "exec", "eval", "COPY",
    "INSTALL", "ATTACH", "PRAGMA", "DROP TABLE", "deals", "self", "__import__", "OVER", "PARTITION BY",
    "CAST", "::", ";", "--", "/*", "*", ".", "[", "{", "$1", "?", "@x", "\\", "`", "\0", "\u202e",
)  # fmt: skip
_COMMON = (
    "aces", "seat", "SA", "'{file}'", "'N'", "1", "0.5", "(", ")", ",", "AND", "OR", "NOT", "=", ">=", "+",
    "//", "IN", "BETWEEN", "LIKE", "IS", "NULL", "CASE", "WHEN", "THEN", "ELSE", "END", "abs",
    "coalesce", "least",
)  # fmt: skip


def test_no_expression_reads_files_or_runs_code(tmp_path: Path) -> None:
    """Random expressions are refused or give values. Nothing opens a file, starts a process or connects."""
    bait = tmp_path / "secret.csv"
    bait.write_text("a,b\n1,2\n")
    common = [word.format(file=bait) for word in _COMMON]
    rng = random.Random(5)
    deals = kranalyze.deals(5, seed=1)
    view = Viewpoint(GAMES["graden"], forehand_of_dealer(GAMES["graden"]), Seat.N)
    # This call imports all modules before the test watches for imports.
    deal_values(read_expression("aces + least(1, 2)", hand_scope()), deals, view)
    watched = {"open", "exec", "compile", "import", "os.system", "subprocess.Popen", "socket.connect"}
    events: list[tuple[str, object]] = []
    is_watching = [True]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if is_watching[0] and event in watched:
            events.append((event, arguments))

    sys.addaudithook(watch)  # Python cannot remove an audit hook, so a flag switches it off
    accessed = bait.stat().st_atime_ns
    accepted = 0
    try:
        for number in range(4000):
            words = rng.choices(common, k=rng.randint(1, 9))
            is_hostile = number % 2 == 0
            if is_hostile:
                words.insert(rng.randint(0, len(words)), rng.choice(_HOSTILE))
            text = " ".join(words)
            if rng.random() < 0.3 and is_hostile:
                text = f"aces IN ({rng.choice(_HOSTILE)}('{bait}'))"
            try:
                expression = read_expression(text, hand_scope())
            except ValueError:
                continue
            accepted += 1
            with suppress(ValueError):
                deal_values(expression, deals, view)
    finally:
        is_watching[0] = False
    assert accepted > 20
    assert [event for event in events if "polars" not in str(event) and "kranalyze" not in str(event)] == []
    assert str(bait) not in str(events) and bait.stat().st_atime_ns == accessed


def test_the_longest_expression_is_quick() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for text in (LONG, "NOT " * 40 + "SA", "CASE WHEN SA THEN " * 12 + "aces" + " ELSE 1 END" * 12):
        expression = read_expression(text, hand_scope())
        deals = kranalyze.deals(1000, seed=1)
        game = GAMES["graden"]
        hand_values({"x": expression}, deals, game, forehand_of_dealer(game))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 4


def test_functions_cannot_be_called_with_a_wrong_number_of_arguments() -> None:
    scope = Scope({"a": pl.Int64()})
    for name, (least, most) in FUNCTIONS.items():
        for count in range(4):
            arguments = ", ".join(["a"] * count)
            if name == "round" and count == 2:
                read_expression("round(a, 1)", scope)
            elif least <= count <= most:
                read_expression(f"{name}({arguments})", scope)
            else:
                with pytest.raises(ValueError, match=f"the function {name} has"):
                    read_expression(f"{name}({arguments})", scope)


def test_scopes_say_why_a_column_is_not_theirs() -> None:
    with pytest.raises(ValueError, match="aces is a feature of a hand: write n_aces, e_aces, s_aces, w_aces"):
        read_condition("aces > 1", deal_scope())
    with pytest.raises(ValueError, match="left_SA depends on the seat"):
        read_condition("LEFT_SA", deal_scope())
    with pytest.raises(ValueError, match="s_aces is not known: a condition on a hand"):
        read_condition("s_aces > 1", own_scope())
    rows = scope_of_results_and_declarer({"order": pl.String(), "makeable": pl.Boolean()})
    # ``order`` is a reserved word of SQL. As a name it may stand with or without quotes.
    frame = pl.DataFrame({"order": ["K", "T", None]})
    for text in ("order = 'K'", "\"order\" = 'K'", "ORDER = 'K'"):
        assert read_condition(text, rows).values(frame).to_list() == [True, False, None]


def test_lists_are_split_at_outer_commas() -> None:
    assert split_list("aces,longest") == ["aces", "longest"]
    assert split_list(" aces + tens , least(a, b), 'x,y' ") == ["aces + tens", "least(a, b)", "'x,y'"]
    for text in ("", "aces,", ",", "aces,,tens"):
        with pytest.raises(ValueError, match=r"an expression of the list .* is empty"):
            split_list(text)


def test_names_may_be_spelled_in_any_way() -> None:
    texts = dict.fromkeys(("contract", "dealer", "trump", "game"), pl.String())
    rows = scope_of_results_and_declarer(texts)
    frame = pl.DataFrame(
        {
            "contract": ["koenigmord", "bettler"], "dealer": ["E", "N"], "trump": ["H", None],
            "game": ["graden", "russbach"],
        }
    )  # fmt: skip
    for text, expected in {
        "contract = 'Königmord'": [True, False], "contract <> 'Bettler'": [True, False],
        "contract IN ('Durchmarsch', 'KOENIGMORD')": [True, False],
        "contract NOT IN ('Königmord')": [False, True],
        "dealer = 'East' OR dealer == 'x'": None, "dealer = 'Ost'": [True, False],
        "trump = 'h'": [True, None], "game = 'Rußbach'": [False, True],
        "contract LIKE 'Königmord'": [False, False],
    }.items():  # fmt: skip
        if expected is None:
            with pytest.raises(ValueError, match="'x'"):
                read_condition(text, rows)
        else:
            assert read_condition(text, rows).values(frame).to_list() == expected, text
    with pytest.raises(ValueError, match="unknown contract 'Durchmarch', did you mean durchmarsch"):
        read_condition("contract = 'Durchmarch'", rows)


def test_a_text_without_quotes_is_pointed_out() -> None:
    for text in ("dealer = E", 'dealer = "E"', "aces = 1 AND dealer <> E"):
        with pytest.raises(ValueError, match="unknown column 'E'; a text stands in single quotes: 'E'"):
            read_condition(text, hand_scope())
