"""Mutation tests: every change of a kept list must make a test fail.

Usage: python scripts/mutate.py [--only TEXT] [--quick]

Each entry of tests/data/mutations.toml says: in this file replace this text, which stands there exactly
once, by that one; these tests must fail then. The sources are copied to build/mutate; there each change is
made by itself, the core rebuilt where it is the core's, the tests run, and the change taken back. If the
tests that are named pass, the whole quick suite is run (not with --quick). What survives is told, and is the
exit status; so is an entry whose text is not found once, or whose tests are not there. Needed: gcc, and
pip install '.[test,sanitize]' for cmake and ninja.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "data" / "mutations.toml"
PLACE = ROOT / "build" / "mutate"
TREE, CORE, VENV = PLACE / "tree", PLACE / "core", PLACE / "venv"

#: What the tests look at.
COPIED = ("kranalyze", "solver", "tests", "scripts", "datasets")

#: What pytest says when tests failed, or died on the way; and when there was nothing to run.
FAILED, NOTHING = (1, 2, 3), (4, 5)


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

    def wrong(self) -> str | None:
        """Why the entry is stale, None if it is not."""
        path = ROOT / self.file
        found = path.read_text(encoding="utf-8").count(self.old) if path.exists() else 0
        if found != 1:
            return f"{self.file} has the text {found} times, not once: {self.old!r}"
        missing = [test for test in self.tests if not (ROOT / test.partition("::")[0]).exists()]
        return f"there is no {missing[0]}" if missing else None


def command(*words: object) -> None:
    """Run a command; tools may stand beside this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    listed = list(map(str, words))
    here = {**os.environ, "PATH": path}
    done = subprocess.run(listed, capture_output=True, text=True, check=False, env=here)
    if done.returncode:
        raise RuntimeError(f"{' '.join(listed)}\n{done.stdout}{done.stderr}")


def prepare() -> None:
    """The copy, its own environment (this one's packages, but the copy's kranalyze), and its core."""
    shutil.rmtree(TREE, ignore_errors=True)
    TREE.mkdir(parents=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, TREE / name, copy_function=shutil.copy2)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy2(path, TREE)
    (TREE / "kranalyze" / "datasets").symlink_to(TREE / "datasets")
    if not VENV.exists():
        command(sys.executable, "-m", "venv", "--without-pip", VENV)
    paths = [str(TREE), *(p for p in sys.path if p.endswith(("site-packages", "dist-packages")))]
    site = next((VENV / "lib").glob("python*")) / "site-packages"
    (site / "copy.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    command(
        "cmake", "-S", TREE / "solver", "-B", CORE, "-G", "Ninja", "-DSKBUILD=2", "-DSKBUILD_SOABI=abi3",
        "-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}",
    )  # fmt: skip
    build()


def build() -> None:
    command("cmake", "--build", CORE, "--target", "_core")
    shutil.copy2(next(CORE.glob("_core*.so")), TREE / "kranalyze")


def tested(tests: list[str], only: str = "") -> int:
    """The exit status of pytest in the copy; a test that goes on for ever has failed."""
    pytest = [VENV / "bin" / "python", "-B", "-m", "pytest", "-qx", "-p", "no:cacheprovider"]
    words = [*pytest, "-k", only, *tests]
    try:
        done = subprocess.run(
            list(map(str, words)), cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=600, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def tried(mutation: Mutation, quick: bool) -> str:
    """What becomes of a mutation, in one word."""
    path = TREE / mutation.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        if mutation.core():
            build()
        status = tested(mutation.tests, mutation.only)
        if status in NOTHING:
            return "untested"
        if status:
            return "dead"
        return "survived" if quick or not tested([]) else "dead elsewhere"
    finally:
        path.write_text(whole, encoding="utf-8")  # built again with the next change of the core


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--only", default="", metavar="TEXT", help="entries whose name or file has this text")
    parser.add_argument("--quick", action="store_true", help="run the named tests alone")
    given = parser.parse_args()
    entries = [Mutation(**row) for row in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]]
    stale = [f"{m.name}: {wrong}" for m in entries if (wrong := m.wrong())]
    print(*stale, sep="\n", end="\n" * bool(stale), flush=True)
    chosen = [m for m in entries if (given.only in m.name or given.only in m.file) and not m.wrong()]
    chosen.sort(key=Mutation.core)  # what changes Python goes by the core as it is
    prepare()
    if not given.quick and tested(sorted({test for m in chosen for test in m.tests})):
        print("the tests fail as it is: python -m pytest in", TREE)
        return 1
    alive = []
    for number, mutation in enumerate(chosen, 1):
        begin = time.monotonic()
        word = tried(mutation, given.quick)
        passed = time.monotonic() - begin
        print(f"{number:3}/{len(chosen)} {word:14} {passed:4.0f} s  {mutation.name}", flush=True)
        if word in ("survived", "untested"):
            alive.append(mutation.name)
    print(f"{len(chosen) - len(alive)} of {len(chosen)} are dead", *(f"alive: {a}" for a in alive), sep="\n")
    return int(bool(alive or stale))


if __name__ == "__main__":
    sys.exit(main())
