"""The stages in their order: a walked run in, a Result out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import ToolError
from raddle.base.time_limit import BUDGET_ENDED, INTERRUPTED, TimeIsOver, ending_at
from raddle.capture.image import ProgramImage
from raddle.check.assertions import Seen, assertion_looks, executed, exit_look
from raddle.check.atomicity import atomicity_look
from raddle.check.confirming import Blocks, Checked, LoadTrace, Witnesses
from raddle.check.deadlocks import deadlock_look
from raddle.check.explaining import Explained, with_explanations
from raddle.check.memory import memory_look
from raddle.check.misuse import ShownMisuses, misuse_look, observed_misuses
from raddle.check.observed import observed_failure, status_hint
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part, bound_in_words, property_of
from raddle.check.races import race_look
from raddle.check.shares import REST, Look, Looked, Share, Turns
from raddle.check.standing_still import gets_nowhere, who_stands_where
from raddle.encode.encoder import Encoder
from raddle.model.actions import Step
from raddle.model.concrete import as_model
from raddle.model.program import TraceProgram
from raddle.model.recorded.blocks import RecordedBlock
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.from_trace import Modelled, model_of
from raddle.model.recorded.lock_uses import doubtful
from raddle.replay.outcome import outcome_of
from raddle.replay.source import witness_of
from raddle.report.progress import Stages
from raddle.report.result import Block, Finding, Open, Result, Stats
from raddle.trace.lock_objects import Key, has_lock_objects, with_lock_bytes
from raddle.trace.varying.telling import told
from raddle.trace.varying.uses import varying_uses
from raddle.trace.walk import Trace
from raddle.trace.words import Words

MOST_NUMBERS: Final = 5
"""Of times, ids and addresses that are named."""


def early_result(program: str, options: CheckOptions) -> Result:
    """As long as nothing has been looked for."""
    return Result(
        program,
        (),
        (),
        (),
        budget_s=options.budget_s,
        unlooked=options.properties,
        properties=options.properties,
        complete=options.complete,
    )


Told = Callable[[Result], None]
"""Is given what is known so far, again and again."""


def check_trace(
    trace: Trace,
    image: ProgramImage,
    options: CheckOptions,
    load: LoadTrace,
    progress: Stages,
    timed: Timed,
    told: Told = lambda _: None,
) -> Result:
    """Everything that is looked for, in one recorded run."""
    given = None
    options.demand_sequential(Path(trace.recording.meta.program))
    if trace.recording.failing.passing is None:
        options = replace(options, properties=tuple(one for one in options.properties if one != "exit"))
    program = Path(trace.recording.meta.program).name
    early = early_result(program, options)
    told(early)
    nothing = replace(early, unlooked=())
    try:
        with timed.stage("model"), ending_at(options.until):
            progress.stage("building the model")
            given = ShownMisuses(with_lock_bytes(trace)) if has_lock_objects(trace.recording) else None
            locks = None if given is None else doubtful(trace.recording, given.misuses)
            asked = locks if "misuse" in options.properties or locks is None else frozenset()
            alone = {"assertions", "exit"}.issuperset(options.properties)
            modelled = model_of(trace, for_assertions_alone=alone, locks=asked)
            ctp = as_model(modelled.ctp, options.model)
            blocks = _blocks(modelled)
            share = Share.of(ctp, options)
            checked = Checked(modelled.trace, modelled.ctp, ctp, Encoder(ctp), image, options, load, blocks, share)
            assumptions = (
                *_not_looked_for(given, locks, options),
                *checked.encoder.assumed(),
                *_numbers(checked.trace),
            )
    except TimeIsOver as over:
        return replace(early, ended=over.reason)
    except ToolError as refusal:
        found = _in_the_run_itself(trace, given, options)
        if not found:
            raise
        cut = f"what other interleavings do is not known: {refusal.what}"
        return replace(nothing, findings=found, cut=cut)
    return _Checking(
        checked, given, assumptions if _is_anything_claimed(checked) else (), progress, timed, told
    ).result()


class _Checking:
    """A run that has been modelled."""

    def __init__(
        self,
        checked: Checked,
        given: ShownMisuses | None,
        assumptions: tuple[str, ...],
        progress: Stages,
        timed: Timed,
        told: Told,
    ) -> None:
        self._checked = checked
        self._given = given
        self._assumptions = assumptions
        self._progress = progress
        self._timed = timed
        self._told = told
        self._witnesses = Witnesses(checked.trace.recording.meta.program, checked.options.witnesses)
        self._failed = observed_failure(checked, self._witnesses)

    def result(self) -> Result:
        options = self._checked.options
        turns = Turns(self._looks(), self._until(), options.limits.seconds, lambda so_far: self._told(self._of(so_far)))
        found = self._of(turns.all())
        self._told(found)
        if not options.explain or found.is_interrupted:
            return found
        with self._timed.stage("explain"):
            try:
                with ending_at(options.until):
                    recording = self._checked.trace.recording
                    explained = with_explanations(recording, found.findings, options.until, self._progress)
            except TimeIsOver as over:
                explained = Explained(found.findings, (f"not explained: {over.reason}",))
                found = replace(found, ended=over.reason if over.is_interrupted else found.ended or over.reason)
        stats = replace(found.stats, seconds=dict(self._timed.seconds))
        return replace(found, findings=explained.findings, notes=(*found.notes, *explained.notes), stats=stats)

    def _until(self) -> float | None:
        """When the looking has to be over."""
        options = self._checked.options
        left_s = options.left_s()
        if left_s is None or options.until is None or not (options.explain or options.other_paths):
            return options.until
        return options.until - REST * left_s

    def _looks(self) -> list[Look]:
        """In the order of their turns: what the program says itself comes before what its libraries do; the longest
        linear pass is the last."""
        checked, witnesses, failed, seen = self._checked, self._witnesses, self._failed, Seen(self._checked.ctp)
        both = self._progress, self._timed
        own, of_libraries = assertion_looks(checked, witnesses, failed, seen, *both)
        looks = [
            own,
            exit_look(checked, witnesses, failed, seen, *both),
            race_look(checked, witnesses, *both),
            deadlock_look(checked, witnesses, failed, *both),
            misuse_look(checked, self._given, witnesses, *both),
            atomicity_look(checked, witnesses, *both),
            of_libraries,
            memory_look(checked, witnesses, failed, *both),
        ]
        return [look for look in looks if look.about in checked.options.properties]

    def _of(self, looked: Looked) -> Result:
        checked, options, failed, parts = self._checked, self._checked.options, self._failed, looked.parts
        shown = failed if failed is not None and property_of(failed.kind) in options.properties else None
        findings = (*([shown] if shown is not None else []), *(one for part in parts for one in part.findings))
        notes = (note for part in parts for note in part.notes)
        return Result(
            program=Path(checked.trace.recording.meta.program).name,
            findings=findings,
            open=tuple(_because(looked.ended, one) for part in parts for one in part.open),
            assumptions=self._assumptions,
            cut=_cut(checked.trace) or ("" if shown is not None else _failed_otherwise(checked.trace, failed)),
            ended=looked.ended,
            budget_s=options.budget_s,
            unlooked=looked.unlooked,
            questions=looked.questions,
            notes=(*status_hint(shown, checked.trace), *notes, *_behind_misuses(findings)),
            stats=stats_of(checked.ctp, checked.trace.recording.events, parts, self._timed),
            bound=bound_of(options, parts),
            lifted=options.limits.is_bounded and not bound_of(options, parts),
            properties=options.properties,
        )


def _because(ended: str, one: Open) -> Open:
    """What nobody came to since a signal stopped us."""
    return replace(one, reason=one.reason.replace(BUDGET_ENDED, INTERRUPTED)) if ended == INTERRUPTED else one


def _in_the_run_itself(trace: Trace, given: ShownMisuses | None, options: CheckOptions) -> tuple[Finding, ...]:
    """Misuses of a run that the model has no place for."""
    if given is None or "misuse" not in options.properties:
        return ()
    own = witness_of(trace.recording)
    own = replace(own, before=options.before) if options.before is not None else own
    return tuple(observed_misuses(given, own, Witnesses(trace.recording.meta.program, options.witnesses)))


def _not_looked_for(given: ShownMisuses | None, locks: frozenset[Key] | None, options: CheckOptions) -> tuple[str, ...]:
    """Of locks that may be misused, where that was not asked."""
    if given is None or "misuse" in options.properties:
        return ()
    names = dict.fromkeys(
        [given.described(one).object for one in given.misuses.found()]
        + [given.name_of(life) for life in given.misuses.lives if life.key in (locks or ())]
    )
    return (f"no lock is misused: {', '.join(names)} may be (--property misuse)",) if names else ()


def _behind_misuses(findings: Sequence[Finding]) -> Iterator[str]:
    if any(finding.kind == "misuse" for finding in findings):
        yield "what comes of a lock that is misused is not known: all else that is said is said of runs without that"


def _blocks(modelled: Modelled) -> Blocks:
    words, found = Words(modelled.trace), modelled.blocks

    def told(block: RecordedBlock, *, inferred: bool) -> Block:
        place = words.place(block.site)
        return Block(block.name, inferred, None if place is None else replace(place, column=0))

    return Blocks(
        declared=tuple(told(one, inferred=False) for one in found.declared),
        inferred=tuple((one.first, one.last, told(one, inferred=True)) for one in found.inferred),
        unused=found.unused,
        places=found.places,
        executions=found.executions,
        notes=found.notes,
    )


def bound_of(options: CheckOptions, parts: Sequence[Part]) -> str:
    """The bound that some proof needed, in words."""
    return bound_in_words(options.limits) if any(part.bounded for part in parts) else ""


def stats_of(ctp: TraceProgram, events: int, parts: Sequence[Part], timed: Timed) -> Stats:
    return Stats(
        threads=len(ctp.threads),
        events=events,
        shared_accesses=sum(_is_access(event.action) for event in ctp.events),
        assertions=sum(part.stats.assertions for part in parts),
        instances=sum(part.stats.instances for part in parts),
        held=sum(part.stats.held for part in parts),
        exits=sum(part.stats.exits for part in parts),
        race_pairs=sum(part.stats.race_pairs for part in parts),
        races_excluded=sum(part.stats.races_excluded for part in parts),
        waits=sum(part.stats.waits for part in parts),
        blocks=sum(part.stats.blocks for part in parts),
        block_executions=sum(part.stats.block_executions for part in parts),
        baseline={name: number for part in parts for name, number in part.stats.baseline.items()},
        memory_checks=sum(part.stats.memory_checks for part in parts),
        free_pairs=sum(part.stats.free_pairs for part in parts),
        lock_pairs=sum(part.stats.lock_pairs for part in parts),
        seconds=dict(timed.seconds),
    )


def _is_access(action: object) -> bool:
    return isinstance(action, Step) and bool(action.reads or action.writes)


def _is_anything_claimed(checked: Checked) -> bool:
    """A run without assertions proves nothing about them."""
    return checked.options.properties != ("assertions",) or bool(checked.ctp.assertions or executed(checked.trace))


def _numbers(trace: Trace) -> list[str]:
    """Times, ids and addresses that what the run does depends on."""
    uses = varying_uses(trace, Calls(trace.program).is_output)
    if uses is None:
        return ["times, ids of threads and addresses are as in the recorded run, whatever they are used for"]
    named = list(dict.fromkeys(f"{told(trace.program, use)}: it is that of the recorded run" for use in uses))
    more = [f"so are {len(named) - MOST_NUMBERS} other times, ids or addresses"] if len(named) > MOST_NUMBERS else []
    return named[:MOST_NUMBERS] + more


def _failed_otherwise(trace: Trace, failed: Finding | None) -> str:
    """What was not looked for is not told, but what would have come after it is not covered."""
    if failed is None or outcome_of(trace.recording).kind == "exit":
        return ""
    where = f" at {failed.place}" if failed.place is not None else ""
    return f"the run failed{where} ({failed.message}), and what would have come after is not covered"


def _cut(trace: Trace) -> str:
    """A run that was not let to its end shows only a part of its paths."""
    kind = outcome_of(trace.recording).kind
    where = f" ({who})" if kind in ("timeout", "limit") and (who := who_stands_where(trace)) else ""
    words = {
        "timeout": f"the run was ended at its time limit{where}, and what would have come after is not covered",
        "limit": f"{_at_limit(trace)}{where}, and what would have come after is not covered",
        "assume": "no run was found in which every assumption of the program holds",
        "unknown": "it is not known how the run ended",
    }
    idle = [thread.path for thread in trace.recording.threads if thread.count <= 1]
    never = f"{', '.join(idle)} did not get to run, and nothing of it is covered (--seed N takes another schedule)"
    return words.get(kind, never if idle else "")


def _at_limit(trace: Trace) -> str:
    idle = trace.recording.meta.control.get("idle")
    if idle is not None and gets_nowhere(trace.recording):
        return "the run was ended since all threads that can run only go round in loops, which is taken for a livelock"
    return "the run was ended at its limit of events or bytes"
