"""A trace program in the text format: what model/text/parse.py reads back as the same program.

In: a trace program. Out: text. Each read that is used later gets a local variable; main and its creates are written
out. With an observed order every event has a label. Assumptions become comments.
"""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Exit, Free, ProcessEnd, Read, Start, Step, Write
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram
from raddle.model.rules.actions import Thing, things_of
from raddle.model.rules.traits import DECLARED
from raddle.model.text.expressions import MADE_UP, MARKS, WIDTH, How
from raddle.model.text.names import Names, names_of
from raddle.model.text.print_branches import Leading, leading_of
from raddle.model.text.print_sync import sync_text
from raddle.model.text.spell import spell
from raddle.model.text.statements import CHECKS
from raddle.model.uses import last_uses, reads_of, terms_of

_MARGIN: Final = 60
"""Column from which on places of the source stand."""
NOT_SAID: Final = Leading("", "")
"""It leads to the next line."""


def print_ctp(ctp: TraceProgram, place_of: Callable[[Event], str] = lambda event: "") -> str:
    """`place_of`: of an event in the source; empty: nothing is said of it."""
    names = names_of(ctp)
    assumed = dict.fromkeys(assumption.what for assumption in ctp.assumptions)
    lines = [f"# taken as observed: {' '.join(what.split())}" for what in assumed]
    lines += _declarations(ctp, names)
    last_use = last_uses(ctp)
    for thread in range(len(ctp.threads)):
        lines += ["", f"thread {names.threads[thread]}", *_Body(ctp, names, thread, last_use, place_of).lines()]
    if ctp.observed:
        labels = [names.labels[event] for event in ctp.observed]
        lines += ["", *(f"trace {' '.join(labels[start : start + 20])}" for start in range(0, len(labels), 20))]
    return "\n".join(lines) + "\n"


def _declarations(ctp: TraceProgram, names: Names) -> list[str]:
    lines: list[str] = []
    arrays = {cells.start: (name, cells) for name, cells in names.arrays.items()}
    number = 0
    while number < len(ctp.cells):
        cell = ctp.cells[number]
        width = "" if cell.width == WIDTH else f": {cell.width}"
        keyword = "hidden" if cell.hidden else "shared"
        also = " of_lock" * cell.of_lock + " unwritten" * cell.unwritten
        if number in arrays:
            name, cells = arrays[number]
            values = ", ".join(str(ctp.cells[element].initial) for element in cells)
            lines.append(f"{keyword} {name}[{len(cells)}]{width} = {{{values}}}{also}")
            number = cells.stop
        else:
            lines.append(f"{keyword} {names.cells[number]}{width} = {cell.initial}{also}")
            number += 1
    valued: list[str] = []
    for family in DECLARED:
        named = list(zip(names.objects[family], things_of(ctp, family), strict=True))
        alike = [name for name, thing in named if isinstance(thing, str)]
        lines += [f"{family.value} {', '.join(alike)}"] if alike else []
        valued += [f"{family.value} {name} = {_begins(thing)}" for name, thing in named if not isinstance(thing, str)]
    return lines + valued


def _begins(thing: Thing) -> int:
    match thing:
        case Semaphore(initial=number) | Barrier(parties=number):
            return number
        case str() | Thread():
            raise AssertionError("it begins as nothing but itself")
        case _:
            assert_never(thing)


class _Body:
    """The lines of one thread."""

    def __init__(
        self,
        ctp: TraceProgram,
        names: Names,
        thread: int,
        last_use: Mapping[Term, int],
        place_of: Callable[[Event], str],
    ) -> None:
        self._ctp = ctp
        self._names = names
        self._events = ctp.of_thread(thread)
        self._is_main = thread == 0
        self._last_use = last_use
        self._place_of = place_of
        self._margin = "  " if ctp.branches is None else "    "
        self._leading = {} if ctp.branches is None else leading_of(ctp, thread)
        self._known: dict[Term, str] = {}
        """What a variable is called in the event that is written."""
        self._made = 0

    def lines(self) -> list[str]:
        if not self._events:
            return ["  ..." if self._is_main else "  unstarted"]
        begins = {first for first, _ in self._ctp.transactions}
        ends = {last for _, last in self._ctp.transactions}
        lines: list[str] = []
        for event in self._events:
            leading = self._leading.get(event.number, NOT_SAID)
            text = self._text(event) + leading.behind
            if leading.point:
                lines.append(f"  point {leading.point}")
            if event.number in begins:
                lines.append("  atomic {")
            if self._goes_without_saying(event) and leading == NOT_SAID:
                continue
            label = f"{self._names.labels[event.number]}: " if event.label or self._ctp.observed else ""
            lines.append(_beside(f"{self._margin}{label}{text}", self._place_of(event)))
            if event.number in ends:
                lines.append("  }")
        if not (self._leading or isinstance(self._events[-1].action, Exit | ProcessEnd)):
            lines.append("  ...")
        return lines

    def _goes_without_saying(self, event: Event) -> bool:
        in_block = any(first <= event.number <= last for first, last in self._ctp.transactions)
        return isinstance(event.action, Start | Exit) and not (event.label or self._ctp.observed or in_block)

    def _text(self, event: Event) -> str:
        action = event.action
        if isinstance(action, Step | Check):
            return self._access(event, action)
        text = sync_text(action, self._names)
        if isinstance(action, Free) and action.when is not None:
            return f"{text} when {spell(action.when, self._known)}"
        return text

    def _access(self, event: Event, action: Step | Check) -> str:
        reads = reads_of(event)
        for read in reads:
            self._known[read.variable] = self._place(read)
        assignments: list[str] = []
        if isinstance(action, Step):
            assignments = [self._written(write) for write in action.writes]
        guard = action.condition if isinstance(action, Check) else action.guard
        condition = spell(guard, self._known)
        kept: dict[Term, str] = {}
        mentioned = set(variables_of(terms_of(event)))
        for read in reads:
            is_used_later = self._last_use.get(read.variable, -1) > event.number
            if is_used_later or (isinstance(action, Step) and read.variable not in mentioned):
                self._made += 1
                kept[read.variable] = f"{self._names.locals}{self._made}"
        local = [f"{name} := {self._known[variable]}" for variable, name in kept.items()]
        unmentioned = any(read.variable not in mentioned and read.variable not in kept for read in reads)
        first = f"with({', '.join(self._known[read.variable] for read in reads)}) "
        self._known.update(kept)
        prefix = first if len(reads) > 1 or unmentioned else ""
        return prefix + _statement(action, condition, local + assignments)

    def _place(self, access: Read | Write) -> str:
        marks = MARKS if isinstance(access, Read) else (MADE_UP,)
        how = How(access.order, frozenset(mark for mark in marks if getattr(access, mark)))
        return f"{self._bare_place(access)}{how}"

    def _bare_place(self, access: Read | Write) -> str:
        if access.address is None:
            return self._names.cells[access.cells[0]]
        address = spell(access.address, self._known)
        for name, cells in self._names.arrays.items():
            count = min(len(cells), 1 << access.address.width)
            is_plain = access.address.op is not Op.CONSTANT
            if is_plain and access.cells == tuple(cells[:count]) and access.addresses == tuple(range(count)):
                return f"{name}[{address}]"
        places = [
            f"{place}: {_as_one_name(self._names.cells[cell])}"
            for place, cell in zip(access.addresses, access.cells, strict=True)
        ]
        return f"at({address}, {', '.join(places)})"

    def _written(self, write: Write) -> str:
        return f"{self._place(write)} := {spell(write.value, self._known, write.value.width)}"


def _beside(line: str, place: str) -> str:
    return f"{line:<{_MARGIN}}  # {place}" if place else line


def _as_one_name(cell: str) -> str:
    return f"`{cell.replace('`', '')}`" if cell.endswith("]") else cell


def _statement(action: Step | Check, condition: str, assignments: list[str]) -> str:
    block = f"{{ {', '.join(assignments)} }}"
    if isinstance(action, Check):
        return f"{CHECKS[action.against]}({condition})" + (f" {block}" if assignments else "")
    if condition != "true":
        return f"assume({condition})" + (f" {block}" if assignments else "")
    if not assignments:
        return "skip"
    return assignments[0] if len(assignments) == 1 else block
