"""Programs that cannot be decided in the time: the budget is kept, every property is looked at, Ctrl-C is answered.

    python -m tests.campaigns.budgets --size 10 [--budget 10] [--tries 50] [--seed 1] [--only NAME...]
                                      [--command verify]

SIZE is the number of items of each program (tests/support/budget_programs.py). Each is checked once with the budget:
the wall time must be at most 10 % and 1 s more, and no property may be left unlooked at. Then TRIES checks, of the
programs in turn, get SIGINT at a random moment of their budget: a report must be there within 2 s, with status 1 or 3,
and no process may be left. Wall times are those of the machine as it is: its load is printed with them.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.budget_programs import BudgetProgram, programs
from tests.support.command import WITH_SIGNALS

RADDLE = (sys.executable, "-m", "raddle")
INTERRUPTED_S = 2.0
SHARE, MORE_S = 0.1, 1.0
"""Beyond the budget."""
EARLY = "interrupted before"
"""Said while raddle is loaded: nothing is known then."""
MARK = "RADDLE_BUDGETS_CAMPAIGN"
"""By which the processes of a try are known."""


@dataclass
class Counted:
    said: int = 0
    troubles: list[str] = field(default_factory=list)

    def told(self, line: str, *troubles: str) -> None:
        self.said += 1
        self.troubles += [f"{line}: {trouble}" for trouble in troubles]
        load = os.getloadavg()[0]
        print(f"{line}{''.join(f'  !! {one}' for one in troubles)}  (load {load:.1f})", flush=True)


def started(command: str, file: Path, budget_s: float, folder: Path, mark: str) -> subprocess.Popen[str]:
    words = [*WITH_SIGNALS, *RADDLE, command, str(file), "--budget", f"{budget_s:g}", "--format", "json"]
    return subprocess.Popen(
        words, cwd=folder, env={**os.environ, MARK: mark}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def survivors(mark: str) -> list[str]:
    """Processes that were started by a try, and are still there."""
    found = []
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            try:
                if f"{MARK}={mark}".encode() in (one / "environ").read_bytes():
                    found.append((one / "comm").read_text().strip())
            except OSError:
                continue
    return found


def budget_kept(program: BudgetProgram, command: str, budget_s: float, folder: Path, counted: Counted) -> None:
    began = time.monotonic()
    process = started(command, folder / program.file, budget_s, folder, program.name)
    out, err = process.communicate()
    wall_s = time.monotonic() - began
    troubles = []
    if wall_s > budget_s * (1 + SHARE) + MORE_S:
        troubles.append(f"{wall_s:.1f} s is too long")
    try:
        report = json.loads(out)
    except ValueError:
        counted.told(program.name, *troubles, f"no report: {err.strip()[-300:]}")
        return
    if report.get("unlooked"):
        troubles.append(f"not looked at: {report['unlooked']}")
    if process.returncode not in (0, 1, 3):
        troubles.append(f"status {process.returncode}")
    asked = {about: f"{one['decided']}/{one['asked']}" for about, one in (report.get("questions") or {}).items()}
    stages = {name: s for name, s in (report.get("stats") or {}).get("seconds", {}).items() if s >= 0.5}
    line = f"{program.name}: {report['verdict']} ({process.returncode}) in {wall_s:.1f} s; {report.get('ended')}"
    counted.told(f"{line}; {len(report.get('open', ()))} open; {asked}; {stages}", *troubles)


def interrupted(
    program: BudgetProgram, command: str, after_s: float, budget_s: float, folder: Path, counted: Counted
) -> float:
    mark = f"{os.getpid()}-interrupted"
    process = started(command, folder / program.file, budget_s, folder, mark)
    try:
        process.wait(after_s)
        process.communicate()
        counted.told(f"{program.name}: over before {after_s:.1f} s")
        return 0.0
    except subprocess.TimeoutExpired:
        pass
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    wall_s = time.monotonic() - began
    troubles = []
    if wall_s > INTERRUPTED_S:
        troubles.append(f"{wall_s:.2f} s")
    try:
        report = json.loads(out)
        said = f"{report['verdict']}, {report.get('ended') or report.get('reason')}, unlooked {report.get('unlooked')}"
        if process.returncode != (1 if report["verdict"] == "bug" else 3):
            troubles.append(f"status {process.returncode}")
        if "interrupted" not in out and report.get("ended") != "the budget ended":  # it was being told already
            troubles.append("it does not say that it was interrupted")
    except ValueError:
        said = err.strip()
        if process.returncode != 3 or EARLY not in said:
            troubles.append(f"status {process.returncode}, no report: {said[-300:]}")
    left = survivors(mark)
    if left:
        troubles.append(f"processes are left: {left}")
    counted.told(f"{program.name}: stopped at {after_s:.1f} s, answered in {wall_s:.2f} s: {said}", *troubles)
    return wall_s


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--tries", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--command", choices=("check", "verify"), default="check")
    options = parser.parse_args()
    chance, counted = random.Random(options.seed), Counted()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        wanted = [one for one in programs(options.size) if not options.only or one.name in options.only]
        for program in wanted:
            (folder / program.file).write_text(program.text)
            budget_kept(program, options.command, options.budget, folder, counted)
        times = [
            interrupted(
                wanted[number % len(wanted)], options.command, chance.uniform(0.2, options.budget), options.budget,
                folder, counted,
            )
            for number in range(options.tries)
        ]  # fmt: skip
    slowest = max(times, default=0.0)
    print(f"{counted.said} tries, {len(counted.troubles)} troubles; slowest answer to SIGINT: {slowest:.2f} s")
    for trouble in counted.troubles:
        print(f"  {trouble}")
    return 1 if counted.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
