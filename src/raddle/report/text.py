"""Result -> what a C programmer reads on a terminal. Colour only adds escapes: the words are the same without."""

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from raddle.report.atomicity_text import blocks_of, torn_body, torn_heading, torn_in_short
from raddle.report.atomicity_text import how_it_was_shown as how_a_tear_was_shown
from raddle.report.deadlock_text import deadlock_body, deadlock_heading
from raddle.report.deadlock_text import how_it_was_shown as how_a_deadlock_was_shown
from raddle.report.explanation_text import cause_rows
from raddle.report.memory_text import how_it_was_shown as how_a_fault_was_shown
from raddle.report.memory_text import memory_body, memory_heading
from raddle.report.misuse_text import how_it_was_shown as how_a_misuse_was_shown
from raddle.report.misuse_text import misuse_body, misuse_heading
from raddle.report.painted import painted
from raddle.report.race_text import how_it_was_shown as how_a_race_was_shown
from raddle.report.race_text import race_body, race_heading
from raddle.report.result import Deadlock, Finding, LockMisuse, MemoryFault, NotAtomic, Race, Result, Stats
from raddle.report.rows import BLANK, Row, count, position, wrapped
from raddle.report.story_text import story_rows
from raddle.report.verdict_text import open_rows, verdict_rows

MOST_ASSUMPTIONS: Final = 10
MOST_SCHEDULE_LINES: Final = 6
MOST_IN_SHORT: Final = 4
"""Ways in which one block is torn by another one, beside the first."""
_KINDS: Final = {
    "assertion": ("assertion can fail", "assertion fails"),
    "exit": ("the test can fail", "the test fails"),
    "data-race": ("data race", "data race"),
    "atomicity": ("is not atomic", "is not atomic"),
    "deadlock": ("can deadlock", "deadlocks"),
    "memory": ("memory can be misused", "memory is misused"),
    "misuse": ("misuse", "misuse"),
    "failure": ("can fail", "fails"),
}


def text_of(result: Result, *, width: int = 80, color: bool = False) -> str:
    """Lines of at most `width` columns where words can be broken; paths and commands are never broken."""
    return joined(_parts(result, width), color=color)


def joined(parts: Iterable[Iterable[Row]], *, color: bool) -> str:
    """With an empty line between those that say anything."""
    rows: list[Row] = []
    for part in parts:
        told = list(part)
        if told:
            rows += [BLANK, *told] if rows else told
    return "".join(f"{painted(row.text, row.style) if color else row.text}\n" for row in rows)


def _parts(result: Result, width: int) -> Iterator[Iterator[Row]]:
    yield from before_all(result.beforehand, width)
    yield from finding_rows(result.findings, width)
    yield open_rows(result.open, width)
    yield verdict_rows(result, width)
    yield listed("Assumed:", result.assumptions, width)
    yield listed("Notes:", result.notes, width)
    yield wrapped(_spell_stats(result), width, style="dim")


def before_all(notes: Iterable[str], width: int) -> Iterator[Iterator[Row]]:
    for note in notes:
        yield wrapped(f"{note[0].upper()}{note[1:]}.", width, style="bold yellow")


# ---- a finding


def finding_rows(findings: Sequence[Finding], width: int) -> Iterator[Iterator[Row]]:
    """Of a block that is torn by another one in several ways, the first way as a whole, and some others in short."""
    told: dict[object, int] = {}
    for finding in findings:
        blocks = blocks_of(finding.about) if isinstance(finding.about, NotAtomic) else None
        number = told.get(blocks, 0) if blocks is not None else 0
        told[blocks] = number + 1
        if number <= MOST_IN_SHORT:
            yield _in_short(finding, width) if number else _finding(finding, width)
    more = sum(max(number - MOST_IN_SHORT - 1, 0) for blocks, number in told.items() if blocks is not None)
    if more:
        said = f"{count(more, 'more way', 'more ways')} to tear these blocks (--format json tells all of them)."
        yield wrapped(said, width)


def _finding(finding: Finding, width: int) -> Iterator[Row]:
    yield from _heading(finding, width)
    yield BLANK
    match finding.about:
        case Race() as race:
            yield from race_body(finding, race, width)
            yield BLANK
        case Deadlock() as deadlock:
            yield from deadlock_body(deadlock, width)
            yield BLANK
        case NotAtomic() as torn:
            yield from torn_body(finding, torn, width)
            yield BLANK
        case MemoryFault() as fault:
            yield from memory_body(finding, fault, width)
            yield BLANK
        case LockMisuse() as misuse:
            yield from misuse_body(misuse, width)
            yield BLANK
        case None:
            pass
    yield from standing_rows(finding, width)
    if finding.stderr:
        yield Row("  The program wrote:")
        yield from (Row(f"    {line}") for line in finding.stderr)
    if finding.story:
        yield BLANK
        yield from story_rows(finding.story, width)
    if finding.explanation is not None and not isinstance(finding.about, Race | NotAtomic | Deadlock):
        yield BLANK  # those have told their causes
        yield from cause_rows(finding.explanation, width)
    again = list(again_rows(finding, width))
    if again:
        yield BLANK
        yield from again


def _in_short(finding: Finding, width: int) -> Iterator[Row]:
    """Of a block that has been told to be torn by the same other one, in another way."""
    yield from _heading(finding, width)
    if isinstance(finding.about, NotAtomic):
        yield from torn_in_short(finding.about, width)
    yield from standing_rows(finding, width)
    yield from again_rows(finding, width)


def _heading(finding: Finding, width: int) -> Iterator[Row]:
    match finding.about:
        case Race() as race:
            yield from race_heading(finding, race, width)
        case Deadlock() as deadlock:
            yield from deadlock_heading(finding, deadlock, width)
        case NotAtomic() as torn:
            yield from torn_heading(finding, torn, width)
        case MemoryFault() as fault:
            yield from memory_heading(finding, fault, width)
        case LockMisuse() as misuse:
            yield from misuse_heading(finding, misuse, width)
        case None:
            yield from _failure_heading(finding, width)


def _failure_heading(finding: Finding, width: int) -> Iterator[Row]:
    what, _, detail = finding.message.rpartition(" fails: ")
    what = what or detail.removesuffix(" fails")
    kind = _KINDS[finding.kind][int(finding.observed)]
    if finding.kind == "assertion" and " fails" not in finding.message and finding.status == "confirmed":
        kind = _KINDS["failure"][int(finding.observed)]
    where = f"{position(finding.place)}: " if finding.place is not None else ""
    said = what if finding.kind == "deadlock" and what.startswith("deadlock") else f"{kind}: {what}"
    yield from wrapped(f"{where}{said}", width, hanging=4, style="bold")
    if " fails: " in finding.message:
        yield from wrapped(f"where {detail}", width, indent=4, hanging=4)


def standing_rows(finding: Finding, width: int) -> Iterator[Row]:
    """What is known about it, and how."""
    match finding.status:
        case "confirmed":
            said, style = _how_it_was_shown(finding), "bold red"
        case "predicted":
            because = f": {finding.reason}" if finding.reason else ""
            said, style = f"PREDICTED, not confirmed by the real program{because}", "bold yellow"
        case other:
            assert_never(other)
    yield from wrapped(said, width, indent=2, style=style)
    yield from wrapped(_numbers(finding), width, indent=2)
    if finding.instances > 1 and finding.about is None:
        yield from wrapped(f"{finding.instances} executions of it can fail; this is one.", width, indent=2)


def _how_it_was_shown(finding: Finding) -> str:
    match finding.about:
        case Race() as race:
            return how_a_race_was_shown(finding, race)
        case Deadlock():
            return how_a_deadlock_was_shown(finding)
        case NotAtomic() as torn:
            return how_a_tear_was_shown(finding, torn)
        case MemoryFault() as fault:
            return how_a_fault_was_shown(finding, fault)
        case LockMisuse() as misuse:
            return how_a_misuse_was_shown(finding, misuse)
        case _ if finding.observed:
            return "OBSERVED: the given run itself failed there"
        case None:
            return "CONFIRMED: the real program failed there when run under this schedule"


def _numbers(finding: Finding) -> str:
    words = [count(finding.threads, "thread")] if finding.threads else []
    if finding.threads or finding.switches:
        how = " (the fewest possible)" if finding.fewest else " (as it was found)" if not finding.observed else ""
        words.append(f"{count(finding.switches, 'switch', 'switches')}{how}")
    return ", ".join(words)


def again_rows(finding: Finding, width: int) -> Iterator[Row]:
    """How to see it again."""
    if finding.witness is not None:
        yield Row(f"  replay it: raddle replay {shlex.quote(str(finding.witness))}", "bold")
        if finding.explanation is not None:
            yield Row(f"  explain it: raddle explain {shlex.quote(str(finding.witness))}", "bold")
    if not finding.schedule:
        return
    opening = "  schedule:  "
    lines = textwrap.wrap(
        f"'{finding.schedule}'", max(20, width - len(opening)), break_long_words=False, break_on_hyphens=False
    )
    if len(lines) == 1 or (finding.witness is None and len(lines) <= MOST_SCHEDULE_LINES):
        yield from (Row(f"{' ' * len(opening) if number else opening}{line}") for number, line in enumerate(lines))


# ---- the rest


def listed(heading: str, items: Sequence[str], width: int) -> Iterator[Row]:
    if not items:
        return
    yield Row(heading)
    for item in items[:MOST_ASSUMPTIONS]:
        yield from wrapped(f"- {item}", width, indent=2, hanging=2)
    if len(items) > MOST_ASSUMPTIONS:
        yield Row(f"  ... and {len(items) - MOST_ASSUMPTIONS} more", "dim")


def _spell_stats(result: Result) -> str:
    stats: Stats = result.stats
    words = [
        count(stats.threads, "thread"),
        count(stats.events, "event"),
        count(stats.shared_accesses, "shared access", "shared accesses"),
    ]
    if "assertions" in result.properties:
        words.append(f"{count(stats.assertions, 'assertion')} ({count(stats.instances, 'execution')})")
    if stats.seconds:
        words.append(f"{sum(stats.seconds.values()):.1f} s")
    return ", ".join(words)
