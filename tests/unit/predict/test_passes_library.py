"""The linear passes in C compile without a warning, and give back all they take."""

import random
import resource
from pathlib import Path

import numpy as np
import pytest

from raddle.base.cache import Cache
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.encode.index import Index
from raddle.model.machine import Machine
from raddle.model.run import Ran
from raddle.model.run import run as run_moves
from raddle.model.text.parse import parse_ctp
from raddle.model.text.print import print_ctp
from raddle.predict.races.observed import observed_of
from raddle.predict.races.passes_library import passes_code, passes_layout, passes_library
from tests.support.random_goal_ctp import GoalMaker

pytestmark = pytest.mark.compiler

THREAD = "thread {0}\n" + "lock(l)\nr := x\nx := r + 1\nunlock(l)\ny := r\n" * 40
TEXT = (
    "shared x: 8 = 0, y: 8 = 0\nlock l\nthread main\ncreate(A)\ncreate(B)\n" + THREAD.format("A") + THREAD.format("B")
)


def test_no_compiler_warns(tmp_path: Path) -> None:
    code, toolchain = passes_code(), find_toolchain(Cache.of_user())
    for source in code.sources:
        words = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument", "-c", str(source))
        finished = run(code.command(toolchain, *words, "-o", str(tmp_path / f"{source.stem}.o")), limit_s=120)
        assert finished.ok, finished.stderr_text


def test_rows_are_six_numbers() -> None:
    row = passes_layout().struct("rd_row")
    assert row.names == ("kind", "thread", "object", "flags", "event", "seen") and row.itemsize == 24


def test_memory_is_given_back() -> None:
    ctp = parse_ctp(TEXT)
    observed, places = observed_of(Index(ctp)), np.arange(len(ctp.events), dtype=np.int32)
    library = passes_library()
    a = np.array([ctp.threads[1].first + 5], np.int32)
    b = np.array([ctp.threads[2].first + 5], np.int32)
    counts = np.array([thread.count for thread in ctp.threads], np.uint32)

    def all_passes() -> None:
        rows, _ = library.happens_before(observed.rows, places, 10_000)
        assert len(rows) == 40, "the last write of A, and each one of B"
        found = library.closure(observed.rows).meeting(a, a - ctp.threads[1].first, b, b - ctp.threads[2].first)
        assert found is not None and library.possible(observed.rows, found[2], found[2])
        assert library.possible(observed.rows, counts, counts)

    for _ in range(20):
        all_passes()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):
        all_passes()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_a_part_that_is_no_run_is_not_possible() -> None:
    text = "shared x = 0\nlock l\nthread main\ncreate(A)\ncreate(B)\njoin(A)\n"
    text += "thread A\nlock(l)\nx := 1\nunlock(l)\nthread B\nlock(l)\nassume(x == 1)\nunlock(l)"
    ctp = parse_ctp(text)
    observed, library = observed_of(Index(ctp)), passes_library()

    def possible(main: int, a: int, b: int) -> bool:
        counts = np.array([main, a, b], np.uint32)
        return library.possible(observed.rows, counts, counts)

    assert possible(3, 5, 5) and possible(2, 4, 4) and possible(2, 2, 1)
    assert not possible(3, 4, 0), "a join needs the end"
    assert not possible(2, 3, 2), "the lock is held"
    assert not possible(2, 0, 3), "the read would see something else"
    assert not possible(1, 0, 1), "nobody has created the thread"


def test_a_barrier_whose_result_nobody_looks_at_may_be_left_by_the_last_to_come() -> None:
    text = "barrier h = 2\nthread main\ncreate(A)\ncreate(B)\nthread A\nbarrier(h) any\nthread B\nbarrier(h) any\n"
    ctp = parse_ctp(text)
    observed = observed_of(Index(ctp))
    counts = np.array([thread.count for thread in ctp.threads], np.uint32)
    assert len(observed.order) == len(ctp.events)
    assert passes_library().possible(observed.rows, counts, counts)


def test_a_signal_that_comes_behind_the_wait_of_whom_it_chose_chooses_nobody() -> None:
    text = "condition c\nthread main\np: create(A)\nq: signal(c)\n...\n"
    ctp = parse_ctp(text + "thread A\nr: start\ns: begin_wait(c)\nt: woken(c) any\n...\ntrace p r s q t\n")
    observed = observed_of(Index(ctp))
    assert observed.chosen == {1: 3}, "in the run it chooses A"
    first, then = np.array([1, 3], np.uint32), np.array([2, 3], np.uint32)
    assert passes_library().possible(observed.rows, first, then)
    assert isinstance(run_moves(ctp, observed.moves_of(first, then)), Ran)


def test_a_signal_chooses_whom_it_chose_in_a_later_wait_too() -> None:
    text = "condition c\nthread main\np: create(A)\nq: signal(c)\n...\nthread A\nr: start\ns: begin_wait(c)\n"
    ctp = parse_ctp(text + "t: woken(c) any\nu: begin_wait(c)\n...\ntrace p r s q t u\n")
    observed = observed_of(Index(ctp))
    first, then = np.array([1, 4], np.uint32), np.array([2, 4], np.uint32)
    assert passes_library().possible(observed.rows, first, then)
    assert isinstance(run_moves(ctp, observed.moves_of(first, then)), Ran)


def test_memory_that_was_given_back_is_not_given_back_again_nor_resized() -> None:
    text = "shared x = 0\nthread main\ncreate(A)\ncreate(B)\nthread A\nresize(x)\nthread B\nfree(x)\n"
    ctp = parse_ctp(text)
    observed, library = observed_of(Index(ctp)), passes_library()
    both, later = np.array([2, 2, 2], np.uint32), np.array([2, 1, 2], np.uint32)
    assert library.possible(observed.rows, both, both), "it is resized first"
    assert library.possible(observed.rows, later, later)
    assert not library.possible(observed.rows, later, both), "it is resized behind the free"


def test_parts_of_runs_are_possible_where_the_machine_says_so() -> None:
    """All primitives, and nothing that depends on a value."""
    weights = {kind: 3 for kind in ("share", "refused", "wait", "signal", "count", "barrier", "once", "region", "join")}
    weights |= {"lock": 8, "semaphore": 8, "broadcast": 1, "finish": 2, "create": 1}
    rng, library, agreed = random.Random(21), passes_library(), [0, 0]
    for _ in range(400):
        ctp = GoalMaker(rng, weights).made(rng.randint(9, 24))
        observed, machine = observed_of(Index(ctp)), Machine(ctp)
        done = np.bincount([ctp.events[number].thread for number in observed.order], minlength=len(ctp.threads))
        for _ in range(25):
            first = np.array([rng.choice((count, rng.randint(0, count))) for count in done.tolist()], np.uint32)
            then = np.array([rng.randint(low, high) for low, high in zip(first.tolist(), done.tolist(), strict=True)])
            then = then.astype(np.uint32)
            reached = run_moves(ctp, observed.moves_of(first, then), machine)
            expected = isinstance(reached, Ran) and not reached.state[machine.layout.ended]
            assert library.possible(observed.rows, first, then) == expected, (print_ctp(ctp), first, then)
            agreed[expected] += 1
    assert min(agreed) > 1000
