"""How many runs a proof takes, against the number of interleavings: they grow with the paths, not with the latter.

Families of programs: n threads that count under a lock, with a branch each; two threads that play k rounds, with a
branch each; figure 4 of the trace-driven verification paper with n threads and an assertion that holds. The size is the
largest member of each. No random runs come first. Columns:

    interleavings   all orders of the events in the paths of the proof, exactly; where there are too many states for
                    that, estimated from random ones ("about")
    digits          log10 of it: the x of the plot, whose y is the number of runs
    paths           ways through the graphs of all threads, each for itself, added up; points and events of the graphs
    runs, guided    of the program; those along computed ways
"""

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bench.interleavings import estimated, interleavings
from bench.limited import within
from bench.programs_run import PROGRAMS
from bench.table import Cell, Column, Growth, Row
from bench.verification import Verification, built, verification
from raddle.base.errors import RaddleError
from raddle.model.program import TraceProgram
from raddle.verify.ask.questions import Questions
from raddle.verify.certify.kept_paths import read_paths
from raddle.verify.options import VerifyOptions

title = "Runs of a proof, and interleavings"
default_size = 6
columns = (
    Column("program", "program"),
    Column("n", "n"),
    Column("interleavings", "interleavings"),
    Column("digits", "digits", ".1f"),
    Column("paths", "paths", ",d"),
    Column("points", "points", ",d"),
    Column("events", "events", ",d"),
    Column("runs", "runs"),
    Column("guided", "guided"),
    Column("seconds", "s", ".2f"),
    Column("verdict", "verdict"),
)
paper: dict[str, dict[str, Cell]] = {
    "the paper": {"interleavings of n threads with k statements each": "up to (nk)!/(k!)^n"}
}
growth: Growth | None = Growth(x="digits", y="runs", series="program")

LIMIT_S: Final = 120.0
SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 60, 80)


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    source: str
    by_argument: bool = False

    def at(self, n: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Flags and arguments."""
        if self.by_argument:
            return ("-DSAFE",), (str(n - 1),)
        word = "THREADS" if self.source == "branch_each.c" else "ROUNDS"
        return (f"-D{word}={n}",), ()


FAMILIES: Final = (
    Family("a branch in each of n threads", "branch_each.c"),
    Family("n rounds with a branch each", "branch_rounds.c"),
    Family("figure 4, safe, n threads", "figure_4.c", by_argument=True),
)


def run(size: int) -> list[Row]:
    return [row for family in FAMILIES for row in _rows(family, [n for n in SIZES if n <= size])]


def _rows(family: Family, sizes: list[int]) -> Iterator[Row]:
    for n in sizes:
        print(f"measuring {family.name}, n = {n}", file=sys.stderr, flush=True)
        flags, arguments = family.at(n)
        row: dict[str, Cell] = {"program": family.name, "n": n}
        try:
            program = built(PROGRAMS / "verify" / family.source, flags)
            found = verification(program, arguments, Questions(VerifyOptions()), LIMIT_S, by_chance=False)
        except RaddleError as error:
            yield row | {"verdict": f"trouble: {str(error).strip().splitlines()[-1]}"}
            return
        if found is None or found.paths is None:
            yield row | {"verdict": f"not within {LIMIT_S:.0f} s"}
            return
        yield row | _measured(found)


def _measured(found: Verification) -> dict[str, Cell]:
    paths = read_paths(found.paths)
    counted = within(LIMIT_S, lambda: interleavings(paths))
    number = counted or estimated(paths)
    return {
        "interleavings": ("" if counted else "about ") + written(number),
        "digits": max(0.1, _log10(number)),
        "paths": ways(paths),
        "points": found.points,
        "events": found.events,
        "runs": found.runs,
        "guided": found.guided,
        "seconds": found.seconds,
        "verdict": found.verdict,
    }


def written(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"10^{_log10(number):.1f}"


def _log10(number: int) -> float:
    """Of any size: floats end at 10^308."""
    digits = str(number)
    return len(digits) - 1 + math.log10(float(f"{digits[0]}.{digits[1:16] or 0}"))


def ways(paths: TraceProgram) -> int:
    """From the beginning of a thread to where it does not go on, failures and frontiers left out; of all threads."""
    count: dict[int, int] = {}
    for point in sorted({*paths.graph.source, *paths.graph.target, *paths.graph.roots}, reverse=True):
        _count_from(paths, point, count)
    return sum(count[root] for root in paths.graph.roots)


def _count_from(paths: TraceProgram, first: int, count: dict[int, int]) -> None:
    stack = [first]
    while stack:
        point = stack[-1]
        targets = [
            paths.graph.target[event]
            for event in paths.graph.leaving.get(point, ())
            if paths.graph.leads[event] == "on"
        ]
        missing = [target for target in targets if target not in count]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        count[point] = sum(count[target] for target in targets) or 1
