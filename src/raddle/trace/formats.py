"""What a format of printf and its like has read: by argument behind it, the letter of its conversion.

None where that is not known: a format that is no constant, that has something written (%n), wide characters, numbered
arguments, conversions that nobody knows.
"""

import re
from typing import Final

_CONVERSION: Final = re.compile(
    r"%[-+ #0'I]*(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?(?P<length>hh|h|ll|l|q|L|j|z|t)?(?P<letter>.|$)",
    re.DOTALL,
)
_KNOWN: Final = frozenset("diouxXeEfFgGaAcspm%")
_WIDE: Final = frozenset("sc")
_WITHOUT_ARGUMENT: Final = frozenset("m%")


def conversions(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    found: list[str] = []
    for one in _CONVERSION.finditer(text):
        letter = one["letter"]
        if letter not in _KNOWN or (one["length"] and letter in _WIDE):
            return None
        found += ["*" for part in (one["width"], one["precision"]) if part == "*"]
        if letter not in _WITHOUT_ARGUMENT:
            found.append(letter)
    return tuple(found)
