"""What a trace program takes for granted, in words that a C programmer understands. Each thing is said once."""

import re
from collections.abc import Callable, Iterable

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.recorded.own_places import OwnPlaces
from raddle.trace.events import PinCause
from raddle.trace.names import Names
from raddle.trace.walk import Trace

_MOST_NAMES = 3


class Wording:
    """`name_of`: of what a variable read."""

    def __init__(self, trace: Trace, names: Names, name_of: Callable[[Term], str]) -> None:
        self._program = trace.program
        self._places = OwnPlaces(trace)
        self._names = names
        self._name_of = name_of
        self._names_in: dict[Term, dict[str, int]] = {}

    def place(self, site: int) -> str:
        return self._places.of(site)

    def call(self, site: int) -> str:
        """`printf at bank.c:31`"""
        return f"{self.callee(site)} at {self.place(site)}"

    def callee(self, site: int) -> str:
        return self._program.callee_at(site) if site else "the system"

    def read_by(self, terms: Iterable[Term]) -> str:
        """`x`, `x and y`, `x, y, z and others`"""
        found = list(_first_made(self._read_in(term) for term in terms))
        if not found:
            return "a shared value"
        if len(found) > _MOST_NAMES:
            return ", ".join(found[:_MOST_NAMES]) + " and others"
        return found[0] if len(found) == 1 else ", ".join(found[:-1]) + f" and {found[-1]}"

    def _read_in(self, term: Term) -> dict[str, int]:
        """The first names of what is read in it, each with the number of its first variable."""
        stack = [term]
        while stack:
            top = stack[-1]
            if top.op is Op.VARIABLE:
                self._names_in[top] = {self._name_of(top): top.number}
            elif top not in self._names_in:
                missing = [arg for arg in top.args if arg not in self._names_in]
                if missing:
                    stack += missing
                    continue
                self._names_in[top] = _first_made(self._names_in[arg] for arg in top.args)
            stack.pop()
        return self._names_in[term]

    def stays_within(self, address: int, site: int) -> str:
        whole = re.split(r"[.\[+]", self._names.of(address).text, maxsplit=1)[0]
        return f"the address used at {self.place(site)} stays within {whole}"

    def pinned(self, cause: PinCause, term: Term, site: int) -> str:
        value = f"the observed value of {self.read_by([term])}"
        match cause:
            case PinCause.EXTERNAL_ARGUMENT:
                return f"{self.call(site)} was given {value}"
            case PinCause.ADDRESS:
                return f"the address used at {self.place(site)} was made of {value}"
            case PinCause.OPAQUE_VALUE:
                return f"what is computed at {self.place(site)} was made of {value}"
            case PinCause.CALL_TARGET:
                return f"the function called at {self.place(site)} was chosen by {value}"
            case PinCause.LENGTH:
                return f"the length used at {self.place(site)} was made of {value}"
            case PinCause.RESULT:
                return f"what was returned to a library at {self.place(site)} was made of {value}"


def _first_made(found: Iterable[dict[str, int]]) -> dict[str, int]:
    """As many as are told, and one: then there are others."""
    together: dict[str, int] = {}
    for names in found:
        for name, number in names.items():
            together[name] = min(number, together.get(name, number))
    return dict(sorted(together.items(), key=lambda one: one[1])[: _MOST_NAMES + 1])
