"""SIZE C++ programs of tests/: `check` must say the same of each, whichever compiler and C++ library it was built with.

Each folder is checked for the property that its lines speak of. Compared are the findings (kind, status, lines, memory
error) and what is undecided; a program that says `// DIFFERS: why` among its first lines may have a difference.

    python -m tests.campaigns.both_compilers --size 1000 [--first N] [--only NAME...] [--clang CLANG] [--jobs 2]

One side is the `ziglang` wheel with libc++, the other CLANG (else RADDLE_CLANG, else clang on PATH) with libstdc++.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.support.programs import TestProgram, all_programs

TESTS: Final = Path(__file__).parents[1]
PROPERTY_OF: Final = {
    "cxx": "assertions",
    "races": "races",
    "deadlocks": "deadlocks",
    "atomicity": "atomicity",
    "memory": "memory",
}
ZIG: Final = "zig"
LIMIT_S: Final = 600


@dataclass(frozen=True)
class Said:
    """What `check` said, as far as it is to be the same; sorted."""

    findings: tuple[str, ...]
    undecided: tuple[str, ...]
    seconds: float
    complete: bool = True
    """There is a report."""


@dataclass(frozen=True)
class Subject:
    program: TestProgram
    asked: str

    @property
    def may_differ(self) -> str:
        lines = self.program.sources[0].read_text().splitlines()
        return next((line[12:] for line in lines if line.startswith("// DIFFERS: ")), "")


def subjects() -> list[Subject]:
    found = [(asked, program) for folder, asked in PROPERTY_OF.items() for program in all_programs(TESTS / folder)]
    return [Subject(program, asked) for asked, program in found if program.sources[0].suffix == ".cpp"]


def said(subject: Subject, compiler: str) -> Said:
    program, began = subject.program, time.monotonic()
    blocks = program.atomic
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        command = [
            *(str(Path(sys.executable).with_name("raddle")), "check", "--format", "json", "--property", subject.asked),
            *("--witnesses", folder, "--no-explain", "--run-timeout", "60", "-o", f"{folder}/report"),
            *(word for name in blocks.functions for word in ("--atomic", name)),
            *(word for one in blocks.lines for word in ("--atomic", f"{one.file}:{one.first}-{one.last}")),
            *program.flags,
            *map(str, program.sources),
            *("--", *program.arguments),
        ]
        environment = {**os.environ, "RADDLE_CLANG": compiler}
        try:
            done = subprocess.run(
                command, env=environment, input=program.stdin, capture_output=True, timeout=LIMIT_S, check=False
            )
        except subprocess.TimeoutExpired:
            return Said((), (f"no answer within {LIMIT_S} s",), time.monotonic() - began, complete=False)
        report = Path(folder, "report")
        if not report.exists():
            words = f"no report: {done.stderr.decode()[-300:]}"
            return Said((), (words,), time.monotonic() - began, complete=False)
        told = json.loads(report.read_text())
    findings = tuple(sorted({_finding(one, program) for one in told["findings"]}))
    undecided = {f"{Path(one['file'] or '?').name}:{one['line']} {one['reason']}" for one in told["open"]}
    return Said(findings, tuple(sorted(undecided)), time.monotonic() - began)


def _finding(told: dict[str, Any], program: TestProgram) -> str:
    places = [told, *(told["waits"] or ())]
    if told["kind"] in ("data-race", "atomicity"):
        places += told["accesses"]
    own = {source.name for source in program.sources}
    lines = {(Path(one["file"] or "?").name, one["line"]) for one in places}
    spelled = ", ".join(f"{file}:{line}" for file, line in sorted(lines) if file in own)
    return f"{told['kind']} {told.get('fault') or ''} {told['status']} {spelled}".replace("  ", " ")


def main() -> int:
    options = _options()
    chosen = [one for one in subjects() if not options.only or one.program.name in options.only]
    chosen = chosen[options.first : options.first + options.size]
    began = time.monotonic()
    same = explained = differ = findings = 0
    spent = [0.0, 0.0]
    with ThreadPoolExecutor(options.jobs) as pool:
        asked = [[pool.submit(said, one, compiler) for compiler in (ZIG, options.clang)] for one in chosen]
        for one, answers in zip(chosen, asked, strict=True):
            zig, clang = (answer.result() for answer in answers)
            spent = [spent[0] + zig.seconds, spent[1] + clang.seconds]
            findings += len(zig.findings)
            decided = zig.complete and clang.complete
            if decided and (zig.findings, zig.undecided) == (clang.findings, clang.undecided):
                same += 1
                continue
            explained, differ = explained + bool(one.may_differ), differ + (not one.may_differ)
            print(f"{one.asked} {one.program.name}: {one.may_differ or 'differs'}", flush=True)
            for name, answer in (("zig", zig), ("clang", clang)):
                print(f"    {name:<6} {'; '.join(answer.findings) or 'nothing'}", flush=True)
                for undecided in answer.undecided:
                    print(f"           undecided: {undecided[:300]}", flush=True)
    print(
        f"{len(chosen)} programs, {findings} findings: {same} the same, {explained} say why not, {differ} differ; "
        f"zig {spent[0]:.0f} s, clang {spent[1]:.0f} s, {time.monotonic() - began:.0f} s"
    )
    return 1 if differ else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", nargs="*")
    clang = os.environ.get("RADDLE_CLANG") or shutil.which("clang")
    parser.add_argument("--clang", default=clang, required=clang is None)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
