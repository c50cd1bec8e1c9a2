"""Building and timing the programs of a table, natively and under raddle.

In: a C file and its arguments. Out: seconds, and for a recording its events and bytes.
"""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from raddle.base.cache import Cache
from raddle.base.chunks import walk_chunks
from raddle.base.errors import ToolError
from raddle.base.process import Finished, run
from raddle.base.toolchain import Toolchain, find_toolchain
from raddle.base.trace_format import trace_format

PROGRAMS = Path(__file__).parent / "programs"
REPEATS = 3
LIMIT_S = 600


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a recording holds, without what Python wrote into it (META, IR)."""

    path: Path
    events: int
    bytes: int


def programs_of(table: str) -> list[Path]:
    return sorted((PROGRAMS / table).glob("*.c"))


@cache
def toolchain() -> Toolchain:
    cache_of_user = Cache.of_user()
    found = find_toolchain(cache_of_user)
    found.prepare("c", cache_of_user, lambda text: print(text, file=sys.stderr))
    return found


def build(source: Path, program: Path, *flags: str, compiler: tuple[str, ...] | None = None) -> bool:
    """Whether it could be built; the compiler is raddle's own unless another is given."""
    driver = compiler or (*toolchain().driver("c"), *toolchain().flags())
    return run([*driver, *flags, "-pthread", source, "-o", program], limit_s=LIMIT_S).ok


def seconds(command: list[str | Path], *, repeats: int = REPEATS) -> float:
    """The best of some runs: the others say what else the machine did."""
    return min(_must_pass(run(command, limit_s=LIMIT_S, fixed_addresses=True)).seconds for _ in range(repeats))


def record_command(source: Path, recording: Path, arguments: list[str]) -> list[str | Path]:
    return [sys.executable, "-m", "raddle", "record", source, "-o", recording, "--", *arguments]


def read_recording(path: Path) -> Recorded:
    """Counts and sizes of the streams that the runtime wrote."""
    fmt = trace_format()
    data = np.memmap(path, np.uint8, "r")
    header = np.frombuffer(data, fmt.struct("rd_file_header"), 1)[0]
    chunks = walk_chunks(data, int(header["end"])).chunks
    page_of = {
        chunk.thread: np.frombuffer(data, fmt.struct("rd_thread_page"), 1, chunk.begin)[0]
        for chunk in chunks
        if chunk.kind == fmt["RD_CHUNK_THREAD"]
    }
    header_size = fmt.struct("rd_chunk_header").itemsize
    streams = {fmt["RD_CHUNK_SYNC"]: "sync", fmt["RD_CHUNK_BLOCKS"]: "block", fmt["RD_CHUNK_VALUES"]: "value"}
    total = 0
    for chunk in chunks:
        if chunk.kind not in streams:
            continue
        used = chunk.used
        if used is None:
            stream = streams[chunk.kind]
            state = header if stream == "sync" else page_of[chunk.thread]
            used = int(state[f"{stream}_next"]) - int(state[f"{stream}_base"]) - header_size
        total += used
    return Recorded(path, sum(int(page["count"]) for page in page_of.values()), total)


def _must_pass(finished: Finished) -> Finished:
    if not finished.ok:
        raise ToolError(
            f"a program of the bench failed: {finished.ending}", command=finished.command, output=finished.stderr
        )
    return finished
