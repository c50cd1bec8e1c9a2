"""Repaired, CheckedFix -> JSON for programs; docs/json.md describes it."""

import json

from raddle.report.as_json import SCHEMA
from raddle.report.diagnosed_json import diagnosed_document, order_document
from raddle.report.explanation_json import Json
from raddle.report.repaired import Candidate, CheckedFix, Repaired
from raddle.report.verified_json import verified_document


def repaired_json(repaired: Repaired) -> str:
    """The document, with a newline at its end."""
    return json.dumps(repaired_document(repaired), indent=2, ensure_ascii=False) + "\n"


def repaired_document(repaired: Repaired) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "verdict": repaired.verdict,
        "program": repaired.program,
        "diagnosis": diagnosed_document(repaired.diagnosed),
        "optima": [[order_document(order) for order in orders] for orders in repaired.edges],
        "candidates": [_candidate(candidate) for candidate in repaired.candidates],
        "applied": list(repaired.applied),
        "complete": repaired.complete,
        "stats": {
            "candidates": len(repaired.candidates),
            "accepted": len(repaired.accepted),
            "seconds": round(repaired.seconds, 3),
        },
    }


def _candidate(candidate: Candidate) -> dict[str, Json]:
    return {
        "what": candidate.what,
        "accepted": candidate.accepted,
        "reason": candidate.reason or None,
        "diff": candidate.diff or None,
        "changed_lines": candidate.lines,
        "concurrency": None if candidate.concurrency is None else round(candidate.concurrency, 4),
        "side_by_side": None if candidate.side_by_side is None else round(candidate.side_by_side, 4),
        "warnings": list(candidate.warnings),
        "verification": None if candidate.verified is None else verified_document(candidate.verified),
    }


def checked_fix_json(checked: CheckedFix) -> str:
    """The document, with a newline at its end."""
    return json.dumps(checked_fix_document(checked), indent=2, ensure_ascii=False) + "\n"


def checked_fix_document(checked: CheckedFix) -> dict[str, Json]:
    """That of the verification, with what is known of the fix."""
    verified = verified_document(checked.verified)
    notes = verified["notes"]
    assert isinstance(notes, list)
    return {
        **verified,
        "verdict": checked.verdict,
        "program": checked.program,
        "notes": [*notes, *checked.notes],
        "changed": list(checked.changed),
        "check_changed": list(checked.check_changed),
    }
