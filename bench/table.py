"""What a table is, and how its results are kept.

In: a table's rows. Out: bench/results/TABLE.json, TABLE.md beside it, TABLE.png when matplotlib is there and the table
says that growth matters.
"""

import importlib
import importlib.util
import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Protocol, Self

SCHEMA: Final = 1

Cell = str | int | float | None
Row = Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Column:
    """A key of the rows, its heading, and how a number is written."""

    key: str
    heading: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Growth:
    """Plot y over x, one line for each value of `series`, both axes logarithmic."""

    x: str
    y: str
    series: str


class Table(Protocol):
    """What each module of bench.tables offers."""

    title: str
    default_size: int
    columns: Sequence[Column]
    paper: Mapping[str, Mapping[str, Cell]]
    """Figures to compare with: where they come from -> what they are."""
    growth: Growth | None

    def run(self, size: int) -> list[Row]: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of one table: what the JSON file holds."""

    schema: int
    table: str
    title: str
    size: int
    machine: dict[str, Cell]
    columns: list[dict[str, str]]
    rows: list[dict[str, Cell]]
    paper: dict[str, dict[str, Cell]]

    @classmethod
    def now(cls, name: str, size: int, table: Table, rows: Sequence[Row]) -> Self:
        return cls(
            schema=SCHEMA,
            table=name,
            title=table.title,
            size=size,
            machine=machine(),
            columns=[asdict(column) for column in table.columns],
            rows=[dict(row) for row in rows],
            paper={source: dict(figures) for source, figures in table.paper.items()},
        )


def machine() -> dict[str, Cell]:
    """What a reader needs to know to compare figures; no names of hosts or users."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "libc": " ".join(platform.libc_ver()),
        "python": platform.python_version(),
    }


def markdown(measured: Measured) -> str:
    """The table as people read it."""
    headings = [column["heading"] for column in measured.columns]
    lines = [f"## {measured.title} (size {measured.size:,})", ""]
    lines.append("| " + " | ".join(headings) + " |")
    lines.append("|" + "---|" * len(headings))
    for row in measured.rows:
        cells = [_written(row.get(column["key"]), column["form"]) for column in measured.columns]
        lines.append("| " + " | ".join(cells) + " |")
    if measured.paper:
        lines += ["", "To compare with:", ""]
        for source, figures in measured.paper.items():
            lines.append(f"- {source}: " + "; ".join(f"{what} {figure}" for what, figure in figures.items()))
    lines += ["", "Measured on: " + ", ".join(f"{what} {value}" for what, value in measured.machine.items()) + "."]
    return "\n".join(lines) + "\n"


def write(measured: Measured, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    data, text = folder / f"{measured.table}.json", folder / f"{measured.table}.md"
    data.write_text(json.dumps(asdict(measured), indent=2) + "\n")
    text.write_text(markdown(measured))
    return [data, text]


def plot(measured: Measured, growth: Growth | None, folder: Path) -> list[Path]:
    """The growth plot, if the table wants one and matplotlib is installed."""
    if growth is None or importlib.util.find_spec("matplotlib") is None:
        return []
    figure_module = importlib.import_module("matplotlib.figure")
    figure = figure_module.Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    for name in dict.fromkeys(row.get(growth.series) for row in measured.rows):
        points = points_of([row for row in measured.rows if row.get(growth.series) == name], growth)
        axes.loglog([x for x, _ in points], [y for _, y in points], marker="o", label=str(name))
    axes.set(title=measured.title, xlabel=growth.x, ylabel=growth.y)
    axes.legend()
    path = folder / f"{measured.table}.png"
    figure.savefig(path, dpi=120)
    return [path]


def points_of(rows: Sequence[Row], growth: Growth) -> list[tuple[float, float]]:
    """Where both are numbers: what took too long has no place."""
    pairs = ((row.get(growth.x), row.get(growth.y)) for row in rows)
    return [(x, y) for x, y in pairs if isinstance(x, int | float) and isinstance(y, int | float)]


def _written(cell: Cell, form: str) -> str:
    if cell is None:
        return ""
    return format(cell, form) if form and not isinstance(cell, str) else str(cell)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
