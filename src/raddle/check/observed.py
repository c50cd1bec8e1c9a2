"""The failure of a run, as a finding: of the given one itself, or of another one that was made."""

from collections.abc import Collection
from typing import Final

from raddle.check.confirming import Checked, Witnesses
from raddle.check.part import property_of
from raddle.replay.memory import ENDINGS
from raddle.replay.outcome import has_failed, outcome_of
from raddle.replay.witness import Witness
from raddle.report.failure import Failure, find_failure, with_all_memory
from raddle.report.faulting import Faulting
from raddle.report.memory_text import memory_message
from raddle.report.properties import Property
from raddle.report.result import Finding, Kind, MemoryFault
from raddle.report.story import story_of
from raddle.report.waiting import deadlock_of
from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_alone, with_private

ENDED_BY_MEMORY: Final = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP")
"""What the machine answers a wrong access or division with."""


def failing_site(trace: Trace, failure: Failure | None = None) -> int | None:
    """Of the condition that failed."""
    failure = failure or find_failure(trace)
    if failure.thread is None or failure.at is None:
        return None
    return int(trace.threads[failure.thread].events["site"][failure.at])


def observed_failure(checked: Checked, witnesses: Witnesses) -> Finding | None:
    if not has_failed(checked.trace.recording):
        return None
    trace, wanted = with_alone(checked.trace), checked.options.properties
    return failure_of_run(trace, checked.own_witness(), witnesses, wanted=wanted, observed=True)


def status_hint(finding: Finding | None, trace: Trace) -> tuple[str, ...]:
    """Where the given run itself fails by its exit status: perhaps it is meant to end so."""
    if finding is None or finding.kind != "exit" or not finding.observed:
        return ()
    passing = sorted({*(trace.recording.failing.passing or ()), int(outcome_of(trace.recording).detail)})
    statuses = ",".join(map(str, passing))
    return (f"if the test passes with that exit status, say so: --exit-status {statuses}",)


def failure_of_run(
    trace: Trace, witness: Witness, witnesses: Witnesses, *, wanted: Collection[Property], observed: bool
) -> Finding:
    """Of a run that failed. `wanted`: only for these properties is the witness kept."""
    outcome = outcome_of(trace.recording)
    failure, fault = find_failure(with_all_memory(trace)), _memory_fault(trace)
    kinds: dict[str, Kind] = {"assert": "assertion", "error": "assertion"}
    kinds |= {"deadlock": "deadlock", "signal": "memory", "exit": "exit"}
    if fault is not None:
        kinds["abort"] = "memory"
    elif outcome.kind == "signal" and outcome.detail not in ENDED_BY_MEMORY:
        kinds["signal"] = "failure"  # the program, or somebody else, sent it
    deadlock = deadlock_of(trace) if outcome.kind == "deadlock" else None
    places = [failure.place] if deadlock is None else [wait.place for wait in deadlock.waits]
    if fault is not None:
        places = [fault.access.place]
    kind, path = kinds.get(outcome.kind, "failure"), None
    if kind == "exit" and failure.kind != "exit" and failure.at is not None:
        kind = "assertion"  # a check of a framework
    if property_of(kind) in wanted:
        path = witnesses.save(witness, places, "deadlock" if deadlock is not None else "")
    return Finding(
        kind=kind,
        status="confirmed",
        place=places[0] if places else None,
        message=failure.message if fault is None else memory_message(fault),
        story=story_of(trace, None),
        schedule=str(witness.schedule),
        witness=path,
        threads=len({segment.thread for segment in witness.schedule.segments}),
        switches=witness.schedule.switches,
        observed=observed,
        about=fault or deadlock,
        stderr=trace.recording.stderr,
    )


def _memory_fault(trace: Trace) -> MemoryFault | None:
    """The access, division or free at which the run ended, where that is known."""
    if outcome_of(trace.recording).kind not in ENDINGS:
        return None
    everything = with_private(trace)
    fatal = MemoryFaults(everything).fatal()
    return None if fatal is None else Faulting(everything).fault(fatal)
