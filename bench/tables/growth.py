"""How prediction grows with the number of threads: banking and indexer with 10 to 50 of them (the size).

Each as one that holds and one that fails (a). The hash table has 512 entries here, not 128: 50 threads put 200 numbers.
What holds there: the last number of the youngest thread finds its entry free. Random runs come first, as in `check`.
Then `slowest` is that of a few properties, and `answer` whether the program can fail: up to the first violation, else
the slowest. Violations are not made shorter. `times`: the answer, against the fewest threads in the same run
at which there is something to decide.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.prediction import TimedEncoder, predict, size_of
from bench.programs_run import PROGRAMS
from bench.staged import built, staged, warmed
from bench.table import Cell, Column, Growth, Row
from raddle.model.machine import Machine
from raddle.predict.sample import sampled

title = "Prediction and the number of threads"
default_size = 50
columns = (
    Column("program", "program"),
    Column("threads", "threads"),
    Column("property", "property"),
    Column("length", "length"),
    Column("events", "trace program"),
    Column("cone", "cone (n)"),
    Column("n_pi", "n_pi"),
    Column("l_pi", "l_pi"),
    Column("slicing_s", "slicing s", ".3f"),
    Column("sampling_s", "sampling s", ".3f"),
    Column("predict_s", "slowest s", ".3f"),
    Column("answer_s", "answer s", ".3f"),
    Column("times", "times the fewest", ".1f"),
)
paper: dict[str, dict[str, Cell]] = {
    "the first paper's predict, s": {
        "banking 2, 5, 10": "0.1, 0.3, 1.6",
        "banking-a": "0.1, 0.1, 0.1",
        "indexer 10, 15, 20, 25": "0.1, 0.1, 0.4, 0.9",
        "indexer-a 15, 20, 25": "0.4, 3.2, 26.1",
    }
}
growth: Growth | None = Growth(x="threads", y="answer_s", series="program")

STEP = 10
ENTRIES = 512
ROUNDS = 8
LIMIT_S = 20
PROPERTIES = 3
"""Of the executions of each assertion."""


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for name in ("banking", "banking-a", "indexer", "indexer-a"):
            rows.extend(measure(name, range(min(STEP, size), size + 1, STEP), Path(folder)))
    return rows


def flags_of(name: str, threads: int) -> tuple[str, ...]:
    if name.startswith("banking"):
        return (f"-DTHREADS={threads}", f"-DROUNDS={ROUNDS}", *(("-DBUG",) if name.endswith("-a") else ()))
    owner = 0 if name.endswith("-a") else threads - 1
    last_number = 4 * 11 + owner
    return (f"-DTHREADS={threads}", f"-DSIZE={ENTRIES}", f"-DOWNER={owner}", f"-DENTRY={last_number * 7 % ENTRIES}")


def measure(name: str, numbers: range, folder: Path) -> Iterator[Row]:
    smallest: float | None = None
    for threads in numbers:
        source = PROGRAMS / f"{name.removesuffix('-a')}.c"
        row = _measure_one(source, flags_of(name, threads), folder)
        took = row["answer_s"] if "cone" in row else None
        smallest = took if smallest is None and isinstance(took, float) else smallest
        times = took / smallest if isinstance(took, float) and smallest else None
        yield {"program": name, "threads": threads, **row, "times": times}


def _measure_one(source: Path, flags: tuple[str, ...], folder: Path) -> dict[str, Cell]:
    found = staged(warmed(built(source, flags), folder), folder, TimedEncoder)
    began = time.perf_counter()
    seen = sampled(found.ctp, Machine(found.ctp))
    sampling_s = time.perf_counter() - began
    predicted = predict(found, LIMIT_S, seen=seen, most=PROPERTIES)
    slowest = predicted.slowest
    row: dict[str, Cell] = {
        "property": predicted.word,
        "length": found.events,
        "events": len(found.ctp.events),
        "slicing_s": found.seconds["walk"] + found.seconds["model"],
        "sampling_s": sampling_s,
        "predict_s": sampling_s,
        "answer_s": sampling_s,
    }
    if slowest is None:
        return row
    size = size_of(found, slowest.verdict.goal)
    row |= {"cone": size.events, "n_pi": size.reads, "l_pi": size.most}
    row["predict_s"] = f">{LIMIT_S}" if slowest.word == "undecided" else sampling_s + slowest.seconds
    first_s = predicted.first_s
    row["answer_s"] = row["predict_s"] if first_s is None else sampling_s + first_s
    return row
