"""Memory errors through the real command: what is said, the exit status, and that each witness shows it again."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Said, raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

TWO_THREADS = """
struct node {{ int value; int more; }};
static struct node *node;
static int table[4], index_of = 3, divisor = 2, seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {{ pthread_mutex_lock(&m); {first} pthread_mutex_unlock(&m); return arg; }}
static void *second(void *arg) {{ pthread_mutex_lock(&m); {second} pthread_mutex_unlock(&m); return arg; }}
int main(void) {{
    pthread_t t, u;
    node = calloc(1, sizeof *node);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}}
"""
"""The first thread's part stands in line 9, the second one's in line 10."""
FAULTS = {
    "use-after-free": (
        "seen = node->more;", "free(node);", "use after free: read of bytes 4 to 7 of a block of 8 bytes"
    ),
    "double-free": (
        "free(node); node = calloc(1, sizeof *node);",
        "pthread_mutex_unlock(&m); struct node *mine = node; pthread_mutex_lock(&m); free(mine);",
        "double free of a block of 8 bytes",
    ),
    "null": ("node->more = 1;", "node = NULL;", "null pointer: write to address 0x4"),
    "out-of-bounds": ("table[index_of] = 1;", "index_of = 4;", "out of bounds: write to table, index 4 of 4"),
    "division": ("seen = 10 / divisor;", "divisor = 0;", "division by divisor, which is zero"),
}  # fmt: skip
DANGLING = """
#include <semaphore.h>
static sem_t begun;
static void *worker(void *arg) {
    sem_post(&begun);
    *(int *)arg = 1;
    return NULL;
}
static pthread_t start(void) {
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, worker, &local);
    sem_wait(&begun);
    return t;
}
int main(void) {
    sem_init(&begun, 0, 0);
    pthread_join(start(), NULL);
    return 0;
}
"""
"""The write in line 9 is done in time if the worker goes on at once."""
VECTOR = """
#include <mutex>
#include <thread>
#include <vector>
static std::vector<int> numbers{1, 2, 3};
static unsigned last = 2;
static int seen;
static std::mutex m;
int main() {
    std::thread one([] { std::lock_guard hold(m); seen = numbers[last]; });
    std::thread two([] { std::lock_guard hold(m); last = 3; });
    one.join();
    two.join();
}
"""
UNIQUE = """
#include <memory>
#include <mutex>
#include <thread>
static std::unique_ptr<int> number = std::make_unique<int>(7);
static int seen;
static std::mutex m;
int main() {
    int *raw = number.get();
    std::thread one([raw] { std::lock_guard hold(m); seen = *raw; });
    std::thread two([] { std::lock_guard hold(m); number.reset(); });
    one.join();
    two.join();
}
"""


def found(said: Said) -> list[dict[str, Any]]:
    assert said.status == 1, said
    findings: list[dict[str, Any]] = json.loads(said.out)["findings"]
    return findings


def check(program: Path, folder: Path, *words: str) -> Said:
    return raddle("check", program, "--property", "memory", "--format", "json", *words, cwd=folder)


def comes_again(finding: dict[str, Any], folder: Path) -> None:
    again = raddle("replay", finding["witness"], cwd=folder)
    assert again.status == 0 and "replayed: " in again.err, again


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_another_order_is_found_and_comes_again(fault: str, tmp_path: Path) -> None:
    first, second, message = FAULTS[fault]
    program = source(tmp_path, TWO_THREADS.format(first=first, second=second))
    finding = next(one for one in found(check(program, tmp_path)) if one["fault"] == fault)
    assert (finding["status"], finding["observed"], finding["message"]) == ("confirmed", False, message)
    assert finding["accesses"][0]["role"] == "access" and finding["line"] in (9, 10)
    comes_again(finding, tmp_path)


def test_a_variable_of_a_function_that_has_returned(tmp_path: Path) -> None:
    program = source(tmp_path, DANGLING)
    (finding,) = found(check(program, tmp_path))
    assert (finding["fault"], finding["line"], finding["status"]) == ("dangling", 9, "confirmed")
    assert finding["message"] == "dangling pointer: write to local of main"
    comes_again(finding, tmp_path)


@pytest.mark.parametrize(("text", "fault", "line"), [(VECTOR, "out-of-bounds", 10), (UNIQUE, "use-after-free", 10)])
def test_faults_of_cxx_programs(text: str, fault: str, line: int, tmp_path: Path) -> None:
    program = tmp_path / "test.cpp"
    program.write_text(text)
    finding = next(one for one in found(check(program, tmp_path, "-std=c++17")) if one["fault"] == fault)
    assert (finding["line"], finding["status"]) == (line, "confirmed")
    comes_again(finding, tmp_path)


def test_a_safe_program_says_that_it_is(tmp_path: Path) -> None:
    program = source(tmp_path, TWO_THREADS.format(first="if (node) node->more = 1;", second="free(node); node = NULL;"))
    said = raddle("check", program, "--property", "memory", cwd=tmp_path)
    assert said.status == 0, said
    assert "No interleaving misuses memory" in said.out


def test_a_crash_of_the_given_run_is_a_memory_error(tmp_path: Path) -> None:
    text = "static int *p, seen;\nint main(void) { seen = 1; seen++; return *p; }\n"
    program = source(tmp_path, text)
    (finding,) = found(check(program, tmp_path))
    assert (finding["fault"], finding["observed"], finding["line"]) == ("null", True, 5)
    comes_again(finding, tmp_path)
    alone = raddle("check", program, "--property", "assertions", cwd=tmp_path)
    assert alone.status == 3 and "null pointer: read of address 0x0" in " ".join(alone.out.split())


def test_what_the_given_run_does_wrong_without_a_crash_is_told_too(tmp_path: Path) -> None:
    body = "int main(void) { int *p = malloc(8); free(p); p[1] = 2; free(p); return 0; }\n"
    told = {(one["fault"], one["observed"]) for one in found(check(source(tmp_path, body), tmp_path))}
    assert told == {("use-after-free", True), ("double-free", True)}


def test_a_trace_program_with_memory_errors(tmp_path: Path) -> None:
    text = "shared x = 1, d = 1\nthread A\n  check_division(d != 0)\n  i := x\nthread B\n  d := 0\n  free(x)\n"
    (tmp_path / "test.ctp").write_text(text)
    said = found(check(tmp_path / "test.ctp", tmp_path))
    assert {(one["fault"], one["line"], one["status"]) for one in said} == {
        ("division", 3, "predicted"), ("use-after-free", 4, "predicted"),
    }  # fmt: skip


@pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")
def test_gdb_stops_before_the_access(tmp_path: Path) -> None:
    first, second, _ = FAULTS["use-after-free"]
    program = source(tmp_path, TWO_THREADS.format(first=first, second=second))
    (finding,) = found(check(program, tmp_path))
    said = raddle("replay", "--gdb", finding["witness"], "--", "-batch", "-ex", "bt", cwd=tmp_path)
    assert "first" in said.out, said
