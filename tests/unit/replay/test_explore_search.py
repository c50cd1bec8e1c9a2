"""The search runs each class of schedules once: against brute force, on small programs of a simulated machine."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.replay.operations import Access, Operation
from raddle.replay.search import Forced, Observed, Reduction, search
from raddle.replay.steps import Announced, Execution, State, Step, Transition

Op = tuple[str, int]
Program = tuple[tuple[Op, ...], ...]
"""For each thread its operations: read, write, lock, unlock, try, wait, post, end; and on what."""


def operation(thread: int, op: Op) -> Operation:
    kind, what = op
    name = f"main.{thread}"
    match kind:
        case "read" | "write":
            return Operation(name, ("access",), (Access(8 * what, 8 * what + 8, kind == "write"),))
        case "end":
            return Operation(name, ("process_exit",), universal=True)
        case "wait" | "post":
            return Operation(name, (f"sem_{kind}",), objects=frozenset({("sem", what)}))
        case _:
            words = {"lock": "lock", "unlock": "unlock", "try": "trylock"}
            return Operation(name, (words[kind],), objects=frozenset({("lock", what)}))


@dataclass
class Machine:
    """The state of a run."""

    program: Program
    at: list[int]
    memory: dict[int, tuple[int, int]] = field(default_factory=dict)
    owner: dict[int, int] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    seen: list[tuple[object, ...]] = field(default_factory=list)
    ended: bool = False

    def next(self, thread: int) -> Op | None:
        done = self.ended or self.at[thread] >= len(self.program[thread])
        return None if done else self.program[thread][self.at[thread]]

    def enabled(self, thread: int) -> bool:
        match self.next(thread):
            case None:
                return False
            case ("lock", what):
                return what not in self.owner
            case ("wait", what):
                return self.tokens.get(what, 0) > 0
        return True

    def step(self, thread: int) -> None:
        op = self.next(thread)
        assert op is not None and self.enabled(thread)
        kind, what = op
        where = (thread, self.at[thread])
        match kind:
            case "read":
                self.seen.append((*where, self.memory.get(what)))
            case "write":
                self.memory[what] = where
            case "lock":
                self.owner[what] = thread
            case "unlock":
                self.owner.pop(what, None)
            case "try":
                self.seen.append((*where, what in self.owner))
                self.owner.setdefault(what, thread)
            case "wait":
                self.tokens[what] -= 1
            case "post":
                self.tokens[what] = self.tokens.get(what, 0) + 1
            case "end":
                self.ended = True
        self.at[thread] += 1

    def threads(self) -> list[int]:
        return [thread for thread in range(len(self.program)) if self.enabled(thread)]

    def state(self) -> State:
        told = {}
        for thread in range(len(self.program)):
            op = self.next(thread) if not self.ended else None
            left = self.program[thread][self.at[thread] :]
            if op is None and not (self.ended and left):
                continue
            told[f"main.{thread}"] = Announced(operation(thread, op or left[0]), self.enabled(thread), self.at[thread])
        return State(told)

    def ending(self) -> str:
        stuck = [thread for thread in range(len(self.program)) if self.next(thread) is not None]
        return f"{sorted(map(str, self.seen))} {sorted(self.memory.items())} {stuck} {self.at}"


def simulate(program: Program, forced: Forced) -> Observed:
    machine = Machine(program, [0] * len(program))
    states, steps = [], []
    wanted = [(int(thread[5:]), upto) for thread, upto in forced.schedule.segments]
    wanted += [(int(thread[5:]), 10**6) for thread in forced.awake]
    while machine.threads():
        while wanted and (machine.at[wanted[0][0]] >= wanted[0][1] or not machine.enabled(wanted[0][0])):
            wanted.pop(0)
        thread = wanted[0][0] if wanted else machine.threads()[0]
        op = machine.next(thread)
        assert op is not None
        states.append(machine.state())
        first = machine.at[thread]
        machine.step(thread)
        steps.append(Step(Transition(f"main.{thread}"), operation(thread, op), first, first + 1))
    return Observed(Execution(tuple(steps), (*states, machine.state())), machine.ending())


def all_runs(program: Program, taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    machine = Machine(program, [0] * len(program))
    for thread in taken:
        machine.step(thread)
    if not machine.threads():
        yield taken
    for thread in machine.threads():
        yield from all_runs(program, (*taken, thread))


def class_of(program: Program, run: tuple[int, ...]) -> frozenset[object]:
    """The order of every dependent pair: equal for equivalent runs and only for them."""
    at = [0] * len(program)
    events: list[tuple[tuple[int, int], Operation]] = []
    for thread in run:
        events.append(((thread, at[thread]), operation(thread, program[thread][at[thread]])))
        at[thread] += 1
    pairs = [
        (one, two)
        for number, (one, first) in enumerate(events)
        for two, second in events[number + 1 :]
        if first.depends_on(second)
    ]
    return frozenset([*pairs, *(event for event, _ in events)])


def ending_after(program: Program, run: tuple[int, ...]) -> str:
    machine = Machine(program, [0] * len(program))
    for thread in run:
        machine.step(thread)
    return machine.ending()


ACCESSES = st.tuples(st.sampled_from(["read", "write"]), st.integers(0, 1))
SEMAPHORES = st.tuples(st.sampled_from(["wait", "post", "post"]), st.integers(0, 1))
TRIES = st.tuples(st.just("try"), st.integers(0, 1))


@st.composite
def locked(draw: st.DrawFn) -> list[Op]:
    lock = draw(st.integers(0, 1))
    inner = draw(st.lists(ACCESSES, max_size=1))
    if draw(st.booleans()):
        inner = [("lock", 1 - lock), *inner, ("unlock", 1 - lock)]
    return [("lock", lock), *inner, ("unlock", lock)]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    threads = []
    for _ in range(draw(st.integers(2, 3))):
        pieces = draw(st.lists(st.one_of(st.lists(st.one_of(ACCESSES, SEMAPHORES, TRIES), max_size=2), locked())))
        threads.append(tuple(op for piece in pieces for op in piece)[:5])
    if draw(st.integers(0, 5)) == 0:
        threads[0] = (*threads[0], ("end", 0))
    return tuple(threads) if sum(map(len, threads)) <= 10 else tuple(thread[:3] for thread in threads)


def check_against_brute_force(program: Program) -> None:
    runs = list(all_runs(program))
    classes = {class_of(program, run) for run in runs}
    endings = {ending_after(program, run) for run in runs}
    for reduction in Reduction:
        found = search(lambda forced: simulate(program, forced), reduction)
        assert found.exhausted
        assert set(found.outcomes) == endings, reduction
        assert found.complete == len(classes), reduction


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(programs())
def test_every_class_is_completed_once_and_every_ending_found(program: Program) -> None:
    check_against_brute_force(program)


@pytest.mark.parametrize(
    "program",
    [
        ((("write", 0),), (("read", 0), ("write", 1)), (("read", 1), ("read", 0))),
        ((("lock", 0), ("lock", 1)), (("lock", 1), ("lock", 0))),
        ((("wait", 0), ("write", 0)), (("post", 0), ("read", 0)), (("wait", 0), ("post", 0))),
        ((("end", 0),), (("write", 0), ("write", 1)), (("read", 0),)),
        ((("try", 0), ("unlock", 0)), (("lock", 0), ("write", 0), ("unlock", 0)), (("read", 0),)),
    ],
)
def test_programs_that_were_missed_once(program: Program) -> None:
    check_against_brute_force(program)


def test_the_dependency_table() -> None:
    def op(thread: str, kind: str, *objects: object, access: tuple[int, int, bool] | None = None) -> Operation:
        accesses = () if access is None else (Access(*access),)
        return Operation(thread, (kind,), accesses, frozenset(objects), universal=kind == "process_exit")

    write = op("a", "access", access=(0, 8, True))
    assert write.depends_on(op("b", "access", access=(4, 8, False)))
    assert not write.depends_on(op("b", "access", access=(8, 12, True)))
    assert not op("a", "access", access=(0, 8, False)).depends_on(op("b", "access", access=(0, 8, False)))
    assert op("a", "lock", 1).depends_on(op("b", "unlock", 1))
    assert not op("a", "lock", 1).depends_on(op("b", "lock", 2))
    assert op("a", "process_exit").depends_on(op("b", "yield"))
    assert op("b", "lock", 1).never_with(op("a", "unlock", 1))
    assert not op("b", "trylock", 1).never_with(op("a", "unlock", 1))
    assert not op("b", "rdlock", 1).never_with(op("a", "rwunlock", 1))
