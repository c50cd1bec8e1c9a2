"""A trace in source terms, one line an event: number, thread, place, what it did, the expression and the value seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.order import turns
from raddle.trace.unseen import UnseenWrite
from raddle.trace.walk import Trace
from raddle.trace.words import Words

_PLACE_WIDTH = 36
_SHARED_KINDS: Final = (EventKind.SYNC, EventKind.ASSERTION, EventKind.BLOCK_BEGIN, EventKind.BLOCK_END)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which events to print."""

    thread: str | None = None
    shared_only: bool = False
    first: int | None = None
    last: int | None = None


def lines(trace: Trace, selection: Selection, unseen: Sequence[UnseenWrite] = ()) -> Iterator[str]:
    """Numbers count the events of the whole trace, so that --from and --to mean the same whatever else is chosen.

    A write that nobody announced has no number: it stands before the event that saw it.
    """
    printer = _Printer(trace)
    revealed = {(write.thread, write.position): write for write in unseen}
    number = 0
    for which, begin, end in turns(trace):
        thread = trace.threads[which]
        wanted = selection.thread is None or selection.thread == thread.path
        at = begin
        while at < end:
            event = thread.events[at]
            if event["kind"] == EventKind.SLOT:
                printer.enter_slot(thread, event)
            if event["kind"] in (EventKind.SLOT, EventKind.SLOT_END):
                at += 1
                continue
            past = _past_the_pieces(thread, at, end)
            number, at, first = number + past - at, past, at
            if selection.last is not None and number > selection.last:
                return
            if not wanted or (selection.first is not None and number < selection.first):
                continue
            if selection.shared_only and not _is_shared(event):
                continue
            if (which, first) in revealed:
                yield printer.unseen(revealed[which, first])
            yield printer.line(number, thread, event, past - first)


def _past_the_pieces(thread: ThreadTrace, at: int, end: int) -> int:
    """Behind the events that are pieces of the same long access as this one."""
    kind, index = thread.events["kind"], thread.events["index"]
    past = at + 1
    if kind[at] in (EventKind.READ, EventKind.WRITE):
        while past < end and kind[past] == kind[at] and index[past] == index[at]:
            past += 1
    return past


def _is_shared(event: Any) -> bool:
    return bool(event["flags"] & EventFlag.SHARED) or event["kind"] in _SHARED_KINDS


class _Printer:
    def __init__(self, trace: Trace) -> None:
        self._words = Words(trace)
        self._width = max((len(thread.path) for thread in trace.threads), default=4)

    def enter_slot(self, thread: ThreadTrace, event: Any) -> None:
        self._words.enter_slot(thread, event)

    def line(self, number: int, thread: ThreadTrace, event: Any, pieces: int) -> str:
        place = self._place(thread, event)
        deed = self._words.deed(thread, event)
        said = str(deed) if event["kind"] == EventKind.SYNC else f"{deed.verb:<6} {deed.what}"
        more = f" and {pieces - 1} more pieces behind it" if pieces > 1 else ""
        return f"{number:>6}  {thread.path:<{self._width}}  {place:<{_PLACE_WIDTH}}  {said}{more}"

    def unseen(self, write: UnseenWrite) -> str:
        name = self._words.name(write.address)
        deed = f"write  {name.text} = {name.spell(write.value, write.size)} by code that is not followed"
        return f"{'-':>6}  {'?':<{self._width}}  {'-':<{_PLACE_WIDTH}}  {deed}"

    def _place(self, thread: ThreadTrace, event: Any) -> str:
        place = self._words.place_of(thread, event)
        return "-" if place is None else f"{place.file.rsplit('/', 1)[-1]}:{place.line} {place.function}"
