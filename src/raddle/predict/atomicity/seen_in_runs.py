"""Which blocks are torn in one run of the trace program: a linear look at what each event depends on.

In: a run of the machine, event by event. Out: for each block and four places of which one asks, the goal and how many
moves lead there. Exact for what it reports; of what it does not remember (many instances, many executions of one
place) it reports nothing, so that nothing follows from silence.

For each thread that is in a block it is kept which instances depend on that block (`there` on `first`). When the thread
comes to an access of the block that depends on such an instance (`last` on `back`), the block is torn.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.model.dependence_in_run import Deed, Values, dependent
from raddle.model.goals import Torn
from raddle.model.noticing import Noticing
from raddle.model.program import Event
from raddle.predict.atomicity.candidates import Key
from raddle.predict.atomicity.instances import Instances

MOST_OTHERS: Final = 64
"""Instances that are remembered to depend on one block."""
MOST_DEEDS: Final = 8
"""Accesses of one instance to one cell that are remembered."""

Instance = tuple[int, int]
"""(0, transaction), or (1, event)."""


@dataclass
class _Deeds:
    """What one instance has done, by cell."""

    instance: Instance
    by_cell: dict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))

    def add(self, deed: Deed) -> None:
        for cell in _cells(deed):
            deeds = self.by_cell[cell]
            if len(deeds) >= MOST_DEEDS:
                del deeds[len(deeds) // 2]
            deeds.append(deed)

    def with_cells_of(self, deed: Deed) -> Iterator[Deed]:
        told: set[int] = set()
        for cell in _cells(deed):
            for one in self.by_cell.get(cell, ()):
                if one.event.number not in told:
                    told.add(one.event.number)
                    yield one


@dataclass
class _Open:
    """A block that a thread is in."""

    block: int
    deeds: _Deeds
    others: dict[Instance, tuple[_Deeds, dict[tuple[int, int], tuple[int, int]]]] = field(default_factory=dict)
    """What depends on it: by places of `first` and `there` these two."""


class Watch:
    """Of one run; give it each event that touches shared memory before it takes place, then again when it has."""

    def __init__(self, instances: Instances, noticing: Noticing, wanted: Collection[Key]) -> None:
        self._instances = instances
        self._noticing = noticing
        self._wanted = set(wanted)
        self._outward = {(key.block, key.first, key.there) for key in wanted}
        self._inward = {(key.block, key.back, key.last) for key in wanted}
        self._last = {(key.block, key.last) for key in wanted}
        self._open: dict[int, _Open] = {}
        self._current: dict[int, _Deeds] = {}

    @property
    def is_over(self) -> bool:
        """Whether all that is wanted has been seen."""
        return not self._wanted

    def is_next(self, deed: Deed, values: Values) -> dict[Key, Torn]:
        """What is torn there for the first time, whether or not the event can take place."""
        event = deed.event
        opened = self._open.get(event.thread)
        found: dict[Key, Torn] = {}
        if opened is None or opened.deeds.instance != self._instance(event):
            return found
        block, here = self._instances.block_number(event.number), self._instances.place(event.number)
        if (block, here) not in self._last:
            return found
        for deeds, outward in opened.others.values():
            backs: dict[int, int] = {}
            for back in deeds.with_cells_of(deed):
                place = self._instances.place(back.event.number)
                if place in backs or (block, place, here) not in self._inward:
                    continue
                if dependent(self._noticing, values, back, deed):
                    backs[place] = back.event.number
            for place, back_event in backs.items():
                for (first_place, there_place), (first, there) in outward.items():
                    key = Key(block, first_place, there_place, place, here)
                    if key in self._wanted and first != event.number:
                        self._wanted.discard(key)
                        found[key] = Torn(first, there, back_event, event.number)
        return found

    def took_place(self, deed: Deed, values: Values) -> None:
        event = deed.event
        own = self._deeds(event)
        for thread, opened in self._open.items():
            if thread != event.thread:
                self._depends(opened, own, deed, values)
        own.add(deed)

    def _depends(self, opened: _Open, own: _Deeds, deed: Deed, values: Values) -> None:
        known = opened.others.get(own.instance)
        for first in opened.deeds.with_cells_of(deed):
            places = (self._instances.place(first.event.number), self._instances.place(deed.event.number))
            if (opened.block, *places) not in self._outward or (known is not None and places in known[1]):
                continue
            if dependent(self._noticing, values, first, deed):
                if known is None:
                    if len(opened.others) >= MOST_OTHERS:
                        del opened.others[next(iter(opened.others))]
                    known = opened.others[own.instance] = (own, {})
                known[1][places] = (first.event.number, deed.event.number)

    def _deeds(self, event: Event) -> _Deeds:
        instance = self._instance(event)
        current = self._current.get(event.thread)
        if current is None or current.instance != instance:
            current = self._current[event.thread] = _Deeds(instance)
            self._open.pop(event.thread, None)
            if instance[0] == 0:
                self._open[event.thread] = _Open(self._instances.block_number(event.number), current)
        return current

    def _instance(self, event: Event) -> Instance:
        transaction = self._instances.transaction_of.get(event.number)
        return (1, event.number) if transaction is None else (0, transaction)


def _cells(deed: Deed) -> dict[int, None]:
    return dict.fromkeys(cell for _, cell in (*deed.reads, *deed.writes))
