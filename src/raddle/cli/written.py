"""`--output`: what the program writes in the runs that fail."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from raddle.cli.printing import say, show_written
from raddle.pipeline.runs import written_by
from raddle.report.result import Finding
from raddle.testing.runs import RecordOrder


def show_runs(findings: Sequence[Finding], target: RecordOrder | Path, chosen: argparse.Namespace) -> None:
    """What the user's program says is the user's: as it is, but for what the runtime says in between."""
    if not chosen.show_written:
        return
    stdin = target.stdin if isinstance(target, RecordOrder) else b""
    for witness in (finding.witness for finding in findings if finding.witness is not None):
        say(f"the program writes in the run of {witness}:")
        for written in written_by(witness, stdin, getattr(chosen, "trust", False), say):
            show_written(written)
