"""TraceProgram as text, for people and tests: one line for each event, `source -> target`, what it does, and where it
leads.

main
  0 -> 1: x := 1                    +1
  1 -> 2: assume(r0 == 0)           failure
"""

from collections.abc import Mapping

from raddle.logic.terms import Term
from raddle.model.actions import Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.text.names import names_of
from raddle.model.text.print_sync import sync_text
from raddle.model.text.spell import spell


def print_paths(paths: TraceProgram) -> str:
    """Counts: visible events up to its own end, and in brackets up to where it leads, if these are more."""
    names = names_of(paths)
    variables = _variables(paths)
    lines = []
    for thread in range(len(paths.threads)):
        lines.append(names.threads[thread])
        for event in paths.of_thread(thread):
            number = event.number
            text = f"{paths.graph.source[number]} -> {paths.graph.target[number]}: "
            if isinstance(event.action, Step):
                text += _step(event.action, names.cells, variables)
            else:
                text += sync_text(event.action, names)
            lines.append(f"  {text}{_counts(paths, event)}{_leads(paths, number)}")
    return "\n".join(lines) + "\n"


def _leads(paths: TraceProgram, event: int) -> str:
    leads = "" if paths.graph.leads[event] == "on" else f" {paths.graph.leads[event]}"
    return leads + (" (its time runs out)" if event in paths.graph.timed_out else "")


def _counts(paths: TraceProgram, event: Event) -> str:
    visible, passed = paths.graph.visible[event.number], paths.graph.passed[event.number]
    return f"  +{visible}" + (f" ({passed})" if passed != visible else "")


def _variables(paths: TraceProgram) -> dict[Term, str]:
    """Named by the event that reads them."""
    found: dict[Term, str] = {}
    for event in paths.events:
        if isinstance(event.action, Step):
            for at, read in enumerate(event.action.reads):
                found[read.variable] = f"r{event.number}" if not at else f"r{event.number}.{at}"
    return found


def _step(step: Step, cells: Mapping[int, str] | tuple[str, ...] | list[str], names: Mapping[Term, str]) -> str:
    def place(access: Read | Write) -> str:
        if access.address is None:
            return cells[access.cells[0]]
        places = (f"{at:#x}: {cells[cell]}" for at, cell in zip(access.addresses, access.cells, strict=True))
        return f"at({spell(access.address, names)}, {', '.join(places)})"

    parts = [f"{names[read.variable]} := {place(read)}" for read in step.reads]
    if step.guard.constant != 1:
        parts.append(f"assume({spell(step.guard, names)})")
    parts += [f"{place(write)} := {spell(write.value, names, write.value.width)}" for write in step.writes]
    return "; ".join(parts) or "skip"
