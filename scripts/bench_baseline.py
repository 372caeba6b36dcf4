"""Compare this build with an older build, the baseline: CPU time and answers.

Both builds do the same work alternately. Each build runs in a child process of its own.
"""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from kranalyze.answers.plan import Plan
from kranalyze.cards import card_letters, cards_of, hand_text
from kranalyze.core.calls import applicable_questions, start_position
from kranalyze.core.task import Role, Task, searches
from kranalyze.deal import Deal
from kranalyze.dealing import random_deals
from kranalyze.games import get_game
from kranalyze.kpn import dump, read_kpn
from kranalyze.read.writing import write_deals, write_records
from kranalyze.simulation import simulate

#: Program of the child process. It reads requests from its input, one on each line. A request is a command
#: with its arguments, or ``core`` with a file that has a pickled call, or ``read`` with a log. The program
#: carries out each request and prints the CPU seconds that this took. The time to start is not included.
_CHILD = """
import contextlib, json, os, pickle, random, sys, time
from kranalyze import Position
from kranalyze.cli import cli
from kranalyze.core import calls
from kranalyze.core.task import CorePosition, Task

def solve_positions(pairs):
    tasks = [Task(*task[:20], tuple(task[20:28]), tuple(task[28:])) for task, _ in pairs]
    positions = [CorePosition.unpack(position) for _, position in pairs]
    solve = getattr(calls, "position_worths", None) or calls.worth  # its name in older builds
    return lambda: solve(zip(tasks, positions))

def solve_columns(hands, tasks, rows_of, rows, flags):
    given = [Task(*task[:20], tuple(task[20:28]), tuple(task[28:])) for task in tasks]
    deals = len(hands[0])
    return lambda: calls.solve_columns(hands, None, deals, given, range(len(given)), rows_of, rows, flags)

def play_out(deals):
    starts = [Position.of_deal(deal, contract="koenigmord", declarer="N") for deal in deals]

    def playouts():
        rng, settlements = random.Random(1), []
        for position in starts:
            while not position.ended:
                position = position.play(rng.choice(position.legal))
            settlements.append(position.settlement)
        return settlements

    return playouts

def table_each(deals):
    import kranalyze
    given = [kranalyze.Deal.parse(deal) for deal in deals]
    kranalyze.table(given[0], contracts=["koenigmord"])
    return lambda: [kranalyze.table(deal, contracts=["koenigmord"]).rows() for deal in given]

def read(log):
    try:
        from kranalyze.read.logpieces import log_pieces
    except ImportError:
        from kranalyze.kpn import scan_kpn
        return sum(outcome.record is not None for outcome in scan_kpn(log))
    found = 0
    for piece in log_pieces(log, None, {}):
        if hasattr(piece, "ordinary"):
            columns, others = piece.ordinary.count, piece.others
        else:
            games = piece.judged()
            columns, others = len(games.log or ()), games.others
        found += columns + sum(one.record is not None for one in others)
    return found

said = sys.stdout
messages = open(os.devnull, "w")
for line in sys.stdin:
    arguments, out = json.loads(line)
    with open(out, "w") as sink, contextlib.redirect_stdout(sink), contextlib.redirect_stderr(messages):
        if arguments[0] == "core":
            with open(arguments[1], "rb") as file:
                name, given = pickle.load(file)
            call = globals()[name](*given)
            begin = time.process_time()
            answers = call()
            spent = time.process_time() - begin
            sink.write(repr(answers))
        elif arguments[0] == "read":
            begin = time.process_time()
            count = read(arguments[1])
            spent = time.process_time() - begin
            sink.write(str(count))
        else:
            begin = time.process_time()
            cli(arguments, standalone_mode=False)
            spent = time.process_time() - begin
    print(spent, file=said, flush=True)
"""


@dataclass(frozen=True)
class Asked:
    """A comparison, which is a line of the table.

    Attributes:
        name: name of the comparison.
        prepare: function of a folder, a number of deals and a seed. It writes the input files to the folder.
            It returns the request that both builds get. ``_CHILD`` says what a request is.
        goal: this build must be at least this many times as fast as the baseline.
        count: number of deals. A quick run uses fewer.
        per: what the CPU time is divided by, and the unit of time. For example, "deal, us" means that the
            table shows microseconds per deal.
        parquet: whether the answers are Parquet files (option ``-o``). False: the answers are printed.
        instead: function that takes the request and returns another request for this build. It is needed if
            the baseline cannot do the same work as this build. Then the columns ``file`` and ``line`` are not
            compared.
    """

    name: str
    prepare: Callable[[Path, int, int], list[str]]
    goal: float
    count: int = 40
    per: str = "deal, us"
    parquet: bool = False
    instead: Callable[[list[str]], list[str]] = list


def _deals(dealt: str, *arguments: str) -> Callable[[Path, int, int], list[str]]:
    """Return a function for ``Asked.prepare``. It prepares a command on a file of random deals.

    Args:
        dealt: id of the game of the deals.
        arguments: the name of the command, and the arguments that follow the file.
    """

    def prepare(folder: Path, count: int, seed: int) -> list[str]:
        source = folder / "deals.parquet"
        named = ["n", "e", "s", "w", "talon"][: 5 if get_game(dealt).talon else 4]
        random_deals(get_game(dealt), count, seed=seed).select(named).write_parquet(source)
        return [arguments[0], str(source), *arguments[1:], "--workers", "1"]

    return prepare


def _called(folder: Path, name: str, *given: object) -> list[str]:
    """Write a call of a function of ``_CHILD`` to a file. Return the request for this call."""
    path = folder / "call.pickle"
    path.write_bytes(pickle.dumps((name, given)))
    return ["core", str(path)]


def _searches(game: str, role: Role, folder: Path, count: int, seed: int) -> list[str]:
    """Prepare those searches of a game that have the role ``role``, on random deals."""
    plan, deals = Plan(game), random_deals(get_game(game), count, seed=seed)
    hands = tuple(array("I", deals[seat]) for seat in "nesw")
    rows_of: dict[Task, list[int]] = {}
    for number, question in enumerate(plan.questions):
        for search in searches(plan.game, question, include_selfish=False):
            if search.role == role:
                rows_of.setdefault(search.task, []).append(number)
    n_e_s_w = (hands[0], hands[1], hands[2], hands[3])
    flags = applicable_questions(n_e_s_w, count, plan.rows).flags
    tasks = [task.pack() for task in rows_of]
    return _called(folder, "solve_columns", n_e_s_w, tasks, list(rows_of.values()), len(plan.rows), flags)


def _positions(game: str, folder: Path, count: int, seed: int) -> list[str]:
    """Prepare a search for each random deal. The search finds the values of all first cards.

    The contract varies from deal to deal. Points decide all of these contracts.
    """
    plan, deals = Plan(game), random_deals(get_game(game), count, seed=seed)
    pairs = list[tuple[bytes, bytes]]()
    for at, hands in enumerate(deals.select("n", "e", "s", "w").rows()):
        n, e, s, w = (array("I", [mask]) for mask in hands)
        flags = applicable_questions((n, e, s, w), 1, plan.rows).flags
        points = [
            search.task
            for number, question in enumerate(plan.questions)
            if flags[number] == 3  # two bits: the question can come up, and may be bid
            for search in searches(plan.game, question, include_selfish=False)
            if question.contract.goal.kind == "points" and search.role == "value"
        ]
        task = points[7919 * (seed + at) % len(points)]
        pairs.append((task.pack(), start_position(task, hands).pack()))
    return _called(folder, "solve_positions", pairs)


def _playouts(folder: Path, count: int, seed: int) -> list[str]:
    """Prepare games on random deals. Each game is played with ``Position``, by random legal cards."""
    rows = random_deals(get_game("graden"), count, seed=seed).select("n", "e", "s", "w").rows()
    deals = [str(Deal((n, e, s, w))) for n, e, s, w in rows]
    return _called(folder, "play_out", deals)


def _single_tables(folder: Path, count: int, seed: int) -> list[str]:
    """Prepare calls of ``table``. Each call has one contract and one deal."""
    rows = random_deals(get_game("graden"), count, seed=seed).select("n", "e", "s", "w").rows()
    return _called(folder, "table_each", [str(Deal((n, e, s, w))) for n, e, s, w in rows])


def _log(what: Sequence[str], game: str, folder: Path, count: int, seed: int) -> list[str]:
    """Prepare a command on a simulated log.

    ``what`` has the name of the command, and the arguments that follow the log.
    """
    path = folder / "log.kpn"
    with path.open("wb") as out:
        dump(simulate(count, game=game, seed=seed, look=2, slips=0.05), out)
    return [what[0], str(path), *what[1:]]


def _as_parquet(arguments: list[str]) -> list[str]:
    """Return the command for this build. It reads the log from Parquet.

    The baseline cannot read logs in Parquet, so the baseline reads KPN.
    """
    path = Path(arguments[1])
    with path.with_suffix(".parquet").open("wb") as file:
        write_records(read_kpn(path).records, file, "parquet")
    return [arguments[0], str(path.with_suffix(".parquet")), *arguments[2:]]


def _odds(folder: Path, count: int, seed: int) -> list[str]:
    """Prepare the command `odds` over all layouts of a random hand. Three cards of another seat are known."""
    n, e = random_deals(get_game("graden"), 1, seed=seed).select("n", "e").row(0)
    known = "E=" + " ".join(card_letters(card) for card in list(cards_of(e))[:3])
    return ["odds", hand_text(n), "--exact", "--json", "--workers", "1", "--known", known]


def _without_games(arguments: list[str]) -> list[str]:
    """Return the command `odds` for this build. It plays no games at the table.

    The baseline cannot play such games. Its `odds` has only figures for open cards.
    """
    return [*arguments, "--games", "0"]


def _analyze(game: str) -> Callable[[Path, int, int], list[str]]:
    return partial(_log, ("analyze", "--workers", "1"), game)


def _table(game: str, *arguments: str) -> Callable[[Path, int, int], list[str]]:
    return _deals(game, "table", "--game", game, *arguments)


#: Beginnings of the names of columns that are not compared. These columns are wrong in the baseline d37f6f4.
#: If several questions shared a search, that build used only one of the questions.
WRONG = ("best_calls", "passed_")

#: Goal for work that must stay as fast as in the baseline. This build may be at most 3% slower.
KEPT = 0.97

ASKED = (
    Asked("table of Rufmariasch", _table("rufmariasch"), 5.0, parquet=True),
    Asked("values of Rußbach", partial(_searches, "russbach", "value"), 3.0, 20),
    Asked("payoffs of Rußbach", partial(_searches, "russbach", "stake"), 3.0, 20),
    Asked("table of Rußbach", _table("russbach"), 3.0, 20, parquet=True),
    Asked("table of Anrufen, four", _table("anrufen"), 4.0, 100, parquet=True),
    Asked("table of Anrufen, three", _table("anrufen3"), 5.0, 20, parquet=True),
    Asked("table --selfish of Graden", _table("graden", "--selfish"), 8.0, parquet=True),
    Asked("par of a deal", _deals("graden", "par", "--format", "csv"), 8.0),
    Asked("points, 6 cards, Anrufen", partial(_positions, "anrufen"), 4.0, 200, "position, us"),
    Asked("points, 8 cards, Rußbach", partial(_positions, "russbach"), 4.0, 100, "position, us"),
    Asked("points, 8 cards, Rufmariasch", partial(_positions, "rufmariasch"), 4.0, 100, "position, us"),
    Asked("random playouts of Graden", _playouts, 3.0, 100, "playout, us"),
    Asked("table of one deal and contract", _single_tables, 3.0, 100, "call, us"),
    Asked("reading a log of Graden", partial(_log, ("read",), "graden"), 10.0, 1000, "game, us"),
    Asked("analyze of a log of Graden", _analyze("graden"), 6.0, 2000, "game, us", parquet=True),
    Asked("analyze, Graden as Parquet", _analyze("graden"), 15.0, 2000, "game, us", True, _as_parquet),
    Asked("analyze of a log of Rußbach", _analyze("russbach"), 4.0, 200, "game, us", parquet=True),
    Asked("table of Graden", _table("graden"), KEPT, 10_000, parquet=True),
    Asked("table of whist, 6 cards", _deals("graden", "table", "--game", "whist"), KEPT, 2000, parquet=True),
    Asked("table of whist, 8 cards", _table("whist"), KEPT, 500, parquet=True),
    Asked("searches of Graden", partial(_searches, "graden", "value"), KEPT, 5000),
    Asked("odds by all layouts", _odds, KEPT, 1, "hand, us", instead=_without_games),
    Asked("table of Bauernschnapsen", _table("bauernschnapsen"), KEPT, 100, parquet=True),
)


class Installed:
    """A child process that runs requests with an installed build. ``python`` is the build's interpreter."""

    def __init__(self, python: str) -> None:
        self._child = subprocess.Popen(
            [python, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def run(self, asked: Asked, arguments: Sequence[str], out: Path) -> float:
        """Run a request, and return its CPU seconds. The answers are written to the file ``out``."""
        assert self._child.stdin is not None and self._child.stdout is not None
        line, printed = list(arguments), out
        if asked.parquet:
            line += ["-o", str(out)]
            printed = out.with_suffix(".txt")
        self._child.stdin.write(json.dumps([line, str(printed)]) + "\n")
        self._child.stdin.flush()
        said = self._child.stdout.readline()
        if not said:
            raise SystemExit(f"{asked.name}: the program has ended")
        return float(said)


#: Commands that are measured from start to exit. Each has its name, and the arguments that follow the file.
STARTS = (
    ("solve", ("--contract", "koenigmord", "--declarer", "E")),
    ("table", ("--format", "csv", "-o", "-")),
)


def starts(folder: Path, baseline: str, quick: bool) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Measure whole commands from start to exit, for one deal and for a hundred deals.

    Yield for each command its name and a list of runs. A run is a pair: the CPU microseconds of this build,
    and those of the baseline.
    """
    programs = [Path(python).with_name("kranalyze") for python in (sys.executable, baseline)]
    for count in (1, 100):
        source = folder / "some.kpn"
        with source.open("wb") as file:
            nothing = (pl.lit(None, pl.String).alias(name) for name in ("board", "dealer", "rules"))
            game = pl.lit("graden").alias("game")
            deals = random_deals(get_game("graden"), count, seed=7).with_columns(*nothing, game)
            write_deals(deals, file, "kpn")
        for command, options in STARTS:
            runs = []
            for _ in range(3 if quick else 7):
                spent, said = [], []
                for program in programs:
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    line = [str(program), command, str(source), *options]
                    said.append(subprocess.run(line, capture_output=True, check=False, cwd="/").stdout)
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
                if said[0] != said[1]:
                    raise SystemExit(f"{command} of {count}: answers differ from the baseline's")
                runs.append((spent[0] * 1e6, spent[1] * 1e6))
            yield f"{command}, {count} deal{'s' * (count > 1)}, start to exit", runs


def compare(asked: Asked, folder: Path, baseline: str, quick: bool) -> Iterator[tuple[float, float]]:
    """Run a comparison several times, each time on other deals.

    For each run but the first, yield the microseconds per deal of this build and those of the baseline.
    """
    ours, theirs = Installed(sys.executable), Installed(baseline)
    count = max(2, asked.count // 5) if quick else asked.count
    for repeat in range(3 if quick else 6):
        arguments = asked.prepare(folder, count, 300 + repeat)
        answers = [folder / f"{asked.name} {who}.parquet" for who in ("ours", "theirs")]
        here = ours.run(asked, asked.instead(arguments), answers[0])
        spent = here, theirs.run(asked, arguments, answers[1])
        if not _same(asked, *answers):
            raise SystemExit(f"{asked.name}: answers differ from the baseline's")
        if repeat:  # leave out the first run, because it also loads modules
            yield spent[0] / count * 1e6, spent[1] / count * 1e6


def _same(asked: Asked, ours: Path, theirs: Path) -> bool:
    """Return whether both builds gave the same answers. Only columns that both builds have are compared."""
    if not asked.parquet and asked.instead is list:
        return ours.read_bytes() == theirs.read_bytes()
    if theirs.is_dir():
        return all(_same(asked, ours / part.name, part) for part in sorted(theirs.iterdir()))
    read = pl.read_parquet if asked.parquet else pl.read_ndjson
    one, other = read(ours), read(theirs)
    aside = WRONG if asked.instead is list else (*WRONG, "file", "line")
    columns = [name for name in other.columns if name in one.columns and not name.startswith(aside)]
    return bool(columns) and one.select(columns).equals(other.select(columns))
