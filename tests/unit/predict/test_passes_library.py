"""The linear passes in C compile without a warning, and give back all they take."""

import resource
from pathlib import Path

import numpy as np
import pytest

from raddle.base.cache import Cache
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.encode.index import Index
from raddle.model.text.parse import parse_ctp
from raddle.predict.races.observed import observed_of
from raddle.predict.races.passes_library import passes_code, passes_layout, passes_library

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
