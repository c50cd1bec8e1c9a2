"""Lines as the compiler counts them, and which line of a patched text was which one before."""

import re
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

NEW: Final = 0
"""A line that was not there."""
_END: Final = re.compile(r"\r\n?|\n")


def lines_of(text: str) -> list[str]:
    """A form feed ends no line, a carriage return alone does."""
    lines = _END.split(text)
    return lines if lines[-1] else lines[:-1]


class LinesBefore:
    def __init__(self, before: str, after: str) -> None:
        """Compared without indentation: a line that is only moved to the right is the same one."""
        old, new = ([line.strip() for line in lines_of(text)] for text in (before, after))
        self._of: dict[int, int] = {}
        for tag, begin, end, new_begin, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal" or (tag == "replace" and end - begin == new_end - new_begin):
                self._of.update({new_begin + n + 1: begin + n + 1 for n in range(end - begin)})
            elif tag == "replace":
                self._changed(old, range(begin, end), new, range(new_begin, new_end))
        self._moved(old, new)

    def of(self, line: int) -> int:
        return self._of.get(line, NEW)

    @cached_property
    def left(self) -> frozenset[int]:
        """Lines before that are still there."""
        return frozenset(self._of.values())

    def _changed(self, old: list[str], gone: range, new: list[str], come: range) -> None:
        """What a line was put into is that line: `if (ready)` and `if (ready) {`."""
        behind = come.start
        for line in gone:
            found = next((at for at in come if at >= behind and old[line] and old[line] in new[at]), None)
            if found is not None:
                self._of[found + 1] = line + 1
                behind = found + 1

    def _moved(self, old: list[str], new: list[str]) -> None:
        """A line that went elsewhere as it is, if it is the only one of its kind."""
        gone = [number for number in range(1, len(old) + 1) if number not in set(self._of.values())]
        for number in gone:
            text = old[number - 1]
            there = [at for at in range(1, len(new) + 1) if at not in self._of and new[at - 1] == text]
            if text and len(there) == 1:
                self._of[there[0]] = number
