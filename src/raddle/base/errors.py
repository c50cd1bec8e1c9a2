"""Trouble has three paths: the user's (exit 2), the world's (exit 3), ours (exit 4).

Raised anywhere, caught at the boundary only: in `cli`, or where a stage turns a ToolError into an answer Unknown.
"""

from collections.abc import Sequence
from shlex import join
from typing import ClassVar, Final

from raddle.base.exits import Exit

TAIL_LINES: Final = 20


class RaddleError(Exception):
    """The three below, and nothing else, derive from this."""

    exit: ClassVar[Exit] = Exit.INTERNAL_ERROR


class UserError(RaddleError):
    """What the user gave cannot be used: what happened, where, and what to do about it."""

    exit = Exit.USER_ERROR

    def __init__(self, what: str, *, where: object = None, advice: str | None = None) -> None:
        super().__init__(what)
        self.what: Final = what
        self.where: Final = None if where is None else str(where)
        self.advice: Final = advice

    def __str__(self) -> str:
        first = self.what if self.where is None else f"{self.where}: {self.what}"
        return first if self.advice is None else f"{first}\n  {self.advice}"


class ToolError(RaddleError):
    """A compiler, a solver or the program under test failed, or took longer than it was given."""

    exit = Exit.INCONCLUSIVE

    def __init__(
        self, what: str, *, command: Sequence[str] = (), output: str | bytes = "", limit_s: float | None = None
    ) -> None:
        super().__init__(what)
        self.what: Final = what
        self.command: Final = tuple(command)
        self.output_tail: Final = tail(output)
        self.limit_s: Final = limit_s

    def __str__(self) -> str:
        lines = [self.what if self.limit_s is None else f"{self.what} (limit {self.limit_s:g} s)"]
        if self.command:
            lines.append(f"  command: {join(self.command)}")
        lines.extend(f"  | {line}" for line in self.output_tail.splitlines())
        return "\n".join(lines)


class InternalError(RaddleError):
    """Something that cannot be, was: our fault. `reproduce` is the command that shows it again."""

    exit = Exit.INTERNAL_ERROR

    def __init__(self, what: str, *, where: object = None, reproduce: Sequence[str] = ()) -> None:
        super().__init__(what)
        self.what: Final = what
        self.where: Final = None if where is None else str(where)
        self.reproduce: Final = tuple(reproduce)

    def __str__(self) -> str:
        first = self.what if self.where is None else f"{self.where}: {self.what}"
        lines = [f"internal error: {first}"]
        if self.reproduce:
            lines.append(f"  reproduce: {join(self.reproduce)}")
        return "\n".join(lines)


def tail(output: str | bytes, lines: int = TAIL_LINES) -> str:
    """The last lines of what a tool said, decoded leniently."""
    text = output if isinstance(output, str) else output.decode("utf-8", "replace")
    kept = text.rstrip().splitlines()
    return "\n".join(kept if len(kept) <= lines else ["...", *kept[-lines:]])
