"""What two trace programs have in common when they are the same but for names: of variables, and of made-up labels."""

from dataclasses import fields, is_dataclass
from typing import Any

from raddle.logic.operators import Op
from raddle.logic.terms import COMMUTATIVE, Term
from raddle.model.graph import Graph
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import things_of
from raddle.model.rules.traits import DECLARED
from raddle.model.uses import reads_of


def shape_of(ctp: TraceProgram) -> Any:
    """Equal for two programs that are the same. Operands of commutative operators have no order."""
    variables: dict[Term, str] = {}
    for event in ctp.events:
        for read in reads_of(event):
            variables[read.variable] = f"v{len(variables)}"
    return {
        "threads": [(thread.first, thread.count, thread.parent) for thread in ctp.threads],
        "events": [(event.thread, event.position, _shape(event.action, variables)) for event in ctp.events],
        "cells": ctp.cells,
        "objects": [things_of(ctp, family) for family in DECLARED],
        "observed": ctp.observed,
        "transactions": sorted(ctp.transactions),
        "graph": None if ctp.branches is None else _graph(ctp.branches),
    }


def _graph(graph: Graph) -> Any:
    """Whatever its points are called."""
    numbers: dict[int, int] = {}
    ends = zip(graph.source, graph.target, strict=True)
    points = [tuple(numbers.setdefault(point, len(numbers)) for point in pair) for pair in ends]
    return points, graph.leads, graph.visible, graph.passed, graph.timed_out


def _shape(thing: object, variables: dict[Term, str]) -> Any:
    if isinstance(thing, Term):
        return _term(thing, variables)
    if isinstance(thing, tuple):
        return tuple(_shape(part, variables) for part in thing)
    if is_dataclass(thing):
        return (
            type(thing).__name__,
            *(_shape(getattr(thing, field.name), variables) for field in fields(thing)),
        )
    return thing


def _term(term: Term, variables: dict[Term, str]) -> str:
    if term.op is Op.VARIABLE:
        return f"{variables[term]}:{term.width}"
    parts = [_term(part, variables) for part in term.args]
    if term.op in COMMUTATIVE or term.op in (Op.ALL, Op.ANY):
        parts.sort()
    return f"{term.op.name}:{term.width}({', '.join(parts)}; {term.data})"
