"""Copy tags of invalid games (tests/data/invalid) into good games, to compare scanners with the reader."""

from __future__ import annotations

import re
from pathlib import Path

#: A tag of KPN: its name and its value.
TAG = re.compile(r'\[(\w+) "((?:[^"\\\n]|\\.)*)"\]')


def with_tags_of_wrong_games(game: str) -> str:
    """Return one copy of a game for each tag of the games in tests/data/invalid. The copy contains the tag.

    In ``game``, each tag must stand on a line of its own.
    """
    files = sorted((Path(__file__).parent / "data" / "invalid").glob("*.kpn"))
    wrong = dict.fromkeys(
        tag[0] for file in files for tag in TAG.finditer(file.read_text("utf-8", errors="surrogateescape"))
    )
    return "\n\n".join(_with_tag(game, tag) for tag in wrong) + "\n"


def _with_tag(game: str, tag: str) -> str:
    """Return a game with a tag in place of its tag of the same name.

    If the game has no tag of this name, put the tag first.
    """
    name = tag[1:].split()[0]
    own = re.compile(rf'^\[{name} ".*"\]$', re.MULTILINE)
    return own.sub(lambda _: tag, game, count=1) if own.search(game) else f"{tag}\n{game}"
