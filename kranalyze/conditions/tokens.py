"""Split an expression in SQL into tokens, and split a list of expressions at its commas.

The length of an expression is limited.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Signs of mathematics and of programming languages, with the operators and keywords that SQL has instead.
_OTHER_LANGUAGES = {"&": "AND", "|": "OR", "!": "NOT", "≥": ">=", "≤": "<=", "≠": "<>"}

#: The marks that begin a comment in SQL. Comments are not allowed in an expression.
_COMMENTS = ("--", "/*")

#: Largest number of characters of an expression.
MOST_CHARACTERS = 4000

#: Largest number of tokens in an expression (words, numbers, operators, parentheses and so on). The time that
#: polars takes grows with the square of the number of tokens.
MOST_WORDS = 300

#: Largest number of parentheses that may be open at the same time.
MOST_DEPTH = 16

#: How many characters a number in an expression may have, including its decimal point.
_MOST_DIGITS = 15

#: Pattern of a token. Each named group is a kind of token.
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]+) | (?P<text>'(?:[^'\x00-\x1f\x7f]|'')*') | "(?P<quoted>[^"\x00-\x1f\x7f]+)"
      | (?P<number>\d+(?:\.\d+)?|\.\d+) | (?P<word>[^\W\d]\w*)
      | (?P<operator><>|!=|<=|>=|==|//|[=<>+*/%-]) | (?P<mark>[(),])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: a word, number, text, operator or mark of an expression.

    Attributes:
        kind: name of the group of ``_TOKEN`` that matches the token.
        text: the characters of the token. A quoted name has only the characters between the quotes.
        begin: where the token begins, as an index in the expression.
    """

    kind: str
    text: str
    begin: int


def tokens_of(text: str) -> list[Token]:
    """Split an expression into tokens.

    Raises:
        ValueError: the expression is too long, a number in it is too long, too many parentheses are open at a
            time, or the expression has a character with which no token begins.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the expression has {len(text):,} characters, {MOST_CHARACTERS:,} are allowed")
    tokens: list[Token] = []
    at = 0
    depth = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        comment = next((mark for mark in _COMMENTS if text.startswith(mark, at)), None)
        if match is None or comment is not None:
            letter = comment or text[at]
            place = f"character {at + 1}"
            raise ValueError(
                f"{letter!r} ({place}) is no part of an expression{_bad_character_advice(text, at)}"
            )
        kind = match.lastgroup or ""
        token = Token(kind, match[kind], at)
        at = match.end()
        if kind == "blank":
            continue
        depth += is_mark(token, "(") - is_mark(token, ")")
        if depth > MOST_DEPTH:
            raise ValueError(f"more than {MOST_DEPTH} parentheses are open at character {token.begin + 1}")
        if kind == "number" and len(token.text) > _MOST_DIGITS:
            raise ValueError(f"the number {token.text[:20]}... has more than {_MOST_DIGITS} digits")
        tokens.append(token)
    if len(tokens) > MOST_WORDS:
        raise ValueError(f"the expression has {len(tokens):,} words and operators, {MOST_WORDS} are allowed")
    return tokens


def _bad_character_advice(text: str, at: int) -> str:
    """Return advice for the error message about a character with which no token begins.

    ``at`` is the index of the character in ``text``. If there is no advice, the result is an empty text.
    """
    if text[at] == "'":
        return ": the text has no end"
    if text[at] == ";":
        return ": write a single condition, without SELECT and ;"
    return f": write {_OTHER_LANGUAGES[text[at]]}" if text[at] in _OTHER_LANGUAGES else ""


def split_list(text: str) -> list[str]:
    """Split a list of expressions at its commas. Commas in parentheses do not separate expressions.

    Raises:
        ValueError: the function ``tokens_of`` refuses the text, or an expression of the list is empty.

    >>> split_list("aces, least(tens, 2)")
    ['aces', 'least(tens, 2)']
    """
    begins = [0]
    depth = 0
    for token in tokens_of(text):
        depth += is_mark(token, "(") - is_mark(token, ")")
        if is_mark(token, ",") and not depth:
            begins.append(token.begin + 1)
    ends = [*(begin - 1 for begin in begins[1:]), len(text)]
    parts = [text[begin:end].strip() for begin, end in zip(begins, ends, strict=True)]
    if "" in parts:
        raise ValueError(f"an expression of the list {text!r} is empty")
    return parts


def is_mark(token: Token, mark: str) -> bool:
    """Return whether a token is a certain mark (a parenthesis or a comma)."""
    return token.kind == "mark" and token.text == mark
