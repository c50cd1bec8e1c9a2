"""The events of a thread that is alone at times: then it touches shared memory without anybody noticing.

What it reads again is no event, and a write is one only when others may see it: at the end of the phase, or before an
access that is an event in any case and may have to do with it. These are accesses of libraries, those whose address is
not constant or lies only partly in shared memory, what is pinned, compare-and-swaps that may turn out otherwise, all
that is given to a library's function and may be freed there, what may be the misuse of a lock, and whatever is done in
a block that is to be atomic.
Memory that the thread gives back takes along what waits there.
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

from raddle.base.trace_format import trace_format
from raddle.logic.operators import Op
from raddle.trace.alone import Phase
from raddle.trace.alone_memory import AloneMemory, Waiting
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag, EventKind, PinCause
from raddle.trace.recorded import Recording
from raddle.trace.streams import Streams


@dataclass(slots=True)
class _Update:
    """The one that is about to come."""

    index: int
    flags: int
    constant: bool
    own: bool


class AloneEmitter(Emitter):
    def __init__(self, streams: Streams, shared: Container[int], recording: Recording, phases: Sequence[Phase]) -> None:
        super().__init__(streams, shared, keep_private=False)
        self._recording = recording
        self._phases = list(phases)
        self._memory = AloneMemory(self._private, self._show)
        self._over = 0
        self._last_visible = 0
        self._in_pieces = False
        self._open: Counter[int] = Counter()
        self._update = _Update(0, 0, constant=False, own=False)

    # ---- phases

    def _is_alone(self, index: int) -> bool:
        """At the visible event of that number."""
        while self._phases and index >= self._phases[0].end:
            self._show_all(index)
            self._memory.forget_all()
            self._phases.pop(0)
            self.phase_is_over()
        return bool(self._phases) and index >= self._phases[0].begin and not any(self._open.values())

    @property
    def in_phase(self) -> bool:
        """Whether the thread is alone and has shown nothing of what it did last."""
        return bool(self._phases) and self._streams.count >= self._phases[0].begin

    def phase_is_over(self) -> None:
        """All has been shown."""

    def _is_own(self, address: Scalar, size: int, flags: int) -> bool:
        whole = self._is_shared(address[0], 1) and self._is_shared(address[0] + size - 1, 1)
        return not address[1] and not flags & EventFlag.LIBRARY and whole

    def _show_all(self, over: int) -> None:
        """`over`: visible events of the thread that are."""
        self._over = over
        self._memory.show_all()

    def _show(self, write: Waiting) -> None:
        index = max(self._over - 1, self._last_visible, 0)
        here = self.site, self.stack
        self.site, self.stack = write.site, write.stack
        flags = write.flags | EventFlag.VISIBLE | EventFlag.SHARED
        address, value, done = (write.address, 0), (write.value, write.term), (write.done + 1, 0)
        self._emit(EventKind.WRITE, index, flags=flags, size=write.size, address=address, value=value, written=done)
        self.site, self.stack = here

    def _emit(
        self, kind: EventKind, index: int, *, flags: int = 0, size: int = 0, address: Scalar = (0, 0),
        value: Scalar = (0, 0), written: Scalar = (0, 0),
    ) -> None:  # fmt: skip
        super()._emit(kind, index, flags=flags, size=size, address=address, value=value, written=written)
        if kind <= EventKind.UPDATE or kind == EventKind.SYNC:
            self._last_visible = index

    # ---- accesses

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        if not self._is_shared(address[0], size) or not self._is_alone(index):
            return super().read(index, address, size, value, flags)
        own, first = self._is_own(address, size, flags) and not self._in_pieces, self._phases[0].first
        if own:
            known = self._memory.known(address[0], size, value)
            if known is not None:
                return known
            self._over = index
            self._memory.show_range(address[0], size)
        else:
            self._show_all(index)
        term = super().read(index, address, size, value, flags)
        term = 0 if first else term
        if own:
            self._memory.learn(address[0], size, value, term)
        return term

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        if not self._is_shared(address[0], size) or not self._is_alone(index):
            super().write(index, address, size, value, flags)
        elif self._is_own(address, size, flags):
            self._memory.write(Waiting(address[0], size, *value, flags, self.site, self.stack, index))
            self._keep(address[0], value[1])
        else:
            self._show_all(index)
            super().write(index, address, size, value, flags)
            if address[1]:
                self._memory.forget_all()
            else:
                self._memory.forget(address[0], size)

    def about_to_update(self, index: int, flags: int, *, expected: Scalar | None) -> None:
        constant = expected is not None
        self._update = _Update(index, flags, constant, own=expected is None or not expected[1])

    def old_value(self, address: Scalar, size: int, value: int) -> int:
        update = self._update
        if not self._is_shared(address[0], size):
            update.own = False
            return super().old_value(address, size, value)
        alone = self._is_alone(update.index)
        update.own = update.own and alone and self._is_own(address, size, update.flags)
        if update.own:
            term = self.read(update.index, address, size, value, update.flags)
            update.own = not update.constant or not term
            if update.own:
                return term
        if alone:
            self._show_all(update.index)
        return self.terms.add(Op.READ, 8 * size, value, len(self._events), 0)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        if self._update.own:
            if not flags & EventFlag.FAILED:
                self.write(index, address, size, new, flags)
            return
        super().update(index, address, size, old, new, flags)
        if self._is_shared(address[0], size) and self._is_alone(index):
            self._memory.forget_all()

    def read_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> list[Scalar]:
        self._in_pieces = True
        pieces = super().read_bytes(index, address, data, flags)
        self._in_pieces = False
        return pieces

    # ---- the rest

    def pin(self, scalar: Scalar, cause: PinCause) -> None:
        if scalar[1] and cause is PinCause.EXTERNAL_ARGUMENT and self._is_alone(self._streams.count):
            self._show_all(self._streams.count)  # it may be what is freed
            self._memory.forget_all()
        super().pin(scalar, cause)

    def block(self, entry: int, *, begins: bool) -> None:
        if self._phases:
            self._show_all(self._streams.count)
            self._memory.forget_all()
        self._open[entry] = max(0, self._open[entry] + (1 if begins else -1))
        super().block(entry, begins=begins)

    def sync(self, index: int, position: int) -> None:
        fmt, record = trace_format(), self._recording.sync[position]
        initialises = record["kind"] in (fmt["RD_INIT"], fmt["RD_MUTEX_INIT"])
        if self._is_alone(index):
            if initialises or record["flags"] & (fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_MISUSE"]):
                self._show_all(index)  # behind a misuse nothing is looked at
            elif record["kind"] == fmt["RD_FREE"]:
                self._memory.forget(int(record["object"]), int(record["value"]))
        super().sync(index, position)
