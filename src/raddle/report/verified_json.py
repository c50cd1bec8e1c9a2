"""Verified -> JSON for programs; docs/json.md describes it."""

import json

from raddle.report.as_json import SCHEMA, finding_document
from raddle.report.explanation_json import Json, place_document
from raddle.report.verified import Counts, Iteration, Verified


def verified_json(verified: Verified) -> str:
    """The document, with a newline at its end."""
    return json.dumps(verified_document(verified), indent=2, ensure_ascii=False) + "\n"


def verified_document(verified: Verified) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "verdict": verified.verdict,
        "program": verified.program,
        "properties": list(verified.properties),
        "proved": list(verified.proved),
        "executions": verified.executions if verified.verdict == "proved" else None,
        "executions_because": verified.executions_because or None,
        "bound": verified.bound or None,
        "reason": verified.reason or None,
        "advice": verified.advice or None,
        "untaken": [place_document(place) for place in verified.untaken],
        "findings": [finding_document(finding) for finding in verified.findings],
        "inputs": list(verified.inputs),
        "assumptions": list(verified.assumptions),
        "notes": [*verified.beforehand, *verified.notes],
        "stats": _counts(verified.counts),
        "iterations": [_iteration(one) for one in verified.iterations],
    }


def _counts(counts: Counts) -> dict[str, Json]:
    return {
        "runs": counts.runs,
        "guided_runs": counts.guided,
        "threads": counts.threads,
        "states": counts.points,
        "steps": counts.events,
        "seconds": {stage: round(seconds, 3) for stage, seconds in counts.seconds.items()},
    }


def _iteration(one: Iteration) -> dict[str, Json]:
    return {
        "runs": one.runs,
        "states": one.points,
        "steps": one.events,
        "frontiers": one.frontiers,
        "asked": one.asked,
        "reached": one.reached,
        "seconds": round(one.seconds, 3),
    }
