"""Blocks that are to be atomic -> rows before the instructions at which they may begin or end. See open_blocks.py."""

from collections.abc import Iterable

from raddle.ir import instructions as ins
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.module import Block
from raddle.trace.blocks import FunctionBlocks
from raddle.trace.walker_tables import TableBuilder


class BlockLowering:
    """Of one function. What is known of the open blocks holds up to the next call: control may come back otherwise."""

    def __init__(self, tables: TableBuilder, blocks: FunctionBlocks, debug: DebugInfo) -> None:
        self._tables = tables
        self._blocks = blocks
        self._debug = debug
        self._block: Block | None = None
        self._arrived = False
        self._loops_known = False
        self._ranges: tuple[int, ...] | None = None

    def before(self, block: Block, instruction: ins.Instruction, site: int) -> None:
        if block is not self._block:
            self._block, self._arrived, self._loops_known, self._ranges = block, True, False, None
        if self._blocks.loops and not self._loops_known:
            around = self._blocks.around.get(block.label, ())
            header = self._blocks.headed.get(block.label) if self._arrived else None
            self._row(site, (n for n in self._blocks.loops if n not in around or n == header), around)
        inside = self._blocks.ranges_at(instruction.debug, self._debug)
        if inside is not None and inside != self._ranges:
            self._row(site, (n for n in self._blocks.ranges if n not in inside), inside)
            self._ranges = inside
        self._arrived, self._loops_known = False, True
        if isinstance(instruction, ins.Call):
            self._loops_known, self._ranges = False, None

    def _row(self, site: int, ending: Iterable[int], beginning: tuple[int, ...]) -> None:
        listed = tuple(ending)
        first, then = self._tables.listed(listed), self._tables.listed(beginning)
        self._tables.row("BLOCKS", site, a=first, b=len(listed), c=then, d=len(beginning))
