"""What nobody has seen: the outcomes of an operation beside those that were, and what comes where logs end.

In: the edges that leave a point. Out: outcomes, those seen and the others; together they are all that can happen there.
An assertion is two outcomes: it goes on, or fails.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from raddle.base.errors import InternalError, ToolError
from raddle.logic.arithmetic import mask
from raddle.logic.evaluate import subterms
from raddle.logic.linear import sum_of
from raddle.logic.operators import Op
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import DIVISIONS, computable, divides
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Check,
    Count,
    Join,
    Leave,
    Read,
    Refused,
    RegionEnd,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.check_threads import demanded
from raddle.model.graph import Leads
from raddle.model.uses import with_variables
from raddle.verify.grow.graph import Edge, LogEnd, Origin, Point
from raddle.verify.grow.matching import common_reads, crashes, outcomes

TIMED: Final = frozenset({"timedlock", "timedrdlock", "timedwrlock", "sem_timedwait"})
"""Records of calls that give up when their time is over."""
_SENT: Final = frozenset({"signal_deliver", "signal_wait", "cancelled"})


@dataclass(frozen=True, slots=True)
class Outcome:
    action: Action
    leads: Leads
    visible: int
    """From the point's zero to its own end."""
    edge: Edge | None = None
    """Set: the one that was seen."""
    origins: tuple[Origin, ...] = ()
    timed_out: bool = False


class Frontiers:
    def __init__(
        self, terms: TermStore, most: Sequence[int], variants: Sequence[Sequence[int]], decided: Container[Term]
    ) -> None:
        """`most`: what the count of each semaphore cannot exceed. `variants`: of each thread, those of the same path.
        `decided`: conditions that are decisions of their own."""
        self._terms = terms
        self._most = most
        self._variants = variants
        self._decided = decided

    def outcomes(self, point: Point) -> list[Outcome]:
        if not point.edges:
            return self._behind_the_log(point)
        seen = [outcome for edge in point.edges for outcome in self._seen(edge)]
        origins = tuple(origin for edge in point.edges for origin in edge.origins)
        visible = min(edge.visible for edge in point.edges)
        kinds = {edge.kind for edge in point.edges}
        unseen = [
            Outcome(action, "frontier", visible, None, origins, timed_out=_times_out(action, kinds))
            for action in self._without_crashes(point.edges)
        ]
        return seen + unseen

    def _without_crashes(self, edges: Sequence[Edge]) -> Iterator[Action]:
        """What nobody has seen, where none of the crashes is that were."""
        terms, others = self._terms, [edge for edge in edges if not crashes(edge.action)]
        actions = [edge.action for edge in edges]
        none = terms.all_of(one.condition for one in actions if isinstance(one, Check) and crashes(one))
        for action in self._unseen(others) if others else (Step((), terms.true, ()),):
            if isinstance(action, Step):
                action = replace(action, guard=terms.all_of((action.guard, none)))
            if not isinstance(action, Step) or action.guard is not terms.false:
                yield action

    def _whole(self, edge: Edge) -> Action:
        if edge.only is None:
            return edge.action
        assert isinstance(edge.action, Step)
        return replace(edge.action, guard=self._terms.all_of((edge.action.guard, edge.only)))

    def _seen(self, edge: Edge) -> Iterator[Outcome]:
        action, origins = self._whole(edge), tuple(edge.origins)
        if isinstance(action, Check) and crashes(action):
            yield Outcome(Step((), self._terms.negation(action.condition), ()), "failure", edge.visible, None, origins)
        elif isinstance(action, Check):
            on = Step(action.reads, action.condition, ())
            fails = self._copied(Step(action.reads, self._terms.negation(action.condition), ()), "!")
            if on.guard is not self._terms.false:
                yield Outcome(on, "on", edge.visible, edge, origins)
            if fails.guard is not self._terms.false:
                yield Outcome(fails, "failure", edge.visible, None, origins)
        elif edge.target is not None:
            yield Outcome(action, "on", edge.visible, edge, origins, timed_out=_times_out(action, {edge.kind}))
        elif isinstance(action, Step) and (action.reads or action.writes):
            yield Outcome(action, "on", edge.visible, None, origins)  # goes round: nothing is lost, but it may race

    # ---- operations

    def _unseen(self, edges: Sequence[Edge]) -> Iterator[Action]:
        actions = [self._whole(edge) for edge in edges]
        first, kind = actions[0], edges[0].kind
        if any(isinstance(action, Join) and not action.waits for action in actions) or (
            isinstance(first, Step) and kind == "join"
        ):
            self._tried_joins(actions)
        steps = [action for action in actions if isinstance(action, Step)]
        if steps:
            yield from self._other_guard(steps)
            for number, step in enumerate(steps):
                yield from self._astray(step, number)
                yield from self._traps(step)
            return
        for action in self._possible(first, kind):
            if action not in actions:
                yield action

    def _possible(self, action: Action, kind: str) -> Iterable[Action]:
        """All outcomes of an operation that is no step."""
        match action:
            case Take(waits=False) if kind in _SENT:
                return ()
            case Count(semaphore) if kind == "sem_get":
                return (Count(semaphore, value) for value in range(self._most[semaphore] + 1))
            case Count() if kind and not kind.startswith("sem_"):
                return ()
            case Leave(last=None) | Wake(cause="any" | "spurious") | Wake(waits=True):
                return ()
            case Join(child):
                return (replace(action, child=other) for other in self._variants[child])
            case _:
                return outcomes(action)

    @staticmethod
    def _tried_joins(actions: Sequence[Action]) -> None:
        if not ({type(action) for action in actions} >= {Join, Step}):
            raise ToolError("cannot verify: a join that does not wait has only been seen to end in one way")

    # ---- steps

    def _other_guard(self, steps: Sequence[Step]) -> Iterator[Step]:
        """None of the seen guards holds."""
        terms = self._terms
        reads, renamings = _reads_of_any(steps)
        guards = []
        for step, renamed in zip(steps, renamings, strict=True):
            own = {read.variable for read in step.reads} - set(renamed)
            if own and any(term in own for term in subterms((step.guard,))):
                raise InternalError("the outcomes of one operation depend on different reads")
            guards.append(with_values(terms, step.guard, renamed))
        guard = terms.negation(terms.any_of(guards))
        if guard is not terms.false:
            possible = terms.all_of((guard, computable(terms, guards)))
            yield self._copied(Step(reads, possible, ()), "?")

    def _astray(self, step: Step, number: int) -> Iterator[Step]:
        """An access goes where none was seen to go."""
        terms = self._terms
        done: set[tuple[frozenset[tuple[Term, int]], frozenset[int]]] = set()
        accesses: list[tuple[Read | Write, int, Term]] = [(read, at, terms.true) for at, read in enumerate(step.reads)]
        accesses += [(write, len(step.reads), step.guard) for write in step.writes]
        for access, before, guard in accesses:
            if access.address is None or (place := _from_its_sum(access)) in done:
                continue
            if _choices(access.address) <= set(access.addresses):
                continue
            done.add(place)
            aim = access.address
            elsewhere = terms.negation(
                terms.any_of(terms.equal(aim, terms.bits(address, aim.width)) for address in access.addresses)
            )
            condition = terms.all_of((guard, elsewhere))
            if condition is not terms.false:
                yield self._copied(Step(step.reads[:before], condition, ()), f"?{number}.{len(done)}")

    def _traps(self, step: Step) -> Iterator[Step]:
        """A division in what it computes has no result. (Divisions that are decisions of their own stand before it.)"""
        spoken = [step.guard, *(write.value for write in step.writes)]
        accesses: tuple[Read | Write, ...] = (*step.reads, *step.writes)
        spoken += [access.address for access in accesses if access.address is not None]
        terms = self._terms
        for number, division in enumerate(term for term in subterms(spoken) if term.op in DIVISIONS):
            signed = division.op in (Op.SDIV, Op.SREM)
            condition = divides(terms, *division.args, signed=signed)
            if condition not in self._decided and condition is not terms.true:
                traps = terms.all_of((computable(terms, division.args), terms.negation(condition)))
                yield self._copied(Step(step.reads, traps, ()), f"/{number}")

    def _copied(self, step: Step, mark: str) -> Step:
        """With variables of its own, and no writes."""
        fresh = {
            read.variable: self._terms.variable(f"{read.variable}{mark}", read.variable.width) for read in step.reads
        }
        return with_variables(self._terms, replace(step, writes=()), fresh)

    # ---- where logs end

    def _behind_the_log(self, point: Point) -> list[Outcome]:
        if not point.ends:
            return []
        end = max(point.ends, key=lambda end: (end.waits_for is not None, end.visible))
        origins = () if end.last is None else (Origin(end.run, end.last),)
        return [
            Outcome(action, "frontier", end.visible + 1, None, origins, timed_out=_times_out(action, set()))
            for action in self._next(point, end)
        ]

    def _next(self, point: Point, end: LogEnd) -> Iterable[Action]:
        if end.waits_for is not None:
            return (end.waits_for,)
        match _demanded_at(point):
            case Acquire() as acquire:
                return (acquire,)
            case Wait(condition):
                woken = Wake(condition, "signal", waits=not end.is_timed)
                return outcomes(woken) if end.is_timed else (woken,)
            case Arrive(barrier):
                return outcomes(Leave(barrier, last=True))
            case _:
                return (Step((), self._terms.true, ()),)


def _demanded_at(point: Point) -> Action | None:
    """What leaves no choice of what comes next there."""
    if not point.entering:
        return None
    edge = point.entering[0]
    return demanded(edge.action, _demanded_at(edge.source) if isinstance(edge.action, RegionEnd | Wake) else None)


def _from_its_sum(access: Read | Write) -> tuple[frozenset[tuple[Term, int]], frozenset[int]]:
    """What is added up to its address, and where that leads: the same for all that are as far from there."""
    assert access.address is not None
    parts, constant = sum_of(access.address)
    limit = mask(access.address.width)
    return frozenset(parts.items()), frozenset((address - constant) & limit for address in access.addresses)


def _choices(address: Term) -> set[int | None]:
    """The constants that it is one of; None: something else."""
    found: set[int | None] = set()
    stack = [address]
    while stack:
        top = stack.pop()
        if top.op is Op.ITE:
            stack += top.args[:2]
        else:
            found.add(top.constant)
    return found


def _reads_of_any(steps: Sequence[Step]) -> tuple[tuple[Read, ...], list[dict[Term, Term]]]:
    """What is read whatever the outcome, and behind it what only some outcomes read (a longer text); and for each step
    its variables -> those of these reads."""
    reads = steps[0].reads
    for step in steps[1:]:
        reads = common_reads(reads, step.reads)[0]
    beyond: dict[int, Read] = {}
    renamings = []
    for step in steps:
        renamed = {b.variable: a.variable for a, b in zip(reads, step.reads, strict=False)}
        for read in step.reads[len(reads) :]:
            if read.address is None:
                same = beyond.setdefault(read.cells[0], replace(read, early=True, of_early=False))
                renamed[read.variable] = same.variable
        renamings.append(renamed)
    return (*reads, *beyond.values()), renamings


def _times_out(action: Action, kinds: set[str]) -> bool:
    match action:
        case Wake(cause="timeout"):
            return True
        case Refused() | Count(value=0):
            return bool(kinds & TIMED)
        case _:
            return False
