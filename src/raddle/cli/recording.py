"""`raddle record`."""

import argparse
from dataclasses import replace

from raddle.base.exits import Exit
from raddle.cli.printing import say
from raddle.cli.surroundings import look_round, read_stdin
from raddle.options import Words
from raddle.options.what_to_run import record_order
from raddle.testing import runs
from raddle.trace.misuse import misuses


def record(words: Words, chosen: argparse.Namespace, _begun: float) -> int:
    look_round()
    order = record_order(words, chosen, read_stdin())
    recording = runs.record(replace(order, limit_s=chosen.run_timeout), say)
    threads = len(recording.threads)
    for line in misuses(recording):
        say(line)
    say(f"the program ended with: {recording.ending}")
    say(
        f"{recording.path}: {threads} thread{'s' * (threads != 1)}, {recording.events} events, "
        f"{recording.path.stat().st_size:,} bytes"
    )
    return int(Exit.USER_ERROR if recording.outcome == "refused" else Exit.NOTHING_FOUND)
