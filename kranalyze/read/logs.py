"""The games of a log by its name: the user's file, standard input, or a bundled log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from kranalyze.bundled import find
from kranalyze.files import name_text
from kranalyze.kpn import Outcome, iter_kpn, scan_kpn


def scan(source: str, game: str | None = None, rules: Mapping[str, str] | None = None) -> Iterator[Outcome]:
    """The games one by one; memory does not grow with the file.

    Raises:
        OSError: the file cannot be read.
    """
    bundled = None if source == "-" or Path(source).exists() else find(source)
    if bundled is None:
        yield from scan_kpn(source, game, rules)
    else:
        yield from iter_kpn(bundled.read_bytes(), name_text(source), game, rules)
