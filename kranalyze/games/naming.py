"""Find games, contracts and options by the names that users write, or suggest similar names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from kranalyze.texts.problems import problem_text


def id_of_name(code: str, name: str, names: Mapping[str, Iterable[str]], **gaps: str) -> str:
    """Return the id of the game, contract or option that has a name.

    Args:
        code: code of the error message for an unknown name (a key in ``texts/problems.toml``).
        name: the name as the user has written it.
        names: for each id the names that users may write. The id is one of these names.
        gaps: values for the placeholders of the error message.

    Raises:
        ValueError: the name is unknown. The message suggests similar names, or lists the known names.
    """
    wanted = fold_name(name)
    for key, texts in names.items():
        if wanted in map(fold_name, texts):
            return key
    raise unknown_name(code, name, names, **gaps)


def unknown_name(code: str, name: str, names: Mapping[str, Iterable[str]], **gaps: str) -> ValueError:
    """Return the error for an unknown name. ``id_of_name`` explains the arguments."""
    return ValueError(problem_text(code, {"text": name, "hint": suggest_names(name, names), **gaps}))


def suggest_names(name: str, names: Mapping[str, Iterable[str]]) -> str:
    """Return a text that suggests names similar to an unknown name.

    If no name is similar, the text lists all names.

    Args:
        name: the unknown name.
        names: for each id the names that users may write.

    >>> suggest_names("durchmarch", {"durchmarsch": ["Durchmarsch"], "bettler": ["Bettler"]})
    'did you mean durchmarsch?'
    """
    wanted = fold_name(name)
    id_by_name = {fold_name(text): key for key, texts in names.items() for text in texts}
    close = [key for text, key in id_by_name.items() if len(wanted) > 3 and text.startswith(wanted)]
    if not close:
        from difflib import get_close_matches

        close = [id_by_name[text] for text in get_close_matches(wanted, id_by_name, n=1, cutoff=0.75)]
    if close:
        return problem_text("name_meant", {"names": list(dict.fromkeys(close))})
    if not names:
        return problem_text("name_none", {})
    return problem_text("name_known", {"known": ", ".join(names)})


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Convert a name to lower case, write umlauts as two letters, and drop blanks, hyphens and underscores.

    >>> fold_name("Königmord") == fold_name("koenig mord") == fold_name("KOENIGMORD")
    True
    """
    if not isinstance(name, str):
        raise ValueError(f"a name is expected, not {type(name).__name__}")
    text = name.strip().casefold()
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        text = text.replace(umlaut, plain)
    return "".join(ch for ch in text if ch.isalnum())
