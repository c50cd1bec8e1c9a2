"""Table 1 of the second paper: blocks of atom001, atom002 and bank that another thread can come between.

The size is the limit in seconds for one question to the solver. A triple is <first, there, last> of events that touch
one variable: two of a block, one of another thread. Columns, beside the paper's own:

    threads      main with them
    svars        cells, locks and condition variables that several threads use
    length       events of the trace program / visible events of the run
    regions      executions of blocks
    orig-pavs    triples of the five patterns that are not serialisable
    hb-pavs      those that creating and joining threads leave
    sym-avs      those that some interleaving shows; `expected`: all of them, half, none
    w/o data     those that lock sets and acquisition histories leave: what a method without data reports
    lines        blocks with four lines of the source that can be torn there, also by two accesses of another block
    time         all of it from the trace program on; of that `encode + solve`, with decoding and running on the machine
                 what the solver says; the rest are runs of the machine, which show most of what can be torn

`spurious`: condition variables may wake for no reason. The paper's programs are not these ones: its bank has more of
shared memory, its atom002 more to read and to write.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bench.programs_run import PROGRAMS
from bench.staged import built
from bench.table import Cell, Column, Growth, Row
from raddle.capture.control import Control
from raddle.capture.run import Output
from raddle.check.places import Places
from raddle.decide.answers import Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.actions import Acquire, Broadcast, Release, Signal, Wait
from raddle.model.goals import Goal
from raddle.model.program import TraceProgram
from raddle.model.recorded.from_trace import model_of
from raddle.model.uses import reads_of
from raddle.predict.atomicity.asked import Ask
from raddle.predict.atomicity.decide import decide_atomicity, torn_triples
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from raddle.testing.runs import RecordOrder, load_trace, record
from raddle.trace.blocks import AtomicBlocks

title = "Table 1 of the second paper: atomicity violations"
default_size = 20
columns = (
    Column("program", "program"),
    Column("threads", "threads"),
    Column("svars", "svars"),
    Column("length", "length"),
    Column("regions", "regions"),
    Column("orig_pavs", "orig-pavs"),
    Column("hb_pavs", "hb-pavs"),
    Column("sym_avs", "sym-avs"),
    Column("expected", "expected"),
    Column("time_s", "time s", ".3f"),
    Column("solving_s", "encode + solve s", ".3f"),
    Column("baseline", "w/o data"),
    Column("lines", "lines"),
    Column("paper", "paper: threads, svars, length, regions, orig-pavs, hb-pavs, sym-avs, s, w/o data"),
)
paper: dict[str, dict[str, Cell]] = {
    "the paper's machine": {"processor": "1.6 GHz Intel", "memory": "2 GB", "solver": "Yices"}
}
growth: Growth | None = None

FOLDER: Final = PROGRAMS / "atomicity"


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    source: str
    block: str
    expected: str
    flags: tuple[str, ...] = ()
    paper: str = ""
    spurious: bool = False


def _bank(fix: int, threads: int, paper: str) -> Program:
    kind, expected = (("av", "all"), ("sav", "half"), ("nav", "none"))[fix]
    flags = (f"-DTHREADS={threads}", f"-DFIX={fix}")
    return Program(f"bank-{kind}-{threads}", "bank.c", "transfer", expected, flags, paper)


_ATOM001A: Final = Program(
    "atom001a", "atom001.c", "append", "none", ("-DFIX",), "3, 16, 58 / 100, 1, 8, 2, 0, 0.03, 1"
)
ROWS: Final = (
    Program("atom001", "atom001.c", "append", "some", paper="3, 14, 50 / 88, 1, 8, 2, 1, 0.03, 1"),
    _ATOM001A,
    replace(_ATOM001A, name="atom001a, spurious", expected="some", spurious=True, paper=""),
    Program("atom002", "atom002.c", "run_script", "all", paper="3, 24, 349 / 462, 1, 212, 34, 33, 20.4, 33"),
    Program("atom002a", "atom002.c", "run_script", "none", ("-DFIX",), "3, 26, 359 / 462, 1, 212, 34, 0, 17.6, 33"),
    _bank(0, 2, "3, 109, 278 / 748, 2, 24, 8, 8, 0.1, 8"),
    _bank(0, 4, "5, 113, 527 / 1213, 4, 48, 16, 16, 0.6, 16"),
    _bank(0, 6, "7, 117, 770 / 1672, 6, 72, 24, 24, 2.3, 24"),
    _bank(0, 8, "9, 121, 1016 / 2134, 8, 96, 32, 32, 2.5, 32"),
    _bank(1, 2, "3, 119, 337 / 852, 2, 24, 8, 4, 0.2, 8"),
    _bank(1, 4, "5, 123, 642 / 1410, 4, 48, 16, 8, 0.9, 16"),
    _bank(1, 6, "7, 127, 941 / 1960, 6, 72, 24, 12, 3.8, 24"),
    _bank(1, 8, "9, 131, 1243 / 2517, 8, 96, 32, 16, 4.6, 32"),
    _bank(2, 2, "3, 119, 341 / 856, 2, 24, 8, 0, 0.2, 8"),
    _bank(2, 4, "5, 123, 647 / 1414, 4, 48, 16, 0, 0.2, 16"),
    _bank(2, 6, "7, 127, 953 / 1972, 6, 72, 24, 0, 3.7, 24"),
    _bank(2, 8, "9, 131, 1163 / 2362, 8, 96, 32, 0, 140.6, 32"),
)


class Solving:
    """In this process, one goal after the other; how long that takes."""

    def __init__(self, limit_s: float) -> None:
        self._limits = Limits(seconds=limit_s, minimise_s=0)
        self.seconds = 0.0

    def ask_of(self, encoder: Encoder) -> Ask:
        decider = Decider(encoder, default_solver(), self._limits)

        def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
            began = time.perf_counter()
            found = [_until_violated(decider, group) for group in groups]
            self.seconds += time.perf_counter() - began
            return found

        return ask


def _until_violated(decider: Decider, goals: Sequence[Goal]) -> list[Verdict]:
    found: list[Verdict] = []
    for goal in goals:
        found.append(decider.decide(goal))
        if isinstance(found[-1], Violated):
            break
    return found


def run(size: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        measure(ROWS[0], size, Path(folder))  # what is compiled once is compiled
        return [measure(program, size, Path(folder)) for program in ROWS]


def measure(program: Program, limit_s: float, folder: Path) -> Row:
    image = built(FOLDER / program.source, program.flags)
    path = folder / f"{program.name}.rdl"
    order = RecordOrder(image.path, path, control=Control(spurious=program.spurious), output=Output.CAPTURED)
    record(order, lambda text: None)
    modelled = model_of(load_trace(path, blocks=AtomicBlocks.of([program.block])))
    ctp, places = modelled.ctp, Places(modelled.trace, modelled.ctp)
    solving = Solving(limit_s)
    began = time.perf_counter()
    triples = torn_triples(ctp, solving.ask_of)
    time_s = time.perf_counter() - began
    by_lines = decide_atomicity(ctp, places.of_event, Solving(limit_s).ask_of, block_of=lambda number: program.block)
    counts = by_lines.counts
    sym_avs = None if triples is None else len(triples)
    return {
        "program": program.name,
        "threads": len(ctp.threads),
        "svars": shared_variables(ctp),
        "length": f"{len(ctp.events)} / {modelled.trace.recording.events}",
        "regions": counts.regions,
        "orig_pavs": counts.orig_pavs,
        "hb_pavs": counts.hb_pavs,
        "sym_avs": "undecided" if sym_avs is None else sym_avs,
        "expected": program.expected if _is_as_expected(program, sym_avs, counts.baseline) else "not as expected",
        "time_s": time_s,
        "solving_s": solving.seconds,
        "baseline": counts.baseline,
        "lines": len(by_lines.tears),
        "paper": program.paper,
    }


def _is_as_expected(program: Program, sym_avs: int | None, baseline: int) -> bool:
    expected = {"all": [baseline], "half": [baseline // 2], "none": [0], "some": range(1, baseline + 1)}
    return sym_avs in expected[program.expected] and baseline > 0


def shared_variables(ctp: TraceProgram) -> int:
    """Cells, locks and condition variables that several threads use."""
    users: dict[tuple[str, int], set[int]] = defaultdict(set)
    for event in ctp.events:
        for read in reads_of(event):
            for cell in read.cells:
                users["cell", cell].add(event.thread)
        match event.action:
            case Acquire(lock) | Release(lock):
                users["lock", lock].add(event.thread)
            case Wait(condition) | Signal(condition) | Broadcast(condition):
                users["condition", condition].add(event.thread)
            case action:
                for write in getattr(action, "writes", ()):
                    for cell in write.cells:
                        users["cell", cell].add(event.thread)
    return sum(len(threads) > 1 for (kind, number), threads in users.items() if not _is_hidden(ctp, kind, number))


def _is_hidden(ctp: TraceProgram, kind: str, number: int) -> bool:
    return kind == "cell" and ctp.cells[number].hidden
