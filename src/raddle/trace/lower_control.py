"""One function -> rows: its blocks, jumps, calls and returns."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from raddle.base.failing import MOST_STATUS, Failing
from raddle.ir import instructions as ins
from raddle.ir.failures import MAIN, Sides, catching_of, is_ending, is_thread_routine
from raddle.ir.module import Block
from raddle.ir.probes import (
    CallProbe,
    CopyProbe,
    FillProbe,
    LocalCallProbe,
    ResultProbe,
    block_mark,
    byval_arguments,
    is_atomic_function,
    probe_of,
)
from raddle.ir.types import width_of
from raddle.ir.values import Global, Operand
from raddle.logic.operators import Op
from raddle.trace.blocks import FunctionBlocks
from raddle.trace.lower_blocks import BlockLowering
from raddle.trace.lower_memory import MemoryLowering
from raddle.trace.lower_values import ValueLowering
from raddle.trace.lowering import RefusedError
from raddle.trace.parallel_moves import one_by_one
from raddle.trace.program import LoadedFunction
from raddle.trace.walker_tables import CONSTANT, NONE, TableBuilder


class ControlLowering(ValueLowering, MemoryLowering):
    def __init__(
        self,
        tables: TableBuilder,
        loaded: LoadedFunction,
        number: int,
        numbers: Mapping[int, int],
        function_at: Mapping[int, int],
        sides: Sides,
        judged: Failing,
        blocks: FunctionBlocks | None = None,
    ) -> None:
        super().__init__(tables, loaded)
        self._atomic = blocks
        self._number = number
        self._numbers = numbers
        self._function_at = function_at
        self._sides = sides
        self._judged = judged
        self._block = self.function.entry
        self._lowered: frozenset[str] = frozenset()
        self._first: dict[str, int] = {}
        self._edges: list[tuple[list[int], str]] = []
        self._calls = 0
        self._most_results = 0
        self._temporary: int | None = None
        self._lowerers: dict[type, Callable[[Any], None]] = {
            ins.Binary: self.binary,
            ins.Negate: self.negate,
            ins.Compare: self.compare,
            ins.Cast: self.cast,
            ins.Freeze: self.freeze,
            ins.Select: self.select,
            ins.ElementAddress: self.element_address,
            ins.ExtractValue: self.extract_value,
            ins.InsertValue: self.insert_value,
            ins.Alloca: self.alloca,
            ins.Load: self.load,
            ins.Store: self.store,
            ins.AtomicUpdate: self.atomic_update,
            ins.CompareExchange: self.compare_exchange,
            ins.Fence: lambda _: self.row("FENCE"),
            ins.Call: self._call,
            ins.Opaque: self.result,
            ins.LandingPad: self.result,
            ins.Jump: self._jump,
            ins.Branch: self._branch,
            ins.Switch: self._switch,
            ins.IndirectJump: self._indirect_jump,
            ins.Return: self._return,
            ins.Resume: lambda _: self.row("RESUME"),
            ins.Unreachable: lambda _: self.row("UNREACHABLE"),
        }

    def lower(self, blocks: Sequence[Block]) -> tuple[int, ...]:
        """Its row of rd_function; the other tables get theirs on the way."""
        self._lowered = frozenset(block.label for block in blocks)
        crossing = self._atomic and BlockLowering(self.tables, self._atomic, self.loaded.within.debug)
        for block in blocks:
            self._first[block.label] = len(self.tables.instructions)
            self._block = block
            for instruction in block.instructions:
                if isinstance(instruction, ins.Phi):
                    continue
                if crossing:
                    crossing.before(block, instruction, self.loaded.within.site_base + instruction.line)
                self._instruction(instruction)
        for edge, label in self._edges:
            edge[1] = self._first.get(label, 0)
        parameters: list[int] = []
        for parameter in self.function.parameters:
            leaves = self.registers[parameter.name]
            parameters += [self.tables.shape(parameter.type), len(leaves), *leaves]
        returned, called = self.register_count, self.register_count + self._most_results
        bits = -(-self._calls // 64)
        entered = self._atomic.entered if self._atomic else ()
        return (
            self.loaded.entry_site,
            self._first[self.function.entry.label],
            *(called + bits, returned, called, bits),
            *(self.tables.listed(parameters), len(self.function.parameters)),
            *(int(is_atomic_function(self.function.name)), self.tables.shape(self.function.result)),
            *(self._function_at[self.loaded.address], int(is_thread_routine(self.function.name))),
            *(self.tables.listed(entered), len(entered)),
        )

    def _instruction(self, instruction: ins.Instruction) -> None:
        self.site = self.loaded.within.site_base + instruction.line
        try:
            self._lowerers[type(instruction)](instruction)
        except RefusedError as refused:
            self.tables.refuse(self.site, f"{self.function.name}: {refused}")

    # ---- jumps

    def _edge(self, label: str) -> int:
        """A new edge from this block."""
        target = self.function.block_by_label[label]
        recorded = label not in self.function.silent
        edge = self.tables.edge(
            self.function.name, label, self.loaded.within.site_base + target.line, recorded=recorded
        )
        self._edges.append((edge, label))
        if label in self._lowered:
            moves, logged = self._phis(target)
            words = [word for move in moves for word in move]
            edge[2:6] = [self.tables.listed(words), len(moves), self.tables.listed(logged), len(logged)]
        return len(self.tables.edges) - 1

    def _phis(self, target: Block) -> tuple[list[tuple[int, int]], list[int]]:
        """What to move on the way, and the registers that the log fills."""
        moves: list[tuple[int, int]] = []
        logged: list[int] = []
        for phi in target.instructions:
            if not isinstance(phi, ins.Phi):
                break
            if self.is_probed(phi):
                logged += self.logged(phi)
                continue
            incoming = next(value for value, source in phi.incoming if source == self._block.label)
            pairs = zip(self.results(phi), self.leaves(incoming), strict=True)
            moves += [(to, source) for to, source in pairs if to != NONE]
        return one_by_one(moves, self._spare_register), logged

    def _spare_register(self) -> int:
        if self._temporary is None:
            self._temporary = self.new_register()
        return self._temporary

    def _jump(self, instruction: ins.Jump) -> None:
        self.row("JUMP", a=self._edge(instruction.target))

    def _branch(self, instruction: ins.Branch) -> None:
        condition = self.scalar(instruction.condition)
        first = self._edge(instruction.if_true)
        self._edge(instruction.if_false)
        fails, throws = (side.get(instruction.line, NONE) for side in (self._sides.failing, self._sides.throwing))
        ends = self._sides.in_the_end(instruction.line)
        by_status = fails == NONE and ends is not None
        fails = fails if ends is None or not by_status else ends
        self.row("BRANCH", a=condition, b=first, c=fails, d=throws, flags=int(by_status))

    def _switch(self, instruction: ins.Switch) -> None:
        selector, default = self.scalar(instruction.selector), self._edge(instruction.default)
        edges: dict[str, int] = {}
        cases: dict[int, int] = {}
        for value, label in instruction.cases:
            if label not in edges:
                edges[label] = self._edge(label)
            cases.setdefault(value, edges[label])
        first = len(self.tables.cases)
        self.tables.cases += [(value, edge, 0) for value, edge in sorted(cases.items())]
        self.row("SWITCH", a=selector, b=default, c=first, d=len(cases))

    def _indirect_jump(self, instruction: ins.IndirectJump) -> None:
        address = self.scalar(instruction.address)
        first = len(self.tables.edges)
        for label in instruction.targets:
            self._edge(label)
        self.row("INDIRECT", a=address, b=first, c=len(instruction.targets))

    def _return(self, instruction: ins.Return) -> None:
        leaves = [] if instruction.operand is None else self.leaves(instruction.operand)
        if self.function.name == MAIN and instruction.operand is not None:
            self._judge_status(instruction.operand, outermost=True)
        self.row("RETURN", a=self.tables.listed(leaves), b=len(leaves))

    def _judge_status(self, operand: Operand, *, outermost: bool) -> None:
        """As judge_status() of trace/frame_steps.py."""
        passing, width, status = self._judged.passing, width_of(operand.type), self.leaves(operand)[0]
        if passing is None or width is None or status == NONE:
            return
        kept, passes, one = (self.new_register() for _ in range(3))
        constant = self.tables.constant
        self.two(Op.AND, kept, status, constant(MOST_STATUS), width, width)
        self.row("MOVE", to=passes, a=constant(0))
        for number in sorted(passing):
            self.two(Op.EQ, one, kept, constant(number), width, 1)
            self.two(Op.OR, passes, passes, one, 1, 1)
        self.row("JUDGE", a=passes, b=int(outermost))

    # ---- calls

    def _call(self, call: ins.Call) -> None:
        probe = probe_of(call, self.module)
        if call.targets and not isinstance(probe, CallProbe | LocalCallProbe):
            raise RefusedError(f"invoke of {call.callee.value}")
        match probe:
            case CopyProbe():
                self.copy(call)
            case FillProbe():
                self.fill(call)
            case CallProbe():
                if is_ending(call):
                    self._judge_status(call.arguments[0].operand, outermost=False)
                self.row("CALL", a=self._call_row(call, local=False))
            case LocalCallProbe():
                self.row("CALL_LOCAL", a=self._call_row(call, local=True))
            case ResultProbe():
                self.result(call)
            case _ if (begins := block_mark(call)) is not None:
                self.row("BLOCK_MARK", a=int(begins))
            case _:
                self.intrinsic(call)

    def _call_row(self, call: ins.Call, *, local: bool) -> int:
        arguments: list[int] = []
        for argument in call.arguments:
            leaves = [] if argument.byval is not None else self.leaves(argument.operand)
            shape = NONE if argument.byval is not None else self.tables.shape(argument.operand.type)
            arguments += [shape, len(leaves), *leaves]
        pinned = self.pinnable(*(argument.operand for argument in call.arguments))
        copied = [word for operand, size in byval_arguments(call) for word in (self.scalar(operand), size)]
        results, callee = self.results(call), self.scalar(call.callee)
        if not local:
            self._most_results = max(self._most_results, len(results))
        self.tables.calls.append(
            (
                *(self.site, len(self.tables.instructions), self._number, self._calls, int(local)),
                *(callee, self._own_target(call) if local else self._target(call, callee)),
                *(self.tables.listed(arguments), len(call.arguments)),
                *(self.tables.listed(pinned), len(pinned)),
                *(self.tables.listed(copied), len(copied) // 2),
                *(self.tables.listed(results), len(results), self.tables.shape(call.type)),
                *((self._edge(label) for label in call.targets) if call.targets else (NONE, NONE)),
                int(catching_of(call, self.function)),
            )
        )
        self._calls += 1
        return len(self.tables.calls) - 1

    def _own_target(self, call: ins.Call) -> int:
        assert isinstance(call.callee.value, Global)
        return self._numbers[self.loaded.within.site_base + self.module.functions[call.callee.value.name].entry_line]

    def _target(self, call: ins.Call, callee: int) -> int:
        """The function that a constant callee is, by its identity."""
        if not callee & CONSTANT:
            return NONE
        return self._function_at.get(self.loaded.within.constant(call.callee), NONE)
