"""A check of a test framework as it stands in the source: `EXPECT_EQ(c.get(), 3)` -> what it asks, and its two sides.

In: the text from the place of a check on. Out: `Stated`, or None where no macro stands there. Which macro it is says
what is asked: two arguments and the sign between them, one that is to hold, or one that is not.
"""

import re
from dataclasses import dataclass
from typing import Final

MOST_LINES: Final = 40
_MACRO: Final = re.compile(r"[A-Z][A-Z0-9_]*(?=\s*\()")
_SIGNS: Final = {"EQ": "==", "EQUAL": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}
_KINDS: Final = "EXPECT|ASSERT|CHECK|REQUIRE|WARN|TEST"
_BARE: Final = re.compile(rf"(?:(?:CATCH|DOCTEST|BOOST)_)?(?:FAST_)?(?:{_KINDS})(?:_NOFAIL|_UNARY|_TRUE|_MESSAGE)?")
_NOT: Final = re.compile(rf"(?:(?:CATCH|DOCTEST|BOOST)_)?(?:FAST_)?(?:{_KINDS})(?:_UNARY)?_FALSE")
_TWO: Final = re.compile(rf"(?:(?:CATCH|DOCTEST|BOOST)_)?(?:FAST_)?(?:{_KINDS})_(?P<sign>{'|'.join(_SIGNS)})")
_HARMLESS: Final = re.compile(r"(?:(?:CATCH|DOCTEST|BOOST)_)?(?:FAST_)?(?:WARN\w*|CHECK_NOFAIL)")
_WORD: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'|<<|>>|->|<=>|==|!=|<=|>=|&&|\|\||[\s\S]")
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


@dataclass(frozen=True, slots=True)
class Stated:
    written: str
    """`EXPECT_EQ(c.get(), 3)`"""
    condition: str
    """`c.get() == 3`; what the check is to hold of."""
    left: str = ""
    right: str = ""
    """Of a comparison."""
    counts: bool = True
    """Not so where the framework only warns."""


def stated_at(text: str) -> Stated | None:
    """`text`: from the column of the check on, with the lines behind it."""
    macro = _MACRO.match(text)
    if macro is None:
        return None
    arguments = _arguments(text[macro.end() :].lstrip())
    if arguments is None:
        return None
    name = macro[0]
    written = f"{name}({', '.join(arguments)})"
    counts = _HARMLESS.fullmatch(name) is None
    if (two := _TWO.fullmatch(name)) and len(arguments) >= 2:
        sign = _SIGNS[two["sign"]]
        return Stated(written, f"{arguments[0]} {sign} {arguments[1]}", arguments[0], arguments[1], counts)
    if _NOT.fullmatch(name) and arguments:
        return Stated(written, f"!({arguments[0]})", counts=counts)
    if _BARE.fullmatch(name) and arguments:
        whole = arguments[0] if name.endswith("_MESSAGE") or name == "BOOST_TEST" else ", ".join(arguments)
        return Stated(written, whole, *_compared(whole), counts)
    return Stated(written, written, counts=counts)


def _arguments(text: str) -> list[str] | None:
    """Of a text that begins with a parenthesis; None: it is not closed."""
    parts, depth = [""], 0
    for found in _WORD.finditer(text):
        word = found[0]
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth == 0:
            return [" ".join(part.split()) for part in parts if part.strip()]
        if depth == 1 and word == ",":
            parts.append("")
        elif depth > 1 or word != "(":
            parts[-1] += word
    return None


def _compared(condition: str) -> tuple[str, str]:
    """The two sides of the only comparison outside all brackets; empty: there is none, or more is joined to it."""
    depth = 0
    signs: list[re.Match[str]] = []
    for found in _WORD.finditer(condition):
        word = found[0]
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth == 0 and word in ("&&", "||", "<=>", "?"):
            return "", ""
        if depth == 0 and word in _SIGNS.values():
            signs.append(found)
    signs = [sign for sign in signs if len(sign[0]) > 1] or signs  # < and > may be those of a template
    if len(signs) != 1:
        return "", ""
    return condition[: signs[0].start()].strip(), condition[signs[0].end() :].strip()
