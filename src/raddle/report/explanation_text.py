"""Explanation -> what a C programmer reads on a terminal: the cause, the picture, what another schedule does."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.color import ColorSystem
from rich.style import Style

from raddle.report.explanation import Bug, Contrast, Explanation, Row, Turn
from raddle.report.picture import picture_of
from raddle.report.rows import BLANK, count, position, wrapped, wrapped_after
from raddle.report.rows import Row as Line

MOST_ROWS: Final = 120
MOST_FLIPS: Final = 6
MOST_TURNS: Final = 8
MOST_ONLY: Final = 8
_ARROWS: Final = {
    "RAW": "RAW: reads what the other wrote",
    "WAR": "WAR: overwrites what the other had read",
    "WAW": "WAW: overwrites what the other wrote",
}


def explanation_text(
    told: Explanation, *, width: int = 80, color: bool = False, ascii_only: bool = False, target: Path | None = None
) -> str:
    """No line is longer than `width`, but for paths and commands. `target`: what was explained."""
    lines: list[Line] = []
    for part in _parts(told, width, ascii_only=ascii_only, target=target):
        rows = list(part)
        if rows:
            lines += [BLANK, *rows] if lines else rows
    return "".join(f"{_painted(line) if color else line.text}\n" for line in lines)


def cause_rows(told: Explanation, width: int) -> Iterator[Line]:
    """The short form, for reports that have more to tell."""
    yield from wrapped(f"cause: {told.bug.value}: {told.cause}", width, indent=2, hanging=2)


def _painted(line: Line) -> str:
    return Style.parse(line.style).render(line.text, color_system=ColorSystem.STANDARD) if line.style else line.text


def _parts(told: Explanation, width: int, *, ascii_only: bool, target: Path | None) -> Iterator[Iterator[Line]]:
    yield _heading(told, width)
    yield _pictures(told, width, ascii_only=ascii_only)
    yield _legend(told, width)
    if told.contrast is not None:
        yield _contrast(told.contrast, width)
    yield _listed(told.notes, width)
    yield _more(told, width, target)


def _heading(told: Explanation, width: int) -> Iterator[Line]:
    if told.bug is not Bug.DEADLOCK:  # whose cause says it all
        where = f"{position(told.place)}: " if told.place is not None else ""
        yield from wrapped(f"{where}{told.failure}", width, hanging=4, style="bold")
    yield from wrapped(f"{told.bug.value}: {told.cause}", width, indent=2, hanging=2, style="bold red")
    sizes = (
        f"shown: {told.statements} of {count(told.of_statements, 'statement')}, "
        f"{told.variables} of {count(told.of_variables, 'variable')} (--detail {told.detail})"
    )
    yield from wrapped(sizes, width, indent=2)


def _pictures(told: Explanation, width: int, *, ascii_only: bool) -> Iterator[Line]:
    """Of a long run its beginning and its end; the arrows between the two are left out."""
    rows, arrows = len(told.rows), [arrow for arrow in told.arrows if not arrow.implied]
    parts = [(0, rows)] if rows <= MOST_ROWS else [(0, MOST_ROWS // 4), (rows - MOST_ROWS + MOST_ROWS // 4, rows)]
    for number, (first, past) in enumerate(parts):
        if number:
            yield BLANK
            yield Line(f"    ... {count(first - parts[0][1], 'more line')} (--format json has them)", "dim")
            yield BLANK
        inside = [arrow for arrow in arrows if first <= arrow.start and arrow.end < past]
        yield from picture_of(
            told.rows[first:past],
            [replace(arrow, start=arrow.start - first, end=arrow.end - first) for arrow in inside],
            [replace(one, after=one.after - first) for one in told.known if first <= one.after < past],
            width=width,
            ascii_only=ascii_only,
        )


def _legend(told: Explanation, width: int) -> Iterator[Line]:
    """Of the signs that are in the picture."""
    kinds = {kind for arrow in told.arrows if not arrow.implied for kind in arrow.kind.split(", ")}
    signs = [said for kind, said in _ARROWS.items() if kind in kinds]
    if any(arrow.forced and not arrow.implied for arrow in told.arrows):
        signs.append("dotted: so in every schedule")
    if any(row.is_condition for row in told.rows):
        signs.append("[...]: a condition of what follows")
    if told.known:
        signs.append("{...}: known there, and enough to fail if what is below follows")
    yield from wrapped(f"{'; '.join(signs)}." if signs else "", width, style="dim")


# ---- the contrast


def _contrast(contrast: Contrast, width: int) -> Iterator[Line]:
    tried = f" ({count(contrast.tried, 'schedule was', 'schedules were')} tried)" if contrast.tried else ""
    yield from wrapped(f"The nearest run that passes{tried} differs in:", width, style="bold")
    for flip in contrast.flips[:MOST_FLIPS]:
        yield from wrapped_after("  order   ", f"{flip.later} before {flip.earlier} ({flip.about})", width)
    more = contrast.more_flips + max(0, len(contrast.flips) - MOST_FLIPS)
    if more:
        yield Line(f"    ... and {count(more, 'more order')}", "dim")
    for turn in contrast.turns[:MOST_TURNS]:
        yield from _turn(turn, width)
    yield from _rest(contrast.turns, MOST_TURNS, "value")
    for heading, rows in (("only it ", contrast.only_passing), ("only the failing run ", contrast.only_failing)):
        if rows:
            yield Line(f"  {heading}executes:")
        for row in rows[:MOST_ONLY]:
            yield from wrapped_after(f"    {_where(row)}  ", row.source, width)
        yield from _rest(rows, MOST_ONLY, "line")
    if contrast.schedule and len(contrast.schedule) + 14 <= width:
        yield Line(f"  schedule:  '{contrast.schedule}'")


def _turn(turn: Turn, width: int) -> Iterator[Line]:
    yield from wrapped_after("  value   ", f"{_where(turn)}: {turn.passing} instead of {turn.failing}", width)
    if turn.source:
        yield from wrapped_after(" " * 14, turn.source, width)


def _rest(items: Sequence[object], most: int, noun: str) -> Iterator[Line]:
    if len(items) > most:
        yield Line(f"    ... and {count(len(items) - most, f'more {noun}')}", "dim")


def _where(told: Row | Turn) -> str:
    if told.place is None:
        return told.thread
    return f"{told.thread} {told.place.file.rsplit('/', 1)[-1]}:{told.place.line}"


# ---- the rest


def _listed(notes: Sequence[str], width: int) -> Iterator[Line]:
    for note in notes:
        yield from wrapped(f"- {note}", width, hanging=2)


def _more(told: Explanation, width: int, target: Path | None) -> Iterator[Line]:
    if not told.more:
        return
    option, _, size = told.more.partition(" (")
    command = f"raddle explain {shlex.quote(str(target))} {option}" if target is not None else option
    said = f"more{f' ({size}' if size else ''}:"
    if len(said) + 1 + len(command) <= width:
        yield Line(f"{said} {command}", "bold")
    else:
        yield Line(said, "bold")
        yield Line(f"  {command}", "bold")
