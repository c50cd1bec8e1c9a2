"""Explanation -> JSON for programs. docs/json.md describes it."""

import json
from typing import Final

from raddle.base.place import SourcePlace
from raddle.report.explanation import Arrow, Contrast, Explanation, Known, Row, Turn

SCHEMA: Final = 1

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def explanation_json(told: Explanation) -> str:
    """The document of its own, with a newline at its end."""
    return json.dumps({"schema": SCHEMA, **explanation_document(told)}, indent=2, ensure_ascii=False) + "\n"


def explanation_document(told: Explanation) -> dict[str, Json]:
    return {
        "bug": told.bug.value,
        "is_certain": told.is_certain,
        "cause": told.cause,
        "detail": told.detail,
        "failure": told.failure or None,
        **place_document(told.place),
        "rows": [_row(row) for row in told.rows],
        "arrows": [_arrow(arrow) for arrow in told.arrows],
        "cause_rows": list[Json](told.marked),
        "invariants": [_known(known) for known in told.known],
        "statements": told.statements,
        "of_statements": told.of_statements,
        "variables": told.variables,
        "of_variables": told.of_variables,
        "more": told.more or None,
        "contrast": None if told.contrast is None else _contrast(told.contrast),
        "notes": list(told.notes),
    }


def _row(row: Row) -> dict[str, Json]:
    return {
        "thread": row.thread or None,
        **place_document(row.place),
        "source": row.source or None,
        "note": row.note or None,
        "condition": row.is_condition,
        "fails": row.fails,
    }


def _arrow(arrow: Arrow) -> dict[str, Json]:
    return {
        "from": arrow.start,
        "to": arrow.end,
        "kinds": list[Json](arrow.kind.split(", ")),
        "about": arrow.about,
        "forced": arrow.forced,
        "implied": arrow.implied,
    }


def _known(known: Known) -> dict[str, Json]:
    return {"after": known.after, "holds": list(known.holds), "left_out": known.more}


def _contrast(contrast: Contrast) -> dict[str, Json]:
    return {
        "schedule": contrast.schedule,
        "tried": contrast.tried,
        "flips": [{"earlier": flip.earlier, "later": flip.later, "about": flip.about} for flip in contrast.flips],
        "more_flips": contrast.more_flips,
        "turns": [_turn(turn) for turn in contrast.turns],
        "only_passing": [_row(row) for row in contrast.only_passing],
        "only_failing": [_row(row) for row in contrast.only_failing],
        "not_compared": contrast.not_compared or None,
    }


def _turn(turn: Turn) -> dict[str, Json]:
    return {
        "thread": turn.thread,
        **place_document(turn.place),
        "source": turn.source or None,
        "failing": turn.failing,
        "passing": turn.passing,
        "is_branch": turn.is_branch,
    }


def place_document(place: SourcePlace | None) -> dict[str, Json]:
    """What is not known is null."""
    if place is None:
        return {"file": None, "line": None, "function": None}
    return {"file": place.file or None, "line": place.line or None, "function": place.function or None}
