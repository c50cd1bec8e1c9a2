"""Small C programs, recorded: what becomes of each construct in the trace program."""

import re
from pathlib import Path

import pytest

from raddle.base.errors import ToolError
from raddle.logic.operators import Op
from raddle.model import actions as c
from raddle.model.check import check_program
from tests.oracles.enumerated import enumerated
from tests.support.modelled import Subject, differing_reads, disagreements, modelled_text, observed_run

pytestmark = [pytest.mark.compiler, pytest.mark.native]

TWO = "pthread_t t[2]; for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, w, (void *)(long)k); "
JOIN = "for (int k = 0; k < 2; k++) pthread_join(t[k], 0); "
HEAD = "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n"


def made(folder: Path, text: str, head: str = "") -> Subject:
    """Also well-formed, true to the observed run, and true to what the real program does in a few other runs."""
    subject = modelled_text(folder, "program", HEAD + head + text)
    check_program(subject.ctp)
    assert differing_reads(subject, dict(observed_run(subject.ctp).values)) == []
    assert list(disagreements(subject, folder, range(4))) == []
    return subject


def actions(subject: Subject, thread: int) -> list[str]:
    return [type(event.action).__name__ for event in subject.ctp.of_thread(thread)]


def assumptions(subject: Subject) -> str:
    return "\n".join(one.what for one in subject.ctp.assumptions)


def test_a_lost_update_is_reads_writes_and_a_check(tmp_path: Path) -> None:
    subject = made(
        tmp_path, f"int x; void *w(void *a) {{ x = x + 1; return 0; }} int main(void) {{ {TWO}{JOIN} assert(x == 2); }}"
    )
    assert actions(subject, 1) == ["Start", "Step", "Step", "Exit"]
    assert actions(subject, 0) == ["Create", "Create", "Join", "Join", "Step", "Check", "ProcessEnd"]
    assert subject.ctp.cells == (c.Cell("x", 32, 0),)
    assert subject.ctp.assumptions == ()
    assert len(enumerated(subject.ctp).violations) == 1


def test_what_is_printed_is_not_pinned(tmp_path: Path) -> None:
    main = f'{TWO}{JOIN} printf("%d\\n", x); assert(x == 2);'
    subject = made(tmp_path, f"int x; void *w(void *a) {{ x = x + 1; return 0; }} int main(void) {{ {main} }}")
    assert len(enumerated(subject.ctp).violations) == 1
    assert assumptions(subject) == "what the program prints does not come back to it"


def test_a_compare_and_swap_may_turn_out_either_way(tmp_path: Path) -> None:
    work = "int e = 0; if (__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5)) y = 1;"
    subject = made(
        tmp_path, f"int x, y; void *w(void *a) {{ {work} return 0; }} int main(void) {{ {TWO}{JOIN} assert(y); }}"
    )
    swaps = [
        event.action for event in subject.ctp.of_thread(1) if isinstance(event.action, c.Step) and event.action.reads
    ]
    assert [write.value.op for write in swaps[0].writes] == [Op.ITE]
    failed = [
        event.action for event in subject.ctp.of_thread(2) if isinstance(event.action, c.Step) and event.action.reads
    ]
    assert [write.value.op for write in failed[0].writes] == [Op.ITE]
    assert swaps[0].guard is failed[0].guard is subject.ctp.terms.true


def test_what_a_thread_returns_follows_from_what_it_read(tmp_path: Path) -> None:
    work = "pthread_mutex_lock(&m); int k = n++; pthread_mutex_unlock(&m); if (a) pthread_exit((void *)(long)k);"
    main = f"{TWO} void *r[2]; for (int k = 0; k < 2; k++) pthread_join(t[k], &r[k]); assert(r[0] < r[1]);"
    head = "int n = 1; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
    subject = made(tmp_path, f"void *w(void *a) {{ {work} return (void *)(long)k; }} int main(void) {{ {main} }}", head)
    assert {"result of main.1", "result of main.2"} <= {cell.name for cell in subject.ctp.cells}
    assert len(enumerated(subject.ctp).violations) == 1
    assert subject.ctp.assumptions == ()


def test_an_index_may_go_anywhere_in_its_array(tmp_path: Path) -> None:
    work = "int k = i; a[k] = k + 1; i = k + 1;"
    subject = made(
        tmp_path, f"int i, a[3]; void *w(void *p) {{ {work} return 0; }} int main(void) {{ {TWO}{JOIN} assert(a[1]); }}"
    )
    stores = [
        write for event in subject.ctp.events if isinstance(event.action, c.Step) for write in event.action.writes
    ]
    assert {len(write.cells) for write in stores if write.address is not None} == {3}
    assert len(enumerated(subject.ctp).violations) == 1
    assert len(subject.ctp.checks_against("address")) == 2
    assert subject.ctp.assumptions == ()


def test_a_pointer_leads_to_every_object_that_was_stored_in_it(tmp_path: Path) -> None:
    work = "if (a) p = &y; else *p = 5;"
    subject = made(
        tmp_path,
        f"int x, y, *p = &x; void *w(void *a) {{ {work} return 0; }} int main(void) {{ {TWO}{JOIN} assert(y == 0); }}",
    )
    stores = [
        write for event in subject.ctp.events if isinstance(event.action, c.Step) for write in event.action.writes
    ]
    assert [sorted(subject.ctp.cells[cell].name for cell in w.cells) for w in stores if w.address is not None] == [
        ["x", "y"]
    ]
    assert len(enumerated(subject.ctp).violations) == 1
    assert subject.ctp.assumptions == ()


def test_accesses_of_different_sizes_share_cells(tmp_path: Path) -> None:
    head = "union { unsigned w; unsigned char b[4]; unsigned short h[2]; } u;"
    work = "u.b[3] = 7; u.h[0] = 0x1234; u.w += 1;"
    subject = made(
        tmp_path, f"void *w(void *a) {{ {work} return 0; }} int main(void) {{ {TWO}{JOIN} assert(u.b[3] == 7); }}", head
    )
    assert [cell.width for cell in subject.ctp.cells] == [16, 8, 8]


def test_memcpy_and_library_calls_are_one_step_each(tmp_path: Path) -> None:
    head = '#include <stdio.h>\nstruct { long x, y; } p, q; char text[8] = "abc";'
    work = "p = q; q.y++; for (int k = 0; k < 2; k++) p.x += fwrite(text, 1, 3, stdout);"
    subject = made(
        tmp_path, f"void *w(void *a) {{ {work} return 0; }} int main(void) {{ {TWO} text[0] = 'x'; {JOIN} }}", head
    )
    wide = [event.action for event in subject.ctp.of_thread(1) if isinstance(event.action, c.Step)]
    assert any(len(step.reads) == 1 and len(step.writes) == 2 for step in wide)  # nobody writes q.x
    assert "fwrite at" in assumptions(subject)


def test_a_division_needs_a_divisor(tmp_path: Path) -> None:
    work = "int v = 100 / d; q = v; d = d - 1;"
    subject = made(
        tmp_path,
        f"int d = 2, q; void *w(void *a) {{ {work} return 0; }} int main(void) {{ {TWO}{JOIN} assert(q == 100); }}",
    )
    (check,) = subject.ctp.checks_against("division")[:1]
    assert check.thread == 1
    assert isinstance(subject.ctp.events[check.number - 1].action, c.Step)
    assert len(subject.ctp.assertions) == 1
    assert subject.ctp.assumptions == ()


def test_a_float_made_an_integer_is_taken_as_observed(tmp_path: Path) -> None:
    work = "g = (int)f; f = f * 2; return 0;"
    subject = made(tmp_path, f"double f = 2.5; int g; void *w(void *a) {{ {work} }} int main(void) {{ {TWO}{JOIN} }}")
    said = r"the observed value of f, read at \S+\.c:\d+, was made an integer"
    assert re.search(said, assumptions(subject))


def test_the_handle_is_written_right_before_the_creation(tmp_path: Path) -> None:
    head = "pthread_t t; int seen; void *v(void *a) { return 0; } void *w(void *a) { seen = t != 0; return 0; }"
    main = (
        "pthread_t u; pthread_create(&u, 0, w, 0); pthread_create(&t, 0, v, 0); pthread_join(u, 0); pthread_join(t, 0);"
    )
    subject = made(tmp_path, f"int main(void) {{ {main} assert(seen); }}", head)
    at = actions(subject, 0).index("RegionBegin")
    assert actions(subject, 0)[at : at + 4] == ["RegionBegin", "Step", "Create", "RegionEnd"]


def test_a_join_that_found_the_thread_running_says_so(tmp_path: Path) -> None:
    head = "int x; void *w(void *a) { x = 1; return 0; }"
    main = "pthread_t t; pthread_create(&t, 0, w, 0); if (pthread_tryjoin_np(t, 0)) { x = 2; pthread_join(t, 0); }"
    subject = made(tmp_path, f"int main(void) {{ {main} return x; }}", head)
    assert [cell.name for cell in subject.ctp.cells if cell.width == 8] == ["end of main.1"]


def test_the_assertion_that_failed_is_the_last_of_its_thread(tmp_path: Path) -> None:
    main = f'{TWO}{JOIN} if (x != 3) {{ puts("bad"); abort(); }}'
    subject = made(tmp_path, f"int x; void *w(void *a) {{ x = x + 1; return 0; }} int main(void) {{ {main} }}")
    assert actions(subject, 0)[-1] == "Check"
    assert subject.ctp.observed[-1] == subject.ctp.of_thread(0)[-1].number
    assert subject.ctp.of_thread(0)[-1].number in enumerated(subject.ctp).violations


def test_behind_exit_its_thread_runs_the_handlers_while_others_go_on(tmp_path: Path) -> None:
    head = "#include <unistd.h>\nint x; void h(void) { x++; assert(x < 5); } void *w(void *a) { x = x + 1; return 0; }"
    subject = made(tmp_path, f"int main(void) {{ atexit(h); {TWO} usleep(9); return 0; }}", head)
    assert actions(subject, 0)[2:] == ["Step", "Step", "Step", "Check", "ProcessEnd"]


def test_a_semaphore_that_is_initialised_anew_is_another_one(tmp_path: Path) -> None:
    head = "#include <semaphore.h>\nsem_t s; int x; void *w(void *a) { sem_wait(&s); x++; sem_post(&s); return 0; }"
    main = f"for (int n = 1; n < 3; n++) {{ sem_init(&s, 0, n); {TWO}{JOIN} }}"
    subject = made(tmp_path, f"int main(void) {{ {main} }}", head)
    assert [(one.name, one.initial) for one in subject.ctp.semaphores] == [("s", 1), ("s", 2)]


@pytest.mark.parametrize(
    ("head", "main", "what"),
    [
        (
            "#include <semaphore.h>\nsem_t s; void *w(void *a) { sem_wait(&s); return 0; }",
            "pthread_create(&t, 0, w, 0); sem_init(&s, 0, 1); pthread_join(t, 0);",
            "a semaphore that may be used before it is initialised (s)",
        ),
    ],
)
def test_what_has_no_place_in_the_model_is_refused_by_name(tmp_path: Path, head: str, main: str, what: str) -> None:
    with pytest.raises(ToolError) as refused:
        modelled_text(tmp_path, "program", HEAD + head + f"int main(void) {{ pthread_t t; {main} }}")
    assert what in str(refused.value)


def test_nothing_is_known_behind_the_release_of_what_the_caller_does_not_hold(tmp_path: Path) -> None:
    head = "pthread_mutex_t m; void *w(void *a) { pthread_mutex_unlock(&m); return 0; }"
    main = "pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, w, 0); pthread_join(t, 0);"
    ctp = modelled_text(tmp_path, "program", HEAD + head + f"int main(void) {{ {main} }}").ctp
    last = ctp.of_thread(1)[-1]
    assert isinstance(last.action, c.Check)
    assert (last.action.against, last.action.condition) == ("misuse", ctp.terms.false)
    assert ctp.observed[-1] == last.number
