"""Rule options as a text, ``name=value`` and blanks between, as a Rules tag has them."""

from __future__ import annotations

from collections.abc import Mapping

from kranalyze.games.base import Game


def written_rules(text: str | None) -> dict[str, str]:
    """The rule options of a Rules tag; words that are none are left out.

    >>> written_rules("call_own=yes mitbettler=as_printed")
    {'call_own': 'yes', 'mitbettler': 'as_printed'}
    """
    return dict(word.split("=", 1) for word in (text or "").split() if "=" in word)


def rules_text(game: Game, rules: Mapping[str, str]) -> str | None:
    """The options that differ from the defaults, as a Rules tag has them; None for none.

    >>> from kranalyze.games import GAMES
    >>> rules_text(GAMES["graden"], {"call_own": "yes", "mitbettler": "loser_pays"})
    'call_own=yes'
    """
    plain = game.rules()
    return " ".join(f"{k}={v}" for k, v in rules.items() if plain.get(k) != v) or None
