"""The report that people read. The goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.report.result import Finding, Line, Open, Result, Stats
from raddle.report.story_text import MOST_IN_A_STORY
from raddle.report.text import text_of
from raddle.report.verdict_text import NOT_COVERED
from tests.support.results import ASSUMED, BUG, LOST, STATS, UNDECIDED, place

GOLDENS = Path(__file__).parents[2] / "goldens"
HOLDS = replace(BUG, findings=(), stats=replace(STATS, held=1))
PREDICTED = replace(
    LOST, status="predicted", reason="the replay diverged at main.1:4, at the value that printf was given", witness=None
)
MANY = tuple(f"the address used at list.c:{line} was made of the observed value of list.head" for line in range(13))

RESULTS = {
    "report_bug": BUG,
    "report_none": HOLDS,
    "report_bounded": replace(HOLDS, bound="at most 2 context switches"),
    "report_lifted": replace(HOLDS, lifted=True, assumptions=()),
    "report_predicted": replace(BUG, findings=(PREDICTED,)),
    "report_unknown": replace(BUG, findings=(), open=(UNDECIDED, Open(None, "no model for it", 1))),
    "report_observed": replace(
        BUG,
        findings=(replace(LOST, observed=True, fewest=False, instances=4), replace(PREDICTED, message="x > 0")),
        assumptions=MANY,
        notes=("the run ended at its limit of events",),
        stats=replace(STATS, instances=9, held=3),
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_told_in_words(name: str) -> None:
    text = text_of(RESULTS[name])
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_and_colour_only_adds_escapes(name: str, width: int) -> None:
    text = text_of(RESULTS[name], width=width)
    assert max(map(len, text.splitlines())) <= width
    assert not any(line != line.rstrip() for line in text.splitlines())
    painted = text_of(RESULTS[name], width=width, color=True)
    assert painted != text
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == text


def test_an_inconclusive_result_never_sounds_like_a_good_one() -> None:
    text = text_of(replace(BUG, findings=(), open=(UNDECIDED,), stats=replace(STATS, instances=4, held=1)))
    assert "Inconclusive" in text
    assert "No interleaving" not in text and "nothing" not in text.lower()
    assert "1 of 4 executions" in text


def test_what_was_not_covered_is_always_said() -> None:
    for result in RESULTS.values():
        assert NOT_COVERED in text_of(result)


def test_a_run_without_assertions_proves_nothing_about_them() -> None:
    text = text_of(Result("a", (), (), (), stats=Stats(threads=1, events=4)))
    assert "The run executed no assertion, so there was nothing to violate" in text
    assert "No interleaving" not in text


def story(turns: int, steps: int) -> tuple[Line, ...]:
    return tuple(
        Line(f"main.{turn % 2 + 1}", place(13, "work"), f"write x = {turn * steps + step}")
        for turn in range(turns)
        for step in range(steps)
    )


@pytest.mark.parametrize(("turns", "steps"), [(1, 100), (3, 60), (200, 2), (30, 30), (2, 5), (41, 1)])
def test_a_long_story_keeps_its_beginning_and_its_end_and_counts_the_rest(turns: int, steps: int) -> None:
    told = story(turns, steps)
    text = text_of(replace(BUG, findings=(replace(LOST, story=told),)))
    shown = re.findall(r"write x = (\d+)$", text, re.MULTILINE)
    left_out = [int(number) for number in re.findall(r"\.\.\. (\d+) more steps", text)]
    left_out += [int(number) for number in re.findall(r"more turns? of (\d+) step", text)]
    assert len(shown) + sum(left_out) == len(told)
    assert len(shown) <= MOST_IN_A_STORY
    assert shown[0] == "0" and shown[-1] == str(len(told) - 1)
    assert shown == sorted(shown, key=int)


def test_long_names_are_wrapped_and_cut_but_the_command_is_not() -> None:
    far = place(123456, "a_function_with_a_rather_long_name_indeed", "src/a_file_with_a_rather_long_name.c")
    line = Line("main.12.3", far, "write table[17].buckets[3].head = ((table[17].count + 1) % 64) = 5")
    witness = Path("/a/very/long/path" * 5) / "it's.witness"
    text = text_of(replace(BUG, findings=(replace(LOST, story=(line,), witness=witness),)))
    overlong = [one for one in text.splitlines() if len(one) > 80]
    assert len(overlong) == 1 and overlong[0].startswith("  replay it: raddle replay '/a/very")
    assert "a_file_with" in text and ":123456  " in text and "write table[17].buckets[3].head" in text


def test_a_long_schedule_is_left_to_the_witness_but_printed_where_there_is_none() -> None:
    schedule = " ".join(f"main:{at} main.1:{at}" for at in range(10))
    with_witness = replace(LOST, schedule=schedule)
    assert "schedule:" not in text_of(replace(BUG, findings=(with_witness,)))
    text = text_of(replace(BUG, findings=(replace(with_witness, witness=None),)))
    quoted = re.search(r"schedule:\s+'(.*?)'", text, re.DOTALL)
    assert quoted is not None and quoted.group(1).split() == schedule.split()


def test_a_deadlock_and_a_crash_have_their_own_words() -> None:
    waits = "deadlock: main.1 waits for lock b, held by main.2; main.2 waits for lock a, held by main.1"
    deadlock = Finding("deadlock", "confirmed", None, waits, observed=True)
    assert text_of(Result("a", (deadlock,), (), ASSUMED)).startswith("deadlock: main.1 waits for lock b")
    crash = Finding("failure", "confirmed", place(12, "user"), "killed by SIGSEGV here or soon after")
    assert text_of(Result("a", (crash,), (), ())).startswith("examples/bank_account.c:12: can fail: killed by SIGSEGV")
    error = replace(LOST, message="reach_error() is called because x != 3: x is 1")
    assert text_of(replace(BUG, findings=(error,))).startswith(
        "examples/bank_account.c:41: can fail: reach_error() is called because x != 3"
    )
