"""What counts as a failed test, beside assertions, aborts and crashes: the exit status, calls of functions that say so.

It belongs to a run as its arguments do: a recording keeps it, and a witness that is not as usual.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import UserError

STATUS_BITS: Final = 8
MOST_STATUS: Final = (1 << STATUS_BITS) - 1


@dataclass(frozen=True, slots=True)
class Failing:
    """`passing`: exit statuses of a test that passes; None: it is not judged by its status. `fails_at`: functions whose
    calls say that a check has failed, beside those of known frameworks (base/frameworks)."""

    passing: frozenset[int] | None = frozenset({0})
    fails_at: tuple[str, ...] = ()

    def by_status(self, status: int) -> bool:
        """Whether a process that ends with it has failed. Of a status the system keeps eight bits."""
        return self.passing is not None and status & MOST_STATUS not in self.passing

    def summary(self) -> dict[str, object]:
        """What a recording keeps of it."""
        kept: dict[str, object] = {"passing": None if self.passing is None else sorted(self.passing)}
        return kept | {"fails_at": list(self.fails_at)} if self.fails_at else kept


BY_STATUS: Final = Failing()
WHATEVER_THE_STATUS: Final = Failing(None)


def failing_of(kept: Mapping[str, object]) -> Failing:
    """Of a recording; of one that does not say, as usual."""
    passing, named = kept.get("passing", [0]), kept.get("fails_at", [])
    if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
        raise UserError("the recording is damaged: its names of functions", advice="record again")
    if passing is None:
        return Failing(None, tuple(named))
    if not isinstance(passing, list) or not all(isinstance(one, int) and 0 <= one <= MOST_STATUS for one in passing):
        raise UserError("the recording is damaged: its exit statuses", advice="record again")
    return Failing(frozenset(passing), tuple(named))


def parse_statuses(text: str) -> Failing:
    """`0,77`; `any`: whatever it is. Raises ValueError."""
    if text == "any":
        return WHATEVER_THE_STATUS
    numbers = [int(word) for word in text.split(",")]
    if not all(0 <= number <= MOST_STATUS for number in numbers):
        raise ValueError(text)
    return Failing(frozenset(numbers))


def spell_statuses(failing: Failing) -> str:
    """As `parse_statuses` reads it."""
    return "any" if failing.passing is None else ",".join(str(number) for number in sorted(failing.passing))
