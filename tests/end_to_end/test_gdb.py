"""`replay --gdb`: gdb stops where the program fails, in the right thread and function; standing still is harmless."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.command import Said, check_assertions, raddle, source

pytestmark = [
    pytest.mark.native,
    pytest.mark.compiler,
    pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed"),
]

IN_A_THREAD = """#include <assert.h>
int x;
void *inspect(void *arg) {
    int first = x;
    assert(x == first);
    return arg;
}
void *add(void *arg) { x++; return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, inspect, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
"""
ABORTS = """int x;
void give_up(int seen) { if (seen != 2) abort(); }
void *add(void *arg) { x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    give_up(x);
}
"""
DEADLOCK = """pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void take_twice(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}
int main(void) { take_twice(); }
"""
CRASH = """int *nowhere;
void touch(void) { *nowhere = 1; }
int main(void) { touch(); }
"""
THROWS = """#include <stdexcept>
#include <thread>
struct Account {
    void withdraw(int amount) { throw std::runtime_error("no"); }
};
int main() {
    std::thread customer([] { Account().withdraw(3); });
    customer.join();
}
"""


def found(folder: Path, text: str) -> Path:
    """The witness of the one failure."""
    said = check_assertions(source(folder, text), "--witnesses", folder)
    assert said.status == 1, said.out + said.err
    (witness,) = folder.glob("*.witness")
    return witness


def in_gdb(target: Path, *commands: str) -> Said:
    words = [word for command in commands for word in ("-ex", command)]
    return raddle("replay", "--gdb", target, "--", "-nx", "-batch", *words)


def test_it_stops_in_the_thread_and_the_function_whose_assertion_fails(tmp_path: Path) -> None:
    said = in_gdb(found(tmp_path, IN_A_THREAD), "print first", "print x", "thread")
    assert said.status == 0, said.err
    assert re.search(r"#\d+ .*in inspect \(arg=0x0\) at .*test\.c:8", said.out)
    assert "8\t    assert(x == first);" in said.out
    assert "$1 = 0" in said.out and "$2 = 1" in said.out
    assert re.search(r"\[Current thread is (\d+) ", said.out)[1] != "1"  # type: ignore[index]
    assert "raddle: replayed: assert line 8" in said.err


def test_the_stack_leads_from_the_failure_to_main(tmp_path: Path) -> None:
    said = in_gdb(found(tmp_path, ABORTS), "bt")
    assert said.status == 0, said.err
    assert re.search(r"#\d+ .*in give_up \(seen=1\) at .*test\.c:5", said.out)
    functions = re.findall(r"^#\d+ .*? (?:in )?(\w+) \(", said.out, re.MULTILINE)
    assert functions.index("abort") < functions.index("main")


@pytest.mark.parametrize(
    ("text", "place", "outcome"),
    [(DEADLOCK, "in take_twice () at", "deadlock"), (CRASH, "in touch () at", "signal SIGSEGV")],
    ids=["deadlock", "crash"],
)
def test_a_run_that_failed_by_itself_stops_where_it_did(tmp_path: Path, text: str, place: str, outcome: str) -> None:
    recording = tmp_path / "r.rdl"
    assert raddle("record", source(tmp_path, text), "-o", recording).status == 0
    said = in_gdb(recording)
    assert said.status == 0, said.err
    assert place in said.out or place.removeprefix("in ") in said.out
    assert f"raddle: replayed: {outcome}" in said.err


def test_standing_at_a_breakpoint_and_running_again_change_nothing(tmp_path: Path) -> None:
    witness = found(tmp_path, IN_A_THREAD)
    said = in_gdb(
        witness, "break inspect", "break add", "run", "next", "shell sleep 3", "continue", "continue"
    )
    assert [int(number) for number in re.findall(r"hit Breakpoint (\d)", said.out)] == [1, 2, 3, 1]
    assert "cannot be followed" not in said.err
    assert "raddle: replayed: assert line 8" in said.err
    assert said.status == 0


def test_a_program_needs_a_schedule_of_its_own_and_arguments_belong_to_gdb(tmp_path: Path) -> None:
    program = tmp_path / "program"
    assert raddle("cc", source(tmp_path, CRASH), "-o", program).status == 0
    said = raddle("replay", "--gdb", program)
    assert said.status == 2 and "gdb needs a recording or a witness" in said.err
    assert raddle("record", program, "-o", tmp_path / "r.rdl").status == 0
    said = raddle("replay", tmp_path / "r.rdl", "--", "more")
    assert said.status == 2 and "it has its own arguments" in said.err


def test_a_gdb_that_is_left_early_has_not_reached_the_failure(tmp_path: Path) -> None:
    recording = tmp_path / "r.rdl"
    assert raddle("record", source(tmp_path, CRASH), "-o", recording).status == 0
    said = in_gdb(recording, "break main", "run")
    assert said.status == 3 and "not reached: expected signal SIGSEGV, seen unknown" in said.err
    said = raddle("replay", "--gdb", recording, "--times", "2")
    assert said.status == 2 and "--gdb goes neither with --times" in said.err


def test_without_gdb_it_is_one_message(tmp_path: Path) -> None:
    recording = tmp_path / "r.rdl"
    assert raddle("record", source(tmp_path, CRASH), "-o", recording).status == 0
    said = raddle("replay", "--gdb", recording, env={"PATH": str(tmp_path)})
    assert said.status == 2 and "gdb is not installed" in said.err and said.out == ""


def test_arguments_and_input_of_the_recording_reach_the_program_in_gdb(tmp_path: Path) -> None:
    text = 'int main(int c, char **v) { char b[9]; fgets(b, 9, stdin); fprintf(stderr, "[%s|%s]", v[1], b); abort(); }'
    recording = tmp_path / "r.rdl"
    assert raddle("record", source(tmp_path, text), "-o", recording, "--", "a 'b", stdin="hello").status == 0
    said = in_gdb(recording, "continue")
    assert "[a 'b|hello]" in said.err


def test_an_exception_that_nobody_catches_stops_where_it_was_thrown(tmp_path: Path) -> None:
    text = tmp_path / "test.cpp"
    text.write_text(THROWS)
    assert raddle("record", text, "-o", tmp_path / "r.rdl").status == 0
    said = in_gdb(tmp_path / "r.rdl", "print amount")
    assert said.status == 0, said.err
    assert re.search(r"#\d+ .*in Account::withdraw \(this=0x\w+, amount=3\) at .*test\.cpp:4", said.out)
    assert "$1 = 3" in said.out
