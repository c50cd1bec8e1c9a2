"""A misuse of a lock or the like in words: who does what is wrong, and what of another thread makes it so.

pool.c:30: misuse of mutex m: it is destroyed, and nothing orders that with main.1, which locks it

  main destroys m in pthread_mutex_destroy, holding no lock
    #0 main  pool.c:30
  main.1 locks m in pthread_mutex_lock, holding no lock
    #0 work  pool.c:12
"""

from collections.abc import Iterator
from typing import Final, assert_never

from raddle.report.race_text import frames
from raddle.report.result import Access, Finding, LockDeed, LockMisuse
from raddle.report.rows import Row, position, wrapped

_THIRD_PERSON: Final[dict[LockDeed, str]] = {
    "initialise": "initialises",
    "overwrite": "overwrites",
    "copy": "copies",
    "destroy": "destroys",
    "try to destroy": "tries to destroy",
    "lock": "locks",
    "unlock": "unlocks",
    "wait": "waits at",
    "wait with": "waits for a condition with",
    "signal": "signals",
    "broadcast": "broadcasts to",
    "post": "posts",
    "look at": "looks at",
}
_PARTICIPLES: Final[dict[LockDeed, str]] = {
    "initialise": "initialised",
    "overwrite": "overwritten",
    "copy": "copied",
    "destroy": "destroyed",
    "try to destroy": "to be destroyed",
    "lock": "locked",
    "unlock": "unlocked",
    "wait": "waited at",
    "wait with": "waited with",
    "signal": "signalled",
    "broadcast": "broadcast to",
    "post": "posted",
    "look at": "looked at",
}


def misuse_message(misuse: LockMisuse) -> str:
    """`misuse of mutex m: it is locked after it was destroyed`"""
    return f"misuse of {misuse.sort} {misuse.object}: {_what(misuse)}"


def _what(misuse: LockMisuse) -> str:
    done = f"it is {_PARTICIPLES[misuse.deed]}"
    match misuse.misuse:
        case "unordered":
            assert misuse.other is not None and misuse.other_deed is not None
            other = f"{misuse.other.thread}, which {_THIRD_PERSON[misuse.other_deed]} it"
            return f"{done}, and nothing orders that with {other}"
        case "in-use":
            return f"{done} while {_who_has_it(misuse)}"
        case "destroyed":
            again = " again" if misuse.deed == "destroy" else ""
            return f"{done}{again} after it was destroyed"
        case "overwritten":
            return f"{done} after something else was written over it"
        case "uninitialised":
            return f"{done} before it is initialised"
        case "not-held":
            return f"{done} by {misuse.access.thread}, which does not hold it"
        case other:
            assert_never(other)


def _who_has_it(misuse: LockMisuse) -> str:
    if misuse.other is None:
        return "it is in use"
    who = "its own thread" if misuse.other.thread == misuse.access.thread else misuse.other.thread
    return f"{who} waits at it" if misuse.other_deed == "wait" else f"{who} holds it"


def misuse_heading(finding: Finding, misuse: LockMisuse, width: int) -> Iterator[Row]:
    where = f"{position(finding.place)}: " if finding.place is not None else ""
    how = "" if finding.observed or finding.status == "confirmed" else "possible "
    yield from wrapped(f"{where}{how}{misuse_message(misuse)}", width, hanging=4, style="bold")


def misuse_body(misuse: LockMisuse, width: int) -> Iterator[Row]:
    yield from _who(misuse, misuse.access, misuse.deed, width)
    if misuse.other is not None and misuse.other_deed is not None:
        yield from _who(misuse, misuse.other, misuse.other_deed, width)


def how_it_was_shown(finding: Finding, misuse: LockMisuse) -> str:
    """Of one that the real program has shown."""
    where = "the given run itself" if finding.observed else "a replay of the real program"
    word = "OBSERVED" if finding.observed else "CONFIRMED"
    if misuse.misuse == "unordered":
        return f"{word}: in {where} both were done, and nothing orders them"
    return f"{word}: {where} did this"


def _who(misuse: LockMisuse, access: Access, deed: LockDeed, width: int) -> Iterator[Row]:
    inside = f" in {access.inside}" if access.inside else ""
    said = f"{access.thread} {_THIRD_PERSON[deed]} {misuse.object}{inside}"
    held = f", holding {', '.join(access.locks) or 'no lock'}"
    yield from wrapped(f"{said}{held}", width, indent=2, hanging=4, style="bold")
    yield from frames(access.stack, width, indent=4)
    if access.born is not None:
        yield Row(f"    {access.thread} was created at {position(access.born)}", "dim")
