"""What is wrong with a malformed trace program is said, with the event."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from raddle.base.errors import InternalError
from raddle.model.actions import (
    Acquire,
    Action,
    Check,
    Create,
    Mode,
    OnceEnd,
    Read,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Wake,
    Write,
)
from raddle.model.check import check_program, fault_of
from raddle.model.program import Assumption, TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.text.parse import parse_ctp
from tests.support.exactness_goals import program as goal_program
from tests.support.random_ctp import PROFILES, random_ctp

TEXT = """shared x = 0, n: 8 = 0
lock m
thread T
  a: r := x
  b: lock(m)
  c: x := r + 1
  d: assert(x == 1)
thread U
  skip"""
LABELS = {"a": 3, "b": 4, "c": 5, "d": 6}


def with_action(label: str, make: Callable[[TraceProgram], Action]) -> TraceProgram:
    ctp = parse_ctp(TEXT)
    events = list(ctp.events)
    events[LABELS[label]] = replace(events[LABELS[label]], action=make(ctp))
    return replace(ctp, events=tuple(events))


def variable(ctp: TraceProgram) -> Read:
    action = ctp.events[3].action
    assert isinstance(action, Step)
    return action.reads[0]


@pytest.mark.parametrize(
    ("label", "make", "says"),
    [
        ("d", lambda ctp: Start(), "Start is a thread's first event"),
        ("d", lambda ctp: Release(0, Mode.SHARED), "does not share the lock"),
        ("d", lambda ctp: Acquire(1), "there is no lock 1"),
        ("d", lambda ctp: Signal(0), "there is no condition 0"),
        ("d", lambda ctp: Wake(0, "signal"), "it wakes from no wait"),
        ("d", lambda ctp: RegionEnd(), "has not begun"),
        ("d", lambda ctp: OnceEnd(0), "there is no once 0"),
        ("d", lambda ctp: Create(2), "it is not the parent of its child"),
        ("a", lambda ctp: Step((), ctp.terms.true, ()), "was not read before by this thread"),
        ("b", lambda ctp: Step((variable(ctp),), ctp.terms.true, ()), "a read needs a variable of its own"),
        ("b", lambda ctp: Step((), ctp.terms.bits(1, 8), ()), "its condition is no truth value"),
        ("b", lambda ctp: Step((), ctp.terms.before(1, 2), ()), "it speaks of the order of events"),
        ("b", lambda ctp: Step((), ctp.terms.true, (Write(ctp.terms.bits(1, 8), (0,)),)), "writes at another width"),
        ("b", lambda ctp: Step((), ctp.terms.true, (Write(ctp.terms.bits(1, 32), (7,)),)), "there is no cell 7"),
        ("b", lambda ctp: Step((), ctp.terms.true, (Write(ctp.terms.bits(1, 32), (0,)),) * 2), "the same cell"),
        ("b", lambda ctp: Check((Read(ctp.terms.variable("q", 8), (0,)),), ctp.terms.true), "reads at another width"),
        ("b", lambda ctp: Check((Read(ctp.terms.variable("q", 8), (0, 1)),), ctp.terms.true), "different widths"),
        (
            "b",
            lambda ctp: Check((Read(ctp.terms.variable("q", 8), (1,), variable(ctp).variable, ()),), ctp.terms.true),
            "each cell needs one address",
        ),
    ],
)
def test_a_malformed_event_is_named(label: str, make: Callable[[TraceProgram], Action], says: str) -> None:
    with pytest.raises(InternalError) as caught:
        check_program(with_action(label, make))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda ctp: replace(ctp, observed=(1,)), "out of its thread's order"),
        (lambda ctp: replace(ctp, observed=(99,)), "does not exist"),
        (lambda ctp: replace(ctp, transactions=((2, 9),)), "spans threads"),
        (lambda ctp: replace(ctp, transactions=((5, 2),)), "is not in the program"),
        (lambda ctp: replace(ctp, assumptions=(Assumption("a", 99),)), "there is no event of an assumption 99"),
        (lambda ctp: replace(ctp, events=ctp.events[:-1]), "do not share out its events"),
        (lambda ctp: replace(ctp, events=(ctp.events[1], ctp.events[0], *ctp.events[2:])), "it should be (0, 0, 0)"),
        (lambda ctp: replace(ctp, cells=(replace(ctp.cells[0], initial=-1), ctp.cells[1])), "does not hold its value"),
        (lambda ctp: replace(ctp, threads=(replace(ctp.threads[0], parent=1), *ctp.threads[1:])), "only main"),
    ],
)
def test_a_malformed_program_is_refused(change: Callable[[TraceProgram], TraceProgram], says: str) -> None:
    ctp = parse_ctp(TEXT)
    assert fault_of(ctp) is None
    with pytest.raises(InternalError) as caught:
        check_program(change(ctp))
    assert says in str(caught.value)


def test_random_programs_are_of_all_kinds_and_can_happen() -> None:
    rng = random.Random(1)
    kinds: Counter[str] = Counter()
    for profile in sorted(PROFILES):
        for _ in range(25):
            ctp = random_ctp(rng, profile)
            kinds.update(type(event.action).__name__ for event in ctp.events)
            assert isinstance(run(ctp, moves_of(ctp, ctp.observed)), Ran)
    for number in range(60):
        kinds.update(type(event.action).__name__ for event in goal_program(number)[1].events)
    assert {kind.__name__ for kind in Action.__args__} == kinds.keys()
