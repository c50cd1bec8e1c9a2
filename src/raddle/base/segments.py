"""The parts of a schedule, by creation path of the thread: what capture gives the runtime and a recording shows."""

from typing import NamedTuple


class Segment(NamedTuple):
    """`thread` runs until it has performed `upto` visible events."""

    thread: str
    upto: int


class Wake(NamedTuple):
    """The signal that is visible number `event` of `thread` wakes `woken`."""

    thread: str
    event: int
    woken: str


class TimeOut(NamedTuple):
    """The timed operation that is visible number `event` of `thread` times out."""

    thread: str
    event: int


class Arrival(NamedTuple):
    """The signal comes to `thread` before its visible number `event`, or is what a wait that is that event takes."""

    thread: str
    event: int
    signal: int


class Input(NamedTuple):
    """A value from outside, fed back to the thread's calls of that kind (RD_INPUT_*) in order."""

    thread: str
    kind: int
    value: int
