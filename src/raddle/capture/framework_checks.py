"""Checks that a library decides, whose code we do not see: what it is given is looked at right before the call.

In: printed IR. Out: the same, where each call of a function that is given the result of a check by address
(base/frameworks, `holds`) has a look at that byte in front of it, in a small function of the module's own whose branch
is the assertion. Native runs do the same as before.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from raddle.base.frameworks.checks import Result, known
from raddle.ir.reported import written_name

_CALL: Final = re.compile(r'\b(?:call|invoke) .*?@("[^"]*"|[-\w.$]+)\((?P<given>.*)')
_POINTER: Final = re.compile(r'ptr (?:[^%@]*? )?(%(?:[-\w.$]+|"[^"]*"))')
_DEBUG: Final = re.compile(r", !dbg !\d+")
_LOOK: Final = """
define internal void @__raddle_check(i8 %holds, i8 %denied) {
entry:
  %false = icmp eq i8 %holds, 0
  %wanted = icmp eq i8 %denied, 0
  %fails = icmp eq i1 %false, %wanted
  br i1 %fails, label %failed, label %fine

failed:
  call void @__raddle_check_failed()
  br label %fine

fine:
  ret void
}

define internal void @__raddle_check_failed() {
entry:
  ret void
}
"""


def look_at_checks(text: str) -> str:
    last = tuple(name.rpartition("::")[2] for name in known().holding)  # names by which few lines are looked at
    if not any(word in text for word in last):
        return text
    lines: list[str] = []
    looks = 0
    for line in text.split("\n"):
        given = _given(line) if any(word in line for word in last) else None
        if given is not None:
            looks += 1
            debug = found[0] if (found := _DEBUG.search(line)) else ""
            lines += [f"  {words}{debug}" for words in _look(looks, *given)]
        lines.append(line)
    if not looks:
        return text
    at = next(number for number, line in enumerate(lines) if line.startswith("define "))
    return "\n".join([*lines[:at], *_LOOK.strip("\n").split("\n"), "", *lines[at:]])


def _look(number: int, result: Result, pointers: Sequence[str]) -> Iterator[str]:
    """`pointers`: the arguments that the result speaks of."""
    at = f"%raddle.check.{number}"
    yield f"{at}.at = getelementptr i8, ptr {pointers[0]}, i64 {result.offset}"
    yield f"{at}.holds = load i8, ptr {at}.at, align 1"
    denied = "0"
    if result.denied:
        denied = f"{at}.denied"
        yield f"{at}.far = getelementptr i8, ptr {pointers[1]}, i64 {result.far}"
        yield f"{at}.bits = load i8, ptr {at}.far, align 1"
        yield f"{denied} = and i8 {at}.bits, {result.bit}"
    yield f"call void @__raddle_check(i8 {at}.holds, i8 {denied})"


def _given(line: str) -> tuple[Result, list[str]] | None:
    """What the line gives to such a function: registers that point to the result of a check."""
    call = _CALL.search(line) if line.startswith("  ") else None
    if call is None:
        return None
    name = call[1].strip('"')
    result = known().holding.get(name) or known().holding.get(written_name(f"@{name}"))
    if result is None:
        return None
    arguments = call["given"].split(", ")
    wanted = [arguments[number - 1] for number in (result.argument, result.denied) if 0 < number <= len(arguments)]
    pointers = [found[1] for text in wanted if (found := _POINTER.match(text))]
    return (result, pointers) if len(pointers) == 1 + bool(result.denied) else None
