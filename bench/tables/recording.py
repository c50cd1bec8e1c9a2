"""What recording costs: native -O0 and -O2, ThreadSanitizer, and `raddle record`, each against -O0 in the same run.

The time of raddle is that of the recorded program: the whole command less the same command on the smallest size, which
is Python, the cached build and the link.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.programs_run import build, programs_of, read_recording, record_command, seconds, toolchain
from bench.table import Cell, Column, Growth, Row

title = "Recording"
default_size = 5_000_000
columns = (
    Column("program", "program"),
    Column("variant", "variant"),
    Column("seconds", "s", ".3f"),
    Column("ratio", "times -O0", ".2f"),
    Column("start_s", "start-up s", ".2f"),
    Column("events", "events", ",d"),
    Column("events_per_s", "events/s", ",.0f"),
    Column("bytes_per_event", "bytes/event", ".2f"),
)
paper: dict[str, dict[str, Cell]] = {
    "prototype": {
        "times -O0": 8.7,
        "times -O2": 25,
        "events/s": "46 M",
        "bytes/event": 12,
        "ThreadSanitizer -O1, times -O0": 5.1,
    }
}
growth: Growth | None = None

SMALLEST = "64"


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for source in programs_of("recording"):
            rows.extend(_measure(source, str(size), Path(folder)))
    return rows


def _measure(source: Path, size: str, folder: Path) -> Iterator[Row]:
    program = folder / source.stem
    plain = _native(source, program, size, "-O0")
    if plain is None:
        yield {"program": source.stem, "variant": "-O0", "seconds": "does not build"}
        return
    yield {"program": source.stem, "variant": "-O0", "seconds": plain, "ratio": 1.0}
    fast = _native(source, program, size, "-O2")
    yield {"program": source.stem, "variant": "-O2", "seconds": fast, "ratio": fast / plain if fast else None}
    yield _sanitised(source, program, size, plain)
    recording = folder / f"{source.stem}.rdl"
    start_s = seconds(record_command(source, recording, [SMALLEST]))
    whole_s = seconds(record_command(source, recording, [size]))
    recorded = read_recording(recording)
    took = max(whole_s - start_s, 1e-9)
    yield {
        "program": source.stem,
        "variant": "raddle record",
        "seconds": took,
        "ratio": took / plain,
        "start_s": start_s,
        "events": recorded.events,
        "events_per_s": recorded.events / took,
        "bytes_per_event": recorded.bytes / max(recorded.events, 1),
    }


def _native(source: Path, program: Path, size: str, *flags: str) -> float | None:
    return seconds([program, size]) if build(source, program, *flags) else None


def _sanitised(source: Path, program: Path, size: str, plain: float) -> Row:
    """With the first compiler that can link it: raddle's clang, else the system's gcc."""
    flags = ("-O1", "-g", "-fsanitize=thread")
    candidates = [toolchain().command] if toolchain().kind == "clang" else []
    candidates += [(path,) for path in [shutil.which("gcc")] if path]
    for compiler in candidates:
        if build(source, program, *flags, compiler=compiler):
            took = seconds([program, size])
            name = f"ThreadSanitizer -O1 ({Path(compiler[0]).name})"
            return {"program": source.stem, "variant": name, "seconds": took, "ratio": took / plain}
    return {"program": source.stem, "variant": "ThreadSanitizer -O1", "seconds": "absent"}
