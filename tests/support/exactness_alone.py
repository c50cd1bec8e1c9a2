"""One random program with phases in which main is alone (tests/support/random_phases.py): the trace program in which
these have no events, and the one in which they have all, must say the same.

Brute force on both: the same executions of assertions, divisions and accesses fail. And `check` says the same of the
recorded run: findings, their places and status, and what stays open. Both walkers agree on what is left of the rows.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from raddle.base.errors import ToolError
from raddle.model.actions import Check
from raddle.model.program import TraceProgram
from raddle.model.recorded import from_trace
from raddle.model.recorded.from_trace import model_of
from raddle.trace.walk import Trace, without_alone_reference
from raddle.trace.walk_fast import walk_fast, without_alone
from tests.oracles.enumerated import enumerated
from tests.support.command import raddle
from tests.support.fidelity import first_difference
from tests.support.modelled import recorded
from tests.support.random_phases import phases_text

_STATES: Final = 60_000


@dataclass
class Alone:
    """Counts, and every disagreement in words."""

    programs: int = 0
    explored: int = 0
    violated: int = 0
    findings: int = 0
    events: int = 0
    events_of_all: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Alone") -> None:
        self.programs += other.programs
        self.explored += other.explored
        self.violated += other.violated
        self.findings += other.findings
        self.events += other.events
        self.events_of_all += other.events_of_all
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        return (
            f"{self.programs} programs, {self.explored} explored, {self.violated} checks that can fail, "
            f"{self.findings} findings, {self.events} events instead of {self.events_of_all}, "
            f"{len(self.disagreements)} disagreements"
        )


def compared(number: int, folder: Path) -> Alone:
    return compared_text(phases_text(number), f"phases{number}", folder)


def compared_text(text: str, name: str, folder: Path) -> Alone:
    found = Alone(programs=1)
    source = folder / f"{name}.c"
    source.write_text(text)
    _, recording = recorded(folder, name, source)
    trace = walk_fast(recording)
    difference = first_difference(without_alone_reference(trace), without_alone(trace))
    if difference:
        found.disagreements.append(f"{source.name}: walkers: {difference}")
    short, whole = model_of(trace), model_of(trace, shows_all=True)
    found.events, found.events_of_all = len(short.ctp.events), len(whole.ctp.events)
    try:
        fails = [_failing(one.ctp, one.trace) for one in (short, whole)]
    except ToolError:  # too many states
        fails = []
    if fails:
        found.explored, found.violated = 1, len(fails[0])
        if fails[0] != fails[1]:
            found.disagreements.append(f"{source.name}: can fail: {fails[0]} or {fails[1]}")
    said = [_said(recording.path), _said_with_all(recording.path)]
    found.findings = len(said[0][0])
    if said[0] != said[1]:
        found.disagreements.append(f"{source.name}: check says {said[0]} or {said[1]}")
    return found


def _failing(ctp: TraceProgram, trace: Trace) -> list[tuple[int, int, int, str]]:
    """Thread, site, number of the visible event, and what the check is against."""
    found = []
    violations = enumerated(ctp, limit=_STATES).violations
    for event in ctp.events:
        if isinstance(event.action, Check):
            row = trace.threads[event.thread].events[event.origin]
            if event.number in violations:
                found.append((event.thread, int(row["site"]), int(row["index"]), event.action.against))
    return sorted(found)


def _said(recording: Path) -> tuple[list[Any], list[Any], int]:
    said = raddle("check", "--recorded", "--no-explain", "--trust", "--format", "json", recording, cwd=recording.parent)
    report = json.loads(said.out)
    wanted = ("kind", "status", "line", "message", "observed")
    findings = sorted(str([one[name] for name in wanted]) for one in report["findings"])
    return findings, sorted(str((one["kind"], one["line"])) for one in report["open"]), said.status


def _said_with_all(recording: Path) -> tuple[list[Any], list[Any], int]:
    """The command is a fork of this process."""
    kept = from_trace.without_alone
    from_trace.without_alone = lambda trace: trace  # type: ignore[attr-defined]
    try:
        return _said(recording)
    finally:
        from_trace.without_alone = kept  # type: ignore[attr-defined]
