"""Expressions in SQL: the words that they may have, and their translation by polars.

Every word of a text is checked before polars sees it. It must be a column, or one of the keywords, functions
and operators below. So an expression cannot read files or call other code. Its length is limited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import polars as pl
from polars import selectors

from kranalyze.games import hint

#: Keywords of expressions.
KEYWORDS = (
    "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "IS", "NULL", "TRUE", "FALSE", "CASE", "WHEN", "THEN",
    "ELSE", "END",
)  # fmt: skip

#: Functions of expressions, each with the least and the largest number of its arguments.
FUNCTIONS: dict[str, tuple[int, int]] = {
    "abs": (1, 1), "ceil": (1, 1), "coalesce": (1, 50), "floor": (1, 1), "greatest": (1, 50),
    "least": (1, 50), "mod": (2, 2), "nullif": (2, 2), "round": (1, 2), "sign": (1, 1),
}  # fmt: skip

#: Operators that are written differently for polars. Polars 1.33 divides integers without a remainder.
_OPERATORS = {"==": "=", "/": "* CAST(1 AS DOUBLE) /"}

#: Operators that compute. Beside them true counts as 1.
_ARITHMETIC = ("+", "-", "*", "/", "//", "%")

#: Operators that compare a column with a text.
_COMPARING = ("=", "==", "<>", "!=")

#: Largest number of characters of an expression.
MOST_CHARACTERS = 4000

#: Largest number of words, numbers and operators of an expression. The time of polars grows with its square.
MOST_WORDS = 300

#: Largest depth of parentheses.
MOST_DEPTH = 16

#: Largest number of digits of a number.
_MOST_DIGITS = 15

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]+) | (?P<text>'(?:[^'\x00-\x1f\x7f]|'')*') | "(?P<quoted>[^"\x00-\x1f\x7f]+)"
      | (?P<number>\d+(?:\.\d+)?|\.\d+) | (?P<word>[^\W\d]\w*)
      | (?P<operator><>|!=|<=|>=|==|//|[=<>+*/%-]) | (?P<mark>[(),])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A part of an expression: its kind (group of ``_TOKEN``), its text, and the index where it begins."""

    kind: str
    text: str
    begin: int


@dataclass(frozen=True)
class Scope:
    """The columns that an expression may name.

    Attributes:
        types: the type of each column.
        listing: text for messages, which lists the columns. Empty: their names are listed.
        reasons: for a name that users may expect but that is no column, the reason why it is none.
        readers: for a column of names, the function that reads a name that a text is compared with. It
            raises a ValueError for an unknown name.
    """

    types: Mapping[str, pl.DataType]
    listing: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def find(self, name: str) -> str | None:
        """Return the column with a name in any case, None if there is none."""
        if name in self.types:
            return name
        return {column.lower(): column for column in self.types}.get(name.lower())

    def unknown(self, name: str) -> str:
        """Return the message about a name that is no column."""
        if name.lower() in self.reasons:
            return self.reasons[name.lower()]
        known = self.listing or ", ".join(self.types)
        guess = hint(name, {column: [column] for column in self.types})
        guess = f", {guess}" if guess.startswith("did") else ""
        return f"unknown column {name!r}{guess}\nknown columns: {known}"


@dataclass(frozen=True, slots=True)
class SqlExpression:
    """An expression that was checked.

    Attributes:
        text: the text as it was written, without blanks around it.
        names: the columns that it names.
        expr: the same for polars.
        dtype: type of its values: Boolean, Int64, Float64 or String.
    """

    text: str
    names: tuple[str, ...]
    expr: pl.Expr
    dtype: pl.DataType

    @property
    def shown(self) -> str:
        """The text in one line, for people."""
        return " ".join(self.text.split())

    def values(self, columns: pl.DataFrame) -> pl.Series:
        """Return the values of the expression for each row of a frame with its columns.

        Raises:
            ValueError: the values cannot be computed.
        """
        numbers = columns.with_columns(selectors.integer().cast(pl.Int64))
        values = self.expr.cast(self.dtype).alias(_VALUES)
        try:
            if self.names:
                return numbers.with_columns(values)[_VALUES]
            return pl.select(values).to_series().new_from_index(0, columns.height)  # a constant
        except _ERRORS as error:
            raise ValueError(f"{_shown(self.text)}: {_reason(error)}") from None


#: Name of the column of values. No other column has it.
_VALUES = " values"

#: Errors of polars. Its panic is no Exception.
_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError, OverflowError)


def _reason(error: BaseException) -> str:
    """Return the first line of an error of polars."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def tokens_of(text: str) -> list[Token]:
    """Split an expression into its parts.

    Raises:
        ValueError: the text is too long, or a part of it is no part of an expression.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the expression has {len(text):,} characters, {MOST_CHARACTERS:,} are allowed")
    tokens: list[Token] = []
    at = 0
    depth = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or text.startswith("--", at):
            letter = "--" if text.startswith("--", at) else text[at]
            place = f"character {at + 1}"
            raise ValueError(f"{letter!r} ({place}) is no part of an expression{_advice(text, at)}")
        kind = match.lastgroup or ""
        token = Token(kind, match[kind], at)
        at = match.end()
        if kind == "blank":
            continue
        depth += _is_mark(token, "(") - _is_mark(token, ")")
        if depth > MOST_DEPTH:
            raise ValueError(f"more than {MOST_DEPTH} parentheses are open at character {token.begin + 1}")
        if kind == "number" and len(token.text) > _MOST_DIGITS:
            raise ValueError(f"the number {token.text[:20]}... has more than {_MOST_DIGITS} digits")
        tokens.append(token)
    if len(tokens) > MOST_WORDS:
        raise ValueError(f"the expression has {len(tokens):,} words and operators, {MOST_WORDS} are allowed")
    return tokens


def _advice(text: str, at: int) -> str:
    """Return what to write instead of a letter that is no part of an expression."""
    if text[at] == "'":
        return ": the text has no end"
    if text[at] == ";":
        return ": write a single condition, without SELECT and ;"
    return ""


def split_list(text: str) -> list[str]:
    """Split a list of expressions at the commas that are outside parentheses.

    Raises:
        ValueError: as ``tokens_of``, or an expression of the list is empty.

    >>> split_list("aces, least(tens, 2)")
    ['aces', 'least(tens, 2)']
    """
    begins = [0]
    depth = 0
    for token in tokens_of(text):
        depth += _is_mark(token, "(") - _is_mark(token, ")")
        if _is_mark(token, ",") and not depth:
            begins.append(token.begin + 1)
    ends = [*(begin - 1 for begin in begins[1:]), len(text)]
    parts = [text[begin:end].strip() for begin, end in zip(begins, ends, strict=True)]
    if "" in parts:
        raise ValueError(f"an expression of the list {text!r} is empty")
    return parts


def _translated(tokens: list[Token], scope: Scope, names: dict[str, None]) -> Iterator[str]:
    """Yield the parts of an expression for polars. Store the columns in ``names``.

    Raises:
        ValueError: a word is no column, keyword or function.
    """
    for index, token in enumerate(tokens):
        if token.kind == "text":
            yield _read_text(tokens, index, scope)
            continue
        if token.kind not in ("word", "quoted"):
            yield _translated_symbol(token)
            continue
        is_word = token.kind == "word"
        if is_word and token.text.upper() in KEYWORDS:
            yield token.text.upper()
            continue
        if is_word and tokens[index + 1 : index + 2] and _is_mark(tokens[index + 1], "("):
            _check_function(token.text, _argument_count(tokens[index + 2 :]))
            yield token.text.upper()
            continue
        column = scope.find(token.text)
        if column is None:
            if token.text.upper() in ("SELECT", "FROM", "WITH", "UNION", "WHERE"):
                raise ValueError(f"{token.text.upper()} is not allowed: write only what stands after WHERE")
            message = scope.unknown(token.text)
            if not is_word or (index and tokens[index - 1].text in _COMPARING):
                message = message.replace("\n", f"; a text stands in single quotes: '{token.text}'\n", 1)
            raise ValueError(message)
        names[column] = None
        beside = [*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2]]
        is_counted = scope.types[column] == pl.Boolean and any(t.text in _ARITHMETIC for t in beside)
        yield f'CAST("{column}" AS BIGINT)' if is_counted else f'"{column}"'


def _read_text(tokens: list[Token], index: int, scope: Scope) -> str:
    """Return a text for polars. A name that is compared with a column of names may be spelled in any way.

    Raises:
        ValueError: the text is compared with a column of names, and is none of them.
    """
    text = tokens[index].text
    before = index - 1
    if before > 0 and tokens[before].text not in _COMPARING:  # the list of IN
        while before > 0 and (tokens[before].kind == "text" or tokens[before].kind == "mark"):
            before -= 1
        if tokens[before].text.upper() != "IN":
            return text
        before -= before > 0 and tokens[before - 1].text.upper() == "NOT"
    column = scope.find(tokens[before - 1].text) if before > 0 else None
    if column is None or column not in scope.readers:
        return text
    return f"'{scope.readers[column](text[1:-1])}'"


def _translated_symbol(token: Token) -> str:
    """Return a number, text, operator or mark for polars, so that its versions 1.33 and 2 agree on it."""
    if token.kind == "number" and "." in token.text:
        return f"CAST({token.text} AS DOUBLE)"  # polars 2 reads 0.5 as a Decimal
    return _OPERATORS.get(token.text, token.text) if token.kind == "operator" else token.text


def _is_mark(token: Token, mark: str) -> bool:
    return token.kind == "mark" and token.text == mark


def _argument_count(tokens: list[Token]) -> int:
    """Return the number of arguments of a function. The tokens begin after its parenthesis."""
    depth = 0
    commas = 0
    for index, token in enumerate(tokens):
        if _is_mark(token, ")") and not depth:
            return commas + 1 if index else 0
        depth += _is_mark(token, "(") - _is_mark(token, ")")
        commas += _is_mark(token, ",") and not depth
    return commas + 1


def _check_function(name: str, arguments: int) -> None:
    """Raise a ValueError if there is no such function, or if it has another number of arguments."""
    if name.lower() not in FUNCTIONS:
        raise ValueError(f"unknown function {name!r}, known functions: {', '.join(FUNCTIONS)}")
    least, most = FUNCTIONS[name.lower()]
    if not least <= arguments <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"the function {name} has {number} arguments, not {arguments}")


def _value_type(found: pl.DataType) -> pl.DataType | None:
    """Return the type to which values are converted, None if they are neither numbers nor texts nor flags."""
    if found == pl.Boolean or found == pl.Null:
        return pl.Boolean()
    if found.is_integer():
        return pl.Int64()
    if found.is_float():
        return pl.Float64()
    return pl.String() if found == pl.String else None


def _shown(text: str) -> str:
    """Return an expression for a message, cut to a readable length."""
    text = text.strip()
    return repr(text if len(text) <= 80 else f"{text[:80]}...")


def read_expression(text: str, scope: Scope) -> SqlExpression:
    """Check an expression and translate it.

    Raises:
        ValueError: the text is no expression of the columns of ``scope``. The message says what is wrong.
    """
    tokens = tokens_of(text)
    if not tokens:
        raise ValueError("the expression is empty")
    names = dict[str, None]()
    sql = " ".join(_translated(tokens, scope, names))
    try:
        expr = pl.sql_expr(sql)
        # A type error shows on a frame without rows. Numbers are computed as Int64.
        types = {name: pl.Int64() if scope.types[name].is_integer() else scope.types[name] for name in names}
        frame = pl.DataFrame(schema=types or {_VALUES: pl.Int64()})
        found = frame.select(expr.alias(_VALUES)).schema[_VALUES]
    except _ERRORS as error:
        raise ValueError(f"{_shown(text)} is no expression: {_reason(error)}") from None
    dtype = _value_type(found)
    if dtype is None:
        raise ValueError(f"{_shown(text)} is neither a number nor a text nor true or false")
    return SqlExpression(text.strip(), tuple(names), expr, dtype)


def read_condition(text: str, scope: Scope) -> SqlExpression:
    """Check a condition and translate it. A row whose condition is null does not fulfil it.

    Raises:
        ValueError: as ``read_expression``, or the expression is not true or false.
    """
    expression = read_expression(text, scope)
    if expression.dtype != pl.Boolean:
        kind = "a text" if expression.dtype == pl.String else "a number"
        raise ValueError(f"{_shown(text)} is {kind}, no condition: write a comparison, as in aces >= 2")
    return expression
