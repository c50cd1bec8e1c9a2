"""Explanation -> what a C programmer reads on a terminal: the cause, the picture, what another schedule does."""

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from raddle.report.explanation import Arrow, Bug, Contrast, Explanation, Row, Turn
from raddle.report.folding import kept_rows
from raddle.report.painted import painted
from raddle.report.picture import picture_of
from raddle.report.rows import BLANK, count, position, wrapped, wrapped_after
from raddle.report.rows import Row as Line

MOST_FLIPS: Final = 6
MOST_TURNS: Final = 8
MOST_ONLY: Final = 8
MOST_SCHEDULE_LINES: Final = 6
_ARROWS: Final = {
    "RAW": "RAW: reads what the other wrote",
    "WAR": "WAR: overwrites what the other had read",
    "WAW": "WAW: overwrites what the other wrote",
    "SYNC": "SYNC: a wait and what ends it, or came too early for it",
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
    return "".join(f"{painted(line.text, line.style) if color else line.text}\n" for line in lines)


def cause_rows(told: Explanation, width: int) -> Iterator[Line]:
    """The short form, for reports that have more to tell."""
    yield from wrapped(f"cause: {_kind(told)}: {told.cause}", width, indent=2, hanging=2)


def _kind(told: Explanation) -> str:
    return told.bug.value if told.is_certain else f"perhaps a {told.bug.value}"


def _parts(told: Explanation, width: int, *, ascii_only: bool, target: Path | None) -> Iterator[Iterator[Line]]:
    yield _heading(told, width)
    yield _picture(told, width, ascii_only=ascii_only)
    yield _legend(told, width)
    if told.contrast is not None:
        yield _contrast(told.contrast, width)
    yield _listed(told.notes, width)
    yield _more(told, width, target)


def _heading(told: Explanation, width: int) -> Iterator[Line]:
    where = f"{position(told.place)}: " if told.place is not None else ""
    yield from wrapped(f"{where}{_failure(told)}", width, hanging=4, style="bold")
    yield from wrapped(f"{_kind(told)}: {told.cause}", width, indent=2, hanging=2, style="bold red")
    sizes = (
        f"shown: {told.statements} of {count(told.of_statements, 'statement')}, "
        f"{told.variables} of {count(told.of_variables, 'variable')} (--detail {told.detail})"
    )
    yield from wrapped(sizes, width, indent=2)


def _failure(told: Explanation) -> str:
    """Of a deadlock the cause says for what."""
    if told.bug is not Bug.DEADLOCK:
        return told.failure
    waiting = list(dict.fromkeys(row.thread for row in told.rows if row.fails))
    *others, last = waiting or ["the program"]
    return f"{', '.join(others)} and {last} wait for ever" if others else f"{last} waits for ever"


def _picture(told: Explanation, width: int, *, ascii_only: bool) -> Iterator[Line]:
    yield from picture_of(told.rows, _drawn(told), told.known, width=width, marked=told.marked, ascii_only=ascii_only)


def _drawn(told: Explanation) -> list[Arrow]:
    return [arrow for arrow in told.arrows if not arrow.implied]


def _legend(told: Explanation, width: int) -> Iterator[Line]:
    """Of the signs that are in the picture."""
    arrows = _drawn(told)
    kinds = {kind for arrow in arrows for kind in arrow.kind.split(", ")}
    signs = [said for kind, said in _ARROWS.items() if kind in kinds]
    if any(arrow.forced for arrow in arrows):
        signs.append("dotted: so in every schedule")
    if any(row.is_condition for row in told.rows):
        signs.append("[...]: a condition of what follows")
    if told.known:
        signs.append("{...}: known there, and enough to fail if what is below follows")
    if len(kept_rows(told.rows, arrows, told.marked)) < len(told.rows):
        signs.append("...: left out here (--format json has it)")
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
    yield from _rest(contrast.turns, MOST_TURNS, "branch or value", "branches or values")
    for heading, rows in (("only it ", contrast.only_passing), ("only the failing run ", contrast.only_failing)):
        if rows:
            yield Line(f"  {heading}executes:")
        for row in rows[:MOST_ONLY]:
            yield from wrapped_after(f"    {_where(row)}  ", row.source, width)
        yield from _rest(rows, MOST_ONLY, "line")
    if contrast.not_compared:
        yield from wrapped(f"not compared: {contrast.not_compared}", width, indent=2, hanging=2)
    yield from _schedule(contrast.schedule, width)


def _schedule(schedule: str, width: int) -> Iterator[Line]:
    opening = "  schedule:  "
    lines = textwrap.wrap(
        f"'{schedule}'", max(20, width - len(opening)), break_long_words=False, break_on_hyphens=False
    )
    if len(lines) > MOST_SCHEDULE_LINES:
        yield from wrapped(
            f"schedule: of {count(len(schedule.split()), 'part')} (--format json has it)", width, indent=2
        )
    elif schedule:
        yield from (Line(f"{' ' * len(opening) if number else opening}{line}") for number, line in enumerate(lines))


def _turn(turn: Turn, width: int) -> Iterator[Line]:
    what = "branch" if turn.is_branch else "value"
    yield from wrapped_after(f"  {what:<8}", f"{_where(turn)}: {turn.passing} instead of {turn.failing}", width)
    if turn.source:
        yield from wrapped_after(" " * 14, turn.source, width)


def _rest(items: Sequence[object], most: int, one: str, many: str = "") -> Iterator[Line]:
    if len(items) > most:
        yield Line(f"    ... and {count(len(items) - most, f'more {one}', many and f'more {many}')}", "dim")


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
