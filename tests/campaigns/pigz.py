"""pigz from its own source folder (Debian's source package, unpacked): built through its Makefile with `raddle cc`.

    python -m tests.campaigns.pigz --size 200 --folder pigz-2.8

SIZE kilobytes of text are compressed by three threads: the output must be the native one's to the byte, both walkers
must agree with the log and with each other, and the recording must replay.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from raddle import pipeline
from raddle.capture.run import Output
from raddle.replay.order import ReplayOrder
from raddle.replay.replay import Confirmed
from raddle.trace.recording import load_recording
from raddle.trace.walk import walk_reference
from raddle.trace.walk_fast import walk_fast
from tests.support.fidelity import first_difference

FLAGS = ("-p", "3", "-b", "128", "-c")
REPLAYS = 3


def build(folder: Path, place: Path, compiler: str) -> Path:
    shutil.copytree(folder, place)
    subprocess.run(["make", "-s", "clean"], cwd=place, check=False, capture_output=True)
    command = ["make", "-s", "-j2", f"CC={compiler}", "pigz"]
    done = subprocess.run(command, cwd=place, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"make CC={compiler} failed:\n{done.stderr[-2000:]}")
    return place / "pigz"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        place = Path(scratch)
        began = time.monotonic()
        native = build(options.folder, place / "native", "cc")
        ours = build(options.folder, place / "ours", f"{sys.executable} -m raddle cc")
        print(f"built in {time.monotonic() - began:.0f} s")
        text = place / "input.txt"
        text.write_text("".join(f"{number} {number * number}\n" for number in range(options.size * 1024 // 12)))
        return check(native, ours, text, place)


def check(native: Path, ours: Path, text: Path, place: Path) -> int:
    expected = subprocess.run([native, *FLAGS, text], capture_output=True, check=True).stdout
    plain = subprocess.run([ours, *FLAGS, text], capture_output=True, check=True).stdout
    stdout = os.dup(1)
    with (place / "out.gz").open("wb") as out:
        os.dup2(out.fileno(), 1)
        order = pipeline.RecordOrder(ours, place / "run.rdl", (*FLAGS, str(text)), output=Output.OURS)
        pipeline.record(order, lambda note: None)
        os.dup2(stdout, 1)
    recorded = (place / "out.gz").read_bytes()
    recording = load_recording(place / "run.rdl")
    began = time.monotonic()
    difference = first_difference(walk_reference(recording), walk_fast(recording))
    walked = time.monotonic() - began
    results = list(pipeline.replay(ReplayOrder(target=place / "run.rdl", times=REPLAYS)))
    confirmed = sum(isinstance(result, Confirmed) for result in results)
    print(
        f"{len(recording.threads)} threads, {recording.events} events; output the same: plain {plain == expected}, "
        f"recorded {recorded == expected}; walkers differ: {difference or 'no'} ({walked:.1f} s); "
        f"replayed {confirmed} of {REPLAYS}"
    )
    return 0 if plain == expected == recorded and not difference and confirmed == REPLAYS else 1


if __name__ == "__main__":
    sys.exit(main())
