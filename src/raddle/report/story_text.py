"""The story of a finding in columns, by turns: the thread is named where its turn begins. Of long ones the middle is
left out."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from raddle.report.result import Line
from raddle.report.rows import Row, count, short, wrapped_after

MOST_IN_A_TURN: Final = 12
MOST_IN_A_STORY: Final = 40
_WIDEST_PLACE: Final = 30
"""Where the deeds need room too."""


def story_rows(story: Sequence[Line], width: int) -> Iterator[Row]:
    turns = [list(turn) for _, turn in groupby(story, key=lambda line: line.thread)]
    shown = _elided(turns)
    lines = [line for turn in shown if not isinstance(turn, str) for line in turn if not isinstance(line, str)]
    threads = max(len(line.thread) for line in lines)
    room = width - 8 - threads
    deeds = max(len(line.deed) for line in lines)
    places = min(max(len(short(line.place, width)) for line in lines), max(room - deeds, min(_WIDEST_PLACE, room // 2)))
    for turn in shown:
        if isinstance(turn, str):
            yield Row(f"    {turn}", "dim")
            continue
        thread = next(line.thread for line in turn if not isinstance(line, str))
        for line in turn:
            start = f"    {thread:<{threads}}  "
            thread = ""
            if isinstance(line, str):
                yield Row(f"{start}{line}", "dim")
                continue
            if line.thread or line.place is not None:
                start += f"{short(line.place, places):<{places}}  "
            yield from wrapped_after(start, line.deed, width)


_Turn = list[Line | str]


def _elided(turns: Sequence[list[Line]]) -> list[_Turn | str]:
    """The middle of long turns, then the middle turns of long stories; what is left out is counted."""
    kept: list[_Turn] = [_elided_turn(turn) for turn in turns]
    if sum(map(len, kept)) <= MOST_IN_A_STORY:
        return list(kept)
    opening, used = 0, 0
    while opening < len(kept) and used + len(kept[opening]) <= MOST_IN_A_STORY // 3:
        used += len(kept[opening])
        opening += 1
    closing = len(kept)
    while closing > opening and (used + len(kept[closing - 1]) <= MOST_IN_A_STORY or closing == len(kept)):
        closing -= 1
        used += len(kept[closing])
    steps = sum(map(len, turns[opening:closing]))
    if closing == opening:
        return list(kept)
    between = f"... {count(closing - opening, 'more turn')} of {count(steps, 'step')}"
    return [*kept[:opening], between, *kept[closing:]]


def _elided_turn(turn: Sequence[Line]) -> _Turn:
    if len(turn) <= MOST_IN_A_TURN:
        return list(turn)
    opening, closing = MOST_IN_A_TURN // 3, MOST_IN_A_TURN - MOST_IN_A_TURN // 3 - 1
    return [*turn[:opening], f"... {len(turn) - opening - closing} more steps", *turn[-closing:]]
