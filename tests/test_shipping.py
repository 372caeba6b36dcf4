"""The sdist has everything that README and Makefile use, and installs from a read-only directory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from extras import import_extra

pytestmark = pytest.mark.extra

ROOT = Path(__file__).resolve().parents[1]

#: The licence of openschafkopf. The recorded deals come from the test data of this program.
NOTICE = "datasets/LICENSE.openschafkopf"


def built(what: str, source: Path, out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Have the build backend make an sdist or a wheel of a source tree, as pip does."""
    code = f"import scikit_build_core.build as b; b.build_{what}({str(out)!r})"
    given = os.environ | environment
    return subprocess.run(
        [sys.executable, "-c", code], cwd=source, env=given, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of the unpacked sdist."""
    for module in ("scikit_build_core", "cmake", "ninja"):
        import_extra(module, "build")
    out = tmp_path_factory.mktemp("sdist")
    done = built("sdist", ROOT, out)
    assert done.returncode == 0, done.stdout + done.stderr
    (archive,) = out.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(out, filter="data")
    (folder,) = (path for path in out.iterdir() if path.is_dir())
    return folder


def test_all_that_readme_and_makefile_call_is_in_the_sdist(unpacked: Path) -> None:
    called = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "Makefile"))
    named = re.findall(r"(?<![\w/.])(?:\.ci|scripts|solver|tests|datasets|kranalyze)/[\w./-]*\w", called)
    assert {".ci/lint", ".ci/sanitize", ".ci/run", "scripts/bench.py", "datasets/FORMAT.md"} <= set(named)
    assert [name for name in named if not (unpacked / name).exists()] == []
    assert all(os.access(path, os.X_OK) for path in (unpacked / ".ci").iterdir())


def test_the_notice_of_the_recorded_deals_is_shipped(unpacked: Path) -> None:
    ours = (ROOT / "LICENSE").read_text(encoding="utf-8")
    theirs = (unpacked / NOTICE).read_text(encoding="utf-8")
    assert "Copyright (c) 2019 phimuemue\n" in theirs
    # Below the lines of copyright, both texts are the MIT licence in the same words.
    assert theirs.split("phimuemue\n")[1] == ours.split("authors\n")[1]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert NOTICE in project["license-files"]
    readme = (unpacked / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\| `recorded-deals-24.kpn` .*$", readme, re.MULTILINE)
    assert NOTICE in line


@pytest.mark.long
def test_a_wheel_is_made_where_nobody_may_write(unpacked: Path, tmp_path: Path) -> None:
    def found() -> set[Path]:
        return set(unpacked.rglob("*"))

    before = found()
    for path in (unpacked, *before):
        path.chmod(0o555 if path.is_dir() else path.stat().st_mode & 0o555)
    try:
        done = built("wheel", unpacked, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert found() == before  # root may write even here, so compare the files
    finally:
        for path in (unpacked, *before):
            path.chmod(path.stat().st_mode | 0o200)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert f"kranalyze/{NOTICE}" in names
    assert any(name.endswith(f".dist-info/licenses/{NOTICE}") for name in names)


def test_without_a_compiler_this_is_said_in_words(unpacked: Path, tmp_path: Path) -> None:
    done = built("wheel", unpacked, tmp_path, CC="/nowhere/cc")
    assert done.returncode != 0
    said = " ".join((done.stdout + done.stderr).split())
    assert "there is no C compiler here. Install one" in said
    assert "apt install gcc" in said
