"""Waits of C++20 (on atomics, latches, barriers), which sleep on futexes: decided as those for conditions are.
tests/campaigns/futexes.py compares hundreds of random programs with all their schedules."""

import json
import re
from pathlib import Path

import pytest

from raddle.capture.control import Control, LastPolicy
from raddle.capture.run import Output
from raddle.model.actions import Action, Broadcast, RegionBegin, RegionEnd, Signal, Step, Wait, Wake
from raddle.model.recorded.from_trace import model_of
from raddle.testing.runs import RecordOrder, Sources, load_trace, record
from tests.support.command import raddle
from tests.support.random_futexes import text
from tests.support.verified import compared

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAMS = Path(__file__).parents[1] / "verify"
HEAD = "#include <atomic>\n#include <barrier>\n#include <cassert>\n#include <latch>\n#include <thread>\n"
PROVED = {
    "atomic": """int main() {
        std::atomic<int> go{0};
        int data = 0;
        std::thread x([&] { go.wait(0); assert(data == 5); });
        data = 5;
        go.store(1);
        go.notify_one();
        x.join();
    }""",
    "latch": """int main() {
        std::latch ready(2);
        int a = 0, b = 0;
        std::thread x([&] { a = 1; ready.count_down(); });
        std::thread y([&] { b = 2; ready.count_down(); });
        ready.wait();
        assert(a + b == 3);
        x.join(), y.join();
    }""",
    "barrier": """int main() {
        std::barrier together(2);
        int left = 0, right = 0;
        std::thread x([&] { left = 1; together.arrive_and_wait(); assert(right == 2); });
        std::thread y([&] { right = 2; together.arrive_and_wait(); assert(left == 1); });
        x.join(), y.join();
    }""",
}
STUCK = {
    "another one is told": """int main() {
        struct { std::atomic<bool> go{false}; char apart[7]; std::atomic<bool> other{false}; } both;
        std::thread x([&] { both.go.wait(false); });
        both.go.store(true);
        both.other.notify_one();
        x.join();
    }""",
    "nobody tells": """int main() {
        std::atomic<int> go{0};
        std::thread x([&] { go.wait(0); });
        go.store(1);
        x.join();
    }""",
    "one of two is told": """int main() {
        std::atomic<int> go{0};
        std::thread x([&] { go.wait(0); });
        std::thread y([&] { go.wait(0); });
        go.store(1);
        go.notify_one();
        x.join(), y.join();
    }""",
}


def source(folder: Path, body: str) -> tuple[Path, str]:
    place = folder / "waits.cpp"
    place.write_text(HEAD + body + "\n")
    return place, "-std=c++20"


@pytest.mark.parametrize("name", PROVED)
def test_waits_that_are_ended_by_somebody_are_proved(name: str, tmp_path: Path) -> None:
    asked = ("--property", "assertions,deadlocks", "--format", "json")
    said = json.loads(raddle("verify", *source(tmp_path, PROVED[name]), *asked, cwd=tmp_path).out)
    assert (said["verdict"], said["proved"]) == ("proved", ["assertions", "deadlocks"]), said["reason"]


@pytest.mark.parametrize("name", STUCK)
def test_who_sleeps_and_is_not_woken_waits_for_ever(name: str, tmp_path: Path) -> None:
    done = raddle("check", *source(tmp_path, STUCK[name]), "--no-explain", cwd=tmp_path)
    assert done.status == 1
    assert "CONFIRMED" in done.out and re.search(r"main.[12] waits for a wake at\s", done.out)


def test_a_wake_orders_nothing_by_itself(tmp_path: Path) -> None:
    relaxed = PROVED["atomic"].replace("go.wait(0)", "go.wait(0, std::memory_order_relaxed)")
    relaxed = relaxed.replace("go.store(1)", "go.store(1, std::memory_order_relaxed)")
    done = raddle("check", *source(tmp_path, relaxed), "--no-explain", "--format", "json", cwd=tmp_path)
    assert [finding["kind"] for finding in json.loads(done.out)["findings"]] == ["data-race"]


@pytest.mark.parametrize(("program", "wakes"), [("futex_flag.c", Broadcast), ("futex_one_of_two.c", Signal)])
def test_a_wait_is_a_look_and_a_sleep_in_one(program: str, wakes: type[Action], tmp_path: Path) -> None:
    """main comes last: both others sleep by then."""
    source, recording = PROGRAMS / program, tmp_path / "run.rdl"
    control = Control(LastPolicy("main"))
    order = RecordOrder(Sources((source,), ()), recording, control=control, output=Output.CAPTURED)
    record(order, lambda _: None)
    ctp = model_of(load_trace(recording)).ctp
    actions = [[event.action for event in ctp.of_thread(thread)] for thread in range(3)]
    assert [type(one) for one in actions[0] if isinstance(one, Broadcast | Signal)] == [wakes]
    for own in actions[1:]:
        at = own.index(Wait(0, None))
        assert [type(one) for one in own[at - 2 : at + 2]] == [RegionBegin, Step, Wait, RegionEnd]
        assert any(isinstance(one, Wake) for one in own) == (wakes is Broadcast or own is actions[1])


@pytest.mark.parametrize("seed", range(6))
def test_random_programs_are_proved_where_no_schedule_fails_or_deadlocks(seed: int) -> None:
    found = compared(seed, lambda number, _: text(number), ("assertions", "exit", "deadlocks"))
    assert not found.wrong and not found.unknown
