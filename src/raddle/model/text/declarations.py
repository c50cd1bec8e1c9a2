"""What a text declares before its threads: shared variables, arrays, and the objects of synchronisation."""

from typing import Final, Literal

from raddle.logic.arithmetic import mask
from raddle.model.actions import Cell
from raddle.model.program import Barrier, Semaphore
from raddle.model.text.expressions import RESERVED, WIDEST, WIDTH
from raddle.model.text.lexer import Line

Kind = Literal["shared", "array", "lock", "condition", "semaphore", "barrier", "once"]
KEYWORDS: Final = ("shared", "hidden", "lock", "rwlock", "condition", "semaphore", "barrier", "once")
_LONGEST: Final = 4096
_MOST: Final = 1 << 30


class Declarations:
    """In the order of the text."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.locks: list[str] = []
        self.conditions: list[str] = []
        self.semaphores: list[Semaphore] = []
        self.barriers: list[Barrier] = []
        self.onces: list[str] = []
        self.arrays: dict[str, range] = {}
        """Their cells."""
        self._numbers: dict[str, tuple[Kind, int]] = {}

    def kind(self, name: str) -> Kind | None:
        return self._numbers[name][0] if name in self._numbers else None

    def number(self, line: Line, name: str, kind: Kind) -> int:
        found = self._numbers.get(name)
        if found is None:
            line.fail(f"{name} is not declared", f"declare it before the threads: {kind} {name}")
        if found[0] != kind:
            line.fail(f"{name} is declared as {found[0]}, not as {kind}")
        return found[1]

    def read(self, line: Line) -> None:
        """One line; its keyword is still to be taken."""
        keyword = line.take().text
        while True:
            name = line.name("a name")
            if name in RESERVED:
                line.fail(f"{name} is a word of the language", "give it another name")
            if name in self._numbers:
                line.fail(f"{name} is declared twice", "give one of them another name")
            match keyword:
                case "shared" | "hidden":
                    self._shared(line, name, hidden=keyword == "hidden")
                case "semaphore":
                    self._numbers[name] = "semaphore", len(self.semaphores)
                    line.expect("=")
                    self.semaphores.append(Semaphore(name, line.integer("its first count", 0, _MOST)))
                case "barrier":
                    self._numbers[name] = "barrier", len(self.barriers)
                    line.expect("=")
                    self.barriers.append(Barrier(name, line.integer("the number of its parties", 1, _MOST)))
                case "condition":
                    self._numbers[name] = "condition", len(self.conditions)
                    self.conditions.append(name)
                case "once":
                    self._numbers[name] = "once", len(self.onces)
                    self.onces.append(name)
                case "lock" | "rwlock":
                    self._numbers[name] = "lock", len(self.locks)
                    self.locks.append(name)
                case _:
                    raise AssertionError(f"{keyword} declares nothing")
            if not line.accept(","):
                line.finish()
                return

    def _shared(self, line: Line, name: str, *, hidden: bool) -> None:
        first, length = len(self.cells), None
        if line.accept("["):
            length = line.integer("the number of elements", 1, _LONGEST)
            line.expect("]")
        width = line.integer("the width", 1, WIDEST) if line.accept(":") else WIDTH
        values = self._initial(line, width, length or 1)
        of_lock, unwritten = line.accept("of_lock"), line.accept("unwritten")
        if length is None:
            self._numbers[name] = "shared", first
            self.cells.append(Cell(name, width, values[0], hidden, of_lock, unwritten))
            return
        self._numbers[name] = "array", len(self.arrays)
        self.arrays[name] = range(first, first + length)
        for place, value in enumerate(values):
            element = f"{name}[{place}]"
            if element in self._numbers:
                line.fail(f"{element} is declared twice")
            self._numbers[element] = "shared", first + place
            self.cells.append(Cell(element, width, value, hidden, of_lock, unwritten))

    @staticmethod
    def _initial(line: Line, width: int, count: int) -> list[int]:
        def value() -> int:
            return line.integer("the first value", -(1 << (width - 1)), mask(width)) & mask(width)

        if not line.accept("="):
            return [0] * count
        if not line.accept("{"):
            return [value()] * count
        values = [value()]
        while line.accept(","):
            values.append(value())
        line.expect("}")
        if len(values) != count:
            line.fail(f"there are {len(values)} first values for {count} elements", "give one for each, or one for all")
        return values
