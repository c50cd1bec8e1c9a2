"""A deadlock in words: who waits where, for what, and who has it.

+-> main.1 waits for lock b            dead.c:12 forth
|     held by main.2 since dead.c:19
+-> main.2 waits for lock a            dead.c:20 back
|     held by main.1 since dead.c:11
+-- and so round
"""

from collections.abc import Iterator

from raddle.report.race_text import frames
from raddle.report.result import Deadlock, Finding, Waiting
from raddle.report.rows import BLANK, Row, position, wrapped


def deadlock_heading(finding: Finding, deadlock: Deadlock, width: int) -> Iterator[Row]:
    where = f"{position(finding.place)}: " if finding.place is not None else ""
    kind = "deadlocks" if finding.observed else "can deadlock"
    yield from wrapped(f"{where}{kind}: {_summary(deadlock)}", width, hanging=4, style="bold")


def deadlock_body(deadlock: Deadlock, width: int) -> Iterator[Row]:
    if deadlock.is_circle:
        yield from _drawn(deadlock.waits, width)
        yield BLANK
    for wait in deadlock.waits:
        yield from _waiting(wait, width, drawn=deadlock.is_circle)
    for wait in deadlock.also:
        where = f" at {position(wait.place)}" if wait.place is not None else ""
        yield from wrapped(f"{wait.thread} waits too{where}, for {wait.what}", width, indent=2, hanging=4)


def how_it_was_shown(finding: Finding) -> str:
    if finding.observed:
        return "OBSERVED: the given run itself got stuck there"
    return "CONFIRMED: the real program got stuck there when run under this schedule"


def _summary(deadlock: Deadlock) -> str:
    names = [wait.thread for wait in deadlock.waits]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    if not deadlock.is_circle:
        return f"{listed} wait{'s' * (len(names) == 1)}, and nobody can go on"
    if len(names) == 1:
        return f"{listed} waits for itself"
    return f"{listed} wait for each other"


def _drawn(circle: tuple[Waiting, ...], width: int) -> Iterator[Row]:
    """The threads down the page, each waiting for the one below it, and an arrow from the last back to the first."""
    rows: list[str] = []
    for wait in circle:
        since = f", who got it at {position(wait.held_since)}" if wait.held_since is not None else ""
        rows.append(f"{wait.thread} waits for {wait.what}")
        what = "it is" if wait.is_join else "held by"
        rows.append(f"    |  {what} {wait.holder}{since}")
        rows.append("    v")
    rows[-1] = "----+"
    for number, text in enumerate(rows):
        rail = "+-> " if number == 0 else "+---" if number == len(rows) - 1 else "|   "
        for line, row in enumerate(wrapped(text, width - 8, hanging=7)):
            yield Row(f"    {rail if not line else '|   '}{row.text}")


def _waiting(wait: Waiting, width: int, *, drawn: bool) -> Iterator[Row]:
    holds = ", ".join(
        held.name if held.place is None else f"{held.name} ({position(held.place)})" for held in wait.holds
    )
    yield from wrapped(
        f"{wait.thread} waits for {wait.what}, holding {holds or 'no lock'}", width, indent=2, hanging=4, style="bold"
    )
    yield from frames(wait.stack, width, indent=4)
    if wait.holder and not drawn and not wait.is_join:
        since = f" since {position(wait.held_since)}" if wait.held_since is not None else ""
        yield from wrapped(f"held by {wait.holder}{since}", width, indent=4)
