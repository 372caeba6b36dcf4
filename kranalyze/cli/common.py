"""Define functions that all commands share: messages, error counts, progress bars, Ctrl-C, exit statuses."""

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
    from kranalyze.kpn.kpnerror import KpnError

T = TypeVar("T")

#: Exit statuses of the program. Two further statuses are set by the library click: 0 for success, and 2 for
#: wrong usage.
NOT_MAKEABLE = 1
FAILED = 3
SOME_FAILED = 123
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Patterns of the parts of a text that are coloured. ``_RED`` fits the red suits. ``_MARKS`` fits the marks
#: ``?`` and ``??`` after the rank of a card.
_RED = "[♥♦]"
_MARKS = r"(?<=[AKQJTOU7-9])\?{1,2}(?!\?)"

#: Messages to print if the command is interrupted.
last_words: list[str] = []

#: How many seconds a command may take to end after Ctrl-C. After this time the process is killed.
_GRACE = 0.6


def coloured(text: str) -> str:
    """Colour a text for a terminal: hearts, diamonds and ``??`` red, the mark ``?`` yellow."""
    text = re.sub(_RED, lambda m: click.style(m[0], fg="red"), text)
    return re.sub(_MARKS, lambda m: click.style(m[0], fg="yellow" if m[0] == "?" else "red", bold=True), text)


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text. Escape control characters, because the text may come from a file."""
    click.echo(coloured(printable(text)), err=err, nl=nl)  # click drops colours if the output is no terminal


def usage_error(message: str) -> NoReturn:
    """Print a message about wrong arguments, and end the command with exit status 2."""
    raise click.UsageError(printable(message), click.get_current_context())


def read_argument(read: Callable[..., T], *args: Any, end: str = "", **kwargs: Any) -> T:
    """Call a function with arguments that the user typed. If it raises a ValueError, report wrong usage.

    ``end`` is a text that is appended to the message of the ValueError.
    """
    try:
        return read(*args, **kwargs)
    except ValueError as error:
        usage_error(f"{error}{end}")


def unknown_board(board: str, names: Iterable[str | None] = ()) -> NoReturn:
    """Report that no board has the name that the user typed, and end the command with exit status 2.

    The message lists up to twelve existing boards.
    """
    known = ["?" if name is None else name for name in names]
    existing = f", but {', '.join(known)}" if known else ""
    if len(known) > 12:
        existing = f", but {', '.join(known[:11])} and {len(known) - 11} more"
    usage_error(f"there is no board {board!r}{existing}.")


#: Parts of error messages about a lack of memory or threads. Python writes a message with one of the last two
#: parts if an extension module reports a failure without an exception. Some modules do this when memory is
#: short.
_LIMITS = (
    "can't start new thread", "could not spawn thread", "Resource temporarily unavailable",
    "failed to map segment", "annot allocate memory", "emory allocation", "without setting an exception",
    "without exception set",
)  # fmt: skip


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether the cause of an error is a lack of memory or threads, here or in a worker process."""
    text = f"{error} {error.__cause__}"
    return isinstance(error, MemoryError) or any(words in text for words in _LIMITS)


def report_thread_failure(failure: threading.ExceptHookArgs) -> None:
    """Print the error that ended a thread. Do not print a lack of memory: the main thread reports it."""
    if failure.exc_value is None or not is_out_of_memory(failure.exc_value):
        threading.__excepthook__(failure)


class Failure(click.ClickException):
    """Raised if a command has failed. The exit status is 3."""

    exit_code = FAILED

    def show(self, file: Any = None) -> None:
        """Print the message on standard error without a prefix."""
        say(self.format_message(), err=True)


class Tally:
    """Prints errors, and counts the records done and the errors. These counts decide the exit status."""

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
        """Report an error in a deal. ``file`` is None if the deal was typed on the command line."""
        from kranalyze.kpn.kpnerror import KpnError

        self.report([KpnError(file or "<deal>", line, 1, "error", message, index)])


@contextmanager
def progress_bar(unit: str, shown: bool = True, **more: Any) -> Iterator[Callable[..., object]]:
    """Show a progress bar on a terminal. Yield a function that moves the bar.

    The first argument of this function is how many units were done since the last call of the function. The
    second argument is the new total, or None to leave the total unchanged.

    Args:
        unit: name of what is counted, for example ``game``.
        shown: whether to show the bar.
        more: further arguments of tqdm, the library that draws the bar.
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
    """Print the waiting messages in ``last_words``, and remove them, so that none is printed twice."""
    while last_words:
        say(last_words.pop(), err=True)


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt within this context. Elsewhere Ctrl-C ends the program at once.

    Python raises the exception only when the main thread returns from C code. Joining threads delays the
    exception even more. Therefore another thread waits for the signal. If the process has not ended soon
    after the signal, this thread ends the process.
    """
    last_words.clear()
    ours = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if not ours or threading.current_thread() is not threading.main_thread():
        yield
        return
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    before = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    watcher = threading.Thread(target=_end_after_signal, args=(read_end,), daemon=True)
    watcher.start()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.set_wakeup_fd(before)
        os.close(write_end)
        # Wait for the watcher to end. If the watcher is still running when Python ends, Python must load a
        # library to stop it. But after a Ctrl-C the watcher goes on for a while, so do not wait long.
        watcher.join(0.05)


def _end_after_signal(read_end: int) -> None:
    """Wait until SIGINT is reported through a pipe. Then end the process, unless it ends by itself in time.

    Return without ending the process if the pipe is closed.
    """
    while signal.SIGINT not in (signals := os.read(read_end, 64)):
        if not signals:
            os.close(read_end)
            return
    time.sleep(_GRACE)
    drop_unfinished()
    say_last_words()
    os._exit(INTERRUPTED)
