"""Table 1 of the first paper: banking and indexer, whether a violation exists, and what the answer takes.

The size is the limit in seconds for the ways that may not end: each property with the solver alone, the reference
encoding, the explorer. Columns, beside the paper's own:

    shared / all    cells of the trace program / different (address, size) that the run accessed
    length          visible events of the run; cone: events of the trace program that are left for the slowest property
    slicing         walk and model
    predict         the slowest property: encode, solve (the shipped solver), decode, run on the machine
    first           random runs, and then all up to the first violation
    sampled         random runs, and then the slowest property that they did not show to fail
    n, n_pi, l_pi   cone; reads left to choice; the most writes that one of them may see
    satisfiable     answers of the solver, each evaluated on its query; solved: those that are violations on the machine
                    (one that runs into another assertion is not); shown: violations by random runs
    confirmed       of the solved and the shown: by a replay of the real program

An assertion that depends on no shared memory is no property here: the recorded run has decided it.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.prediction import (
    Answered,
    Other,
    Predicted,
    TimedEncoder,
    by_exploring,
    by_reference,
    confirmed,
    minimising_s,
    predict,
    size_of,
)
from bench.programs_run import PROGRAMS
from bench.staged import Staged, built, pieces_of_memory, staged, warmed
from bench.table import Cell, Column, Growth, Row
from raddle.model.machine import Machine
from raddle.predict.sample import sampled

title = "Table 1 of the first paper"
default_size = 20
columns = (
    Column("program", "program"),
    Column("threads", "threads"),
    Column("variables", "shared / all"),
    Column("property", "property"),
    Column("expected", "expected"),
    Column("properties", "properties"),
    Column("length", "length"),
    Column("cone", "cone (n)"),
    Column("n_pi", "n_pi"),
    Column("l_pi", "l_pi"),
    Column("slicing_s", "slicing s", ".3f"),
    Column("predict_s", "predict s", ".3f"),
    Column("bounded_s", "bound 2 s", ".3f"),
    Column("bounded", "bound 2"),
    Column("sampling_s", "sampling s", ".3f"),
    Column("first_s", "first s", ".3f"),
    Column("sampled_s", "sampled s", ".3f"),
    Column("minimising_s", "minimising s", ".3f"),
    Column("reference_s", "reference s", ".3f"),
    Column("reference_times", "times predict", ".1f"),
    Column("bmc_s", "BMC"),
    Column("explicit_s", "explicit s", ".3f"),
    Column("explicit", "explicit"),
    Column("satisfiable", "satisfiable"),
    Column("solved", "solved"),
    Column("shown", "shown"),
    Column("confirmed", "confirmed"),
    Column("paper", "paper: shared / all, length, slicing, predict, predict-cb, BMC, explicit"),
)
BOUND = 2
"""Context switches. A run in which main joins N threads has more than N: see the paper's section 5 for its bound."""


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    source: str
    flags: tuple[str, ...]
    expected: str
    paper: str = ""


def _banking(threads: int, rounds: int, name: str, expected: str, paper: str) -> Program:
    flags = (f"-DTHREADS={threads}", f"-DROUNDS={rounds}", *(("-DBUG",) if expected == "error" else ()))
    return Program(name, "banking.c", flags, expected, paper)


def _indexer(threads: int, name: str, expected: str, paper: str = "", entry: int | None = None) -> Program:
    flags = [f"-DTHREADS={threads}"]
    if entry is not None:
        flags.append(f"-DENTRY={entry}")
    if expected == "error":
        flags.append("-DOWNER=0")
    return Program(name, "indexer.c", tuple(flags), expected, paper)


ROWS = (
    _banking(2, 12, "banking-2", "passed", "97 / 264, 843, 1.4, 0.1, 0.1, 0.3, 36.5"),
    _banking(2, 12, "banking-2a", "error", "97 / 264, 843, 1.4, 0.1, 0.1, 7.2, 1.2"),
    _banking(5, 9, "banking-5", "passed", "104 / 331, 1622, 1.7, 0.3, 0.1, 2.7, >600"),
    _banking(5, 9, "banking-5a", "error", "104 / 331, 1622, 1.7, 0.1, 0.1, >600, 1.8"),
    _banking(10, 8, "banking-10", "passed", "114 / 441, 2725, 7.0, 1.6, 0.6, 31.8, >600"),
    _banking(10, 8, "banking-10a", "error", "114 / 441, 2725, 7.0, 0.1, 0.1, MO, 2.8"),
    _indexer(10, "indexer-10", "passed", "285 / 539, 3000, 1.1, 0.1, 0.1, 0.1, 12.8"),
    _indexer(11, "indexer-11", "passed"),
    _indexer(12, "indexer-12", "error", entry=52),
    _indexer(15, "indexer-15", "passed", "305 / 669, 4277, 2.3, 0.1, 0.1, >600, >600", entry=22),
    _indexer(15, "indexer-15a", "error", "305 / 669, 4277, 2.2, 0.4, 0.2, >600, >600", entry=52),
    _indexer(20, "indexer-20", "passed", "325 / 799, 5647, 4.0, 0.4, 0.1, MO, >600", entry=22),
    _indexer(20, "indexer-20a", "error", "325 / 799, 5647, 4.1, 3.2, 0.7, MO, >600", entry=52),
    _indexer(25, "indexer-25", "passed", "345 / 829, 7482, 6.0, 0.9, 0.1, MO, >600", entry=22),
    _indexer(25, "indexer-25a", "error", "345 / 829, 7482, 6.1, 26.1, 9.8, MO, >600", entry=52),
)
paper: dict[str, dict[str, Cell]] = {
    "the paper's machine": {"processor": "1.6 GHz Intel", "memory": "2 GB", "solver": "Yices", "MO": "over 800 MB"}
}
growth: Growth | None = None


def run(size: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        return [measure(program, size, Path(folder)) for program in ROWS]


def measure(program: Program, limit_s: float, folder: Path) -> Row:
    found = staged(warmed(built(PROGRAMS / program.source, program.flags), folder), folder, TimedEncoder)
    alone = predict(found, limit_s)
    began = time.perf_counter()
    seen = sampled(found.ctp, Machine(found.ctp))
    sampling_s = time.perf_counter() - began
    after = predict(found, limit_s, seen=seen)
    violated = [*alone.violated, *after.violated]
    return {
        **_statistics(program, found),
        **_formula(found, alone),
        "property": after.word if after.word in (program.expected, "undecided") else f"{after.word} (wrong)",
        "predict_s": _seconds(alone, limit_s),
        **_bounded(found, limit_s),
        "sampling_s": sampling_s,
        "first_s": None if after.first_s is None else sampling_s + after.first_s,
        "sampled_s": _seconds(after, limit_s, sampling_s),
        "minimising_s": minimising_s(found, violated) if violated else None,
        **_others(found, alone, limit_s),
        "satisfiable": alone.satisfiable + after.satisfiable,
        "solved": sum(one.goal not in seen for one in after.violated) + len(alone.violated),
        "shown": sum(one.goal in seen for one in after.violated),
        "confirmed": confirmed(found, violated, folder),
        "paper": program.paper,
    }


def _statistics(program: Program, found: Staged) -> dict[str, Cell]:
    return {
        "program": program.name,
        "threads": len(found.ctp.threads) - 1,
        "variables": f"{len(found.ctp.cells)} / {pieces_of_memory(found.trace.recording.path)}",
        "expected": program.expected,
        "properties": len(found.ctp.assertions),
        "length": found.events,
        "slicing_s": found.seconds["walk"] + found.seconds["model"],
    }


def _formula(found: Staged, alone: Predicted) -> dict[str, Cell]:
    if alone.slowest is None:
        return {"cone": 0, "n_pi": 0, "l_pi": 0}
    size = size_of(found, alone.slowest.verdict.goal)
    return {"cone": size.events, "n_pi": size.reads, "l_pi": size.most}


def _bounded(found: Staged, limit_s: float) -> dict[str, Cell]:
    bounded = predict(found, limit_s, switches=BOUND)
    return {"bounded_s": _seconds(bounded, limit_s), "bounded": bounded.word}


def _others(found: Staged, alone: Predicted, limit_s: float) -> dict[str, Cell]:
    explicit = by_exploring(found, limit_s)
    return {
        **_reference(found, alone.slowest, limit_s),
        "bmc_s": "-",
        "explicit_s": _told(explicit, limit_s),
        "explicit": explicit.word if explicit else None,
    }


def _reference(found: Staged, slowest: Answered | None, limit_s: float) -> dict[str, Cell]:
    """Of the same property."""
    if slowest is None:
        return {}
    reference = by_reference(found, slowest.verdict.goal, limit_s)
    if reference is None or slowest.word == "undecided":
        return {"reference_s": _told(reference, limit_s)}
    if reference.word != slowest.word:
        return {"reference_s": f"disagrees: {reference.word}"}
    return {"reference_s": reference.seconds, "reference_times": reference.seconds / slowest.seconds}


def _seconds(predicted: Predicted, limit_s: float, before_s: float = 0.0) -> Cell:
    slowest = predicted.slowest
    if slowest is None:
        return before_s
    return _more_than(limit_s) if slowest.word == "undecided" else before_s + slowest.seconds


def _told(other: Other | None, limit_s: float) -> Cell:
    return _more_than(limit_s) if other is None else other.seconds


def _more_than(limit_s: float) -> str:
    return f">{limit_s:g}"
