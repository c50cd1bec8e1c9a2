"""Cores judged by brute force: what is wrong with those that were found, over all complete runs of small paths."""

import random
from collections.abc import Collection
from dataclasses import dataclass, field

from raddle.base.errors import ToolError
from raddle.diagnose.algorithm import Cores, find_cores
from raddle.diagnose.diagnosis import Core
from raddle.diagnose.question import Asked, by_code, one_by_one
from raddle.model.actions import ProcessEnd
from raddle.model.facts import Fact, holds
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.model.reached import all_ended
from raddle.model.run import Refusal, run
from raddle.report.progress import Silent
from tests.oracles.complete_ways import complete_ways
from tests.support.random_paths import random_paths

MOST_WAYS = 1_500


@dataclass
class Judged:
    """Of some paths, one after the other."""

    wrong: list[str] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)
    cores: int = 0
    orders: int = 0
    too_large: int = 0


def asked_of(paths: TraceProgram, *, grouped: bool = False) -> Asked:
    """`grouped`: points that do the same kind of thing are taken for the same code."""
    ends = tuple(event.number for event in paths.events if isinstance(event.action, ProcessEnd))
    operations = by_code(paths, lambda point: _kind(paths, point)) if grouped else one_by_one(paths)
    return Asked(paths, paths.graph.of_kind("failure"), (*ends, *paths.graph.of_kind("frontier")), operations)


def _kind(paths: TraceProgram, point: int) -> str:
    return type(paths.events[paths.graph.leaving[point][0]].action).__name__


def judge(judged: Judged, seed: int, profile: str, events: int) -> None:
    """Random paths."""
    paths = random_paths(random.Random(seed), profile, events)
    asked = asked_of(paths, grouped=seed % 2 == 1)
    try:
        ways = list(complete_ways(paths, MOST_WAYS))
    except ToolError:
        judged.too_large += 1
        return
    found = find_cores(asked, None, Silent())
    judged.kinds[found.kind] = judged.kinds.get(found.kind, 0) + 1
    judged.cores += len(found.cores)
    judged.orders += sum(len(core.orders) for core in found.cores)
    judged.wrong += [f"{profile} {seed}: {what}" for what in wrong_with(asked, ways, found)]


def wrong_with(asked: Asked, ways: Collection[Way], found: Cores) -> list[str]:
    """`ways`: all complete runs, the stuck ones too."""
    machine = Machine(asked.paths)
    failing = [way for way in ways if way.events and way.events[-1] in asked.failures]
    passing = [way for way in ways if _passes(asked, machine, way)]
    if not failing or not passing:
        kind = "sequential" if failing else "passes"
        return [] if (found.kind, found.complete) == (kind, True) else [f"{found.kind} instead of {kind}"]
    wrong = [what for core in found.cores for what in _wrong_with(asked, passing, core)]
    if found.complete != (found.reason == "") or found.kind not in ("concurrency", "unknown"):
        wrong.append(f"{found.kind}, {found.complete}, because {found.reason!r}")
    for way in failing if found.complete else ():
        if not any(_all_hold(asked, way, core.facts) for core in found.cores):
            wrong.append(f"no core holds in {way}, which fails")
    return wrong


def _passes(asked: Asked, machine: Machine, way: Way) -> bool:
    if way.events and way.events[-1] in asked.failures:
        return False
    after = run(asked.paths, way.moves, machine)
    assert not isinstance(after, Refusal)
    return (bool(way.events) and way.events[-1] in asked.ends) or all_ended(machine, after.state)


def _wrong_with(asked: Asked, passing: list[Way], core: Core) -> list[str]:
    wrong = []
    if not _all_hold(asked, core.way, core.facts):
        wrong.append(f"{core.facts} do not all hold in the run that they are of")
    if any(_all_hold(asked, way, core.facts) for way in passing):
        wrong.append(f"{core.facts} all hold in a run that passes")
    for fact in core.facts:
        others = [one for one in core.facts if one != fact]
        if not any(_all_hold(asked, way, others) for way in passing):
            wrong.append(f"{fact} is not needed in {core.facts}")
    return wrong


def _all_hold(asked: Asked, way: Way, facts: Collection[Fact]) -> bool:
    return all(holds(asked.paths, way, fact) for fact in facts)
