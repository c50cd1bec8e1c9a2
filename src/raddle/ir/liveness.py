"""Which registers of a function may still be read: at the beginnings of its blocks, and behind its calls; and which
variables in memory are written there before anything may read them.

In: a function. Out: `Liveness`. A phi is read where control leaves the block that its value comes from, filled where
its own block begins: at the beginning of a block its phis are filled already.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from raddle.ir.early import condition_register, is_early
from raddle.ir.instructions import (
    Alloca,
    Binary,
    Call,
    Cast,
    Compare,
    ElementAddress,
    ExtractValue,
    Freeze,
    InsertValue,
    Instruction,
    Jump,
    Load,
    Negate,
    Phi,
    Select,
    Store,
)
from raddle.ir.module import Block, Function
from raddle.ir.operands import operands_of, registers_of
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import store_size_of
from raddle.ir.values import Global, Local, Operand

_COMPUTING: Final = (
    *(Binary, Cast, Compare, ElementAddress, ExtractValue, Freeze, InsertValue, Negate, Phi, Select, Store),
)
"""They read no memory."""


class Liveness:
    """Computed once for a function, when it is asked for."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._behind: dict[int, tuple[str, ...]] = {}
        self._overwritten: dict[str, tuple[tuple[str, int], ...]] = {}

    @cached_property
    def at_entry(self) -> dict[str, tuple[str, ...]]:
        """Label -> the registers that may be read from the beginning of the block on, sorted; phis are filled."""
        return {label: tuple(sorted(live)) for label, live in self._live.items()}

    def behind(self, call: Call) -> tuple[str, ...]:
        """The registers that may be read once control is out of a call again, in whatever way, without its result;
        sorted."""
        found = self._behind.get(call.line)
        if found is None:
            block = self._block_of[call.line]
            live = _at_end(self.function, block, self._live)
            for instruction in reversed(block.instructions):
                if instruction is call:
                    break
                _step_back(live, instruction)
            live.discard(call.result or "")
            found = self._behind[call.line] = tuple(sorted(live))
        return found

    def overwritten(self, label: str) -> tuple[tuple[str, int], ...]:
        """Variables on the stack that are written behind the beginning of the block before anything may read them: the
        register that holds the address of each, and the bytes from there on."""
        found = self._overwritten.get(label)
        if found is None:
            found = self._overwritten[label] = tuple(self._first_written(label))
        return found

    def _first_written(self, label: str) -> Iterator[tuple[str, int]]:
        """As far as control goes on in one way. Of what is loaded before, a variable is sure not to be read where the
        load is of another one or of a global."""
        read: set[str] = set()
        seen: set[str] = set()
        while label not in seen:
            seen.add(label)
            for instruction in self.function.block_by_label[label].instructions:
                match instruction:
                    case Store(address=Operand(value=Local(name)), stored=stored) if name in self._variables - read:
                        yield name, store_size_of(stored.type)
                        read.add(name)  # the rest of it is as it was
                    case Load(address=Operand(value=Local(name))) if name in self._variables:
                        read.add(name)
                    case Load(address=Operand(value=Global())):
                        pass
                    case Jump(target=target):
                        label = target
                    case Call() if (intrinsic_of(instruction.callee.value) or "").startswith("dbg."):
                        pass
                    case _:
                        if not isinstance(instruction, _COMPUTING):
                            return

    @cached_property
    def _variables(self) -> set[str]:
        """Registers that hold the addresses of variables on the stack."""
        instructions = (one for block in self.function.blocks for one in block.instructions)
        return {one.result for one in instructions if isinstance(one, Alloca) and one.result is not None}

    @cached_property
    def _block_of(self) -> dict[int, Block]:
        return {one.line: block for block in self.function.blocks for one in block.instructions}

    @cached_property
    def _live(self) -> dict[str, set[str]]:
        """Grows until nothing changes: blocks again whose successors have changed."""
        live: dict[str, set[str]] = {block.label: set() for block in self.function.blocks}
        before: dict[str, list[str]] = {label: [] for label in live}
        for block in self.function.blocks:
            for label in block.successors:
                before[label].append(block.label)
        waiting = dict.fromkeys(live)  # each once
        while waiting:
            label, _ = waiting.popitem()
            block = self.function.block_by_label[label]
            now = _at_end(self.function, block, live)
            for instruction in reversed(block.instructions):
                if not isinstance(instruction, Phi):
                    _step_back(now, instruction)
            if now != live[label]:
                live[label] = now
                waiting |= dict.fromkeys(before[label])
        return live


def _at_end(function: Function, block: Block, live: Mapping[str, set[str]]) -> set[str]:
    """What its successors may read, and what goes into their phis from here."""
    found: set[str] = set()
    for label in block.successors:
        target = function.block_by_label[label]
        found |= live[label] - {phi.result for phi in target.phis}
        for phi in target.phis:
            found.update(
                name for operand, source in phi.incoming if source == block.label for name in registers_of(operand)
            )
    return found


def _step_back(live: set[str], instruction: Instruction) -> None:
    live.discard(instruction.result or "")
    live.update(read_by(instruction))


def read_by(instruction: Instruction) -> set[str]:
    """The registers that the walk looks at there."""
    found = {name for operand in operands_of(instruction) for name in registers_of(operand)}
    if isinstance(instruction, Load) and instruction.result is not None and is_early(instruction.result):
        found.add(condition_register(instruction.result))
    return found
