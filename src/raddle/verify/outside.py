"""What lies outside the program, and may depend on the order in which its threads come to it.

In: the models of all runs, with the calls that leave the program. Out: why that forbids a proof. What one thread is
answered is a constant of its path; that is wrong where another thread can change the answer: the environment, files,
what a library keeps between calls, memory that a library looks at unseen. Calls of which one comes before the other in
every run (before a thread is created, after it was joined) do not count.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import Final, NamedTuple

from raddle.base.library.functions import Mark
from raddle.ir.cxx_names import short_name
from raddle.ir.types import size_of
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel
from raddle.trace.foreign_calls import ASSEMBLY, ForeignCall, Object
from raddle.trace.library_calls import LibraryCalls
from raddle.trace.used_results import TRIED_DESTROYS
from raddle.verify.given_back import GivenBack, given_back
from raddle.verify.grow.decided import only_main_creates
from raddle.verify.what_is_reached import Bounds

MOST_NAMED: Final = 3
_FIRST_THREAD: Final = "main"
_STREAMS: Final = re.compile(r"@(?:std(?:in|out|err)|_ZSt\d(?:cin|cout|cerr|clog)|_ZNSt3__1\d(?:cin|cout|cerr|clog)E)")
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
    places: OwnPlaces
    is_used: bool
    """What it returns."""
    is_last: bool = False
    """All other threads that there were are over, and all that main has read, and they have left, is decided
    (verify/grow/decided.py)."""

    @property
    def asks(self) -> bool:
        does = self.made.does
        is_stream = does.is_output and does.name.startswith("_Z")  # what operator<< returns says nothing
        return does.asks or (self.is_used and not is_stream)

    @property
    def is_before_all(self) -> bool:
        """There is no other thread yet."""
        return self.thread == _FIRST_THREAD and not self.made.begun

    @property
    def is_beside_nobody(self) -> bool:
        """What it does is the same whatever the order of threads, as far as they leave nothing unseen."""
        return self.is_before_all or self.is_last

    def __str__(self) -> str:
        name = "inline assembly" if self.made.does is ASSEMBLY else self.made.name
        name = name if " " in name else short_name(name)
        return f"{name} at {self.places.of(self.made.site)} ({self.thread})"


@dataclass(frozen=True)
class Matters:
    """What a proof is to be about, besides what the program computes."""

    accesses: bool
    """Also those of which nothing comes back to the program."""
    waits: bool


def depends_on_order(models: Sequence[RunModel], matters: Matters, *, is_decided: bool = False) -> str:
    """Why a proof cannot be had. Empty: nothing that is known of. `is_decided`: all that main reads is."""
    for kinds, what in _RECORDED.items():
        if any(model.trace.recording.of_kind(*kinds).size for model in models):
            return what
    for model in models:
        for thread, foreign in zip(model.ctp.threads, model.foreign, strict=True):
            if foreign is None:
                return f"what {thread.name} calls outside of the program is not known: it has too many events"
    bounds = Bounds(models)
    calls = [call._replace(made=bounds.of(call.made)) for call in _calls(models)]
    if is_decided:
        calls = [_as_decided(call, only_main_creates(models)) for call in calls]
    return (
        _let_go(models)
        or _woken(calls)
        or _busy(calls, models)
        or _alone(calls)
        or _environment(calls, models)
        or (_holding(calls) if matters.waits else "")
        or _looked_at(calls, models, matters)
        or _between(calls)
    )


def _as_decided(call: Call, creates_all: bool) -> Call:
    """Nothing that main gives depends on the order of threads. What these leave in memory that is a cell, main has
    looked at."""
    if call.thread != _FIRST_THREAD:
        return call
    made = replace(call.made, depends=False, kept_depends=False, listed_depends=False)
    return call._replace(made=made, is_last=creates_all and bool(made.begun) and made.begun == made.joined)


def asked_outside(models: Sequence[RunModel]) -> str:
    """Calls whose answers are taken as they were, the first few; empty: there are none."""
    named = dict.fromkeys(str(call) for call in _calls(models) if call.made.does.world is not None and call.asks)
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
                    used = calls.result_is_used(call.site)
                    yield Call(thread.name, call, places, used)


def _let_go(models: Sequence[RunModel]) -> str:
    """A thread that several others join or detach: who comes late is refused."""
    by_handle: dict[int, set[str]] = defaultdict(set)
    for model in models:
        for record in model.trace.recording.of_kind("RD_JOIN", "RD_DETACH_THREAD"):
            by_handle[int(record["object"])].add(model.ctp.threads[int(record["thread"])].name)
    several = next((sorted(threads) for threads in by_handle.values() if len(threads) > 1), None)
    return f"{' and '.join(several)} join or detach the same thread, which depends on their order" if several else ""


def _woken(calls: list[Call]) -> str:
    """How many a wake finds is not modelled."""
    told = next((call for call in calls if Mark.WAKES in call.made.does.marks and call.is_used), None)
    return "" if told is None else f"{told} is told how many it has woken, which depends on their order"


def _busy(calls: list[Call], models: Sequence[RunModel]) -> str:
    """Whether a condition or a barrier can be destroyed may depend on who is there. (Of locks that is followed.)"""
    destroys = [call for call in calls if Mark.DESTROYS in call.made.does.marks and call.is_used]
    asked = [call for call in destroys if call.made.name not in TRIED_DESTROYS]
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


_ALONE: Final = {
    Mark.FORKS: "starts a process, and what the child does is not looked at",
    Mark.SENDS: "sends a signal, which may come anywhere",
    Mark.ROUNDS: "has to do with how numbers are rounded: to the nearest here",
    Mark.CANCELS: "cancels a thread, which may end it elsewhere than in these runs",
    Mark.MAPS: "may make memory lie at two addresses",
}
_ALONE_BESIDE_OTHERS: Final = {
    Mark.SIZES: "tells the size of a block, which other threads may change",
    Mark.STEERS: "changes what functions of libraries do from then on, in all threads",
}


def _alone(calls: list[Call]) -> str:
    """One call is enough."""
    for call in calls:
        for mark, why in _ALONE.items():
            if mark in call.made.does.marks:
                return f"{call} {why}"
        for mark, why in _ALONE_BESIDE_OTHERS.items():
            if mark in call.made.does.marks and not call.is_beside_nobody:
                return f"{call} {why}"
    return ""


def _environment(calls: list[Call], models: Sequence[RunModel]) -> str:
    """The program may look at it without a call."""
    for call in calls:
        changes = call.made.does.world == "the environment" and call.made.does.changes and not call.is_beside_nobody
        if changes and any(LibraryCalls(model.trace.program).sees_environment for model in models[:1]):
            return f"{call} changes the environment, at which the program looks itself"
    return ""


def _holding(calls: list[Call]) -> str:
    """Who works on a stream waits for its lock."""
    if not any(call.made.does.locks for call in calls):
        return ""
    holding = next((call for call in calls if Mark.HOLDS_STREAM in call.made.does.marks), None)
    return f"{holding} waits for the lock of a stream, which the program locks itself" if holding else ""


def _looked_at(calls: list[Call], models: Sequence[RunModel], matters: Matters) -> str:
    """Memory that a function is given, and that others use."""
    users = _Users(models, calls)
    blocks = given_back(models) if matters.accesses else frozenset()
    kept = frozenset(chain.from_iterable(call.made.keeps for call in calls))
    filled = frozenset(chain.from_iterable(call.made.fills for call in calls))
    of_libraries = frozenset(chain.from_iterable(map(_variables_of_libraries, models[:1])))
    for call in calls:
        made = call.made
        if call.is_before_all:
            continue
        if by := _given_back_by(call, kept, blocks):
            return f"{call} may look at memory that {by} gives back, unseen"
        if kept and made.does.world is not None:
            reads = call.asks and (made.kept_depends or users.write_in(call, kept))
            if reads or (made.does.changes and users.touch_in(call, filled)):
                return f"{call} may use memory that a library was given before and that changes with the order, unseen"
        steers = made.does.changes and not made.does.is_output and not call.is_last
        if steers and users.touch_in(call, of_libraries):
            return f"{call} may change variables of a library at which other threads look"
        if made.does.is_output and not matters.accesses:
            if made.listed_depends:
                return f"{call} may be given an address that depends on the order of threads"
            continue
        if made.does.looks_unseen and users.meet(call):
            return f"{call} may read or write memory that other threads use, unseen"
        if made.does.looks_unseen and made.depends:
            return f"{call} may look at values that depend on the order of threads, unseen"
    return ""


def _given_back_by(call: Call, kept: frozenset[Object], blocks: frozenset[GivenBack]) -> str:
    """Another thread, before or after the call; empty: nobody."""
    made = call.made
    looks = made.reached if made.does.looks_unseen else frozenset()
    looks |= kept if made.does.world is not None else frozenset()
    for block in blocks:
        is_ordered = block.thread == call.thread or call.thread in block.joined or _is_beside(call, block.thread)
        if not is_ordered and ((made.anywhere and made.does.looks_unseen) or block.may_meet(looks)):
            return block.thread
    return ""


def _variables_of_libraries(model: RunModel) -> Iterator[Object]:
    """Those that the program names, but for the standard streams, which stay where they are."""
    defined = {address for address, *_ in model.trace.program.variables}
    for within in model.trace.program.modules:
        for name, variable in within.module.globals.items():
            address = within.address.get(name)
            is_outside = address is not None and not variable.constant and address not in defined
            if address is not None and is_outside and not _STREAMS.fullmatch(name):
                yield address, max(size_of(variable.type), 1)


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
        self._shared: set[int] = set(models[0].trace.shared.tolist())
        self._stacks = {
            thread.path: range(thread.stack_low >> 3, (thread.stack_high + 7) >> 3)
            for model in models
            for thread in model.trace.recording.threads
        }
        self._touched: dict[str, _Used] = defaultdict(_Used)
        self._wrote: dict[str, _Used] = defaultdict(_Used)
        for model in models:
            for thread, touched, wrote in zip(model.ctp.threads, model.touched, model.wrote, strict=True):
                self._touched[thread.name].granules |= touched
                self._wrote[thread.name].granules |= wrote
        for call in calls:
            if call.made.does.looks_unseen and not call.is_before_all:
                self._touched[call.thread].spans += map(_granules, call.made.reached)
                self._wrote[call.thread].spans += map(_granules, call.made.writes)

    def meet(self, call: Call) -> bool:
        """Another thread writes what the call may read, or touches what it may write."""
        if call.made.anywhere:
            used = self._touched if call.made.does.writes else self._wrote
            return any(one.granules or one.spans for one in self._others(used, call))
        return self.write_in(call, call.made.reads) or self.touch_in(call, call.made.writes)

    def write_in(self, call: Call, objects: frozenset[Object]) -> bool:
        """Another thread does."""
        return _meet(self._others(self._wrote, call), objects)

    def touch_in(self, call: Call, objects: frozenset[Object]) -> bool:
        return _meet(self._others(self._touched, call), objects)

    def _others(self, used: dict[str, _Used], call: Call) -> list[_Used]:
        """Where all of them are over and have been looked at: what is no cell, and outlives them."""
        others = {thread: one for thread, one in used.items() if thread != call.thread and not _is_later(call, thread)}
        if call.is_last:
            return [self._unseen(thread, one) for thread, one in others.items()]
        return list(others.values())

    def _unseen(self, thread: str, used: _Used) -> _Used:
        gone = self._stacks[thread]
        return _Used({one for one in used.granules - self._shared if one not in gone}, used.spans)


def _meet(others: list[_Used], objects: frozenset[Object]) -> bool:
    return any(other.meets(_granules(reached)) for reached in objects for other in others)


def _granules(reached: Object) -> range:
    begin, size = reached
    return range(begin >> 3, (begin + max(size, 1) + 7) >> 3)


def _between(calls: list[Call]) -> str:
    """Two calls, of which one may get what the other leaves."""
    keeping = [call for call in calls if call.made.does.world is not None]
    asked_later = {call.made.does.world for call in keeping if call.asks and not call.is_before_all}
    for one, other in combinations(keeping, 2):
        world = one.made.does.world
        if one.thread == other.thread or world != other.made.does.world or _are_ordered(one, other):
            continue
        changes = one.made.does.changes or other.made.does.changes
        if changes and (one.asks or other.asks or world in asked_later):
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
