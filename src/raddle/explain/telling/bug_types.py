"""What kind of bug a slice shows, and its cause in one sentence.

deadlock         nobody can go on
sequential bug   the slice rests on no order that the schedule chose
interrupted      one thread does a and c; in between another one does b, and the slice rests on a before b and on
                 b before c. Linearizability: all of that by atomic operations, on different memory; else atomicity,
                 also where the accesses race: a lock around each of them alone would not help
one direction    order: where any program means it the other way round, a read too early to see what is written for
                 it, or one of memory that was given back; and where the program orders the two, but not as it should.
                 Data race: nothing orders them, and nothing says which of the two ways was meant
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import takewhile
from operator import attrgetter
from typing import Final

from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Dependence, Slice
from raddle.explain.telling.chosen import Early, Forced, Order, chosen_orders
from raddle.explain.telling.racing import race
from raddle.explain.telling.versions import Versions
from raddle.logic.evaluate import variables_of
from raddle.report.explanation import Bug

MOST_WAYS_BACK: Final = 6
RACE: Final = "; the accesses race"


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
    named: tuple[int, ...] = ()
    """The steps that the cause is about."""
    is_atomic: bool = False
    """What is interrupted, and what interrupts it, are atomic operations."""
    is_certain: bool = True
    """As of Explanation."""


@dataclass(frozen=True, slots=True)
class Schedules:
    """What is known of other schedules of the same program."""

    passes: bool = False
    """One passes."""
    none_passes: bool = False
    """Of each kind one was run."""
    flipped: tuple[Order, ...] = ()
    """Orders of this run that the nearest one which passes has the other way round."""
    early: tuple[Early, ...] = ()
    """Reads that come later there."""


NOTHING_KNOWN: Final = Schedules()


def judged(run: Run, sliced: Slice, settled: Bug | None = None, others: Schedules = NOTHING_KNOWN) -> Judged:
    """`sliced`: of the detail that shows most, or any that shows an interruption. `settled`: as the run was stopped at
    a race or a torn block, the kind is known."""
    if run.failing.thread is None:
        return Judged(Bug.DEADLOCK, run.failing.message.removeprefix("deadlock: "))
    if others.none_passes and settled is None:
        return Judged(Bug.SEQUENTIAL, _after_message(run, "it fails under every schedule"))
    chosen = chosen_orders(run, sliced)
    interruption = interruption_of(run, chosen) or interruption_of(run, [*chosen, *others.flipped])
    early = next((one for one in others.early if one.read in sliced.kept), None)
    if interruption is None and early is not None and settled is None:
        return _too_early(run, early, chosen)
    chosen = chosen or list(others.flipped)
    if not chosen:
        return _without_order(run, sliced, passes=others.passes)
    if interruption is not None:
        versions = Versions(run, astuple(interruption))
        atomic = all(run.steps[number].atomic for number in astuple(interruption))
        kind = settled or _kind(run, interruption, is_atomic=atomic)
        said = _interrupted(run, interruption, versions)
        return Judged(kind, said, interruption, named=astuple(interruption), is_atomic=atomic)
    order = min(chosen, key=_dullness)
    races = settled is Bug.DATA_RACE or race(run, order.earlier, order.later)
    bug = settled or (Bug.DATA_RACE if races and not _is_meant(run, order) else Bug.ORDER)
    said = _one_direction(run, order, Versions(run, (order.earlier, order.later)), bug, races=races)
    return Judged(bug, said, named=(order.earlier, order.later))


def _too_early(run: Run, early: Early, chosen: Iterable[Order]) -> Judged:
    """Where the failure rests on something else that the other thread had done, that one is interrupted."""
    done = [order for order in chosen if run.threads[run.steps[order.earlier].thread] == early.thread]
    began = max((order.earlier for order in done if order.earlier < early.read), default=None)
    versions = Versions(run, (early.read,) if began is None else (began, early.read))
    read = _Actor(run, early.read, versions)
    if began is None:
        return Judged(Bug.ORDER, f"{read.does()} before {early.thread} comes to {early.where}", named=(early.read,))
    first = f"{_Actor(run, began, versions).does()} and would go on at {early.where}"
    said = f"{first}; in between {read.does()}, and sees what was only half done"
    return Judged(Bug.ATOMICITY, said, named=(began, early.read))


def _without_order(run: Run, sliced: Slice, *, passes: bool) -> Judged:
    """What did not happen in time is in no slice, nor why a call returned what it did: a run that ends before another
    thread writes looks sequential, and so does one that fails to get a lock."""
    early = _early_read(run, sliced)
    if early is None and passes:
        return Judged(Bug.ORDER, _after_message(run, "other schedules pass, by what this run did not do"))
    if early is None and len(run.threads) == 1:
        return Judged(Bug.SEQUENTIAL, _after_message(run, "no other thread has a part in it"))
    if early is None:
        said = _after_message(run, "it rests on no order between threads that this run shows")
        return Judged(Bug.SEQUENTIAL, said, is_certain=False)
    read = _Actor(run, early, Versions(run, (early,)))
    if passes:
        return Judged(Bug.ORDER, f"{read.does()} before another thread changes it")
    doubt = f"this run alone does not tell whether others should have changed {read.name} before {read.does('it')}"
    return Judged(Bug.SEQUENTIAL, _after_message(run, doubt), is_certain=False)


def _after_message(run: Run, said: str) -> str:
    return f"{run.failing.message}; {said}" if run.failing.message else said


def _early_read(run: Run, sliced: Slice) -> int | None:
    """The last read of memory that others may share, while some thread might have done more before it: one that was
    created and has done nothing, too."""
    reads = [run.steps[number] for number in sliced.kept if run.steps[number].deed is Deed.READ]
    open_to_all = [step for step in reads if not run.wording.is_own(step)]
    last = {step.thread: step.number for step in run.steps}
    forced, all_began = Forced(run), len(last) == len(run.threads)
    for step in reversed(open_to_all):
        if not all_began:
            return step.number
        others = (end for thread, end in last.items() if thread != step.thread)
        if any(not forced(end, step.number) and not forced(step.number, end) for end in others):
            return step.number
    return None


def shows_interruption(run: Run, sliced: Slice) -> bool:
    return interruption_of(run, chosen_orders(run, sliced)) is not None


def shows_order(run: Run, sliced: Slice) -> bool:
    return bool(chosen_orders(run, sliced))


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
    lost = one_memory and first.deed is Deed.READ and is_lost(run, one)
    return not lost, not one_memory, one.there != one.back, one.last - one.first, one.first


def is_lost(run: Run, one: Interruption) -> bool:
    """Whether the interrupted thread overwrites what the other one wrote, with what does not depend on it."""
    if run.steps[one.back].deed is not Deed.WRITE or run.steps[one.last].deed is not Deed.WRITE:
        return False
    waiting, seen = [one.last], {one.last}
    while waiting:
        step = run.steps[waiting.pop()]
        value = run.formulas.of(step).value
        used = () if value is None else map(run.defined_by, variables_of([value]))
        for number in {*step.sources, *used} - seen:
            if number == one.back:
                return False
            if number > one.back:
                seen.add(number)
                waiting.append(number)
    return True


def _touch(one: Step, other: Step) -> bool:
    return one.address < other.address + max(other.size, 1) and other.address < one.address + max(one.size, 1)


def _kind(run: Run, one: Interruption, *, is_atomic: bool) -> Bug:
    different = not _touch(run.steps[one.first], run.steps[one.last])
    return Bug.LINEARIZABILITY if is_atomic and different else Bug.ATOMICITY


# ---- one direction


def _dullness(order: Order) -> tuple[object, ...]:
    """Reads that came too early first, then what comes last in the run."""
    return order.kind is not Dependence.WAR, order.kind is not Dependence.RAW, -order.later


def _is_meant(run: Run, order: Order) -> bool:
    """Whether every program means such accesses the other way round."""
    return order.kind is Dependence.WAR or Deed.FREE in (run.steps[order.earlier].deed, run.steps[order.later].deed)


# ---- sentences


def _one_direction(run: Run, order: Order, versions: Versions, bug: Bug, *, races: bool) -> str:
    one, other = _Actor(run, order.earlier, versions), _Actor(run, order.later, versions)
    if bug is Bug.DATA_RACE:
        return f"{one.does()}, {other.does('it')}, and nothing orders the two"
    also = RACE if races else ""
    match order.kind:
        case Dependence.WAR:
            return f"{one.does()} before {other.does('it')}{also}"
        case Dependence.RAW:
            return f"{other.does()}, after {one.does('it')}{also}"
        case Dependence.WAW:
            return f"{one.does()}, and {other.does('it')} afterwards{also}"


def _interrupted(run: Run, one: Interruption, versions: Versions) -> str:
    return f"{_interleaved(run, one, versions)}{_also(run, one)}"


def _also(run: Run, one: Interruption) -> str:
    """Which of the accesses race."""
    there, back = race(run, one.first, one.there), race(run, one.back, one.last)
    if there == back or _touch(run.steps[one.first], run.steps[one.last]):
        return RACE if there or back else ""
    return f"; the accesses to {run.wording.name(run.steps[one.first if there else one.last])} race"


def _interleaved(run: Run, one: Interruption, versions: Versions) -> str:
    first, there, back, last = (_Actor(run, number, versions) for number in astuple(one))
    if not first.touches(last):
        return f"{first.does()} and {last.acts()}; in between {_meanwhile(there, back)}"
    said = f"{_twice(first, last)}; in between {_meanwhile(there, back, known=first)}"
    differ = run.steps[one.first].value != run.steps[one.last].value
    several = there.number != back.number and there.verb == back.verb == "writes" and there.touches(back)
    match first.verb, back.verb, last.verb:
        case "reads", "writes", "writes" if is_lost(run, one):
            return f"{said}, and {'these writes are' if several else 'that write is'} lost"
        case "reads", "writes", "reads" if differ:
            return f"{said}, so that the two reads differ"
        case "writes", "writes", "reads" if differ:
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
    what = "it" if known is not None and known.touches(there) else ""
    if there.number == back.number or (there.acts(), there.touches(back)) == (back.acts(), True):
        return f"{there.does(what)}{'' if there.number == back.number else ', several times'}"
    if there.where == back.where and there.touches(back) and there.verb != back.verb:
        return f"{there.thread} {there.verb} and {back.verb} {what or there.name}{there.where}"
    return f"{there.does(what)} and {back.acts('it' if there.touches(back) else '')}"


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
