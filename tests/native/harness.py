"""Compiles a C driver with the runtime, runs it under a control file, and decodes what it recorded.

The decoder is written here once more, from trace_format.h alone, so that these tests do not rest on the reader.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from tests.support.limits import HANG_S

NATIVE = Path(__file__).resolve().parents[2] / "src" / "raddle" / "native"
PROGRAMS = Path(__file__).resolve().parent / "programs"
COMPILE = ["-std=gnu11", "-O2", "-fPIC", "-Wall", "-Wextra", "-Werror"]
_CHUNK_HEADER = 64
CHECK_FACTOR = 0x9E3779B97F4A7C15
LINK = ["-no-pie", "-rdynamic", "-pthread", "-ldl", "-lm"]


@cache
def constants() -> dict[str, int]:
    text = (NATIVE / "trace_format.h").read_text()
    return {name: int(value, 0) for name, value in re.findall(r"#define (RD_\w+) (\w+)", text)}


def c(name: str) -> int:
    return constants()["RD_" + name]


@cache
def _sync_kinds() -> dict[int, str]:
    names = list(constants())
    first, behind = names.index("RD_START"), names.index("RD_WAKE_SIGNAL")
    return {constants()[name]: name.removeprefix("RD_") for name in names[first:behind]}


@dataclass(frozen=True)
class Sync:
    kind: str
    flags: int
    thread: int
    result: int
    count: int
    object: int
    value: int
    extra: int
    blocks: int

    @property
    def visible(self) -> bool:
        return bool(self.flags & c("FLAG_VISIBLE"))

    @property
    def failed(self) -> bool:
        return bool(self.flags & c("FLAG_FAILED"))


@dataclass
class Thread:
    path: str
    count: int
    check: int
    stack: tuple[int, int]
    blocks: bytes = b""
    values: bytes = b""


@dataclass
class Recording:
    outcome: int = 0
    threads: list[Thread] = field(default_factory=list)
    sync: list[Sync] = field(default_factory=list)
    modules: list[bytes] = field(default_factory=list)
    status: int = 0
    output: str = ""
    errors: str = ""

    def kinds(self, path: str | None = None, *, visible_only: bool = True) -> list[str]:
        return [s.kind for s in self.sync if (s.visible or not visible_only) and path in (None, self.path(s))]

    def path(self, record: Sync) -> str:
        return self.threads[record.thread].path if record.thread < len(self.threads) else "-"

    def of(self, *kinds: str) -> list[Sync]:
        return [s for s in self.sync if s.kind in kinds]

    def segments(self) -> list[str]:
        """The schedule as directives: a thread's run ends at the count with which it takes over again."""
        holders, ends, open_run = [0], [self.threads[0].count], {0: 0}
        for s in self.of("SWITCH"):
            if s.thread in open_run:
                ends[open_run[s.thread]] = s.count
            open_run[s.thread] = len(holders)
            holders.append(s.thread)
            ends.append(self.threads[s.thread].count)
        return [f"segment {self.threads[thread].path} {end}" for thread, end in zip(holders, ends, strict=True)]

    def inputs(self) -> list[str]:
        return [f"input {self.path(s)} {s.object} {s.value}" for s in self.of("INPUT")]

    def choices(self) -> list[str]:
        woken = [(s, s.value) for s in self.of("SIGNAL") if s.value != c("NO_THREAD")]
        return [f"choice {self.path(s)} {s.count} {self.threads[index].path}" for s, index in woken]


def build(directory: Path, program: str, *flags: str) -> Path:
    """The program of that name, linked with the runtime."""
    objects = runtime_objects(directory)
    binary = directory / program
    source = PROGRAMS / f"{program}.c"
    command = [*compiler(), "-O1", "-g", "-Dmain=__raddle_main", f"-I{NATIVE}", *flags, str(source), *objects, *LINK]
    subprocess.run([*command, "-o", str(binary)], check=True)
    return binary


def compiler() -> list[str]:
    """The system's, which is another one than raddle's; without it raddle's own."""
    if shutil.which("cc"):
        return ["cc"]
    toolchain = find_toolchain(Cache.of_user())
    return [*toolchain.command, *toolchain.flags(), "-UNDEBUG"]


def runtime_objects(directory: Path) -> list[str]:
    target = directory / "runtime"
    if not target.exists():
        target.mkdir()
        sources = [*NATIVE.glob("*.c"), *NATIVE.glob("program/*.c"), NATIVE / "entry" / "here.c"]
        jobs = [
            subprocess.Popen([*compiler(), *COMPILE, "-c", str(source), "-o", str(target / f"{number}.o")])
            for number, source in enumerate(sorted(sources))
        ]
        assert all(job.wait() == 0 for job in jobs)
    return sorted(map(str, target.glob("*.o")))


def empty_recording(file: Path) -> None:
    header = struct.pack("<QIIQ5Q", c("MAGIC"), c("VERSION"), 64, c("PAGE"), 0, 0, 0, 0, 0)
    file.write_bytes(header.ljust(c("PAGE"), b"\0"))


def run(binary: Path, *directives: str, arguments: tuple[str, ...] = ()) -> Recording:
    """One run under the given directives."""
    recording, control = binary.with_suffix(".trace"), binary.with_suffix(".control")
    empty_recording(recording)
    control.write_text("\n".join([f"recording {recording}", *directives]) + "\n")
    done = subprocess.run(
        [str(binary), *arguments],
        env={"RADDLE_CONTROL": str(control), "PATH": "/usr/bin:/bin"},
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    decoded = decode(recording)
    decoded.status, decoded.output, decoded.errors = done.returncode, done.stdout, done.stderr
    return decoded


def decode(file: Path) -> Recording:
    data = file.read_bytes()
    _, version, _, end, sync_chunk, sync_base, sync_next, _, outcome = struct.unpack_from("<QIIQ5Q", data)
    assert version == c("VERSION")
    chunks: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    at = c("PAGE")
    while at < end:
        magic, kind, thread, sequence, size, used = struct.unpack_from("<IIIIQQ", data, at)
        assert magic == c("CHUNK_MAGIC") and size % c("PAGE") == 0 and size > 0
        chunks.setdefault((kind, thread), []).append((sequence, at, used))
        at += size

    def stream(kind: str, thread: int, open_chunk: int = 0, base: int = 0, next_: int = 0) -> list[bytes]:
        parts = []
        for _, place, used in sorted(chunks.get((c(f"CHUNK_{kind}"), thread), [])):
            if used == c("OPEN"):
                assert place == open_chunk, "an open chunk that nobody writes"
                used = next_ - base - _CHUNK_HEADER
            parts.append(data[place + _CHUNK_HEADER : place + _CHUNK_HEADER + used])
        return parts

    result = Recording(outcome=outcome, modules=stream("MODULE", c("NO_THREAD")))
    for index in sorted(thread for kind, thread in chunks if kind == c("CHUNK_THREAD")):
        page = struct.unpack_from("<16Q128s", stream("THREAD", index)[-1])
        made = Thread(page[16].split(b"\0")[0].decode(), page[0], page[6], (page[14], page[15]))
        made.values = b"".join(stream("VALUES", index, page[8], page[7], page[2]))
        made.blocks = b"".join(stream("BLOCKS", index, page[10], page[9], page[4]))
        result.threads.append(made)
    sync = b"".join(stream("SYNC", c("NO_THREAD"), sync_chunk, sync_base, sync_next))
    for record in struct.iter_unpack("<BBHI5Q", sync):
        result.sync.append(Sync(_sync_kinds()[record[0]], *record[1:]))
    return result
