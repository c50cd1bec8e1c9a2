"""A schedule and the string one can paste.

    main:12 main.1:30 main:40        main runs until it has performed 12 visible events, then main.1 up to its 30, ...
    main+3 main.1+2                  the same by how many more events each performs
    (main+1 main.1+1)*20             repeated; inside the parentheses only + makes sense
    main.1@17->main.2                the signal that is event 17 of main.1 wakes main.2
    main.1@17->timeout               the timed operation that is event 17 of main.1 times out
    main.1@17->signal10              signal 10 comes to main.1 before its event 17

Threads are named by creation path, events of a thread are counted from 0.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from raddle.base.errors import UserError
from raddle.base.segments import Arrival, Segment, TimeOut, Wake

LONGEST_PATTERN: Final = 8
MOST_SEGMENTS: Final = 10_000_000
ADVICE: Final = 'a schedule looks like "main:12 main.1:30 main:40"'

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<thread>(?:main|deep)(?:\.[0-9]+)*)(?:(?P<sign>[:+])(?P<number>[0-9]{1,15})"
    r"|@(?P<event>[0-9]{1,15})->(?:(?P<woken>(?:main|deep)(?:\.[0-9]+)*)|(?P<timeout>timeout)|signal(?P<signal>[0-9]{1,2})))(?=[\s()]|$)"
    r"|(?P<open>\()|\)\*(?P<times>[0-9]{1,8})(?=[\s()]|$))"
)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who runs when, and the choices that this order alone does not fix."""

    segments: tuple[Segment, ...] = ()
    wakes: tuple[Wake, ...] = ()
    time_outs: tuple[TimeOut, ...] = ()
    signals: tuple[Arrival, ...] = ()

    @property
    def switches(self) -> int:
        return max(0, len(self.segments) - 1)

    def __str__(self) -> str:
        words = list(_spell_segments(self.segments))
        words += [f"{thread}@{event}->{woken}" for thread, event, woken in self.wakes]
        words += [f"{thread}@{event}->timeout" for thread, event in self.time_outs]
        words += [f"{thread}@{event}->signal{number}" for thread, event, number in self.signals]
        return " ".join(words)


def parse_schedule(text: str) -> Schedule:
    """The schedule that the string spells; UserError shows the place that is wrong."""
    return _Parser(text).parse()


@dataclass(frozen=True, slots=True)
class _Move:
    """A segment before the numbers of its thread are known: exactly one is set."""

    thread: str
    upto: int | None
    more: int | None


class _Parser:
    def __init__(self, text: str) -> None:
        self._text: Final = text.rstrip()
        self._groups: list[tuple[int, list[_Move]]] = [(0, [])]
        self._wakes: list[Wake] = []
        self._time_outs: list[TimeOut] = []
        self._signals: list[Arrival] = []

    def parse(self) -> Schedule:
        place = 0
        while place < len(self._text):
            found = _TOKEN.match(self._text, place)
            if found is None:
                self._fail(place, "this is no part of a schedule")
            self._take(found)
            place = found.end()
        if len(self._groups) > 1:
            self._fail(self._groups[-1][0], "this ( is never closed")
        segments = tuple(self._number(self._groups[0][1]))
        return Schedule(segments, tuple(self._wakes), tuple(self._time_outs), tuple(self._signals))

    def _take(self, found: re.Match[str]) -> None:
        word = found.groupdict()
        if word["open"]:
            self._groups.append((found.start(), []))
        elif word["times"]:
            self._close(found, int(word["times"]))
        elif word["woken"]:
            self._wakes.append(Wake(word["thread"], int(word["event"]), word["woken"]))
        elif word["timeout"]:
            self._time_outs.append(TimeOut(word["thread"], int(word["event"])))
        elif word["signal"]:
            self._signals.append(Arrival(word["thread"], int(word["event"]), int(word["signal"])))
        elif word["sign"] == "+":
            self._groups[-1][1].append(_Move(word["thread"], None, int(word["number"])))
        elif len(self._groups) > 1:
            self._fail(found.start(), "inside ( ) say how many more events, as in main+3")
        else:
            self._groups[-1][1].append(_Move(word["thread"], int(word["number"]), None))

    def _close(self, found: re.Match[str], times: int) -> None:
        if len(self._groups) == 1:
            self._fail(found.start(), "this ) closes nothing")
        _, moves = self._groups.pop()
        if times * len(moves) > MOST_SEGMENTS:
            self._fail(found.start(), f"that makes more than {MOST_SEGMENTS} segments")
        self._groups[-1][1].extend(moves * times)

    def _number(self, moves: Sequence[_Move]) -> Iterator[Segment]:
        reached: dict[str, int] = {}
        for move in moves:
            before = reached.get(move.thread, 0)
            upto = before + move.more if move.more is not None else move.upto
            if upto is None or upto < before:
                self._fail(0, f"{move.thread}:{upto} goes back: {move.thread} has performed {before} events by then")
            reached[move.thread] = upto
            yield Segment(move.thread, upto)

    def _fail(self, place: int, what: str) -> NoReturn:
        place += len(self._text[place:]) - len(self._text[place:].lstrip())
        before, after = self._text[max(0, place - 30) : place], self._text[place : place + 30]
        raise UserError(f'schedule: {what}: "{before}" >>> "{after}"', advice=ADVICE)


def _spell_segments(segments: Sequence[Segment]) -> Iterator[str]:
    """Absolute numbers, and (...)*n where a pattern of moves repeats at least three times in a row."""
    moves: list[tuple[str, int]] = []
    reached: dict[str, int] = {}
    for thread, upto in segments:
        moves.append((thread, upto - reached.get(thread, 0)))
        reached[thread] = upto
    place = 0
    while place < len(moves):
        period, times = _repetition(moves, place)
        if times >= 3:
            yield "(" + " ".join(f"{thread}+{more}" for thread, more in moves[place : place + period]) + f")*{times}"
            place += period * times
        else:
            yield f"{segments[place].thread}:{segments[place].upto}"
            place += 1


def _repetition(moves: Sequence[tuple[str, int]], place: int) -> tuple[int, int]:
    """The pattern that begins here and covers the most: (its length, how often it stands in a row)."""
    best = (1, 1)
    for period in range(1, LONGEST_PATTERN + 1):
        pattern = moves[place : place + period]
        times = 1
        while moves[place + times * period : place + (times + 1) * period] == pattern:
            times += 1
        if times >= 3 and period * times > best[0] * best[1]:
            best = (period, times)
    return best
