"""How control can flow in a function: what comes before what, and what cannot but fail."""

from collections.abc import Iterator
from functools import cached_property

from raddle.ir.failures import doomed_blocks
from raddle.ir.instructions import Instruction
from raddle.ir.module import Block, Function


class Flow:
    """Computed once for a function, when it is asked for."""

    def __init__(self, function: Function) -> None:
        self.function = function

    @cached_property
    def before(self) -> dict[str, set[str]]:
        """Label -> the labels of the blocks that go there; the function's entry is also come to from outside ("")."""
        before: dict[str, set[str]] = {block.label: set() for block in self.function.blocks}
        for block in self.function.blocks:
            for label in block.successors:
                before[label].add(block.label)
        before[self.function.entry.label].add("")
        return before

    @cached_property
    def doomed(self) -> set[str]:
        """The labels of the blocks from which every way ends in an error call."""
        return doomed_blocks(self.function)

    @cached_property
    def definitions(self) -> dict[str, Instruction]:
        """Register -> the instruction that fills it."""
        return {one.result: one for block in self.function.blocks for one in block.instructions if one.result}

    def certainly_before(self, block: Block) -> Iterator[Block]:
        """The block, and back along those that have only one block before them."""
        seen: set[str] = set()
        while block.label not in seen:
            seen.add(block.label)
            yield block
            before = self.before[block.label]
            if len(before) != 1 or "" in before:
                return
            block = self.function.block_by_label[next(iter(before))]
