"""What a thread does while no other one exists has no events unless others see it, and every question stays."""

from pathlib import Path

import pytest

from raddle.model.actions import Acquire, Check
from raddle.model.recorded.from_trace import model_of
from raddle.trace.alone import FOR_EVER, Phase, alone_phases
from raddle.trace.walk_fast import walk_fast
from tests.oracles.enumerated import enumerated
from tests.support.both_walks import alone_by_both
from tests.support.exactness_alone import compared, compared_text
from tests.support.modelled import Subject, modelled_text

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x, y;
static int *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t[64];
static void *add(void *given) { int seen = x; x = seen + 1; return given; }
static void both(void) {
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, add, 0);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
"""


def made(folder: Path, main: str, more: str = "") -> Subject:
    return modelled_text(folder, "program", f"{HEAD}{more}int main(void) {{ {main} return 0; }}\n")


def failing(subject: Subject) -> int:
    return len(enumerated(subject.ctp).violations)


def test_what_happens_before_the_first_thread_is_the_initial_state(tmp_path: Path) -> None:
    sizes = []
    for rounds in (1, 50):
        locked = "pthread_mutex_lock(&m); x = x + i; y = x; pthread_mutex_unlock(&m);"
        work = f"for (int i = 0; i < {rounds}; i++) {{ {locked} }}"
        folder = tmp_path / str(rounds)
        folder.mkdir()
        subject = made(folder, f"{work} x = 0; both(); assert(x + y == {2 + rounds * (rounds - 1) // 2});")
        assert failing(subject) == 1
        sizes.append(len(subject.ctp.events))
    assert sizes[0] == sizes[1]


def test_what_is_read_after_a_join_is_a_term_over_what_the_threads_left(tmp_path: Path) -> None:
    main = "both(); for (int i = 0; i < 9; i++) { y = x; x = y + 1; } assert(x == 11); if (y == 10) y = 3;"
    subject = made(tmp_path, main)
    assert failing(subject) == 1
    assert not any(isinstance(event.action, Acquire) for event in subject.ctp.events)
    assert len(subject.ctp.events) < 30


def test_a_suite_is_as_large_as_its_tests_together(tmp_path: Path) -> None:
    sizes = []
    for tests in (1, 4, 8):
        folder = tmp_path / str(tests)
        folder.mkdir()
        subject = made(folder, "".join("x = 0; both(); assert(x == 2); " for _ in range(tests)))
        checks = [event for event in subject.ctp.events if isinstance(event.action, Check)]
        assert len(checks) == tests
        sizes.append(len(subject.ctp.events))
    assert sizes[2] - sizes[1] == 4 * (sizes[1] - sizes[0]) / 3


def test_a_lock_that_is_held_while_threads_are_created_is_taken(tmp_path: Path) -> None:
    main = "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); both(); pthread_mutex_unlock(&m);"
    subject = made(tmp_path, main)
    taken = [event.action for event in subject.ctp.events if isinstance(event.action, Acquire)]
    assert [subject.ctp.locks[one.lock] for one in taken] == ["m"]


def phases(folder: Path, main: str, more: str = "") -> tuple[Phase, ...]:
    return alone_phases(made(folder, main, more).recording)[0]


def test_main_is_alone_before_the_first_thread_and_when_all_are_joined(tmp_path: Path) -> None:
    first, between, last = phases(tmp_path, "both(); y = x; both(); y = x;")
    assert (first.begin, first.first, between.first, last.first) == (0, True, False, False)
    assert first.end < between.begin < between.end < last.begin
    assert last.end == FOR_EVER


def test_a_thread_that_nobody_joins_goes_on_existing(tmp_path: Path) -> None:
    (first,) = phases(tmp_path, "pthread_create(&t[9], 0, add, 0); pthread_detach(t[9]); both(); y = x;")
    assert first.first


def test_the_thread_of_a_thread_exists_until_it_is_joined(tmp_path: Path) -> None:
    more = "static void *makes(void *given) { pthread_create(&t[5], 0, add, 0); return given; }\n"
    main = "pthread_create(&t[4], 0, makes, 0); pthread_join(t[4], 0); y = x; pthread_join(t[5], 0); y = x;"
    first, last = phases(tmp_path, main, more)
    assert first.first and last.end == FOR_EVER


def test_what_a_symbolic_pointer_frees_may_be_used_behind_it(tmp_path: Path) -> None:
    more = "static void *sets(void *given) { if (x == 1) p = given; return 0; }\n"
    main = (
        "int *a = malloc(4), *b = malloc(4); p = a; *a = 1; *b = 2; x = 1; "
        "pthread_create(&t[0], 0, sets, b); x = 2; x = 1; pthread_join(t[0], 0); "
        "*a = 5; *b = 6; free(p); y = *a + *b;"
    )
    subject = modelled_text(tmp_path, "program", f"{HEAD}{more}int main(void) {{ {main} return 0; }}\n")
    trace = walk_fast(subject.recording)
    alone_by_both(trace)
    whole = model_of(trace, shows_all=True)
    assert {cell.name for cell in subject.ctp.cells} == {cell.name for cell in whole.ctp.cells}


MISUSED = """static void *copies(void *given) { y = y; return given; }
int main(void) {
    both();
    assert(x == 2);
    if (pthread_mutex_trylock(&n) == 0) { y = 7; pthread_mutex_unlock(&m); }
    pthread_create(&t[2], 0, copies, 0);
    pthread_join(t[2], 0);
    return 0;
}
"""


def test_what_was_written_before_a_misuse_was_written_by_nobody_else(tmp_path: Path) -> None:
    text = HEAD + MISUSED
    assert compared_text(text, "misused", tmp_path).disagreements == []
    assert modelled_text(tmp_path, "again", text).ctp.assumptions == ()


@pytest.mark.parametrize("number", range(6))
def test_nothing_else_is_found_than_with_all_events(tmp_path: Path, number: int) -> None:
    assert compared(number, tmp_path).disagreements == []
