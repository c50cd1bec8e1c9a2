"""Lines of a report in columns: text with its style, wrapped to a width. Paths and commands are never broken."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.base.place import SourcePlace


@dataclass(frozen=True, slots=True)
class Row:
    text: str
    style: str = ""
    """As rich spells it."""


BLANK: Final = Row("")


def count(number: int, one: str, many: str = "") -> str:
    """`1 thread`, `2 threads`"""
    return f"{number} {one if number == 1 else many or one + 's'}"


def position(place: SourcePlace) -> str:
    """What editors jump to."""
    return f"{place.file}:{place.line}" if place.line else place.file


def short(place: SourcePlace | None, width: int) -> str:
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


def wrapped_after(start: str, text: str, width: int) -> Iterator[Row]:
    """Behind columns that are filled already; further lines stand below the text, a little to the right."""
    lines = textwrap.wrap(text, max(width - len(start), 16), subsequent_indent="  ", break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield Row(f"{' ' * len(start) if number else start}{line}")


def wrapped(text: str, width: int, *, indent: int = 0, hanging: int = 0, style: str = "") -> Iterator[Row]:
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (Row(line, style) for line in lines)
