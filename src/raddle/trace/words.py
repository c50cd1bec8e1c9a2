"""An event in source terms: what was done to what, the expression and the value seen. For `show` and for reports."""

import signal
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from raddle.base.place import SourcePlace
from raddle.base.trace_format import trace_format
from raddle.logic.operators import OPPOSITE, Op
from raddle.trace.events import EventFlag, EventKind, MemoryOrder, PinCause, ThreadTrace
from raddle.trace.names import Named, Names, wake_name
from raddle.trace.program import is_system_header
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
    Op.FCMP_OEQ: "==",
    Op.FCMP_UNE: "!=",
    Op.FCMP_OGT: ">",
    Op.FCMP_OGE: ">=",
    Op.FCMP_OLT: "<",
    Op.FCMP_OLE: "<=",
}
_OF_FLOATS = frozenset(
    {Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMAX, Op.FMIN} | {op for op in Op if op.name.startswith("FCMP_")}
)
_COMPARISONS = frozenset(op for op in _SIGNS if op in OPPOSITE)
_OF_TRUTH_VALUES = frozenset({Op.ZEXT, Op.TRUNC, Op.XOR, Op.AND, Op.OR, Op.EXTRACT, Op.CONCAT, Op.ITE})
_SILENT = frozenset({Op.TRUNC, Op.ZEXT, Op.SEXT})
_DEEPEST = 12
_WITHOUT_OBJECT = frozenset({"start", "exit", "create", "join", "external", "process_exit", "assert_fail"}) | frozenset(
    {"signal_send", "signal_return", "signal_wait", "cancel"}
)


@dataclass(frozen=True, slots=True)
class Deed:
    """`read` and `balance = 100`, `lock` and `m`."""

    verb: str
    what: str

    def __str__(self) -> str:
        return f"{self.verb} {self.what}".rstrip()


def callers(thread: ThreadTrace, stack: int) -> Iterator[int]:
    """Sites of the calls around an event, innermost first."""
    while stack:
        yield int(thread.stacks["site"][stack])
        stack = int(thread.stacks["parent"][stack])


class Words:
    """Events are to be put into words in the order in which they ran: which slot a stack address is changes in time."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names = Names(trace.program, trace.recording)
        self._places: dict[int, SourcePlace | None] = {}
        self._slot_rows: dict[int, npt.NDArray[np.intp]] = {}
        self._own_places: dict[tuple[int, int, int], SourcePlace | None] = {}
        self._sync_words = _sync_words([thread.path for thread in trace.threads])

    def enter_all_slots(self) -> None:
        """As it is when all is over."""
        self._names.enter_all(self._trace.threads)

    def enter_slot(self, thread: ThreadTrace, event: Any) -> None:
        self._names.enter_slot(thread.path, int(event["address"]), int(event["value"]), int(event["site"]))

    def name(self, address: int) -> Named:
        return self._names.of(address)

    def name_of_read(self, thread: ThreadTrace, position: int) -> Named:
        """Of what an event of the thread's reads. On its own stack other variables may be there by now."""
        address = int(thread.events["address"][position])
        slots = self._slots_of(thread)
        there = (slots["address"] <= address) & (address < slots["address"] + slots["value"])
        last = np.flatnonzero(there & (self._slot_rows[thread.index] < position))[-1:]
        own = [self._names.in_slot(thread.path, int(one["address"]), int(one["site"]), address) for one in slots[last]]
        return next(filter(None, own), None) or self._names.of(address)

    def _slots_of(self, thread: ThreadTrace) -> npt.NDArray[np.void]:
        rows = self._slot_rows.get(thread.index)
        if rows is None:
            rows = self._slot_rows[thread.index] = np.flatnonzero(thread.events["kind"] == EventKind.SLOT)
        return thread.events[rows]

    def name_of_object(self, address: int) -> str:
        """Of a lock or the like."""
        return self._names.of_object(address)

    def place(self, site: int) -> SourcePlace | None:
        if site not in self._places:
            self._places[site] = self._trace.program.place_of(site)
        return self._places[site]

    def place_of(self, thread: ThreadTrace, event: Any) -> SourcePlace | None:
        """Of an event; one in a header of the system stands where the program's own code called it, or the thread."""
        key = (int(event["site"]), int(event["stack"]), thread.index)
        if key not in self._own_places:
            around = callers(thread, int(event["stack"]))
            place = self._trace.program.own_place_of(int(event["site"]), around)
            if place is not None and is_system_header(place.file):
                place = self.born(thread) or place
            self._own_places[key] = place
        return self._own_places[key]

    def stack_of(self, thread: ThreadTrace, event: Any) -> tuple[SourcePlace, ...]:
        """The place of an event, then those of the calls around it; without the insides of libraries."""
        sites = [int(event["site"]), *callers(thread, int(event["stack"]))]
        places = [place for site in sites if (place := self.place(site)) is not None]
        own = [place for place in places if not is_system_header(place.file)]
        if own:
            return tuple(own)
        outer = self.place_of(thread, event)
        return () if outer is None else (outer,)

    def library_call(self, thread: ThreadTrace, event: Any) -> str:
        """The function of a library, called by the program's own code, inside of which it is; empty: it is not."""
        site = int(event["site"])
        for caller in (site, *callers(thread, int(event["stack"]))):
            place = self.place(caller)
            if place is not None and not is_system_header(place.file):
                return self._trace.program.callee_at(caller) if caller != site else ""
        return ""

    def born(self, thread: ThreadTrace) -> SourcePlace | None:
        """Where it was created: for what a library does in a thread around the program's own code."""
        number = self._trace.recording.threads[thread.index].parent
        if number is None:
            return None
        parent, sync = self._trace.threads[number], self._trace.recording.sync
        for event in parent.events[parent.events["kind"] == EventKind.SYNC]:
            record = sync[int(event["value"])]
            if record["kind"] == trace_format()["RD_CREATE"] and record["value"] == thread.index:
                return self.place_of(parent, event)
        return None

    def deed(self, thread: ThreadTrace, event: Any) -> Deed:
        match EventKind(int(event["kind"])):
            case EventKind.READ:
                return Deed("read", self._access(thread, event))
            case EventKind.WRITE:
                return Deed("write", self._access(thread, event))
            case EventKind.UPDATE:
                name = self._names.of(int(event["address"]))
                size = int(event["size"])
                old, new = (name.spell(int(event[column]), size) for column in ("value", "written"))
                failed = " (not swapped)" if event["flags"] & EventFlag.FAILED else f" -> {new}"
                return Deed("update", f"{name.text} {old}{failed}{_order(event)}")
            case EventKind.BRANCH:
                return Deed("branch", f"{self.term(thread, int(event['value_term']))} is {_truth(event['value'])}")
            case EventKind.ASSERTION:
                term = int(event["value_term"])
                said = self.term(thread, term) if term else "constant"
                fate = "fails" if event["value"] == event["written"] else "holds"
                return Deed("assert", f"{said} is {_truth(event['value'])}: {fate}")
            case EventKind.CHOICE:
                return Deed("choose", f"{self.term(thread, int(event['value_term']))} = {int(event['value'])}")
            case EventKind.PIN:
                cause = PinCause(int(event["size"])).name.lower().replace("_", " ")
                said = self.term(thread, int(event["value_term"]))
                return Deed("pinned", f"{said} = {int(event['value'])} ({cause})")
            case EventKind.SYNC:
                return self._sync(int(event["value"]), int(event["site"]))
            case EventKind.SLOT:
                return Deed("slot", self._names.of(int(event["address"])).text)
            case EventKind.SLOT_END:
                return Deed("slot end", self._names.of(int(event["address"])).text)
            case EventKind.DIVISION:
                return Deed("divide by", f"{self.term(thread, int(event['value_term']))} = {int(event['value'])}")
            case EventKind.BLOCK_BEGIN:
                return Deed("block begin", self._trace.blocks.entries[int(event["value"])].name or "(raddle.h)")
            case EventKind.BLOCK_END:
                return Deed("block end", self._trace.blocks.entries[int(event["value"])].name or "(raddle.h)")

    def _access(self, thread: ThreadTrace, event: Any) -> str:
        name = self._names.of(int(event["address"]))
        value = name.spell(int(event["value"]), int(event["size"]))
        term = int(event["value_term"])
        expression = ""
        if event["kind"] == EventKind.WRITE and term:
            expression = f" = {self.term(thread, term)}"
        library = " (library)" if event["flags"] & EventFlag.LIBRARY else ""
        return f"{name.text}{expression} = {value}{_order(event)}{library}"

    def _sync(self, position: int, site: int) -> Deed:
        record = self._trace.recording.sync[position]
        kind = trace_format().kind_name(int(record["kind"]))
        if kind == "external":
            return Deed("call", self._trace.program.callee_at(site))
        named = record["object"] and kind not in _WITHOUT_OBJECT and not _waits_for_a_thread(record)
        name = self._names.of_object(int(record["object"])) if named else ""
        words = self._sync_words.get(kind)
        said = words(record) if words is not None else ""
        flags = trace_format().family("RD_FLAG_")
        marks = [text for bit, text in flags.items() if record["flags"] & bit and text != "visible"]
        tail = f"({', '.join(marks)})" if marks else ""
        return Deed(kind.replace("_", " "), " ".join(word for word in (name, said, tail) if word))

    def term(self, thread: ThreadTrace, term: int, depth: int = 0) -> str:
        """As C would write it, fully parenthesised."""
        if depth > _DEEPEST:
            return "..."
        row = thread.terms[term]
        op = Op(int(row["op"]))
        if op == Op.READ:
            return self.name_of_read(thread, int(row["a"])).text
        if op in _SIGNS:
            return f"({self._infix(thread, row, op, depth)})"

        def operand(which: str) -> str:
            return self._operand(thread, row, which, depth)

        if op in _SILENT:
            return operand("a")
        if op == Op.ITE:
            return f"({self.term(thread, int(row['c']), depth + 1)} ? {operand('a')} : {operand('b')})"
        if op == Op.EXTRACT:
            low = int(row["b_value"])
            return f"{operand('a')}[{low + int(row['width']) - 1}:{low}]"
        second = f", {operand('b')}" if row["b"] else ""
        return f"{op.name.lower()}({operand('a')}{second})"

    def condition(self, thread: ThreadTrace, term: int, *, holds: bool) -> str:
        """What it means that a condition holds, or does not: that `((x == 3) != 0)` does not is `x != 3`."""
        row = thread.terms[term]
        op = Op(int(row["op"]))
        inner = int(row["a"])
        if op in (Op.EQ, Op.NE) and not row["b"] and not row["b_value"] and _is_truth_value(thread, inner):
            return self.condition(thread, inner, holds=holds == (op == Op.NE))
        if op == Op.XOR and row["width"] == 1 and not row["b"] and row["b_value"] == 1:
            return self.condition(thread, inner, holds=not holds)
        if op == Op.ZEXT and _is_truth_value(thread, inner):
            return self.condition(thread, inner, holds=holds)
        if not holds and op in OPPOSITE:
            return self._infix(thread, row, OPPOSITE[op], 0)
        if op in _SIGNS:
            said = self._infix(thread, row, op, 0)
            return said if holds else f"!({said})"
        return self.term(thread, term) if holds else f"!{self.term(thread, term)}"

    def sides(self, thread: ThreadTrace, term: int, said: tuple[str, str]) -> str:
        """`x is 2, y is 3`, of a comparison whose sides are written so; empty: it is none. Constants need no words."""
        compared = _comparisons_in(thread, term)
        if len(compared) != 1:
            return ""
        (term,) = compared
        row = thread.terms[term]
        width = _operand_width(thread, row)
        words = []
        for which, text in zip(("a", "b"), said, strict=True):
            inner = int(row[which])
            value = int(thread.terms["value"][inner]) if inner else int(row[f"{which}_value"])
            spelt = _spelt(value, width, of_floats=Op(int(row["op"])) in _OF_FLOATS)
            if text.isdecimal() and text != spelt:
                return ""  # it is another comparison
            if text and inner:
                words.append(f"{text} is {spelt}")
        return ", ".join(words)

    def _infix(self, thread: ThreadTrace, row: Any, sign: Op, depth: int) -> str:
        first, second = (self._operand(thread, row, which, depth) for which in ("a", "b"))
        return f"{first} {_SIGNS[sign]} {second}"

    def _operand(self, thread: ThreadTrace, row: Any, which: str, depth: int) -> str:
        inner = int(row[which])
        if inner:
            return self.term(thread, inner, depth + 1)
        op, value, width = Op(int(row["op"])), int(row[f"{which}_value"]), int(row["width"])
        if op in _SIGNS and width == 1:
            width = _operand_width(thread, row)
        return _spelt(value, width, of_floats=op in _OF_FLOATS)


def _comparisons_in(thread: ThreadTrace, term: int) -> set[int]:
    """Of which a truth value is made; not comparisons of truth values with constants."""
    found: set[int] = set()
    ahead = [term]
    while ahead:
        at = ahead.pop()
        row = thread.terms[at]
        op = Op(int(row["op"]))
        inner = thread.terms[int(row["a"])]
        if op in _COMPARISONS and not row["b"] and inner["op"] == Op.ITE and not inner["a"] and not inner["b"]:
            ahead.append(int(inner["c"]))  # of two constants one was chosen, as by a conversion to a pointer
        elif op in _COMPARISONS and (row["b"] or not _is_truth_value(thread, int(row["a"]))):
            found.add(at)
        elif op in _COMPARISONS | _OF_TRUTH_VALUES:
            ahead += [int(row[which]) for which in ("a", "b") if row[which]]
    return found


def _spelt(value: int, width: int, *, of_floats: bool) -> str:
    if of_floats and width in (32, 64):
        return repr(struct.unpack("<f" if width == 32 else "<d", value.to_bytes(width // 8, "little"))[0])
    return str(value - (1 << width) if width > 1 and value >> (width - 1) & 1 else value)


def reads_of(thread: ThreadTrace, term: int) -> list[int]:
    """Positions of the events that a term speaks of, in the thread's order."""
    found: set[int] = set()
    seen: set[int] = set()
    ahead = [term]
    while ahead:
        at = ahead.pop()
        if not at or at in seen:
            continue
        seen.add(at)
        row = thread.terms[at]
        op = Op(int(row["op"]))
        if op == Op.READ:
            found.add(int(row["a"]))
            continue
        ahead += [int(row["a"]), int(row["b"])] + ([int(row["c"])] if op == Op.ITE else [])
    return sorted(found)


def _is_truth_value(thread: ThreadTrace, term: int) -> bool:
    while term and thread.terms["op"][term] == Op.ZEXT:
        term = int(thread.terms["a"][term])
    return bool(term) and int(thread.terms["width"][term]) == 1


def _operand_width(thread: ThreadTrace, row: Any) -> int:
    inner = int(row["a"]) or int(row["b"])
    return int(thread.terms["width"][inner])


def _truth(value: int) -> str:
    return "true" if value else "false"


def _order(event: Any) -> str:
    order = MemoryOrder(int(event["flags"]) & 7)
    return f" [{order.name.lower()}]" if order != MemoryOrder.PLAIN else ""


def _signal_name(record: Any) -> str:
    number = int(record["value"])
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _waits_for_a_thread(record: Any) -> bool:
    fmt = trace_format()
    return bool(record["kind"] == fmt["RD_DEADLOCK"] and record["value"] == fmt["RD_JOIN"])


def _sync_words(paths: list[str]) -> dict[str, Callable[[Any], str]]:
    """What is worth saying of a record, by kind."""

    failed = trace_format()["RD_FLAG_FAILED"]

    def path(index: int) -> str:
        return paths[index] if index < len(paths) else "nobody"

    def held(record: Any) -> str:
        if int(record["extra"]) >= len(paths):
            return ""
        return f"{'the end of' if _waits_for_a_thread(record) else 'held by'} {path(int(record['extra']))}"

    return {
        "deadlock": held,
        "create": lambda record: path(int(record["value"])),
        "join": lambda record: path(int(record["value"])),
        "signal": lambda record: f"wakes {path(int(record['value']))}",
        "broadcast": lambda record: f"wakes {int(record['value'])}",
        "signal_send": lambda record: f"{_signal_name(record)} to {path(int(record['object']))}",
        "signal_deliver": lambda record: f"on {_signal_name(record)}",
        "signal_return": _signal_name,
        "signal_wait": lambda record: _signal_name(record) if record["value"] else "",
        "cancel": lambda record: path(int(record["object"])),
        "futex_wait": lambda record: "sleeps" if record["value"] == record["extra"] else "has changed",
        "futex_woken": lambda record: f"by {wake_name(int(record['extra']))}" if record["flags"] & failed else "",
        "futex_wake": lambda record: f"wakes {int(record['result'])}",
        "wake": lambda record: f"by {wake_name(int(record['extra']))}",
        "alloc": lambda record: f"of {int(record['value'])} bytes",
        "process_exit": lambda record: f"status {int(record['value'])}",
        "sem_post": lambda record: f"count {int(record['value'])}",
        "sem_wait": lambda record: f"count {int(record['value'])}",
    }
