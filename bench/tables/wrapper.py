"""What `raddle cc` costs over the compiler behind it: seconds for one fresh file, medians over runs taken by turns.

Wall-clock time on an idle machine is what a user waits; processor time is beside it, since it hardly depends on others.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.table import Cell, Column, Growth, Row
from raddle.base.cache import Cache
from raddle.base.toolchain import Language, find_toolchain

title = "Compiler wrapper"
default_size = 10
columns = (
    Column("file", "file"),
    Column("compiler_s", "compiler, s", ".3f"),
    Column("wrapper_s", "raddle, s", ".3f"),
    Column("difference_s", "difference, s", ".3f"),
    Column("compiler_cpu_s", "compiler, CPU s", ".3f"),
    Column("wrapper_cpu_s", "raddle, CPU s", ".3f"),
)
paper: dict[str, dict[str, Cell]] = {"goal": {"difference on a small C file, s": "under 0.2"}}
growth: Growth | None = None

SMALL_C = """#include <pthread.h>
#include <stdio.h>
static int shared;
static void *work(void *unused) { shared++; return unused; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    printf("%d\\n", shared);
    return 0;
}
"""
FUNCTION_C = "int f{0}(int *p, int n) {{ int s = 0; for (int i = 0; i < n; i++) s += p[i] > {0} ? i : 1; return s; }}"
SMALL_CPP = """#include <mutex>
#include <thread>
#include <vector>
int main() {
    std::mutex mutex;
    std::vector<int> seen;
    std::thread thread([&] { std::lock_guard<std::mutex> guard(mutex); seen.push_back(1); });
    thread.join();
    return seen.size() == 1 ? 0 : 1;
}
"""
CASES: dict[str, tuple[Language, str]] = {
    "small.c": ("c", SMALL_C),
    "hundred_functions.c": ("c", "\n".join(FUNCTION_C.format(number) for number in range(100))),
    "small.cpp": ("c++", SMALL_CPP),
}


@dataclass(frozen=True, slots=True)
class Spent:
    wall_s: float
    cpu_s: float


def run(size: int) -> list[Row]:
    toolchain = find_toolchain(Cache.of_user())
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for name, (language, text) in CASES.items():
            main = {"c": "main_cc", "c++": "main_cxx"}[language]
            ours = (sys.executable, "-c", f"import sys; from raddle.wrapper import {main} as m; sys.exit(m())")
            commands = (toolchain.driver(language), ours)
            taken: tuple[list[Spent], list[Spent]] = ([], [])
            for turn in range(-1, size):
                for command, spent in zip(commands, taken, strict=True):
                    source = Path(folder) / name
                    source.write_text(f"{text}int fresh_{turn + 1}_{len(spent)}_{time.time_ns()};\n")
                    took = _spend((*command, "-g", "-O0", "-c", str(source), "-o", str(source.with_suffix(".o"))))
                    if turn >= 0:  # the first one finds nothing in the system's caches
                        spent.append(took)
            rows.append(_row(name, *taken))
    return rows


def _row(name: str, compiler: Sequence[Spent], wrapper: Sequence[Spent]) -> Row:
    compiler_s = statistics.median(spent.wall_s for spent in compiler)
    wrapper_s = statistics.median(spent.wall_s for spent in wrapper)
    return {
        "file": name,
        "compiler_s": compiler_s,
        "wrapper_s": wrapper_s,
        "difference_s": wrapper_s - compiler_s,
        "compiler_cpu_s": statistics.median(spent.cpu_s for spent in compiler),
        "wrapper_cpu_s": statistics.median(spent.cpu_s for spent in wrapper),
    }


def _spend(command: tuple[str, ...]) -> Spent:
    began = time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    child = os.posix_spawn(command[0], command, environment)  # compiled once, as it is where users work
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"failed: {' '.join(command)}")
    return Spent(time.perf_counter() - began, usage.ru_utime + usage.ru_stime)
