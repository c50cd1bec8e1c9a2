"""What a recording says of itself: JSON that anybody may have written -> facts, or WrongType. Nothing is converted."""

import math
import os
from collections.abc import Mapping
from typing import Any, NoReturn

from raddle.trace.recorded import Ending, Library, Meta


class WrongType(Exception):
    """Something is missing, or is not what it should be."""


def meta_of(read: Mapping[str, Any]) -> Meta:
    environment = _object(read.get("environment"))
    return Meta(
        raddle=_text(read.get("raddle")),
        program=_text(read.get("program")),
        sha256=_text(read.get("sha256")),
        arguments=_texts(read.get("arguments")),
        environment={_text(name): _text(value) for name, value in environment.items()},
        control=_object(read.get("control")),
        modules=_texts(read.get("modules")),
        stdin_changed_ns=_whole(read.get("stdin_changed_ns", 0), 1 << 63),
        before=_text_or_none(read.get("before")),
        mark=_text_or_none(read.get("mark")),
        folder=_text_or_none(read.get("folder")),
    )


def ending_of(facts: Mapping[str, Any]) -> Ending:
    status, signal = facts.get("status"), facts.get("signal")
    seconds = facts.get("seconds", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        _wrong()
    return Ending(
        status=None if status is None else _whole(status, 1 << 8),
        signal=None if signal is None else _whole(signal, 1 << 8),
        timed_out=facts.get("timed_out") is True,
        seconds=float(min(seconds, 1 << 63)),
        outcome=_text(facts.get("outcome")),
        stderr=_texts(facts.get("stderr", [])),
    )


def libraries_of(read: Mapping[str, Any]) -> tuple[Library, ...]:
    listed = read.get("libraries")
    if not isinstance(listed, list):
        _wrong()
    return tuple(
        Library(_text(one.get("path")), _text(one.get("sha256")), _texts(one.get("modules")))
        for one in map(_object, listed)
    )


def _wrong() -> NoReturn:
    raise WrongType


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else _wrong()


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(_text, value)) if isinstance(value, list) else _wrong()


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _text(value: object) -> str:
    """One that the system takes as a name."""
    if not isinstance(value, str) or "\0" in value:
        _wrong()
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        _wrong()
    return value


def _whole(value: object, past: int) -> int:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < past
    return value if good and isinstance(value, int) else _wrong()
