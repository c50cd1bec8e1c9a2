"""What an option may be given: in: the text; out: the value. ArgumentTypeError says what is wrong with it."""

import argparse
import re
from typing import Final

from raddle.base.failing import Failing, parse_statuses
from raddle.report.properties import PROPERTIES, Property

SMALLEST_SIZE: Final = 1 << 20
_SIZE: Final = re.compile(r"(?P<number>\d{1,15})(?P<unit>[KMGT]?)(?:i?B)?", re.IGNORECASE | re.ASCII)
_UNITS: Final = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def natural(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"not a number: {text}")
    return int(text)


def positive(text: str) -> int:
    if not natural(text):
        raise argparse.ArgumentTypeError("must be at least 1")
    return natural(text)


def size(text: str) -> int:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"not a size, such as 512M or 2G: {text}")
    number = int(found["number"]) << _UNITS[found["unit"].upper()]
    if not SMALLEST_SIZE <= number < 1 << 60:
        raise argparse.ArgumentTypeError(f"must be at least 1M: {text}")
    return number


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"not a number of seconds: {text}")
    return number


def statuses(text: str) -> Failing:
    try:
        return parse_statuses(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: give numbers from 0 to 255, as in 0,77, or any") from None


def properties(text: str) -> tuple[Property, ...]:
    """In their usual order."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in PROPERTIES:
            raise argparse.ArgumentTypeError(f"no property is called {word!r}; there are {', '.join(PROPERTIES)}")
    return tuple(one for one in PROPERTIES if one in words)


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise argparse.ArgumentTypeError(f"not numbers with commas between them: {text}") from None
