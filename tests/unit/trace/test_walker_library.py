"""The C walker compiles without a warning, once, and gives back all it takes."""

import resource
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.native_code import shared_library
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.trace.walk_fast import walk_fast
from raddle.trace.walker_library import walker_code
from tests.support.hand_made import Log, recording_of

pytestmark = pytest.mark.compiler

TEXT = """@x = global i64 0
define void @main() {
entry:
  %a = load i64, ptr @x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, %a
  store i64 %next, ptr @x
  br label %loop
}
"""


def test_no_compiler_warns(tmp_path: Path) -> None:
    code, toolchain = walker_code(), find_toolchain(Cache.of_user())
    for source in code.sources:
        words = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument", "-c", str(source))
        finished = run(code.command(toolchain, *words, "-o", str(tmp_path / f"{source.stem}.o")), limit_s=120)
        assert finished.ok, finished.stderr_text


def test_it_is_compiled_once(tmp_path: Path) -> None:
    cache, toolchain = Cache(tmp_path), find_toolchain(Cache.of_user())
    library = shared_library(walker_code(), toolchain, cache)
    changed = library.stat().st_mtime_ns
    assert shared_library(walker_code(), toolchain, cache) == library
    assert library.stat().st_mtime_ns == changed


def test_memory_is_given_back() -> None:
    log = Log(TEXT).record("entry:").load(0x400000, 8, 1)
    for number in range(1, 2001):
        log.record("loop:").store(0x400000, number)
    recording = recording_of(log, log)
    for _ in range(20):
        walk_fast(recording)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):  # 200 times some 400 KB of rows
        walk_fast(recording)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
