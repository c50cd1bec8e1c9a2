"""The tables that the C walker reads: their layout (native/walker/tables.h, ops.h), and what builds them row by row.

An operand is a register's number in its frame, a constant's number + RD_CONSTANT, or NONE: opaque.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.native_code import native_folder
from raddle.base.trace_format import TraceFormat, parse_headers
from raddle.ir.types import Type, shape_of

Rows = npt.NDArray[np.void]

NONE: Final = 0xFFFFFFFF
CONSTANT: Final = 0x80000000
HEADERS: Final = ("tables.h", "ops.h")


@cache
def walker_layout() -> TraceFormat:
    """Constants and structs of the walker's headers."""
    folder = native_folder() / "walker"
    return parse_headers("\n".join((folder / name).read_text(encoding="utf-8") for name in HEADERS))


@dataclass(frozen=True)
class Tables:
    """A program as tables; and names, for messages, of what its numbers stand for."""

    instructions: Rows
    edges: Rows
    cases: Rows
    functions: Rows
    calls: Rows
    words: npt.NDArray[np.uint32]
    constants: Rows
    addresses: Rows
    sites: npt.NDArray[np.uint32]
    function_names: tuple[str, ...]
    edge_names: tuple[tuple[str, str], ...]
    """Function and label of the target."""
    reasons: tuple[str, ...]
    """Of RD_OP_REFUSED."""


class TableBuilder:
    """Collects rows. Instruction 0 stands for every block that is not lowered."""

    def __init__(self) -> None:
        layout = walker_layout()
        self._op = {name.removeprefix("RD_OP_"): n for name, n in layout.constants.items() if name.startswith("RD_OP_")}
        self.instructions: list[tuple[int, ...]] = []
        self.edges: list[list[int]] = []
        self.edge_names: list[tuple[str, str]] = []
        self.cases: list[tuple[int, int, int]] = []
        self.functions: list[tuple[int, ...]] = []
        self.calls: list[tuple[int, ...]] = []
        self.words: list[int] = []
        self._constants: dict[int, int] = {}
        self._shapes: dict[tuple[int | None, ...], int] = {}
        self.reasons: list[str] = []
        self.refuse(0, "a block that was not recorded")

    def row(
        self, op: str, site: int, *, to: int = 0, a: int = 0, b: int = 0, c: int = 0, d: int = 0,
        width: int = 0, result_width: int = 0, flags: int = 0,
    ) -> None:  # fmt: skip
        self.instructions.append((self._op[op], width, result_width, flags, site, to, a, b, c, d, 0))

    def number_of(self, op: str) -> int:
        return self._op[op]

    def refuse(self, site: int, reason: str) -> None:
        self.reasons.append(reason)
        self.row("REFUSED", site, a=len(self.reasons) - 1)

    def constant(self, value: int) -> int:
        return CONSTANT | self._constants.setdefault(value, len(self._constants))

    def shape(self, of: Type) -> int:
        """Equal for types whose leaves have equal widths."""
        return self._shapes.setdefault(shape_of(of), len(self._shapes))

    def listed(self, words: Iterable[int]) -> int:
        """Where in `words` they now begin."""
        first = len(self.words)
        self.words.extend(words)
        return first

    def edge(self, function: str, label: str, site: int, *, recorded: bool) -> list[int]:
        """A new edge; whoever asked for it fills in what its target needs."""
        row = [site, 0, 0, 0, 0, 0, int(recorded)]
        self.edges.append(row)
        self.edge_names.append((function, label))
        return row

    def tables(
        self, addresses: list[tuple[int, int]], sites: npt.NDArray[np.uint32], function_names: Iterable[str]
    ) -> Tables:
        return Tables(
            instructions=_rows("rd_instruction", self.instructions),
            edges=_rows("rd_edge", [tuple(edge) for edge in self.edges]),
            cases=_rows("rd_case", self.cases),
            functions=_rows("rd_function", self.functions),
            calls=_rows("rd_call", self.calls),
            words=np.array(self.words, np.uint32),
            constants=_rows("rd_register", [(value, 0, 0) for value in self._constants]),
            addresses=_rows("rd_address", [(address, function, 0) for address, function in sorted(addresses)]),
            sites=sites,
            function_names=tuple(function_names),
            edge_names=tuple(self.edge_names),
            reasons=tuple(self.reasons),
        )


def _rows(struct: str, rows: Sequence[tuple[int, ...]]) -> Rows:
    return np.array(rows, walker_layout().struct(struct))
