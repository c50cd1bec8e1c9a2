"""Short-circuit conditions become values: `assert(a || b)` reads b also where a decides it.

In: normalised IR text. Out: the same with each such condition computed at once, where it begins. A run then shows what
b was, and the assertion is one condition over a and b, instead of a path on which b is not known. Only what nobody can
notice is moved: arithmetic that cannot trap, and loads of memory that is surely there (capture/readable.py). A register
that such a load fills is named `.early`: the source does not read there in every case. Right before the load stands
the condition under which it does, in a register of the same name with `.if` behind it.

Two shapes are folded, from a block `head` with the blocks between it and their exits:
- what leaves to one block that cannot but fail, and to one other: an assertion;
- what comes together again in one block that only chooses between truth values, or between values at hand.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from raddle.capture.readable import Readable
from raddle.ir import instructions as ins
from raddle.ir.early import condition_register, early_register, is_early
from raddle.ir.failures import ERROR_FUNCTIONS
from raddle.ir.flow import Flow
from raddle.ir.module import Block, Function, Module
from raddle.ir.parse import parse_module
from raddle.ir.spell import spell_operand, spell_value
from raddle.ir.types import IntType, spell, width_of
from raddle.ir.values import Constant

MOST_BLOCKS: Final = 12
MOST_INSTRUCTIONS: Final = 80
_TRAPPING: Final = frozenset({"sdiv", "udiv", "srem", "urem"})
_WORTH_A_LOOK: Final = re.compile("|".join(["= phi i", *map(re.escape, sorted(ERROR_FUNCTIONS))]))
_DEBUG: Final = re.compile(r", !dbg !\d+")


def fold_conditions(text: str) -> str:
    """Until nothing is left to be folded: an inner condition becomes part of an outer one."""
    candidates: Collection[str] | None = None
    for number in count():
        text, candidates = _fold_once(text, candidates, number)
        if not candidates:
            break
    return text


def _fold_once(text: str, candidates: Collection[str] | None, number: int) -> tuple[str, set[str]]:
    """The text with regions folded, and the functions they are in. `candidates`: which to look at; None: all."""
    module = parse_module(text)
    replaced: dict[int, list[str]] = {}
    changed: set[str] = set()
    for function in module.functions.values():
        if function.name in candidates if candidates is not None else _is_worth_a_look(function, module.lines):
            found = _folded(function, module, number)
            if found:
                replaced |= found
                changed.add(function.name)
    lines: list[str] = []
    for at, line in enumerate(module.lines):
        lines += replaced.get(at, (line,))
    return "\n".join(lines), changed


def _is_worth_a_look(function: Function, lines: Sequence[str]) -> bool:
    end = lines.index("}", function.line)
    return any(_WORTH_A_LOOK.search(line) for line in lines[function.line : end])


def _folded(function: Function, module: Module, number: int) -> dict[int, list[str]]:
    """Lines to replace. Regions of one round, of this number, do not touch one another."""
    flow = Flow(function)
    replaced: dict[int, list[str]] = {}
    touched: set[str] = set()
    for head in reversed(function.blocks):
        if not isinstance(head.instructions[-1], ins.Branch) or not flow.doomed.isdisjoint(head.successors):
            continue
        if head.label in head.successors:  # a loop, which is no condition
            continue
        region = _region(head, flow, module)
        if region is not None and touched.isdisjoint(region.labels):
            touched |= region.labels
            _Folding(region, function, module, number).replace_in(replaced)
    return replaced


@dataclass(frozen=True, slots=True)
class _Region:
    head: Block
    inside: tuple[Block, ...]
    exits: tuple[str, ...]
    """One, where all ways meet; or two, the first of which fails."""

    @property
    def labels(self) -> set[str]:
        return {self.head.label, *(block.label for block in self.inside), *self.exits}


def _region(head: Block, flow: Flow, module: Module) -> _Region | None:
    """The smallest that can be folded."""
    readable: Readable | None = None
    inside: list[Block] = []
    while len(inside) < MOST_BLOCKS:
        within = {head.label, *(block.label for block in inside)}
        exits = {label for block in (head, *inside) for label in block.successors} - within
        found = _foldable_exits(exits, within, flow, inside)
        if inside and found is not None:
            return _Region(head, tuple(inside), found)
        enclosed = [label for label in sorted(exits - flow.doomed) if flow.before[label] <= within]
        if not enclosed:
            return None
        readable = readable or Readable.at_end_of(head, flow, module)
        # A way back into the region is a loop, which is no condition.
        candidates = [
            block
            for block in (flow.function.block_by_label[label] for label in enclosed)
            if within.isdisjoint(block.successors)
        ]
        joining = next((block for block in candidates if _can_be_early(block, readable)), None)
        if joining is None or sum(len(block.instructions) for block in (*inside, joining)) > MOST_INSTRUCTIONS:
            return None
        inside.append(joining)
    return None


def _foldable_exits(exits: set[str], within: set[str], flow: Flow, inside: Sequence[Block]) -> tuple[str, ...] | None:
    if any(not _is_plain(phi) for label in exits for phi in _phis(flow.function.block_by_label[label])):
        return None
    failing, going_on = sorted(exits & flow.doomed), sorted(exits - flow.doomed)
    if len(failing) == 1 and len(going_on) == 1:
        return failing[0], going_on[0]
    if failing or len(going_on) != 1:
        return None
    phis = list(_phis(flow.function.block_by_label[going_on[0]]))
    loads = any(isinstance(instruction, ins.Load) for block in inside for instruction in block.instructions)
    if not phis or (loads and not all(_chooses_truth(phi, within) for phi in phis)):
        return None
    return (going_on[0],)


def _is_plain(phi: ins.Phi) -> bool:
    return isinstance(phi.type, IntType) and width_of(phi.type) is not None


def _chooses_truth(phi: ins.Phi, within: set[str]) -> bool:
    """What && and || make: a truth value, known where the first half decides."""
    known = [isinstance(value.value, Constant) for value, label in phi.incoming if label in within]
    return phi.type == IntType(1) and any(known)


def _phis(block: Block) -> Iterator[ins.Phi]:
    for instruction in block.instructions:
        if isinstance(instruction, ins.Phi):
            yield instruction


def _can_be_early(block: Block, readable: Readable) -> bool:
    *body, last = block.instructions
    if not isinstance(last, ins.Jump | ins.Branch):
        return False
    for instruction in body:
        match instruction:
            case ins.Load():
                if width_of(instruction.type) is None or not readable.covers(instruction):
                    return False
            case ins.Binary(opcode=opcode):
                if opcode in _TRAPPING or width_of(instruction.type) is None:
                    return False
            case ins.Phi():
                if not _is_plain(instruction):
                    return False
            case ins.Compare() | ins.Cast() | ins.Select() | ins.Freeze() | ins.Negate() | ins.ElementAddress():
                pass
            case _:
                return False
    return True


@dataclass(frozen=True, slots=True)
class _Way:
    """Gone when its source is reached and the condition holds (or does not)."""

    reached: str
    condition: str
    negated: bool = False


@dataclass
class _Folding:
    """One region's new lines."""

    region: _Region
    function: Function
    module: Module
    round: int
    made: list[str] = field(default_factory=list)
    edges: dict[tuple[str, str], "_Way"] = field(default_factory=dict)
    """(from, to) -> when that way is gone"""

    def replace_in(self, replaced: dict[int, list[str]]) -> None:
        head = self.region.head
        self._leave(head, "true")
        early: list[str] = []
        for block in self.region.inside:
            early += self._take_in(block)
            replaced |= {number: [] for number in self._range(block)}
        for label in self.region.exits:
            replaced |= self._exit_phis(self.function.block_by_label[label])
        end = self._end()
        replaced[head.instructions[-1].line] = [*self.made, end]
        for block in self.function.blocks:
            for number in self._range(block):
                lines = replaced.get(number, [self.module.lines[number]])
                renamed = [_renamed(line, early) for line in lines]
                if renamed != lines:
                    replaced[number] = renamed

    def _range(self, block: Block) -> range:
        """The lines of a block, with its label and the empty line below it."""
        labels = sorted(other.line for other in self.function.blocks if other.line > block.line)
        end = labels[0] if labels else self.module.lines.index("}", block.line)
        return range(block.line, end)

    def _take_in(self, block: Block) -> list[str]:
        """Its instructions, phis chosen by the way one came; returns the registers that loads fill."""
        early: list[str] = []
        reached = self._reached(block.label)
        for instruction in block.instructions[:-1]:
            if isinstance(instruction, ins.Phi):
                self._choose(instruction, block.label, instruction.result)
                continue
            if isinstance(instruction, ins.Load) and instruction.result is not None:
                early.append(instruction.result)
                self._say_when(instruction, reached)
            self.made.append(self.module.lines[instruction.line])
        self._leave(block, reached)
        return early

    def _say_when(self, load: ins.Load, reached: str) -> None:
        """The condition under which the source reads; of a load that was early before, also the one of then."""
        assert load.result is not None
        when = f"freeze i1 {reached}"
        if is_early(load.result):
            when = f"and i1 {reached}, {condition_register(load.result)}"
        self._made(when, condition_register(early_register(load.result)))

    def _reached(self, label: str) -> str:
        """The truth value of coming to a block."""
        first, *others = [edge for edge in self.edges if edge[1] == label]
        reached = self._taken(*first)
        for other in others:
            reached = self._value("or", reached, self._taken(*other))
        return reached

    def _leave(self, block: Block, reached: str) -> None:
        match block.instructions[-1]:
            case ins.Branch(condition=condition, if_true=if_true, if_false=if_false) if if_true != if_false:
                spelled = spell_value(condition.value, condition.type)
                self.edges[block.label, if_true] = _Way(reached, spelled)
                self.edges[block.label, if_false] = _Way(reached, spelled, negated=True)
            case ins.Jump(target=target) | ins.Branch(if_true=target):
                self.edges[block.label, target] = _Way(reached, "true")
            case other:
                raise AssertionError(other)

    def _taken(self, source: str, target: str) -> str:
        way = self.edges[source, target]
        condition = self._value("xor", way.condition, "true") if way.negated else way.condition
        taken = way.reached if condition == "true" else self._value("and", way.reached, condition)
        self.edges[source, target] = _Way("true", taken)
        return taken

    def _value(self, opcode: str, left: str, right: str) -> str:
        if opcode == "and" and left == "true":
            return right
        return self._made(f"{opcode} i1 {left}, {right}")

    def _made(self, text: str, register: str | None = None) -> str:
        # lines move between rounds
        name = register or f"%raddle.if.{self.round}.{self.region.head.line}.{len(self.made)}"
        self.made.append(f"  {name} = {text}{self._debug()}")
        return name

    def _debug(self) -> str:
        """The place of the branch that decides: for an assertion, the last one that leads to its failure."""
        deciding = [block for block in self.region.inside if self.region.exits[0] in block.successors]
        block = deciding[-1] if len(self.region.exits) > 1 else self.region.head
        return self._debug_of(block.instructions[-1].line)

    def _debug_of(self, line: int) -> str:
        found = _DEBUG.search(self.module.lines[line])
        return found.group() if found else ""

    def _choose(self, phi: ins.Phi, label: str, register: str | None = None) -> str:
        """The value of a phi for the ways that lead to `label` from within."""
        ways = [(source, value) for value, source in phi.incoming if (source, label) in self.edges]
        of = spell(phi.type)
        chosen = spell_value(ways[-1][1].value, phi.type)
        if len(ways) == 1:
            return self._made(f"freeze {of} {chosen}", register)
        for number, (source, value) in enumerate(reversed(ways[:-1])):
            taken = self._taken(source, label)
            name = register if number == len(ways) - 2 else None
            chosen = self._made(f"select i1 {taken}, {spell_operand(value)}, {of} {chosen}", name)
        return chosen

    def _exit_phis(self, block: Block) -> dict[int, list[str]]:
        replaced: dict[int, list[str]] = {}
        head = self.region.head.label
        for phi in _phis(block):
            value = self._choose(phi, block.label)
            others = [
                f"[ {spell_value(other.value, other.type)}, %{label} ]"
                for other, label in phi.incoming
                if (label, block.label) not in self.edges
            ]
            incoming = ", ".join([*others, f"[ {value}, %{head} ]"])
            replaced[phi.line] = [f"  {phi.result} = phi {spell(phi.type)} {incoming}{self._debug_of(phi.line)}"]
        return replaced

    def _end(self) -> str:
        if len(self.region.exits) == 1:
            return f"  br label %{self.region.exits[0]}{self._debug()}"
        failing, going_on = self.region.exits
        return f"  br i1 {self._reached(failing)}, label %{failing}, label %{going_on}{self._debug()}"


def _renamed(line: str, registers: Sequence[str]) -> str:
    for register in registers:
        if register in line:
            early = early_register(register)
            line = re.sub(re.escape(register) + r"(?![-\w.$\"])", early.replace("\\", r"\\"), line)
    return line
