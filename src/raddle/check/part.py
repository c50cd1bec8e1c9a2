"""What is known of one property, before all is put together."""

from dataclasses import dataclass, field
from typing import assert_never

from raddle.predict.decide import Limits
from raddle.report.properties import Property
from raddle.report.result import Finding, Kind, Open, Stats


@dataclass(frozen=True, slots=True)
class Part:
    findings: tuple[Finding, ...]
    open: tuple[Open, ...]
    bounded: bool
    """Whether some proof needed the bound."""
    stats: Stats = field(default_factory=Stats)
    """Its own counts."""
    notes: tuple[str, ...] = ()
    """What else is worth knowing."""


def property_of(kind: Kind) -> Property:
    """Which one it is a finding of."""
    match kind:
        case "exit":
            return "exit"
        case "data-race":
            return "races"
        case "deadlock":
            return "deadlocks"
        case "atomicity":
            return "atomicity"
        case "memory":
            return "memory"
        case "misuse":
            return "misuse"
        case "assertion" | "failure":
            return "assertions"
        case other:
            assert_never(other)


def bound_in_words(limits: Limits) -> str:
    """`at most 2 context switches`"""
    bounds = []
    if limits.switches is not None:
        bounds.append(f"{limits.switches} context switch{'es' * (limits.switches != 1)}")
    if limits.preemptions is not None:
        bounds.append(f"{limits.preemptions} preemption{'s' * (limits.preemptions != 1)}")
    return f"at most {' and '.join(bounds)}"
