"""Steps of the walk about local variables in registers: assignments, and merges where ways meet.

A variable has versions. Each is a step, and the register that holds it from then on holds the step's own term. What
capture/conditions.py has folded into a choice between two values is told as the branch that it was: the condition, the
assignment in its scope, and the merge.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from raddle.explain.run import Deed
from raddle.explain.walked.collected import StepEmitter
from raddle.explain.walked.local_variables import Held, LocalVariables, Merge, Note
from raddle.explain.walked.raw import RawStep, Variable
from raddle.explain.walked.scopes import Scopes
from raddle.ir import instructions as ins
from raddle.ir.module import Block
from raddle.ir.probes import is_known, probe_of
from raddle.ir.types import width_of
from raddle.ir.values import Local, Operand
from raddle.trace.emitter import Scalar
from raddle.trace.frames import Frame


class Version(NamedTuple):
    step: int
    term: int
    """That stands for it."""
    held: Scalar
    """What registers hold that hold it: its own term, another variable's whose copy it is, a constant."""


@dataclass(slots=True)
class Activation:
    """What goes with a frame of the walk."""

    number: int
    depth: int
    variables: LocalVariables
    scopes: Scopes
    call: tuple[int, int, int] | None
    """Site, stack and activation of the call; None: nobody called it who is known."""
    versions: dict[Held, Version] = field(default_factory=dict)
    """Of the variables, the latest ones."""
    named: dict[str, tuple[Held, Version]] = field(default_factory=dict)
    """Registers that hold a variable, as long as they hold that term."""


class LocalSteps:
    def __init__(self, out: StepEmitter) -> None:
        self._out = out

    # ---- a variable is given a value

    def note(self, frame: Frame, activation: Activation, note: Note) -> None:
        operand = note.operand
        leaf = _leaf(frame, operand) if operand is not None else None
        if operand is None or leaf is None:
            activation.versions.pop(note.held, None)
        elif isinstance(operand.value, Local):
            self._register(frame, activation, note, operand, leaf)
        else:
            self._given(frame, activation, note, operand, leaf)

    def _given(self, frame: Frame, activation: Activation, note: Note, operand: Operand, leaf: Scalar) -> None:
        """A constant, or what another variable holds: no register is its own."""
        self._at(frame, frame.loaded.within.site_base + note.line)
        said = leaf if leaf[1] else self.named(activation, note.said, leaf[0])
        step = self._assign(frame, activation, note.held, said, self._out.guard)
        step.place = note.place
        activation.versions[note.held] = self._version(step, _width(operand), leaf)

    def named(self, activation: Activation, name: str, value: int) -> Scalar:
        """A constant that the source calls by a variable's name: that variable, if it holds it."""
        known = (activation.versions.get(held) for held in activation.variables.by_name.get(name, ()))
        holding = [version for version in known if version is not None and version.held == (value, 0)]
        if holding:  # of variables of one name the innermost was given its value last
            return value, max(holding).term
        return value, 0

    def _register(self, frame: Frame, activation: Activation, note: Note, operand: Operand, leaf: Scalar) -> None:
        assert isinstance(operand.value, Local)
        register, held = operand.value.name, note.held
        known = activation.named.get(register)
        if known is not None and known[1].held == leaf:
            if known[0] == held:
                activation.versions[held] = known[1]
            else:
                self._given(frame, activation, note, operand, leaf)
            return
        if not self._come_to(frame, activation, register):
            activation.versions.pop(held, None)
            return
        step = self._assign(frame, activation, held, leaf, self._out.guard)
        if isinstance(activation.variables.flow.definitions.get(register), ins.Alloca):
            step.place = note.place
        self._name(frame, activation, held, register, self._version(step, _width(operand), None))
        self._out.stack, self._out.activation = frame.stack, activation.number

    def _come_to(self, frame: Frame, activation: Activation, register: str) -> bool:
        """To where the register was filled: a parameter's at the call. False: nobody knows where that is."""
        if register not in activation.variables.parameters:
            self._at(frame, frame.site(activation.variables.flow.definitions[register]))
            return True
        if activation.call is None:
            return False
        self._out.site, self._out.stack, self._out.activation = activation.call
        return True

    def _at(self, frame: Frame, site: int) -> None:
        self._out.site, self._out.stack = site, frame.stack

    def _assign(
        self, frame: Frame, activation: Activation, held: Held | None, leaf: Scalar, guard: int | None
    ) -> RawStep:
        step = self._out.step(Deed.ASSIGN, guard)
        step.value, step.term = leaf
        step.variable = _variable(frame, activation, held)
        return step

    def _version(self, step: RawStep, width: int, held: Scalar | None) -> Version:
        """That the last step has made. `held`: None: its own term."""
        term = self._out.define(step, width, step.value)
        return Version(len(self._out.steps) - 1, term, held if held is not None else (step.value, term))

    def _name(self, frame: Frame, activation: Activation, held: Held, register: str, version: Version) -> None:
        frame.registers[register] = [version.held]
        activation.versions[held] = version
        activation.named[register] = (held, version)

    # ---- where ways meet

    def arrive(self, frame: Frame, activation: Activation, way: int | None, left: Block) -> None:
        """At a block with phis, by `way` from the block that was left. Where no scope has ended, a phi is no step."""
        conditions: dict[tuple[Operand, int | None], int] = {}
        for merge in activation.variables.merges[frame.block.label]:
            leaf = frame.registers[merge.register][0]
            if leaf is None or probe_of(merge.phi, frame.loaded.within.module) is not None:
                continue
            operand, branch, by = self._unfolded(frame, activation, merge, left, way, conditions)
            if branch is not None:
                leaf = _leaf(frame, operand)
                assert leaf is not None
            version = activation.versions.get(merge.held) if merge.held is not None else None
            if version is None or version.held != leaf:
                version = None
                if branch is not None:
                    version = self._chosen(frame, activation, merge, operand, branch, leaf, by)
            self._merge(frame, activation, merge, version, leaf, by, left)

    def _merge(
        self, frame: Frame, activation: Activation, merge: Merge, version: Version | None, leaf: Scalar,
        way: int | None, left: Block,
    ) -> None:  # fmt: skip
        out = self._out
        if merge.held is not None and version is not None:
            if way != out.guard:
                self._at(frame, frame.site(merge.phi))
                step = self._phi(frame, activation, merge, (leaf[0], version.term), way)
                step.source = version.step
                version = self._version(step, merge.width, None)
            version = version._replace(held=(leaf[0], version.term))
            self._name(frame, activation, merge.held, merge.register, version)
        elif version is not None:
            frame.registers[merge.register] = [(leaf[0], version.term)]
        elif way != out.guard:
            self._at(frame, frame.site(left.instructions[-1]))
            if merge.returned:
                if not leaf[1]:
                    leaf = self.named(activation, activation.variables.returned_name(left.instructions[-1]), leaf[0])
                step = self._assign(frame, activation, None, leaf, way)
            else:
                step = self._phi(frame, activation, merge, leaf, way)
            frame.registers[merge.register] = [self._version(step, merge.width, None).held]

    def _phi(self, frame: Frame, activation: Activation, merge: Merge, leaf: Scalar, way: int | None) -> RawStep:
        step = self._out.step(Deed.PHI, self._out.guard)
        step.value, step.term = leaf
        step.way = way
        if step.term and merge.held is not None:
            step.variable = _variable(frame, activation, merge.held)
        return step

    # ---- branches that were folded

    def _unfolded(
        self, frame: Frame, activation: Activation, merge: Merge, left: Block, way: int | None,
        conditions: dict[tuple[Operand, int | None], int],
    ) -> tuple[Operand, ins.Select | None, int | None]:  # fmt: skip
        """What came in, by the last branch that was folded, and the way."""
        operand, last = merge.incoming(left.label), None
        if merge.held is None and not merge.returned:
            return operand, None, way
        variables = activation.variables
        while (folded := variables.folded(operand)) is not None:
            condition, odd = variables.turned(folded.condition)
            worth = frame.scalar(condition)
            if worth[1]:
                if (condition, way) not in conditions:
                    self._at(frame, frame.site(folded))
                    conditions[condition, way] = self._out.condition(worth, 1, way)
                way = conditions[condition, way]
            last = folded
            operand = folded.if_true if worth[0] != odd else folded.if_false
        return operand, last, way

    def _chosen(
        self, frame: Frame, activation: Activation, merge: Merge, operand: Operand, branch: ins.Select, leaf: Scalar,
        way: int | None,
    ) -> Version:  # fmt: skip
        """The assignment, or the return, on the side that was taken."""
        definition, name = None, operand.value.name if isinstance(operand.value, Local) else ""
        known = activation.named.get(name)
        if known is None or known[1].held != leaf:
            definition = activation.variables.flow.definitions.get(name)
        self._at(frame, frame.site(definition or branch))
        place = None
        if definition is None or merge.held is None:
            number = merge.held.number if merge.held is not None else None
            place, said = activation.variables.places.chosen(number, branch, leaf[0], merge.width)
            leaf = leaf if leaf[1] else self.named(activation, said, leaf[0])
        step = self._assign(frame, activation, merge.held, leaf, way)
        step.place = place
        return self._version(step, merge.width, None)


def _leaf(frame: Frame, operand: Operand) -> Scalar | None:
    """What a scalar operand is worth; None: nobody knows."""
    if isinstance(operand.value, Local):
        leaves = frame.registers.get(operand.value.name)
        return leaves[0] if leaves is not None and len(leaves) == 1 else None
    if not is_known(operand, frame.loaded.within.module):
        return None
    return frame.loaded.within.constant(operand) & (1 << _width(operand)) - 1, 0


def _width(operand: Operand) -> int:
    width = width_of(operand.type)
    assert width is not None
    return width


def _variable(frame: Frame, activation: Activation, held: Held | None) -> Variable | None:
    if held is None:
        return None
    module = frame.loaded.within.site_base
    return Variable(held.number, module, activation.number, held.inlined, held.fragment)
