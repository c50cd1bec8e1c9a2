"""Tables 2 and 3 of the trace-driven verification paper: bugs and proofs, by our encoding and by the paper's.

The size is the most threads of figure 4 (5, 10, ... 80; where it holds 1 to 8). Table 3 is measured in any case.
Columns:

    program     figure 4 as in the paper, where line 11 fails; `safe`: its assertion holds. The file system with the
                paper's depth
    s, MB       seconds and most memory of a whole verification, runs of the program included; no random runs first:
                  ours   the order of events (encode/paths), by the solver alone
                  TDVO   the paper's steps (papers/trace_driven_verification) with its two optimisations, in our loop
                  TDV    without them
                  BMC    plain bounded model checking in steps, without runs: only the last questions, about the paths
                         that our verification had found by then
    default s   ours as `raddle verify` does it: random runs of the program first, and of the paths before each question
    runs        of the program, those along computed ways; points of the threads' paths
    times       seconds of TDVO, TDV and BMC against ours in the same run
    paper       the paper's seconds; in table 2 both have its optimisations

A cell ends at its limit; where one did, larger rows of the same program and column are not tried.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.paper_verification import TABLE_2, TABLE_3, Cost, PaperRow
from bench.programs_run import PROGRAMS
from bench.table import Cell, Column, Growth, Row
from bench.verification import ByOrders, BySteps, Verification, asked_again, built, verification
from raddle.base.errors import RaddleError
from raddle.papers.trace_driven_verification.options import BMC, TDV, TDVO
from raddle.verify.ask.questions import Questions
from raddle.verify.loop import Questions as LoopQuestions
from raddle.verify.options import VerifyOptions

title = "Tables 2 and 3 of the trace-driven verification paper"
default_size = 80
_METHODS: Final = ("ours", "TDVO", "TDV", "BMC")
_QUESTIONS: Final[dict[str, LoopQuestions]] = {
    "ours": ByOrders(), "TDVO": BySteps(TDVO), "TDV": BySteps(TDV), "default": Questions(VerifyOptions())
}  # fmt: skip
columns = (
    Column("program", "program"),
    Column("threads", "threads"),
    Column("depth", "depth"),
    Column("verdict", "verdict"),
    Column("runs", "runs"),
    Column("guided", "guided"),
    Column("points", "points"),
    *(
        column
        for method in _METHODS
        for column in (Column(f"{method} s", f"{method} s", ".2f"), Column(f"{method} MB", "MB", ".0f"))
    ),
    Column("default s", "default s", ".2f"),
    *(Column(f"{method} times", f"{method} / ours", ".1f") for method in _METHODS[1:]),
    *(Column(f"paper {method}", f"paper: {method} s") for method in _METHODS[1:]),
    Column("stages", "where ours spends it"),
    Column("trouble", "trouble"),
)
paper: dict[str, dict[str, Cell]] = {
    "the paper": {
        "figure 4 with 80 threads": "407 s, 2,270 MB",
        "speedup of TDVO over BMC in table 3": "20 to 1171",
        "its limit": "one hour",
    }
}
growth: Growth | None = Growth(x="threads", y="ours s", series="program")

LIMIT_S: Final = 60.0
"""Of a cell."""
STEP: Final = 5
SAFE: Final = (1, 2, 3, 4, 5, 6, 8)
"""Threads of the one that holds."""


@dataclass(frozen=True, slots=True)
class Case:
    program: str
    source: str
    threads: int
    depth: int | None
    flags: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    paper: PaperRow | None = None
    expected: str = "bug"


def cases(size: int) -> Iterator[Case]:
    for threads in range(min(STEP, size), size + 1, STEP):
        arguments = (str(threads - 1),)
        known = TABLE_2.get(threads)
        yield Case("figure 4", "figure_4.c", threads, None, (), arguments, known)
    for threads in (rows for rows in SAFE if rows <= size):
        arguments = (str(threads - 1),)
        yield Case("figure 4, safe", "figure_4.c", threads, None, ("-DSAFE",), arguments, None, "proved")
    for (threads, depth, answer), known in TABLE_3.items():
        search = round((depth / threads - 5) / 3)
        flags = (f"-DTHREADS={threads}", f"-DSEARCH={search}", *(("-DSAT",) if answer == "sat" else ()))
        expected = "bug" if answer == "sat" else "proved"
        yield Case(f"file system, {answer}", "frangipani.c", threads, depth, flags, (), known, expected)


def run(size: int) -> list[Row]:
    too_long: set[tuple[str, str]] = set()
    return [measured(case, too_long) for case in cases(size)]


def measured(case: Case, too_long: set[tuple[str, str]]) -> Row:
    """`too_long`: programs and methods for which smaller rows have come to their limit."""
    print(f"measuring {case.program}, {case.threads} threads", file=sys.stderr, flush=True)
    row: dict[str, Cell] = {"program": case.program, "threads": case.threads, "depth": case.depth}
    trouble: list[str] = []
    program = built(PROGRAMS / "verify" / case.source, case.flags)
    found: Verification | None = None
    for method in (*_METHODS, "default"):
        key = (case.program, method)
        if key in too_long or (method == "BMC" and (found is None or found.paths is None)):
            continue
        try:
            cost, verdict, ours = _cost(method, program, case, found)
        except RaddleError as error:
            trouble.append(f"{method}: {str(error).strip().splitlines()[-1]}")
            continue
        found = ours or found
        if cost is None:
            too_long.add(key)
            row[f"{method} s"] = f">{LIMIT_S:.0f}"
            continue
        row |= {f"{method} s": cost.seconds} | ({} if method == "default" else {f"{method} MB": cost.mb})
        if verdict != case.expected:
            trouble.append(f"{method}: {verdict}")
    if found is not None:
        row |= {"verdict": found.verdict, "runs": found.runs, "guided": found.guided, "points": found.points}
        spent = sorted(found.stages.items(), key=lambda item: -item[1])
        row["stages"] = ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent)
    return row | _compared(row, case.paper) | {"trouble": "; ".join(trouble)}


def _cost(
    method: str, program: Path, case: Case, found: Verification | None
) -> tuple[Cost | None, str, Verification | None]:
    """And the verdict; and of ours, how it went."""
    if method == "BMC":
        assert found is not None
        again = asked_again(found, BySteps(BMC), LIMIT_S)
        return (None if again is None else Cost(again.peak_mb, again.seconds)), case.expected, None
    questions = _QUESTIONS[method]
    verified = verification(program, case.arguments, questions, LIMIT_S, by_chance=method == "default")
    if verified is None:
        return None, "", None
    ours = verified if method == "ours" else None
    return Cost(verified.peak_mb, verified.seconds), verified.verdict, ours


def _compared(row: Row, known: PaperRow | None) -> dict[str, Cell]:
    ours = row.get("ours s")
    cells: dict[str, Cell] = {}
    for method in _METHODS[1:]:
        theirs = row.get(f"{method} s")
        if isinstance(ours, float) and isinstance(theirs, float):
            cells[f"{method} times"] = theirs / ours
        cost = None if known is None else getattr(known, method.lower())
        cells[f"paper {method}"] = None if cost is None else cost.seconds
    return cells
