"""Mutation tests: every change in tests/data/mutations.toml must make a test fail.

Usage: python scripts/mutate.py [--only TEXT]... [--quick] [--jobs N]

Each entry of tests/data/mutations.toml says: in this file replace this text, which stands there exactly
once, by that one; these tests must fail then. The sources are copied to build/mutate, once for each job;
there each change is made by itself, the core rebuilt where it is the core's, the tests run, and the change
taken back. If the tests that are named pass, the whole quick suite is run (not with --quick). At the end all
is told that survives, does not compile, or names no test or tests that fail anyway, and is the exit status;
so is an entry whose text is not found once, or whose tests are not there. Needed: gcc, and pip install
'.[test]' --group sanitize for cmake and ninja; ccache is used where it is.
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

#: What the tests look at.
COPIED = ("kranalyze", "solver", "tests", "scripts", "datasets")

#: What pytest says when there was nothing to run; another status than 0 is a failure, or a death on the way.
NOTHING = (4, 5)

#: What becomes of a change that is noticed, by the tests that are named or by another.
DEAD = ("dead", "dead elsewhere")

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change that some test must notice; ``only`` chooses among the tests as ``pytest -k`` does."""

    name: str
    file: str
    old: str
    new: str
    tests: list[str]
    only: str = ""

    def core(self) -> bool:
        """Whether the change is the core's."""
        return self.file.startswith("solver/")

    def asks(self) -> tuple[tuple[str, ...], str]:
        """The tests that must fail."""
        return tuple(self.tests), self.only

    def wrong(self) -> str | None:
        """Why the entry is stale, None if it is not."""
        path = ROOT / self.file
        found = path.read_text(encoding="utf-8").count(self.old) if path.exists() else 0
        if found != 1:
            return f"{self.file} has the text {found} times, not once: {self.old!r}"
        missing = [test for test in self.tests if not (ROOT / test.partition("::")[0]).exists()]
        return f"there is no {missing[0]}" if missing else None


def command(*words: object) -> None:
    """Run a command; tools may stand beside this Python.

    Raises:
        RuntimeError: it failed.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    listed = list(map(str, words))
    # With the same base what one copy compiled serves the others.
    here = {**os.environ, "PATH": path, "CCACHE_BASEDIR": str(PLACE)}
    done = subprocess.run(listed, capture_output=True, text=True, check=False, env=here)
    if done.returncode:
        raise RuntimeError(f"{' '.join(listed)}\n{done.stdout}{done.stderr}")


class Copy:
    """A copy of the sources with an environment (this one's packages, its own kranalyze) and a core."""

    def __init__(self, place: Path) -> None:
        """Make it; what was compiled there before is used again."""
        self.tree, self.core, venv = place / "tree", place / "core", place / "venv"
        self.python = venv / "bin" / "python"
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir(parents=True)
        for name in COPIED:
            # As new files: a core that was compiled from a changed one is older than they are.
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
        """Compile the core as it is."""
        command("cmake", "--build", self.core, "--target", "_core")
        shutil.copy2(next(self.core.glob("_core*.so")), self.tree / "kranalyze")

    def tested(self, tests: Iterable[str] = (), only: str = "") -> int:
        """The exit status of pytest; a test that goes on for ever has failed."""
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
        """What becomes of a mutation, in few words."""
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
            path.write_text(whole, encoding="utf-8")  # built again with the next change of the core


def shared(
    copies: list[Copy], work: Callable[[Copy, T], R], items: Iterable[T]
) -> Iterator[tuple[T, R, float]]:
    """Each item with its result and the seconds it took, as they are done, each in a copy of its own."""
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
        "--only", action="append", metavar="TEXT", help="entries whose name or file has this text, or another"
    )
    parser.add_argument("--quick", action="store_true", help="run the named tests alone")
    parser.add_argument("--jobs", type=int, default=2, help="changes made at a time")
    given = parser.parse_args()
    entries = [Mutation(**row) for row in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]]
    asked = [m for m in entries if any(text in m.name or text in m.file for text in given.only or [""])]
    ends = {m.name: f"stale: {wrong}" for m in asked if (wrong := m.wrong())}
    chosen = sorted((m for m in asked if m.name not in ends), key=Mutation.core)  # Python needs no building
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
