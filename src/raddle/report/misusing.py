"""A misuse of a lock or the like that a walked run shows -> what people want to know of it: `LockMisuse`."""

from dataclasses import replace
from typing import Final

from raddle.report.racing import Racing
from raddle.report.result import Access, LockDeed, LockMisuse
from raddle.trace.events import EventKind
from raddle.trace.lock_bytes import Sort
from raddle.trace.lock_misuses import Misuse
from raddle.trace.lock_objects import Life, Use
from raddle.trace.walk import Trace

_USES: Final[dict[str, LockDeed]] = {
    "unlock": "unlock",
    "rwunlock": "unlock",
    "signal": "signal",
    "broadcast": "broadcast",
    "sem_post": "post",
    "sem_get": "look at",
    "barrier_arrive": "wait",
    "sem_wait": "wait",
    "sem_trywait": "wait",
    "sem_timedwait": "wait",
    "destroy": "try to destroy",
}


class Misusing:
    """Of one run; made once for all that it shows."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._racing = Racing(trace)

    def misuse(self, shown: Misuse) -> LockMisuse:
        other = shown.other
        return LockMisuse(
            misuse=shown.kind,
            object=self.name_of(shown.life),
            sort=shown.life.sort.value,
            access=self._access(shown.use),
            deed=deed_of(shown.use, shown.life.sort),
            other=None if other is None else self._access(other),
            other_deed=None if other is None else deed_of(other, shown.life.sort),
        )

    def name_of(self, life: Life) -> str:
        """On a stack: as it is when it is first used."""
        return self._racing.words_at(life.address, life.uses[0].at).name_of_object(life.address)

    def _access(self, use: Use) -> Access:
        event = self._trace.threads[use.at.thread].events[use.at.row]
        found = self._racing.access(use.at)
        if event["kind"] != EventKind.SYNC:
            return found
        site = int(event["site"])
        called = self._trace.program.callee_at(site) if site else ""
        return replace(found, verb="update", atomic=True, inside=called)


def deed_of(use: Use, sort: Sort) -> LockDeed:
    if use.deed != "use":
        return use.deed
    if use.name == "wait":
        return "wait" if sort is Sort.CONDITION else "wait with"
    return _USES.get(use.name, "lock")
