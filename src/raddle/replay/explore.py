"""Every schedule of a small program, one of each equivalence class: in: `ExploreOrder`; out: `Exploration`.

Stateless depth-first search over forced schedules. Two schedules are equivalent when one becomes the other by swapping
neighbouring independent steps; sleep sets (Godefroid 1996) see to it that no class is completed twice, and backtracking
where two dependent steps could have come in the other order (Flanagan and Godefroid, POPL 2005, figure 3) that none is
left out. A run that comes to a state in which everything is asleep is cut: it was completed before, in another order.
`Reduction.SLEEP` backtracks everywhere instead: slower, and the oracle for the other.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from raddle.base.errors import InternalError
from raddle.base.process import signal_name
from raddle.base.segments import Segment, Wake
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage
from raddle.capture.run import ProgramRun, RunRequest, run_program
from raddle.replay.operations import Operation
from raddle.replay.schedule import Schedule
from raddle.replay.steps import Execution, State, Step, Transition, read_execution
from raddle.trace.recording import load_recording


class Reduction(Enum):
    RACES = "races"
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True)
class ExploreOrder:
    image: ProgramImage
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    most_runs: int = 100_000
    most_events: int = 100_000
    """A run with more is cut off and counts as limited."""
    limit_s: float = 60.0
    spurious: bool = False
    reduction: Reduction = Reduction.RACES


@dataclass(frozen=True, slots=True)
class Exploration:
    """`outcomes`: each ending with a schedule that leads to it."""

    complete: int
    blocked: int
    """Runs that were cut because everything was asleep."""
    limited: int
    exhausted: bool
    """False: most_runs was reached first."""
    outcomes: dict[str, Schedule]


@dataclass(slots=True)
class _Node:
    """A state on the current path, and what has been tried from it."""

    state: State
    sleep: dict[Transition, Operation]
    todo: set[Transition] = field(default_factory=set)
    done: dict[Transition, Operation] = field(default_factory=dict)

    def next(self) -> Transition | None:
        """Something wanted that is neither done nor asleep."""
        wanted = self.todo - self.done.keys() - self.sleep.keys()
        return min(wanted, key=lambda transition: (transition.thread, transition.woken or "")) if wanted else None

    def sleep_after(self, step: Step) -> dict[Transition, Operation]:
        """What is still asleep behind the step: what was done or asleep here and does not depend on it."""
        asleep = self.sleep | self.done
        return {key: operation for key, operation in asleep.items() if not operation.depends_on(step.operation)}


def explore(order: ExploreOrder) -> Exploration:
    """Run every class of schedules once."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        return _Search(order, Path(scratch) / "explore.rdl").run()


class _Search:
    def __init__(self, order: ExploreOrder, recording: Path) -> None:
        self._order = order
        self._recording = recording
        self._nodes: list[_Node] = []
        self._steps: list[Step] = []
        self._before: list[int] = []
        """For each step the steps that happen before it, as bits."""
        self._runs = self._complete = self._blocked = self._limited = 0
        self._outcomes: dict[str, Schedule] = {}

    def run(self) -> Exploration:
        self._execute(None)
        while self._runs < self._order.most_runs:
            chosen = self._retreat()
            if chosen is None:
                break
            self._execute(chosen)
        exhausted = self._retreat() is None
        return Exploration(self._complete, self._blocked, self._limited, exhausted, self._outcomes)

    def _retreat(self) -> Transition | None:
        """Go back to the deepest state from which something is left to do."""
        while self._nodes:
            del self._steps[len(self._nodes) - 1 :]
            del self._before[len(self._nodes) - 1 :]
            chosen = self._nodes[-1].next()
            if chosen is not None:
                return chosen
            self._nodes.pop()
        return None

    def _execute(self, chosen: Transition | None) -> None:
        self._runs += 1
        run = run_program(self._request(chosen))
        crashed = run.signal is not None and not run.timed_out and run.outcome in ("running", "exit", "unknown")
        execution = read_execution(load_recording(run.recording), crashed=crashed)
        self._check_prefix(execution, chosen)
        known = len(self._steps)
        asleep = self._extend(execution)
        for index in range(known, len(self._steps)):
            self._want_reversals(index, self._steps[index].transition.thread, self._steps[index].operation)
        end = execution.states[len(self._steps)]
        for thread, announced in end.announced.items():
            self._want_reversals(len(self._steps), thread, announced.operation)
        if asleep:
            self._blocked += 1
        elif run.timed_out or run.outcome == "limit":
            self._limited += 1
        else:
            self._complete += 1
            self._outcomes.setdefault(ending_of(run), _schedule(execution.steps))

    def _request(self, chosen: Transition | None) -> RunRequest:
        """The steps up to here, the chosen one, then if possible nobody who is asleep."""
        schedule = _schedule(self._steps)
        segments, wakes = list(schedule.segments), list(schedule.wakes)
        if chosen is not None:
            node = self._nodes[-1]
            count = node.state.announced[chosen.thread].count
            segments.append(Segment(chosen.thread, count + 1))
            if chosen.woken is not None:
                wakes.append(Wake(chosen.thread, count, chosen.woken))
            sleepers = {transition.thread for transition in node.sleep | node.done}
            awake = [thread for thread in node.state.announced if thread not in sleepers]
            segments.extend(Segment(thread, 1 << 40) for thread in awake)
        control = Control(
            segments=tuple(segments),
            wakes=tuple(wakes),
            explore=True,
            spurious=self._order.spurious,
            events=self._order.most_events,
            watchdog=False,
        )
        return RunRequest(
            image=self._order.image,
            recording=self._recording,
            arguments=self._order.arguments,
            control=control,
            stdin=self._order.stdin,
            limit_s=self._order.limit_s,
            with_ir=False,
        )

    def _check_prefix(self, execution: Execution, chosen: Transition | None) -> None:
        wanted = [step.transition for step in self._steps] + ([] if chosen is None else [chosen])
        seen = [step.transition for step in execution.steps[: len(wanted)]]
        if seen != wanted:
            place = next((i for i, pair in enumerate(zip(wanted, seen, strict=False)) if pair[0] != pair[1]), len(seen))
            raise InternalError(
                f"exploring: step {place} was not followed: wanted {wanted[place]}, seen {seen[place:][:1]}"
            )

    def _extend(self, execution: Execution) -> bool:
        """Take over the new steps; True: at some state the run did what was asleep there, and is cut before it."""
        for index in range(len(self._steps), len(execution.steps)):
            step, state = execution.steps[index], execution.states[index]
            if index == len(self._nodes):
                self._nodes.append(self._new_node(state))
            node = self._nodes[index]
            if step.transition in node.sleep:
                awake = [transition for transition in state.enabled() if transition not in node.sleep]
                node.todo.update(awake[:1])
                return True
            node.todo.update(state.transitions(step.transition.thread))
            node.done[step.transition] = step.operation
            self._steps.append(step)
            self._before.append(self._happens_before(index))
        return False

    def _new_node(self, state: State) -> _Node:
        node = _Node(state, self._nodes[-1].sleep_after(self._steps[-1]) if self._nodes else {})
        if self._order.reduction is Reduction.SLEEP:
            node.todo.update(state.enabled())
        return node

    def _happens_before(self, index: int) -> int:
        operation = self._steps[index].operation
        bits = 0
        for earlier in range(index - 1, -1, -1):
            if not bits >> earlier & 1 and operation.depends_on(self._steps[earlier].operation):
                bits |= self._before[earlier] | 1 << earlier
        return bits

    def _want_reversals(self, index: int, thread: str, operation: Operation) -> None:
        """The operation comes at `index`, or would: each earlier dependent step that it need not follow is a race."""
        if self._order.reduction is Reduction.SLEEP:
            return
        arrival, clock = self._arrival(index, thread)
        for place in range(index - 1, -1, -1):
            earlier = self._steps[place].operation
            if clock >> place & 1 or not operation.depends_on(earlier) or operation.never_with(earlier):
                continue
            self._want_other_first(place, thread, clock)
            # Before it arrived, the last step that could have been its neighbour stands for all earlier ones.
            if place < arrival and not operation.can_block and not earlier.can_block:
                return

    def _arrival(self, index: int, thread: str) -> tuple[int, int]:
        """Since which step the thread stands at its operation, and which steps happen before that, as bits."""
        for place in range(index - 1, -1, -1):
            step = self._steps[place]
            born = "create" in step.operation.kinds and ("thread", thread) in step.operation.objects
            if step.transition.thread == thread or born:
                return place + 1, self._before[place] | 1 << place
        return 0, 0

    def _want_other_first(self, place: int, thread: str, clock: int) -> None:
        """From the state before `place`, something that leads to the operation without doing that step first."""
        node = self._nodes[place]
        ahead = clock >> (place + 1) << (place + 1)
        initials = {
            self._steps[k].transition.thread
            for k in range(place + 1, len(self._steps))
            if ahead >> k & 1 and not self._before[k] & ahead
        } or {thread}
        choices = {one: node.state.transitions(one) for one in sorted(initials)}
        known = node.todo | node.done.keys() | node.sleep.keys()
        if any(ways and known.issuperset(ways) for ways in choices.values()):
            return
        ways = next((ways for ways in choices.values() if ways), None)
        node.todo.update(node.state.enabled() if ways is None else ways)


def ending_of(run: ProgramRun) -> str:
    """How a run ended, in one line: what it printed, or what stopped it."""
    if run.outcome == "deadlock":
        return "deadlock"
    if run.signal is not None:
        return f"signal {signal_name(run.signal).removeprefix('SIG')}"
    if run.outcome in ("assume", "error", "diverged"):
        return run.outcome
    printed = " / ".join(run.stdout.decode("utf-8", "replace").strip().splitlines())
    return printed if run.status == 0 else f"{printed} (exit status {run.status})".strip()


def _schedule(steps: Sequence[Step]) -> Schedule:
    segments: list[Segment] = []
    for step in steps:
        if segments and segments[-1].thread == step.transition.thread:
            segments.pop()
        segments.append(Segment(step.transition.thread, step.upto))
    wakes = [Wake(one.transition.thread, one.first, one.transition.woken) for one in steps if one.transition.woken]
    return Schedule(tuple(segments), tuple(wakes))
