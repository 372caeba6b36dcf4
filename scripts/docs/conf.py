"""Settings of the documentation site: Sphinx with Markdown (MyST), the theme furo, and docstrings."""

from __future__ import annotations

from typing import Any

from pygments.lexers.special import TextLexer

import kranalyze

project = "kranalyze"
author = "The kranalyze authors"
copyright = "2026, The kranalyze authors"  # noqa: A001 (the name that Sphinx reads)
release = kranalyze.__version__
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]

# Every reference must resolve: scripts/build_docs.py makes errors of warnings.
myst_heading_anchors = 4
# The guides link to their figures and to files of the repository that are no pages of the site.
myst_url_schemes = ("http", "https", "mailto")

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # else attributes would be described twice: in the docstring and by themselves
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"kranalyze {release}"
html_show_copyright = False


def setup(app: Any) -> None:
    """Show blocks of KPN as plain text, for want of a lexer."""
    app.add_lexer("kpn", TextLexer)
