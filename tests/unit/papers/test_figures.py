"""The figures of the predictive analysis and the atomicity violations paper, run by brute force, and figure 1 of the
first by both encodings and by `check`."""

import random
from pathlib import Path

import pytest

from raddle.cli import main
from raddle.encode.bound import BOUND
from raddle.encode.encoder import Encoder
from raddle.model.actions import Check, Step
from raddle.model.goals import Fails
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, Refusal, moves_of, run, switches
from raddle.model.text.parse import load_ctp, parse_ctp
from raddle.model.text.print import print_ctp
from raddle.papers.predictive_analysis.cssa import print_cssa
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.papers.predictive_analysis.formula import encode_reference
from raddle.predict.decode import moves_of as decoded_moves
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from tests.oracles.enumerated import enumerated, fewest_preemptions, fewest_switches
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.same_ctp import shape_of

FIGURES = Path(__file__).parents[2] / "figures"
NAMES = sorted(path.stem for path in FIGURES.glob("*.ctp"))


def figure(name: str) -> TraceProgram:
    return load_ctp(FIGURES / f"{name}.ctp")


def violated(ctp: TraceProgram) -> set[str]:
    return {ctp.events[check].label for check in enumerated(ctp).violations}


def follow(ctp: TraceProgram, labels: str) -> Ran | Refusal:
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
    assert isinstance(run(ctp, moves_of(ctp, ctp.observed)), Ran)
    assert len(ctp.observed) == len(ctp.events)
    again = parse_ctp(print_ctp(ctp))
    assert shape_of(again) == shape_of(ctp)
    assert enumerated(again).violations.keys() == enumerated(ctp).violations.keys()


@pytest.mark.parametrize("name", ["seed1_figure1", "seed1_figure2", "seed1_section6"])
def test_the_error_of_seed_1_is_found_with_two_switches_and_one_preemption(name: str) -> None:
    ctp = figure(name)
    assert violated(ctp) == {"t12"}
    assert list(fewest_switches(ctp).values()) == [2]
    assert list(fewest_preemptions(ctp).values()) == [1]


def test_the_erroneous_permutation_of_seed_1_section_2_fails_at_t12() -> None:
    ctp = figure("seed1_figure1")
    result = follow(ctp, "t1 t2 t3 t4 t9 t10 t11")
    assert isinstance(result, Ran)
    assert [ctp.events[check].label for check in Machine(ctp).violated(result.state)] == ["t12"]


def test_the_trace_of_seed_1_section_5_is_infeasible_as_printed() -> None:
    assert follow(figure("seed1_figure1"), "t1 t2 t3 t9 t10 t11") == Refusal(8, "l is zero")


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
    assert isinstance(follow(figure(name), order), Ran) is feasible


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
    found = enumerated(ctp).violations
    check = next(iter(found))
    assert switches(ctp, (), None) == 0
    assert switches(ctp, found[check].moves, check) >= 2
    assert switches(ctp, [Move(0), Move(1)], check) == 1


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_read_has_a_pi_function(profile: str) -> None:
    rng = random.Random(17)
    for _ in range(12):
        ctp = random_ctp(rng, profile)
        text = print_cssa(ctp)
        reads = sum(len(event.action.reads) for event in ctp.events if isinstance(event.action, Step | Check))
        assert text.count("π(") + text.count("π at") == reads


# ---- the predictive analysis paper's figure 1 by the encodings


def error_of_figure_1() -> tuple[TraceProgram, int]:
    ctp = figure("seed1_figure1")
    return ctp, next(event.number for event in ctp.events if event.label == "t12")


def leads_to(ctp: TraceProgram, moves: tuple[Move, ...], check: int) -> bool:
    reached = run(ctp, moves)
    return isinstance(reached, Ran) and check in Machine(ctp).violated(reached.state)


@pytest.mark.parametrize("bound", [None, 2, 3])
def test_our_encoding_finds_the_error_of_figure_1_and_its_witness_runs(bound: int | None) -> None:
    ctp, check = error_of_figure_1()
    encoded = Encoder(ctp).encode(Fails(check), bound)
    answer = default_solver().solve(encoded.query, 30)
    assert isinstance(answer, Sat)
    moves = decoded_moves(encoded, answer)
    assert leads_to(ctp, moves, check)
    assert bound is None or switches(ctp, moves, check) <= bound


@pytest.mark.parametrize("bound", [0, 1])
def test_our_encoding_finds_no_error_of_figure_1_with_one_switch(bound: int) -> None:
    ctp, check = error_of_figure_1()
    assert default_solver().solve(Encoder(ctp).encode(Fails(check), bound).query, 30) == Unsat(frozenset({BOUND}))


def test_for_the_literal_formula_the_main_that_creates_both_threads_is_one_switch_more() -> None:
    ctp, check = error_of_figure_1()
    solver = default_solver()
    for bound in (1, 2):
        assert solver.solve(encode_reference(ctp, check, bound=bound, complete=True), 30) == Unsat(frozenset({BOUND}))
    answer = solver.solve(encode_reference(ctp, check, bound=3, complete=True), 30)
    assert isinstance(answer, Sat)
    assert leads_to(ctp, decode_reference(ctp, check, answer, complete=True), check)


@pytest.mark.parametrize(("bound", "found"), [(1, False), (2, True)])
def test_the_seeds_formula_on_prefixes_finds_the_error_of_figure_1_with_two_switches(bound: int, found: bool) -> None:
    ctp, check = error_of_figure_1()
    answer = default_solver().solve(encode_reference(ctp, check, bound=bound), 30)
    assert isinstance(answer, Sat) is found
    assert not isinstance(answer, Sat) or leads_to(ctp, decode_reference(ctp, check, answer), check)


# ---- by the command


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["check", "--property", "assertions", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_check_finds_nothing_in_figure_1_with_one_switch_and_says_the_bound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = told(capsys, str(FIGURES / "seed1_figure1.ctp"), "--switches", "1")
    assert status == 0
    assert "at most 1 context switch" in " ".join(out.split())


def test_check_finds_the_error_of_figure_1_with_two_switches(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, str(FIGURES / "seed1_figure1.ctp"), "--switches", "2")
    assert status == 1
    assert "seed1_figure1.ctp:20" in out
    assert "2 switches" in out


def test_check_names_the_line_of_a_malformed_trace_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.ctp"
    path.write_text("shared x = 0\nthread A\n  x := 1\n  assert(y == 1)\n")
    status, out, err = told(capsys, str(path))
    assert status == 2
    assert out == ""
    assert "wrong.ctp:4" in err


def hard(threads: int) -> str:
    """Sums that are torn apart in very many ways, and yet never get too large."""
    names = [f"T{number}" for number in range(threads)]
    body = "a := x\nx := a + 3\nb := x\nx := b * 2\n"
    lines = ["shared x: 32 = 1", "thread main", *(f"create({name})" for name in names)]
    lines += [*(f"join({name})" for name in names), f"assert(x < {8 ** (threads + 1)})"]
    return "\n".join([*lines, *(f"thread {name}\n{body}" for name in names)])


def test_a_time_out_is_unknown_and_never_nothing_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hard.ctp"
    path.write_text(hard(6))
    status, out, _ = told(capsys, str(path), "--budget", "0.001")
    assert status == 3
    assert "No interleaving" not in out
    status, out, _ = told(capsys, str(path), "--budget", "0.001", "--format", "json")
    assert status == 3
    assert '"verdict": "unknown"' in out
