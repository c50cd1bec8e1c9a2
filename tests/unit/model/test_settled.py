"""Memory that creating and joining threads alone keep in order needs no event of the trace program."""

from pathlib import Path

import pytest

from tests.oracles.enumerated import enumerated
from tests.support.modelled import Subject, modelled_text

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = "#include <assert.h>\n#include <pthread.h>\nstruct job { int from; int *to; };\nint total, other;\n"


def made(folder: Path, work: str, main: str, head: str = "") -> Subject:
    text = f"{HEAD}{head}void *w(void *a) {{ struct job *j = a; {work} return 0; }}\nint main(void) {{ {main} }}\n"
    return modelled_text(folder, "program", text)


def cells(subject: Subject) -> set[str]:
    return {cell.name for cell in subject.ctp.cells}


START = "pthread_t t[2]; for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, w, &jobs[k]); "
JOIN = "for (int k = 0; k < 2; k++) pthread_join(t[k], 0); "
JOBS = "struct job jobs[2] = { { 1, &total }, { 2, &total } }; "


def test_what_a_thread_is_given_is_not_shared(tmp_path: Path) -> None:
    subject = made(tmp_path, "*j->to += j->from;", f"{JOBS}{START}{JOIN} assert(total == 3);")
    assert cells(subject) == {"total"}
    assert subject.ctp.assumptions == ()
    assert len(enumerated(subject.ctp).violations) == 1


def test_what_is_written_after_the_thread_was_created_stays_shared(tmp_path: Path) -> None:
    main = f"{JOBS}jobs[0].from = 5; {START}jobs[1].from = 7; {JOIN} assert(total == 12);"
    subject = made(tmp_path, "*j->to += j->from;", main)
    assert any("from" in name for name in cells(subject))
    assert len(enumerated(subject.ctp).violations) == 1


def test_what_a_joined_thread_left_behind_is_not_shared(tmp_path: Path) -> None:
    main = f"{JOBS}{START}{JOIN} assert(jobs[0].from == 9 && jobs[1].from == 9 && total == 2);"
    subject = made(tmp_path, "total++; j->from = 9;", main)
    assert cells(subject) == {"total"}


def test_what_is_touched_inside_a_block_stays_shared(tmp_path: Path) -> None:
    block = f"RADDLE_ATOMIC_BEGIN(); jobs[0].from = 5; {START}other = total; RADDLE_ATOMIC_END(); "
    subject = made(tmp_path, "*j->to += j->from;", f"{JOBS}{block}{JOIN}", "#include <raddle.h>\n")
    assert "jobs[0].from of main" in cells(subject)
    assert "jobs[1].from of main" not in cells(subject)


def test_what_depends_on_shared_memory_stays_shared(tmp_path: Path) -> None:
    main = f"{JOBS}{START}{JOIN} assert(jobs[0].from + jobs[1].from == 3);"
    subject = made(tmp_path, "int seen = total; total = seen + 1; j->from = seen + 1;", main)
    assert cells(subject) >= {"total", "jobs[0].from of main", "jobs[1].from of main"}
    assert len(enumerated(subject.ctp).violations) == 1


def test_what_an_index_from_shared_memory_may_reach_stays_shared(tmp_path: Path) -> None:
    head = "int table[4] = { 1, 1, 1, 1 };"
    main = f"table[3] = 5; {JOBS}{START}{JOIN} assert(other == 1);"
    subject = made(tmp_path, "int at = total; total = at + 3; other = table[at & 3];", main, head)
    assert any("table" in name for name in cells(subject))
    assert len(enumerated(subject.ctp).violations) == 1
