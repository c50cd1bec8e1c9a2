"""Which parts of a program are to be atomic: what the user names, and what the source itself declares.

In: options. Out: entries, numbered in this order: the functions named, the lines named, then what the source declares
(functions annotated "atomic", the macros of raddle.h), then, where they are asked for, all functions and loop bodies.
"""

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["declared", "inferred"]


@dataclass(frozen=True, slots=True)
class Lines:
    """Of a file, as the user names it: a path, or the end of one."""

    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class AtomicBlocks:
    """What is asked for on the command line. The annotations of the source count in any case."""

    functions: tuple[str, ...] = ()
    lines: tuple[Lines, ...] = ()
    infer: bool = False
    """Also each execution of a function and of a loop's body, as a block that may be meant to be atomic."""
