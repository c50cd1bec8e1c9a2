"""Paths and goals as JSON, and back: the same events, terms in the same order, under a store of their own."""

from typing import Any, Final, get_type_hints

from raddle.logic.terms import TermStore
from raddle.model.goals import PathGoal
from raddle.model.graph import Graph
from raddle.model.program import TraceProgram
from raddle.verify.certify.kept_values import Damaged, read, read_terms, spell_terms, spelled, terms_within

_PROGRAM: Final = {
    name: form for name, form in get_type_hints(TraceProgram).items() if name not in ("terms", "branches")
}
_GRAPH: Final = get_type_hints(Graph)


def spell_paths(paths: TraceProgram) -> dict[str, Any]:
    program = tuple(getattr(paths, name) for name in _PROGRAM)
    store = paths.terms
    used = terms_within((program, store.true, store.false))
    terms = sorted(used, key=lambda term: term.number)
    numbers = {term: number for number, term in enumerate(terms)}
    said: dict[str, Any] = {"terms": spell_terms(terms)}
    said |= {name: spelled(getattr(paths, name), form, numbers) for name, form in _PROGRAM.items()}
    return said | {name: spelled(getattr(paths.graph, name), form, {}) for name, form in _GRAPH.items()}


def read_paths(said: Any) -> TraceProgram:
    """Damaged where that are no paths."""
    names = {"terms", *_PROGRAM, *_GRAPH}
    if not isinstance(said, dict) or said.keys() != names:
        raise Damaged("the parts of the paths are not there")
    store = TermStore()
    terms = read_terms(said["terms"], store)
    try:
        graph = Graph(**{name: read(said[name], form, ()) for name, form in _GRAPH.items()})
        parts = {name: read(said[name], form, terms) for name, form in _PROGRAM.items()}
        paths = TraceProgram(store, **parts, branches=graph)
    except TypeError as error:
        raise Damaged(str(error)) from error
    _check_sizes(paths)
    return paths


def _check_sizes(paths: TraceProgram) -> None:
    events, graph = len(paths.events), paths.graph
    per_event = (graph.source, graph.target, graph.leads, graph.visible, graph.passed)
    if any(len(column) != events for column in per_event) or len(graph.roots) != len(paths.threads):
        raise Damaged("the columns of the paths do not fit its events")
    if any(event.number != number for number, event in enumerate(paths.events)):
        raise Damaged("events are not numbered in their order")


def spell_goal(goal: PathGoal) -> Any:
    return spelled(goal, PathGoal, {})


def read_goal(said: Any) -> PathGoal:
    goal: PathGoal = read(said, PathGoal, ())
    return goal
