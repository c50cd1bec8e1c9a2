"""The paths of a run's threads, with waiting loops collapsed: what the verify loop will have to tell apart.

An iteration that writes nothing and comes back to the same block of the same frame with equal values in its phis is
dropped: it only waited.
"""

from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.frames import Frame
from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import Streams
from raddle.trace.walk_reference import Walk

Path = tuple[int, ...]


def collapsed_path(program: Program, recording: Recording, thread: RecordedThread) -> tuple[int, Path]:
    """Blocks entered in all, and the sites of those that are left."""
    streams = Streams(recording, thread)
    walk = _PathWalk(program, streams, _CountingEmitter(streams, frozenset(), keep_private=False))
    walk.run(thread.index)
    return walk.entered, tuple(site for site, *_ in walk.steps)


class _CountingEmitter(Emitter):
    effects = 0

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        self.effects += 1
        super().write(index, address, size, value, flags)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        self.effects += 1
        super().update(index, address, size, old, new, flags)

    def sync(self, index: int, position: int) -> None:
        self.effects += 1
        super().sync(index, position)


class _PathWalk(Walk):
    def __init__(self, program: Program, streams: Streams, emitter: _CountingEmitter) -> None:
        super().__init__(program, streams, emitter)
        self._counting = emitter
        self.entered = 0
        self.steps: list[tuple[object, ...]] = []

    def go(self, frame: Frame, label: str) -> None:
        super().go(frame, label)
        self.entered += 1
        phis = [
            tuple(leaf[0] if leaf else None for leaf in frame.registers[one.result])
            for one in frame.block.instructions
            if type(one).__name__ == "Phi" and one.result is not None
        ]
        site = frame.loaded.within.site_base + frame.block.line
        step = (site, id(frame), tuple(phis), self._counting.effects)
        for at in range(len(self.steps) - 1, -1, -1):
            if self.steps[at][3] != step[3]:
                break
            if self.steps[at] == step:
                del self.steps[at + 1 :]
                return
        self.steps.append(step)
