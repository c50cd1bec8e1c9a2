"""What the encoding may be told: which reductions (section 5), which schedules, which trace (3.1), how many steps."""

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class AnySchedule:
    """Every thread that can move may be next."""


@dataclass(frozen=True, slots=True)
class Preemptions:
    """A thread that could go on is left at most so many times. The run begins in main."""

    most: int


@dataclass(frozen=True, slots=True)
class RunToBlock:
    """A thread that could go on is never left."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """One event each, in the order of the threads' numbers, main first; those that cannot move are passed over."""


@dataclass(frozen=True, slots=True)
class Priorities:
    """Of the threads that can move, always the first of these; the others come behind them, by their numbers."""

    order: tuple[int, ...] = ()


Policy = AnySchedule | Preemptions | RunToBlock | RoundRobin | Priorities
"""tau_other of the paper. All but the first leave out schedules that the program has: what they show is real, what they
do not show is not proved."""


@dataclass(frozen=True, slots=True)
class StepOptions:
    peephole: bool = True
    """Peephole partial order reduction: of two neighbouring steps that commute, the lesser thread's comes first."""
    local_ssa: bool = True
    """Thread-local SSA: what a thread has read is one variable, and not one in every step."""
    fused: bool = True
    """What touches nothing that others see (a branch, an assertion, a thread's first and last event) takes no step of
    its own, but happens together with the event before it. Not the paper's; needs `local_ssa`."""
    whole: bool = False
    """Everything in every step: each event, each cell, each outcome, whether the goal needs it or not, and whether it
    can be there so soon or not. This is what plain bounded model checking unrolls."""
    policy: Policy = field(default_factory=AnySchedule)
    along: frozenset[int] | None = None
    """Trace enforcement (epsilon of the paper): of the events that lead on, only these."""
    steps: int | None = None
    """At most so many; None: as many as the longest ways have together."""

    @property
    def is_fused(self) -> bool:
        """A schedule that depends on who can move has to see every event."""
        return self.fused and self.local_ssa and not self.whole and isinstance(self.policy, AnySchedule)

    @property
    def is_reduced(self) -> bool:
        """A policy may rule out the one of two equal orders that the reduction keeps."""
        return self.peephole and isinstance(self.policy, AnySchedule)

    @property
    def is_exact(self) -> bool:
        """Whether each point of the paths has to be told from each other."""
        return self.whole or not isinstance(self.policy, AnySchedule)


TDV: Final = StepOptions(peephole=False, local_ssa=False, fused=False)
"""The paper's encoding without its two optimisations,"""
TDVO: Final = StepOptions(fused=False)
"""and with them."""
BMC: Final = StepOptions(peephole=False, local_ssa=False, fused=False, whole=True)
