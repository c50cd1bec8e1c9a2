"""Several runs of one program as trace programs that speak of the same memory, locks and threads.

In: walked runs, one after the other. Out: for each a `RunModel`, all with one TermStore. What stands in a thread's part
depends on nothing but the way that the thread took: two runs in which a thread goes the same way have the same events
there, but for the names of variables. So memory is shared that is shared in any run; every result that a join asks for
goes through a cell, also one that is constant; a division is a guard, and there are no checks of addresses.
"""

import hashlib
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.collection import without_collection
from raddle.base.errors import ToolError
from raddle.base.trace_format import trace_format
from raddle.logic.terms import TermStore
from raddle.model.program import TraceProgram
from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.assembly import Assembly
from raddle.model.recorded.common import Common, Needs, common_of, needs_of
from raddle.model.recorded.common_locks import CommonLocks
from raddle.model.recorded.common_targets import CommonTargets, Pinned, find_common_targets
from raddle.model.recorded.crashes import granules_of_crash
from raddle.model.recorded.extents import futex_granules
from raddle.model.recorded.flagged_blocks import FlaggedBlocks
from raddle.model.recorded.memory import Extent
from raddle.model.recorded.places import Place
from raddle.model.recorded.results import granules_in, taken_results
from raddle.model.recorded.same_walk import Way, way_of
from raddle.model.recorded.unannounced import unannounced_granules
from raddle.trace.alone import Phases, first_phases
from raddle.trace.foreign_calls import ForeignCall
from raddle.trace.freed import freed_blocks
from raddle.trace.local_states import LocalState, LocalStates, states_of
from raddle.trace.names import Names
from raddle.trace.recorded import RecordedThread
from raddle.trace.shared_over_runs import SharedOverRuns
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import FastWalker, walker_of

__all__ = ["Place", "RunModel", "SeveralRuns"]

_MOST_WALKS: Final = 8


@dataclass(frozen=True)
class RunModel:
    number: int
    """Of the run."""
    ctp: TraceProgram = field(repr=False)
    """Threads as this run numbers them; Check only for assertions."""
    trace: Trace = field(repr=False)
    cells: tuple[Hashable, ...]
    """What each cell is, the same in every run; so with locks and the others."""
    locks: tuple[Hashable, ...]
    conditions: tuple[Hashable, ...]
    semaphores: tuple[Hashable, ...]
    barriers: tuple[Hashable, ...]
    onces: tuple[Hashable, ...]
    places: tuple[tuple[Place, ...], ...]
    """Thread by thread, in order; () where nothing is known."""
    doubts: tuple[str | None, ...] = ()
    """Thread by thread: why nothing is known; None: there is no doubt about its places."""
    foreign: tuple[tuple[ForeignCall, ...] | None, ...] = ()
    """Thread by thread; None: nobody has looked."""
    touched: tuple[frozenset[int], ...] = ()
    """Granules of memory, thread by thread, since there are others; `wrote`: those that it wrote."""
    wrote: tuple[frozenset[int], ...] = ()
    failed: int | None = None
    """The event at which the run failed: a Check that is false."""


@dataclass(eq=False)
class _Run:
    number: int
    trace: Trace
    walker: FastWalker
    first: Phases
    """Before there are other threads."""
    needs: Needs | None = None
    freed: tuple[Extent, ...] = ()
    """Blocks that it gives back."""
    ways: tuple[Way, ...] = ()
    """Of its threads."""
    states: tuple[LocalStates, ...] = ()
    made: int = 0
    """How often it was modelled: a name of a variable is used once."""
    pinned: "_Made | None" = None
    """With all symbolic addresses as they were observed."""
    whole: "_Made | None" = None
    model: tuple["_Made", RunModel] | None = None


@dataclass(frozen=True)
class _Made:
    common: Common
    seen: Hashable
    """Of what all have in common."""
    targets: Targets
    assembly: Assembly
    ctp: TraceProgram


class SeveralRuns:
    def __init__(self, *, memory: bool = False, misuse: bool = False) -> None:
        """`memory`: what threads give back is looked at; `misuse`: what they do to locks as memory."""
        self.store = TermStore()
        self._misuse = misuse
        self.locks = CommonLocks()
        self._memory = memory
        self._runs: list[_Run] = []
        self._flagged_blocks = FlaggedBlocks()
        self._flagged: frozenset[int] = frozenset()
        """Blocks that make no local states different by being given back."""
        self._over_runs = SharedOverRuns()
        self._shared: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._states_of: dict[Hashable, LocalStates] = {}
        """By what is recorded of a thread."""
        self._tried_again: frozenset[Hashable] = frozenset()
        self._plain: Common | None = None
        self._aimed: Common | None = None
        self._targets: tuple[Common, CommonTargets] | None = None

    def add(self, trace: Trace) -> None:
        if self._runs and _same_program(self._runs[0].trace, trace):
            trace = replace(trace, program=self._runs[0].trace.program)  # which remembers much
        walker = walker_of(trace)
        taken = [granule for _, address, size in taken_results(trace) for granule in granules_in(address, size)]
        for more in (self._over_runs.add(trace, walker), unannounced_granules(trace), np.array(taken, np.uint64)):
            self._share(more)
        self._share(granules_of_crash(trace))
        self._share(futex_granules(trace))
        if self._misuse:
            self.locks.add(trace)
            self._share(self.locks.granules())
        self._flagged_blocks.add(trace)
        freed = tuple(Extent(block.address, block.size) for block in freed_blocks(trace.recording))
        self._runs.append(_Run(len(self._runs), trace, walker, first_phases(trace.recording), freed=freed))

    def models(self) -> tuple[RunModel, ...]:
        """Of all runs so far. Those of earlier runs are made again where a later one shares more memory.

        ToolError: the program does what the model has no place for.
        """
        with without_collection():
            self._make()
            models = tuple(self._model(run) for run in self._runs)
        _check_that_counts_agree(models)
        return models

    def name_of(self, address: int) -> str:
        """Of a lock or the like."""
        trace = self._runs[0].trace
        return Names(trace.program, trace.recording).of_object(address)

    def states(self, run: int, thread: int) -> tuple[LocalState, ...]:
        """What the places of a thread were made of."""
        return self._runs[run].states[thread].states

    # ---- walks and drafts

    def _share(self, granules: npt.NDArray[np.uint64]) -> None:
        together = np.union1d(self._shared, granules)
        if together.size > self._shared.size:
            self._shared, self._targets = together, None
            self._states_of.clear()

    def _make(self) -> None:
        for attempt in range(_MOST_WALKS):
            last = attempt + 1 == _MOST_WALKS
            needs = self._walked()
            self._plain = self._renewed(self._plain, needs, frozenset())
            for run in self._runs:
                run.pinned = self._made(run, run.pinned, self._plain, Targets())
            made = [run.pinned.assembly for run in self._runs if run.pinned is not None]
            tried_again = self._tried_again.union(*(assembly.sync.tried_again for assembly in made))
            if tried_again != self._tried_again:
                self._tried_again = tried_again
                continue
            if not any(assembly.is_symbolic for assembly in made):
                for run in self._runs:
                    run.whole = run.pinned
                return
            found = self._found(self._plain, last=last)
            if found.missing and not last:
                self._share(np.array(sorted(found.missing), np.uint64))
                continue
            needs = replace(needs, extents=needs.extents | found.extents)
            self._aimed = self._renewed(self._aimed, needs, found.cuts)
            for run in self._runs:
                run.whole = self._made(run, run.whole, self._aimed, found.of_run(run.ways, self._flagged))
            return
        raise AssertionError("the last attempt finds nothing missing")

    def _walked(self) -> Needs:
        """What all need, each of them walked with what any of them shares. What main does before there are others is no
        event unless these may see it; but where a lock may be misused, all that is done to it is to be seen."""
        in_doubt = self.locks.in_doubt()
        is_changed = self._find_flagged()
        for run in self._runs:
            alone = () if in_doubt else run.first
            if run.trace.alone != alone or not np.array_equal(run.trace.shared, self._shared):
                threads = tuple(run.walker.walk(self._shared, keep_private=False, phases=alone))
                run.trace, run.needs = replace(run.trace, threads=threads, shared=self._shared, alone=alone), None
            if run.needs is None:
                run.needs, ways = needs_of(run.trace), tuple(map(way_of, run.trace.threads))
                if ways != run.ways:  # else it touches nothing of what is new
                    run.ways, run.states = ways, ()
            if is_changed or not run.states:
                run.pinned, run.whole, run.states = None, None, tuple(self._states(run.trace))
        needs = Needs(tried_again=self._tried_again, locks=in_doubt)
        for run in self._runs:
            assert run.needs is not None
            needs |= run.needs
        return needs

    def _find_flagged(self) -> bool:
        """Whether it are others than before that runs give back."""
        flagged = self._flagged_blocks.among(self._shared) if self._memory else frozenset()
        is_changed = not self._flagged_blocks.given_back.isdisjoint(flagged ^ self._flagged)
        self._flagged = flagged
        if is_changed:
            self._states_of.clear()
        return is_changed

    def _states(self, trace: Trace) -> Iterator[LocalStates]:
        shared = frozenset(trace.shared.tolist())
        for thread in trace.recording.threads:
            alone = trace.alone[thread.index] if trace.alone else ()
            log = _log_of(trace, thread), alone
            if log not in self._states_of:
                self._states_of[log] = states_of(
                    trace.program, trace.recording, thread, shared, trace.blocks, alone,
                    keep_freed=self._memory, flagged=self._flagged,
                )  # fmt: skip
            yield self._states_of[log]

    def _renewed(self, common: Common | None, needs: Needs, cuts: frozenset[int]) -> Common:
        if common is not None and common.needs == needs and common.cuts == cuts:
            return common
        return common_of(needs, cuts, common)

    def _made(self, run: _Run, made: _Made | None, common: Common, targets: Targets) -> _Made:
        assert run.needs is not None
        others = {block for blocks in targets.freed.values() for block in blocks} if self._memory else ()
        freed = (*run.freed, *map(self._flagged_blocks.extent, sorted(others)))
        seen = common.seen_by(run.needs, [thread.path for thread in run.trace.threads], freed)
        if made is not None and made.seen == seen and made.targets == targets:
            return made
        run.made += 1
        states = [one.states for one in run.states]
        parts = common.parts(run.trace, states, self.store, f"{run.number}.{run.made}:")
        parts = replace(parts, pins_freed=self._memory)
        assembly = Assembly(run.trace, targets, parts)
        ctp = assembly.ctp()
        common.learn(assembly.first, [cell.name for cell in ctp.cells])
        return _Made(common, seen, targets, assembly, ctp)

    def _found(self, common: Common, *, last: bool) -> CommonTargets:
        """Searched for anew where there is something new."""
        known = self._targets[1] if self._targets is not None and self._targets[0] is common else None
        if known is not None and all(way in known.by_way for run in self._runs for way in run.ways):
            return known
        pinned = [
            Pinned(run.trace, run.ways, run.pinned.ctp, run.pinned.assembly.symbolic)
            for run in self._runs
            if run.pinned is not None
        ]
        found = find_common_targets(common, pinned, frozenset(self._shared.tolist()), last=last)
        self._targets = common, found
        return found

    # ---- the whole

    def _model(self, run: _Run) -> RunModel:
        made = run.whole
        assert made is not None
        cells = tuple(
            replace(cell, initial=made.common.first.get(number, cell.initial))
            for number, cell in enumerate(made.ctp.cells)
        )
        if run.model is not None and run.model[0] is made and run.model[1].ctp.cells == cells:
            return run.model[1]
        keys = made.assembly.sync.keys
        model = RunModel(
            run.number,
            replace(made.ctp, cells=cells),
            run.trace,
            made.common.keys,
            keys.locks,
            keys.conditions,
            keys.semaphores,
            keys.barriers,
            keys.onces,
            made.assembly.places(),
            tuple(states.doubt for states in run.states),
            tuple(states.foreign for states in run.states),
            tuple(states.touched for states in run.states),
            tuple(states.wrote for states in run.states),
            made.assembly.failed,
        )
        run.model = made, model
        return model


def _same_program(one: Trace, other: Trace) -> bool:
    pairs = zip(one.recording.modules, other.recording.modules, strict=False)
    return len(one.recording.modules) == len(other.recording.modules) and all(
        (a.hash, a.site_base) == (b.hash, b.site_base) and np.array_equal(a.addresses, b.addresses) for a, b in pairs
    )


def _log_of(trace: Trace, thread: RecordedThread) -> Hashable:
    """Equal: the same happened to it, and it did the same."""
    sync = trace.recording.sync
    own = sync[(sync["thread"] == thread.index) & (sync["kind"] != trace_format()["RD_SWITCH"])]
    own["thread"] = 0
    logged = hashlib.blake2b(digest_size=16)
    for part in (thread.blocks, thread.values, own):
        logged.update(part.size.to_bytes(8, "little") + part.tobytes())
    return thread.path, thread.count, thread.start_routine, thread.start_argument, logged.digest()


def _check_that_counts_agree(models: Iterable[RunModel]) -> None:
    begun: dict[Hashable, int] = {}
    for model in models:
        counts = [(key, one.name, one.initial) for key, one in zip(model.semaphores, model.ctp.semaphores, strict=True)]
        counts += [
            (("barrier", key), one.name, one.parties)
            for key, one in zip(model.barriers, model.ctp.barriers, strict=True)
        ]
        for key, name, count in counts:
            if begun.setdefault(key, count) != count:
                raise ToolError(f"cannot verify: {name} does not begin with the same count in every run")
