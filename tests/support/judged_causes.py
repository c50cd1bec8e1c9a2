"""Are the cores of a diagnosis right about the real program? Judged by all its runs (tests/support/real_runs.py).

Every run in which all that a core says holds must fail; without any one of its facts some run must pass in which the
others hold; and every run that fails must have all of some core, where the diagnosis says that there are no others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from raddle.diagnose.diagnosis import Core, Diagnosis
from raddle.diagnose.explored import Explored
from raddle.model.facts import Operation, TakesPart
from tests.support.real_runs import AllRuns, Name, Namer, RealRun

Named = tuple[frozenset[Name], frozenset[Name]]
_T = TypeVar("_T")


class NoName(Exception):
    """An operation that the runs cannot be asked about."""


@dataclass(frozen=True)
class NamedCore:
    orders: tuple[Named, ...]
    parts: tuple[frozenset[Name], ...]

    @property
    def operations(self) -> Iterator[frozenset[Name]]:
        yield from (operation for order in self.orders for operation in order)
        yield from self.parts

    def may_hold(self, run: RealRun) -> bool:
        """In some run of its class."""
        return all(run.takes_place(part) for part in self.parts) and run.may_have(self.orders)

    def holds(self, run: RealRun) -> bool:
        return all(run.takes_place(part) for part in self.parts) and all(run.has(order) for order in self.orders)

    def without(self) -> list["NamedCore"]:
        """Without its first fact, its second one, and so on."""
        orders = [NamedCore(_without(self.orders, at), self.parts) for at in range(len(self.orders))]
        return orders + [NamedCore(self.orders, _without(self.parts, at)) for at in range(len(self.parts))]


def judged(diagnosis: Diagnosis, runs: AllRuns) -> list[str]:
    """What is wrong, in words. The runs must be all there are."""
    assert runs.exhausted
    match diagnosis.kind:
        case "unknown":
            return []
        case "passes":
            return [f"passes, and a run ends with {run.ending}" for run in runs.failing[:1]]
        case "sequential":
            wrong = [f"sequential, and a run passes: {run.ending!r}" for run in runs.passing[:1]]
            return wrong if runs.failing else [*wrong, "sequential, and no run fails"]
        case "concurrency":
            names, seen = Names(diagnosis.explored), not diagnosis.explored.unseen
            cores = [names.core(core) for core in diagnosis.cores]
            for operation in (one for core in cores for one in core.operations):
                if any(len(operation & run.at.keys()) > 1 for run in runs.runs):
                    raise NoName("rounds that only wait are in no path, and which of them a run has is not known")
            wrong = [
                f"core {at}: {what}" for at, core in enumerate(cores) for what in _judged_core(core, runs, seen=seen)
            ]
            return wrong + _uncovered(diagnosis, cores, runs)


def _judged_core(core: NamedCore, runs: AllRuns, *, seen: bool) -> list[str]:
    """Not all `seen`: what nobody has seen counts as passing, and the real runs may be fewer."""
    wrong = [f"it holds in a run that passes: {run.ending!r}" for run in runs.passing if core.may_hold(run)][:1]
    if not any(core.holds(run) for run in runs.failing) and not any(core.may_hold(run) for run in runs.failing):
        wrong.append("it holds in no run that fails")
    for at, smaller in enumerate(core.without() if seen else []):
        if not any(smaller.may_hold(run) for run in runs.passing):
            wrong.append(f"its fact {at} is not needed: without it no run passes either")
    return wrong


def _uncovered(diagnosis: Diagnosis, cores: Sequence[NamedCore], runs: AllRuns) -> list[str]:
    if not diagnosis.complete:
        return []
    left = [run for run in runs.failing if not any(core.holds(run) for core in cores)]
    return [f"{len(left)} of {len(runs.failing)} runs that fail have none of the cores"] if left else []


class Names:
    """Operations of paths, as the code has them."""

    def __init__(self, explored: Explored) -> None:
        self._explored = explored
        self._namer = Namer()

    def core(self, core: Core) -> NamedCore:
        orders = tuple((self.of(one.first), self.of(one.then)) for one in core.orders)
        parts = tuple(self.of(fact.operation) for fact in core.facts if isinstance(fact, TakesPart))
        return NamedCore(orders, parts)

    def of(self, operation: Operation) -> frozenset[Name]:
        found = {name for point in operation for name in self._at.get(point, ())}
        if not found:
            raise NoName(f"no run shows what stands at the points {operation}")
        return frozenset(found)

    @cached_property
    def _at(self) -> dict[int, set[Name]]:
        paths, models = self._explored.paths, {model.number: model for model in self._explored.models}
        found: dict[int, set[Name]] = {}
        for event, point in enumerate(paths.graph.source):
            if paths.graph.leads[event] == "frontier":
                continue
            for origin in self._explored.origins[event]:
                name = self._namer.name(models[origin.run].trace, origin.event.thread, origin.event.origin)
                if name is not None:
                    found.setdefault(point, set()).add(name)
        return found


def _without(items: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    return (*items[:at], *items[at + 1 :])
