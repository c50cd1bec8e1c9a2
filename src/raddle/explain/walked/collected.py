"""Collects the raw steps of one thread's walk. Every read of memory is a term, whoever else touches it."""

from collections.abc import Sequence

from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawStep, Slot
from raddle.logic.arithmetic import TWO
from raddle.logic.operators import Op
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag, PinCause
from raddle.trace.streams import Streams

_OVERFLOW = {Op.ADD: Op.SADD_OVERFLOW, Op.SUB: Op.SSUB_OVERFLOW, Op.MUL: Op.SMUL_OVERFLOW}


class StepEmitter(Emitter):
    def __init__(self, streams: Streams, addresses: Sequence[int]) -> None:
        """`addresses`: of the runtime's records."""
        super().__init__(streams, frozenset(), keep_private=True)
        self._counted = streams
        self._addresses = addresses
        self.steps: list[RawStep] = []
        self.slots: list[Slot] = []
        self.no_wrap: set[int] = set()
        self.guard: int | None = None
        self.activation = 0
        self.given: Sequence[Scalar] = ()
        """What the call that control is in was given."""
        self.branched: int | None = None
        """The CONDITION whose scope is about to begin."""
        self.swaps = False
        """An update is the one of a compare-and-swap, and `branch` will say whether it wrote."""
        self._swap: RawStep | None = None
        self.read_from: Scalar | None = None
        self.written_to: Scalar | None = None
        """Where an access of many bytes begins: its pieces lie behind that."""
        self.filled_with: Scalar | None = None
        """The byte that all of it is."""
        self._open_slots: dict[tuple[int, int], int] = {}

    @property
    def stacks(self) -> list[tuple[int, int]]:
        return self._stacks

    def step(self, deed: Deed, guard: int | None) -> RawStep:
        """One that is no access; the caller fills it in."""
        made = RawStep(deed, self.site, self.stack, self.activation, self._counted.count, guard)
        self.steps.append(made)
        return made

    def define(self, step: RawStep, width: int, value: int) -> int:
        """The step that was made last defines something: returns the term that stands for it."""
        step.width, step.value = width, value
        return self.terms.add(Op.READ, width, value, len(self.steps) - 1, 0)

    def condition(self, term: Scalar, width: int, guard: int | None) -> int:
        """Position of a CONDITION: control went on since the term has that value."""
        step = self.step(Deed.CONDITION, guard)
        step.value, step.term, step.width = term[0], term[1], width
        return len(self.steps) - 1

    # ---- accesses

    def _access(
        self, deed: Deed, index: int, address: Scalar, size: int, value: int, term: int, flags: int
    ) -> RawStep:  # fmt: skip
        where = (self.site, self.stack, self.activation, index, self.guard)
        return RawStep(deed, *where, True, flags, *address, size, value, term, 8 * size)

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        if self.read_from is not None:
            address = self._behind(self.read_from, address[0])
        self.steps.append(self._access(Deed.READ, index, address, size, value, 0, flags))
        return self.terms.add(Op.READ, 8 * size, value, len(self.steps) - 1, 0)

    def really_read(self, index: int, condition: Scalar) -> None:
        self.steps[-1].done = bool(condition[0])

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        if self.written_to is not None:
            address = self._behind(self.written_to, address[0])
        if self.filled_with is not None and self.filled_with[1]:
            value = self._filled(self.filled_with, size)
        self.steps.append(self._access(Deed.WRITE, index, address, size, *value, flags))

    def hand_over(self, address: int, read: RawStep, term: int) -> None:
        """What was read is written, by no event."""
        step = self._access(Deed.WRITE, self._counted.count, (address, 0), read.size, read.value, term, 0)
        step.visible = False
        self.steps.append(step)

    def _filled(self, byte: Scalar, size: int) -> Scalar:
        value, term = byte
        for number in range(1, size):
            term = self.terms.concat(byte[1], byte[0], 8, term, value, 8 * number)
            value |= byte[0] << 8 * number
        return value, term

    def _behind(self, start: Scalar, address: int) -> Scalar:
        offset = address - start[0]
        if not start[1] or not offset:
            return address, start[1]
        return address, self.terms.add(Op.ADD, 64, address, start[1], start[0], 0, offset)

    def old_value(self, address: Scalar, size: int, value: int) -> int:
        return self.read(self._counted.count - 1, address, size, value)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        self.steps[-1].flags = flags
        wrote = self._access(Deed.WRITE, index, address, size, *new, flags)
        if self.swaps:
            self._swap = None if flags & EventFlag.FAILED else wrote
        else:
            self.steps.append(wrote)

    def swapped(self, condition: Scalar) -> None:
        """Behind the update of a compare-and-swap: whether it found what it expected."""
        wrote, self._swap = self._swap, None
        if wrote is None:
            return
        if condition[1]:
            wrote.guard = self.condition(condition, 1, self.guard)
            self.steps[-1].index = wrote.index
        self.steps.append(wrote)

    # ---- control

    def branch(self, condition: Scalar, failing: int | None) -> None:
        if self.swaps:
            self.swapped(condition)
        elif condition[1] and failing in (None, condition[0]):
            self.branched = self.condition(condition, 1, self.guard)
            self.steps[-1].fails = failing is not None

    def choice(self, selector: Scalar) -> None:
        if selector[1]:
            self.branched = self.condition(selector, self.terms.width(selector[1]), self.guard)

    # ---- what the runtime did

    def sync(self, index: int, position: int) -> None:
        self._record(index, position).visible = True

    def waits_for_ever(self, position: int) -> None:
        self._record(self._counted.count, position)

    def _record(self, index: int, position: int) -> RawStep:
        step = self.step(Deed.OTHER, self.guard)
        step.index, step.sync, step.address = index, position, self._addresses[position]
        step.address_term = next((term for value, term in self.given if term and value == step.address), 0)
        return step

    # ---- slots

    def slot(self, address: int, size: int) -> bool:
        if size:
            self._open_slots[address, size] = len(self.slots)
            self.slots.append(Slot(address, size, self.site, self.stack, self.activation, len(self.steps)))
        return size > 0

    def slot_end(self, address: int, size: int) -> None:
        number = self._open_slots.pop((address, size), None)
        if number is not None:
            was = self.slots[number]
            self.slots[number] = Slot(
                was.address, was.size, was.site, was.stack, was.activation, was.first, len(self.steps)
            )  # fmt: skip

    # ---- arithmetic

    def take_for_granted(self, term: int) -> None:
        """C takes it that the result is that of the signed integers, and it was."""
        op, width, _, _, _, _, left, right = self.terms.rows[term]
        if not TWO[_OVERFLOW[Op(op)]](left, right, width):
            self.no_wrap.add(term)

    # ---- what explanations have no use for

    def pin(self, scalar: Scalar, cause: PinCause) -> None:
        pass

    def division(self, divisor: Scalar, dividend: Scalar, width: int, *, signed: bool) -> None:
        pass

    def block(self, entry: int, *, begins: bool) -> None:
        pass
