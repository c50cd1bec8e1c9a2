"""Who tells what a command has found out: the command at its end, or, if C code keeps it from coming there after a
signal, the thread that waits for that. Only one of them does."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from raddle.base.process import telling, telling_when_stopped
from raddle.base.time_limit import TimeIsOver
from raddle.report.so_far import SoFar

Known = TypeVar("Known")


class Telling(Generic[Known]):
    """`tell`: prints it; out: the exit status. `interrupted`: the same with the word that it was."""

    def __init__(self, tell: Callable[[Known], int], interrupted: Callable[[Known], Known]) -> None:
        self._tell = tell
        self._interrupted = interrupted
        self._first = threading.Lock()
        self._status: int | None = None
        self.so_far = SoFar[Known]()

    def __call__(self, work: Callable[[], Known]) -> int:
        """What it comes to, or what is known where it was stopped; TimeIsOver: that is nothing."""
        with telling_when_stopped(self._last_words):
            try:
                known = work()
            except TimeIsOver:
                if self.so_far.known is None:
                    raise
                known = self._interrupted(self.so_far.known)
            with telling():
                return self._told_once(known)

    def _told_once(self, known: Known) -> int:
        with self._first:
            if self._status is None:
                self._status = self._tell(known)
            return self._status

    def _last_words(self) -> int | None:
        known = self.so_far.known
        return None if known is None else self._told_once(self._interrupted(known))
