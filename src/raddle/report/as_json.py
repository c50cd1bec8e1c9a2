"""Result -> JSON for programs. docs/json.md describes it; what it promises there changes only with SCHEMA."""

import json
from typing import Final

from raddle.report.atomicity_text import memories_of, pattern_of
from raddle.report.explanation_json import Json, explanation_document, place_document
from raddle.report.result import (
    Access,
    Block,
    Deadlock,
    Finding,
    Line,
    LockMisuse,
    MemoryFault,
    NotAtomic,
    Open,
    OtherPaths,
    Race,
    Result,
    Stats,
    Suppressed,
    Waiting,
)

SCHEMA: Final = 1


def json_of(result: Result) -> str:
    """The document, with a newline at its end."""
    return json.dumps(document_of(result), indent=2, ensure_ascii=False) + "\n"


def document_of(result: Result) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "verdict": result.verdict,
        "program": result.program,
        "findings": [finding_document(finding) for finding in result.findings],
        "open": [_open(one) for one in result.open],
        "bound": result.bound or None,
        "bound_lifted": result.lifted,
        "cut": result.cut or None,
        "ended": result.ended or None,
        "budget_s": result.budget_s,
        "unlooked": list(result.unlooked),
        "questions": {one: {"asked": of.asked, "decided": of.decided} for one, of in result.questions.items()},
        "assumptions": list(result.assumptions),
        "notes": [*result.beforehand, *result.notes],
        "stats": _stats(result.stats),
        "properties": list(result.properties),
        "coverage": "all" if result.covers_all else "recorded paths",
        "other_paths": None if result.others is None else _other_paths(result.others),
        "suppressed": [_suppressed(one) for one in result.suppressed],
    }


def _other_paths(others: OtherPaths) -> dict[str, Json]:
    return {
        "runs": others.runs,
        "proved": list(others.proved),
        "executions": others.executions if others.proved else None,
        "reason": others.reason or None,
        "untaken": [place_document(place) for place in others.untaken],
    }


def finding_document(finding: Finding) -> dict[str, Json]:
    return {
        "kind": finding.kind,
        "status": finding.status,
        **place_document(finding.place),
        "message": finding.message,
        "reason": finding.reason or None,
        "witness": str(finding.witness) if finding.witness is not None else None,
        "schedule": finding.schedule or None,
        "threads": finding.threads,
        "switches": finding.switches,
        "fewest_switches": finding.fewest,
        "observed": finding.observed,
        "instances": finding.instances,
        "accesses": _accesses(finding),
        **_of_race(finding),
        "waits": _waits(finding),
        "also_stuck": _also_stuck(finding),
        **_of_block(finding),
        **_of_fault(finding),
        "stderr": list(finding.stderr),
        "explanation": None if finding.explanation is None else explanation_document(finding.explanation),
    }


def _accesses(finding: Finding) -> list[Json]:
    """Both that race, the four of a block that is not atomic, of a memory error who did it, gave the memory back and
    allocated it; for other kinds, the story."""
    match finding.about:
        case Race(accesses=accesses) | NotAtomic(accesses=accesses):
            return [_racing(access) for access in accesses]
        case MemoryFault() as fault:
            roles = {"access": fault.access, "freed": fault.freed, "allocated": fault.allocated}
            return [{"role": role, **_racing(access)} for role, access in roles.items() if access is not None]
        case LockMisuse() as misuse:
            sides = {"misuse": (misuse.access, misuse.deed), "other": (misuse.other, misuse.other_deed)}
            return [
                {"role": role, **_racing(access), "deed": deed}
                for role, (access, deed) in sides.items()
                if access is not None
            ]
        case _:
            return [_step(line) for line in finding.story]


def _racing(access: Access) -> dict[str, Json]:
    return {
        "thread": access.thread,
        **place_document(access.place),
        "deed": access.verb,
        "write": access.writes,
        "atomic": access.atomic,
        "value": access.value,
        "locks": list(access.locks),
        "stack": [place_document(place) for place in access.stack],
        "created": place_document(access.born),
        "inside": access.inside or None,
    }


def _of_race(finding: Finding) -> dict[str, Json]:
    race = finding.about if isinstance(finding.about, Race) else None
    return {
        "memory": _memory(finding),
        "allocated": None if race is None else race.allocated or None,
        "same_value": None if race is None else race.same_value is not None,
        "both_next": None if race is None else race.both_next,
        "steps": [] if isinstance(finding.about, Deadlock | None) else [_step(line) for line in finding.story],
    }


def _memory(finding: Finding) -> str | None:
    match finding.about:
        case Race(memory):
            return memory
        case NotAtomic() as torn:
            return memories_of(torn)
        case MemoryFault(memory=memory):
            return memory or None
        case LockMisuse(object=name):
            return name
        case _:
            return None


def _of_block(finding: Finding) -> dict[str, Json]:
    torn = finding.about if isinstance(finding.about, NotAtomic) else None
    return {
        "block": None if torn is None else _block(torn.block),
        "other_block": None if torn is None or torn.other is None else _block(torn.other),
        "memories": [] if torn is None else list(torn.memories),
        "order": [] if torn is None else list(torn.order),
        "pattern": None if torn is None else pattern_of(torn)[0],
    }


def _block(block: Block) -> dict[str, Json]:
    return {"name": block.name, **place_document(block.place), "inferred": block.inferred}


def _of_fault(finding: Finding) -> dict[str, Json]:
    fault = finding.about if isinstance(finding.about, MemoryFault) else None
    if isinstance(finding.about, LockMisuse):
        return {"fault": finding.about.misuse, "detail": finding.about.sort}
    return {"fault": None if fault is None else fault.fault, "detail": None if fault is None else fault.detail or None}


def _waits(finding: Finding) -> list[Json]:
    return [_waiting(wait) for wait in finding.about.waits] if isinstance(finding.about, Deadlock) else []


def _also_stuck(finding: Finding) -> list[Json]:
    return [_waiting(wait) for wait in finding.about.also] if isinstance(finding.about, Deadlock) else []


def _waiting(wait: Waiting) -> dict[str, Json]:
    return {
        "thread": wait.thread,
        **place_document(wait.place),
        "for": wait.what,
        "holder": wait.holder or None,
        "held_since": place_document(wait.held_since),
        "holds": [{"lock": held.name, **place_document(held.place)} for held in wait.holds],
        "stack": [place_document(place) for place in wait.stack],
    }


def _suppressed(one: Suppressed) -> dict[str, Json]:
    return {**finding_document(one.finding), "suppressed_by": one.entry, "suppressed_because": one.reason}


def _step(line: Line) -> dict[str, Json]:
    return {"thread": line.thread or None, **place_document(line.place), "deed": line.deed}


def _open(one: Open) -> dict[str, Json]:
    other: Json = None if one.other is None else place_document(one.other)
    return {
        **place_document(one.place),
        "reason": one.reason,
        "instances": one.instances,
        "kind": one.kind,
        "other": other,
    }


def _stats(stats: Stats) -> dict[str, Json]:
    return {
        "threads": stats.threads,
        "events": stats.events,
        "shared_accesses": stats.shared_accesses,
        "assertions": stats.assertions,
        "instances": stats.instances,
        "held": stats.held,
        "exits": stats.exits,
        "race_pairs": stats.race_pairs,
        "races_excluded": stats.races_excluded,
        "waits": stats.waits,
        "blocks": stats.blocks,
        "block_executions": stats.block_executions,
        "baseline": {**stats.baseline} or None,
        "memory_checks": stats.memory_checks,
        "free_pairs": stats.free_pairs,
        "lock_pairs": stats.lock_pairs,
        "seconds": {stage: round(seconds, 3) for stage, seconds in stats.seconds.items()},
    }
