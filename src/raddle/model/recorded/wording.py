"""What a trace program takes for granted, in words that a C programmer understands. Each thing is said once."""

import re
from collections.abc import Callable, Iterable
from itertools import islice

from raddle.logic.evaluate import variables_of
from raddle.logic.terms import Term
from raddle.trace.events import PinCause
from raddle.trace.names import Names
from raddle.trace.program import Program

_MOST_NAMES = 3


class Wording:
    """`name_of`: of what a variable read."""

    def __init__(self, program: Program, names: Names, name_of: Callable[[Term], str]) -> None:
        self._program = program
        self._names = names
        self._name_of = name_of

    def place(self, site: int) -> str:
        found = self._program.place_of(site)
        if found is None:
            return "an unknown place"
        return f"{found.file}:{found.line}" if found.line else found.file

    def call(self, site: int) -> str:
        """`printf at bank.c:31`"""
        return f"{self.callee(site)} at {self.place(site)}"

    def callee(self, site: int) -> str:
        return self._program.callee_at(site) if site else "the system"

    def read_by(self, terms: Iterable[Term]) -> str:
        """`x`, `x and y`, `x, y, z and others`"""
        found = list(islice(dict.fromkeys(map(self._name_of, variables_of(terms))), _MOST_NAMES + 1))
        if not found:
            return "a shared value"
        if len(found) > _MOST_NAMES:
            return ", ".join(found[:_MOST_NAMES]) + " and others"
        return found[0] if len(found) == 1 else ", ".join(found[:-1]) + f" and {found[-1]}"

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
