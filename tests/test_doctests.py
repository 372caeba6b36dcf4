"""Run the examples in docstrings, on the package as it is imported."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import kranalyze

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(kranalyze.__path__, "kranalyze.")
    if not module.name.rpartition(".")[2].startswith("_")
    # In an editable install the package's path includes the checkout, so each module is found twice.
    and not f"{module.name}.".startswith("kranalyze.kranalyze.")
)


def examples(name: str) -> list[doctest.DocTest]:
    """Return the docstrings of a module that contain examples."""
    found = doctest.DocTestFinder().find(importlib.import_module(name))
    return [test for test in found if test.examples]


WITH_EXAMPLES = [test for name in ("kranalyze", *MODULES) for test in examples(name)]


@pytest.mark.parametrize("test", WITH_EXAMPLES, ids=lambda test: test.name)
def test_examples(test: doctest.DocTest) -> None:
    said: list[str] = []
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)


def test_the_public_face_has_examples() -> None:
    named = {test.name for test in WITH_EXAMPLES}
    assert {"kranalyze.deal.Deal", "kranalyze.bundled.path_of_own_or_bundled"} <= named


def test_no_module_hides_a_public_name() -> None:
    # If a module directly below the package is imported, it replaces a function or class with the same name.
    modules = {name.split(".")[1] for name in MODULES if "." in name}
    assert modules
    assert not modules & set(kranalyze.__all__)
