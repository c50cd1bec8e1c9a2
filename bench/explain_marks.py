"""The marks of programs that are explained (bench/programs/explain/README.md), and whether a slice shows them.

In: lines with `// CAUSE`; a slice as `Picture`: steps with the lines they stand on, and orders between them. Out: yes
or no.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

_MARK: Final = re.compile(r"//\s*CAUSE\b(?P<items>[^/]*)$")
_ITEM: Final = re.compile(r"(?:(?P<variant>[a-z])\b)?\s*(?:switch (?P<number>\d+) (?P<end>from|to|back))?")


@dataclass(frozen=True, slots=True)
class Mark:
    """An item of a marked line. `number` 0: just the line."""

    line: int
    variant: str = ""
    number: int = 0
    end: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A step of a slice: its number in the run, its thread, its line."""

    number: int
    thread: int
    line: int


@dataclass(frozen=True)
class Picture:
    steps: tuple[Shown, ...]
    orders: frozenset[tuple[int, int]]
    """Between steps of different threads."""
    named: frozenset[int] = field(default=frozenset())
    """Lines that are named besides: by the difference to a passing run."""


def read_marks(text: str) -> list[Mark]:
    """ValueError: an item is not spelled as README.md has it."""
    found = []
    for line, code in enumerate(text.splitlines(), 1):
        mark = _MARK.search(code)
        if mark is None:
            if "CAUSE" in code.split("//", 1)[-1] and "//" in code:
                raise ValueError(f"line {line}: {code.strip()}")
            continue
        for said in mark["items"].split(","):
            item = _ITEM.fullmatch(said.strip())
            if item is None:
                raise ValueError(f"line {line}: {said.strip()}")
            found.append(Mark(line, item["variant"] or "", int(item["number"] or 0), item["end"] or ""))
    return found


def shows(marks: Sequence[Mark], picture: Picture) -> bool:
    """All marks without variant, and those of one variant at least, where there are some."""
    variants = sorted({mark.variant for mark in marks} - {""})
    chosen = [[mark for mark in marks if mark.variant in ("", variant)] for variant in variants or [""]]
    return any(_shows_all(each, picture) for each in chosen)


def _shows_all(marks: Sequence[Mark], picture: Picture) -> bool:
    lines = {step.line for step in picture.steps} | picture.named
    if not all(mark.line in lines for mark in marks):
        return False
    reached = _Reached(picture)
    return all(reached.goes_through(chain) for chain in _chains(marks))


Switch = tuple[frozenset[int], frozenset[int]]
"""Lines that it leaves, lines that it comes to."""


def _chains(marks: Iterable[Mark]) -> list[list[Switch]]:
    """Switches in the order of their numbers; each that goes `back` belongs to the one before it."""
    lines: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for mark in marks:
        if mark.number:
            lines[mark.number][mark.end].add(mark.line)
    chains: list[list[Switch]] = []
    for number in sorted(lines):
        ends = lines[number]
        switch = frozenset(ends["from"]), frozenset(ends["to"] | ends["back"])
        if ends["back"] and chains:
            chains[-1].append(switch)
        else:
            chains.append([switch])
    return chains


class _Reached:
    """What follows from the orders and the order within each thread."""

    def __init__(self, picture: Picture) -> None:
        self._steps = {step.number: step for step in picture.steps}
        self._next: dict[int, list[int]] = defaultdict(list)
        by_thread: dict[int, list[int]] = defaultdict(list)
        for number in sorted(self._steps):
            by_thread[self._steps[number].thread].append(number)
        for numbers in by_thread.values():
            for before, after in pairwise(numbers):
                self._next[before].append(after)
        for before, after in picture.orders:
            if before in self._steps and after in self._steps:
                self._next[before].append(after)
        self._behind: dict[int, set[int]] = {}

    def goes_through(self, chain: Sequence[Switch]) -> bool:
        return any(self._goes_on(chain[1:], pair) for pair in self._pairs(chain[0]))

    def _goes_on(self, chain: Sequence[Switch], before: tuple[Shown, Shown]) -> bool:
        """Back from the thread that the switch before came to, into the one that it left, and further."""
        if not chain:
            return True
        left, entered = before
        for pair in self._pairs(chain[0]):
            home = pair[0].thread == entered.thread and pair[1].thread == left.thread
            later = pair[0].number >= entered.number and pair[1].number > left.number
            if home and later and self._goes_on(chain[1:], pair):
                return True
        return False

    def _pairs(self, switch: Switch) -> Iterator[tuple[Shown, Shown]]:
        for step in self._steps.values():
            if step.line in switch[0]:
                for number in sorted(self._after(step.number)):
                    other = self._steps[number]
                    if other.line in switch[1] and other.thread != step.thread:
                        yield step, other

    def _after(self, number: int) -> set[int]:
        if number not in self._behind:
            found: set[int] = set()
            ahead = list(self._next[number])
            while ahead:
                one = ahead.pop()
                if one not in found:
                    found.add(one)
                    ahead += self._next[one]
            self._behind[number] = found
        return self._behind[number]
