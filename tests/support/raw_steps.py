"""Raw steps as text, for tests: `12: 7 bal := (s9 + 5) | 3` is step 12, on line 7, reached by step 3."""

from pathlib import Path

from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawStep, RawThread
from raddle.explain.walked.walk import Functions, walk_thread
from raddle.logic.operators import Op
from raddle.trace.program import Program
from tests.support.endings import is_of_the_ending
from tests.support.modelled import recorded
from tests.support.true_steps import wrong_terms

_SIGNS = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.SDIV: "/", Op.SREM: "%", Op.EQ: "==", Op.NE: "!=", Op.AND: "&",
    Op.SLT: "<", Op.SLE: "<=", Op.SGT: ">", Op.SGE: ">=", Op.OR: "|", Op.XOR: "^",
}  # fmt: skip
_TOLD = frozenset({Deed.READ, Deed.WRITE, Deed.ASSIGN, Deed.PHI, Deed.CONDITION})
_SILENT = frozenset({Op.ZEXT, Op.SEXT, Op.TRUNC})


def walked_source(folder: Path, source: Path) -> tuple[Program, list[RawThread]]:
    """Every thread of a run of the program; all their terms are worth what was seen."""
    _, recording = recorded(folder, source.stem, source)
    program = Program.of(recording.modules)
    functions = Functions(program)
    threads = [walk_thread(program, recording, thread, functions) for thread in recording.threads]
    for thread in threads:
        assert not wrong_terms(thread)
    return program, threads


def told(program: Program, thread: RawThread) -> str:
    """All but what the runtime did, which depends on the C++ library, and what ends the process."""
    return "\n".join(Printer(program, thread).lines())


class Printer:
    """A step is `LINE what it did | what it was reached by`. Steps are numbered from 1, without the runtime's."""

    def __init__(self, program: Program, thread: RawThread) -> None:
        self._program = program
        self._thread = thread
        own = ((at, step) for at, step in enumerate(thread.steps) if not is_of_the_ending(program, step.site))
        told = (index for index, step in own if step.deed in _TOLD)
        self._numbers = {index: number for number, index in enumerate(told, 1)}

    def lines(self) -> list[str]:
        return [self.line(index) for index in self._numbers]

    def _number(self, index: int) -> str:
        return str(self._numbers.get(index, "sync"))

    def line(self, index: int) -> str:
        step = self._thread.steps[index]
        place = step.place or self._program.place_of(step.site)
        guard = "" if step.guard is None else f" | {self._number(step.guard)}"
        line = "-" if place is None or step.deed is Deed.PHI else str(place.line)
        return f"{self._number(index)}: {line} {self._deed(step)}{guard}"

    def _deed(self, step: RawStep) -> str:
        match step.deed:
            case Deed.READ:
                return f"read {self.memory(step)}{self._where(step)} = {self.number(step.value, step.width)}"
            case Deed.WRITE:
                return f"write {self.memory(step)}{self._where(step)} := {self._value(step)}"
            case Deed.ASSIGN:
                return f"{self.name(step)} := {self._value(step)}"
            case Deed.PHI:
                source = "" if step.source is None else f" of {self._number(step.source)}"
                way = "" if step.way is None else f" by {step.way}"
                return f"phi {self.name(step)} := {self._value(step)}{source}{way}"
            case Deed.CONDITION:
                worth = ("not ", "")[step.value] if step.width == 1 else f"{self.number(step.value, step.width)} is "
                return f"{'fails' if step.fails else 'if'} {worth}{self.term(step.term)}"
            case _:
                raise AssertionError(step.deed)

    def name(self, step: RawStep) -> str:
        if step.variable is None:
            return "return" if step.deed is Deed.ASSIGN else "-"
        debug = self._program.module_of(step.variable.module).debug
        part = "" if step.variable.fragment is None else f".{step.variable.fragment[0] // 8}"
        return debug.text(step.variable.number, "name") + part

    def memory(self, step: RawStep) -> str:
        return self._at(step.address) or "memory"

    def number(self, value: int, width: int) -> str:
        """Addresses by what is there."""
        there = self._at(value) if width == 64 else ""
        return f"&{there}" if there else str(signed(value, width))

    def _at(self, address: int) -> str:
        for begin, size, variable, _ in self._program.variables:
            if begin <= address < begin + size:
                return variable.name[1:] + _offset(address - begin)
        function = self._program.function_by_address.get(address)
        if function is not None:
            return function.function.name[1:]
        for slot in reversed(self._thread.slots):
            if slot.address <= address < slot.address + slot.size:
                within = self._program.module_of(slot.site)
                number = within.debug.local_variable(within.module, slot.site - within.site_base)
                name = within.debug.text(number, "name") if number is not None else "slot"
                return name + _offset(address - slot.address)
        return ""

    def _where(self, step: RawStep) -> str:
        return f"[{self.term(step.address_term)}]" if step.address_term and step.size else ""

    def _value(self, step: RawStep) -> str:
        return self.term(step.term) if step.term else self.number(step.value, step.width)

    def term(self, number: int, value: int = 0, width: int = 64) -> str:
        if not number:
            return self.number(value, width)
        op, width, a, b, c, _, a_value, b_value = self._thread.terms[number]
        if op == Op.READ:
            return f"s{self._number(a)}"
        of = self._thread.terms[a or b][1] if (a or b) and op != Op.CONCAT else width
        left, right = self.term(a, a_value, of), self.term(b, b_value, of)
        if op in _SILENT:
            return left
        if op == Op.ITE:
            return f"({self.term(c)} ? {left} : {right})"
        wrap = "" if op not in (Op.ADD, Op.SUB, Op.MUL) or number in self._thread.no_wrap else "~"
        if op in _SIGNS:
            return f"({left} {wrap}{_SIGNS[Op(op)]} {right})"
        return f"{Op(op).name.lower()}({left}, {right})"


def _offset(number: int) -> str:
    return f"+{number}" if number else ""


def signed(value: int, width: int) -> int:
    return value - (1 << width) if width > 1 and value >> (width - 1) & 1 else value
