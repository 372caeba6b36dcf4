"""Convert rule options to and from the text of a Rules tag, for example ``call_own=yes``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kranalyze.games.base import Game


def written_rules(text: str | None) -> dict[str, str]:
    """Return the value of each rule option in the text of a Rules tag. Ignore words without ``=``.

    >>> written_rules("call_own=yes mitbettler=as_printed")
    {'call_own': 'yes', 'mitbettler': 'as_printed'}
    """
    return dict(word.split("=", 1) for word in (text or "").split() if "=" in word)


def rules_text(game: Game) -> str | None:
    """Return the rule options of a game that differ from their defaults, as the text of a Rules tag.

    Return None if all options have their default values.

    >>> from kranalyze.games import GAMES
    >>> rules_text(GAMES["graden"].under({"call_own": "yes", "mitbettler": "loser_pays"}))
    'call_own=yes'
    """
    values = ((option, option.value_in(game)) for option in game.options)
    changed = [f"{option.name}={value}" for option, value in values if value != option.default_value]
    return " ".join(changed) or None
