"""A cause in one sentence: `line 9 reads x before line 4 writes it, and line 10 reads it after that`.

Threads are named only where a line alone does not say whose it is, files only where it is not that of the
failure, rounds only where a thread comes there more than once, columns only where the line does the same twice.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Order, Spot, spots_of
from raddle.report.rows import count, position

MOST_PARTS: Final = 6
"""In a sentence."""
MOST_SETS: Final = 4
"""Of orders that would repair it."""


def cause_words(cause: Cause, orders: Sequence[Order] = ()) -> str:
    """`orders`: those of the cause, in the order in which they are to be told."""
    parts = cause_parts(cause, orders)
    if len(parts) > MOST_PARTS:
        parts[MOST_PARTS:] = [f"{len(parts) - MOST_PARTS} more"]
    return enumerated(parts)


def cause_parts(cause: Cause, orders: Sequence[Order] = ()) -> list[str]:
    """One for each order, then what must take place besides."""
    told = list(orders or cause.orders)
    names = SpotNames.among([*_spots(told), *cause.parts], cause.files)
    before = [None, *told[:-1]] if told else []
    said = [_order(order, last, names.of) for order, last in zip(told, before, strict=True)]
    return said + [_takes_place(spot, names.of) for spot in cause.parts]


def cause_in_short(cause: Cause) -> str:
    """`6 orders, of lines 13, 18 and 19: pool, granted`"""
    spots = spots_of(cause)
    several = len(cause.files) > 1
    places = sorted({_line(spot) for spot in spots if spot.place.line})
    lines = [f"{file.rsplit('/', 1)[-1]}:{line}" if several else str(line) for file, line in places]
    what = f" of {'' if several else 'lines ' if len(lines) > 1 else 'line '}{listed(lines)}" if lines else ""
    about = ", ".join(dict.fromkeys(filter(None, (spot.about for spot in spots))))
    return f"{count(len(cause.orders), 'order')}{',' * bool(what)}{what}{f': {about}' if about else ''}"


def alternatives(sets: Sequence[Sequence[Order]], files: Collection[str] = ()) -> str:
    """`line 6 before line 10; or line 11 before line 5`; `files`: that are spoken of besides."""
    names = SpotNames.among([spot for orders in sets for spot in _spots(orders)], files)
    told = [
        enumerated([f"{names.of_line(order.first)} before {names.of_line(order.then)}" for order in orders])
        for orders in sets[:MOST_SETS]
    ]
    if len(sets) > MOST_SETS:
        told.append(f"{len(sets) - MOST_SETS} more")
    return "; or ".join(told)


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`"""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def enumerated(parts: Sequence[str]) -> str:
    """`a, b, and c`"""
    *others, last = parts or [""]
    return f"{', '.join(others)}, and {last}" if others else last


def failure_words(fails: SourcePlace | None, what: str, *, surely: bool = False) -> str:
    """`bank.c:23: assertion x == y can fail`; `surely`: whatever the schedule."""
    where = f"{position(fails)}: " if fails is not None else ""
    fail = "fails" if surely else "can fail"
    if what.startswith("assertion"):
        return f"{where}{what} {fail}"
    return f"{where}{fail}: {what}" if what else f"{where or 'the program '}{fail}"


def failing_words(fails: SourcePlace | None, what: str) -> str:
    """`assertion x == y fails at bank.c:23`"""
    where = f" at {position(fails)}" if fails is not None else ""
    return f"{what} fails{where}" if what.startswith("assertion") else f"it fails{where}{f': {what}' if what else ''}"


def deed(spot: Spot) -> str:
    """`reads x`; empty: nothing to be said."""
    if spot.does == "does":
        return f"uses {spot.about}" if spot.about else ""
    if spot.does == "waits" and spot.about:
        return f"waits for {spot.about}"
    return f"{spot.does} {spot.about}".rstrip()


def deeds(spots: Sequence[Spot]) -> str:
    """`reads and writes x`"""
    said = list(dict.fromkeys(filter(None, map(deed, spots))))
    same = {spot.about for spot in spots}
    if len(said) > 1 and len(same) == 1 and all(spot.does != "does" for spot in spots):
        (about,) = same
        said = [*(one.removesuffix(f" {about}") for one in said[:-1]), said[-1]]
    return enumerated(said) if len(said) > 2 else " and ".join(said)


@dataclass(frozen=True, slots=True)
class SpotNames:
    """How lines are called in one sentence."""

    files: bool
    of_several: frozenset[tuple[str, int]]
    """Lines that several threads come to."""

    @classmethod
    def among(cls, spots: Sequence[Spot], files: Collection[str]) -> "SpotNames":
        """`files`: that are spoken of besides."""
        threads: dict[tuple[str, int], set[str]] = {}
        for spot in spots:
            threads.setdefault(_line(spot), set()).add(spot.thread)
        several = {line for line, group in threads.items() if len(group) > 1}
        return cls(
            files=len({spot.place.file for spot in spots if spot.place.line}.union(files)) > 1,
            of_several=frozenset(several | {_line(spot) for spot in spots if spot.of_several}),
        )

    def of(self, spot: Spot) -> str:
        """`line 7 of main.1 (2nd time)`"""
        time = round_words(spot)
        return f"{self._named(spot, column=spot.twice)}{f' ({time})' if time else ''}"

    def of_line(self, spot: Spot) -> str:
        """Whatever is done there, and however often."""
        return self._named(spot, column=False)

    def _named(self, spot: Spot, *, column: bool) -> str:
        if not spot.place.line:
            return spot.thread
        name = f"{file_name(spot)}:{spot.place.line}" if self.files else f"line {spot.place.line}"
        if column:
            name += f":{spot.place.column}"
        return f"{name} of {spot.thread}" if _line(spot) in self.of_several else name


def file_name(spot: Spot) -> str:
    return spot.place.file.rsplit("/", 1)[-1]


def round_words(spot: Spot) -> str:
    """`2nd time`; empty: the thread comes there once only."""
    return f"{_ordinal(spot.time)} time" if spot.time else ""


def _line(spot: Spot) -> tuple[str, int]:
    return spot.place.file, spot.place.line


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def _spots(orders: Iterable[Order]) -> list[Spot]:
    return [spot for order in orders for spot in (order.first, order.then)]


def _order(order: Order, before: Order | None, name: Callable[[Spot], str]) -> str:
    first, then = order.first, order.then
    if before is not None and before.then == first and before.then.position == first.position:
        same = before.then.does == first.does and before.then.about == first.about
        if same and deed(then):
            return f"{name(then)} {_with_it(then, first)} after that"
    said = deed(first) or "comes"
    return f"{name(first)} {said} before {f'{name(then)} {_again(then, first)}'.rstrip()}"


def _again(spot: Spot, said: Spot) -> str:
    """The deed, where the variable of another one has just been named."""
    if spot.about and spot.about == said.about and spot.does == said.does != "does":
        return "does"
    return _with_it(spot, said)


def _with_it(spot: Spot, said: Spot) -> str:
    named = spot.about and spot.about == said.about and said.does != "does"
    return f"{deed(spot).removesuffix(spot.about)}it" if named else deed(spot)


def _takes_place(spot: Spot, name: Callable[[Spot], str]) -> str:
    return f"{name(spot)} {deed(spot) or 'takes place'} before the program ends"
