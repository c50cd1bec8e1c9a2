"""Result -> JSON for programs. docs/json.md describes it; what it promises there changes only with SCHEMA."""

import json
from typing import Final

from raddle.base.place import SourcePlace
from raddle.report.result import Finding, Line, Open, Result, Stats

SCHEMA: Final = 1

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def json_of(result: Result) -> str:
    """The document, with a newline at its end."""
    return json.dumps(document_of(result), indent=2, ensure_ascii=False) + "\n"


def document_of(result: Result) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "verdict": result.verdict,
        "program": result.program,
        "findings": [_finding(finding) for finding in result.findings],
        "open": [_open(one) for one in result.open],
        "bound": result.bound or None,
        "bound_lifted": result.lifted,
        "cut": result.cut or None,
        "assumptions": list(result.assumptions),
        "notes": [*result.beforehand, *result.notes],
        "stats": _stats(result.stats),
    }


def _finding(finding: Finding) -> dict[str, Json]:
    return {
        "kind": finding.kind,
        "status": finding.status,
        **_place(finding.place),
        "message": finding.message,
        "reason": finding.reason or None,
        "witness": str(finding.witness) if finding.witness is not None else None,
        "schedule": finding.schedule or None,
        "threads": finding.threads,
        "switches": finding.switches,
        "fewest_switches": finding.fewest,
        "observed": finding.observed,
        "instances": finding.instances,
        "accesses": [_access(line) for line in finding.story],
    }


def _access(line: Line) -> dict[str, Json]:
    return {"thread": line.thread or None, **_place(line.place), "deed": line.deed}


def _open(one: Open) -> dict[str, Json]:
    return {**_place(one.place), "reason": one.reason, "instances": one.instances}


def _place(place: SourcePlace | None) -> dict[str, Json]:
    """What is not known is null."""
    if place is None:
        return {"file": None, "line": None, "function": None}
    return {"file": place.file or None, "line": place.line or None, "function": place.function or None}


def _stats(stats: Stats) -> dict[str, Json]:
    return {
        "threads": stats.threads,
        "events": stats.events,
        "shared_accesses": stats.shared_accesses,
        "assertions": stats.assertions,
        "instances": stats.instances,
        "held": stats.held,
        "seconds": {stage: round(seconds, 3) for stage, seconds in stats.seconds.items()},
    }
