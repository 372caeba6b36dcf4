"""What every command says, and how it ends: messages, errors counted, progress, Ctrl-C, exit statuses."""

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
from kranalyze.show.aligned import one_line, printable

if TYPE_CHECKING:
    from kranalyze.kpn.record import KpnError

T = TypeVar("T")

#: Exit statuses beside 0 and click's own 2 for wrong usage.
NOT_MAKEABLE = 1
FAILED = 3
SOME_FAILED = 123
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Red suits, and bad cards: behind a rank.
_RED = re.compile("[♥♦]")
_MARKS = re.compile(r"(?<=[AKQJTOU7-9])\?{1,2}(?!\?)")

#: What a command wants said if it is interrupted, and the seconds in which it may end by itself then.
last_words: list[str] = []
_GRACE = 0.6


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


def valid(read: Callable[..., T], *given: Any, end: str = "", **named: Any) -> T:
    """What is read of arguments; a wrong value is wrong usage, and ``end`` is said after the reason."""
    try:
        return read(*given, **named)
    except ValueError as error:
        usage(f"{error}{end}")


def no_board(board: str, names: Iterable[str | None] = ()) -> NoReturn:
    """Refuse a board that is not there, and say which are, where that is known."""
    known = ["?" if name is None else name for name in names]
    known[11:] = ["..."] if len(known) > 12 else known[11:]
    usage(f"there is no board {board!r}{', but ' * bool(known)}{', '.join(known)}.")


#: Words of errors that are met where the address space, or the number of threads, is limited. An extension
#: module whose allocation fails may also end without an error, which Python then says.
_LIMITS = (
    "can't start new thread", "could not spawn thread", "Resource temporarily unavailable",
    "failed to map segment", "annot allocate memory", "emory allocation", "without setting an exception",
    "without exception set",
)  # fmt: skip


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error, here or in a worker process, comes of too little memory or too few threads."""
    text = f"{error} {error.__cause__}"
    return isinstance(error, MemoryError) or any(words in text for words in _LIMITS)


def say_thread_failed(failure: threading.ExceptHookArgs) -> None:
    """Say what ended a thread, unless the main thread will: it sees that there is not enough memory."""
    if failure.exc_value is None or not is_out_of_memory(failure.exc_value):
        threading.__excepthook__(failure)


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

    @property
    def empty(self) -> bool:
        """Whether nothing was done, and nothing wrong."""
        return not self.done and not self.failed

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


def say_last_words() -> None:
    """Say what is to be said of a command that is interrupted, once."""
    while last_words:
        say(last_words.pop(), err=True)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C, which ends the program at once before and after, is an exception here.

    The exception waits for what the main thread is at in C, and for threads that are waited for: a thread of
    its own sees the signal at once, and ends the process, and all that is under way in C, in threads or in
    processes, if that takes too long.
    """
    last_words.clear()
    ours = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if not ours or threading.current_thread() is not threading.main_thread():
        yield
        return
    seen, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_end_late, args=(seen,), daemon=True).start()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.set_wakeup_fd(before)
        os.close(told)


def _end_late(seen: int) -> None:
    """Wait for the signal, and then for the process to end."""
    while signal.SIGINT not in (got := os.read(seen, 64)):
        if not got:
            os.close(seen)
            return
    time.sleep(_GRACE)
    drop_unfinished()
    say_last_words()
    os._exit(INTERRUPTED)
