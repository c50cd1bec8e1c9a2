"""The programs of tests/diagnose and bench/programs/diagnose: what `diagnose` and `repair` have to say of them.

// DIAGNOSE concurrency | sequential | passes | unknown REASON
// CAUSE: a -> b, c -> d | a -> d    one cause: these orders of lines, and no others; or those behind the bar. For each
                                     CAUSE some cause is one of them; every cause is one of some CAUSE
// NAMES: a, b                       instead of CAUSE: these lines are in causes, whatever else is
// REPAIR: mutex, atomic             some repair of one of these kinds is accepted: mutex, order, atomic, loop; any;
                                     none: no repair is accepted, nor tried
// OTHERWISE: deadlock                of a sequential one: what runs do that do not fail so
// WITHOUT PREEMPTION: yes | no      it fails also where every thread runs until it waits or ends, or it does not
// UNWIND: 2                         with --unwind 2
// ARGS: 3 7                         arguments of the program
...; // AT a                         this line is called a
...; // FAILS                        and this one fails (also // AT a // FAILS): the condition, if one leads to it

Written by understanding the program, before any answer of the tool was seen. A CAUSE says the core as the meaning of
facts has it (model/facts.py): an order is kept if both lines take place; a line that always takes place need not
be said to.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast, get_args

from bench.paper_diagnosis import ROWS
from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Diagnosed

FOLDER: Final = Path(__file__).parents[1] / "diagnose"
BENCH: Final = Path(__file__).parents[2] / "bench" / "programs" / "diagnose"

Orders = frozenset[tuple[int, int]]
Kind = Literal["concurrency", "sequential", "passes", "unknown"]
Repair = Literal["mutex", "order", "atomic", "loop", "any", "none"]

_HEAD: Final = re.compile(
    r"^// (DIAGNOSE|CAUSE:|NAMES:|REPAIR:|OTHERWISE:|WITHOUT PREEMPTION:|UNWIND:|ARGS:) (.*?)\s*$", re.MULTILINE
)
_AT: Final = re.compile(r"// AT (\w+)")


@dataclass(frozen=True)
class Promised:
    kind: Kind
    reason: str
    """Of an unknown."""
    causes: tuple[frozenset[Orders], ...]
    """Each with its alternatives."""
    names: frozenset[int]
    """Lines that are in causes."""
    repairs: frozenset[Repair]
    otherwise: str
    without_preemption: bool | None
    unwind: int | None
    arguments: tuple[str, ...]
    fails: frozenset[int]


def programs() -> list[Path]:
    return sorted(path for folder in (FOLDER, BENCH) for path in folder.iterdir() if path.suffix in (".c", ".cpp"))


def of_the_table() -> list[Path]:
    """Those of table 5.2 of the paper."""
    return [row.source for row in ROWS]


def promised(source: Path) -> Promised:
    """A program without a head of its own promises that it fails under some schedules only."""
    text = source.read_text()
    said: dict[str, list[str]] = {}
    for key, value in _HEAD.findall(text):
        said.setdefault(key.removesuffix(":"), []).append(value)
    lines = text.splitlines()
    named = {found[1]: number for number, line in enumerate(lines, 1) if (found := _AT.search(line))}
    kind, _, reason = said.get("DIAGNOSE", ["concurrency"])[0].partition(" ")
    assert kind in get_args(Kind), source
    repairs = frozenset(_words(said.get("REPAIR", [""])[0]))
    assert repairs <= set(get_args(Repair)), source
    preemption = said.get("WITHOUT PREEMPTION", [None])[0]
    assert preemption in (None, "yes", "no"), source
    return Promised(
        kind=cast(Kind, kind),
        reason=reason,
        causes=tuple(_alternatives(cause, named) for cause in said.get("CAUSE", [])),
        names=frozenset(named[name] for name in _words(said.get("NAMES", [""])[0])),
        repairs=cast(frozenset[Repair], repairs),
        otherwise=said.get("OTHERWISE", [""])[0],
        without_preemption=None if preemption is None else preemption == "yes",
        unwind=int(said["UNWIND"][0]) if "UNWIND" in said else None,
        arguments=tuple(shlex.split(said.get("ARGS", [""])[0])),
        fails=frozenset(number for number, line in enumerate(lines, 1) if line.endswith("// FAILS")),
    )


def _alternatives(said: str, named: dict[str, int]) -> frozenset[Orders]:
    return frozenset(frozenset(_order(order, named) for order in _words(one)) for one in said.split("|"))


def _order(said: str, named: dict[str, int]) -> tuple[int, int]:
    first, then = said.split(" -> ")
    return named[first], named[then]


def _words(said: str) -> list[str]:
    return [word.strip() for word in said.split(",") if word.strip()]


def orders_of(cause: Cause) -> Orders:
    return frozenset((order.first.place.line, order.then.place.line) for order in cause.orders)


def mismatches(promise: Promised, told: Diagnosed) -> list[str]:
    """How what was told differs from what was promised, in words."""
    if (told.kind, told.reason if told.kind != "unknown" else "") != (promise.kind, ""):
        return [f"{told.kind} ({told.reason}), not {promise.kind}"]
    wrong = [] if promise.reason in told.reason else [f"because of {told.reason!r}, not {promise.reason!r}"]
    wrong += [] if told.complete or promise.kind == "unknown" else ["not complete"]
    found = [orders_of(cause) for cause in told.causes]
    if promise.causes:
        allowed = frozenset[Orders]().union(*promise.causes)
        wrong += [f"told and not promised: {_spelled(one)}" for one in found if one not in allowed]
        wrong += [f"not told: {_any(one)}" for one in promise.causes if one.isdisjoint(found)]
    elif promise.kind == "concurrency" and not found:
        wrong.append("no cause")
    wrong += [] if told.otherwise == promise.otherwise else [f"otherwise: {told.otherwise!r}"]
    lines = {line for orders in found for order in orders for line in order}
    wrong += [f"line {line} is in no cause" for line in sorted(promise.names - lines)]
    places = {cause.fails for cause in told.causes if cause.fails}
    wrong += [f"fails at {place}" for place in sorted(places, key=str) if not _is_promised(place, promise)]
    if promise.without_preemption not in (None, told.without_preemption):
        wrong.append(f"without preemption: {told.without_preemption}")
    return wrong


def _is_promised(place: SourcePlace, promise: Promised) -> bool:
    return not promise.fails or place.line in promise.fails


def _any(alternatives: frozenset[Orders]) -> str:
    return " or ".join(sorted(map(_spelled, alternatives)))


def _spelled(orders: Orders) -> str:
    return ", ".join(f"{first} -> {then}" for first, then in sorted(orders)) or "no orders"
