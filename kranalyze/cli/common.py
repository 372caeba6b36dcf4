"""What the commands share: options, types, the tally of errors and the exit status."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeVar

import click

from kranalyze.cards import Deck, parse_card, parse_suit
from kranalyze.deal import Seat
from kranalyze.files import replacing
from kranalyze.games import GAMES, get_game, hint
from kranalyze.games.base import Contract, Game, Option
from kranalyze.show.aligned import SCREEN
from kranalyze.show.printable import one_line, painted, printable

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.kpn.errors import KpnError

#: Exit statuses beside 0 and click's own 2 for wrong usage.
NOT_MAKEABLE = 1
FAILED = 3
SOME_FAILED = 123
INTERRUPTED = 130
BROKEN_PIPE = 141

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, which may hold what stands in files: nothing in it steers the terminal."""
    click.echo(painted(printable(text)), err=err, nl=nl)  # it takes the colours out again where nobody looks


def as_csv(rows: list[dict[str, Any]], header: bool) -> str:
    """Rows as CSV; what holds several values is text, ``SA HK`` or ``N=40 E=-40``."""
    import polars as pl

    flat = [{name: _cell(value) for name, value in row.items()} for row in rows]
    return pl.DataFrame(flat, infer_schema_length=None).write_csv(include_header=header)


def _cell(value: Any) -> Any:
    """A value that has place in a cell."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_cell(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        if any(isinstance(one, dict | list | tuple) for one in value):
            import json

            return json.dumps(value, ensure_ascii=False)
        return " ".join(map(str, value))
    return value


class RowPrinter:
    """Prints rows as they come, as JSON; as CSV at the end, because they need not have the same columns."""

    def __init__(self, form: str | None) -> None:
        self.form = form
        self._rows: list[dict[str, Any]] = []

    def takes(self, rows: Iterable[dict[str, Any]]) -> bool:
        """Take some rows, unless people shall read something else."""
        if self.form == "json":
            from kranalyze.show.jsonrows import as_line

            say("\n".join(map(as_line, rows)))
        elif self.form == "csv":
            self._rows += rows
        return self.form in ("json", "csv")

    def close(self) -> None:
        """Print what was kept."""
        if self._rows:
            say(as_csv(self._rows, header=True), nl=False)


class Failure(click.ClickException):
    """Something that could not be done; exit status 3."""

    exit_code = FAILED

    def show(self, file: Any = None) -> None:
        """The message on standard error, as it is."""
        say(self.format_message(), err=True)


class Tally:
    """Counts what was done and what was not, shows errors as they come, and sets the exit status."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0

    def report(self, problems: Iterable[KpnError]) -> None:
        """Show errors and warnings; the errors count."""
        for problem in problems:
            say(one_line(str(problem)), err=True)
            self.failed += problem.severity == "error"

    def error(self, file: str | None, line: int, index: int, message: str) -> None:
        """Report one error of a deal; ``file`` is None for a deal given in place."""
        from kranalyze.kpn.errors import KpnError

        self.report([KpnError(file or "<deal>", line, 1, "error", message, index)])

    def finish(self, status: int = 0) -> None:
        """Leave with 3 if nothing was done, 123 if a part was, else with ``status``."""
        if self.failed:
            status = SOME_FAILED if self.done else FAILED
        if status:
            click.get_current_context().exit(status)


def out_type(text: str) -> str:
    """The name of a file or directory to write to."""
    if not text:
        raise click.BadParameter("the name is empty")
    return text


def out_option(metavar: str = "OUT", **more: Any) -> Callable[[F], F]:
    """``-o``: the file, or directory, to write to."""
    usual = {"default": "-", "help": "Where to write (default: standard output)."}
    return click.option("-o", "--output", type=out_type, metavar=metavar, **{**usual, **more})


def report_option(command: F) -> F:
    """``--report``."""
    text = "Also write a page with charts there, for a browser."
    return click.option("--report", type=out_type, metavar="OUT.html", help=text)(command)


def lang_option(command: F) -> F:
    """``--lang``."""
    text = "Language of the page (default: the browser's)."
    return click.option("--lang", type=click.Choice(["en", "de"]), help=text)(command)


def seat_type(text: str) -> Seat:
    """The seat of an argument."""
    try:
        return Seat.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def game_type(text: str) -> str:
    """The id of the game of an argument."""
    try:
        return get_game(text).id
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def contract_type(text: str) -> str:
    """The contract of an argument if some game knows it; which game is known only when the deals are."""
    game = click.get_current_context().params.get("game")
    games = [GAMES[game]] if game in GAMES else list(GAMES.values())
    for candidate in games:
        with suppress(ValueError):
            return candidate.contract(text).id
    said = hint(text, {c.id: (c.id, c.name, *c.aliases) for g in games for c in g.contracts})
    if said.startswith("known"):
        said = "known:" + "".join(f"\n  {g.id}: {', '.join(c.id for c in g.contracts)}" for g in games)
    raise click.BadParameter(f"unknown contract {text!r}, {said}")


def rule_type(text: str) -> tuple[str, str]:
    """Name and value of ``K=V``."""
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value:
        raise click.BadParameter(f"a rule is given as NAME=VALUE, not {text!r}")
    return name, value


def _complete(words: Callable[[click.Context], Iterable[str]]) -> Callable[..., Any]:
    """Completion by the shell from words that may depend on what was given before."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in words(ctx) if word.lower().startswith(incomplete.lower())]

    return complete


def _contract_ids(ctx: click.Context) -> Iterable[str]:
    game = ctx.params.get("game")
    games = [GAMES[game]] if game in GAMES else list(GAMES.values())
    return dict.fromkeys(c.id for g in games for c in g.contracts)


complete_game = _complete(lambda ctx: GAMES)


def seat_option(*names: str, **more: Any) -> Callable[[F], F]:
    """An option that takes a seat."""
    complete = _complete(lambda ctx: [seat.name for seat in Seat])
    return click.option(*names, type=seat_type, metavar="N|E|S|W", shell_complete=complete, **more)


def contract_option(*names: str, **more: Any) -> Callable[[F], F]:
    """An option that takes a contract."""
    complete = _complete(_contract_ids)
    return click.option(*names, type=contract_type, metavar="ID", shell_complete=complete, **more)


def game_option(command: F) -> F:
    """``--game``."""
    return click.option(
        "--game",
        type=game_type,
        metavar="GAME",
        shell_complete=complete_game,
        is_eager=True,
        help="The game, whatever the file says. Without it the game that the file names; a deal that names "
        "none (never in KPN) is of graden with six cards a hand, of bauernschnapsen with five, of anrufen3 "
        f"with seven. Known: {', '.join(GAMES)}.",
    )(command)


def rule_option(command: F) -> F:
    """``--rule K=V``, handed on as a dictionary ``rules``."""

    @click.option(
        "--rule", "rule", type=rule_type, metavar="K=V", multiple=True,
        help="A rule option, over that of the record; may be repeated. See `kranalyze games`.",
    )  # fmt: skip
    @functools.wraps(command)
    def wrapped(*args: Any, rule: tuple[tuple[str, str], ...], **more: Any) -> Any:
        rules = dict(rule)
        _known_somewhere(more.get("game"), rules)
        return command(*args, rules=rules, **more)

    return wrapped  # type: ignore[return-value]


def _known_somewhere(game: str | None, rules: Mapping[str, str]) -> None:
    """Refuse rule options that the game, or where it is not given every game, refuses."""
    errors = []
    for candidate in [GAMES[game]] if game else GAMES.values():
        try:
            candidate.rules(rules)
            return
        except ValueError as error:
            errors.append((candidate, str(error)))
    if len(errors) == 1:
        usage(errors[0][1])
    optional = (g for g in GAMES.values() if g.options)
    known = (f"\n  {g.id}: {', '.join(f'{o.name}={_values(o)}' for o in g.options)}" for g in optional)
    asked = " ".join(f"{name}={value}" for name, value in rules.items())
    usage(f"no game has the rule options {asked}, known:{''.join(known)}")


def _values(option: Option) -> str:
    return "|".join(option.values) or "N"


def format_option(*choices: str) -> Callable[[F], F]:
    """``--format`` and ``--json``, handed on as ``form`` (None if not given)."""

    def decorate(command: F) -> F:
        @click.option("--format", "format_", type=click.Choice(choices), help="How the result is written.")
        @click.option("--json", "json_", is_flag=True, help="Short for --format json.")
        @functools.wraps(command)
        def wrapped(*args: Any, format_: str | None, json_: bool, **more: Any) -> Any:
            if json_ and format_ not in (None, "json"):
                raise click.UsageError(f"--json and --format {format_} exclude each other.")
            return command(*args, form="json" if json_ else format_, **more)

        return wrapped  # type: ignore[return-value]

    return decorate


def deck_option(usual: str) -> Callable[[F], F]:
    """``--deck``; ``usual`` says what the letters are without it."""
    return click.option(
        "--deck",
        type=click.Choice(["french", "german"]),
        help=f"Letters of cards in arguments and in texts for people (default: {usual}). "
        "Output for machines always has French letters.",
    )


def board_option(command: F) -> F:
    """``--board``."""
    text = "Only the board of this name; without it all boards."
    return click.option("--board", metavar="B", help=text)(command)


def on_board(frame: pl.DataFrame, board: str | None) -> pl.DataFrame:
    """The deals of a board, all of them for None; wrong usage if there are others only."""
    if board is None or frame.is_empty():
        return frame
    some = frame.filter(board=board)
    if some.is_empty():
        no_board(board, frame["board"].to_list())
    return some


def no_board(board: str, names: Sequence[str | None]) -> NoReturn:
    """Refuse a board that is not there."""
    known = ["?" if name is None else name for name in names[:12]]
    known[11:] = ["..."] if len(names) > 12 else known[11:]
    usage(f"there is no board {board!r}, but {', '.join(known) or 'none'}.")


def workers_option(command: F) -> F:
    """``--workers``."""
    text = "Threads that solve (default: one per processor)."
    return click.option("--workers", type=click.IntRange(min=1), metavar="N", help=text)(command)


def usage(message: str) -> NoReturn:
    """Refuse the arguments; exit status 2."""
    raise click.UsageError(printable(message), click.get_current_context())


def in_deck(text: str, deck: Deck, read: Callable[[str, Deck], T]) -> T:
    """Read a card or a suit in the letters in force, or, where they name nothing, in the other deck's."""
    try:
        return read(text, deck)
    except ValueError:
        try:
            return read(text, "german" if deck == "french" else "french")
        except ValueError:
            pass
        raise


def card_argument(text: str, deck: Deck) -> int:
    """The card of an argument; wrong usage if it is none."""
    return _argument(text, deck, parse_card)


def suit_argument(text: str, deck: Deck) -> int:
    """The suit of an argument, ``NO_TRUMP`` for none; wrong usage if it is neither."""
    from kranalyze.answers.answer import NO_TRUMP

    if text.strip().lower() in ("none", "nt"):
        return NO_TRUMP
    return _argument(text, deck, parse_suit)


def _argument(text: str, deck: Deck, read: Callable[[str, Deck], int]) -> int:
    try:
        return in_deck(text, deck, read)
    except ValueError as error:
        usage(str(error))


def contract_argument(game: Game, text: str) -> Contract:
    """The contract of an argument in a game; wrong usage if it has no such."""
    try:
        return game.contract(text)
    except ValueError as error:
        usage(str(error))


class LeftOut:
    """Games that have none of the contracts asked for: their deals are left out, and this is said."""

    def __init__(self, contracts: Sequence[str]) -> None:
        self._contracts = contracts
        self._reasons: dict[str, str] = {}

    def lacks(self, game: str) -> bool:
        """Whether a game, by its id, has none of them."""
        try:
            GAMES[game].contracts_of(self._contracts)
        except ValueError as error:
            self._reasons[game] = str(error)
        return game in self._reasons

    def tell(self, everything: bool) -> None:
        """Say which games were left out; wrong usage if nothing else was there."""
        if self._reasons and everything:
            usage(next(iter(self._reasons.values())))
        if self._reasons:
            say(f"left out: {', '.join(self._reasons)}, without such a contract", err=True)


def rules_argument(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The rule options of an argument held against a game; wrong usage if it does not know them."""
    try:
        game.rules(given)
    except ValueError as error:
        usage(str(error))
    return dict(given)


def output_format_option(*choices: str) -> Callable[[F], F]:
    """``--format`` of a file that is written, handed on as ``form``."""
    return click.option(
        "--format", "form", type=click.Choice(choices), help="Format of the output (default: by its ending)."
    )


def output_option(*choices: str) -> Callable[[F], F]:
    """``-o`` and ``--format``, handed on as ``output`` and ``form``, the first choice the default."""

    def decorate(command: F) -> F:
        @out_option()
        @output_format_option(*choices)
        @functools.wraps(command)
        def wrapped(*args: Any, output: str, form: str | None, **more: Any) -> Any:
            return command(*args, output=output, form=format_for(output, form, choices, choices[0]), **more)

        return wrapped  # type: ignore[return-value]

    return decorate


def format_for(output: str, form: str | None, choices: Iterable[str], usual: str) -> str:
    """The format that was asked for, that the ending says, or the usual one; wrong usage if it is none."""
    if form is not None:
        return form
    ending = Path(output).suffix.lower().removeprefix(".")
    if not ending:
        return usual
    form = {"jsonl": "json", "ndjson": "json", "txt": "text", "pbn": "kpn"}.get(ending, ending)
    if form not in choices:
        usage(f"{output}: the ending names no format; give --format ({', '.join(choices)}).")
    return form


@contextmanager
def layout_bar(unit: str) -> Iterator[Callable[[int, int | None], object] | None]:
    """A progress bar if somebody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit=unit, file=sys.stderr, unit_scale=True, leave=False) as bar:

        def progress(done: int, total: int | None) -> None:
            bar.total = total
            bar.update(done)

        yield progress


@contextmanager
def write_output(output: str, form: str) -> Iterator[BinaryIO]:
    """The file to write to, replaced when it is whole; standard output for ``-``."""
    if output != "-":
        token = SCREEN.set(None)
        try:
            with replacing(output) as out:
                yield out
        finally:
            SCREEN.reset(token)
        return
    stream = sys.stdout.buffer
    if form == "parquet" and stream.isatty():
        usage("Parquet is not for a terminal: give -o OUT.")
    yield _Screen(stream) if stream.isatty() else stream  # type: ignore[misc]
    stream.flush()


class _Screen:
    """A terminal that gets what would be written to a file, but for what would steer it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        # Threads that write know no command.
        self._colour = click.get_current_context().color is not False

    def write(self, data: bytes) -> int:
        """Print some whole characters."""
        text = printable(data.decode("utf-8", "surrogateescape"))
        if self._colour:
            text = painted(text)
        self._stream.write(text.encode("utf-8", "surrogateescape"))
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
