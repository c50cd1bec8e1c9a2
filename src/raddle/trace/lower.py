"""Program -> tables for the C walker.

What the reference walk decides anew at each instruction (what is logged, which leaves a value has, which side of a
branch fails) is decided here, once. Only what was entered is lowered: no other block is ever walked. Runs of one
program share its tables, which grow with what was entered.
"""

from collections import deque
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.collection import keep_all
from raddle.base.errors import InternalError
from raddle.ir.failures import failing_sides
from raddle.ir.module import Block, Function
from raddle.trace.blocks import NO_BLOCKS, Selection
from raddle.trace.lower_control import ControlLowering
from raddle.trace.program import Program
from raddle.trace.walker_tables import TableBuilder, Tables, walker_layout

Sites = npt.NDArray[np.bool_]


def lower(program: Program, recorded: Sites | None = None, blocks: Selection = NO_BLOCKS) -> Tables:
    """`recorded`: for each site, whether some log has it; None: lower everything."""
    lowered = next((one for one in _AT_HAND if one.program is program and one.blocks == blocks), None)
    is_first = not _AT_HAND
    if lowered is None:
        lowered = _Lowered(program, blocks)
        _AT_HAND.append(lowered)
    tables = lowered.with_sites(np.ones(site_count(program), np.bool_) if recorded is None else recorded)
    if is_first:  # most commands read one program; what is read of others may be thrown away again
        keep_all()
    return tables


class _Lowered:
    """What is lowered so far of a program."""

    def __init__(self, program: Program, blocks: Selection) -> None:
        self.program: Final = program
        self.blocks: Final = blocks
        self._number: Final = {loaded.entry_site: at for at, loaded in enumerate(program.functions)}
        self._target: Final = {
            address: self._number[loaded.entry_site] for address, loaded in program.function_by_address.items()
        }
        self._entries: Final = np.array(sorted(self._number), np.int64)
        self._known: Final = np.zeros(site_count(program), np.bool_)
        self._builder: Final = TableBuilder()
        self._builder.functions += [(loaded.entry_site, *[0] * 13) for loaded in program.functions]
        self._tables: Tables | None = None

    def with_sites(self, recorded: Sites) -> Tables:
        """Tables in which all is that was entered in the runs with these sites, and in earlier ones."""
        new = np.flatnonzero(recorded & ~self._known)
        if self._tables is None or new.size:
            self._known[new] = True
            around = np.searchsorted(self._entries, new, side="right") - 1
            for entry in self._entries[np.unique(around[around >= 0])].tolist():
                if self._known[entry]:  # the text of others need not even be parsed
                    self._lower(self._number[entry])
            self._tables = self._built()
        return self._tables

    def _lower(self, number: int) -> None:
        """Anew, if some of it was there: its rows are others then, and nothing leads to the old ones."""
        loaded = self.program.functions[number]
        function, base, failing = loaded.function, loaded.within.site_base, self.program.failing
        entered = _entered(function, {block.label for block in function.blocks if self._known[base + block.line]})
        if not all(block.is_whole for block in entered):  # the walker goes on until something leads out
            raise InternalError(f"a block of {function.name} has no end")
        sides = failing_sides(function, loaded.within.module, failing)
        lowering = ControlLowering(
            self._builder, loaded, number, self._number, self._target, sides, failing, self.blocks.of(loaded)
        )
        self._builder.functions[number] = lowering.lower(entered)

    def _built(self) -> Tables:
        layout, functions = walker_layout(), self.program.functions
        sites = np.zeros(self._known.size, np.uint32)
        for at, loaded in enumerate(functions):
            sites[loaded.entry_site] = layout["RD_SITE_ENTRY"] | at
        for at, call in enumerate(self._builder.calls):
            sites[call[0]] = layout["RD_SITE_CALL"] | at
        names = (loaded.function.name for loaded in functions)
        return self._builder.tables(list(self._target.items()), sites, names)


_AT_HAND: Final[deque[_Lowered]] = deque(maxlen=2)


def _entered(function: Function, recorded: set[str]) -> tuple[Block, ...]:
    """The blocks with a record, and those that a jump leads to without one."""
    entered = set(recorded)
    waiting = list(recorded)
    while waiting:
        for label in function.block_by_label[waiting.pop()].successors:
            if label in function.silent and label not in entered:
                entered.add(label)
                waiting.append(label)
    return tuple(block for block in function.blocks if block.label in entered)


def site_count(program: Program) -> int:
    return max((within.site_base + within.module.site_count for within in program.modules), default=0)
