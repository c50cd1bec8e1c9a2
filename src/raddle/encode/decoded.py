"""What a satisfying assignment says of whatever was encoded: when moments take place, and whom signals choose."""

from typing import TypeVar

from raddle.encode.axioms import Choices
from raddle.encode.formula import Formula
from raddle.solve.answer import Sat

Time = TypeVar("Time")


def add_moments(formula: Formula, times: dict[int, Time]) -> None:
    """All that is in a section that is a moment takes place at the time of its acquire."""
    for section in formula.moments:
        if section.acquire in times:
            times.update(dict.fromkeys(formula.index.inside(section), times[section.acquire]))


def chosen(formula: Formula, choices: Choices, answer: Sat) -> dict[int, int]:
    """By signal the thread."""
    thread = formula.index.thread
    return {signal: thread[wait] for literal, (signal, wait) in choices.items() if answer.values.get(literal)}
