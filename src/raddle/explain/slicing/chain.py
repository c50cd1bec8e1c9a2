"""Backward through a failing run by a chain of cores: which steps the failure needs, and what is known between them.

What the property needs is known behind the last step. At a step whose variable something known speaks of, that is
replaced by the fewest bounds of the variables that the step uses (slicing/implications.py) which, with the step, imply
it; what the step demands (slicing/demands.py) becomes known before it. All other steps leave what is known as it is:
they are cut, and never looked at.
"""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from raddle.explain.slicing.demands import Demands, Said, substituted
from raddle.explain.slicing.implications import Facts, Implications
from raddle.explain.slicing.literals import EQUAL, SIGNED, Claim, bound_terms, closed
from raddle.explain.slicing.vague import Vague
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term

MOST_CLAIMS: Final = 8
"""That are tried as facts besides the bounds."""


@dataclass(slots=True)
class Change:
    """What is known right behind step `number`, against what is known before it."""

    number: int
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By step: the bounds of its variable before and behind."""
    gone: list[int] = field(default_factory=list)
    """Claims that are known before it only."""
    come: list[int] = field(default_factory=list)
    """Claims that are known behind it only."""


@dataclass(frozen=True, slots=True)
class Chain:
    kept: tuple[int, ...]
    """Ascending, as all of these."""
    conditions: tuple[int, ...]
    claims: tuple[Claim, ...]
    """By number."""
    changes: tuple[Change, ...]
    """Forward; before the first one nothing is known."""


class NoProof(Exception):
    """The steps that were allowed do not imply the failure, or nobody can show that they do."""


class Backward:
    """One pass. `allowed`: the only steps that may be kept; variables of others may have any value."""

    def __init__(
        self,
        said: Said,
        implications: Implications,
        *,
        allowed: frozenset[int] | None = None,
        oldest_first: bool = False,
    ) -> None:
        """`oldest_first`: of what could be left out, the oldest is tried first."""
        self._said: Final = said
        self._run: Final = said.run
        self._implications: Final = implications
        self._allowed: Final = allowed
        self._sign: Final = 1 if oldest_first else -1
        self._vague: Final = Vague(said, allowed)
        self._demands: Final = Demands(said)
        self._bounds: Final[dict[int, int]] = {}
        self._claims: Final[list[Claim]] = []
        self._speaking: Final[dict[int, set[int]]] = {}
        self._open: Final[set[int]] = set()
        """Claims that speak of variables which no step that may be kept defines."""
        self._heap: Final[list[int]] = []
        self._conditions: Final[list[int]] = []
        self._plain: Final[dict[int, bool]] = {}
        self._change = Change(len(said.run.steps))

    def chain(self) -> Chain:
        run = self._run
        changes = []
        self._demand(self._demands.at_the_end())
        for where in self._said.places():
            self._claim_new(Claim(where))
        self._show([Claim(run.failing.violated, run.failing.sound)], ())
        for number in self._vague.sound:
            heapq.heappush(self._heap, -number)
        self._settle()
        last = -1
        while self._heap:
            number = -heapq.heappop(self._heap)
            if number == last or not self._matters(number):
                continue
            last = number
            changes.append(self._through(number))
            self._settle()
        if self._speaking:
            raise NoProof
        kept = tuple(change.number for change in reversed(changes))
        return Chain(kept, tuple(sorted(self._conditions)), tuple(self._claims), tuple(reversed(changes)))

    def _matters(self, number: int) -> bool:
        return number in self._bounds or number in self._speaking or bool(self._taken_for_granted(number))

    def _through(self, number: int) -> Change:
        change = self._change = Change(number)
        bounds = self._bounds.pop(number, 0)
        if bounds:
            change.bounds[number] = (0, bounds)
        claims = [self._drop(one) for one in sorted(self._speaking.get(number, ()))]
        change.come = [one for one, _ in claims]
        self._demand(self._demands.of(number))
        if self._said.detail.control:
            self._claim_where(number)
        granted = [self._drop(one) for one in self._taken_for_granted(number)]
        change.come += [one for one, _ in granted]
        value = self._said.value(number)
        if bounds and not self._passed_on(number, value, bounds):
            claims += [(-1, Claim(one)) for one in bound_terms(self._run, number, bounds)]
        self._replace(number, value, [claim for _, claim in claims])
        for _, claim in granted:
            self._claim(Claim(claim.shown, (*claim.sound, *self._said.formula(number).sound)))
        return change

    def _taken_for_granted(self, number: int) -> list[int]:
        """Claims about variables of which a step says something by what it takes for granted."""
        if number not in self._vague.sound:
            return []
        steps = self._said.defined(self._said.formula(number).sound)
        return sorted({key for step in steps for key in self._speaking.get(step, ())})

    def _replace(self, number: int, value: Term, claims: Iterable[Claim]) -> None:
        """Claims behind a step by what implies them before it."""
        terms = self._run.terms
        goals = []
        for claim in claims:
            shown, *sound = (substituted(self._run, one, number, value) for one in (claim.shown, *claim.sound))
            if shown is terms.true or any(one is terms.false for one in sound):
                continue
            goal = Claim(shown, tuple(one for one in sound if one is not terms.true))
            if value.op is Op.VARIABLE:
                self._claim(goal)
            else:
                goals.append(goal)
        self._show(goals, self._said.formula(number).sound)

    def _passed_on(self, number: int, value: Term, bounds: int) -> bool:
        """Bounds of a step's variable as bounds of the only one that it is made of, where no question is needed."""
        if value.op is Op.CONSTANT:
            return True
        source = value if value.op is Op.VARIABLE else value.args[0]
        if source.op is not Op.VARIABLE or not self._firm(self._run.defined_by(source)):
            return False
        match value.op:
            case Op.VARIABLE:
                same = True
            case Op.SEXT:
                same = source.width > 1 and (bounds == EQUAL or not bounds & ~SIGNED)
            case Op.ZEXT | Op.NOT:
                same = bounds == EQUAL or value.width == 1
            case Op.ADD if value.args[1].op is Op.CONSTANT:
                same = bounds == EQUAL or (not bounds & ~SIGNED and self._is_exact(number, value))
            case _:
                same = False
        if same:
            self._bound(self._run.defined_by(source), bounds if value.op is not Op.NOT else EQUAL)
        return same

    def _is_exact(self, number: int, value: Term) -> bool:
        """What the step takes for granted is that this very sum, of a variable and a constant, does not overflow. x - c
        is written x + (-c), where there is a -c."""
        sound = self._said.formula(number).sound
        if len(sound) != 1 or sound[0].op is not Op.NOT:
            return False
        granted, (source, added), terms = sound[0].args[0], value.args, self._run.terms
        if granted.op is Op.SADD_OVERFLOW:
            return granted.args == (source, added)
        assert added.constant is not None
        least = 1 << (added.width - 1)
        taken = (source, terms.bits(-added.constant, added.width))
        return granted.op is Op.SSUB_OVERFLOW and granted.args == taken and added.constant != least

    # ---- what is known

    def _bound(self, number: int, bounds: int) -> None:
        old = self._bounds.get(number, 0)
        new = EQUAL if self._run.steps[number].width == 1 else closed(old | bounds)
        if new == old:
            return
        if not old and number not in self._speaking:
            heapq.heappush(self._heap, -number)
        self._bounds[number] = new
        first = self._change.bounds.get(number)
        self._change.bounds[number] = (new, old if first is None else first[1])

    def _claim(self, claim: Claim) -> None:
        steps = self._said.defined((claim.shown, *claim.sound))
        key = len(self._claims)
        self._claims.append(claim)
        if not all(map(self._may_keep, steps)):
            self._open.add(key)
        for number in steps:
            if number not in self._bounds and number not in self._speaking and self._may_keep(number):
                heapq.heappush(self._heap, -number)
            self._speaking.setdefault(number, set()).add(key)
        self._change.gone.append(key)

    def _settle(self) -> None:
        """Before the next step that is kept, nothing is known of variables behind it: what is claimed of those that no
        kept step defines is claimed for all their values."""
        heap = self._heap
        while heap and (-heap[0] == self._change.number or not self._matters(-heap[0])):
            heapq.heappop(heap)
        start = -heap[0] if heap else -1
        for key in sorted(self._open):
            steps = self._said.defined((self._claims[key].shown, *self._claims[key].sound))
            free = [step for step in steps if step > start]
            if not free:
                continue
            if any(map(self._may_keep, free)):
                raise NoProof
            _, claim = self._drop(key)
            if key in self._change.gone:
                self._change.gone.remove(key)
            else:
                self._change.come.append(key)
            instances = self._implications.for_all(claim, free)
            if instances is None:
                raise NoProof
            for instance in instances:
                if not self._said.defined((instance.shown,)):
                    raise NoProof
                self._claim(instance)

    def _drop(self, key: int) -> tuple[int, Claim]:
        claim = self._claims[key]
        self._open.discard(key)
        for number in self._said.defined((claim.shown, *claim.sound)):
            speaking = self._speaking[number]
            speaking.discard(key)
            if not speaking:
                del self._speaking[number]
        return key, claim

    def _may_keep(self, number: int) -> bool:
        return self._allowed is None or number in self._allowed

    def _firm(self, number: int) -> bool:
        """Whether its value follows from what may be kept."""
        return self._may_keep(number) and number not in self._vague.steps

    def _demand(self, conditions: Iterable[int]) -> None:
        for one in conditions:
            self._conditions.append(one)
            for claim in self._said.claims(one):
                self._claim_new(claim)

    def _claim_where(self, number: int) -> None:
        where = self._said.formula(number).where
        if where is not None:
            self._claim_new(Claim(where))

    def _claim_new(self, claim: Claim) -> None:
        """Unless it says nothing."""
        if claim.shown is not self._run.terms.true:
            self._claim(claim)

    # ---- bounds that imply

    def _show(self, goals: list[Claim], sound: tuple[Term, ...]) -> None:
        """Make known what implies the goals."""
        firm: list[Claim] = []
        vague: list[Claim] = []
        for goal in goals:
            steps = self._said.defined((goal.shown, *goal.sound))
            (firm if all(map(self._firm, steps)) else vague).append(goal)
        if firm and not self._shown(firm, sound):
            raise NoProof
        for goal in vague:
            if not self._shown([goal], sound):
                self._claim(Claim(goal.shown, (*goal.sound, *sound)))

    def _shown(self, goals: list[Claim], sound: tuple[Term, ...]) -> bool:
        said = self._said
        mentioned = said.defined(term for goal in goals for term in (goal.shown, *goal.sound))
        steps = sorted(filter(self._firm, mentioned), key=lambda one: (self._is_plain(one), self._sign * one))
        known = {step: self._bounds[step] for step in steps if step in self._bounds}
        open_steps = [step for step in steps if known.get(step) != EQUAL]
        facts = Facts(known, self._claims_over(set(mentioned)), sound)
        found = self._implications.enough(goals, open_steps, facts)
        if found is None:
            return self._shown_by_ranges(goals, open_steps, mentioned, facts)
        constants = {term.data for goal in goals for term in subterms((goal.shown,)) if term.op is Op.CONSTANT}
        for step, bounds in found.items():
            same = self._is_plain(step) and self._run.steps[step].value not in constants
            self._bound(step, EQUAL if same else bounds)
        return True

    def _shown_by_ranges(
        self, goals: list[Claim], open_steps: list[int], mentioned: Iterable[int], facts: Facts
    ) -> bool:
        """With what is known of variables whatever those that are not kept are."""
        ranges = [claim for step in mentioned for claim in self._vague.claims(step)]
        if not ranges:
            return False

        def enough() -> dict[int, int] | None:
            return self._implications.enough(goals, open_steps, replace(facts, claims=(*facts.claims, *ranges)))

        found = enough()
        if found is None:
            return False
        for one in list(ranges):
            ranges.remove(one)
            fewer = enough()
            if fewer is None:
                ranges.append(one)
            else:
                found = fewer
        for step, bounds in found.items():
            self._bound(step, bounds)
        for one in ranges:
            self._claim(one)
        return True

    def _claims_over(self, steps: set[int]) -> list[Claim]:
        """Known claims that speak of these variables alone; those among many are not looked for."""
        found: dict[int, None] = {}
        for step in steps:
            speaking = self._speaking.get(step, ())
            if len(speaking) <= MOST_CLAIMS:
                found.update(dict.fromkeys(sorted(speaking)))
        claims = [self._claims[key] for key in found]
        return [one for one in claims if steps.issuperset(self._said.defined((one.shown, *one.sound)))][:MOST_CLAIMS]

    def _is_plain(self, number: int) -> bool:
        """Whether its variable is a constant, or a copy of one."""
        path = []
        plain = False
        while number not in self._plain:
            path.append(number)
            value = self._said.value(number)
            if value.op is not Op.VARIABLE:
                plain = value.op is Op.CONSTANT
                break
            number = self._run.defined_by(value)
        else:
            plain = self._plain[number]
        self._plain.update(dict.fromkeys(path, plain))
        return plain
