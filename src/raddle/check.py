"""`check`, stage by stage: one run of the program, answered for all interleavings of its paths.

    record -> walk -> trace program -> decide every assertion -> replay each violation -> Result

pipeline.py opens the door to it.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from raddle.base.errors import InternalError
from raddle.base.place import SourcePlace
from raddle.capture.image import ProgramImage
from raddle.encode.assertion import Encoder
from raddle.model.ctp import Create, Ctp, Exit, Start, Step
from raddle.model.machine import Machine
from raddle.model.recorded.from_trace import model_of
from raddle.predict.decide import Decider, Limits
from raddle.predict.relevant import relevant_events
from raddle.predict.sample import sampled
from raddle.predict.schedule import schedule_of
from raddle.predict.verdict import Holds, Undecided, Verdict, Violated
from raddle.predict.workers import decide_all
from raddle.replay.confirm import Conditions, Refuted, confirm
from raddle.replay.outcome import outcome_of
from raddle.replay.schedule import Schedule
from raddle.replay.source import arrivals_of, witness_of
from raddle.replay.witness import save_witness
from raddle.replay.world import changed_world
from raddle.report.failure import find_failure, with_all_memory
from raddle.report.progress import Stages
from raddle.report.result import Finding, Kind, Line, Open, Result, Stats
from raddle.report.story import story_of
from raddle.solve.choose import default_solver
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk
from raddle.trace.words import Words

LoadTrace = Callable[[Path], Trace]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    limits: Limits = field(default_factory=Limits)
    jobs: int = 1
    witnesses: Path = Path()
    """The folder where they go."""
    replay_limit_s: float | None = None
    before: str | None = None
    """A shell command that goes before each run; None: the recording's own."""
    most_bytes: int | None = None
    """For the recording of each replay."""
    until: float | None = None
    """When all of it has to be over, by time.monotonic()."""

    def left_s(self) -> float | None:
        return None if self.until is None else max(0.0, self.until - time.monotonic())


def shortest(*limits_s: float | None) -> float | None:
    """Of those that there are."""
    return min((limit_s for limit_s in limits_s if limit_s is not None), default=None)


@dataclass(frozen=True)
class Asserted:
    """An assertion of the program, and its executions whose condition depends on shared memory.

    `place`: where the program's own code is, also where the assertion stands in a header of the system.
    """

    site: int
    place: SourcePlace | None
    checks: tuple[int, ...]


class Timed:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - begun


def check_trace(
    trace: Trace, image: ProgramImage, options: CheckOptions, load: LoadTrace, progress: Stages, timed: Timed
) -> Result:
    """All assertions of one recorded run."""
    with timed.stage("model"):
        progress.stage("building the model")
        modelled = model_of(trace)
        ctp, trace = modelled.ctp, modelled.trace
        encoder = Encoder(ctp)
        asserted = _asserted(trace, ctp)
    with timed.stage("predict"):
        verdicts = decide(encoder, [one.checks for one in asserted], options, progress)
    confirming = _Confirming(trace, ctp, encoder, image, options, load)
    findings: list[Finding] = []
    left: list[Open] = []
    if outcome_of(trace.recording).is_failure:
        findings.append(confirming.observed())
    with timed.stage("replay"):
        progress.stage("replaying")
        for one, found in zip(asserted, verdicts, strict=True):
            if confirming.has(one.site, one.place):
                continue
            violated = next((verdict for verdict in found if isinstance(verdict, Violated)), None)
            if violated is not None:
                outcome = confirming.finding(one, violated)
                if isinstance(outcome, Finding):
                    findings.append(outcome)
                else:
                    left.append(outcome)
            else:
                left += _undecided(one.place, found)
    return Result(
        program=Path(trace.recording.meta.program).name,
        findings=tuple(findings),
        open=tuple(left),
        assumptions=encoder.assumed() if asserted or _executed(trace) else (),  # else nothing is claimed
        cut=_cut(trace),
        stats=_stats(trace, ctp, asserted, verdicts, timed),
        bound=bound_of(options.limits, verdicts),
        lifted=options.limits.is_bounded and not bound_of(options.limits, verdicts),
    )


def decide(
    encoder: Encoder, groups: list[tuple[int, ...]], options: CheckOptions, progress: Stages
) -> list[list[Verdict]]:
    seen = sampled(encoder.index.ctp, Machine(encoder.index.ctp))
    decider = Decider(encoder, default_solver(), options.limits, seen)
    progress.stage("deciding assertions", total=sum(map(len, groups)))

    def told(verdict: Verdict) -> None:
        progress.advance()

    limit_s = options.limits.longest_s
    seen_first = [sorted(group, key=lambda check: check not in seen) for group in groups]
    until = options.until
    return list(decide_all(seen_first, decider.decide, jobs=options.jobs, limit_s=limit_s, told=told, until=until))


def bound_of(limits: Limits, verdicts: list[list[Verdict]]) -> str:
    """The bound that some proof needed, in words."""
    if not any(isinstance(one, Holds) and one.bound is not None for found in verdicts for one in found):
        return ""
    bounds = []
    if limits.switches is not None:
        bounds.append(f"{limits.switches} context switch{'es' * (limits.switches != 1)}")
    if limits.preemptions is not None:
        bounds.append(f"{limits.preemptions} preemption{'s' * (limits.preemptions != 1)}")
    return f"at most {' and '.join(bounds)}"


def _asserted(trace: Trace, ctp: Ctp) -> list[Asserted]:
    """The assertions in the order of the source, each with its executions in the order of the trace program."""
    words = Words(trace)
    by_place: dict[tuple[int, SourcePlace | None], list[int]] = {}
    for event in ctp.checks:
        thread = trace.threads[event.thread]
        row = thread.events[event.origin]
        by_place.setdefault((int(row["site"]), words.place_of(thread, row)), []).append(event.number)
    found = [Asserted(site, place, tuple(checks)) for (site, place), checks in by_place.items()]
    return sorted(found, key=lambda one: (one.place or SourcePlace("", 0), one.site))


def _undecided(place: SourcePlace | None, found: list[Verdict]) -> list[Open]:
    by_reason: dict[str, int] = {}
    for verdict in found:
        if isinstance(verdict, Undecided):
            by_reason[verdict.reason] = by_reason.get(verdict.reason, 0) + 1
    return [Open(place, reason, instances) for reason, instances in by_reason.items()]


def _cut(trace: Trace) -> str:
    """A run that was not let to its end shows only a part of its paths."""
    words = {
        "timeout": "the run was ended at its time limit, and what would have come after is not covered",
        "limit": "the run was ended at its limit of events or bytes, and what would have come after is not covered",
        "assume": "no run was found in which every assumption of the program holds",
        "unknown": "it is not known how the run ended",
    }
    idle = [thread.path for thread in trace.recording.threads if thread.count <= 1]
    never = f"{', '.join(idle)} did not get to run, and nothing of it is covered (--seed N takes another schedule)"
    return words.get(outcome_of(trace.recording).kind, never if idle else "")


def _stats(trace: Trace, ctp: Ctp, asserted: list[Asserted], verdicts: list[list[Verdict]], timed: Timed) -> Stats:
    return Stats(
        threads=len(ctp.threads),
        events=trace.recording.events,
        shared_accesses=_accesses(ctp),
        assertions=len({one.site for one in asserted} | _executed(trace)),
        instances=len(ctp.checks),
        held=sum(isinstance(verdict, Holds) for found in verdicts for verdict in found),
        seconds=dict(timed.seconds),
    )


def _accesses(ctp: Ctp) -> int:
    return sum(isinstance(one.action, Step) and bool(one.action.reads or one.action.writes) for one in ctp.events)


def _executed(trace: Trace) -> set[int]:
    """Sites of all assertions that the run came to, also where the condition depends on nobody else."""
    columns = (thread.events for thread in trace.threads)
    return {int(site) for events in columns for site in events["site"][events["kind"] == EventKind.ASSERTION]}


class _Confirming:
    """Violations, on the real program."""

    def __init__(
        self,
        trace: Trace,
        ctp: Ctp,
        encoder: Encoder,
        image: ProgramImage,
        options: CheckOptions,
        load: LoadTrace,
    ) -> None:
        self._trace = trace
        self._ctp = ctp
        self._encoder = encoder
        self._image = image
        self._options = options
        self._load = load
        own = trace.recording.meta.before
        before = own if options.before is None else options.before
        self._before = before
        self._seen: set[tuple[int, SourcePlace | None]] = set()
        self._witnesses: dict[str, int] = {}

    def has(self, site: int, place: SourcePlace | None) -> bool:
        """Whether a failure there has been seen already."""
        return (site, place) in self._seen

    def observed(self) -> Finding:
        """The given run failed by itself."""
        recording = self._trace.recording
        failure, site = find_failure(with_all_memory(self._trace)), _failing_site(self._trace)
        if site is not None:
            self._seen.add((site, failure.place))
        outcome = outcome_of(recording)
        kinds: dict[str, Kind] = {"assert": "assertion", "error": "assertion"}
        kinds |= {"deadlock": "deadlock", "signal": "memory"}
        witness = replace(witness_of(recording), before=self._before)
        path = self._witness_path(failure.place)
        save_witness(witness, path)
        return Finding(
            kind=kinds.get(outcome.kind, "failure"),
            status="confirmed",
            place=failure.place,
            message=failure.message,
            story=story_of(self._trace, None),
            schedule=str(witness.schedule),
            witness=path,
            threads=len({segment.thread for segment in witness.schedule.segments}),
            switches=witness.schedule.switches,
            observed=True,
        )

    def finding(self, asserted: Asserted, violated: Violated) -> Finding | Open:
        self._seen.add((asserted.site, asserted.place))
        options, left_s = self._options, self._options.left_s()
        if left_s == 0:
            return Open(asserted.place, "it can fail, but no time was left to see that on the real program", 1)
        real = schedule_of(self._ctp, self._trace, violated.moves, violated.check)
        schedule = Schedule(real.segments, real.wakes, real.time_outs, arrivals_of(self._trace.recording))
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "failing.rdl"
            given = self._trace.recording
            conditions = Conditions(shortest(options.replay_limit_s, left_s), options.most_bytes, self._before)
            result = confirm(given, self._image, schedule, recording, self._pins(violated), conditions)
            if isinstance(result, Refuted):
                return Open(asserted.place, f"a predicted failure did not come in the replay: {result.why}", 1)
            failing = rewalk(self._load(recording), self._trace.shared)
            failure = find_failure(failing)
            if _failing_site(failing) != asserted.site:
                world = changed_world(given, failing.recording)
                if not world:
                    raise InternalError(f"the replay failed at {failure.place}, not at {asserted.place}")
                return Open(asserted.place, f"the replay failed elsewhere, at {failure.place}; {world}", 1)
            story = story_of(failing, relevant_events(self._encoder, violated))
        path = self._witness_path(asserted.place)
        save_witness(result.witness, path)
        return Finding(
            kind="assertion",
            status="confirmed",
            place=failure.place or asserted.place,
            message=failure.message,
            story=story,
            schedule=str(schedule),
            witness=path,
            threads=len({segment.thread for segment in schedule.segments}),
            switches=violated.switches,
            fewest=violated.fewest,
        )

    def _pins(self, violated: Violated) -> dict[tuple[str, int], str]:
        """Kept values on the way to the violation."""
        performed = {move.event for move in violated.moves}
        pins = {}
        for assumption in self._ctp.assumptions:
            if assumption.event in performed:
                event = self._ctp.events[assumption.event]
                pins[self._ctp.threads[event.thread].name, event.upto] = assumption.what
        return pins

    def _witness_path(self, place: SourcePlace | None) -> Path:
        stem = Path(self._trace.recording.meta.program).stem
        name = stem if place is None else f"{stem}.line{place.line}"
        self._witnesses[name] = self._witnesses.get(name, 0) + 1
        more = f".{self._witnesses[name]}" if self._witnesses[name] > 1 else ""
        return self._options.witnesses / f"{name}{more}.witness"


def _failing_site(trace: Trace) -> int | None:
    failure = find_failure(trace)
    if failure.thread is None or failure.at is None:
        return None
    return int(trace.threads[failure.thread].events["site"][failure.at])


def check_text(ctp: Ctp, where: Path, options: CheckOptions, progress: Stages, timed: Timed) -> Result:
    """All assertions of a trace program in the text format. There is no program to replay: the machine has run it."""
    with timed.stage("model"):
        encoder = Encoder(ctp)
    with timed.stage("predict"):
        verdicts = decide(encoder, [(event.number,) for event in ctp.checks], options, progress)
    findings, left = [], []
    for event, found in zip(ctp.checks, verdicts, strict=True):
        place = SourcePlace(str(where), event.origin)
        for verdict in found:
            if isinstance(verdict, Violated):
                findings.append(_finding_of_text(ctp, place, verdict))
        left += _undecided(place, found)
    return Result(
        program=str(where),
        findings=tuple(findings),
        open=tuple(left),
        assumptions=encoder.assumed(),
        stats=Stats(
            threads=len(ctp.threads),
            events=len(ctp.events),
            shared_accesses=_accesses(ctp),
            assertions=len(ctp.checks),
            instances=len(ctp.checks),
            held=sum(isinstance(verdict, Holds) for found in verdicts for verdict in found),
            seconds=timed.seconds,
        ),
        bound=bound_of(options.limits, verdicts),
        lifted=options.limits.is_bounded and not bound_of(options.limits, verdicts),
    )


def _finding_of_text(ctp: Ctp, place: SourcePlace, violated: Violated) -> Finding:
    written = Path(place.file).read_text(encoding="utf-8").splitlines()
    lines = []
    for number in (*(move.event for move in violated.moves), violated.check):
        event = ctp.events[number]
        said = written[event.origin - 1].split("#")[0].strip()
        if isinstance(event.action, Create):
            said = f"create {ctp.threads[event.action.child].name}"
        if not isinstance(event.action, Start | Exit):
            lines.append(Line(ctp.threads[event.thread].name, SourcePlace(place.file, event.origin), said))
    return Finding(
        kind="assertion",
        status="predicted",
        place=place,
        message=f"{lines[-1].deed} fails",
        reason="there is no program to replay",
        story=tuple(lines),
        threads=len({line.thread for line in lines}),
        switches=violated.switches,
        fewest=violated.fewest,
    )

