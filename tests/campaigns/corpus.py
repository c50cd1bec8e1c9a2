"""Other people's threaded C files, each a program of its own: recorded, walked by both walkers, replayed.

    python -m tests.campaigns.corpus --size 500 --folder DIR [--folder DIR] [--seeds 2]

SIZE files at the most, spread evenly over what the folders hold. What does not compile as a single file is counted and
left; all else must record, walk and replay.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from raddle.base.errors import RaddleError, UserError
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from tests.support.fidelity import Fidelity, Subject, check_seed


def check_file(source: Path, seeds: int) -> tuple[str, Fidelity]:
    """What became of it in a word, and what was found."""
    found = Fidelity()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        try:
            built = build_program([source], ["-w", f"-I{source.parent}"], Path(folder) / "program")
        except UserError:
            return "does not build", found
        except RaddleError as error:
            found.troubles.append(f"build: {error}")
            return "trouble", found
        subject = Subject(load_image(built.program))
        for seed in range(seeds):
            check_seed(subject, seed, 1, found, limit_s=3.0, most_events=50_000)
    return "trouble" if found.troubles else "as it should be", found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--folder", type=Path, action="append", required=True)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    threaded = sorted(
        path
        for folder in options.folder
        for path in folder.rglob("*.c")
        if "pthread_create" in path.read_text(errors="replace")
    )
    step = max(1, len(threaded) // options.size)
    chosen = threaded[::step]
    began, fates, endings = time.monotonic(), Counter[str](), Counter[str]()
    recordings = replays = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        pending = [(source, pool.submit(check_file, source, options.seeds)) for source in chosen]
        for source, future in pending:
            fate, found = future.result()
            fates[fate] += 1
            endings.update(found.endings)
            recordings += found.recordings
            replays += found.replays
            if found.troubles:
                print(source)
                for trouble in found.troubles[:2]:
                    print(f"    {trouble[:400]}", flush=True)
    print(
        f"{len(chosen)} of {len(threaded)} files: {dict(fates)}; {recordings} recordings, {replays} replays; "
        f"endings {dict(endings)}; {time.monotonic() - began:.0f} s"
    )
    return 1 if fates["trouble"] else 0


if __name__ == "__main__":
    sys.exit(main())
