"""The first SIZE of the programs of tests/acts and of their twins: `raddle check` says what they promise.

python -m tests.campaigns.acts --size 80 [--first 0] [--times 1]
--times N: the same command N times, each of which has to say the same apart from times

For each program what differs, and CPU seconds; in the end the bugs found and the twins proved.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.acts import Act, acts, differences, without_times
from tests.support.command import COMMAND, ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Judged:
    act: Act
    wrong: tuple[str, ...]
    proved: bool
    cpu_s: float
    """Of one command."""


def judged(act: Act, times: int) -> Judged:
    reports, begun_s = [], _children_s()
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            command = [*COMMAND, "check", str(act.source), "--format", "json"]
            done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        if not done.stdout:
            return Judged(act, (done.stderr.strip() or f"status {done.returncode}",), proved=False, cpu_s=0)
        reports.append(json.loads(done.stdout))
    wrong = differences(act, reports[0])
    if any(without_times(report) != without_times(reports[0]) for report in reports[1:]):
        wrong.append("the same command said something else")
    return Judged(act, tuple(wrong), reports[0]["coverage"] == "all", (_children_s() - begun_s) / times)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(all_of_them: Sequence[Judged]) -> str:
    bugs = [one for one in all_of_them if not one.act.is_fixed]
    twins = [one for one in all_of_them if one.act.is_fixed]
    as_promised = sum(not one.wrong for one in bugs)
    proved = sum(one.proved for one in twins)
    mean_s = sum(one.cpu_s for one in all_of_them) / max(len(all_of_them), 1)
    return f"{as_promised} of {len(bugs)} bugs found, {proved} of {len(twins)} twins proved, {mean_s:.1f} CPU s each"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=80)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--times", type=int, default=1)
    options = parser.parse_args()
    done = []
    for act in acts()[options.first : options.first + options.size]:
        done.append(judged(act, options.times))
        said = "; ".join(done[-1].wrong) or "as promised"
        print(f"{act.source.name}: {said} ({done[-1].cpu_s:.1f} CPU s)", flush=True)
    print(told(done))
    return 1 if any(one.wrong for one in done) else 0


if __name__ == "__main__":
    sys.exit(main())
