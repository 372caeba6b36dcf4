"""Mutation tests: every change listed in tests/data/mutations.toml must make a test fail.

Usage: python scripts/mutate.py [--only TEXT]... [--quick] [--jobs N]

An entry of tests/data/mutations.toml names a file and a text that occurs in it exactly once. It also has a
text that replaces the first text, and the tests that must then fail. The sources are copied to build/mutate,
once for each job. In a copy the script makes one change, runs the named tests, and undoes the change. If the
change is in the core, the core is rebuilt before the tests. If the named tests pass, the script runs the
whole quick suite (not with --quick).

At the end the script prints the entries with a problem. If there are any, the exit status is 1. Problems are:

- All tests pass.
- The change does not compile.
- The named tests do not exist, or they fail without the change.
- The text does not occur exactly once.

The script needs gcc, cmake and ninja. "pip install '.[test]' --group sanitize" installs cmake and ninja. It
uses ccache if it is installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "data" / "mutations.toml"
PLACE = ROOT / "build" / "mutate"

#: The folders that the tests need.
COPIED = ("kranalyze", "solver", "tests", "scripts", "datasets")

#: Exit statuses of pytest if there was no test to run. Any other status but 0 means a failure or a crash.
NOTHING = (4, 5)

#: Results for a change that a test notices. If a named test fails, the result is "dead". If only another test
#: of the quick suite fails, the result is "dead elsewhere".
DEAD = ("dead", "dead elsewhere")

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Mutation:
    """An entry of the list: a change that the named tests must notice.

    Attributes:
        name: name of the change.
        file: path of the file to change.
        old: text to replace.
        new: text that replaces ``old``.
        tests: files of tests, or single tests.
        only: expression that selects some of ``tests``, as for ``pytest -k``. Empty: all tests are run.
    """

    name: str
    file: str
    old: str
    new: str
    tests: list[str]
    only: str = ""

    def core(self) -> bool:
        """Return whether the change is in the core."""
        return self.file.startswith("solver/")

    def asks(self) -> tuple[tuple[str, ...], str]:
        """Return arguments of pytest for the named tests: ``tests`` and ``only``."""
        return tuple(self.tests), self.only

    def wrong(self) -> str | None:
        """Return why the entry does not fit the sources. None: it fits."""
        path = ROOT / self.file
        found = path.read_text(encoding="utf-8").count(self.old) if path.exists() else 0
        if found != 1:
            return f"{self.file} has the text {found} times, not once: {self.old!r}"
        missing = [test for test in self.tests if not (ROOT / test.partition("::")[0]).exists()]
        return f"there is no {missing[0]}" if missing else None


def command(*words: object) -> None:
    """Run a command. The command may also be a program in the folder of this Python.

    Raises:
        RuntimeError: the command failed.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    listed = list(map(str, words))
    # With a common base directory, ccache shares compiled files between the copies.
    here = {**os.environ, "PATH": path, "CCACHE_BASEDIR": str(PLACE)}
    done = subprocess.run(listed, capture_output=True, text=True, check=False, env=here)
    if done.returncode:
        raise RuntimeError(f"{' '.join(listed)}\n{done.stdout}{done.stderr}")


class Copy:
    """A copy of the sources with a core and a virtual environment of its own.

    The environment has the packages of this Python, but Python in it imports kranalyze from the copy.
    """

    def __init__(self, place: Path) -> None:
        """Copy the sources and build the core. Files compiled earlier in ``place`` are used again."""
        self.tree, self.core, venv = place / "tree", place / "core", place / "venv"
        self.python = venv / "bin" / "python"
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir(parents=True)
        for name in COPIED:
            # A core of an earlier run can contain a change, so the core must be built again. shutil.copy
            # gives new times to the copied files. Because the files are newer than the core, it is built.
            shutil.copytree(ROOT / name, self.tree / name, copy_function=shutil.copy)
        for path in ROOT.iterdir():
            if path.is_file() and not path.name.startswith("."):
                shutil.copy2(path, self.tree)
        (self.tree / "kranalyze" / "datasets").symlink_to(self.tree / "datasets")
        if not venv.exists():
            command(sys.executable, "-m", "venv", "--without-pip", venv)
        paths = [str(self.tree), *(p for p in sys.path if p.endswith(("site-packages", "dist-packages")))]
        site = next((venv / "lib").glob("python*")) / "site-packages"
        (site / "copy.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
        launcher = shutil.which("ccache") or ""
        command(
            "cmake", "-S", self.tree / "solver", "-B", self.core, "-G", "Ninja", "-DSKBUILD=2",
            "-DSKBUILD_SOABI=abi3", "-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}",
            f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}",
        )  # fmt: skip
        self.build()

    def build(self) -> None:
        """Compile the core of the copy."""
        command("cmake", "--build", self.core, "--target", "_core")
        shutil.copy2(next(self.core.glob("_core*.so")), self.tree / "kranalyze")

    def tested(self, tests: Iterable[str] = (), only: str = "") -> int:
        """Run pytest in the copy and return its exit status. After ten minutes return 1 (failed)."""
        pytest = [self.python, "-B", "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-k", only, *tests]
        try:
            done = subprocess.run(
                list(map(str, pytest)), cwd=self.tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                timeout=600, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return 1
        return done.returncode

    def tried(self, mutation: Mutation, quick: bool) -> str:
        """Make a change, run its tests, and undo the change. Return the result in a word or two."""
        path = self.tree / mutation.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(mutation.old, mutation.new), encoding="utf-8")
        try:
            if mutation.core():
                self.build()
            status = self.tested(*mutation.asks())
            if status in NOTHING:
                return "untested"
            if status:
                return "dead"
            return "survived" if quick or not self.tested() else "dead elsewhere"
        except RuntimeError:
            return "not compiled"
        finally:
            path.write_text(whole, encoding="utf-8")  # no build now: the core is built after its next change


def shared(
    copies: list[Copy], work: Callable[[Copy, T], R], items: Iterable[T]
) -> Iterator[tuple[T, R, float]]:
    """Share work on items among copies, in threads. No two threads use a copy at the same time.

    Yield each item with its result and its duration in seconds. Items that are finished first come first.
    """
    free = SimpleQueue[Copy]()
    for copy in copies:
        free.put(copy)

    def one(item: T) -> tuple[T, R, float]:
        copy, begin = free.get(), time.monotonic()
        try:
            return item, work(copy, item), time.monotonic() - begin
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for done in as_completed([pool.submit(one, item) for item in items]):
            yield done.result()


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument(
        "--only", action="append", metavar="TEXT", help="entries with TEXT in name or file; may be repeated"
    )
    parser.add_argument("--quick", action="store_true", help="run only the named tests")
    parser.add_argument("--jobs", type=int, default=2, help="changes made at a time")
    given = parser.parse_args()
    entries = [Mutation(**row) for row in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]]
    asked = [m for m in entries if any(text in m.name or text in m.file for text in given.only or [""])]
    ends = {m.name: f"stale: {wrong}" for m in asked if (wrong := m.wrong())}
    # Changes of Python files come first, because they need no build.
    chosen = sorted((m for m in asked if m.name not in ends), key=Mutation.core)
    with ThreadPoolExecutor(given.jobs) as pool:
        copies = list(pool.map(Copy, [PLACE / str(job) for job in range(given.jobs)]))
    healthy = set()
    for asks, status, _ in shared(copies, lambda copy, asks: copy.tested(*asks), {m.asks() for m in chosen}):
        if status in (0, *NOTHING):
            healthy.add(asks)
    ends |= {m.name: f"{' '.join(m.tests)} fails as it is" for m in chosen if m.asks() not in healthy}
    chosen = [m for m in chosen if m.asks() in healthy]
    done = shared(copies, lambda copy, mutation: copy.tried(mutation, given.quick), chosen)
    for number, (mutation, word, seconds) in enumerate(done, 1):
        print(f"{number:3}/{len(chosen)} {word:14} {seconds:4.0f} s  {mutation.name}", flush=True)
        if word not in DEAD:
            ends[mutation.name] = word
    print(f"{len(asked) - len(ends)} of {len(asked)} are dead")
    print(*(f"{name}: {why}" for name, why in ends.items()), sep="\n", end="\n" * bool(ends))
    return int(bool(ends))


if __name__ == "__main__":
    sys.exit(main())
