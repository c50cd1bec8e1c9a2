"""Names for the objects of a trace program that the text format can read: each is one object's, and none is a word."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from re import fullmatch

from raddle.model.actions import Cell
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import name_of, things_of
from raddle.model.rules.traits import DECLARED, Family, SyncObject
from raddle.model.text.expressions import RESERVED


@dataclass(frozen=True)
class Names:
    """By number, as they are written."""

    cells: list[str] = field(default_factory=list)
    arrays: dict[str, range] = field(default_factory=dict)
    """Cells a[0], a[1], ... in a row, by the name of the array."""
    objects: dict[Family, list[str]] = field(default_factory=dict)
    """By kind of those that are declared, and by number."""
    threads: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    """Of the events; made up where they have none."""
    locals: str = "r"
    """What names of local variables begin with."""

    def of(self, of: SyncObject) -> str:
        return (self.threads if of.family is Family.THREAD else self.objects[of.family])[of.number]


def names_of(ctp: TraceProgram) -> Names:
    taken: set[str] = set(RESERVED)
    names = Names()
    for cells in _rows(ctp):
        base = _array_of(ctp, cells)
        if base is None:
            names.cells.extend(_written(_unique(ctp.cells[cell].name, taken)) for cell in cells)
        else:
            base = _unique(base, taken)
            taken.update(f"{base}[{place}]" for place in range(len(cells)))
            names.arrays[_written(base)] = cells
            names.cells.extend(f"{_written(base)}[{place}]" for place in range(len(cells)))
    for family in DECLARED:
        given = [name_of(ctp, SyncObject(family, number)) for number in range(len(things_of(ctp, family)))]
        names.objects[family] = _all_written(given, taken)
    names.threads.extend(_all_written(["main", *(thread.name for thread in ctp.threads[1:])], set(RESERVED)))
    used = {*RESERVED, *(event.label for event in ctp.events)}
    for event in ctp.events:
        names.labels.append(_written(event.label or _unique(f"e{event.number}", used)))
    prefix = "r"
    while any(name.startswith(prefix) for name in taken):
        prefix += "_"
    return Names(**{**vars(names), "locals": prefix})


def _rows(ctp: TraceProgram) -> Iterable[range]:
    """Neighbouring cells whose names differ in their index only."""
    start = 0
    alike = groupby(ctp.cells, key=lambda cell: (cell.name.rpartition("[")[0] or cell, *_kind(cell)))
    for _, group in alike:
        count = len(list(group))
        yield range(start, start + count)
        start += count


def _kind(cell: Cell) -> tuple[int, bool, bool, bool]:
    return cell.width, cell.hidden, cell.of_lock, cell.unwritten


def _array_of(ctp: TraceProgram, cells: range) -> str | None:
    base = ctp.cells[cells.start].name.rpartition("[")[0]
    names = [ctp.cells[cell].name for cell in cells]
    return base if base and names == [f"{base}[{place}]" for place in range(len(cells))] else None


def _all_written(names: Iterable[str], taken: set[str]) -> list[str]:
    return [_written(_unique(name, taken)) for name in names]


def _unique(name: str, taken: set[str]) -> str:
    name = " ".join(name.replace("`", "'").split()) or "unnamed"
    while name in taken:
        name += "'"
    taken.add(name)
    return name


def _written(name: str) -> str:
    return name if fullmatch(r"[A-Za-z_][A-Za-z0-9_]*'*", name) else f"`{name}`"
