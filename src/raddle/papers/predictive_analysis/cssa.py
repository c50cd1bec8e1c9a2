"""The concurrent static single assignment form of a trace program, CSSA: the predictive analysis paper, section 4.1.

As in its figure 3, and in figure 4 of the atomicity violations paper.

In: a trace program. Out: text. Each write defines a new name (x1, x2, ...; x0 is the first value), each read is a
pi-function of the definitions that it may see (the predictive analysis paper, definition 2): the latest one in its own
thread, else the first value, and those in other threads. Local variables are gone: where the paper writes a1, this
writes what was assigned to it.
"""

from dataclasses import dataclass

from raddle.logic.arithmetic import signed
from raddle.logic.terms import Term
from raddle.model.actions import Check, Create, Exit, Read, Start, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.text.names import Names, names_of
from raddle.model.text.print_sync import sync_text
from raddle.model.text.spell import spell


def print_cssa(ctp: TraceProgram) -> str:
    return "\n".join(_Printer(ctp, names_of(ctp)).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Definition:
    name: str
    event: Event
    is_certain: bool
    """Its address is known, so it hides what its thread wrote before."""


class _Printer:
    def __init__(self, ctp: TraceProgram, names: Names) -> None:
        self._ctp = ctp
        self._names = names
        self._definitions: list[list[_Definition]] = [[] for _ in ctp.cells]
        self._names_of: dict[tuple[int, int], str] = {}
        """By event and cell."""
        self._pis: dict[Term, str] = {}
        for event in ctp.events:
            for write in event.action.writes if isinstance(event.action, Step) else ():
                for cell in write.cells:
                    made = self._definitions[cell]
                    name = self._numbered(cell, len(made) + 1)
                    self._names_of[event.number, cell] = name
                    made.append(_Definition(name, event, is_certain=write.address is None))

    def _numbered(self, cell: int, number: int) -> str:
        name = self._names.cells[cell]
        return f"{name}{number}" if name[-1].isalpha() else f"{name}_{number}"

    def lines(self) -> list[str]:
        first = ", ".join(
            f"{self._numbered(number, 0)} := {signed(cell.initial, cell.width) if cell.width > 1 else cell.initial}"
            for number, cell in enumerate(self._ctp.cells)
        )
        lines = [f"t0: ⟨0, (assume(true), {{{first}}})⟩"]
        for thread in range(len(self._ctp.threads)):
            written = [event for event in self._ctp.of_thread(thread) if not _goes_without_saying(event)]
            lines += ["", *map(self._line, written)] if written else []
        return lines

    def _line(self, event: Event) -> str:
        action = event.action
        label = self._names.labels[event.number]
        if not isinstance(action, Step | Check):
            return f"{label}: ⟨{event.thread}, {sync_text(action, self._names)}⟩"
        where: list[str] = []
        for read in action.reads:
            self._pis[read.variable] = f"π{len(self._pis) + 1}"
            where.append(self._pi(event, read))
        suffix = f" where {', '.join(where)}" if where else ""
        if isinstance(action, Check):
            return f"{label}: ⟨{event.thread}, assert({spell(action.condition, self._pis)})⟩{suffix}"
        writes = ", ".join(self._write(event, write) for write in action.writes)
        guarded = f"(assume({spell(action.guard, self._pis)}), {{{writes}}})"
        return f"{label}: ⟨{event.thread}, {guarded}⟩{suffix}"

    def _write(self, event: Event, write: Write) -> str:
        names = [self._names_of[event.number, cell] for cell in write.cells]
        value = spell(write.value, self._pis, write.value.width)
        if write.address is None:
            return f"{names[0]} := {value}"
        places = ", ".join(f"{place}: {name}" for place, name in zip(write.addresses, names, strict=True))
        return f"at({spell(write.address, self._pis)}, {places}) := {value}"

    def _pi(self, event: Event, read: Read) -> str:
        name = self._pis[read.variable]
        seen = [", ".join(self._visible(event, cell)) for cell in read.cells]
        if read.address is None:
            return f"{name} ← π({seen[0]})"
        places = "; ".join(f"{place}: {names}" for place, names in zip(read.addresses, seen, strict=True))
        return f"{name} ← π at {spell(read.address, self._pis)} ({places})"

    def _visible(self, event: Event, cell: int) -> list[str]:
        hidden: set[str] = set()
        earlier: list[str] = [self._numbered(cell, 0)]
        for definition in self._definitions[cell]:
            if definition.event.thread == event.thread:
                if definition.event.position >= event.position:
                    hidden.add(definition.name)
                elif definition.is_certain:
                    hidden.update(earlier)
                earlier.append(definition.name)
        names = [self._numbered(cell, 0), *(definition.name for definition in self._definitions[cell])]
        return [name for name in names if name not in hidden]


def _goes_without_saying(event: Event) -> bool:
    return isinstance(event.action, Start | Exit | Create) and not event.label
