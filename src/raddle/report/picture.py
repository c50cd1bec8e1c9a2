"""The picture of a failing run: threads side by side, time downwards, arrows where an order between two matters.

      main.1                        main.2
      ------                        ------
      13 int value = balance;                                   { value == 100 }
      +---- WAR balance ----------> 21 balance = value;  (balance = 150)

An arrow leaves below its line, goes down there or in a lane beside its thread, and arrives at the line that comes
later. What is known behind a line stands at the right margin in braces. No line is longer than the width.
"""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.report.explanation import Arrow, Known, Row
from raddle.report.folding import Folded, folded
from raddle.report.lanes import Column, Layout, layout_of
from raddle.report.rows import Row as Line

MOST_LINES_OF_A_ROW: Final = 4
MOST_LINES_KNOWN: Final = 4
LONG_KNOWN: Final = 64
"""Columns beyond which only what is new in an invariant is told."""
_LEAST_MARGIN: Final = 26
_LEAST_ARROW: Final = 9
_LEAST_ROOM: Final = 22
_BOXES: Final = "┌└┐┘├┤│─┼▶◀┄┆…"
_ASCII: Final = str.maketrans(_BOXES, "++++++|-+><.:~")


@dataclass(frozen=True, slots=True)
class _Landing:
    """An arrow that arrives. `at`: where it comes down; `last`: it is the last one of its trunk."""

    arrow: Arrow
    at: int
    last: bool

    @property
    def dash(self) -> str:
        return "┄" if self.arrow.forced else "─"

    def labels(self) -> tuple[str, ...]:
        """The longest that fits is taken."""
        kind, about = self.arrow.kind, self.arrow.about
        if not kind:
            return (f" {about} ",) if about else ()
        return f" {kind} {about} ", f" {kind} "


def picture_of(
    rows: Sequence[Row],
    arrows: Sequence[Arrow],
    known: Sequence[Known],
    *,
    width: int,
    marked: Iterable[int] = (),
    ascii_only: bool = False,
    files: Collection[str] = (),
) -> list[Line]:
    """`marked`: rows that are drawn in any case. `files`: that are spoken of besides."""
    shown = folded(rows, arrows, known, marked)
    drawn = _Drawing(shown, layout_of(shown.rows, shown.arrows, width), width, files).lines()
    if ascii_only:
        return [Line(line.text.translate(_ASCII), line.style) for line in drawn]
    return drawn


def can_draw(encoding: str) -> bool:
    """Whether text in that encoding can have lines and arrows; else they are made of ASCII."""
    try:
        _BOXES.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class _Drawing:
    def __init__(self, shown: Folded, layout: Layout, width: int, files: Collection[str]) -> None:
        self._rows = shown.rows
        self._gaps = shown.gaps
        self._layout = layout
        self._width = width
        self._files = files
        self._known = dict(_changing(shown.known))
        self._leaving: dict[int, list[Arrow]] = {}
        self._arriving: dict[int, list[Arrow]] = {}
        for arrow in shown.arrows:
            self._leaving.setdefault(arrow.start, []).append(arrow)
            self._arriving.setdefault(arrow.end, []).append(arrow)
        self._active: dict[int, bool] = {}
        """Lanes that are in use on the line that is drawn, and whether what goes down there is forced."""
        self._lines: list[Line] = []

    def lines(self) -> list[Line]:
        self._headings()
        several = len({row.place.file for row in self._rows if row.place is not None}.union(self._files)) > 1
        thread, told = None, dict[str, str]()
        for position, row in enumerate(self._rows):
            self._left_out(position)
            if self._layout.names_turns and row.thread != thread:
                self._plain(self._layout.columns[0], f"{row.thread or 'all'}:", "bold")
            if several and row.place is not None and told.get(row.thread) != row.place.file:
                self._plain(self._layout.column(row.thread), f"in {row.place.file.rsplit('/', 1)[-1]}:", "dim")
                told[row.thread] = row.place.file
            thread = row.thread
            self._row(position, row)
        return self._lines

    def _left_out(self, position: int) -> None:
        """In front of a row."""
        for gap in self._gaps.get(position, ()):
            who = f"{gap.thread}: " if self._layout.names_turns and gap.thread else ""
            column = self._layout.column(gap.thread)
            room = max(self._width - column.number, 1)
            indent = "    " if room > _LEAST_ARROW else ""
            for line in textwrap.wrap(f"{who}{gap.said}", room, subsequent_indent=indent):
                self._plain(column, line, "dim")

    def _headings(self) -> None:
        if self._layout.names_turns:
            return
        names = [" "] * self._width
        under = [" "] * self._width
        for column in self._layout.columns:
            for at, letter in enumerate(column.thread[: self._width - column.number]):
                names[column.number + at], under[column.number + at] = letter, "─"
        self._put(names, "bold")
        self._put(under)

    # ---- a row

    def _row(self, position: int, row: Row) -> None:
        column = self._layout.column(row.thread)
        arriving = [self._landing(arrow) for arrow in self._arriving.get(position, ()) if self._is_drawn(arrow)]
        arriving.sort(key=lambda one: one.at)
        words = self._words(position, row)
        beside = self._beside(column, arriving, words)
        for number, one in enumerate(one for one in arriving if one is not beside):
            self._land_above(column, one, further=number > 0)
        lines = self._wrapped(column, words, beside)
        trunk = self._layout.trunks.get(position)
        if trunk is not None and trunk.lane is not None and len(lines) == 1:
            lines.append("")
        style = "bold red" if row.fails else "dim" if row.is_condition else ""
        for number, text in enumerate(lines):
            line = self._blank()
            line[column.text : column.text + len(text)] = text
            if number == 0:
                self._first_line(line, row, column, beside, len(text), comes_in=len(arriving) > (beside is not None))
                if trunk is not None and trunk.lane is None:
                    self._active[column.number] = trunk.forced
            elif number == 1 and trunk is not None and trunk.lane is not None:
                self._into_lane(line, column, column.lane(trunk.lane), forced=trunk.forced)
            below = self._margin(line, position) if number == len(lines) - 1 else ()
            self._put(line, style)
            for known in below:
                self._put(self._below(known), "cyan")

    def _words(self, position: int, row: Row) -> list[str]:
        """The source, then the note, then arrows that say nothing in the picture."""
        source = f"[{row.source}]" if row.is_condition else row.source
        note = _failure(row) if row.fails else f"({row.note})" if row.note else ""
        arriving = self._arriving.get(position, ())
        told = [
            f"<{f'{arrow.kind} {arrow.about} from' if arrow.kind else 'after'} {self._named(arrow.start)}>"
            for arrow in arriving
            if self._layout.names_turns or not self._is_drawn(arrow)
        ]
        return [word for word in (source, note, *told) if word]

    def _named(self, position: int) -> str:
        row = self._rows[position]
        return f"{row.thread}:{row.place.line}" if row.place is not None else row.thread

    def _beside(self, column: Column, arriving: Sequence[_Landing], words: Sequence[str]) -> _Landing | None:
        """The arrow that arrives on the line of the text itself."""
        from_left = [one for one in arriving if one.at < column.head]
        if from_left:
            return from_left[-1]
        first = len(words[0]) if words else 0
        return next((one for one in arriving[-1:] if one.at - column.text - first >= _LEAST_ARROW), None)

    def _wrapped(self, column: Column, words: Sequence[str], beside: _Landing | None) -> list[str]:
        """Up to the next lane on the right; what arrives from there needs room on the first line."""
        from_right = beside is not None and beside.at > column.text
        ending = {beside.at} if beside is not None and from_right and beside.last else set()
        lanes = [lane - 1 for lane in self._active if lane > column.text and lane not in ending]
        room = max(min([*lanes, self._width]) - column.text, 1)
        if room < self._width - column.text and _is_torn(words, room):
            room = self._width - column.text  # lanes go on behind the text
        first = beside.at - column.text - _LEAST_ARROW if beside is not None and from_right else room
        lines: list[str] = []
        for word in words:
            if lines and len(lines[-1]) + 2 + len(word) <= (first if len(lines) == 1 else room):
                lines[-1] += f"  {word}"
                continue
            indent = "  " if room > 2 * MOST_LINES_OF_A_ROW else ""
            told = textwrap.wrap(
                word, room, initial_indent=indent * bool(lines), subsequent_indent=indent, break_on_hyphens=False
            )
            if len(told) > MOST_LINES_OF_A_ROW:
                told = [*told[: MOST_LINES_OF_A_ROW - 1], f"{told[MOST_LINES_OF_A_ROW - 1][: room - 1]}…"]
            lines += told
        return lines or [""]

    def _first_line(
        self, line: list[str], row: Row, column: Column, beside: _Landing | None, length: int, *, comes_in: bool
    ) -> None:
        if row.place is not None and row.place.line:
            line[column.number : column.number + column.digits] = f"{row.place.line:>{column.digits}}"
        if beside is not None:
            self._land_beside(line, column, beside, length)
        if comes_in:
            line[column.head] = "▶"

    # ---- arrows

    def _is_drawn(self, arrow: Arrow) -> bool:
        return arrow.start in self._layout.trunks

    def _landing(self, arrow: Arrow) -> _Landing:
        trunk = self._layout.trunks[arrow.start]
        column = self._layout.column(self._rows[arrow.start].thread)
        at = column.number if trunk.lane is None else column.lane(trunk.lane)
        return _Landing(arrow, at, last=trunk.end == arrow.end)

    def _into_lane(self, line: list[str], column: Column, lane: int, *, forced: bool) -> None:
        """From below the line's number."""
        self._across(line, lane + 1, column.number, "┄" if forced else "─", ())
        line[lane], line[column.number] = "┌", "┘"
        self._active[lane] = forced

    def _land_beside(self, line: list[str], column: Column, landing: _Landing, length: int) -> None:
        if landing.at < column.head:
            self._across(line, landing.at + 1, column.head, landing.dash, landing.labels())
            line[landing.at], line[column.head] = "└" if landing.last else "├", "▶"
        else:
            start = column.text + length + 1
            self._across(line, start + 1, landing.at, landing.dash, landing.labels())
            line[start], line[landing.at] = "◀", "┘" if landing.last else "┤"
        self._landed(landing)

    def _land_above(self, column: Column, landing: _Landing, *, further: bool) -> None:
        line = self._blank()
        if landing.at < column.head:
            self._across(line, landing.at + 1, column.head, landing.dash, landing.labels())
            line[landing.at], line[column.head] = "└" if landing.last else "├", "┤" if further else "┐"
        else:
            self._across(line, column.head + 1, landing.at, landing.dash, landing.labels())
            line[column.head], line[landing.at] = "├" if further else "┌", "┘" if landing.last else "┤"
        self._landed(landing)
        self._put(line)

    def _landed(self, landing: _Landing) -> None:
        if landing.last:
            del self._active[landing.at]

    def _across(self, line: list[str], start: int, past: int, dash: str, labels: Sequence[str]) -> None:
        """Lanes are crossed; the label stands where none is."""
        for at in range(start, past):
            line[at] = "┼" if line[at] in "│┆" else dash
        for label in labels:
            for at in _from_the_middle(start + 1, past - 1 - len(label)):
                if all(letter == dash for letter in line[at : at + len(label)]):
                    line[at : at + len(label)] = label
                    return

    # ---- lines

    def _blank(self) -> list[str]:
        """The lanes that go down there, and nothing else."""
        line = [" "] * self._width
        for lane, forced in self._active.items():
            line[lane] = "┆" if forced else "│"
        return line

    def _plain(self, column: Column, text: str, style: str) -> None:
        line = self._blank()
        for at, letter in enumerate(text[: self._width - column.number]):
            line[column.number + at] = letter
        self._put(line, style)

    def _put(self, line: Sequence[str], style: str = "") -> None:
        self._lines.append(Line("".join(line).rstrip(), style))

    # ---- what is known

    def _margin(self, line: list[str], position: int) -> tuple[str, ...]:
        """On the line itself if there is room; else the lines that have to stand below."""
        said = self._known.get(position)
        if not said or self._rows[position].fails:  # which says it all
            return ()
        used = len("".join(line).rstrip())
        if used + 3 + len(said) <= self._width and not any(lane >= used for lane in self._active):
            line[self._width - len(said) :] = said
            return ()
        room = self._width - max(self._active, default=-2) - 2
        if room < _LEAST_MARGIN:
            room = self._width - 4
        told = textwrap.wrap(said, room, subsequent_indent="  ", break_on_hyphens=False)
        if len(told) > MOST_LINES_KNOWN:
            told = [*told[:MOST_LINES_KNOWN], "  ... }"]
        longest = max(map(len, told))
        return tuple(f"{line:<{longest}}" for line in told)

    def _below(self, text: str) -> list[str]:
        line = self._blank()
        start = self._width - len(text)
        line[start:] = text
        if start:
            line[start - 1] = " "
        return line


def _changing(known: Sequence[Known]) -> Iterator[tuple[int, str]]:
    """Of long ones only what was not known before."""
    told, before = "", set[str]()
    for one in known:
        said = _in_braces(one.holds, one.more)
        if len(said) > LONG_KNOWN:
            new = [part for part in one.holds if part not in before]
            said = _in_braces(new, one.more, opening=["as above"] * (len(new) < len(one.holds)))
        if said != told:
            yield one.after, said
        told, before = said, set(one.holds)


def _in_braces(holds: Sequence[str], more: int, opening: Sequence[str] = ()) -> str:
    """Parts that are alternatives need parentheses beside others. That a thread runs is to be seen anyway."""
    shown = [one for one in holds if not one.endswith(" runs")]
    parts = [f"({one})" if " || " in one and len(shown) > 1 else one for one in shown]
    parts += [f"... ({more} more)"] if more else []
    return f"{{ {' && '.join([*opening, *parts])} }}" if parts else ""


def _is_torn(words: Sequence[str], room: int) -> bool:
    """Whether it is hard to read in such a narrow place."""
    longest = room if room < _LEAST_ROOM else 2 * room
    return any(len(word) > longest or max(map(len, word.split()), default=0) + 2 > room for word in words)


def _failure(row: Row) -> str:
    """Without what stands in the source anyway."""
    what, _, values = row.note.partition(" fails: ")
    return f"fails: {values}" if values and what.replace(" ", "") in row.source.replace(" ", "") else row.note


def _from_the_middle(first: int, last: int) -> Iterator[int]:
    """Positions, those in the middle first."""
    middle = (first + last) // 2
    for distance in range(max(last - first, 0) + 1):
        for at in dict.fromkeys((middle - distance, middle + distance)):
            if first <= at <= last:
                yield at
