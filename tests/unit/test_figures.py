"""The figures of seeds 1 and 2, run by brute force."""

from pathlib import Path

import pytest

from raddle.model.cssa import print_cssa
from raddle.model.ctp import Ctp
from raddle.model.enumerate import explore, fewest_preemptions, fewest_switches
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.print import print_ctp
from raddle.model.run import Reached, Stuck, moves_of, run, switches
from raddle.model.text import load_ctp, parse_ctp
from tests.support.same_ctp import shape_of

FIGURES = Path(__file__).parents[1] / "figures"
NAMES = sorted(path.stem for path in FIGURES.glob("*.ctp"))


def figure(name: str) -> Ctp:
    return load_ctp(FIGURES / f"{name}.ctp")


def violated(ctp: Ctp) -> set[str]:
    return {ctp.events[check].label for check in explore(ctp).violations}


def follow(ctp: Ctp, labels: str) -> Reached | Stuck:
    """Runs those events in that order; main's creates come first, each thread starts right before its first."""
    numbers = {event.label: event.number for event in ctp.events if event.label}
    order = [event.number for event in ctp.of_thread(0)]
    started: set[int] = set()
    for label in labels.split():
        event = ctp.events[numbers[label]]
        if event.thread not in started:
            started.add(event.thread)
            order.append(ctp.threads[event.thread].first)
        order.append(event.number)
    return run(ctp, moves_of(ctp, order))


@pytest.mark.parametrize("name", NAMES)
def test_each_figure_is_a_run_of_itself_and_survives_printing(name: str) -> None:
    ctp = figure(name)
    assert isinstance(run(ctp, moves_of(ctp, ctp.observed)), Reached)
    assert len(ctp.observed) == len(ctp.events)
    again = parse_ctp(print_ctp(ctp))
    assert shape_of(again) == shape_of(ctp)
    assert explore(again).violations.keys() == explore(ctp).violations.keys()


@pytest.mark.parametrize("name", ["seed1_figure1", "seed1_figure2", "seed1_section6"])
def test_the_error_of_seed_1_is_found_with_two_switches_and_one_preemption(name: str) -> None:
    ctp = figure(name)
    assert violated(ctp) == {"t12"}
    assert list(fewest_switches(ctp).values()) == [2]
    assert list(fewest_preemptions(ctp).values()) == [1]


def test_the_erroneous_permutation_of_seed_1_section_2_fails_at_t12() -> None:
    ctp = figure("seed1_figure1")
    result = follow(ctp, "t1 t2 t3 t4 t9 t10 t11")
    assert isinstance(result, Reached)
    assert [ctp.events[check].label for check in Machine(ctp).violated(result.state)] == ["t12"]


def test_the_trace_of_seed_1_section_5_is_infeasible_as_printed() -> None:
    assert follow(figure("seed1_figure1"), "t1 t2 t3 t9 t10 t11") == Stuck(8, "l is zero")


def test_the_maximal_causal_model_predicts_the_modified_example_only() -> None:
    assert violated(figure("seed1_figure1_reduced")) == set()
    assert violated(figure("seed1_figure6")) == {"t12"}


@pytest.mark.parametrize(
    ("name", "order", "feasible"),
    [
        ("seed2_figure1a", "t1 t3 t4 t5 t2", False),
        ("seed2_figure1a_modified", "t1 t3 t4 t5 t2", True),
        ("seed2_figure2a", "t1 t3 t4 t5 t2", False),
        ("seed2_figure3a", "t1 t3 t4 t5 t2", False),
        ("seed2_figure1b", "t1 t4 t4' t5 t2 t3", False),
        ("seed2_figure1b", "t1 t2 t3 t4 t4' t5", False),
        ("seed2_figure1b_modified", "t1 t5 t2", True),
        ("seed2_figure2b", "t1 t4 t4' t5 t2 t3", False),
        ("seed2_figure3b", "t1 t4 t4' t5 t2 t3", False),
        ("seed2_figure6", "t1 t5 t2", True),
        ("seed2_figure6", "t1 t5 t2 t3", False),
    ],
)
def test_seed_2_says_which_interleavings_there_are(name: str, order: str, feasible: bool) -> None:
    assert isinstance(follow(figure(name), order), Reached) is feasible


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("seed2")])
def test_the_transactions_of_seed_2_are_t1_and_t2(name: str) -> None:
    ctp = figure(name)
    assert [(ctp.events[first].label, ctp.events[last].label) for first, last in ctp.transactions] == [("t1", "t2")]


@pytest.mark.parametrize(
    ("golden", "name"),
    [("seed1_figure3", "seed1_figure2"), ("seed2_figure4", "seed2_figure3a"), ("seed2_figure6", "seed2_figure6")],
)
def test_the_cssa_form_is_that_of_the_paper(golden: str, name: str) -> None:
    assert print_cssa(figure(name)) == (FIGURES / f"{golden}.cssa").read_text(encoding="utf-8")


def test_switches_count_from_main_and_up_to_the_failing_check() -> None:
    ctp = figure("seed1_figure1")
    found = explore(ctp).violations
    check = next(iter(found))
    assert switches(ctp, (), None) == 0
    assert switches(ctp, found[check], check) >= 2
    assert switches(ctp, [Move(0), Move(1)], check) == 1
