"""Which locks a thread holds, as far as its own events say: that does not depend on the order of threads."""

from collections.abc import Iterable

from raddle.model.actions import Action
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Hold, Stretch, Wanted


def held_before(ctp: TraceProgram, event: int) -> tuple[Hold, ...]:
    """When the thread has come to an event."""
    held: tuple[Hold, ...] = ()
    for number in range(ctp.threads[ctp.events[event].thread].first, event):
        held = held_after(ctp.events[number].action, held)
    return held


def held_after(action: Action, held: tuple[Hold, ...]) -> tuple[Hold, ...]:
    traits = traits_of(action)
    given_back, got = _hold(traits.ends), _hold(traits.begins)
    if given_back is not None:
        held = _without(held, given_back)
    return held if got is None else (*held, got)


def is_kept_by(wanted: Wanted, thread: int, held: Iterable[Hold]) -> bool:
    """Whether a thread that holds these holds, or is, what somebody waits for."""
    if isinstance(wanted, int):
        return wanted == thread
    lock, mode = wanted
    return any(one == lock and excludes(how, mode) for one, how in held)


def _hold(stretch: Stretch | None) -> Hold | None:
    return None if stretch is None or stretch.mode is None else (stretch.of.number, stretch.mode)


def _without(held: tuple[Hold, ...], one: Hold) -> tuple[Hold, ...]:
    """The last one of them is given back."""
    if one not in held:
        return held
    at = len(held) - 1 - held[::-1].index(one)
    return held[:at] + held[at + 1 :]
