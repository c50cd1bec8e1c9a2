"""The nearest schedule under which the real program passes, and how that run differs from the one that failed."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.explain.contrast.budget import Budget
from raddle.explain.contrast.difference import NothingPassed, contrast_of
from raddle.explain.contrast.nearest import Passing, nearest_passing, operations_of
from raddle.replay.order import ReplayOrder, replay_request
from raddle.replay.outcome import has_failed
from raddle.replay.replay import Confirmed, ReplayRequest, replay
from raddle.replay.schedule import parse_schedule
from raddle.report.explanation import Contrast
from raddle.testing.runs import RecordOrder, Sources, build, load_trace, record
from raddle.trace.walk import Trace
from tests.support.command import raddle, source
from tests.support.nearest_oracle import fewest_flips

pytestmark = [pytest.mark.native, pytest.mark.compiler]

MAIN = """
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(%s);
    return 0;
}
"""
LOST_UPDATE = (
    """#include <assert.h>
int x;
void *first(void *arg) {
    x = x + 1;
    return arg;
}
void *second(void *arg) {
    int seen = x;
    x = seen + 1;
    return arg;
}
"""
    + MAIN % "x == 2"
)
STALE_FLAG = (
    """#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used, flushed, full;
void append(int many) {
    if (full) { // the branch
        pthread_mutex_lock(&lock);
        flushed += used; // the flush
        used = 0;
        full = 0;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    used += many;
    if (used >= 3)
        full = 1; // the flag
    pthread_mutex_unlock(&lock);
}
void *first(void *arg) { append(3); return arg; }
void *second(void *arg) { append(2); return arg; }
"""
    + MAIN % "used <= 3"
)
TOO_EARLY = (
    """#include <assert.h>
int *buffer, got;
void *first(void *arg) {
    buffer = malloc(sizeof *buffer); // sets
    *buffer = 7;
    return arg;
}
void *second(void *arg) {
    got = *buffer; // uses
    return arg;
}
"""
    + MAIN % "1"
)
DEADLOCK = (
    """#include <assert.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *first(void *arg) {
    pthread_mutex_lock(&a); // first of one
    pthread_mutex_lock(&b); // second of one
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
void *second(void *arg) {
    pthread_mutex_lock(&b); // first of the other
    pthread_mutex_lock(&a); // second of the other
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
"""
    + MAIN % "1"
)
SEQUENTIAL = (
    """#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;
void *first(void *arg) {
    pthread_mutex_lock(&lock);
    x = x + 2;
    pthread_mutex_unlock(&lock);
    return arg;
}
void *second(void *arg) { return first(arg); }
"""
    + MAIN % "x == 2"
)


TORN = (
    """#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;
int get(void) { pthread_mutex_lock(&lock); int seen = balance; pthread_mutex_unlock(&lock); return seen; }
void set(int now) { pthread_mutex_lock(&lock); balance = now; pthread_mutex_unlock(&lock); }
void add(int more) { set(get() + more); }
void *first(void *arg) { add(1); return arg; }
void *second(void *arg) { add(2); return arg; }
"""
    + MAIN % "1"
)
FREED = (
    """#include <assert.h>
int *memory, got;
void *first(void *arg) { free(memory); return arg; } // frees
void *second(void *arg) { got = *memory; return arg; } // uses
__attribute__((constructor)) void begin(void) { memory = malloc(sizeof *memory); }
"""
    + MAIN % "1"
)

POSTS_FIRST = """#include <assert.h>
#include <semaphore.h>
int part[3], sum;
sem_t done;
void *work(void *arg) {
    int i = *(int *)arg;
    sem_post(&done);
    part[i] = (i + 1) * 10;
    return arg;
}
int main(void) {
    pthread_t t[3];
    int id[3];
    sem_init(&done, 0, 0);
    for (int i = 0; i < 3; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, work, &id[i]);
    }
    for (int i = 0; i < 3; i++) sem_wait(&done);
    for (int i = 0; i < 3; i++) sum += part[i];
    assert(sum == 60);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
"""


def line_of(program: str, mark: str) -> int:
    """In the file that `source` makes."""
    return next(number for number, line in enumerate(program.split("\n"), 4) if mark in line)


def failing(folder: Path, text: str, before: str | None = None) -> tuple[ReplayRequest, Trace]:
    """How to run it again, and the first run by chance that fails."""
    program = build(Sources((source(folder, text),)), lambda note: None)
    for seed in range(200):
        control = Control(policy=RandomPolicy(seed))
        order = RecordOrder(program, folder / "run.rdl", control=control, output=Output.CAPTURED, before=before)
        if has_failed(record(order, lambda note: None)):
            request = replay_request(ReplayOrder(folder / "run.rdl"), folder / "replay.rdl", lambda note: None)
            return request, load_trace(folder / "run.rdl")
    raise AssertionError("no run failed")


def contrast(folder: Path, text: str, before: str | None = None) -> Contrast:
    found = contrast_of(*failing(folder, text, before), Budget(seconds=60))
    assert isinstance(found, Contrast), str(found)
    return found


def test_a_lost_update_is_contrasted_with_one_thread_after_the_other(tmp_path: Path) -> None:
    found = contrast(tmp_path, LOST_UPDATE)
    assert [one.about for one in found.flips] == ["x"]
    assert not found.more_flips
    assert ("x = 1", "x = 2") in [(turn.failing, turn.passing) for turn in found.turns]
    assert not found.only_passing
    assert not found.only_failing


def test_a_branch_that_is_not_taken_is_named_with_the_lines_behind_it(tmp_path: Path) -> None:
    found = contrast(tmp_path, STALE_FLAG)
    branch, flush, flag = (line_of(STALE_FLAG, mark) for mark in ("// the branch", "// the flush", "// the flag"))
    assert any(turn.place and turn.place.line == branch and "full == 0" in turn.failing for turn in found.turns)
    assert any(turn.place and turn.place.line == branch and "full != 0" in turn.passing for turn in found.turns)
    assert flush in [row.place.line for row in found.only_passing if row.place]
    assert not found.only_failing
    assert (f"test.c:{branch}", f"test.c:{flag}", "full") in [
        (one.earlier.split()[1], one.later.split()[1], one.about) for one in found.flips
    ]


def test_what_the_failing_run_did_not_come_to_counts_as_later(tmp_path: Path) -> None:
    found = contrast(tmp_path, TOO_EARLY)
    uses, sets = line_of(TOO_EARLY, "// uses"), line_of(TOO_EARLY, "// sets")
    assert [(one.earlier, one.later, one.about) for one in found.flips] == [
        (f"main.2 test.c:{uses}", f"main.1 test.c:{sets} (not reached)", "buffer")
    ]
    assert ("buffer = NULL", "buffer = heap main.1#1") in [(turn.failing, turn.passing) for turn in found.turns]
    assert not found.only_passing  # that the others went on is no difference: the run was over


def test_a_deadlock_is_contrasted_by_who_gets_a_lock_first(tmp_path: Path) -> None:
    found = contrast(tmp_path, DEADLOCK)
    assert len(found.flips) == 1
    lines = {one.split(":")[1] for one in (found.flips[0].earlier, found.flips[0].later)}
    ways = [("first of one", "second of the other"), ("first of the other", "second of one")]
    assert lines in [{str(line_of(DEADLOCK, f"// {mark}")) for mark in way} for way in ways]


def checked(folder: Path, text: str, *words: str) -> Passing:
    """The nearest to the run of the only witness that `check` writes."""
    assert raddle("check", "--no-explain", *words, source(folder, text), cwd=folder).status == Exit.FINDING
    (witness,) = folder.glob("*.witness")
    request = replay_request(ReplayOrder(witness), folder / "replay.rdl", lambda note: None)
    assert isinstance(replay(request), Confirmed)
    found = nearest_passing(request, operations_of(load_trace(folder / "replay.rdl")), Budget(seconds=60))
    assert isinstance(found, Passing)
    return found


def test_a_torn_block_is_contrasted_with_a_run_in_which_no_thread_tears_it(tmp_path: Path) -> None:
    found = checked(tmp_path, TORN, "--property", "atomicity", "--atomic", "add")
    adding = [one.thread for one in found.operations.each if one.kind == "lock"]
    assert adding in ([1, 1, 2, 2], [2, 2, 1, 1])


def test_a_use_of_freed_memory_is_contrasted_with_one_before_it_is_freed(tmp_path: Path) -> None:
    found = checked(tmp_path, FREED, "--property", "memory")
    uses, frees = line_of(FREED, "// uses"), line_of(FREED, "// frees")
    place_of = found.operations.trace.program.place_of
    lines = [place.line for one in found.operations.each if (place := place_of(one.site)) is not None]
    assert lines[::-1].index(uses) > lines[::-1].index(frees)


def test_a_sequential_bug_fails_under_every_schedule(tmp_path: Path) -> None:
    found = contrast_of(*failing(tmp_path, SEQUENTIAL), Budget(runs=1000, seconds=100))
    assert isinstance(found, NothingPassed)
    assert found.all_kinds
    assert found.tried > 2


def test_one_thread_alone_has_no_other_schedule(tmp_path: Path) -> None:
    found = contrast_of(
        *failing(tmp_path, "#include <assert.h>\nint main(int c, char **v) { assert(c > 1); }"), Budget()
    )
    assert isinstance(found, NothingPassed)
    assert found.tried == 0


def test_a_run_without_interruptions_that_passes_is_not_missed(tmp_path: Path) -> None:
    program = build(Sources((source(tmp_path, POSTS_FIRST),)), lambda note: None)
    control = Control(segments=parse_schedule("main:10 main.3:3 main.2:3 main.1:3 main:25").segments)
    order = RecordOrder(program, tmp_path / "run.rdl", control=control, output=Output.CAPTURED)
    assert has_failed(record(order, lambda note: None))
    request = replay_request(ReplayOrder(tmp_path / "run.rdl"), tmp_path / "replay.rdl", lambda note: None)
    found = contrast_of(request, load_trace(tmp_path / "run.rdl"), Budget(seconds=60))
    assert isinstance(found, Contrast), str(found)
    assert sorted(one.about for one in found.flips) == ["part[0]", "part[1]", "part[2]"]


def test_a_budget_is_kept_and_told(tmp_path: Path) -> None:
    found = contrast_of(*failing(tmp_path, SEQUENTIAL), Budget(runs=3, seconds=100))
    assert found == NothingPassed(3, is_cut=True)
    assert str(found).startswith("open: the budget ended after 3 other schedules")


def test_work_is_counted_by_events_and_where_it_ends_nothing_is_said_of_threads(tmp_path: Path) -> None:
    found = contrast_of(*failing(tmp_path, SEQUENTIAL), Budget(seconds=0.1))
    assert isinstance(found, NothingPassed) and found.is_cut
    assert "nothing to do with" not in str(found)


def test_the_world_is_put_back_before_each_run(tmp_path: Path) -> None:
    made = tmp_path / "made"
    once = f'''#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) void once(void) {{
    if (open("{made}", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) _exit(9);
}}
'''
    assert contrast(tmp_path, once + LOST_UPDATE, before=f"rm -f {made}").flips


@pytest.mark.parametrize("text", [LOST_UPDATE, STALE_FLAG, TOO_EARLY, DEADLOCK])
def test_no_schedule_at_all_passes_with_fewer_flips(text: str, tmp_path: Path) -> None:
    request, trace = failing(tmp_path, text)
    operations = operations_of(trace)
    found = nearest_passing(request, operations, Budget(seconds=60))
    assert isinstance(found, Passing)
    assert request.expected is not None
    assert found.flips == fewest_flips(load_image(request.image.path), operations, request.expected, tmp_path)


def test_the_schedule_that_is_told_makes_the_program_pass_again(tmp_path: Path) -> None:
    request, trace = failing(tmp_path, STALE_FLAG)
    found = nearest_passing(request, operations_of(trace), Budget(seconds=60))
    assert isinstance(found, Passing)
    order = ReplayOrder(request.image.path, schedule=found.schedule, stdin=b"")
    result = replay(replay_request(order, tmp_path / "again.rdl", lambda note: None))
    assert isinstance(result, Confirmed)
    assert str(result.seen) == "exit 0"
