"""Whether the assertion that failed is still come to. In: the failing run, the runs of a proof. Out: yes, or `Gone`:
not, or not as far as is known.

A proof has seen all that threads can do: an assertion that no run came to is come to in none. A proof of a program
without it says nothing of the failure.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from raddle.capture.rebuild import read_text
from raddle.check.places import Places
from raddle.repair.lines import LinesBefore
from raddle.repair.sites import Files
from raddle.repair.visited import asserted
from raddle.replay.outcome import outcome_of
from raddle.report.failure import find_failure
from raddle.trace.walk import Trace

MOST_LINES: Final = 40
"""Of one assertion."""
NOT_COME_TO: Final = "the assertion that failed is not come to any more"


@dataclass(frozen=True, slots=True)
class Asserted:
    """An assertion that failed."""

    file: str
    """As debug information has it."""
    line: int
    condition: str

    def __str__(self) -> str:
        return f"{PurePath(self.file).name}:{self.line}"


@dataclass(frozen=True, slots=True)
class StillAsserted:
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gone:
    reason: str = NOT_COME_TO
    notes: tuple[str, ...] = ()


def failed_assertion(failing: Trace) -> Asserted | None:
    """None: what failed is no assertion, or one that can never hold, as assert(0): a fix may keep everybody from it."""
    if outcome_of(failing.recording).kind not in ("assert", "exit"):
        return None
    failure = find_failure(failing)
    if not failure.asserted or failure.thread is None or failure.at is None:
        return None
    place = Places(failing).of_row(failure.thread, failure.at)
    return Asserted(place.file, place.line, failure.asserted) if place.line else None


def by_lines(
    failed: Asserted, proved: Iterable[Trace], before: Mapping[str, str], changed: Mapping[str, str]
) -> StillAsserted | Gone:
    """`before`, `changed`: texts by absolute path; one that is not changed is as before."""
    files = Files({*before, *changed})
    file = files.of(failed.file)
    after = {line for name, line in asserted(proved, files) if name == file}
    if file not in changed or file not in before:
        return StillAsserted() if failed.line in after else Gone()
    lines = LinesBefore(before[file], changed[file])
    now = min((line for line in after if lines.of(line) == failed.line), default=None)
    if now is None:
        return Gone()
    old, new = _text_of(before[file], failed.line), _text_of(changed[file], now)
    return StillAsserted((f"the assertion that failed has changed: `{old}` is `{new}`",) if old != new else ())


def by_text(failed: Asserted, proved: Iterable[Trace], tree: Path) -> StillAsserted | Gone:
    """Where it is not known which line was which one: an assertion with the same condition, in sources of `tree`."""
    wanted = _squeezed(failed.condition)
    looked = f"the assertion that failed was looked for by its text: {failed.condition}"
    unread = set[str]()
    for name, line in sorted(asserted(proved, Files(()))):
        place = next((place for place in _places_in(tree, name) if place.is_file()), None)
        if place is None:
            unread.add(name)
        elif wanted in _squeezed(_statement(read_text(place), line)):
            return StillAsserted((looked,))
    if unread:
        reason = f"there is no {min(unread)} to tell whether the assertion that failed is still come to"
        return Gone(reason, (looked,))
    return Gone(notes=(looked,))


def _text_of(text: str, line: int) -> str:
    return text.split("\n")[line - 1].strip()


def _places_in(tree: Path, name: str) -> Iterator[Path]:
    """Where a file may stand that debug information has this name for."""
    yield Path(os.path.normpath(tree / name))
    parts = PurePath(name).parts
    yield from (tree.joinpath(*parts[begin:]) for begin in range(1, len(parts)))


def _statement(text: str, line: int) -> str:
    """From the line on, until all parentheses are closed."""
    lines = text.split("\n")[line - 1 : line - 1 + MOST_LINES]
    for end in range(1, len(lines) + 1):
        statement = "\n".join(lines[:end])
        if statement.count("(") <= statement.count(")"):
            return statement
    return "\n".join(lines)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
