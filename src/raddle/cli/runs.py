"""`raddle show`, `raddle replay`: single runs, and what is in them."""

import argparse
import sys

from raddle.base.errors import UserError
from raddle.base.exits import Exit
from raddle.cli.printing import flush, say, show_line
from raddle.cli.surroundings import look_round, read_stdin
from raddle.options import Words
from raddle.pipeline import runs
from raddle.replay.order import ReplayOrder
from raddle.replay.replay import ReplayResult
from raddle.replay.schedule import parse_schedule
from raddle.replay.witness import spell_witness
from raddle.report.replay_text import told_replay
from raddle.trace.print import Selection


def show(_words: Words, chosen: argparse.Namespace, _begun: float) -> int:
    if chosen.raw:
        lines = runs.show_raw(chosen.recording, chosen.thread)
    elif chosen.schedule:
        lines = iter([str(runs.witness(chosen.recording).schedule)])
    elif chosen.witness:
        lines = iter(spell_witness(runs.witness(chosen.recording)).splitlines())
    elif chosen.program:
        lines = iter(runs.show_program(chosen.recording).splitlines())
    else:
        selection = Selection(chosen.thread, chosen.shared_only, chosen.first, chosen.last)
        lines = runs.show(chosen.recording, selection)
    for line in lines:
        show_line(line)
    flush()
    return int(Exit.NOTHING_FOUND)


def replay(words: Words, chosen: argparse.Namespace, _begun: float) -> int:
    look_round()
    order = ReplayOrder(
        target=chosen.target,
        schedule=None if chosen.schedule is None else parse_schedule(chosen.schedule),
        arguments=tuple(words.arguments),
        stdin=read_stdin() if chosen.stdin else b"",
        program=chosen.program,
        keep=chosen.output,
        limit_s=chosen.run_timeout,
        times=chosen.times,
        before=chosen.before,
        folder=chosen.folder,
        trusted=chosen.trust,
    )
    if chosen.gdb:
        if chosen.times > 1 or chosen.run_timeout is not None:
            raise UserError("--gdb goes neither with --times nor with --run-timeout")
        return int(_tell(runs.replay_in_gdb(order, say), quiet=False))
    statuses: list[Exit] = []
    for result in runs.replay(order, say):
        if not statuses:
            _pass_on_output(result)
        statuses.append(_tell(result, quiet=order.times > 1 and bool(statuses)))
    if order.times > 1:
        say(f"{statuses.count(Exit.NOTHING_FOUND)} of {order.times} replays as expected")
    return int(max(statuses))


def _pass_on_output(result: ReplayResult) -> None:
    sys.stdout.buffer.write(result.run.stdout)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(result.run.stderr)
    sys.stderr.buffer.flush()


def _tell(result: ReplayResult, *, quiet: bool) -> Exit:
    text, status = told_replay(result)
    if not quiet or status is not Exit.NOTHING_FOUND:
        say(text)
    return status
