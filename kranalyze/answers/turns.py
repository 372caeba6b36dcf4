"""Handing on what threads finish, in order, by whichever of them is free."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Takes results numbered from 0 in any order and hands them on in their order, never two at once.

    A thread that brings a result hands on all that can be, unless another one is just doing that: then
    it goes back to its own work. So nobody waits, and what is done with the results is done by the workers.
    """

    def __init__(self, take: Callable[[T], object]) -> None:
        self._take = take
        self._ready: dict[int, T] = {}
        self._next = 0
        self._open = True
        self._busy = threading.Lock()
        self._moved = threading.Condition()

    def bring(self, number: int, result: T) -> None:
        """A result is there.

        Raises:
            Exception: what handing on a result raised; nothing more is handed on then.
        """
        self._ready[number] = result
        # Looked at again after the lock was let go: another thread may have left a result meanwhile.
        while self._open and self._next in self._ready and self._busy.acquire(blocking=False):
            try:
                while self._open and self._next in self._ready:
                    self._take(self._ready.pop(self._next))
                    with self._moved:
                        self._next += 1
                        self._moved.notify_all()
            except BaseException:
                self._open = False
                raise
            finally:
                self._busy.release()
                with self._moved:
                    self._moved.notify_all()

    def wait(self, number: int) -> None:
        """Wait until a result that was brought has been handed on, or nothing more will be."""
        with self._moved:
            self._moved.wait_for(lambda: self._next > number or not self._open)

    def stop(self) -> None:
        """Hand on nothing more; what is just being handed on is waited for."""
        self._open = False
        with self._busy:
            self._ready.clear()
