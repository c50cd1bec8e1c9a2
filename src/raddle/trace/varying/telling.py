"""What depends on a number that varies, in words that name the call and its line."""

from collections.abc import Iterable
from typing import assert_never

from raddle.ir.cxx_names import short_name
from raddle.trace.program import Program
from raddle.trace.varying.noted import VaryingUse
from raddle.trace.varying.sources import Origin


def told(program: Program, use: VaryingUse) -> str:
    """`the time that clock_gettime tells at f.c:20 decides at f.c:21`."""
    origin = min(use.origins, key=lambda one: (one.kind, one.name, one.site, one.callers))
    return f"{_number(program, origin)} {use.what} at {_place(program, use.site, use.callers)}"


def _number(program: Program, origin: Origin) -> str:
    at, name = _place(program, origin.site, origin.callers), short_name(origin.name) if origin.name else ""
    match origin.kind:
        case "clock":
            return f"the time that {name} tells at {at}"
        case "identity" if name:
            return f"the number that {name} gives at {at}"
        case "identity":
            return f"the id of a thread, taken as a number at {at},"
        case "processor":
            return f"the processor that {name} names at {at}"
        case "address":
            return f"an address, taken as a number at {at},"
        case "uninitialised" if origin.name:
            return f"what {origin.name} holds that nobody has written, read at {at},"
        case "uninitialised":
            return f"a variable that was never given a value, used at {at},"
        case _:
            assert_never(origin.kind)


def _place(program: Program, site: int, callers: Iterable[int]) -> str:
    place = program.own_place_of(site, callers)
    if place is None:
        return "an unknown place"
    return f"{place.file}:{place.line}" if place.line else place.file
