"""What every step of the reference walk needs: the streams, the emitter, and how values combine."""

from raddle.ir import instructions as ins
from raddle.ir.dead_code import dead_divisions
from raddle.ir.probes import Probe, ResultProbe, probe_of
from raddle.ir.types import leaves_of, width_of
from raddle.ir.values import Operand
from raddle.logic.arithmetic import TWO, mask, one
from raddle.logic.operators import Op
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import PinCause
from raddle.trace.frames import Frame, Held, opaque_leaves
from raddle.trace.streams import Streams


class Machine:
    def __init__(self, streams: Streams, emitter: Emitter) -> None:
        self.streams = streams
        self.out = emitter
        self.terms = emitter.terms
        self.probes: dict[tuple[int, int], Probe] = {}
        self._dead: dict[int, frozenset[int]] = {}

    def probe(self, frame: Frame, instruction: ins.Instruction) -> Probe:
        key = (frame.loaded.within.site_base, instruction.line)
        if key not in self.probes:
            self.probes[key] = probe_of(instruction, frame.loaded.within.module)
        return self.probes[key]

    def is_left_out(self, frame: Frame, division: ins.Instruction) -> bool:
        """The compiled program does not do it."""
        loaded = frame.loaded
        if loaded.entry_site not in self._dead:
            self._dead[loaded.entry_site] = dead_divisions(loaded.function, loaded.within.module)
        return division.line in self._dead[loaded.entry_site]

    def logged_leaves(self, instruction: ins.Instruction) -> Held:
        leaves: Held = []
        for _, leaf in leaves_of(instruction.type):
            leaves.append((self.streams.take_value(8), 0) if width_of(leaf) is not None else None)
        return leaves

    def apply(self, op: Op, a: Scalar, b: Scalar, width: int, result_width: int) -> Scalar:
        value = TWO[op](a[0], b[0], width) & mask(result_width)
        if not (a[1] or b[1]):
            return value, 0
        return value, self.terms.add(op, result_width, value, a[1], a[0], b[1], b[0])

    def convert(self, op: Op, a: Scalar, source: int, width: int) -> Scalar:
        value = one(op, a[0], source, width)
        return value, self.terms.add(op, width, value, a[1], a[0], 0, source) if a[1] else 0

    def result(self, frame: Frame, instruction: ins.Instruction) -> None:
        """An instruction that the walk does not compute: what depends on a term is pinned, the log has the result."""
        for operand in operands_of(instruction):
            for leaf in frame.leaves(operand):
                if leaf is not None:
                    self.out.pin(leaf, PinCause.OPAQUE_VALUE)
        if isinstance(self.probe(frame, instruction), ResultProbe):
            frame.set_leaves(instruction, self.logged_leaves(instruction))
        else:
            frame.set_leaves(instruction, opaque_leaves(instruction.type))

    def is_opaque(self, frame: Frame, instruction: ins.Instruction) -> bool:
        return width_of(instruction.type) is None or self.probe(frame, instruction) is not None


def operands_of(instruction: ins.Instruction) -> tuple[Operand, ...]:
    match instruction:
        case ins.Opaque(operands=operands):
            return operands
        case ins.Binary(left=left, right=right) | ins.Compare(left=left, right=right):
            return (left, right)
        case ins.Negate(operand=operand) | ins.Freeze(operand=operand) | ins.Cast(operand=operand):
            return (operand,)
        case ins.Select(condition=condition, if_true=if_true, if_false=if_false):
            return (condition, if_true, if_false)
        case ins.ElementAddress(base=base, indices=indices):
            return (base, *indices)
        case ins.ExtractValue(aggregate=aggregate):
            return (aggregate,)
        case ins.InsertValue(aggregate=aggregate, element=element):
            return (aggregate, element)
        case ins.Call(arguments=arguments):
            return tuple(argument.operand for argument in arguments)
        case _:
            return ()
