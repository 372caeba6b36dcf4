"""Check expressions in SQL, and translate them with polars.

Every word of an expression is checked before polars sees it. A word must be the name of a column, or one of
the keywords, functions and operators below. So an expression cannot read files or call other code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import polars as pl
from polars import selectors

from kranalyze.conditions.tokens import Token, is_mark, tokens_of
from kranalyze.games import suggest_names

#: Keywords that are allowed in expressions.
KEYWORDS = (
    "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "IS", "NULL", "TRUE", "FALSE", "CASE", "WHEN", "THEN",
    "ELSE", "END",
)  # fmt: skip

#: Functions that expressions may call, with the smallest and the largest number of their arguments.
FUNCTIONS: dict[str, tuple[int, int]] = {
    "abs": (1, 1), "ceil": (1, 1), "coalesce": (1, 50), "floor": (1, 1), "greatest": (1, 50),
    "least": (1, 50), "mod": (2, 2), "nullif": (2, 2), "round": (1, 2), "sign": (1, 1),
}  # fmt: skip

#: Functions of SQL that compute one value from many rows. Expressions cannot call these functions, and an
#: error message explains why.
_AGGREGATES = ("avg", "count", "max", "min", "sum")

#: Operators that are written differently for polars, each with its form for polars. Polars 1.33 drops the
#: remainder when it divides integers, so the form of ``/`` converts to floating point first.
_OPERATORS = {"==": "=", "/": "* CAST(1 AS DOUBLE) /"}

#: Operators of arithmetic. Next to such an operator, true counts as 1 and false as 0.
_ARITHMETIC = ("+", "-", "*", "/", "//", "%")

#: Operators that divide. Division by 0 gives null.
_DIVIDING = ("/", "//", "%")

#: Largest number of nested divisions. A division is nested if it is part of the divisor of another division,
#: as in ``a / (b / c)``. Polars copies a divisor to compare it with 0, so each nested division doubles the
#: time.
MOST_DIVISIONS = 8

#: Operators that test whether two values are equal or unequal, for example a column and a text.
_COMPARING = ("=", "==", "<>", "!=")

#: Operators that need a value on both sides.
_BINARY = ("=", "==", "<>", "!=", "<", "<=", ">", ">=", "*", "/", "//", "%")

@dataclass(frozen=True)
class Scope:
    """The columns that an expression may name.

    Attributes:
        types: the type of each column.
        listing: list of the columns, for messages. If it is empty, a message lists all names of ``types``.
        reasons: error messages about names that users may expect, but that no column has. The keys are these
            names in lower case.
        readers: functions for columns whose values are names (of seats, contracts and so on). The keys are
            the names of the columns. A function converts a name that the user wrote to the form of the
            names in the column. It raises a ValueError for an unknown name.
    """

    types: Mapping[str, pl.DataType]
    listing: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def find(self, name: str) -> str | None:
        """Return the name of the column that ``name`` means, ignoring case. None: no column has this name."""
        if name in self.types:
            return name
        return {column.lower(): column for column in self.types}.get(name.lower())

    def unknown(self, name: str) -> str:
        """Return the error message for a name that is no column."""
        if name.lower() in self.reasons:
            return self.reasons[name.lower()]
        known = self.listing or ", ".join(self.types)
        guess = suggest_names(name, {column: [column] for column in self.types})
        guess = f", {guess}" if guess.startswith("did") else ""
        return f"unknown column {name!r}{guess}\nknown columns: {known}"


@dataclass(frozen=True, slots=True)
class SqlExpression:
    """A checked expression.

    Attributes:
        text: the expression as the user wrote it, without blanks at both ends.
        names: names of the columns that occur in the expression.
        expr: the expression for polars.
        dtype: type of the values: Boolean, Int64, Float64 or String.
    """

    text: str
    names: tuple[str, ...]
    expr: pl.Expr
    dtype: pl.DataType

    @property
    def shown(self) -> str:
        """The text of the expression on a single line, for people."""
        return " ".join(self.text.split())

    def values(self, columns: pl.DataFrame) -> pl.Series:
        """Return the value of the expression for each row of a frame. The frame has the columns ``names``.

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


#: Name of the column with the values of an expression. The names of all other columns have no blank.
_VALUES = " values"

#: Errors that polars raises. PanicException must be listed, because it is not a subclass of Exception.
_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError, OverflowError)


def _reason(error: BaseException) -> str:
    """Return why polars refuses an expression.

    Two messages of polars are replaced by plain words. For any other message, return its first line.
    """
    reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if reason.startswith("cannot compare string with numeric type"):
        return "it compares a text with a number"
    return "it is not correct SQL" if reason.startswith("unable to parse") else reason


def _translated(tokens: list[Token], scope: Scope, names: dict[str, None]) -> Iterator[str]:
    """Yield the tokens of an expression as SQL for polars. Add the columns of the expression to ``names``.

    Raises:
        ValueError: a word is neither a column nor a keyword nor a function, or a function has a wrong number
            of arguments.
    """
    for index, token in enumerate(tokens):
        if token.kind == "text":
            yield _text_token_as_sql(tokens, index, scope)
            continue
        if token.kind not in ("word", "quoted"):
            yield _translated_symbol(token)
            continue
        is_word = token.kind == "word"
        if is_word and token.text.upper() in KEYWORDS:
            yield token.text.upper()
            continue
        if is_word and tokens[index + 1 : index + 2] and is_mark(tokens[index + 1], "("):
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


def _sql_of(tokens: list[Token], scope: Scope, names: dict[str, None]) -> str:
    """Return an expression as SQL for polars. Division by 0 gives null.

    Raises:
        ValueError: the function ``_translated`` refuses the expression, or too many divisions are nested.
    """
    words = list(_translated(tokens, scope, names))
    divisors = list(_divisors(tokens))
    for first, last in divisors:
        around = sum(begin <= first and last <= end for begin, end in divisors)
        if around > MOST_DIVISIONS:
            raise ValueError(f"more than {MOST_DIVISIONS} divisions are nested")
        words[first] = f"NULLIF({words[first]}"
        words[last] += ", 0)"
    return " ".join(words)


def _check_comparisons(tokens: list[Token], scope: Scope) -> None:
    """Raise a ValueError for a comparison that makes no sense.

    Nothing can be compared with NULL. A text can be compared neither with a column that is true or false, nor
    with a number.
    """
    for index, (before, sign, after) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if sign.kind != "operator" or sign.text not in _COMPARING:
            continue
        words = [token.text.upper() for token in tokens[max(index - 2, 0) : index + 1]]
        if words[-2:] == ["IS", "NULL"] or words == ["IS", "NOT", "NULL"]:
            continue
        if {before.kind, after.kind} == {"number", "text"}:
            raise ValueError(f"{before.text} {sign.text} {after.text} compares a text with a number")
        for token, other in ((before, after), (after, before)):
            column = scope.find(token.text) if token.kind in ("word", "quoted") else None
            if other.kind == "word" and other.text.upper() == "NULL":
                shown = column or "aces"
                negation = "" if sign.text in ("=", "==") else "NOT "
                raise ValueError(f"a comparison with NULL is never true: write {shown} IS {negation}NULL")
            if other.kind == "text" and column is not None and scope.types[column] == pl.Boolean:
                raise ValueError(f"{column} is true or false: write {column} or NOT {column}")


def _divisors(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Yield a pair for each divisor that may be 0: the indexes of its first and its last token."""
    for index, token in enumerate(tokens[:-1]):
        first = index + 1
        if token.kind == "operator" and token.text in _DIVIDING:
            last = _operand_end(tokens, first)
        elif token.kind == "word" and token.text.lower() == "mod" and is_mark(tokens[first], "("):
            last = _group_end(tokens, first) - 1
            commas = [at for at in range(first, last + 1) if _is_outer_comma(tokens, first, at)]
            first = commas[-1] + 1 if commas else len(tokens)
        else:
            continue
        is_number = first == last and tokens[first].kind == "number"
        if first <= last < len(tokens) and not (is_number and float(tokens[first].text)):
            yield first, last


def _operand_end(tokens: list[Token], at: int) -> int:
    """Return the index of the last token of the operand that begins at index ``at``.

    The operand may begin with signs (+ or -).
    """
    while at < len(tokens) - 1 and tokens[at].text in ("+", "-"):
        at += 1
    if tokens[at].kind == "word" and tokens[at].text.upper() == "CASE":
        depth = 0
        for index in range(at, len(tokens)):
            word = tokens[index].text.upper() if tokens[index].kind == "word" else ""
            depth += (word == "CASE") - (word == "END")
            if not depth:
                return index
    if tokens[at].kind == "word" and at + 1 < len(tokens) and is_mark(tokens[at + 1], "("):
        at += 1
    return _group_end(tokens, at) if is_mark(tokens[at], "(") else at


def _group_end(tokens: list[Token], at: int) -> int:
    """Return the index of the closing parenthesis that belongs to the opening one at index ``at``.

    If the parenthesis is never closed, return the index of the last token.
    """
    depth = 0
    for index in range(at, len(tokens)):
        depth += is_mark(tokens[index], "(") - is_mark(tokens[index], ")")
        if not depth:
            return index
    return len(tokens) - 1


def _is_outer_comma(tokens: list[Token], begin: int, at: int) -> bool:
    """Return whether the token at ``at`` is a comma in the parentheses that open at ``begin``.

    A comma in nested parentheses does not count.
    """
    depth = sum(is_mark(token, "(") - is_mark(token, ")") for token in tokens[begin:at])
    return is_mark(tokens[at], ",") and depth == 1


def _text_token_as_sql(tokens: list[Token], index: int, scope: Scope) -> str:
    """Return a text token as SQL for polars.

    If the text is compared with a column of names (of seats, contracts and so on), return the name in the
    form that the column has.

    Raises:
        ValueError: the text is compared with a column of names, and is not a valid name.
    """
    text = tokens[index].text
    before = index - 1
    if before > 0 and tokens[before].text not in _COMPARING:  # the text may stand in the list after IN
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
    """Return the SQL of a token that is no word. This SQL has the same value in polars 1.33 and polars 2."""
    if token.kind == "number" and "." in token.text:
        return f"CAST({token.text} AS DOUBLE)"  # polars 2 reads 0.5 as a Decimal
    return _OPERATORS.get(token.text, token.text) if token.kind == "operator" else token.text


def _argument_count(tokens: list[Token]) -> int:
    """Count the arguments of a function call. ``tokens`` begins after the opening parenthesis of the call."""
    depth = 0
    commas = 0
    for index, token in enumerate(tokens):
        if is_mark(token, ")") and not depth:
            return commas + 1 if index else 0
        depth += is_mark(token, "(") - is_mark(token, ")")
        commas += is_mark(token, ",") and not depth
    return commas + 1


def _check_completeness(tokens: list[Token]) -> None:
    """Raise a ValueError if a value, an operator or a parenthesis is missing."""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        is_word = token.kind == "word" and token.text.upper() in ("AND", "OR")
        is_operator = is_word or token.kind == "operator"
        if following is None:
            has_value = False
        else:
            is_binary = following.kind == "operator" and following.text in _BINARY
            has_value = not (is_mark(following, ")") or is_binary)
        if not is_operator or has_value:
            continue
        place = f"character {token.begin + 1}"
        if following is not None and token.text == "=" and following.text in ("<", ">"):
            raise ValueError(f"={following.text} ({place}) is no operator of SQL: write {following.text}=")
        raise ValueError(f"a value is missing after {token.text} ({place})")
    for token, following in pairwise(tokens):
        is_call = token.kind == "word" and is_mark(following, "(")
        if _ends_value(token) and _begins_value(following) and not is_call:
            place = f"{following.text!r} (character {following.begin + 1})"
            raise ValueError(f"this is no expression: an operator is missing before {place}")
    depth = 0
    for token in tokens:
        depth += is_mark(token, "(") - is_mark(token, ")")
        if depth < 0:
            place = f"character {token.begin + 1}"
            raise ValueError(f"this is no expression: the ) ({place}) closes no parenthesis")
    if depth > 0:
        raise ValueError("a parenthesis is not closed: a ) is missing")


def _ends_value(token: Token) -> bool:
    """Return whether a token can be the last token of a value."""
    if token.kind == "word" and token.text.upper() in KEYWORDS:
        return token.text.upper() in ("NULL", "TRUE", "FALSE", "END")
    return token.kind in ("number", "text", "quoted", "word") or is_mark(token, ")")


def _begins_value(token: Token) -> bool:
    """Return whether a token can be the first token of a value. Signs (+ and -) count as operators."""
    if token.kind == "word" and token.text.upper() in KEYWORDS:
        return token.text.upper() in ("NULL", "TRUE", "FALSE", "CASE")
    return token.kind in ("number", "text", "quoted", "word") or is_mark(token, "(")


def _check_function(name: str, arguments: int) -> None:
    """Raise a ValueError if there is no such function, or if it does not take this number of arguments."""
    if name.lower() not in FUNCTIONS:
        known = f"unknown function {name!r}, known functions: {', '.join(FUNCTIONS)}"
        if name.lower() in _AGGREGATES:
            known += "; an expression is about one hand or row, and cannot add up several"
        raise ValueError(known)
    least, most = FUNCTIONS[name.lower()]
    if not least <= arguments <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        plural = "" if number == "1" else "s"
        raise ValueError(f"the function {name} has {number} argument{plural}, not {arguments}")


def _value_type(found: pl.DataType) -> pl.DataType | None:
    """Return the type to which values of the type ``found`` are converted.

    The result is Boolean, Int64, Float64 or String. Return None if the values are neither truth values nor
    numbers nor texts.
    """
    if found == pl.Boolean or found == pl.Null:
        return pl.Boolean()
    if found.is_integer():
        return pl.Int64()
    if found.is_float():
        return pl.Float64()
    return pl.String() if found == pl.String else None


def _shown(text: str) -> str:
    """Return an expression in quotes for a message. At most 80 characters of the expression are shown."""
    text = text.strip()
    return repr(text if len(text) <= 80 else f"{text[:80]}...")


def read_expression(text: str, scope: Scope) -> SqlExpression:
    """Check an expression and translate it.

    Raises:
        ValueError: the text is no expression, or names a column that ``scope`` does not have. The message
            says what is wrong.
    """
    tokens = tokens_of(text)
    if not tokens:
        raise ValueError("the expression is empty: write one, as in aces >= 2, or leave it out")
    names = dict[str, None]()
    _check_comparisons(tokens, scope)
    sql = _sql_of(tokens, scope, names)
    _check_completeness(tokens)
    try:
        expr = pl.sql_expr(sql)
        # Apply the expression to a frame without rows. So polars finds the type of the result, or an error in
        # the types. Integer columns have the type Int64, as in `SqlExpression.values`.
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
    """Check a condition and translate it.

    Raises:
        ValueError: the function ``read_expression`` refuses the text, or the values of the expression are not
            true or false.
    """
    expression = read_expression(text, scope)
    if expression.dtype != pl.Boolean:
        kind = "a text" if expression.dtype == pl.String else "a number"
        raise ValueError(f"{_shown(text)} is {kind}, no condition: write a comparison, as in aces >= 2")
    return expression
