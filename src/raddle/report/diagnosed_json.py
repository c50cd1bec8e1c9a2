"""Diagnosed -> JSON for programs; docs/json.md describes it."""

import json
from typing import Final

from raddle.report.as_json import SCHEMA, finding_document
from raddle.report.diagnosed import Cause, Diagnosed, Order, Sizes, Spot
from raddle.report.explanation_json import Json, place_document
from raddle.report.order_picture import order_graph
from raddle.report.order_words import cause_words

_VERDICTS: Final = {"concurrency": "bug", "sequential": "bug", "passes": "none", "unknown": "unknown"}


def diagnosed_json(diagnosed: Diagnosed) -> str:
    """The document, with a newline at its end."""
    return json.dumps(diagnosed_document(diagnosed), indent=2, ensure_ascii=False) + "\n"


def diagnosed_document(diagnosed: Diagnosed) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "verdict": _VERDICTS[diagnosed.kind],
        "program": diagnosed.program,
        "kind": diagnosed.kind,
        "causes": [_cause(cause) for cause in diagnosed.causes],
        "complete": diagnosed.complete,
        "otherwise": diagnosed.otherwise or None,
        "bound": diagnosed.bounded or None,
        "reason": diagnosed.reason or None,
        "advice": diagnosed.advice or None,
        "without_preemption": diagnosed.without_preemption,
        "findings": [finding_document(finding) for finding in diagnosed.findings],
        "inputs": list(diagnosed.inputs),
        "assumptions": list(diagnosed.assumptions),
        "notes": [*diagnosed.beforehand, *diagnosed.notes],
        "stats": _sizes(diagnosed.sizes),
    }


def order_document(order: Order) -> dict[str, Json]:
    return {"first": _spot(order.first), "then": _spot(order.then)}


def _cause(cause: Cause) -> dict[str, Json]:
    orders = order_graph(cause).orders
    return {
        "words": cause_words(cause, orders),
        "orders": [order_document(order) for order in orders],
        "taking_part": [_spot(spot) for spot in cause.parts],
        **place_document(cause.fails),
        "what": cause.what or None,
        "smallest": cause.smallest,
        "classes": cause.classes,
    }


def _spot(spot: Spot) -> dict[str, Json]:
    return {
        "thread": spot.thread,
        **place_document(spot.place),
        "does": spot.does,
        "about": spot.about or None,
        "source": spot.text or None,
        "position": spot.position or None,
        "column": spot.place.column or None,
        "time": spot.time or None,
    }


def _sizes(sizes: Sizes) -> dict[str, Json]:
    return {
        "iterations": sizes.iterations,
        "orders_per_schedule": round(sizes.per_schedule, 3),
        "orders_per_cause": round(sizes.per_core, 3),
        "unique_orders": sizes.unique,
        "ratio": round(sizes.ratio, 4),
        "runs": sizes.runs,
        "seconds": round(sizes.seconds, 3),
    }
