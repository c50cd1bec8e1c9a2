"""Local states of threads: which visits are equal, which are not, and where nothing is said."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from raddle.trace.local_states import LocalState, LocalStates, states_of
from raddle.trace.recorded import Recording
from raddle.trace.state_emitter import StateEmitter
from raddle.trace.state_walk import StateWalk
from raddle.trace.streams import Streams
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast
from tests.support.modelled import recorded
from tests.support.random_branching import branching_text
from tests.support.same_futures import differing_futures, runs_of

pytestmark = pytest.mark.compiler

HEAD = """#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int written_by_name;
static int s, k, x, y, go;
static void *share(void *arg) { s = k = x = y = 0; return arg; }
"""
# Each is called twice from one place, with s = 0 and then with s = 1. One block is come to in several ways.
ONCE_AND_AGAIN = {
    "shared_only": "if (s) x = 1; y = 2;",
    "live_local": "int l = 0; if (s) { x = 1; l++; } y = l;",
    "dead_local": "int l = 0; if (s) { x = l; l++; } y = 2;",
    "overwritten_local": "int l = 0; if (s) { x = l; l++; } l = 5; y = l;",
    "held_term": "int l = s; if (l) x = 1; y = l;",
    "array": "int t[4] = {0, 1, 2, 3}; if (s) t[1] = 7; y = t[k & 3];",
    "array_as_before": "int t[4] = {0, 1, 2, 3}; if (s) t[1] = 1; y = t[k & 3];",
    "bytes_or_words": "union { long l; char c[8]; } u; if (s) u.l = 0; else memset(u.c, 0, 8); y = u.c[k & 7];",
    "left_frame": "inner(s); if (s) x = 1; y = 2;",
    "returned": "int l = inner(s); if (s) x = 1; y = l;",
    "printed": 'if (s) printf("%d\\n", 1); y = 2;',
    "one_way_or_the_other": "switch (s) { case 1: x = 1; break; default: y = 1; } y = 2;",
    "given_to_a_library": 'wchar_t l = 0; if (s) x = 1; mbtowc(&l, "7", 1); y = l;',
    "wide": "long double l = s; if (s) x = 1; y = l > 0;",
    "jumped_to": "static jmp_buf back; if (!setjmp(back)) y = 1; if (s) x = 1; y = 2;",
    # from here on each leaves something behind
    "thread_local": "static __thread int own; if (s) own = 1; y = 2;",
    "static_local": "static int kept; if (s) kept = 1; y = 2;",
    "specific": "if (s) pthread_setspecific(key, &k); y = 2;",
    "library": "if (s) srand(1); y = 2;",
    "assembly": 'if (s) __asm__("movl $1, written_by_name"); y = 2;',
    "idle": 'if (s) __asm__ volatile("pause; nop" ::: "memory"); y = 2;',
    "input": "if (s) rand(); y = 2;",
    "allocated": "if (s) free(malloc(8)); y = 2;",
    "freed": "if (s) free(block); y = 2;",
    "resized": "if (s) larger = realloc(larger, 16); y = 2;",
    "detached": "if (s) pthread_detach(other); y = 2;",
    "deeper": "if (s) pthread_mutex_lock(&again); y = 2;",
    "written_unseen": 'static int n; n = 0; sscanf("7", "%d", &n); if (s) n = 0; y = 2;',
    "created": "if (s) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0); s = 1; k = 1; } y = 2;",
}
EQUAL = frozenset(
    ("shared_only", "dead_local", "overwritten_local", "array_as_before", "bytes_or_words", "left_frame", "printed")
) | {"one_way_or_the_other", "idle"}
SILENT = frozenset({"wide", "jumped_to"})
# The same, where the program looks at errno.
WITH_ERRNO = {
    "failed_both_times": "sem_trywait(&none); if (s) x = 1; y = 2;",
    "overwritten": "if (s) { sem_trywait(&none); errno = 0; } else errno = 0; y = 2;",
    "before_or_behind": "if (s) { errno = 0; sem_trywait(&none); } else { sem_trywait(&none); errno = 0; } y = 2;",
    "no_memory": "errno = 0; if (s) free(malloc(most)); y = 2;",
    "by_a_library": 'errno = 0; strtol("9999999999999999999999", 0, 10); if (s) errno = 0; y = 2;',
    "output": 'errno = 0; if (s) printf("%d\\n", 1); y = 2;',
}
EQUAL_WITH_ERRNO = frozenset({"failed_both_times", "overwritten"})
GLOBALS = """static pthread_key_t key;
static char *block, *larger;
static volatile unsigned long most = 1ul << 62;
static sem_t none;
static pthread_t other;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int inner(int n) { int t[2] = {0, 0}; t[n] = n; return t[n]; }
"""


@dataclass(frozen=True)
class Walked:
    recording: Recording
    trace: Trace

    @cached_property
    def threads(self) -> dict[str, LocalStates]:
        shared = frozenset(self.trace.shared.tolist())
        found = {}
        for thread in self.recording.threads:
            found[thread.path] = states_of(self.trace.program, self.recording, thread, shared, self.trace.blocks)
        return found

    def within(self, function: str, thread: str = "main") -> list[LocalState]:
        """Where that function is the innermost."""
        by_entry = self.trace.program.function_by_entry
        return [
            state
            for state in self.threads[thread].states
            if by_entry[_frames(state)[-1][0]].function.name == f"@{function}"
        ]


def _frames(state: LocalState) -> tuple[tuple[int, ...], ...]:
    assert isinstance(state.where, tuple)
    frames: tuple[tuple[int, ...], ...] = state.where[0]
    return frames


def walked(folder: Path, body: str) -> Walked:
    source = folder / "program.c"
    source.write_text(HEAD + body)
    _, recording = recorded(folder, "program", source)
    return Walked(recording, walk_fast(recording))


def is_same(one: LocalState, other: LocalState) -> bool:
    """As values, and where there are terms: that the same thread read them elsewhere is not looked at."""
    held, others = ([(key, value, term != 0) for key, value, term in state.held] for state in (one, other))
    return one.where == other.where and held == others


@pytest.fixture(scope="module")
def once_and_again(tmp_path_factory: pytest.TempPathFactory) -> Walked:
    return called_twice(tmp_path_factory.mktemp("states"), ONCE_AND_AGAIN)


@pytest.fixture(scope="module")
def with_errno(tmp_path_factory: pytest.TempPathFactory) -> Walked:
    return called_twice(tmp_path_factory.mktemp("errno"), WITH_ERRNO)


def called_twice(folder: Path, bodies: dict[str, str]) -> Walked:
    lines = [f"static void {name}(void) {{ {body} }}" for name, body in bodies.items()]
    lines += ["static void *nothing(void *arg) { return arg; }"]
    lines += ["int main(void) {", "    pthread_t t;", "    pthread_key_create(&key, 0);"]
    lines += ["    block = malloc(8);", "    larger = malloc(32);", "    sem_init(&none, 0, 0);", "    (void)most;"]
    lines += ["    pthread_create(&other, 0, nothing, 0);", "    pthread_mutex_lock(&again);"]
    lines += ["    pthread_create(&t, 0, share, 0);", "    pthread_join(t, 0);"]
    lines += [f"    for (k = 0; k < 2; k++) {{ s = k; {name}(); }}" for name in bodies]
    return walked(folder, GLOBALS + "\n".join([*lines, "    return 0;", "}", ""]))


@pytest.mark.parametrize("name", sorted(set(ONCE_AND_AGAIN) - SILENT))
def test_ways_that_meet_are_in_the_same_state_unless_something_is_left_that_may_be_used(
    once_and_again: Walked, name: str
) -> None:
    first, second = once_and_again.within(name)
    assert is_same(first, second) == (name in EQUAL)


@pytest.mark.parametrize("name", sorted(WITH_ERRNO))
def test_what_errno_holds_is_part_of_the_state(with_errno: Walked, name: str) -> None:
    first, second = with_errno.within(name)
    assert is_same(first, second) == (name in EQUAL_WITH_ERRNO)
    assert with_errno.threads["main"].doubt is None


@pytest.mark.parametrize("name", sorted(SILENT))
def test_where_something_cannot_be_compared_there_is_no_state(once_and_again: Walked, name: str) -> None:
    assert once_and_again.within(name) == []
    assert once_and_again.threads["main"].doubt is None


def test_rows_and_terms_are_those_of_the_walk(once_and_again: Walked) -> None:
    trace, recording = once_and_again.trace, once_and_again.recording
    shared = frozenset(trace.shared.tolist())
    for thread, meant in zip(recording.threads, trace.threads, strict=True):
        streams = Streams(recording, thread)
        out = StateEmitter(streams, shared, recording)
        walk = StateWalk(trace.program, recording, streams, out, trace.blocks)
        made = walk.run(thread.index)
        assert np.array_equal(made.events, meant.events) and np.array_equal(made.terms, meant.terms)
        for state in once_and_again.threads[thread.path].states:
            assert np.all(meant.events["index"][: state.row] <= state.visible)
            assert np.all(meant.events["index"][state.row :] >= state.visible)
            for _, value, term in state.held:
                assert term < len(meant.terms) and (not term or value == int(meant.terms["value"][term]))


def test_what_was_freed_is_not_held(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """int main(void) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0);
        long *p = malloc(8), *q = malloc(8); *p = 1; *q = 2; if (s) x = 1; y = *q; free(q); if (s) x = 2; y = *p;
        return 0; }""",
    )
    before, after, *_ = found.threads["main"].states
    assert [value for _, value, _ in before.held if value in (1, 2)] == [1, 2]
    assert [value for _, value, _ in after.held if value in (1, 2)] == [1]


def test_a_loop_that_waits_comes_back_to_the_same_state_and_one_that_counts_does_not(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """static int lock = 1;
        static int tries(int *seen) { return __atomic_compare_exchange_n(&lock, seen, 3, 0, 5, 5); }
        static void yields(void) { sched_yield(); sched_yield(); sched_yield(); }
        static void *late(void *arg) { yields(); go = 1; yields(); lock = 2; yields(); lock = 0; return arg; }
        static void waits(void) { while (!go) sched_yield(); }
        static void swaps(void) { int seen; do { seen = 0; sched_yield(); } while (!tries(&seen)); }
        static void counts(void) { for (int i = 0; i < 3; i++) y = 1; }
        int main(void) { pthread_t t, u; pthread_create(&u, 0, share, 0); pthread_create(&t, 0, late, 0);
        waits(); swaps(); counts(); pthread_join(t, 0); pthread_join(u, 0); return 0; }""",
    )
    waiting, counting = found.within("waits"), found.within("counts")
    swapping = found.within("swaps")
    for states in (waiting, swapping):
        assert len(states) > 1 and all(is_same(states[0], state) for state in states)
    assert len(counting) == 4 and not any(is_same(counting[0], state) for state in counting[1:])


def test_activations_of_a_recursive_function_are_told_apart(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """static int down(int n) { if (s) x = 1; if (n == 0) return 0; return 1 + down(n - 1); }
        int main(void) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0);
        down(2); down(2); return 0; }""",
    )
    states = found.within("down")
    depths = [len(_frames(state)) for state in states]
    assert depths[:3] == [2, 3, 4] and max(depths) == 4
    assert all(not is_same(states[0], other) for other in states[1:])


def test_a_copy_that_is_handed_over_is_known_to_the_function(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """struct big { long a, b, c; };
        static void takes(struct big b) { if (s) x = 1; y = (int)b.c; }
        int main(void) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0);
        for (k = 0; k < 3; k++) { struct big b = {5, 6, k > 1}; takes(b); } return 0; }""",
    )
    first, second, third = found.within("takes")
    assert is_same(first, second) and not is_same(first, third)
    assert {5, 6} <= {value for _, value, _ in first.held}


@pytest.mark.parametrize(
    ("body", "doubt"),
    [
        ("int t[2]; if (s) x = 1; y = t[k & 1];", "a variable is read that was never written"),
        ("int t[2]; memset(t, 0, 4); int u[2]; memcpy(u, t, 8); if (s) x = 1; y = u[k & 1];", None),
        ("int *p = malloc(4); *p = s; free(p); if (s) x = 1; y = *p;", "memory is read that was given back"),
        ('int t[2]; sscanf("7 8", "%d %d", t, t + 1); if (s) x = 1; y = t[k & 1];', None),
    ],
)
def test_what_no_one_has_written_must_not_be_read(tmp_path: Path, body: str, doubt: str | None) -> None:
    main = "int main(void) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0); k = 0;"
    found = walked(tmp_path, f"{main} {{ {body} }} return 0; }}").threads["main"]
    assert found.doubt == doubt
    assert bool(found.states) == (doubt is None)


def test_while_a_handler_of_signals_runs_there_is_no_state(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """static void handler(int n) { if (s) x = 1; y = n; }
        int main(void) { pthread_t t; pthread_create(&t, 0, share, 0); pthread_join(t, 0);
        signal(SIGUSR1, handler); raise(SIGUSR1); if (s) x = 2; y = 3; return 0; }""",
    )
    assert found.within("handler") == [] and len(found.within("__raddle_main")) == 1


@pytest.mark.parametrize("seed", range(3))
def test_threads_in_equal_states_go_on_alike_as_long_as_they_read_the_same(tmp_path: Path, seed: int) -> None:
    source = tmp_path / "program.c"
    source.write_text(branching_text(seed))
    image, _ = recorded(tmp_path, "program", source)
    troubles, pairs, _ = differing_futures(runs_of(image, tmp_path, range(5)))
    assert troubles == [] and pairs > 50
