"""A diagnosis in terms of source lines, for a report."""

from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.diagnose.candidates import cells_touched
from raddle.diagnose.diagnosis import Core, Diagnosis
from raddle.diagnose.merging import merged, unique_pairs
from raddle.diagnose.rounds import Rounds
from raddle.diagnose.spots import Spots
from raddle.model.facts import Operation
from raddle.model.machine import Machine
from raddle.report.diagnosed import Cause, Diagnosed, Order, Sizes
from raddle.report.failure import find_failure

_ASSERT: Final = "assert "
_FAILS: Final = " fails"


def told(diagnosis: Diagnosis) -> Diagnosed:
    """Without what only the command knows: the finding with its witness, inputs."""
    explored = diagnosis.explored
    telling = _Telling(diagnosis)
    alone = [telling.cause(core) for core in diagnosis.cores]
    causes = merged(alone)
    count = len(diagnosis.cores)
    sizes = Sizes(
        iterations=diagnosis.iterations,
        per_schedule=sum(core.candidates for core in diagnosis.cores) / count if count else 0.0,
        per_core=sum(len(core.orders) for core in diagnosis.cores) / count if count else 0.0,
        unique=unique_pairs(causes),
        runs=explored.runs,
        seconds=diagnosis.seconds,
    )
    return Diagnosed(
        program=_program(diagnosis),
        kind=diagnosis.kind,
        causes=causes,
        complete=diagnosis.complete,
        otherwise=diagnosis.otherwise,
        reason=diagnosis.reason,
        advice=diagnosis.advice,
        without_preemption=diagnosis.without_preemption,
        bounded=explored.bounded,
        sizes=sizes,
        assumptions=explored.assumptions,
        notes=explored.notes,
    )


def _program(diagnosis: Diagnosis) -> str:
    models = diagnosis.explored.models
    return Path(models[0].trace.recording.meta.program).name if models else ""


class _Telling:
    def __init__(self, diagnosis: Diagnosis) -> None:
        self._explored: Final = diagnosis.explored
        self._spots: Final = Spots(diagnosis.explored)
        self._machine: Final = Machine(diagnosis.explored.paths)
        operations = [operation for core in diagnosis.cores for operation in _operations(core)]
        self._rounds: Final = Rounds(diagnosis.explored.paths, operations, self._spots.instruction)
        self._failures: dict[int, tuple[SourcePlace | None, str]] = {}

    def cause(self, core: Core) -> Cause:
        at = self._rounds.visits(core.way, _operations(core))
        cells = cells_touched(self._machine, core.way)
        orders = [
            Order(
                self._spots.spot(order.first, order.then, at[order.first], cells),
                self._spots.spot(order.then, order.first, at[order.then], cells),
            )
            for order in core.orders
        ]
        place, what = self._failure(core.way.events[-1])
        return Cause(
            orders=tuple(sorted(orders)),
            parts=tuple(sorted(self._spots.spot(part, None, at[part]) for part in core.taking_part)),
            fails=place,
            what=what,
            smallest=core.smallest,
        )

    def _failure(self, event: int) -> tuple[SourcePlace | None, str]:
        """Where it fails, and what: in the words of a real run that fails there."""
        if event not in self._failures:
            self._failures[event] = self._told(event)
        return self._failures[event]

    def _told(self, event: int) -> tuple[SourcePlace | None, str]:
        here = self._spots.place_of_event(event)
        model = self._spots.shown_failing(event)
        if model is None:
            return here, ""
        failure = find_failure(model.trace)
        return failure.place or here, _words(failure.deed)


def _operations(core: Core) -> tuple[Operation, ...]:
    return (*(one for order in core.orders for one in (order.first, order.then)), *core.taking_part)


def _words(deed: str) -> str:
    """`assertion x == y`, or what else it is."""
    if deed.startswith(_ASSERT) and deed.endswith(_FAILS):
        return f"assertion {deed.removeprefix(_ASSERT).removesuffix(_FAILS)}"
    return deed
