"""What lies outside the program, and may depend on the order in which its threads come to it.

In: the models of all runs, with the calls that leave the program. Out: why that forbids a proof. What one thread is
answered is a constant of its path; that is wrong where another thread can change the answer: the environment, files,
what a library keeps between calls, memory that a library looks at unseen. Calls of which one comes before the other in
every run (before a thread is created, after it was joined) do not count.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from raddle.ir.cxx_names import short_name
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel
from raddle.trace.foreign_calls import ASSEMBLY, ForeignCall
from raddle.trace.harmless_calls import DESTROYING
from raddle.verify.foreign_names import (
    CANCELS,
    FLOATING,
    MAPS,
    SENDS,
    STEERS,
    asks,
    changes,
    keeps,
    keeps_pointers,
    looks_unseen,
    only_reads,
)

MOST_NAMED: Final = 3
_FIRST_THREAD: Final = "main"
_USES: Final = (
    *("RD_LOCK", "RD_TRYLOCK", "RD_TIMEDLOCK", "RD_RDLOCK", "RD_WRLOCK", "RD_TRYRDLOCK", "RD_TRYWRLOCK"),
    *("RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_REACQUIRE", "RD_WAIT", "RD_BARRIER_ARRIVE"),
)
_RECORDED: Final = {
    ("RD_SIGNAL_SEND", "RD_SIGNAL_DELIVER"): "a signal is sent, which comes where it came in these runs",
    ("RD_CANCEL", "RD_CANCELLED"): "a thread is cancelled, which ends it where it ended in these runs",
    ("RD_UNFOLLOWED",): "main ends by pthread_exit: handlers of exit or destructors run when the last thread has ended",
}


class Call(NamedTuple):
    thread: str
    made: ForeignCall
    place: str
    is_used: bool
    """What it returns."""

    @property
    def asks(self) -> bool:
        return asks(self.made.name) or self.is_used

    @property
    def is_before_all(self) -> bool:
        """There is no other thread yet."""
        return self.thread == _FIRST_THREAD and not self.made.begun

    def __str__(self) -> str:
        name = "inline assembly" if self.made.name == ASSEMBLY else self.made.name
        name = name if " " in name else short_name(name)
        return f"{name} at {self.place} ({self.thread})"


def depends_on_order(models: Sequence[RunModel]) -> str:
    """Why a proof cannot be had. Empty: nothing that is known of."""
    for kinds, what in _RECORDED.items():
        if any(model.trace.recording.of_kind(*kinds).size for model in models):
            return what
    for model in models:
        for thread, foreign in zip(model.ctp.threads, model.foreign, strict=True):
            if foreign is None:
                return f"what {thread.name} calls outside of the program is not known: it has too many events"
    calls = list(_calls(models))
    return _let_go(models) or _busy(calls, models) or _alone(calls) or _looked_at(calls, models) or _between(calls)


def asked_outside(models: Sequence[RunModel]) -> str:
    """Calls whose answers are taken as they were, the first few; empty: there are none."""
    named = dict.fromkeys(str(call) for call in _calls(models) if keeps(call.made.name) and call.asks)
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    return ", ".join(list(named)[:MOST_NAMED]) + more


def _calls(models: Sequence[RunModel]) -> Iterator[Call]:
    """Each once."""
    told: set[tuple[str, ForeignCall]] = set()
    for model in models:
        places, calls = OwnPlaces(model.trace), Calls(model.trace.program)
        for thread, foreign in zip(model.ctp.threads, model.foreign, strict=True):
            for call in foreign or ():
                if (thread.name, call) not in told:
                    told.add((thread.name, call))
                    yield Call(thread.name, call, places.of(call.site), calls.result_is_used(call.site))


def _let_go(models: Sequence[RunModel]) -> str:
    """A thread that several others join or detach: who comes late is refused."""
    by_handle: dict[int, set[str]] = defaultdict(set)
    for model in models:
        for record in model.trace.recording.of_kind("RD_JOIN", "RD_DETACH_THREAD"):
            by_handle[int(record["object"])].add(model.ctp.threads[int(record["thread"])].name)
    several = next((sorted(threads) for threads in by_handle.values() if len(threads) > 1), None)
    return f"{' and '.join(several)} join or detach the same thread, which depends on their order" if several else ""


def _busy(calls: list[Call], models: Sequence[RunModel]) -> str:
    """Whether a lock can be destroyed may depend on who is there."""
    asked = [call for call in calls if call.made.name in DESTROYING and call.is_used]
    used: set[tuple[str, int]] = set()
    for model in models if asked else ():
        for record in model.trace.recording.of_kind(*_USES):
            used.add((model.ctp.threads[int(record["thread"])].name, int(record["object"])))
    for call in asked:
        for thread, lock in used:
            is_there = any(begin <= lock < begin + size for begin, size in call.made.reached)
            if is_there and thread != call.thread and not _is_beside(call, thread):
                return f"{call} tells whether {thread} uses what is destroyed, which depends on their order"
    return ""


def _alone(calls: list[Call]) -> str:
    """One call is enough."""
    for call in calls:
        if call.made.name in SENDS:
            return f"{call} sends a signal, which may come anywhere"
        if call.made.name == "malloc_usable_size" and not call.is_before_all:
            return f"{call} tells the size of a block, which other threads may change"
        if call.made.name in FLOATING:
            return f"{call} has to do with how numbers are rounded: to the nearest here"
        if call.made.name in CANCELS:
            return f"{call} cancels a thread, which may end it elsewhere than in these runs"
        if call.made.name in MAPS:
            return f"{call}: memory may lie at two addresses"
        if call.made.name in STEERS and not call.is_before_all:
            return f"{call} changes what functions of libraries do from then on, in all threads"
    return ""


def _looked_at(calls: list[Call], models: Sequence[RunModel]) -> str:
    """Memory that a function is given, and that others use."""
    users = _Users(models, calls)
    kept = frozenset(reached for call in calls if keeps_pointers(call.made.name) for reached in call.made.reached)
    for call in calls:
        asks_again = keeps(call.made.name) is not None and call.asks and not call.is_before_all
        if kept and asks_again and (call.made.kept_depends or users.meet_in(call, kept)):
            return f"{call} may look at memory that a library was given before and that changes with the order, unseen"
        if looks_unseen(call.made.name) and not call.is_before_all and users.meet(call):
            return f"{call} may read or write memory that other threads use, unseen"
        if looks_unseen(call.made.name) and not call.is_before_all and call.made.depends:
            return f"{call} may look at values that depend on the order of threads, unseen"
    return ""


@dataclass
class _Used:
    """What one thread uses: single granules, and whole objects, which may be of any size."""

    granules: set[int] = field(default_factory=set)
    spans: list[range] = field(default_factory=list)

    def meets(self, span: range) -> bool:
        if len(self.granules) < len(span):
            inside = any(granule in span for granule in self.granules)
        else:
            inside = not self.granules.isdisjoint(span)
        return inside or any(one.start < span.stop and span.start < one.stop for one in self.spans)


class _Users:
    """Of memory, by granules."""

    def __init__(self, models: Sequence[RunModel], calls: Sequence[Call]) -> None:
        self._touched: dict[str, _Used] = defaultdict(_Used)
        self._wrote: dict[str, _Used] = defaultdict(_Used)
        for model in models:
            for thread, touched, wrote in zip(model.ctp.threads, model.touched, model.wrote, strict=True):
                self._touched[thread.name].granules |= touched
                self._wrote[thread.name].granules |= wrote
        for call in calls:
            if looks_unseen(call.made.name) and not call.is_before_all:
                spans = [_granules(reached) for reached in call.made.reached]
                self._touched[call.thread].spans += spans
                if not only_reads(call.made.name):
                    self._wrote[call.thread].spans += spans

    def meet(self, call: Call) -> bool:
        """Another thread writes there, or reads what the call may write."""
        used = self._wrote if only_reads(call.made.name) else self._touched
        if call.made.anywhere:
            return any(one.granules or one.spans for one in _others(used, call))
        return _meet(_others(used, call), call.made.reached)

    def meet_in(self, call: Call, objects: frozenset[tuple[int, int]]) -> bool:
        """Another thread writes there."""
        return _meet(_others(self._wrote, call), objects)


def _others(used: dict[str, _Used], call: Call) -> list[_Used]:
    return [used[thread] for thread in used if thread != call.thread and not _is_later(call, thread)]


def _meet(others: list[_Used], objects: frozenset[tuple[int, int]]) -> bool:
    return any(other.meets(_granules(reached)) for reached in objects for other in others)


def _granules(reached: tuple[int, int]) -> range:
    begin, size = reached
    return range(begin >> 3, (begin + max(size, 1) + 7) >> 3)


def _between(calls: list[Call]) -> str:
    """Two calls, of which one may get what the other leaves."""
    keeping = [call for call in calls if keeps(call.made.name) is not None]
    asked_later = {keeps(call.made.name) for call in keeping if call.asks and not call.is_before_all}
    for one, other in combinations(keeping, 2):
        world = keeps(one.made.name)
        if one.thread == other.thread or world != keeps(other.made.name) or _are_ordered(one, other):
            continue
        names = (one.made.name, other.made.name)
        if any(map(changes, names)) and (one.asks or other.asks or world in asked_later):
            return f"{one} and {other} both use {world}: what comes of it may depend on their order"
    return ""


def _are_ordered(one: Call, other: Call) -> bool:
    return _is_beside(one, other.thread) or _is_beside(other, one.thread)


def _is_beside(call: Call, thread: str) -> bool:
    """All of the thread comes after the call, or before it, whatever the order of threads."""
    return thread in call.made.joined or _is_later(call, thread)


def _is_later(call: Call, thread: str) -> bool:
    """The thread is created after the call."""
    child = f"{call.thread}."
    if not thread.startswith(child):
        return False
    return child + thread.removeprefix(child).partition(".")[0] not in call.made.begun
