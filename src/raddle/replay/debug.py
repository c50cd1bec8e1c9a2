"""The real program in gdb, under a schedule: in: `ReplayRequest` and words for gdb; out: what it came to.

gdb stops where the run fails, in the thread that fails, with the program's own innermost function selected; of a race
or a block that is not atomic, where the thread that does the last access stands before it, or in the call right before
that. A program that stands at a
breakpoint takes no part in the schedule, so nothing changes however long it stands there.
"""

import shlex
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError, UserError
from raddle.base.native_code import KNOWN_AS
from raddle.base.process import Finished, run_in_front
from raddle.base.segments import Segment
from raddle.capture.image import DIGEST_LENGTH, ENTRY_MAGIC
from raddle.capture.run import Prepared, ProgramRun, finish_recording, prepared
from raddle.replay.memory import expected_events
from raddle.replay.outcome import ATOMICITY, DATA_RACE, MEMORY_ERRORS, Outcome
from raddle.replay.races import Pair, racing_events
from raddle.replay.replay import NotReached, ReplayRequest, ReplayResult, judged, replay, run_request
from raddle.replay.schedule import Schedule
from raddle.replay.torn import torn_events
from raddle.trace.recording import load_recording

FAILED: Final = "rd_failed"
"""The function of the runtime that is called where a run fails."""
EXITS: Final = "rd_process_exit"
LEFT: Final = Outcome("unknown", "(gdb was left before)")
_HARMLESS: Final = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGIO", "SIGPIPE", "SIGPROF", "SIGTERM", "SIGURG", "SIGUSR1")
_HARMLESS_TOO: Final = ("SIGUSR2", "SIGVTALRM", "SIGWINCH")
_DEFINED: Final = r'^define [^@]*@("[^"]*"|[-\w.$]+)\('
_IN_GDB: Final = """\
import gdb
import re
import zlib


class _Raddle:
    def __init__(self, note, runtime):
        self.note, self.runtime, self.ours = note, runtime, {}
        gdb.events.stop.connect(self.stopped)
        gdb.events.exited.connect(self.exited)

    def write(self, text):
        with open(self.note, "w") as file:
            file.write(text)

    def stopped(self, event):
        self.write("signal " + event.stop_signal if isinstance(event, gdb.SignalEvent) else "")

    def exited(self, event):
        if hasattr(event, "exit_code"):  # otherwise it was killed, mostly by gdb's own end
            self.write("exit " + str(event.exit_code))

    def modules(self, path):
        try:
            with open(path, "rb") as file:
                raw = file.read()
        except OSError:
            return
        for found in re.finditer(MAGIC, raw):
            length, begin = int.from_bytes(raw[found.end() : found.end() + 8], "little"), found.end() + 8 + DIGEST
            try:
                yield zlib.decompress(raw[begin : begin + length]).decode()
            except zlib.error:  # these bytes stand for something else
                pass

    def functions(self, path):
        # what is instrumented in that file: a program may have a library in it that is not
        if path not in self.ours:
            names = self.ours[path] = set()
            for text in self.modules(path):
                names.update(name.strip('"') for name in re.findall(DEFINED, text, re.MULTILINE))
            if "__raddle_main" in names:
                names.add("main")
        return self.ours[path]

    def is_of_program(self, frame):
        return self.functions_near(frame) and frame.function().linkage_name in self.functions_near(frame)

    def functions_near(self, frame):
        table = frame.find_sal().symtab
        if not table or not frame.function() or table.fullname().startswith(self.runtime):
            return set()
        return self.functions(table.objfile.filename)

    def switch(self, path):
        # to a thread by its creation path
        for number in range(int(gdb.parse_and_eval("rd_thread_count"))):
            thread = gdb.parse_and_eval("rd_threads[%d]" % number)
            if thread["page"]["path"].string() == path:
                for one in gdb.selected_inferior().threads():
                    if one.ptid[1] == int(thread["kernel_id"]):
                        one.switch()

    def select(self, path):
        # the innermost frame of the program itself: neither the runtime's nor a library's
        if path and gdb.selected_thread():
            self.switch(path)
        for fits in (self.is_of_program, self.functions_near):  # gdb before 10 knows no linkage names
            frame = gdb.newest_frame() if gdb.selected_thread() else None
            while frame is not None:
                if fits(frame):
                    frame.select()
                    return
                frame = frame.older()
"""


def replay_under_gdb(request: ReplayRequest, words: tuple[str, ...]) -> ReplayResult:
    gdb = shutil.which("gdb")
    if gdb is None:
        raise UserError("gdb is not installed", advice="install it, or leave --gdb away: the replay needs no debugger")
    expected = request.expected
    if expected is not None and expected.kind == DATA_RACE:
        pair = racing_events(expected)
        return _stopped_before(gdb, request, words, _before_the_race(request.schedule, pair), pair[1].thread)
    if expected is not None and expected.kind in (ATOMICITY, *MEMORY_ERRORS):
        last = torn_events(expected)[-1] if expected.kind == ATOMICITY else expected_events(expected)[-1]
        segments = (*request.schedule.segments[:-1], Segment(last.thread, last.number))
        return _stopped_before(gdb, request, words, replace(request.schedule, segments=segments), last.thread)
    to_run = run_request(request)
    with prepared(to_run) as ready:
        scratch, note = ready.scratch, ready.scratch / "note"
        run_in_front(_command(gdb, request, ready, scratch, note, words), env=ready.environment)
        finished = _finished(ready, note)
        try:
            outcome = finish_recording(ready.recording, finished)
            ready.recording.replace(to_run.recording)
            run = _program_run(to_run.recording, finished, outcome)
            if outcome != "running" or finished.status is not None or finished.signal is not None:
                return judged(replace(request, original=None), run)
        except RaddleError:
            run = _program_run(to_run.recording, finished, "unknown")
        return NotReached(run, request.expected or Outcome("exit"), LEFT)


def _stopped_before(
    gdb: str, request: ReplayRequest, words: tuple[str, ...], schedule: Schedule, thread: str
) -> ReplayResult:
    """Up to the end of that schedule, with that thread selected. What comes of it is asked of a run without gdb, once
    the one in gdb has come so far."""
    assert request.expected is not None
    to_run = run_request(replace(request, schedule=schedule))
    with prepared(to_run) as ready:
        note = ready.scratch / "note"
        command = _command(gdb, request, ready, ready.scratch, note, words, thread=thread)
        run_in_front(command, env=ready.environment)
        finished = _finished(ready, note)
        finish_recording(ready.recording, finished)
        came_there = load_recording(ready.recording).of_kind("RD_SCHEDULE_END").size
        ready.recording.replace(to_run.recording)
    if not came_there:
        return NotReached(_program_run(to_run.recording, finished, "unknown"), request.expected, LEFT)
    return replay(request)


def _before_the_race(schedule: Schedule, pair: Pair) -> Schedule:
    """Without the second access; without the first one either, where nothing came in between."""
    *before, last = schedule.segments
    first, second = pair if last.thread == pair[1].thread else pair[::-1]
    so_far = max((segment.upto for segment in before if segment.thread == last.thread), default=0)
    if before and last.upto - so_far == 1 and before[-1] == Segment(first.thread, first.number + 1):
        before[-1] = Segment(first.thread, first.number)
    return replace(schedule, segments=(*before, Segment(last.thread, second.number)))


def _command(
    gdb: str,
    request: ReplayRequest,
    ready: Prepared,
    scratch: Path,
    note: Path,
    words: tuple[str, ...],
    *,
    thread: str = "",
) -> list[str]:
    """`thread`: the one to be selected; "": the one that stops."""
    in_gdb, commands = scratch / "in_gdb.py", scratch / "commands"
    known = f"MAGIC, DIGEST, DEFINED = {ENTRY_MAGIC!r}, {DIGEST_LENGTH}, {_DEFINED!r}"
    begin = f"_raddle = _Raddle({str(note)!r}, {KNOWN_AS!r})"
    in_gdb.write_text(f"{_IN_GDB}\n\n{known}\n{begin}\n", encoding="utf-8")
    wrapper = scratch / "start"
    wrapper.write_text(_start(request, ready, scratch), encoding="utf-8")
    commands.write_text("\n".join(_commands(request, wrapper)), encoding="utf-8")
    # Words behind -ex are tried one by one: a gdb without Python stops in the right thread all the same.
    then = ("-ex", f"python _raddle.select({thread!r})", "-ex", "frame")
    return [gdb, "-q", "-ex", f"source {in_gdb}", "-x", str(commands), *then, *words, "--args", *ready.command]


def _start(request: ReplayRequest, ready: Prepared, scratch: Path) -> str:
    """For each `run` that the user types: the world and the recording as they were before the first."""
    fresh, begun = scratch / "fresh", scratch / "begun"
    shutil.copy2(ready.recording, fresh)
    lines = [f"if [ -e {begun} ]; then cp {fresh} {shlex.quote(str(ready.recording))}"]
    if request.before:
        lines.append(f"/bin/sh -c {shlex.quote(request.before)} </dev/null || exit")
    lines += ["fi", f": >{begun}", f'exec "$@"{"" if ready.stdin is None else f" <{ready.stdin}"}', ""]
    return "\n".join(lines)


def _commands(request: ReplayRequest, wrapper: Path) -> list[str]:
    expected = request.expected or Outcome("exit")
    quiet = [name for name in (*_HARMLESS, *_HARMLESS_TOO) if expected != Outcome("signal", name)]
    return [
        "set print thread-events off",
        "set breakpoint pending on",
        f"set exec-wrapper /bin/sh {wrapper}",
        *([] if request.folder is None else [f"set cwd {request.folder}"]),
        "unset environment LINES",
        "unset environment COLUMNS",
        f"handle {' '.join(quiet)} nostop noprint pass",
        f"skip -gfi {KNOWN_AS}/*",
        "skip -rfu ^__raddle_",
        f"break {FAILED}",
        *([f"break {EXITS}"] if expected.kind == "exit" else []),
        "run",
        "",
    ]


def _finished(ready: Prepared, note: Path) -> Finished:
    """What gdb saw of the end, as far as the program came to it."""
    kind, _, detail = note.read_text(encoding="utf-8").partition(" ") if note.exists() else ("", "", "")
    status = int(detail) if kind == "exit" else None
    number = getattr(signal, detail, None) if kind == "signal" else None
    return Finished(
        command=ready.command,
        status=status,
        signal=None if number is None else int(number),
        stdout=b"",
        stderr=b"",
        timed_out=False,
        seconds=0.0,
    )


def _program_run(recording: Path, finished: Finished, outcome: str) -> ProgramRun:
    return ProgramRun(recording, finished.status, finished.signal, finished.timed_out, 0.0, outcome, b"", b"")
