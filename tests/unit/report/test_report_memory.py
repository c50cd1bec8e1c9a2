"""Memory errors in the report: the golden is meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes it anew; read the difference before it is committed.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.place import SourcePlace
from raddle.report.as_json import json_of
from raddle.report.memory_text import memory_message
from raddle.report.result import Access, Finding, Line, MemoryFault, Open, Result, Stats
from raddle.report.suppressions import load_suppressions, suppressed
from raddle.report.text import text_of

GOLDENS = Path(__file__).parents[2] / "goldens"


def at(line: int, function: str) -> SourcePlace:
    return SourcePlace("list.c", line, 5, function)


READ = Access("main.2", (at(30, "show"), at(41, "reader")), "read", False, "4", ("m",), at(50, "main"))
WRITE = replace(READ, verb="write", value="7", locks=())
FREED = Access("main.1", (at(12, "drop"),), "free", False, None, (), at(49, "main"))
MADE = Access("main", (at(5, "main"),), "allocate", False, None, ())
BYTES = "bytes 0 to 3 of a block of 16 bytes"
FAULTS = {
    "use after free": MemoryFault("use-after-free", BYTES, READ, FREED, MADE),
    "double free": MemoryFault("double-free", "a block of 16 bytes", replace(FREED, thread="main.2"), FREED, MADE),
    "null": MemoryFault("null", "address 0x8", replace(READ, value=None)),
    "out of bounds": MemoryFault("out-of-bounds", "table", WRITE, detail="index 10 of 10"),
    "dangling": MemoryFault("dangling", "local of main", WRITE, replace(FREED, verb="return"), MADE),
    "nothing there": MemoryFault("dangling", "address 0x5", WRITE, detail="nothing is there"),
    "division": MemoryFault("division", "(count + 1)", READ, detail="which is zero"),
    "some division": MemoryFault("division", "", READ),
}
MESSAGES = {
    "use after free": f"use after free: read of {BYTES}",
    "double free": "double free of a block of 16 bytes",
    "null": "null pointer: read of address 0x8",
    "out of bounds": "out of bounds: write to table, index 10 of 10",
    "dangling": "dangling pointer: write to local of main",
    "nothing there": "dangling pointer: write to address 0x5, nothing is there",
    "division": "division by (count + 1), which is zero",
    "some division": "division without a result",
}


def finding(fault: MemoryFault) -> Finding:
    story = (Line("main.1", at(12, "drop"), "free heap main#1"), Line("main.2", at(30, "show"), memory_message(fault)))
    return Finding(
        "memory", "confirmed", fault.access.place, memory_message(fault), story=story, schedule="main:8 main.1:4",
        witness=Path("list.witness"), threads=3, switches=2, about=fault,
    )  # fmt: skip


STATS = Stats(threads=3, events=27, shared_accesses=6, memory_checks=4, free_pairs=2)
CLEAN = Result("list", (), (), (), stats=STATS, properties=("memory",))
OBSERVED = replace(finding(FAULTS["null"]), observed=True, instances=3)
PREDICTED = replace(finding(FAULTS["dangling"]), status="predicted", reason="no time was left", witness=None)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_in_one_line(name: str) -> None:
    assert memory_message(FAULTS[name]) == MESSAGES[name]


def test_memory_errors_are_told_in_words() -> None:
    told = [*map(finding, FAULTS.values()), OBSERVED, PREDICTED]
    left = (Open(at(30, "show"), "time limit", 2, "memory", at(12, "drop")),)
    text = text_of(replace(CLEAN, findings=tuple(told), open=left))
    golden = GOLDENS / "report_memory.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_a_run_without_memory_errors_says_what_was_looked_at() -> None:
    said = " ".join(text_of(CLEAN).split())
    assert "misuses memory (4 accesses and divisions and 2 pairs of a free and a use looked at)" in said
    nothing = text_of(replace(CLEAN, stats=Stats(threads=1, events=3)))
    assert "(no address or divisor in doubt, no free that may precede a use)" in " ".join(nothing.split())


def test_json_says_who_did_what() -> None:
    said = json.loads(json_of(replace(CLEAN, findings=(finding(FAULTS["use after free"]),))))["findings"][0]
    assert (said["kind"], said["fault"], said["memory"], said["detail"]) == ("memory", "use-after-free", BYTES, None)
    roles = [(access["role"], access["thread"], access["line"], access["deed"]) for access in said["accesses"]]
    expected = [("access", "main.2", 30, "read"), ("freed", "main.1", 12, "free"), ("allocated", "main", 5, "allocate")]
    assert roles == expected
    assert [step["line"] for step in said["steps"]] == [12, 30]


def test_a_memory_error_can_be_answered_for(tmp_path: Path) -> None:
    path = tmp_path / "raddle.toml"
    path.write_text('[[suppress]]\nkind = "memory"\nplace = "list.c:show"\nreason = "known"\n')
    left = suppressed(replace(CLEAN, findings=(finding(FAULTS["null"]),)), load_suppressions(path))
    assert not left.findings and len(left.suppressed) == 1
