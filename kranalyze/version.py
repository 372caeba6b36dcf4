"""The version of the program, looked up when it is first asked for."""

from functools import cache


@cache
def version() -> str:
    """As in the metadata of what is installed; of a tree that is not ``0+unknown``."""
    from importlib import metadata

    try:
        return metadata.version("kranalyze")
    except metadata.PackageNotFoundError:
        return "0+unknown"
