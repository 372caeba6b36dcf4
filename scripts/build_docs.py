"""Build the reference of the library from its docstrings with pdoc: pages for a browser.

python scripts/build_docs.py [DIRECTORY]        (default build/docs)
"""

from __future__ import annotations

import sys
from pathlib import Path

import pdoc

import kranalyze


def build(out: Path) -> Path:
    """Write the pages; the one of the package."""
    for name in kranalyze.__all__:  # they come when they are asked for, and pdoc looks at what is there
        setattr(kranalyze, name, getattr(kranalyze, name))
    pdoc.render.configure(docformat="google", show_source=False)
    pdoc.pdoc("kranalyze", output_directory=out)
    return out / "kranalyze.html"


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")))
