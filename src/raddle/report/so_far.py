"""What a command knows so far: kept for whoever has to tell it when the command is cut off."""

from typing import Generic, TypeVar

Known = TypeVar("Known")


class SoFar(Generic[Known]):
    """`known`: the last that was told; None: nothing is known yet."""

    def __init__(self) -> None:
        self.known: Known | None = None

    def __call__(self, known: Known) -> None:
        self.known = known
