"""Paths as text, for people and tests: one line for each event, `source -> target`, what it does, and where it leads.

main
  0 -> 1: x := 1                    +1
  1 -> 2: assume(r0 == 0)           failure
"""

from collections.abc import Mapping

from raddle.logic.terms import Term
from raddle.model.ctp import Event, Read, Step, Write
from raddle.model.paths.paths import Paths
from raddle.model.text.names import names_of
from raddle.model.text.print_sync import sync_text
from raddle.model.text.spell import spell


def print_paths(paths: Paths) -> str:
    """Counts: visible events up to its own end, and in brackets up to where it leads, if these are more."""
    names = names_of(paths.program)
    variables = _variables(paths)
    lines = []
    for thread in range(len(paths.program.threads)):
        lines.append(names.threads[thread])
        for event in paths.program.of_thread(thread):
            number = event.number
            text = f"{paths.source[number]} -> {paths.target[number]}: "
            if isinstance(event.action, Step):
                text += _step(event.action, names.cells, variables)
            else:
                text += sync_text(event.action, names)
            lines.append(f"  {text}{_counts(paths, event)}{_leads(paths, number)}")
    return "\n".join(lines) + "\n"


def _leads(paths: Paths, event: int) -> str:
    leads = "" if paths.leads[event] == "on" else f" {paths.leads[event]}"
    return leads + (" (its time runs out)" if event in paths.timed_out else "")


def _counts(paths: Paths, event: Event) -> str:
    visible, passed = paths.visible[event.number], paths.passed[event.number]
    return f"  +{visible}" + (f" ({passed})" if passed != visible else "")


def _variables(paths: Paths) -> dict[Term, str]:
    """Named by the event that reads them."""
    found: dict[Term, str] = {}
    for event in paths.program.events:
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
