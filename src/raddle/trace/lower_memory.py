"""Instructions that touch memory -> rows. See memory_steps.py."""

from raddle.ir import instructions as ins
from raddle.ir.probes import AccessProbe, probe_of
from raddle.ir.types import size_of, width_of
from raddle.ir.values import Operand
from raddle.trace.lowering import Lowering, RefusedError
from raddle.trace.memory_steps import early_condition, flags_of
from raddle.trace.terms import UPDATE
from raddle.trace.walker_tables import NONE


class MemoryLowering(Lowering):
    def _probe(self, instruction: ins.Instruction) -> AccessProbe:
        probe = probe_of(instruction, self.module)
        assert isinstance(probe, AccessProbe)
        return probe

    def alloca(self, instruction: ins.Alloca) -> None:
        count = NONE if instruction.count is None else self.scalar(instruction.count)
        self.row("ALLOCA", to=self.to(instruction), a=count, b=size_of(instruction.allocated))

    def load(self, instruction: ins.Load) -> None:
        address, size = self.scalar(instruction.address), self._probe(instruction).size
        flags, width = flags_of(instruction.order, instruction.volatile), width_of(instruction.type)
        if width is None:
            self.row("LOAD_BYTES", a=address, b=size, flags=flags)
        else:
            self.row("LOAD", to=self.to(instruction), a=address, b=size, width=width, flags=flags)
            condition = early_condition(instruction)
            if condition is not None and condition in self.registers:
                self.row("EARLY", a=self.registers[condition][0])

    def store(self, instruction: ins.Store) -> None:
        probe, width = self._probe(instruction), width_of(instruction.stored.type)
        address, flags = self.scalar(instruction.address), flags_of(instruction.order, instruction.volatile)
        stored = NONE if width is None else self.leaves(instruction.stored)[0]
        if width is None or stored == NONE:
            self.row("STORE_BYTES", a=address, b=probe.size, flags=flags)
            return
        op = "STORE" if probe.scalar else "STORE_LOGGED"
        self.row(op, a=address, b=probe.size, c=stored, width=width, flags=flags)

    def atomic_update(self, instruction: ins.AtomicUpdate) -> None:
        width = width_of(instruction.type)
        if width is None:
            self._update_bytes(instruction, instruction.address)
            return
        address, operand = self.scalar(instruction.address), self.scalar(instruction.operand)
        if instruction.operation == "xchg":
            op = 0
        elif instruction.operation in UPDATE:
            op = int(UPDATE[instruction.operation])
        else:
            raise RefusedError(f"atomicrmw {instruction.operation}")
        size, flags = self._probe(instruction).size, flags_of(instruction.order, False)
        self.row("UPDATE", to=self.to(instruction), a=address, b=size, c=operand, d=op, width=width, flags=flags)

    def compare_exchange(self, instruction: ins.CompareExchange) -> None:
        width = width_of(instruction.expected.type)
        if width is None:
            self._update_bytes(instruction, instruction.address)
            return
        address = self.scalar(instruction.address)
        expected, desired = self.scalar(instruction.expected), self.scalar(instruction.desired)
        to = self.results(instruction) or [self.new_register(), self.new_register()]
        assert to[1] == to[0] + 1
        size, flags = self._probe(instruction).size, flags_of(instruction.order, False)
        self.row("SWAP_IF", to=to[0], a=address, b=size, c=expected, d=desired, width=width, flags=flags)

    def _update_bytes(self, instruction: ins.Instruction, address: Operand) -> None:
        size, logged = self._probe(instruction).size, self.logged(instruction)
        first = self.tables.listed(logged)
        self.row("UPDATE_BYTES", a=self.scalar(address), b=size, c=first, d=len(logged))

    def copy(self, call: ins.Call) -> None:
        to, source, size = (self.scalar(argument.operand) for argument in call.arguments[:3])
        self.row("COPY_MEMORY", a=to, b=source, c=size)

    def fill(self, call: ins.Call) -> None:
        to, byte, size = (self.scalar(argument.operand) for argument in call.arguments[:3])
        self.row("FILL_MEMORY", a=to, b=byte, c=size)
