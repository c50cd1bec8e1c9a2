"""Tasks in forked children, so many side by side: `concurrent.futures.Executor` without threads.

There is nobody but its caller: children are begun, listened to and ended at the clock while somebody waits for a task.
All that is raised meanwhile, by a signal too, leaves the `with` and ends every child.
"""

import os
import select
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from types import TracebackType
from typing import Any, Final, ParamSpec, TypeVar

from raddle.base.errors import InternalError, RaddleError, ToolError
from raddle.base.executor.child import Child, Raised, Returned, Word
from raddle.base.executor.limits import OVER, STOPPED, UNLIMITED, TaskEnded, TaskLimits
from raddle.base.process import undisturbed

LOOKS_S: Final = 1000.0
"""At most between two looks at the children, of which nothing depends on when: poll(2) cannot wait for ever so long."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Task(Future[Found]):
    """Whoever waits for it has its pool work."""

    def __init__(self, pool: "ForkPool") -> None:
        super().__init__()
        self.pool: Final = pool

    def result(self, timeout: float | None = None) -> Found:
        self._wait(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._wait(timeout)
        return super().exception(0)

    def _wait(self, timeout: float | None) -> None:
        at_latest = None if timeout is None else time.monotonic() + timeout
        while not self.done() and self.pool.look(at_latest):
            if at_latest is not None and time.monotonic() >= at_latest:
                return


Heard = Callable[[Task[Any], Any], None]
"""Is told each word of a task that yields some."""


class ForkPool(Executor):
    """A task is called in a copy of this process, as that is when it begins. It has to be used by the process and the
    thread that made it; a task may make a pool of its own."""

    def __init__(self, jobs: int, limits: TaskLimits = UNLIMITED, heard: Heard | None = None) -> None:
        self._jobs: Final = max(1, jobs)
        self._limits: Final = limits
        self._heard: Final = heard
        self._process: Final = os.getpid()
        self._is_open = True
        self._waiting: Final = deque[tuple[Task[Any], Callable[[], object]]]()
        self._running: Final = dict[Task[Any], Child]()

    def submit(self, fn: Callable[Given, Found], /, *args: Given.args, **kwargs: Given.kwargs) -> Task[Found]:
        """Of a generator: its words are told as they come, the result is what it returns."""
        self._is_ours()
        if not self._is_open:
            raise RuntimeError("a pool that was shut down takes no task")
        task = Task[Found](self)
        self._waiting.append((task, partial(fn, *args, **kwargs)))
        self._begin()
        return task

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without waiting, what is not done is ended: nobody would listen to it."""
        self._is_ours()
        self._is_open = False
        if cancel_futures:
            for task, _ in self._waiting:
                task.cancel()
        while wait and self.look():
            pass
        self._end_all(STOPPED)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(wait=error is None)

    def look(self, at_latest: float | None = None) -> bool:
        """Waits until a child says something or ends, or till then. Out: whether there was a task that is not over."""
        self._is_ours()
        if not self._running and not self._waiting:
            return False
        self._begin()
        ends = [end for end in (at_latest, self._limits.until) if end is not None]
        pause_s = min([LOOKS_S, *(max(0.0, end - time.monotonic()) for end in ends)]) if self._running else 0.0
        speaking = {child.ear: task for task, child in self._running.items()}
        poll = select.poll()
        for ear in speaking:
            poll.register(ear, select.POLLIN)
        for ear, _ in poll.poll(pause_s * 1000):
            self._listen(speaking[ear])
        return True

    def _begin(self) -> None:
        if self._limits.until is not None and time.monotonic() >= self._limits.until:
            self._end_all(OVER)
        while self._waiting and len(self._running) < self._jobs:
            task, work = self._waiting.popleft()
            if not task.set_running_or_notify_cancel():
                continue
            try:
                with undisturbed():
                    self._running[task] = Child(work, self._limits)
            except ToolError as error:
                task.set_exception(error)

    def _listen(self, task: Task[Any]) -> None:
        child = self._running[task]
        for message in child.listen():
            match message:
                case Word(said):
                    if self._heard is not None:
                        self._heard(task, said)
                case Returned(value):
                    self._end(task)
                    task.set_result(value)
                    return
                case Raised(error):
                    self._end(task)
                    task.set_exception(error)
                    return
        if child.is_silent:
            task.set_exception(TaskEnded.with_status(self._end(task), self._limits))

    def _end(self, task: Task[Any]) -> int:
        with undisturbed():
            return self._running.pop(task).end()

    def _end_all(self, why: str) -> None:
        """What has begun, and what waits."""
        with undisturbed():
            ended = list(self._running)
            for task in ended:
                self._running.pop(task).end()
            ended += [task for task, _ in self._waiting if task.set_running_or_notify_cancel()]
            self._waiting.clear()
        for task in ended:
            task.set_exception(TaskEnded(why))

    def _is_ours(self) -> None:
        if os.getpid() != self._process:
            raise InternalError("a task uses the pool that it runs in: its children are not its own")


def first_done(futures: Collection[Future[Found]]) -> list[Future[Found]]:
    """Those of one executor that are over, in the given order, as soon as there are any."""
    pool = next((future.pool for future in futures if isinstance(future, Task)), None)
    if pool is None:
        wait(futures, return_when=FIRST_COMPLETED)
    while not (over := [future for future in futures if future.done()]):
        if pool is None or not pool.look():
            raise InternalError("nobody is at work on a task that is not over")
    return over


def as_they_come(futures: Collection[Future[Found]]) -> Iterator[Future[Found]]:
    """Each when it is over."""
    left = list(futures)
    while left:
        over = first_done(left)
        yield from over
        left = [future for future in left if future not in over]


def answer_of(future: Future[Found]) -> Found:
    """What it comes to. Its RaddleErrors are raised here too; what nobody foresaw is an InternalError."""
    try:
        return future.result()
    except RaddleError:
        raise
    except Exception as error:
        raise InternalError("\n".join(["the work in a process of its own failed:", *told_of(error)])) from error


def told_of(error: BaseException) -> list[str]:
    """What is known of an error in a child: where it came from there."""
    return list(getattr(error, "__notes__", [])) or [f"{type(error).__name__}: {error}"]


def all_within(limits: TaskLimits, works: Sequence[Callable[[], Found]]) -> list[Found]:
    """All of them side by side, each in a process of its own. The first error ends the others. TaskEnded: the time was
    over, or one ended without an answer."""
    with ForkPool(len(works), limits) as pool:
        return [answer_of(task) for task in [pool.submit(work) for work in works]]


def within(limits: TaskLimits, work: Callable[[], Found]) -> Found:
    return all_within(limits, [work])[0]
