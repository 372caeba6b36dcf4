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

# Headings down to this level can be linked to. A link that leads nowhere is an error in build_docs.py.
myst_heading_anchors = 4
# Links with these schemes are external. Links without a scheme lead to pages and files of the repository.
myst_url_schemes = ("http", "https", "mailto")

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
# If this is False, attributes appear twice: in the docstring of the class, and as members.
napoleon_use_ivar = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"kranalyze {release}"
html_show_copyright = False


def setup(app: Any) -> None:
    """Show blocks of KPN as plain text, because there is no lexer for KPN."""
    app.add_lexer("kpn", TextLexer)
