"""The version of the program, read when first used."""

from functools import cache


@cache
def version() -> str:
    """Return the version of the installed package; ``0+unknown`` if the package is not installed."""
    from importlib import metadata

    try:
        return metadata.version("kranalyze")
    except metadata.PackageNotFoundError:
        return "0+unknown"
