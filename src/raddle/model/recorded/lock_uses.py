"""Locks and the like as memory, in a trace program: a hidden cell for each says what state it is in.

In: what a run does to these objects (trace/lock_objects.py). Out: `LockUses`: which events stand before which rows.
Only objects have a cell of which creating and joining threads does not order all that is done to them: one that is
initialised before its users are created and destroyed when they have ended needs no event. A use finds its object
ready, or the process ends there (a Check; of several runs: a guard). What changes it writes the cell. None of that is
an access as far as races go: whether a change and a use can come at the same time is asked about the two events. (Of
several runs the accesses to the hidden cell are plain ones, which may meet.)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.lock_misuses import LockMisuses
from raddle.trace.lock_objects import Key, Life, State, Use
from raddle.trace.recorded import Recording

WIDTH: Final = 8


class LockStep(NamedTuple):
    """Stands before the row; or `behind` it: what tries to destroy a lock does so when it has got it."""

    row: int
    visible: int
    key: Key
    checks: bool
    """It finds the object ready."""
    leaves: State | None
    changes: bool
    behind: bool = False

    @property
    def place(self) -> int:
        """Before which row it stands."""
        return self.row + int(self.behind)


@dataclass(frozen=True)
class LockUses:
    cells: Mapping[Key, int] = field(default_factory=dict)
    begins: Mapping[int, State] = field(default_factory=dict)
    """By cell."""
    by_thread: Mapping[int, Sequence[LockStep]] = field(default_factory=dict)
    """In the order of rows."""


def doubtful(recording: Recording, misuses: LockMisuses) -> frozenset[Key]:
    """Without those that the run itself finds in a wrong state: what others do to them then is not asked."""
    wrong = misuses.in_wrong_state()
    return frozenset(life.key for life in in_doubt(recording, misuses.lives) if life.key not in wrong)


def in_doubt(recording: Recording, lives: Iterable[Life]) -> list[Life]:
    """Objects that somebody changes while creating and joining alone do not keep all others from using them."""
    order: ForcedOrder | None = None
    found = []
    for life in lives:
        changes = [use for use in life.uses if use.changes]
        if not changes or len({use.at.thread for use in life.uses}) < 2:
            continue
        order = order or ForcedOrder(recording)
        if any(_may_meet(order, change, use) for change in changes for use in life.uses):
            found.append(life)
    return found


def _may_meet(order: ForcedOrder, one: Use, other: Use) -> bool:
    if one.at.thread == other.at.thread or one.deed == other.deed == "copy":
        return False
    first, second = (Moment(use.at.thread, use.visible) for use in (one, other))
    return not order.must_precede(first, second) and not order.must_precede(second, first)


def steps_of(lives: Iterable[Life], key_of: Mapping[Key, Key]) -> dict[int, list[LockStep]]:
    """By thread. `key_of`: of the objects that have cells, under which key."""
    found: dict[int, list[LockStep]] = {}
    for life in lives:
        key = key_of.get(life.key)
        if key is None:
            continue
        for use in life.uses:
            if use.name != "reacquire":  # the wait was a use, and what comes next is one
                found.setdefault(use.at.thread, []).extend(_steps(use, key))
    return {thread: sorted(steps, key=lambda step: step.place) for thread, steps in found.items()}


def _steps(use: Use, key: Key) -> Iterator[LockStep]:
    step = LockStep(use.at.row, use.visible, key, use.deed in ("use", "destroy"), use.leaves, use.changes)
    if use.tries:
        yield step._replace(leaves=None, changes=False)
        step = step._replace(checks=False, behind=True)
    yield step
