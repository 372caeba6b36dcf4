"""What every command says, and how it ends: messages, the tally of errors, progress, exit statuses."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from kranalyze.games import GAMES
from kranalyze.show.printable import one_line, printable

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.kpn.record import KpnError

#: Exit statuses beside 0 and click's own 2 for wrong usage.
NOT_MAKEABLE = 1
FAILED = 3
SOME_FAILED = 123
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Red suits, and bad cards: behind a rank.
_RED = re.compile("[♥♦]")
_MARKS = re.compile(r"(?<=[AKQJTOU7-9])\?{1,2}(?!\?)")

#: What stands between two answers for people.
BETWEEN = "\n" + "-" * 60 + "\n\n"


def painted(text: str) -> str:
    """A text for a terminal: hearts and diamonds red, the marks ``?`` and ``??`` of cards in colours."""
    text = _RED.sub(lambda m: click.style(m[0], fg="red"), text)
    return _MARKS.sub(lambda m: click.style(m[0], fg="yellow" if m[0] == "?" else "red", bold=True), text)


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, which may hold what stands in files: nothing in it steers the terminal."""
    click.echo(painted(printable(text)), err=err, nl=nl)  # it takes the colours out again where nobody looks


def usage(message: str) -> NoReturn:
    """Refuse the arguments; exit status 2."""
    raise click.UsageError(printable(message), click.get_current_context())


@contextmanager
def wrong_usage(end: str = "") -> Iterator[None]:
    """What has a wrong value in the block is wrong usage; ``end`` is said after the reason."""
    try:
        yield
    except ValueError as error:
        usage(f"{error}{end}")


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
        self.errors: list[str] = []

    def report(self, problems: Iterable[KpnError]) -> None:
        """Show errors and warnings; the errors count."""
        for problem in problems:
            say(one_line(str(problem)), err=True)
            if problem.severity == "error":
                self.failed += 1
                self.errors.append(str(problem))

    def error(self, file: str | None, line: int, index: int, message: str) -> None:
        """Report one error of a deal; ``file`` is None for a deal given in place."""
        from kranalyze.kpn.record import KpnError

        self.report([KpnError(file or "<deal>", line, 1, "error", message, index)])

    def finish(self, status: int = 0) -> None:
        """Leave with 3 if nothing was done, 123 if a part was, else with ``status``."""
        if self.failed:
            status = SOME_FAILED if self.done else FAILED
        if status:
            click.get_current_context().exit(status)


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


@contextmanager
def progress_bar(unit: str, shown: bool = True, **more: Any) -> Iterator[Callable[..., object]]:
    """What is told how much more was done, and of how much: a bar if somebody looks (``more`` as of tqdm)."""
    if not (shown and sys.stderr.isatty()):
        yield lambda done, total=None: None
        return
    from tqdm import tqdm

    with tqdm(unit=unit, file=sys.stderr, **more) as bar:

        def progress(done: int, total: int | None = None) -> None:
            bar.total = total or bar.total
            bar.update(done)

        yield progress
