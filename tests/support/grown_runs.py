"""Recorded runs of one program -> TraceProgram; and whether each of these runs is a way through them."""

from collections.abc import Iterator
from pathlib import Path

from raddle.capture.build import build_program
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program
from raddle.model.actions import Fence, Free
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel, SeveralRuns
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast
from raddle.verify.grow.growing import Growing

QUANTUM = 20
MOST_EVENTS = 2_000
"""Of a run that may never end."""


def recorded_runs(folder: Path, source: Path, runs: int) -> Iterator[Trace]:
    """The first as threads come, the others by chance."""
    image = load_image(build_program([source], ["-w"], folder / "program").program)
    for number in range(runs):
        policy = RandomPolicy(number) if number else DefaultPolicy()
        control = Control(quantum=QUANTUM, policy=policy, events=MOST_EVENTS)
        recording = folder / f"{number}.rdl"
        run_program(RunRequest(image, recording, control=control, limit_s=30))
        yield walk_fast(load_recording(recording))


def grown_runs(folder: Path, source: Path, runs: int) -> tuple[Growing, tuple[RunModel, ...]]:
    several, growing = SeveralRuns(), Growing()
    for trace in recorded_runs(folder, source, runs):
        several.add(trace)
        growing.add(several.models())
    return growing, several.models()


def why_no_way(growing: Growing, model: RunModel) -> str | None:
    """The first event of the run, without the iterations that its waiting loops may leave out, that is not possible."""
    paths = growing.paths()
    machine = Machine(paths)
    states: set[State] = {machine.initial}
    for outcomes in _events(growing, paths, model):
        after = {found for state in states for found in _after(machine, state, outcomes)}
        if not after:
            return f"{[paths.events[event] for event in outcomes]}"
        states = after
    return None


def _after(machine: Machine, state: State, outcomes: list[int]) -> Iterator[State]:
    for event in (machine.program.events[outcome] for outcome in outcomes):
        if machine.is_next(state, event):
            for chosen in machine.choices(state, event):
                slots = list(state)
                if machine.why_not(slots, event, chosen, machine.worth) is None:
                    yield tuple(slots)


def _events(growing: Growing, paths: TraceProgram, model: RunModel) -> list[list[int]]:
    """The run's events in their order, each with the events of the paths that it may be (a check: it holds, or not)."""
    found: dict[int, list[int]] = {}
    for number, leads in enumerate(paths.graph.leads):
        for origin in growing.origins(number) if leads != "frontier" else ():
            if origin.run == model.number:
                found.setdefault(origin.event.number, []).append(number)
    events: list[list[int] | None] = []
    ways: dict[int, list[int]] = {}
    closed: set[int] = set()
    for number in model.ctp.observed:
        event = model.ctp.events[number]
        if isinstance(event.action, Free | Fence):
            continue
        way = ways.setdefault(event.thread, [])
        if number not in found:
            closed.add(event.thread)  # a loop goes round
            continue
        if event.thread in closed:
            closed.discard(event.thread)
            _go_back(paths, events, way, paths.graph.source[found[number][0]])
        way.append(len(events))
        events.append(found[number])
    return [one for one in events if one is not None]


def _go_back(paths: TraceProgram, events: list[list[int] | None], way: list[int], point: int) -> None:
    """The thread's events since it was at that point are left out."""
    while way and not any(paths.graph.target[event] == point for event in events[way[-1]] or ()):
        events[way.pop()] = None
