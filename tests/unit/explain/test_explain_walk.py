"""Raw steps of small programs: what each step did, on which line, and by which condition it was reached."""

from pathlib import Path
from textwrap import dedent

import pytest

from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawThread
from raddle.trace.program import Program
from tests.support.raw_steps import Printer, told, walked_source

pytestmark = pytest.mark.compiler


GOLDENS = Path(__file__).parents[2] / "goldens" / "raw_steps"


def walked(folder: Path, text: str, *, suffix: str = ".c") -> tuple[Program, list[RawThread]]:
    source = folder / f"program{suffix}"
    source.write_text(dedent(text).strip("\n") + "\n")
    return walked_source(folder, source)


def expected(text: str) -> str:
    return dedent(text).strip("\n")


@pytest.mark.parametrize("source", sorted([*GOLDENS.glob("*.c"), *GOLDENS.glob("*.cpp")]), ids=lambda path: path.stem)
def test_steps_are_those_of_the_source(source: Path, tmp_path: Path) -> None:
    program, threads = walked_source(tmp_path, source)
    assert told(program, threads[0]) + "\n" == source.with_suffix(".txt").read_text(encoding="utf-8")


def test_threads_locks_and_the_assertion_that_fails(tmp_path: Path) -> None:
    program, threads = walked(
        tmp_path,
        """
        #include <assert.h>
        #include <pthread.h>
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *used = &lock;
        static int balance;
        static void *deposit(void *amount) {
            int much = *(int *)amount;
            pthread_mutex_lock(used);
            int before = balance;
            balance = before + much;
            pthread_mutex_unlock(used);
            return 0;
        }
        int main(void) {
            pthread_t other;
            int amount = 5;
            pthread_create(&other, 0, deposit, &amount);
            pthread_join(other, 0);
            assert(balance > 0);
            assert(balance == 6 || balance == 7);
        }
        """,
    )
    main, other = threads
    assert told(program, main) == expected(
        """
        1: 15 write amount := 5
        2: 16 write other := 93621705508544
        3: 17 read other = 93621705508544
        4: 18 read balance = 5
        5: 19 read balance = 5
        6: 19 read balance = 5
        7: 19 fails (((s5 == 6) ^ 1) & ((s6 == 7) ^ 1))
        """
    ).replace("93621705508544", str(main.steps[4].value))
    assert told(program, other) == expected(
        """
        1: 6 read memory = 5
        2: 6 much := s1
        3: 7 read used = &lock
        4: 8 read balance = 0
        5: 8 before := s4
        6: 9 write balance := (s5 + s2)
        7: 10 read used = &lock
        """
    )
    locked = other.steps[4]
    assert (locked.deed, Printer(program, other).term(locked.address_term)) == (Deed.OTHER, "s3")
    assert main.halt.guard == 9
    assert main.steps[8].done


def test_where_a_thread_stops_and_what_it_was_given_there(tmp_path: Path) -> None:
    head = "#include <stdlib.h>\nint zero, eight = 8; int *none;\n"
    _, (thread,) = walked(tmp_path, head + "int main(void) { int d = zero; if (eight) return eight / d; return 0; }")
    by, what = thread.halt.divisor, thread.halt.dividend
    assert by is not None and what is not None and (by.value, what.value, what.width) == (0, 8, 32)
    assert thread.terms[by.term][2] == thread.steps.index(next(s for s in thread.steps if s.deed is Deed.ASSIGN))
    assert thread.halt.guard is not None
    _, (thread,) = walked(tmp_path, head + "int main(void) { int *p = none; return p[2]; }")
    where = thread.halt.address
    assert where is not None and (where.value, thread.halt.size, thread.halt.writes) == (8, 4, False) and where.term
    _, (thread,) = walked(tmp_path, head + "int main(void) { int *p = none; p[2] = 4; return 0; }")
    assert (thread.steps[-1].deed, thread.steps[-1].address) == (Deed.WRITE, 8) and thread.steps[-1].address_term
    _, (thread,) = walked(tmp_path, head + "int main(void) { int *p = malloc(4); free(p); none = p; free(none); }")
    freed = [step for step in thread.steps if step.deed is Deed.OTHER and step.address_term]
    assert thread.steps[thread.terms[freed[-1].address_term][2]].deed is Deed.READ
    _, (thread,) = walked(tmp_path, head + "static void fail(void) { abort(); }\nint main(void) { if (eight) fail(); }")
    assert thread.steps[thread.halt.guard or 0].fails


def test_slots_begin_and_end_with_their_functions(tmp_path: Path) -> None:
    program, (thread,) = walked(
        tmp_path,
        """
        static int sum;
        static void add(int *p) { sum += *p; }
        static void once(int v) { int own = v; add(&own); }
        int main(void) { int kept = 1; once(2); add(&kept); once(3); return 0; }
        """,
    )
    printer = Printer(program, thread)
    for slot in thread.slots:
        inside = thread.steps[slot.first : slot.past]
        assert any(step.deed is Deed.WRITE and step.address == slot.address for step in inside)
    assert len(thread.slots) == 3
    assert [printer.memory(step) for step in thread.steps if step.deed is Deed.WRITE and step.address >> 40] == [
        "kept",
        "own",
        "own",
    ]
