"""Access to the C core: tasks, positions, and the calls that solve them. Only this package calls the core."""

from pathlib import Path

try:
    import kranalyze._core  # noqa: F401
except ImportError as error:
    if error.name == "_cffi_backend":  # the package cffi is missing
        raise
    raise ImportError(
        f"the core is not built in {Path(__file__).parents[1]}: install the checkout with "
        "`pip install -e .`, or start Python in another directory to use an installed kranalyze"
    ) from error
