"""The blocks of one thread that are open while the reference walk follows it. native/walker/open_blocks.c in C."""

from raddle.ir import instructions as ins
from raddle.trace.blocks import FunctionBlocks, Selection
from raddle.trace.emitter import Emitter
from raddle.trace.frames import Frame


class OpenBlocks:
    def __init__(self, selection: Selection, emitter: Emitter) -> None:
        self._selection = selection
        self._out = emitter

    def of(self, frame: Frame) -> FunctionBlocks | None:
        return self._selection.of(frame.loaded)

    def enter(self, frame: Frame) -> None:
        """The function has been entered."""
        blocks = self.of(frame)
        if blocks is None or not blocks.entered:
            return
        called_at, self._out.site = self._out.site, frame.loaded.entry_site
        for number in blocks.entered:
            self._begin(frame, number)
        self._out.site = called_at

    def cross(self, frame: Frame, instruction: ins.Instruction) -> None:
        """Right before the instruction: iterations of loops, then ranges of lines, end and begin."""
        blocks = self.of(frame)
        if blocks is None:
            return
        around = blocks.around.get(frame.block.label, ())
        header = blocks.headed.get(frame.block.label) if frame.arrived else None
        frame.arrived = False
        self._turn(frame, blocks.loops, around, again=header)
        inside = blocks.ranges_at(instruction.debug, frame.loaded.within.debug)
        if inside is not None:
            self._turn(frame, blocks.ranges, inside)

    def _turn(self, frame: Frame, among: tuple[int, ...], wanted: tuple[int, ...], *, again: int | None = None) -> None:
        """Of `among`, the frame is to have `wanted` open; `again` anew."""
        for number in reversed(frame.blocks):
            if number in among and (number not in wanted or number == again):
                self._end(frame, number)
        for number in wanted:
            if number not in frame.blocks:
                self._begin(frame, number)

    def mark(self, frames: list[Frame], *, begins: bool) -> None:
        """A macro of raddle.h: its block is the thread's, and stands in the frame in which it began."""
        if begins:
            frames[-1].marks += 1
        else:
            holding = next((frame for frame in reversed(frames) if frame.marks), None)
            if holding is not None:
                holding.marks -= 1
        self._out.block(self._selection.macro, begins=begins)

    def leave(self, frame: Frame, *, returned: bool) -> None:
        """All of the frame's end; those of macros last on where it just returns."""
        while frame.blocks:
            self._end(frame, frame.blocks[-1])
        while frame.marks and not returned:
            frame.marks -= 1
            self._out.block(self._selection.macro, begins=False)

    def _begin(self, frame: Frame, number: int) -> None:
        frame.blocks.append(number)
        self._out.block(number, begins=True)

    def _end(self, frame: Frame, number: int) -> None:
        frame.blocks.remove(number)
        self._out.block(number, begins=False)
