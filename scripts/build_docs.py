"""Build the documentation site with Sphinx: the guides and the reference of the library.

python scripts/build_docs.py [DIRECTORY]        (default build/docs; needs pip install . --group docs)

The pages of the repository are copied with the same relative paths, so that the links in these pages work
both in the repository and on the site. A warning of Sphinx counts as an error.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "scripts" / "docs"

#: Endings of the names of files in datasets/ that are copied: pages, and files to which pages link.
ENDINGS = {".md", ".png", ".svg", ".ipynb", ".openschafkopf"}


def copy_sources(to: Path) -> None:
    """Copy the pages and their pictures to an empty directory."""
    datasets = [path for path in (ROOT / "datasets").iterdir() if path.suffix in ENDINGS]
    folders = {
        "": [*OWN.glob("*.md"), OWN / "conf.py", *ROOT.glob("*.md")],
        "datasets": datasets,
        "scripts": [ROOT / "scripts" / "BENCH.md"],
    }
    for folder, paths in folders.items():
        (to / folder).mkdir(exist_ok=True)
        for path in paths:
            shutil.copy(path, to / folder)


def build(out: Path) -> Path:
    """Build the site into a directory, and return its first page.

    Raises:
        SystemExit: a page has an error, or a link leads nowhere.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        source.mkdir()
        copy_sources(source)
        trees = Path(folder) / "trees"
        options = ["--fail-on-warning", "--keep-going", "--quiet", "--doctree-dir", str(trees)]
        status = build_main([*options, str(source), str(out)])
        if status:
            raise SystemExit(status)
    return out / "index.html"


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")))
