"""`show`, `replay`, `explore`: single runs, and what is in them."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.capture.run import Output
from raddle.model.recorded.from_trace import model_of
from raddle.model.recorded.source_places import SourcePlaces
from raddle.model.text.parse import load_ctp
from raddle.model.text.print import print_ctp
from raddle.replay.debug import replay_under_gdb
from raddle.replay.explore import ExploreOrder
from raddle.replay.explore import explore as explore_all
from raddle.replay.order import ReplayOrder, is_recording, replay_request
from raddle.replay.replay import ReplayResult
from raddle.replay.replay import replay as replay_once
from raddle.replay.search import Exploration
from raddle.replay.source import witness_of
from raddle.replay.witness import Witness, is_witness
from raddle.testing.runs import Say, load_trace
from raddle.trace.given import reading_given
from raddle.trace.print import Selection
from raddle.trace.print import lines as trace_lines
from raddle.trace.raw import raw_lines
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.unseen import unseen_writes
from raddle.verify.certify.certificate import is_certificate, load_certificate

MOST_SHADOWED: Final = 1_000_000
"""Events up to which `show` looks for writes that nobody announced."""
GDB_ADVICE: Final = "raddle check writes a witness, raddle record a recording"


def show(path: Path, selection: Selection) -> Iterator[str]:
    """The events as lines."""
    with reading_given(path):
        trace = load_trace(path, keep_private=not selection.shared_only)
        _check_thread(trace.recording, selection.thread)
        short = sum(len(thread.events) for thread in trace.threads) <= MOST_SHADOWED
        yield from trace_lines(trace, selection, unseen_writes(trace) if short else ())


def show_program(path: Path) -> str:
    """The trace program of a recording, with the places of its events; the one that a certificate speaks of; of one
    that is text what it says at length."""
    if is_certificate(path):
        return print_ctp(load_certificate(path).paths)
    if not is_recording(path):
        return print_ctp(load_ctp(path))
    with reading_given(path):
        modelled = model_of(load_trace(path))
        places = SourcePlaces(modelled.trace)
        return print_ctp(modelled.ctp, lambda event: _place(places.of(event)))


def _place(place: SourcePlace | None) -> str:
    return "" if place is None else f"{Path(place.file).name}:{place.line}"


def show_raw(path: Path, thread: str | None) -> Iterator[str]:
    """The runtime's own records as lines."""
    with reading_given(path):
        recording = load_recording(path)
        _check_thread(recording, thread)
        yield from raw_lines(recording, thread)


def witness(path: Path) -> Witness:
    """What it takes to see that run again, small enough to be sent to somebody."""
    with reading_given(path):
        return witness_of(load_recording(path))


def replay(order: ReplayOrder, say: Say = lambda _note: None) -> Iterator[ReplayResult]:
    """The real program, `times` over."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        request = replay_request(order, order.keep or Path(scratch) / "replay.rdl", say)
        for _ in range(order.times):
            yield replay_once(request)


def written_by(witness: Path, stdin: bytes | None, trusted: bool, say: Say) -> tuple[bytes, bytes]:
    """What the program writes to stdout and stderr in the run of a witness, as far as that is kept."""
    order = ReplayOrder(target=witness, stdin=stdin, trusted=trusted)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        request = replay_request(order, Path(scratch) / "replay.rdl", say)
        run = replay_once(replace(request, output=Output.CAPTURED)).run
        return run.stdout, run.stderr


def replay_in_gdb(order: ReplayOrder, say: Say) -> ReplayResult:
    """The real program in gdb; the order's arguments are gdb's."""
    if not is_witness(order.target) and not is_recording(order.target):
        raise UserError("gdb needs a recording or a witness", where=order.target, advice=GDB_ADVICE)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        keep = order.keep or Path(scratch) / "replay.rdl"
        request = replay_request(replace(order, arguments=()), keep, say)
        return replay_under_gdb(request, order.arguments)


def explore(order: ExploreOrder) -> Exploration:
    """Every schedule of a small program."""
    return explore_all(order)


def _check_thread(recording: Recording, thread: str | None) -> None:
    paths = [one.path for one in recording.threads]
    if thread is not None and thread not in paths:
        raise UserError(f"no thread {thread}", where=recording.path, advice=f"there are: {' '.join(paths)}")
