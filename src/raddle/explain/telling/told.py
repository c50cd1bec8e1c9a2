"""A slice of a run -> rows of source lines, arrows between them, what is known in between."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Slice
from raddle.explain.telling.chosen import Order, orders_of
from raddle.explain.telling.expressions import Expressions
from raddle.explain.telling.versions import Versions
from raddle.report.explanation import Arrow, Known, Row
from raddle.report.folding import kept_rows
from raddle.trace.sources import Sources

_WITHOUT_ROW: Final = frozenset({Deed.PHI, Deed.START})
_VALUES: Final = frozenset({Deed.READ, Deed.WRITE, Deed.ASSIGN})
MOST_VALUES: Final = 3
"""Told of one row."""
MOST_HOLDS: Final = 24
"""Conditions told of one invariant."""
MOST_COMPARED: Final = 300
"""Arrows up to which it is asked which follow from others."""
MOST_KNOWN: Final = 250
"""Rows up to which what is known is told behind each; else behind those that pictures show."""


@dataclass(frozen=True, slots=True)
class Told:
    rows: tuple[Row, ...]
    arrows: tuple[Arrow, ...]
    known: tuple[Known, ...]
    marked: tuple[int, ...] = ()
    """Rows of what the cause is about."""


def told(run: Run, sliced: Slice, sources: Sources, named: Iterable[int] = ()) -> Told:
    """`named`: the steps that the cause is about."""
    orders = orders_of(run, sliced)
    shown = sorted({*sliced.kept, *sliced.conditions, *_ends(orders)})
    versions = Versions(run, shown)
    conditions = frozenset(sliced.conditions) - frozenset(sliced.kept)
    rows = [_row(run, group, conditions, sources) for group in _lines(run, shown)]
    rows = _with_failure(run, rows, sources)
    row_of = {number: position for position, row in enumerate(rows) for number in row.steps}
    marked = sorted({row_of[number] for number in named if number in row_of})
    arrows = _arrows(run, row_of, orders)
    drawn = kept_rows(rows, arrows, marked)
    arrows = _with_implied(rows, arrows, set(drawn))
    asked = set(range(len(rows)) if len(rows) <= MOST_KNOWN else drawn)
    return Told(tuple(rows), tuple(arrows), tuple(_known(run, sliced, rows, versions, asked)), tuple(marked))


def _ends(orders: Iterable[Order]) -> Iterable[int]:
    return (number for order in orders for number in (order.earlier, order.later))


# ---- rows


def _lines(run: Run, shown: Iterable[int]) -> list[list[Step]]:
    """Steps of one line that a thread did in one go."""
    steps = [run.steps[number] for number in shown if run.steps[number].deed not in _WITHOUT_ROW]

    def line(step: Step) -> object:
        place = run.wording.place(step)
        return step.thread, (place.file, place.line) if place is not None else ("", -step.site)

    return [list(group) for _, group in groupby(steps, key=line)]


def _row(run: Run, steps: Sequence[Step], conditions: frozenset[int], sources: Sources) -> Row:
    place = run.wording.place(steps[0])
    return Row(
        thread=run.threads[steps[0].thread],
        place=place,
        source=sources.line(place) or _deeds(run, steps),
        note=_values(run, steps),
        is_condition=all(step.number in conditions and step.deed is Deed.CONDITION for step in steps),
        steps=tuple(step.number for step in steps),
    )


def _deeds(run: Run, steps: Sequence[Step]) -> str:
    """In the place of a source line that cannot be read."""
    words = (f"{step.deed.value} {run.wording.name(step) if step.width else ''}".rstrip() for step in steps)
    return f"({', '.join(dict.fromkeys(words))})"


def _values(run: Run, steps: Sequence[Step]) -> str:
    """`balance = 55`; of shared memory if it touches any, else of the last variable that it sets."""
    accesses = [step for step in steps if step.deed in _VALUES and step.width and run.wording.name(step)]
    if not accesses:
        return ""
    shared = [step for step in accesses if step.shared]
    by_name: dict[str, list[str]] = {}
    for step in shared or accesses[-1:]:
        values = by_name.setdefault(run.wording.name(step), [])
        value = run.wording.spell(step, step.value)
        if not values or (values[-1] != value and step.deed is Deed.WRITE):
            values.append(value)
    said = [f"{name} = {' -> '.join(values[:1] + values[1:][-1:])}" for name, values in by_name.items()]
    more = [f"and {len(said) - MOST_VALUES} more"] if len(said) > MOST_VALUES else []
    return ", ".join(said[:MOST_VALUES] + more)


def _with_failure(run: Run, rows: list[Row], sources: Sources) -> list[Row]:
    failing = run.failing
    if failing.waits:
        waiting = [
            Row(run.threads[wait.thread], wait.place, sources.line(wait.place), f"waits for {wait.what}", fails=True)
            for wait in failing.waits
        ]
        return [*rows, *waiting]
    thread = run.threads[failing.thread] if failing.thread is not None else ""
    last = rows[-1] if rows else None
    if last is not None and last.thread == thread and _same_line(last.place, failing.place):
        return [*rows[:-1], replace(last, note=failing.message, fails=True, is_condition=False)]
    return [*rows, Row(thread, failing.place, sources.line(failing.place), failing.message, fails=True)]


def _same_line(one: SourcePlace | None, other: SourcePlace | None) -> bool:
    return one is not None and other is not None and (one.file, one.line) == (other.file, other.line)


# ---- arrows


def _arrows(run: Run, row_of: Mapping[int, int], orders: Iterable[Order]) -> list[Arrow]:
    """Several between the same rows are one."""
    between: dict[tuple[int, int], list[Order]] = {}
    for order in orders:
        if order.earlier in row_of and order.later in row_of:
            between.setdefault((row_of[order.earlier], row_of[order.later]), []).append(order)
    return [
        Arrow(
            start=start,
            end=end,
            kind=", ".join(dict.fromkeys("SYNC" if order.synchronises else order.kind.value for order in group)),
            about=", ".join(dict.fromkeys(_about(run, order) for order in group)),
            forced=all(order.forced for order in group),
        )
        for (start, end), group in sorted(between.items(), key=lambda item: (item[0][1], item[0][0]))
        if start < end
    ]


def _about(run: Run, order: Order) -> str:
    names = [run.wording.name(run.steps[number]) for number in (order.later, order.earlier)]
    return next(filter(None, reversed(names) if order.synchronises else names), "")


def _with_implied(rows: Sequence[Row], arrows: Sequence[Arrow], drawn: Container[int]) -> list[Arrow]:
    """The longest first; of many only those that are drawn are compared. What a read took its value from is never one:
    it says more than an order."""
    compared = [one for one in arrows if len(arrows) <= MOST_COMPARED or (one.start in drawn and one.end in drawn)]
    left = sorted(compared, key=lambda arrow: (arrow.start, arrow.end))
    implied = set[Arrow]()
    for arrow in sorted(compared, key=lambda one: one.start - one.end):
        others = [one for one in left if one is not arrow]
        if "RAW" not in arrow.kind and "SYNC" not in arrow.kind and _is_reached(rows, others, arrow):
            implied.add(arrow)
            left = others
    return [replace(arrow, implied=arrow in implied) for arrow in arrows]


def _is_reached(rows: Sequence[Row], arrows: Iterable[Arrow], asked: Arrow) -> bool:
    """`arrows`: by where they start."""
    reached = {rows[asked.start].thread: asked.start}
    for arrow in arrows:
        if reached.get(rows[arrow.start].thread, len(rows)) <= arrow.start:
            thread = rows[arrow.end].thread
            reached[thread] = min(arrow.end, reached.get(thread, arrow.end))
    return reached.get(rows[asked.end].thread, len(rows)) <= asked.end


# ---- invariants


def _known(run: Run, sliced: Slice, rows: Sequence[Row], versions: Versions, asked: Container[int]) -> Iterator[Known]:
    """Behind the rows that are asked about, where it is another one than before: invariants are made when asked for."""
    expressions = Expressions(run, versions)
    before: tuple[str, ...] = ()
    for position, (row, following) in enumerate(zip(rows, _first_steps_behind(run, rows), strict=True)):
        if position not in asked:
            continue
        change = sliced.behind(following - 1)
        if change is None:
            continue
        at, invariant = change
        terms = invariant.holds[:MOST_HOLDS]
        holds = expressions.conjunction(terms, max([at, *row.steps[-1:]]))
        if holds != before:
            yield Known(position, holds, more=len(invariant.holds) - len(terms))
        before = holds


def _first_steps_behind(run: Run, rows: Sequence[Row]) -> list[int]:
    """For each row, the first step of the rows behind it."""
    following, found = len(run.steps), []
    for row in reversed(rows):
        found.append(following)
        following = row.steps[0] if row.steps else following
    return found[::-1]
