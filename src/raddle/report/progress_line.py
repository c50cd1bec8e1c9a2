"""Which stage is under way: one line on a terminal, once it takes longer than a moment; nothing anywhere else.

It is gone without a trace when the `with` ends, so a report that is printed after that stands alone.
"""

import threading
from types import TracebackType
from typing import Final, Self

from rich import progress as bars
from rich.console import Console

PATIENCE_S: Final = 1.0


def on_stderr() -> "Progress":
    return Progress(Console(stderr=True))


class Progress:
    """Shown on the console that it is given, if that is a terminal. To be used once."""

    def __init__(self, console: Console, *, patience_s: float = PATIENCE_S) -> None:
        self._wanted: Final = console.is_terminal and not console.is_dumb_terminal
        # Standard output belongs to the report and to the program under test.
        self._bars: Final = bars.Progress(
            bars.SpinnerColumn(),
            bars.TextColumn("{task.description}"),
            bars.TextColumn("{task.fields[count]}"),
            bars.TimeElapsedColumn(),
            console=console,
            transient=True,
            redirect_stdout=False,
        )
        self._task: Final = self._bars.add_task("starting", total=None, count="")
        self._total: int | None = None
        self._done = 0
        self._lock: Final = threading.Lock()
        self._over = False
        self._timer: Final = threading.Timer(patience_s, self._show)
        self._timer.daemon = True

    def stage(self, name: str, *, total: int | None = None) -> None:
        self._total, self._done = total, 0
        self._bars.update(self._task, description=name, count=self._count())

    def advance(self, steps: int = 1) -> None:
        self._done += steps
        self._bars.update(self._task, count=self._count())

    def _count(self) -> str:
        return f"{self._done} of {self._total}" if self._total is not None else ""

    def _show(self) -> None:
        with self._lock:
            if not self._over:
                self._bars.start()

    def __enter__(self) -> Self:
        if self._wanted:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bars.live.is_started:
                self._bars.stop()
