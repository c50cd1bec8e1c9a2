"""All paths of a program under its input, those included on which it fails.

In: the first run, and what makes others. Out: `Explored`. It is verify's loop, but a run that fails is no end: what it
shows is added as well, and of each place that fails one run of the real program is made, no more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.capture.image import ProgramImage
from raddle.check.options import Timed
from raddle.diagnose.explored import Explored
from raddle.diagnose.unwinding import beyond_rounds
from raddle.logic.terms import TermStore
from raddle.model.actions import ProcessEnd, Step
from raddle.model.goals import Reach
from raddle.model.graph import Graph
from raddle.model.program import MAIN, Event, Thread, TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.replay.outcome import Outcome
from raddle.report.progress import Stages
from raddle.report.rows import count
from raddle.trace.walk import Trace
from raddle.verify.ask.questions import Questions
from raddle.verify.ended import Ended, Unknown
from raddle.verify.grow.graph import Origin
from raddle.verify.grow.seen import Seen
from raddle.verify.grow.sources import TraceSource
from raddle.verify.loop import Loop
from raddle.verify.options import VerifyOptions
from raddle.verify.runs.guided import LoadTrace, Ran, Runner
from raddle.verify.runs.running import FAILURES
from raddle.verify.stages import assumed, ended_in_time

_BY_ASSUMPTION: Final = frozenset({"assume_fail", "abort"})
"""Records of ends that are no failures, and that nobody meant."""


def explore(
    first: Trace,
    image: ProgramImage,
    options: VerifyOptions,
    unwind: int | None,
    wanted: Outcome | None,
    folder: Path,
    load: LoadTrace,
    progress: Stages,
    timed: Timed,
) -> Explored:
    """`unwind`: rounds up to which loops are followed. `wanted`: the failure in question; None: any. `folder`: for the
    recordings of the other runs."""
    if wanted is not None and wanted.kind not in FAILURES:
        what = f"only failed assertions, errors, aborts and crashes are diagnosed, not: {wanted}"
        raise UserError(what, advice="raddle explain tells of others")
    runner = Runner(image, first.recording, options, folder, load)
    growing = Seen()
    exploring = Exploring(runner, growing, Questions(options), options, progress, timed, unwind)
    ended = ended_in_time(exploring, first, growing, options)
    known = exploring.known or nothing_known()
    unseen, advice = (ended.reason, ended.advice) if isinstance(ended, Unknown) else ("", "")
    running = exploring.running
    assumptions: tuple[str, ...] = ()
    if exploring.known is not None:
        world = assumed(first.recording, growing.asked_outside(), running, options)
        assumptions = (*growing.assumptions(known.paths), *world)
    failing = [ran for ran in exploring.failing() if wanted is None or wanted.covers(ran.outcome)]
    return Explored(
        paths=known.paths,
        origins=known.origins,
        models=known.models,
        failures=known.failures(wanted, exploring.shown),
        ends=known.ends(),
        runs=running.made,
        failing=failing[0].trace if failing else None,
        unseen=unseen,
        advice=advice,
        bounded=exploring.bounded,
        notes=running.notes(),
        assumptions=assumptions,
    )


@dataclass(frozen=True)
class Known:
    """TraceProgram, and where their events come from."""

    paths: TraceProgram
    origins: tuple[tuple[Origin, ...], ...]
    models: tuple[RunModel, ...]

    def site(self, event: int) -> object:
        """The instruction that it comes from."""
        source = TraceSource()
        return next((source.site(self.models[origin.run], origin.event) for origin in self.origins[event]), None)

    def failures(self, wanted: Outcome | None, shown: dict[object, list[Outcome]]) -> tuple[int, ...]:
        """`shown`: of the instructions that were seen to fail, how they do."""
        failures = self.paths.graph.of_kind("failure")
        if wanted is None:
            return failures
        return tuple(
            event for event in failures if any(wanted.covers(outcome) for outcome in shown.get(self.site(event), ()))
        )

    def ends(self) -> tuple[int, ...]:
        return (*self._ends_of_the_process(), *self.paths.graph.of_kind("frontier"))

    def _ends_of_the_process(self) -> Iterator[int]:
        source = TraceSource()
        for event in self.paths.events:
            if isinstance(event.action, ProcessEnd):
                kinds = {source.kind(self.models[one.run], one.event) for one in self.origins[event.number]}
                if not kinds & _BY_ASSUMPTION:
                    yield event.number


def nothing_known() -> Known:
    """Not even what main does first."""
    terms = TermStore()
    begin = Event(0, MAIN, 0, Step((), terms.true, ()), 1, 0)
    program = TraceProgram(terms, (Thread("main", 0, 1, None),), (begin,), ())
    return Known(replace(program, branches=Graph((0,), (1,), ("frontier",), (0,), (1,), (1,))), ((),), ())


class Exploring(Loop):
    def __init__(
        self,
        runner: Runner,
        growing: Seen,
        questions: Questions,
        options: VerifyOptions,
        progress: Stages,
        timed: Timed,
        unwind: int | None,
    ) -> None:
        super().__init__(runner, growing, questions, options, progress, timed, goes_on=True)
        self._growing = growing
        self._unwind = unwind
        self._beyond_rounds: frozenset[int] = frozenset()
        self.bounded = ""
        self.known: Known | None = None
        self.shown: dict[object, list[Outcome]] = {}
        """Instructions that failed in some run, and how."""

    def _paths_left(self, paths: TraceProgram) -> Ended | None:
        self.known = Known(paths, self._growing.origins(), self._growing.models())
        unknown = self._note_failures(self.known.models)
        return unknown or super()._paths_left(paths)

    def _note_failures(self, models: tuple[RunModel, ...]) -> Unknown | None:
        self.shown.clear()
        source = TraceSource()
        for number, ran in self.running.failed.items():
            model = models[number]
            if model.failed is not None:
                site = source.site(model, model.ctp.events[model.failed])
                self.shown.setdefault(site, []).append(ran.outcome)
            elif not _ends_by_assumption(model):
                return Unknown(f"a run ended with {ran.outcome} where the paths show no failure")
        return None

    def failing(self) -> list[Ran]:
        """Runs that failed."""
        models = self.known.models if self.known is not None else ()
        failed = self.running.failed.items()
        return [ran for number, ran in failed if number >= len(models) or not _ends_by_assumption(models[number])]

    def failures(self, paths: TraceProgram) -> tuple[int, ...]:
        """Of each instruction that may fail until it has failed."""
        assert self.known is not None
        return tuple(event for event in paths.graph.of_kind("failure") if self.known.site(event) not in self.shown)

    def frontiers(self, paths: TraceProgram) -> tuple[tuple[int, ...], tuple[int, ...]]:
        within, beyond = super().frontiers(paths)
        if self._unwind is None or self.known is None:
            return within, beyond
        cut = self._beyond_rounds = beyond_rounds(paths, self.known.origins, self.known.models, self._unwind)
        return tuple(one for one in within if one not in cut), tuple(one for one in beyond if one not in cut)

    def _cut(self, paths: TraceProgram, beyond: tuple[int, ...]) -> Unknown | None:
        if self._beyond_rounds and self._answer(paths, [Reach(tuple(sorted(self._beyond_rounds)))], "cuts") is not None:
            self.bounded = f"loops are followed up to {count(self._unwind or 0, 'round')}"
        return super()._cut(paths, beyond)


def _ends_by_assumption(model: RunModel) -> bool:
    """The run aborted, which is no failure there."""
    return model.failed is None and any(
        isinstance(event.action, ProcessEnd) and TraceSource().kind(model, event) in _BY_ASSUMPTION
        for event in model.ctp.events
    )
