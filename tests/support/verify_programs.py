"""The programs of tests/verify: what their first lines promise, and how the explorer tells whether it is true.

// VERIFY proved | bug | unknown REASON     `raddle verify FILE`; an assertion that fails has // FAILS on its line
// VERIFY bug seen, else unknown REASON     what no event tells: a run shows the bug, and without it nothing is known
// VERIFY races: proved | bug               `raddle verify --property races FILE`; also deadlocks

The explorer runs every schedule, of which a waiting loop has no end. So it gets another program: `while (C) continue;`
(or sched_yield, or a line that says // AWAIT) becomes an assumption that C is false, and a loop that says // ROUNDS n
goes round n times at most. The first leaves out only rounds that write nothing; why n is enough says the program.
"""

import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.replay import explore
from raddle.replay.search import Exploration, Forced, Observed, search
from raddle.trace.recording import load_recording

FOLDER: Final = Path(__file__).parents[1] / "verify"
_VERDICT: Final = re.compile(r"// VERIFY (?:(races|deadlocks): )?(proved|bug|unknown)\b ?(?:seen, else unknown )?(.*)$")
_AWAIT: Final = re.compile(r"while \((.*)\) (?:(?:continue|sched_yield\(\));|.*; // AWAIT)$", re.MULTILINE)
_ROUNDS: Final = re.compile(r"(?:while \((.*)\)|for \(;;\)) \{ // ROUNDS (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Promised:
    verdict: str
    reason: str
    """Of an unknown, be it of one where a run shows a bug."""
    fails: frozenset[int]
    """Lines that fail."""
    properties: dict[str, str]


def programs() -> list[Path]:
    return sorted([*FOLDER.glob("*.c"), *FOLDER.glob("*.cpp")])


def promised(source: Path) -> Promised:
    lines = source.read_text().splitlines()
    first, *others = [found for found in map(_VERDICT.match, lines) if found]
    assert first.string is lines[0], source
    assert first[1] is None, source
    fails = frozenset(number for number, line in enumerate(lines, 1) if line.endswith("// FAILS"))
    assert bool(fails) == (first[2] == "bug"), source
    return Promised(first[2], first[3], fails, {other[1]: other[2] for other in others})


@dataclass(frozen=True)
class Explored:
    failing: frozenset[int]
    """Lines of assertions that fail."""
    crashes: bool
    """A signal ended some run, be it an assertion's."""
    deadlocks: bool
    exhausted: bool
    schedules: int


def explored(
    text: str, *, most_runs: int, limit_s: float = 20.0, until_failure: bool = False, suffix: str = ".c"
) -> Explored:
    """Every schedule of a program, or, `until_failure`, those up to the first that fails."""
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        source = Path(folder) / f"test{suffix}"
        source.write_text(text)
        image = load_image(build_program([source], ["-w"], Path(folder) / "program").program)
        order = explore.ExploreOrder(image, most_runs=most_runs, limit_s=limit_s)
        return _Explorer(order, Path(folder) / "explored.rdl", until_failure).explored()


def without_waiting(text: str) -> str:
    """The program for the explorer, line by line."""
    text = _AWAIT.sub(r"__VERIFIER_assume(!(\1));", text)
    text = _ROUNDS.sub(r"for (int round = 0; \1; round++) { __VERIFIER_assume(round < \2);", text)
    declared = "void __VERIFIER_assume(int condition);"
    return text if declared in text else text.replace("\n\n", f"\n{declared}\n", 1)


class _Failed(Exception):
    """Enough was seen."""


class _Explorer:
    def __init__(self, order: explore.ExploreOrder, scratch: Path, until_failure: bool) -> None:
        self._order = order
        self._scratch = scratch
        self._until_failure = until_failure
        self._failing: set[int] = set()
        self._crashes = self._deadlocks = False
        self._runs = 0

    def explored(self) -> Explored:
        found: Exploration | None = None
        with suppress(_Failed):
            found = search(self._run, self._order.reduction, self._order.most_runs)
        exhausted = found is not None and found.exhausted and not found.limited
        return Explored(frozenset(self._failing), self._crashes, self._deadlocks, exhausted, self._runs)

    def _run(self, forced: Forced) -> Observed:
        self._runs += 1
        observed = explore._run(self._order, forced, self._scratch)
        recording = load_recording(self._scratch)
        if recording.outcome == "assert":
            self._failing.update(int(record["extra"]) for record in recording.of_kind("RD_ASSERT_FAIL"))
        self._crashes |= observed.ending.startswith("signal") or observed.ending == "error"
        self._deadlocks |= observed.ending == "deadlock"
        if self._until_failure and self._crashes:
            raise _Failed
        return observed
