"""Programs whose threads wait in loops: how much is recorded of them, what is found, and what is said where a run does
not end. tests/campaigns/spinning.py compares the findings for hundreds of random ones."""

import json
import re
from pathlib import Path

import pytest

from raddle.capture.control import Control, DefaultPolicy, FirstPolicy, LastPolicy, Policy, RandomPolicy
from raddle.capture.run import Output
from raddle.testing.runs import RecordOrder, Sources, build, record
from raddle.trace.recorded import Recording
from raddle.verify.options import QUANTUM
from tests.campaigns.spinning import compared
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAMS = Path(__file__).parents[1] / "spinning"
SPINNING = {
    "spsc_ring.c": (),
    "spsc_ring.c of 40": ("-DITEMS=40",),
    "spinning_pool.c": (),
    "ticket_lock.c": (),
    "flag_loop.c": (),
}
MOST_TIMES_USEFUL = 3
"""The fewest events of a run in some order are all useful in it."""
LONG = 100_000


def run(program: Path, folder: Path, policy: Policy) -> Recording:
    control = Control(policy=policy, quantum=QUANTUM, events=LONG)
    order = RecordOrder(program, folder / "run.rdl", control=control, output=Output.CAPTURED)
    return record(order, lambda _: None)


def marked(source: Path, mark: str) -> dict[str, set[int]]:
    """By thread the lines that say so of it."""
    found = dict[str, set[int]]()
    for number, line in enumerate(source.read_text().splitlines(), 1):
        for thread in re.findall(rf"{mark} (main[.\d]*)", line):
            found.setdefault(thread, set()).add(number)
    return found


@pytest.mark.parametrize("name", SPINNING)
def test_waiting_adds_little_to_what_is_recorded(name: str, tmp_path: Path) -> None:
    program = build(Sources((PROGRAMS / name.split(maxsplit=1)[0],), SPINNING[name]), lambda _: None)
    fair = run(program, tmp_path, DefaultPolicy())
    assert fair.outcome == "exit"
    threads = [thread.path for thread in fair.threads]
    orders = [*map(FirstPolicy, threads), *map(LastPolicy, threads), *map(RandomPolicy, range(5))]
    runs = [run(program, tmp_path, policy) for policy in orders]
    assert {one.outcome for one in runs} == {"exit"}
    assert max(one.events for one in (fair, *runs)) <= MOST_TIMES_USEFUL * min(one.events for one in (fair, *runs))


@pytest.mark.parametrize("name", ["livelock.c", "sleeping_for_ever.c"])
def test_a_run_in_which_nobody_gets_on_is_ended_and_says_who_is_where(name: str, tmp_path: Path) -> None:
    said = raddle("check", PROGRAMS / name, cwd=tmp_path)
    told = " ".join(said.out.split())
    assert said.status == 3, said.out
    assert "livelock" in told
    assert "Found" not in told
    for mark, verb in (("SPINS", "loops"), ("WAITS", "waits")):
        for thread, lines in marked(PROGRAMS / name, mark).items():
            place = re.search(rf"{re.escape(thread)} {verb} at \S*{re.escape(name)}:(\d+)", told)
            assert place is not None, (thread, told)
            assert int(place[1]) in lines


def test_a_run_that_waits_in_the_kernel_is_ended_within_its_share_of_the_budget(tmp_path: Path) -> None:
    said = raddle("check", "--budget", "6", PROGRAMS / "paused.c", cwd=tmp_path)
    told = " ".join(said.out.split())
    assert said.status == 3
    assert "the run was ended at its time limit" in told
    for thread, lines in marked(PROGRAMS / "paused.c", "WAITS").items():
        place = re.search(rf"{re.escape(thread)} (?:stands|waits) at \S*paused.c:(\d+)", told)
        assert place is not None, (thread, told)
        assert int(place[1]) in lines


def test_a_thread_that_the_fair_run_starves_is_seen_in_another_order(tmp_path: Path) -> None:
    source = PROGRAMS / "starved_consumer.c"
    lines = [number for number, line in enumerate(source.read_text().splitlines(), 1) if "RACE!" in line]
    said = raddle("check", "--format", "json", source, cwd=tmp_path)
    assert said.status == 1, said.out
    races = [json.dumps(one) for one in json.loads(said.out)["findings"] if one["kind"] == "data-race"]
    assert any(all(f'"line": {line}' in race for line in lines) for race in races), races


def test_a_failure_of_another_order_is_a_finding(tmp_path: Path) -> None:
    source = PROGRAMS / "fails_in_another_order.c"
    line = next(number for number, text in enumerate(source.read_text().splitlines(), 1) if "FAILS" in text)
    said = raddle("check", source, cwd=tmp_path)
    assert said.status == 1, said.out
    assert f"fails_in_another_order.c:{line}: " in said.out
    assert "CONFIRMED" in said.out
    (witness,) = tmp_path.glob("*.witness")
    assert raddle("replay", witness, cwd=tmp_path).status == 0
    assert raddle("check", "--recorded", source, cwd=tmp_path).status == 0


def test_only_the_recorded_paths_are_one_run(tmp_path: Path) -> None:
    source, count = PROGRAMS / "starved_consumer.c", "echo run >> runs"
    assert raddle("check", "--recorded", "--before", count, source, cwd=tmp_path).status == 0
    assert len((tmp_path / "runs").read_text().splitlines()) == 1
    (tmp_path / "runs").unlink()
    raddle("check", "--before", count, source, cwd=tmp_path)
    assert len((tmp_path / "runs").read_text().splitlines()) > 3


def test_a_schedule_that_the_user_chose_is_the_only_first_run(tmp_path: Path) -> None:
    said = raddle("check", "--seed", "4", PROGRAMS / "starved_consumer.c", cwd=tmp_path)
    assert "of the first runs" not in said.out


@pytest.mark.parametrize("name", ["flag_loop.c", "ticket_lock.c", "starved_consumer.c"])
def test_the_same_command_gives_the_same_report(name: str, tmp_path: Path) -> None:
    reports = set()
    for _ in range(3):
        said = raddle("check", "--property", "races,deadlocks,assertions", PROGRAMS / name, cwd=tmp_path)
        reports.add(re.sub(r"\d+(\.\d+)?\s+s\b", "S s", said.out))
        for witness in tmp_path.glob("*.witness"):
            witness.unlink()
    assert len(reports) == 1, reports


@pytest.mark.parametrize("seed", range(3))
def test_findings_do_not_depend_on_how_long_threads_spin(seed: int) -> None:
    trouble, _, _ = compared(seed)
    assert not trouble


def test_the_run_that_is_kept_is_the_one_that_was_predicted_on(tmp_path: Path) -> None:
    """Also where a later one of the first runs fails."""
    source = PROGRAMS / "failing_in_the_last_order.c"
    kept = tmp_path / "kept.rdl"
    report = raddle("check", source, "--keep", kept, "--property", "assertions", cwd=tmp_path)
    assert report.status == 1
    assert "of the first runs one in another order executed more" in " ".join(report.out.split())
    (executed,) = (n for n, line in enumerate(source.read_text().splitlines(), 1) if "EXECUTED" in line)
    assert f"{source.name}:{executed}" in raddle("show", kept).out
