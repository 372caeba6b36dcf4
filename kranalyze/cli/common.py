"""Shared by all commands: messages, error counts, progress bars, Ctrl-C and exit statuses."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from kranalyze.files import drop_unfinished
from kranalyze.show.aligned import escape_control_characters, printable

if TYPE_CHECKING:
    from kranalyze.kpn.record import KpnError

T = TypeVar("T")

#: Exit statuses. Others are 0 for success, and click's 2 for wrong usage.
NOT_MAKEABLE = 1
FAILED = 3
SOME_FAILED = 123
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Patterns of the red suits, and of the marks of bad cards, which follow a rank.
_RED = re.compile("[♥♦]")
_MARKS = re.compile(r"(?<=[AKQJTOU7-9])\?{1,2}(?!\?)")

#: Messages that are printed if the command is interrupted.
last_words: list[str] = []

#: Seconds within which a command must end after Ctrl-C.
_GRACE = 0.6


def coloured(text: str) -> str:
    """Colour a text for a terminal: hearts, diamonds and ``??`` red, the mark ``?`` yellow."""
    text = _RED.sub(lambda m: click.style(m[0], fg="red"), text)
    return _MARKS.sub(lambda m: click.style(m[0], fg="yellow" if m[0] == "?" else "red", bold=True), text)


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, which may contain text from files. Control characters are escaped."""
    click.echo(coloured(printable(text)), err=err, nl=nl)  # click removes colours unless on a terminal


def usage_error(message: str) -> NoReturn:
    """Refuse the arguments with a message and exit status 2."""
    raise click.UsageError(printable(message), click.get_current_context())


def read_argument(read: Callable[..., T], *args: Any, end: str = "", **kwargs: Any) -> T:
    """Call a function with arguments that the user typed. Its ValueError becomes a message of wrong usage.

    ``end`` is appended to the message.
    """
    try:
        return read(*args, **kwargs)
    except ValueError as error:
        usage_error(f"{error}{end}")


def unknown_board(board: str, names: Iterable[str | None] = ()) -> NoReturn:
    """Refuse a board that does not exist. The message lists up to twelve existing boards."""
    known = ["?" if name is None else name for name in names]
    existing = f", but {', '.join(known)}" if known else ""
    if len(known) > 12:
        existing = f", but {', '.join(known[:11])} and {len(known) - 11} more"
    usage_error(f"there is no board {board!r}{existing}.")


#: Parts of error messages about limits of memory or threads. If an allocation fails in an extension module,
#: the module may return without setting an exception. Python reports that in its own words.
_LIMITS = (
    "can't start new thread", "could not spawn thread", "Resource temporarily unavailable",
    "failed to map segment", "annot allocate memory", "emory allocation", "without setting an exception",
    "without exception set",
)  # fmt: skip


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error is due to a lack of memory or threads, here or in a worker process."""
    text = f"{error} {error.__cause__}"
    return isinstance(error, MemoryError) or any(words in text for words in _LIMITS)


def report_thread_failure(failure: threading.ExceptHookArgs) -> None:
    """Print the error that ended a thread. A lack of memory is left to the main thread to report."""
    if failure.exc_value is None or not is_out_of_memory(failure.exc_value):
        threading.__excepthook__(failure)


class Failure(click.ClickException):
    """The command failed. The exit status is 3."""

    exit_code = FAILED

    def show(self, file: Any = None) -> None:
        """Print the message on standard error without a prefix."""
        say(self.format_message(), err=True)


class Tally:
    """Printer and counter of errors. The counts of records done and failed decide the exit status."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0
        self.errors: list[str] = []

    @property
    def empty(self) -> bool:
        """Whether there were neither records nor errors."""
        return not self.done and not self.failed

    def report(self, problems: Iterable[KpnError]) -> None:
        """Print errors and warnings, and count the errors."""
        for problem in problems:
            say(escape_control_characters(str(problem)), err=True)
            if problem.severity == "error":
                self.failed += 1
                self.errors.append(str(problem))

    def error(self, file: str | None, line: int, index: int, message: str) -> None:
        """Report an error of a deal. ``file`` is None for a deal typed into the command."""
        from kranalyze.kpn.record import KpnError

        self.report([KpnError(file or "<deal>", line, 1, "error", message, index)])


@contextmanager
def progress_bar(unit: str, shown: bool = True, **more: Any) -> Iterator[Callable[..., object]]:
    """Show a progress bar on a terminal. Yield a function that takes the progress and a new total.

    ``more`` are further arguments of tqdm.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda done, total=None: None
        return
    from tqdm import tqdm

    with tqdm(unit=unit, file=sys.stderr, **more) as bar:

        def progress(done: int, total: int | None = None) -> None:
            bar.total = total or bar.total
            bar.update(done)

        yield progress


def say_last_words() -> None:
    """Print the messages in ``last_words`` and empty the list, so that no message is printed twice."""
    while last_words:
        say(last_words.pop(), err=True)


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt within this context. Outside it Ctrl-C ends the program at once.

    Python raises the exception only when the main thread returns from C, and joining threads delays it
    further. So another thread watches for the signal. It ends the process if the exception takes too long.
    """
    last_words.clear()
    ours = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if not ours or threading.current_thread() is not threading.main_thread():
        yield
        return
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    before = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    threading.Thread(target=_end_after_signal, args=(read_end,), daemon=True).start()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.set_wakeup_fd(before)
        os.close(write_end)


def _end_after_signal(read_end: int) -> None:
    """Wait for SIGINT on a pipe, give the process some time to end, and then end it.

    Return if the pipe is closed.
    """
    while signal.SIGINT not in (signals := os.read(read_end, 64)):
        if not signals:
            os.close(read_end)
            return
    time.sleep(_GRACE)
    drop_unfinished()
    say_last_words()
    os._exit(INTERRUPTED)
