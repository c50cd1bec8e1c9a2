"""Whether the synchronisation of each thread is well-formed: what is released was acquired, waits end as they began.

What is open at a point, and what has to come next there, is the same on all ways to it.
"""

from dataclasses import dataclass
from typing import Final

from raddle.model.actions import Acquire, Action, Arrive, Check, Free, Leave, Mode, OnceEnd, RegionEnd, Step, Wait, Wake
from raddle.model.malformed import Malformed, demand, demand_in_range
from raddle.model.opens import NotBegun, Opens
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import things_of, traits_of
from raddle.model.rules.traits import Family, Stretch, SyncObject


@dataclass(frozen=True, slots=True)
class _Here:
    """A thread stands somewhere."""

    opens: Opens[int]
    before: Action | None = None
    """What leaves no choice of what comes next."""


_AT_FIRST: Final = _Here(Opens())


def check_threads(program: TraceProgram) -> None:
    counts = {family: len(things_of(program, family)) for family in Family}
    graph = program.branches
    if graph is None:
        for thread in range(len(program.threads)):
            here = _AT_FIRST
            for event in program.of_thread(thread):
                here = _after(event, here, counts)
        return
    at = dict.fromkeys(graph.roots, _AT_FIRST)
    for event, source, target in zip(program.events, graph.source, graph.target, strict=True):
        after = _after(event, at[source], counts)
        known = at.setdefault(target, after)
        demand(known.opens.key == after.opens.key, "on another way something else is open where it leads", event)
        demand(known.before == after.before, "on another way something else has to follow", event)


def _after(event: Event, here: _Here, counts: dict[Family, int]) -> _Here:
    action = event.action
    if isinstance(action, Step | Check | Free) and here.before is None:
        return here
    _follows(event, here.before)
    traits = traits_of(action)
    for of in traits.objects:
        demand_in_range(event, (of.number,), counts[of.family], of.family.value)
    if traits.begins is not None:
        _may_begin(event, here.opens, traits.begins)
    if isinstance(action, OnceEnd):
        demand(_last_once(here.opens) == traits.of, "it ends what it did not begin", event)
    try:
        opens = here.opens.after(traits, event.number)
    except NotBegun as error:
        assert traits.ends is not None
        raise Malformed(_not_begun(traits.ends), event) from error
    return _Here(opens, demanded(action, here.before))


def _may_begin(event: Event, opens: Opens[int], begun: Stretch) -> None:
    open_now = {what for what, _ in opens.held}
    match begun.of.family:
        case Family.LOCK:
            alone, shared = (Stretch(begun.of, mode) for mode in (Mode.EXCLUSIVE, Mode.SHARED))
            demand(alone not in open_now, "its thread holds the lock already", event)
            both = begun.mode is Mode.EXCLUSIVE and shared in open_now
            demand(not both, "its thread shares the lock already", event)
        case Family.REGION:
            demand(begun not in open_now, "a region inside a region", event)
        case _:
            pass


def _last_once(opens: Opens[int]) -> SyncObject | None:
    return next((what.of for what, _ in reversed(opens.held) if what.of.family is Family.ONCE), None)


def _not_begun(what: Stretch) -> str:
    match what.of.family:
        case Family.LOCK:
            return f"its thread does not {'share' if what.mode is Mode.SHARED else 'hold'} the lock"
        case Family.REGION:
            return "it ends a region that has not begun"
        case _:
            return "it ends what has not begun"


def demanded(action: Action, before: Action | None) -> Action | None:
    """A wait, a wake and an arrival leave no choice of what comes next in their thread."""
    if isinstance(action, Wait | Arrive):
        return action
    if isinstance(action, RegionEnd) and isinstance(before, Wait):
        return before  # a futex is looked at and waited for in one region
    if isinstance(action, Wake):
        assert isinstance(before, Wait)
        return None if before.lock is None else Acquire(before.lock)
    return None


def _follows(event: Event, before: Action | None) -> None:
    match event.action:
        case Wake(condition=condition):
            matches = isinstance(before, Wait) and before.condition == condition
            demand(matches, "it wakes from no wait", event)
        case Leave(barrier=barrier):
            demand(before == Arrive(barrier), "it leaves a barrier at which it did not arrive", event)
        case RegionEnd() if isinstance(before, Wait):
            pass
        case action:
            demand(not isinstance(before, Wait | Arrive), "its thread is waiting", event)
            got_back = not isinstance(before, Acquire) or action == before
            demand(got_back, "its thread has to get the wait's lock back", event)
