"""Where the source gives a local variable a value that no instruction computes: a constant, or what another one holds.

Debug information does not tell. Between the lines of the instructions around it, the line that reads `name =` does; if
none does, or the file cannot be read, the variable's declaration has to do.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from raddle.base.place import SourcePlace
from raddle.ir import instructions as ins
from raddle.ir.flow import Flow
from raddle.ir.module import Block
from raddle.trace.program import LoadedFunction
from raddle.trace.sources import Sources

_ASSIGNS: Final = r"(?<![\w.>]){}(?:\s*\.\s*\w+|\s*\[[^\]]*\])*\s*=(?!=)\s*([^;,]*)"
"""... the variable, or a part of it."""
_RETURNS: Final = re.compile(r"\breturn\b\s*([^;]*)")
_NUMBER: Final = re.compile(r"^[-+]?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*$")
_WORDS: Final = {"true": 1, "false": 0, "NULL": 0, "nullptr": 0}
_FAR: Final = 40  # lines


class Assigned(NamedTuple):
    place: SourcePlace | None
    said: str = ""
    """What is assigned there, in the words of the source."""


class AssignedPlaces:
    """Of one function."""

    def __init__(self, loaded: LoadedFunction, sources: Sources, flow: Flow) -> None:
        self._function = loaded.function
        self._debug = loaded.within.debug
        self._sources = sources
        self._flow = flow

    @cached_property
    def _name(self) -> str:
        return self._debug.function_name(self._function.debug) if self._function.debug is not None else ""

    def between(
        self, variable: int, block: Block, number: int, earlier: int, given: tuple[int, int] | None
    ) -> Assigned:
        """Right before an instruction of the block. `earlier`: how often it was given a value since the one before
        that; `given`: a constant, with its bits."""
        file = self._file_of(variable)
        if not file:
            return Assigned(None)
        declared = self._debug.number(variable, "line")
        before, behind = self._lines_before(block, number, file), self._lines_behind(block, number, file)
        first = min(before, default=declared)
        last = max(behind, default=max(before, default=declared))
        first, last = max(min(first, last), declared), max(first, last)  # before: another one of that name
        lines = self._matching(self._assigns(variable), file, first, last)
        same = [one for one in lines if given is not None and _worth(one[1], given[1]) == given[0]]
        fitting = same or lines
        line, said = fitting[min(earlier, len(fitting) - 1)] if fitting else (declared, "")
        return Assigned(SourcePlace(file, line, 0, self._name), said)

    def chosen(self, variable: int | None, branch: ins.Instruction, value: int, width: int) -> Assigned:
        """Behind a branch, on the side that gives the variable that value; None: on the side that returns it."""
        place = self._debug.place(branch.debug) if branch.debug is not None else None
        if place is None or not place.line:
            return Assigned(None)
        pattern = _RETURNS if variable is None else self._assigns(variable)
        lines = self._matching(pattern, place.file, place.line, place.line + _FAR)
        same = [one for one in lines if _worth(one[1], width) == value]
        unknown = [one for one in lines if _worth(one[1], width) is None]
        for line, said in (*same, *unknown):
            return Assigned(SourcePlace(place.file, line, 0, self._name), said)
        return Assigned(None)

    def _file_of(self, variable: int) -> str:
        file = self._debug.node(variable, "file")
        return self._debug.text(file, "filename") if file is not None else ""

    def _assigns(self, variable: int) -> re.Pattern[str]:
        return re.compile(_ASSIGNS.format(re.escape(self._debug.text(variable, "name"))))

    def _matching(self, pattern: re.Pattern[str], file: str, first: int, last: int) -> list[tuple[int, str]]:
        """Lines, with what is assigned there."""
        found: list[tuple[int, str]] = []
        for line in range(first, last + 1):
            matched = pattern.search(self._sources.line(SourcePlace(file, line)))
            if matched is not None:
                found.append((line, matched[1].strip()))
        return found

    # ---- lines of instructions

    def _lines_before(self, block: Block, number: int, file: str) -> list[int]:
        own = self._line_of(block.instructions[:number][::-1], file)
        if own:
            return [own]
        blocks = [self._function.block_by_label[label] for label in self._flow.before[block.label] - {""}]
        found = [self._line_of(one.instructions[::-1], file) for one in blocks]
        if "" in self._flow.before[block.label] and self._function.debug is not None:
            found.append(self._debug.number(self._function.debug, "line"))
        return [line for line in found if line]

    def _lines_behind(self, block: Block, number: int, file: str) -> list[int]:
        own = self._line_of(block.instructions[number:], file)
        if own:
            return [own]
        blocks = [self._function.block_by_label[label] for label in block.successors]
        return [line for one in blocks if (line := self._line_of(one.instructions, file))]

    def _line_of(self, instructions: Sequence[ins.Instruction] | Iterable[ins.Instruction], file: str) -> int:
        """Of the first one that has a line in the file."""
        for instruction in instructions:
            if instruction.debug is not None and not isinstance(instruction, ins.Phi):
                place = self._debug.place(instruction.debug)
                if place is not None and place.line and place.file == file:
                    return place.line
        return 0


def _worth(said: str, width: int) -> int | None:
    """Of a literal."""
    inner = said.strip("() ")
    if inner in _WORDS:
        return _WORDS[inner]
    if not _NUMBER.match(inner):
        return None
    digits = inner.rstrip("uUlL")
    number = int(digits, 16) if "x" in digits.lower() else int(digits, 8 if re.match(r"[-+]?0\d", digits) else 10)
    return number & (1 << width) - 1
