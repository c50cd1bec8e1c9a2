"""From recordings of real runs that failed: why they failed, and the story of it."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.capture.control import Control
from raddle.capture.run import Output
from raddle.replay.schedule import parse_schedule
from raddle.report.failure import with_all_memory
from raddle.report.result import Finding, Result, Stats
from raddle.report.story import failure_of, story_of
from raddle.report.text import text_of
from raddle.testing.runs import RecordOrder, Sources, build, load_trace, record
from raddle.trace.walk import Trace

ROOT = Path(__file__).parents[3]
pytestmark = [pytest.mark.native, pytest.mark.compiler]

TWO_ADDERS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
static TYPE x;
static void *add(void *arg) { (void)arg; TYPE r = x; x = r + 1; return NULL; }
int main(int argc, char **argv) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    switch (argc > 1 ? atoi(argv[1]) : 0) {
PROPERTIES
    }
    return 0;
}
"""
PROPERTIES = {
    "assert(x == 2)": "x == 2 fails: x is 1",
    "assert(x > 0 && x * 2 == 4)": "x > 0 && x * 2 == 4 fails: x is 1",
    "r = x + x; assert(r == 4)": "r == 4 fails: x is 1",
    "if (x != 2) abort()": "abort() is called because x != 2: x is 1",
    'if (x < 2) assert(!"lost")': 'assert(!"lost") is reached because x < 2: x is 1',
    "__VERIFIER_assert(x == 2)": "reach_error() is called because x != 2: x is 1 (called from main, adders.c:21)",
    "return x != 2": "exit status 1",
}
FIRST_LINE = 16
LOST_UPDATE = "main:5 main.1:2 main.2:4"


def failing_run(program: Path, schedule: str, folder: Path, *arguments: str) -> Trace:
    order = RecordOrder(
        Sources((program,)) if program.suffix == ".c" else program,
        folder / "run.rdl",
        arguments=arguments,
        control=Control(segments=parse_schedule(schedule).segments),
        output=Output.CAPTURED,
    )
    record(order, lambda note: None)
    return load_trace(folder / "run.rdl")


def spell_adders(properties: Iterable[str], type_: str = "int") -> str:
    cases = [f"    case {number}: {{ TYPE r = 0; (void)r; {said}; break; }}" for number, said in enumerate(properties)]
    return TWO_ADDERS.replace("PROPERTIES", "\n".join(cases)).replace("TYPE", type_)


@pytest.fixture(scope="module")
def adders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("adders") / "adders.c"
    source.write_text(spell_adders(PROPERTIES))
    return build(Sources((source,)), lambda note: None)


@pytest.mark.parametrize("number", range(len(PROPERTIES)), ids=list(PROPERTIES))
def test_the_failure_is_told_in_the_words_of_the_program(number: int, adders: Path, tmp_path: Path) -> None:
    property_, message = list(PROPERTIES.items())[number]
    trace = failing_run(adders, LOST_UPDATE, tmp_path, str(number))
    place, said = failure_of(trace)
    assert said == message
    if "assert(x" in property_ and not property_.startswith("__"):
        assert place is not None and (place.line, place.function) == (FIRST_LINE + number, "main")
    assert story_of(trace, None)[-1].deed in (message.partition(": ")[0], f"assert {message.partition(': ')[0]}")


def test_floating_point_is_told_in_its_own_numbers(tmp_path: Path) -> None:
    source = tmp_path / "adders.c"
    source.write_text(spell_adders(["if (x == 1.0) abort()"], "double"))
    _, said = failure_of(failing_run(source, LOST_UPDATE, tmp_path))
    assert said == "abort() is called because x == 1.0: x is 1.0"


def test_a_deadlock_names_who_waits_for_whom(tmp_path: Path) -> None:
    program = ROOT / "tests" / "explore" / "locks_opposite_order.c"
    trace = failing_run(program, "main:5 main.1:2 main.2:2", tmp_path)
    assert "main.1 waits for lock b, held by main.2; main.2 waits for lock a, held by main.1" in failure_of(trace)[1]
    assert [line.deed for line in story_of(trace, None)][-2:] == [
        "wait for lock b, held by main.2",
        "wait for lock a, held by main.1",
    ]


def test_a_crash_is_placed_at_the_access_that_nothing_answers(tmp_path: Path) -> None:
    program = ROOT / "tests" / "programs" / "crash_segv_race.c"
    place, said = failure_of(failing_run(program, "main:5 main.1:2 main.2:2", tmp_path))
    assert said == "null pointer: read of address 0x0 (killed by SIGSEGV)"
    assert place is not None and (place.line, place.function) == (13, "user")


def test_the_whole_report_of_a_real_failing_run(tmp_path: Path) -> None:
    """The golden is meant to be read. The path of the source is not in it: it depends on where the tests run."""
    trace = failing_run(ROOT / "examples" / "bank_account.c", "main:5 main.1:4 main.2:9", tmp_path)
    place, message = failure_of(trace)
    assert place is not None
    found = Finding(
        "assertion",
        "confirmed",
        replace(place, file="bank_account.c"),
        message,
        story=story_of(trace, None),
        threads=3,
        switches=4,
    )
    text = text_of(Result("bank_account", (found,), (), (), stats=Stats(threads=3)))
    golden = ROOT / "tests" / "goldens" / "report_lost_update.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_only_what_is_relevant_is_told_with_what_the_failing_condition_read(adders: Path, tmp_path: Path) -> None:
    trace = failing_run(adders, LOST_UPDATE, tmp_path, "0")
    lines = story_of(trace, frozenset({("main.1", 2)}))
    assert [(line.thread, line.deed) for line in lines] == [
        ("main", "create main.1 (add)"),
        ("main.1", "write x = (x + 1) = 1"),
        ("main", "join main.1 and main.2"),
        ("main", "read x = 1"),
        ("main", "assert x == 2 fails"),
    ]


def test_a_run_that_fails_before_anything_is_shared_still_tells_the_values(tmp_path: Path) -> None:
    source = ROOT / "tests" / "predict" / "assert_conjunction.c"
    trace = failing_run(source, "main:4 main.2:6", tmp_path)
    assert failure_of(trace)[1] == "a == 1 && b == 1 fails"
    whole = with_all_memory(trace)
    assert failure_of(whole)[1] == "a == 1 && b == 1 fails: a is 0"
    deeds = [line.deed for line in story_of(whole, frozenset())]
    assert deeds == ["create main.2 (reader)", "read a = 0", "assert a == 1 && b == 1 fails"]


def test_repetitions_and_threads_created_in_a_loop_are_told_once(tmp_path: Path) -> None:
    source = tmp_path / "many.c"
    source.write_text("""
#include <assert.h>
#include <pthread.h>
static int x;
static void *set(void *arg) { (void)arg; for (int i = 0; i < 5; i++) x = 1; return NULL; }
int main(void) {
    pthread_t t[5];
    for (int i = 0; i < 5; i++) pthread_create(&t[i], NULL, set, NULL);
    for (int i = 0; i < 5; i++) pthread_join(t[i], NULL);
    assert(x == 0);
    return 0;
}
""")
    lines = story_of(failing_run(source, "", tmp_path), None)
    deeds = [line.deed for line in lines]
    assert deeds[0] == "create main.1, main.2 and 3 more (set)"
    assert deeds.count("write x = 1 (5 times)") == 5
    assert deeds[-3:] == ["join main.5", "read x = 1", "assert x == 0 fails"]
