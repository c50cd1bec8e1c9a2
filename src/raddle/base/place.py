"""Where something stands in the user's sources."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class SourcePlace:
    """A place the user can open: from the program's debug information. Line and column count from 1; 0: unknown."""

    file: str
    line: int
    column: int = 0
    function: str = ""

    def __str__(self) -> str:
        """As compilers print it, so that editors can jump there."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        text = ":".join([self.file or "?", *numbers])
        return f"{text} in {self.function}" if self.function else text
