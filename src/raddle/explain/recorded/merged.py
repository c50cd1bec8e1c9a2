"""The raw steps of all threads as one run: numbered in their order, with sources, guards, locks."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from raddle.explain.recorded.interleaved import Cut, RawAt, interleaved
from raddle.explain.recorded.locks import Synchronisation
from raddle.explain.recorded.memory import Lives, Memory, mark_shared
from raddle.explain.recorded.waits import Waits
from raddle.explain.run import Deed, Step
from raddle.explain.walked.raw import RawStep, RawThread
from raddle.trace.events import MemoryOrder
from raddle.trace.recorded import Recording

_ORDER = 7  # bits of RawStep.flags
_DEFINING = frozenset({Deed.READ, Deed.WRITE, Deed.ASSIGN, Deed.PHI})


@dataclass(frozen=True)
class Merged:
    threads: list[RawThread] = field(repr=False)
    steps: list[Step] = field(repr=False)
    origins: list[RawStep | None] = field(repr=False)
    """What each step was made of; None: the beginning of a thread."""
    numbers: list[list[int]] = field(repr=False)
    """By thread, of each raw step: the step that was made of it; -1: none."""
    memory: Memory = field(repr=False)
    synchronisation: Synchronisation = field(repr=False)
    waits: list[Waits] = field(repr=False)
    """By thread, as they were at the end."""

    def step_of(self, at: RawAt) -> Step:
        return self.steps[self.numbers[at.thread][at.position]]

    def guard_of(self, thread: int, guard: int | None) -> int | None:
        """The step that a raw guard is; None: the thread never began."""
        if guard is not None:
            return self.numbers[thread][guard]
        return next((step.number for step in self.steps if step.thread == thread and step.deed is Deed.START), None)

    def around(self, thread: int, guard: int | None, stack: int, activation: int) -> tuple[int, ...]:
        """Why a thread came to where the run ends: as Step.around."""
        innermost, waited = self.guard_of(thread, guard), self.waits[thread].last(stack, activation)
        held = self.synchronisation.held[thread]
        return tuple(one for one in (innermost, *held, waited) if one is not None)


def merged(
    recording: Recording, threads: list[RawThread], cut: Cut | None, is_own_code: Callable[[int], bool]
) -> Merged:
    """`is_own_code`: whether a site is the program's, rather than in a header of the system."""
    merging = _Merging(recording, threads, is_own_code)
    for at in interleaved(recording, threads, cut):
        merging.take(at)
    mark_shared(merging.steps)
    return Merged(
        threads,
        merging.steps,
        merging.origins,
        merging.numbers,
        merging.memory,
        merging.synchronisation,
        merging.waits,
    )


class _Merging:
    def __init__(self, recording: Recording, threads: list[RawThread], is_own_code: Callable[[int], bool]) -> None:
        self._threads = threads
        self.steps: list[Step] = []
        self.origins: list[RawStep | None] = []
        self.numbers = [[-1] * len(thread.steps) for thread in threads]
        self.memory = Memory(self.steps)
        self.synchronisation = Synchronisation(self.steps, recording.sync, len(threads))
        self.waits = [Waits(thread.stacks, is_own_code) for thread in threads]
        self._starts: list[int | None] = [None] * len(threads)
        self._lives = Lives()
        self._slots = [deque(sorted(thread.slots, key=lambda slot: slot.first)) for thread in threads]

    def take(self, at: RawAt) -> None:
        thread = at.thread
        slots = self._slots[thread]
        while slots and slots[0].first <= at.position:
            slot = slots.popleft()
            self._lives.begin(slot.address, slot.size)
        raw = self._threads[thread].steps[at.position]
        is_record = raw.deed is Deed.OTHER and raw.sync >= 0
        begins = is_record and self.synchronisation.record(raw).kind == "start"
        if self._starts[thread] is None and not begins:
            self._begin(thread)
        step = Step(len(self.steps), thread, raw.deed, raw.site, raw.stack, raw.address, raw.size, raw.value)
        step.locks = self.synchronisation.held[thread]
        step.waited = self.waits[thread].last(raw.stack, raw.activation)
        if is_record:
            step.value = step.size = 0
            if not self.synchronisation.enter(step, raw):
                return
            if self.synchronisation.has_waited(step):
                step.waited = self.waits[thread].over(step.number, raw)
        elif raw.deed in _DEFINING:
            step.width = raw.width
        if begins:
            self._starts[thread] = step.number
        else:
            step.guard = self._guard(thread, raw)
        self._on_memory(step, raw)
        self._enter(step, raw)
        self.numbers[thread][at.position] = step.number

    def _guard(self, thread: int, raw: RawStep) -> int | None:
        """A value that came by one of several ways depends on the way, unless what was assigned on it does."""
        of_way = raw.deed is Deed.PHI and raw.source is None and not is_truth_of_ways(raw)
        guard = raw.way if of_way and raw.way is not None else raw.guard
        return self._starts[thread] if guard is None else self.numbers[thread][guard]

    def _on_memory(self, step: Step, raw: RawStep) -> None:
        match step.deed:
            case Deed.READ:
                step.address = self._lives.address(raw.address)
                step.atomic = (raw.flags & _ORDER) != MemoryOrder.PLAIN
                self.memory.read(step)
            case Deed.WRITE:
                step.address = self._lives.address(raw.address)
                step.atomic = (raw.flags & _ORDER) != MemoryOrder.PLAIN
                self.memory.write(step)
            case Deed.PHI if raw.source is not None:
                step.sources = (self.numbers[step.thread][raw.source],)
            case _:
                pass

    def _begin(self, thread: int) -> None:
        """Of a thread that was there before anything was recorded."""
        step = Step(len(self.steps), thread, Deed.START)
        self._starts[thread] = step.number
        self._enter(step, None)

    def _enter(self, step: Step, raw: RawStep | None) -> None:
        self.steps.append(step)
        self.origins.append(raw)
        self.synchronisation.over(step.thread, step.number)


def is_truth_of_ways(raw: RawStep) -> bool:
    """A truth value that no variable of the source holds: of `a && b`, which is data."""
    return raw.width == 1 and raw.variable is None
