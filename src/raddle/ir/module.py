"""A module as the parser yields it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from raddle.ir.instructions import (
    Branch,
    Call,
    IndirectJump,
    Instruction,
    Jump,
    Phi,
    Resume,
    Return,
    Switch,
    Unreachable,
)
from raddle.ir.records import Exits, silent_blocks
from raddle.ir.types import Type, TypeTable
from raddle.ir.values import Global, Unmodelled, Value

PROGRAM_MAIN: Final = "__raddle_main"
"""What the program's main is called in the IR: main itself is the runtime's."""


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type
    byval: Type | None


@dataclass(frozen=True)
class Block:
    label: str
    line: int  # of the label; the block's site
    instructions: tuple[Instruction, ...]

    @cached_property
    def phis(self) -> tuple[Phi, ...]:
        return tuple(one for one in self.instructions if isinstance(one, Phi))

    @property
    def is_whole(self) -> bool:
        """Whether its last instruction, and no other, leads out of it."""
        return [leads_out(one) for one in self.instructions] == [False] * (len(self.instructions) - 1) + [True]

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        return tuple(one for one in self.instructions if isinstance(one, Call))

    @cached_property
    def called(self) -> frozenset[str]:
        """Names of the functions that it calls by name, with their @."""
        return frozenset(one.callee.value.name for one in self.calls if isinstance(one.callee.value, Global))

    @cached_property
    def successors(self) -> tuple[str, ...]:
        match self.instructions[-1]:
            case Jump(target=target):
                return (target,)
            case Branch(if_true=if_true, if_false=if_false):
                return (if_true, if_false)
            case Switch(default=default, cases=cases):
                return (default, *(label for _, label in cases))
            case IndirectJump(targets=targets) | Call(targets=targets):
                return targets
            case _:
                return ()


def leads_out(instruction: Instruction) -> bool:
    ends = Jump | Branch | Switch | IndirectJump | Return | Resume | Unreachable
    return isinstance(instruction, ends) or (isinstance(instruction, Call) and bool(instruction.targets))


@dataclass(frozen=True)
class Header:
    """What the line of a function says of it."""

    name: str
    result: Type
    parameters: tuple[Parameter, ...]
    variadic: bool
    debug: int | None
    replaceable: bool


@dataclass(frozen=True)
class Function:
    """Its header and its blocks are read when they are first asked for: a run enters few of a program's functions."""

    name: str  # with its @
    line: int
    end: int  # of the closing brace
    lines: Sequence[str] = field(repr=False, compare=False)  # of its module
    read_header: Callable[[int], Header] = field(repr=False, compare=False)
    read_blocks: Callable[[int], tuple[Block, ...]] = field(repr=False, compare=False)

    @cached_property
    def header(self) -> Header:
        return self.read_header(self.line)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        return self.read_blocks(self.line)

    @property
    def result(self) -> Type:
        return self.header.result

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.header.parameters

    @property
    def variadic(self) -> bool:
        return self.header.variadic

    @property
    def debug(self) -> int | None:
        """Number of its !dbg subprogram."""
        return self.header.debug

    @property
    def replaceable(self) -> bool:
        """The linker may take another definition: calls may leave the module."""
        return self.header.replaceable

    @cached_property
    def never_returns(self) -> bool:
        """By its text alone: few functions are worth parsing."""
        return not any(line.startswith("  ret ") for line in self.lines[self.line : self.end])

    @property
    def entry_line(self) -> int:
        """Of the first label, which stands right below the header."""
        return self.line + 1

    @cached_property
    def block_by_label(self) -> dict[str, Block]:
        return {block.label: block for block in self.blocks}

    @cached_property
    def block_by_line(self) -> dict[int, Block]:
        return {block.line: block for block in self.blocks}

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    @cached_property
    def silent(self) -> frozenset[str]:
        """Labels of the blocks that leave no record when they are entered."""
        return silent_blocks({block.label: _exits(block) for block in self.blocks}, self.entry.label)


def _exits(block: Block) -> Exits:
    return Exits(
        block.successors,
        plain=isinstance(block.instructions[-1], Jump | Branch | Switch | Return | Unreachable),
        calls=any(map(_leaves_a_record, block.calls)),
    )


def _leaves_a_record(call: Call) -> bool:
    match call.callee.value:
        case Global(name):
            return not name.startswith("@llvm.")
        case Unmodelled():  # inline assembly
            return False
        case _:
            return True


@dataclass(frozen=True)
class GlobalVariable:
    name: str
    line: int
    type: Type
    thread_local: bool
    constant: bool
    defined: bool
    initializer: Value | None
    section: str
    debug: int | None

    @property
    def is_metadata(self) -> bool:
        """Words of annotations: no object file has them."""
        return self.section == "llvm.metadata"


@dataclass(frozen=True)
class Module:
    text: str
    types: TypeTable
    globals: dict[str, GlobalVariable]
    functions: dict[str, Function]
    declarations: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    lines: tuple[str, ...] = field(repr=False, default=())

    @cached_property
    def address_names(self) -> tuple[str, ...]:
        """The names whose run-time addresses the module's constructor reports, in order."""
        variables = [
            variable.name
            for variable in self.globals.values()
            if not variable.thread_local and not variable.name.startswith("@llvm.") and not variable.is_metadata
        ]
        called = [name for name in self.declarations if not name.startswith("@llvm.")]
        return (*variables, *self.functions, *self.aliases, *called)

    @property
    def site_count(self) -> int:
        return len(self.lines) + 1
