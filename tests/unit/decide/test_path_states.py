"""What the search of the states of paths says where outcomes do not exclude each other: nothing."""

from dataclasses import replace

import pytest

from raddle.decide.states import States
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action, Cell, Exit, Read, Step
from raddle.model.goals import Reach
from raddle.model.graph import Graph, Leads
from raddle.model.program import Event, Thread, TraceProgram

pytestmark = [pytest.mark.compiler, pytest.mark.native]


def goes_on_or(leads: Leads, *, also: bool) -> TraceProgram:
    """One thread reads a cell that is 0: it goes on there, and ends where it is not; or `also` where it is."""
    terms = TermStore()

    def step(name: str, *, is_zero: bool) -> Step:
        read = Read(terms.variable(name, 8), (0,))
        guard: Term = terms.equal(read.variable, terms.bits(0, 8))
        return Step((read,), guard if is_zero else terms.negation(guard), ())

    actions: tuple[Action, ...] = (step("a", is_zero=True), step("b", is_zero=also), Exit())
    events = tuple(Event(number, 0, number, action, number + 1, number) for number, action in enumerate(actions))
    program = TraceProgram(terms, (Thread("main", 0, 3, None),), events, (Cell("x", 8, 0),))
    return replace(program, branches=Graph((0, 0, 1), (1, 2, 3), ("on", leads, "on"), (0,), (1, 1, 1), (1, 1, 1)))


@pytest.mark.parametrize("leads", ["failure", "frontier"])
@pytest.mark.parametrize("reduced", [True, False])
def test_an_end_beside_what_goes_on_is_never_said_not_to_be_reached(leads: Leads, *, reduced: bool) -> None:
    apart = States(goes_on_or(leads, also=False), reduced=reduced)
    apart.search(1000)
    assert apart.answer(Reach((1,))) == "never"
    both = States(goes_on_or(leads, also=True), reduced=reduced)
    both.search(1000)
    assert both.answer(Reach((1,))) != "never"
