"""The file that the events of a trace program come from, where there is no program behind it: places, and how its lines
tell a run."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.model.actions import Create, Exit, Start
from raddle.model.program import Event, TraceProgram
from raddle.model.std.lines import StdTrace
from raddle.report.result import Line

MOST_TOLD: Final = 60
"""Lines of a story; of a longer one the last of each thread are told."""
MOST_OF_A_THREAD: Final = 12
MOST_RANGES: Final = 500
"""Of a schedule."""


class TextLines:
    """Of a trace program in text."""

    def __init__(self, ctp: TraceProgram, where: Path) -> None:
        self._ctp = ctp
        self.file = str(where)
        self._written: list[str] | None = None

    def place_of(self, number: int) -> SourcePlace:
        return SourcePlace(self.file, self._ctp.events[number].origin)

    def group_of(self, number: int) -> SourcePlace:
        """By which findings are told apart."""
        return self.place_of(number)

    def stack_of(self, number: int) -> tuple[SourcePlace, ...]:
        return (self.place_of(number),)

    def story(self, events: list[int]) -> tuple[Line, ...]:
        """Without what comes twice: the access of a race may be a part of the run."""
        found = (self._ctp.events[number] for number in dict.fromkeys(events))
        told = [event for event in found if not isinstance(event.action, Start | Exit)]
        return tuple(map(self._line, self._shortened(told)))

    def schedule(self, events: list[int]) -> str:
        """Nothing to be given to the command."""
        return ""

    def _shortened(self, told: list[Event]) -> list[Event]:
        return told

    def _line(self, event: Event) -> Line:
        said = self._line_of(event).split("#")[0].strip()
        if isinstance(event.action, Create):
            said = f"create {self._ctp.threads[event.action.child].name}"
        return Line(self._ctp.threads[event.thread].name, self.place_of(event.number), said)

    def _line_of(self, event: Event) -> str:
        if self._written is None:
            self._written = Path(self.file).read_text(encoding="utf-8").split("\n")
        return self._written[event.origin - 1]


class StdLines(TextLines):
    """Of an STD trace: a place is a line with its location, and findings are told apart by locations."""

    def __init__(self, ctp: TraceProgram, where: Path, trace: StdTrace) -> None:
        super().__init__(ctp, where)
        locations = trace.location.tolist()
        self._names = [f"location {name}" for name in trace.locations]
        self._location = dict(zip(trace.line.tolist(), locations, strict=True))
        """By line."""
        self._of_thread: list[list[int]] = [
            trace.line[trace.thread == thread].tolist() for thread in range(len(trace.threads))
        ]
        first: dict[int, int] = {}
        for line, location in self._location.items():
            first.setdefault(location, line)
        self._groups = {
            location: SourcePlace(self.file, line, 0, self._names[location]) for location, line in first.items()
        }

    def place_of(self, number: int) -> SourcePlace:
        line = self._ctp.events[number].origin
        return SourcePlace(self.file, line, 0, self._names[self._location[line]])

    def group_of(self, number: int) -> SourcePlace:
        return self._groups[self._location[self._ctp.events[number].origin]]

    def schedule(self, events: list[int]) -> str:
        """The lines in their order, with those that are no events: `1-7 12 9-10`."""
        lines = list(self._lines_of(events))
        ranges = []
        for _, run in groupby(enumerate(lines), key=lambda pair: pair[1] - pair[0]):
            of_run = [line for _, line in run]
            ranges.append(f"{of_run[0]}-{of_run[-1]}" if len(of_run) > 1 else str(of_run[0]))
        beyond = len(ranges) - MOST_RANGES
        return " ".join(ranges[:MOST_RANGES]) + (f" and {beyond} more" if beyond > 0 else "")

    def _lines_of(self, events: list[int]) -> Iterator[int]:
        """All of a thread up to each event; not for what goes without saying: that a thread starts or ends, and who
        began with the trace."""
        done = [0] * len(self._of_thread)
        for event in (self._ctp.events[number] for number in events):
            if not isinstance(event.action, Start | Exit) and not self._is_made_up(event):
                lines = self._of_thread[event.thread]
                upto = bisect_right(lines, event.origin)
                yield from lines[done[event.thread] : upto]
                done[event.thread] = upto

    def _is_made_up(self, event: Event) -> bool:
        return isinstance(event.action, Create) and "|fork(" not in self._line_of(event)

    def _shortened(self, told: list[Event]) -> list[Event]:
        told = [event for event in told if not self._is_made_up(event)]
        if len(told) <= MOST_TOLD:
            return told
        left: dict[int, int] = {}
        kept = []
        for event in reversed(told):
            left[event.thread] = left.get(event.thread, 0) + 1
            if left[event.thread] <= MOST_OF_A_THREAD:
                kept.append(event)
        return list(reversed(kept[:MOST_TOLD]))

    def _line(self, event: Event) -> Line:
        operation = self._line_of(event).split("|")[1]
        return Line(self._ctp.threads[event.thread].name, self.place_of(event.number), operation)
