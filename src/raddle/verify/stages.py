"""`verify` as a whole: the first run in, `Verified` out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, assert_never

from raddle.base.errors import ToolError, UserError
from raddle.base.place import SourcePlace
from raddle.base.segments import Input
from raddle.base.time_limit import TimeIsOver, ending_at
from raddle.base.trace_format import trace_format
from raddle.capture.image import ProgramImage
from raddle.check.observed import status_hint
from raddle.check.options import Timed
from raddle.model.recorded.several import RunModel
from raddle.replay.outcome import outcome_of
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.result import Finding
from raddle.report.rows import count
from raddle.report.verified import Counts, Verified
from raddle.trace.program import is_system_header
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.verify.ask.questions import Questions
from raddle.verify.bugs import told_bug
from raddle.verify.ended import Bug, Ended, Proved, Unknown
from raddle.verify.grow.graph import Origin
from raddle.verify.grow.matching import ExternalNondeterminism
from raddle.verify.grow.seen import Seen
from raddle.verify.grow.sources import TraceSource
from raddle.verify.loop import MORE_TIME, Loop
from raddle.verify.options import PROVABLE, VerifyOptions
from raddle.verify.races import weak_access
from raddle.verify.runs.guided import LoadTrace, Ran, Runner
from raddle.verify.runs.running import Running

NOTHING_SEEN: Final = "no run was seen to its end"
MOST_VALUES: Final = 20
"""From outside, that are told."""


@dataclass(frozen=True)
class Grounds:
    """What a proof stands on."""

    first: Recording
    proved: Proved
    same_inputs: bool
    """No run was given anything from outside that the first one had not been given."""
    origins: tuple[tuple[Origin, ...], ...] = field(default=(), repr=False)
    """Of the proved paths: event -> where it was seen,"""
    models: tuple[RunModel, ...] = field(default=(), repr=False)
    """in these runs."""


Told = Callable[[Verified], None]


def cut_off(over: TimeIsOver) -> Unknown:
    """Why nothing is known, and what may help."""
    return Unknown(over.reason, "" if over.is_interrupted else MORE_TIME, cut_off=True)


def check_options(options: VerifyOptions) -> None:
    """UserError: what is asked for cannot be proved (yet)."""
    for one in options.properties:
        if one not in PROVABLE:
            there = ", ".join(PROVABLE)
            raise UserError(f"verify cannot prove that yet: {one}", advice=f"it proves {there}; check looks for {one}")


def verify_program(
    first: Trace,
    image: ProgramImage,
    options: VerifyOptions,
    folder: Path,
    load: LoadTrace,
    progress: Stages,
    timed: Timed,
    told: Told = lambda _: None,
    made: Sequence[Ran] = (),
) -> tuple[Verified, Grounds | None]:
    """`folder`: for the recordings of the other runs, but those that were `made` already. `told`: is given what is
    known before all is put into words."""
    recording = first.recording
    options = replace(options, properties=judged_by(options.properties, recording))
    runner = Runner(image, recording, options, folder, load)
    asked = options.properties
    growing = Seen(memory="memory" in asked, races="races" in asked, deadlocks="deadlocks" in asked, misuse=True)
    loop = Loop(runner, growing, Questions(options), options, progress, timed)
    ended = ended_in_time(loop, first, growing, options, made)
    verified = Verified(
        program=Path(recording.meta.program).name,
        verdict="unknown",
        properties=options.properties,
        inputs=tuple(told_inputs(recording, runner.inputs)),
        iterations=tuple(loop.iterations),
    )
    counts = _counts(loop)
    told(replace(verified, counts=counts, **_known_of(ended)))
    match ended:
        case Bug():
            with timed.stage("explain"):
                finding, notes = _told_bug(ended, runner, options, progress)
            notes = (*status_hint(finding, ended.trace), *notes)
            verified = replace(verified, verdict="bug", findings=(finding,), notes=notes)
        case Proved(paths):
            extent = _extent(weak_access(paths) or "", options.properties)
            verified = replace(verified, verdict="proved", proved=options.properties, **extent)
            also = assumed(recording, growing.asked_outside(), loop.running, options)
            assumptions = (*growing.assumptions(paths), *also)
            verified = replace(verified, assumptions=assumptions, notes=loop.running.notes())
            counts = replace(
                counts, points=len({*paths.graph.source, *paths.graph.target}), events=len(paths.graph.source)
            )
        case Unknown(reason, advice, proved):
            verified = replace(verified, reason=reason, advice=advice, proved=proved, **_extent(ended.weak, proved))
            verified = _with_what_was_seen(verified, loop, growing, cut_off=ended.cut_off)
        case _:
            assert_never(ended)
    counts = replace(counts, seconds=dict(timed.seconds))
    grounds = None
    if isinstance(ended, Proved):
        grounds = Grounds(recording, ended, runner.same_inputs, growing.origins(), growing.models())
    return replace(verified, counts=counts), grounds


def _with_what_was_seen(verified: Verified, loop: Loop, growing: Seen, *, cut_off: bool) -> Verified:
    """Of something unknown: what else would have stood in the way, and which ways were not taken."""
    try:
        beyond = loop.running.beyond_the_model()
        untaken = _untaken(loop, growing)
    except Exception:
        if not cut_off:
            raise
        return replace(verified, notes=("which ways were not taken is not told: a run was being looked at",))
    notes = (f"there would have been no proof: {beyond}",) if beyond and beyond not in verified.reason else ()
    return replace(verified, notes=notes, untaken=untaken)


def _known_of(ended: Ended) -> dict[str, Any]:
    """In short, before it is told as a whole."""
    match ended:
        case Unknown(reason, advice, proved):
            return {"reason": reason, "advice": advice, "proved": proved}
        case Bug():
            return {"reason": "a run failed, and there was no time to tell how"}
        case Proved():
            return {"reason": "it was about to be proved"}
        case _:
            assert_never(ended)


def _told_bug(bug: Bug, runner: Runner, options: VerifyOptions, progress: Stages) -> tuple[Finding, tuple[str, ...]]:
    """What a real run has shown is told, also where there is no time to make it shorter and to explain it."""
    try:
        with ending_at(options.until):
            return told_bug(bug, runner, options, progress)
    except TimeIsOver as over:
        plain = replace(options, explain=False, until=0.0)
        return told_bug(bug, runner, plain, progress)[0], (f"not explained: {over.reason}",)


def _untaken(loop: Loop, growing: Seen) -> tuple[SourcePlace, ...]:
    """Branches, and operations that may end in several ways, in the program's own code, in the order of the source."""
    if not growing.has_paths:
        return ()
    paths, origins, models, source = growing.paths(), growing.origins(), growing.models(), TraceSource()
    found: set[SourcePlace] = set()
    for event in loop.untaken(paths):
        is_way_of_several = len(paths.graph.leaving[paths.graph.source[event]]) > 1
        for origin in origins[event][:1]:
            model = models[origin.run]
            place = source.branch(model, origin.event) if is_way_of_several else None
            if place is not None and not is_system_header(place.file):
                found.add(replace(place, column=0))
    return tuple(sorted(found))


def judged_by(properties: tuple[Property, ...], recording: Recording) -> tuple[Property, ...]:
    """Without the exit status, where a test is not judged by it."""
    return tuple(one for one in properties if one != "exit" or recording.failing.passing is not None)


def ended_in_time(loop: Loop, first: Trace, growing: Seen, options: VerifyOptions, made: Sequence[Ran] = ()) -> Ended:
    try:
        with ending_at(options.until, work_s=None if options.work is None else options.work.left_s):
            ended = loop.verify(Ran(first, outcome_of(first.recording)), made)
        if not isinstance(ended, Unknown):
            return ended
        unknown = ended
    except TimeIsOver as over:
        return cut_off(over)
    except ExternalNondeterminism as different:
        advice = "--before CMD puts back what a run leaves behind"
        order = growing.depends_on_order()
        because = f": {order}" if order else ""
        unknown = Unknown(f"what comes from outside is not the same in every run: {different}{because}", advice)
    except ToolError as error:
        unknown = Unknown(error.what)
    return _failing_by_chance(loop, options) or unknown


def _failing_by_chance(loop: Loop, options: VerifyOptions) -> Bug | None:
    try:
        with ending_at(options.until, work_s=None if options.work is None else options.work.left_s):
            return loop.running.failing_by_chance()
    except (TimeIsOver, ToolError):
        return None


def _counts(loop: Loop) -> Counts:
    last = loop.iterations[-1] if loop.iterations else None
    return Counts(
        runs=loop.running.made,
        guided=loop.running.guided,
        threads=loop.running.threads,
        points=0 if last is None else last.points,
        events=0 if last is None else last.events,
    )


def _extent(weak: str, proved: Sequence[Property]) -> dict[str, Any]:
    """For which executions a proof holds."""
    because = weak
    if "races" not in proved:
        because = because or "freedom from data races is not proved: --property races"
    return {"executions": "sequentially consistent" if because else "all", "executions_because": because}


def assumed(first: Recording, world: str, running: Running, options: VerifyOptions) -> tuple[str, ...]:
    """Beside what the model says itself."""
    said = []
    if world:
        said.append(f"in every order the system answers each thread as it did in these runs: {world}")
    waits = running.recorded("RD_WAIT") or running.recorded("RD_FUTEX_WAIT")
    if waits and first.meta.control.get("spurious") is not True:
        said.append("nobody wakes for no reason from a condition variable or a futex: --spurious")
    if "memory" in options.properties:
        said.append("an address that depends on no other thread is meant for the object that it lies in")
    elif running.recorded("RD_ALLOC"):
        said.append("no memory is used that was given back, nor beside a block: raddle verify --property memory")
    if "deadlocks" in options.properties:
        said.append("threads that wait for each other for ever while others go on count only if those stop too")
    return tuple(said)


def told_inputs(recording: Recording, values: Sequence[Input]) -> list[str]:
    """`values`: all that came from outside in any run; a first run that ends early has asked for none of them."""
    words = [f"arguments: {' '.join(recording.meta.arguments)}"] if recording.meta.arguments else []
    stdin = recording.stdin
    if stdin:
        words.append(f"{len(stdin)} bytes of standard input")
    nondet = trace_format()["RD_INPUT_NONDET"]
    chosen = [str(one.value) for one in values if one.kind == nondet]
    if chosen:
        more = ", ..." if len(chosen) > MOST_VALUES else ""
        words.append(f"__VERIFIER_nondet functions return {', '.join(chosen[:MOST_VALUES])}{more}; then 1")
    of_proc = sum(one.kind == trace_format()["RD_INPUT_PROC"] for one in values)
    if of_proc:
        words.append("what files under /proc say")
    if len(values) > len(chosen) + of_proc:
        others = len(values) - len(chosen) - of_proc
        words.append(f"{count(others, 'other value')} from outside (times, random numbers)")
    return words
