"""A trace in source terms, one line an event: number, thread, place, what it did, the expression and the value seen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from raddle.base.trace_format import trace_format
from raddle.logic.operators import Op
from raddle.trace.events import EventFlag, EventKind, MemoryOrder, PinCause, ThreadTrace
from raddle.trace.names import Names, wake_name
from raddle.trace.order import turns
from raddle.trace.unseen import UnseenWrite
from raddle.trace.walk import Trace

_SIGNS = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.UDIV: "/",
    Op.SDIV: "/",
    Op.UREM: "%",
    Op.SREM: "%",
    Op.SHL: "<<",
    Op.LSHR: ">>",
    Op.ASHR: ">>",
    Op.AND: "&",
    Op.OR: "|",
    Op.XOR: "^",
    Op.EQ: "==",
    Op.NE: "!=",
    Op.UGT: ">",
    Op.UGE: ">=",
    Op.ULT: "<",
    Op.ULE: "<=",
    Op.SGT: ">",
    Op.SGE: ">=",
    Op.SLT: "<",
    Op.SLE: "<=",
    Op.FADD: "+",
    Op.FSUB: "-",
    Op.FMUL: "*",
    Op.FDIV: "/",
}
_SILENT = frozenset({Op.TRUNC, Op.ZEXT, Op.SEXT})
_DEEPEST = 12
_PLACE_WIDTH = 36
_WITHOUT_OBJECT = frozenset({"start", "exit", "create", "join", "external", "process_exit", "assert_fail"})


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
    return bool(event["flags"] & EventFlag.SHARED) or event["kind"] in (EventKind.SYNC, EventKind.ASSERTION)


class _Printer:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names = Names(trace.program, trace.recording)
        self._places: dict[int, str] = {}
        self._paths = [thread.path for thread in trace.threads]
        self._width = max((len(path) for path in self._paths), default=4)
        self._sync_words = _sync_words(self._paths)

    def enter_slot(self, thread: ThreadTrace, event: Any) -> None:
        self._names.enter_slot(thread.path, int(event["address"]), int(event["value"]), int(event["site"]))

    def line(self, number: int, thread: ThreadTrace, event: Any, pieces: int) -> str:
        place = self._place(int(event["site"]))
        more = f" and {pieces - 1} more pieces behind it" if pieces > 1 else ""
        return f"{number:>6}  {thread.path:<{self._width}}  {place:<{_PLACE_WIDTH}}  {self._deed(thread, event)}{more}"

    def unseen(self, write: UnseenWrite) -> str:
        name = self._names.of(write.address)
        deed = f"write  {name.text} = {name.spell(write.value, write.size)} by code that is not followed"
        return f"{'-':>6}  {'?':<{self._width}}  {'-':<{_PLACE_WIDTH}}  {deed}"

    def _place(self, site: int) -> str:
        found = self._places.get(site)
        if found is None:
            place = self._trace.program.place_of(site)
            found = "-"
            if place is not None:
                found = f"{place.file.rsplit('/', 1)[-1]}:{place.line} {place.function}"
            self._places[site] = found
        return found

    def _deed(self, thread: ThreadTrace, event: Any) -> str:
        match EventKind(int(event["kind"])):
            case EventKind.READ:
                return f"read   {self._access(thread, event)}"
            case EventKind.WRITE:
                return f"write  {self._access(thread, event)}"
            case EventKind.UPDATE:
                name = self._names.of(int(event["address"]))
                size = int(event["size"])
                old, new = (name.spell(int(event[column]), size) for column in ("value", "written"))
                failed = " (not swapped)" if event["flags"] & EventFlag.FAILED else f" -> {new}"
                return f"update {name.text} {old}{failed}{_order(event)}"
            case EventKind.BRANCH:
                return f"branch {self._term(thread, int(event['value_term']))} is {_truth(event['value'])}"
            case EventKind.ASSERTION:
                term = int(event["value_term"])
                said = self._term(thread, term) if term else "constant"
                fate = "fails" if event["value"] == event["written"] else "holds"
                return f"assert {said} is {_truth(event['value'])}: {fate}"
            case EventKind.CHOICE:
                return f"choose {self._term(thread, int(event['value_term']))} = {int(event['value'])}"
            case EventKind.PIN:
                cause = PinCause(int(event["size"])).name.lower().replace("_", " ")
                return f"pinned {self._term(thread, int(event['value_term']))} = {int(event['value'])} ({cause})"
            case EventKind.SYNC:
                return self._sync(int(event["value"]), int(event["site"]))
            case EventKind.SLOT:
                return f"slot   {self._names.of(int(event['address'])).text}"

    def _access(self, thread: ThreadTrace, event: Any) -> str:
        name = self._names.of(int(event["address"]))
        value = name.spell(int(event["value"]), int(event["size"]))
        term = int(event["value_term"])
        expression = ""
        if event["kind"] == EventKind.WRITE and term:
            expression = f" = {self._term(thread, term)}"
        library = " (library)" if event["flags"] & EventFlag.LIBRARY else ""
        return f"{name.text}{expression} = {value}{_order(event)}{library}"

    def _sync(self, position: int, site: int) -> str:
        record = self._trace.recording.sync[position]
        kind = trace_format().kind_name(int(record["kind"]))
        if kind == "external":
            return f"call {self._trace.program.callee_at(site)}"
        named = record["object"] and kind not in _WITHOUT_OBJECT
        name = self._names.of_object(int(record["object"])) if named else ""
        words = self._sync_words.get(kind)
        said = words(record) if words is not None else ""
        flags = trace_format().family("RD_FLAG_")
        marks = [text for bit, text in flags.items() if record["flags"] & bit and text != "visible"]
        tail = f" ({', '.join(marks)})" if marks else ""
        return " ".join(word for word in (kind.replace("_", " "), name, said) if word) + tail

    def _term(self, thread: ThreadTrace, term: int, depth: int = 0) -> str:
        if depth > _DEEPEST:
            return "..."
        row = thread.terms[term]
        op = Op(int(row["op"]))
        if op == Op.READ:
            return self._names.of(int(thread.events["address"][row["a"]])).text

        def operand(which: str) -> str:
            inner = int(row[which])
            if inner:
                return self._term(thread, inner, depth + 1)
            value, width = int(row[f"{which}_value"]), int(row["width"])
            if op in _SIGNS and width == 1:
                width = _operand_width(thread, row)
            return str(value - (1 << width) if width > 1 and value >> (width - 1) & 1 else value)

        if op in _SILENT:
            return operand("a")
        if op in _SIGNS:
            return f"({operand('a')} {_SIGNS[op]} {operand('b')})"
        if op == Op.ITE:
            return f"({self._term(thread, int(row['c']), depth + 1)} ? {operand('a')} : {operand('b')})"
        if op == Op.EXTRACT:
            low = int(row["b_value"])
            return f"{operand('a')}[{low + int(row['width']) - 1}:{low}]"
        second = f", {operand('b')}" if row["b"] else ""
        return f"{op.name.lower()}({operand('a')}{second})"


def _operand_width(thread: ThreadTrace, row: Any) -> int:
    inner = int(row["a"]) or int(row["b"])
    return int(thread.terms["width"][inner])


def _truth(value: int) -> str:
    return "true" if value else "false"


def _order(event: Any) -> str:
    order = MemoryOrder(int(event["flags"]) & 7)
    return f" [{order.name.lower()}]" if order != MemoryOrder.PLAIN else ""


def _sync_words(paths: list[str]) -> dict[str, Callable[[Any], str]]:
    """What is worth saying of a record, by kind."""

    def path(index: int) -> str:
        return paths[index] if index < len(paths) else "nobody"

    return {
        "create": lambda record: path(int(record["value"])),
        "join": lambda record: path(int(record["value"])),
        "signal": lambda record: f"wakes {path(int(record['value']))}",
        "broadcast": lambda record: f"wakes {int(record['value'])}",
        "wake": lambda record: f"by {wake_name(int(record['extra']))}",
        "alloc": lambda record: f"of {int(record['value'])} bytes",
        "process_exit": lambda record: f"status {int(record['value'])}",
        "sem_post": lambda record: f"count {int(record['value'])}",
        "sem_wait": lambda record: f"count {int(record['value'])}",
    }
