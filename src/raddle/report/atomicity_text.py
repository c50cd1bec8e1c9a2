"""A block that is not atomic, in words: what goes wrong, and the accesses in their order, a column for each thread.

bank.c:12: withdraw is not atomic: balance

  lost update: main.1 reads balance, main.2 changes it, and main.1 writes it as if nothing had happened

    main.1 in withdraw              | main.2
    --------------------------------+-------------------------------
    bank.c:12 withdraw              |
      reads balance = 100           |
                                    | bank.c:30 deposit
                                    |   writes balance = 150
    bank.c:13 withdraw              |
      writes balance = 50           |
"""

import textwrap
from collections.abc import Hashable, Iterator
from typing import Final, Literal

from raddle.report.result import Access, Block, Finding, NotAtomic
from raddle.report.rows import BLANK, Row, position, short, wrapped

Pattern = tuple[str, str]
"""What it is called, and what happens."""
_Pair = Literal["RW", "WR", "WW"]
_VERBS: Final = {"read": "reads", "write": "writes", "update": "updates", "free": "frees"}
_INDENT: Final = 4
_OF_ONE: Final[dict[tuple[_Pair, _Pair], Pattern]] = {
    ("RW", "WR"): ("inconsistent read", "{L} reads {A} twice in one block, and {R} changes it in between"),
    ("RW", "WW"): ("lost update", "{L} reads {A}, {R} changes it, and {L} writes it as if nothing had happened"),
    ("WR", "RW"): ("dirty read", "{R} reads {A} in the middle of the block, between two writes of {L}"),
    ("WW", "WR"): ("overwritten value", "{L} writes {A} and reads it again, but {R} has overwritten it in between"),
    ("WW", "WW"): ("lost write", "what {R} writes to {A} falls between two writes of {L}, and is gone"),
}
"""The five patterns: one access of the other thread, to one piece of memory."""
_OF_TWO: Final[dict[tuple[_Pair, _Pair], Pattern]] = {
    ("RW", "WR"): ("inconsistent read", "{L} sees {A} from before a change that {R} makes, and {B} from after it"),
    ("RW", "RW"): ("write skew", "{L} has read {A} before {R} changes it, and {R} has read {B} before {L} changes it"),
    ("RW", "WW"): ("stale read", "{L} goes by {A} from before a change that {R} makes, and overwrites {B} after it"),
    ("WR", "RW"): ("half-done update", "{R} sees {A} as {L} has changed it, and {B} as it was before"),
    ("WW", "WW"): ("mixed writes", "{A} is left as {R} wrote it, and {B} as {L} did"),
    ("WW", "WR"): ("overwritten value", "{R} overwrites {A} that {L} has written, and {L} goes on with the {B} of {R}"),
    ("WW", "RW"): ("mixed order", "{R} overwrites {A} that {L} has written, but has read {B} before {L} changes it"),
    ("WR", "WW"): ("mixed order", "{R} sees {A} as {L} has written it, and {L} overwrites {B} that {R} has written"),
    ("WR", "WR"): ("mixed order", "{R} sees {A} as {L} has written it, and {L} sees {B} as {R} has written it"),
}
_SAME_OLD: Final = ("lost update", "{L} and {R} both read {A} before the other one has changed it")


def torn_heading(finding: Finding, torn: NotAtomic, width: int) -> Iterator[Row]:
    where = f"{position(finding.place)}: " if finding.place is not None else ""
    how = "is not" if finding.status == "confirmed" else "may not be"
    said = f"{where}{torn.block.name} {how} atomic: {memories_of(torn)}"
    yield from wrapped(said, width, hanging=4, style="bold")


def torn_body(finding: Finding, torn: NotAtomic, width: int) -> Iterator[Row]:
    name, what = pattern_of(torn)
    yield from wrapped(f"{name}: {what}", width, indent=2, hanging=2)
    yield BLANK
    yield from _picture(torn, width)
    place = torn.block.place
    if place is not None and (finding.place is None or position(place) != position(finding.place)):
        yield BLANK
        yield from wrapped(f"The block begins at {position(place)}.", width, indent=2, hanging=2)


def torn_in_short(torn: NotAtomic, width: int) -> Iterator[Row]:
    """Where another report shows the two blocks."""
    name, what = pattern_of(torn)
    yield from wrapped(f"{name}: {what}", width, indent=2, hanging=2)
    told = (torn.accesses[number] for number in _told_once(torn))
    where = ", then ".join(f"{access.thread} at {short(access.place, width).partition(' ')[0]}" for access in told)
    yield from wrapped(where, width, indent=2, hanging=2)


def blocks_of(torn: NotAtomic) -> Hashable:
    """Which block is torn by what of the source."""
    there = torn.accesses[1]
    return torn.block, torn.other or (there.place.function if there.place is not None else "")


def how_it_was_shown(finding: Finding, torn: NotAtomic) -> str:
    other = torn.accesses[1].thread
    if finding.observed:
        return f"OBSERVED: in the given run {other} comes in between like this"
    return f"CONFIRMED: in a replay of the real program {other} came in between like this"


def memories_of(torn: NotAtomic) -> str:
    return " and ".join(dict.fromkeys(torn.memories))


def pattern_of(torn: NotAtomic) -> Pattern:
    first, there, back, last = torn.accesses
    kinds = _pair(first, there), _pair(back, last)
    same_memory = torn.memories[0] == torn.memories[1]
    if same_memory and kinds == ("RW", "RW"):
        found = _SAME_OLD
    elif same_memory and kinds in _OF_ONE:
        found = _OF_ONE[kinds]
    else:
        found = _OF_TWO[kinds]
    words = {"L": first.thread, "R": there.thread, "A": torn.memories[0], "B": torn.memories[1]}
    return found[0], found[1].format(**words)


def _pair(earlier: Access, later: Access) -> _Pair:
    if earlier.writes:
        return "WW" if later.writes else "WR"
    return "RW"


# ---- the picture


def _picture(torn: NotAtomic, width: int) -> Iterator[Row]:
    """The block's thread on the left, the other one on the right, time downwards."""
    room = (width - _INDENT - 3) // 2
    left, right = torn.accesses[0].thread, torn.accesses[1].thread
    heads = _column(_head(left, torn.block), room), _column(_head(right, torn.other), room)
    for number in range(max(map(len, heads))):
        yield _row(*(head[number] if number < len(head) else "" for head in heads), room=room)
    yield Row(f"{' ' * _INDENT}{'-' * (room + 1)}+{'-' * (room + 1)}")
    for number in _told_once(torn):
        access, memory = torn.accesses[number], torn.memories[number // 2]
        for line in _cell(access, memory, room):
            yield _row(line, "", room=room) if access.thread == left else _row("", line, room=room)


def _told_once(torn: NotAtomic) -> list[int]:
    """In their order; the two in the middle once, if they are one access to one piece of memory."""
    together = abs(torn.order.index(1) - torn.order.index(2)) == 1
    one = together and torn.accesses[1] == torn.accesses[2] and torn.memories[0] == torn.memories[1]
    return [number for number in torn.order if number != 2 or not one]


def _row(left: str, right: str, *, room: int) -> Row:
    return Row(f"{' ' * _INDENT}{left:<{room}} | {right}".rstrip())


def _head(thread: str, block: Block | None) -> str:
    return thread if block is None else f"{thread} in {block.name}"


def _column(text: str, room: int) -> list[str]:
    return textwrap.wrap(text, room, subsequent_indent="  ", break_on_hyphens=False)


def _cell(access: Access, memory: str, room: int) -> Iterator[str]:
    yield short(access.place, room)
    inside = f" in {access.inside}" if access.inside else ""
    locks = f", holding {', '.join(access.locks)}" if access.locks else ""
    for line in _column(f"{_deed(access, memory)}{inside}{locks}", room - 2):
        yield f"  {line}"


def _deed(access: Access, memory: str) -> str:
    how = "atomically " if access.atomic else ""
    value = "" if access.value is None else f" = {access.value}"
    if access.verb == "update":
        value = value.replace(" = ", ": ", 1)
    return f"{how}{_VERBS[access.verb]} {memory}{value}"
