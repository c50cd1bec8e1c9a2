"""Programs of tests/ordinary with SIZE items: `raddle check` finds the bug of each, and nothing wrong without it.

    python -m tests.campaigns.ordinary --size 5 [--only NAME...] [--seed N] [--budget 60] [--recorded]

For each program, with the bug and without: what differs, what is known of it (proved for all executions, none on the
recorded paths, open and why), by the clock and in CPU seconds; in the end how many of each. `--seed`: the recording is
made under random priorities.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any

from tests.support.command import COMMAND, ENVIRONMENT
from tests.support.ordinary import Ordinary, ordinary, wrong


def checked(program: Ordinary, options: argparse.Namespace, *, with_bug: bool) -> tuple[dict[str, Any], str]:
    """The report; how long it took."""
    words = [*program.words(options.size, with_bug=with_bug), "--budget", f"{options.budget:g}", "--format", "json"]
    words += ["--recorded"] if options.recorded else []
    words += [] if options.seed is None else ["--seed", str(options.seed)]
    begun, begun_s = time.monotonic(), _children_s()
    with tempfile.TemporaryDirectory() as folder:
        command = [*COMMAND, "check", *words]
        done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    spent = f"{time.monotonic() - begun:.1f} s, {_children_s() - begun_s:.1f} CPU s"
    if not done.stdout:
        return {"findings": [], "open": [{"reason": done.stderr.strip()}], "coverage": "", "other_paths": None}, spent
    report: dict[str, Any] = json.loads(done.stdout)
    return report, spent


def answer(report: dict[str, Any]) -> str:
    if report["findings"]:
        return "finding"
    if report["open"]:
        return "open"
    return "proved" if report["coverage"] == "all" else "none on the recorded paths"


def why(report: dict[str, Any]) -> str:
    reasons = [one["reason"] for one in report["open"]] or [(report["other_paths"] or {}).get("reason") or ""]
    return "; ".join(dict.fromkeys(reasons))[:200]


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--seed", type=int)
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--recorded", action="store_true")
    options = parser.parse_args()
    answers, failures = {True: Counter[str](), False: Counter[str]()}, 0
    for program in ordinary(tuple(options.only)):
        for with_bug in (True, False):
            report, spent = checked(program, options, with_bug=with_bug)
            said = answer(report)
            differs = wrong(program, report, with_bug=with_bug)
            failures += bool(differs)
            answers[with_bug]["as promised" if with_bug and not differs else said] += 1
            line = "; ".join([*differs, *([why(report)] if said != "finding" and why(report) else [])])
            name = f"{program.name}{' with its bug' if with_bug else ''}"
            print(f"{name}: {said} ({spent}){f': {line}' if line else ''}", flush=True)
    for with_bug, found in answers.items():
        told = ", ".join(f"{number} {what}" for what, number in found.most_common())
        print(f"{'with their bugs' if with_bug else 'without'}: {told}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
