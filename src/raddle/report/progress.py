"""Which stage is under way: whoever does the work tells it, and `progress_line.py` shows it."""

from types import TracebackType
from typing import Protocol, Self


class Stages(Protocol):
    """What is told of the stages of a check."""

    def stage(self, name: str, *, total: int | None = None) -> None:
        """Another stage begins; with `total` it is counted."""

    def advance(self, steps: int = 1) -> None:
        """So many of the stage's steps are done."""


class Silent:
    """Says nothing."""

    def stage(self, name: str, *, total: int | None = None) -> None:
        pass

    def advance(self, steps: int = 1) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        pass
