"""Test the public functions: a tour that uses every name, its strict types, wrong arguments, and frames."""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import pydoc
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

import kranalyze
from kranalyze import bundled
from kranalyze.answers.par import par_row, pars_of_deals
from kranalyze.arguments import Expected, checked
from kranalyze.cards import parse_hand
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hand.book import canonical_hand
from running import run

TOUR = Path(__file__).resolve().parent.parent / "scripts" / "tour.py"
TOPS = "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"


def test_the_tour_uses_every_public_name_and_works(capsys: pytest.CaptureFixture[str]) -> None:
    tree = ast.parse(TOUR.read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {alias.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for alias in n.names}
    assert set(kranalyze.__all__) - used == set()
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(TOUR), run_name="__main__")
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "756756 ['HJ']" in said and "[('koenigmord', 1.0), ('durchmarsch', 1.0)]" in said


@pytest.mark.long
@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]], ids=lambda checker: checker[0])
def test_the_tour_is_typed(checker: list[str]) -> None:
    """Type checkers accept the tour. Its first line makes pyright strict."""
    if find_spec(checker[0]) is None:
        pytest.skip(f"{checker[0]} is not installed")
    assert TOUR.read_text(encoding="utf-8").startswith("# pyright: strict\n")
    command = [sys.executable, "-m", *checker, str(TOUR)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TOUR.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr


RECORD = kranalyze.read_kpn("simulated-log.kpn").records[4]

#: The arguments of a valid call of every public function. The tests replace or add one wrong argument.
CALLS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "solve": (kranalyze.solve, {"deal": TOPS, "contract": "koenigmord", "declarer": "N"}),
    "table": (kranalyze.table, {"deals": TOPS}),
    "par": (kranalyze.par, {"deals": TOPS}),
    "stats": (kranalyze.stats, {"deals": TOPS}),
    "deals": (kranalyze.deals, {"count": 2}),
    "feature": (kranalyze.feature, {"name": "aces", "seat": "N"}),
    "features": (kranalyze.features, {"deals": TOPS}),
    "simulate": (kranalyze.simulate, {"count": 1, "look": 2}),
    "odds": (kranalyze.odds, {"hand": "AKQ.AKQ..", "contracts": ["koenigmord"]}),
    "count_sweep_layouts": (kranalyze.count_sweep_layouts, {"hand": "AKQ.AKQ..", "contract": "koenigmord"}),
    "book": (kranalyze.book, {"hand": "AKQ.AKQ.."}),
    "analyze": (kranalyze.analyze, {"log": RECORD}),
    "annotate": (kranalyze.annotate, {"log": RECORD}),
    "advise": (kranalyze.advise, {"record": RECORD, "after": 20}),
    "advise_call": (kranalyze.advise_call, {"record": RECORD, "calls": 0, "games": 1, "look": 1}),
    "knowledge": (kranalyze.knowledge, {"record": RECORD, "after": 20}),
    "read_kpn": (kranalyze.read_kpn, {"path": "lessons.kpn"}),
    "parse_kpn": (kranalyze.parse_kpn, {"text": ""}),
    "records": (kranalyze.records, {"path": "lessons.kpn"}),
    "new_record": (kranalyze.new_record, {"deal": TOPS, "contract": "koenigmord", "declarer": "N"}),
    "write_kpn": (kranalyze.write_kpn, {"records": [RECORD]}),
    "batch": (kranalyze.batch, {"inputs": "lessons.kpn", "out": "never"}),
    "Deal.parse": (kranalyze.Deal.parse, {"text": TOPS}),
    "Seat.parse": (kranalyze.Seat.parse, {"text": "N"}),
    "Position.of_deal": (
        kranalyze.Position.of_deal, {"deal": TOPS, "contract": "koenigmord", "declarer": "S"}
    ),
    "Position.of_record": (kranalyze.Position.of_record, {"record": RECORD}),
    "Position.play": (kranalyze.Position.of_record(RECORD).play, {"card": "SA"}),
    "Position.careful_card": (kranalyze.Position.of_record(RECORD, 20).careful_card, {"look": 4}),
}

#: Arguments for experts: callbacks, executors, and places where a log is cut. The tests of wrong types leave
#: these arguments out, because their wrong values raise other errors.
_FREE = {"progress", "executor", "report", "start"}

ARGUMENTS = [
    (function, argument)
    for function, (call, _) in CALLS.items()
    for argument in inspect.signature(call).parameters
    if argument not in _FREE
]


def test_every_public_function_is_called() -> None:
    public = {name for name in kranalyze.__all__ if inspect.isfunction(getattr(kranalyze, name))}
    assert public - set(CALLS) == set()


@pytest.mark.parametrize(("function", "argument"), ARGUMENTS)
@pytest.mark.parametrize("wrong", [object(), 5.5, b"\xff", [None], {1: 2}], ids=lambda w: type(w).__name__)
def test_a_wrong_type_is_a_value_error_that_names_the_argument(
    function: str, argument: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the type itself is allowed (a mapping of rules, a list of deals), the error is about the content."""
    monkeypatch.chdir(tmp_path)
    if (function, argument, wrong) == ("parse_kpn", "text", b"\xff"):
        return  # ``parse_kpn`` reads any bytes, and lists their errors
    if (function, argument, wrong) == ("simulate", "look", {1: 2}):
        return  # ``look`` may be a mapping of seats to numbers
    call, good = CALLS[function]
    with pytest.raises(ValueError) as caught:
        call(**{**good, argument: wrong})
    if not isinstance(wrong, (list, dict)):
        words = {argument, argument.rstrip("s"), "seat" if function == "Seat.parse" else argument}
        assert any(word in str(caught.value) for word in words), str(caught.value)
    assert not list(tmp_path.iterdir())


def test_cards_known_of_others_are_masks_or_texts() -> None:
    asked: dict[str, Any] = {"contracts": ["koenigmord"]}
    texts = kranalyze.odds("AKJ.AK.A.", known={"E": "SQ HQ", "W": "HT"}, games=4, **asked)
    masks = {Seat.E: parse_hand("SQ HQ"), Seat.W: parse_hand("HT")}
    assert [one.made_dd for one in texts] == [
        one.made_dd for one in kranalyze.odds("AKJ.AK.A.", known=masks, games=4, **asked)
    ]
    slips: list[Any] = [{"E": None}, {"E": "XX"}, {"Q": "SQ"}, {"E": 1.5}]
    for wrong in slips:
        with pytest.raises(ValueError, match=r"mask|unknown|hand"):
            kranalyze.odds("AKJ.AK.A.", known=wrong, **asked)


def test_what_is_expected_is_said() -> None:
    for call, message in (
        (lambda: kranalyze.table(TOPS, contracts="koenigmord"), "contracts: a list of contracts is expected"),
        (lambda: kranalyze.table(TOPS, workers=0), "workers: a whole number from 1 is expected, not 0"),
        (lambda: kranalyze.deals(True), "count: a whole number from 0 is expected, not True"),
        (lambda: kranalyze.odds("AKQ.AKQ..", within=2), "within: a number above 0, at most 1, is expected"),
    ):
        with pytest.raises(kranalyze.ArgumentError, match=message) as caught:
            call()
        assert caught.value.argument == message.partition(":")[0]


#: Arguments that the decorator ``checked`` does not check. The functions read or check these arguments.
CHECKED_WITHIN = {
    "cls", "self", "deal", "deals", "executor", "log", "play", "progress", "record", "records", "report",
    "task",
}  # fmt: skip


def test_public_functions_say_what_they_expect_of_each_argument() -> None:
    functions = [getattr(kranalyze, name) for name in kranalyze.__all__]
    functions = [f for f in functions if inspect.isfunction(f)]
    functions += [kranalyze.Position.of_deal, kranalyze.Position.of_record, kranalyze.Position.play]
    functions += [kranalyze.Position.careful_card]
    assert len(functions) > 15
    for function in functions:
        # ``expected`` in the decorator's wrapper has the names of the arguments that the decorator checks.
        expected = inspect.getclosurevars(function).nonlocals["expected"]
        arguments = set(inspect.signature(function).parameters)
        assert arguments - CHECKED_WITHIN == expected.keys() - CHECKED_WITHIN, function.__qualname__


def test_an_expectation_of_no_argument_is_a_mistake() -> None:
    with pytest.raises(TypeError, match=r"has no argument seed"):

        @checked(card=Expected.CARD, seed=Expected.SEED)
        def lead(card: str) -> None:
            """Take a card."""


FRAME = random_deals(GAMES["graden"], 6, seed=3)


@pytest.mark.parametrize("form", ["polars", "lazy", "arrow", "reader", "pandas", "parquet", "csv", "deals"])
def test_deals_of_any_form_give_the_same_rows(form: str, tmp_path: Path) -> None:
    given: Any = FRAME
    if form == "lazy":
        given = FRAME.lazy()
    elif form == "arrow":
        given = FRAME.to_arrow()
    elif form == "reader":
        given = pa.RecordBatchReader.from_batches(FRAME.to_arrow().schema, FRAME.to_arrow().to_batches())
    elif form == "pandas":
        pandas = pytest.importorskip("pandas")
        given = pandas.DataFrame({name: FRAME[name].to_list() for name in FRAME.columns})
        if not hasattr(given, "__arrow_c_stream__"):
            pytest.skip("pandas is older than Arrow streams")
    elif form in ("parquet", "csv"):
        plain, given = tmp_path / "plain.parquet", tmp_path / f"deals.{form}"
        FRAME.drop("talon").write_parquet(plain)
        assert run("convert", plain, given).status == 0
    elif form == "deals":
        given = [Deal((n, e, s, w)) for n, e, s, w, _ in FRAME.rows()]
    wanted = kranalyze.table(FRAME, contracts=["koenigmord", "bettler"])
    found = kranalyze.table(given, contracts=["koenigmord", "bettler"])
    unsaid = ["file", "board"]
    assert found.drop(unsaid).equals(wanted.drop(unsaid)) and found.height == 48


def test_deals_of_several_games_in_one_frame_are_each_asked_their_own() -> None:
    both = pl.concat([kranalyze.deals(2, seed=1), kranalyze.deals(2, game="bauernschnapsen", seed=1)])
    rows = kranalyze.table(both)
    assert rows.group_by("game").len().sort("len").rows() == [
        ("graden", kranalyze.table(both.head(2)).height),
        ("bauernschnapsen", kranalyze.table(both.tail(2), game="bauernschnapsen").height),
    ]
    with pytest.raises(ValueError, match="unknown contract 'koenigmord' of bauernschnapsen"):
        kranalyze.table(both, contracts=["koenigmord"])
    mixed = kranalyze.table(both, contracts=["koenigmord", "gang"])
    assert dict(mixed.group_by("contract").len().iter_rows()) == {"koenigmord": 8, "gang": 8}
    with pytest.raises(ValueError, match="unknown contract 'koenigmort' of graden, did you mean koenigmord"):
        kranalyze.table(both.head(2), contracts=["koenigmort"])


def test_random_deals_are_those_of_the_command(tmp_path: Path) -> None:
    for game in GAMES:
        file = tmp_path / f"{game}.parquet"
        asked = ("--game", game, "--seed", 5, "--start", 3, "-n", 4)
        assert run("deal", *asked, "-o", file).status == 0
        found = kranalyze.deals(4, game=game, seed=5, first=3)
        assert found.select("board", "dealer", *"nes").equals(
            pl.read_parquet(file).select("board", "dealer", *"nes")
        )
    given: Any = {"S": "AKQ.A.A.9", Seat.W: "HT", 0: parse_hand("S9")}
    held = kranalyze.deals(50, seed=1, known=given)
    assert set(held["s"]) == {parse_hand("AKQ.A.A.9")}
    assert all(hand & parse_hand("HT") for hand in held["w"]) and all(hand & 4 for hand in held["n"])


def test_the_book_answers_for_every_hand_in_its_own_suits() -> None:
    whole = kranalyze.book()
    assert whole.height == 6907
    for text in ("AKQ.AK.A.", ".A.KQJ.T9", "9.9.9.JT9", "..AKQ.AKQ"):
        [row] = kranalyze.book(text).to_dicts()
        mask, suits = canonical_hand(parse_hand(text))
        [stored] = whole.filter(mask=mask).to_dicts()
        assert (row["hand"], row["mask"]) == (text, parse_hand(text))
        for name, value in stored.items():
            if name.endswith("_call") and value is not None:
                # The stored row is for sorted suits. Its called card is mapped to the suits of the hand.
                assert divmod(row[name], 8) == (suits[value // 8], value % 8)
                assert not parse_hand(text) >> row[name] & 1
            elif name not in ("hand", "mask"):
                assert row[name] == value
    with pytest.raises(ValueError, match="no hand of graden, which has 6 cards"):
        kranalyze.book("AK...")
    with pytest.raises(ValueError, match="no book of the hands of whist"):
        kranalyze.book("AK...", game="whist")


def test_par_is_a_row_for_each_deal_and_dealer() -> None:
    found = kranalyze.par(FRAME.head(2))
    wanted = [{"deal": i, **par_row(one)} for i, each in pars_of_deals(FRAME.head(2)) for one in each]
    assert found.to_dicts() == wanted and found.height == 8
    for game in GAMES.values():
        if game.id != "graden":
            with pytest.raises(ValueError, match=f"par .*{game.id}|{game.id}.* par"):
                kranalyze.par(kranalyze.deals(1, game=game))
    said = FRAME.head(2).with_columns(dealer=pl.Series(["W", None]))
    assert kranalyze.par(said)["dealer"].to_list() == ["W", "N", "E", "S", "W"]
    assert kranalyze.par(said, dealer="S")["dealer"].to_list() == ["S", "S"]


def test_an_analysis_has_the_rows_of_the_command_however_the_log_is_given(tmp_path: Path) -> None:
    assert run("analyze", "simulated-log.kpn", "--no-best", "-o", tmp_path).status == 0
    file = kranalyze.read_kpn("simulated-log.kpn")
    for log in ("simulated-log.kpn", file, list(file.records), iter(file.records)):
        found = kranalyze.analyze(log, best=False)
        for name, frame in (("games", found.games), ("cards", found.cards), ("players", found.players)):
            written = pl.read_parquet(tmp_path / f"{name}.parquet")
            assert frame.rows() == written.rows() and frame.columns == written.columns
        assert found.problems == ()


def test_a_log_with_errors_says_them_and_is_analysed_without_them() -> None:
    text = kranalyze.write_kpn([RECORD]) + '[Board "x"] [Game "graden"] [Deal "N:AK"]\n'
    found = kranalyze.analyze(kranalyze.parse_kpn(text, "log.kpn"))
    assert found.games.height == 1 and {p.line for p in found.problems} == {text.count("\n")}
    marked = kranalyze.annotate(kranalyze.parse_kpn(text, "log.kpn"))
    assert len(marked.records) == len(marked.broken) == 1 and marked.problems == found.problems
    assert '[Deal "N:AK"]' in kranalyze.write_kpn(marked)


def test_annotated_records_are_written_as_the_command_writes_them(tmp_path: Path) -> None:
    out = tmp_path / "marked.kpn"
    assert run("annotate", "simulated-log.kpn", "-o", out).status == 0
    mine = tmp_path / "mine.kpn"
    assert kranalyze.write_kpn(kranalyze.annotate("simulated-log.kpn"), mine) == mine.read_text("utf-8")
    assert mine.read_bytes() == out.read_bytes()


def test_statistics_of_a_file_are_those_of_the_command() -> None:
    rows = run("stats", "lessons.kpn", "--contract", "koenigmord", "--json").rows
    assert kranalyze.stats("lessons.kpn", contracts=["koenigmord"]).to_dicts() == rows and rows
    with pytest.raises(FileNotFoundError):
        kranalyze.stats("nowhere.kpn")
    with pytest.raises(FileNotFoundError):
        kranalyze.table(Path("nowhere.parquet"))


def test_what_is_printed_is_what_the_commands_print() -> None:
    lessons = kranalyze.read_kpn("lessons.kpn").records
    for record in lessons[:3]:
        assert record.deal is not None and record.contract is not None
        asked = {"contract": record.contract, "declarer": record.declarer, "leader": record.leader}
        answer = kranalyze.solve(record.deal, **asked)  # type: ignore[arg-type]
        shown = run("solve", "lessons.kpn", "--board", record.board).out
        assert shown.replace(f"Board {record.board} · ", "") == f"{answer}\n"
    free = kranalyze.solve(TOPS, contract="durchmarsch", declarer="N")
    assert run("solve", TOPS, "--contract", "durchmarsch", "--declarer", "N").out == f"{free}\n"
    at = kranalyze.Position.of_record(RECORD, 4)
    assert run("solve", "simulated-log.kpn", "--board", "5", "--after", 4).out == f"{at}\n"
    one = run("analyze", "simulated-log.kpn", "--board", "5").out
    assert f"{kranalyze.analyze(RECORD)}\n" == one
    assert f"{kranalyze.analyze('simulated-log.kpn')}\n" == run("analyze", "simulated-log.kpn").out
    assert kranalyze.parse_kpn(str(RECORD)).records[0] == RECORD
    assert f"{kranalyze.advise(RECORD, after=20)}\n" == run("advise", "simulated-log.kpn", "--board", "5",
                                                             "--after", 20).out  # fmt: skip
    [sure] = kranalyze.odds("AKQ.AK.A.", contracts=["koenigmord"])
    assert run("odds", "AKQ.AK.A.", "--contract", "koenigmord", "--game", "graden").out == f"{sure}\n"


def test_notebooks_show_pages_and_repr_is_short() -> None:
    answer = kranalyze.solve(TOPS, contract="durchmarsch", declarer="N")
    found = kranalyze.analyze(RECORD)
    for shown in (answer, kranalyze.Position.of_record(RECORD, 4), RECORD, found):
        assert shown.live_board()._repr_html_().startswith('<iframe sandbox="allow-scripts"')
        assert len(shown._repr_html_()) < 8_000
    assert repr(found) == "<Analysis: 1 games, 24 cards, 0 problems>"
    assert repr(answer) == f"<Answer: {str(answer).splitlines()[0]}>"
    assert repr(RECORD) == "<Record 4 of simulated-log.kpn: graden, durchmarsch by East>"
    assert repr(kranalyze.Position.of_record(RECORD, 4)) == "<Position after 4 cards, East to play>"
    [sure] = kranalyze.odds("AKQ.AK.A.", contracts=["koenigmord"])
    assert repr(sure) == "<Odds of AKQ.AK.A.: Königmord 100.0%>"
    assert repr(kranalyze.read_kpn("lessons.kpn")) == "<KpnFile lessons.kpn: 10 records, 0 problems>"
    ended = kranalyze.Position.of_record(RECORD, 24)
    assert str(ended).startswith("The game is over\n 1  E ♠A") and len(str(ended).splitlines()) == 8


def test_help_lists_every_function_with_its_arguments() -> None:
    shown = pydoc.plain(pydoc.render_doc(kranalyze))
    for name in kranalyze.__all__:
        if inspect.isfunction(getattr(kranalyze, name)):
            first = next(iter(inspect.signature(getattr(kranalyze, name)).parameters))
            assert re.search(rf"^    {name}\({first}:", shown, re.MULTILINE), name
        assert re.search(rf"\b{name}\b", shown)
    assert "kranalyze.solve(deal" in shown and "One deal: ``solve`` proves" in shown


def test_every_public_name_has_an_example() -> None:
    finder = doctest.DocTestFinder()
    public = {name: getattr(kranalyze, name) for name in kranalyze.__all__}
    without = [n for n, o in public.items() if callable(o) and not any(t.examples for t in finder.find(o, n))]
    assert without == []


NOTEBOOK = Path(bundled.bundled_directory()) / "tour.ipynb"


def test_the_notebook_shows_what_its_cells_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each cell is run as a notebook runs it. Its output as text equals the output stored in the file."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = 0
    for number, cell in enumerate(json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = end if isinstance(end := tree.body[-1], ast.Expr) else None
        tree.body = tree.body if last is None else tree.body[:-1]
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "last", "eval"), names)
        stored = {output["output_type"]: output for output in cell["outputs"]}
        printed = "".join(stored["stream"]["text"]) if "stream" in stored else ""
        assert capsys.readouterr().out == printed, f"cell {number}"
        if value is not None:
            assert "".join(stored["execute_result"]["data"]["text/plain"]) == repr(value), f"cell {number}"
            shown += 1
    assert shown > 4
