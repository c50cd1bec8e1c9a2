"""What is malformed about paths is named, with the event."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from raddle.base.errors import InternalError
from raddle.logic.terms import TermStore
from raddle.model.actions import Acquire, Action, Cell, Check, Create, Exit, Read, Release, Start, Step, Wait, Write
from raddle.model.check import check_program, fault_of
from raddle.model.dominators import Dominators
from raddle.model.graph import Graph, Leads
from raddle.model.program import Event, Thread, TraceProgram
from tests.support.random_paths import PROFILES, random_paths

TERMS = TermStore()
R, Q = TERMS.variable("r", 32), TERMS.variable("q", 32)
ZERO = TERMS.bits(0, 32)
IS_ZERO = TERMS.equal(R, ZERO)
IS_NOT = TERMS.negation(IS_ZERO)
Edge = tuple[int, int, Action]


def paths_of(*edges: Edge, leads: dict[int, Leads] | None = None) -> TraceProgram:
    """Of a thread beside main; points from 10 on."""
    main: list[Edge] = [(0, 1, Create(1)), (1, 2, Exit())]
    actions = [*main, *edges]
    events = tuple(
        Event(number, int(number >= 2), number - 2 * (number >= 2), action, 0, 0)
        for number, (_, _, action) in enumerate(actions)
    )
    program = TraceProgram(
        TERMS,
        (Thread("main", 0, 2, None), Thread("T", 2, len(edges), 0)),
        events,
        cells=(Cell("x", 32, 0), Cell("y", 32, 0)),
        locks=("m",),
        conditions=("c",),
    )
    ones = (1,) * len(actions)
    kinds = tuple((leads or {}).get(number - 2, "on") for number in range(len(actions)))
    sources, targets = tuple(edge[0] for edge in actions), tuple(edge[1] for edge in actions)
    return replace(program, branches=Graph(sources, targets, kinds, (0, 10), ones, ones))


def _with(paths: TraceProgram, **columns: Any) -> TraceProgram:
    return replace(paths, branches=replace(paths.graph, **columns))


def read(variable: object = R) -> Step:
    return Step((Read(variable, (0,)),), TERMS.true, ())  # type: ignore[arg-type]


def guard(condition: object) -> Step:
    return Step((), condition, ())  # type: ignore[arg-type]


def write(value: object) -> Step:
    return Step((), TERMS.true, (Write(value, (1,)),))  # type: ignore[arg-type]


START: Edge = (10, 11, Start())
DIAMOND: tuple[Edge, ...] = (
    START, (11, 12, read()), (12, 13, guard(IS_ZERO)), (12, 14, guard(IS_NOT)), (13, 15, write(ZERO)),
    (14, 15, read(Q)), (15, 16, write(R)), (16, 17, Exit()),
)  # fmt: skip


def test_a_diamond_is_well_formed() -> None:
    check_program(paths_of(*DIAMOND))


@pytest.mark.parametrize(
    ("edges", "what"),
    [
        ((START, (11, 12, read()), (12, 11, guard(IS_ZERO))), "it leads back"),
        (((11, 12, read()), (10, 11, Start())), "nothing leads to it"),
        ((START, (11, 12, write(R))), "was not read before"),
        ((*DIAMOND[:-2], (15, 16, write(Q)), (16, 17, Exit())), "not on every way"),
        ((*DIAMOND[:-2], (15, 16, write(TERMS.sum((R, Q), 32))), (16, 17, Exit())), "not on every way"),
        ((START, (11, 12, Release(0))), "does not hold the lock"),
        (
            (START, (11, 12, guard(TERMS.true)), (11, 13, guard(TERMS.false)), (12, 14, Acquire(0)), (13, 14, read())),
            "something else is open",
        ),
        ((START, (11, 12, Acquire(0)), (12, 13, Wait(0, 0)), (13, 14, read())), "its thread is waiting"),
        ((START, (11, 12, Exit()), (12, 13, read())), "something follows the end"),
        ((START, (11, 12, Start())), "Start is a thread's first event"),
        (((10, 11, read()),), "does not begin with Start"),
        ((START, (11, 12, Check((), TERMS.false))), "an assertion is written as its outcomes"),
        ((START, (11, 12, read()), (12, 13, read())), "a read needs a variable of its own"),
    ],
)
def test_what_is_wrong_is_named(edges: tuple[Edge, ...], what: str) -> None:
    with pytest.raises(InternalError, match=what):
        check_program(paths_of(*edges))


def test_nothing_comes_behind_a_frontier() -> None:
    edges: tuple[Edge, ...] = (START, (11, 12, guard(TERMS.true)), (12, 13, Exit()))
    with pytest.raises(InternalError, match="something follows the end"):
        check_program(paths_of(*edges, leads={1: "frontier"}))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda paths: _with(paths, visible=(1, -1, *paths.graph.visible[2:])), "fewer visible events"),
        (lambda paths: _with(paths, passed=(0, *paths.graph.passed[1:])), "before its own end"),
        (lambda paths: _with(paths, roots=(0, 0)), "the same root"),
        (lambda paths: _with(paths, source=paths.graph.source[:-1]), "not every event"),
    ],
)
def test_columns_must_fit(change: Callable[[TraceProgram], TraceProgram], what: str) -> None:
    with pytest.raises(InternalError, match=what):
        check_program(change(paths_of(*DIAMOND)))


def test_what_is_on_every_way_is_found_in_a_diamond() -> None:
    above = Dominators(paths_of(*DIAMOND).graph)
    on_every_way = [[at for at in range(2, 10) if above.is_on_every_way(at, to)] for to in range(2, 10)]
    assert on_every_way == [[2], [2, 3], [2, 3, 4], [2, 3, 5], [2, 3, 4, 6], [2, 3, 5, 7], [2, 3, 8], [2, 3, 8, 9]]


@pytest.mark.parametrize("profile", PROFILES)
def test_random_paths_are_well_formed(profile: str) -> None:
    for number in range(10):
        fault = fault_of(random_paths(Random(number), profile))
        assert fault is None, (number, fault.what, fault.event)
