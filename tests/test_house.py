"""The structure of the code: imports have no circle, names are unique, functions are not too long."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import kranalyze
from kranalyze._core import lib
from kranalyze.games.base import MOST

ROOT = Path(kranalyze.__file__).parent


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


#: For each name that a package imports only when the name is first used: the module that defines it.
HOMES = {
    f"{package}.{name}": home
    for package, path in MODULES.items()
    if path.name == "__init__.py"
    for name, home in getattr(import_module(package), "HOMES", {}).items()
}


def imported(path: Path, types: bool = False) -> Iterator[str]:
    """Yield the modules that a module imports, also within functions.

    If ``types`` is true, include the imports that only type checkers execute.
    """
    tree = ast.parse(path.read_text())
    if not types:
        branches = [node for node in tree.body if isinstance(node, ast.If)]
        for branch in branches:
            if ast.unparse(branch.test) == "TYPE_CHECKING":
                tree.body.remove(branch)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else HOMES.get(full, node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle(graph: dict[str, set[str]]) -> list[str] | None:
    """Return the nodes of a circle in a graph; None if the graph has no circle."""
    left = dict(graph)
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    if not left:
        return None
    path = [next(iter(left))]
    while True:
        following = next(name for name in sorted(left[path[-1]]) if name in left)
        if following in path:
            return path[path.index(following) :]
        path.append(following)


def test_no_import_goes_in_a_circle() -> None:
    """Imports have no circle. The module ``kranalyze`` itself is left out.

    It imports the public names from all parts of the package. No module imports it.
    """
    graph = {
        name: {needed for needed in imported(path) if needed in MODULES} - {name, "kranalyze"}
        for name, path in MODULES.items()
        if name != "kranalyze"
    }
    assert len(graph) > 100 and "kranalyze.cards" in graph["kranalyze.deal"]
    assert "kranalyze.kpn.record" in graph["kranalyze.analysis.board"]
    assert circle(graph) is None
    assert [name for name, path in MODULES.items() if "kranalyze" in imported(path)] == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c"]


#: The parts of the package, called rooms: packages and single modules. A room imports only rooms that this
#: text lists in earlier lines.
LEVELS = """
bridge
_core bundled cards cores display files forked lazy version
hands parallel texts
deal
games
arguments play
core conditions
dealing
kpn
read
answers
hand
known
analysis
survey
simulation
batches
show
cli
__main__
"""


def room(module: str) -> str:
    return module.split(".")[1]


def test_no_room_imports_a_room_above_it() -> None:
    """No two rooms import each other, not even for types or within functions."""
    level = {name: i for i, line in enumerate(LEVELS.split("\n")) for name in line.split()}
    arrows = {
        (name, needed)
        for name, path in MODULES.items()
        for needed in imported(path, types=True)
        if name != "kranalyze" and needed.startswith("kranalyze.") and room(name) != room(needed)
    }
    assert {room(name) for arrow in arrows for name in arrow} <= set(level)
    assert ("kranalyze.answers.par", "kranalyze.deal") in arrows
    up = {arrow for arrow in arrows if level[room(arrow[0])] <= level[room(arrow[1])]}
    assert not up


def repeated(names: list[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


def c_files() -> dict[str, str]:
    """Return the text of each C file of the core without comments, by file name."""
    folder = Path(__file__).parent.parent / "solver"
    files = [path for path in folder.glob("*.c") if not path.name.startswith("test_")]
    return {path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in files}


def c_calls(files: dict[str, str]) -> dict[str, set[str]]:
    """Return for each C file the other files whose functions it uses.

    Files share only functions whose names begin with ``kr_``.
    """
    definition = re.compile(r"^(?!static\b|typedef\b|#)[a-z][\w \*]*?\b(kr_\w+)\([^;{]*\)\s*\{", re.MULTILINE)
    homes = {name: file for file, text in files.items() for name in definition.findall(text)}
    graph = dict[str, set[str]]()
    for file, text in files.items():
        used = set(re.findall(r"\bkr_\w+", text))
        graph[file] = {homes[name] for name in used & homes.keys()} - {file}
    return graph


def test_no_two_c_files_call_each_other() -> None:
    graph = c_calls(c_files())
    assert "evaluate_card.c" in graph["evaluate_sides.c"]
    assert circle(graph) is None


def test_no_two_modules_have_one_name() -> None:
    """No two modules have the same name, except for packages and for modules named after a command."""
    files = [path for path in MODULES.values() if path.name != "__init__.py"]
    modules = [path.stem for path in files if path.parent.name != "cli"]
    assert {"deal", "reader", "tally"} <= set(modules)
    assert repeated(modules) == []
    assert repeated(["a", "b", "a"]) == ["a"]


def public_names(path: Path) -> Iterator[str]:
    """Yield the public names that a module defines: functions, classes and constants."""
    for node in ast.parse(path.read_text()).body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            targets = [ast.Name(node.name)]
        elif isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        names = (target.id for target in targets if isinstance(target, ast.Name))
        yield from (name for name in names if not name.startswith("_"))


#: Public names that several modules define on purpose.
SHARED_NAMES = {"FORMAT_VERSION", "HOMES", "T", "R"}  # one per schema; one per package; type variables

#: Public names with two meanings. They will change when the modules in the comments are rewritten.
NAMES_WAITING = {
    "Kind", "TEXTS", "scanned",  # core/scan.py, read/scanning.py
    "TAGS", "outcomes_of",  # read/loggedrows.py, read/judgedlog.py, analysis/__init__.py
    "Part",  # known/layoutsearch.py
    "CODES",  # core/knowledge.py
    "NONE", "NO_TRUMP",  # core/task.py
    "listed",  # core/memory.py
}  # fmt: skip


def test_no_public_name_is_defined_in_two_modules() -> None:
    """No two modules define the same public name, except for commands and borders of the core.

    Commands and borders are named after the functions that they call.
    """
    names = [
        name
        for module, path in MODULES.items()
        if not module.startswith(("kranalyze.cli", "kranalyze.__main__")) and not module.endswith("border")
        for name in public_names(path)
    ]
    assert len(names) > 500
    assert set(repeated(names)) <= SHARED_NAMES | NAMES_WAITING


def test_a_tree_without_the_core_says_what_to_do(tmp_path: Path) -> None:
    """If Python is started in a checkout without the core, the error message says what to do."""
    shutil.copytree(ROOT, tmp_path / "kranalyze", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import kranalyze as k; k.GAMES; k.solve"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: the core is not built in {tmp_path / 'kranalyze'}: install the")
    assert "`pip install -e .`" in last


def test_the_recipes_name_files_that_there_are() -> None:
    """CONTRIBUTING names in backticks only files that exist, by their path or the end of their path."""
    repository = Path(__file__).resolve().parent.parent
    text = (repository / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./]+\.(?:py|c|h|md|txt|toml))`", text))
    assert len(named) > 30
    there = [f"/{path.relative_to(repository)}" for path in repository.rglob("*.*") if path.is_file()]
    assert not [name for name in named if not any(path.endswith(f"/{name}") for path in there)]


def test_every_change_of_the_kept_list_can_be_made() -> None:
    # If the code no longer has the text that an entry replaces, the entry tests nothing.
    root = Path(__file__).resolve().parents[1]
    kept = tomllib.loads((root / "tests" / "data" / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    stale = [m["name"] for m in kept if (root / m["file"]).read_text(encoding="utf-8").count(m["old"]) != 1]
    assert len(kept) >= 60 and stale == []
    assert all((root / test.split("::")[0]).exists() for m in kept for test in m["tests"])


def test_what_runs_in_parallel_runs_by_one_runner() -> None:
    """Only ``parallel`` makes threads. Only ``batches.engines`` makes processes and uses other machines."""
    pools = re.compile(r"(Thread|Process)PoolExecutor\(\w")
    made = {name for name, path in MODULES.items() if pools.search(path.read_text())}
    assert made == {"kranalyze.parallel", "kranalyze.batches.engines"}


def test_rules_texts_are_taken_apart_in_one_place() -> None:
    found = [name for name, path in MODULES.items() if 'split("=", 1)' in path.read_text()]
    assert found == ["kranalyze.games.written"]


def private_names(path: Path) -> Iterator[str]:
    """Yield the private names of other packages that a module uses, such as ``atexit._run_exitfuncs``."""
    tree = ast.parse(path.read_text())
    modules = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import)
        for alias in node.names
        if not alias.name.startswith("kranalyze")
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        if node.value.id in modules and re.match(r"_(?!_)", node.attr):
            yield f"{node.value.id}.{node.attr}"


def test_no_private_name_of_another_package_is_used() -> None:
    # os._exit is public: it is documented.
    used = {name for path in MODULES.values() for name in private_names(path)}
    assert used == {"os._exit"}
    assert "sys.modules[\"_" not in (ROOT / "__main__.py").read_text()


def test_values_are_made_by_the_standard_decorator() -> None:
    """``dataclass`` is the only decorator of classes. No home-made decorator makes classes of values."""
    decorators = Counter(
        ast.unparse(decorator).split("(")[0]
        for path in MODULES.values()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
    )
    assert set(decorators) == {"dataclass"} and decorators["dataclass"] > 60


#: Long functions that wait for a better design.
LONG = {
    ("kranalyze.cli.analyze", "analyze"),
    ("kranalyze.cli.solve", "solve"),
    ("kranalyze.cli.stats", "stats"),
}


def body_lines(function: ast.FunctionDef) -> int:
    """Return the number of lines of a function without its signature and docstring."""
    first = function.body[0]
    start = first.lineno if ast.get_docstring(function) is None else (first.end_lineno or 0) + 1
    return (function.end_lineno or 0) - start + 1


def test_functions_fit_on_a_screen() -> None:
    longer = {
        (name, node.name)
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and body_lines(node) > 60
    }
    assert longer <= LONG


STRUCT_FUNCTIONS = {"Struct", "calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack"}


def struct_formats(path: Path) -> Iterator[str]:
    """Yield the format strings that a module passes to functions of ``struct`` as literals."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        value = node.args[0].value
        is_screen = value == "HHHH"  # the size of a terminal, no struct of the core
        if name in STRUCT_FUNCTIONS and isinstance(value, str) and not is_screen:
            yield value


def test_layouts_and_limits_of_the_core_come_from_its_headers() -> None:
    """No module, test or script has a literal struct format. ``MOST`` is KR_LARGEST_VALUE of rules.h."""
    root = ROOT.parent
    paths = [*MODULES.values(), *(root / "tests").rglob("*.py"), *(root / "scripts").rglob("*.py")]
    typed = {str(path) for path in paths if path.exists() and list(struct_formats(path))}
    assert typed == set()
    assert MOST == lib.KR_LARGEST_VALUE
