"""What kind of bug a slice shows, and its cause in one sentence.

deadlock         nobody can go on
sequential bug   the slice rests on no order that the schedule chose
interrupted      one thread does a and c; in between another one does b, and the slice rests on a before b and on
                 b before c. Linearizability: all of that by atomic operations, on different memory; data race:
                 plain, under no common lock, and a and c are one source line; else atomicity
one direction    data race: plain, and no synchronisation at all around it; else order
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import takewhile
from operator import attrgetter
from typing import Final

from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Dependence, Slice
from raddle.explain.telling.chosen import Forced, Order, orders_of
from raddle.explain.telling.versions import Versions
from raddle.report.explanation import Bug

MOST_WAYS_BACK: Final = 6
_SYNCHRONISATION: Final = frozenset({Deed.LOCK, Deed.UNLOCK, Deed.CREATE, Deed.JOIN, Deed.OTHER})


@dataclass(frozen=True, slots=True)
class Interruption:
    """`first` and `last` are of one thread; the other thread did `there`, and then `back`: may be one step."""

    first: int
    there: int
    back: int
    last: int


@dataclass(frozen=True, slots=True)
class Judged:
    bug: Bug
    cause: str
    interruption: Interruption | None = None
    is_atomic: bool = False
    """What is interrupted, and what interrupts it, are atomic operations."""


def judged(run: Run, sliced: Slice, settled: Bug | None = None, *, passes: bool = False) -> Judged:
    """`sliced`: of the detail that shows most, or any that shows an interruption. `settled`: as the run was stopped at
    a race or a torn block, the kind is known. `passes`: it is known that another schedule passes."""
    if run.failing.thread is None:
        return Judged(Bug.DEADLOCK, run.failing.message.removeprefix("deadlock: "))
    chosen = [order for order in orders_of(run, sliced) if not order.forced]
    versions = Versions(run, (number for order in chosen for number in (order.earlier, order.later)))
    if not chosen:
        return _without_order(run, sliced, passes=passes)
    interruption = interruption_of(run, chosen)
    if interruption is not None:
        atomic = all(run.steps[number].atomic for number in astuple(interruption))
        kind = settled or _kind(run, interruption)
        return Judged(kind, _interrupted(run, interruption, versions), interruption, atomic)
    order = min(chosen, key=lambda order: _dullness(run, order))
    races = settled is Bug.DATA_RACE or _is_race(run, order)
    return Judged(settled or (Bug.DATA_RACE if races else Bug.ORDER), _one_direction(run, order, versions, races=races))


def _without_order(run: Run, sliced: Slice, *, passes: bool) -> Judged:
    """What did not happen in time is in no slice: a run that ends before another thread writes looks sequential."""
    early = _early_read(run, sliced)
    versions = Versions(run, () if early is None else (early,))
    message = f"{run.failing.message}; " if run.failing.message else ""
    if early is None and passes:
        return Judged(Bug.ORDER, f"{message}other schedules pass, by what this run did not do")
    if early is None:
        return Judged(Bug.SEQUENTIAL, f"{message}the orders in which the threads ran have no part in it")
    read = _Actor(run, early, versions)
    if passes:
        return Judged(Bug.ORDER, f"{read.does()} before another thread changes it")
    doubt = f"this run alone does not tell whether others should have changed {read.name} before {read.does('it')}"
    return Judged(Bug.SEQUENTIAL, f"{message}{doubt}")


def _early_read(run: Run, sliced: Slice) -> int | None:
    """The last read of memory that others may share, while some thread might have done more before it."""
    reads = [run.steps[number] for number in sliced.kept if run.steps[number].deed is Deed.READ]
    open_to_all = [step for step in reads if not run.wording.is_own(step)]
    last = {step.thread: step.number for step in run.steps}
    forced = Forced(run)
    for step in reversed(open_to_all):
        others = (end for thread, end in last.items() if thread != step.thread)
        if any(not forced(end, step.number) and not forced(step.number, end) for end in others):
            return step.number
    return None


def shows_interruption(run: Run, sliced: Slice) -> bool:
    return interruption_of(run, [order for order in orders_of(run, sliced) if not order.forced]) is not None


def shows_order(run: Run, sliced: Slice) -> bool:
    return any(not order.forced for order in orders_of(run, sliced))


# ---- interruptions


def interruption_of(run: Run, chosen: Iterable[Order]) -> Interruption | None:
    """The one that is told best: on one piece of memory rather than on two, the nearest steps."""
    rounds = _Rounds(run)
    likely = (one for one in set(_candidates(run, list(chosen))) if not rounds.differ(one.first, one.last))
    return min(likely, key=lambda one: _rank(run, one), default=None)


def _candidates(run: Run, orders: Sequence[Order]) -> Iterator[Interruption]:
    """Ways to the other thread, and the nearest ways back."""
    back: dict[tuple[int, int], list[Order]] = {}
    for order in sorted(orders):
        back.setdefault(_threads(run, order), []).append(order)
    for go in orders:
        here, there = _threads(run, go)
        come = back.get((there, here), [])
        first = bisect_left(come, go.later, key=attrgetter("earlier"))
        for one in come[first : first + MOST_WAYS_BACK]:
            yield Interruption(go.earlier, go.later, one.earlier, one.later)


def _threads(run: Run, order: Order) -> tuple[int, int]:
    return run.steps[order.earlier].thread, run.steps[order.later].thread


class _Rounds:
    """Of the loops of the function that a thread began with: nobody expects two of them to be one."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._sites: dict[int, frozenset[int]] = {}

    def differ(self, first: int, last: int) -> bool:
        """Whether a condition that `first` depends on was come to again before `last`, which depends on that."""
        steps = self._run.steps
        behind = takewhile(lambda guard: guard > first, self._run.guards(steps[last].guard))
        again = {steps[guard].site for guard in behind if not steps[guard].stack}
        return not again.isdisjoint(self._around(steps[first].guard))

    def _around(self, guard: int | None) -> frozenset[int]:
        """Sites of a condition and those around it; the rounds of a loop share one set."""
        waiting = list(takewhile(lambda one: one not in self._sites, self._run.guards(guard)))
        for one in reversed(waiting):
            step = self._run.steps[one]
            sites = self._sites[step.guard] if step.guard is not None else frozenset[int]()
            wanted = step.deed is Deed.CONDITION and step.site and step.site not in sites
            self._sites[one] = sites | {step.site} if wanted else sites
        return self._sites[guard] if guard is not None else frozenset()


def _rank(run: Run, one: Interruption) -> tuple[object, ...]:
    first, there, back, last = (run.steps[number] for number in (one.first, one.there, one.back, one.last))
    one_memory = _touch(first, last) and _touch(first, there)
    if all(step.atomic for step in (first, there, back, last)):
        return one_memory, False, one.there != one.back, one.last - one.first, one.first
    lost = one_memory and first.deed is Deed.READ and last.deed is Deed.WRITE and back.deed is Deed.WRITE
    return not lost, not one_memory, one.there != one.back, one.last - one.first, one.first


def _touch(one: Step, other: Step) -> bool:
    return one.address < other.address + max(other.size, 1) and other.address < one.address + max(one.size, 1)


def _kind(run: Run, one: Interruption) -> Bug:
    steps = [run.steps[number] for number in (one.first, one.there, one.back, one.last)]
    first, last = steps[0], steps[-1]
    if all(step.atomic for step in steps) and not _touch(first, last):
        return Bug.LINEARIZABILITY
    places = run.wording.place(first), run.wording.place(last)
    one_line = all(places) and len({(place.file, place.line) for place in places if place is not None}) == 1
    unprotected = _is_unprotected(run, steps[0], steps[1]) and _is_unprotected(run, steps[2], steps[3])
    different = {first.deed, last.deed} == {Deed.READ, Deed.WRITE}
    return Bug.DATA_RACE if unprotected and one_line and different else Bug.ATOMICITY


def _is_unprotected(run: Run, one: Step, other: Step) -> bool:
    """Plain, and under no common lock."""
    return not (one.atomic and other.atomic) and _locks(run, one).isdisjoint(_locks(run, other))


def _locks(run: Run, step: Step) -> set[tuple[int, str]]:
    return {(run.steps[lock].address, run.wording.name(run.steps[lock])) for lock in step.locks}


# ---- one direction


def _dullness(run: Run, order: Order) -> tuple[object, ...]:
    """Reads that came too early first, then what comes last in the run."""
    return order.kind is not Dependence.WAR, order.kind is not Dependence.RAW, -order.later


def _is_race(run: Run, order: Order) -> bool:
    one, other = run.steps[order.earlier], run.steps[order.later]
    if not _is_unprotected(run, one, other):
        return False
    threads = (one.thread, other.thread)
    between = run.steps[order.earlier + 1 : order.later]
    return not any(step.thread in threads and step.deed in _SYNCHRONISATION for step in between)


# ---- sentences


def _one_direction(run: Run, order: Order, versions: Versions, *, races: bool) -> str:
    one, other = _Actor(run, order.earlier, versions), _Actor(run, order.later, versions)
    if races:
        return f"{one.does()}, {other.does('it')}, and nothing orders the two"
    match order.kind:
        case Dependence.WAR:
            return f"{one.does()} before {other.does('it')}"
        case Dependence.RAW:
            return f"{other.does()}, after {one.does('it')}"
        case Dependence.WAW:
            return f"{one.does()}, and {other.does('it')} afterwards"


def _interrupted(run: Run, one: Interruption, versions: Versions) -> str:
    first, there, back, last = (_Actor(run, number, versions) for number in (one.first, one.there, one.back, one.last))
    if not first.touches(last):
        return f"{first.does()} and {last.acts()}; in between {_meanwhile(there, back)}"
    said = f"{_twice(first, last)}; in between {_meanwhile(there, back, known=first)}"
    match first.verb, back.verb, last.verb:
        case "reads", "writes", "writes":
            return f"{said}, and that write is lost"
        case "reads", "writes", "reads":
            return f"{said}, so that the two reads differ"
        case "writes", "writes", "reads":
            return f"{said}, so that it does not read what it wrote"
        case "writes", "reads", "writes":
            return f"{said}, and sees what was only half done"
        case _:
            return said


def _twice(first: "_Actor", last: "_Actor") -> str:
    if first.verb == last.verb:
        return f"{first.does()} and again{last.where}"
    if first.where == last.where:
        return f"{first.thread} {first.verb} and {last.verb} {first.name}{first.where}"
    return f"{first.does()} and {last.acts('it')}"


def _meanwhile(there: "_Actor", back: "_Actor", known: "_Actor | None" = None) -> str:
    said = there.does("it" if known is not None and known.touches(there) else "")
    if there.number == back.number:
        return said
    return f"{said} and {back.acts('it' if there.touches(back) else '')}"


class _Actor:
    """A step in words: `main.1 reads balance at line 10`."""

    def __init__(self, run: Run, number: int, versions: Versions) -> None:
        step = run.steps[number]
        self.number: Final = number
        self.thread: Final = run.threads[step.thread]
        self.verb: Final = _verb(step)
        self.name: Final = run.wording.name(step) or "the memory"
        place = versions.line(run.wording.place(step))
        self.where: Final = f" at {place}" if place else ""
        self._step: Final = step

    def does(self, what: str = "") -> str:
        return f"{self.thread} {self.acts(what)}"

    def acts(self, what: str = "") -> str:
        return f"{self.verb} {what or self.name}{self.where}"

    def touches(self, other: "_Actor") -> bool:
        return _touch(self._step, other._step)


def _verb(step: Step) -> str:
    match step.deed:
        case Deed.READ:
            return "reads"
        case Deed.WRITE:
            return "writes"
        case other:
            return f"{other.value}s"
