"""How the parts of the check of a trace program complain."""

from collections.abc import Iterable

from raddle.model.program import Event


class Malformed(Exception):
    """Becomes an InternalError in model/check.py."""

    def __init__(self, what: str, event: Event | None) -> None:
        super().__init__(what)
        self.what = what
        self.event = event


def demand(holds: bool, otherwise: str, event: Event | None = None) -> None:
    if not holds:
        raise Malformed(otherwise, event)


def demand_in_range(event: Event | None, numbers: Iterable[int], count: int, what: str) -> None:
    for number in numbers:
        demand(0 <= number < count, f"there is no {what} {number}", event)
