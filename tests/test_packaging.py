"""Test the build configuration: the module as a command, the extras, the targets of wheels, the workflows."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kranalyze
from extras import import_extra

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


@pytest.mark.extra
def test_a_compiler_without_builtins_is_told_so(tmp_path: Path) -> None:
    cmake = import_extra("cmake", "build")
    ninja = import_extra("ninja", "build")
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


def project() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[Any]) -> set[str]:
    """Return the names of requirements, without included groups."""
    return {re.split("[>=]", requirement)[0] for requirement in requirements if isinstance(requirement, str)}


def test_the_extra_test_has_nothing_that_only_few_tests_need() -> None:
    extras = project()["project"]["optional-dependencies"]
    assert names(extras["test"]) == {"pytest", "pytest-xdist", "hypothesis", "psutil"}
    assert names(extras["dask"]) == {"distributed"}
    assert names(extras["oracle"]) == {"endplay"}
    assert names(extras["build"]) == {"scikit-build-core", "cmake", "ninja"}


def test_every_module_that_tests_import_is_in_their_extra() -> None:
    """Tests import modules of other extras by ``import_extra``. It skips the test if a module is missing."""
    imported = set[str]()
    for path in (ROOT / "tests").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").partition(".")[0])
    folders = ("tests", "scripts", "scripts/fuzzing")
    own = {path.stem for folder in folders for path in (ROOT / folder).glob("*.py")} | {"oracle", "kranalyze"}
    foreign = imported - own - set(sys.stdlib_module_names)
    assert foreign == {"pytest", "hypothesis", "psutil", "polars", "pyarrow", "click", "cffi"}


def test_every_extra_and_group_that_is_installed_exists() -> None:
    pyproject = project()
    extras, groups = pyproject["project"]["optional-dependencies"], pyproject["dependency-groups"]
    paths = [ROOT / "Makefile", *ROOT.glob("*.md"), *ROOT.glob("datasets/*.md"), *ROOT.glob("scripts/*.py")]
    paths += [*ROOT.glob(".ci/*"), *ROOT.glob(".github/workflows/*.yml"), *ROOT.glob("tests/**/*.py")]
    installed_extras, installed_groups = set[str](), set[str]()
    for path in paths:
        for line in re.findall("pip install.*", path.read_text(encoding="utf-8")):
            for listed in re.findall(r"(?:\.|kranalyze)\[([\w,]+)\]", line):
                installed_extras |= set(listed.split(","))
            installed_groups |= set(re.findall(r"--group (\w+)", line))
    assert {"test", "dask", "oracle", "build", "browser"} <= installed_extras
    assert {"lint", "docs", "sanitize", "wasm", "wheels", "dev"} <= installed_groups
    assert installed_extras <= set(extras)
    assert installed_groups <= set(groups)
    members = [member for group in groups.values() for member in group if isinstance(member, dict)]
    assert {member["include-group"] for member in members} <= set(groups)


def test_wheels_are_built_for_musl_too() -> None:
    """Alpine and its like have musl in place of glibc."""
    settings = project()["tool"]["cibuildwheel"]
    assert "musllinux" not in settings["skip"]
    tree = ast.parse((ROOT / "scripts" / "build_wheels.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    for machine in ("x86_64", "aarch64"):
        assert {f"musllinux_1_2_{machine}", f"{machine}-linux-musl"} <= texts


def test_ci_runs_the_tests_that_need_an_extra() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install --quiet '.[dask,oracle,build]'\nKRANALYZE_NEED_EXTRAS=1 pytest -n auto -m" in script


def test_citation_and_urls_agree_with_the_project() -> None:
    described = project()["project"]
    urls = described["urls"]
    assert set(urls) == {"Documentation", "Repository", "Issues", "Changelog"}
    assert urls["Issues"] == urls["Repository"] + "/issues"
    assert urls["Changelog"].startswith(urls["Documentation"])
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(line.split(": ", 1) for line in citation.splitlines() if ": " in line and line[0] != " ")
    assert fields["cff-version"] == "1.2.0"
    assert fields["title"] == described["name"]
    assert fields["version"] == kranalyze.__version__
    assert fields["license"] == described["license"]
    assert fields["repository-code"] == urls["Repository"]
    assert fields["url"] == urls["Documentation"]
    assert fields["abstract"] == described["description"] + "."
    assert re.findall("^  - (.*)$", citation, re.MULTILINE)[1:] == described["keywords"]
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert urls["Issues"] in security
    assert urls["Repository"] + "/security/advisories/new" in security


def test_the_oldest_versions_are_tried_in_the_workflow() -> None:
    """The workflow and ``.ci/run`` call ``.ci/oldest``, which reads the oldest versions from pyproject.toml.

    The script ``.ci/oldest`` itself checks that each requirement has one lower bound.
    """
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert "- run: .ci/oldest\n" in workflow
    assert '".ci/oldest --smoke"' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_requirement_has_one_lower_bound() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = pyproject["project"]["optional-dependencies"]
    requirements = [*pyproject["build-system"]["requires"], *pyproject["project"]["dependencies"]]
    for name in ("dask", "test", "oracle", "build"):
        requirements += extras[name]
    bounds = [requirement.split(">=") for requirement in requirements]
    assert all(len(bound) == 2 for bound in bounds)
    assert len({name for name, _ in bounds}) == len({tuple(bound) for bound in bounds})
