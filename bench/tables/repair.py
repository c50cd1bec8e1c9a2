"""Repairs of the programs of table 5.2 of the diagnosis paper: which patches are verified, and what they cost.

The size is how many seconds each program gets. The paper's own repair component has no figures to compare with; it
names the orders, and writes no code. Columns:

    accepted     patches of which `verify` proves that nothing fails and nothing deadlocks, of how many were tried
    best         what the best one does; of which kind it is, and of which kinds the accepted ones are
    lines        of its diff, added or removed
    concurrency  percent of the pairs of accesses of different threads that could come in either order, and still can
    side by side the same of those that could be next at once
    orders       in an optimum of the covering; how many optima there are
    s            seconds: diagnosis, compilation and verification of all candidates
    trouble      no repair, or not all candidates were tried
"""

import sys
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from bench.paper_diagnosis import ROWS, PaperRow
from bench.repairing import Repairing, repairing
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import RaddleError

title = "Verified repairs of the programs of table 5.2 of the diagnosis paper"
default_size = 120
columns = (
    Column("program", "program"),
    Column("accepted", "accepted"),
    Column("tried", "tried"),
    Column("best", "best"),
    Column("kind", "kind"),
    Column("kinds", "kinds accepted"),
    Column("lines", "lines"),
    Column("concurrency", "concurrency %", ".0f"),
    Column("side_by_side", "side by side %", ".0f"),
    Column("orders", "orders"),
    Column("optima", "optima"),
    Column("s", "s", ".2f"),
    Column("mb", "MB", ".0f"),
    Column("trouble", "trouble"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None
_MEASURED: Final = ("accepted", "tried", "lines", "concurrency", "side_by_side", "orders", "optima", "s", "mb")


def run(size: int) -> list[Row]:
    return rows_of(ROWS, size)


def rows_of(wanted: Sequence[PaperRow], size: int) -> list[Row]:
    found = []
    for row in wanted:
        print(f"repairing {row.name}", file=sys.stderr, flush=True)
        found.append(_row(row, float(size)))
    return [*found, _average(found)]


def _row(row: PaperRow, limit_s: float) -> Row:
    try:
        found = repairing(row.source, row.arguments, limit_s)
    except RaddleError as error:
        return {"program": row.name, "trouble": str(error).strip().splitlines()[-1]}
    if found is None:
        return {"program": row.name, "trouble": f"not within {limit_s:.0f} s"}
    return {"program": row.name, **_measured(found)}


def _measured(found: Repairing) -> Row:
    repaired = found.repaired
    accepted = repaired.accepted
    measured: dict[str, Cell] = {
        "accepted": len(accepted),
        "tried": len(repaired.candidates),
        "orders": len(repaired.edges[0]) if repaired.edges else None,
        "optima": len(repaired.edges),
        "s": found.seconds,
        "mb": found.peak_mb,
        "trouble": "" if repaired.complete else "not all candidates were tried",
    }
    if not accepted:
        return measured | {
            "trouble": f"{repaired.verdict}: {repaired.diagnosed.kind} {repaired.diagnosed.reason}".strip()
        }
    best = accepted[0]
    return measured | {
        "best": best.what,
        "kind": " and ".join(sorted(best.kinds)),
        "kinds": ", ".join(sorted({kind for one in accepted for kind in one.kinds})),
        "lines": best.lines,
        "concurrency": None if best.concurrency is None else 100 * best.concurrency,
        "side_by_side": None if best.side_by_side is None else 100 * best.side_by_side,
    }


def _average(rows: Sequence[Row]) -> Row:
    found: dict[str, Cell] = {"program": "average"}
    for key in _MEASURED:
        figures = [figure for row in rows if isinstance(figure := row.get(key), int | float)]
        found[key] = round(fmean(figures), 2) if figures else None
    found["best"] = f"{sum(bool(row.get('accepted')) for row in rows)} of {len(rows)} repaired"
    found["trouble"] = f"{sum(bool(row.get('trouble')) for row in rows)} of {len(rows)} with trouble"
    return found
