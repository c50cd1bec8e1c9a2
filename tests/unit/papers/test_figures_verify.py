"""The trace-driven verification paper's figures: table 1 by the machine and by the step encoding, figures 1 and 4 as
paths."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from raddle.decide.answers import Holds, Violated
from raddle.logic.terms import Term
from raddle.model.actions import Check
from raddle.model.goals import Reach
from raddle.model.program import Event, TraceProgram
from raddle.model.run import Ran, Refusal, moves_of, run
from raddle.model.run import run as run_ctp
from raddle.model.text.parse import load_ctp
from raddle.papers.trace_driven_verification.encoder import StepEncoded, StepEncoder
from raddle.papers.trace_driven_verification.options import TDV, StepOptions
from raddle.solve.answer import Sat
from raddle.solve.choose import bit_solver
from raddle.verify.ask.asking import ask
from raddle.verify.ask.asking_by_steps import ask_by_steps
from tests.oracles.enumerated import enumerated
from tests.support.figure_paths import figure_1, figure_4, labelled

LIMIT_S = 60.0
TRACE = Path(__file__).parents[2] / "figures" / "seed3_figure1.ctp"
TABLE_1 = {
    "1 2 5 6 7": "h", "1 2 6 5 7": "h", "1 2 6 7 5": "f", "1 6 2 5 7": "h", "1 6 2 7 5": "f",
    "1 6 7 2 5": "f*", "6 1 2 5 7": "h", "6 1 2 7 5": "f", "6 1 7 2 5": "f*", "6 7 1 2 5": "h",
}  # fmt: skip
"""All interleavings of the trace 1 2 5 6 7, in the order of the table: whether line 5 holds or fails; *: infeasible."""


def interleavings() -> list[str]:
    """Those that keep each thread's order, sorted: the table's own order."""
    orders = (" ".join(order) for order in sorted(permutations("12567")))
    return [order for order in orders if order.index("1") < order.index("2") < order.index("5")
            and order.index("6") < order.index("7")]  # fmt: skip


def by_machine(ctp: TraceProgram, order: str) -> str:
    """Runs all of it. Line 5 says what it says even where the order is infeasible: then line 2 is taken for granted."""
    lines = {event.label: event for event in ctp.events if event.label}
    begun = [event.number for event in ctp.events if not event.label and not _is_end(ctp, event)]
    numbers = [lines[f"t{line}"].number for line in order.split()]
    stuck = run_ctp(ctp, moves_of(ctp, [*begun, *numbers]))
    if not isinstance(stuck, Refusal):
        return "h"
    failing = ctp.events[[*begun, *numbers][stuck.position]]
    if isinstance(failing.action, Check):
        return "f"
    assert failing.label == "t2"
    y = 2 if order.index("7") < order.index("1") else 1
    return "h*" if y >= 2 else "f*"


def _is_end(ctp: TraceProgram, event: Event) -> bool:
    return event.position == ctp.threads[event.thread].count - 1 and event.thread > 0


def test_table_1_by_the_machine() -> None:
    ctp = load_ctp(TRACE)
    assert interleavings() == list(TABLE_1)
    assert {order: by_machine(ctp, order) for order in interleavings()} == TABLE_1


@pytest.mark.parametrize("local_ssa", [True, False])
def test_table_1_by_the_step_encoding(local_ssa: bool) -> None:
    """phi, with the order of the lines up to line 5 given: exactly the infeasible ones cannot be had."""
    paths = figure_1()
    options = StepOptions(local_ssa=local_ssa, peephole=False, fused=False)
    found = dict.fromkeys(TABLE_1, "")
    for label, verdict in (("5", "h"), ("5 fails", "f")):
        encoded = StepEncoder(paths, options).encode(Reach(labelled(paths, label)))
        for order in TABLE_1:
            query = replace(encoded.query, assertions=(*encoded.query.assertions, *_given(encoded, order)))
            if isinstance(bit_solver().solve(query, LIMIT_S), Sat):
                found[order] += verdict
    assert found == {order: "" if "*" in verdict else verdict for order, verdict in TABLE_1.items()}


def _given(encoded: StepEncoded, order: str) -> Iterator[Term]:
    """The lines before line 5 in that order, and no other line."""
    unrolled, steps = encoded.unrolled, range(encoded.steps)
    terms, paths = unrolled.terms, unrolled.graph.paths
    before = order[: order.index("5")].split()
    events = {line: labelled(paths, "2 no" if line == "2" else line)[0] for line in "1267"}
    for line, event in events.items():
        taken = terms.any_of(unrolled.taken(event, step) for step in steps)
        yield taken if line in before else terms.negation(taken)
    for early, late in pairwise(events[line] for line in before):
        for step in steps:
            wrong = [unrolled.taken(early, later) for later in steps[step:]]
            yield terms.implies(unrolled.taken(late, step), terms.negation(terms.any_of(wrong)))


def test_figure_1_fails_at_line_5_and_comes_to_complex_a() -> None:
    paths = figure_1()
    for label in ("5 fails", "3"):
        for way in (
            ask_by_steps(paths, Reach(labelled(paths, label)), limit_s=LIMIT_S),
            ask(paths, Reach(labelled(paths, label)), limit_s=LIMIT_S),
        ):
            assert isinstance(way, Violated)
            assert isinstance(run(paths, way.moves), Ran)


def test_figure_1_is_safe_where_line_7_writes_2() -> None:
    """b = 1: nothing fails, and nothing is left to be seen."""
    paths = figure_1(b=1)
    for kind in ("failure", "frontier"):
        goal = Reach(paths.graph.of_kind(kind))  # type: ignore[arg-type]
        assert isinstance(ask_by_steps(paths, goal, limit_s=LIMIT_S), Holds)
        assert isinstance(ask_by_steps(paths, goal, limit_s=LIMIT_S, options=TDV), Holds)
        assert isinstance(ask(paths, goal, limit_s=LIMIT_S), Holds)


def test_figure_4_fails_at_line_11_but_never_calls_complex_a() -> None:
    """a = 0: one thread. With one more call of foo, lines 3 and 8 are not reached."""
    paths = figure_4(0)
    known = enumerated(paths).reached
    assert {paths.events[event].label for event in known if paths.graph.leads[event] != "on"} == {"11"}
    assert isinstance(ask_by_steps(paths, Reach(labelled(paths, "11")), limit_s=LIMIT_S), Violated)
    assert isinstance(ask_by_steps(paths, Reach(paths.graph.of_kind("frontier")), limit_s=LIMIT_S), Holds)


def test_figure_4_with_the_input_of_the_paper() -> None:
    """a = 1, two threads: the failure at line 11 is reached, and by a stale write of x foo(-1) is called, too."""
    paths = figure_4(1)
    known = enumerated(paths).reached
    assert {paths.events[event].label for event in known if paths.graph.leads[event] != "on"} == {"11", "3"}
    for label in ("11", "3", "8"):
        goal = Reach(labelled(paths, label))
        assert isinstance(ask(paths, goal, limit_s=LIMIT_S), Violated) == (label != "8")
    assert isinstance(ask_by_steps(paths, Reach(labelled(paths, "11")), limit_s=LIMIT_S), Violated)
