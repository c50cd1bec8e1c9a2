"""What a branch decides, where that is no more than numbers: `if (nsec >= 1000000000) { nsec -= 1000000000; sec++; }`.

In: a branch of a function that depends on a number that varies, and what its frame holds. Out: where its sides meet
again, and which memory they may write until then: only the thread's own. None: others may notice what they do.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.module import Block, Function
from raddle.ir.post_dominators import post_dominators
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import size_of
from raddle.ir.values import Constant, Local, Operand
from raddle.trace.frames import Frame
from raddle.trace.program import element_offset

_MOST_BLOCKS: Final = 64
_SILENT: Final = (
    *(ins.Binary, ins.Negate, ins.Compare, ins.Cast, ins.Freeze, ins.Select, ins.Phi, ins.ElementAddress),
    *(ins.ExtractValue, ins.InsertValue, ins.Jump, ins.Branch, ins.Switch),
)
_IDLE: Final = ("dbg.", "lifetime.", "expect", "assume", "stacksave", "stackrestore")
Place = tuple[int, int]


@dataclass(frozen=True)
class Scope:
    meets: str
    """The label of the block where its sides meet."""
    writes: tuple[Place, ...]


@dataclass
class Scopes:
    """Of all functions of a program. `is_output`: of a call by its site; `is_own`: of an address."""

    is_output: Callable[[int], bool]
    is_own: Callable[[int], bool]
    _meets: dict[int, dict[str, str | None]] = field(default_factory=dict)

    def of(self, frame: Frame) -> Scope | None:
        function, block = frame.loaded.function, frame.block
        known = self._meets.get(frame.loaded.entry_site)
        if known is None:
            known = self._meets[frame.loaded.entry_site] = post_dominators(function)
        meets = known.get(block.label)
        if meets is None:
            return None
        writes: list[Place] = []
        for inner in _between(function, block, meets):
            for instruction in inner.instructions if inner is not None else (None,):
                found = None if instruction is None else self._written(frame, instruction)
                if found is None:
                    return None
                writes += found
        return Scope(meets, tuple(writes))

    def _written(self, frame: Frame, instruction: ins.Instruction) -> list[Place] | None:
        match instruction:
            case ins.Load(address=address):
                at = _address(frame, address)
                return [] if at is not None and self.is_own(at) else None
            case ins.Store(stored=stored, address=address, order="", volatile=False):
                at = _address(frame, address)
                return [(at, size_of(stored.type))] if at is not None and self.is_own(at) else None
            case ins.Call(callee=callee):
                name = intrinsic_of(callee.value)
                idle = name is not None and (name.startswith(_IDLE) or instruction.result is not None)
                return [] if idle or self.is_output(frame.site(instruction)) else None
            case _:
                return [] if isinstance(instruction, _SILENT) else None


def _between(function: Function, block: Block, meets: str) -> Iterator[Block | None]:
    """All blocks that lie between; None: there are too many."""
    seen, left = {meets}, list(block.successors)
    while left:
        label = left.pop()
        if label in seen:
            continue
        seen.add(label)
        if len(seen) > _MOST_BLOCKS:
            yield None
            return
        inner = function.block_by_label[label]
        yield inner
        left += inner.successors


def _address(frame: Frame, operand: Operand) -> int | None:
    """Where an access goes of which it is not said that it takes place."""
    if not isinstance(operand.value, Local):
        return None
    held = frame.registers.get(operand.value.name)
    if held is not None:
        return None if held[0] is None else held[0][0]
    made = next((one for one in _definitions(frame) if one.result == operand.value.name), None)
    if not isinstance(made, ins.ElementAddress):
        return None
    base = _address(frame, made.base)
    if base is None or not all(isinstance(index.value, Constant) for index in made.indices):
        return None
    return base + element_offset(made.source, [_number(index) for index in made.indices])


def _definitions(frame: Frame) -> Iterator[ins.Instruction]:
    return (one for block in frame.loaded.function.blocks for one in block.instructions)


def _number(index: Operand) -> int:
    assert isinstance(index.value, Constant)
    bits = 8 * size_of(index.type)
    return index.value.bits - (1 << bits) if index.value.bits >> (bits - 1) & 1 else index.value.bits
