"""The documentation site lists every page, its links resolve, and its reference has every public name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kranalyze

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "scripts" / "docs"

INDEX = (OWN / "index.md").read_text(encoding="utf-8")
REFERENCE = (OWN / "reference.md").read_text(encoding="utf-8")


def listed_pages() -> list[str]:
    """Return the pages that the navigation lists."""
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", INDEX, re.MULTILINE | re.DOTALL)
    return [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]


def page_files() -> dict[str, Path]:
    """Return the file of each page of the site."""
    shown = [*ROOT.glob("*.md"), *ROOT.glob("datasets/*.md"), ROOT / "scripts" / "BENCH.md"]
    pages = {path.relative_to(ROOT).with_suffix("").as_posix(): path for path in shown}
    return pages | {path.stem: path for path in OWN.glob("*.md")}


def test_the_navigation_lists_every_page_once() -> None:
    assert sorted(listed_pages()) == sorted(page_files().keys() - {"index"})
    assert {"README", "datasets/GUIDE", "datasets/ANLEITUNG", "reference"} <= set(listed_pages())


@pytest.mark.parametrize("name", ["index", "reference"])
def test_links_of_the_own_pages_lead_somewhere(name: str) -> None:
    """The links of the pages in ``scripts/docs`` work. ``test_readme.py`` tests the links of other pages."""
    pages = {f"{page}.md": path for page, path in page_files().items()}
    text = (OWN / f"{name}.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)(?:#([^)]+))?\)", text)
    assert links
    for target, anchor in links:
        heads = re.findall(r"^#+ (.+)$", pages[target].read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
        assert not anchor or anchor in anchors, target


def test_the_reference_has_every_public_name_once() -> None:
    named = re.findall(r"^\.\. (?:auto\w+|py:data):: (\w+)$", REFERENCE, re.MULTILINE)
    assert sorted(named) == sorted(kranalyze.__all__)
    for game in kranalyze.GAMES:
        assert f"``{game}``" in REFERENCE


def test_read_the_docs_and_ci_build_the_site_as_make_does() -> None:
    command = "python scripts/build_docs.py"
    assert command in (ROOT / ".readthedocs.yaml").read_text(encoding="utf-8")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "$(PYTHON) scripts/build_docs.py" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="sphinx is not installed: pip install --group docs")
    command = [sys.executable, str(ROOT / "scripts" / "build_docs.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path / 'index.html'}\n"
    page = (tmp_path / "reference.html").read_text(encoding="utf-8")
    assert [name for name in kranalyze.__all__ if f'id="kranalyze.{name}"' not in page] == []
    # The page has signatures, members and docstrings, not only names.
    assert 'id="kranalyze.Position.values"' in page and 'id="kranalyze.Analysis.games"' in page
    assert "Solve one contract on one deal." in page
    german = (tmp_path / "datasets" / "ANLEITUNG.html").read_text(encoding="utf-8")
    assert "Was ist mein Blatt wert?" in german
