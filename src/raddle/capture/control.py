"""What a run is to do: in: `Control`; out: the text of native/control.h's directives."""

from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from raddle.base.failing import BY_STATUS, Failing
from raddle.base.segments import Arrival, Input, Segment, TimeOut, Wake


@dataclass(frozen=True, slots=True)
class DefaultPolicy:
    """Deterministic and non-preemptive, but for the fairness quantum; a thread that spins gives way."""


@dataclass(frozen=True, slots=True)
class FirstPolicy:
    """The same, but that one thread runs whenever it can, unless it spins."""

    thread: str


@dataclass(frozen=True, slots=True)
class LastPolicy:
    """The same, but that one thread runs only where no other can, or all others spin."""

    thread: str


@dataclass(frozen=True, slots=True)
class RandomPolicy:
    """Random priorities (PCT)."""

    seed: int


Policy = DefaultPolicy | FirstPolicy | LastPolicy | RandomPolicy


@dataclass(frozen=True, slots=True)
class Control:
    """The runtime's settings for one run; None leaves the runtime's own default."""

    policy: Policy = DefaultPolicy()
    quantum: int | None = None
    notices_spinning: bool = True
    """A thread that spins gives way before its quantum is over."""
    idle: int | None = None
    """Visible events after which a run ends in which all threads that can run only spin; None: it goes on."""
    segments: tuple[Segment, ...] = ()
    wakes: tuple[Wake, ...] = ()
    time_outs: tuple[TimeOut, ...] = ()
    signals: tuple[Arrival, ...] = ()
    strict: bool = False
    stop_at_end: bool = False
    circles: bool = False
    """Where threads wait for each other in a circle the run ends at once."""
    inputs: tuple[Input, ...] = ()
    nondet: tuple[int, ...] = ()
    nondet_seed: int | None = None
    explore: bool = False
    spurious: bool = False
    times_by_thread: bool = False
    """Each thread is told the times that it is fed, though another order makes them run backwards."""
    events: int | None = None
    """Visible events after which a run ends."""
    alone: int | None = None
    """As many more while there is only one thread; None: these count as all others do."""
    most_bytes: int | None = None
    watchdog: bool = True
    failing: Failing = BY_STATUS
    """What counts as a failed test: nothing to the runtime, but the recording keeps it."""

    def render(self, recording: Path, parent: int | None = None) -> str:
        """The control file for a run that writes `recording`. parent: the process with which the program is to end."""
        lines = [f"recording {recording}", *self._policy_lines()]
        if parent is not None:
            lines.append(f"parent {parent}")
        if self.quantum is not None:
            lines.append(f"quantum {self.quantum}")
        if self.idle is not None:
            lines.append(f"idle {self.idle}")
        lines.extend(f"segment {thread} {upto}" for thread, upto in self.segments)
        lines.extend(f"choice {thread} {event} {woken}" for thread, event, woken in self.wakes)
        lines.extend(f"timeout {thread} {event}" for thread, event in self.time_outs)
        lines.extend(f"signal {thread} {event} {signal}" for thread, event, signal in self.signals)
        lines.extend(f"input {thread} {kind} {value}" for thread, kind, value in self.inputs)
        lines.extend(f"nondet {value}" for value in self.nondet)
        if self.nondet_seed is not None:
            lines.append(f"nondet_seed {self.nondet_seed}")
        for name, setting in (
            ("spinning", self.notices_spinning),
            ("strict", self.strict),
            ("explore", self.explore),
            ("stop_at_end", self.stop_at_end),
            ("circles", self.circles),
            ("spurious", self.spurious),
            ("times_by_thread", self.times_by_thread),
            ("watchdog", self.watchdog),
        ):
            lines.append(f"{name} {int(setting)}")
        if self.events is not None:
            lines.append(f"events {self.events}")
        if self.alone is not None:
            lines.append(f"alone {self.alone}")
        if self.most_bytes is not None:
            lines.append(f"bytes {self.most_bytes}")
        return "\n".join([*lines, ""])

    def summary(self) -> dict[str, object]:
        """What the recording keeps of it: the schedule itself is in the recording, so only its length."""
        return {
            "policy": type(self.policy).__name__,
            "seed": self.policy.seed if isinstance(self.policy, RandomPolicy) else None,
            "quantum": self.quantum,
            "idle": self.idle,
            "segments": len(self.segments),
            "strict": self.strict,
            "nondet": list(self.nondet),
            "nondet_seed": self.nondet_seed,
            "explore": self.explore,
            "spurious": self.spurious,
            "events": self.events,
            "most_bytes": self.most_bytes,
            "watchdog": self.watchdog,
            **self.failing.summary(),
        }

    def _policy_lines(self) -> list[str]:
        match self.policy:
            case DefaultPolicy():
                return ["policy default"]
            case FirstPolicy(thread):
                return ["policy default", f"first {thread}"]
            case LastPolicy(thread):
                return ["policy default", f"last {thread}"]
            case RandomPolicy(seed):
                return ["policy random", f"seed {seed}"]
            case _:
                assert_never(self.policy)
