"""Program -> tables for the C walker.

What the reference walk decides anew at each instruction (what is logged, which leaves a value has, which side of a
branch fails) is decided here, once. Only what was entered is lowered: no other block is ever walked.
"""

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.ir.failures import failing_sides
from raddle.ir.module import Block, Function
from raddle.trace.blocks import NO_BLOCKS, Selection
from raddle.trace.lower_control import ControlLowering
from raddle.trace.program import Program
from raddle.trace.walker_tables import TableBuilder, Tables, walker_layout


def lower(program: Program, recorded: npt.NDArray[np.bool_] | None = None, blocks: Selection = NO_BLOCKS) -> Tables:
    """`recorded`: for each site, whether some log has it; None: lower everything."""
    layout = walker_layout()
    tables = TableBuilder()
    sites = np.zeros(site_count(program), np.uint32)
    number = {loaded.entry_site: at for at, loaded in enumerate(program.functions)}
    target = {address: number[loaded.entry_site] for address, loaded in program.function_by_address.items()}
    for at, loaded in enumerate(program.functions):
        sites[loaded.entry_site] = layout["RD_SITE_ENTRY"] | at
        if recorded is not None and not recorded[loaded.entry_site]:
            tables.functions.append((loaded.entry_site, *[0] * 13))  # its text need not even be parsed
            continue
        function, base = loaded.function, loaded.within.site_base
        entered = function.blocks
        if recorded is not None:
            entered = _entered(function, {block.label for block in entered if recorded[base + block.line]})
        if not all(block.is_whole for block in entered):  # the walker goes on until something leads out
            raise InternalError(f"a block of {function.name} has no end")
        sides = failing_sides(function, loaded.within.module, program.failing)
        lowering = ControlLowering(tables, loaded, at, number, target, sides, program.failing, blocks.of(loaded))
        tables.functions.append(lowering.lower(entered))
    for at, call in enumerate(tables.calls):
        sites[call[0]] = layout["RD_SITE_CALL"] | at
    names = (loaded.function.name for loaded in program.functions)
    return tables.tables(list(target.items()), sites, names)


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
