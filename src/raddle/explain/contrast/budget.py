"""How long a run that passes is looked for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    runs: int = 150
    seconds: float = 10.0
    """Of work, by the events of the runs (base/work.py); the run that is under way is not cut."""
    until: float | None = None
    """When the whole has to be over, by time.monotonic()."""
