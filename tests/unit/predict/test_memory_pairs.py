"""Which frees and uses of a trace program are asked about, and what random runs show of them."""

import numpy as np
import pytest

from raddle.decide.answers import Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.actions import Check, Free
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from raddle.predict.decide import Decider, Limits
from raddle.predict.memory.decide import Group, MemoryErrors, Seen, decide_memory
from raddle.predict.memory.pairs import pairs_of
from raddle.predict.memory.sample import sampled_errors
from raddle.solve.choose import default_solver


def program(*bodies: str, declarations: str = "shared x = 1, y = 1, p = 0") -> TraceProgram:
    lines = [declarations]
    for number, body in enumerate(bodies):
        lines += [f"thread T{number}", *body.split(";")]
    return parse_ctp("\n".join(lines))


def asked(ctp: TraceProgram) -> list[tuple[int, int]]:
    places = np.arange(len(ctp.events), dtype=np.int32)
    return sorted(pair for pairs in pairs_of(Encoder(ctp).index, places).by_places.values() for pair in pairs)


def labelled(ctp: TraceProgram, *names: str) -> tuple[int, ...]:
    numbers = {event.label: event.number for event in ctp.events if event.label}
    return tuple(numbers[name] for name in names)


def decided(ctp: TraceProgram) -> MemoryErrors:
    encoder = Encoder(ctp)

    def ask(groups: list[list[Goal]], seen: Seen) -> list[list[Verdict]]:
        decider = Decider(encoder, default_solver(), Limits(), seen)
        return [[decider.decide(goal) for goal in group] for group in groups]

    return decide_memory(encoder, lambda number: number, ask)  # type: ignore[arg-type]


def test_a_free_and_a_use_of_two_threads_are_asked_about() -> None:
    ctp = program("f: free(x)", "u: i := x")
    assert asked(ctp) == [labelled(ctp, "f", "u")]


def test_what_must_come_before_the_free_is_not() -> None:
    ctp = parse_ctp("shared x = 1\nthread main\ncreate(A)\njoin(A)\nfree(x)\nthread A\ni := x")
    assert asked(ctp) == []


def test_what_must_come_behind_the_free_is() -> None:
    ctp = parse_ctp("shared x = 1\nthread main\nf: free(x)\ncreate(A)\njoin(A)\nthread A\nu: i := x")
    assert asked(ctp) == [labelled(ctp, "f", "u")]


def test_of_a_stretch_only_the_last_use_is_asked_about() -> None:
    ctp = parse_ctp("shared x = 1\nthread A\nf: free(x)\nthread B\ni := x\nj := x\nu: x := 2")
    places = np.zeros(len(ctp.events), np.int32)
    (pairs,) = pairs_of(Encoder(ctp).index, places).by_places.values()
    assert pairs == [labelled(ctp, "f", "u")]


def test_a_use_that_may_turn_out_to_be_none_does_not_stand_for_those_before_it() -> None:
    """The last write waits until y is 1, which it is only before the free."""
    b = "thread B\nu: x := 2\nlast: assume(y == 1) { x := 3 }"
    text = f"shared x = 1, y = 1\nthread A\ny := 0\nf: free(x)\n{b}"
    ctp = parse_ctp(text)
    places = np.zeros(len(ctp.events), np.int32)
    (pairs,) = pairs_of(Encoder(ctp).index, places).by_places.values()
    assert sorted(pairs) == sorted([labelled(ctp, "f", "u"), labelled(ctp, "f", "last")])


def test_both_frees_of_one_block_are_asked_about_in_both_orders() -> None:
    ctp = program("f: free(x)", "g: free(x)")
    f, g = labelled(ctp, "f", "g")
    assert asked(ctp) == sorted([(f, g), (g, f)])


def test_fixed_addresses_within_one_thread_are_left_to_the_given_run() -> None:
    assert asked(program("i := x; free(y)", "skip")) == []
    ctp = program("q := p; f: free(x) when q == 1; u: i := x", "p := 1")
    assert asked(ctp) == [labelled(ctp, "f", "u")]


def test_a_resized_block_and_the_end_of_a_frame() -> None:
    assert asked(program("resize(x)", "i := x")) == []
    ctp = program("f: frame_end(x)", "u: x := 2; free(y)")
    assert asked(ctp) == [labelled(ctp, "f", "u")]


def test_random_runs_come_to_what_is_easy() -> None:
    ctp = program("free(x)", "i := x; check_division(p == 0); skip", "p := 1")
    machine = Machine(ctp)
    found = sampled_errors(ctp, machine, lambda goal: goal)
    assert {type(goal) for goal in found} == {Fails, UseAfterFree}
    assert all(reached(machine, goal, moves) for goal, moves in found.items())


@pytest.mark.parametrize(
    ("bodies", "whats"),
    [
        (("free(x)", "i := x"), {"freed"}),
        (("assume(p == 1); free(x)", "i := x; p := 1"), set()),
        (("frame_end(x)", "x := 2"), {"returned"}),
        (("free(x)", "free(x)"), {"again"}),
        (("check_division(p != 1)", "p := 1"), {"division"}),
        (("check_address(p != 1)", "p := 2"), set()),
        (("i := p; check_address(i != 1); skip; check_address(i != 1)", "p := 1"), {"address"}),
    ],
)
def test_each_kind_is_decided(bodies: tuple[str, ...], whats: set[str]) -> None:
    found = decided(program(*bodies))
    assert {error.group.what for error in found.found} == whats and not found.undecided
    assert all(isinstance(error.violated, Violated) for error in found.found)


def test_of_equal_checks_of_a_thread_only_the_first_can_fail() -> None:
    ctp = program("i := p; a: check_address(i != 1); b: check_address(i != 1)", "p := 1")
    (error,) = decided(ctp).found
    assert error.group == Group("address", labelled(ctp, "a")[0])
    assert isinstance(ctp.events[labelled(ctp, "a")[0]].action, Check)
    assert not any(isinstance(event.action, Free) for event in ctp.events)
