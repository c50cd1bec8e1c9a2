"""The one executor: tasks in forked children, their limits, their ends, and that nothing of them stays."""

import faulthandler
import os
import pickle
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from raddle.base import process
from raddle.base.errors import InternalError, ToolError, UserError
from raddle.base.executor import pool as pools
from raddle.base.executor.limits import NO_ANSWER, OVER, UNLIMITED, TaskEnded, TaskLimits
from raddle.base.executor.pool import ForkPool, all_within, as_they_come, first_done, within
from raddle.base.time_limit import TimeIsOver, ending_at
from raddle.base.work import cpu_s
from tests.support.command import ENVIRONMENT, WITH_SIGNALS
from tests.support.limits import HANG_S

MIBIBYTE = 1 << 20


def busy() -> None:
    while True:
        pass


def ended(work: Callable[[], object], limits: TaskLimits = UNLIMITED) -> TaskEnded:
    with pytest.raises(TaskEnded) as raised:
        within(limits, work)
    return raised.value


def is_gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + HANG_S
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def children() -> set[int]:
    """Of this process; also those that nobody has asked for their status."""
    return {int(one) for task in Path("/proc/self/task").iterdir() for one in (task / "children").read_text().split()}


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    before, open_before = children(), len(os.listdir("/proc/self/fd"))
    yield
    assert children() <= before
    assert len(os.listdir("/proc/self/fd")) == open_before


# ---- what every executor does: another one may stand in the place of ours


def slowly(number: int) -> int:
    time.sleep(0.05 * (number % 3))
    return number * number


def failing(number: int) -> int:
    if number == 2:
        raise UserError("not this one", where="a.c", advice="take another")
    return number


@pytest.mark.parametrize("make", [ForkPool, ThreadPoolExecutor, ProcessPoolExecutor])
def test_every_executor_answers_in_order_and_as_they_come_and_carries_errors(make: Callable[[int], Executor]) -> None:
    with make(3) as executor:
        assert list(executor.map(slowly, range(8))) == [slowly(number) for number in range(8)]
        futures = [executor.submit(slowly, number) for number in (2, 0, 1)]
        assert {future.result() for future in as_they_come(futures)} == {0, 1, 4}
        assert first_done(futures) == futures
        with pytest.raises(UserError) as raised:
            executor.submit(failing, 2).result()
        assert str(raised.value) == "a.c: not this one\n  take another"
        later = executor.submit(slowly, 5)
    assert later.result() == 25
    with pytest.raises(RuntimeError):
        executor.submit(slowly, 1)


# ---- answers


def test_a_task_may_be_a_closure_over_all_that_its_parent_has() -> None:
    kept = {"function": lambda: 7}
    assert within(UNLIMITED, lambda: kept["function"]() + 1) == 8


def test_a_task_sees_its_parent_as_that_is_when_it_begins() -> None:
    seen = [1]
    with ForkPool(1) as pool:
        first = pool.submit(lambda: len(seen))
        second = pool.submit(lambda: len(seen))
        seen.append(2)
        assert (first.result(), second.result()) == (1, 2)


def test_results_come_in_order_whoever_is_first_and_as_they_come_if_that_is_asked_for() -> None:
    ear, mouth = os.pipe()

    def first() -> str:
        second_is_over = int(os.read(ear, 20))
        assert wait_until(lambda: is_gone(second_is_over))
        return "first"

    def second() -> str:
        os.write(mouth, f"{os.getpid()}\n".encode())
        return "second"

    assert all_within(UNLIMITED, [first, second]) == ["first", "second"]
    with ForkPool(2) as pool:
        tasks = [pool.submit(first), pool.submit(second)]
        assert [task.result() for task in as_they_come(tasks)] == ["second", "first"]
    os.close(ear)
    os.close(mouth)


def test_many_small_tasks_are_done_and_no_more_run_at_once_than_may() -> None:
    ear, mouth = os.pipe()

    def task(number: int) -> int:
        os.write(mouth, b"<")
        os.write(mouth, b">")
        return number

    with ForkPool(2) as pool:
        assert list(pool.map(task, range(300))) == list(range(300))
    os.close(mouth)
    depth = most = 0
    for sign in os.read(ear, 1000).decode():
        depth += 1 if sign == "<" else -1
        most = max(most, depth)
    os.close(ear)
    assert depth == 0 and 1 <= most <= 2


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 50 * MIBIBYTE])
def test_results_may_be_large(size: int) -> None:
    assert all_within(UNLIMITED, [lambda: b"x" * size] * 2) == [b"x" * size] * 2


def test_words_come_on_the_way_and_the_result_is_what_the_generator_returns() -> None:
    heard: list[object] = []

    def task(number: int) -> Iterator[int]:
        yield from range(number)
        return number * 100

    with ForkPool(1, heard=lambda task, word: heard.append((task, word))) as pool:
        three, two = pool.submit(task, 3), pool.submit(task, 2)
        assert (two.result(), three.result()) == (200, 300)
    assert heard == [(three, 0), (three, 1), (three, 2), (two, 0), (two, 1)]


def test_waiting_for_a_result_may_end_sooner_and_the_task_goes_on() -> None:
    ear, mouth = os.pipe()
    with ForkPool(1) as pool:
        task = pool.submit(os.read, ear, 1)
        with pytest.raises(TimeoutError):
            task.result(timeout=0.05)
        assert task.running() and not task.cancel()
        never = pool.submit(busy)
        assert never.cancel()
        os.write(mouth, b"!")
        assert task.result() == b"!"
        with pytest.raises(CancelledError):
            never.result()
    os.close(ear)
    os.close(mouth)


# ---- errors


class _Odd(Exception):
    """Cannot be made again from what it carries."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"odd {one} {two}")


def _raise(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("error", [ZeroDivisionError("by nothing"), MemoryError(), SystemExit(3), TimeIsOver("now")])
def test_errors_keep_their_type_and_tell_where_they_came_from(error: BaseException) -> None:
    with ForkPool(1) as pool:
        came = pool.submit(_raise, error).exception()
    assert type(came) is type(error) and came.args == error.args
    assert "Traceback" in came.__notes__[0] and "in _raise" in came.__notes__[0]


def test_what_cannot_be_sent_is_told_in_words() -> None:
    with ForkPool(1) as pool:
        odd, function = pool.submit(_raise, _Odd(1, 2)).exception(), pool.submit(lambda: busy and (lambda: 1))
        assert isinstance(odd, InternalError) and "odd 1 2" in str(odd)
        assert isinstance(function.exception(), AttributeError | pickle.PicklingError)


def test_an_error_of_ours_comes_through_and_what_nobody_foresaw_is_our_fault() -> None:
    with pytest.raises(UserError, match=r"a\.c: no such thing"):
        within(UNLIMITED, partial(_raise, UserError("no such thing", where="a.c")))
    with pytest.raises(InternalError, match=r"(?s)Traceback.*ValueError: odd"):
        within(UNLIMITED, partial(_raise, ValueError("odd")))


def test_the_first_error_ends_the_others() -> None:
    with pytest.raises(UserError):
        all_within(UNLIMITED, [partial(_raise, UserError("no")), busy, busy])


# ---- limits


def test_what_does_too_much_is_ended_wherever_it_is() -> None:
    over = ended(busy, TaskLimits(work_s=0.1))
    assert (over.what, over.status, over.at_limit, over.is_late) == (OVER, -signal.SIGPROF, True, False)


def test_waiting_is_no_work() -> None:
    assert within(TaskLimits(work_s=0.2), lambda: time.sleep(0.5)) is None


def test_each_word_has_a_limit_of_its_own() -> None:
    def task() -> Iterator[int]:
        for number in range(3):
            end = time.process_time() + 0.3
            while time.process_time() < end:
                pass
            yield number
        busy()

    heard: list[int] = []
    with ForkPool(1, TaskLimits(work_s=0.8), lambda _, word: heard.append(word)) as pool:
        over = pool.submit(task).exception()
    assert heard == [0, 1, 2] and isinstance(over, TaskEnded) and over.at_limit


def test_by_the_clock_all_are_ended_and_what_waits_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pools, "time", SimpleNamespace(monotonic=lambda: float(len(heard))))

    def task() -> Iterator[str]:
        yield "begun"
        time.sleep(HANG_S)

    with ForkPool(1, TaskLimits(until=1.0), lambda _, word: heard.append(word)) as pool:
        tasks = [pool.submit(task) for _ in range(3)]
        errors = [task.exception() for task in as_they_come(tasks)]
        errors.append(pool.submit(task).exception())
    assert heard == ["begun"]
    assert all(isinstance(error, TaskEnded) and error.is_late and error.what == OVER for error in errors)


def test_memory_beyond_the_limit_fails_in_the_task_alone() -> None:
    with ForkPool(1, TaskLimits(more_bytes=100 * MIBIBYTE)) as pool:
        assert isinstance(pool.submit(lambda: len(bytes(300 * MIBIBYTE))).exception(), MemoryError)
        assert pool.submit(lambda: len(bytes(50 * MIBIBYTE))).result() == 50 * MIBIBYTE


def test_a_limit_of_memory_that_the_user_has_set_stays() -> None:
    """As `ulimit -v` sets it: lower than the task's own, and not to be raised."""

    def limited() -> None:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + 1024 * MIBIBYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        asked = within(TaskLimits(more_bytes=3072 * MIBIBYTE), lambda: resource.getrlimit(resource.RLIMIT_AS))
        assert asked == (most, most)

    within(UNLIMITED, limited)


def test_the_work_of_children_counts_as_ours_when_they_are_over() -> None:
    begun = cpu_s()
    ended(busy, TaskLimits(work_s=0.3))
    assert cpu_s() - begun > 0.15


# ---- ends


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV, signal.SIGTERM])
def test_a_signal_that_ends_a_task_ends_it_alone(number: signal.Signals) -> None:
    def die() -> None:
        faulthandler.disable()  # pytest's own, which would tell of it
        os.kill(os.getpid(), number)
        time.sleep(HANG_S)

    died = ended(die)
    assert (died.what, died.status, died.at_limit, died.is_late) == (NO_ANSWER, -number, False, False)


def test_a_task_that_leaves_without_a_word_is_told_by_its_status() -> None:
    assert ended(lambda: os._exit(3)).status == 3
    assert ended(lambda: os.closerange(3, 1000) or time.sleep(HANG_S)).status == -signal.SIGKILL


def _deaf(mouth: int) -> None:
    """Ignores what asks it to end, and so does what it has started."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    other = os.fork()
    if other == 0:
        time.sleep(HANG_S)
    os.write(mouth, f"{os.getpid()} {other}\n".encode())
    busy()


def test_what_ignores_sigterm_is_ended_with_all_that_it_started() -> None:
    ear, mouth = os.pipe()
    with pytest.raises(KeyError), ForkPool(1) as pool:
        pool.submit(_deaf, mouth)
        task, other = map(int, os.read(ear, 100).split())
        assert os.getpgid(other) == task and not is_gone(task)
        raise KeyError
    assert is_gone(task) and wait_until(lambda: is_gone(other))
    os.close(ear)
    os.close(mouth)


def test_what_a_task_leaves_running_does_not_outlive_it() -> None:
    def task() -> int:
        other = os.fork()
        if other == 0:
            time.sleep(HANG_S)
        return other

    other = within(UNLIMITED, task)
    assert wait_until(lambda: is_gone(other))


def test_the_clock_of_the_whole_interrupts_waiting_and_ends_all() -> None:
    begun = time.monotonic()
    with pytest.raises(TimeIsOver), ending_at(begun + 0.1, 0), ForkPool(2) as pool:
        list(pool.map(lambda _: busy(), range(4)))


def test_an_error_of_who_listens_ends_all() -> None:
    def task() -> Iterator[int]:
        yield 1
        busy()

    def heard(_task: object, _word: object) -> None:
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"), ForkPool(1, heard=heard) as pool:
        pool.submit(task).result()


# ---- one within another


def test_a_task_may_have_tasks_of_its_own() -> None:
    def outer(number: int) -> list[int]:
        return all_within(TaskLimits(work_s=HANG_S), [partial(slowly, number + one) for one in range(3)])

    with ForkPool(2) as pool:
        assert list(pool.map(outer, range(3))) == [[0, 1, 4], [1, 4, 9], [4, 9, 16]]


def test_the_limit_of_an_inner_task_is_no_end_of_the_outer_one() -> None:
    with pytest.raises(ToolError, match=OVER) as raised:
        within(UNLIMITED, partial(within, TaskLimits(work_s=0.1), busy))
    assert not isinstance(raised.value, TaskEnded)


def test_inner_tasks_go_with_the_outer_one() -> None:
    ear, mouth = os.pipe()

    def inner() -> None:
        os.write(mouth, f"{os.getpid()}\n".encode())
        busy()

    with pytest.raises(KeyError), ForkPool(1) as pool:
        pool.submit(within, UNLIMITED, inner)
        process = int(os.read(ear, 100))
        raise KeyError
    assert wait_until(lambda: is_gone(process))
    os.close(ear)
    os.close(mouth)


def test_a_task_cannot_use_the_pool_that_it_runs_in() -> None:
    with ForkPool(1) as pool:
        for use in (lambda: pool.submit(busy), pool.look, pool.shutdown):
            error = pool.submit(use).exception()
            assert isinstance(error, InternalError) and "the pool that it runs in" in str(error)
        assert pool.submit(lambda: 7).result() == 7


# ---- interrupted from outside


def test_nobody_else_forks() -> None:
    source = Path(pools.__file__).parents[2]
    forking = {path.name for path in source.rglob("*.py") if re.search(r"os\.fork\(|multiprocessing", path.read_text())}
    assert forking == {"child.py"}



INTERRUPTED = """
import os, sys, tempfile, time
from raddle.base.executor.limits import TaskLimits
from raddle.base.executor.pool import ForkPool
from raddle.base.process import Interrupted, ending_on_signals
def task(number):
    os.write(1, f"{os.getpid()}\\n".encode())
    while True:
        number += 1
try:
    with ending_on_signals(), tempfile.TemporaryDirectory() as folder, ForkPool(2) as pool:
        print("folder", folder, flush=True)
        list(pool.map(task, range(5)))
except Interrupted as error:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        print("no child", flush=True)
    sys.exit(128 + error.number)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_middle_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    command = [*WITH_SIGNALS, sys.executable, "-c", INTERRUPTED]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("folder")
    tasks = [int(process.stdout.readline()) for _ in range(2)]
    os.killpg(process.pid, number)
    assert process.wait(timeout=HANG_S) == 128 + number
    assert process.stdout.read() == "no child\n"
    process.stdout.close()
    assert all(map(is_gone, tasks))
    assert not list(tmp_path.iterdir())


def test_a_signal_at_any_moment_of_many_short_tasks_leaves_nothing_behind() -> None:
    script = INTERRUPTED.replace("    while True:\n        number += 1\n", "").replace("range(5)", "range(2000)")
    for moment in range(8):
        process = subprocess.Popen(
            [*WITH_SIGNALS, sys.executable, "-c", script], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2 + moment)]
        process.send_signal(signal.SIGTERM)
        said += process.stdout.readlines()
        assert process.wait(timeout=HANG_S) == 128 + signal.SIGTERM and said[-1] == "no child\n"
        process.stdout.close()


def test_a_signal_while_a_child_is_begun_waits_until_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    fork = os.fork

    def interrupted_fork() -> int:
        begun.append(fork())
        if begun[0]:
            process._SIGNALS.arrive(signal.SIGTERM, None)
        return begun[0]

    monkeypatch.setattr(process._SIGNALS, "_since", -process.CLEARING_UP_S)
    monkeypatch.setattr(os, "fork", interrupted_fork)
    with pytest.raises(process.Interrupted), ForkPool(1) as pool:
        pool.submit(busy)
    assert is_gone(begun[0])
