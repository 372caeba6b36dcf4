"""Ctrl-C ends a command within a second, whatever is under way in C, in threads or in processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kranalyze.cli.common import INTERRUPTED, say
from kranalyze.files import drop_unfinished

#: Seconds in which a command may end by itself.
GRACE = 0.6

_words: list[str] = []


@contextmanager
def last_words(text: str) -> Iterator[None]:
    """What is said if the block is interrupted."""
    _words.append(text)
    yield
    _words.clear()


def say_last_words() -> None:
    """Say it, once."""
    while _words:
        say(_words.pop(), err=True)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C, which ends the program at once before and after, is an exception here.

    The exception waits for what the main thread is at in C, and for threads that are waited for: a thread of
    its own sees the signal at once, and ends the process if that takes too long.
    """
    _words.clear()
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
    time.sleep(GRACE)
    drop_unfinished()
    say_last_words()
    os._exit(INTERRUPTED)
