"""`verify --property memory`: bugs with a run that shows them, proofs, and where neither can be had the place."""

from pathlib import Path

import pytest

from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAMS = Path(__file__).parents[1] / "memory"
BUG, PROVED, UNKNOWN = 1, 0, 3
CHOSEN = """#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static int get(int *p) { pthread_mutex_lock(&m); int v = *p; pthread_mutex_unlock(&m); return v; }
static void set(int to_x, int to_y) { pthread_mutex_lock(&m); x = to_x; y = to_y; pthread_mutex_unlock(&m); }
static void *worker(void *arg) {
    char *own = malloc(8);
    int early = get(&x);
    if (early)
        free(own);
    if (get(&y))
        own[0] = 1;
    if (!early)
        free(own);
    return arg;
}
static void *setter(void *arg) { set(0, 1); set(1, 0); set(1, LAST); return arg; }
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
"""
TOUCHED_LATER = """#include <pthread.h>
#include <stdlib.h>
struct node { long first, second; };
static _Atomic int early, late, later, is_freed, is_used, is_used_too;
static long number;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *pulses(void *arg) { early = 1; early = 0; late = 1; late = 0; later = 1; later = 0; return arg; }
static void *frees(void *arg) { if (is_freed) free(arg); return arg; }
static void *uses(void *arg) {
    struct node *node = arg;
    if (is_used)
        if (is_used_too) {
            pthread_mutex_lock(&m);
            node->second += number;
            pthread_mutex_unlock(&m);
        }
    return arg;
}
static void *decides(void *arg) {
    if (early) {
        is_freed = 1;
    } else {
        pthread_mutex_lock(&m);
        number = 1;
        pthread_mutex_unlock(&m);
    }
    if (late)
        is_used = 1;
    if (later)
        is_used_too = 1;
    return arg;
}
int main(void) {
    pthread_t threads[5];
    void *(*begin[5])(void *) = {pulses, frees, uses, uses, decides};
    struct node *node = calloc(1, sizeof *node);
    for (int i = 0; i < 5; i++)
        pthread_create(&threads[i], NULL, begin[i], node);
    for (int i = 0; i < 5; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
"""
GIVEN_BACK = """
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>
static wchar_t *text;
static size_t length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *arg) {
    pthread_mutex_lock(&lock);
    length = wcslen(text + 9);
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *other(void *arg) {
    pthread_mutex_lock(&lock);
    BESIDE;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t, u;
    text = calloc(1 << 19, sizeof *text);
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, other, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    AT_THE_END;
}
"""
STOPPED = """#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop, taken;
static char *block;
static void *user(void *arg) {
    pthread_mutex_lock(&m);
    int stopped = stop;
    pthread_mutex_unlock(&m);
    if (!stopped)
        block[1] = 2;
    return arg;
}
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    int mine = ++taken;
    stop = 1;
    pthread_mutex_unlock(&m);
    if (mine == 1)
        free(block);
    return arg;
}
int main(void) {
    pthread_t t1, t2, t3;
    block = malloc(16);
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_create(&t3, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
"""


def verdict(program: Path, folder: Path) -> tuple[int, str]:
    said = raddle("verify", program, "--property", "memory", "--no-explain", cwd=folder)
    return said.status, said.out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("double_list_popped", "double free"),
        ("uaf_name_replaced", "use after free"),
        ("bounds_hash_mask_first", "out of bounds"),
    ],
)
def test_a_bug_is_shown_by_a_run(tmp_path: Path, name: str, message: str) -> None:
    status, out = verdict(PROGRAMS / f"{name}.c", tmp_path)
    assert status == BUG and message in out and "BUG: " in out
    (witness,) = tmp_path.glob("*.witness")
    assert raddle("replay", witness, cwd=tmp_path).status == 0


@pytest.mark.parametrize(
    "name",
    ["double_last_one_out", "double_once_cleanup", "uaf_config_copied_under_lock", "null_frame_joined",
     "bounds_last_of_some"],
)  # fmt: skip
def test_what_is_safe_in_every_interleaving_is_proved(tmp_path: Path, name: str) -> None:
    status, out = verdict(PROGRAMS / f"{name}.c", tmp_path)
    assert status == PROVED and "memory is misused" in " ".join(out.split())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("uaf_job_done_condition", "uses a lock or the like that lies in memory that thread main gives back"),
        ("bounds_into_the_next_block", "an address, taken as a number"),
    ],
)
def test_what_is_not_known_is_named(tmp_path: Path, name: str, reason: str) -> None:
    status, out = verdict(PROGRAMS / f"{name}.c", tmp_path)
    assert status == UNKNOWN and reason in " ".join(out.split())


@pytest.mark.parametrize(("last", "status"), [("0", PROVED), ("1", BUG)])
def test_ways_that_differ_in_what_they_gave_back_of_their_own_do_not_meet(
    tmp_path: Path, last: str, status: int
) -> None:
    (tmp_path / "test.c").write_text(CHOSEN.replace("LAST", last))
    assert verdict(tmp_path / "test.c", tmp_path)[0] == status


def test_a_block_is_given_back_with_what_only_later_runs_touch_of_it(tmp_path: Path) -> None:
    """No run that was seen frees the block and uses it."""
    (tmp_path / "test.c").write_text(TOUCHED_LATER)
    assert verdict(tmp_path / "test.c", tmp_path)[0] == BUG


def test_a_use_between_a_check_and_a_free_of_others_is_found(tmp_path: Path) -> None:
    (tmp_path / "test.c").write_text(STOPPED)
    status, out = verdict(tmp_path / "test.c", tmp_path)
    assert status == BUG and "use after free" in out


def test_memory_that_a_library_looks_at_while_another_thread_may_give_it_back_is_named(tmp_path: Path) -> None:
    (tmp_path / "test.c").write_text(GIVEN_BACK.replace("BESIDE", "free(text)").replace("AT_THE_END", "return 0"))
    status, out = verdict(tmp_path / "test.c", tmp_path)
    assert status == UNKNOWN and "wcslen at" in out and "that main.2 gives back" in " ".join(out.split())


def test_memory_that_is_given_back_when_its_reader_is_over_is_proved(tmp_path: Path) -> None:
    (tmp_path / "test.c").write_text(GIVEN_BACK.replace("BESIDE", "(void)0").replace("AT_THE_END", "free(text)"))
    assert verdict(tmp_path / "test.c", tmp_path)[0] == PROVED


GROWN = """#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *text;
static void *set(void *arg) {
    pthread_mutex_lock(&m);
    text[3] = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u;
    text = malloc(8);
    BEFORE;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, set, NULL);
    pthread_mutex_lock(&m);
    BESIDE;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    free(text);
}
"""


@pytest.mark.parametrize(("when", "status"), [("BEFORE", PROVED), ("BESIDE", UNKNOWN)])
def test_a_block_that_grows_where_it_lies_is_the_same_for_threads_that_come_later(
    when: str, status: int, tmp_path: Path
) -> None:
    """Beside others only a large one stays there."""
    source = tmp_path / "grown.c"
    source.write_text(GROWN.replace(when, "text = realloc(text, 100000)").replace("BEFORE;", "").replace("BESIDE;", ""))
    said = raddle("verify", "--property", "memory", source, cwd=tmp_path)
    assert said.status == status, said.out
    assert ("realloc() at" in said.out) == (status == UNKNOWN)


BESIDE_THE_BLOCK = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int count = 2;
static void *grow(void *arg) { count = 3; return arg; }
int main(void) {
    int *items = calloc(2, sizeof *items), sum = 0, all;
    pthread_t t;
    pthread_create(&t, NULL, grow, NULL);
    all = count;
    for (int i = 0; i < all; i++)
        sum += items[i];
    pthread_join(t, NULL);
    return sum;
}
"""


def test_a_proof_without_memory_assumes_that_nothing_beside_a_block_is_read(tmp_path: Path) -> None:
    """What lies there may be anything: the status is proved only as long as nobody looks."""
    source = tmp_path / "beside.c"
    source.write_text(BESIDE_THE_BLOCK)
    said = " ".join(raddle("verify", source, cwd=tmp_path).out.split())
    assert "nor beside a block: raddle verify --property memory" in said
    assert raddle("verify", "--property", "memory", source, cwd=tmp_path).status == BUG
