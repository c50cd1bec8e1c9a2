"""The formulas of section 3 of the error invariants paper, as they stand there: the second way to every slice.

    (1) enc       a statement says that its variable has its value
    (2) guard     the conditions in whose scope a definition stands
    (3) csenc     where a definition is used outside of their scope, they have to hold first; a condition says nothing
    (4) raw, war, waw: both accesses were done, and in this order
    (5) hsenc     a statement says that it was done
    (6), (7)      what a read saw is known only if no other definition comes between
    (8)           an edge of the path says that its ends are in this order

combined as in section 3.3. With footnote 6, of each thread only the last definition before and the first one behind
counts. The order of a thread's own statements, creations and joins stand in the background; the other edges are
assumptions of their own, like the statements.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from raddle.explain.detail import Detail
from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Dependence, Hazard, Switch
from raddle.logic.evaluate import variables_of
from raddle.logic.query import Query
from raddle.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Part:
    """What of a run is kept."""

    kept: tuple[int, ...]
    switches: tuple[Switch, ...] = ()
    silent: frozenset[int] = frozenset()
    """Kept steps that only say that they were done, not what they wrote."""


def whole(run: Run) -> Part:
    """All steps, all switches."""
    steps = run.steps
    switches = [Switch(a.number, b.number) for a, b in pairwise(steps) if a.thread != b.thread]
    return Part(tuple(range(len(steps))), tuple(switches))


def step_name(number: int) -> str:
    return f"step {number}"


def done_name(number: int) -> str:
    return f"done {number}"


def switch_name(switch: Switch) -> str:
    return f"switch {switch.before} {switch.after}"


class Reference:
    """The formulas of one run at one detail."""

    def __init__(self, run: Run, detail: Detail) -> None:
        self.run: Final = run
        self.detail: Final = detail
        self._scopes: Final[dict[int, frozenset[int]]] = {}
        self._accesses: Final = _writes_by_byte(run.steps) if detail.hazards else {}

    # ---- (2) guards

    def scope(self, around: Iterable[int]) -> frozenset[int]:
        """These, and the conditions around conditions, the waits before waits."""
        return frozenset[int]().union(*map(self._with_outer, around))

    def _with_outer(self, innermost: int) -> frozenset[int]:
        chain: list[int] = []
        at: int | None = innermost
        while at is not None and at not in self._scopes:
            chain.append(at)
            at = self._outer(at)
        known = frozenset[int]() if at is None else self._scopes[at]
        for one in reversed(chain):
            known = self._scopes[one] = known | {one}
        return known

    def _outer(self, number: int) -> int | None:
        step = self.run.steps[number]
        match step.deed:
            case Deed.CONDITION | Deed.START:
                return step.guard
            case Deed.WAIT:
                return step.waited
            case _:
                return None

    def scope_of(self, number: int) -> frozenset[int]:
        return self.scope(self.run.steps[number].around)

    def uses(self, number: int) -> set[int]:
        """The steps whose variables decide what this one says."""
        formula = self.run.formulas.of(self.run.steps[number])
        said = [formula.value, formula.where if self.detail.control else None, *formula.sound]
        return self._defined(said)

    def needed_by(self, condition: int) -> set[int]:
        formula = self.run.formulas.of(self.run.steps[condition])
        if formula.needs is None:
            return set()
        return self._defined([formula.needs, formula.where if self.detail.control else None, *formula.sound])

    def _defined(self, said: Iterable[Term | None]) -> set[int]:
        return {self.run.defined_by(one) for one in variables_of([term for term in said if term is not None])}

    def demanded_by(self, scope: frozenset[int], used: Iterable[int]) -> set[int]:
        """Conditions around what is used that are not around its user."""
        if not self.detail.control:
            return set()
        return {condition for number in used for condition in self.scope_of(number) - scope}

    def demanded_at_the_end(self) -> set[int]:
        failing, terms = self.run.failing, self.run.terms
        if self.detail.control:
            ends = {end for pair in failing.orders for end in pair}
            around = map(self.scope_of, ends | self._used_at_the_end())
            return set(self.scope(failing.around)).union(*around)
        if failing.violated is terms.true and not failing.orders and failing.guard is not None:
            return {failing.guard}
        return set()

    def _used_at_the_end(self) -> set[int]:
        failing = self.run.failing
        return self._defined([failing.violated, *failing.sound, *self._places_at_the_end()])

    def _places_at_the_end(self) -> list[Term]:
        """That what stands in the wrong order touched the memory that it did."""
        if not self.detail.control:
            return []
        ends = sorted({end for pair in self.run.failing.orders for end in pair})
        places = [self.run.formulas.of(self.run.steps[end]).where for end in ends]
        return [where for where in places if where is not None]

    def closed(self, conditions: Iterable[int]) -> set[int]:
        """These and what their own conditions demand."""
        found: set[int] = set()
        stack = list(conditions)
        while stack:
            top = stack.pop()
            if top not in found:
                found.add(top)
                stack.extend(self._demanded_by_condition(top))
        return found

    def _demanded_by_condition(self, condition: int) -> set[int]:
        """Why it was reached itself, and how its variables came about."""
        if not self.detail.control:
            return set()
        reached = set(self.run.steps[condition].around)
        return reached | self.demanded_by(self.scope_of(condition), self.needed_by(condition))

    # ---- (4) and (7) hazards

    def hazards_of(self, number: int) -> set[Hazard]:
        step = self.run.steps[number]
        if step.deed is not Deed.READ or not step.shared or not self.detail.hazards:
            return set()
        return {hazard for byte in range(step.address, step.address + step.size) for hazard in self._at(step, byte)}

    def _at(self, step: Step, byte: int) -> Iterator[Hazard]:
        steps, number = self.run.steps, step.number
        writes = self._accesses.get(byte, [])
        before = [one for one in writes if one < number]
        if before:
            source = before[-1]
            if steps[source].thread != step.thread:
                yield Hazard(source, number, number, Dependence.RAW)
            last = {steps[one].thread: one for one in before[:-1]}
            if self.detail.waw:
                for thread, one in last.items():
                    if thread != steps[source].thread:
                        yield Hazard(one, source, number, Dependence.WAW)
        if self.detail.war:
            first = {steps[one].thread: one for one in reversed(writes) if one > number}
            for thread, one in first.items():
                if thread != step.thread:
                    yield Hazard(number, one, number, Dependence.WAR)

    # ---- formulas

    def valued(self, kept: Iterable[int], silent: frozenset[int] = frozenset()) -> set[int]:
        """Kept steps whose values matter to the failure; the others were only done, when others read."""
        matter = self._used_at_the_end()
        matter |= {use for one in self.closed(self.demanded_at_the_end()) for use in self.needed_by(one)}
        found = set()
        for number in sorted(set(kept) - silent, reverse=True):
            if number in matter:
                found.add(number)
                used = self.uses(number)
                matter |= used
                conditions = self.closed(self.demanded_by(self.scope_of(number), used))
                matter |= {use for one in conditions for use in self.needed_by(one)}
        return found

    def conditions(self, valued: Iterable[int]) -> set[int]:
        """All that is demanded where these are kept."""
        direct = self.demanded_at_the_end()
        for number in valued:
            direct |= self.demanded_by(self.scope_of(number), self.uses(number))
        return self.closed(direct)

    def shown(self, condition: int) -> Term:
        """That a condition held, where its arithmetic is sound."""
        formula = self.run.formulas.of(self.run.steps[condition])
        terms = self.run.terms
        if formula.needs is None:
            return terms.true
        held = terms.implies(terms.all_of(formula.sound), formula.needs)
        return held if formula.where is None or not self.detail.control else terms.all_of((held, formula.where))

    def said(self, number: int) -> Term:
        """(1) and (3): without what (6) demands besides."""
        terms = self.run.terms
        formula = self.run.formulas.of(self.run.steps[number])
        if formula.value is None:
            return terms.true
        says = terms.all_of((terms.equal(self.run.variable(number), formula.value), *formula.sound))
        direct = self.demanded_by(self.scope_of(number), self.uses(number))
        demands = [self.held(one) for one in sorted(direct)]
        if self.detail.control and formula.where is not None:
            demands.append(formula.where)
        return terms.implies(terms.all_of(demands), says)

    def held(self, condition: int) -> Term:
        """A truth value for a condition with all that it demands in turn: defined by `definitions`."""
        return self.run.terms.variable(f"held{condition}", 1)

    def done(self, number: int) -> Term:
        return self.run.terms.variable(f"done{number}", 1)

    def definitions(self, conditions: Iterable[int]) -> list[Term]:
        terms = self.run.terms
        found = []
        for one in sorted(conditions):
            inner = sorted(self._demanded_by_condition(one))
            whole_ = terms.all_of([self.shown(one), *map(self.held, inner)])
            found.append(terms.equal(self.held(one), whole_))
        return found

    def orders_at_the_end(self) -> set[Hazard]:
        """What went wrong by its order."""
        kinds = {(Deed.WRITE, Deed.READ): Dependence.RAW, (Deed.READ, Deed.WRITE): Dependence.WAR}
        steps = self.run.steps
        return {
            Hazard(a, b, b, kinds.get((steps[a].deed, steps[b].deed), Dependence.WAW))
            for a, b in self.run.failing.orders
        }

    def came_about(self, earlier: int, later: int) -> Term:
        """(4)"""
        return self.run.terms.all_of((self.done(earlier), self.done(later), self.run.terms.before(earlier, later)))

    def failed(self, *, in_order: bool = False) -> Term:
        """What a proof of the failure contradicts. in_order: the orders are taken for granted."""
        terms, failing = self.run.terms, self.run.failing
        orders = [] if in_order else [self.came_about(*pair) for pair in failing.orders]
        orders += self._places_at_the_end()
        reached = [self.held(one) for one in sorted(self.demanded_at_the_end())]
        passed = terms.all_of((*failing.sound, terms.negation(failing.violated)))
        return terms.any_of((terms.negation(terms.all_of((*orders, *reached))), passed))

    def query(self, part: Part) -> Query:
        """Unsatisfiable if what is kept is an error trace. Assumptions by name: what was done, what the steps say, the
        switches."""
        terms = self.run.terms
        valued = self.valued(part.kept, part.silent)
        hazards = {number: sorted(self.hazards_of(number)) for number in valued}
        assumed = {}
        for number in part.kept:
            assumed[done_name(number)] = self.done(number)
            if number in valued:
                premise = terms.all_of([self.came_about(one.earlier, one.later) for one in hazards[number]])
                assumed[step_name(number)] = terms.implies(premise, self.said(number))
        for switch in part.switches:
            assumed[switch_name(switch)] = terms.before(switch.before, switch.after)
        points = {*part.kept, *(end for pair in (*self.run.forced, *self.run.failing.orders) for end in pair)}
        points |= {end for switch in part.switches for end in (switch.before, switch.after)}
        points |= {end for found in hazards.values() for one in found for end in (one.earlier, one.later)}
        background = [*self.definitions(self.conditions(valued)), *self.orders(points), self.failed()]
        return Query(terms, tuple(background), assumed)

    def values_query(self, part: Part, without: frozenset[int] = frozenset()) -> Query:
        """The same where all orders are taken for granted: nothing but bits. `without`: who says nothing."""
        terms = self.run.terms
        valued = self.valued(part.kept, part.silent)
        said = [self.said(number) for number in sorted(valued - without)]
        return Query(terms, (*self.definitions(self.conditions(valued)), *said, self.failed(in_order=True)))

    def orders_query(self, part: Part) -> Query:
        """Unsatisfiable if all orders that something rests on come about: nothing but order."""
        terms = self.run.terms
        valued = self.valued(part.kept, part.silent)
        wanted = {(one.earlier, one.later) for number in valued for one in self.hazards_of(number)}
        wanted |= set(self.run.failing.orders)
        points = {*part.kept, *(end for pair in (*self.run.forced, *wanted) for end in pair)}
        points |= {end for switch in part.switches for end in (switch.before, switch.after)}
        facts = [self.done(number) for number in part.kept]
        facts += [terms.before(switch.before, switch.after) for switch in part.switches]
        came = terms.all_of([self.came_about(*pair) for pair in sorted(wanted)])
        return Query(terms, (*facts, *self.orders(points), terms.negation(came)))

    def orders(self, points: Iterable[int]) -> list[Term]:
        """Those that every schedule has."""
        terms = self.run.terms
        last: dict[int, int] = {}
        found = [terms.before(*pair) for pair in self.run.forced]
        for point in sorted(points):
            thread = self.run.steps[point].thread
            if thread in last:
                found.append(terms.before(last[thread], point))
            last[thread] = point
        return found


def _writes_by_byte(steps: Sequence[Step]) -> dict[int, list[int]]:
    writes: dict[int, list[int]] = {}
    for step in steps:
        if step.deed is Deed.WRITE:
            for byte in range(step.address, step.address + step.size):
                writes.setdefault(byte, []).append(step.number)
    return writes
