"""Result -> what a C programmer reads on a terminal. Colour only adds escapes: the words are the same without."""

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, assert_never

from rich.color import ColorSystem
from rich.style import Style

from raddle.base.place import SourcePlace
from raddle.report.result import Finding, Line, Open, Result, Stats

MOST_ASSUMPTIONS: Final = 10
MOST_IN_A_TURN: Final = 12
MOST_IN_A_STORY: Final = 40
MOST_SCHEDULE_LINES: Final = 6
NOT_COVERED: Final = "Paths that this run did not take are not covered."
AS_LONG_AS: Final = "All this holds as long as what is assumed below does."
_WIDEST_PLACE: Final = 30
"""Where the deeds need room too."""
_KINDS: Final = {
    "assertion": ("assertion can fail", "assertion fails"),
    "deadlock": ("can deadlock", "deadlocks"),
    "memory": ("memory can be misused", "memory is misused"),
    "failure": ("can fail", "fails"),
}


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    style: str = ""
    """As rich spells it."""


_BLANK: Final = _Row("")


def text_of(result: Result, *, width: int = 80, color: bool = False) -> str:
    """Lines of at most `width` columns where words can be broken; paths and commands are never broken."""
    rows: list[_Row] = []
    for part in _parts(result, width):
        told = list(part)
        if told:
            rows += [_BLANK, *told] if rows else told
    return "".join(f"{_painted(row) if color else row.text}\n" for row in rows)


def _painted(row: _Row) -> str:
    return Style.parse(row.style).render(row.text, color_system=ColorSystem.STANDARD) if row.style else row.text


def _parts(result: Result, width: int) -> Iterator[Iterator[_Row]]:
    for note in result.beforehand:
        yield _wrapped(f"{note[0].upper()}{note[1:]}.", width, style="bold yellow")
    for finding in result.findings:
        yield _finding(finding, width)
    yield _open(result.open, width)
    yield _verdict(result, width)
    yield _listed("Assumed:", result.assumptions, width)
    yield _listed("Notes:", result.notes, width)
    yield _wrapped(_spell_stats(result.stats), width, style="dim")


# ---- a finding


def _finding(finding: Finding, width: int) -> Iterator[_Row]:
    what, _, detail = finding.message.rpartition(" fails: ")
    what = what or detail.removesuffix(" fails")
    kind = _KINDS[finding.kind][int(finding.observed)]
    if finding.kind == "assertion" and " fails" not in finding.message and finding.status == "confirmed":
        kind = _KINDS["failure"][int(finding.observed)]
    where = f"{_position(finding.place)}: " if finding.place is not None else ""
    said = what if finding.kind == "deadlock" and what.startswith("deadlock") else f"{kind}: {what}"
    yield from _wrapped(f"{where}{said}", width, hanging=4, style="bold")
    if " fails: " in finding.message:
        yield from _wrapped(f"where {detail}", width, indent=4, hanging=4)
    yield _BLANK
    yield from _standing(finding, width)
    if finding.story:
        yield _BLANK
        yield from _story(finding.story, width)
    again = list(_again(finding, width))
    if again:
        yield _BLANK
        yield from again


def _standing(finding: Finding, width: int) -> Iterator[_Row]:
    """What is known about it, and how."""
    match finding.status:
        case "confirmed":
            if finding.observed:
                said, style = "OBSERVED: the given run itself failed there", "bold red"
            else:
                said, style = "CONFIRMED: the real program failed there when run under this schedule", "bold red"
        case "predicted":
            because = f": {finding.reason}" if finding.reason else ""
            said, style = f"PREDICTED, not confirmed by the real program{because}", "bold yellow"
        case other:
            assert_never(other)
    yield from _wrapped(said, width, indent=2, style=style)
    yield from _wrapped(_numbers(finding), width, indent=2)
    if finding.instances > 1:
        yield from _wrapped(f"{finding.instances} executions of it can fail; this is one.", width, indent=2)


def _numbers(finding: Finding) -> str:
    words = [_count(finding.threads, "thread")] if finding.threads else []
    if finding.threads or finding.switches:
        how = " (the fewest possible)" if finding.fewest else " (as it was found)" if not finding.observed else ""
        words.append(f"{_count(finding.switches, 'switch', 'switches')}{how}")
    return ", ".join(words)


def _again(finding: Finding, width: int) -> Iterator[_Row]:
    """How to see it again."""
    if finding.witness is not None:
        yield _Row(f"  replay it: raddle replay {shlex.quote(str(finding.witness))}", "bold")
    if not finding.schedule:
        return
    opening = "  schedule:  "
    lines = textwrap.wrap(
        f"'{finding.schedule}'", max(20, width - len(opening)), break_long_words=False, break_on_hyphens=False
    )
    if len(lines) == 1 or (finding.witness is None and len(lines) <= MOST_SCHEDULE_LINES):
        yield from (_Row(f"{' ' * len(opening) if number else opening}{line}") for number, line in enumerate(lines))


# ---- the story


def _story(story: Sequence[Line], width: int) -> Iterator[_Row]:
    """By turns: the thread is named where its turn begins."""
    turns = [list(turn) for _, turn in groupby(story, key=lambda line: line.thread)]
    shown = _elided(turns)
    lines = [line for turn in shown if not isinstance(turn, str) for line in turn if not isinstance(line, str)]
    threads = max(len(line.thread) for line in lines)
    room = width - 8 - threads
    deeds = max(len(line.deed) for line in lines)
    places = min(
        max(len(_short(line.place, width)) for line in lines), max(room - deeds, min(_WIDEST_PLACE, room // 2))
    )
    for turn in shown:
        if isinstance(turn, str):
            yield _Row(f"    {turn}", "dim")
            continue
        thread = next(line.thread for line in turn if not isinstance(line, str))
        for line in turn:
            start = f"    {thread:<{threads}}  "
            thread = ""
            if isinstance(line, str):
                yield _Row(f"{start}{line}", "dim")
                continue
            if line.thread or line.place is not None:
                start += f"{_short(line.place, places):<{places}}  "
            yield from _wrapped_after(start, line.deed, width)


_Turn = list[Line | str]


def _elided(turns: Sequence[list[Line]]) -> list[_Turn | str]:
    """The middle of long turns, then the middle turns of long stories; what is left out is counted."""
    short: list[_Turn] = [_elided_turn(turn) for turn in turns]
    if sum(map(len, short)) <= MOST_IN_A_STORY:
        return list(short)
    opening, used = 0, 0
    while opening < len(short) and used + len(short[opening]) <= MOST_IN_A_STORY // 3:
        used += len(short[opening])
        opening += 1
    closing = len(short)
    while closing > opening and (used + len(short[closing - 1]) <= MOST_IN_A_STORY or closing == len(short)):
        closing -= 1
        used += len(short[closing])
    steps = sum(map(len, turns[opening:closing]))
    if closing == opening:
        return list(short)
    between = f"... {_count(closing - opening, 'more turn')} of {_count(steps, 'step')}"
    return [*short[:opening], between, *short[closing:]]


def _elided_turn(turn: Sequence[Line]) -> _Turn:
    if len(turn) <= MOST_IN_A_TURN:
        return list(turn)
    opening, closing = MOST_IN_A_TURN // 3, MOST_IN_A_TURN - MOST_IN_A_TURN // 3 - 1
    return [*turn[:opening], f"... {len(turn) - opening - closing} more steps", *turn[-closing:]]


# ---- what was decided


def _open(undecided: Sequence[Open], width: int) -> Iterator[_Row]:
    if not undecided:
        return
    yield _Row(f"UNDECIDED: {_count(len({one.place for one in undecided}), 'assertion')}", "bold yellow")
    for one in undecided:
        where = _position(one.place) if one.place is not None else "an unknown place"
        times = f" ({one.instances} executions)" if one.instances > 1 else ""
        yield from _wrapped(f"{where}{times}: {one.reason}", width, indent=2, hanging=4)


def _verdict(result: Result, width: int) -> Iterator[_Row]:
    match result.verdict:
        case "none":
            yield from _wrapped(_nothing_found(result.stats), width, style="bold green")
        case "unknown":
            yield from _wrapped(_inconclusive(result), width, style="bold yellow")
        case "bug":
            yield from _wrapped(_found(result), width, style="bold")
        case other:
            assert_never(other)
    if result.verdict != "none" and result.stats.held:
        held = f"{result.stats.held} of {_count(result.stats.instances, 'execution')} of assertions"
        yield from _wrapped(f"Violated by no interleaving of the recorded paths: {held}.", width)
    if result.verdict == "none" or result.stats.held:
        if result.bound:
            yield from _wrapped(f"That is for schedules with {result.bound}; not proved beyond.", width)
        elif result.lifted:
            said = "The proof did not need the bound: it holds for any number of switches."
            yield from _wrapped(said, width)
    if result.assumptions and (result.verdict == "none" or result.stats.held):
        yield from _wrapped(AS_LONG_AS, width)
    yield from _wrapped(NOT_COVERED, width)


def _nothing_found(stats: Stats) -> str:
    run = f"{_count(stats.threads, 'thread')}, {_count(stats.events, 'event')}"
    if not stats.assertions:
        return f"The run executed no assertion, so there was nothing to violate ({run})."
    said = "No interleaving of the recorded paths violates an assertion"
    executions = f"{_count(stats.instances, 'execution')} of {_count(stats.assertions, 'assertion')}"
    if not stats.instances:
        executions = f"{_count(stats.assertions, 'assertion')}, none of which depends on what other threads may change"
    return f"{said} ({executions}, {run})."


def _inconclusive(result: Result) -> str:
    reasons = [f"{_count(result.undecided, 'assertion')} undecided"] if result.open else []
    return f"Inconclusive: {'; '.join([*reasons, *([result.cut] if result.cut else [])])}."


def _found(result: Result) -> str:
    confirmed = [finding for finding in result.findings if finding.status == "confirmed"]
    seen = sum(finding.observed for finding in confirmed)
    counts = {
        "observed": seen,
        "confirmed": len(confirmed) - seen,
        "predicted, not confirmed": len(result.findings) - len(confirmed),
    }
    words = [f"{_count(number, 'failure')} {how}" for how, number in counts.items() if number]
    if result.open:
        words.append(f"{_count(result.undecided, 'assertion')} undecided")
    if result.cut:
        words.append(result.cut)
    return f"Found: {'; '.join(words)}."


def _listed(heading: str, items: Sequence[str], width: int) -> Iterator[_Row]:
    if not items:
        return
    yield _Row(heading)
    for item in items[:MOST_ASSUMPTIONS]:
        yield from _wrapped(f"- {item}", width, indent=2, hanging=2)
    if len(items) > MOST_ASSUMPTIONS:
        yield _Row(f"  ... and {len(items) - MOST_ASSUMPTIONS} more", "dim")


def _spell_stats(stats: Stats) -> str:
    words = [
        _count(stats.threads, "thread"),
        _count(stats.events, "event"),
        _count(stats.shared_accesses, "shared access", "shared accesses"),
        f"{_count(stats.assertions, 'assertion')} ({_count(stats.instances, 'execution')})",
    ]
    if stats.seconds:
        words.append(f"{sum(stats.seconds.values()):.1f} s")
    return ", ".join(words)


# ---- columns


def _count(number: int, one: str, many: str = "") -> str:
    """`1 thread`, `2 threads`"""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _position(place: SourcePlace) -> str:
    """What editors jump to."""
    return f"{place.file}:{place.line}" if place.line else place.file


def _short(place: SourcePlace | None, width: int) -> str:
    """`bank.c:12 main` in so many columns: first the function is cut, then the file, the line never."""
    if place is None:
        return "-"
    name, line = place.file.rsplit("/", 1)[-1], f":{place.line}"
    room = width - len(line)
    if len(name) > room:
        return f"{name[: max(room - 2, 1)]}..{line}"
    text = f"{name}{line} {place.function}".rstrip()
    if len(text) <= width:
        return text
    return f"{text[: width - 2]}.." if width - len(name) - len(line) > 4 else f"{name}{line}"


def _wrapped_after(start: str, text: str, width: int) -> Iterator[_Row]:
    """Behind columns that are filled already; further lines stand below the text, a little to the right."""
    lines = textwrap.wrap(text, max(width - len(start), 16), subsequent_indent="  ", break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield _Row(f"{' ' * len(start) if number else start}{line}")


def _wrapped(text: str, width: int, *, indent: int = 0, hanging: int = 0, style: str = "") -> Iterator[_Row]:
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (_Row(line, style) for line in lines)
