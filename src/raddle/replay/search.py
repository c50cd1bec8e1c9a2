"""Which schedules to run so that each equivalence class is run once: in: a `Runner`; out: `Exploration`.

Stateless depth-first search over forced schedules. Two schedules are equivalent when one becomes the other by swapping
neighbouring independent steps. Sleep sets (Godefroid 1996) see to it that no class is completed twice; going back to
where two dependent steps could have come in the other order (source sets: Abdulla, Aronis, Jonsson and Sagonas, POPL
2014) that none is left out. A run that does what is asleep is cut: its class was completed before, in another order.
`Reduction.SLEEP` goes back everywhere instead: slower, and the oracle for the other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from raddle.base.errors import InternalError
from raddle.base.segments import Segment, Wake
from raddle.replay.operations import Operation
from raddle.replay.schedule import Schedule
from raddle.replay.steps import Execution, State, Step, Transition


class Reduction(Enum):
    RACES = "races"
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True)
class Forced:
    """A run to be made: first the schedule, then, where it can be had, those who are not asleep, in this order."""

    schedule: Schedule
    awake: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of it; limited: something outside the program ended it."""

    execution: Execution
    ending: str
    limited: bool = False


Runner = Callable[[Forced], Observed]


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


def search(runner: Runner, reduction: Reduction = Reduction.RACES, most_runs: int = 100_000) -> Exploration:
    """Run every class of schedules once."""
    return _Search(runner, reduction, most_runs).run()


def schedule_of_steps(steps: Sequence[Step]) -> Schedule:
    """The segments and choices that lead through these steps."""
    segments: list[Segment] = []
    for step in steps:
        if segments and segments[-1].thread == step.transition.thread:
            segments.pop()
        segments.append(Segment(step.transition.thread, step.upto))
    wakes = [Wake(one.transition.thread, one.first, one.transition.woken) for one in steps if one.transition.woken]
    return Schedule(tuple(segments), tuple(wakes))


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


class _Search:
    def __init__(self, runner: Runner, reduction: Reduction, most_runs: int) -> None:
        self._runner = runner
        self._reduction = reduction
        self._most_runs = most_runs
        self._nodes: list[_Node] = []
        self._steps: list[Step] = []
        self._before: list[int] = []
        """For each step the steps that happen before it, as bits."""
        self._runs = self._complete = self._blocked = self._limited = 0
        self._outcomes: dict[str, Schedule] = {}

    def run(self) -> Exploration:
        self._execute(None)
        while self._runs < self._most_runs:
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
        observed = self._runner(self._forced(chosen))
        execution = observed.execution
        self._check_prefix(execution, chosen)
        known = len(self._steps)
        asleep = self._extend(execution)
        for index in range(known, len(self._steps)):
            self._want_reversals(index, self._steps[index].operation)
        for announced in execution.states[len(self._steps)].announced.values():
            self._want_reversals(len(self._steps), announced.operation)
        if asleep:
            self._blocked += 1
        elif observed.limited:
            self._limited += 1
        else:
            self._complete += 1
            self._outcomes.setdefault(observed.ending, schedule_of_steps(execution.steps))

    def _forced(self, chosen: Transition | None) -> Forced:
        """The steps up to here, then the chosen one."""
        schedule = schedule_of_steps(self._steps)
        if chosen is None:
            return Forced(schedule, ())
        node = self._nodes[-1]
        count = node.state.announced[chosen.thread].count
        wakes = [] if chosen.woken is None else [Wake(chosen.thread, count, chosen.woken)]
        sleepers = {transition.thread for transition in node.sleep | node.done}
        return Forced(
            Schedule((*schedule.segments, Segment(chosen.thread, count + 1)), (*schedule.wakes, *wakes)),
            tuple(thread for thread in node.state.announced if thread not in sleepers),
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
            self._before.append(self._happens_before(index, step.operation))
        return False

    def _new_node(self, state: State) -> _Node:
        node = _Node(state, self._nodes[-1].sleep_after(self._steps[-1]) if self._nodes else {})
        if self._reduction is Reduction.SLEEP:
            node.todo.update(state.enabled())
        return node

    def _happens_before(self, index: int, operation: Operation) -> int:
        """The steps that happen before an operation that comes at `index`, as bits."""
        bits = 0
        for earlier in range(index - 1, -1, -1):
            if not bits >> earlier & 1 and operation.depends_on(self._steps[earlier].operation):
                bits |= self._before[earlier] | 1 << earlier
        return bits

    def _want_reversals(self, index: int, operation: Operation) -> None:
        """The operation comes at `index`, or would: want each step that it races with to come after it.

        It races with the dependent steps that its thread had not seen, and of these with the last ones: where the order
        can surely be reversed, what happens before that step is reached from there.
        """
        if self._reduction is Reduction.SLEEP:
            return
        past = self._happens_before(index, operation)
        seen = self._seen_by(index, operation.thread)
        for place in range(index - 1, -1, -1):
            earlier = self._steps[place].operation
            if seen >> place & 1 or not operation.depends_on(earlier) or operation.never_with(earlier):
                continue
            self._want_other_first(place, index, operation.thread, past)
            if self._surely_reversible(place, operation):
                seen |= self._before[place]

    def _seen_by(self, index: int, thread: str) -> int:
        """What happens before the thread's last step, or before its creation, with that step."""
        for place in range(index - 1, -1, -1):
            operation = self._steps[place].operation
            born = "create" in operation.kinds and ("thread", thread) in operation.objects
            if operation.thread == thread or born:
                return self._before[place] | 1 << place
        return 0

    def _surely_reversible(self, place: int, operation: Operation) -> bool:
        if not operation.can_block and not self._steps[place].operation.can_block:
            return True
        announced = self._nodes[place].state.announced.get(operation.thread)
        return announced is not None and announced.enabled and announced.operation.kinds == operation.kinds

    def _want_other_first(self, place: int, index: int, thread: str, past: int) -> None:
        """From the state before `place`: one of those who can begin the way to the operation that leaves `place` out.

        The way is all that came after `place` and does not happen after it, then the operation (source sets: Abdulla,
        Aronis, Jonsson and Sagonas, POPL 2014, algorithm 1).
        """
        node = self._nodes[place]
        way = sum(1 << k for k in range(place + 1, index) if not self._before[k] >> place & 1)
        first = {self._steps[k].transition.thread for k in _bits(way) if not self._before[k] & way}
        if not past & way:
            first.add(thread)
        choices = [ways for one in sorted(first) if (ways := node.state.transitions(one))]
        known = node.todo | node.done.keys() | node.sleep.keys()
        if any(known.issuperset(ways) for ways in choices):
            return
        node.todo.update(choices[0] if choices else node.state.enabled())


def _bits(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
