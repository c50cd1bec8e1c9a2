"""Small C programs, recorded: what in the trace program can go wrong with memory, and what is given back."""

from pathlib import Path

import pytest

from raddle.logic.operators import Op
from raddle.model import actions as c
from raddle.model.check import check_program
from tests.oracles.enumerated import enumerated
from tests.support.memory_oracle import memory_errors_of
from tests.support.modelled import Subject, differing_reads, modelled_text, observed_run

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
BOTH = "pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); "
JOIN = "pthread_join(t, 0); pthread_join(u, 0);"


def made(folder: Path, shared: str, one: str, two: str, main: str = "") -> Subject:
    text = f"""{HEAD}{shared}
static void *one(void *arg) {{ {one}; return arg; }}
static void *two(void *arg) {{ {two}; return arg; }}
int main(void) {{ {main}; {BOTH} {JOIN} return 0; }}"""
    subject = modelled_text(folder, "program", text)
    check_program(subject.ctp)
    assert differing_reads(subject, dict(observed_run(subject.ctp).values)) == []
    return subject


def against(subject: Subject) -> list[str]:
    return [event.action.against for event in subject.ctp.checks if isinstance(event.action, c.Check)]


def failing(subject: Subject) -> list[str]:
    events = [subject.ctp.events[number] for number in enumerated(subject.ctp).violations]
    return [event.action.against for event in events if isinstance(event.action, c.Check)]


def frees(subject: Subject) -> list[c.Free]:
    return [event.action for event in subject.ctp.events if isinstance(event.action, c.Free)]


# ---- divisions


def test_a_division_by_zero_stands_at_the_division(tmp_path: Path) -> None:
    """What the thread does between reading the divisor and the division takes place also where it will trap."""
    shared = "int d = 1, ready, seen, got;"
    subject = made(tmp_path, shared, "int v = d; ready = 1; seen = 100 / v", "got = ready; d = 0")
    assert against(subject) == failing(subject) == ["division"]
    check = subject.ctp.checks[0]
    assert isinstance(subject.ctp.events[check.number - 1].action, c.Step)
    assert subject.ctp.events[check.number - 1].action.writes  # of ready
    assert subject.ctp.assumptions == ()


def test_a_guard_on_the_divisor_is_enough(tmp_path: Path) -> None:
    subject = made(tmp_path, "int d = 1, seen;", "int v = d; if (v != 0) seen = 100 / v", "d = 0")
    assert against(subject) == []


# ---- addresses


@pytest.mark.parametrize(
    ("shared", "one", "two", "expected"),
    [
        ("int x, *p = &x;", "*p = 1", "p = 0", ["address"]),
        ("int x, *p = &x;", "int *q = p; if (q) *q = 1", "p = 0", []),
        ("int x, y, *p = &x;", "*p = 1", "p = &y", []),
        ("struct { int a, b; } s, *p = &s;", "int *q = &p->b; *q = 1", "p = 0", ["address"]),
        ("struct { char a[100000]; int b; } s, *p = &s;", "p->b = 1", "p = 0", ["address"]),
        ("int i, a[4];", "a[i] = 1", "i = 4", ["address"]),
        ("int i = 1, a[4];", "a[i - 1] = 1", "i = 0", ["address"]),
        ("int i, a[4];", "a[i] = 1", "i = 3", []),
        ("unsigned i, a[4];", "a[i % 4] = 1", "i = 9", []),
        ("int i, a[4];", "int k = i; if (k < 4) a[k] = 1", "i = 4", ["address"]),
        ("int i, a[4];", "a[i]++; i++", "a[i]++; i++", ["address", "address"]),
        ('char *p = "abc"; long n;', "n = strlen(p)", "p = 0", ["address"]),
        ("char row[16]; int from = 4;", "memset(&row[from], 0, 8)", "from = 12", ["address"]),
    ],
    ids=str,
)
def test_addresses_are_checked_where_some_order_makes_them_wrong(
    shared: str, one: str, two: str, expected: list[str], tmp_path: Path
) -> None:
    assert against(made(tmp_path, shared, one, two)) == expected


def test_a_null_pointer_among_many_values_is_found_before_its_access(tmp_path: Path) -> None:
    shared = "struct big { char a[100000]; int b; } *p;"
    many = "for (int k = 0; k < 300; k++) p = malloc(sizeof *p); p = 0; p = malloc(sizeof *p)"
    subject = made(tmp_path, shared, many, "p->b = 1", "p = malloc(sizeof *p)")
    (check,) = subject.ctp.checks
    assert (check.action.against, check.action.condition.op) == ("address", Op.NOT)
    assert check.number in enumerated(subject.ctp).violations
    assert check.upto == subject.ctp.events[check.number - 1].upto  # the access itself is not done


def test_a_null_pointer_is_found_before_its_access(tmp_path: Path) -> None:
    subject = made(tmp_path, "int x, *p = &x;", "int *q = p; *q = 1", "p = 0")
    assert failing(subject) == ["address"]


def test_an_index_that_a_branch_bounds_is_checked_and_holds(tmp_path: Path) -> None:
    subject = made(tmp_path, "int i, a[4];", "int k = i; if (k < 4) a[k] = 1", "i = 4")
    assert failing(subject) == []


def test_a_pointer_that_moves_stays_in_its_array(tmp_path: Path) -> None:
    subject = made(tmp_path, "int a[4], *p = a + 3, sum;", "sum += *p++; sum += *p++", "p = a")
    assert set(against(subject)) == {"address"}


# ---- what is given back


def test_every_block_that_a_pointer_may_name_is_given_back(tmp_path: Path) -> None:
    take = "int *mine = box; box = malloc(4); free(mine)"
    subject = made(tmp_path, "int *box;", take, take, "box = malloc(4)")
    both = [free for free in frees(subject) if free.when is not None]
    assert len(both) > 2
    assert {len(free.cells) for free in both} == {1}
    uses = memory_errors_of(subject.ctp).uses
    assert any(isinstance(subject.ctp.events[use].action, c.Free) for _, use in uses)


def test_a_free_of_nothing_may_be_one_of_something(tmp_path: Path) -> None:
    close = "free(box); box = 0"
    subject = made(tmp_path, "int *box;", close, close, "box = malloc(4)")
    assert {event.thread for event in subject.ctp.events if isinstance(event.action, c.Free)} == {1, 2}
    assert memory_errors_of(subject.ctp).uses


LENT = "box = b; b[20000] = 1; box = 0"
TAKEN = "char *q = box; box = 0; free(q)"


def test_all_that_is_touched_of_a_large_block_counts(tmp_path: Path) -> None:
    subject = made(tmp_path, "char *box;", f"char *b = malloc(65536); {LENT}", TAKEN)
    assert memory_errors_of(subject.ctp).uses
    assert not any("part" in one.what for one in subject.ctp.assumptions)


def test_what_is_not_looked_at_of_a_large_block_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raddle.model.recorded.addresses.MOST_OF_BLOCK", 1)
    subject = made(tmp_path, "char *box;", f"char *b = malloc(65536); box = b; b[0] = 1; {LENT}", TAKEN)
    assert memory_errors_of(subject.ctp).uses
    assert any("may give back a block of which only a part is looked at" in one.what for one in subject.ctp.assumptions)


def test_what_may_be_too_many_blocks_is_nothing_as_in_the_recorded_run(tmp_path: Path) -> None:
    one = "for (int k = 0; k < 70; k++) { char *b = malloc(16); box = b; b[0] = 1; box = 0; }"
    subject = made(tmp_path, "char *box;", one, TAKEN)
    assert frees(subject) == []
    assert any("gives back nothing, as in the recorded run" in one.what for one in subject.ctp.assumptions)


def test_what_realloc_leaves_in_place_is_still_there(tmp_path: Path) -> None:
    subject = made(tmp_path, "char *box;", "box[0] = 1", "box = realloc(box, 70000); box[1] = 2", "box = malloc(80000)")
    assert [free.goes_on for free in frees(subject)] == [True]
    assert not memory_errors_of(subject.ctp).uses


def test_a_lock_in_a_block_that_is_given_back_is_a_use(tmp_path: Path) -> None:
    shared = "static struct job { pthread_mutex_t lock; int done; } *job;"
    one = "struct job *mine = job; pthread_mutex_lock(&mine->lock); mine->done = 1; pthread_mutex_unlock(&mine->lock)"
    two = "struct job *mine = job; if (__atomic_load_n(&mine->done, 5)) free(mine)"
    subject = made(tmp_path, shared, one, two, "job = calloc(1, sizeof *job); pthread_mutex_init(&job->lock, 0)")
    used = [subject.ctp.events[use].action for _, use in memory_errors_of(subject.ctp).uses]
    assert any(isinstance(action, c.Step) and any(read.of_lock for read in action.reads) for action in used)


def test_variables_of_a_function_are_given_back_when_it_returns(tmp_path: Path) -> None:
    text = f"""{HEAD}static pthread_t t; static int out;
static void *one(void *arg) {{ out = *(int *)arg; return 0; }}
static void launch(void) {{ int given = 3; pthread_create(&t, 0, one, &given); JOINED }}
int main(void) {{ launch(); pthread_join(t, 0); return 0; }}"""
    early = modelled_text(tmp_path, "early", text.replace("JOINED", ""))
    assert [free.of_frame for free in frees(early)] == [True]
    assert memory_errors_of(early.ctp).uses
    in_time = text.replace("JOINED", "pthread_join(t, 0);").replace("launch(); pthread_join(t, 0);", "launch();")
    joined = modelled_text(tmp_path, "joined", in_time)
    assert frees(joined) == []
    assert "given of main" not in {cell.name for cell in joined.ctp.cells}


def test_each_variable_of_a_stack_that_is_used_again_has_its_own_end(tmp_path: Path) -> None:
    """The same place is given to one thread after the other; only the first may come too late."""
    text = f"""{HEAD}static pthread_t t, u, v;
static void *one(void *arg) {{ *(volatile int *)arg = 1; return 0; }}
static void *two(void *arg) {{ *(volatile int *)arg = 2; return 0; }}
static void *idle(void *arg) {{ return arg; }}
static __attribute__((noinline)) void first(void) {{
    int own = 0; pthread_create(&t, 0, one, &own); pthread_create(&v, 0, idle, 0); pthread_join(v, 0); }}
static __attribute__((noinline)) void second(void) {{
    int own = 0; pthread_create(&u, 0, two, &own); pthread_join(u, 0); pthread_join(t, 0); }}
int main(void) {{ first(); second(); return 0; }}"""
    subject = modelled_text(tmp_path, "again", text)
    check_program(subject.ctp)
    assert differing_reads(subject, dict(observed_run(subject.ctp).values)) == []
    assert [subject.ctp.cells[cell].hidden for free in frees(subject) for cell in free.cells] == [True, True]
    found = memory_errors_of(subject.ctp).uses
    assert [subject.ctp.threads[subject.ctp.events[use].thread].name for _, use in found] == ["main.1"]


def test_a_stack_that_is_used_again_is_no_error(tmp_path: Path) -> None:
    shared = "#include <semaphore.h>\nstatic sem_t ask, done; static int *where;"
    one = "for (int k = 0; k < 2; k++) { sem_wait(&ask); *where += 1; sem_post(&done); }"
    serve = "static int serve(int n) { int own = n; where = &own; sem_post(&ask); sem_wait(&done); return own; }"
    begin = "sem_init(&ask, 0, 0); sem_init(&done, 0, 0)"
    subject = made(tmp_path, f"{shared} {serve}", one, "serve(1); serve(2)", begin)
    assert any(free.of_frame for free in frees(subject))
    assert not memory_errors_of(subject.ctp).uses
