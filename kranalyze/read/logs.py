"""The games of a log by its name: the user's file, standard input, or a bundled log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kranalyze.kpn import Outcome, scan_kpn


def scan(source: str, game: str | None = None, rules: Mapping[str, str] | None = None) -> Iterator[Outcome]:
    """The games one by one; memory does not grow with the file.

    Raises:
        OSError: the file cannot be read.
    """
    yield from scan_kpn(source, game, rules)
