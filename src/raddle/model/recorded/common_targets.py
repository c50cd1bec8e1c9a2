"""Where accesses with a symbolic address may go, by what all runs together write.

In: the trace programs of several runs with such addresses pinned, on the same cells. Out: `Targets` for each run, which
have candidates only; and memory to be walked as shared. Accesses of the same way have the same candidates in all runs,
but for those of which no bound is known: these stay within the object that they went to, and that may be another one.
All accesses of one instruction consist of the same parts, so that what they were in different runs can be put together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from raddle.model.actions import Cell, Step
from raddle.model.program import Event, TraceProgram
from raddle.model.recorded.addresses import Targets, find_targets
from raddle.model.recorded.common import Common
from raddle.model.recorded.memory import Extent
from raddle.model.recorded.objects import Objects
from raddle.model.recorded.same_walk import Way
from raddle.model.recorded.touched import Touched
from raddle.model.recorded.value_sets import Symbolic
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace


@dataclass(frozen=True)
class Pinned:
    """A run, with its symbolic addresses pinned."""

    trace: Trace
    ways: tuple[Way, ...]
    """Of its threads."""
    ctp: TraceProgram
    symbolic: Sequence[Symbolic]


@dataclass(frozen=True)
class CommonTargets:
    by_way: dict[Way, Targets]
    """With the rows of one thread, which is called 0."""
    extents: frozenset[Extent]
    cuts: frozenset[int]
    missing: frozenset[int]
    """Granules that are not shared yet."""
    sites: dict[Way, dict[int, int]]
    """Of the rows of a way at which something is given back that depends on others: the instruction;"""
    freed: dict[int, frozenset[int] | None]
    """what may be given back there, by the instruction; None: nobody knows."""

    def of_run(self, ways: Sequence[Way], flagged: frozenset[int] = frozenset()) -> Targets:
        """`flagged`: blocks of which a value in memory tells that they were given back. Where it is one of these that
        is given back, whatever the run, which of them it is is no decision."""
        candidates: dict[tuple[int, int], tuple[int, ...]] = {}
        within: set[tuple[int, int]] = set()
        freed: dict[tuple[int, int], tuple[int, ...]] = {}
        for thread, way in enumerate(ways):
            own = self.by_way[way]
            candidates |= {(thread, row): addresses for (_, row), addresses in own.candidates.items()}
            within |= {(thread, row) for _, row in own.within}
            for row, site in self.sites[way].items():
                blocks = self.freed[site]
                if blocks and blocks <= flagged:
                    freed[thread, row] = own.freed[0, row]
        return Targets(candidates, frozenset(within), freed=freed)


def find_common_targets(common: Common, runs: Sequence[Pinned], shared: frozenset[int], *, last: bool) -> CommonTargets:
    """`last`: what leads to memory that is not shared stays pinned."""
    number_of: dict[Way, int] = {}
    traces: list[Trace] = []
    events: list[Event] = []
    symbolic: list[Symbolic] = []
    writing: set[tuple[int, int]] = set()
    count = 0
    for run in runs:
        new = {thread: count + thread for thread, way in enumerate(run.ways) if way not in number_of}
        if not new:
            continue
        traces.append(run.trace)
        count += len(run.ways)
        number_of |= {run.ways[thread]: number for thread, number in new.items()}
        events += [
            Event(event.number, new[event.thread], event.position, event.action, event.upto, event.origin)
            for event in run.ctp.events
            if event.thread in new and isinstance(event.action, Step)
        ]
        writing |= {(new[one.thread], one.row) for one in run.symbolic if one.thread in new and _writes(run.trace, one)}
        symbolic += [replace(one, thread=new[one.thread]) for one in run.symbolic if one.thread in new]
    cells = (
        Cell(f"#{number}", 8 * extent.size, common.first.get(number, 0))
        for number, extent in enumerate(common.memory.extents)
    )
    written = TraceProgram(
        runs[0].ctp.terms, (), tuple(events), tuple(cells)
    )  # no program, but all that is ever written
    objects, touched = Objects(*traces), Touched(runs[0].trace)
    found = find_targets(written, common.memory, objects, symbolic, shared, touched, last=last, alike_by_site=True)
    freeing = [one for one in symbolic if one.how == "freed"]
    targets = _Reality(common, objects, [one for one in symbolic if one.how != "freed"], writing).kept(found.targets)
    by_way = {way: _of_thread(targets, number) for way, number in number_of.items()}
    sites = {way: {one.row: one.site for one in freeing if one.thread == number} for way, number in number_of.items()}
    freed: dict[int, frozenset[int] | None] = {}
    for one in freeing:
        blocks, before = targets.freed.get((one.thread, one.row)), freed.get(one.site, frozenset())
        seen = {one.address} - {0}
        freed[one.site] = None if blocks is None or before is None else before.union(blocks, seen)
    return CommonTargets(by_way, found.targets.extents, found.targets.cuts, found.missing, sites, freed)


def _writes(trace: Trace, one: Symbolic) -> bool:
    return trace.threads[one.thread].events["kind"][one.row] in (EventKind.WRITE, EventKind.UPDATE)


class _Reality:
    """What is known to be there. Whether an access to anything else goes well, or a write to a constant, is for a run
    to show: it is no candidate."""

    def __init__(
        self, common: Common, objects: Objects, symbolic: Sequence[Symbolic], writing: set[tuple[int, int]]
    ) -> None:
        self._memory = common.memory
        self._objects = objects
        self._writing = writing
        self._observed = {one.address for one in symbolic}
        self._written = {one.address for one in symbolic if (one.thread, one.row) in writing}

    def kept(self, targets: Targets) -> Targets:
        candidates = {
            key: tuple(each for each in addresses if self._is_there(each, writes=key in self._writing))
            for key, addresses in targets.candidates.items()
        }
        return replace(targets, candidates=candidates)

    def _is_there(self, address: int, *, writes: bool) -> bool:
        if writes and self._objects.is_constant(address):
            return address in self._written
        known = address in self._observed or self._objects.around(address) is not None
        return known or self._memory.touches(Extent(address, 1))


def _of_thread(targets: Targets, number: int) -> Targets:
    return Targets(
        {(0, row): addresses for (thread, row), addresses in targets.candidates.items() if thread == number},
        frozenset((0, row) for thread, row in targets.within if thread == number),
        freed={(0, row): blocks for (thread, row), blocks in targets.freed.items() if thread == number},
    )
