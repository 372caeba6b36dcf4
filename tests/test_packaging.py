"""The build configuration: the module's other name, the targets of wheels, the workflows."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import cmake
import ninja

ROOT = Path(__file__).resolve().parents[1]


def test_the_package_runs_as_the_command() -> None:
    said = subprocess.run(
        [sys.executable, "-P", "-m", "kranalyze", "solve", "lessons.kpn", "--board", "1"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert said.startswith("Königmord by South: can be made\n")


def test_every_interpreter_that_a_workflow_names_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    said = {c.rpartition(" ")[2] for c in project["project"]["classifiers"] if ":: Python :: 3." in c}
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert said
    assert all(f'"{version}"' in workflow for version in said)


def test_a_compiler_without_builtins_is_told_so(tmp_path: Path) -> None:
    for source in filter(Path.is_file, (ROOT / "solver").iterdir()):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    lists = tmp_path / "CMakeLists.txt"
    text = lists.read_text(encoding="utf-8")
    assert text.count("return __builtin_popcount") == 1
    lists.write_text(text.replace("return __builtin_popcount", "return __builtin_that_is_missing"), "utf-8")
    path = f"{Path(ninja.BIN_DIR)}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [Path(cmake.CMAKE_BIN_DIR) / "cmake", "-S", tmp_path, "-B", tmp_path / "build", "-G", "Ninja"],
        capture_output=True, text=True, env=os.environ | {"PATH": path},
    )  # fmt: skip
    assert done.returncode != 0
    assert "kranalyze is compiled by GCC or Clang" in " ".join(done.stderr.split())


def test_the_oldest_versions_are_tried_in_the_workflow() -> None:
    """That they are read from pyproject.toml, each with one bound, is for the script to see."""
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert "- run: .ci/oldest\n" in workflow
    assert ".ci/oldest --smoke\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_requirement_has_one_lower_bound() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = pyproject["project"]["optional-dependencies"]
    requirements = [*pyproject["build-system"]["requires"], *pyproject["project"]["dependencies"]]
    requirements += [*extras["dask"], *extras["test"]]
    bounds = [requirement.split(">=") for requirement in requirements]
    assert all(len(bound) == 2 for bound in bounds)
    assert len({name for name, _ in bounds}) == len({tuple(bound) for bound in bounds})
