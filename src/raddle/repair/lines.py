"""Lines as the compiler counts them, and which line of a patched text was which one before."""

import re
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

NEW: Final = 0
"""A line that was not there."""
Place = tuple[str, int]
"""File and line."""
_END: Final = re.compile(r"\r\n?|\n")
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")


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
            if tag == "equal":
                self._of.update({new_begin + n + 1: begin + n + 1 for n in range(end - begin)})
            elif tag == "replace":
                self._changed(old, range(begin, end), new, range(new_begin, new_end))
        self._moved(old, new)
        self.closing: Final = frozenset(number for number, line in enumerate(old, 1) if not line.strip("});"))
        """Lines before that only end something: what is done there comes of what was declared above."""

    def of(self, line: int) -> int:
        return self._of.get(line, NEW)

    def now(self, line: int) -> int:
        """Which line that one before is, the first of several; NEW: none is."""
        return min((now for now, before in self._of.items() if before == line), default=NEW)

    @cached_property
    def left(self) -> frozenset[int]:
        """Lines before that are still there."""
        return frozenset(self._of.values())

    def _changed(self, old: list[str], gone: range, new: list[str], come: range) -> None:
        """What a line was put into is that line, and so is what holds a part of it; else, where as many come as go,
        each is the one in its place."""
        found = _parts(old, gone, new, come)
        if len(gone) == len(come):
            in_place = zip(come, gone, strict=True)
            found |= {at: line for at, line in in_place if at not in found and line not in found.values()}
        self._of.update({at + 1: line + 1 for at, line in found.items()})

    def _moved(self, old: list[str], new: list[str]) -> None:
        """A line that went elsewhere as it is, if it is the only one of its kind."""
        gone = [number for number in range(1, len(old) + 1) if number not in set(self._of.values())]
        for number in gone:
            text = old[number - 1]
            there = [at for at in range(1, len(new) + 1) if at not in self._of and new[at - 1] == text]
            if text and len(there) == 1:
                self._of[there[0]] = number


def was(place: Place, lines: Mapping[str, LinesBefore]) -> Place:
    """What a place of the patched text was before; `lines`: of the files that changed."""
    file, number = place
    return (file, lines[file].of(number)) if file in lines else place


def _parts(old: list[str], gone: range, new: list[str], come: range) -> dict[int, int]:
    """Lines that came -> the one that went with which they share more than half of the words of one of the two."""
    before, after = _tokens(old, gone), _tokens(new, come)
    matcher = SequenceMatcher(None, [word for word, _ in before], [word for word, _ in after], autojunk=False)
    shared: Counter[tuple[int, int]] = Counter()
    for begin, new_begin, size in matcher.get_matching_blocks():
        for n in range(size):
            word, line = before[begin + n]
            if _is_word(word):
                shared[after[new_begin + n][1], line] += 1
    words = [Counter(line for word, line in tokens if _is_word(word)) for tokens in (before, after)]
    found: dict[int, int] = {}
    for (at, line), times in shared.most_common():
        if 2 * times > min(words[0][line], words[1][at]):
            found.setdefault(at, line)
    return found


def _tokens(lines: list[str], among: range) -> list[tuple[str, int]]:
    return [(word, line) for line in among for word in _TOKEN.findall(lines[line])]


def _is_word(token: str) -> bool:
    return token[0] == "_" or token[0].isalnum()
