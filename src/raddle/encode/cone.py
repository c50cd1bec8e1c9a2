"""Cone of influence: how far each thread can matter to one goal, and which reads do.

Exact, not an abstraction: a prefix that reaches the goal, cut in every thread to the cone, reaches it. So whatever may
enable, disable or feed an event in the cone is in the cone: the writers of a needed read; branches and checks before
a needed event; the release of a lock that was taken; posts, signals, arrivals of whoever waits; and so on upwards.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from raddle.encode.asked import terms_asked
from raddle.encode.heads import Asked, done_by
from raddle.encode.index import Index
from raddle.encode.reach import Depth, Reach
from raddle.encode.trace_candidates import MOST_OF_A_FLAG, TraceCandidates
from raddle.logic.evaluate import variables_of
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import Acquire, Check, Free, Join, Read, RegionBegin, Start, Step, Write
from raddle.model.rules.actions import traits_of
from raddle.model.rules.traits import SyncObject
from raddle.model.uses import reads_of

MOST_NEAR: Final = 2
"""Branches before each event, where only the last ones count."""
FARTHEST_NEAR: Final = 400
"""Events that are looked at for them."""
MOST_OF_A_NEAR_FLAG: Final = 400
"""Writes of a cell, where only few reads of it count."""


class Cone(Reach):
    """With `alone`, or another `depth`, unsatisfiable is still a proof; a solution has to be run on the machine."""

    def __init__(
        self, index: Index, goal: Asked, candidates: TraceCandidates, *, alone: bool, depth: Depth = "all"
    ) -> None:
        super().__init__(index, goal, alone=alone, depth=depth)
        self._candidates = candidates
        self._scanned = [-1] * len(index.ctp.threads)
        self._todo: deque[Term] = deque()
        self._asked: set[SyncObject] = set()
        self._near = set(self._last_branches()) if depth == "near" else None
        if depth == "all":
            self._use(terms_asked(index, goal))
        for head in self.heads:
            self._use_told_apart(head)
        self._close()

    def _use(self, terms: Iterable[Term]) -> None:
        for variable in variables_of(terms):
            if variable in self._index.reads and variable not in self.reads:
                self.reads[variable] = None
                self._todo.append(variable)

    def _close(self) -> None:
        threads = range(len(self.reach))
        while self._todo or any(self._scanned[thread] < self.reach[thread] for thread in threads):
            while self._todo:
                self._feed(self._todo.popleft())
            for thread in threads:
                while self._scanned[thread] < self.reach[thread]:
                    self._scanned[thread] += 1
                    self._scan(self._index.ctp.threads[thread].first + self._scanned[thread])

    def _feed(self, variable: Term) -> None:
        """A needed read needs its address, and whoever may have written what it sees."""
        event, read = self._index.reads[variable]
        same = None if variable in self.told_apart else self._candidates.same_as(event, read)
        if same is not None:
            self._use((same,))
            return
        if read.address is not None:
            self._use((read.address,))
        for writer, write in self._candidates.writers(event, read):
            self._require(writer)
            if self.depth == "all":
                self._use((write.value,) if write.address is None else (write.value, write.address))

    def _scan(self, number: int) -> None:
        """What may keep this event from taking place, or be kept by it."""
        action = self._index.ctp.events[number].action
        if number in self.heads:
            return
        if isinstance(action, Step) and self._near is not None:
            if number in self._near:
                self.kept.add(number)
                self._use(variables_of((action.guard,)))
        elif isinstance(action, Step) and self.depth == "flags":
            self._keep(number, action)
        elif isinstance(action, Step) and self.depth == "all":
            values = [write.value for write in action.writes]
            safe = computable(self._index.ctp.terms, values)
            self._use((action.guard, safe, *_addresses((*action.reads, *action.writes))))
        elif isinstance(action, Check) and not self.alone:
            self._use((action.condition, *_addresses(action.reads)))
        elif isinstance(action, Free) and not self.alone and number in self._index.freed_again:
            self._use(() if action.when is None else (action.when,))
        self._use_told_apart(number)
        for event in self._counterparts(number):
            self._require(event)

    def _keep(self, number: int, action: Step) -> None:
        if self._is_on_flags(action, MOST_OF_A_FLAG):
            self.kept.add(number)
            self._use(variables_of((action.guard,)))

    def _is_on_flags(self, step: Step, most: int) -> bool:
        variables = variables_of((step.guard,))
        reads = [self._index.reads[variable] for variable in variables]
        return bool(reads) and all(self._candidates.is_flag(*read, most) for read in reads)

    def _last_branches(self) -> Iterator[int]:
        """On flags, before each of the events that the goal names."""
        events = self._index.ctp.events
        for named in (*self.heads, *done_by(self.goal)):
            left = MOST_NEAR
            for number in range(named - 1, named - 1 - min(events[named].position, FARTHEST_NEAR), -1):
                action = events[number].action
                if isinstance(action, Step) and self._is_on_flags(action, MOST_OF_A_NEAR_FLAG):
                    yield number
                    left -= 1
                    if not left:
                        break

    def _use_told_apart(self, number: int) -> None:
        if self.depth == "bare" or not self.told_apart:
            return
        for read in reads_of(self._index.ctp.events[number]):
            if read.variable in self.told_apart and (
                self.depth == "all" or self._candidates.has_fixed_places(number, read)
            ):
                self._use((read.variable,))

    def _counterparts(self, number: int) -> Iterator[int]:
        index = self._index
        match index.ctp.events[number].action:
            case Start():
                yield from index.creates.get(index.thread[number], ())
            case Join(child):
                yield from index.exits.get(child, ())
            case Acquire():
                yield from index.sections.by_acquire[number].releases
            case RegionBegin():
                yield from index.sections.region_ends[number]
            case action:
                traits = traits_of(action)
                if traits.of is not None and not traits.never_kept:
                    yield from self._all_of(traits.of)

    def _all_of(self, of: SyncObject) -> list[int]:
        """Everything on that object but what must come after a head; once is enough."""
        if of in self._asked:
            return []
        self._asked.add(of)
        events = self._index.operations[of.family.value, of.number]
        return [event for event in events if not self.is_behind(event)]


def _addresses(accesses: Iterable[Read | Write]) -> list[Term]:
    return [access.address for access in accesses if access.address is not None]
