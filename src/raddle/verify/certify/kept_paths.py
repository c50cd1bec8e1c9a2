"""Paths and goals as JSON, and back: the same events, terms in the same order, under a store of their own."""

from typing import Any, Final, get_type_hints

from raddle.logic.terms import TermStore
from raddle.model.ctp import Ctp
from raddle.model.paths.goals import PathGoal
from raddle.model.paths.paths import Paths
from raddle.verify.certify.kept_values import Damaged, read, read_terms, spell_terms, spelled, terms_within

_PROGRAM: Final = {name: form for name, form in get_type_hints(Ctp).items() if name != "terms"}
_PATHS: Final = {name: form for name, form in get_type_hints(Paths).items() if name != "program"}


def spell_paths(paths: Paths) -> dict[str, Any]:
    program = tuple(getattr(paths.program, name) for name in _PROGRAM)
    store = paths.program.terms
    used = terms_within((program, store.true, store.false))
    terms = sorted(used, key=lambda term: term.number)
    numbers = {term: number for number, term in enumerate(terms)}
    said: dict[str, Any] = {"terms": spell_terms(terms)}
    said |= {name: spelled(getattr(paths.program, name), form, numbers) for name, form in _PROGRAM.items()}
    return said | {name: spelled(getattr(paths, name), form, {}) for name, form in _PATHS.items()}


def read_paths(said: Any) -> Paths:
    """Damaged where that are no paths."""
    names = {"terms", *_PROGRAM, *_PATHS}
    if not isinstance(said, dict) or said.keys() != names:
        raise Damaged("the parts of the paths are not there")
    store = TermStore()
    terms = read_terms(said["terms"], store)
    try:
        program = Ctp(store, **{name: read(said[name], form, terms) for name, form in _PROGRAM.items()})
        paths = Paths(program, **{name: read(said[name], form, ()) for name, form in _PATHS.items()})
    except TypeError as error:
        raise Damaged(str(error)) from error
    _check_sizes(paths)
    return paths


def _check_sizes(paths: Paths) -> None:
    events = len(paths.program.events)
    per_event = (paths.source, paths.target, paths.leads, paths.visible, paths.passed)
    if any(len(column) != events for column in per_event) or len(paths.roots) != len(paths.program.threads):
        raise Damaged("the columns of the paths do not fit its events")
    if any(event.number != number for number, event in enumerate(paths.program.events)):
        raise Damaged("events are not numbered in their order")


def spell_goal(goal: PathGoal) -> Any:
    return spelled(goal, PathGoal, {})


def read_goal(said: Any) -> PathGoal:
    goal: PathGoal = read(said, PathGoal, ())
    return goal
