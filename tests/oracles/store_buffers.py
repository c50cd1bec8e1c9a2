"""Brute force under other memory models: the machine, with a buffer of writes for each thread, or with one that keeps
all others waiting.

In: a small trace program. Out: the checks that can be violated. A state has the machine's slots, in which memory is
what all see, and of each thread the cells and values that it has written and nobody else sees. Nothing is taken from
tests/support/memory_models.py: there the same models are trace programs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from raddle.base.errors import ToolError
from raddle.model.actions import Check, Order, ProcessEnd, Step
from raddle.model.layout import NOBODY, State
from raddle.model.machine import Machine
from raddle.model.program import Event, TraceProgram

STATES = 20_000

Buffer = tuple[tuple[int, int], ...]
"""Cells and values, the oldest first."""


@dataclass(frozen=True, slots=True)
class _Here:
    slots: State
    buffers: tuple[Buffer, ...]
    alone: int | None = None
    """A thread that keeps all others waiting."""


class _Model:
    """Sequential consistency, and what others change of it."""

    def __init__(self, program: TraceProgram) -> None:
        self.program = program
        self.machine = Machine(program)

    def first(self) -> _Here:
        return _Here(self.machine.initial, ((),) * len(self.program.threads))

    def seen_by(self, here: _Here, thread: int) -> list[int]:
        """The slots with what the thread has written in place of memory."""
        slots = list(here.slots)
        for cell, value in here.buffers[thread]:
            slots[self.machine.layout.cells + cell] = value
        return slots

    def violated(self, here: _Here) -> Iterator[int]:
        for event in self.machine.next_events(here.slots):
            may_move = here.alone in (None, event.thread)
            if may_move and self.machine.is_false_check(event, tuple(self.seen_by(here, event.thread))):
                yield event.number

    def after(self, here: _Here) -> Iterator[_Here]:
        for event in self.machine.next_events(here.slots):
            if here.alone not in (None, event.thread):
                continue
            for chosen in self.machine.choices(here.slots, event):
                slots = self.seen_by(here, event.thread)
                if self.machine.why_not(slots, event, chosen, self.machine.worth) is None:
                    yield from self.moved(here, event, slots)

    def moved(self, here: _Here, event: Event, slots: list[int]) -> Iterator[_Here]:
        yield _Here(tuple(slots), here.buffers)


class _Buffered(_Model):
    def __init__(self, program: TraceProgram, *, by_cell: bool) -> None:
        super().__init__(program)
        self._by_cell = by_cell

    def after(self, here: _Here) -> Iterator[_Here]:
        yield from super().after(here)
        layout = self.machine.layout
        if here.slots[layout.ended] or here.slots[layout.region] != NOBODY:
            return
        for thread, buffer in enumerate(here.buffers):
            for place, (cell, value) in enumerate(buffer):
                if place == 0 or (self._by_cell and all(cell != one for one, _ in buffer[:place])):
                    slots = list(here.slots)
                    slots[layout.cells + cell] = value
                    yield _Here(tuple(slots), _with(here.buffers, thread, buffer[:place] + buffer[place + 1 :]))

    def moved(self, here: _Here, event: Event, slots: list[int]) -> Iterator[_Here]:
        layout, own = self.machine.layout, here.buffers[event.thread]
        action = event.action
        waits_for_nobody = isinstance(action, Check | ProcessEnd)
        if isinstance(action, Step):
            plain = all(write.order is Order.PLAIN for write in action.writes)
            waits_for_nobody = not action.writes or (plain and len(action.writes) == 1 and not action.reads)
        if own and not waits_for_nobody:
            return
        if not isinstance(action, Step) or not action.writes or not waits_for_nobody or slots[layout.region] != NOBODY:
            memory = layout.cells, layout.cells + len(self.program.cells)
            if own:  # what it saw of its own is not there yet
                slots[slice(*memory)] = here.slots[slice(*memory)]
            yield _Here(tuple(slots), here.buffers)
            return
        seen = self.seen_by(here, event.thread)
        ((_, cell),) = self.machine.accesses(list(seen), action, self.machine.worth)[1]
        written = cell, slots[layout.cells + cell]
        slots[layout.cells : layout.cells + len(self.program.cells)] = here.slots[
            layout.cells : layout.cells + len(self.program.cells)
        ]
        yield _Here(tuple(slots), _with(here.buffers, event.thread, (*own, written)))


class _Cooperative(_Model):
    def moved(self, here: _Here, event: Event, slots: list[int]) -> Iterator[_Here]:
        """Between two accesses that nothing lies between nobody else moves."""
        own = self.program.of_thread(event.thread)
        following = own[event.position + 1 : event.position + 2]
        both = all(isinstance(one.action, Step | Check) for one in (event, *following)) and bool(following)
        yield _Here(tuple(slots), here.buffers, event.thread if both else None)


def violated_under(name: str, program: TraceProgram) -> set[int]:
    """`name`: SC, TSO, PSO or cooperative."""
    model = {
        "SC": lambda: _Model(program),
        "TSO": lambda: _Buffered(program, by_cell=False),
        "PSO": lambda: _Buffered(program, by_cell=True),
        "cooperative": lambda: _Cooperative(program),
    }[name]()
    first = model.first()
    known, todo, found = {first}, [first], set[int]()
    while todo:
        here = todo.pop()
        found.update(model.violated(here))
        for after in model.after(here):
            if after not in known:
                known.add(after)
                todo.append(after)
        if len(known) > STATES:
            raise ToolError(f"more than {STATES} states")
    return found


def _with(buffers: tuple[Buffer, ...], thread: int, buffer: Buffer) -> tuple[Buffer, ...]:
    return (*buffers[:thread], buffer, *buffers[thread + 1 :])
