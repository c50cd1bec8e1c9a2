"""What is violated at the end of a failing run: assertions, crashes, calls, deadlocks, races, torn blocks."""

from pathlib import Path
from textwrap import dedent

import pytest

from raddle.base.errors import UserError
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Deed, Run
from raddle.replay.memory import memory_outcome
from raddle.replay.outcome import Outcome
from raddle.replay.races import VisibleEvent, race_outcome
from raddle.replay.torn import torn_outcome
from raddle.trace.happens_before import At, HappensBefore
from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.walk_fast import walk_fast
from tests.support.recorded_runs import addresses_hidden, disagreements, failing_recording, failing_run, told

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
"""


def program(text: str) -> str:
    """Its own text begins at line 5."""
    return HEAD.strip("\n") + "\n" + dedent(text).strip("\n")


def violated(run: Run) -> str:
    """Steps by their names."""
    said = str(run.failing.violated)
    for step in reversed(run.steps):
        said = said.replace(f"s{step.number}", run.wording.name(step) or f"s{step.number}")
    return addresses_hidden(said)


def orders(run: Run) -> list[str]:
    return [" before ".join(_said(run, number) for number in pair) for pair in run.failing.orders]


def _said(run: Run, number: int) -> str:
    step = run.steps[number]
    place = run.wording.place(step)
    return f"{run.threads[step.thread]} {step.deed.value} {place.line if place else '-'}"


# ---- in the run itself


ENDINGS = {
    "assertion": ("int x = 2;", "x += 1; assert(x == 2 && !x);", "not(eq(x, 2))"),
    "either": ("int x = 1, y;", "y = x - 1; assert(y == 1 || x == 2);", "all(not(eq(y, 1)), not(eq(x, 2)))"),
    "crash": ("struct s { int a, b; } *q;", "q = x ? malloc(8) : NULL; return q->b;", "eq(q, 0)"),
    "crash at a write": ("int *q;", "q = (int *)(x * 8L); *q = 1;", "eq(q, 0)"),
    "division": ("int d = 3;", "d -= 3; return 12 / d;", "eq(d, 0)"),
    "double free": ("int *q;", "q = malloc(4); free(q); free(q);", "all(eq(q, ADDRESS), not(heap main#1))"),
    "abort": ("int y = 3;", "if (y > 2) abort();", "sgt(y, 2)"),
    "abort in straight code": ("int y = 3;", "y = 4; abort();", "1"),
    "exit": ("int y = 3;", "if (y > 2) exit(4);", "sgt(y, 2)"),
    "own deadlock": ("pthread_mutex_t m;", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "not(eq(m, 0))"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_what_is_wrong_is_said_over_the_variables(tmp_path: Path, name: str) -> None:
    declared, done, expected = ENDINGS[name]
    own = "" if " x" in declared else "int x;"
    run = failing_run(tmp_path, program(f"{own} {declared}\nint main(void) {{ {done} }}"))
    assert violated(run) == expected


def test_the_branch_that_led_to_an_exit_is_its_guard(tmp_path: Path) -> None:
    run = failing_run(tmp_path, program("int y = 3, x;\nint main(void) {\nif (y > 2) {\nx = 4; exit(x); } }"))
    guard = run.failing.guard
    assert guard is not None
    assert run.steps[guard].deed is Deed.CONDITION
    assert str(run.formulas.of(run.steps[guard]).needs) == "sgt(s1, 2)"
    ending = [run.wording.place(step) for step in run.steps[guard + 1 :]]
    assert {place.line for place in ending if place is not None} <= {8}


def test_nothing_behind_the_failure_is_part_of_the_run(tmp_path: Path) -> None:
    text = "int x, y; int main(void) { x = 1; if (x == 1) { y = 2; y = 3; abort(); } }"
    run = failing_run(tmp_path, program(text))
    assert violated(run) == "eq(x, 1)"
    assert [run.wording.name(step) for step in run.steps] == ["", "x", "x"]


def test_a_cxx_assertion_of_two_conditions_is_data(tmp_path: Path) -> None:
    text = "#include <cassert>\nint a = 1, b = 2;\nint main() { b -= 2; assert(a && b); }\n"
    run = failing_run(tmp_path, text, suffix=".cpp")
    assert violated(run) == "not(ite(0, not(eq(b, 0)), eq(a, 0)))"


def test_an_uncaught_exception_is_its_condition(tmp_path: Path) -> None:
    text = '#include <stdexcept>\nint a = 1;\nint main() { a--; if (!a) throw std::runtime_error("none"); }\n'
    run = failing_run(tmp_path, text, suffix=".cpp")
    assert violated(run) == "eq(a, 0)"
    assert run.failing.message.startswith("uncaught std::runtime_error: none")


def test_a_run_that_does_not_fail_is_refused(tmp_path: Path) -> None:
    recording = failing_recording(tmp_path, "int main(void) { return 0; }")
    with pytest.raises(UserError, match="does not fail: it ends with exit 0"):
        run_of_recording(recording)


# ---- deadlocks

CROSSED = program("""
    pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
    void *back(void *arg) {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
        return arg;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, back, NULL);
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
    }
""")
LOST_SIGNAL = program("""
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    void *work(void *arg) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        return arg;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_cond_signal(&c);
        pthread_join(t, NULL);
    }
""")


def test_in_a_deadlock_the_locks_are_not_free(tmp_path: Path) -> None:
    run = failing_run(tmp_path, CROSSED, "main:4 main.1:2")
    assert violated(run) == "all(not(eq(b, 0)), not(eq(a, 0)))"
    assert (run.failing.thread, orders(run)) == (None, [])
    assert told(run, Deed.LOCK).splitlines() == ["3 main 14 lock a = 1", "5 main.1 7 lock b = 2"]


def test_a_thread_that_waits_for_itself_is_told_so_by_the_name_of_its_lock(tmp_path: Path) -> None:
    text = program("""
        struct cache { int size; pthread_mutex_t m; };
        void *add(void *arg) {
            struct cache *cache = arg;
            pthread_mutex_lock(&cache->m);
            pthread_mutex_lock(&cache->m);
            return arg;
        }
        int main(void) {
            pthread_t t;
            struct cache c = { 0, PTHREAD_MUTEX_INITIALIZER };
            pthread_create(&t, NULL, add, &c);
            pthread_join(t, NULL);
        }
    """)
    failing = failing_run(tmp_path, text).failing
    assert failing.message.startswith("deadlock: main.1 waits for lock c.m, which it holds itself")
    assert failing.waits[-1].what == "lock c.m, which it holds itself"
    assert failing.place == failing.waits[-1].place is not None


def test_a_deadlock_is_reached_by_what_led_each_thread_to_its_wait(tmp_path: Path) -> None:
    branching = CROSSED.replace("lock(&b);\n    pthread", "lock(&b);\n    if (way) pthread")
    text = branching.replace("pthread_mutex_t a", "int way = 1;\npthread_mutex_t a")
    run = failing_run(tmp_path, text, "main:4 main.1:3")
    (condition,) = [step for step in run.steps if step.deed is Deed.CONDITION]
    locks = [step.number for step in run.steps if step.deed is Deed.LOCK]
    assert set(run.failing.around) == {0, condition.number, *locks}
    assert condition.thread == 1
    assert run.failing.guard is None


def test_a_signal_that_nobody_waited_for_came_too_early(tmp_path: Path) -> None:
    run = failing_run(tmp_path, LOST_SIGNAL)
    assert violated(run) == "1"
    assert orders(run) == ["main other 15 before main.1 unlock 9"]


# ---- what a run is stopped at, or would have to be


def _event(recording: Recording, at: At) -> VisibleEvent:
    thread = walk_fast(recording, keep_private=True).threads[at.thread]
    return VisibleEvent(thread.path, int(thread.events["index"][at.row]))


def explained(recording: Recording, expected: Outcome) -> Run:
    run = run_of_recording(recording, expected)
    assert list(disagreements(run)) == []
    return run


RACING = program("""
    int hits, other;
    void *work(void *arg) {
        hits++;
        other = 2;
        return arg;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        int seen = hits;
        pthread_join(t, NULL);
        return other;
    }
""")


def test_a_race_is_the_order_of_its_accesses(tmp_path: Path) -> None:
    recording = failing_recording(tmp_path, RACING)
    race = HappensBefore(walk_fast(recording, keep_private=True)).races()[0]
    pair = _event(recording, race.first), _event(recording, race.second)
    run = explained(recording, race_outcome(pair, (None, None)))
    assert orders(run) == ["main read 14 before main.1 write 7"]
    assert (violated(run), run.failing.message, run.steps[-1].deed) == ("1", "data race on hits", Deed.WRITE)


def test_a_torn_block_is_two_orders(tmp_path: Path) -> None:
    text = RACING.replace("int seen = hits;", "hits = 9;")
    recording = failing_recording(tmp_path, text, "main:3 main.1:2 main:4 main.1:4")
    first, there, last = VisibleEvent("main.1", 1), VisibleEvent("main", 3), VisibleEvent("main.1", 2)
    run = explained(recording, torn_outcome((first, there, there, last), (None,) * 4))
    assert orders(run) == ["main.1 read 7 before main write 14", "main write 14 before main.1 write 7"]
    assert run.failing.message == "main writes hits between what main.1 does at line 7, which is to be atomic"
    assert run.steps[-1].thread == 1


def test_what_the_run_does_not_show_is_refused(tmp_path: Path) -> None:
    recording = failing_recording(tmp_path, RACING)
    pair = VisibleEvent("main", 1), VisibleEvent("main.1", 0)
    with pytest.raises(UserError, match="does not show what is expected of it"):
        run_of_recording(recording, race_outcome(pair, (None, None)))


FREED = program("""
    int *cell;
    void *drop(void *arg) {
        free(cell);
        return arg;
    }
    int main(void) {
        pthread_t t;
        cell = malloc(4);
        int *mine = cell;
        pthread_create(&t, NULL, drop, NULL);
        pthread_join(t, NULL);
        return *mine;
    }
""")
INDEX = program("""
    int table[4], next = 3, value;
    int main(void) {
        next++;
        value = table[next];
        return 0;
    }
""")


def _fault(recording: Recording) -> Outcome:
    trace = walk_fast(recording, keep_private=True)
    return memory_outcome(trace, MemoryFaults(trace).found()[0], None)


def test_what_is_used_after_it_was_given_back_is_not_alive(tmp_path: Path) -> None:
    recording = failing_recording(tmp_path, FREED)
    run = explained(recording, _fault(recording))
    assert violated(run) == "all(eq(mine, ADDRESS), not(heap main#1))"
    assert orders(run) == ["main.1 free 7 before main read 16"]


def test_an_index_is_out_of_bounds(tmp_path: Path) -> None:
    recording = failing_recording(tmp_path, INDEX)
    run = explained(recording, _fault(recording))
    assert violated(run) == "sge(next, 4)"
    assert orders(run) == []
