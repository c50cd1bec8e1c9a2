"""A trace program without a program behind it: the machine has run what is found, and there is nothing to replay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from raddle.base.collection import without_collection
from raddle.base.errors import UserError
from raddle.check.asking import asking
from raddle.check.assertions import Seen, decide, goals_of, needed_bound, undecided
from raddle.check.atomicity import (
    as_they_are,
    baseline_counts,
    baseline_notes,
    by_block,
    decided_tears,
    grouped,
    open_tears,
)
from raddle.check.deadlocks import Searching, open_deadlock, told_deadlock
from raddle.check.memory import asking_with, memory_finding, memory_stats, open_errors
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.check.predicted import predicted_deadlock, predicted_race, predicted_tear
from raddle.check.predicted_memory import predicted_fault
from raddle.check.races import open_races, race_finding, race_stats
from raddle.check.shares import Look, Share, Turns
from raddle.check.stages import bound_of, stats_of
from raddle.check.tears import torn_finding
from raddle.check.trace_lines import StdLines, TextLines
from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.model.concrete import as_model
from raddle.model.goals import Circle, Fails, Meet, UseAfterFree
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.standing import waits
from raddle.model.std.lines import load_std
from raddle.model.std.to_ctp import ctp_of_std
from raddle.predict.atomicity.decide import Tear
from raddle.predict.memory.decide import Deciding
from raddle.predict.races.decide import Race, decide_races, violation_of
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.result import Block, Finding, Open, Result, Stats

NO_PROGRAM: Final = "there is no program to replay"
OF_ACCESSES: Final[tuple[Property, ...]] = ("races", "atomicity", "memory", "misuse")
"""A memory model that does not keep these cannot be asked for."""
LONG: Final = 20_000
"""Events of a trace program above which,"""
MOST_SCHEDULES: Final = 50
"""of so many races or torn blocks at most, the run that leads there is told."""


def check_text(ctp: TraceProgram, where: Path, options: CheckOptions, progress: Stages, timed: Timed) -> Result:
    """`where`: the file whose lines its events come from."""
    if options.properties == ("exit",):
        raise UserError("a trace program has no exit status", where=where, advice="--property assertions")
    options = replace(options, properties=_askable(options, where))
    with timed.stage("model"):
        explained = options.memory.explained(as_model(ctp, options.model)).program
        given = explained if options.model == "symbolic" else options.memory.explained(ctp).program
    return _checked(explained, given, TextLines(explained, where), options, progress, timed)


def _askable(options: CheckOptions, where: Path) -> tuple[Property, ...]:
    """Of what is looked for."""
    found = tuple(one for one in options.properties if one != "exit")
    if not options.memory.keeps_accesses:
        found = tuple(one for one in found if one not in OF_ACCESSES)
        if not found:
            advice = "--property assertions,deadlocks"
            raise UserError(f"{options.memory.name} says nothing of accesses", where=where, advice=advice)
    return found


def check_std(where: Path, options: CheckOptions, progress: Stages, timed: Timed) -> Result:
    """An STD trace. It has no values: every model of it is the constrained one."""
    options.demand_sequential(where)
    properties = tuple(one for one in options.properties if one in ("races", "atomicity", "deadlocks"))
    if not properties:
        advice = "--property races,atomicity,deadlocks"
        said = "an STD trace has no assertions and gives no memory back: look for races, atomicity or deadlocks"
        raise UserError(said, where=where, advice=advice)
    options = replace(options, properties=properties)
    with without_collection():
        with timed.stage("read"):
            progress.stage("reading the trace")
            trace = load_std(where)
        with timed.stage("model"):
            progress.stage("building the model")
            ctp = ctp_of_std(trace, shared_only=True)
            lines = StdLines(ctp, where, trace)
        result = _checked(ctp, ctp, lines, options, progress, timed)
    return replace(result, stats=replace(result.stats, events=trace.count))


def _checked(
    ctp: TraceProgram, given: TraceProgram, lines: TextLines, options: CheckOptions, progress: Stages, timed: Timed
) -> Result:
    """`ctp`: what was made of the given one for the model that was asked for: the same events."""
    with timed.stage("model"):
        encoder, asked = Encoder(ctp), Asked(options, Share.of(ctp, options), progress, timed)
    looks = [
        _look("assertions", partial(_assertions, encoder, lines, Seen(ctp)), asked),
        _look("races", partial(_races, encoder, lines), asked),
        _look("deadlocks", partial(_deadlocks, encoder, lines), asked),
        _look("memory", partial(_memory, encoder, Deciding(encoder, lines.group_of), lines), asked),
        *([_look("atomicity", partial(_atomicity, ctp, given, lines), asked)] if ctp.transactions else []),
    ]
    wanted = [look for look in looks if look.about in options.properties]
    looked = Turns(wanted, options.until, options.limits.seconds).all()
    parts = looked.parts
    return Result(
        program=lines.file,
        findings=tuple(one for part in parts for one in part.findings),
        open=tuple(one for part in parts for one in part.open),
        assumptions=encoder.assumed(),
        ended=looked.ended,
        budget_s=options.budget_s,
        unlooked=looked.unlooked,
        questions=looked.questions,
        notes=tuple(note for part in parts for note in part.notes),
        stats=stats_of(ctp, len(ctp.events), parts, timed),
        bound=bound_of(options, parts),
        lifted=options.limits.is_bounded and not bound_of(options, parts),
        properties=options.properties,
    )


@dataclass(frozen=True)
class Asked:
    """How one property is looked for."""

    options: CheckOptions
    share: Share
    progress: Stages
    timed: Timed


def _look(about: Property, part: Callable[[Asked], Part], asked: Asked) -> Look:
    own = replace(asked, share=asked.share.another())
    return Look(about, own.share, lambda: part(own))


def _assertions(encoder: Encoder, lines: TextLines, seen: Seen, asked: Asked) -> Part:
    ctp = encoder.index.ctp
    with asked.timed.stage("predict"):
        groups = [goals_of((event.number,)) for event in ctp.assertions]
        verdicts = decide(encoder, groups, asked.options, asked.share, seen, asked.progress)
    findings: list[Finding] = []
    left: list[Open] = []
    for event, found in zip(ctp.assertions, verdicts, strict=True):
        for verdict in found:
            if isinstance(verdict, Violated):
                findings.append(_finding(lines, event.number, verdict))
        left += undecided(lines.place_of(event.number), found)
    held = sum(isinstance(verdict, Holds) for found in verdicts for verdict in found)
    stats = Stats(assertions=len(ctp.assertions), instances=len(ctp.assertions), held=held)
    bounded = needed_bound(verdict for found in verdicts for verdict in found)
    return Part(tuple(findings), tuple(left), bounded, stats)


def _races(encoder: Encoder, lines: TextLines, asked: Asked) -> Part:
    ctp, options, progress = encoder.index.ctp, asked.options, asked.progress
    with asked.timed.stage("races"):
        progress.stage("looking for races")
        ask = asking(encoder, options, asked.share, progress, "deciding races")
        decided = decide_races(
            encoder,
            lines.group_of,
            ask,
            bounded=options.limits.is_bounded,
            searched=asked.share.races,
            unordered=asked.share.unordered,
        )
    machine = Machine(ctp)
    with asked.timed.stage("telling"):
        progress.stage("telling races", total=len(decided.races))
        findings: list[Finding] = []
        for race in decided.races:
            whole = len(findings) < MOST_SCHEDULES or len(ctp.events) <= LONG
            findings.append(_race(encoder, machine, lines, race, options, whole=whole))
            progress.advance()
    findings.sort(key=lambda one: one.places)
    return Part(tuple(findings), open_races(decided), decided.bounded, race_stats(decided))


def _race(
    encoder: Encoder, machine: Machine, lines: TextLines, race: Race, options: CheckOptions, *, whole: bool
) -> Finding:
    """`whole`: with the run that leads there."""
    ctp = encoder.index.ctp
    first, second = sorted((race.goal.first, race.goal.second), key=lines.place_of)
    about = predicted_race(ctp, first, second, lines.stack_of, both_next=isinstance(race.goal, Meet))
    if not whole:
        reason = f"{NO_PROGRAM}; how to get there is told of {MOST_SCHEDULES} races only"
        return race_finding(about, reason=reason, story=lines.story([first, second]), instances=race.count)
    violated = violation_of(encoder, machine, race, options.limits.minimise_s)
    events = list(dict.fromkeys((*(move.event for move in violated.moves), race.goal.first, race.goal.second)))
    return replace(
        race_finding(about, reason=NO_PROGRAM, story=lines.story(events), instances=race.count),
        threads=len({ctp.events[number].thread for number in events}),
        schedule=lines.schedule(events),
        switches=violated.switches,
        fewest=race.fewest,
    )


def _atomicity(ctp: TraceProgram, given: TraceProgram, lines: TextLines, asked: Asked) -> Part:
    options = asked.options
    blocks = [Block("the block", inferred=False, place=lines.group_of(first)) for first, _ in ctp.transactions]
    with asked.timed.stage("atomicity"):
        decided = decided_tears(ctp, blocks, lines.group_of, options, asked.share, asked.progress)
        decided = decided if given is ctp else as_they_are(decided, given)
        baseline = baseline_counts(decided, options, asked.share)
    stats = Stats(blocks=len(set(blocks)), block_executions=len(blocks), baseline=baseline)
    findings: list[Finding] = []
    for group in grouped(decided.tears, blocks):
        whole = len(findings) < MOST_SCHEDULES or len(ctp.events) <= LONG
        findings.append(
            replace(_tear(ctp, lines, blocks, group[0], whole=whole), instances=sum(one.count for one in group))
        )
    findings.sort(key=by_block)
    return Part(tuple(findings), open_tears(decided), decided.bounded, stats, baseline_notes(stats))


def _tear(ctp: TraceProgram, lines: TextLines, blocks: Sequence[Block], tear: Tear, *, whole: bool) -> Finding:
    """`whole`: with the run that leads there."""
    goal, other = tear.goal, None if tear.other is None else blocks[tear.other]
    torn = predicted_tear(ctp, goal, tear.moves, lines.stack_of, blocks[tear.block], other)
    if not whole:
        reason = f"{NO_PROGRAM}; how to get there is told of {MOST_SCHEDULES} torn blocks only"
        return torn_finding(torn, reason=reason, story=lines.story([goal.first, goal.there, goal.back, goal.last]))
    events = [*(move.event for move in tear.moves), goal.last]
    return replace(
        torn_finding(torn, reason=NO_PROGRAM, story=lines.story(events)),
        threads=len({ctp.events[number].thread for number in events}),
        schedule=lines.schedule(events),
        switches=tear.switches,
        fewest=tear.fewest,
    )


def _deadlocks(encoder: Encoder, lines: TextLines, asked: Asked) -> Part:
    ctp = encoder.index.ctp
    with asked.timed.stage("deadlocks"):
        searched = Searching(encoder, lines.group_of, asked.options, asked.share, asked.progress).searched()
    findings = []
    for found in searched.found:
        is_circle = isinstance(found.goal, Circle)
        about = predicted_deadlock(ctp, found.events, lines.stack_of, is_circle=is_circle)
        events = [move.event for move in found.moves]
        told = told_deadlock(found, about, reason=NO_PROGRAM, story=lines.story(events))
        threads = len({ctp.events[number].thread for number in events})
        findings.append(replace(told, threads=threads, schedule=lines.schedule(events)))
    findings.sort(key=lambda one: one.places)
    left = tuple(open_deadlock(one, lines.place_of) for one in searched.unknown)
    return Part(tuple(findings), left, searched.bounded, Stats(waits=sum(waits(event) for event in ctp.events)))


def _memory(encoder: Encoder, deciding: Deciding, lines: TextLines, asked: Asked) -> Part:
    ctp = encoder.index.ctp
    with asked.timed.stage("memory"):
        asked.progress.stage("looking for memory errors")
        decided = deciding.all(
            asking_with(encoder, asked.options, asked.share, asked.progress), is_never=asked.share.is_never
        )
    findings = []
    for error in decided.found:
        violated = error.violated
        fault = predicted_fault(ctp, violated.goal, lines.stack_of)
        end = violated.goal.use if isinstance(violated.goal, UseAfterFree) else _check_of(violated)
        events = [*(move.event for move in violated.moves), end]
        told = memory_finding(fault, reason=NO_PROGRAM, story=lines.story(events))
        threads = len({ctp.events[number].thread for number in events})
        findings.append(replace(told, threads=threads, switches=violated.switches, fewest=violated.fewest))
    findings.sort(key=lambda one: one.places)
    return Part(tuple(findings), open_errors(decided), decided.bounded, memory_stats(decided))


def _check_of(violated: Violated) -> int:
    assert isinstance(violated.goal, Fails)
    return violated.goal.check


def _finding(lines: TextLines, check: int, violated: Violated) -> Finding:
    story = lines.story([*(move.event for move in violated.moves), check])
    return Finding(
        kind="assertion",
        status="predicted",
        place=lines.place_of(check),
        message=f"{story[-1].deed} fails",
        reason=NO_PROGRAM,
        story=story,
        threads=len({line.thread for line in story}),
        switches=violated.switches,
        fewest=violated.fewest,
    )
