"""Records of the runtime -> what they touch: in: RD_PENDING and other sync records; out: `Operation`.

Keeps what the records refer to: which thread a handle means, who waits on which condition, who is in an atomic region.
"""

from collections.abc import Hashable
from typing import Any, Final

from raddle.base.trace_format import trace_format
from raddle.replay.operations import ENDINGS, Access, Operation

WRITES: Final = 1 << 63  # RD_WRITES of native/runtime.h: set in the size that RD_PENDING announces
_FUTEX_SIZE: Final = 4
_ANYWHERE: Final = frozenset({"signal_send", "signal_deliver", "signal_return", "signal_wait", "cancel", "cancelled"})
"""What they do to another thread may come before any of its events."""
_NOTHING: Final = frozenset({"yield", "sleep", "fence", "alloc", "region_begin", "region_end"})


class Footprints:
    """Is told every visible record of a run, in order."""

    def __init__(self, paths: dict[int, str]) -> None:
        self._fmt: Final = trace_format()
        self._paths: Final = paths
        self._handles: dict[int, str] = {}
        self._waiting: dict[int, tuple[str, ...]] = {}
        self._depth: dict[str, int] = {}
        self.woken: str | None = None
        """Whom the last signal woke."""

    def waiting(self) -> dict[int, tuple[str, ...]]:
        return {condition: threads for condition, threads in self._waiting.items() if threads}

    def in_region(self, path: str) -> bool:
        return self._depth.get(path, 0) > 0

    def announced(self, path: str, record: Any) -> Operation:
        """What an RD_PENDING record says: not all that a record of the event itself will say."""
        name = self._fmt.kind_name(int(record["value"]))
        place, extra = int(record["object"]), int(record["extra"])
        match name:
            case "access" | "read" | "write":
                writes = bool(extra & WRITES) or name == "write"
                return Operation(path, (name,), (Access(place, place + (extra & ~WRITES), writes),))
            case "wake" | "futex_woken":
                return Operation(path, (name,), objects=frozenset({place, ("wake", path)}))
            case "futex_wait":
                return _futex_wait(path, place)
            case "join" | "detach_thread":
                return Operation(path, (name,), objects=frozenset({("thread", self._handles.get(place, place))}))
            case "start" | "exit":
                return Operation(path, (name,), objects=frozenset({("thread", path)}))
            case "create":
                return Operation(path, (name,))
            case _:
                return self._plain(path, name, place)

    def recorded(self, path: str, record: Any) -> Operation:
        """What a visible record says; takes note of it."""
        name = self._fmt.kind_name(int(record["kind"]))
        place, value = int(record["object"]), int(record["value"])
        failed = bool(record["flags"] & self._fmt["RD_FLAG_FAILED"])
        objects: set[Hashable]
        match name:
            case "read" | "write" | "free":
                return Operation(path, (name,), (Access(place, place + value, name != "read"),))
            case "start" | "exit":
                objects = {("thread", path)}
            case "create":
                self._handles[place] = self._paths.get(value, "")
                objects = {("thread", self._paths.get(value, ""))}
            case "join" | "detach_thread":
                objects = {("thread", self._paths.get(value, place))}
            case "wait":
                if not failed:
                    self._waiting[place] = (*self._waiting.get(place, ()), path)
                objects = {place, value}
            case "wake":
                objects = self._wake(path, place, int(record["extra"]))
            case "signal":
                self.woken = self._paths.get(value)
                self._leave_queue(place, self.woken)
                objects = {place, ("wake", self.woken)}
            case "futex_wait":
                return _futex_wait(path, place)
            case "broadcast":
                objects = {place, *(("wake", thread) for thread in self._waiting.pop(place, ()))}
            case "barrier_arrive":
                objects = {place, ("round", place, value)}
            case "barrier_leave":
                objects = {("round", place, value)}
            case "region_begin" | "region_end":
                self._depth[path] = self._depth.get(path, 0) + (1 if name == "region_begin" else -1)
                objects = set()
            case _:
                return self._plain(path, name, place)
        return Operation(path, (name,), objects=frozenset(objects))

    def _plain(self, path: str, name: str, place: int) -> Operation:
        if name in ENDINGS or name in _ANYWHERE:
            return Operation(path, (name,), universal=True)
        if name in _NOTHING:
            return Operation(path, (name,))
        if name == "key_create":
            return Operation(path, (name,), objects=frozenset({"keys"}))
        return Operation(path, (name,), objects=frozenset({("outside", place) if name == "external" else place}))

    def _wake(self, path: str, condition: int, cause: int) -> set[Hashable]:
        """A wake by a signal depends on that signal only; another one also takes the thread out of the queue."""
        if cause == self._fmt["RD_WAKE_SIGNAL"]:
            return {("wake", path)}
        self._leave_queue(condition, path)
        return {condition, ("wake", path)}

    def _leave_queue(self, condition: int, path: str | None) -> None:
        self._waiting[condition] = tuple(thread for thread in self._waiting.get(condition, ()) if thread != path)


def _futex_wait(path: str, word: int) -> Operation:
    """It looks at the word, and joins those who wait there."""
    return Operation(path, ("futex_wait",), (Access(word, word + _FUTEX_SIZE, writes=False),), frozenset({word}))
