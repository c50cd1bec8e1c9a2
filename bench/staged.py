"""A program of a table, stage by stage as `check` does it, each stage timed.

In: a C file with flags. Out: `Staged`: the recorded run, its trace program, and the encoder that is asked about it.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.limited import peak_mb
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails
from raddle.model.program import TraceProgram
from raddle.model.recorded.from_trace import model_of
from raddle.testing.runs import RecordOrder, Sources, build, load_trace, record
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace

MakeEncoder = Callable[[TraceProgram], Encoder]


@dataclass(frozen=True)
class Staged:
    image: ProgramImage
    trace: Trace = field(repr=False)
    """The walk that the trace program came from."""
    ctp: TraceProgram = field(repr=False)
    encoder: Encoder = field(repr=False)
    seconds: dict[str, float]
    """Of record, walk, model (with what every encoding asks for)."""
    peak_mb: dict[str, float]
    """When that stage was over."""

    @property
    def events(self) -> int:
        """Visible ones."""
        return self.trace.recording.events


class Stopwatch:
    """Seconds and memory by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.peak_mb: dict[str, float] = {}
        self._began = time.perf_counter()

    def over(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = now - self._began
        self.peak_mb[stage] = peak_mb()
        self._began = now


def built(source: Path, flags: tuple[str, ...]) -> ProgramImage:
    print(f"measuring {source.name} {' '.join(flags)}", file=sys.stderr)
    return load_image(build(Sources((source,), flags), lambda text: print(text, file=sys.stderr)))


def staged(image: ProgramImage, folder: Path, make_encoder: MakeEncoder = Encoder) -> Staged:
    watch = Stopwatch()
    path = folder / f"{image.path.stem}.rdl"
    record(RecordOrder(image.path, path, output=Output.CAPTURED), lambda text: print(text, file=sys.stderr))
    watch.over("record")
    trace = load_trace(path)
    watch.over("walk")
    modelled = model_of(trace)
    encoder = make_encoder(modelled.ctp)
    watch.over("model")
    return Staged(image, modelled.trace, modelled.ctp, encoder, watch.seconds, watch.peak_mb)


def warmed(image: ProgramImage, folder: Path) -> ProgramImage:
    """What is compiled once, at the first record or walk, is compiled."""
    staged(image, folder)
    return image


def pieces_of_memory(path: Path) -> int:
    """Different (address, size) that the run accessed, private ones with them. Locals in registers are none of them."""
    keys = [np.zeros(0, np.uint64)]
    for thread in load_trace(path, keep_private=True).threads:
        accesses = thread.events[thread.events["kind"] <= EventKind.UPDATE]
        keys.append(np.unique(accesses["address"] << np.uint64(4) | accesses["size"].astype(np.uint64)))
    return len(np.unique(np.concatenate(keys)))


def by_site(staged: Staged) -> list[tuple[Fails, ...]]:
    """The executions of each assertion, as `check` groups them."""
    found: dict[int, list[Fails]] = {}
    for event in staged.ctp.assertions:
        site = int(staged.trace.threads[event.thread].events["site"][event.origin])
        found.setdefault(site, []).append(Fails(event.number))
    return [tuple(goals) for goals in found.values()]
