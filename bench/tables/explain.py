"""Table 1 of the error invariants paper: how much of a failing run a slice keeps, and whether it shows the bug.

The size is the most traces of one program; a program says how many it has (the paper's #T). Columns, beside the paper's
own figures for a program of the same name and shape:

    traces       different failing runs that were found, of how many there were to be
    LOC          lines that are neither blank nor comments
    statements   of a trace, mean
    threads      that do something in a trace
    bug          its type as the default explanation names it; what the program's author calls it
    S, V         percent of statements and of variables that the slice keeps: mean, standard deviation. As the paper's
                 slices, without conditions; the averages say also what it is with those that are shown
    kept         statements, and conditions that are shown besides, mean: small runs make large percentages
    shown        every line marked `// CAUSE` is in the slice, and the order of each marked switch
    s            seconds from the recording to the slice, mean
    contrast     shown with the difference to the nearest passing run; seconds to find that; schedules tried
    objections   of the recheck (papers/error_invariants/rechecked.py) to any of the slices; has to be 0

Averages are those of the rows, as the paper's.
"""

import sys
import tempfile
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from statistics import fmean, pstdev
from typing import Final

from bench.explain_programs import Program, all_programs, failing_runs, read_program
from bench.explain_trace import DETAILS, Explained, Sliced, explain_trace
from bench.paper_slices import AVERAGE, ROWS
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import RaddleError
from raddle.explain.contrast.budget import Budget

title = "Table 1 of the error invariants paper: slices of failing runs"
default_size = 12
_PER_DETAIL: Final = tuple(
    column
    for detail in map(str, DETAILS)
    for column in (
        Column(f"{detail} S", f"{detail}: S %"),
        Column(f"{detail} V", "V %"),
        Column(f"{detail} kept", "kept"),
        Column(f"{detail} shown", "shown"),
        Column(f"{detail} s", "s", ".2f"),
        Column(f"{detail} paper", "paper: S, V, shown"),
    )
)
columns = (
    Column("program", "program"),
    Column("traces", "traces"),
    Column("loc", "LOC (paper)"),
    Column("statements", "statements (paper)"),
    Column("threads", "threads (paper)"),
    Column("bug", "bug"),
    Column("kind", "author's (paper's)"),
    *_PER_DETAIL,
    Column("default", "default detail"),
    Column("contrast", "shown with contrast"),
    Column("contrast_s", "s", ".2f"),
    Column("tried", "schedules", ".0f"),
    Column("objections", "objections"),
    Column("trouble", "trouble"),
)
paper: dict[str, dict[str, Cell]] = {
    "the paper, average of its rows": {
        detail: f"statements {figures[0]} %, variables {figures[1]} %, shown in {figures[2]} of 90 traces"
        for detail, figures in AVERAGE.items()
    },
    "the paper, seconds for one slice": {"average": 2.43, "most": 168.8},
}
growth: Growth | None = None

BUDGET: Final = Budget(runs=300, seconds=30)


def run(size: int) -> list[Row]:
    """One row for each program, then the averages."""
    return rows_of(all_programs(), size)


def rows_of(programs: Sequence[Program], size: int) -> list[Row]:
    found: list[tuple[Program, list[Explained], list[str]]] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for program in programs:
            print(f"measuring {program.name}", file=sys.stderr, flush=True)
            now = read_program(program.source)  # the marks of what is built, should it have been edited meanwhile
            found.append((now, *measure(now, size, Path(folder))))
    return [*(_row(*one) for one in found), _average([traces for _, traces, _ in found if traces])]


def measure(program: Program, size: int, folder: Path) -> tuple[list[Explained], list[str]]:
    """The traces that were explained, and what went wrong."""
    explained: list[Explained] = []
    trouble: list[str] = []
    try:
        for failing in failing_runs(program, min(size, program.traces), folder):
            try:
                explained.append(explain_trace(failing, program.marks, BUDGET))
            except RaddleError as error:
                trouble.append(f"{failing.origin}: {error}")
    except RaddleError as error:
        trouble.append(str(error))
    for one in explained:
        trouble += [f"{detail}: {said}" for detail, s in zip(DETAILS, one.slices, strict=True) for said in s.objections]
    for said in trouble:
        print(f"  {said}", file=sys.stderr, flush=True)
    return explained, trouble


def _row(program: Program, traces: Sequence[Explained], trouble: Sequence[str]) -> Row:
    known = ROWS.get(program.name)
    row: dict[str, Cell] = {
        "program": program.name,
        "traces": f"{len(traces)} of {program.traces}",
        "loc": f"{program.loc} ({known.loc if known else '-'})",
        "kind": f"{program.kind} ({known.bug if known else '-'})",
        "trouble": trouble[0].splitlines()[0] if trouble else "",
    }
    if not traces:
        return row
    statements = fmean(one.statements for one in traces)
    row |= {
        "statements": f"{statements:.1f} ({known.statements if known else '-'})",
        "threads": f"{max(one.threads for one in traces)} ({known.threads if known else '-'})",
        "bug": ", ".join(dict.fromkeys(one.bug for one in traces)),
        "default": "; ".join(dict.fromkeys(one.detail for one in traces)),
        "contrast": f"{sum(one.contrasted for one in traces)} of {len(traces)}",
        "contrast_s": fmean(one.contrast_s for one in traces),
        "tried": fmean(one.tried for one in traces),
        "objections": sum(len(sliced.objections) for one in traces for sliced in one.slices),
    }
    for number, detail in enumerate(map(str, DETAILS)):
        slices = [one.slices[number] for one in traces]
        row |= {
            f"{detail} S": _spread(_percents(traces, number, "statements")),
            f"{detail} V": _spread(_percents(traces, number, "variables")),
            f"{detail} kept": _kept([slices]),
            f"{detail} shown": _shown(slices),
            f"{detail} s": fmean(sliced.seconds for sliced in slices),
        }
        if known:
            theirs = known.slices[number]
            row[f"{detail} paper"] = f"{theirs.statements}, {theirs.variables}, {theirs.shown} of {known.traces}"
    return row


def _average(found: Sequence[Sequence[Explained]]) -> Row:
    if not found:
        return {"program": "average of the rows"}
    traces = [one for each in found for one in each]
    row: dict[str, Cell] = {
        "program": "average of the rows",
        "traces": len(traces),
        "statements": f"{fmean(fmean(one.statements for one in each) for each in found):.1f}",
        "contrast": f"{sum(one.contrasted for one in traces)} of {len(traces)}",
        "contrast_s": fmean(one.contrast_s for one in traces),
        "tried": fmean(one.tried for one in traces),
        "objections": sum(len(sliced.objections) for one in traces for sliced in one.slices),
        "trouble": f"seconds of a slice: {_times(traces)}",
    }
    for number, detail in enumerate(map(str, DETAILS)):
        slices = [one.slices[number] for one in traces]
        theirs = AVERAGE[detail]
        row |= {
            f"{detail} S": _averages(found, number),
            f"{detail} V": f"{fmean(fmean(_percents(each, number, 'variables')) for each in found):.1f}",
            f"{detail} kept": _kept([[one.slices[number] for one in each] for each in found]),
            f"{detail} shown": _shown(slices),
            f"{detail} s": fmean(sliced.seconds for sliced in slices),
            f"{detail} paper": f"{theirs[0]}, {theirs[1]}, {theirs[2]} of 90",
        }
    return row


def _percents(traces: Sequence[Explained], number: int, what: str) -> list[float]:
    return [100 * getattr(one.slices[number], what) / max(1, getattr(one, what)) for one in traces]


def _averages(found: Sequence[Sequence[Explained]], number: int) -> str:
    """Without conditions, as the paper; and with them."""
    without = fmean(fmean(_percents(each, number, "statements")) for each in found)
    conditions = fmean(
        fmean(100 * one.slices[number].conditions / max(1, one.statements) for one in each) for each in found
    )
    return f"{without:.1f} ({without + conditions:.1f})"


def _kept(rows: Sequence[Sequence[Sliced]]) -> str:
    means = (fmean(fmean(map(attrgetter(of), row)) for row in rows) for of in ("statements", "conditions"))
    return " + ".join(f"{mean:.1f}" for mean in means)


def _spread(percents: Sequence[float]) -> str:
    return f"{fmean(percents):.0f}" + (f" ± {pstdev(percents):.0f}" if len(percents) > 1 else "")


def _shown(slices: Sequence[Sliced]) -> str:
    return f"{sum(sliced.shown for sliced in slices)} of {len(slices)}"


def _times(traces: Sequence[Explained]) -> str:
    seconds = [sliced.seconds for one in traces for sliced in one.slices]
    return f"{fmean(seconds):.2f} on average, {max(seconds):.2f} at most"
